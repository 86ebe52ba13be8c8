//! Between letters and atoms: the same automata with guards, which text forms and the reductions
//! need.

use trine_base::{Id, IndexVec};

use super::automaton::LetterBuchi;
use crate::buchi::{Buchi, Edge, State};
use crate::finite::{Dfa, Letter};
use crate::guard::{AtomSet, Cube, simplify_disjunction};
use crate::{AtomId, StateId};

impl LetterBuchi {
    /// The same automaton over atoms: letter `i` is the moment at which `atoms[i]` holds and no
    /// other of them; `None` is a moment at which none holds.
    ///
    /// # Panics
    /// If there is not one entry per letter.
    pub fn to_buchi(&self, atoms: &[Option<AtomId>]) -> Buchi {
        assert_eq!(atoms.len(), self.letter_count(), "an atom for each letter");
        self.with_guards(&exclusive(atoms))
    }

    /// The letters of an automaton over atoms: letter `i` is the moment `moments[i]`.
    pub fn from_buchi(automaton: &Buchi, moments: &[AtomSet]) -> LetterBuchi {
        let mut letters = LetterBuchi::new(moments.len());
        // The initial state comes first here.
        let swapped = |state: StateId| match state {
            state if state == automaton.initial => StateId(0),
            StateId(0) => automaton.initial,
            state => state,
        };
        for state in automaton.states.ids() {
            letters.state(automaton.states[swapped(state)].accepting);
        }
        for (from, edge) in automaton.edges() {
            for (letter, moment) in moments.iter().enumerate() {
                if edge.guard.allows(moment) {
                    letters.edge(swapped(from), Letter::from_index(letter), swapped(edge.target));
                }
            }
        }
        letters
    }

    pub(super) fn with_guards(&self, guards: &[Cube]) -> Buchi {
        let mut automaton = Buchi { states: IndexVec::new(), initial: self.initial() };
        for state in self.states() {
            let mut allowed: Vec<Vec<Cube>> = vec![Vec::new(); self.state_count()];
            for letter in self.letters() {
                for to in self.targets(state, letter) {
                    allowed[to.index()].push(guards[letter.index()].clone());
                }
            }
            let edges = allowed.iter().enumerate().flat_map(|(to, cubes)| {
                let target = StateId::from_index(to);
                simplify_disjunction(cubes).into_iter().map(move |guard| Edge { guard, target })
            });
            automaton
                .states
                .push(State { accepting: self.is_accepting(state), edges: edges.collect() });
        }
        automaton
    }
}

impl Dfa {
    /// The finite executions that are accepted, as infinite words: letter `i` is the moment at
    /// which `atoms[i]` holds and no other of them; moments at which none holds are silent, come
    /// anywhere, and go on for ever after the last letter.
    ///
    /// # Panics
    /// If there is not one entry per letter.
    pub fn to_buchi(&self, atoms: &[AtomId]) -> Buchi {
        assert_eq!(atoms.len(), self.letter_count(), "an atom for each letter");
        let moments: Vec<Option<AtomId>> = atoms.iter().copied().map(Some).chain([None]).collect();
        let silence = Letter::from_index(self.letter_count());
        // The initial state of both kinds of automata is then the first one.
        let dfa = self.renumbered();
        let mut words = LetterBuchi::new(moments.len());
        for _ in dfa.states() {
            words.state(false);
        }
        let ended = words.state(true);
        words.edge(ended, silence, ended);
        for state in dfa.states() {
            for letter in dfa.letters() {
                words.edge(state, letter, dfa.step(state, letter));
            }
            words.edge(state, silence, state);
            if dfa.is_accepting(state) {
                words.edge(state, silence, ended);
            }
        }
        words.reduce().to_buchi(&moments)
    }
}

/// One atom holds and no other does.
fn exclusive(atoms: &[Option<AtomId>]) -> Vec<Cube> {
    let guard = |chosen: &Option<AtomId>| {
        let mut literals =
            atoms.iter().flatten().map(|atom| Cube::literal(*atom, Some(*atom) == *chosen));
        literals.try_fold(Cube::always(), |guard, literal| guard.and(&literal))
    };
    // The same atom twice cannot contradict itself: its value depends on the atom alone.
    atoms.iter().map(|chosen| guard(chosen).unwrap_or_default()).collect()
}
