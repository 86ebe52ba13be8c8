//! Regular expressions over letters, and their smallest automata.

use super::dfa::Dfa;
use super::letter::{Letter, LetterSet};
use super::nfa::Nfa;
use crate::StateId;
use crate::budget::{Budget, TooLarge};

/// What a state of an automaton costs, in steps: it takes more memory than a step takes time.
pub(super) const STATE_COST: usize = 20;

/// A regular expression. Work on one follows its nesting, so code that builds one from a user's text
/// bounds the nesting first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Regex {
    /// No word at all.
    NoWord,
    /// The word without letters only.
    Epsilon,
    /// Any one letter of the alphabet.
    Any,
    OneOf(LetterSet),
    /// Any one letter of the alphabet but these.
    NoneOf(LetterSet),
    Sequence(Vec<Regex>),
    Choice(Vec<Regex>),
    Star(Box<Regex>),
    Plus(Box<Regex>),
    Optional(Box<Regex>),
    /// At least `min` times, and at most `max` times if there is one.
    Repeat {
        part: Box<Regex>,
        min: u32,
        max: Option<u32>,
    },
}

impl Regex {
    /// The word of this one letter.
    pub fn letter(letter: Letter) -> Regex {
        Regex::OneOf(LetterSet::of(letter))
    }

    /// Any word.
    pub fn anything() -> Regex {
        Regex::Any.star()
    }

    /// A word of this expression, then one of the next.
    pub fn then(self, next: Regex) -> Regex {
        Regex::Sequence(vec![self, next])
    }

    /// A word of one of the two.
    pub fn or(self, other: Regex) -> Regex {
        Regex::Choice(vec![self, other])
    }

    /// Any number of words of this expression, none included.
    pub fn star(self) -> Regex {
        Regex::Star(Box::new(self))
    }

    /// One or more words of this expression.
    pub fn plus(self) -> Regex {
        Regex::Plus(Box::new(self))
    }

    /// A word of this expression, or the empty word.
    pub fn optional(self) -> Regex {
        Regex::Optional(Box::new(self))
    }

    /// At least `min` and at most `max` words of this expression; without `max`, any number from `min` on.
    pub fn repeat(self, min: u32, max: Option<u32>) -> Regex {
        Regex::Repeat { part: Box::new(self), min, max }
    }

    /// The smallest automaton of the words that match, over an alphabet of so many letters;
    /// letters of the expression that are not in the alphabet match nothing.
    pub fn to_dfa(&self, letters: usize, limit: u64) -> Result<Dfa, TooLarge> {
        let mut budget = Budget::new(limit);
        Ok(self.nfa(letters, &mut budget)?.determinise_with(&mut budget)?.minimise())
    }

    /// Thompson's construction: linear in the expression with its repetitions written out.
    pub fn to_nfa(&self, letters: usize, limit: u64) -> Result<Nfa, TooLarge> {
        self.nfa(letters, &mut Budget::new(limit))
    }

    fn nfa(&self, letters: usize, budget: &mut Budget) -> Result<Nfa, TooLarge> {
        let mut builder = Builder { nfa: Nfa::new(letters), letters, budget };
        let start = builder.nfa.initial();
        let end = builder.add(self, start)?;
        builder.nfa.set_accepting(end, true);
        Ok(builder.nfa)
    }
}

