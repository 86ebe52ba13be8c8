//! The command line as callers see it: exit codes, formats, files, limits, interrupts.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use common::{folder_with, trine};
use serde_json::Value;

const CORRECT: &str = "byte x; active [2] proctype P() { atomic { x++; x-- }; assert(x == 0) }\n";
const BROKEN: &str = "byte x;\nactive [2] proctype P() { x++; assert(x == 1); x-- }\n";
const STUCK: &str = "chan q = [0] of { byte };\nactive proctype P() { q!1 }\n";
/// Three counters that ask about each other: far too large to finish in the time the tests give it.
const HUGE: &str = "int a, b, c;\n\
    active proctype P() { do :: b < 2000000000 -> a++ od }\n\
    active proctype Q() { do :: c < 2000000000 -> b++ od }\n\
    active proctype R() { do :: a < 2000000000 -> c++ od }\n";

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|why| {
        panic!("{why}: {}", String::from_utf8_lossy(&output.stdout));
    })
}

fn verdict<'v>(report: &'v Value, property: &str) -> &'v str {
    let results = report["results"].as_array().expect("results");
    let result = results.iter().find(|result| result["property"] == property);
    result.unwrap_or_else(|| panic!("no {property} in {report}"))["verdict"].as_str().unwrap()
}

#[test]
fn exit_codes_follow_the_worst_verdict() {
    let folder = folder_with(&[("good.pml", CORRECT), ("bad.pml", BROKEN), ("stuck.pml", STUCK)]);
    assert_eq!(code(&trine(folder.path(), &["check", "good.pml"])), 0);
    assert_eq!(code(&trine(folder.path(), &["check", "bad.pml"])), 1);
    assert_eq!(code(&trine(folder.path(), &["check", "stuck.pml"])), 1);
    assert_eq!(code(&trine(folder.path(), &["check", "stuck.pml", "--property", "assertion"])), 0);
}

#[test]
fn bad_input_and_bad_usage_exit_with_3() {
    let folder = folder_with(&[("wrong.pml", "active proctype P() { x = 1 }\n"), ("a.txt", "")]);
    for arguments in [
        &["check", "wrong.pml"][..],
        &["check", "missing.pml"],
        &["check", "a.txt"],
        &["check"],
        &["check", "wrong.pml", "--storage", "paper"],
        &["nonsense"],
    ] {
        let output = trine(folder.path(), arguments);
        assert_eq!(code(&output), 3, "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?} says nothing");
    }
    let told = trine(folder.path(), &["check", "wrong.pml", "--format", "json"]);
    assert_eq!(code(&told), 3);
    let report = json(&told);
    assert_eq!(report["diagnostics"][0]["severity"], "error");
    assert_eq!(report["diagnostics"][0]["at"], "wrong.pml:1:23");
}

#[test]
fn an_unknown_property_is_an_error_with_a_suggestion() {
    let folder = folder_with(&[("good.pml", CORRECT)]);
    let output = trine(folder.path(), &["check", "good.pml", "--property", "deadlok"]);
    assert_eq!(code(&output), 3);
    assert!(String::from_utf8_lossy(&output.stderr).contains("`deadlock`"));
}

#[test]
fn json_has_the_promised_shape() {
    let folder = folder_with(&[("bad.pml", BROKEN)]);
    let report = json(&trine(folder.path(), &["check", "bad.pml", "--format", "json"]));
    assert_eq!(report["version"], 1);
    assert_eq!(verdict(&report, "assertion"), "violated");
    assert_eq!(verdict(&report, "deadlock"), "holds");
    let result = &report["results"][0];
    let keys: Vec<&str> = result.as_object().unwrap().keys().map(String::as_str).collect();
    let promised = [
        "property",
        "verdict",
        "level",
        "engine",
        "reason",
        "vacuous",
        "checked",
        "engines",
        "constraints",
        "assumptions",
        "findings",
        "trace",
        "stats",
    ];
    assert_eq!(keys, promised);
    assert_eq!(result["checked"], "replay");
    let step = &result["trace"]["steps"][0];
    assert_eq!(step["at"], "bad.pml:2:27");
    assert_eq!(step["changes"][0], serde_json::json!(["x", "0", "1"]));
    assert_eq!(report["results"][1]["checked"], "search");
}

#[test]
fn equal_runs_print_equal_bytes() {
    let folder = folder_with(&[("bad.pml", BROKEN)]);
    for format in ["human", "json", "sarif", "html"] {
        let arguments = ["check", "bad.pml", "--format", format, "--no-timing"];
        let first = trine(folder.path(), &arguments);
        let second = trine(folder.path(), &arguments);
        assert_eq!(first.stdout, second.stdout, "{format}");
        assert!(!first.stdout.is_empty(), "{format}");
    }
}

