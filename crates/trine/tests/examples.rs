//! Every example gets the verdicts that the table of examples promises.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A line of the table: a model, the options behind its name, and its properties by verdict.
struct Row {
    model: String,
    options: Vec<String>,
    expected: Vec<(String, &'static str)>,
}

fn rows(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| [")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [model, options, holds, violated, inconclusive] = cells.as_slice() else {
            panic!("five cells: {line}");
        };
        let model = model.split(']').next().unwrap_or("").trim_start_matches('[').to_string();
        let options = options.trim_matches('`').split_whitespace().map(str::to_string).collect();
        let mut expected = Vec::new();
        let cells = [(holds, "holds"), (violated, "violated"), (inconclusive, "inconclusive")];
        for (cell, verdict) in cells {
            let names = cell.split(',').map(str::trim).filter(|name| !name.is_empty());
            expected.extend(names.map(|name| (name.to_string(), verdict)));
        }
        rows.push(Row { model, options, expected });
    }
    rows
}

#[test]
fn the_examples_have_the_verdicts_of_their_table() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(top.join("examples/README.md")).expect("the table");
    let rows = rows(&text);
    assert!(rows.len() >= 18);
    let mut wrong = Vec::new();
    for row in &rows {
        let output = Command::new(env!("CARGO_BIN_EXE_trine"))
            .arg("check")
            .arg(format!("examples/{}", row.model))
            .args(&row.options)
            .args(["--format", "json", "--no-timing"])
            .current_dir(&top)
            .stdin(Stdio::null())
            .output()
            .expect("trine runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        let results = report["results"].as_array().expect("results");
        let mut found: Vec<(String, String)> = Vec::new();
        for result in results {
            let word = |name: &str| result[name].as_str().unwrap_or("").to_string();
            found.push((word("property"), word("verdict")));
        }
        let mut expected: Vec<(String, String)> = row
            .expected
            .iter()
            .map(|(name, verdict)| (name.clone(), verdict.to_string()))
            .collect();
        found.sort();
        expected.sort();
        if found != expected {
            wrong.push(format!("{} {:?}: {found:?}, not {expected:?}", row.model, row.options));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
