//! Finite executions as infinite words: the first state, one moment per step, and the last state
//! for ever, without events.

use super::evaluate::holds;
use super::formula::{AtomId, Formula};
use super::translate::translate_within;
use crate::StateId;
use crate::buchi::Buchi;
use crate::budget::TooLarge;
use crate::finite::{Dfa, Letter, LetterSet, Nfa};
use crate::guard::AtomSet;
use crate::word::Lasso;
use trine_base::Id;

/// Does the formula hold on a finite execution of which only the events matter? Each step is one
/// event, or `None` for a silent step; no event happens at the first moment, nor after the last
/// step.
pub fn holds_on_events(formula: &Formula, steps: &[Option<AtomId>]) -> bool {
    holds(formula, &event_word(steps))
}

/// The word of [`holds_on_events`].
pub fn event_word(steps: &[Option<AtomId>]) -> Lasso {
    let moments = steps.iter().map(|step| step.iter().copied().collect::<AtomSet>());
    let moments: Vec<AtomSet> = std::iter::once(AtomSet::new()).chain(moments).collect();
    execution_word(moments, AtomSet::new())
}

/// The given moments, the first state among them, then `rest` for ever: the state atoms of the
/// last moment.
pub fn execution_word(moments: Vec<AtomSet>, rest: AtomSet) -> Lasso {
    Lasso::ending_in(moments, rest)
}

/// The finite executions on which a formula about events holds, as the smallest automaton over
/// letters. Letter `i` is the event `events[i]`, or a silent step.
pub fn finite_executions(
    formula: &Formula,
    events: &[Option<AtomId>],
    limit: u64,
) -> Result<Dfa, TooLarge> {
    let automaton = translate_within(formula, limit)?;
    Ok(accepted_executions(&automaton, events).determinise(limit)?.minimise())
}

/// Runs on the letters, after the first silent moment; a run may end where the automaton accepts
/// silence for ever.
fn accepted_executions(automaton: &Buchi, events: &[Option<AtomId>]) -> Nfa {
    let silence = AtomSet::new();
    let mut nfa = Nfa::new(events.len());
    let shifted = |state: StateId| StateId::from_index(state.index() + 1);
    for state in automaton.states.ids() {
        let from_here = Buchi { initial: state, ..automaton.clone() };
        nfa.state(from_here.accepts(&[], std::slice::from_ref(&silence)));
    }
    for (from, edge) in automaton.edges() {
        if from == automaton.initial && edge.guard.allows(&silence) {
            nfa.silent(nfa.initial(), shifted(edge.target));
        }
        let allowed = events
            .iter()
            .enumerate()
            .filter(|(_, event)| edge.guard.allows(&event.iter().copied().collect()));
        let letters: LetterSet = allowed.map(|(letter, _)| Letter::from_index(letter)).collect();
        nfa.edge(shifted(from), letters, shifted(edge.target));
    }
    nfa
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite::DEFAULT_LIMIT;
    use crate::ltl::{Names, parse_with_names};

    #[test]
    fn executions_end_in_silence() {
        let mut names = Names::new();
        let formula = parse_with_names("[](p -> <>q)", &mut names).unwrap();
        let (p, q) = (names.atom("p"), names.atom("q"));
        assert!(holds_on_events(&formula, &[]));
        assert!(holds_on_events(&formula, &[Some(p), None, Some(q), None]));
        assert!(!holds_on_events(&formula, &[Some(q), Some(p)]));
        let dfa = finite_executions(&formula, &[Some(p), Some(q), None], DEFAULT_LIMIT).unwrap();
        assert_eq!(dfa.state_count(), 2);
        assert_eq!(dfa.shortest_rejected(), Some(vec![Letter(0)]));
        assert_eq!(dfa.irrelevant_letters(), LetterSet::of(Letter(2)));
    }

    #[test]
    fn no_event_happens_at_the_first_moment() {
        let mut names = Names::new();
        let formula = parse_with_names("p U q", &mut names).unwrap();
        let (p, q) = (names.atom("p"), names.atom("q"));
        assert!(!holds_on_events(&formula, &[Some(p), Some(q)]));
        let dfa = finite_executions(&formula, &[Some(p), Some(q)], DEFAULT_LIMIT).unwrap();
        assert!(dfa.is_empty());
    }
}
