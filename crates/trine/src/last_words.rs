//! What is told of a run that is ended by force: the answers that it had by then, and why there are no others.

use std::sync::{Mutex, PoisonError};

use trine_report::Report;
use trine_report::model::{ReportDiagnostic, ReportResult};
use trine_report::suppress::{Baseline, Suppressions};
use trine_session::{
    Diagnostic, Diagnostics, Known, Level, Property, PropertyResult, Severity, SourceMap, System,
    Verdict,
};

use crate::outputs::Output;

/// How the end of a run is told that has no answer, or not all of them.
#[derive(Clone, Debug, Default)]
pub struct LastWords {
    pub outputs: Vec<Output>,
    /// The properties that were asked for by name.
    pub properties: Vec<String>,
    /// Those whose violation is an error, beside those asked for by name.
    pub deny: Vec<String>,
    pub baseline: Option<String>,
}

/// The answers that a run has, each with its property.
struct Kept {
    sources: SourceMap,
    system: System,
    answers: Vec<(Property, Option<PropertyResult>)>,
}

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// Keeps answers for the case that no others come.
pub fn keep(known: &Known<'_>) {
    let is_answer = |result: &PropertyResult| result.verdict != Verdict::Inconclusive;
    if !known.answers.iter().any(|(_, answer)| answer.is_some_and(is_answer)) {
        return;
    }
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_with(|| Kept {
        sources: known.sources.clone(),
        system: known.system.clone(),
        answers: Vec::new(),
    });
    for (property, answer) in &known.answers {
        let answer = answer.filter(|result| is_answer(result)).cloned();
        match kept.answers.iter_mut().find(|(other, _)| other.name == property.name) {
            // A later question about a part of the answers does not take back the others.
            Some((_, before)) => *before = answer.or(before.take()),
            None => kept.answers.push(((*property).clone(), answer)),
        }
    }
}

/// The report of a run that ends for a reason, with the sources that it speaks of; whether it has answers.
pub fn report(words: &LastWords, why: &str) -> (Report, SourceMap, bool) {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).take();
    let diagnostic = Diagnostic::new(Severity::Warning, format!("inconclusive: {why}"), None);
    let open = |name: &str, level: Level| {
        let mut result = ReportResult::new(name, Verdict::Inconclusive, level);
        result.reason = Some(why.to_string());
        result
    };
    let Some(Kept { sources, system, answers }) = kept else {
        let mut report = Report::new();
        let sources = SourceMap::new();
        report.diagnostics.push(ReportDiagnostic::new(&diagnostic, &sources));
        report.results = words.properties.iter().map(|name| open(name, Level::Error)).collect();
        return (report, sources, false);
    };
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(diagnostic);
    let mut report = Report::new();
    let mut suppressions = Suppressions::new(&sources, baseline(words));
    for (mut property, answer) in answers {
        if words.properties.contains(&property.name) || words.deny.contains(&property.name) {
            property.level = Level::Error;
        }
        match answer {
            Some(mut answer) => {
                answer.property.level = property.level;
                let one =
                    trine_report::build(&sources, &Diagnostics::new(), Some(&system), &[answer]);
                report.results.extend(one.results);
            }
            None => report.results.push(open(&property.name, property.level)),
        }
    }
    report.results.iter_mut().for_each(|result| suppressions.mark(result, &sources));
    report.diagnostics =
        diagnostics.items.iter().map(|item| ReportDiagnostic::new(item, &sources)).collect();
    (report, sources, true)
}

/// The baseline, if there is one that can be read; that it cannot is told by a run that comes to its end.
fn baseline(words: &LastWords) -> Option<Baseline> {
    let text = std::fs::read_to_string(words.baseline.as_ref()?).ok()?;
    Baseline::read(&text).ok()
}
