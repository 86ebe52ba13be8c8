//! Letters and sets of letters.

use std::fmt;

use trine_base::Id;

use crate::bits::Bits;

trine_base::define_id!(
    /// One letter of a finite alphabet. Its name lives in a table that the caller owns.
    Letter,
    "e"
);

/// A set of letters.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterSet(Bits);

impl LetterSet {
    /// The empty set.
    pub fn new() -> LetterSet {
        LetterSet::default()
    }

    /// All letters of an alphabet with so many.
    pub fn all(letters: usize) -> LetterSet {
        LetterSet(Bits::below(letters))
    }

    /// The set of this one letter.
    pub fn of(letter: Letter) -> LetterSet {
        LetterSet::from_iter([letter])
    }

    /// Adds a letter.
    pub fn insert(&mut self, letter: Letter) {
        self.0.insert(letter.index());
    }

    /// Whether the letter is in the set.
    pub fn contains(&self, letter: Letter) -> bool {
        self.0.contains(letter.index())
    }

    /// Whether there is no letter in the set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many letters are in the set.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// In their order.
    pub fn iter(&self) -> impl Iterator<Item = Letter> + '_ {
        self.0.iter().map(Letter::from_index)
    }

    /// The letters that are in one of the two sets.
    pub fn union(&self, other: &LetterSet) -> LetterSet {
        let mut both = self.clone();
        both.0.union_with(&other.0);
        both
    }

    /// The letters that are in both sets.
    pub fn intersection(&self, other: &LetterSet) -> LetterSet {
        let mut both = self.clone();
        both.0.intersect_with(&other.0);
        both
    }

    /// The letters of this set that are not in the other one.
    pub fn minus(&self, other: &LetterSet) -> LetterSet {
        let mut rest = self.clone();
        rest.0.subtract(&other.0);
        rest
    }

    /// Whether every letter of this set is in the other one, too.
    pub fn is_subset(&self, other: &LetterSet) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Is there a letter in both?
    pub fn meets(&self, other: &LetterSet) -> bool {
        self.0.meets(&other.0)
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> LetterSet {
        LetterSet(letters.into_iter().map(Id::index).collect())
    }
}

impl fmt::Debug for LetterSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}
