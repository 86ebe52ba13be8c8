//! Generated Java programs get the verdicts that are known of them.

use std::time::Duration;

use trine_session::verdict::{Budget, Verdict};
use trine_session::{Request, check};
use trine_tests::host::TestHost;
use trine_tests::java::{Answers, decide, generate, print};

const CHECKS: [&str; 5] =
    ["deadlock", "wait-forever", "data-race", "assertion", "monitor-misuse"];

fn expected(answers: &Answers) -> [bool; 5] {
    let Answers { deadlock, wait_forever, data_race, assertion, monitor_misuse, .. } = answers;
    [*deadlock, *wait_forever, *data_race, *assertion, *monitor_misuse]
}

#[test]
fn generated_programs_get_the_verdicts_that_are_known_of_them() {
    let seeds = std::env::var("SEEDS").ok().and_then(|text| {
        let (from, to) = text.split_once("..")?;
        Some(from.parse().ok()?..to.parse().ok()?)
    });
    let mut wrong = Vec::new();
    let mut violated = [0; 5];
    let mut count = 0;
    for seed in seeds.unwrap_or(0..400u64) {
        let mini = generate(seed);
        let Some(answers) = decide(&mini, 20_000) else { continue };
        count += 1;
        let text = print(&mini, seed);
        let host = TestHost::with("Main.java", &text);
        let request = Request {
            files: vec!["Main.java".to_string()],
            properties: Some(CHECKS.map(str::to_string).to_vec()),
            budget: Budget { time: Some(Duration::from_secs(20)), memory: Some(2 << 30), depth: None },
            search_again: 2_000,
            ..Request::default()
        };
        let checked = check(&request, &host);
        for ((name, known), seen) in CHECKS.into_iter().zip(expected(&answers)).zip(&mut violated) {
            *seen += usize::from(known);
            let result = checked.results.iter().find(|result| result.property.name == name);
            let right = if known { Verdict::Violated } else { Verdict::Holds };
            match result {
                Some(result) if result.verdict == right => {}
                Some(result) => wrong.push(format!(
                    "seed {seed}: {name} is {:?}, not {right:?} ({:?})",
                    result.verdict, result.reason
                )),
                None => {
                    let said: Vec<_> =
                        checked.loaded.diagnostics.items.iter().map(|d| &d.message).collect();
                    wrong.push(format!("seed {seed}: no answer on {name}: {said:?}"));
                }
            }
        }
    }
    println!("{count} programs; violated: {CHECKS:?} {violated:?}");
    assert!(count >= 300 || std::env::var("SEEDS").is_ok(), "{count}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
