//! Trine's verdicts on generated programs beside the known ones.

use std::ops::Range;
use std::time::Duration;

use trine_session::{Request, check};
use trine_verdict::{Budget, Verdict};

use super::{Answers, decide, generate, print};
use crate::host::TestHost;
use crate::parallel;

/// The checks whose answers are known.
pub const CHECKS: [&str; 5] =
    ["deadlock", "wait-forever", "data-race", "assertion", "monitor-misuse"];

/// How generated programs compare.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    pub programs: usize,
    /// How many programs violate each check.
    pub violated: [usize; 5],
    /// Each verdict that is not the known one.
    pub wrong: Vec<String>,
}

/// Checks the programs of these seeds; those with more states than a naive search takes are left out.
pub fn compare(seeds: Range<u64>) -> Comparison {
    let seeds: Vec<u64> = seeds.collect();
    let mut all = Comparison::default();
    for (known, wrong) in parallel::map(&seeds, 2, |_, seed| one(*seed)).into_iter().flatten() {
        all.programs += 1;
        for (count, known) in all.violated.iter_mut().zip(known) {
            *count += usize::from(known);
        }
        all.wrong.extend(wrong);
    }
    all
}

fn one(seed: u64) -> Option<([bool; 5], Vec<String>)> {
    let mini = generate(seed);
    let answers = decide(&mini, 20_000)?;
    let Answers { deadlock, wait_forever, data_race, assertion, monitor_misuse, .. } = answers;
    let known = [deadlock, wait_forever, data_race, assertion, monitor_misuse];
    let host = TestHost::with("Main.java", &print(&mini, seed));
    let request = Request {
        files: vec!["Main.java".to_string()],
        properties: Some(CHECKS.map(str::to_string).to_vec()),
        budget: Budget { time: Some(Duration::from_secs(30)), memory: Some(2 << 30), depth: None },
        search_again: 2_000,
        ..Request::default()
    };
    let checked = check(&request, &host);
    let mut wrong = Vec::new();
    for (name, known) in CHECKS.into_iter().zip(known) {
        let right = if known { Verdict::Violated } else { Verdict::Holds };
        match checked.results.iter().find(|result| result.property.name == name) {
            Some(result) if result.verdict == right => {}
            Some(result) => wrong.push(format!(
                "seed {seed}: {name} is {:?}, not {right:?} ({:?})",
                result.verdict, result.reason
            )),
            None => {
                let items = &checked.loaded.diagnostics.items;
                let said: Vec<&str> = items.iter().map(|item| item.message.as_str()).collect();
                wrong.push(format!("seed {seed}: no answer on {name}: {said:?}"));
            }
        }
    }
    Some((known, wrong))
}
