//! Runs an automaton on a word that ends in a cycle.

use trine_base::Id;

use super::automaton::Buchi;
use crate::guard::AtomSet;
use crate::word::Lasso;
use trine_base::components::{components, reachable};

impl Buchi {
    /// Does the automaton accept `prefix cycle cycle …`? An empty cycle is no infinite word, and is
    /// not accepted.
    pub fn accepts(&self, prefix: &[AtomSet], cycle: &[AtomSet]) -> bool {
        Lasso::new(prefix.to_vec(), cycle.to_vec()).is_some_and(|word| self.accepts_word(&word))
    }

    /// Is there a run on the word that meets accepting states infinitely often?
    pub fn accepts_word(&self, word: &Lasso) -> bool {
        let states = self.states.len();
        let node = |position: usize, state: usize| position * states + state;
        let mut successors = Vec::with_capacity(word.positions() * states);
        for position in 0..word.positions() {
            for state in &self.states {
                let taken =
                    state.edges.iter().filter(|edge| edge.guard.allows(word.letter(position)));
                let next = taken.map(|edge| node(word.after(position), edge.target.index()));
                successors.push(next.collect::<Vec<usize>>());
            }
        }
        let reachable = reachable(node(0, self.initial.index()), &successors);
        let components = components(&successors);
        components.members.iter().enumerate().any(|(component, members)| {
            reachable[members[0]]
                && members.iter().any(|node| self.states.as_slice()[node % states].accepting)
                && components.has_cycle(component, &successors)
        })
    }
}
