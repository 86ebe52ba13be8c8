//! Constraints: executions that leave the language of one are no executions.

use trine_automata::StateId;
use trine_automata::finite::{DEFAULT_LIMIT, Dfa, Letter, TooLarge};
use trine_base::{Id, IndexVec};
use trine_property::{Claim, ClaimEdge, ClaimGuard, ClaimState, ClaimStateId};
use trine_system::{BinaryOp, Expr};

use super::regular::{Words, any_of, automaton_words};
use crate::ast;

/// A constraint, ready to go along with a claim.
pub struct Constraint {
    events: Vec<String>,
    dfa: Dfa,
}

impl Constraint {
    /// The constraint as a finite automaton; none where the written one has errors, which are reported elsewhere.
    pub fn new(written: &ast::Constraint) -> Option<Constraint> {
        let Words { events, dfa, .. } = automaton_words(&written.automaton)?;
        Some(Constraint { events, dfa })
    }

    /// What keeps to both. They go along with a claim as one, so that what cannot be told apart any
    /// more is the same.
    pub fn and(self, other: Constraint) -> Result<Constraint, TooLarge> {
        let mut events = self.events.clone();
        events.extend(other.events.iter().filter(|event| !self.events.contains(event)).cloned());
        let over_all = |constraint: &Constraint| {
            let letters: Vec<Option<Letter>> =
                events.iter().map(|event| constraint.letter(event)).collect();
            constraint.dfa.relabelled(&letters)
        };
        let dfa = over_all(&self).and(&over_all(&other), DEFAULT_LIMIT)?.minimise();
        Ok(Constraint { events, dfa })
    }

    fn letter(&self, event: &String) -> Option<Letter> {
        self.events.iter().position(|known| known == event).map(Letter::from_index)
    }
}

/// What the constraint's automaton does when an event of the joint alphabet is consumed.
struct Observing<'a> {
    dfa: &'a Dfa,
    live: Vec<bool>,
    /// For each event, from 1 on, the constraint's letter.
    letters: Vec<Option<Letter>>,
}

/// The claim, following only executions that keep to the constraint, if there is one. Its events are
/// added to those that are consumed.
pub fn constrained(
    claim: Claim,
    events: &mut Vec<String>,
    constraint: Option<&Constraint>,
) -> Claim {
    let Some(constraint) = constraint else { return claim };
    for event in &constraint.events {
        if !events.contains(event) {
            events.push(event.clone());
        }
    }
    let observing = Observing {
        dfa: &constraint.dfa,
        live: constraint.dfa.live(),
        letters: events.iter().map(|event| constraint.letter(event)).collect(),
    };
    let width = constraint.dfa.state_count();
    let point = |claim: ClaimStateId, at: StateId| {
        ClaimStateId::from_index(claim.index() * width + at.index())
    };
    let mut states: IndexVec<ClaimStateId, ClaimState> = IndexVec::new();
    for state in &claim.states {
        for at in constraint.dfa.states() {
            let mut edges = Vec::new();
            for edge in &state.edges {
                let leads = observing.from(at);
                for (to, observed) in leads {
                    let guard = both(state.guard(edge), observed);
                    edges.push(ClaimEdge {
                        guard: ClaimGuard::When(guard),
                        assertion: edge.assertion.clone(),
                        to: point(edge.to, to),
                    });
                }
            }
            states.push(ClaimState { edges, ..state.clone() });
        }
    }
    let initial = point(claim.initial, constraint.dfa.initial());
    Claim { states, initial, ..claim }
}

impl Observing<'_> {
    /// Where the constraint can be after the next moment, and what is consumed for it. An execution that
    /// ends must end where the constraint accepts.
    fn from(&self, at: StateId) -> Vec<(StateId, Expr)> {
        let mut leads: Vec<(StateId, Vec<u32>)> = vec![(at, vec![0])];
        for (position, letter) in self.letters.iter().enumerate() {
            let to = letter.map_or(at, |letter| self.dfa.step(at, letter));
            let event = position as u32 + 1;
            match leads.iter_mut().find(|(known, _)| *known == to) {
                Some((_, events)) => events.push(event),
                None => leads.push((to, vec![event])),
            }
        }
        leads.retain(|(to, _)| self.live[to.index()]);
        let ended = Expr::binary(BinaryOp::And, Expr::Event(0), Expr::Terminated);
        let condition = |(to, events): (StateId, Vec<u32>)| {
            let observed = any_of(&events);
            let open = match self.dfa.is_accepting(to) {
                true => observed,
                false => both(observed, ended.clone().negated()),
            };
            (to, open)
        };
        leads.into_iter().map(condition).collect()
    }
}

fn both(left: Expr, right: Expr) -> Expr {
    match left {
        Expr::Const(1) => right,
        left => Expr::binary(BinaryOp::And, left, right),
    }
}
