//! Checks automata: one start, no unknown or unreachable states, no doubtful choices.

use std::collections::{BTreeMap, BTreeSet};

use trine_base::{Diagnostic, Diagnostics, nearest};

use crate::ast::{Automaton, State, VIOLATION};

/// What the automaton is for; it decides what its states can mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Property,
    Constraint,
    Buchi,
}

/// Reports states that are missing, declared twice or cannot be reached, and marks that the role does not have.
pub fn check(automaton: &Automaton, role: Role, diagnostics: &mut Diagnostics) {
    let states = declared(automaton, diagnostics);
    starts(automaton, diagnostics);
    let mut known = true;
    for state in &automaton.states {
        known &= targets(state, &states, role, diagnostics);
        choices(state, role, diagnostics);
        if state.name.name == VIOLATION && role != Role::Buchi {
            violation(state, diagnostics);
        }
    }
    if known {
        unreachable(automaton, diagnostics);
    }
    acceptance(automaton, role, diagnostics);
}

fn declared<'a>(
    automaton: &'a Automaton,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<&'a str, &'a State> {
    let mut states: BTreeMap<&str, &State> = BTreeMap::new();
    for state in &automaton.states {
        if let Some(before) = states.insert(&state.name.name, state) {
            let message = format!("the state `{}` is declared twice", state.name.name);
            let problem = Diagnostic::error(message, state.name.place.0);
            diagnostics.push(problem.related(before.name.place.0, "first declared here"));
        }
    }
    states
}

fn starts(automaton: &Automaton, diagnostics: &mut Diagnostics) {
    let mut starts = automaton.states.iter().filter(|state| state.start);
    let Some(first) = starts.next() else {
        let Some(state) = automaton.states.first() else { return };
        let problem = Diagnostic::error("this automaton has no start", automaton.place.0);
        diagnostics
            .push(problem.help(format!("mark a state: `start {} {{ … }}`", state.name.name)));
        return;
    };
    for other in starts {
        let problem = Diagnostic::error("an automaton has one start", other.name.place.0);
        diagnostics.push(problem.related(first.name.place.0, "the first one"));
    }
}

/// Whether all the states that this one leads to are there.
fn targets(
    state: &State,
    states: &BTreeMap<&str, &State>,
    role: Role,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut known = true;
    let mut reported = BTreeSet::new();
    for target in state.transitions.iter().map(|transition| &transition.target) {
        let name = target.name.as_str();
        let implied = name == VIOLATION && role != Role::Buchi;
        if implied || states.contains_key(name) {
            continue;
        }
        known = false;
        if !reported.insert(name) {
            continue;
        }
        let help = match nearest(name, states.keys().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("declare it: `{name} {{ }}`"),
        };
        let problem = Diagnostic::error(format!("no state `{name}`"), target.place.0);
        diagnostics.push(problem.help(help));
    }
    known
}

/// Two ways to go on with one event: only a Büchi automaton may choose.
fn choices(state: &State, role: Role, diagnostics: &mut Diagnostics) {
    let mut seen = BTreeMap::new();
    for transition in &state.transitions {
        for event in &transition.events {
            let target = &transition.target;
            let Some((before, place)) = seen.insert(&event.name, (target, event.place.0)) else {
                continue;
            };
            if before == target {
                let message = format!("`{}` leads to `{}` already", event.name, target.name);
                let problem = Diagnostic::warning(message, event.place.0);
                diagnostics.push(problem.related(place, "here"));
            } else if role != Role::Buchi {
                let message =
                    format!("`{}` leads from `{}` to two states", event.name, state.name.name);
                let problem = Diagnostic::error(message, event.place.0)
                    .related(place, format!("to `{}`", before.name))
                    .help("only a Büchi automaton may choose");
                diagnostics.push(problem);
            }
        }
    }
}

fn violation(state: &State, diagnostics: &mut Diagnostics) {
    let place = state.name.place.0;
    if state.start || state.accepting {
        let problem = Diagnostic::error("`violation` can neither start nor accept", place);
        diagnostics.push(problem.help("it is the state in which the property is broken"));
    }
    let leaves = state.transitions.iter().find(|it| it.target.name != VIOLATION);
    if let Some(transition) = leaves {
        let problem =
            Diagnostic::error("nothing leads out of `violation`", transition.target.place.0);
        diagnostics.push(problem.help("a violation cannot be taken back"));
    }
}

fn unreachable(automaton: &Automaton, diagnostics: &mut Diagnostics) {
    let starts = automaton.states.iter().filter(|state| state.start);
    let mut reached: BTreeSet<&str> = starts.map(|state| state.name.name.as_str()).collect();
    if reached.is_empty() {
        return;
    }
    let mut ahead: Vec<&str> = reached.iter().copied().collect();
    while let Some(name) = ahead.pop() {
        for state in automaton.states.iter().filter(|state| state.name.name == name) {
            for transition in &state.transitions {
                let target = transition.target.name.as_str();
                if reached.insert(target) {
                    ahead.push(target);
                }
            }
        }
    }
    for state in &automaton.states {
        let name = &state.name;
        if !reached.contains(name.name.as_str()) {
            diagnostics
                .warning(format!("nothing leads to the state `{}`", name.name), name.place.0);
        }
    }
}

fn acceptance(automaton: &Automaton, role: Role, diagnostics: &mut Diagnostics) {
    if automaton.states.iter().any(|state| state.accepting) {
        return;
    }
    let message = match role {
        Role::Property if automaton.has_violation() => return,
        Role::Property => "no state accepts: every execution that ends would be a violation",
        Role::Buchi => "no state accepts: every infinite execution would be a violation",
        Role::Constraint if automaton.has_violation() => return,
        Role::Constraint => "no state accepts: there would be no executions left",
    };
    let problem = Diagnostic::warning(message, automaton.place.0);
    diagnostics.push(problem.help("mark states with `accepting`"));
}
