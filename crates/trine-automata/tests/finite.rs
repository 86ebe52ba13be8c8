//! Random regular expressions and automata: membership against a matcher written in another way,
//! the laws of the algebra, and shortest words against all words.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use trine_automata::StateId;
use trine_automata::finite::{Combine, DEFAULT_LIMIT, Dfa, Letter, LetterSet, Nfa, Regex};

const LETTERS: usize = 3;

fn letter_sets() -> impl Strategy<Value = LetterSet> {
    (0u32..1 << LETTERS).prop_map(|bits| {
        (0..LETTERS as u32).filter(|letter| bits >> letter & 1 == 1).map(Letter).collect()
    })
}

fn regexes() -> impl Strategy<Value = Regex> {
    let leaf = prop_oneof![
        1 => Just(Regex::NoWord),
        2 => Just(Regex::Epsilon),
        2 => Just(Regex::Any),
        8 => (0..LETTERS as u32).prop_map(|letter| Regex::letter(Letter(letter))),
        2 => letter_sets().prop_map(Regex::OneOf),
        2 => letter_sets().prop_map(Regex::NoneOf),
    ];
    leaf.prop_recursive(5, 16, 3, |inner| {
        let some = prop::collection::vec(inner.clone(), 0..4);
        let repeat = (inner.clone(), 0u32..3, prop::option::of(0u32..4));
        prop_oneof![
            4 => some.clone().prop_map(Regex::Sequence),
            4 => some.prop_map(Regex::Choice),
            2 => inner.clone().prop_map(Regex::star),
            1 => inner.clone().prop_map(Regex::plus),
            1 => inner.prop_map(Regex::optional),
            1 => repeat.prop_map(|(part, min, max)| part.repeat(min, max)),
        ]
    })
}

/// Automata with a few states and random edges; not minimal, not all states reachable.
fn automata() -> impl Strategy<Value = Dfa> {
    (1usize..7).prop_flat_map(|states| {
        let target = (0..states as u32).prop_map(StateId);
        let row = (any::<bool>(), prop::collection::vec(target, LETTERS));
        prop::collection::vec(row, states).prop_map(|rows| Dfa::new(LETTERS, StateId(0), rows))
    })
}

fn guessing_automata() -> impl Strategy<Value = (Nfa, Edges)> {
    (2usize..6).prop_flat_map(|states| {
        let state = 0..states as u32;
        let edges = prop::collection::vec((state.clone(), letter_sets(), state.clone()), 0..10);
        let silent = prop::collection::vec((state.clone(), state), 0..4);
        (prop::collection::vec(any::<bool>(), states), edges, silent).prop_map(
            |(accepting, edges, silent)| {
                let mut nfa = Nfa::new(LETTERS);
                for _ in 1..accepting.len() {
                    nfa.state(false);
                }
                for (state, &accepts) in accepting.iter().enumerate() {
                    nfa.set_accepting(StateId(state as u32), accepts);
                }
                for (from, letters, to) in &edges {
                    nfa.edge(StateId(*from), letters.clone(), StateId(*to));
                }
                for &(from, to) in &silent {
                    nfa.silent(StateId(from), StateId(to));
                }
                (nfa, Edges { accepting, edges, silent })
            },
        )
    })
}

/// The same automaton as plain lists, for a search that knows nothing of subsets.
#[derive(Clone, Debug)]
struct Edges {
    accepting: Vec<bool>,
    edges: Vec<(u32, LetterSet, u32)>,
    silent: Vec<(u32, u32)>,
}

impl Edges {
    /// Searches position and state; silent circles end because pairs are met once.
    fn accepts(&self, word: &[Letter]) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        let mut waiting = vec![(0usize, 0u32)];
        while let Some((position, state)) = waiting.pop() {
            if !seen.insert((position, state)) {
                continue;
            }
            if position == word.len() && self.accepting[state as usize] {
                return true;
            }
            for &(from, to) in &self.silent {
                if from == state {
                    waiting.push((position, to));
                }
            }
            for (from, letters, to) in &self.edges {
                if *from == state && position < word.len() && letters.contains(word[position]) {
                    waiting.push((position + 1, *to));
                }
            }
        }
        false
    }
}

