//! Smaller automata of the same words.

use rustc_hash::FxHashMap;
use trine_base::Id;

use super::automaton::LetterBuchi;
use crate::guard::{AtomSet, Cube};
use crate::{AtomId, StateId};

/// Larger automata are only freed of states that are useless or equal.
const STATE_LIMIT: usize = 200;
const LETTER_LIMIT: usize = 64;

impl LetterBuchi {
    /// An automaton of the same words, usually smaller.
    pub fn reduce(&self) -> LetterBuchi {
        let merged = self.trimmed().merged();
        if merged.state_count() > STATE_LIMIT || merged.letter_count() > LETTER_LIMIT {
            return merged;
        }
        let smaller = merged.reduced_with_guards();
        if smaller.state_count() < merged.state_count() { smaller } else { merged }
    }

    /// Without states that cannot be reached or accept nothing; states that no run meets twice do
    /// not accept.
    fn trimmed(&self) -> LetterBuchi {
        if self.state_count() == 0 {
            return LetterBuchi::empty(self.letter_count());
        }
        let (reachable, live) = (self.reachable(), self.live());
        let kept = |state: StateId| reachable[state.index()] && live[state.index()];
        if !kept(self.initial()) {
            return LetterBuchi::empty(self.letter_count());
        }
        let successors = self.successors();
        let components = trine_base::components::components(&successors);
        let mut trimmed = LetterBuchi::new(self.letter_count());
        let number: Vec<Option<StateId>> = (self.states())
            .map(|state| {
                let returns = components.has_cycle(components.of[state.index()], &successors);
                kept(state).then(|| trimmed.state(self.is_accepting(state) && returns))
            })
            .collect();
        for (from, letter, to) in self.edges() {
            if let (Some(from), Some(to)) = (number[from.index()], number[to.index()]) {
                trimmed.edge(from, letter, to);
            }
        }
        trimmed
    }

    /// States that accept alike and lead to the same become one, again and again.
    fn merged(&self) -> LetterBuchi {
        let mut class: Vec<usize> =
            self.states().map(|state| usize::from(self.is_accepting(state))).collect();
        let mut count = 0;
        loop {
            let mut known: FxHashMap<(usize, Vec<Vec<usize>>), usize> = FxHashMap::default();
            let refined: Vec<usize> = (self.states())
                .map(|state| {
                    let leads = self.letters().map(|letter| {
                        let targets = self.targets(state, letter).iter();
                        let mut leads: Vec<usize> = targets.map(|to| class[to.index()]).collect();
                        leads.sort_unstable();
                        leads.dedup();
                        leads
                    });
                    let key = (class[state.index()], leads.collect());
                    let next = known.len();
                    *known.entry(key).or_insert(next)
                })
                .collect();
            let stable = known.len() == count;
            count = known.len();
            class = refined;
            if stable {
                break;
            }
        }
        // Classes are numbered as their first members come, so the initial state stays first.
        let mut merged = LetterBuchi::new(self.letter_count());
        for state in self.states() {
            if class[state.index()] == merged.state_count() {
                merged.state(self.is_accepting(state));
            }
        }
        let moved = |state: StateId| StateId::from_index(class[state.index()]);
        for (from, letter, to) in self.edges() {
            merged.edge(moved(from), letter, moved(to));
        }
        merged
    }

    /// What the reductions of automata with guards can do, letters being numbers in binary.
    fn reduced_with_guards(&self) -> LetterBuchi {
        let bits = usize::BITS - self.letter_count().saturating_sub(1).leading_zeros();
        let is_set = |letter: usize, bit: u32| letter >> bit & 1 == 1;
        let guards: Vec<Cube> = (0..self.letter_count())
            .map(|letter| {
                let mut literals =
                    (0..bits).map(|bit| Cube::literal(AtomId(bit), is_set(letter, bit)));
                let both = literals.try_fold(Cube::always(), |guard, next| guard.and(&next));
                both.unwrap_or_default()
            })
            .collect();
        let moments: Vec<AtomSet> = (0..self.letter_count())
            .map(|letter| (0..bits).filter(|&bit| is_set(letter, bit)).map(AtomId).collect())
            .collect();
        let reduced = self.with_guards(&guards).reduce();
        LetterBuchi::from_buchi(&reduced, &moments).trimmed()
    }
}
