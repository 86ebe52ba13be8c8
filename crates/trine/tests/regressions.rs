//! Small programs on which Trine once gave a wrong answer, or none for no good reason: each keeps its right one.
//!
//! `regressions/*/expected.tsv` has a row for each: the command without `trine`, a property (several with `|`
//! between them: one of them is enough; `-` where only the exit code counts), and the verdicts or the exit
//! codes (`exit 3`) that are right.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Runs every row of a folder and fails with all that are wrong.
fn check(area: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let table = root.join(area).join("expected.tsv");
    let text = std::fs::read_to_string(&table).expect("a table of expected verdicts");
    let rows: Vec<&str> =
        text.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let wrong: Vec<String> =
        rows.iter().filter_map(|row| difference(&root.join(area), row)).collect();
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

fn difference(folder: &Path, row: &str) -> Option<String> {
    let cells: Vec<&str> = row.split('\t').collect();
    let [command, properties, expected] = cells.as_slice() else {
        return Some(format!("{row}: a row has three cells"));
    };
    let mut run = Command::new(env!("CARGO_BIN_EXE_trine"));
    run.args(command.split_whitespace()).current_dir(folder);
    if command.starts_with("check ") {
        run.args(["--format", "json"]);
        if !command.contains("--time-limit") {
            run.args(["--time-limit", "60s"]);
        }
    }
    let output = run.output().expect("trine runs");
    let exit = output.status.code().map_or("a signal".to_string(), |code| format!("exit {code}"));
    let said: Vec<String> = match (*properties, output.status.code()) {
        ("-", _) | (_, None | Some(3..)) => vec![exit],
        (properties, _) => {
            let json: Value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
            properties.split('|').map(|name| verdict(&json, name)).collect()
        }
    };
    let right = said.iter().any(|one| expected.split('|').any(|verdict| verdict == one));
    (!right).then(|| format!("{command} {properties}: should be {expected}, is {}", said.join(" ")))
}

fn verdict(json: &Value, property: &str) -> String {
    let results = json["results"].as_array().map_or(&[][..], Vec::as_slice);
    results
        .iter()
        .find(|result| result["property"] == property)
        .and_then(|result| result["verdict"].as_str())
        .unwrap_or("not there")
        .to_string()
}

#[test]
fn java() {
    check("java");
}

#[test]
fn ada() {
    check("ada");
}

#[test]
fn flow() {
    check("flow");
}

#[test]
fn limits() {
    check("limits");
}

#[test]
fn promela() {
    check("promela");
}

#[test]
fn specifications() {
    check("spec");
}

/// Programs that are too dynamic to elaborate, decided by a search of the program itself.
#[test]
fn direct() {
    check("direct");
}
