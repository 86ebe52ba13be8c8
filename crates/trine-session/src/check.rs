//! The strategy of a check: runs the engines and has the judge confirm what they say.

use trine_base::{Diagnostic, Diagnostics, Severity, SourceMap};
use trine_judge::{certify, certify_ilp};
use trine_property::{Property, PropertyKind};
use trine_system::System;
use trine_verdict::{
    Checked as Backing, EngineName, EngineRun, FlowCertificate, PropertyResult, Reason, Verdict,
};

use crate::confirm::{confirm, confirm_proofs, judge};
use crate::confirm_on_program::confirm_on_program;
use crate::direct::search_program;
use crate::flow::{FlowOutcome, as_claim, flow};
use crate::host::{HostWatch, Known, may_go_on};
use crate::ilp::{IlpOutcome, ilp};
use crate::observed::search_events;
use crate::plan::{Asks, Plan, Spends, Stage, Worth};
use crate::select::select;
use crate::shorter_trace::find_shorter;
use crate::sliced::explore;
use crate::vacuity::{find_unfair, find_vacuous};
use crate::{Engine, ExploreOptions, Host, Loaded, Request, load};

/// The answer to a request. With errors among the diagnostics there are no results.
pub struct Checked {
    pub loaded: Loaded,
    pub results: Vec<PropertyResult>,
    /// The stages of the check; none where there is no system.
    pub plan: Plan,
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
        return Checked { loaded, results: Vec::new(), plan: Plan::default() };
    }
    let (mut results, plan) = match &loaded.system {
        Some(system) => {
            let plan = plan(request, system);
            let (sources, diagnostics) = (&loaded.sources, &mut loaded.diagnostics);
            (run(request, (system, sources), properties, host, diagnostics), plan)
        }
        None => (Vec::new(), Plan::default()),
    };
    if let Some(system) = &loaded.system {
        let answers = results.iter().map(|result| (&result.property, Some(result))).collect();
        host.decided(&Known { sources: &loaded.sources, system, answers });
    }
    confirm_on_program(request, &loaded, &mut results, host);
    search_program(request, &loaded, &mut results, host);
    search_events(request, &loaded, &mut results, host);
    Checked { loaded, results, plan }
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
    let again =
        |system| run(request, (system, &loaded.sources), properties, host, &mut diagnostics);
    loaded.system.as_ref().map_or(Vec::new(), again)
}

fn run(
    request: &Request,
    (system, sources): (&System, &SourceMap),
    properties: Vec<Property>,
    host: &dyn Host,
    diagnostics: &mut Diagnostics,
) -> Vec<PropertyResult> {
    let plan = plan(request, system);
    let mut answers: Vec<Option<PropertyResult>> = properties.iter().map(|_| None).collect();
    for stage in plan.stages {
        let asked: Vec<usize> = (0..properties.len())
            .filter(|at| is_asked(stage, request, system, &properties[*at], answers[*at].as_ref()))
            .collect();
        let said = match stage.engine {
            // The search decides several properties at once.
            EngineName::Explore => {
                let explored: Vec<Property> =
                    asked.iter().map(|at| properties[*at].clone()).collect();
                let outcomes = explore(request, system, &explored, &HostWatch(host));
                let judged = explored.into_iter().zip(outcomes).map(|(property, outcome)| {
                    judge(request, system, property, outcome, EngineName::Explore)
                });
                asked.into_iter().zip(judged.collect::<Vec<_>>()).collect()
            }
            engine => match one_by_one(request, system, (engine, stage), &asked, &properties, host)
            {
                Ok(said) => said,
                Err(what) => {
                    diagnostics.push(Diagnostic::new(Severity::Error, what, None));
                    return Vec::new();
                }
            },
        };
        for (at, answer) in said {
            answers[at] = Some(match answers[at].take() {
                Some(before) => together(before, answer, stage.worth),
                None => answer,
            });
        }
        let known = properties.iter().zip(answers.iter().map(Option::as_ref));
        host.decided(&Known { sources, system, answers: known.collect() });
    }
    let mut results: Vec<PropertyResult> = answers.into_iter().flatten().collect();
    find_shorter(request, system, &mut results, host);
    find_vacuous(request, system, &mut results, host);
    find_unfair(request, system, &mut results, host);
    confirm_proofs(request, system, &mut results, host);
    results
}

