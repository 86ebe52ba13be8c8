//! Damaged Ada programs: a model, perhaps a degraded one, or diagnostics; never a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use trine_session::verdict::Budget;
use trine_session::{Request, load};
use trine_tests::host::TestHost;
use trine_tests::{mutate, parallel};

fn corpus() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ada");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("examples").flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "adb"));
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("an example")).collect()
}

#[test]
fn three_thousand_damaged_programs_are_survived() {
    let corpus = corpus();
    assert!(corpus.len() >= 20);
    let seeds: Vec<u64> = (0..3_000).collect();
    let answers = parallel::map(&seeds, 2, |_, seed| {
        let text = mutate::mutate(&corpus, *seed);
        let host = TestHost::with("damaged.adb", &text);
        let request = Request {
            files: vec!["damaged.adb".to_string()],
            budget: Budget { time: Some(Duration::from_secs(1)), ..Budget::default() },
            ..Request::default()
        };
        let loaded = catch_unwind(AssertUnwindSafe(|| load(&request, &host)));
        let loaded = loaded.map_err(|_| format!("seed {seed} panics"))?;
        // Without a model there has to be a reason.
        match loaded.system.is_some() || loaded.diagnostics.has_errors() {
            true => Ok(loaded.system.is_some()),
            false => Err(format!("seed {seed}: neither a model nor a reason")),
        }
    });
    let models = answers.iter().filter(|answer| **answer == Ok(true)).count();
    let bad: Vec<String> = answers.into_iter().filter_map(Result::err).collect();
    println!("{models} of 3,000 damaged programs still have a model");
    assert!(models > 150, "{models}");
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
