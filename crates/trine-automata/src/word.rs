//! Infinite words that end in a cycle.

use crate::guard::AtomSet;

/// The word `prefix cycle cycle cycle …`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lasso {
    prefix: Vec<AtomSet>,
    cycle: Vec<AtomSet>,
}

impl Lasso {
    /// `None` if the cycle is empty: that would be a finite word.
    pub fn new(prefix: Vec<AtomSet>, cycle: Vec<AtomSet>) -> Option<Lasso> {
        (!cycle.is_empty()).then_some(Lasso { prefix, cycle })
    }

    /// The prefix, then one letter for ever.
    pub fn ending_in(prefix: Vec<AtomSet>, last: AtomSet) -> Lasso {
        Lasso { prefix, cycle: vec![last] }
    }

    /// The letters before the cycle.
    pub fn prefix(&self) -> &[AtomSet] {
        &self.prefix
    }

    /// The letters that are repeated for ever.
    pub fn cycle(&self) -> &[AtomSet] {
        &self.cycle
    }

    /// How many positions there are before the word repeats itself.
    pub(crate) fn positions(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    pub(crate) fn letter(&self, position: usize) -> &AtomSet {
        match self.prefix.get(position) {
            Some(letter) => letter,
            None => &self.cycle[position - self.prefix.len()],
        }
    }

    pub(crate) fn after(&self, position: usize) -> usize {
        if position + 1 < self.positions() { position + 1 } else { self.prefix.len() }
    }
}
