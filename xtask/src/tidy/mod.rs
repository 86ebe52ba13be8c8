//! Checks the house rules that a compiler does not: which crate may use which, and how files are written.

mod documented;
mod functions;
mod pages;
mod rooms;
mod sources;
mod terms;
mod walk;
mod words;

use crate::shell;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Lists every broken rule; fails if there is one.
pub fn run() -> Result<(), String> {
    let root = shell::workspace_root();
    let files = Files::read(&root)?;
    let metadata = metadata()?;
    let mut problems = Vec::new();
    problems.extend(rooms::check(&read(&root, "docs/rooms.toml")?, &metadata)?);
    let exceptions = read(&root, "docs/tidy.toml")?;
    problems.extend(sources::check(&files, &exceptions)?);
    problems.extend(functions::check(&files, &exceptions)?);
    problems.extend(documented::check(&files));
    problems.extend(words::check(&files));
    problems.extend(terms::check(&files));
    problems.extend(walk::check(&files));
    problems.extend(strays(&files));
    problems.extend(pages::links(&files, &root));
    problems.extend(pages::code_map(&files, &rooms::crates(&metadata)));
    for problem in &problems {
        println!("{problem}");
    }
    if problems.is_empty() {
        println!("tidy: {} files follow the house rules", files.all.len());
        Ok(())
    } else {
        Err(format!("{} house rules broken; CONTRIBUTING.md gives the reasons", problems.len()))
    }
}

/// Files at the top without a purpose.
fn strays(files: &Files) -> Vec<String> {
    let meant = |path: &str| path.contains(['/', '.']) || path.starts_with("LICENSE-");
    let strays = files.all.iter().filter(|file| !meant(&file.path));
    strays
        .map(|file| format!("{}: what is this file for? Its name does not say", file.path))
        .collect()
}

/// What cargo knows of the workspace's own crates.
pub fn metadata() -> Result<Value, String> {
    let text =
        shell::output(shell::cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    serde_json::from_str(&text).map_err(|e| format!("cannot read cargo's metadata: {e}"))
}

/// The text files of the project, in the order of their paths.
struct Files {
    all: Vec<File>,
}

struct File {
    /// Relative to the top of the workspace, with `/`.
    path: String,
    text: String,
}

impl Files {
    fn read(root: &Path) -> Result<Files, String> {
        let mut all = Vec::new();
        let mut folders = vec![root.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for path in entries(&folder)? {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if is_left_out(&name) {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else if path.is_file()
                    && let Ok(text) = std::fs::read_to_string(&path)
                {
                    let relative = path.strip_prefix(root).unwrap_or(&path);
                    let path = relative.to_string_lossy().replace('\\', "/");
                    all.push(File { path, text });
                }
            }
        }
        all.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Files { all })
    }

    fn ending(&self, suffix: &str) -> impl Iterator<Item = &File> {
        self.all.iter().filter(move |file| file.path.ends_with(suffix))
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let problem = |e: std::io::Error| format!("cannot list {}: {e}", folder.display());
    let listed = std::fs::read_dir(folder).map_err(problem)?;
    listed.map(|entry| entry.map(|entry| entry.path()).map_err(problem)).collect()
}

/// Build output and version control are not ours to judge; in a worktree, `.git` is a file.
fn is_left_out(name: &str) -> bool {
    name == ".git" || name == "target" || name.starts_with("target-")
}

fn read(root: &Path, path: &str) -> Result<toml::Table, String> {
    let text =
        std::fs::read_to_string(root.join(path)).map_err(|e| format!("cannot read {path}: {e}"))?;
    toml::from_str(&text).map_err(|e| format!("{path}: {e}"))
}

#[cfg(test)]
fn files(entries: &[(&str, &str)]) -> Files {
    let file =
        |(path, text): &(&str, &str)| File { path: path.to_string(), text: text.to_string() };
    Files { all: entries.iter().map(file).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_a_purpose_are_found() {
        let files = files(&[("LICENSE-MIT", ""), ("Cargo.toml", ""), ("a/b", ""), ("patch", "")]);
        assert_eq!(strays(&files).len(), 1);
        assert!(strays(&files)[0].starts_with("patch:"));
    }
}
