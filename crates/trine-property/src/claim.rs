//! Claims: automata over states that run in step with the system and accept its bad executions.
//!
//! A claim moves first: in a product state (s, q) it takes an edge q → q' whose guard holds in s, then
//! the system steps from s to s'. It sees raw states only: while a process holds exclusive control, by
//! an atomic step or a d_step, the claim waits. Where the system cannot step, it repeats s for ever and the claim
//! moves on alone, unless executions that end are none of its business. Where the claim cannot move, the execution is none of its business. An execution
//! is accepted, and so violates, when the claim reaches a final state, when an assertion on one of its
//! edges fails, or when it passes accepting states infinitely often.

use std::collections::BTreeMap;

use trine_automata::Buchi;
use trine_base::{Id, IndexVec, Span, define_id};
use trine_system::{BinaryOp, Expr};

use crate::EventInstrumentation;

define_id!(/// A state of a claim.
    ClaimStateId, "q");

/// A Büchi automaton, or one that ends, over states and events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub states: IndexVec<ClaimStateId, ClaimState>,
    pub initial: ClaimStateId,
    /// The events that it observes; the first of them is consumed by `Expr::Event(1)`.
    pub instrumentation: Option<EventInstrumentation>,
    /// Executions that end are none of its business.
    pub infinite_only: bool,
    /// Repeating a state any number of times never matters to it: reductions are sound.
    pub stutter_invariant: bool,
    pub origin: ClaimOrigin,
    /// Where one of these holds too, the property holds only because what it speaks of never happens.
    pub vacuous_if: Vec<Claim>,
}

/// A state of a claim.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClaimState {
    /// Its label in the source, if it has one.
    pub name: Option<String>,
    pub accepting: bool,
    pub progress: bool,
    /// Reaching it is a violation by itself.
    pub final_: bool,
    /// Tried in order; an `Else` holds where no other does.
    pub edges: Vec<ClaimEdge>,
    pub span: Option<Span>,
}

/// An edge of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimEdge {
    pub guard: ClaimGuard,
    /// Taking the edge in a state where this is false is a violation by itself.
    pub assertion: Option<Expr>,
    pub to: ClaimStateId,
}

/// When an edge of a claim can be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimGuard {
    When(Expr),
    Else,
}

/// Where a claim comes from, for reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimOrigin {
    /// Written as an automaton of bad executions.
    Never,
    /// The negation of this formula.
    Formula(String),
    /// Accepts all that its constraints leave.
    Everything,
}

impl ClaimState {
    /// When an edge of it can be taken, its `else` spelled out.
    pub fn guard(&self, edge: &ClaimEdge) -> Expr {
        match &edge.guard {
            ClaimGuard::When(guard) => guard.clone(),
            ClaimGuard::Else => {
                let others = self.edges.iter().filter_map(|other| match &other.guard {
                    ClaimGuard::When(guard) => Some(guard.clone().negated()),
                    ClaimGuard::Else => None,
                });
                let both = |left: Expr, right: Expr| Expr::binary(BinaryOp::And, left, right);
                others.reduce(both).unwrap_or(Expr::TRUE)
            }
        }
    }
}

impl Claim {
    /// The claim with the states of a Büchi automaton, whose atoms are these conditions.
    pub fn of_automaton(automaton: &Buchi, atoms: &[Expr], origin: ClaimOrigin) -> Claim {
        let states = automaton.states.iter().map(|state| {
            let edges = state.edges.iter().map(|edge| {
                let literals = edge.guard.literals().into_iter().map(|(atom, positive)| {
                    let atom = atoms[atom.index()].clone();
                    if positive { atom } else { atom.negated() }
                });
                let both = |left: Expr, right: Expr| Expr::binary(BinaryOp::And, left, right);
                let guard = ClaimGuard::When(literals.reduce(both).unwrap_or(Expr::TRUE));
                ClaimEdge { guard, assertion: None, to: ClaimStateId(edge.target.0) }
            });
            let edges: Vec<ClaimEdge> = edges.collect();
            ClaimState { accepting: state.accepting, edges, ..ClaimState::default() }
        });
        let mut states: IndexVec<ClaimStateId, ClaimState> = states.collect();
        for (id, state) in states.iter_mut().enumerate() {
            // Whatever comes after this state, it is accepted: the violation is complete.
            let stays = |edge: &ClaimEdge| {
                edge.to.index() == id && edge.guard == ClaimGuard::When(Expr::TRUE)
            };
            state.final_ = state.accepting && state.edges.iter().any(stays);
        }
        Claim {
            states,
            initial: ClaimStateId(automaton.initial.0),
            instrumentation: None,
            infinite_only: false,
            stutter_invariant: false,
            origin,
            vacuous_if: Vec::new(),
        }
    }

