//! Damaged models through the whole pipeline in one process: a verdict or a diagnostic, never a panic.

use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use trine_session::Request;
use trine_verdict::Budget;

use super::Tally;
use crate::host::TestHost;
use crate::{mutate, parallel, tricky};

/// Damages the models of these seeds.
pub fn input(seeds: Range<u64>) -> io::Result<Tally> {
    let corpus = corpus()?;
    let seeds: Vec<u64> = seeds.collect();
    let answers = parallel::map(&seeds, 2, |_, seed| survives(&mutate::mutate(&corpus, *seed)));
    let mut tally = Tally { programs: seeds.len() as u64, ..Tally::default() };
    for (seed, answer) in seeds.iter().zip(answers) {
        if let Err(why) = answer {
            tally.differences.push(format!("seed {seed}: {why}"));
        }
    }
    Ok(tally)
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
