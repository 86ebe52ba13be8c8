//! The real Ada: what GNAT takes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use trine_session::{ProgramOptions, Pursuit, Request, load, pursue};
use trine_tests::ada_models;
use trine_tests::host::TestHost;
use trine_verdict::Budget;

/// Compiles every example, without linking it: `-gnatc` would not look at bodies as closely.
#[test]
fn every_ada_example_compiles() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ada");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&top).expect("examples").flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "adb"));
    files.sort();
    assert!(files.len() >= 20);
    let folder = tempfile::tempdir().expect("a folder");
    let mut refused = Vec::new();
    for file in &files {
        let output = Command::new("gnatmake")
            .args(["-q", "-c", "-gnata"])
            .arg(format!("-I{}", top.display()))
            .arg(file)
            .current_dir(folder.path())
            .output()
            .expect("gnatmake runs");
        if !output.status.success() {
            refused.push(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    }
    assert!(refused.is_empty(), "GNAT refuses\n{}", refused.join("\n"));
}

/// Programs that Trine proves to end, and to end well, do so when they run.
#[test]
fn programs_that_are_proved_to_end_do() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages: Vec<PathBuf> =
        fs::read_dir(top.join("specs/ada")).expect("pages").flatten().map(|f| f.path()).collect();
    pages.sort();
    let folder = tempfile::tempdir().expect("a folder");
    let mut ran = 0;
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let holds = |property: &str| text.contains(&format!("| {property} | holds |"));
        if !["deadlock", "uncaught-error", "assertion"].into_iter().all(holds) {
            continue;
        }
        let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let made = Command::new("gnatmake")
            .args(["-q", "-gnata", "-gnatws"])
            .arg(top.join(format!("examples/ada/{name}.adb")))
            .current_dir(folder.path())
            .status()
            .expect("gnatmake runs");
        assert!(made.success(), "{name}");
        for _ in 0..3 {
            let run = Command::new("timeout").arg("10").arg(folder.path().join(&name)).output();
            let run = run.expect("the program runs");
            assert!(run.status.success(), "{name}: {:?} {}", run.status.code(), {
                String::from_utf8_lossy(&run.stderr)
            });
        }
        ran += 1;
    }
    assert!(ran >= 12, "{ran} programs");
}

/// Every example is run twenty times, and what it printed is what an execution of it prints. Those that do not
/// end are stopped after a second, and what they printed is the beginning of it.
#[test]
fn what_programs_print_is_what_executions_print() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ada");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&top).expect("examples").flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "adb"));
    files.sort();
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    let mut different = 0;
    for file in &files {
        let made = Command::new("gnatmake")
            .args(["-q", "-gnata", "-gnatws"])
            .arg(format!("-I{}", top.display()))
            .arg(file)
            .current_dir(folder.path())
            .status()
            .expect("gnatmake runs");
        assert!(made.success(), "{}", file.display());
        let name = file.file_stem().unwrap_or_default();
        for log in logs(&folder.path().join(name)) {
            different += 1;
            let request = Request {
                files: vec![file.display().to_string()],
                program: ProgramOptions {
                    keep: vec!["print".to_string()],
                    ..ProgramOptions::default()
                },
                budget: Budget { time: Some(Duration::from_secs(60)), ..Budget::default() },
                ..Request::default()
            };
            let host = TestHost::new();
            let loaded = load(&request, &host);
            let system = loaded.system.expect("a system");
            match pursue(&request, &system, &log, &host) {
                Pursuit::Found(..) => {}
                other => wrong.push(format!("{}: {log:?}: {other:?}", file.display())),
            }
        }
    }
    assert!(different >= files.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What twenty runs of a program print, each once.
fn logs(program: &Path) -> BTreeSet<String> {
    let start = || {
        Command::new("timeout")
            .arg("1")
            .arg(program)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs")
    };
    let mut found = BTreeSet::new();
    for _ in 0..5 {
        let runs: Vec<_> = (0..4).map(|_| start()).collect();
        for run in runs {
            let output = run.wait_with_output().expect("the program is waited for");
            found.insert(String::from_utf8_lossy(&output.stdout).into_owned());
        }
    }
    found
}

/// The examples of the dispatcher are what is measured.
#[test]
fn the_dispatchers_are_those_that_are_measured() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ada");
    let read = |name: &str| fs::read_to_string(top.join(name)).expect("an example");
    assert_eq!(read("chiron.adb"), ada_models::chiron(3));
    assert_eq!(read("chiron_decomposed.adb"), ada_models::chiron_decomposed(2));
}
