//! Checks the walk of ARCHITECTURE: each function that it names with a file is in that file, and no table enters a
//! room twice without saying why.

use super::Files;

const PAGE: &str = "ARCHITECTURE.md";
const HEADING: &str = "## From a file to a verdict";
/// The room that calls the others: what the last column of a table names is in it.
const CALLER: &str = "trine-session";

/// Functions of the walk that are not where it says, and rooms that are entered twice.
pub fn check(files: &Files) -> Vec<String> {
    let Some(page) = files.all.iter().find(|file| file.path == PAGE) else { return Vec::new() };
    let Some(start) = page.text.find(HEADING) else {
        return vec![format!("{PAGE}: the section `{HEADING}` is not there")];
    };
    let section = &page.text[start + HEADING.len()..];
    let section = &section[..section.find("\n## ").unwrap_or(section.len())];
    let mut problems = Vec::new();
    let mut entered: Vec<&str> = Vec::new();
    for line in section.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let room = cells[0].split('`').nth(1).filter(|_| line.starts_with("| `"));
        let Some(room) = room else {
            entered.clear();
            continue;
        };
        if entered.contains(&room) && !cells[0].contains(", again: ") {
            problems.push(format!("{PAGE}: a walk enters `{room}` again and does not say why"));
        }
        entered.push(room);
        for (cell, owner) in cells[1..].iter().zip([room, CALLER]) {
            problems.extend(missing(files, cell, &format!("crates/{owner}/")));
        }
    }
    let prose = section.lines().filter(|line| !line.starts_with('|')).collect::<Vec<_>>();
    problems.extend(missing(files, &prose.join("\n"), "crates/"));
    problems
}

/// The functions of a text that are not in the file, below a folder, that it gives for them.
fn missing(files: &Files, text: &str, folder: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (function, path) in named(text) {
        let path = format!("{folder}{path}");
        let declared = |text: &str| {
            [format!("fn {function}("), format!("fn {function}<")]
                .iter()
                .any(|one| text.contains(one))
        };
        if !files.all.iter().any(|file| file.path == path && declared(&file.text)) {
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

    fn problems(walk: &str) -> Vec<String> {
        let page = format!("# A\n\n{HEADING}\n\n{walk}\n\n## Next\n\n`gone` (`b.rs`)\n");
        let code = "pub fn load(request: &Request) {}\n";
        let caller = "pub(crate) fn call<T>() {}\n";
        let session = ("crates/trine-session/src/c.rs", caller);
        check(&super::super::files(&[(PAGE, &page), ("crates/a/src/b.rs", code), session]))
    }

    #[test]
    fn functions_are_where_the_walk_says() {
        assert_eq!(problems("1. `a::load` (`a/src/b.rs`), `load`\n   (`a/src/b.rs`)"), [""; 0]);
        assert_eq!(problems("1. `save` (`a/src/b.rs`)").len(), 1);
        assert_eq!(problems("1. `load` (`b.rs`)").len(), 1);
        assert_eq!(problems("| `a` | `load` (`src/b.rs`) | `call` (`src/c.rs`) |"), [""; 0]);
        assert_eq!(problems("| `a` | `load` (`src/c.rs`) | `call` (`src/b.rs`) |").len(), 2);
    }

    #[test]
    fn a_room_is_entered_once_or_the_walk_says_why() {
        let row = "| `a` | `load` (`src/b.rs`) | |";
        assert_eq!(problems(&format!("{row}\n\nAnother walk.\n\n{row}")), [""; 0]);
        assert_eq!(problems(&format!("{row}\n{row}")).len(), 1);
        let again = "| `a`, again: it knows more now | `load` (`src/b.rs`) | |";
        assert_eq!(problems(&format!("{row}\n{again}")), [""; 0]);
    }
}
