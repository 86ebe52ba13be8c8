//! Everything a change must pass, in the order in which it is worth knowing.

use crate::{shell, test, tidy};

/// All tests, then the lints, then the house rules.
pub fn run() -> Result<(), String> {
    test::run(&[])?;
    lint()?;
    tidy::run()
}

/// Formatting, and clippy on all targets in the profile that the tests have already built.
pub fn lint() -> Result<(), String> {
    shell::run(shell::cargo().args(["fmt", "--all", "--check"]))?;
    shell::run(shell::cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--profile",
        "ci",
        "--",
        "-D",
        "warnings",
    ]))
}
