//! Direct search with an automaton beside the program: decides properties over events and states.
//!
//! The automaton's state is a component of each state that is visited. A step that is an event is never left to
//! represent the others (condition C2 of ample sets); where the automaton looks at states, or at what goes on for
//! ever, or where names lead through pointers that steps change, there is no partial-order reduction.

use std::collections::BTreeMap;

use trine_base::Span;

use super::ample::Reduction;
use super::automaton::{Automaton, accepts_rest, after};
use super::collapse::{StateId, Visited};
use super::cycle::has_accepting_cycle;
use super::{BATCH, Budget, Figures, Unfinished};
use crate::interpret::{Choice, Fault, Machine, Outcome, State, Stop};

/// What a search with an automaton found.
#[derive(Debug, Default)]
pub struct Observed {
    /// The way to a violation: which of the choices of each state.
    pub violated: Option<Vec<u32>>,
    /// The same, through values that are not known: it may not be possible.
    pub perhaps: Option<Vec<u32>>,
    /// Some execution that goes on for ever violates the property.
    pub endless: bool,
    pub stops: BTreeMap<Stop, Option<Span>>,
    pub unfinished: Option<Unfinished>,
    pub figures: Figures,
}

/// Searches a program for executions that an automaton accepts. It ends at the first.
pub fn search_observed(
    machine: &Machine<'_>,
    automaton: &dyn Automaton,
    budget: &Budget<'_>,
) -> Observed {
    loop {
        let before = machine.facts();
        let mut found = Search::new(machine, automaton, budget.reduce).run(budget);
        if machine.facts() == before {
            return found;
        }
        if matches!(found.unfinished, Some(Unfinished::Memory | Unfinished::Stopped)) {
            // What rests on facts that were wrong may not be possible.
            found.perhaps = found.violated.take().or(found.perhaps.take());
            return found;
        }
    }
}

struct Search<'s, 'p> {
    machine: &'s Machine<'p>,
    automaton: &'s dyn Automaton,
    visited: Visited,
    reduction: Option<Reduction<'s, 'p>>,
    parents: Vec<(StateId, u32)>,
    depths: Vec<u32>,
    /// The steps between states, where executions that go on for ever matter.
    edges: Option<Vec<(StateId, StateId)>>,
    found: Observed,
}

/// Where a step comes from: the state, which of its choices, and the thread.
type From = (StateId, u32, usize);

impl<'s, 'p> Search<'s, 'p> {
    fn new(machine: &'s Machine<'p>, automaton: &'s dyn Automaton, reduce: bool) -> Search<'s, 'p> {
        let lives =
            (0..automaton.states()).any(|at| automaton.is_accepting(at) && !automaton.is_final(at));
        let reduce = reduce
            && !lives
            && automaton.sees_events_only()
            && !machine.is_untyped()
            && machine.watch.as_ref().is_none_or(|watch| watch.has_fixed_names(machine.program));
        Search {
            machine,
            automaton,
            reduction: reduce.then(|| Reduction::new(machine)),
            visited: Visited::default(),
            parents: Vec::new(),
            depths: Vec::new(),
            edges: lives.then(Vec::new),
            found: Observed::default(),
        }
    }

    fn run(mut self, budget: &Budget<'_>) -> Observed {
        let outcome = self.machine.initial();
        self.reached(outcome, self.automaton.initial(), None);
        let mut next: StateId = 0;
        while (next as usize) < self.visited.len() && self.found.violated.is_none() {
            if next.is_multiple_of(BATCH) {
                self.measure();
                if self.found.figures.bytes > budget.memory {
                    self.found.unfinished = Some(Unfinished::Memory);
                } else if !(budget.go_on)(&self.found.figures) {
                    self.found.unfinished = Some(Unfinished::Stopped);
                }
            }
            if self.found.unfinished.is_some() {
                break;
            }
            self.expand(next);
            next += 1;
        }
        self.measure();
        if self.found.violated.is_some() {
            self.found.unfinished = Some(Unfinished::AllViolated);
        } else if let (Some(edges), None) = (&self.edges, &self.found.unfinished) {
            let states = self.visited.len();
            let accepting = |id: StateId| self.automaton.is_accepting(self.visited.automaton(id));
            self.found.endless = has_accepting_cycle(states, edges, &accepting);
        }
        self.found
    }

