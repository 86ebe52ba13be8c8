//! Random formulas on random words: everything that can be said about a formula in two ways must
//! come out the same in both.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use trine_automata::hoa::{read_hoa, write_hoa};
use trine_automata::ltl::{Names, Operator, holds, parse_with_names, simplify};
use trine_automata::stutter::{Stuttering, stuttering};
use trine_automata::{AtomId, AtomSet, Formula, Lasso, translate};

const ATOMS: u32 = 3;

fn formulas() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        8 => (0..ATOMS).prop_map(|atom| Formula::atom(AtomId(atom))),
        1 => any::<bool>().prop_map(Formula::constant),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            2 => inner.clone().prop_map(Formula::not),
            2 => pair.clone().prop_map(|(left, right)| left.and(right)),
            2 => pair.clone().prop_map(|(left, right)| left.or(right)),
            1 => pair.clone().prop_map(|(left, right)| left.implies(right)),
            1 => pair.clone().prop_map(|(left, right)| left.equivalent(right)),
            2 => inner.clone().prop_map(Formula::next),
            3 => pair.clone().prop_map(|(left, right)| left.until(right)),
            3 => pair.clone().prop_map(|(left, right)| left.release(right)),
            2 => pair.prop_map(|(left, right)| left.weak_until(right)),
            3 => inner.clone().prop_map(Formula::eventually),
            3 => inner.prop_map(Formula::always),
        ]
    })
}

fn letters(length: std::ops::Range<usize>) -> impl Strategy<Value = Vec<AtomSet>> {
    let letter = (0u32..1 << ATOMS)
        .prop_map(|bits| (0..ATOMS).filter(|atom| bits >> atom & 1 == 1).map(AtomId).collect());
    prop::collection::vec(letter, length)
}

fn word() -> impl Strategy<Value = Lasso> {
    (letters(0..4), letters(1..5))
        .prop_map(|(prefix, cycle)| Lasso::new(prefix, cycle).expect("the cycle has a letter"))
}

fn words(count: usize) -> impl Strategy<Value = Vec<Lasso>> {
    prop::collection::vec(word(), count)
}

/// The same seed in every run, and nothing written to disk.
fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(800, 1))]

    #[test]
    fn an_automaton_accepts_what_satisfies_its_formula(formula in formulas(), words in words(40)) {
        let (yes, no) = (translate(&formula), translate(&formula.clone().not()));
        for word in &words {
            let truth = holds(&formula, word);
            prop_assert_eq!(yes.accepts_word(word), truth, "{:?}: {:?}", word, yes);
            prop_assert_eq!(no.accepts_word(word), !truth, "negation, {:?}: {:?}", word, no);
        }
        let both = yes.intersect(&no);
        prop_assert_eq!(both.example(), None);
        prop_assert!(both.is_empty());
    }

    #[test]
    fn simplification_keeps_the_meaning(formula in formulas(), words in words(40)) {
        let simple = simplify(&formula);
        let normal = formula.negation_normal_form();
        for word in &words {
            prop_assert_eq!(holds(&simple, word), holds(&formula, word), "{:?}", simple);
            prop_assert_eq!(holds(&normal, word), holds(&formula, word), "{:?}", normal);
        }
    }
}

proptest! {
    #![proptest_config(config(400, 2))]

    #[test]
    fn intersection_is_conjunction(one in formulas(), two in formulas(), words in words(20)) {
        let both = translate(&one).intersect(&translate(&two));
        let reduced = both.reduce();
        for word in &words {
            let truth = holds(&one, word) && holds(&two, word);
            prop_assert_eq!(both.accepts_word(word), truth);
            prop_assert_eq!(reduced.accepts_word(word), truth);
        }
        let conjunction = one.and(two);
        match both.example() {
            Some(word) => prop_assert!(holds(&conjunction, &word), "{:?}", word),
            None => prop_assert!(translate(&conjunction).is_empty()),
        }
    }

    #[test]
    fn what_is_written_is_read_again(formula in formulas()) {
        let automaton = translate(&formula);
        let text = write_hoa(&automaton, &|atom| format!("a{}", atom.0));
        let again = read_hoa(&text, &mut |name| AtomId(name[1..].parse().expect("a number")));
        prop_assert_eq!(again.as_ref(), Ok(&automaton), "{}", text);
        let shown = formula.display(&|atom| format!("a{}", atom.0)).to_string();
        let mut names = Names::new();
        for atom in 0..ATOMS {
            names.atom(&format!("a{atom}"));
        }
        let parsed = parse_with_names(&shown, &mut names);
        prop_assert_eq!(parsed.as_ref(), Ok(&formula), "{}", shown);
    }

    #[test]
    fn invariant_formulas_do_not_see_repetition(formula in formulas(), word in word(), stretch in letters(8..9)) {
        let answer = stuttering(&formula);
        if !formula.has_next() {
            prop_assert_eq!(answer, Stuttering::Invariant);
        }
        // Each letter once or twice, as the bits of `stretch` say.
        let twice = |letters: &[AtomSet], from: usize| -> Vec<AtomSet> {
            let times = |index: usize| if stretch[(from + index) % 8].is_empty() { 1 } else { 2 };
            let copies = letters.iter().enumerate();
            copies.flat_map(|(index, letter)| std::iter::repeat_n(letter.clone(), times(index))).collect()
        };
        let longer = Lasso::new(twice(word.prefix(), 0), twice(word.cycle(), word.prefix().len()));
        let longer = longer.expect("the cycle has a letter");
        if answer == Stuttering::Invariant {
            prop_assert_eq!(holds(&formula, &word), holds(&formula, &longer), "{:?} {:?}", word, longer);
        }
    }

    #[test]
    fn normal_form_negates_only_atoms(formula in formulas()) {
        let mut waiting = vec![formula.negation_normal_form()];
        while let Some(part) = waiting.pop() {
            match part.operator() {
                Operator::Not(inner) => {
                    prop_assert!(matches!(inner.operator(), Operator::Atom(_)), "{:?}", part);
                }
                Operator::Implies(..) | Operator::Equivalent(..) => {
                    return Err(TestCaseError::fail(format!("{part:?}")));
                }
                _ => waiting.extend(part.parts().into_iter().cloned()),
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_fall(text in "[ -~\n]{0,60}", cut in 0usize..400, byte in any::<u8>()) {
        let mut names = Names::new();
        if let Err(error) = parse_with_names(&text, &mut names) {
            prop_assert!(text.get(error.range).is_some());
        }
        let automaton = translate(&Formula::atom(AtomId(0)).until(Formula::atom(AtomId(1))).always());
        let mut bytes = write_hoa(&automaton, &|atom| atom.to_string()).into_bytes();
        let position = cut % bytes.len();
        bytes[position] = byte & 0x7f;
        bytes.truncate(bytes.len() - cut / 7);
        let mutated = String::from_utf8(bytes).expect("ASCII");
        for text in [&text, &mutated] {
            if let Err(error) = read_hoa(text, &mut |name| names.atom(name)) {
                prop_assert!(text.get(error.range).is_some());
            }
        }
    }
}
