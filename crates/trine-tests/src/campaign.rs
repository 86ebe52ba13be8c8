//! Campaigns that take longer than a test may: each prints what it did and says whether all is well.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use trine_session::Request;
use trine_session::verdict::Budget;

use crate::differential::{self, Agreement};
use crate::host::TestHost;
use crate::trine::Trine;
use crate::{agreement, generate, mutate, oracle, parallel, spin, tricky};

/// Every recorded answer of SPIN: the small models first, then those of its package.
pub fn oracle() -> io::Result<bool> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let small = agreement::tricky_rows()?;
    let package = agreement::package_rows(0.0, f64::MAX)?;
    let first = report(&small, &data.join("tricky/differences.tsv"), &tricky::directory(), 20)?;
    let second = report(&package, &data.join("oracle-differences.tsv"), &oracle::examples(), 120)?;
    Ok(first && second)
}

fn report(
    rows: &[agreement::Recorded],
    differences: &Path,
    root: &Path,
    seconds: u64,
) -> io::Result<bool> {
    println!("{} rows", rows.len());
    let known = agreement::explained(differences)?;
    let summary = agreement::compare(rows, &known, root, &Trine::with_time(seconds));
    println!("{} agree, {} explained, {} open", summary.agreed, summary.explained, summary.open);
    for line in &summary.wrong {
        println!("{line}");
    }
    Ok(summary.wrong.is_empty())
}

/// Generated models through SPIN and Trine.
pub fn promela(first: u64, count: u64) -> io::Result<bool> {
    let seeds: Vec<u64> = (first..first + count).collect();
    let settings = spin::Settings::small();
    let checker = Trine::with_time(20);
    let (mut full, mut partial, mut none, mut wrong) = (0, 0, 0, Vec::new());
    for batch in seeds.chunks(100) {
        let answers = parallel::map(batch, 2, |_, seed| {
            differential::compare(&generate::model(*seed).text, &checker, &settings)
        });
        for (seed, answer) in batch.iter().zip(answers) {
            match answer {
                Ok(Agreement::Full { .. }) => full += 1,
                Ok(Agreement::Partial(_)) => partial += 1,
                Ok(Agreement::NoOracle(_)) => none += 1,
                Err(different) => {
                    println!("seed {seed}: {different}");
                    wrong.push(*seed);
                }
            }
        }
        eprintln!(
            "{full} full, {partial} partial, {none} without an oracle, {} wrong",
            wrong.len()
        );
    }
    println!(
        "{count} models: {full} agree in verdicts and raw states, {partial} in what SPIN said, \
         {none} SPIN has no answer, {} differ",
        wrong.len()
    );
    Ok(wrong.is_empty())
}

/// Damaged models through the whole pipeline: a verdict or a diagnostic, never a panic.
pub fn input(first: u64, count: u64) -> io::Result<bool> {
    let corpus = corpus()?;
    let seeds: Vec<u64> = (first..first + count).collect();
    let answers = parallel::map(&seeds, 2, |_, seed| survives(&mutate::mutate(&corpus, *seed)));
    let mut bad = 0;
    for (seed, answer) in seeds.iter().zip(answers) {
        if let Err(why) = answer {
            bad += 1;
            println!("seed {seed}: {why}");
        }
    }
    println!("{count} damaged models, {bad} mishandled");
    Ok(bad == 0)
}

/// Models to damage: one corner of Promela each.
pub fn corpus() -> io::Result<Vec<String>> {
    Ok(tricky::models()?.into_iter().map(|(_, text)| text).collect())
}

/// Whether a text ends in verdicts or in diagnostics that point at a place.
pub fn survives(text: &str) -> Result<(), String> {
    let request = Request {
        files: vec!["model.pml".to_string()],
        budget: Budget {
            time: Some(Duration::from_millis(200)),
            memory: Some(200 << 20),
            depth: None,
        },
        search_again: 200,
        ..Request::default()
    };
    let host = TestHost::with("model.pml", text);
    let checked = catch_unwind(AssertUnwindSafe(|| trine_session::check(&request, &host)))
        .map_err(|_| "a panic".to_string())?;
    let errors = checked.loaded.diagnostics;
    if !errors.has_errors() && checked.results.is_empty() {
        return Err("neither verdicts nor errors".to_string());
    }
    if errors.has_errors() && errors.items.iter().all(|item| item.span.is_none()) {
        return Err("an error without a place".to_string());
    }
    Ok(())
}
