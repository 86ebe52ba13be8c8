//! Random formulas on random words: everything that can be said about a formula in two ways must
//! come out the same in both.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use trine_automata::ltl::{holds, simplify};
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

fn words(count: usize) -> impl Strategy<Value = Vec<Lasso>> {
    let word = (letters(0..4), letters(1..5))
        .prop_map(|(prefix, cycle)| Lasso::new(prefix, cycle).expect("the cycle has a letter"));
    prop::collection::vec(word, count)
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

proptest! {
    #![proptest_config(config(1000, 1))]

    #[test]
    fn an_automaton_accepts_what_satisfies_its_formula(formula in formulas(), words in words(40)) {
        let (yes, no) = (translate(&formula), translate(&formula.clone().not()));
        for word in &words {
            let truth = holds(&formula, word);
            prop_assert_eq!(yes.accepts_word(word), truth, "{:?}: {:?}", word, yes);
            prop_assert_eq!(no.accepts_word(word), !truth, "negation, {:?}: {:?}", word, no);
        }
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
