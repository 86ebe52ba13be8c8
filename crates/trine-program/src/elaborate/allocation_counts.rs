//! How many objects a process has made at each place, as far as the way that it came says so.
//!
//! In a loop that is unrolled each iteration makes objects of its own, however much the state decides about in
//! between: the point knows which iteration it is. A place that a process comes to again and again, and it is not
//! knows how often, is found where points differ in nothing but these numbers; its objects are then made in
//! the place of those that nothing reaches ([`super::object_reuse`]).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::abstract_state::{AbstractState, Frame};
use super::build::Builder;
use super::program_facts::Site;
use crate::flat::Pc;

/// By the number of a place whose objects escape: how many were made there since the state decided first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AllocationCounts(Rc<BTreeMap<u32, u32>>);

impl AllocationCounts {
    /// How many objects were made at a place, since the state first decided something.
    pub fn at(&self, source: u32) -> u32 {
        self.0.get(&source).copied().unwrap_or(0)
    }

    /// Counts another object of a place.
    pub fn one_more(&mut self, source: u32) {
        *Rc::make_mut(&mut self.0).entry(source).or_default() += 1;
    }

    /// The places with their counts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().map(|(source, count)| (*source, *count))
    }
}

/// So many points that differ in nothing but how many objects were made are those of a loop that goes on for as
/// long as the state wants it to.
const ITERATIONS: usize = 5;

impl Builder<'_, '_> {
    /// Forgets the numbers of places to which the process does not come again.
    pub fn forget_made(&mut self, config: &mut AbstractState) {
        if config.made.0.is_empty() {
            return;
        }
        let sources: Vec<u32> = config.made.0.keys().copied().collect();
        for source in sources {
            let again = !self.facts.is_repeating(source)
                && self.facts.site(source).is_some_and(|site| self.comes_again(config, &site));
            if !again {
                Rc::make_mut(&mut config.made.0).remove(&source);
            }
        }
    }

    /// Whether control can come to a place again: in one of the calls that lead to it, which is still under
    /// way, it comes to the next of them. (What initialises a class runs only once.)
    fn comes_again(&mut self, config: &AbstractState, (_, stack, _): &Site) -> bool {
        for (depth, (frame, (method, pc))) in config.frames.iter().zip(stack).enumerate() {
            if frame.method != *method {
                return false;
            }
            // A caller is at the instruction after the call, unless the instruction itself raised an error.
            let called = stack.get(depth + 1).map(|(method, _)| *method);
            let wanted = match called {
                Some(method) if !self.facts.is_raiser(method) => pc.saturating_sub(1),
                _ => *pc,
            };
            if self.reaches(frame, wanted) {
                return true;
            }
            if frame.pc != *pc {
                return false;
            }
        }
        false
    }

    /// Whether control of a body can come to an instruction, also by way of an error in what it called.
    fn reaches(&mut self, frame: &Frame, pc: Pc) -> bool {
        let Some(code) = self.facts.code(frame.method) else { return true };
        let calls = frame.pc.saturating_sub(1);
        let handlers = code.regions.iter().filter(|region| region.covers(calls));
        let starts: Vec<Pc> = handlers.map(|region| region.target).chain([frame.pc]).collect();
        starts.into_iter().any(|start| self.facts.leads_to(frame.method, start, pc))
    }

    /// Finds places that are come to for as long as the state wants: points that know the same differ in how
    /// many objects were made there. True: there are some.
    pub fn find_iterations(&mut self, crowd: &[AbstractState], config: &AbstractState) -> bool {
        if config.made.0.is_empty() {
            return false;
        }
        let mut counts: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for point in crowd.iter().filter(|point| point.frames == config.frames) {
            for (source, count) in point.made.iter() {
                counts.entry(source).or_default().insert(count);
            }
        }
        let mut found = false;
        for (source, counts) in counts {
            if counts.len() >= ITERATIONS {
                self.facts.repeats(source);
                found = true;
            }
        }
        found
    }
}
