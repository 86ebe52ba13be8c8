//! Whether two automata accept the same words, and the shortest word that tells them apart.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::dfa::Dfa;
use super::letter::Letter;
use super::product::Combine;
use crate::StateId;
use crate::budget::{Budget, TooLarge};

impl Dfa {
    /// The shortest word that only one of the two accepts, the first in the order of the letters;
    /// `None` if they accept the same words.
    ///
    /// # Panics
    /// If the alphabets have different sizes.
    pub fn difference(&self, other: &Dfa, limit: u64) -> Result<Option<Vec<Letter>>, TooLarge> {
        self.shortest_combined(Combine::Differ, other, limit)
    }

    /// The shortest word that this automaton accepts and the other does not.
    ///
    /// # Panics
    /// If the alphabets have different sizes.
    pub fn not_in(&self, other: &Dfa, limit: u64) -> Result<Option<Vec<Letter>>, TooLarge> {
        self.shortest_combined(Combine::Minus, other, limit)
    }

    /// The shortest word on which the two answers combine to yes.
    ///
    /// # Panics
    /// If the alphabets have different sizes.
    pub fn shortest_combined(
        &self,
        how: Combine,
        other: &Dfa,
        limit: u64,
    ) -> Result<Option<Vec<Letter>>, TooLarge> {
        assert_eq!(self.letter_count(), other.letter_count(), "automata of one alphabet");
        type Pair = (StateId, StateId);
        let mut budget = Budget::new(limit);
        let first = (self.initial(), other.initial());
        let mut came: FxHashMap<Pair, Option<(Pair, Letter)>> = FxHashMap::default();
        came.insert(first, None);
        let mut waiting = VecDeque::from([first]);
        while let Some(pair) = waiting.pop_front() {
            budget.spend(1 + self.letter_count())?;
            if how.of(self.is_accepting(pair.0), other.is_accepting(pair.1)) {
                let steps = std::iter::successors(came[&pair], |(from, _)| came[from]);
                let mut word: Vec<Letter> = steps.map(|(_, letter)| letter).collect();
                word.reverse();
                return Ok(Some(word));
            }
            for letter in self.letters() {
                let next = (self.step(pair.0, letter), other.step(pair.1, letter));
                came.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    Some((pair, letter))
                });
            }
        }
        Ok(None)
    }
}
