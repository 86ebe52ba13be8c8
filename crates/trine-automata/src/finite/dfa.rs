//! Deterministic finite automata in which every state knows where every letter leads.

use trine_base::Id;

use super::letter::Letter;
use crate::StateId;

/// A deterministic, total automaton: a word has exactly one run, and is accepted when that run
/// ends in an accepting state. Equality is equality of the tables; [`Dfa::minimise`] makes it
/// equality of the languages.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dfa {
    letters: usize,
    initial: StateId,
    accepting: Vec<bool>,
    /// Row after row: where each letter leads from each state.
    table: Vec<StateId>,
}

impl Dfa {
    /// One row per state, one entry per letter.
    ///
    /// # Panics
    /// If there is no state, a row has the wrong length, or an entry or the initial state is none.
    pub fn new(letters: usize, initial: StateId, states: Vec<(bool, Vec<StateId>)>) -> Dfa {
        let count = states.len();
        assert!(initial.index() < count, "the initial state is a state");
        let mut accepting = Vec::with_capacity(count);
        let mut table = Vec::with_capacity(count * letters);
        for (accepts, row) in states {
            assert_eq!(row.len(), letters, "every state says where every letter leads");
            assert!(row.iter().all(|target| target.index() < count), "letters lead to states");
            accepting.push(accepts);
            table.extend(row);
        }
        Dfa { letters, initial, accepting, table }
    }

    /// The automaton of all words, or of none.
    pub fn constant(letters: usize, accepts: bool) -> Dfa {
        Dfa::new(letters, StateId(0), vec![(accepts, vec![StateId(0); letters])])
    }

    /// How many letters its alphabet has.
    pub fn letter_count(&self) -> usize {
        self.letters
    }

    /// The letters of the alphabet, in order.
    pub fn letters(&self) -> impl DoubleEndedIterator<Item = Letter> + ExactSizeIterator + use<> {
        (0..self.letters).map(Letter::from_index)
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.accepting.len()
    }

    /// All states, in order.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + ExactSizeIterator + use<> {
        (0..self.accepting.len()).map(StateId::from_index)
    }

    /// The state in which every word starts.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// Whether a word that ends in this state is in the language.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state.index()]
    }

    /// Where a letter leads from a state.
    pub fn step(&self, state: StateId, letter: Letter) -> StateId {
        self.table[state.index() * self.letters + letter.index()]
    }

    /// Where each letter leads, in the order of the letters.
    pub fn row(&self, state: StateId) -> &[StateId] {
        &self.table[state.index() * self.letters..][..self.letters]
    }

    /// The state in which a word ends.
    pub fn run(&self, word: &[Letter]) -> StateId {
        word.iter().fold(self.initial, |state, &letter| self.step(state, letter))
    }

    /// Whether the word is in the language.
    pub fn accepts(&self, word: &[Letter]) -> bool {
        self.is_accepting(self.run(word))
    }

    /// The automaton of all other words.
    pub fn complement(&self) -> Dfa {
        let accepting = self.accepting.iter().map(|accepts| !accepts).collect();
        Dfa { accepting, ..self.clone() }
    }

    /// The same automaton with other accepting states.
    pub fn with_accepting(&self, accepting: impl Fn(StateId) -> bool) -> Dfa {
        Dfa { accepting: self.states().map(accepting).collect(), ..self.clone() }
    }

    /// The states that can be reached, numbered as a search in breadth meets them, letters in
    /// their order: automata that differ only in names become equal.
    pub fn renumbered(&self) -> Dfa {
        let mut number = vec![None; self.state_count()];
        number[self.initial.index()] = Some(StateId(0));
        let mut order = vec![self.initial];
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            next += 1;
            for &target in self.row(state) {
                if number[target.index()].is_none() {
                    number[target.index()] = Some(StateId::from_index(order.len()));
                    order.push(target);
                }
            }
        }
        let table = order.iter().flat_map(|&state| self.row(state));
        Dfa {
            letters: self.letters,
            initial: StateId(0),
            accepting: order.iter().map(|&state| self.is_accepting(state)).collect(),
            table: table.filter_map(|target| number[target.index()]).collect(),
        }
    }

    /// The same words over a larger or otherwise numbered alphabet. Each new letter is given as
    /// the old letter that it behaves like, or `None` for a letter that changes nothing.
    ///
    /// # Panics
    /// If an old letter is none of this automaton's.
    pub fn relabelled(&self, letters: &[Option<Letter>]) -> Dfa {
        let rows = self.states().flat_map(|state| {
            letters.iter().map(move |old| old.map_or(state, |old| self.step(state, old)))
        });
        Dfa {
            letters: letters.len(),
            initial: self.initial,
            accepting: self.accepting.clone(),
            table: rows.collect(),
        }
    }
}

