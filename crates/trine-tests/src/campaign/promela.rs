//! Promela against SPIN: its recorded answers, and generated models.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::Tally;
use crate::differential::{self, Agreement};
use crate::trine::Trine;
use crate::{agreement, oracle, parallel, shrink, spin, tricky};

/// The recorded answers of SPIN by their numbers: the small models first, then those of its package.
pub fn recorded(rows: Range<u64>) -> io::Result<Tally> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let small = agreement::tricky_rows()?;
    let package = agreement::package_rows(0.0, f64::MAX)?;
    let mut tally = Tally::default();
    let tables = [
        (&small, data.join("tricky/differences.tsv"), tricky::directory(), 20, 0),
        (&package, data.join("oracle-differences.tsv"), oracle::examples(), 120, small.len()),
    ];
    for (table, differences, root, seconds, before) in tables {
        let place = |row: u64| (row as usize).saturating_sub(before).min(table.len());
        let rows = &table[place(rows.start)..place(rows.end)];
        let known = agreement::explained(&differences)?;
        let summary = agreement::compare(rows, &known, &root, &Trine::with_time(seconds));
        tally.programs += rows.len() as u64;
        tally.count("agree", summary.agreed);
        tally.count("explained", summary.explained);
        tally.count("open", summary.open);
        tally.differences.extend(summary.wrong);
    }
    Ok(tally)
}

/// Generated models through SPIN and Trine.
pub fn promela(seeds: Range<u64>) -> io::Result<Tally> {
    promela_keeping(seeds, None)
}

/// The same, with SPIN's answers kept in a directory, if there is one.
pub fn promela_keeping(seeds: Range<u64>, kept: Option<PathBuf>) -> io::Result<Tally> {
    if let Some(directory) = &kept {
        fs::create_dir_all(directory)?;
    }
    let settings = spin::Settings { kept, ..spin::Settings::small() };
    let checker = Trine::with_time(20);
    let seeds: Vec<u64> = seeds.collect();
    let answers = parallel::map(&seeds, 2, |_, seed| {
        differential::compare_generated(*seed, &checker, &settings).1
    });
    let mut tally = Tally { programs: seeds.len() as u64, ..Tally::default() };
    for (seed, answer) in seeds.iter().zip(answers) {
        match answer {
            Ok(Agreement::Full { .. }) => tally.count("agree in verdicts and raw states", 1),
            Ok(Agreement::Partial(why)) => tally.count(&format!("only {why} compared"), 1),
            Ok(Agreement::NoOracle(why)) => {
                tally.count(&format!("no answer: {}", without_numbers(&why)), 1);
            }
            Err(different) => tally.differences.push(format!("seed {seed}: {different}")),
        }
    }
    Ok(tally)
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

/// A message without its line numbers, so that equal complaints are counted together.
fn without_numbers(message: &str) -> String {
    let mut words: Vec<&str> = message.split_whitespace().collect();
    words.retain(|word| !word.contains(|c: char| c.is_ascii_digit()));
    words.join(" ")
}
