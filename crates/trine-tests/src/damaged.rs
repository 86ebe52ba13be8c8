//! Damages the examples of a language in many ways, and sees whether reading them survives it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use trine_session::{Request, load};
use trine_verdict::Budget;

use crate::host::TestHost;
use crate::{mutate, parallel};

/// Loads that many damaged variants of the examples in a folder, under a file name of their language; how
/// many still have a model.
///
/// # Panics
/// Where one is not survived, or ends with neither a model nor a reason.
pub fn survive(folder: &str, name: &str, count: u64) -> usize {
    let corpus = corpus(folder, name);
    assert!(corpus.len() >= 20, "there are too few examples in {folder}");
    let seeds: Vec<u64> = (0..count).collect();
    let answers = parallel::map(&seeds, 2, |_, seed| {
        let host = TestHost::with(name, &mutate::mutate(&corpus, *seed));
        let request = Request {
            files: vec![name.to_string()],
            budget: Budget { time: Some(Duration::from_secs(1)), ..Budget::default() },
            ..Request::default()
        };
        let loaded = catch_unwind(AssertUnwindSafe(|| load(&request, &host)));
        let loaded = loaded.map_err(|_| format!("seed {seed} panics"))?;
        match loaded.system.is_some() || loaded.diagnostics.has_errors() {
            true => Ok(loaded.system.is_some()),
            false => Err(format!("seed {seed}: neither a model nor a reason")),
        }
    });
    let models = answers.iter().filter(|answer| **answer == Ok(true)).count();
    let bad: Vec<String> = answers.into_iter().filter_map(Result::err).collect();
    println!("{models} of {count} damaged programs still have a model");
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    models
}

/// The examples in a folder with the extension of a name.
fn corpus(folder: &str, name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(folder);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("examples").flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension() == Path::new(name).extension());
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("an example")).collect()
}
