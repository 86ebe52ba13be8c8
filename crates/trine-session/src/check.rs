//! Runs the engines and has the judge back what they say.

use std::cell::Cell;
use std::time::Duration;

use trine_base::{Diagnostic, Diagnostics, Severity};
use trine_judge::{
    Certified, Replayed, SearchAgain, certify, certify_ilp, replay, search_again, shorten,
};
use trine_property::{Claim, ClaimOrigin, Property, PropertyKind};
use trine_system::{Assumption, Expr, System};
use trine_verdict::{
    Checked as Backing, EngineOutcome, EngineRun, Finding, FlowCertificate, Progress,
    PropertyResult, Reason, Verdict, Watch,
};

use crate::flow::{FlowOutcome, as_claim, flow, proves};
use crate::host::HostWatch;
use crate::ilp::{IlpOutcome, ilp};
use crate::select::select;
use crate::{Engine, ExploreOptions, Host, Loaded, Request, Storage, load};

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
        Some(system) => run(request, system, properties, host, &mut loaded.diagnostics),
        None => Vec::new(),
    };
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
            back(&mut result, certified, "ilp");
        }
        *answer = Some(match answer.take() {
            Some(before) => both(before, result),
            None => result,
        });
    }
    // Who is still without an answer, or is to have two.
    let open = |answer: &Option<PropertyResult>| match (request.engine, answer) {
        (Engine::Flow | Engine::Ilp, _) => false,
        // A proof that the judge refuses is a bug, and nobody else may hide it.
        (Engine::Auto, Some(result)) => result.verdict == Verdict::Inconclusive && !is_bug(result),
        _ => true,
    };
    let asked: Vec<usize> = (0..properties.len()).filter(|at| open(&answered[*at])).collect();
    let explored: Vec<Property> = asked.iter().map(|at| properties[*at].clone()).collect();
    let watch = HostWatch(host);
    let outcomes =
        trine_explore::check(system, &explored, &request.explore, &request.budget, &watch);
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
    find_vacuous(request, system, &mut results, host);
    find_unfair(request, system, &mut results, host);
    back_proofs(request, system, &mut results, host);
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
        back_by_certificate(request, system, &mut result, (&claim, &proof), host);
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

/// Asks the ilp engine where everybody else came to a limit. Its proofs count only where the judge accepts
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
            back(&mut answer, certified, "ilp");
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
fn back_by_certificate(
    request: &Request,
    system: &System,
    result: &mut PropertyResult,
    (claim, proof): (&Property, &FlowCertificate),
    host: &dyn Host,
) {
    let certified = certify(system, claim, proof, &|| may_go_on(request, host));
    back(result, certified, "flow");
}

/// What the judge says of the proof of an engine.
fn back(result: &mut PropertyResult, certified: Certified, engine: &str) {
    match certified {
        Certified::Confirmed => result.checked = Backing::Certificate,
        Certified::Undecided => {}
        Certified::Refused(why) => {
            result.verdict = Verdict::Inconclusive;
            let what = format!("the judge does not accept the proof of the {engine} engine: {why}");
            result.reason = Some(Reason::Internal { what });
        }
    }
}

