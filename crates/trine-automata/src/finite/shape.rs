//! What can still happen from a state: acceptance, rejection, any change at all.

use trine_base::Id;

use super::dfa::Dfa;
use super::letter::LetterSet;
use crate::StateId;

impl Dfa {
    /// For each state, can some word still be accepted from it? The others are dead: a finite
    /// prefix that leads to one has refuted the property.
    pub fn live(&self) -> Vec<bool> {
        self.can_reach(|state| self.is_accepting(state))
    }

    /// For each state, can some word still be rejected from it?
    pub fn can_reject(&self) -> Vec<bool> {
        self.can_reach(|state| !self.is_accepting(state))
    }

    /// The automaton of the words that can still be extended to an accepted one: what `every
    /// prefix satisfies` asks of an execution. Its rejected words have only rejected extensions.
    pub fn prefixes(&self) -> Dfa {
        let live = self.live();
        self.with_accepting(|state| live[state.index()])
    }

    /// The letters that lead from every state to itself; on a minimal automaton these are the
    /// letters that make no difference anywhere in any word.
    pub fn irrelevant_letters(&self) -> LetterSet {
        let stays = |letter| self.states().all(|state| self.step(state, letter) == state);
        self.letters().filter(|&letter| stays(letter)).collect()
    }

    /// No word is accepted.
    pub fn is_empty(&self) -> bool {
        self.shortest_accepted().is_none()
    }

    /// Every word is accepted.
    pub fn is_universal(&self) -> bool {
        self.shortest_rejected().is_none()
    }

    fn can_reach(&self, goal: impl Fn(StateId) -> bool) -> Vec<bool> {
        let mut sources: Vec<Vec<StateId>> = vec![Vec::new(); self.state_count()];
        for state in self.states() {
            for target in self.row(state) {
                let sources = &mut sources[target.index()];
                if sources.last() != Some(&state) {
                    sources.push(state);
                }
            }
        }
        let mut can = vec![false; self.state_count()];
        let mut waiting: Vec<StateId> = self.states().filter(|&state| goal(state)).collect();
        while let Some(state) = waiting.pop() {
            if !std::mem::replace(&mut can[state.index()], true) {
                waiting.extend(sources[state.index()].iter().copied());
            }
        }
        can
    }
}
