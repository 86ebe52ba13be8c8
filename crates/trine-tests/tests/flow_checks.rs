//! Checks that are a matter of single steps are proved by flow, too, and it never contradicts explore.

use std::path::Path;

use trine_session::{Checked, Engine, Request, check};
use trine_tests::host::TestHost;
use trine_tests::{java, parallel};
use trine_verdict::{Checked as Backing, Reason, Verdict};

const CHECKS: [&str; 5] =
    ["assertion", "monitor-misuse", "thread-restarted", "premature-join", "unnecessary-notify"];

fn checked(text: &str, engine: Engine) -> Checked {
    let request = Request {
        files: vec!["Main.java".to_string()],
        properties: Some(CHECKS.map(str::to_string).to_vec()),
        engine,
        ..Request::default()
    };
    check(&request, &TestHost::with("Main.java", text))
}

#[test]
fn generated_programs_get_the_same_verdicts_from_both_engines() {
    let seeds: Vec<u64> = (0..60).collect();
    let told = parallel::map(&seeds, 2, |_, seed| {
        let mini = java::generate(*seed);
        java::decide(&mini, 2_000)?;
        let checked = checked(&java::print(&mini, *seed), Engine::All);
        let (mut proved, mut confirmed, mut wrong) = (0, 0, Vec::new());
        for result in &checked.results {
            let by = |engine: &str| {
                let run = result.engines.iter().find(|run| run.engine.name() == engine);
                run.map(|run| run.verdict)
            };
            if matches!(result.reason, Some(Reason::Internal { .. })) {
                let name = &result.property.name;
                wrong.push(format!("seed {seed}, {name}: {:?}", result.reason));
            }
            match by("flow") {
                Some(Verdict::Holds) => proved += 1,
                Some(Verdict::Violated) => confirmed += 1,
                Some(Verdict::Inconclusive) | None => {}
            }
        }
        Some((proved, confirmed, wrong))
    });
    let (mut proved, mut confirmed, mut wrong) = (0, 0, Vec::new());
    for (more, others, bad) in told.into_iter().flatten() {
        proved += more;
        confirmed += others;
        wrong.extend(bad);
    }
    println!("{proved} proofs, {confirmed} violations");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proved >= 100 && confirmed >= 10, "{proved} proofs, {confirmed} violations");
}

/// What the examples are there to show: the check, and what flow alone says of it.
#[test]
fn faults_of_the_examples_are_found_and_replayed() {
    for (file, name, expected) in [
        ("ThreadRestarted", "thread-restarted", Verdict::Violated),
        ("PhilosophersPaper", "thread-restarted", Verdict::Holds),
        ("PhilosophersPaper", "premature-join", Verdict::Holds),
        ("PhilosophersPaper", "unnecessary-notify", Verdict::Violated),
        ("LostUpdate", "assertion", Verdict::Violated),
        ("MissedSignal", "thread-restarted", Verdict::Holds),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java");
        let text = std::fs::read_to_string(path.join(format!("{file}.java"))).expect("an example");
        let checked = checked(&text, Engine::Flow);
        let result =
            checked.results.iter().find(|one| one.property.name == name).expect("a result");
        assert_eq!(result.verdict, expected, "{file}, {name}: {:?}", result.reason);
        let backed = match expected {
            Verdict::Holds => result.checked == Backing::Certificate,
            _ => matches!(result.checked, Backing::Replay | Backing::Program),
        };
        assert!(backed, "{file}, {name}: {:?}", result.checked);
    }
}
