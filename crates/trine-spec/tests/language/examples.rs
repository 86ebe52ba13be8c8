//! The specifications that ship as examples are faultless.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support;

pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/specs");
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "trine")).collect();
    files.sort();
    files
}

#[test]
fn the_examples_are_read_without_a_word() {
    for path in files() {
        let text = fs::read_to_string(&path).expect("a text");
        let (sources, _, diagnostics) = support::read("example.trine", &text);
        assert_eq!(support::render(&sources, &diagnostics), "", "{}", path.display());
    }
}
