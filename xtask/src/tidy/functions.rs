//! Checks functions and public items: a function past 80 lines needs a reason, a public type, constant or function a line
//! of documentation.

use super::Files;
use toml::Table;

/// Past this, a function does more than one thing; `docs/tidy.toml` lists the ones that do not.
const LONGEST: usize = 80;

/// Problems of all `.rs` files, and exceptions that are no longer needed.
pub fn check(files: &Files, exceptions: &Table) -> Result<Vec<String>, String> {
    let reasons = match exceptions.get("long-functions").map(|table| table.as_table()) {
        None => &Table::new(),
        Some(Some(table)) => table,
        Some(None) => return Err("docs/tidy.toml: `long-functions` is not a table".to_string()),
    };
    let spared = |table: &str, path: &str| {
        let table = exceptions.get(table).and_then(|table| table.as_table());
        table.is_some_and(|table| table.keys().any(|folder| path.starts_with(folder.as_str())))
    };
    let mut problems = Vec::new();
    let mut used: Vec<String> = Vec::new();
    for file in files.ending(".rs") {
        let path = &file.path;
        for (line, name, lines) in functions(&file.text) {
            let key = format!("{path}::{name}");
            if lines <= LONGEST {
                continue;
            }
            if !reasons.contains_key(&key) {
                problems.push(format!(
                    "{path}:{line}: `{name}` has {lines} lines; past {LONGEST}, split it by idea"
                ));
            }
            used.push(key);
        }
        if path.contains("/src/") && !spared("undocumented", path) {
            let without_functions = spared("undocumented-functions", path);
            let counts = |item: &str| !(without_functions && item.starts_with("fn "));
            for (line, item) in
                undocumented(&file.text).into_iter().filter(|(_, item)| counts(item))
            {
                problems.push(format!("{path}:{line}: `{item}` has no line of documentation"));
            }
        }
    }
    for (key, reason) in reasons {
        if !used.contains(key) {
            problems.push(format!("docs/tidy.toml: {key} is not a long function any more"));
        }
        if reason.as_str().is_none_or(|reason| reason.trim().is_empty()) {
            problems.push(format!("docs/tidy.toml: {key} is listed without a reason"));
        }
    }
    Ok(problems)
}

/// The functions of a formatted file: the line of each, its name, and how many lines it has.
fn functions(text: &str) -> Vec<(usize, String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let indent = line.len() - line.trim_start().len();
        let rest = &lines[at..];
        let end = rest.iter().position(|line| {
            line.len() == indent + 1 && line.trim_start() == "}"
                || line.len() - line.trim_start().len() == indent && line.ends_with(';')
                || line.len() - line.trim_start().len() == indent && line.ends_with("{}")
        });
        found.push((at + 1, name, end.map_or(rest.len(), |end| end + 1)));
    }
    found
}

fn function_name(line: &str) -> Option<String> {
    let mut words = line
        .split_whitespace()
        .skip_while(|word| word.starts_with("pub") || ["const", "async", "unsafe"].contains(word));
    let name = words.next().filter(|word| *word == "fn").and(words.next())?;
    Some(name.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect())
}

/// Public types, traits, constants and functions without `///` above them, up to the tests of the file.
fn undocumented(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let tests = lines.iter().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(lines.len());
    for (at, line) in lines[..tests].iter().enumerate() {
        let Some(item) = line.trim_start().strip_prefix("pub ") else { continue };
        let mut words = item.split_whitespace();
        let mut kind = words.next().unwrap_or_default();
        let mut name = words.next().unwrap_or_default();
        if name == "fn" {
            (kind, name) = ("fn", words.next().unwrap_or_default());
        }
        let kinds = ["struct", "enum", "trait", "type", "const", "static", "fn"];
        if !kinds.contains(&kind) {
            continue;
        }
        let above = || lines[..at].iter().rev().map(|line| line.trim());
        let attribute =
            |line: &&str| line.starts_with('#') || line.ends_with(']') && !line.starts_with("//");
        // What stands above the arguments of a command is printed as its help.
        let arguments = |line: &str| line.contains("Args") || line.contains("Subcommand");
        let first = above().find(|line| !attribute(line)).unwrap_or_default();
        // The name that a macro is given has its documentation there.
        if name.starts_with('$') || above().take_while(attribute).any(arguments) {
            continue;
        }
        if !first.starts_with("///") {
            let name: String = name
                .chars()
                .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                .collect();
            found.push((at + 1, format!("{kind} {name}")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str, exceptions: &str) -> Vec<String> {
        let files = super::super::files(&[("crates/a/src/b.rs", text)]);
        check(&files, &exceptions.parse().expect("a table")).expect("exceptions")
    }

    fn long(lines: usize) -> String {
        format!(
            "impl A {{\n    fn walk(&self) {{\n{}    }}\n}}\n",
            "        step();\n".repeat(lines)
        )
    }

    #[test]
    fn a_long_function_needs_a_reason_and_a_reason_a_long_function() {
        let reason = "[long-functions]\n\"crates/a/src/b.rs::walk\" = \"one arm each\"";
        assert_eq!(problems(&long(78), ""), Vec::<String>::new());
        assert_eq!(problems(&long(79), "").len(), 1);
        assert_eq!(problems(&long(79), reason), Vec::<String>::new());
        assert_eq!(problems(&long(10), reason).len(), 1);
    }

    #[test]
    fn a_public_type_has_a_line_of_documentation() {
        assert_eq!(problems("#[derive(Clone)]\npub struct A;\n", "").len(), 1);
        assert_eq!(
            problems("/// An a.\n#[derive(Clone)]\npub struct A;\n", ""),
            Vec::<String>::new()
        );
        let function = "pub const fn two() -> u8 {\n    2\n}\n";
        assert_eq!(problems(function, "").len(), 1);
        let spared = "[undocumented-functions]\n\"crates/a/\" = \"why\"";
        assert_eq!(problems(function, spared), Vec::<String>::new());
        assert_eq!(problems(&format!("#[cfg(test)]\n{function}"), ""), Vec::<String>::new());
    }
}
