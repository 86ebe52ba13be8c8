//! From the pipeline's results to a report.

use trine_base::{Diagnostics, SourceMap};
use trine_property::{ClaimOrigin, PropertyKind};
use trine_system::{Interpreter, System};
use trine_verdict::PropertyResult;

use crate::model::{
    Checked, EngineRun, Report, ReportAssumption, ReportDiagnostic, ReportResult, ReportStats,
    UnreachedCode, reason_in_words,
};
use crate::trace::describe_finding;

/// The report of a finished check. Without a system there are only diagnostics.
pub fn build(
    sources: &SourceMap,
    diagnostics: &Diagnostics,
    system: Option<&System>,
    results: &[PropertyResult],
) -> Report {
    let mut report = Report::new();
    let told = diagnostics.items.iter();
    report.diagnostics = told.map(|item| ReportDiagnostic::new(item, sources)).collect();
    if let Some(system) = system {
        let interpreter = Interpreter::new(system);
        let each = results.iter();
        report.results = each.map(|result| build_result(&interpreter, sources, result)).collect();
    }
    report
}

fn build_result(
    interpreter: &Interpreter<'_>,
    sources: &SourceMap,
    result: &PropertyResult,
) -> ReportResult {
    let property = &result.property;
    let mut built = ReportResult::new(&property.name, result.verdict, property.level);
    built.engine = Some(result.engine.clone());
    built.reason = result.reason.as_ref().map(reason_in_words);
    built.vacuous = result.vacuous;
    built.checked = match result.checked {
        trine_verdict::Checked::Replay => Checked::Replay,
        trine_verdict::Checked::Certificate => Checked::Certificate,
        trine_verdict::Checked::Search => Checked::Search,
        trine_verdict::Checked::None => Checked::None,
    };
    built.engines = result
        .engines
        .iter()
        .map(|run| EngineRun {
            engine: run.engine.clone(),
            verdict: run.verdict,
            seconds: run.seconds,
        })
        .collect();
    built.constraints = result.constraints.clone();
    built.assumptions = result
        .assumptions
        .iter()
        .map(|assumption| ReportAssumption::new(assumption, sources))
        .collect();
    let findings = result.findings.iter();
    built.set_findings(
        findings
            .map(|finding| describe_finding(interpreter, sources, finding, property))
            .collect(),
    );
    built.stats = ReportStats::from(&result.stats);
    built.meaning = match &property.kind {
        PropertyKind::Claim(claim) => match &claim.origin {
            ClaimOrigin::Formula(formula) => Some(formula.clone()),
            ClaimOrigin::Never => None,
        },
        _ => None,
    };
    built.remarks = result.remarks.clone();
    built.unreached = UnreachedCode::list(interpreter.system, sources, &result.stats.unreached);
    built
}
