//! An automaton over events and states that runs beside a program and accepts its bad executions.

use crate::interpret::{Outcome, State};

/// Accepts the executions that violate a property. It moves once for each event of a step, and once for a step
/// without events.
pub trait Automaton {
    fn initial(&self) -> u32;

    /// Where an event leads, in the state after the step; event 0 is none. None: that depends on a value that is not
    /// known.
    fn moves(&self, from: u32, event: u32, state: &State) -> Option<Vec<u32>>;

    /// Reaching it is a violation.
    fn is_final(&self, at: u32) -> bool;

    /// To pass it again and again is a violation.
    fn is_accepting(&self, at: u32) -> bool;

    /// Whether its states are all that it looks at: no conditions on states of the program.
    fn sees_events_only(&self) -> bool;

    /// How many states it has.
    fn states(&self) -> u32;

    /// Executions that end are none of its business.
    fn is_about_endless(&self) -> bool;
}

/// Events of one moment come in all orders; of more than this many it is not tried.
pub const MOST_AT_ONCE: usize = 5;

/// Where the automaton can be after a step of the program from one of its states.
pub fn after(automaton: &dyn Automaton, from: u32, outcome: &Outcome) -> Option<Vec<u32>> {
    let state = &outcome.state;
    if outcome.events.is_empty() {
        // Inside an atomic block nothing is looked at.
        return match state.exclusive {
            Some(_) => Some(vec![from]),
            None => automaton.moves(from, 0, state),
        };
    }
    let mut stands = vec![from];
    for together in &outcome.events {
        if together.len() > MOST_AT_ONCE {
            return None;
        }
        let mut next = Vec::new();
        for order in orders(together) {
            let mut here = stands.clone();
            for event in order {
                here = moved(automaton, &here, event, state)?;
            }
            next.extend(here);
        }
        next.sort_unstable();
        next.dedup();
        stands = next;
    }
    Some(stands)
}

/// What is final stays where it is.
fn moved(automaton: &dyn Automaton, from: &[u32], event: u32, state: &State) -> Option<Vec<u32>> {
    let mut next = Vec::new();
    for at in from {
        match automaton.is_final(*at) {
            true => next.push(*at),
            false => next.extend(automaton.moves(*at, event, state)?),
        }
    }
    next.sort_unstable();
    next.dedup();
    Some(next)
}

fn orders(events: &[u32]) -> Vec<Vec<u32>> {
    if events.len() < 2 {
        return vec![events.to_vec()];
    }
    let mut all = Vec::new();
    for (position, first) in events.iter().enumerate() {
        let mut rest = events.to_vec();
        rest.remove(position);
        for mut order in orders(&rest) {
            order.insert(0, *first);
            all.push(order);
        }
    }
    all
}

/// Whether an execution that rests in a state for ever is accepted. None: that depends on what is not known.
pub fn accepts_rest(automaton: &dyn Automaton, from: u32, state: &State) -> Option<bool> {
    if automaton.is_about_endless() {
        return Some(false);
    }
    let mut reached = vec![from];
    let mut at = 0;
    while let Some(here) = reached.get(at).copied() {
        at += 1;
        for to in automaton.moves(here, 0, state)? {
            if automaton.is_final(to) {
                return Some(true);
            }
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    for start in reached.iter().filter(|at| automaton.is_accepting(**at)) {
        if returns(automaton, *start, state)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether the automaton can come back to one of its states while nothing happens.
fn returns(automaton: &dyn Automaton, start: u32, state: &State) -> Option<bool> {
    let mut known = Vec::new();
    let mut open = vec![start];
    while let Some(here) = open.pop() {
        for to in automaton.moves(here, 0, state)? {
            if to == start {
                return Some(true);
            }
            if !known.contains(&to) {
                known.push(to);
                open.push(to);
            }
        }
    }
    Some(false)
}

/// All states that the automaton can be in along an execution.
pub struct Stands<'a> {
    automaton: &'a dyn Automaton,
    at: Vec<u32>,
    begun: bool,
}

impl<'a> Stands<'a> {
    /// The automaton before the first step.
    pub fn new(automaton: &'a dyn Automaton) -> Stands<'a> {
        Stands { automaton, at: vec![automaton.initial()], begun: false }
    }

    /// The next step; what is not known leads nowhere.
    pub fn step(&mut self, outcome: &Outcome) {
        if self.begun && self.violated() {
            return;
        }
        self.begun = true;
        let next = self.at.iter().filter_map(|from| after(self.automaton, *from, outcome));
        let mut next: Vec<u32> = next.flatten().collect();
        next.sort_unstable();
        next.dedup();
        self.at = next;
    }

    /// Whether the steps so far violate the property, whatever follows.
    pub fn violated(&self) -> bool {
        self.at.iter().any(|at| self.automaton.is_final(*at))
    }

    /// Whether the property is violated if the program rests in this state for ever.
    pub fn violated_at_rest(&self, state: &State) -> bool {
        let rests = |at: &u32| accepts_rest(self.automaton, *at, state) == Some(true);
        self.at.iter().any(rests)
    }
}
