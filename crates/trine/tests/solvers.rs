//! Solvers on the search path: those that answer, and those that do not.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

const MODEL: &str = "chan token = [0] of { bit };
active proctype keeper() { do :: token!1; token?0 od }
active proctype one() { do :: token?1; in1: skip; out1: skip; token!0 od }
active proctype two() { do :: token?1; in2: skip; out2: skip; token!0 od }
";

const SPEC: &str = "event in1 = label in1
event out1 = label out1
event in2 = label in2
query both { interval { ends in1 } interval { ends in2  forbids out1 } }
query in_turn { interval { ends in1 } interval { ends in2 } }
";

/// What is said of the properties, with this solver and these programs before those that are installed.
fn check(solver: &str, programs: &[(&str, &str)], more: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("m.pml"), MODEL).expect("a file");
    fs::write(folder.path().join("m.trine"), SPEC).expect("a file");
    for (name, text) in programs {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a program");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may be run");
    }
    let path = match programs {
        // Nothing else is there.
        [("nothing", _)] => folder.path().join("empty").display().to_string(),
        _ => format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default()),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_trine"))
        .args(["check", "m.pml", "--spec", "m.trine", "--engine", "ilp", "--format", "json"])
        .args(["--no-timing", "--solver", solver])
        .args(more)
        .current_dir(folder.path())
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .expect("trine runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

fn is_installed(program: &str) -> bool {
    let paths = std::env::var("PATH").unwrap_or_default();
    paths.split(':').any(|folder| Path::new(folder).join(program).exists())
}

#[test]
fn every_solver_that_is_installed_proves_with_a_certificate() {
    let mut asked = vec!["embedded", "cbc", "glpsol"];
    asked.extend(["highs", "scip"].iter().filter(|name| is_installed(name)));
    for solver in asked {
        let (code, said) = check(solver, &[], &[]);
        assert_eq!(code, Some(1), "{solver}: {said}");
        assert_eq!(count(&said, "\"checked\": \"certificate\""), 1, "{solver}: {said}");
        assert_eq!(count(&said, "\"checked\": \"replay\""), 1, "{solver}: {said}");
    }
}

/// The solver gives no verdict, and its words are told.
fn is_no_answer(solver: &str, program: &str, words: &str) {
    let (code, said) = check(solver, &[(solver, program)], &[]);
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(count(&said, "\"verdict\": \"inconclusive\""), 4, "{said}");
    assert!(said.contains(words), "{said}");
}

#[test]
fn a_solver_that_is_missing_gives_no_verdict() {
    for solver in ["cbc", "glpsol", "highs", "scip"] {
        let (code, said) = check(solver, &[("nothing", "")], &[]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("there is no such program on the search path"), "{said}");
    }
}

#[test]
fn a_solver_that_crashes_gives_no_verdict() {
    is_no_answer(
        "cbc",
        "#!/bin/sh\necho out of memory >&2\nexit 3\n",
        "exit status: 3: out of memory",
    );
    is_no_answer("glpsol", "#!/bin/sh\nkill -SEGV $$\n", "signal: 11");
    let after_answer = "#!/bin/sh\necho 'Infeasible - objective value 0' > $4\nexit 1\n";
    is_no_answer("cbc", after_answer, "exit status: 1");
}

#[test]
fn a_solver_that_takes_too_long_gives_no_verdict() {
    let slow = [("cbc", "#!/bin/sh\nexec sleep 60\n")];
    let (code, said) = check("cbc", &slow, &["--time-limit", "1s"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("--time-limit"), "{said}");
}

#[test]
fn a_solver_that_says_what_makes_no_sense_gives_no_verdict() {
    is_no_answer("cbc", "#!/bin/sh\necho hello\n", "cbc gives no answer that makes sense: hello");
    is_no_answer("cbc", "#!/bin/sh\necho 'Optimal - what now' > $4\necho '1 z 2' >> $4\n", "1 z 2");
    is_no_answer("scip", "#!/bin/sh\nhead -c 100000 /dev/urandom\n", "no answer that makes sense");
    is_no_answer("highs", "#!/bin/sh\nprintf 'Model status\\nUnknown\\n' > $2\n", "Unknown");
}

#[test]
fn a_solver_that_lies_gives_no_verdict() {
    // Everything is 0; a variable is half, or very large; or there is a variable too many.
    is_no_answer("cbc", "#!/bin/sh\necho 'Optimal - objective value 0' > $4\n", "does not satisfy");
    let half = "#!/bin/sh\nprintf 'Optimal - 1\\n 0 x1 0.5 1\\n' > $4\n";
    is_no_answer("cbc", half, "is not whole");
    let large = "#!/bin/sh\nprintf 'Optimal - 1\\n 0 x1 1e300 1\\n' > $4\n";
    is_no_answer("cbc", large, "is not whole");
    let strange = "#!/bin/sh\nprintf 'Optimal - 1\\n 0 x99999 1 1\\n' > $4\n";
    is_no_answer("cbc", strange, "there are not");
    // Nothing is possible: what holds is proved again, what does not is no verdict.
    let never = [("cbc", "#!/bin/sh\necho 'Infeasible - objective value 0' > $4\n")];
    let (code, said) = check("cbc", &never, &[]);
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(count(&said, "\"checked\": \"certificate\""), 1, "{said}");
    assert!(said.contains("cbc finds no solution where there is one"), "{said}");
}

/// Philosophers whose forks are processes, one of them left-handed.
fn philosophers(count: usize) -> String {
    let mut text = String::new();
    for fork in 0..count {
        text +=
            &format!("chan up{fork} = [0] of {{ bit }};\nchan down{fork} = [0] of {{ bit }};\n");
    }
    for fork in 0..count {
        text += &format!("active proctype Fork{fork}() {{ do :: up{fork}?_; down{fork}?_ od }}\n");
        let (mut first, mut second) = (fork, (fork + 1) % count);
        if second == 0 {
            (first, second) = (second, first);
        }
        text += &format!(
            "active proctype Philosopher{fork}() {{\n  do :: up{first}!1; up{second}!1; down{second}!1; \
             down{first}!1 od\n}}\n"
        );
    }
    text
}

#[test]
fn what_is_too_large_for_others_is_proved_by_equations() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("m.pml"), philosophers(16)).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_trine"))
        .args(["check", "m.pml", "--property", "deadlock", "--memory-limit", "30M"])
        .args(["--format", "json"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("trine runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(count(&said, "\"checked\": \"certificate\""), 1, "{said}");
    assert!(
        said.contains("\"engine\": \"explore\"") && said.contains("\"engine\": \"ilp\""),
        "{said}"
    );
}