#[test]
fn a_trace_file_replays_until_the_source_changes() {
    let folder = folder_with(&[("bad.pml", BROKEN)]);
    assert_eq!(code(&trine(folder.path(), &["check", "bad.pml", "--trace-dir", "traces"])), 1);
    let replayed = trine(folder.path(), &["replay", "traces/assertion.trace.json"]);
    assert_eq!(code(&replayed), 1, "{}", String::from_utf8_lossy(&replayed.stderr));
    let arguments = ["simulate", "bad.pml", "--trace", "traces/assertion.trace.json"];
    assert_eq!(code(&trine(folder.path(), &arguments)), 0);
    fs::write(folder.path().join("bad.pml"), CORRECT).unwrap();
    assert_eq!(code(&trine(folder.path(), &["replay", "traces/assertion.trace.json"])), 2);
    fs::write(folder.path().join("traces/assertion.trace.json"), "{}").unwrap();
    assert_eq!(code(&trine(folder.path(), &["replay", "traces/assertion.trace.json"])), 3);
}

#[test]
fn limits_are_honest() {
    let folder = folder_with(&[("huge.pml", HUGE)]);
    for limit in [["--time-limit", "0.3"], ["--memory-limit", "20M"], ["--depth", "100"]] {
        let arguments = [&["check", "huge.pml", "--format", "json"][..], &limit].concat();
        let output = trine(folder.path(), &arguments);
        assert_eq!(code(&output), 2, "{limit:?}");
        let report = json(&output);
        assert_eq!(verdict(&report, "deadlock"), "inconclusive", "{limit:?}");
        let results = report["results"].as_array().unwrap();
        let deadlock = results.iter().find(|result| result["property"] == "deadlock").unwrap();
        let reason = deadlock["reason"].as_str().unwrap();
        assert!(reason.contains(limit[0]), "{reason}");
    }
}

/// What a specification speaks of may be in the part of the program that was never reached.
#[test]
fn a_limit_of_the_program_is_no_error_of_the_specification() {
    let program = "public class Main {\n\
                   \x20   static boolean on;\n\
                   \x20   static void press() { on = !on; }\n\
                   \x20   public static void main(String[] args) { press(); press(); }\n\
                   }\n";
    let spec = "event press = call press\nproperty once { at most 1 of press }\n\
                query twice { interval { ends press } interval { ends press } }\n";
    let folder = folder_with(&[("Main.java", program), ("press.trine", spec)]);
    let check = |more: &[&str]| {
        let always = ["check", "Main.java", "--spec", "press.trine", "--format", "json"];
        trine(folder.path(), &[&always[..], more].concat())
    };
    assert_eq!(verdict(&json(&check(&[])), "once"), "violated");
    // Where the model is too large, the program itself is searched, unless the engine needs the model.
    for engine in ["auto", "explore"] {
        let output = check(&["--locations", "1", "--engine", engine]);
        assert_eq!(code(&output), 1, "{engine}");
        for property in ["once", "twice"] {
            assert_eq!(verdict(&json(&output), property), "violated", "{engine}");
        }
    }
    for engine in ["flow", "ilp"] {
        let output = check(&["--locations", "1", "--engine", engine]);
        assert_eq!(code(&output), 2, "{engine}");
        for property in ["once", "twice"] {
            let report = json(&output);
            assert_eq!(verdict(&report, property), "inconclusive", "{engine}");
            assert!(report.to_string().contains("--locations"), "{engine}: {report}");
        }
    }
}

#[test]
fn an_interrupt_says_what_is_known() {
    let folder = folder_with(&[("huge.pml", HUGE)]);
    let child = Command::new(env!("CARGO_BIN_EXE_trine"))
        .args(["check", "huge.pml", "--format", "json"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 2);
    assert_eq!(verdict(&json(&output), "assertion"), "inconclusive");
}

#[test]
fn a_kill_leaves_no_half_written_file() {
    let folder = folder_with(&[("huge.pml", HUGE)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_trine"))
        .args(["check", "huge.pml", "--output", "out.json", "--trace-dir", "traces"])
        .current_dir(folder.path())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.path().join("out.json").exists());
    assert!(!folder.path().join("traces").exists());
}

#[test]
fn a_full_disk_leaves_no_half_written_file() {
    let folder = folder_with(&[("bad.pml", BROKEN)]);
    // With the signal ignored, a file that may not grow fails to be written as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f 0; exec '{}' check bad.pml --output out.json",
        env!("CARGO_BIN_EXE_trine")
    );
    let output =
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert_eq!(code(&output), 3);
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write out.json"));
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["bad.pml"]);
    let device = trine(folder.path(), &["check", "bad.pml", "--output", "/dev/full"]);
    assert_eq!(code(&device), 3);
}

