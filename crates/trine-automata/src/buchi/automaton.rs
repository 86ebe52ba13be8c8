//! The automaton that the rest of the house reads: acceptance on states, cubes on edges.

use trine_base::IndexVec;

use super::reduce;
use crate::budget::Budget;
use crate::guard::Cube;

trine_base::define_id!(
    /// A state of an automaton.
    StateId,
    "q"
);

/// Steps that all reductions of one automaton may take together.
pub(crate) const REDUCTION_EFFORT: u64 = 10_000_000;

/// A nondeterministic Büchi automaton with one initial state. A run may get stuck: then it accepts
/// nothing. A run is accepting when it passes accepting states infinitely often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buchi {
    pub states: IndexVec<StateId, State>,
    pub initial: StateId,
}

/// A state: whether it accepts, and its edges.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct State {
    pub accepting: bool,
    /// The ways out; two states may be joined by several edges, whose guards then mean "or".
    pub edges: Vec<Edge>,
}

/// An edge: the letters it reads, and where it leads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub guard: Cube,
    pub target: StateId,
}

impl Buchi {
    /// The automaton that accepts no word.
    pub fn empty() -> Buchi {
        Buchi { states: IndexVec::from(vec![State::default()]), initial: StateId(0) }
    }

    /// How many edges all states have together.
    pub fn edge_count(&self) -> usize {
        self.states.iter().map(|state| state.edges.len()).sum()
    }

    /// All edges, each with the state that it leaves.
    pub fn edges(&self) -> impl Iterator<Item = (StateId, &Edge)> {
        self.states
            .enumerate()
            .flat_map(|(id, state)| state.edges.iter().map(move |edge| (id, edge)))
    }

    /// An automaton of the same language, usually smaller.
    pub fn reduce(&self) -> Buchi {
        reduce::reduced(self, &mut Budget::new(REDUCTION_EFFORT))
    }

    /// What the reductions make small: states first, then choices between edges that one letter
    /// allows, then edges.
    pub(crate) fn size(&self) -> (usize, usize, usize) {
        let choices = self.states.iter().filter(|state| state.edges.len() < 100).map(|state| {
            let pairs = state.edges.iter().enumerate().flat_map(|(index, edge)| {
                state.edges[index + 1..].iter().map(move |other| (edge, other))
            });
            let both = |(one, other): &(&Edge, &Edge)| {
                one.target != other.target && one.guard.and(&other.guard).is_some()
            };
            pairs.filter(both).count()
        });
        (self.states.len(), choices.sum(), self.edge_count())
    }
}
