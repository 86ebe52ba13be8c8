//! The report as JUnit XML, for build servers: a test case per property.
//!
//! `violated` is a failure, `inconclusive` an error of the run (the property was neither proved nor refuted), a
//! violation that does not count (a remark, or suppressed) is skipped. Diagnostics that end a run are a test case of
//! their own.

use std::fmt::Write;

use trine_property::Level;
use trine_verdict::Verdict;

use crate::model::{Report, ReportDiagnostic, ReportFinding, ReportResult};

/// The document, ended by a line break. Without timing, two runs on the same input give the same text.
pub fn render(report: &Report, no_timing: bool) -> String {
    let errors: Vec<&ReportDiagnostic> =
        report.diagnostics.iter().filter(|one| one.severity == "error").collect();
    let cases: Vec<Case> = report.results.iter().map(Case::of).collect();
    let count =
        |wanted: fn(&Outcome) -> bool| cases.iter().filter(|case| wanted(&case.outcome)).count();
    let failures = count(|outcome| matches!(outcome, Outcome::Failure(..)));
    let undecided = count(|outcome| matches!(outcome, Outcome::Error(_))) + errors.len();
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    let tests = cases.len() + errors.len();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let sums = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{undecided}\"");
    let _ = writeln!(text, "<testsuites name=\"Trine\" {sums}>");
    let _ = writeln!(text, "  <testsuite name=\"Trine\" {sums} skipped=\"{skipped}\">");
    for diagnostic in errors {
        let place = diagnostic.at.as_deref().unwrap_or("");
        let _ = writeln!(text, "    <testcase classname=\"trine\" name=\"input\">");
        element(&mut text, "error", &diagnostic.message, place);
        text.push_str("    </testcase>\n");
    }
    for case in &cases {
        case.write(&mut text, no_timing);
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

/// A property as a test case.
struct Case<'r> {
    result: &'r ReportResult,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    /// The message, and the whole text.
    Failure(String, String),
    Error(String),
    Skipped(String),
}

impl Case<'_> {
    fn of(result: &ReportResult) -> Case<'_> {
        let message = || match result.findings.first() {
            Some(finding) => placed(finding),
            None => "violated".to_string(),
        };
        let outcome = match result.verdict {
            Verdict::Holds => Outcome::Passed,
            Verdict::Inconclusive if result.level == Level::Remark => Outcome::Passed,
            Verdict::Inconclusive => Outcome::Error(
                result.reason.clone().unwrap_or_else(|| "neither proved nor refuted".to_string()),
            ),
            Verdict::Violated if result.level == Level::Remark => {
                Outcome::Skipped(format!("remark: {}", message()))
            }
            Verdict::Violated if !result.counts_as_violated() => {
                Outcome::Skipped(format!("suppressed: {}", message()))
            }
            Verdict::Violated => Outcome::Failure(message(), steps(result)),
        };
        Case { result, outcome }
    }

    fn write(&self, text: &mut String, no_timing: bool) {
        let mut attributes =
            format!("classname=\"trine\" name=\"{}\"", escaped(&self.result.property));
        if let Some(seconds) = self.result.stats.seconds.filter(|_| !no_timing) {
            let _ = write!(attributes, " time=\"{seconds:.3}\"");
        }
        if matches!(self.outcome, Outcome::Passed) {
            let _ = writeln!(text, "    <testcase {attributes}/>");
            return;
        }
        let _ = writeln!(text, "    <testcase {attributes}>");
        match &self.outcome {
            Outcome::Passed => {}
            Outcome::Failure(message, steps) => element(text, "failure", message, steps),
            Outcome::Error(reason) => {
                element(text, "error", &format!("inconclusive: {reason}"), "")
            }
            Outcome::Skipped(why) => element(text, "skipped", why, ""),
        }
        text.push_str("    </testcase>\n");
    }
}

fn element(text: &mut String, name: &str, message: &str, content: &str) {
    let message = escaped(message);
    match content {
        "" => {
            let _ = writeln!(text, "      <{name} message=\"{message}\"/>");
        }
        content => {
            let content = escaped(content);
            let _ = writeln!(text, "      <{name} message=\"{message}\">{content}</{name}>");
        }
    }
}

/// What was found, and where.
fn placed(finding: &ReportFinding) -> String {
    match &finding.at {
        Some(at) => format!("{at}: {}", finding.message),
        None => finding.message.clone(),
    }
}

/// The steps of all findings that count, a line each.
fn steps(result: &ReportResult) -> String {
    let mut text = String::new();
    for finding in result.findings.iter().filter(|finding| !finding.suppressed) {
        let _ = writeln!(text, "{}", placed(finding));
        let Some(trace) = &finding.trace else { continue };
        for (number, step) in trace.steps.iter().enumerate() {
            let at = step.at.as_deref().map_or(String::new(), |at| format!(" ({at})"));
            let _ = writeln!(text, "{:>4}  {}: {}{at}", number + 1, step.process, step.action);
        }
        if let Some(from) = trace.loop_from {
            let _ = writeln!(text, "      the steps from {} on repeat for ever", from + 1);
        }
    }
    text
}

/// Text as XML 1.0 takes it: its own signs as entities; control characters, which it has no way to say, as a
/// replacement character.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\n' => safe.push_str("&#10;"),
            '\t' => safe.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            control if control.is_control() => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ReportStep, ReportTrace};

    fn violated(name: &str, message: &str) -> ReportResult {
        let mut result = ReportResult::new(name, Verdict::Violated, Level::Error);
        let step = ReportStep {
            process: "p".to_string(),
            action: "x < 1 && y".to_string(),
            events: Vec::new(),
            at: Some("a.pml:3:1".to_string()),
            changes: Vec::new(),
        };
        result.set_findings(vec![ReportFinding {
            message: message.to_string(),
            at: Some("a.pml:3:1".to_string()),
            related: Vec::new(),
            fingerprint: String::new(),
            suppressed: false,
            trace: Some(ReportTrace { steps: vec![step], loop_from: Some(0) }),
            span: None,
            described: None,
        }]);
        result
    }

    #[test]
    fn a_test_case_per_property() {
        let mut report = Report::new();
        report.results.push(ReportResult::new("deadlock", Verdict::Holds, Level::Error));
        report.results.push(violated("assertion", "the \u{1} \"assertion\" <fails>"));
        let mut open = ReportResult::new("data-race", Verdict::Inconclusive, Level::Error);
        open.reason = Some("time ran out".to_string());
        report.results.push(open);
        let mut remark = violated("unnecessary-notify", "nothing waits");
        remark.level = Level::Remark;
        report.results.push(remark);
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites name=\"Trine\" tests=\"4\" failures=\"1\" errors=\"1\">
  <testsuite name=\"Trine\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\">
    <testcase classname=\"trine\" name=\"deadlock\"/>
    <testcase classname=\"trine\" name=\"assertion\">
      <failure message=\"a.pml:3:1: the \u{fffd} &quot;assertion&quot; &lt;fails&gt;\">a.pml:3:1: the \u{fffd} &quot;assertion&quot; &lt;fails&gt;&#10;   1  p: x &lt; 1 &amp;&amp; y (a.pml:3:1)&#10;      the steps from 1 on repeat for ever&#10;</failure>
    </testcase>
    <testcase classname=\"trine\" name=\"data-race\">
      <error message=\"inconclusive: time ran out\"/>
    </testcase>
    <testcase classname=\"trine\" name=\"unnecessary-notify\">
      <skipped message=\"remark: a.pml:3:1: nothing waits\"/>
    </testcase>
  </testsuite>
</testsuites>
";
        assert_eq!(render(&report, true), expected);
    }
}
