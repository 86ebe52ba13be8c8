//! The shortest words of a language, in one fixed order: by length, then letter by letter.

use std::collections::VecDeque;

use trine_base::Id;

use super::dfa::Dfa;
use super::letter::Letter;
use crate::StateId;

impl Dfa {
    /// The first word of the language, in the order of this module; none if the language is empty.
    pub fn shortest_accepted(&self) -> Option<Vec<Letter>> {
        self.shortest(true)
    }

    /// The first word that is not in the language; none if all words are.
    pub fn shortest_rejected(&self) -> Option<Vec<Letter>> {
        self.shortest(false)
    }

    /// The first accepted words, fewer if there are fewer.
    pub fn accepted_words(&self, count: usize) -> Vec<Vec<Letter>> {
        self.first_words(count, true)
    }

    /// The first rejected words, fewer if there are fewer.
    pub fn rejected_words(&self, count: usize) -> Vec<Vec<Letter>> {
        self.first_words(count, false)
    }

    fn shortest(&self, accepted: bool) -> Option<Vec<Letter>> {
        let mut came: Vec<Option<(StateId, Letter)>> = vec![None; self.state_count()];
        let mut seen = vec![false; self.state_count()];
        seen[self.initial().index()] = true;
        let mut waiting = VecDeque::from([self.initial()]);
        while let Some(state) = waiting.pop_front() {
            if self.is_accepting(state) == accepted {
                let steps =
                    std::iter::successors(came[state.index()], |(from, _)| came[from.index()]);
                let mut word: Vec<Letter> = steps.map(|(_, letter)| letter).collect();
                word.reverse();
                return Some(word);
            }
            for letter in self.letters() {
                let next = self.step(state, letter);
                if !std::mem::replace(&mut seen[next.index()], true) {
                    came[next.index()] = Some((state, letter));
                    waiting.push_back(next);
                }
            }
        }
        None
    }

    fn first_words(&self, count: usize, accepted: bool) -> Vec<Vec<Letter>> {
        let ends: Vec<bool> =
            self.states().map(|state| self.is_accepting(state) == accepted).collect();
        let mut finder = Finder { dfa: self, count, words: Vec::new(), within: vec![ends] };
        // A word as long as there are states can be shortened by less than that: after so many
        // lengths without a word there is none any more.
        let mut missing = 0;
        while finder.words.len() < count && missing <= self.state_count() {
            let before = finder.words.len();
            let length = finder.within.len() - 1;
            finder.enumerate(self.initial(), length, &mut Vec::new());
            missing = if finder.words.len() == before { missing + 1 } else { 0 };
            finder.lengthen();
        }
        finder.words
    }
}

struct Finder<'a> {
    dfa: &'a Dfa,
    count: usize,
    words: Vec<Vec<Letter>>,
    /// For each number of letters: the states from which so many can lead to a wanted end.
    within: Vec<Vec<bool>>,
}

impl Finder<'_> {
    /// All wanted words of one length, in the order of the letters, until there are enough. Every
    /// branch that is entered gives a word, so the work is bounded by the words.
    fn enumerate(&mut self, state: StateId, length: usize, word: &mut Vec<Letter>) {
        let mut path = vec![(state, 0)];
        if !self.within[length][state.index()] {
            return;
        }
        while let Some((state, next)) = path.last_mut() {
            if word.len() == length {
                self.words.push(word.clone());
                if self.words.len() == self.count {
                    return;
                }
                *next = self.dfa.letter_count();
            }
            if *next == self.dfa.letter_count() {
                path.pop();
                word.pop();
                continue;
            }
            let letter = Letter::from_index(*next);
            *next += 1;
            let target = self.dfa.step(*state, letter);
            if self.within[length - word.len() - 1][target.index()] {
                word.push(letter);
                path.push((target, 0));
            }
        }
    }

    fn lengthen(&mut self) {
        let last = &self.within[self.within.len() - 1];
        let leads = |state| self.dfa.row(state).iter().any(|target| last[target.index()]);
        let next = self.dfa.states().map(leads).collect();
        self.within.push(next);
    }
}
