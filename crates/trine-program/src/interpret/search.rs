//! The naive search: all states of a program, breadth first, and what they say about the built-in checks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashSet;

use super::checks::Check;
use super::state::State;
use super::{Happened, Machine, Outcome, Stop};

/// How far a search goes.
pub struct Budget<'b> {
    pub states: usize,
    /// False: there is no time left.
    pub go_on: &'b dyn Fn() -> bool,
}

/// What a search says about a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// An execution violates it.
    Violated,
    /// None does.
    Holds,
    /// None was found that does, and some executions were not followed to their end; or one does of which it is not
    /// known whether it is possible.
    Unknown,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    pub checks: BTreeMap<Check, Answer>,
    pub states: usize,
    /// Why executions were not followed any further.
    pub stops: BTreeSet<Stop>,
    /// What static fields hold where nothing can happen any more.
    pub finals: BTreeSet<String>,
    /// The first fault of each check, with its place.
    pub faults: BTreeMap<Check, Happened>,
}

impl Answers {
    /// The answer for a check; unknown if it was not asked.
    pub fn of(&self, check: Check) -> Answer {
        self.checks.get(&check).copied().unwrap_or(Answer::Unknown)
    }
}

/// Decides the built-in checks by visiting all states.
pub fn search(machine: &Machine<'_>, budget: &Budget<'_>) -> Answers {
    // What is noted anywhere is a fact about the whole program: where more is found, all begins again.
    loop {
        let before = machine.facts();
        let answers = Search::default().run(machine, budget);
        let same = machine.facts() == before;
        if same || !(budget.go_on)() {
            return answers;
        }
    }
}

#[derive(Default)]
struct Search {
    seen: FxHashSet<State>,
    open: VecDeque<State>,
    violated: BTreeSet<Check>,
    /// Violated by executions of which it is not known whether they are possible.
    perhaps: BTreeSet<Check>,
    answers: Answers,
}

impl Search {
    fn run(mut self, machine: &Machine<'_>, budget: &Budget<'_>) -> Answers {
        self.reached(machine.initial());
        while let Some(state) = self.open.pop_front() {
            let enough = self.seen.len() > budget.states;
            if enough || self.seen.len().is_multiple_of(64) && !(budget.go_on)() {
                self.answers.stops.insert(Stop::limit("the budget of the search is spent"));
                break;
            }
            let choices = machine.enabled(&state);
            for check in machine.violated_in(&state, choices.is_empty()) {
                self.violates(check, state.tainted);
            }
            if choices.is_empty() {
                self.answers.finals.insert(machine.final_values(&state));
            }
            for choice in choices {
                self.reached(machine.step(&state, &choice));
            }
        }
        self.answers.states = self.seen.len();
        for check in Check::ALL {
            let answer = if self.violated.contains(&check) {
                Answer::Violated
            } else if self.perhaps.contains(&check) || !self.answers.stops.is_empty() {
                Answer::Unknown
            } else {
                Answer::Holds
            };
            self.answers.checks.insert(check, answer);
        }
        self.answers
    }

    fn reached(&mut self, outcome: Outcome) {
        let Outcome { state, happened, stop, .. } = outcome;
        for one in happened {
            let check = Check::of(one.fault);
            self.violates(check, state.tainted || !one.certain);
            self.answers.faults.entry(check).or_insert(one);
        }
        match stop {
            Some(stop) => {
                self.answers.stops.insert(stop);
            }
            None => {
                if self.seen.insert(state.clone()) {
                    self.open.push_back(state);
                }
            }
        }
    }

    fn violates(&mut self, check: Check, tainted: bool) {
        match tainted {
            true => self.perhaps.insert(check),
            false => self.violated.insert(check),
        };
    }
}
