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
