//! The pages of `specs/`: each is a program, perhaps a specification, and the verdicts to expect.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a page says.
#[derive(Debug, Default)]
struct Page {
    name: String,
    program: PathBuf,
    options: Vec<String>,
    spec: Option<String>,
    expected: Vec<Row>,
    /// Commands, without the program and the specification, and what they print.
    runs: Vec<(String, String)>,
}

/// A line of a table: what is expected of a property, with these constraints of the flow engine if it
/// names some.
#[derive(Debug)]
struct Row {
    property: String,
    constraints: Option<String>,
    verdict: String,
}

fn read(path: &Path) -> Page {
    let text = std::fs::read_to_string(path).expect("a page");
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut page = Page { name, ..Page::default() };
    let mut fence: Option<String> = None;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            fence = match fence {
                Some(_) => None,
                None => Some(language.trim().to_string()),
            };
        } else if fence.as_deref() == Some("trine") {
            let spec = page.spec.get_or_insert_default();
            spec.push_str(line);
            spec.push('\n');
        } else if let (Some("text"), Some((_, printed))) = (fence.as_deref(), page.runs.last_mut())
        {
            printed.push_str(line);
            printed.push('\n');
        } else if let Some(command) = line.strip_prefix("Run:") {
            page.runs.push((command.trim().trim_matches('`').to_string(), String::new()));
        } else if let Some(link) = line.strip_prefix("Program:") {
            let target = link.split(['(', ')']).nth(1).expect("a link to the program");
            page.program = path.parent().expect("a folder").join(target);
        } else if let Some(options) = line.strip_prefix("Options:") {
            page.options = options.split_whitespace().map(str::to_string).collect();
        } else if line.starts_with('|') {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let (property, constraints, verdict) = match cells.as_slice() {
                [property, verdict] => (property, None, verdict),
                [property, constraints, verdict] => (property, Some(constraints), verdict),
                _ => continue,
            };
            if ["holds", "violated", "inconclusive"].contains(verdict) {
                page.expected.push(Row {
                    property: property.to_string(),
                    constraints: constraints.map(|names| names.replace(", ", ",")),
                    verdict: verdict.to_string(),
                });
            }
        }
    }
    page
}

/// What a page promises and Trine does not say.
fn differences(page: &Page) -> Vec<String> {
    let (plain, constrained): (Vec<&Row>, Vec<&Row>) =
        page.expected.iter().partition(|row| row.constraints.is_none());
    let mut wrong = Vec::new();
    if !plain.is_empty() {
        wrong.extend(run(page, &plain, None));
    }
    for row in constrained {
        wrong.extend(run(page, &[row], row.constraints.as_deref()));
    }
    for (words, expected) in &page.runs {
        let printed = print(page, words);
        if printed.trim_end() != expected.trim_end() {
            wrong.push(format!("{}: `trine {words}` prints\n{printed}", page.name));
        }
    }
    wrong
}

/// What a command prints.
fn print(page: &Page, words: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trine"));
    let mut words = words.split_whitespace();
    command.args(words.by_ref().take_while(|word| *word != "…"));
    let (folder, file) = (page.program.parent(), page.program.file_name());
    command.arg(file.expect("a program")).args(words);
    let written = tempfile::tempdir().expect("a folder");
    if let Some(spec) = &page.spec {
        let file = written.path().join("page.trine");
        std::fs::write(&file, spec).expect("the specification is written");
        command.arg("--spec").arg(file);
    }
    command.current_dir(folder.expect("a folder"));
    let output = command.stdin(Stdio::null()).output().expect("trine runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Checks the properties of some rows in one run.
fn run(page: &Page, rows: &[&Row], constraints: Option<&str>) -> Vec<String> {
    let names: Vec<&str> = rows.iter().map(|row| row.property.as_str()).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_trine"));
    command.arg("check").arg(&page.program).args(&page.options);
    command.args(["--property", &names.join(","), "--format", "json", "--no-timing"]);
    if let Some(constraints) = constraints {
        command.args(["--engine", "flow", "--constraints", constraints]);
    }
    command.args(["--time-limit", "60"]);
    let folder = tempfile::tempdir().expect("a folder");
    if let Some(spec) = &page.spec {
        let file = folder.path().join("page.trine");
        std::fs::write(&file, spec).expect("the specification is written");
        command.arg("--spec").arg(file);
    }
    let output = command.stdin(Stdio::null()).output().expect("trine runs");
    let report: Value = match serde_json::from_slice(&output.stdout) {
        Ok(report) => report,
        Err(_) => {
            return vec![format!("{}: {}", page.name, String::from_utf8_lossy(&output.stderr))];
        }
    };
    let mut wrong = Vec::new();
    for Row { property, verdict, .. } in rows {
        let results = report["results"].as_array().into_iter().flatten();
        let found = results.clone().find(|result| result["property"] == property.as_str());
        let said = found.and_then(|result| result["verdict"].as_str()).unwrap_or("nothing");
        if said != verdict {
            let with = constraints.map(|names| format!(" with {names}")).unwrap_or_default();
            let why = found.map(|result| result["reason"].to_string()).unwrap_or_default();
            let told = &report["diagnostics"];
            let page = &page.name;
            wrong.push(format!("{page}: {property}{with} is {said}, not {verdict} ({why} {told})"));
        }
    }
    wrong
}

#[test]
fn every_page_gets_its_verdicts() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs");
    let mut pages: Vec<PathBuf> = Vec::new();
    for folder in std::fs::read_dir(&top).expect("specs/").flatten() {
        for page in std::fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            if page.path().extension().is_some_and(|extension| extension == "md") {
                pages.push(page.path());
            }
        }
    }
    pages.sort();
    let wanted = std::env::var("PAGES").unwrap_or_default();
    pages.retain(|page| page.to_string_lossy().contains(&wanted));
    assert!(!pages.is_empty());
    let half = pages.len().div_ceil(2);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let run = |part: &[PathBuf]| -> Vec<String> {
            part.iter().flat_map(|page| differences(&read(page))).collect()
        };
        let workers: Vec<_> =
            pages.chunks(half).map(|part| scope.spawn(move || run(part))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    assert!(wrong.is_empty(), "{} of {} pages:\n{}", wrong.len(), pages.len(), wrong.join("\n"));
}