/// The naive matcher: where a match that begins at `from` can end. No automaton is involved.
fn ends(regex: &Regex, word: &[Letter], from: usize) -> Vec<usize> {
    let one = |matches: bool| if matches { vec![from + 1] } else { vec![] };
    let mut found = match regex {
        Regex::NoWord => vec![],
        Regex::Epsilon => vec![from],
        Regex::Any => one(from < word.len()),
        Regex::OneOf(set) => one(word.get(from).is_some_and(|&letter| set.contains(letter))),
        Regex::NoneOf(set) => one(word.get(from).is_some_and(|&letter| !set.contains(letter))),
        Regex::Sequence(parts) => parts.iter().fold(vec![from], |starts, part| {
            starts.iter().flat_map(|&start| ends(part, word, start)).collect()
        }),
        Regex::Choice(parts) => parts.iter().flat_map(|part| ends(part, word, from)).collect(),
        Regex::Star(part) => times(part, 0, None, word, from),
        Regex::Plus(part) => times(part, 1, None, word, from),
        Regex::Optional(part) => times(part, 0, Some(1), word, from),
        Regex::Repeat { part, min, max } => times(part, *min, *max, word, from),
    };
    found.sort_unstable();
    found.dedup();
    found
}

fn times(part: &Regex, min: u32, max: Option<u32>, word: &[Letter], from: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut starts = vec![from];
    // More rounds than this can only repeat matches without letters.
    let rounds = max.unwrap_or(min + word.len() as u32 + 1);
    for round in 0..=rounds {
        if round >= min {
            found.extend(starts.iter().copied());
        }
        starts = starts.iter().flat_map(|&start| ends(part, word, start)).collect();
        starts.sort_unstable();
        starts.dedup();
    }
    if max.is_some_and(|max| max < min) { vec![] } else { found }
}

