//! Trine and SPIN give the same answers, and in raw searches the same number of states.

use std::path::{Path, PathBuf};

use trine_tests::agreement::{self, Recorded, Summary};
use trine_tests::trine::Trine;
use trine_tests::{differential, oracle, parallel, spin, tricky};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

fn assert_agreement(rows: &[Recorded], known: &Path, root: &Path) -> Summary {
    let known = agreement::explained(known).unwrap();
    let summary = agreement::compare(rows, &known, root, &Trine::with_time(20));
    assert!(
        summary.wrong.is_empty(),
        "{} rows agree, {} are explained, these are wrong:\n{}",
        summary.agreed,
        summary.explained,
        summary.wrong.join("\n")
    );
    println!("{} agree, {} explained, {} open", summary.agreed, summary.explained, summary.open);
    summary
}

#[test]
fn every_corner_of_promela_is_as_spin_has_it() {
    let rows = agreement::tricky_rows().unwrap();
    let known = data("tricky/differences.tsv");
    let summary = assert_agreement(&rows, &known, &tricky::directory());
    assert!(summary.agreed > 500);
}

#[test]
fn the_models_of_the_package_are_answered_as_spin_answers_them() {
    let rows = agreement::package_rows(0.0, 2.0).unwrap();
    assert_agreement(&rows, &data("oracle-differences.tsv"), &oracle::examples());
}

#[test]
fn generated_models_are_answered_as_spin_answers_them() {
    let seeds: Vec<u64> = (0..300).collect();
    let settings = spin::Settings::small();
    let checker = Trine::with_time(20);
    let answers = parallel::map(&seeds, 2, |_, seed| {
        differential::compare_generated(*seed, &checker, &settings).1
    });
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (seed, answer) in seeds.iter().zip(answers) {
        match answer {
            Ok(differential::Agreement::NoOracle(_)) => {}
            Ok(_) => compared += 1,
            Err(different) => wrong.push(format!("seed {seed}: {different}")),
        }
    }
    assert!(wrong.is_empty(), "{compared} agree, these do not:\n{}", wrong.join("\n"));
    assert!(compared > 290, "only {compared} models could be compared");
}
