//! Complementation: the words that an automaton does not accept.

use super::automaton::LetterBuchi;
use super::rank;
use crate::StateId;
use crate::budget::{Budget, TooLarge};

impl LetterBuchi {
    /// An automaton of exactly the infinite words that this one does not accept. For a
    /// deterministic one it has at most twice the states; otherwise it can be very large.
    pub fn complement(&self, limit: u64) -> Result<LetterBuchi, TooLarge> {
        let small = self.reduce();
        // Reduction may cost determinism, which is worth more here than a few states.
        let deterministic = [&small, self].into_iter().find(|one| one.is_deterministic());
        let complement = match deterministic {
            Some(deterministic) => two_copies(deterministic),
            None => rank::complement(&small, &mut Budget::new(limit))?,
        };
        Ok(complement.reduce())
    }
}

/// A word is not accepted when its only run meets accepting states for the last time, or gets
/// stuck. The first copy waits for that moment, the second watches that it was the last time.
fn two_copies(automaton: &LetterBuchi) -> LetterBuchi {
    let mut complement = LetterBuchi::new(automaton.letter_count());
    let first: Vec<StateId> = automaton.states().map(|_| complement.state(false)).collect();
    let stuck = complement.state(true);
    let second: Vec<Option<StateId>> = automaton
        .states()
        .map(|state| (!automaton.is_accepting(state)).then(|| complement.state(true)))
        .collect();
    for letter in automaton.letters() {
        complement.edge(stuck, letter, stuck);
        for (index, state) in automaton.states().enumerate() {
            let targets = automaton.targets(state, letter);
            if targets.is_empty() {
                complement.edge(first[index], letter, stuck);
                if let Some(second) = second[index] {
                    complement.edge(second, letter, stuck);
                }
            }
            for target in targets {
                let target = target.0 as usize;
                complement.edge(first[index], letter, first[target]);
                if let Some(last) = second[target] {
                    complement.edge(first[index], letter, last);
                    if let Some(second) = second[index] {
                        complement.edge(second, letter, last);
                    }
                }
            }
        }
    }
    complement
}
