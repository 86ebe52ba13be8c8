//! What the code of a process shows about the life of another: where it surely was not started yet,
//! and where it surely has ended.

use std::collections::BTreeSet;

use trine_base::{Id, IndexVec};
use trine_system::{LocationId, Sync};

use crate::system_facts::SystemFacts;

/// For each location of a process, what is known there of one other.
pub struct Life {
    /// Only this process starts it, and it has not.
    pub unborn: Vec<bool>,
    /// Only this process starts it, and it has.
    pub started: Vec<bool>,
    pub ended: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct LifeFacts {
    unborn: bool,
    /// Surely started, by this process, which alone can.
    started: bool,
    ended: bool,
}

/// What a process knows of another at each of its locations. `ended` says that the other had ended
/// before this one began, and so for ever.
pub fn life(facts: &SystemFacts<'_>, process: u32, other: u32, ended: bool) -> Life {
    let template = facts.template(process);
    let own = facts.template(other).is_started()
        && facts.starters[other as usize].iter().all(|(starter, _)| *starter == process);
    let mut known: IndexVec<LocationId, Option<LifeFacts>> =
        template.locations.iter().map(|_| None).collect();
    let entry = facts.entry(process);
    known[entry] = Some(LifeFacts { unborn: own, started: false, ended });
    let mut work = vec![entry];
    while let Some(at) = work.pop() {
        let Some(here) = known[at] else { continue };
        for id in facts.outgoing(process, at) {
            let edge = facts.edge(process, *id);
            let mut after = here;
            match &edge.sync {
                Some(Sync::Start(target)) => match facts.constant(process, target) {
                    Some(target) if target == i64::from(other) => {
                        after.unborn = false;
                        after.started = own;
                    }
                    Some(_) => {}
                    None => after.unborn = false,
                },
                // A join passes a process that was never started.
                Some(Sync::Join(target)) if here.started => {
                    after.ended |= facts.constant(process, target) == Some(i64::from(other));
                }
                _ => {}
            }
            let joined = known[edge.to].map_or(after, |before| LifeFacts {
                unborn: before.unborn && after.unborn,
                started: before.started && after.started,
                ended: before.ended && after.ended,
            });
            if known[edge.to] != Some(joined) {
                known[edge.to] = Some(joined);
                work.push(edge.to);
            }
        }
    }
    let bits = |look: fn(&LifeFacts) -> bool| {
        known.iter().map(|known| known.as_ref().is_some_and(look)).collect()
    };
    Life {
        unborn: bits(|known| known.unborn),
        started: bits(|known| known.started),
        ended: bits(|known| known.ended),
    }
}

/// The locations of a process before its `Begin`.
pub fn before_begin(facts: &SystemFacts<'_>, process: u32) -> BTreeSet<LocationId> {
    let mut found = BTreeSet::from([facts.entry(process)]);
    let mut work = vec![facts.entry(process)];
    while let Some(at) = work.pop() {
        for id in facts.outgoing(process, at) {
            let edge = facts.edge(process, *id);
            if edge.sync != Some(Sync::Begin) && found.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    found
}

/// The locations at which a process has ended.
pub fn after_end(facts: &SystemFacts<'_>, process: u32) -> BTreeSet<LocationId> {
    let template = facts.template(process);
    let locations = template.locations.enumerate();
    let finals = locations.filter(|(_, location)| location.final_).map(|(id, _)| id);
    let mut found: BTreeSet<LocationId> = finals.collect();
    let ends = template.edges.iter().filter(|edge| edge.sync == Some(Sync::End));
    let mut work: Vec<LocationId> = ends.map(|edge| edge.to).collect();
    while let Some(at) = work.pop() {
        debug_assert!(at.index() < template.locations.len());
        if found.insert(at) {
            work.extend(facts.outgoing(process, at).iter().map(|id| facts.edge(process, *id).to));
        }
    }
    found
}
