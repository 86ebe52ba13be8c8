//! Runs every test of the workspace in one profile and says how long each suite took.

mod nextest;
mod plain;
mod table;

use crate::{needs, shell};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;
use table::Tally;

/// Tests of the named crates, or of all. Unit and integration tests run under nextest where it is
/// installed and directly where it is not; documentation tests run under cargo in both cases.
pub fn run(crates: &[String]) -> Result<(), String> {
    needs::install()?;
    let started = Instant::now();
    let suites = build(crates)?;
    let built = started.elapsed();
    let mut tally = Tally::default();
    let finished = if shell::on_path("cargo-nextest") {
        nextest::run(crates, &mut tally)?
    } else {
        plain::run_suites(&suites, &mut tally)?
    };
    let documented = plain::run_documentation(crates, &mut tally)?;
    print!("{}", tally.table(built, started.elapsed()));
    println!("{}", tally.closing_line());
    if finished && documented && tally.failed() == 0 {
        Ok(())
    } else {
        Err("the tests did not pass".to_string())
    }
}

/// One test executable.
struct Suite {
    name: String,
    executable: PathBuf,
    /// Tests find their data relative to their crate, as under cargo.
    directory: PathBuf,
}

/// Compiles all test executables and lists them, in the order of their names.
fn build(crates: &[String]) -> Result<Vec<Suite>, String> {
    let mut command = shell::cargo();
    command.args(["test", "--no-run", "--message-format", "json-render-diagnostics"]);
    select(&mut command, crates, "--profile");
    let messages = shell::output(&mut command)?;
    let mut suites: Vec<Suite> = messages.lines().filter_map(suite).collect();
    suites.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(suites)
}

/// Which crates, in which profile; nextest has its own name for the latter.
fn select(command: &mut Command, crates: &[String], profile_option: &str) {
    command.args([profile_option, "ci"]);
    if crates.is_empty() {
        command.arg("--workspace");
    }
    for name in crates {
        command.args(["--package", name]);
    }
}

/// The test executable that a message of cargo announces, if it announces one.
fn suite(message: &str) -> Option<Suite> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let executable = PathBuf::from(message["executable"].as_str()?);
    let directory = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_path_buf();
    let package = package_name(message["package_id"].as_str()?);
    let target = message["target"]["name"].as_str()?;
    let kind = message["target"]["kind"][0].as_str()?;
    // The names nextest gives, so that both ways print the same table.
    let name = match kind {
        "test" => format!("{package}::{target}"),
        "lib" | "proc-macro" => package,
        _ => format!("{package}::{kind}/{target}"),
    };
    Some(Suite { name, executable, directory })
}

/// `path+file:///folder/trine-base#0.1.0` and `…#trine-base@0.1.0` both mean `trine-base`.
fn package_name(id: &str) -> String {
    let (path, fragment) = id.rsplit_once('#').unwrap_or((id, ""));
    match fragment.split_once('@') {
        Some((name, _)) => name.to_string(),
        None => path.rsplit('/').next().unwrap_or(path).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_ids_of_both_forms_have_a_name() {
        assert_eq!(package_name("path+file:///x/crates/trine-base#0.1.0"), "trine-base");
        assert_eq!(package_name("path+file:///x/tools#xtask@0.1.0"), "xtask");
    }

    #[test]
    fn only_test_executables_become_suites() {
        let test = r#"{"reason":"compiler-artifact","package_id":"path+file:///x/trine-tests#0.1.0",
            "manifest_path":"/x/trine-tests/Cargo.toml","executable":"/x/oracle-1",
            "target":{"name":"oracle","kind":["test"]},"profile":{"test":true}}"#;
        let found = suite(test).expect("a test executable");
        assert_eq!(
            (found.name.as_str(), found.directory.to_str()),
            ("trine-tests::oracle", Some("/x/trine-tests"))
        );
        assert!(suite(&test.replace("\"test\":true", "\"test\":false")).is_none());
        assert!(suite("warning: not JSON").is_none());
    }
}
