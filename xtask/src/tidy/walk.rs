//! Checks the walk of ARCHITECTURE: each function that it names with a file is in a file of that name.

use super::Files;

const PAGE: &str = "ARCHITECTURE.md";
const HEADING: &str = "## From a file to a verdict";

/// Functions of the walk that are not where it says.
pub fn check(files: &Files) -> Vec<String> {
    let Some(page) = files.all.iter().find(|file| file.path == PAGE) else { return Vec::new() };
    let Some(start) = page.text.find(HEADING) else {
        return vec![format!("{PAGE}: the section `{HEADING}` is not there")];
    };
    let section = &page.text[start + HEADING.len()..];
    let section = &section[..section.find("\n## ").unwrap_or(section.len())];
    let mut problems = Vec::new();
    for (function, path) in named(section) {
        let mut at = files
            .all
            .iter()
            .filter(|file| format!("/{}", file.path).ends_with(&format!("/{path}")));
        let declared = |text: &str| {
            [format!("fn {function}("), format!("fn {function}<")]
                .iter()
                .any(|one| text.contains(one))
        };
        if !at.any(|file| declared(&file.text)) {
            problems.push(format!("{PAGE}: there is no function `{function}` in {path}"));
        }
    }
    problems
}

/// What is written as `` `function` (`file.rs` ``: the last name of the function's path, and the file.
fn named(section: &str) -> Vec<(String, String)> {
    let parts: Vec<&str> = section.split('`').collect();
    let mut found = Vec::new();
    // Every second part stands in backticks.
    for at in (1..parts.len()).step_by(2) {
        let (Some(between), Some(path)) = (parts.get(at + 1), parts.get(at + 2)) else { continue };
        if between.split_whitespace().collect::<String>() == "(" && path.ends_with(".rs") {
            let function = parts[at].rsplit("::").next().unwrap_or_default();
            found.push((function.to_string(), path.to_string()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_where_the_walk_says() {
        let page =
            |walk: &str| format!("# A\n\n{HEADING}\n\n{walk}\n\n## Next\n\n`gone` (`b.rs`)\n");
        let problems = |walk: &str| {
            let page = page(walk);
            let code = "pub fn load(request: &Request) {}\n";
            check(&super::super::files(&[(PAGE, &page), ("crates/a/src/b.rs", code)]))
        };
        assert_eq!(
            problems("1. `a::load` (`a/src/b.rs`), `load`\n   (`b.rs`)"),
            Vec::<String>::new()
        );
        assert_eq!(problems("1. `save` (`b.rs`)").len(), 1);
        assert_eq!(problems("1. `load` (`c.rs`)").len(), 1);
    }
}
