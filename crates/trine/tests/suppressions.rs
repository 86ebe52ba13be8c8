//! Findings that are accepted, by comments and by baselines: counted, but not in the exit code, and never
//! hiding others.

mod common;

use std::fs;
use std::path::Path;

use common::trine;
use serde_json::Value;

/// Two races: on `hits` and on `total`.
const RACES: &str = "public class Main {
    static int hits, total;
    public static void main(String[] args) {
        new Thread(() -> {
            hits++;
            total++;
        }).start();
        hits++;
        total++;
    }
}
";

fn folder_with(text: &str) -> tempfile::TempDir {
    common::folder_with(&[("Main.java", text)])
}

/// The exit code and the report of a check for races, with more arguments.
fn races(folder: &Path, more: &[&str]) -> (i32, Value) {
    let mut arguments =
        vec!["check", "Main.java", "--property", "data-race", "--format", "json", "--no-timing"];
    arguments.extend(more);
    let output = trine(folder, &arguments);
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|why| {
        panic!("{why}: {}", String::from_utf8_lossy(&output.stderr));
    });
    (output.status.code().expect("an exit code"), report)
}

/// What each finding says, and whether it is suppressed.
fn findings(report: &Value) -> Vec<(String, bool)> {
    let findings = report["results"][0]["findings"].as_array().expect("findings");
    let message = |finding: &Value| finding["message"].as_str().unwrap_or("").to_string();
    findings.iter().map(|one| (message(one), one["suppressed"] == true)).collect()
}

#[test]
fn a_comment_accepts_what_is_on_its_line_or_below_and_nothing_else() {
    for (what, with) in [
        ("        hits++;\n", "        hits++; // trine: allow data-race\n"),
        (
            "        hits++;\n",
            "        // trine: allow deadlock, data-race: only statistics\n        hits++;\n",
        ),
    ] {
        let one = RACES.replacen(&format!("start();\n{what}"), &format!("start();\n{with}"), 1);
        let folder = folder_with(&one);
        let (code, report) = races(folder.path(), &[]);
        assert_eq!(code, 1, "{one}");
        let found = findings(&report);
        assert!(found.iter().any(|(text, known)| text.contains("hits") && *known), "{found:?}");
        let fresh: Vec<_> = found.iter().filter(|(_, known)| !known).collect();
        assert_eq!(fresh.len(), 1, "{found:?}");
        assert!(fresh[0].0.contains("total"), "{found:?}");
        // The first one is new, and its trace is that of the result.
        assert!(!found[0].1);
        assert_eq!(report["results"][0]["trace"], report["results"][0]["findings"][0]["trace"]);
    }
}

#[test]
fn a_property_whose_every_finding_is_accepted_does_not_count() {
    let both = RACES.replace("start();\n        hits++;\n        total++;", "start();\n        hits++; // trine: allow data-race\n        total++; // trine: allow data-race");
    let folder = folder_with(&both);
    let (code, report) = races(folder.path(), &[]);
    assert_eq!(code, 0);
    assert_eq!(report["results"][0]["verdict"], "violated");
    let found = findings(&report);
    assert!(found.len() >= 2 && found.iter().all(|(_, known)| *known), "{found:?}");
    let output = trine(folder.path(), &["check", "Main.java", "--property", "data-race"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("1 property: 1 suppressed; "), "{text}");
    assert!(text.contains("findings are suppressed"), "{text}");
    // A comment for another property accepts nothing.
    let wrong = both.replace("allow data-race", "allow deadlock");
    assert_eq!(races(folder_with(&wrong).path(), &[]).0, 1);
}

#[test]
fn a_baseline_accepts_what_it_lists_also_when_lines_move() {
    let folder = folder_with(RACES);
    let (code, report) = races(folder.path(), &["--write-baseline", "known.json"]);
    assert_eq!(code, 0);
    assert!(findings(&report).iter().all(|(_, known)| *known));
    let baseline = ["--baseline", "known.json"];
    assert_eq!(races(folder.path(), &baseline).0, 0);
    let moved = format!("// One more line.\n\n{RACES}");
    fs::write(folder.path().join("Main.java"), moved).expect("written");
    assert_eq!(races(folder.path(), &baseline).0, 0);
    // A new race is found behind those that are known.
    let third =
        RACES.replace("hits, total", "hits, total, third").replace("total++;", "total++; third++;");
    fs::write(folder.path().join("Main.java"), third).expect("written");
    let (code, report) = races(folder.path(), &baseline);
    assert_eq!(code, 1);
    let found = findings(&report);
    let fresh: Vec<_> = found.iter().filter(|(_, known)| !known).collect();
    assert!(fresh.len() == 1 && fresh[0].0.contains("third"), "{found:?}");
}

#[test]
fn what_accepts_nothing_is_told() {
    let locked = "public class Main {
    static int hits;
    public static synchronized void main(String[] args) {
        new Thread(() -> {
            synchronized (Main.class) {
                hits++; // trine: allow data-race
            }
        }).start();
        hits++; // trine: allow data-rice
    }
}
";
    let folder = folder_with(locked);
    let (code, report) = races(folder.path(), &[]);
    assert_eq!(code, 0);
    let told = report["diagnostics"].to_string();
    assert!(told.contains("nothing violates `data-race` here"), "{told}");
    assert!(told.contains("Main.java:6:"), "{told}");
    assert!(told.contains("there is no property `data-rice`"), "{told}");
    fs::write(folder.path().join("Main.java"), RACES).expect("written");
    races(folder.path(), &["--write-baseline", "known.json"]);
    fs::write(folder.path().join("Main.java"), locked).expect("written");
    let (code, report) = races(folder.path(), &["--baseline", "known.json"]);
    assert_eq!(code, 0);
    assert!(report["diagnostics"].to_string().contains("no longer there"));
}

/// What is accepted proves nothing about what could not be looked at.
#[test]
fn what_is_left_out_is_not_accepted() {
    let more = RACES
        .replace("start();\n        hits++;\n        total++;", "start();\n        hits++; // trine: allow data-race\n        total++; // trine: allow data-race\n        Nowhere.take(new Main());");
    let (code, report) = races(folder_with(&more).path(), &[]);
    assert_eq!(report["results"][0]["verdict"], "inconclusive", "{report}");
    assert_eq!(code, 2);
}

#[test]
fn a_file_that_is_no_baseline_is_bad_input() {
    let folder = folder_with(RACES);
    fs::write(folder.path().join("wrong.json"), "[]").expect("written");
    for file in ["missing.json", "wrong.json"] {
        let output = trine(folder.path(), &["check", "Main.java", "--baseline", file]);
        assert_eq!(output.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&output.stderr).contains(file));
    }
}
