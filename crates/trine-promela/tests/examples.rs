//! Every model of Debian's spin package is read without an error.

use std::path::{Path, PathBuf};

use trine_base::{Severity, SourceMap};
use trine_promela::{LoadRequest, load};

const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";

fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|problem| {
        panic!("{} cannot be read ({problem}): install Debian's spin package", folder.display())
    });
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            models(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "pml") {
            found.push(path);
        }
    }
}

#[test]
fn all_examples_are_read() {
    let mut paths = Vec::new();
    models(Path::new(EXAMPLES), &mut paths);
    paths.sort();
    assert!(paths.len() >= 78, "only {} models in {EXAMPLES}", paths.len());
    let mut problems = String::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable model");
        let mut sources = SourceMap::new();
        let mut read = |path: &str| std::fs::read_to_string(path).map_err(|e| e.to_string());
        let name = path.to_str().expect("a plain path");
        let request = LoadRequest { name: name.to_string(), text, ..LoadRequest::default() };
        let diagnostics = load(request, &mut sources, &mut read).diagnostics;
        for item in &diagnostics.items {
            if item.severity == Severity::Error {
                let at = item.span.map(|span| sources.describe(span)).unwrap_or_default();
                problems += &format!("{at}: {}\n", item.message);
            }
        }
    }
    assert_eq!(problems, "");
}
