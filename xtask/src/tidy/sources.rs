//! Checks Rust files: a first line that says what the module does, a bearable length, nothing
//! unfinished, and a reason for every lint that is switched off.

use super::Files;
use toml::Table;

/// Past this, a file holds more than one idea; `docs/tidy.toml` lists the ones that do not.
const LONGEST: usize = 600;

/// Problems of all `.rs` files, and exceptions that are no longer needed.
pub fn check(files: &Files, exceptions: &Table) -> Result<Vec<String>, String> {
    let long = match exceptions.get("long-files").map(|table| table.as_table()) {
        None => &Table::new(),
        Some(Some(table)) => table,
        Some(None) => return Err("docs/tidy.toml: `long-files` is not a table".to_string()),
    };
    let mut problems = Vec::new();
    for file in files.ending(".rs") {
        let path = &file.path;
        // A file of tests belongs to the module beside it, which has said what it does.
        if !path.ends_with("/tests.rs") && !has_header(&file.text) {
            problems.push(format!("{path}:1: does not start with `//!` and what the module does"));
        }
        let lines = file.text.lines().count();
        if lines > LONGEST && !long.contains_key(path) {
            problems.push(format!("{path}: {lines} lines; past {LONGEST}, split it by idea"));
        }
        for (number, line) in (1..).zip(file.text.lines()) {
            for mark in unfinished().iter().filter(|mark| line.contains(mark.as_str())) {
                problems.push(format!("{path}:{number}: `{mark}` is unfinished work"));
            }
        }
        for line in unexplained(&file.text) {
            problems.push(format!("{path}:{line}: a lint is switched off without `reason = …`"));
        }
    }
    for (path, reason) in long {
        let is_long = |f: &super::File| &f.path == path && f.text.lines().count() > LONGEST;
        if !files.all.iter().any(is_long) {
            problems.push(format!("docs/tidy.toml: {path} is not a long file any more"));
        }
        if reason.as_str().is_none_or(|reason| reason.trim().is_empty()) {
            problems.push(format!("docs/tidy.toml: {path} is listed without a reason"));
        }
    }
    Ok(problems)
}

/// A sentence after `//!` comes first; only crate attributes may stand before it.
fn has_header(text: &str) -> bool {
    let first =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("#!["));
    let words = first.and_then(|line| line.strip_prefix("//!")).unwrap_or_default();
    words.split_whitespace().count() >= 3
}

/// Put together here so that this file does not contain them.
fn unfinished() -> [String; 3] {
    [["to", "do!("], ["unimpl", "emented!("], ["#[ig", "nore"]].map(|parts| parts.concat())
}

/// Lines of attributes that allow or expect a lint and do not say why.
fn unexplained(text: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    for (start, _) in text.match_indices("#[").chain(text.match_indices("#![")) {
        let attribute = &text[start..];
        let inner = attribute.trim_start_matches(['#', '!', '[']);
        let is_exception = inner.starts_with("allow(") || inner.starts_with("expect(");
        let opened = text[..start].rsplit('\n').next().unwrap_or_default().trim().is_empty();
        let end = attribute.find(")]").unwrap_or(attribute.len());
        if is_exception && opened && !attribute[..end].contains("reason") {
            lines.push(text[..start].matches('\n').count() + 1);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::files;

    fn problems(text: &str, exceptions: &str) -> Vec<String> {
        let table = toml::from_str(exceptions).expect("a table");
        check(&files(&[("a.rs", text), ("a.md", "no rules here")]), &table).expect("a good table")
    }

    #[test]
    fn a_module_says_what_it_does() {
        assert_eq!(problems("#![forbid(unsafe_code)]\n\n//! Says what it does.\n", "").len(), 0);
        assert_eq!(problems("//! Helpers.\n", "").len(), 1);
        assert_eq!(problems("use std::fmt;\n//! Says what it does.\n", "").len(), 1);
        assert_eq!(problems("", "").len(), 1);
        let tests = files(&[("a/tests.rs", "use super::*;\n")]);
        assert_eq!(check(&tests, &Table::new()), Ok(vec![]));
    }

    #[test]
    fn long_files_need_a_reason_and_reasons_need_long_files() {
        let long = format!("//! Says what it does.\n{}", "\n".repeat(600));
        assert_eq!(problems(&long, ""), ["a.rs: 601 lines; past 600, split it by idea"]);
        assert_eq!(problems(&long, "[long-files]\n'a.rs' = 'one table'").len(), 0);
        assert_eq!(problems(&long, "[long-files]\n'a.rs' = ''").len(), 1);
        let stale = problems("//! Says what it does.\n", "[long-files]\n'a.rs' = 'one table'");
        assert_eq!(stale, ["docs/tidy.toml: a.rs is not a long file any more"]);
    }

    #[test]
    fn unfinished_work_is_found() {
        for mark in unfinished() {
            let text = format!("//! Says what it does.\nfn f() {{ {mark} }}\n");
            assert_eq!(problems(&text, "").len(), 1, "{mark}");
        }
    }

    #[test]
    fn switched_off_lints_carry_a_reason() {
        let text = |attribute: &str| format!("//! Says what it does.\n{attribute}\nfn f() {{}}\n");
        assert_eq!(problems(&text("#[expect(dead_code, reason = \"why\")]"), "").len(), 0);
        assert_eq!(
            problems(&text("#[expect(\n    dead_code,\n    reason = \"why\"\n)]"), "").len(),
            0
        );
        assert_eq!(problems(&text("#[derive(Debug)]"), "").len(), 0);
        assert_eq!(
            problems(&text("#[allow(dead_code)]"), ""),
            ["a.rs:2: a lint is switched off without `reason = …`"]
        );
        assert_eq!(problems(&text("#![allow(dead_code)]"), "").len(), 1);
    }
}