/// The plan for a system.
pub(crate) fn plan(request: &Request, system: &System) -> Plan {
    match system.goes_nowhere() {
        // There is nothing but a limit to be found, and the search says which.
        true => Plan::of(Engine::Explore),
        false => Plan::of(request.engine),
    }
}

/// Whether a stage asks about a property, given what earlier ones said of it.
fn is_asked(
    stage: Stage,
    request: &Request,
    system: &System,
    property: &Property,
    before: Option<&PropertyResult>,
) -> bool {
    let at_a_limit = || {
        before.is_some_and(|result| {
            result.verdict == Verdict::Inconclusive
                && matches!(result.reason, Some(Reason::Limit { .. }))
        })
    };
    match stage.asks {
        Asks::All => true,
        Asks::EventClaims => match &property.kind {
            PropertyKind::Claim(claim) => {
                claim.instrumentation.is_some() && request.explore == ExploreOptions::default()
            }
            _ => false,
        },
        Asks::StatableAsClaims => as_claim(system, property).is_some(),
        Asks::Claims => matches!(property.kind, PropertyKind::Claim(_)),
        Asks::Undecided => {
            before.is_none_or(|result| result.verdict == Verdict::Inconclusive && !is_bug(result))
        }
        Asks::ChecksAtALimit => matches!(property.kind, PropertyKind::Check(_)) && at_a_limit(),
        Asks::AtALimit => at_a_limit(),
    }
}

/// What an engine says that decides one property at a time. An error is about the request.
fn one_by_one(
    request: &Request,
    system: &System,
    (engine, stage): (EngineName, Stage),
    asked: &[usize],
    properties: &[Property],
    host: &dyn Host,
) -> Result<Vec<(usize, PropertyResult)>, String> {
    let mut said = Vec::new();
    for at in asked {
        if stage.budget == Spends::Rest && !may_go_on(request, host) {
            continue;
        }
        let answer = match engine {
            EngineName::Flow => by_flow(request, system, &properties[*at], host),
            _ => Ok(by_ilp(request, system, &properties[*at], host)),
        };
        match (answer, stage.worth) {
            (Ok(answer), _) => said.push((*at, answer)),
            (Err(what), Worth::Verdict) => return Err(what),
            // What is wrong with the request is said where the engine is asked for.
            (Err(_), _) => {}
        }
    }
    Ok(said)
}

/// What a stage adds to what is known of a property.
fn together(mut before: PropertyResult, answer: PropertyResult, worth: Worth) -> PropertyResult {
    let counts = match (worth, answer.verdict) {
        (Worth::Verdict, _) => return both(before, answer),
        (Worth::Proof, verdict) if verdict != Verdict::Holds => return before,
        (Worth::Proof, _) | (Worth::CertifiedProof, Verdict::Violated) => true,
        (Worth::CertifiedProof, Verdict::Holds) => answer.checked == Backing::Certificate,
        (Worth::CertifiedProof, Verdict::Inconclusive) => is_bug(&answer),
    };
    let engines = before.engines.iter().chain(&answer.engines).cloned().collect();
    if counts {
        before = answer;
    }
    before.engines = engines;
    before
}

/// What the flow engine says, backed by the judge. An error is about the request.
fn by_flow(
    request: &Request,
    system: &System,
    property: &Property,
    host: &dyn Host,
) -> Result<PropertyResult, String> {
    let FlowOutcome { outcome, constraints, proof } = flow(request, system, property, host)?;
    let mut result = judge(request, system, property.clone(), outcome, EngineName::Flow);
    result.constraints = constraints;
    if let Some((claim, proof)) = proof {
        confirm_by_certificate(request, system, &mut result, (&claim, &proof), host);
    }
    Ok(result)
}

/// What the ilp engine says, backed by the judge.
fn by_ilp(
    request: &Request,
    system: &System,
    property: &Property,
    host: &dyn Host,
) -> PropertyResult {
    let IlpOutcome { outcome, proof } = ilp(request, system, property, host);
    let mut result = judge(request, system, property.clone(), outcome, EngineName::Ilp);
    if let Some(proof) = proof {
        let go_on = || may_go_on(request, host);
        let certified = certify_ilp(system, &result.property, &proof, &go_on);
        confirm(&mut result, certified);
    }
    result
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
    confirm(result, certified);
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
