//! Nondeterministic finite automata, and their determinisation by the subset construction.

use rustc_hash::FxHashMap;
use trine_base::{Id, IndexVec};

use super::dfa::Dfa;
use super::letter::{Letter, LetterSet};
use super::regex::STATE_COST;
use crate::StateId;
use crate::budget::{Budget, TooLarge};

/// A nondeterministic automaton with silent steps. A word is accepted when some run on it ends in
/// an accepting state; a run may get stuck.
#[derive(Clone, Debug)]
pub struct Nfa {
    letters: usize,
    initial: StateId,
    states: IndexVec<StateId, State>,
}

#[derive(Clone, Default, Debug)]
struct State {
    accepting: bool,
    silent: Vec<StateId>,
    edges: Vec<(LetterSet, StateId)>,
}

impl Nfa {
    /// One initial state, which accepts nothing yet.
    pub fn new(letters: usize) -> Nfa {
        let states = IndexVec::from(vec![State::default()]);
        Nfa { letters, initial: StateId(0), states }
    }

    /// The state in which every word starts.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Adds a state without edges.
    pub fn state(&mut self, accepting: bool) -> StateId {
        self.states.push(State { accepting, ..State::default() })
    }

    /// Says whether a word that ends in this state is in the language.
    pub fn set_accepting(&mut self, state: StateId, accepting: bool) {
        self.states[state].accepting = accepting;
    }

    /// Any letter of the set leads there; letters outside the alphabet are ignored.
    pub fn edge(&mut self, from: StateId, letters: LetterSet, to: StateId) {
        self.states[from].edges.push((letters, to));
    }

    /// A step without a letter.
    pub fn silent(&mut self, from: StateId, to: StateId) {
        self.states[from].silent.push(to);
    }

    /// Adds all states of a deterministic automaton. Gives its initial state, and those in which
    /// it accepts: they do not accept here until [`Nfa::set_accepting`] says so.
    pub fn embed(&mut self, automaton: &Dfa) -> (StateId, Vec<StateId>) {
        let base = self.states.len();
        let moved = |state: StateId| StateId::from_index(base + state.index());
        let mut accepting = Vec::new();
        for state in automaton.states() {
            let mut edges: Vec<(LetterSet, StateId)> = Vec::new();
            for letter in automaton.letters() {
                let target = moved(automaton.step(state, letter));
                match edges.iter_mut().find(|(_, known)| *known == target) {
                    Some((letters, _)) => letters.insert(letter),
                    None => edges.push((LetterSet::of(letter), target)),
                }
            }
            self.states.push(State { edges, ..State::default() });
            if automaton.is_accepting(state) {
                accepting.push(moved(state));
            }
        }
        (moved(automaton.initial()), accepting)
    }

    /// The deterministic automaton of the same words, by the subset construction.
    pub fn determinise(&self, limit: u64) -> Result<Dfa, TooLarge> {
        self.determinise_with(&mut Budget::new(limit))
    }

    pub(crate) fn determinise_with(&self, budget: &mut Budget) -> Result<Dfa, TooLarge> {
        let mut closer = Closer { nfa: self, seen: vec![0; self.states.len()], round: 0 };
        let mut number: FxHashMap<Box<[StateId]>, StateId> = FxHashMap::default();
        let mut subsets = vec![closer.close(vec![self.initial], budget)?];
        number.insert(subsets[0].clone(), StateId(0));
        let mut rows = Vec::new();
        while let Some(subset) = subsets.get(rows.len()).cloned() {
            let accepting = subset.iter().any(|&state| self.states[state].accepting);
            let mut row = Vec::with_capacity(self.letters);
            budget.spend(STATE_COST + subset.len() + self.letters)?;
            for letter in (0..self.letters).map(Letter::from_index) {
                let mut targets = Vec::new();
                for &state in &subset {
                    let edges = &self.states[state].edges;
                    budget.spend(edges.len())?;
                    let taken = edges.iter().filter(|(letters, _)| letters.contains(letter));
                    targets.extend(taken.map(|&(_, target)| target));
                }
                let target = closer.close(targets, budget)?;
                row.push(*number.entry(target).or_insert_with_key(|target| {
                    subsets.push(target.clone());
                    StateId::from_index(subsets.len() - 1)
                }));
            }
            rows.push((accepting, row));
        }
        Ok(Dfa::new(self.letters, StateId(0), rows))
    }
}

/// Follows silent steps.
struct Closer<'a> {
    nfa: &'a Nfa,
    /// The round in which a state was last met.
    seen: Vec<u64>,
    round: u64,
}

impl Closer<'_> {
    /// The states reached without a letter, in order. Those with nothing but silent steps are left
    /// out: they say nothing that their followers do not say.
    fn close(
        &mut self,
        mut waiting: Vec<StateId>,
        budget: &mut Budget,
    ) -> Result<Box<[StateId]>, TooLarge> {
        self.round += 1;
        let mut closed = Vec::new();
        budget.spend(1 + waiting.len())?;
        while let Some(state) = waiting.pop() {
            if std::mem::replace(&mut self.seen[state.index()], self.round) == self.round {
                continue;
            }
            let State { accepting, silent, edges } = &self.nfa.states[state];
            budget.spend(1 + silent.len())?;
            waiting.extend(silent.iter().copied());
            if *accepting || !edges.is_empty() {
                closed.push(state);
            }
        }
        closed.sort_unstable();
        Ok(closed.into_boxed_slice())
    }
}

impl From<&Dfa> for Nfa {
    fn from(automaton: &Dfa) -> Nfa {
        let mut nfa = Nfa::new(automaton.letter_count());
        let (initial, accepting) = nfa.embed(automaton);
        nfa.silent(nfa.initial, initial);
        for state in accepting {
            nfa.set_accepting(state, true);
        }
        nfa
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite::DEFAULT_LIMIT;

    /// The letter `distance` before the end is `e0`: the deterministic automaton is exponential.
    fn from_the_end(distance: usize) -> Nfa {
        let mut nfa = Nfa::new(2);
        let mut last = nfa.state(false);
        nfa.edge(nfa.initial(), LetterSet::all(2), nfa.initial());
        nfa.edge(nfa.initial(), LetterSet::of(Letter(0)), last);
        for _ in 1..distance {
            let next = nfa.state(false);
            nfa.edge(last, LetterSet::all(2), next);
            last = next;
        }
        nfa.set_accepting(last, true);
        nfa
    }

    #[test]
    fn guesses_are_simulated() {
        let dfa = from_the_end(3).determinise(DEFAULT_LIMIT).unwrap();
        assert_eq!(dfa.state_count(), 8);
        assert!(dfa.accepts(&[Letter(1), Letter(0), Letter(1), Letter(1)]));
        assert!(!dfa.accepts(&[Letter(0), Letter(1), Letter(1), Letter(1)]));
    }

    #[test]
    fn what_is_too_large_is_given_up() {
        assert_eq!(from_the_end(40).determinise(1_000_000), Err(TooLarge));
    }

    #[test]
    fn silent_circles_end() {
        let mut nfa = Nfa::new(1);
        let other = nfa.state(true);
        nfa.silent(nfa.initial(), other);
        nfa.silent(other, nfa.initial());
        let dfa = nfa.determinise(DEFAULT_LIMIT).unwrap();
        assert!(dfa.accepts(&[]) && !dfa.accepts(&[Letter(0)]));
    }
}