    fn expand(&mut self, id: StateId) {
        let state = self.visited.state(id);
        let choices = self.machine.enabled(&state);
        if choices.is_empty() {
            match accepts_rest(self.automaton, state.automaton, &state) {
                Some(true) => self.violates(state.tainted, Some(id), None),
                Some(false) => {}
                None => self.unknown(),
            }
            return;
        }
        if state.exclusive.is_none() && self.expand_one(id, &state, &choices) {
            self.found.figures.reduced += 1;
            return;
        }
        for (number, choice) in choices.iter().enumerate() {
            let outcome = self.found.figures.step(self.machine, &state, choice);
            self.reached(outcome, state.automaton, Some((id, number as u32, choice.thread)));
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
            let reached = self.reached(outcome, state.automaton, Some(from));
            later |= reached.iter().any(|to| *to > id);
        }
        // The queue proviso, as in the search without an automaton.
        later
    }

    /// A step led from a state to this; the numbers of the states that the automaton makes of it.
    fn reached(&mut self, outcome: Outcome, from: u32, at: Option<From>) -> Vec<StateId> {
        let stands = after(self.automaton, from, &outcome);
        let choice = at.map(|(_, choice, _)| choice);
        let source = at.map(|(source, ..)| source);
        if let Some(stands) = &stands
            && stands.iter().any(|stand| self.automaton.is_final(*stand))
        {
            self.violates(outcome.state.tainted || outcome.stop.is_some(), source, choice);
        }
        if let Some(stop) = outcome.stop {
            let thread = at.map_or(0, |(_, _, thread)| thread);
            let span = self.machine.user_span(&outcome.state, thread);
            self.found.stops.entry(stop).or_insert(span);
            return Vec::new();
        }
        // What comes after a memory error is not defined: nothing is said of how such an execution ends.
        if outcome.state.exited && outcome.happened.iter().any(|one| one.fault == Fault::Memory) {
            return Vec::new();
        }
        let Some(stands) = stands else {
            self.unknown();
            return Vec::new();
        };
        let mut reached = Vec::new();
        let mut state = outcome.state;
        for stand in stands {
            if self.automaton.is_final(stand) {
                continue;
            }
            state.automaton = stand;
            let (id, new) = self.visited.insert(&state);
            if new {
                let depth = source.map_or(0, |parent| self.depths[parent as usize] + 1);
                self.depths.push(depth);
                self.parents.push(at.map_or((0, 0), |(parent, choice, _)| (parent, choice)));
                self.found.figures.depth = self.found.figures.depth.max(u64::from(depth));
            }
            if let (Some(edges), Some(source)) = (&mut self.edges, source) {
                edges.push((source, id));
            }
            reached.push(id);
        }
        reached
    }

    fn unknown(&mut self) {
        let what = "what the property speaks of depends on a value that is not known";
        self.found.stops.entry(Stop::unmodelled(what)).or_insert(None);
    }

    fn violates(&mut self, tainted: bool, at: Option<StateId>, choice: Option<u32>) {
        let known = if tainted { &mut self.found.perhaps } else { &mut self.found.violated };
        if known.is_some() {
            return;
        }
        let mut way: Vec<u32> = choice.into_iter().collect();
        let mut state = at;
        while let Some(id) = state.filter(|id| self.depths[*id as usize] > 0) {
            let (parent, choice) = self.parents[id as usize];
            way.push(choice);
            state = Some(parent);
        }
        way.reverse();
        *known = Some(way);
    }

    fn measure(&mut self) {
        let edges = self.edges.as_ref().map_or(0, |edges| 8 * edges.len() as u64);
        let figures = &mut self.found.figures;
        figures.states = self.visited.len() as u64;
        figures.bytes = self.visited.bytes() + 12 * figures.states + edges;
    }
}
