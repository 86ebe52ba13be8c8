//! Direct search: all states of a program itself, on the fly, without a system in between.
//!
//! For programs that are too dynamic to elaborate: the number of objects, threads and calls is bounded by memory only.
//! The search is breadth first over the canonical states of the [interpreter](crate::interpret), so that without
//! reduction the first violation of a check is a shortest one. The way to each state is kept as choices, which
//! repeat it.

mod ample;
mod automaton;
mod block_names;
mod call_graph;
mod collapse;
mod cycle;
mod effects;
mod execution;
mod held;
mod memory;
mod observed;

use std::collections::BTreeMap;

use trine_base::Span;

use self::ample::Reduction;
pub use self::automaton::Automaton;
use self::collapse::{StateId, Visited};
pub use self::execution::{Ending, Executed, Moment, Rest, follow, follow_observed};
pub use self::observed::{Observed, search_observed};
use crate::interpret::checks::Check;
use crate::interpret::{Choice, Machine, Outcome, State, Stop};

/// How far a search goes, and how.
pub struct Budget<'b> {
    /// With partial-order reduction ([`ample`]): not all orders of independent steps.
    pub reduce: bool,
    /// Bytes of the visited states.
    pub memory: u64,
    /// Told now and then how far the search is; false ends it.
    pub go_on: &'b dyn Fn(&Figures) -> bool,
}

/// The figures of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    pub states: u64,
    pub transitions: u64,
    pub bytes: u64,
    /// The objects of the heap, summed up over all transitions: what the search costs, whatever the machine.
    pub work: u64,
    /// The states that were left by the steps of one thread only.
    pub reduced: u64,
    /// The length of the longest of the shortest ways to a state.
    pub depth: u64,
}

impl Figures {
    /// Makes a step, and counts it.
    fn step(&mut self, machine: &Machine<'_>, state: &State, choice: &Choice) -> Outcome {
        self.transitions += 1;
        self.work += state.heap.len() as u64;
        machine.step(state, choice)
    }
}

/// Why a search ended before it had seen all states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    Memory,
    /// The budget said so.
    Stopped,
    /// All checks that were asked for are violated.
    AllViolated,
}

/// What a search found.
#[derive(Debug, Default)]
pub struct Searched {
    /// The shortest way to a violation of each check that is violated: which of the choices of each state.
    pub violated: BTreeMap<Check, Vec<u32>>,
    /// The same, through values that are not known: it may not be possible.
    pub perhaps: BTreeMap<Check, Vec<u32>>,
    /// Where executions were not followed any further, and why; each reason once.
    pub stops: BTreeMap<Stop, Option<Span>>,
    pub unfinished: Option<Unfinished>,
    pub figures: Figures,
}

/// Searches a program for violations of checks. It ends where all that are wanted are violated.
pub fn search(machine: &Machine<'_>, wanted: &[Check], budget: &Budget<'_>) -> Searched {
    // What is noted anywhere is a fact about the whole program: where more is found, all begins again.
    loop {
        let before = machine.facts();
        let mut searched = Search::new(machine, wanted, budget.reduce).run(budget);
        if machine.facts() == before {
            return searched;
        }
        if matches!(searched.unfinished, Some(Unfinished::Memory | Unfinished::Stopped)) {
            // What rests on facts that were wrong may not be possible.
            let unsettled = std::mem::take(&mut searched.violated);
            searched.perhaps.extend(unsettled);
            return searched;
        }
    }
}

/// So many states between two looks at the clock.
const BATCH: StateId = 256;

struct Search<'s, 'p> {
    machine: &'s Machine<'p>,
    wanted: &'s [Check],
    visited: Visited,
    reduction: Option<Reduction<'s, 'p>>,
    /// The state before each state, and which of its choices led on; the first has none.
    parents: Vec<(StateId, u32)>,
    depths: Vec<u32>,
    found: Searched,
}

impl<'s, 'p> Search<'s, 'p> {
    fn new(machine: &'s Machine<'p>, wanted: &'s [Check], reduce: bool) -> Search<'s, 'p> {
        // Calls on objects of other classes than their text says are not in the call graph.
        let reduce = reduce && !machine.is_untyped();
        Search {
            machine,
            wanted,
            reduction: reduce.then(|| Reduction::new(machine)),
            visited: Visited::default(),
            parents: Vec::new(),
            depths: Vec::new(),
            found: Searched::default(),
        }
    }

