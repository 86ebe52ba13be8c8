//! Random Büchi automata over letters: an automaton and its complement disagree on every word.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use trine_automata::finite::{Dfa, Letter};
use trine_automata::omega::LetterBuchi;
use trine_automata::{AtomId, AtomSet, StateId};

const LETTERS: u32 = 2;
const LIMIT: u64 = 5_000_000;

fn automata(states: usize, edges: usize) -> impl Strategy<Value = LetterBuchi> {
    (1..=states).prop_flat_map(move |states| {
        let state = 0..states as u32;
        let edge = (state.clone(), 0..LETTERS, state);
        let edges = prop::collection::vec(edge, 0..=edges);
        (prop::collection::vec(any::<bool>(), states), edges).prop_map(|(accepting, edges)| {
            let mut automaton = LetterBuchi::new(LETTERS as usize);
            for accepts in accepting {
                automaton.state(accepts);
            }
            for (from, letter, to) in edges {
                automaton.edge(StateId(from), Letter(letter), StateId(to));
            }
            automaton
        })
    })
}

fn deterministic() -> impl Strategy<Value = LetterBuchi> {
    automata(5, 14).prop_map(|guessing| {
        let mut automaton = LetterBuchi::new(LETTERS as usize);
        for state in guessing.states() {
            automaton.state(guessing.is_accepting(state));
        }
        for state in guessing.states() {
            for letter in guessing.letters() {
                if let Some(&to) = guessing.targets(state, letter).first() {
                    automaton.edge(state, letter, to);
                }
            }
        }
        automaton
    })
}

