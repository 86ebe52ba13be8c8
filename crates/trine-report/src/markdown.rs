//! The report as Markdown, for summaries of builds and for comments: a table of verdicts, then each violation with its
//! execution as a sequence diagram.

use std::fmt::Write;

use trine_property::Level;
use trine_verdict::Verdict;

use crate::mermaid;
use crate::model::{Checked, Report, ReportFinding, ReportResult};

/// Longer executions are given as a list: a diagram of them is not readable.
const LONGEST_DIAGRAM: usize = 60;

/// The page, ended by a line break.
pub fn render(report: &Report) -> String {
    let mut text = String::from("# Trine\n");
    for diagnostic in &report.diagnostics {
        let at = diagnostic.at.as_deref().map_or(String::new(), |at| format!(" `{}`", code(at)));
        let _ = write!(text, "\n**{}**{at}: {}\n", diagnostic.severity, plain(&diagnostic.message));
    }
    if report.results.is_empty() {
        return text;
    }
    text.push_str("\n| property | verdict | checked by | |\n|---|---|---|---|\n");
    for result in &report.results {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} |",
            code(&result.property),
            verdict(result),
            checked(result),
            plain(&what(result))
        );
    }
    for result in report.results.iter().filter(|result| result.counts_as_violated()) {
        for finding in result.findings.iter().filter(|finding| !finding.suppressed) {
            violation(&mut text, result, finding);
        }
    }
    assumptions(&mut text, report);
    text
}

fn verdict(result: &ReportResult) -> String {
    match (result.verdict, result.level) {
        (Verdict::Violated, Level::Remark) => "remark".to_string(),
        (Verdict::Violated, _) if !result.counts_as_violated() => "suppressed".to_string(),
        (Verdict::Violated, _) => "**violated**".to_string(),
        (Verdict::Holds, _) if result.vacuous => "holds, vacuously".to_string(),
        (verdict, _) => verdict.name().to_string(),
    }
}

fn checked(result: &ReportResult) -> &'static str {
    match result.checked {
        Checked::Replay if result.on_program => "replay on the program",
        Checked::Replay => "replay",
        Checked::Certificate => "certificate",
        Checked::Search => "second search",
        Checked::Program => "search of the program",
        Checked::None => "",
    }
}

/// What there is to say in a line.
fn what(result: &ReportResult) -> String {
    match result.verdict {
        Verdict::Holds => String::new(),
        Verdict::Inconclusive => result.reason.clone().unwrap_or_default(),
        Verdict::Violated => result.findings.first().map_or(String::new(), |finding| {
            let at = finding.at.as_deref().map_or(String::new(), |at| format!("{at}: "));
            format!("{at}{}", finding.message)
        }),
    }
}

fn violation(text: &mut String, result: &ReportResult, finding: &ReportFinding) {
    let _ = write!(text, "\n## `{}`: {}\n", code(&result.property), plain(&finding.message));
    if let Some(at) = &finding.at {
        let _ = write!(text, "\nAt `{}`.\n", code(at));
    }
    for related in &finding.related {
        let at = related.at.as_deref().map_or(String::new(), |at| format!(" (`{}`)", code(at)));
        let _ = write!(text, "\n- {}{at}\n", plain(&related.message));
    }
    match (&finding.described, &finding.trace) {
        (Some(described), _)
            if !described.steps.is_empty() && described.steps.len() <= LONGEST_DIAGRAM =>
        {
            let _ = write!(text, "\n```mermaid\n{}```\n", mermaid::render(described));
        }
        (_, Some(trace)) if !trace.steps.is_empty() => {
            text.push('\n');
            for step in &trace.steps {
                let at = step.at.as_deref().map_or(String::new(), |at| format!(" `{}`", code(at)));
                let (process, action) = (code(&step.process), code(&step.action));
                let _ = writeln!(text, "1. `{process}`: `{action}`{at}");
            }
        }
        _ => {}
    }
}

/// Each assumption once.
fn assumptions(text: &mut String, report: &Report) {
    let mut told: Vec<&str> = Vec::new();
    for assumption in report.results.iter().flat_map(|result| &result.assumptions) {
        if !told.contains(&assumption.text.as_str()) {
            told.push(&assumption.text);
        }
    }
    if told.is_empty() {
        return;
    }
    text.push_str("\n## Assumptions\n\n");
    for assumption in told {
        let _ = writeln!(text, "- {}", plain(assumption));
    }
}

/// Text on one line, in which nothing is markup.
fn plain(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                safe.push('\\');
                safe.push(character);
            }
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

/// Text between backticks, in a cell of a table, too.
fn code(text: &str) -> String {
    let shown = |character: char| match character {
        '`' => '\'',
        '|' => '¦',
        control if control.is_control() => ' ',
        other => other,
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ReportAssumption, ReportStep, ReportTrace};

    #[test]
    fn a_page_with_a_table_and_each_violation() {
        let mut report = Report::new();
        let mut result = ReportResult::new("assertion", Verdict::Violated, Level::Error);
        result.checked = Checked::Replay;
        let assumption = ReportAssumption {
            kind: "memory-model".to_string(),
            text: "sequential consistency".to_string(),
            at: None,
        };
        result.assumptions = vec![assumption.clone(), assumption];
        let step = ReportStep {
            process: "p".to_string(),
            action: "a`b".to_string(),
            events: Vec::new(),
            at: None,
            changes: Vec::new(),
        };
        result.set_findings(vec![ReportFinding {
            message: "x|y <b>fails</b>".to_string(),
            at: Some("a.pml:1:1".to_string()),
            related: Vec::new(),
            fingerprint: String::new(),
            suppressed: false,
            trace: Some(ReportTrace { steps: vec![step], loop_from: None }),
            span: None,
            described: None,
        }]);
        report.results.push(result);
        let expected = "# Trine

| property | verdict | checked by | |
|---|---|---|---|
| `assertion` | **violated** | replay | a.pml:1:1: x\\|y &lt;b&gt;fails&lt;/b&gt; |

## `assertion`: x\\|y &lt;b&gt;fails&lt;/b&gt;

At `a.pml:1:1`.

1. `p`: `a'b`

## Assumptions

- sequential consistency
";
        assert_eq!(render(&report), expected);
    }
}
