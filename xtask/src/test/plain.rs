//! Runs test executables one after another, and documentation tests under cargo, with what every
//! Rust installation has.

use super::{Suite, select, table::Tally};
use crate::shell;
use std::process::Command;
use std::time::Instant;

/// Runs every executable, the failing ones included, and reads its counts from its last lines.
pub fn run_suites(suites: &[Suite], tally: &mut Tally) -> Result<bool, String> {
    let mut all_passed = true;
    for suite in suites {
        println!("\nsuite {}", suite.name);
        let mut command = Command::new(&suite.executable);
        command.current_dir(&suite.directory).env("CARGO_MANIFEST_DIR", &suite.directory);
        let started = Instant::now();
        let mut counted = false;
        let passed = shell::each_line(&mut command, |line| {
            println!("{line}");
            counted |= add(line, &suite.name, tally);
        })?;
        let row = tally.row(&suite.name);
        row.time += started.elapsed();
        // A suite that died before it could count still counts as a failure.
        if !passed && (!counted || row.failed == 0) {
            row.failed += 1;
        }
        all_passed &= passed;
    }
    Ok(all_passed)
}

/// Runs the documentation tests of all crates; cargo announces each crate before its tests.
pub fn run_documentation(crates: &[String], tally: &mut Tally) -> Result<bool, String> {
    let libraries = libraries(crates)?;
    if libraries.is_empty() {
        return Ok(true);
    }
    let mut command = shell::cargo();
    command.args(["test", "--doc", "--no-fail-fast"]);
    select(&mut command, &libraries, "--profile");
    command.env("CARGO_TERM_COLOR", "never");
    let mut suite = None;
    let mut since = Instant::now();
    shell::each_line(&mut command, |line| {
        println!("{line}");
        if let Some(name) = line.trim_start().strip_prefix("Doc-tests ") {
            suite = Some(format!("{} (documentation)", name.trim().replace('_', "-")));
            since = Instant::now();
        } else if let Some(name) = &suite
            && add(line, name, tally)
        {
            tally.row(name).time += std::mem::replace(&mut since, Instant::now()).elapsed();
        }
    })
}

/// Cargo refuses `--doc` for crates without a library, so only those with one are named.
fn libraries(crates: &[String]) -> Result<Vec<String>, String> {
    let metadata = crate::tidy::metadata()?;
    let mut names = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let is_library = |target: &serde_json::Value| target["kind"][0] == "lib";
        let name = package["name"].as_str().unwrap_or_default().to_string();
        let wanted = crates.is_empty() || crates.contains(&name);
        if wanted && package["targets"].as_array().is_some_and(|all| all.iter().any(is_library)) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Adds `test result: ok. 3 passed; 0 failed; 0 ignored; …`; says whether the line was one.
fn add(line: &str, suite: &str, tally: &mut Tally) -> bool {
    let Some(counts) = line.strip_prefix("test result: ") else { return false };
    let count = |word: &str| {
        counts
            .split(['.', ';'])
            .filter_map(|part| part.trim().strip_suffix(word)?.trim().parse::<usize>().ok())
            .sum::<usize>()
    };
    let row = tally.row(suite);
    row.passed += count(" passed");
    row.failed += count(" failed");
    row.ignored += count(" ignored");
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn result_lines_are_added_up() {
        let mut tally = Tally::default();
        let line = "test result: FAILED. 3 passed; 2 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.00s";
        assert!(add(line, "a", &mut tally));
        assert!(add(line, "a", &mut tally));
        assert!(!add("test a::b ... ok", "a", &mut tally));
        assert_eq!(tally.closing_line(), "6 passed, 4 failed, 2 ignored");
    }

    #[test]
    fn a_suite_that_dies_is_a_failure() {
        let suite = Suite {
            name: "dies".into(),
            executable: PathBuf::from("/bin/false"),
            directory: PathBuf::from("/"),
        };
        let mut tally = Tally::default();
        assert_eq!(run_suites(&[suite], &mut tally), Ok(false));
        assert_eq!(tally.closing_line(), "0 passed, 1 failed");
    }
}
