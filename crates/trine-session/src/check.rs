//! The strategy of a check: runs the engines and has the judge confirm what they say.

use trine_base::{Diagnostic, Diagnostics, Severity};
use trine_judge::{certify, certify_ilp};
use trine_property::{Property, PropertyKind};
use trine_system::System;
use trine_verdict::{
    Checked as Backing, EngineRun, FlowCertificate, PropertyResult, Reason, Verdict,
};

use crate::confirm::{confirm, confirm_proofs, judge};
use crate::direct::search_program;
use crate::flow::{FlowOutcome, as_claim, flow};
use crate::host::{HostWatch, may_go_on};
use crate::ilp::{IlpOutcome, ilp};
use crate::select::select;
use crate::shorter_trace::find_shorter;
use crate::sliced::explore;
use crate::vacuity::{find_unfair, find_vacuous};
use crate::{Engine, ExploreOptions, Host, Loaded, Request, load};

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
    let mut results = match &loaded.system {
        Some(system) => run(request, system, properties, host, &mut loaded.diagnostics),
        None => Vec::new(),
    };
    search_program(request, &loaded, &mut results, host);
    Checked { loaded, results }
}

/// Checks some properties of what was checked before once more, as another request wants it.
pub fn check_again(
    request: &Request,
    loaded: &Loaded,
    properties: Vec<Property>,
    host: &dyn Host,
) -> Vec<PropertyResult> {
    // What is wrong with the request was said when it was made first.
    let mut diagnostics = Diagnostics::new();
    loaded
        .system
        .as_ref()
        .map_or(Vec::new(), |system| run(request, system, properties, host, &mut diagnostics))
}

fn run(
    request: &Request,
    system: &System,
    properties: Vec<Property>,
    host: &dyn Host,
    diagnostics: &mut Diagnostics,
) -> Vec<PropertyResult> {
    if system.goes_nowhere() && request.engine != Engine::Explore {
        // There is nothing but a limit to be found, and the search says which.
        let searched = Request { engine: Engine::Explore, ..request.clone() };
        return run(&searched, system, properties, host, diagnostics);
    }
    let mut answered: Vec<Option<PropertyResult>> = properties.iter().map(|_| None).collect();
    for (property, answer) in properties.iter().zip(&mut answered) {
        if request.engine == Engine::Explore || !flow_first(request, system, property) {
            continue;
        }
        match by_flow(request, system, property, host) {
            Ok(result) => *answer = Some(result),
            Err(what) => {
                diagnostics.push(Diagnostic::new(Severity::Error, what, None));
                return Vec::new();
            }
        }
    }
    for (property, answer) in properties.iter().zip(&mut answered) {
        let asked = match request.engine {
            Engine::Ilp => true,
            Engine::All => matches!(property.kind, PropertyKind::Claim(_)),
            _ => false,
        };
        if !asked {
            continue;
        }
        let IlpOutcome { outcome, proof } = ilp(request, system, property, host);
        let mut result = judge(request, system, property.clone(), outcome, "ilp");
        if let Some(proof) = proof {
            let go_on = || may_go_on(request, host);
            let certified = certify_ilp(system, &result.property, &proof, &go_on);
            confirm(&mut result, certified, "ilp");
        }
        *answer = Some(match answer.take() {
            Some(before) => both(before, result),
            None => result,
        });
    }
    // The properties that are still without an answer, or is to have two.
    let open = |answer: &Option<PropertyResult>| match (request.engine, answer) {
        (Engine::Flow | Engine::Ilp, _) => false,
        // A proof that the judge refuses is a bug, and no other engine may hide it.
        (Engine::Auto, Some(result)) => result.verdict == Verdict::Inconclusive && !is_bug(result),
        _ => true,
    };
    let asked: Vec<usize> = (0..properties.len()).filter(|at| open(&answered[*at])).collect();
    let explored: Vec<Property> = asked.iter().map(|at| properties[*at].clone()).collect();
    let watch = HostWatch(host);
    let outcomes = explore(request, system, &explored, &watch);
    for ((at, property), outcome) in asked.into_iter().zip(explored).zip(outcomes) {
        let result = judge(request, system, property, outcome, "explore");
        answered[at] = Some(match answered[at].take() {
            Some(before) => both(before, result),
            None => result,
        });
    }
    let mut results: Vec<PropertyResult> = answered.into_iter().flatten().collect();
    if request.engine == Engine::Auto {
        prove_what_is_too_large(request, system, &mut results, host);
        ask_ilp_last(request, system, &mut results, host);
    }
    find_shorter(request, system, &mut results, host);
    find_vacuous(request, system, &mut results, host);
    find_unfair(request, system, &mut results, host);
    confirm_proofs(request, system, &mut results, host);
    results
}