    /// The claim that accepts every execution.
    pub fn of_everything(infinite_only: bool) -> Claim {
        let stay =
            ClaimEdge { guard: ClaimGuard::When(Expr::TRUE), assertion: None, to: ClaimStateId(0) };
        let state = ClaimState { accepting: true, edges: vec![stay], ..ClaimState::default() };
        Claim {
            states: [state].into_iter().collect(),
            initial: ClaimStateId(0),
            instrumentation: None,
            infinite_only,
            stutter_invariant: true,
            origin: ClaimOrigin::Everything,
            vacuous_if: Vec::new(),
        }
    }

    /// The claim, accepting for ever only what another one accepts for ever, too.
    pub fn accepting_with(&self, other: &Claim) -> Claim {
        // It waits in turn for the one and for the other to accept.
        type Point = (ClaimStateId, ClaimStateId, bool);
        let mut known: BTreeMap<Point, ClaimStateId> = BTreeMap::new();
        let mut points: Vec<Point> = vec![(self.initial, other.initial, false)];
        known.insert(points[0], ClaimStateId(0));
        let mut states = IndexVec::new();
        while let Some((own, its, second)) = points.get(states.len()).copied() {
            let (state, beside) = (&self.states[own], &other.states[its]);
            let turn = if second { !beside.accepting } else { state.accepting };
            let mut edges = Vec::new();
            for edge in &state.edges {
                for with in &beside.edges {
                    let point = (edge.to, with.to, turn);
                    let to = *known.entry(point).or_insert_with(|| {
                        points.push(point);
                        ClaimStateId::from_index(points.len() - 1)
                    });
                    let guard = match (state.guard(edge), beside.guard(with)) {
                        (guard, Expr::Const(1)) | (Expr::Const(1), guard) => guard,
                        (left, right) => Expr::binary(BinaryOp::And, left, right),
                    };
                    let guard = ClaimGuard::When(guard);
                    edges.push(ClaimEdge { guard, assertion: edge.assertion.clone(), to });
                }
            }
            states.push(ClaimState {
                accepting: second && beside.accepting,
                edges,
                ..state.clone()
            });
        }
        Claim { states, initial: ClaimStateId(0), ..self.clone() }
    }

    /// The states the claim can move to, given how expressions evaluate in the current state; the
    /// flag says that an assertion on the edge failed. A guard that cannot be evaluated is false; the engine that
    /// searches must then say that nothing was proved.
    pub fn moves<E>(
        &self,
        from: ClaimStateId,
        mut eval: impl FnMut(&Expr) -> Result<i64, E>,
    ) -> Vec<(ClaimStateId, bool)> {
        let mut moves = Vec::new();
        let mut any = false;
        for edge in &self.states[from].edges {
            let open = match &edge.guard {
                ClaimGuard::When(guard) => matches!(eval(guard), Ok(value) if value != 0),
                ClaimGuard::Else => false,
            };
            if open {
                any = true;
                let failed = match &edge.assertion {
                    Some(assertion) => matches!(eval(assertion), Ok(0)),
                    None => false,
                };
                if !moves.contains(&(edge.to, failed)) {
                    moves.push((edge.to, failed));
                }
            }
        }
        if !any {
            for edge in &self.states[from].edges {
                if edge.guard == ClaimGuard::Else {
                    let failed = match &edge.assertion {
                        Some(assertion) => matches!(eval(assertion), Ok(0)),
                        None => false,
                    };
                    moves.push((edge.to, failed));
                }
            }
        }
        moves
    }

    /// Whether some execution could violate it by an accepting cycle.
    pub fn has_accepting(&self) -> bool {
        self.states.iter().any(|state| state.accepting)
    }

    /// All expressions the claim looks at.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.states.iter().flat_map(|state| &state.edges).flat_map(|edge| {
            let guard = match &edge.guard {
                ClaimGuard::When(guard) => Some(guard),
                ClaimGuard::Else => None,
            };
            guard.into_iter().chain(edge.assertion.as_ref())
        })
    }
}
