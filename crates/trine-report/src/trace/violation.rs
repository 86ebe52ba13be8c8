//! What is wrong with an execution, in a sentence, with the places and values that show it.

use trine_base::SourceMap;
use trine_property::{Check, ClaimOrigin, ClaimStateId, Property, PropertyKind, Race};
use trine_system::interpret::Context;
use trine_system::{Edge, Effect, Expr, FaultKind, Guard, Outcome, State, Step, Sync};
use trine_verdict::{Trace, TraceMove};

use super::changes::Names;
use super::waits::{Stands, values};
use super::{DescribedTrace, describe::claim_state_name, threads};
use crate::fingerprint::fingerprint;
use crate::model::RelatedPlace;

/// What is said of the place of the property itself.
pub const PROPERTY: &str = "the property";

/// The last moment of an execution.
pub struct Ending<'a, 's> {
    pub names: Names<'a, 's>,
    pub sources: &'a SourceMap,
    pub state: &'a State,
    pub last: Option<(&'a State, &'a Step, &'a Outcome)>,
    pub last_claim: Option<ClaimStateId>,
    /// The event that an event trace did not take.
    pub refused: Option<String>,
    /// The race that it is about.
    pub race: Option<&'a Race>,
}

impl Ending<'_, '_> {
    /// Whether the last step makes a fault that the check owns.
    fn faults_of(&self, check: Check) -> bool {
        let faults = self.last.map_or(&[][..], |(_, _, outcome)| &outcome.faults);
        faults.iter().any(|fault| check.owns(fault.kind))
    }
}

/// Fills in message, place, related places, facts and fingerprint.
pub fn explain(
    trace: &mut DescribedTrace,
    property: &Property,
    ending: &Ending<'_, '_>,
    raw: &Trace,
) {
    let mut parts = vec![property.name.clone()];
    trace.span = trace.steps.iter().rev().find_map(|step| step.span);
    match &property.kind {
        PropertyKind::Check(Check::Deadlock) => deadlock(trace, ending, &mut parts),
        PropertyKind::Check(Check::WaitForever) => {
            threads::wait_for_ever(trace, ending, raw, &mut parts);
        }
        PropertyKind::Check(Check::DataRace) => {
            threads::race(trace, ending, ending.race, &mut parts);
        }
        PropertyKind::Check(
            check @ (Check::PrematureJoin | Check::DeadInteraction | Check::UnnecessaryNotify),
        ) => threads::step(trace, *check, ending, &mut parts),
        PropertyKind::Check(Check::MonitorMisuse) if !ending.faults_of(Check::MonitorMisuse) => {
            threads::step(trace, Check::MonitorMisuse, ending, &mut parts);
        }
        PropertyKind::Check(
            check @ (Check::Assertion
            | Check::UncaughtError
            | Check::MonitorMisuse
            | Check::ThreadRestarted
            | Check::Memory
            | Check::Overflow
            | Check::ReachError),
        ) => fault(trace, *check, ending, &mut parts),
        PropertyKind::Check(Check::Acceptance) => {
            trace.message = match accepting_label(ending, raw) {
                Some(label) => format!("an infinite execution passes {label} for ever"),
                None => "an infinite execution passes an accept label for ever".to_string(),
            };
            cycle(trace, raw, ending, &mut parts);
        }
        PropertyKind::Check(Check::NonProgress) => {
            trace.message = "an infinite execution makes no progress".to_string();
            cycle(trace, raw, ending, &mut parts);
        }
        PropertyKind::Claim(claim) => {
            let what = match &claim.origin {
                ClaimOrigin::Formula(formula) => format!("violates {formula}"),
                ClaimOrigin::Never | ClaimOrigin::Everything => {
                    "is one that must never happen".to_string()
                }
            };
            let reached = ending.last_claim.and_then(|state| {
                let name = claim_state_name(claim, state);
                claim.states.get(state).is_some_and(|at| at.final_).then_some(name)
            });
            let resting = !trace.resting.is_empty();
            trace.message = match (trace.loop_from, reached) {
                (Some(_), _) if resting => format!("this execution, which stops, {what}"),
                (Some(_), _) => format!("this infinite execution {what}"),
                (None, Some(_)) if claim.origin == ClaimOrigin::Never => {
                    "this execution takes the claim to its end".to_string()
                }
                (None, _) => format!("this execution {what}"),
            };
            cycle(trace, raw, ending, &mut parts);
        }
        PropertyKind::Events(events) => {
            trace.message = match &ending.refused {
                _ if events.negated => "this execution completes the events".to_string(),
                Some(event) => format!("the event {event} may not come here"),
                None => "this execution stops where more events should come".to_string(),
            };
            last_statement(trace, ending, &mut parts);
        }
    }
    if let Some(span) = property.span {
        trace.related.push(RelatedPlace::new(PROPERTY, span, ending.sources));
    }
    trace.fingerprint = fingerprint(parts.iter().map(String::as_str));
}

fn deadlock(trace: &mut DescribedTrace, ending: &Ending<'_, '_>, parts: &mut Vec<String>) {
    let waiting: Vec<_> = trace.resting.iter().filter(|at| at.stands == Stands::Waits).collect();
    let names: Vec<&str> = waiting.iter().map(|at| trace.process(Some(at.process))).collect();
    let are = if names.len() < 2 { "is" } else { "are" };
    let mut message = format!("{} {are} blocked for ever", enumerated(&names));
    if let Some(circle) = threads::circle(ending.names, ending.state) {
        message = format!("{message}: {circle}");
    }
    let span = waiting.iter().find_map(|at| at.span);
    let mut related = Vec::new();
    for at in waiting.iter().filter(|at| at.span.is_some()) {
        if let Some(place) = at.span {
            let mut message = format!("{} {}", trace.process(Some(at.process)), at.text);
            if !at.holds.is_empty() {
                message.push_str(&format!("; holds {}", at.holds.join(", ")));
            }
            related.push(RelatedPlace::new(message, place, ending.sources));
        }
    }
    if trace.others_go_on {
        trace.span = span.or(trace.span);
        trace.related.extend(related);
        return threads::stuck(trace, ending, parts);
    }
    // Which statements are stuck, however many processes are stuck at each.
    let system = ending.names.interpreter.system;
    let mut stuck: Vec<String> = Vec::new();
    for process in &ending.state.processes {
        let template = &system.templates[process.template];
        let location = &template.locations[process.location];
        if !location.final_ && !location.end {
            let edges = ending.names.interpreter.outgoing(process.template, process.location);
            let texts = edges.iter().map(|edge| template.edges[*edge].text.as_str());
            stuck.push(format!("{}: {}", template.name, texts.collect::<Vec<_>>().join(" | ")));
        }
    }
    stuck.sort();
    stuck.dedup();
    parts.extend(stuck);
    trace.message = message;
    trace.span = span.or(trace.span);
    trace.related.extend(related);
}

fn fault(
    trace: &mut DescribedTrace,
    check: Check,
    ending: &Ending<'_, '_>,
    parts: &mut Vec<String>,
) {
    let Some((before, step, outcome)) = ending.last else {
        trace.message = format!("{} is violated in the initial state", check.name());
        return;
    };
    let owned = outcome.faults.iter().find(|fault| check.owns(fault.kind));
    let fault = owned.or(outcome.faults.first());
    let action = trace.steps.last().map_or(String::new(), |step| step.action.clone());
    trace.message = match fault {
        Some(fault) => format!("{}: {action}", fault.message),
        None => format!("an error shows at {action}"),
    };
    parts.extend(fault.map(|fault| fault.kind.name().to_string()));
    last_statement(trace, ending, parts);
    let assertion = fault.is_some_and(|fault| fault.kind == FaultKind::Assertion);
    let state = if assertion { ending.state } else { before };
    for (process, edge) in ending.names.interpreter.edges_of(before, step) {
        let interpreter = ending.names.interpreter;
        let context = Context::new(interpreter, state, Some(process));
        let asserted = |effect: &&Effect| matches!(effect, Effect::Assert(_));
        let exprs: Vec<&Expr> = if assertion {
            edge.effects.iter().filter(asserted).flat_map(effect_exprs).collect()
        } else {
            edge_exprs(edge)
        };
        for fact in values(ending.names, &context, &exprs) {
            if !trace.facts.contains(&fact) {
                trace.facts.push(fact);
            }
        }
    }
}

/// The place and fingerprint of a violation that a cycle, or the last step, shows.
fn cycle(
    trace: &mut DescribedTrace,
    raw: &Trace,
    ending: &Ending<'_, '_>,
    parts: &mut Vec<String>,
) {
    match trace.loop_from {
        Some(from) => {
            let steps = trace.steps.get(from..).unwrap_or_default();
            trace.span = steps.iter().find_map(|step| step.span).or(trace.span);
            let mut texts: Vec<String> = steps.iter().map(|step| step.action.clone()).collect();
            texts.sort();
            texts.dedup();
            parts.extend(texts);
        }
        None => last_statement(trace, ending, parts),
    }
    let waiting = trace.resting.iter().filter(|at| at.stands == Stands::Waits);
    trace.span = waiting.filter_map(|at| at.span).next().or(trace.span);
    if raw.steps.is_empty() {
        parts.push("initial".to_string());
    }
}

pub(super) fn last_statement(
    trace: &DescribedTrace,
    ending: &Ending<'_, '_>,
    parts: &mut Vec<String>,
) {
    if let Some((before, step, _)) = ending.last {
        let template = before.processes[step.process as usize].template;
        parts.push(ending.names.interpreter.system.templates[template].name.clone());
    }
    parts.extend(trace.steps.last().map(|step| step.action.clone()));
}

/// The accept label that the cycle passes.
fn accepting_label(ending: &Ending<'_, '_>, raw: &Trace) -> Option<String> {
    let from = raw.loop_from?;
    let system = ending.names.interpreter.system;
    // The last state is one of the cycle; the process that rests at an accept label there, or that leaves one.
    let resting = ending.state.processes.iter().map(|at| (at.template, at.location));
    let moves = raw.steps.get(from..)?.iter().filter_map(|step| match &step.action {
        TraceMove::System(step) => match step.action {
            trine_system::interpret::Move::Edge(edge) => {
                let at = ending.state.processes.get(step.process as usize)?;
                let edge = system.templates[at.template].edges.get(edge)?;
                Some((at.template, edge.to))
            }
            trine_system::interpret::Move::Reap | trine_system::interpret::Move::ConsumeEvent => {
                None
            }
        },
        TraceMove::Stutter => None,
    });
    let mut places = resting.chain(moves);
    places.find_map(|(template, location)| {
        let location = system.templates[template].locations.get(location)?;
        if !location.accept {
            return None;
        }
        location.names.iter().find(|name| name.starts_with("accept")).cloned()
    })
}

/// All expressions that an edge evaluates.
fn edge_exprs(edge: &Edge) -> Vec<&Expr> {
    let mut found = Vec::new();
    if let Guard::When(guard) = &edge.guard {
        found.push(guard);
    }
    match &edge.sync {
        Some(Sync::Send { channel, values, .. }) => {
            found.push(channel);
            found.extend(values);
        }
        Some(Sync::Receive { channel, .. }) => found.push(channel),
        _ => {}
    }
    found.extend(edge.effects.iter().flat_map(effect_exprs));
    found
}

fn effect_exprs(effect: &Effect) -> Vec<&Expr> {
    match effect {
        Effect::Assign(place, value) => {
            place.index.as_deref().into_iter().chain(std::iter::once(value)).collect()
        }
        Effect::Assert(condition) => vec![condition],
        Effect::Print(print) => print.arguments.iter().collect(),
        Effect::Run { arguments, .. } => arguments.iter().collect(),
        Effect::SetPriority(process, priority) => vec![process, priority],
        Effect::Choose { .. }
        | Effect::New { .. }
        | Effect::Emit { .. }
        | Effect::Fail(..)
        | Effect::Abort(..)
        | Effect::Unmodelled(_)
        | Effect::Limit { .. } => Vec::new(),
    }
}

/// `A`, `A and B`, `A, B and C`; of many, the first few and how many more.
pub(super) fn enumerated(names: &[&str]) -> String {
    const SHOWN: usize = 5;
    match names {
        [] => "no process".to_string(),
        [only] => (*only).to_string(),
        [first @ .., last] if names.len() <= SHOWN => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} others", names[..SHOWN - 1].join(", "), names.len() - SHOWN + 1),
    }
}
