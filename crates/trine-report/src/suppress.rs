//! Findings that were reviewed and are accepted: by a comment in the source, or in a baseline.
//!
//! `// trine: allow data-race, deadlock` accepts findings of these properties on its own line or, where
//! the comment stands alone, on the line below it; after the names there is room for the reason. A
//! baseline lists findings by their fingerprints, which survive edits elsewhere.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use trine_base::{Diagnostic, FileId, Severity, SourceMap, Span};

use crate::json;
use crate::model::{Report, ReportFinding, ReportResult};

/// What is accepted, and what of it was found.
#[derive(Debug, Default)]
pub struct Suppressions {
    comments: Vec<Comment>,
    baseline: Vec<(BaselineEntry, bool)>,
}

/// A property that is allowed to be violated at a line.
#[derive(Debug)]
struct Comment {
    property: String,
    file: FileId,
    line: u32,
    span: Span,
    used: bool,
}

/// A file of findings that are known.
#[derive(Debug, Serialize, Deserialize)]
pub struct Baseline {
    version: u32,
    findings: Vec<BaselineEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct BaselineEntry {
    property: String,
    fingerprint: String,
    /// For people: what it was, and where.
    #[serde(default)]
    message: String,
    #[serde(default)]
    at: Option<String>,
}

const VERSION: u32 = 1;

impl Baseline {
    /// Reads a baseline, or says what is wrong with it.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let baseline: Baseline = serde_json::from_str(text).map_err(|why| why.to_string())?;
        match baseline.version {
            VERSION => Ok(baseline),
            other => Err(format!("version {other} of baselines is not known")),
        }
    }

    /// All findings of a report but those that comments accept.
    pub fn of(report: &Report, suppressions: &Suppressions, sources: &SourceMap) -> Baseline {
        let mut findings = BTreeSet::new();
        for result in &report.results {
            for finding in &result.findings {
                if !suppressions.is_commented(&result.property, finding, sources) {
                    findings.insert(BaselineEntry {
                        property: result.property.clone(),
                        fingerprint: finding.fingerprint.clone(),
                        message: finding.message.clone(),
                        at: finding.at.clone(),
                    });
                }
            }
        }
        Baseline { version: VERSION, findings: findings.into_iter().collect() }
    }

    /// The text of the file, the same for the same findings.
    pub fn render(&self) -> String {
        let mut text = json::pretty(&serde_json::to_value(self).unwrap_or_default());
        text.push('\n');
        text
    }
}

impl Suppressions {
    /// Those of the sources, and those of a baseline.
    pub fn new(sources: &SourceMap, baseline: Option<Baseline>) -> Suppressions {
        let mut comments = Vec::new();
        for (file, source) in sources.files() {
            let mut start = 0;
            for (line, text) in source.text.split_inclusive('\n').enumerate() {
                comments.extend(read_line(text, file, line as u32 + 1, start));
                start += text.len();
            }
        }
        let known = baseline.map_or(Vec::new(), |baseline| baseline.findings);
        Suppressions { comments, baseline: known.into_iter().map(|one| (one, false)).collect() }
    }

    /// Marks the findings of a result that are accepted, and moves them behind the others.
    pub fn mark(&mut self, result: &mut ReportResult, sources: &SourceMap) {
        for finding in &mut result.findings {
            let lines = lines_of(&result.property, finding, sources);
            for comment in self.comments.iter_mut() {
                if comment.property == result.property
                    && lines.contains(&(comment.file, comment.line))
                {
                    comment.used = true;
                    finding.suppressed = true;
                }
            }
            for (known, used) in &mut self.baseline {
                if known.property == result.property && known.fingerprint == finding.fingerprint {
                    *used = true;
                    finding.suppressed = true;
                }
            }
        }
    }

    fn is_commented(&self, property: &str, finding: &ReportFinding, sources: &SourceMap) -> bool {
        let lines = lines_of(property, finding, sources);
        let fits = |comment: &Comment| {
            comment.property == property && lines.contains(&(comment.file, comment.line))
        };
        self.comments.iter().any(fits)
    }

