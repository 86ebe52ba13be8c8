//! The real Ada: what GNAT takes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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
