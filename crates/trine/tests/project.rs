//! The project file, and results in several forms at once.

mod common;

use std::fs;

use common::{folder_with, trine};
use serde_json::Value;

const GOOD: &str = "active proctype P() { assert(true) }\n";
const BAD: &str = "active proctype P() { byte x; x = 2; assert(x == 1) }\n";

#[test]
fn init_writes_a_project_file_and_check_does_what_it_says() {
    let folder = folder_with(&[("good.pml", GOOD), ("bad.pml", BAD)]);
    assert_eq!(trine(folder.path(), &["check"]).status.code(), Some(3), "no project file yet");
    assert_eq!(trine(folder.path(), &["init"]).status.code(), Some(0));
    assert_eq!(trine(folder.path(), &["init"]).status.code(), Some(3), "it is there already");
    assert_eq!(trine(folder.path(), &["check"]).status.code(), Some(1));
    let good = trine(folder.path(), &["check", "--only", "good"]);
    assert_eq!(good.status.code(), Some(0));
    let unknown = trine(folder.path(), &["check", "--only", "god"]);
    assert_eq!(unknown.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `good`?"));
    // From a folder below, too.
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    assert_eq!(trine(&below, &["check", "--only", "bad"]).status.code(), Some(1));
}

#[test]
fn the_command_line_wins_over_the_project_file() {
    let project = "files = 'bad.pml'\nproperty = 'assertion'\nformat = 'human'\n";
    let folder = folder_with(&[("bad.pml", BAD), ("trine.toml", project)]);
    let json = trine(folder.path(), &["check", "--format", "json", "--no-timing"]);
    let report: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(report["results"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["results"][0]["verdict"], "violated");
    fs::write(folder.path().join("trine.toml"), "files = 'bad.pml'\nproprety = 'x'\n").unwrap();
    let wrong = trine(folder.path(), &["check"]);
    assert_eq!(wrong.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `property`?"));
}

#[test]
fn several_outputs_each_in_the_form_of_its_name() {
    let folder = folder_with(&[("bad.pml", BAD)]);
    let names = ["r.json", "r.sarif", "r.html", "r.xml", "r.md", "r.txt"];
    let mut arguments = vec!["check", "bad.pml", "--no-timing", "--output", "-"];
    names.iter().for_each(|name| arguments.extend(["--output", name]));
    let run = || {
        let output = trine(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(1));
        let texts = names.map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
        (String::from_utf8(output.stdout).unwrap(), texts)
    };
    let (printed, texts) = run();
    assert!(printed.contains("violated[assertion]"));
    let [json, sarif, html, junit, markdown, text] = &texts;
    assert_eq!(serde_json::from_str::<Value>(json).unwrap()["version"], 1);
    assert_eq!(serde_json::from_str::<Value>(sarif).unwrap()["version"], "2.1.0");
    assert!(html.contains("<html"));
    assert!(junit.contains("<testsuite ") && junit.contains("failures=\"1\""));
    assert!(markdown.contains("| `assertion` | **violated** | replay |"));
    assert!(markdown.contains("```mermaid"));
    assert_eq!(*text, printed);
    assert_eq!(run(), (printed, texts), "a second run writes the same bytes");
    let annotated = trine(folder.path(), &["check", "bad.pml", "--format", "github"]);
    let annotated = String::from_utf8(annotated.stdout).unwrap();
    assert!(annotated.starts_with("::error file=bad.pml,line=1,"), "{annotated}");
}

#[test]
fn shells_and_manuals_know_the_command_line() {
    let folder = folder_with(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = trine(folder.path(), &["completions", shell]);
        assert!(String::from_utf8_lossy(&script.stdout).contains("check"), "{shell}");
    }
    let page = trine(folder.path(), &["man", "check"]);
    assert!(String::from_utf8_lossy(&page.stdout).contains("trine\\-check"));
    assert_eq!(trine(folder.path(), &["man", "chekc"]).status.code(), Some(3));
    let doctor = trine(folder.path(), &["doctor"]);
    assert_eq!(doctor.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&doctor.stdout).contains("--solver cbc"));
}
