//! C against gcc: every example compiles without a warning, sequential programs compute the same values bit by bit, and
//! damaged sources are survived.

use std::path::Path;
use std::process::Command;

use trine_tests::c_snippets::campaign;
use trine_tests::damaged::survive;

#[test]
fn every_example_compiles_without_a_warning() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("examples").flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(files.len() >= 40, "{} examples", files.len());
    for file in files {
        let made = Command::new("gcc")
            .args(["-std=gnu11", "-Wall", "-Werror", "-fsyntax-only", "-pthread"])
            .arg(&file)
            .output()
            .expect("gcc is installed");
        let told = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{}: {told}", file.display());
    }
}

/// A share of the campaign `c-snippets`.
#[test]
fn snippets_compute_what_gcc_computes() {
    let tally = campaign(0..150).expect("gcc is installed");
    let wrong = &tally.differences;
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(tally.programs, 150);
}

#[test]
fn five_thousand_damaged_programs_are_survived() {
    let models = survive("c", "damaged.c", 5_000);
    assert!(models > 150, "{models}");
}
