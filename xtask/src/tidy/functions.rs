//! Checks the length of functions: one past 80 lines needs a reason.

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
}
