//! What is wrong with a document, and what a check of it finds, as diagnostics of the protocol.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};
use trine_report::model::ReportResult;
use trine_session::{Diagnostic, Level, Severity, SourceMap, Span, Verdict, outline};

use super::documents::{range, top, uri_of};
use crate::answers::{self, Question};
use crate::host::Documents;

/// A check on save takes no longer.
const TIME: Duration = Duration::from_secs(20);

/// What is wrong with a document by itself.
pub fn wrong_in(path: &str, documents: Arc<Documents>) -> Vec<Value> {
    let (diagnostics, sources) = match path.ends_with(".trine") {
        true => {
            let text = documents.get(path).cloned().unwrap_or_default();
            let outline = outline(path, &text);
            (outline.diagnostics, outline.sources)
        }
        false => match program_of(path, &documents) {
            Some(question) => answers::diagnose(&question, documents),
            None => return Vec::new(),
        },
    };
    let here = |one: &&Diagnostic| is_in(one.span, path, &sources);
    diagnostics.items.iter().filter(here).map(|one| diagnostic(one, &sources)).collect()
}

/// What a check of the program of a document asks; none where there is no program.
pub fn question(path: &str, documents: &Documents) -> Option<Question> {
    if !path.ends_with(".trine") {
        let mut question = program_of(path, documents)?;
        question.specs = beside(path, &["trine"]).into_iter().collect();
        return Some(question);
    }
    let program = beside(path, &["java", "adb", "c", "pml", "promela", "system"])?;
    let mut question = program_of(&program, documents)?;
    question.specs = vec![path.to_string()];
    Some(question)
}

/// The program that a source file belongs to. Of Java, all sources of its folder belong to it.
fn program_of(path: &str, documents: &Documents) -> Option<Question> {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let mut question =
        Question { files: vec![path.to_string()], time: Some(TIME), ..Question::default() };
    match extension {
        "java" => {
            let read = || std::fs::read_to_string(path).ok().map(Arc::from);
            let text = documents.get(path).cloned().or_else(read)?;
            if let Some(folder) = Path::new(path).parent() {
                let sources = std::fs::read_dir(folder).into_iter().flatten().flatten();
                let files = sources.map(|entry| entry.path().to_string_lossy().into_owned());
                let mut files: Vec<String> = files.filter(|file| file.ends_with(".java")).collect();
                files.sort();
                question.files.extend(files.into_iter().filter(|file| file != path));
            }
            let class = Path::new(path).file_stem()?.to_string_lossy().into_owned();
            question.main = text.contains("static void main(").then_some(class);
        }
        "adb" | "ads" | "ada" | "c" | "i" | "pml" | "prom" | "promela" | "system" => {}
        _ => return None,
    }
    Some(question)
}

/// The file of the same name, letters in either case, with one of these endings.
pub fn beside(path: &str, endings: &[&str]) -> Option<String> {
    let path = Path::new(path);
    let stem = path.file_stem()?.to_string_lossy().to_lowercase();
    let entries = std::fs::read_dir(path.parent()?).ok()?.flatten();
    let fits = |file: &std::path::PathBuf| {
        let name = file.file_stem().map(|name| name.to_string_lossy().to_lowercase());
        let ending = file.extension().map(|ending| ending.to_string_lossy().into_owned());
        name.as_ref() == Some(&stem)
            && ending.is_some_and(|ending| endings.contains(&ending.as_str()))
    };
    let mut found: Vec<_> = entries.map(|entry| entry.path()).filter(fits).collect();
    found.sort();
    found.first().map(|file| file.to_string_lossy().into_owned())
}

/// Checks, and gives the diagnostics of one document and the verdicts in a line.
pub fn run(
    question: &Question,
    path: &str,
    documents: Arc<Documents>,
    stop: Arc<AtomicBool>,
) -> (Vec<Value>, String) {
    let answer = answers::check(question, documents, stop);
    let sources = &answer.sources;
    let mut items = Vec::new();
    for diagnostic in &answer.report.diagnostics {
        if is_in(diagnostic.span, path, sources) {
            let severity = match diagnostic.severity.as_str() {
                "error" => 1,
                "warning" => 2,
                _ => 3,
            };
            let place = diagnostic.span.map_or_else(top, |span| range(sources, span));
            items.push(json!({"range": place, "severity": severity, "source": "trine",
                "message": diagnostic.message}));
        }
    }
    for result in &answer.report.results {
        items.extend(findings(result, path, sources));
    }
    let verdicts = answer
        .report
        .results
        .iter()
        .map(|result| format!("{} {}", result.property, result.verdict.name()));
    let verdicts = verdicts.collect::<Vec<_>>().join(", ");
    (items, verdicts)
}

fn findings(result: &ReportResult, path: &str, sources: &SourceMap) -> Vec<Value> {
    let severity = match (result.verdict, result.level) {
        (Verdict::Violated, Level::Error) => 1,
        (Verdict::Violated, Level::Remark) => 4,
        (Verdict::Inconclusive, Level::Error) => {
            let reason = result.reason.as_deref().unwrap_or("neither proved nor refuted");
            return vec![json!({"range": top(), "severity": 3, "source": "trine",
                "code": result.property,
                "message": format!("{}: inconclusive: {reason}", result.property)})];
        }
        _ => return Vec::new(),
    };
    let here = |span: Option<Span>| is_in(span, path, sources);
    let told = result.findings.iter().filter(|one| !one.suppressed && here(one.span));
    let item = |finding: &trine_report::model::ReportFinding| {
        let place = finding.span.map_or_else(top, |span| range(sources, span));
        let related = finding.related.iter().filter_map(|one| {
            let span = one.span?;
            let uri = uri_of(&sources.get(span.file).name);
            Some(json!({"location": {"uri": uri, "range": range(sources, span)},
                "message": one.message}))
        });
        json!({"range": place, "severity": severity, "source": "trine", "code": result.property,
            "message": format!("{}: {}", result.property, finding.message),
            "relatedInformation": related.collect::<Vec<_>>()})
    };
    told.map(item).collect()
}

/// Whether a place is in a document; what has no place is told in the one that was asked about.
fn is_in(span: Option<Span>, path: &str, sources: &SourceMap) -> bool {
    span.is_none_or(|span| sources.get(span.file).name == path)
}

fn diagnostic(one: &Diagnostic, sources: &SourceMap) -> Value {
    let severity = match one.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note => 3,
    };
    let message = match &one.help {
        Some(help) => format!("{}\n{help}", one.message),
        None => one.message.clone(),
    };
    let place = one.span.map_or_else(top, |span| range(sources, span));
    json!({"range": place, "severity": severity, "source": "trine", "message": message})
}
