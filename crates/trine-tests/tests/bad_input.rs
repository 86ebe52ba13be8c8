//! Truncated, random and mutated models: a verdict or a diagnostic with a place, never a panic.

use trine_tests::rng::Rng;
use trine_tests::{campaign, mutate, parallel};

#[test]
fn five_thousand_damaged_models_are_survived() {
    let corpus = campaign::corpus().unwrap();
    let seeds: Vec<u64> = (0..5_000).collect();
    let answers = parallel::map(&seeds, 2, |_, seed| {
        campaign::survives(&mutate::mutate(&corpus, *seed)).map_err(|why| format!("{seed}: {why}"))
    });
    let bad: Vec<String> = answers.into_iter().filter_map(Result::err).collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn random_text_is_survived() {
    let mut rng = Rng::new(11);
    for _ in 0..300 {
        campaign::survives(&mutate::random_text(&mut rng)).unwrap();
    }
}

#[test]
fn deep_nesting_and_huge_files_are_survived() {
    for text in mutate::deeply_nested(20_000) {
        campaign::survives(&text).unwrap();
    }
    campaign::survives(&mutate::huge(10 << 20)).unwrap();
}
