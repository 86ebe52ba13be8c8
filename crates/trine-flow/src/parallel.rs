//! May-happen-in-parallel analysis (MHP): whether two processes can be at two locations at the same time.
//!
//! Each location has a *region*: the monitors that are surely held there, and what is surely known of
//! the lives of other processes. Two locations exclude each other when their regions do, so that
//! nothing is kept for pairs of locations.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use trine_base::{Id, IndexVec};
use trine_system::LocationId;
use trine_verdict::Region;

use crate::lives::{Life, after_end, before_begin, life};
use crate::locks::{Held, locks};
use crate::system_facts::SystemFacts;

/// The may-happen-in-parallel relation.
pub struct Parallel<'f, 's> {
    facts: &'f SystemFacts<'s>,
    held: Vec<OnceCell<IndexVec<LocationId, Option<Held>>>>,
    lives: RefCell<FxHashMap<(u32, u32), Rc<Life>>>,
    /// By template.
    before_begin: Vec<OnceCell<BTreeSet<LocationId>>>,
    after_end: Vec<OnceCell<BTreeSet<LocationId>>>,
}

impl<'f, 's> Parallel<'f, 's> {
    /// The relation of a system; its parts are computed when they are first asked for.
    pub fn new(facts: &'f SystemFacts<'s>) -> Parallel<'f, 's> {
        let templates = facts.system.templates.len();
        Parallel {
            facts,
            held: facts.processes().map(|_| OnceCell::new()).collect(),
            lives: RefCell::default(),
            before_begin: (0..templates).map(|_| OnceCell::new()).collect(),
            after_end: (0..templates).map(|_| OnceCell::new()).collect(),
        }
    }

    /// What a process holds at a location; nothing where its code cannot lead.
    pub fn held(&self, process: u32, at: LocationId) -> Option<&Held> {
        let held = self.held[process as usize].get_or_init(|| locks(self.facts, process));
        held[at].as_ref()
    }

    fn template(&self, process: u32) -> usize {
        self.facts.initial.processes[process as usize].template.index()
    }

    /// Whether a process has ended when it is at a location.
    pub fn is_over(&self, process: u32, at: LocationId) -> bool {
        let known = &self.after_end[self.template(process)];
        known.get_or_init(|| after_end(self.facts, process)).contains(&at)
    }

    fn is_before_begin(&self, process: u32, at: LocationId) -> bool {
        let known = &self.before_begin[self.template(process)];
        known.get_or_init(|| before_begin(self.facts, process)).contains(&at)
    }

    fn life(&self, process: u32, other: u32) -> Rc<Life> {
        if let Some(known) = self.lives.borrow().get(&(process, other)) {
            return known.clone();
        }
        let ended = self.ended_before(process, other, &mut vec![process]);
        let made = Rc::new(life(self.facts, process, other, ended));
        self.lives.borrow_mut().insert((process, other), made.clone());
        made
    }

    /// Whether the other surely has ended when a process begins.
    fn ended_before(&self, process: u32, other: u32, asked: &mut Vec<u32>) -> bool {
        let facts = self.facts;
        let starters = &facts.starters[process as usize];
        if !facts.template(process).is_started() || starters.is_empty() {
            return false;
        }
        starters.iter().all(|(starter, edge)| {
            if asked.contains(starter) {
                return false;
            }
            asked.push(*starter);
            let ended = self.ended_before(*starter, other, asked);
            asked.pop();
            let there = life(facts, *starter, other, ended);
            there.ended[facts.edge(*starter, *edge).from.index()]
        })
    }

    /// Whether one process can be at one location while another is at another.
    pub fn may(&self, one: (u32, LocationId), two: (u32, LocationId)) -> bool {
        let (Some(here), Some(there)) = (self.held(one.0, one.1), self.held(two.0, two.1)) else {
            return false;
        };
        if here.surely().any(|monitor| there.depth(monitor).0 > 0) {
            return false;
        }
        self.allows(one, two) && self.allows(two, one)
    }

    /// Everything that was used about processes so far, to be checked.
    pub fn regions(&self) -> Vec<Region> {
        let mut pairs: Vec<(u32, u32)> = self.lives.borrow().keys().copied().collect();
        pairs.sort_unstable();
        // What a process takes over from its starters has to be told of them as well.
        let mut next = 0;
        while next < pairs.len() {
            let (process, other) = pairs[next];
            for (starter, _) in &self.facts.starters[process as usize] {
                let inherited = (*starter, other);
                let entry = self.facts.entry(process).index();
                if self.life(process, other).ended[entry] && !pairs.contains(&inherited) {
                    pairs.push(inherited);
                }
            }
            next += 1;
        }
        let mut regions = Vec::new();
        for process in self.facts.processes() {
            let others = pairs.iter().filter(|(known, _)| *known == process);
            let lives: Vec<(u32, Rc<Life>)> =
                others.map(|(_, other)| (*other, self.life(process, *other))).collect();
            if self.held[process as usize].get().is_none() && lives.is_empty() {
                continue;
            }
            for (location, _) in self.facts.template(process).locations.enumerate() {
                let Some(held) = self.held(process, location) else { continue };
                let [held, waits] = held.told();
                let at = location.index();
                let known = |look: fn(&Life) -> &Vec<bool>| -> Vec<u32> {
                    let known = lives.iter().filter(|(_, life)| look(life)[at]);
                    known.map(|(other, _)| *other).collect()
                };
                regions.push(Region {
                    process,
                    location,
                    held,
                    waits,
                    unborn: known(|life| &life.unborn),
                    started: known(|life| &life.started),
                    ended: known(|life| &life.ended),
                });
            }
        }
        regions
    }

    /// Whether what is known at a location lets another process be where it is.
    fn allows(&self, (process, at): (u32, LocationId), (other, there): (u32, LocationId)) -> bool {
        let life = self.life(process, other);
        let unborn = life.unborn[at.index()] && !self.is_before_begin(other, there);
        let ended = life.ended[at.index()] && !self.is_over(other, there);
        !unborn && !ended
    }
}
