//! The sources of the JDK itself: every file of `java.util.concurrent` parses and is lowered, and what is
//! not modelled is counted.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;

use trine_base::{Diagnostics, SourceMap};
use trine_program::StmtKind;

/// Where Debian's `openjdk-17-source` puts them.
const SOURCES: &str = "/usr/lib/jvm/openjdk-17/lib/src.zip";
const PACKAGE: &str = "java.base/java/util/concurrent";

/// What became of a file.
#[derive(Default)]
struct Count {
    statements: usize,
    unmodelled: BTreeMap<String, usize>,
    errors: Vec<String>,
}

#[test]
fn every_file_of_java_util_concurrent_is_lowered() {
    let folder = tempfile::tempdir().expect("a folder");
    let extracted = Command::new("jar")
        .args(["--extract", "--file", SOURCES, PACKAGE])
        .current_dir(folder.path())
        .status()
        .expect("jar of the JDK");
    assert!(extracted.success(), "{SOURCES} is of Debian's openjdk-17-source");
    let mut files = Vec::new();
    collect(&folder.path().join(PACKAGE), &mut files);
    files.sort();
    assert!(files.len() >= 80, "only {} files", files.len());

    let mut wrong = Vec::new();
    let mut total = Count::default();
    for file in &files {
        let name = file.strip_prefix(folder.path()).unwrap_or(file).display().to_string();
        match catch_unwind(AssertUnwindSafe(|| lower(std::slice::from_ref(file)))) {
            Ok(count) => {
                wrong.extend(count.errors.iter().map(|error| format!("{name}: {error}")));
                total.statements += count.statements;
                for (what, number) in count.unmodelled {
                    *total.unmodelled.entry(what).or_default() += number;
                }
            }
            Err(_) => wrong.push(format!("{name}: a panic")),
        }
    }
    let mut most: Vec<(&String, &usize)> = total.unmodelled.iter().collect();
    most.sort_by_key(|(what, number)| (std::cmp::Reverse(**number), *what));
    let unmodelled: usize = most.iter().map(|(_, number)| **number).sum();
    println!(
        "{} files, {} statements, {unmodelled} of them unmodelled; most often:",
        files.len(),
        total.statements
    );
    for (what, number) in most.iter().take(40) {
        println!("{number:>6} {what}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(total.statements > 20_000, "{} statements", total.statements);
    assert!(unmodelled * 4 < total.statements, "{unmodelled} of {}", total.statements);

    // And all of them as one program.
    let together = lower(&files);
    assert!(together.errors.is_empty(), "{}", together.errors.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            files.push(path);
        }
    }
}

fn lower(files: &[PathBuf]) -> Count {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let mut ids = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a source");
        ids.push(sources.add(file.display().to_string(), text));
    }
    let program = trine_java::load(&ids, &mut sources, &mut diagnostics);
    let mut count = Count::default();
    if diagnostics.has_errors() {
        count.errors = diagnostics.items.iter().map(|item| item.message.clone()).collect();
    }
    for (_, method) in program.methods.enumerate() {
        trine_program::visit(method.body.as_deref().unwrap_or(&[]), &mut |statement| {
            let own = statement.span.is_some_and(|span| ids.contains(&span.file));
            count.statements += usize::from(own);
            if let (true, StmtKind::Unmodelled { what, .. }) = (own, &statement.kind) {
                *count.unmodelled.entry(what.clone()).or_default() += 1;
            }
        });
    }
    count
}