/// All words up to a length, in the order in which the automata list words.
fn all_words(letters: usize, length: usize) -> Vec<Vec<Letter>> {
    let mut words = vec![vec![]];
    let mut last = words.clone();
    for _ in 0..length {
        last = (last.iter())
            .flat_map(|word| {
                (0..letters as u32).map(move |letter| {
                    let mut longer = word.clone();
                    longer.push(Letter(letter));
                    longer
                })
            })
            .collect();
        words.extend(last.iter().cloned());
    }
    words
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

fn minimal(automaton: Result<Dfa, trine_automata::finite::TooLarge>) -> Dfa {
    automaton.expect("small automata").minimise()
}

proptest! {
    #![proptest_config(config(1000, 11))]

    #[test]
    fn an_expression_and_its_automaton_match_the_same_words(regex in regexes()) {
        let dfa = regex.to_dfa(LETTERS, DEFAULT_LIMIT).expect("small expressions");
        for word in all_words(LETTERS, 5) {
            let matches = ends(&regex, &word, 0).contains(&word.len());
            prop_assert_eq!(dfa.accepts(&word), matches, "{:?}", word);
        }
    }

    #[test]
    fn determinisation_keeps_the_words((nfa, plain) in guessing_automata()) {
        let dfa = nfa.determinise(DEFAULT_LIMIT).expect("small automata");
        for word in all_words(LETTERS, 5) {
            prop_assert_eq!(dfa.accepts(&word), plain.accepts(&word), "{:?}", word);
        }
        let again = Nfa::from(&dfa).determinise(DEFAULT_LIMIT).expect("small automata");
        prop_assert_eq!(again.minimise(), dfa.minimise());
    }

    #[test]
    fn minimal_automata_have_no_two_equal_states(dfa in automata()) {
        let small = dfa.minimise();
        prop_assert!(small.state_count() <= dfa.state_count());
        prop_assert_eq!(dfa.difference(&small, DEFAULT_LIMIT), Ok(None));
        prop_assert_eq!(&small.minimise(), &small);
        let from = |state: StateId| {
            let rows = small.states().map(|of| (small.is_accepting(of), small.row(of).to_vec()));
            Dfa::new(LETTERS, state, rows.collect())
        };
        for one in small.states() {
            for other in small.states().take_while(|&other| other < one) {
                let told = from(one).difference(&from(other), DEFAULT_LIMIT);
                prop_assert!(matches!(told, Ok(Some(_))), "{} is {}", one, other);
            }
        }
        for word in all_words(LETTERS, 4) {
            prop_assert_eq!(dfa.accepts(&word), small.accepts(&word));
        }
    }

    #[test]
    fn the_laws_of_the_algebra(a in automata(), b in automata(), c in automata()) {
        let and = |x: &Dfa, y: &Dfa| minimal(x.and(y, DEFAULT_LIMIT));
        let or = |x: &Dfa, y: &Dfa| minimal(x.or(y, DEFAULT_LIMIT));
        let minus = |x: &Dfa, y: &Dfa| minimal(x.minus(y, DEFAULT_LIMIT));
        let not = |x: &Dfa| x.complement().minimise();
        prop_assert_eq!(not(&and(&a, &b)), or(&not(&a), &not(&b)));
        prop_assert_eq!(not(&or(&a, &b)), and(&not(&a), &not(&b)));
        prop_assert_eq!(a.complement().complement(), a.clone());
        prop_assert!(minus(&a, &a).is_empty());
        prop_assert_eq!(minus(&a, &b), and(&a, &not(&b)));
        prop_assert_eq!(and(&a, &b), and(&b, &a));
        prop_assert_eq!(or(&a, &b), or(&b, &a));
        prop_assert_eq!(and(&a, &or(&b, &c)), or(&and(&a, &b), &and(&a, &c)));
        prop_assert_eq!(or(&a, &and(&a, &b)), a.minimise());
        prop_assert!(and(&a, &not(&a)).is_empty() && or(&a, &not(&a)).is_universal());
        let differ = minimal(a.combine(Combine::Differ, &b, DEFAULT_LIMIT));
        prop_assert_eq!(differ, or(&minus(&a, &b), &minus(&b, &a)));
        for word in all_words(LETTERS, 4) {
            let (left, right) = (a.accepts(&word), b.accepts(&word));
            prop_assert_eq!(and(&a, &b).accepts(&word), left && right);
        }
    }

    #[test]
    fn shortest_words_are_the_first_of_all_words(a in automata(), b in automata()) {
        // Longer than any shortest word of automata with at most six states.
        let words = all_words(LETTERS, 6);
        let first = |wanted: &dyn Fn(&[Letter]) -> bool| {
            words.iter().find(|word| wanted(word)).cloned()
        };
        prop_assert_eq!(a.shortest_accepted(), first(&|word| a.accepts(word)));
        prop_assert_eq!(a.shortest_rejected(), first(&|word| !a.accepts(word)));
        let listed = a.accepted_words(20);
        let plain: Vec<_> = words.iter().filter(|word| a.accepts(word)).take(20).cloned().collect();
        prop_assert_eq!(&listed[..plain.len()], &plain);
        prop_assert!(listed.len() <= 20 && listed.iter().all(|word| a.accepts(word)));
        let rejected = a.rejected_words(7);
        let plain: Vec<_> = words.iter().filter(|word| !a.accepts(word)).take(7).cloned().collect();
        prop_assert_eq!(&rejected[..plain.len()], &plain);
        let told = a.difference(&b, DEFAULT_LIMIT).expect("small automata");
        match first(&|word| a.accepts(word) != b.accepts(word)) {
            Some(word) => prop_assert_eq!(told, Some(word)),
            None => {
                let longer = |word: &Vec<Letter>| {
                    word.len() > 6 && a.accepts(word) != b.accepts(word)
                };
                prop_assert!(told.as_ref().is_none_or(longer), "{:?}", told);
            }
        }
    }

    #[test]
    fn prefixes_can_be_extended(dfa in automata()) {
        let prefixes = dfa.prefixes();
        let extensions = all_words(LETTERS, 5);
        for word in all_words(LETTERS, 3) {
            let end = dfa.run(&word);
            let extended = extensions.iter().any(|extension| {
                let last = extension.iter().fold(end, |state, &letter| dfa.step(state, letter));
                dfa.is_accepting(last)
            });
            prop_assert_eq!(prefixes.accepts(&word), extended);
            if !prefixes.accepts(&word) {
                let mut longer = word.clone();
                longer.push(Letter(1));
                prop_assert!(!prefixes.accepts(&longer));
            }
        }
    }

    #[test]
    fn irrelevant_letters_can_be_left_out(dfa in automata()) {
        let dfa = dfa.minimise();
        let irrelevant = dfa.irrelevant_letters();
        let mut matters = LetterSet::new();
        for word in all_words(LETTERS, 4) {
            for (position, &letter) in word.iter().enumerate() {
                let mut without = word.clone();
                without.remove(position);
                if dfa.accepts(&word) != dfa.accepts(&without) {
                    matters.insert(letter);
                }
            }
        }
        prop_assert!(!irrelevant.meets(&matters));
        if dfa.state_count() <= 2 {
            prop_assert_eq!(irrelevant.union(&matters), LetterSet::all(LETTERS));
        }
    }
}

#[test]
fn few_words_are_listed_when_there_are_few() {
    let regex = Regex::letter(Letter(1)).repeat(2, Some(3));
    let dfa = regex.to_dfa(2, DEFAULT_LIMIT).expect("a small expression");
    assert_eq!(dfa.accepted_words(9), [vec![Letter(1); 2], vec![Letter(1); 3]]);
    assert_eq!(Dfa::constant(2, false).accepted_words(3), Vec::<Vec<Letter>>::new());
    assert_eq!(Dfa::constant(0, true).accepted_words(3), [vec![]]);
    let even = Regex::Any.repeat(4, Some(4)).star().to_dfa(1, DEFAULT_LIMIT);
    let lengths: Vec<usize> = even.expect("small").accepted_words(3).iter().map(Vec::len).collect();
    assert_eq!(lengths, [0, 4, 8]);
}
