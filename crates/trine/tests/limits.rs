//! Limits hold from the first byte that is read: nesting, repetition and size end in an answer or a diagnostic.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// As deep as no person writes.
const DEEP: usize = 100_000;

/// Runs `trine` on a text in a file of this name, within two seconds and a gigabyte.
fn run(folder: &Path, command: &str, name: &str, text: &str) -> Output {
    std::fs::write(folder.join(name), text).expect("a file");
    Command::new(env!("CARGO_BIN_EXE_trine"))
        .args([command, name, "--time-limit", "2s", "--memory-limit", "1G"])
        .current_dir(folder)
        .output()
        .expect("trine runs")
}

/// A diagnostic or an answer, but no signal and no internal error.
fn is_survived(name: &str, output: &Output) {
    let code = output.status.code();
    let told = String::from_utf8_lossy(&output.stderr);
    let told: String = told.chars().take(400).collect();
    assert!(matches!(code, Some(0..=3)), "{name}: {code:?}: {told}");
}

#[test]
fn deep_nesting_is_survived_in_every_kind_of_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let nested = |open: &str, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let in_java = |inside: &str| {
        format!("public class a {{ public static void main(String[] b) {{ {inside} }} }}\n")
    };
    let in_system = |value: &str| {
        format!(
            "system \"s\"\nglobal x: byte\ntemplate P() {{\n  s0:\n    e0: s0 -> s1 do x := {value}\n  \
             s1 final:\n}}\nprocess P: P()\n"
        )
    };
    let parentheses = nested("(", "1", ")");
    let sum = format!("1{}", " + 1".repeat(DEEP));
    let mut inputs = Vec::new();
    for value in [&parentheses, &sum] {
        inputs.push(("a.pml", format!("byte x; active proctype P() {{ x = {value} }}\n")));
        inputs.push(("a.java", in_java(&format!("int x = {value};"))));
        inputs.push((
            "a.adb",
            format!("procedure A is X : Integer := {value}; begin null; end A;\n"),
        ));
        inputs.push(("a.system", in_system(value)));
    }
    inputs.push(("a.pml", format!("active proctype P() {{ {} }}\n", nested("{ ", "skip", " }"))));
    inputs.push(("a.java", in_java(&nested("{", "", "}"))));
    inputs.push(("a.java", in_java(&format!("{};", "if (true) ".repeat(DEEP)))));
    inputs.push(("a.java", in_java(&format!("Object o = new a(){};", ".f()".repeat(DEEP)))));
    inputs.push((
        "a.adb",
        format!("procedure A is begin {} end A;\n", nested("begin ", "null;", " end;")),
    ));
    inputs.push((
        "a.adb",
        format!("procedure A is X : Boolean := {}True; begin null; end A;\n", "not ".repeat(DEEP)),
    ));
    for (name, text) in inputs {
        is_survived(name, &run(folder.path(), "check", name, &text));
    }
    let specifications = [
        format!(
            "event a = assign x\nproperty p {{ all paths satisfy {} }}\n",
            nested("(", "a", ")")
        ),
        format!("event a = assign x\nproperty p {{ ltl {} }}\n", nested("(", "a", ")")),
        format!("event a = assign x\nproperty p {{ ltl a{} }}\n", " && a".repeat(DEEP)),
        format!("property p {{ invariant \"{}\" }}\n", nested("(", "x == 1", ")")),
    ];
    for text in specifications {
        is_survived("a.trine", &run(folder.path(), "explain", "a.trine", &text));
    }
}

#[test]
fn a_repetition_that_explodes_is_refused_where_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    for (wanted, at) in [
        ("all paths satisfy b; a{100000000}", "2:35"),
        ("all paths satisfy ((((a{100}){100}){100}){100})", "2:"),
        ("at most 1000000 of a", "2:"),
    ] {
        let text = format!("event a = assign x event b = read x\nproperty p {{ {wanted} }}\n");
        let output = run(folder.path(), "explain", "a.trine", &text);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{wanted}: {told}");
        assert!(told.contains(&format!("a.trine:{at}")), "{wanted}: {told}");
    }
}

#[test]
fn time_runs_out_while_a_model_is_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::from("byte x;\nactive proctype P() {\n");
    for line in 0..400_000 {
        text.push_str(&format!("\tx = (x + {}) % 7;\n", line % 5));
    }
    text.push_str("\tskip\n}\n");
    std::fs::write(folder.path().join("huge.pml"), text).expect("a file");
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_trine"))
        .args([
            "check",
            "huge.pml",
            "--time-limit",
            "0.2s",
            "--format",
            "json",
            "--property",
            "deadlock",
        ])
        .current_dir(folder.path())
        .output()
        .expect("trine runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON all the same");
    assert_eq!(told["results"][0]["verdict"], "inconclusive");
}

#[test]
fn an_interrupt_ends_a_run_while_a_model_is_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::from("byte x;\nactive proctype P() {\n");
    text.push_str(&"\tx = (x + 1) % 7;\n".repeat(600_000));
    text.push_str("\tskip\n}\n");
    std::fs::write(folder.path().join("huge.pml"), text).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_trine"))
        .args(["check", "huge.pml"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("trine runs");
    std::thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let code = child.wait().expect("it ends").code();
    assert_eq!(code, Some(2));
    // A busy machine may be slow to look; without the limit the model would take far longer.
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}
