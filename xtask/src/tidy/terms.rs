//! Checks the glossary, the bibliography and the index of decisions: each term can be found in the code that its row
//! names, each path exists, and each decision has a status and the title that the index gives.

use super::{File, Files};

const GLOSSARY: &str = "docs/glossary.md";
const BIBLIOGRAPHY: &str = "docs/bibliography.md";
const INDEX: &str = "docs/decisions/README.md";

/// Terms that the code does not have, papers whose code is gone, and decisions that the index tells otherwise.
pub fn check(files: &Files) -> Vec<String> {
    let mut problems = glossary(files);
    problems.extend(bibliography(files));
    problems.extend(decisions(files));
    problems
}

/// A problem for each term that does not occur in the code of its row.
fn glossary(files: &Files) -> Vec<String> {
    let Some(page) = page(files, GLOSSARY) else { return vec![format!("{GLOSSARY} is missing")] };
    let mut problems = Vec::new();
    for (number, cells) in rows(&page.text) {
        let [term, _, _, code] = cells.as_slice() else {
            problems.push(format!("{GLOSSARY}:{number}: a row has four cells"));
            continue;
        };
        let path = code.trim_matches('`');
        let mut texts = files.all.iter().filter(|file| is_below(&file.path, path)).peekable();
        if texts.peek().is_none() {
            problems.push(format!("{GLOSSARY}:{number}: there is no `{path}`"));
        } else if !texts.any(|file| running_text(&file.text).contains(&term.to_lowercase())) {
            problems.push(format!("{GLOSSARY}:{number}: `{term}` does not occur in `{path}`"));
        }
    }
    problems
}

/// A problem for each place in the code that the bibliography names and that is not there.
fn bibliography(files: &Files) -> Vec<String> {
    let Some(page) = page(files, BIBLIOGRAPHY) else {
        return vec![format!("{BIBLIOGRAPHY} is missing")];
    };
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(page.text.lines()) {
        for place in line.split('`').skip(1).step_by(2).filter(|place| place.starts_with("trine-"))
        {
            let path = format!("crates/{place}");
            if !files.all.iter().any(|file| is_below(&file.path, &path)) {
                problems.push(format!("{BIBLIOGRAPHY}:{number}: there is no `{path}`"));
            }
        }
    }
    problems
}

/// A problem for each decision without a status, or whose title is not that of the index.
fn decisions(files: &Files) -> Vec<String> {
    let Some(index) = page(files, INDEX) else { return vec![format!("{INDEX} is missing")] };
    let mut problems = Vec::new();
    let pages = files
        .all
        .iter()
        .filter(|file| file.path.starts_with("docs/decisions/0") && !file.path.contains("/000-"));
    for file in pages {
        let name = file.path.trim_start_matches("docs/decisions/");
        let title = file.text.lines().next().unwrap_or_default();
        let title = title.split_once(": ").map_or("", |(_, title)| title);
        if !file.text.lines().any(|line| line.starts_with("**Status:** ")) {
            problems.push(format!("{}: a decision has a line `**Status:** …`", file.path));
        }
        let row = format!("| [{}]({name}) | {title} |", &name[..3.min(name.len())]);
        if !index.text.lines().any(|line| line == row) {
            problems.push(format!("{INDEX}: should have the row {row}"));
        }
    }
    problems
}

fn page<'f>(files: &'f Files, path: &str) -> Option<&'f File> {
    files.all.iter().find(|file| file.path == path)
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The numbered rows of the tables of a page, without headings and rulers.
fn rows(text: &str) -> Vec<(usize, Vec<&str>)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_ruler = |line: &str| line.starts_with("|---");
    let numbered = (1..).zip(&lines).filter(|(number, line)| {
        let is_heading = lines.get(*number).is_some_and(|next| is_ruler(next));
        line.starts_with("| ") && !is_heading
    });
    numbered
        .map(|(number, line)| (number, line.trim_matches('|').split('|').map(str::trim).collect()))
        .collect()
}

/// Text in small letters in which a term is found where a comment breaks it over two lines.
fn running_text(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| !matches!(*word, "//!" | "///" | "//"));
    words.collect::<Vec<&str>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(pairs: &[(&str, &str)]) -> Files {
        let file =
            |(path, text): &(&str, &str)| File { path: path.to_string(), text: text.to_string() };
        Files { all: pairs.iter().map(file).collect() }
    }

    #[test]
    fn a_term_is_found_across_lines_of_a_comment() {
        let table = "| term | field | meaning | code |\n|---|---|---|---|\n| ample set | a | b | `crates/x/src` |\n";
        let code = ("crates/x/src/lib.rs", "//! An ample\n//! set of steps.\n");
        assert!(glossary(&files(&[(GLOSSARY, table), code])).is_empty());
        let other = ("crates/x/src/lib.rs", "//! Something else.\n");
        assert_eq!(glossary(&files(&[(GLOSSARY, table), other])).len(), 1);
        assert_eq!(glossary(&files(&[(GLOSSARY, table)])).len(), 1);
    }

    #[test]
    fn a_decision_has_a_status_and_the_title_of_the_index() {
        let index = (INDEX, "| [001](001-a.md) | A |\n");
        let good = ("docs/decisions/001-a.md", "# 001: A\n\n**Status:** accepted.\n");
        assert!(decisions(&files(&[index, good])).is_empty());
        let bad = ("docs/decisions/001-a.md", "# 001: B\n");
        assert_eq!(decisions(&files(&[index, bad])).len(), 2);
    }
}