struct Builder<'a> {
    nfa: Nfa,
    letters: usize,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    /// Adds what matches the expression after the given state; gives the state behind it, which
    /// has no way out yet and is never the given one.
    fn add(&mut self, regex: &Regex, from: StateId) -> Result<StateId, TooLarge> {
        match regex {
            Regex::NoWord => self.fresh(),
            Regex::Epsilon => self.skip(from),
            Regex::Any => self.one_of(LetterSet::all(self.letters), from),
            Regex::OneOf(set) => self.one_of(set.clone(), from),
            Regex::NoneOf(set) => self.one_of(LetterSet::all(self.letters).minus(set), from),
            Regex::Sequence(parts) => {
                let mut last = self.skip(from)?;
                for part in parts {
                    last = self.add(part, last)?;
                }
                Ok(last)
            }
            Regex::Choice(parts) => {
                let end = self.fresh()?;
                for part in parts {
                    let last = self.add(part, from)?;
                    self.nfa.silent(last, end);
                }
                Ok(end)
            }
            Regex::Star(part) => self.star(part, from),
            Regex::Plus(part) => {
                let last = self.add(part, from)?;
                self.star(part, last)
            }
            Regex::Optional(part) => {
                let last = self.add(part, from)?;
                self.nfa.silent(from, last);
                Ok(last)
            }
            Regex::Repeat { part, min, max } => self.repeat(part, *min, *max, from),
        }
    }

    fn repeat(
        &mut self,
        part: &Regex,
        min: u32,
        max: Option<u32>,
        from: StateId,
    ) -> Result<StateId, TooLarge> {
        let mut last = self.skip(from)?;
        for _ in 0..min {
            last = self.add(part, last)?;
        }
        let Some(max) = max else { return self.star(part, last) };
        if max < min {
            return self.fresh();
        }
        let end = self.fresh()?;
        self.nfa.silent(last, end);
        for _ in min..max {
            last = self.add(part, last)?;
            self.nfa.silent(last, end);
        }
        Ok(end)
    }

    fn star(&mut self, part: &Regex, from: StateId) -> Result<StateId, TooLarge> {
        let turn = self.skip(from)?;
        let last = self.add(part, turn)?;
        self.nfa.silent(last, turn);
        self.skip(turn)
    }

    fn one_of(&mut self, set: LetterSet, from: StateId) -> Result<StateId, TooLarge> {
        let to = self.fresh()?;
        self.nfa.edge(from, set, to);
        Ok(to)
    }

    fn skip(&mut self, from: StateId) -> Result<StateId, TooLarge> {
        let to = self.fresh()?;
        self.nfa.silent(from, to);
        Ok(to)
    }

    fn fresh(&mut self) -> Result<StateId, TooLarge> {
        self.budget.spend(STATE_COST)?;
        Ok(self.nfa.state(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite::DEFAULT_LIMIT;

    const UP: Letter = Letter(0);
    const DOWN: Letter = Letter(1);

    #[test]
    fn no_fork_is_raised_twice() {
        let down_or_both = Regex::letter(DOWN).or(Regex::letter(UP).then(Regex::letter(DOWN)));
        let regex = down_or_both.star().then(Regex::letter(UP).optional());
        let dfa = regex.to_dfa(2, DEFAULT_LIMIT).unwrap();
        assert_eq!(dfa.state_count(), 3);
        assert!(dfa.accepts(&[]) && dfa.accepts(&[UP, DOWN, DOWN, UP]));
        assert!(!dfa.accepts(&[UP, DOWN, UP, UP]));
    }

    #[test]
    fn repetitions_are_counted() {
        let dfa = Regex::Any.repeat(2, Some(4)).to_dfa(1, DEFAULT_LIMIT).unwrap();
        let accepted: Vec<usize> =
            (0..8).filter(|&length| dfa.accepts(&vec![UP; length])).collect();
        assert_eq!(accepted, [2, 3, 4]);
        let dfa = Regex::letter(UP).repeat(3, None).to_dfa(2, DEFAULT_LIMIT).unwrap();
        assert!(dfa.accepts(&[UP; 5]) && !dfa.accepts(&[UP; 2]) && !dfa.accepts(&[UP, UP, DOWN]));
        let none = Regex::Any.repeat(2, Some(1)).to_dfa(2, DEFAULT_LIMIT).unwrap();
        assert_eq!(none, Dfa::constant(2, false));
    }

    #[test]
    fn large_repetitions_end() {
        let mut regex = Regex::letter(UP);
        for _ in 0..5 {
            regex = regex.repeat(0, Some(u32::MAX));
        }
        assert_eq!(regex.to_dfa(2, 1_000_000), Err(TooLarge));
        let long = Regex::letter(UP).repeat(5_000, Some(5_000));
        assert_eq!(long.to_dfa(2, DEFAULT_LIMIT).unwrap().state_count(), 5_002);
        let nothing = Regex::Epsilon.repeat(0, Some(u32::MAX)).repeat(0, Some(u32::MAX));
        assert_eq!(nothing.to_dfa(2, 1_000_000), Err(TooLarge));
    }
}
