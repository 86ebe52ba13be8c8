//! The automaton: states, of which some accept, and letters that may lead to several.

use trine_base::Id;

use crate::StateId;
use crate::finite::Letter;
use trine_base::components::{Components, components, reachable};

/// A Büchi automaton over letters. Its first state is the initial one. A run may get stuck: then it
/// accepts nothing. A run is accepting when it meets accepting states infinitely often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetterBuchi {
    letters: usize,
    states: Vec<State>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    accepting: bool,
    /// Where each letter leads, in order and without repetition.
    targets: Vec<Vec<StateId>>,
}

impl LetterBuchi {
    /// No state yet: the first one added is the initial one.
    pub fn new(letters: usize) -> LetterBuchi {
        LetterBuchi { letters, states: Vec::new() }
    }

    /// The automaton of no word.
    pub fn empty(letters: usize) -> LetterBuchi {
        let mut automaton = LetterBuchi::new(letters);
        automaton.state(false);
        automaton
    }

    /// Adds a state without edges. The first one added is the initial state.
    pub fn state(&mut self, accepting: bool) -> StateId {
        self.states.push(State { accepting, targets: vec![Vec::new(); self.letters] });
        StateId::from_index(self.states.len() - 1)
    }

    /// Lets a letter lead from one state to another, beside where it leads already.
    ///
    /// # Panics
    /// If a state or the letter is none of the automaton's.
    pub fn edge(&mut self, from: StateId, letter: Letter, to: StateId) {
        assert!(to.index() < self.states.len(), "letters lead to states");
        let targets = &mut self.states[from.index()].targets[letter.index()];
        if let Err(place) = targets.binary_search(&to) {
            targets.insert(place, to);
        }
    }

    /// A letter that a state does not mention stays there, and counts as entering it again.
    pub fn stay_where_unlisted(&mut self) {
        for (index, state) in self.states.iter_mut().enumerate() {
            for targets in &mut state.targets {
                if targets.is_empty() {
                    targets.push(StateId::from_index(index));
                }
            }
        }
    }

    /// How many letters the alphabet has.
    pub fn letter_count(&self) -> usize {
        self.letters
    }

    /// The letters of the alphabet, in order.
    pub fn letters(&self) -> impl DoubleEndedIterator<Item = Letter> + ExactSizeIterator + use<> {
        (0..self.letters).map(Letter::from_index)
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// All states, in order.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + ExactSizeIterator + use<> {
        (0..self.states.len()).map(StateId::from_index)
    }

    /// The state in which every word starts: the first one that was added.
    pub fn initial(&self) -> StateId {
        StateId(0)
    }