    fn run(mut self, budget: &Budget<'_>) -> Searched {
        self.reached(self.machine.initial(), None);
        let mut next: StateId = 0;
        while (next as usize) < self.visited.len() {
            if next.is_multiple_of(BATCH) {
                self.measure();
                if self.found.figures.bytes > budget.memory {
                    self.found.unfinished = Some(Unfinished::Memory);
                } else if !(budget.go_on)(&self.found.figures) {
                    self.found.unfinished = Some(Unfinished::Stopped);
                }
            }
            let violated = |check| self.found.violated.contains_key(check);
            if !self.wanted.is_empty() && self.wanted.iter().all(violated) {
                self.found.unfinished = Some(Unfinished::AllViolated);
            }
            if self.found.unfinished.is_some() {
                break;
            }
            self.expand(next);
            next += 1;
        }
        self.measure();
        self.found
    }

    fn expand(&mut self, id: StateId) {
        let state = self.visited.state(id);
        let choices = self.machine.enabled(&state);
        for check in self.machine.violated_in(&state, choices.is_empty()) {
            self.violates(check, state.tainted, Some(id), None);
        }
        if state.exclusive.is_none() && self.expand_one(id, &state, &choices) {
            self.found.figures.reduced += 1;
            return;
        }
        for (number, choice) in choices.iter().enumerate() {
            let outcome = self.found.figures.step(self.machine, &state, choice);
            self.reached(outcome, Some((id, number as u32, choice.thread)));
        }
    }

    /// Leaves a state by the steps of one thread that are enough, if there is one.
    fn expand_one(&mut self, id: StateId, state: &State, choices: &[Choice]) -> bool {
        let Some(reduction) = &mut self.reduction else { return false };
        let (machine, figures) = (self.machine, &mut self.found.figures);
        let mut step = |choice: &Choice| figures.step(machine, state, choice);
        let Some(ample) = reduction.ample(state, choices, &mut step) else { return false };
        let mut later = false;
        for (choice, outcome) in (ample.first as u32..).zip(ample.outcomes) {
            let from = (id, choice, ample.thread);
            later |= self.reached(outcome, Some(from)).is_some_and(|to| to > id);
        }
        // A state that is left later will not put off the other threads for ever (the queue proviso of Bošnački, Leue and
        // Lluch Lafuente, *Partial-order reduction for general state exploring algorithms*, 2006).
        later
    }

    /// A step led from a state to this; from none: it is where every execution begins. The number of the state.
    fn reached(
        &mut self,
        outcome: Outcome,
        from: Option<(StateId, u32, usize)>,
    ) -> Option<StateId> {
        let Outcome { state, happened, stop, .. } = outcome;
        for one in &happened {
            let choice = from.map(|(_, choice, _)| choice);
            self.violates(
                Check::of(one.fault),
                state.tainted || !one.certain,
                from.map(|at| at.0),
                choice,
            );
        }
        if let Some(stop) = stop {
            let thread = from.map_or(0, |(_, _, thread)| thread);
            let at = self.machine.user_span(&state, thread);
            self.found.stops.entry(stop).or_insert(at);
            return None;
        }
        let (id, new) = self.visited.insert(&state);
        if new {
            let depth = from.map_or(0, |(parent, ..)| self.depths[parent as usize] + 1);
            self.depths.push(depth);
            self.parents.push(from.map_or((0, 0), |(parent, choice, _)| (parent, choice)));
            self.found.figures.depth = self.found.figures.depth.max(u64::from(depth));
        }
        Some(id)
    }

    /// A check is violated in a state, or by the step that a choice makes from it.
    fn violates(&mut self, check: Check, tainted: bool, at: Option<StateId>, choice: Option<u32>) {
        let known = if tainted { &self.found.perhaps } else { &self.found.violated };
        if known.contains_key(&check) {
            return;
        }
        let mut way: Vec<u32> = choice.into_iter().collect();
        let mut state = at.unwrap_or(0);
        while state != 0 {
            let (parent, choice) = self.parents[state as usize];
            way.push(choice);
            state = parent;
        }
        way.reverse();
        let known = if tainted { &mut self.found.perhaps } else { &mut self.found.violated };
        known.insert(check, way);
    }

    fn measure(&mut self) {
        let figures = &mut self.found.figures;
        figures.states = self.visited.len() as u64;
        figures.bytes = self.visited.bytes() + 12 * figures.states;
    }
}
