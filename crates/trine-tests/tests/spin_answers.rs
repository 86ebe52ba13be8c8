//! SPIN still says what was recorded: a sample of both tables, asked again.

use trine_tests::{bench_models, generate, oracle, parallel, spin, tricky};

#[test]
fn the_tricky_models_are_answered_as_recorded() {
    let recorded = tricky::expected().unwrap();
    let models: Vec<_> = tricky::models().unwrap().into_iter().step_by(9).collect();
    let answers = parallel::map(&models, 2, |_, (name, text)| tricky::ask(name, text));
    for answer in answers.into_iter().flatten() {
        let row = recorded.iter().find(|row| row.model == answer.model && row.mode == answer.mode);
        assert_eq!(row, Some(&answer));
    }
}

#[test]
fn every_tricky_model_is_recorded_and_says_what_it_shows() {
    let recorded = tricky::expected().unwrap();
    let models = tricky::models().unwrap();
    assert!(models.len() > 250);
    for (name, text) in &models {
        assert!(text.starts_with("// "), "{name} has no opening comment");
        assert!(recorded.iter().any(|row| row.model == *name), "{name} is not recorded");
    }
    for row in &recorded {
        assert!(models.iter().any(|(name, _)| *name == row.model), "{} is gone", row.model);
    }
}

#[test]
fn the_package_models_are_answered_as_recorded() {
    let recorded = oracle::rows().unwrap();
    for model in ["hello.pml", "loops.pml"] {
        let answers = oracle::ask(&oracle::examples(), model);
        let rows: Vec<_> = recorded.iter().filter(|row| row.model == model).collect();
        assert_eq!(answers.len(), rows.len(), "{model}");
        for (answer, row) in answers.iter().zip(rows) {
            assert_eq!(
                (&answer.mode, answer.verdict, answer.errors, answer.stored, answer.transitions),
                (&row.mode, row.verdict, row.errors, row.stored, row.transitions),
                "{model}"
            );
        }
    }
}

#[test]
fn nearly_all_generated_models_are_taken() {
    let seeds: Vec<u64> = (0..200).collect();
    let settings = spin::Settings::small();
    let taken = parallel::map(&seeds, 2, |_, seed| {
        spin::accepts(&generate::model(*seed).text, &settings).is_ok()
    });
    let rejected = taken.iter().filter(|taken| !**taken).count();
    assert!(rejected * 20 <= seeds.len(), "{rejected} of {} rejected", seeds.len());
}

#[test]
fn the_benchmark_models_are_there() {
    let models = bench_models::models().unwrap();
    assert_eq!(models.len(), 10);
    let small = models.iter().find(|model| model.name == "phil8").unwrap();
    let answer = spin::SpinModel::from_text(&small.text, &small.settings())
        .unwrap()
        .check(&small.mode)
        .unwrap();
    assert_eq!(answer.report.stored_exactly(), Some(small.stored));
    assert!(answer.report.bytes_per_state.is_some_and(|bytes| bytes > 40));
}
