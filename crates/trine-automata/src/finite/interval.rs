//! Intervals: a word begins with some stretches, each of which ends with a certain letter.

use super::{Dfa, Letter, LetterSet, Nfa};
use crate::StateId;
use crate::budget::TooLarge;

/// A stretch of a word. What is required and forbidden is about the letters before its last one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    /// Its last letter is one of these.
    pub ends: LetterSet,
    pub requires: Vec<Letter>,
    pub forbids: LetterSet,
}

/// The words that begin with none of these sequences of intervals.
pub fn without_intervals(
    sequences: &[Vec<Interval>],
    letters: usize,
    limit: u64,
) -> Result<Dfa, TooLarge> {
    let mut nfa = Nfa::new(letters);
    let matched = nfa.state(true);
    nfa.edge(matched, LetterSet::all(letters), matched);
    for sequence in sequences {
        let mut start = nfa.initial();
        for (position, interval) in sequence.iter().enumerate() {
            let last = position + 1 == sequence.len();
            let fresh = if position == 0 { nfa.state(false) } else { start };
            if position == 0 {
                nfa.silent(start, fresh);
            }
            let done = if last { matched } else { nfa.state(false) };
            stretch(&mut nfa, fresh, interval, done, letters)?;
            start = done;
        }
        if sequence.is_empty() {
            nfa.silent(start, matched);
        }
    }
    Ok(nfa.determinise(limit)?.complement().minimise())
}

/// One state for each set of required letters that were seen.
fn stretch(
    nfa: &mut Nfa,
    start: StateId,
    interval: &Interval,
    done: StateId,
    letters: usize,
) -> Result<(), TooLarge> {
    if interval.requires.len() > 12 {
        return Err(TooLarge);
    }
    let sets = 1usize << interval.requires.len();
    let states: Vec<StateId> =
        (0..sets).map(|set| if set == 0 { start } else { nfa.state(false) }).collect();
    for (set, &from) in states.iter().enumerate() {
        for one in (0..letters).map(|letter| Letter(letter as u32)) {
            if interval.forbids.contains(one) {
                continue;
            }
            let seen = interval.requires.iter().enumerate().filter(|(_, other)| **other == one);
            let grown = seen.fold(set, |set, (position, _)| set | 1 << position);
            nfa.edge(from, LetterSet::of(one), states[grown]);
        }
        if set + 1 == sets {
            nfa.edge(from, interval.ends.clone(), done);
        }
    }
    Ok(())
}
