//! C against gcc: every example compiles without a warning, sequential programs compute the same values bit by bit, and
//! damaged sources are survived.

use std::path::Path;
use std::process::Command;

use trine_tests::c::families::Family;
use trine_tests::c::{compare, oracle, verdicts};
use trine_tests::c_snippets::campaign;
use trine_tests::damaged::survive;

#[test]
fn every_example_compiles_without_a_warning() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("examples").flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(files.len() >= 60, "{} examples", files.len());
    for file in files {
        let made = Command::new("gcc")
            .args(["-std=gnu11", "-Wall", "-Werror", "-fsyntax-only", "-pthread"])
            .arg(&file)
            .output()
            .expect("gcc is installed");
        let told = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{}: {told}", file.display());
    }
}

/// A share of the campaign `c-snippets`.
#[test]
fn snippets_compute_what_gcc_computes() {
    let tally = campaign(0..150).expect("gcc is installed");
    let wrong = &tally.differences;
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(tally.programs, 150);
}

#[test]
fn five_thousand_damaged_programs_are_survived() {
    let models = survive("c", "damaged.c", 5_000);
    assert!(models > 150, "{models}");
}

/// A share of the campaign `c`; of every twentieth program some runs.
#[test]
fn what_is_planted_in_programs_is_found() {
    let tally = compare(0..300, 20, 4_000).expect("gcc is installed");
    println!("{:?}", tally.counts);
    let wrong = &tally.differences;
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(tally.programs, 300);
    assert!(tally.counts["searched both ways"] > 150, "{:?}", tally.counts);
}

/// The classical deadlocks, with three threads.
#[test]
fn classical_deadlocks_are_found_and_their_repairs_hold() {
    use trine_verdict::Verdict;
    for family in Family::ALL {
        for repaired in [false, true] {
            let found = verdicts(&family.program(3, repaired), 60).expect("it is a program");
            for (name, verdict) in found {
                let waits = ["deadlock", "wait-forever"].contains(&name.as_str()) && !repaired;
                let said = format!("{}, repaired {repaired}: {name}", family.name());
                match waits {
                    true if name == "deadlock" => assert_eq!(verdict, Verdict::Violated, "{said}"),
                    true => assert_ne!(verdict, Verdict::Inconclusive, "{said}"),
                    false => assert_eq!(verdict, Verdict::Holds, "{said}"),
                }
            }
        }
    }
}

/// What ThreadSanitizer, an abort or a hang shows of an example, its first line says.
#[test]
fn what_runs_of_the_examples_show_is_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("examples").flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    let shown = trine_tests::parallel::map(&files, 2, |_, file| {
        let text = std::fs::read_to_string(file).expect("an example can be read");
        let said = text.lines().next().unwrap_or_default().to_string();
        let shown = oracle::run(&text, 1, 0).expect("gcc is installed");
        let missing =
            |shown: &&oracle::Shown| !shown.checks().iter().any(|check| said.contains(check));
        let missing: Vec<String> = shown
            .iter()
            .filter(missing)
            .map(|what| format!("{}: {what:?}", file.display()))
            .collect();
        (shown.len(), missing)
    });
    let missing: Vec<&String> = shown.iter().flat_map(|(_, missing)| missing).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(shown.iter().map(|(count, _)| count).sum::<usize>() > 10, "runs show nothing");
}

/// The library does what that of the system does: the assertions of these programs hold, compiled and run, and by Trine.
#[test]
fn library_functions_do_what_those_of_the_system_do() {
    let strings = ("strings.c", include_str!("c_library/strings.c"));
    let threads = ("threads.c", include_str!("c_library/threads.c"));
    for (name, text) in [strings, threads] {
        let shown = oracle::run(text, 1, 1).expect("gcc is installed");
        assert!(shown.is_empty(), "{name}: {shown:?}");
        for (check, verdict) in verdicts(text, 60).expect("it is a program") {
            assert_eq!(verdict, trine_verdict::Verdict::Holds, "{name}: {check}");
        }
    }
}