    /// Whether a run that is in this state again and again accepts.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.states[state.index()].accepting
    }

    /// Where a letter may lead from a state; nowhere if the run ends there.
    pub fn targets(&self, state: StateId, letter: Letter) -> &[StateId] {
        &self.states[state.index()].targets[letter.index()]
    }

    /// All steps, in order.
    pub fn edges(&self) -> impl Iterator<Item = (StateId, Letter, StateId)> + '_ {
        self.states().flat_map(move |from| {
            self.letters().flat_map(move |letter| {
                self.targets(from, letter).iter().map(move |&to| (from, letter, to))
            })
        })
    }

    /// Has every word at most one run?
    pub fn is_deterministic(&self) -> bool {
        let reachable = self.reachable();
        self.states()
            .filter(|state| reachable[state.index()])
            .all(|state| self.letters().all(|letter| self.targets(state, letter).len() <= 1))
    }

    /// Does the automaton accept `prefix cycle cycle …`? An empty cycle is no infinite word, and is
    /// not accepted.
    pub fn accepts(&self, prefix: &[Letter], cycle: &[Letter]) -> bool {
        if cycle.is_empty() || self.states.is_empty() {
            return false;
        }
        let (states, positions) = (self.states.len(), prefix.len() + cycle.len());
        let mut successors = Vec::with_capacity(states * positions);
        for (position, &letter) in prefix.iter().chain(cycle).enumerate() {
            let next = if position + 1 < positions { position + 1 } else { prefix.len() };
            for state in self.states() {
                let targets = self.targets(state, letter).iter();
                successors.push(targets.map(|to| next * states + to.index()).collect());
            }
        }
        let reachable = reachable(self.initial().index(), &successors);
        let components = components(&successors);
        let good = |node: usize| self.states[node % states].accepting;
        (0..components.members.len()).any(|component| {
            reachable[components.members[component][0]]
                && is_accepting(&components, component, &successors, good)
        })
    }

    /// A word `prefix cycle cycle …` that is accepted, if there is one.
    pub fn example(&self) -> Option<(Vec<Letter>, Vec<Letter>)> {
        let successors = self.successors();
        let components = components(&successors);
        let good = |node: usize| self.states[node].accepting;
        let goal = |state: StateId| {
            good(state.index())
                && is_accepting(&components, components.of[state.index()], &successors, good)
        };
        let (prefix, knot) = self.shortest_path(&[(self.initial(), vec![])], goal)?;
        let first: Vec<(StateId, Vec<Letter>)> = (self.letters())
            .flat_map(|letter| self.targets(knot, letter).iter().map(move |&to| (to, vec![letter])))
            .collect();
        let (cycle, _) = self.shortest_path(&first, |state| state == knot)?;
        Some((prefix, cycle))
    }

    /// Whether no word is accepted.
    pub fn is_empty(&self) -> bool {
        self.example().is_none()
    }

    /// For each state, is some word accepted from it?
    pub(super) fn live(&self) -> Vec<bool> {
        let successors = self.successors();
        let components = components(&successors);
        let good = |node: usize| self.states[node].accepting;
        // Components come after those that they lead to.
        let mut live = vec![false; components.members.len()];
        for (component, members) in components.members.iter().enumerate() {
            live[component] = is_accepting(&components, component, &successors, good)
                || members
                    .iter()
                    .flat_map(|&node| &successors[node])
                    .any(|&next| components.of[next] != component && live[components.of[next]]);
        }
        components.of.iter().map(|&component| live[component]).collect()
    }

    pub(super) fn reachable(&self) -> Vec<bool> {
        reachable(self.initial().index(), &self.successors())
    }

    pub(super) fn successors(&self) -> Vec<Vec<usize>> {
        let targets = |state: &State| {
            let mut targets: Vec<usize> =
                state.targets.iter().flatten().map(|to| to.index()).collect();
            targets.sort_unstable();
            targets.dedup();
            targets
        };
        self.states.iter().map(targets).collect()
    }

    /// The letters to the nearest goal, from any of the given states with what was read before.
    fn shortest_path(
        &self,
        from: &[(StateId, Vec<Letter>)],
        goal: impl Fn(StateId) -> bool,
    ) -> Option<(Vec<Letter>, StateId)> {
        let mut seen = vec![false; self.states.len()];
        let mut layer: Vec<(StateId, Vec<Letter>)> = from.to_vec();
        while !layer.is_empty() {
            let mut next = Vec::new();
            for (state, word) in layer {
                if std::mem::replace(&mut seen[state.index()], true) {
                    continue;
                }
                if goal(state) {
                    return Some((word, state));
                }
                for letter in self.letters() {
                    for &to in self.targets(state, letter) {
                        if !seen[to.index()] {
                            next.push((to, [word.as_slice(), &[letter]].concat()));
                        }
                    }
                }
            }
            layer = next;
        }
        None
    }
}

/// Can a path stay in the component and meet a good node again and again?
fn is_accepting(
    components: &Components,
    component: usize,
    successors: &[Vec<usize>],
    good: impl Fn(usize) -> bool,
) -> bool {
    components.members[component].iter().any(|&node| good(node))
        && components.has_cycle(component, successors)
}
