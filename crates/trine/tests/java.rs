//! Java programs at the command line: events that comments declare, and what an export says of itself.

mod common;

use common::{folder_with, trine};
use serde_json::Value;

/// What is known before the threads start, and what touches nothing shared, leaves no step by itself.
const EVENTS: &str = "public class Main {
    static volatile int x;
    static int added(int n) {
        int k = n;
        //@ event stepped
        k = k + 1;
        return k;
    }
    public static void main(String[] args) throws Exception {
        //@ event setup
        x = 1;
        Thread t = new Thread(() -> {
            //@ event work
            x++;
        });
        t.start();
        t.join();
        //@ event done
        x = 3;
        int z = added(4) + added(5);
        if (x > 5) {
            //@ event never
            z = 7;
        }
        //@ event quiet
        int y = 5;
    }
}
";

const PROPERTIES: &str =
    "property order { every prefix satisfies setup?; work?; done?; stepped?; stepped?; quiet? }
property whole { all paths satisfy setup; work; done; stepped; stepped; quiet }
property answered { done responds to work }
property no_work { no path satisfies .*; work; .* }
property once { no path satisfies .*; work; .*; work; .* }
property unreached { no path satisfies .*; never; .* }
property by_line { no path satisfies .*; third; .*; third; .* }
event third = at Main.java:19
";

#[test]
fn comments_in_java_declare_events() {
    let folder = folder_with(&[("Main.java", EVENTS), ("p.trine", PROPERTIES)]);
    let arguments = ["check", "Main.java", "--spec", "p.trine", "--format", "json"];
    let output = trine(folder.path(), &arguments);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let results = report["results"].as_array().expect("results");
    let verdicts: Vec<(&str, &str)> = results
        .iter()
        .map(|one| (one["property"].as_str().unwrap_or(""), one["verdict"].as_str().unwrap_or("")))
        .collect();
    let expected = [
        ("order", "holds"),
        ("whole", "holds"),
        ("answered", "holds"),
        ("no_work", "violated"),
        ("once", "holds"),
        ("unreached", "holds"),
        ("by_line", "holds"),
    ];
    assert_eq!(verdicts, expected, "{report}");
    let violated = &results[3]["trace"]["steps"];
    let observed =
        violated.as_array().expect("steps").iter().find(|step| step["events"][0] == "work");
    let at = observed.expect("the event")["at"].as_str().unwrap_or("");
    assert!(at.starts_with("Main.java:14:"), "{at}");
}

#[test]
fn a_comment_that_no_statement_follows_is_an_error() {
    let text = "public class Main {\n    public static void main(String[] args) { int x = 1; }\n}\n//@ event late\n";
    let spec = "property p { no path satisfies .*; late; .* }\n";
    let folder = folder_with(&[("Main.java", text), ("p.trine", spec)]);
    let output = trine(folder.path(), &["check", "Main.java", "--spec", "p.trine"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no statement follows"));
}

#[test]
fn an_export_says_how_its_numbers_have_to_be_compiled() {
    let text = |right: &str| {
        format!(
            "public class Main {{\n    static volatile int x;\n    public static void main(String[] args) {{\n\
             new Thread(() -> {{ x = {right}; }}).start(); x = 2;\n    }}\n}}\n"
        )
    };
    for (right, wraps) in [("x * 3", true), ("3", false)] {
        let folder = folder_with(&[("Main.java", &text(right))]);
        let output = trine(folder.path(), &["export", "Main.java", "--as", "promela"]);
        let promela = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(promela.contains("proctype"), "{output:?}");
        assert_eq!(promela.contains("gcc -fwrapv"), wraps, "{promela}");
    }
}