/// Builds an automaton state by state, as a user writes one, and completes it at the end.
#[derive(Clone, Debug)]
pub struct DfaBuilder {
    letters: usize,
    states: Vec<(bool, Vec<Option<StateId>>)>,
}

impl DfaBuilder {
    /// A builder without states, over an alphabet of so many letters.
    pub fn new(letters: usize) -> DfaBuilder {
        DfaBuilder { letters, states: Vec::new() }
    }

    /// Adds a state from which no letter leads anywhere yet.
    pub fn state(&mut self, accepting: bool) -> StateId {
        self.states.push((accepting, vec![None; self.letters]));
        StateId::from_index(self.states.len() - 1)
    }

    /// Says where a letter leads; false if the state already sends it somewhere else, which is
    /// then kept.
    ///
    /// # Panics
    /// If the state or the letter is none of the builder's.
    pub fn edge(&mut self, from: StateId, letter: Letter, to: StateId) -> bool {
        assert!(to.index() < self.states.len(), "letters lead to states");
        let entry = &mut self.states[from.index()].1[letter.index()];
        *entry.get_or_insert(to) == to
    }

    /// A letter that a state does not mention stays there.
    pub fn finish_staying(self, initial: StateId) -> Dfa {
        let states = self.states.into_iter().enumerate().map(|(state, (accepting, row))| {
            let stay = |target: Option<StateId>| target.unwrap_or(StateId::from_index(state));
            (accepting, row.into_iter().map(stay).collect())
        });
        Dfa::new(self.letters, initial, states.collect())
    }

    /// A letter that a state does not mention makes the word unacceptable for good.
    pub fn finish_rejecting(mut self, initial: StateId) -> Dfa {
        if self.states.iter().any(|(_, row)| row.contains(&None)) {
            self.state(false);
        }
        let sink = StateId::from_index(self.states.len().saturating_sub(1));
        let states = self.states.into_iter().map(|(accepting, row)| {
            (accepting, row.into_iter().map(|target| target.unwrap_or(sink)).collect())
        });
        Dfa::new(self.letters, initial, states.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two states that `e0` toggles; the second accepts.
    fn toggle() -> DfaBuilder {
        let mut builder = DfaBuilder::new(2);
        let (off, on) = (builder.state(false), builder.state(true));
        assert!(builder.edge(off, Letter(0), on));
        assert!(builder.edge(on, Letter(0), off));
        builder
    }

    #[test]
    fn unlisted_letters_stay_or_reject() {
        let staying = toggle().finish_staying(StateId(0));
        assert!(staying.accepts(&[Letter(1), Letter(0), Letter(1)]));
        let rejecting = toggle().finish_rejecting(StateId(0));
        assert!(rejecting.accepts(&[Letter(0)]));
        assert!(!rejecting.accepts(&[Letter(0), Letter(1)]));
        assert_eq!(rejecting.state_count(), 3);
    }

    #[test]
    fn the_first_edge_is_kept() {
        let mut builder = toggle();
        assert!(builder.edge(StateId(0), Letter(0), StateId(1)));
        assert!(!builder.edge(StateId(0), Letter(0), StateId(0)));
        assert!(builder.finish_staying(StateId(0)).accepts(&[Letter(0)]));
    }

    #[test]
    fn new_letters_behave_as_told() {
        let wide = toggle().finish_staying(StateId(0)).relabelled(&[
            None,
            Some(Letter(0)),
            Some(Letter(0)),
            Some(Letter(1)),
        ]);
        assert!(wide.accepts(&[Letter(0), Letter(2), Letter(3)]));
        assert!(!wide.accepts(&[Letter(1), Letter(2)]));
    }
}
