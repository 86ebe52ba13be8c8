//! Lock-set analysis: how often a process holds each monitor at each of its locations, by its code alone.

use std::collections::BTreeMap;

use trine_base::{Id, IndexVec};
use trine_system::{LocationId, Sync};

use trine_verdict::MANY;

use crate::system_facts::SystemFacts;

/// At least and at most so often; [`MANY`] is no bound.
pub type Depth = (u8, u8);

/// The monitors that a process holds at a location.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// Monitors that may be held; the others are not.
    depths: BTreeMap<u32, Depth>,
    /// Monitors at which the process surely waits, with how often it held them before.
    waits: BTreeMap<u32, Depth>,
}

impl Held {
    /// How often a monitor is held, at least and at most.
    pub fn depth(&self, monitor: u32) -> Depth {
        self.depths.get(&monitor).copied().unwrap_or((0, 0))
    }

    /// Whether the process surely is in the wait set.
    pub fn waits(&self, monitor: u32) -> bool {
        self.waits.contains_key(&monitor)
    }

    /// The monitors that are surely held.
    pub fn surely(&self) -> impl Iterator<Item = u32> {
        self.depths.iter().filter(|(_, depth)| depth.0 > 0).map(|(monitor, _)| *monitor)
    }

    /// The monitors that may be held, and those at which it surely waits.
    pub fn told(&self) -> [Vec<trine_verdict::Depth>; 2] {
        [&self.depths, &self.waits].map(|known| {
            let depth = |(monitor, depth): (&u32, &Depth)| trine_verdict::Depth {
                monitor: *monitor,
                least: depth.0,
                most: depth.1,
            };
            known.iter().map(depth).collect()
        })
    }

    fn set(&mut self, monitor: u32, depth: Depth) {
        match depth {
            (_, 0) => self.depths.remove(&monitor),
            depth => self.depths.insert(monitor, depth),
        };
    }

    fn after(&self, facts: &SystemFacts<'_>, process: u32, sync: Option<&Sync>) -> Held {
        let mut after = self.clone();
        let (monitor, act): (_, fn(&mut Held, u32, bool)) = match sync {
            Some(Sync::Enter(monitor)) => (monitor, |held, one, sure| {
                let (least, most) = held.depth(one);
                let least = if sure { (least + 1).min(MANY - 1) } else { least };
                held.set(one, (least, (most + 1).min(MANY)));
            }),
            Some(Sync::Exit(monitor)) => (monitor, |held, one, sure| {
                let (least, most) = held.depth(one);
                let most = if sure && most < MANY { most.saturating_sub(1) } else { most };
                held.set(one, (least.saturating_sub(1), most));
            }),
            Some(Sync::Wait(monitor)) => (monitor, |held, one, sure| {
                let before = held.depth(one);
                if sure {
                    held.waits.insert(one, (before.0.max(1), before.1.max(1)));
                    held.set(one, (0, 0));
                } else {
                    held.set(one, (0, before.1));
                }
            }),
            Some(Sync::Notified(monitor)) => {
                (monitor, |held, one, sure| match held.waits.remove(&one) {
                    Some(before) if sure => held.set(one, before),
                    _ => held.set(one, (0, MANY)),
                })
            }
            _ => return after,
        };
        let meant = facts.monitors(process, monitor);
        let sure = meant.len() == 1;
        meant.for_each(|one| act(&mut after, one, sure));
        after
    }

    /// What is true of both; whether that is less than was known here.
    fn join(&mut self, other: &Held) -> bool {
        let before = self.clone();
        let known: Vec<u32> = self.depths.keys().chain(other.depths.keys()).copied().collect();
        for monitor in known {
            let (one, two) = (self.depth(monitor), other.depth(monitor));
            self.set(monitor, (one.0.min(two.0), one.1.max(two.1)));
        }
        self.waits.retain(|monitor, _| other.waits.contains_key(monitor));
        for (monitor, depth) in &mut self.waits {
            let two = other.waits[monitor];
            *depth = (depth.0.min(two.0), depth.1.max(two.1));
        }
        *self != before
    }
}

/// For each location that code can reach, what the process holds there.
pub fn locks(facts: &SystemFacts<'_>, process: u32) -> IndexVec<LocationId, Option<Held>> {
    let template = facts.template(process);
    let mut held: IndexVec<LocationId, Option<Held>> =
        template.locations.iter().map(|_| None).collect();
    let entry = facts.entry(process);
    held[entry] = Some(Held::default());
    let mut work = vec![entry];
    while let Some(at) = work.pop() {
        let Some(here) = held[at].clone() else { continue };
        for id in facts.outgoing(process, at) {
            let edge = facts.edge(process, *id);
            let after = here.after(facts, process, edge.sync.as_ref());
            let changed = match &mut held[edge.to] {
                Some(known) => known.join(&after),
                unknown => {
                    *unknown = Some(after);
                    true
                }
            };
            if changed && !work.contains(&edge.to) {
                work.push(edge.to);
            }
        }
    }
    debug_assert!(entry.index() < held.len());
    held
}