fn words(length: usize) -> Vec<Vec<Letter>> {
    let mut words = vec![vec![]];
    let mut last = words.clone();
    for _ in 0..length {
        let longer = |word: &Vec<Letter>| {
            let word = word.clone();
            (0..LETTERS).map(move |letter| [word.as_slice(), &[Letter(letter)]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        words.extend(last.iter().cloned());
    }
    words
}

/// All words with a prefix and a cycle of these lengths at most.
fn lassos(prefix: usize, cycle: usize) -> Vec<(Vec<Letter>, Vec<Letter>)> {
    let cycles = words(cycle);
    let pairs = words(prefix).into_iter().flat_map(|prefix| {
        let cycles = cycles.iter().filter(|cycle| !cycle.is_empty());
        cycles.map(move |cycle| (prefix.clone(), cycle.clone())).collect::<Vec<_>>()
    });
    pairs.collect()
}

/// The word by the definition, step by step: sets of states, each with whether it has met an
/// accepting state since the cycle began, until no new state at the cycle's start is found.
fn accepts_plainly(automaton: &LetterBuchi, prefix: &[Letter], cycle: &[Letter]) -> bool {
    use std::collections::BTreeSet;
    let step = |from: &BTreeSet<(StateId, bool)>, letter: Letter| -> BTreeSet<(StateId, bool)> {
        (from.iter())
            .flat_map(|&(state, met)| {
                let to = automaton.targets(state, letter).iter();
                to.map(move |&to| (to, met || automaton.is_accepting(to)))
            })
            .collect()
    };
    let once = |from: StateId| -> BTreeSet<(StateId, bool)> {
        cycle.iter().fold([(from, false)].into(), |set, &letter| step(&set, letter))
    };
    let start = prefix.iter().fold([(automaton.initial(), false)].into(), |set, &l| step(&set, l));
    let mut starts: BTreeSet<StateId> = start.into_iter().map(|(state, _)| state).collect();
    loop {
        let more: BTreeSet<StateId> =
            starts.iter().flat_map(|&from| once(from)).map(|(state, _)| state).collect();
        let before = starts.len();
        starts.extend(more);
        if starts.len() == before {
            break;
        }
    }
    // A start that comes back to itself and meets an accepting state on the way.
    starts.iter().any(|&from| {
        let mut reached: BTreeSet<(StateId, bool)> = once(from);
        loop {
            let more: Vec<(StateId, bool)> = (reached.iter())
                .flat_map(|&(state, met)| {
                    once(state).into_iter().map(move |(to, again)| (to, met || again))
                })
                .collect();
            let before = reached.len();
            reached.extend(more);
            if reached.len() == before {
                return reached.contains(&(from, true));
            }
        }
    })
}

fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

fn check_complement(automaton: &LetterBuchi) -> Result<(), TestCaseError> {
    let complement = automaton.complement(LIMIT).expect("small automata");
    for (prefix, cycle) in lassos(3, 4) {
        let accepted = automaton.accepts(&prefix, &cycle);
        prop_assert_eq!(accepts_plainly(automaton, &prefix, &cycle), accepted);
        prop_assert_eq!(
            complement.accepts(&prefix, &cycle),
            !accepted,
            "{:?} {:?}: {:?}",
            prefix,
            cycle,
            complement
        );
    }
    let atoms = [Some(AtomId(0)), None];
    prop_assert!(automaton.to_buchi(&atoms).intersect(&complement.to_buchi(&atoms)).is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(config(300, 21))]

    #[test]
    fn complements_of_guessing_automata(automaton in automata(4, 12)) {
        check_complement(&automaton)?;
    }

    /// Larger ones, as long as they stay within the limit.
    #[test]
    fn complements_of_larger_automata(automaton in automata(6, 14)) {
        if automaton.complement(200_000).is_ok() {
            check_complement(&automaton)?;
        }
    }

    #[test]
    fn complements_of_deterministic_automata(automaton in deterministic()) {
        prop_assert!(automaton.is_deterministic());
        let complement = automaton.complement(0).expect("no guesses, no limit");
        prop_assert!(complement.state_count() <= 2 * automaton.state_count() + 1);
        check_complement(&automaton)?;
    }

    #[test]
    fn complements_of_complements(automaton in automata(2, 8)) {
        if let Ok(twice) = automaton.complement(LIMIT).and_then(|once| once.complement(LIMIT)) {
            for (prefix, cycle) in lassos(3, 4) {
                prop_assert_eq!(twice.accepts(&prefix, &cycle), automaton.accepts(&prefix, &cycle));
            }
        }
    }

    #[test]
    fn reduction_and_atoms_keep_the_words(automaton in automata(6, 18)) {
        let reduced = automaton.reduce();
        let atoms = [Some(AtomId(3)), None];
        let with_atoms = automaton.to_buchi(&atoms);
        let moments: Vec<AtomSet> = atoms.iter().map(|atom| atom.iter().copied().collect()).collect();
        let back = LetterBuchi::from_buchi(&with_atoms, &moments);
        prop_assert!(reduced.state_count() <= automaton.state_count());
        for (prefix, cycle) in lassos(3, 4) {
            let accepted = automaton.accepts(&prefix, &cycle);
            prop_assert_eq!(reduced.accepts(&prefix, &cycle), accepted);
            prop_assert_eq!(back.accepts(&prefix, &cycle), accepted);
            let of = |word: &[Letter]| -> Vec<AtomSet> {
                word.iter().map(|letter| moments[letter.0 as usize].clone()).collect()
            };
            prop_assert_eq!(with_atoms.accepts(&of(&prefix), &of(&cycle)), accepted);
        }
        match automaton.example() {
            Some((prefix, cycle)) => prop_assert!(automaton.accepts(&prefix, &cycle)),
            None => prop_assert!(lassos(3, 4).iter().all(|(prefix, cycle)| {
                !automaton.accepts(prefix, cycle)
            }), "no example"),
        }
    }

    /// An outside letter can be put in anywhere, but for ever it is no acceptance.
    #[test]
    fn letters_from_outside_change_nothing(automaton in automata(4, 12)) {
        let wide = automaton.in_alphabet(&[None, Some(Letter(0)), Some(Letter(1))]);
        let moved = |word: &[Letter], outside: usize| -> Vec<Letter> {
            word.iter()
                .flat_map(|letter| {
                    let silence = std::iter::repeat_n(Letter(0), outside);
                    silence.chain([Letter(letter.0 + 1)])
                })
                .collect()
        };
        for (prefix, cycle) in lassos(2, 3) {
            let accepted = automaton.accepts(&prefix, &cycle);
            for (before, inside) in [(0, 0), (1, 0), (0, 2), (2, 1)] {
                let (prefix, cycle) = (moved(&prefix, before), moved(&cycle, inside));
                prop_assert_eq!(wide.accepts(&prefix, &cycle), accepted);
            }
            prop_assert!(!wide.accepts(&moved(&prefix, 0), &[Letter(0)]));
        }
    }

    #[test]
    fn finite_executions_end_in_silence(
        accepting in prop::collection::vec(any::<bool>(), 3),
        targets in prop::collection::vec(0u32..3, 6),
        initial in 0u32..3,
    ) {
        let rows = accepting.iter().zip(targets.chunks(2)).map(|(&accepts, row)| {
            (accepts, row.iter().copied().map(StateId).collect())
        });
        let dfa = Dfa::new(2, StateId(initial), rows.collect());
        let automaton = dfa.to_buchi(&[AtomId(0), AtomId(1)]);
        let moment = |letter: &Letter| AtomSet::from_iter([AtomId(letter.0)]);
        let silence = AtomSet::new();
        for word in words(4) {
            let mut moments = vec![silence.clone()];
            for letter in &word {
                moments.extend([moment(letter), silence.clone()]);
            }
            let accepted = dfa.accepts(&word);
            prop_assert_eq!(automaton.accepts(&moments, std::slice::from_ref(&silence)), accepted);
            let plain: Vec<AtomSet> = word.iter().map(moment).collect();
            prop_assert_eq!(automaton.accepts(&plain, std::slice::from_ref(&silence)), accepted);
            if !plain.is_empty() {
                prop_assert!(!automaton.accepts(&[], &plain));
            }
        }
    }
}

/// The automaton that guesses the last `a`: its complement says that `a` comes again and again.
#[test]
fn a_guess_is_undone() {
    let (a, b) = (Letter(0), Letter(1));
    let mut automaton = LetterBuchi::new(2);
    let (before, after) = (automaton.state(false), automaton.state(true));
    for (from, letter, to) in
        [(before, a, before), (before, b, before), (before, b, after), (after, b, after)]
    {
        automaton.edge(from, letter, to);
    }
    assert!(!automaton.is_deterministic());
    let complement = automaton.complement(LIMIT).expect("a small automaton");
    assert_eq!(complement.state_count(), 2);
    assert!(complement.accepts(&[b], &[a, b]) && !complement.accepts(&[a], &[b]));
    assert!(automaton.complement(3).is_err());
}
