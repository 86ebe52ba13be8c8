//! Runs the engines and has the judge back what they say.

use trine_base::Diagnostics;
use trine_judge::{Replayed, SearchAgain, replay, search_again, shorten};
use trine_property::Property;
use trine_system::System;
use trine_verdict::{
    Checked as Backing, EngineOutcome, EngineRun, Finding, PropertyResult, Reason, Verdict,
};

use crate::host::HostWatch;
use crate::select::select;
use crate::{Host, Loaded, Request, Storage, load};

/// The answer to a request. With errors among the diagnostics there are no results.
pub struct Checked {
    pub loaded: Loaded,
    pub results: Vec<PropertyResult>,
}

/// Reads the files of a request and checks its properties.
pub fn check(request: &Request, host: &dyn Host) -> Checked {
    check_loaded(request, load(request, host), host)
}

/// Checks the properties of a request on what was loaded before.
pub fn check_loaded(request: &Request, mut loaded: Loaded, host: &dyn Host) -> Checked {
    let mut diagnostics = Diagnostics::new();
    let wanted = request.properties.as_deref().or(loaded.specified.as_deref());
    let properties = match &loaded.system {
        Some(_) => select(&loaded.properties, wanted, &mut diagnostics),
        None => Vec::new(),
    };
    loaded.diagnostics.items.append(&mut diagnostics.items);
    if loaded.diagnostics.has_errors() {
        return Checked { loaded, results: Vec::new() };
    }
    let results = match &loaded.system {
        Some(system) => run(request, system, properties, host),
        None => Vec::new(),
    };
    Checked { loaded, results }
}

fn run(
    request: &Request,
    system: &System,
    properties: Vec<Property>,
    host: &dyn Host,
) -> Vec<PropertyResult> {
    let watch = HostWatch(host);
    let outcomes =
        trine_explore::check(system, &properties, &request.explore, &request.budget, &watch);
    let mut results: Vec<PropertyResult> = properties
        .into_iter()
        .zip(outcomes)
        .map(|(property, outcome)| judge(request, system, property, outcome))
        .collect();
    back_proofs(request, system, &mut results, host);
    results
}

/// Replays what an engine found; what does not replay is a bug, and is never shown as a violation.
fn judge(
    request: &Request,
    system: &System,
    property: Property,
    outcome: EngineOutcome,
) -> PropertyResult {
    let fair = request.explore.fairness;
    let EngineOutcome { verdict, reason, findings, stats, remarks } = outcome;
    let mut result = PropertyResult {
        engine: "explore".to_string(),
        engines: vec![EngineRun { engine: "explore".to_string(), verdict, seconds: stats.seconds }],
        verdict,
        reason,
        checked: Backing::None,
        vacuous: false,
        findings: Vec::new(),
        stats,
        constraints: Vec::new(),
        assumptions: system.assumptions.clone(),
        remarks,
        property,
    };
    if verdict != Verdict::Violated {
        return result;
    }
    for finding in findings {
        let trace = shorten(system, &result.property, &finding.trace, fair);
        match replay(system, &result.property, &trace, fair) {
            Replayed::Violated { fault } => result.findings.push(Finding { trace, fault }),
            Replayed::Unmodelled { what } => {
                result.verdict = Verdict::Inconclusive;
                result.reason.get_or_insert(Reason::Unmodelled { what });
            }
            Replayed::Refuted { at, why } => {
                let what = format!("a violation did not replay: at step {at}, {why}");
                result.reason = Some(Reason::Internal { what });
            }
        }
    }
    if result.findings.is_empty() {
        result.verdict = Verdict::Inconclusive;
        let what = "a violation came without a trace".to_string();
        result.reason.get_or_insert(Reason::Internal { what });
    } else if !matches!(result.reason, Some(Reason::Internal { .. })) {
        result.verdict = Verdict::Violated;
        result.reason = None;
        result.checked = Backing::Replay;
    }
    result
}

/// Searches again what was proved and is small.
fn back_proofs(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    if request.explore.storage != Storage::Exact || host.cancelled() {
        return;
    }
    let small: Vec<usize> = results
        .iter()
        .enumerate()
        .filter(|(_, result)| result.verdict == Verdict::Holds)
        .filter(|(_, result)| result.stats.states.is_some_and(|n| n < request.search_again as u64))
        .map(|(position, _)| position)
        .collect();
    let properties: Vec<&Property> =
        small.iter().map(|position| &results[*position].property).collect();
    let fair = request.explore.fairness;
    let answers = search_again(system, &properties, fair, request.search_again);
    for (position, answer) in small.into_iter().zip(answers) {
        let result = &mut results[position];
        match answer {
            SearchAgain::Confirmed => result.checked = Backing::Search,
            SearchAgain::Undecided => {}
            SearchAgain::Contradicted => {
                result.verdict = Verdict::Inconclusive;
                let what = "a naive search finds a violation that the engine missed".to_string();
                result.reason = Some(Reason::Internal { what });
            }
        }
    }
}