    /// What accepts nothing. `is_settled`: every finding of the property is known.
    pub fn unused(
        &self,
        is_settled: impl Fn(&str) -> bool,
        is_property: impl Fn(&str) -> bool,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for comment in self.comments.iter().filter(|comment| !comment.used) {
            let property = &comment.property;
            let message = if !is_property(property) {
                format!("there is no property `{property}` to be allowed")
            } else if is_settled(property) {
                format!("nothing violates `{property}` here, so there is nothing to allow")
            } else {
                continue;
            };
            found.push(Diagnostic::warning(message, comment.span));
        }
        for (known, _) in self.baseline.iter().filter(|(_, used)| !used) {
            if is_settled(&known.property) {
                let place = known.at.as_ref().map_or(String::new(), |at| format!(" at {at}"));
                let message = format!(
                    "the baseline has a violation of `{}`{place} that is no longer there ({})",
                    known.property, known.fingerprint
                );
                found.push(Diagnostic::new(Severity::Note, message, None));
            }
        }
        found
    }
}

/// The lines on which a finding can be accepted: its own; both accesses of a race are.
fn lines_of(
    property: &str,
    finding: &ReportFinding,
    sources: &SourceMap,
) -> BTreeSet<(FileId, u32)> {
    let mut spans: Vec<Span> = finding.span.into_iter().collect();
    if property == "data-race" {
        spans.extend(finding.related.iter().filter_map(|place| place.span));
    }
    spans.into_iter().map(|span| (span.file, sources.place(span).line)).collect()
}

const WORDS: &str = "trine: allow ";

/// What the comment on a line accepts.
fn read_line(text: &str, file: FileId, line: u32, start: usize) -> Vec<Comment> {
    let Some(at) = text.find(WORDS) else { return Vec::new() };
    let before = text[..at].trim();
    let Some(code) = ["//", "/*", "--"].iter().find_map(|mark| before.strip_suffix(mark)) else {
        return Vec::new();
    };
    // Behind code it speaks of that code, alone of what comes next.
    let line = if code.is_empty() { line + 1 } else { line };
    let list = text[at + WORDS.len()..].trim_end();
    let list = list.strip_suffix("*/").unwrap_or(list);
    let span = Span::new(file, start + at, start + text.trim_end().len());
    let comment =
        |name: &str| Comment { property: name.to_string(), file, line, span, used: false };
    let part = |part: &str| {
        let name = part.trim_start();
        let end = name.find(|c: char| !(c.is_alphanumeric() || "-_.".contains(c)));
        name[..end.unwrap_or(name.len())].to_string()
    };
    let names = list.split(',').map(part).filter(|name| !name.is_empty());
    names.map(|name| comment(&name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<(String, u32)> {
        let comments = read_line(line, FileId(0), 5, 0);
        comments.into_iter().map(|one| (one.property, one.line)).collect()
    }

    #[test]
    fn comments_speak_of_their_line_or_of_the_next() {
        let one = |name: &str, line: u32| (name.to_string(), line);
        assert_eq!(read("x++; // trine: allow data-race\n"), [one("data-race", 5)]);
        let both = [one("deadlock", 6), one("assertion", 6)];
        assert_eq!(read("   // trine: allow deadlock, assertion as agreed\n"), both);
        assert_eq!(read("/* trine: allow deadlock */\n"), [one("deadlock", 6)]);
        assert_eq!(read("x := 1; -- trine: allow data-race"), [one("data-race", 5)]);
        assert!(read("print(\"trine: allow deadlock\");\n").is_empty());
    }

    #[test]
    fn baselines_are_read_or_refused() {
        let text = r#"{"version": 1, "findings": [{"property": "p", "fingerprint": "f"}]}"#;
        assert_eq!(Baseline::read(text).map(|baseline| baseline.findings.len()), Ok(1));
        assert!(Baseline::read(r#"{"version": 9, "findings": []}"#).is_err());
        assert!(Baseline::read("nonsense").is_err());
    }
}
