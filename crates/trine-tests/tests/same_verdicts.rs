//! Reduced or not, exact or compressed, depth or breadth first, native or expanded: one verdict.

use std::fs;
use std::path::{Path, PathBuf};

use trine_tests::same_verdicts::{Comparison, Subject, compare};
use trine_tests::{generate, oracle, parallel, tricky};

/// Models that are left out, and why.
const EXPLAINED: &[(&str, &str)] = &[(
    "hidden-read.pml",
    "reads a hidden variable, so states are taken for equal that are not: what is met first decides",
)];

fn models_below(folder: &Path) -> Vec<Subject> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let wanted = |path: &PathBuf| {
                path.extension()
                    .is_some_and(|extension| extension == "pml" || extension == "system")
            };
            if path.is_dir() {
                folders.push(path);
            } else if wanted(&path) {
                files.push(path);
            }
        }
    }
    files.retain(|path| !EXPLAINED.iter().any(|(name, _)| path.ends_with(name)));
    files.sort();
    let subject = |path: PathBuf| Subject { name: path.to_string_lossy().into_owned(), text: None };
    files.into_iter().map(subject).collect()
}

fn assert_same(what: &str, subjects: &[Subject]) -> Comparison {
    let mut total = Comparison::default();
    for comparison in parallel::map(subjects, 2, |_, subject| compare(subject)) {
        total.add(comparison);
    }
    println!(
        "{what}: {} of {} models, {} comparisons, {} of them on expanded systems, {} with the naive \
         search ({} models, {} verdicts left out there); {} verdicts are violations",
        total.models,
        subjects.len(),
        total.compared,
        total.expanded,
        total.naive,
        total.small,
        total.not_naive,
        total.violated
    );
    assert!(
        total.different.is_empty(),
        "{} differences:\n{}",
        total.different.len(),
        total.different.join("\n")
    );
    total
}

#[test]
fn the_package() {
    let total = assert_same("package", &models_below(&oracle::examples()));
    if oracle::examples().is_dir() {
        assert!(total.models >= 50 && total.compared >= 2_000 && total.naive >= 150);
        assert!(total.expanded >= 40 && total.violated >= 40);
    }
}

#[test]
fn every_corner_of_promela() {
    let total = assert_same("corners", &models_below(&tricky::directory()));
    assert!(total.models >= 250 && total.compared >= 10_000 && total.naive >= 1_000);
    assert!(total.expanded >= 400 && total.violated >= 90);
}

#[test]
fn our_examples() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let total = assert_same("examples", &models_below(&examples));
    assert!(total.models >= 15 && total.compared >= 600 && total.naive >= 50);
    assert!(total.expanded >= 50 && total.violated >= 5);
}

#[test]
fn generated_models() {
    let subject = |seed: u64| Subject {
        name: format!("seed-{seed}.pml"),
        text: Some(generate::model(seed).text),
    };
    // A larger number is for a long run by hand.
    let count = std::env::var("TRINE_SEEDS").ok().and_then(|text| text.parse().ok());
    let subjects: Vec<Subject> = (10_000..10_000 + count.unwrap_or(300)).map(subject).collect();
    let total = assert_same("generated", &subjects);
    assert!(total.models >= 250 && total.compared >= 15_000 && total.naive >= 2_000);
    assert!(total.expanded >= 800 && total.violated >= 300);
}
