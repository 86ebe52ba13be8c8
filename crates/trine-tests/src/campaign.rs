//! Campaigns that take longer than a test may: each prints what it did and says whether all is well.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use trine_session::Request;
use trine_session::verdict::Budget;

use crate::differential::{self, Agreement, Checker, OurResult};
use crate::host::TestHost;
use crate::trine::Trine;
use crate::{agreement, mutate, oracle, parallel, shrink, spin, tricky};

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

/// Generated models through SPIN and Trine; SPIN's answers are kept in a directory, if there is one.
pub fn promela(first: u64, count: u64, kept: Option<PathBuf>) -> io::Result<bool> {
    let seeds: Vec<u64> = (first..first + count).collect();
    if let Some(directory) = &kept {
        fs::create_dir_all(directory)?;
    }
    let settings = spin::Settings { kept, ..spin::Settings::small() };
    let checker = Timed { inner: Trine::with_time(20), micros: AtomicU64::new(0) };
    let mut tally: BTreeMap<String, u64> = BTreeMap::new();
    let (mut full, mut partial, mut none, mut wrong) = (0, 0, 0, Vec::new());
    let mut slowest: Vec<(u64, u64)> = Vec::new();
    for batch in seeds.chunks(100) {
        let answers = parallel::map(batch, 2, |_, seed| {
            let start = Instant::now();
            let (_, answer) = differential::compare_generated(*seed, &checker, &settings);
            (answer, start.elapsed().as_millis() as u64)
        });
        for (seed, (answer, millis)) in batch.iter().zip(answers) {
            slowest.push((millis, *seed));
            match answer {
                Ok(Agreement::Full { .. }) => full += 1,
                Ok(Agreement::Partial(why)) => {
                    partial += 1;
                    *tally.entry(format!("only {why} compared")).or_default() += 1;
                }
                Ok(Agreement::NoOracle(why)) => {
                    none += 1;
                    *tally.entry(format!("no answer: {}", without_numbers(&why))).or_default() += 1;
                }
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
    for (why, times) in &tally {
        println!("{times} x {why}");
    }
    let total: u64 = slowest.iter().map(|(millis, _)| millis).sum();
    slowest.sort_unstable_by(|one, other| other.cmp(one));
    let named: Vec<String> = slowest
        .iter()
        .take(5)
        .map(|(millis, seed)| format!("{seed} ({:.1} s)", *millis as f64 / 1e3))
        .collect();
    println!(
        "{:.0} s in all, {:.0} s of it in Trine; the slowest seeds: {}",
        total as f64 / 1e3,
        checker.micros.load(Ordering::Relaxed) as f64 / 1e6,
        named.join(", ")
    );
    println!(
        "{count} models: {full} agree in verdicts and raw states, {partial} in what SPIN said, \
         {none} SPIN has no answer, {} differ",
        wrong.len()
    );
    Ok(wrong.is_empty())
}

/// The model of a seed, and the smallest one found for which SPIN and Trine still differ.
pub fn shrunk(seed: u64) -> io::Result<bool> {
    let settings = spin::Settings::small();
    let checker = Trine::with_time(20);
    let (model, answer) = differential::compare_generated(seed, &checker, &settings);
    println!("{}", model.text);
    match answer {
        Ok(agreement) => {
            println!("{agreement:?}");
            Ok(true)
        }
        Err(different) => {
            println!("{different}\n");
            let outcome = |text: &str| differential::compare(text, &checker, &settings);
            let small = shrink::shrink(&model.text, 600, |text| outcome(text).is_err());
            println!("{small}");
            if let Err(different) = outcome(&small) {
                println!("{different}");
            }
            Ok(false)
        }
    }
}

/// Adds up the time that Trine takes.
struct Timed {
    inner: Trine,
    micros: AtomicU64,
}

impl Checker for Timed {
    fn check(&self, model: &str, mode: &spin::Mode) -> OurResult {
        let ours = self.inner.check(model, mode);
        self.micros.fetch_add((ours.seconds * 1e6) as u64, Ordering::Relaxed);
        ours
    }

    fn check_file(&self, path: &Path, mode: &spin::Mode) -> OurResult {
        self.inner.check_file(path, mode)
    }
}

/// A message without its line numbers, so that equal complaints are counted together.
fn without_numbers(message: &str) -> String {
    let mut words: Vec<&str> = message.split_whitespace().collect();
    words.retain(|word| !word.contains(|c: char| c.is_ascii_digit()));
    words.join(" ")
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

/// Generated Java programs against their known answers.
pub fn java(seeds: std::ops::Range<u64>) -> io::Result<bool> {
    let found = crate::java::compare(seeds);
    for line in &found.wrong {
        println!("{line}");
    }
    let violated = crate::java::CHECKS.iter().zip(found.violated);
    let violated: Vec<String> = violated.map(|(name, count)| format!("{name} {count}")).collect();
    println!("{} programs, of which violate: {}", found.programs, violated.join(", "));
    println!("{} wrong", found.wrong.len());
    Ok(found.wrong.is_empty())
}

/// Examples with small changes, on the virtual machine and by Trine.
pub fn java_mutants(seeds: std::ops::Range<u64>) -> io::Result<bool> {
    let found = crate::java::compare_mutants(seeds)?;
    found.wrong.iter().for_each(|line| println!("{line}"));
    println!(
        "{} programs, {} died, {} hung, {} wrong",
        found.programs,
        found.died,
        found.hung,
        found.wrong.len()
    );
    Ok(found.wrong.is_empty())
}

/// Random Ada programs: SPIN's answers about a translation of their own, Trine's, and SPIN's about what Trine
/// exports.
pub fn ada(seeds: std::ops::Range<u64>) -> io::Result<bool> {
    let compared = crate::ada::compare(seeds);
    compared.wrong.iter().for_each(|line| println!("{line}"));
    println!(
        "{} programs, {} can deadlock, {} exported, {} wrong",
        compared.programs,
        compared.deadlocks,
        compared.exported,
        compared.wrong.len()
    );
    Ok(compared.wrong.is_empty())
}