#[test]
fn an_unwritable_trace_directory_is_told_and_leaves_nothing() {
    let folder = folder_with(&[("bad.pml", BROKEN), ("taken", "a file stands here")]);
    let output = trine(folder.path(), &["check", "bad.pml", "--trace-dir", "taken"]);
    assert_eq!(code(&output), 3);
    assert!(String::from_utf8_lossy(&output.stderr).contains("taken"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("assertion"), "results are not lost");
    assert_eq!(fs::read_to_string(folder.path().join("taken")).unwrap(), "a file stands here");
}

#[test]
fn simulation_repeats_with_its_seed() {
    let folder = folder_with(&[("bad.pml", BROKEN)]);
    let run = |seed: &str| trine(folder.path(), &["simulate", "bad.pml", "--seed", seed]);
    let first = run("7");
    assert_eq!(code(&first), 0);
    assert_eq!(first.stdout, run("7").stdout);
    assert!(String::from_utf8_lossy(&first.stdout).contains("no process can step"));
}

#[test]
fn systems_can_be_exported_shown_and_read_back() {
    let folder = folder_with(&[("bad.pml", BROKEN)]);
    let arguments = ["export", "bad.pml", "--as", "system", "--output", "bad.system"];
    assert_eq!(code(&trine(folder.path(), &arguments)), 0);
    let again = trine(folder.path(), &["check", "bad.system", "--format", "json"]);
    assert_eq!(code(&again), 1);
    assert_eq!(verdict(&json(&again), "assertion"), "violated");
    for form in ["text", "dot", "svg"] {
        let shown = trine(folder.path(), &["show", "system", "bad.pml", "--as", form]);
        assert_eq!(code(&shown), 0, "{form}");
        assert!(!shown.stdout.is_empty());
    }
}

#[test]
fn checks_can_be_explained() {
    let folder = folder_with(&[]);
    let output = trine(folder.path(), &["explain", "deadlock"]);
    assert_eq!(code(&output), 0);
    assert!(String::from_utf8_lossy(&output.stdout).contains("no process can step"));
    assert_eq!(code(&trine(folder.path(), &["explain", "deadlok"])), 3);
}

#[test]
fn specifications_can_be_explained() {
    let spec = "event up = call up\nevent down = call down\n\
                property answered { down responds to up }\n\
                query twice { interval { ends first up } interval { ends up  forbids down } }\n";
    let annotated = "property p { absence of here }\n";
    let folder = folder_with(&[
        ("good.trine", spec),
        ("bad.trine", "property p { absence of nobody }\nproperty q { ltl [ }\n"),
        ("annotated.trine", annotated),
        ("model.pml", "active proctype P() {\n//@ event here\nskip }\n"),
    ]);
    let explain = |arguments: &[&str]| trine(folder.path(), &[&["explain"], arguments].concat());
    let told = explain(&["good.trine"]);
    assert_eq!(code(&told), 0);
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    for line in [
        "whenever up happens, down happens afterwards",
        "satisfied by    nothing",
        "violated by     up\n",
        "No execution begins with a stretch that ends with the first up, and then",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let drawn = explain(&["good.trine", "--as", "svg"]);
    assert_eq!(String::from_utf8_lossy(&drawn.stdout).matches("<svg ").count(), 2);
    let drawn = explain(&["good.trine", "--as", "dot"]);
    assert_eq!(String::from_utf8_lossy(&drawn.stdout).matches("digraph").count(), 2);
    let wrong = explain(&["bad.trine"]);
    assert_eq!(code(&wrong), 3);
    assert!(wrong.stdout.is_empty());
    let errors = String::from_utf8_lossy(&wrong.stderr).matches("error").count();
    assert!(errors >= 2, "{}", String::from_utf8_lossy(&wrong.stderr));
    assert_eq!(code(&explain(&["missing.trine"])), 3);
    // Events that comments in the source declare.
    assert_eq!(code(&explain(&["annotated.trine"])), 3);
    assert_eq!(code(&explain(&["annotated.trine", "model.pml"])), 0);
}

#[test]
fn automata_of_specifications_name_their_events() {
    let spec = "event up = assign x = 1\nevent down = assign x = 0\n\
                property answered { down responds to up }\n\
                property even { every prefix satisfies (up; down)* }\n\
                property low { ltl [](down -> \"x == 0\") }\n";
    let model = "byte x; active proctype P() { do :: x = 1; x = 0 od }\n";
    let folder = folder_with(&[("s.trine", spec), ("m.pml", model)]);
    for form in ["hoa", "text", "dot", "svg"] {
        let shown = trine(
            folder.path(),
            &["show", "automaton", "m.pml", "--spec", "s.trine", "--as", form],
        );
        assert_eq!(code(&shown), 0, "{form}");
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(text.contains("up") && text.contains("down"), "{form}: {text}");
        assert!(!text.contains("event 1"), "{form}: {text}");
        if form == "hoa" {
            for propositions in ["AP: 2 \"up\" \"down\"\n", "AP: 2 \"down\" \"x == 0\"\n"] {
                assert!(text.contains(propositions), "{propositions}{text}");
            }
        }
    }
}

#[test]
fn nobody_to_complain_to_changes_no_exit_code() {
    let folder = folder_with(&[("wrong.pml", "active proctype P( {\n"), ("bad.pml", BROKEN)]);
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    for (file, expected) in [("wrong.pml", 3), ("missing.pml", 3), ("bad.pml", 1)] {
        let status = Command::new(env!("CARGO_BIN_EXE_trine"))
            .args(["check", file])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(full())
            .status()
            .expect("trine runs");
        assert_eq!(status.code(), Some(expected), "{file}");
    }
}

#[test]
fn a_clause_that_cannot_be_evaluated_is_an_error_even_where_nothing_can_be_done() {
    let model = "byte x; chan q = [0] of { byte };\n\
                 active proctype P() provided (5 % x < 3) { end: q?_ }\n";
    let folder = folder_with(&[("m.pml", model)]);
    for more in [&[][..], &["--raw"], &["--search", "bfs"]] {
        let mut arguments = vec!["check", "m.pml", "--format", "json"];
        arguments.extend(more);
        let report = json(&trine(folder.path(), &arguments));
        assert_eq!(verdict(&report, "uncaught-error"), "violated");
    }
}

/// The numbers of the lines that are marked as left out.
fn left_out(output: &Output) -> Vec<usize> {
    assert_eq!(code(output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let marked = text.lines().filter_map(|line| line.strip_prefix("- "));
    let number = |line: &str| line.split('|').next().and_then(|number| number.trim().parse().ok());
    marked.filter_map(number).collect()
}

#[test]
fn a_slice_of_the_word_counter_leaves_out_the_words() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let counter = fs::read_to_string(examples.join("wordcount.pml")).expect("the example");
    let slice =
        |property: &str| trine(&examples, &["slice", "wordcount.pml", "--property", property]);
    let lines = |numbers: Vec<usize>| -> Vec<String> {
        let line = |number: usize| counter.lines().nth(number - 1).unwrap_or("").trim().to_string();
        numbers.into_iter().map(line).collect()
    };
    // As in section 5 of Holzmann's notes: all that is about words, and what comes after the loop.
    let expected = [
        "bool in_word;",
        ":: c == NEWLINE || c == TAB || c == SPACE -> in_word = false",
        ":: else ->",
        ":: in_word",
        ":: !in_word -> words++; in_word = true",
        "assert(lines + words <= characters);",
        "printf(\"%d\\t%d\\t%d\\n\", lines, words, characters)",
    ];
    assert_eq!(lines(left_out(&slice("a_line_is_a_character"))), expected);
    // A tool that counts words needs to know where they are.
    let words = lines(left_out(&slice("a_word_is_a_character")));
    assert!(words.iter().all(|line| !line.contains("in_word")), "{words:?}");
    // What can block stays for deadlocks.
    let blocking = lines(left_out(&slice("deadlock")));
    assert!(blocking.iter().all(|line| !line.contains("in_word")), "{blocking:?}");
    assert!(blocking.iter().any(|line| line.starts_with("assert")), "{blocking:?}");
    let arguments =
        ["slice", "wordcount.pml", "--property", "a_line_is_a_character", "--as", "json"];
    let report = json(&trine(&examples, &arguments));
    assert_eq!(report["properties"][0], "a_line_is_a_character");
    assert_eq!(report["files"][0]["dropped"].as_array().map(Vec::len), Some(expected.len()));
}

#[test]
fn java_is_sliced_for_checks() {
    let program = "public class Main {\n\
                   \x20   static int hits;\n\
                   \x20   static int total;\n\
                   \x20   public static void main(String[] args) throws InterruptedException {\n\
                   \x20       Thread other = new Thread(() -> {\n\
                   \x20           hits = hits + 1;\n\
                   \x20           total = total + 2;\n\
                   \x20       });\n\
                   \x20       other.start();\n\
                   \x20       other.join();\n\
                   \x20       assert hits == 1;\n\
                   \x20       total = 7;\n\
                   \x20   }\n\
                   }\n";
    let folder = folder_with(&[("Main.java", program)]);
    let slice = |property: &str| {
        left_out(&trine(folder.path(), &["slice", "Main.java", "--property", property]))
    };
    assert_eq!(slice("assertion"), [3, 7, 12]);
    assert_eq!(slice("data-race"), [0; 0]);
    let unknown = trine(folder.path(), &["slice", "Main.java", "--property", "assertions"]);
    assert_eq!(code(&unknown), 3);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("`assertion`"));
}

/// An object is known by the path that leads to it, and by every other one.
#[test]
fn objects_have_all_their_names() {
    let program = "class Gate { int count; }\n\
                   class Office {\n\
                   \x20   final Gate gate = new Gate();\n\
                   \x20   final Gate other;\n\
                   \x20   Office(Gate given) { other = given; }\n\
                   \x20   void pass() {\n\
                   \x20       synchronized (gate) { gate.count++; }\n\
                   \x20       synchronized (other) { other.count++; }\n\
                   \x20   }\n\
                   }\n\
                   public class Main {\n\
                   \x20   public static void main(String[] args) {\n\
                   \x20       Gate spare = new Gate();\n\
                   \x20       Office desk = new Office(spare);\n\
                   \x20       Thread[] runners = new Thread[2];\n\
                   \x20       for (int i = 0; i < 2; i++) {\n\
                   \x20           runners[i] = new Thread(desk::pass);\n\
                   \x20           runners[i].start();\n\
                   \x20       }\n\
                   \x20       Thread last = runners[1];\n\
                   \x20   }\n\
                   }\n";
    let spec = "event made = lock on desk.gate\n\
                event given = lock on desk.other in last\n\
                event counted = assign desk.other.count\n\
                property never_made { absence of made }\n\
                property never_given { absence of given }\n\
                property never_counted { absence of counted }\n\
                property few { invariant \"desk.gate.count + desk.other.count <= 4\" }\n\
                property fewer { invariant \"desk.other.count < 2\" }\n";
    let folder = folder_with(&[("Main.java", program), ("names.trine", spec)]);
    let listed = trine(folder.path(), &["events", "Main.java"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(listed.contains("lock on desk.gate\n"), "{listed}");
    assert!(listed.contains("\nother names\n") && listed.contains("  desk.other is spare\n"));
    let output =
        trine(folder.path(), &["check", "Main.java", "--spec", "names.trine", "--format", "json"]);
    let report = json(&output);
    for (property, expected) in [
        ("never_made", "violated"),
        ("never_given", "violated"),
        ("never_counted", "violated"),
        ("few", "holds"),
        ("fewer", "violated"),
    ] {
        assert_eq!(verdict(&report, property), expected, "{property}");
    }
}

#[test]
fn what_flow_works_with_is_shown() {
    let model = "system \"two\"
rules no reap, threads

monitor gate

template worker() {
  a:
    a -> b enter gate label lock on gate
  b:
    b -> c exit gate label unlock on gate
  c final:
}

process one: worker()
process two: worker()
";
    let spec = "event in1 = lock on gate in one\nevent out1 = unlock on gate in one\n\
                property order { in1 precedes out1 }\n";
    let folder = folder_with(&[("two.system", model), ("two.trine", spec)]);
    let shown = |arguments: &[&str]| {
        let output = trine(folder.path(), arguments);
        (code(&output), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (exit, text) = shown(&["show", "automaton", "two.system", "--constraint", "monitor gate"]);
    assert_eq!(exit, 0);
    assert!(text.contains("held by two") && text.contains("lock on gate in one"), "{text}");
    let (exit, text) = shown(&["show", "tfg", "two.system", "--spec", "two.trine"]);
    assert_eq!((exit, text.matches(" in one").count()), (0, 2), "{text}");
    assert!(!text.contains(" in two"), "what the property cannot see is not there: {text}");
    let all = ["show", "tfg", "two.system", "--spec", "two.trine", "--constraints", "all"];
    assert!(shown(&all).1.contains("lock on gate in two"));
    // Both are at their first location together, never both inside.
    let (exit, text) = shown(&["show", "mhp", "two.system", "--as", "dot"]);
    assert_eq!(exit, 0);
    assert!(text.contains("one at s1") && text.contains("two at s1"), "{text}");
    let (exit, _) = shown(&["show", "automaton", "two.system", "--constraint", "monitor gaet"]);
    assert_eq!(exit, 3);
}