/// Whether flow is asked about a property before explore is.
fn flow_first(request: &Request, system: &System, property: &Property) -> bool {
    match request.engine {
        Engine::Flow => true,
        Engine::All => as_claim(system, property).is_some(),
        // What is asked of the search in particular is for the search.
        Engine::Auto => match &property.kind {
            PropertyKind::Claim(claim) => {
                claim.ears.is_some() && request.explore == ExploreOptions::default()
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

/// Replays what an engine found; what does not replay is a bug, and is never shown as a violation.
pub(crate) fn judge(
    request: &Request,
    system: &System,
    property: Property,
    outcome: EngineOutcome,
    engine: &str,
) -> PropertyResult {
    let fair = request.explore.fairness;
    let EngineOutcome { verdict, reason, findings, stats, remarks } = outcome;
    let mut result = PropertyResult {
        engine: engine.to_string(),
        engines: vec![EngineRun { engine: engine.to_string(), verdict, seconds: stats.seconds }],
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
                result.findings.push(Finding { trace, fault, race });
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
    if let PropertyKind::Claim(Claim { ears: Some(ears), .. }) = &property.kind {
        all.extend(ears.assumptions.iter().cloned());
    }
    all
}

/// Finds out which properties hold only because what they speak of never happens.
fn find_vacuous(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    for result in results.iter_mut().filter(|result| result.verdict == Verdict::Holds) {
        let PropertyKind::Claim(claim) = &result.property.kind else { continue };
        for empty in &claim.vacuous_if {
            let kind = PropertyKind::Claim(empty.clone());
            let asked = Property { kind, ..result.property.clone() };
            let vacuous = match result.engine.as_str() {
                // What ilp proved may be too large for anybody else.
                "ilp" if system.processes.len() > MANY_PROCESSES => false,
                "flow" if proves(request, system, &asked, &result.constraints, host) => true,
                // What flow proved may be too large to be searched.
                "flow" if system.processes.len() > MANY_PROCESSES => false,
                engine => {
                    let few = VACUOUS / system.processes.len().max(1) as u64;
                    let most = if engine == "explore" { u64::MAX } else { few };
                    let watch = Counting { host, most, exceeded: Cell::new(false) };
                    let (explore, budget) = (&request.explore, &request.budget);
                    let outcomes = trine_explore::check(system, &[asked], explore, budget, &watch);
                    outcomes.iter().all(|outcome| outcome.verdict == Verdict::Holds)
                }
            };
            result.vacuous |= vacuous;
            if vacuous && empty.origin == ClaimOrigin::Everything {
                let remark =
                    "the constraints and loop marks of the specification leave no execution at all";
                result.remarks.push(remark.to_string());
            }
        }
        if result.vacuous && empty_because_nothing_ends(&result.property) {
            let remark = "no execution ends, so nothing was asked of any; `every prefix satisfies` \
                          speaks of those that go on";
            result.remarks.push(remark.to_string());
        }
    }
}

/// So many processes, in all states together, are searched to find out whether what flow proved says
/// little, where there are at most so many of them.
const VACUOUS: u64 = 100_000;
const MANY_PROCESSES: usize = 64;

/// So many states are searched to find out whether fair executions violate a property, too.
const FAIR_STATES: u64 = 200_000;

/// Finds out which properties only unfair executions violate.
fn find_unfair(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    if request.explore.fairness {
        return;
    }
    for result in results.iter_mut().filter(|result| result.verdict == Verdict::Violated) {
        let endless = |finding: &Finding| finding.trace.loop_from.is_some();
        if result.findings.is_empty() || !result.findings.iter().all(endless) {
            continue;
        }
        let watch = Counting { host, most: FAIR_STATES, exceeded: Cell::new(false) };
        let explore = ExploreOptions { fairness: true, ..request.explore.clone() };
        let asked = [result.property.clone()];
        let outcomes = trine_explore::check(system, &asked, &explore, &request.budget, &watch);
        if outcomes.iter().all(|outcome| outcome.verdict == Verdict::Holds) {
            let remark = "only unfair executions violate it, in which a process that can always step \
                          never does: with --fairness weak it holds";
            result.remarks.push(remark.to_string());
        }
    }
}

/// Whether a property speaks only of executions in which all processes end.
fn empty_because_nothing_ends(property: &Property) -> bool {
    let PropertyKind::Claim(claim) = &property.kind else { return false };
    let mut asks = false;
    for expr in claim.vacuous_if.iter().flat_map(|empty| empty.expressions()) {
        expr.visit(&mut |part| asks |= *part == Expr::Terminated);
    }
    asks
}

/// Whether nobody wants to stop and there is time left.
pub(crate) fn may_go_on(request: &Request, host: &dyn Host) -> bool {
    !host.cancelled() && request.budget.time.is_none_or(|most| host.elapsed() < most)
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
    let watch = Counting { host, most, exceeded: Cell::new(false) };
    let explore = ExploreOptions {
        raw: true,
        partial_order: false,
        storage: Storage::Exact,
        ..request.explore.clone()
    };
    let one = [property.clone()];
    let outcomes = trine_explore::check(system, &one, &explore, &request.budget, &watch);
    let complete = |outcome: &EngineOutcome| {
        outcome.verdict == Verdict::Holds && outcome.stats.states.is_some_and(|n| n <= most)
    };
    !watch.exceeded.get() && outcomes.iter().all(complete)
}

/// Lets a search go on while it has not too many states.
struct Counting<'h> {
    host: &'h dyn Host,
    most: u64,
    exceeded: Cell<bool>,
}

impl Watch for Counting<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn cancelled(&self) -> bool {
        self.exceeded.get() || self.host.cancelled()
    }

    fn progress(&self, progress: Progress) {
        self.exceeded.set(self.exceeded.get() || progress.states > self.most);
    }
}
