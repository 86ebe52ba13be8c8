//! The report as workflow commands of GitHub Actions: each finding becomes an annotation on its line.

use std::fmt::Write;

use trine_property::Level;
use trine_verdict::Verdict;

use crate::model::{Report, ReportResult};

/// A line per diagnostic, finding and undecided property, then the verdicts, which are plain output.
pub fn render(report: &Report) -> String {
    let mut text = String::new();
    for diagnostic in &report.diagnostics {
        let command = match diagnostic.severity.as_str() {
            "error" => "error",
            "warning" => "warning",
            _ => "notice",
        };
        annotation(&mut text, command, diagnostic.at.as_deref(), "trine", &diagnostic.message);
    }
    for result in &report.results {
        annotations(&mut text, result);
    }
    for result in &report.results {
        let _ = writeln!(text, "{}: {}", result.property, result.verdict.name());
    }
    text
}

fn annotations(text: &mut String, result: &ReportResult) {
    let title = format!("trine {}", result.property);
    match result.verdict {
        Verdict::Holds => {}
        Verdict::Inconclusive if result.level == Level::Remark => {}
        Verdict::Inconclusive => {
            let reason = result.reason.as_deref().unwrap_or("neither proved nor refuted");
            annotation(text, "warning", None, &title, &format!("inconclusive: {reason}"));
        }
        Verdict::Violated => {
            let command = if result.level == Level::Error { "error" } else { "notice" };
            for finding in result.findings.iter().filter(|finding| !finding.suppressed) {
                let mut message = finding.message.clone();
                for related in &finding.related {
                    let at = related.at.as_deref().unwrap_or("");
                    let _ = write!(message, "\n{at}: {}", related.message);
                }
                annotation(text, command, finding.at.as_deref(), &title, &message);
            }
        }
    }
}

/// `::error file=F,line=L,col=C,title=T::message`.
fn annotation(text: &mut String, command: &str, at: Option<&str>, title: &str, message: &str) {
    let mut parameters = Vec::new();
    if let Some((file, line, column)) = at.and_then(parts) {
        parameters.push(format!("file={}", parameter(file)));
        parameters.push(format!("line={line}"));
        parameters.push(format!("col={column}"));
    }
    parameters.push(format!("title={}", parameter(title)));
    let _ = writeln!(text, "::{command} {}::{}", parameters.join(","), data(message));
}

/// File, line and column of `FILE:LINE:COLUMN`.
fn parts(at: &str) -> Option<(&str, u32, u32)> {
    let (rest, column) = at.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, line.parse().ok()?, column.parse().ok()?))
}

/// A message as the runner reads it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A parameter, which ends at a comma or a colon.
fn parameter(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{RelatedPlace, ReportFinding};

    #[test]
    fn a_finding_is_an_annotation_on_its_line() {
        let mut report = Report::new();
        let mut race = ReportResult::new("data-race", Verdict::Violated, Level::Error);
        race.set_findings(vec![ReportFinding {
            message: "100% sure:\nboth write".to_string(),
            at: Some("src/a,b.java:12:9".to_string()),
            related: vec![RelatedPlace {
                message: "the other one".to_string(),
                at: Some("src/c.java:3:1".to_string()),
                span: None,
            }],
            fingerprint: String::new(),
            suppressed: false,
            trace: None,
            span: None,
            described: None,
        }]);
        report.results.push(race);
        report.results.push(ReportResult::new("deadlock", Verdict::Holds, Level::Error));
        let expected = "::error file=src/a%2Cb.java,line=12,col=9,title=trine data-race::\
            100%25 sure:%0Aboth write%0Asrc/c.java:3:1: the other one\n\
            data-race: violated\ndeadlock: holds\n";
        assert_eq!(render(&report), expected);
    }
}
