//! Larger alphabets: how an automaton meets events that it does not mention.

use trine_base::Id;

use super::automaton::LetterBuchi;
use crate::StateId;
use crate::finite::Letter;

impl LetterBuchi {
    /// The same property over a larger alphabet (Cobleigh, Clarke and Osterweil's FLAVERS, the
    /// transformation of liveness properties). Each new letter is given as the old letter that it
    /// stands for, or `None` if it is outside the old alphabet.
    ///
    /// An outside letter changes nothing, but must not count as entering an accepting state again:
    /// it leads from an accepting state to a twin that does not accept and goes on like it.
    ///
    /// # Panics
    /// If an old letter is none of this automaton's.
    pub fn in_alphabet(&self, letters: &[Option<Letter>]) -> LetterBuchi {
        let mut wide = LetterBuchi::new(letters.len());
        for state in self.states() {
            wide.state(self.is_accepting(state));
        }
        let has_outside = letters.contains(&None);
        let twins: Vec<StateId> = (self.states())
            .map(|state| {
                let needs = has_outside && self.is_accepting(state);
                if needs { wide.state(false) } else { state }
            })
            .collect();
        for state in self.states() {
            let twin = twins[state.index()];
            for (letter, old) in letters.iter().enumerate() {
                let letter = Letter::from_index(letter);
                match old {
                    Some(old) => {
                        for &to in self.targets(state, *old) {
                            wide.edge(state, letter, to);
                            wide.edge(twin, letter, to);
                        }
                    }
                    None => {
                        wide.edge(state, letter, twin);
                        wide.edge(twin, letter, twin);
                    }
                }
            }
        }
        wide
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures 2 and 3 of that paper: events a and b, and c from outside.
    #[test]
    fn events_from_outside_lead_to_the_twin() {
        let (a, b, c) = (Letter(0), Letter(1), Letter(2));
        let mut property = LetterBuchi::new(2);
        let (idle, busy) = (property.state(false), property.state(true));
        property.edge(idle, a, busy);
        property.edge(busy, b, idle);
        property.stay_where_unlisted();
        let wide = property.in_alphabet(&[Some(a), Some(b), None]);
        assert_eq!(wide.state_count(), 3);
        assert!(wide.is_deterministic());
        // `a` stays in the accepting state and counts again, `c` does not count.
        assert!(wide.accepts(&[], &[a, c]));
        assert!(wide.accepts(&[b], &[a, c, b]));
        assert!(!wide.accepts(&[a], &[c]));
        assert!(!wide.accepts(&[a], &[b, c]));
        assert!(wide.accepts(&[c, a, c], &[c, c, b, a]));
    }
}
