//! The automata that explanations show.

use std::collections::BTreeMap;

use trine_automata::finite::Dfa;
use trine_automata::omega::LetterBuchi;
use trine_automata::{Formula, StateId, translate_within};
use trine_base::Id;

use super::atom_name;
use super::language::{Language, WORK_LIMIT};
use crate::system::temporal::Atoms;

/// An automaton to be drawn.
pub struct Picture {
    pub title: String,
    /// Names, and whether they accept.
    pub states: Vec<(String, bool)>,
    pub start: usize,
    pub edges: Vec<(usize, String, usize)>,
}

/// The automaton that shows most: that of finite executions, unless it says the same of all of them.
pub fn of_language(language: &Language, formula: Option<&(Formula, Atoms)>) -> Picture {
    let events = &language.events;
    let violations = || formula.and_then(of_violations);
    match (&language.finite, &language.infinite) {
        (Some(finite), None) => of_dfa("what may happen", events, finite),
        (Some(finite), Some(_)) => match finite.is_universal() || finite.is_empty() {
            true => violations().unwrap_or_else(|| of_dfa(ENDING, events, finite)),
            false => of_dfa(ENDING, events, finite),
        },
        (None, Some(infinite)) => of_buchi(events, &infinite.good),
        (None, None) => {
            Picture { title: String::new(), states: Vec::new(), start: 0, edges: Vec::new() }
        }
    }
}

const ENDING: &str = "what may happen when it ends or stops";

fn of_dfa(title: &str, events: &[String], dfa: &Dfa) -> Picture {
    let dfa = dfa.renumbered();
    let mut edges = Vec::new();
    for state in dfa.states() {
        let mut labels: BTreeMap<StateId, Vec<&str>> = BTreeMap::new();
        for letter in dfa.letters() {
            labels
                .entry(dfa.step(state, letter))
                .or_default()
                .push(events[letter.index()].as_str());
        }
        for (target, labels) in labels {
            push(&mut edges, state, labels, target);
        }
    }
    Picture {
        title: title.to_string(),
        states: dfa.states().map(|state| named(state, dfa.is_accepting(state))).collect(),
        start: dfa.initial().index(),
        edges,
    }
}

fn of_buchi(events: &[String], good: &LetterBuchi) -> Picture {
    let mut edges = Vec::new();
    for state in good.states() {
        let mut labels: BTreeMap<StateId, Vec<&str>> = BTreeMap::new();
        for letter in good.letters() {
            for target in good.targets(state, letter) {
                labels.entry(*target).or_default().push(events[letter.index()].as_str());
            }
        }
        for (target, labels) in labels {
            push(&mut edges, state, labels, target);
        }
    }
    Picture {
        title: "what may go on for ever".to_string(),
        states: good.states().map(|state| named(state, good.is_accepting(state))).collect(),
        start: good.initial().index(),
        edges,
    }
}

/// The Büchi automaton of the executions that violate a formula; none where it is too large.
pub fn of_violations((formula, atoms): &(Formula, Atoms)) -> Option<Picture> {
    let bad = translate_within(&formula.clone().not(), WORK_LIMIT).ok()?;
    let mut edges = Vec::new();
    for (from, edge) in bad.edges() {
        let literals = edge.guard.literals().into_iter().map(|(atom, positive)| {
            let name = atom_name(&atoms.all[atom.index()]);
            if positive { name } else { format!("!{name}") }
        });
        let text = literals.collect::<Vec<_>>().join(" && ");
        let text = if text.is_empty() { "true".to_string() } else { text };
        edges.push((from.index(), text, edge.target.index()));
    }
    let states = bad.states.enumerate().map(|(id, state)| named(id, state.accepting));
    Some(Picture {
        title: "what must not happen".to_string(),
        states: states.collect(),
        start: bad.initial.index(),
        edges,
    })
}

fn named(state: StateId, accepting: bool) -> (String, bool) {
    (format!("q{}", state.index()), accepting)
}

fn push(edges: &mut Vec<(usize, String, usize)>, from: StateId, labels: Vec<&str>, to: StateId) {
    if !labels.is_empty() {
        edges.push((from.index(), labels.join(", "), to.index()));
    }
}
