//! Confirmation by the judge: violations are replayed, proofs are checked or searched again.

use trine_judge::{Certified, Replayed, SearchAgain, replay, search_again, shorten};
use trine_property::{Claim, Property, PropertyKind};
use trine_system::{Assumption, System};
use trine_verdict::{
    Checked as Backing, EngineName, EngineOutcome, EngineRun, Finding, PropertyResult, Reason,
    Verdict,
};

use crate::host::{Counting, may_go_on};
use crate::{ExploreOptions, Host, Request, Storage};

/// Replays what an engine found; what does not replay is a bug, and is never shown as a violation.
pub(crate) fn judge(
    request: &Request,
    system: &System,
    property: Property,
    outcome: EngineOutcome,
    engine: EngineName,
) -> PropertyResult {
    let fair = request.explore.fairness;
    let EngineOutcome { verdict, reason, findings, stats, remarks } = outcome;
    let mut result = PropertyResult {
        engine,
        engines: vec![EngineRun { engine, verdict, seconds: stats.seconds }],
        verdict,
        reason,
        checked: Backing::None,
        vacuous: false,
        findings: Vec::new(),
        rest: None,
        stats,
        constraints: Vec::new(),
        assumptions: assumptions(system, &property),
        remarks,
        property,
    };
    if verdict != Verdict::Violated {
        return result;
    }
    result.rest = result.reason.take();
    for finding in findings {
        let trace = shorten(system, &result.property, &finding.trace, fair);
        match replay(system, &result.property, &trace, fair) {
            Replayed::Violated { fault } => {
                let race = finding.race;
                result.findings.push(Finding { trace, fault, race, program: None });
            }
            Replayed::Unmodelled { what } => {
                result.verdict = Verdict::Inconclusive;
                result.reason.get_or_insert(Reason::Unmodelled { what, at: None });
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

/// What a verdict rests on: what is taken to be true of the program, and the user's constraints.
fn assumptions(system: &System, property: &Property) -> Vec<Assumption> {
    let mut all = system.assumptions.clone();
    if let PropertyKind::Claim(Claim { instrumentation: Some(instrumentation), .. }) =
        &property.kind
    {
        all.extend(instrumentation.assumptions.iter().cloned());
    }
    all
}

/// What the judge says of the proof of an engine.
pub(crate) fn confirm(result: &mut PropertyResult, certified: Certified) {
    match certified {
        Certified::Confirmed => result.checked = Backing::Certificate,
        Certified::Undecided => {}
        Certified::Refused(why) => {
            result.verdict = Verdict::Inconclusive;
            let what = format!(
                "the judge does not accept the proof of the {} engine: {why}",
                result.engine
            );
            result.reason = Some(Reason::Internal { what });
        }
    }
}

/// Searches again what was proved and is small.
pub(crate) fn confirm_proofs(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    if request.explore.storage != Storage::Exact || host.cancelled() {
        return;
    }
    // Checks are made on the bare system, which has to be counted only once.
    let mut bare = None;
    let mut few = |result: &PropertyResult| {
        let states = result.stats.states;
        let holds = result.verdict == Verdict::Holds;
        let property = &result.property;
        let count = || is_small(request, system, property, host);
        holds
            && states.is_some_and(|states| states < request.search_again as u64)
            && match &property.kind {
                PropertyKind::Check(_) => *bare.get_or_insert_with(count),
                PropertyKind::Claim(_) | PropertyKind::Events(_) => count(),
            }
    };
    let mut small = Vec::new();
    for (position, result) in results.iter().enumerate() {
        if few(result) {
            small.push(position);
        }
    }
    let properties: Vec<&Property> =
        small.iter().map(|position| &results[*position].property).collect();
    let fair = request.explore.fairness;
    let go_on = || may_go_on(request, host);
    let answers = search_again(system, &properties, fair, request.search_again, &go_on);
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

/// Whether there are few enough states to be searched again, counted without reductions by the engine,
/// which counts faster than a naive search would.
fn is_small(request: &Request, system: &System, property: &Property, host: &dyn Host) -> bool {
    let most = request.search_again as u64;
    let watch = Counting::new(host, most);
    let explore = ExploreOptions {
        raw: true,
        partial_order: false,
        storage: Storage::Exact,
        ..request.explore.clone()
    };
    let one = [property.clone()];
    let outcomes = trine_explore::check(system, &one, &explore, &request.budget, &watch);
    let complete = |outcome: &EngineOutcome| match outcome.verdict {
        Verdict::Holds => outcome.stats.states.is_some_and(|states| states <= most),
        // The one that said `holds` is wrong, and a naive search has to say so.
        Verdict::Violated => true,
        Verdict::Inconclusive => false,
    };
    !watch.exceeded() && outcomes.iter().all(complete)
}
