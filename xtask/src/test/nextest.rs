//! Runs unit and integration tests under cargo-nextest and reads its report line by line.

use super::{select, table::Tally};
use crate::shell;
use std::time::Duration;

/// Runs the tests, echoing nextest's lines; a suite's time is the sum of its tests' times.
pub fn run(crates: &[String], tally: &mut Tally) -> Result<bool, String> {
    let mut command = shell::cargo();
    command.args(["nextest", "run", "--no-fail-fast", "--no-tests", "pass"]);
    select(&mut command, crates, "--cargo-profile");
    command.env("CARGO_TERM_COLOR", "never");
    let mut in_summary = false;
    shell::each_line(&mut command, |line| {
        println!("{line}");
        // After its summary nextest names the failed tests a second time.
        in_summary |= line.trim_start().starts_with("Summary [");
        if let Some(test) = parse(line).filter(|_| !in_summary) {
            let row = tally.row(test.suite);
            row.time += test.time;
            if test.passed { row.passed += 1 } else { row.failed += 1 }
        }
    })
}

struct Test<'a> {
    passed: bool,
    suite: &'a str,
    time: Duration,
}

/// Reads `PASS [   0.004s] (1/9) trine-base source::tests::name`; other lines are no test.
fn parse(line: &str) -> Option<Test<'_>> {
    let (status, rest) = line.trim_start().split_once(" [")?;
    let passed = match status.trim() {
        "PASS" | "LEAK" => true,
        // A test that is merely slow is announced too, and comes again when it ends.
        "FAIL" | "TIMEOUT" | "ABORT" | "XFAIL" | "LEAK-FAIL" => false,
        signal if signal.starts_with("SIG") => false,
        _ => return None,
    };
    let (seconds, rest) = rest.split_once("s] ")?;
    let time = Duration::from_secs_f64(seconds.trim().parse().ok()?);
    let mut rest = rest.trim_start();
    if rest.starts_with('(') {
        rest = rest.split_once(") ")?.1.trim_start();
    }
    let suite = rest.split_whitespace().next()?;
    Some(Test { passed, suite, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_other_lines_are_not() {
        let pass =
            parse("        PASS [   1.250s] (3/9) trine-base id::tests::x").expect("a result");
        assert_eq!((pass.passed, pass.suite, pass.time.as_millis()), (true, "trine-base", 1250));
        let fail = parse("        FAIL [   0.004s] trine-tests::oracle p101").expect("a result");
        assert_eq!((fail.passed, fail.suite), (false, "trine-tests::oracle"));
        let abort = parse("     SIGABRT [   0.010s] (1/1) trine a").expect("a result");
        assert!(!abort.passed);
        assert!(parse("        SLOW [> 60.000s] trine-tests::oracle all").is_none());
        assert!(parse("     Summary [   0.010s] 4 tests run: 4 passed, 0 skipped").is_none());
        assert!(parse("   Compiling trine-base v0.1.0").is_none());
    }
}
