//! Makes a report of what the session found: every trace told, every place named.

use trine_base::{Diagnostics, SourceMap};
use trine_property::{ClaimOrigin, Property, PropertyKind};
use trine_system::{Interpreter, System};
use trine_verdict::{Finding, LeftOut, PathLine, PropertyResult, Reason, Verdict};

use crate::model::{
    Checked, EngineRun, Report, ReportAssumption, ReportDiagnostic, ReportResult, ReportStats,
    UnreachedCode, advice, reason_in_words,
};
use crate::trace::{describe_execution, describe_finding};

/// The report of a run. Without a system, which happens where the input has errors, there are no
/// traces to tell.
pub fn build(
    sources: &SourceMap,
    diagnostics: &Diagnostics,
    system: Option<&System>,
    results: &[PropertyResult],
) -> Report {
    let mut report = Report::new();
    report.diagnostics =
        diagnostics.items.iter().map(|item| ReportDiagnostic::new(item, sources)).collect();
    report.results = results.iter().map(|result| told(sources, system, result)).collect();
    report
}

fn told(sources: &SourceMap, system: Option<&System>, result: &PropertyResult) -> ReportResult {
    let property = &result.property;
    let mut told = ReportResult::new(&property.name, result.verdict, property.level);
    told.engine = Some(result.engine.to_string());
    told.reason = result.reason.as_ref().map(|reason| reason_in_words(reason, sources));
    told.vacuous = result.vacuous;
    told.checked = result.checked.into();
    // The interface has one word for violations, wherever they were replayed.
    if result.verdict == Verdict::Violated && told.checked == Checked::Program {
        told.checked = Checked::Replay;
        told.on_program = true;
    }
    told.engines = result
        .engines
        .iter()
        .map(|run| EngineRun {
            engine: run.engine.to_string(),
            verdict: run.verdict,
            seconds: run.seconds,
        })
        .collect();
    told.constraints = result.constraints.clone();
    told.assumptions = result
        .assumptions
        .iter()
        .map(|assumption| ReportAssumption::new(assumption, sources))
        .collect();
    told.stats = ReportStats::from(&result.stats);
    told.meaning = meaning(property);
    told.remarks = result.remarks.clone();
    told.left_out = result.stats.left_out.map(|LeftOut { statements, variables }| {
        format!(
            "sliced: {} of {} statements, {} of {} variables do not matter for {}",
            statements.0, statements.1, variables.0, variables.1, property.name
        )
    });
    if let Some(Reason::Unconfirmed { path, why }) = &result.reason {
        told.path = path.iter().map(|line| step_in_words(line, sources)).collect();
        told.hints.push(why.clone());
    }
    told.hints.extend(result.reason.as_ref().and_then(advice));
    if let Some(system) = system {
        let executed = property.system(system);
        let interpreter = Interpreter::new(&executed);
        let describe = |finding: &Finding| match &finding.program {
            Some(execution) => describe_execution(sources, execution, property),
            None => describe_finding(&interpreter, sources, finding, property),
        };
        told.set_findings(result.findings.iter().map(describe).collect());
        told.unreached = UnreachedCode::list(system, sources, &result.stats.unreached);
    }
    told
}

/// A step of a path: process and action, which events that is, and where it stands.
fn step_in_words(line: &PathLine, sources: &SourceMap) -> String {
    let mut text = format!("{}: {}", line.process, line.action);
    if !line.events.is_empty() {
        text.push_str(&format!(" ({})", line.events.join(", ")));
    }
    if let Some(span) = line.span {
        text.push_str(&format!(" [{}]", sources.describe(span)));
    }
    text
}

fn meaning(property: &Property) -> Option<String> {
    match &property.kind {
        PropertyKind::Check(check) => Some(check.documentation().to_string()),
        PropertyKind::Claim(claim) => match &claim.origin {
            ClaimOrigin::Formula(formula) => Some(formula.clone()),
            ClaimOrigin::Never | ClaimOrigin::Everything => None,
        },
        PropertyKind::Events(_) => None,
    }
}
