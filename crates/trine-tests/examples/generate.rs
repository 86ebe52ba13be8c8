//! `generate SEED` prints a model; `generate FIRST LAST` asks SPIN about each of the range and
//! prints what it says, its sizes and how many it takes.

use std::collections::BTreeMap;

use trine_tests::spin::{Mode, Settings, SpinError, SpinModel, kinds_text};
use trine_tests::{generate, parallel};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    match numbers[..] {
        [seed] => print!("{}", generate::model(seed).text),
        [first, last] => survey(first, last),
        _ => eprintln!("generate SEED | generate FIRST LAST"),
    }
}

fn survey(first: u64, last: u64) {
    let seeds: Vec<u64> = (first..last).collect();
    let settings = Settings { time: std::time::Duration::from_secs(10), ..Settings::small() };
    let answers = parallel::map(&seeds, 2, |_, seed| {
        let text = generate::model(*seed).text;
        match SpinModel::from_text(&text, &settings).and_then(|mut m| m.check(&Mode::Raw)) {
            Ok(result) => {
                let report = result.report;
                Ok((report.verdict, kinds_text(&report.kinds), report.stored, report.first_error))
            }
            Err(SpinError::Rejected(why)) => Err(why),
            Err(SpinError::Io(error)) => Err(error.to_string()),
        }
    });
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    let mut sizes: Vec<u64> = Vec::new();
    for (seed, answer) in seeds.iter().zip(answers) {
        match answer {
            Ok((verdict, kinds, stored, error)) => {
                let word = format!("{verdict}");
                if word == "FAIL" || word == "CRASH" {
                    println!("{seed}: {word} {}", error.clone().unwrap_or_default());
                }
                *verdicts.entry(format!("{word} {kinds}")).or_default() += 1;
                sizes.extend(stored.map(|n| n as u64));
            }
            Err(why) => {
                println!("{seed}: {why}");
                *verdicts.entry("rejected".to_owned()).or_default() += 1;
            }
        }
    }
    sizes.sort_unstable();
    let at = |percent: usize| sizes.get(sizes.len() * percent / 100).copied().unwrap_or(0);
    println!("{verdicts:#?}");
    println!("states: 10% {} 50% {} 90% {} 99% {}", at(10), at(50), at(90), at(99));
}
