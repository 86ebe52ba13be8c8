//! Good specifications give no problem and print as recorded; bad ones give all of theirs.
//!
//! `TRINE_BLESS=1` writes what is found as the new expectation; read the difference afterwards.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support;

pub fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "trine")).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn compare(path: &Path, extension: &str, found: &str) {
    let path = path.with_extension(extension);
    if std::env::var_os("TRINE_BLESS").is_some() {
        fs::write(&path, found).expect("a file that can be written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "{}", path.display());
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn good_specifications_are_read_without_a_word_and_print_as_recorded() {
    for path in files("good") {
        let text = fs::read_to_string(&path).expect("a text");
        let (sources, spec, diagnostics) = support::read(&name(&path), &text);
        assert_eq!(support::render(&sources, &diagnostics), "", "{}", path.display());
        assert!(!spec.incomplete);
        compare(&path, "printed", &trine_spec::print(&spec));
    }
}

#[test]
fn bad_specifications_give_all_their_problems_at_once() {
    for path in files("bad") {
        let text = fs::read_to_string(&path).expect("a text");
        let (sources, _, diagnostics) = support::read(&name(&path), &text);
        assert!(!diagnostics.items.is_empty(), "{}", path.display());
        compare(&path, "problems", &support::render(&sources, &diagnostics));
    }
}
