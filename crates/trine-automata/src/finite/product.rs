//! Products of finite automata.

use rustc_hash::FxHashMap;
use trine_base::Id;

use super::dfa::Dfa;
use crate::StateId;
use crate::budget::{Budget, TooLarge};

/// How the answers of two automata make one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combine {
    And,
    Or,
    /// The first but not the second.
    Minus,
    /// Exactly one of them.
    Differ,
}

impl Combine {
    /// Whether the product accepts where the two automata accept or not, as given.
    pub fn of(self, left: bool, right: bool) -> bool {
        match self {
            Combine::And => left && right,
            Combine::Or => left || right,
            Combine::Minus => left && !right,
            Combine::Differ => left != right,
        }
    }
}

impl Dfa {
    /// The words on which the two answers combine to yes; not minimal.
    ///
    /// # Panics
    /// If the alphabets have different sizes.
    pub fn combine(&self, how: Combine, other: &Dfa, limit: u64) -> Result<Dfa, TooLarge> {
        assert_eq!(self.letter_count(), other.letter_count(), "automata of one alphabet");
        let mut budget = Budget::new(limit);
        let first = (self.initial(), other.initial());
        let mut number = FxHashMap::from_iter([(first, StateId(0))]);
        let mut pairs = vec![first];
        let mut rows = Vec::new();
        while let Some(&(left, right)) = pairs.get(rows.len()) {
            budget.spend(1 + self.letter_count())?;
            let targets = self.row(left).iter().copied().zip(other.row(right).iter().copied());
            let row = targets.map(|pair| {
                *number.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    StateId::from_index(pairs.len() - 1)
                })
            });
            let row = row.collect();
            rows.push((how.of(self.is_accepting(left), other.is_accepting(right)), row));
        }
        Ok(Dfa::new(self.letter_count(), StateId(0), rows))
    }

    /// The words of both languages.
    pub fn and(&self, other: &Dfa, limit: u64) -> Result<Dfa, TooLarge> {
        self.combine(Combine::And, other, limit)
    }

    /// The words of one of the two languages.
    pub fn or(&self, other: &Dfa, limit: u64) -> Result<Dfa, TooLarge> {
        self.combine(Combine::Or, other, limit)
    }

    /// The words of this language that are not in the other one.
    pub fn minus(&self, other: &Dfa, limit: u64) -> Result<Dfa, TooLarge> {
        self.combine(Combine::Minus, other, limit)
    }
}
