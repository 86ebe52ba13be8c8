//! Checks the pages: relative links lead somewhere, and the code map names the crates there are.

use super::Files;
use std::collections::BTreeSet;
use std::path::Path;

/// A problem per relative link in a Markdown file that leads to nothing.
pub fn links(files: &Files, root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files.ending(".md") {
        let folder = root.join(&file.path);
        let folder = folder.parent().unwrap_or(root);
        for (number, line) in prose(&file.text) {
            for target in targets(&line) {
                let path = target.split('#').next().unwrap_or_default();
                let is_elsewhere = target.contains("://") || target.starts_with("mailto:");
                if !is_elsewhere && !path.is_empty() && !folder.join(path).exists() {
                    problems.push(format!(
                        "{}:{number}: the link to `{path}` leads nowhere",
                        file.path
                    ));
                }
            }
        }
    }
    problems
}

/// The crates in the code map are those of the workspace, no more and no fewer.
pub fn code_map(files: &Files, crates: &BTreeSet<String>) -> Vec<String> {
    const MAP: &str = "ARCHITECTURE.md";
    let Some(map) = files.all.iter().find(|file| file.path == MAP) else {
        return vec![format!("{MAP} is missing")];
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut missing = crates.clone();
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(map.text.lines()) {
        for word in line.split('`').skip(1).step_by(2) {
            missing.remove(word);
            if word.starts_with("trine-") && word.chars().all(is_name) && !crates.contains(word) {
                problems.push(format!("{MAP}:{number}: there is no crate `{word}`"));
            }
        }
    }
    problems
        .extend(missing.iter().map(|name| format!("{MAP}: does not mention the crate `{name}`")));
    problems
}

/// Numbered lines outside code blocks, with code inside lines taken out.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push((number, line.split('`').step_by(2).collect()));
        }
    }
    lines
}

/// The targets of `[text](target)` and `[text](target "title")`.
fn targets(line: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    let mut rest = line;
    while let Some((_, after)) = rest.split_once("](") {
        let Some((target, after)) = after.split_once(')') else { break };
        targets.extend(target.split_whitespace().next());
        rest = after;
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::files;

    #[test]
    fn links_outside_code_lead_somewhere() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(root.path().join("docs")).expect("a folder");
        std::fs::write(root.path().join("docs/b.md"), "").expect("a file");
        let check = |text: &str| links(&files(&[("docs/a.md", text)]), root.path());
        assert_eq!(
            check("[b](b.md#part), [up](../docs/), [web](https://trine), [here](#x)"),
            [""; 0]
        );
        assert_eq!(
            check("[no](c.md \"title\")"),
            ["docs/a.md:1: the link to `c.md` leads nowhere"]
        );
        assert_eq!(check("`[no](c.md)`\n```\n[no](c.md)\n```\n"), [""; 0]);
    }

    #[test]
    fn the_code_map_and_the_workspace_name_the_same_crates() {
        let crates = BTreeSet::from(["trine".to_string(), "trine-base".to_string()]);
        let check = |text: &str| code_map(&files(&[("ARCHITECTURE.md", text)]), &crates);
        assert_eq!(check("`trine` uses `trine-base`; see `trine-base/src`"), [""; 0]);
        assert_eq!(
            check("`trine` uses `trine-gone`"),
            [
                "ARCHITECTURE.md:1: there is no crate `trine-gone`",
                "ARCHITECTURE.md: does not mention the crate `trine-base`"
            ]
        );
        assert_eq!(code_map(&files(&[]), &crates).len(), 1);
    }
}
