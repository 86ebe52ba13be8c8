//! The commands in the documents are run and print what the documents say.
//!
//! A block ` ```console ` is a session with a shell at the top of the project: lines with `$` are typed, the others
//! are printed. A line `…` stands for any lines, `…` inside a line for any text: times, sizes, what is beside the
//! point. A block that has commands and is not run says so on the line before it: `<!-- synopsis -->` for a list of
//! commands, whose names and options must exist, or `<!-- not run: REASON -->`.
#![cfg(unix)]

mod documents {
    pub mod blocks;
    pub mod matching;
    pub mod usage;
}

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use documents::blocks::{Block, Marking, blocks};
use documents::matching::difference;
use documents::usage::Usage;

/// The pages for readers: decisions keep the figures of their day, `specs/` has a test of its own.
fn pages() -> Vec<PathBuf> {
    let top = top();
    let mut pages = Vec::new();
    for folder in [
        "",
        "docs",
        "docs/book/src",
        "examples",
        "examples/java",
        "examples/specs",
        "examples/ada",
        "examples/c",
    ] {
        let entries = std::fs::read_dir(top.join(folder)).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        pages.extend(
            paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")),
        );
    }
    pages.retain(|path| !path.ends_with("CHANGELOG.md"));
    pages.sort();
    pages
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project")
}

#[test]
fn the_documents_print_what_trine_prints() {
    let usage = Usage::read();
    let (mut wrong, mut sessions) = (Vec::new(), 0);
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        let name = page.strip_prefix(top()).unwrap_or(&page).display().to_string();
        let folder = folder();
        for block in blocks(&text) {
            let found = match (&block.marking, block.is_session()) {
                (Some(Marking::NotRun(reason)), _) if reason.is_empty() => {
                    vec!["no reason".to_string()]
                }
                (Some(Marking::NotRun(_)), _) => Vec::new(),
                (Some(Marking::Synopsis), _) => {
                    block.lines.iter().flat_map(|line| usage.unknown(line)).collect()
                }
                (None, true) => {
                    sessions += 1;
                    run(&block, folder.path())
                }
                (None, false) if block.has_commands() => {
                    vec!["commands that are neither run nor marked".to_string()]
                }
                (None, false) => Vec::new(),
            };
            wrong.extend(found.iter().map(|what| format!("{name}:{}: {what}", block.line)));
        }
        for (line, span) in documents::blocks::spans(&text) {
            let unknown = usage.unknown(span);
            wrong.extend(unknown.iter().map(|what| format!("{name}:{line}: {what}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(sessions >= 5, "only {sessions} sessions were found");
}

/// A place to work in: the examples are there, what commands write is not left in the project.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let examples = folder.path().join("examples");
    std::os::unix::fs::symlink(top().join("examples"), examples).expect("a link");
    folder
}

/// Types the commands of a session, one after the other; what they print otherwise than told.
fn run(session: &Block, folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut last = 0;
    for (command, told) in session.commands() {
        // One shell for each: the exit code of the last command is the `$?` of this one.
        let typed = command.replace("cargo run --release --", "trine");
        let programs = Path::new(env!("CARGO_BIN_EXE_trine")).parent().expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", &format!("(exit {last})\n{{ {typed}\n}} 2>&1")])
            .env("PATH", format!("{}:{path}", programs.display()))
            .env("NO_COLOR", "1")
            .env_remove("COLUMNS")
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        last = output.status.code().unwrap_or(-1);
        let printed = String::from_utf8_lossy(&output.stdout);
        if let Some(what) = difference(&told, &printed) {
            wrong.push(format!("`{command}`: {what}; it prints\n{printed}"));
        }
    }
    if session.commands().is_empty() {
        wrong.push("a session without a command".to_string());
    }
    wrong
}