/// What the flow engine says, backed by the judge. An error is about the request.
fn by_flow(
    request: &Request,
    system: &System,
    property: &Property,
    host: &dyn Host,
) -> Result<PropertyResult, String> {
    let FlowOutcome { outcome, constraints, proof } = flow(request, system, property, host)?;
    let mut result = judge(request, system, property.clone(), outcome, "flow");
    result.constraints = constraints;
    if let Some((claim, proof)) = proof {
        confirm_by_certificate(request, system, &mut result, (&claim, &proof), host);
    }
    Ok(result)
}

/// Asks the flow engine about checks for which the states were too many.
fn prove_what_is_too_large(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    for result in results {
        let limited = matches!(result.reason, Some(Reason::Limit { .. }));
        let check = matches!(result.property.kind, PropertyKind::Check(_));
        if !(check
            && limited
            && result.verdict == Verdict::Inconclusive
            && may_go_on(request, host))
        {
            continue;
        }
        if let Ok(mut proved) = by_flow(request, system, &result.property, host)
            && proved.verdict == Verdict::Holds
        {
            proved.engines = result.engines.iter().chain(&proved.engines).cloned().collect();
            *result = proved;
        }
    }
}

/// Asks the ilp engine where the other engines came to a limit. Its proofs count only where the judge accepts
/// their certificates.
fn ask_ilp_last(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    for result in results {
        let limited = matches!(result.reason, Some(Reason::Limit { .. }));
        let open = limited && result.verdict == Verdict::Inconclusive;
        if !open || !may_go_on(request, host) {
            continue;
        }
        let go_on = || may_go_on(request, host);
        let IlpOutcome { outcome, proof } = ilp(request, system, &result.property, host);
        let mut answer = judge(request, system, result.property.clone(), outcome, "ilp");
        if let Some(proof) = proof {
            let certified = certify_ilp(system, &answer.property, &proof, &go_on);
            confirm(&mut answer, certified, "ilp");
        }
        let counts = match answer.verdict {
            Verdict::Holds => answer.checked == Backing::Certificate,
            Verdict::Violated => true,
            Verdict::Inconclusive => is_bug(&answer),
        };
        let engines = result.engines.iter().chain(&answer.engines).cloned().collect();
        if counts {
            *result = answer;
        }
        result.engines = engines;
    }
}

/// Has the judge check the proof of the flow engine; what it refuses is not shown as proved.
fn confirm_by_certificate(
    request: &Request,
    system: &System,
    result: &mut PropertyResult,
    (claim, proof): (&Property, &FlowCertificate),
    host: &dyn Host,
) {
    let certified = certify(system, claim, proof, &|| may_go_on(request, host));
    confirm(result, certified, "flow");
}

/// Whether flow is asked about a property before explore is.
fn flow_first(request: &Request, system: &System, property: &Property) -> bool {
    match request.engine {
        Engine::Flow => true,
        Engine::All => as_claim(system, property).is_some(),
        // What is asked of the search in particular is for the search.
        Engine::Auto => match &property.kind {
            PropertyKind::Claim(claim) => {
                claim.instrumentation.is_some() && request.explore == ExploreOptions::default()
            }
            _ => false,
        },
        Engine::Explore | Engine::Ilp => false,
    }
}

fn is_bug(result: &PropertyResult) -> bool {
    matches!(result.reason, Some(Reason::Internal { .. }))
}

/// What two engines say together. Those that contradict each other are a bug.
fn both(first: PropertyResult, second: PropertyResult) -> PropertyResult {
    let engines: Vec<EngineRun> = first.engines.iter().chain(&second.engines).cloned().collect();
    let contradict = matches!(
        (first.verdict, second.verdict),
        (Verdict::Holds, Verdict::Violated) | (Verdict::Violated, Verdict::Holds)
    );
    let what = format!("{} and {} contradict each other", first.engine, second.engine);
    let mut result = match (first.verdict, second.verdict) {
        _ if is_bug(&first) => first,
        _ if is_bug(&second) => second,
        (Verdict::Inconclusive, _) | (_, Verdict::Violated) => second,
        _ => first,
    };
    result.engines = engines;
    if contradict {
        result.verdict = Verdict::Inconclusive;
        result.reason = Some(Reason::Internal { what });
    }
    result
}
