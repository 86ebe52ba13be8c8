//! Walks a trace with the interpreter and finds the words for each step.

use trine_base::SourceMap;
use trine_property::checks::deadlock::stuck;
use trine_property::{
    Check, Claim, ClaimStateId, EventInstrumentation, Property, PropertyKind, Race, channel_events,
};
use trine_system::interpret::{Move, State};
use trine_system::{Edge, Interpreter, Outcome, Step};
use trine_verdict::{Trace, TraceMove, TraceStep};

use super::cast::Cast;
use super::changes::{Names, changes};
use super::events::Follower;
use super::violation::{Ending, explain};
use super::waits::{Resting, held_locks, where_it_stands};
use super::{DescribedStep, DescribedTrace, Half};
use crate::words::Words;

/// The whole story of an execution that violates a property.
pub fn describe_trace(
    interpreter: &Interpreter<'_>,
    sources: &SourceMap,
    trace: &Trace,
    property: &Property,
) -> DescribedTrace {
    describe(interpreter, sources, trace, Some(property), None)
}

/// The story of a run that need not violate anything, such as a simulation.
pub fn describe_run(
    interpreter: &Interpreter<'_>,
    sources: &SourceMap,
    steps: &[Step],
) -> DescribedTrace {
    let step = |step: &Step| TraceStep { action: TraceMove::System(*step), claim: None };
    let trace = Trace { steps: steps.iter().map(step).collect(), ..Trace::default() };
    describe(interpreter, sources, &trace, None, None)
}

/// The same; `race` is the race that it is about, where it is about one.
pub(super) fn describe(
    interpreter: &Interpreter<'_>,
    sources: &SourceMap,
    trace: &Trace,
    property: Option<&Property>,
    race: Option<&Race>,
) -> DescribedTrace {
    let Some(initial) = interpreter.initial().state else {
        return before_the_first_step(interpreter, sources, property);
    };
    let processes = names_of_all(interpreter, &initial, trace);
    let cast = Cast::new(interpreter, &initial);
    let (follower, instrumentation) = match property.map(|property| &property.kind) {
        Some(PropertyKind::Events(events)) => (Some(Follower::new(events)), None),
        Some(PropertyKind::Claim(claim)) => (None, claim.instrumentation.as_ref()),
        Some(PropertyKind::Check(_)) | None => (None, None),
    };
    let mut teller = Teller { sources, processes: &processes, cast, follower, instrumentation };
    let mut steps = Vec::with_capacity(trace.steps.len());
    let mut last: Option<(State, Step, Outcome)> = None;
    let complete = walk(interpreter, &initial, trace, &mut |at, before, step| {
        let claim = claim_name(property, trace.steps[at].claim);
        let Some((step, outcome)) = step else {
            steps.push(DescribedStep { number: at + 1, claim, ..nobody_steps() });
            return;
        };
        let described = teller.step(interpreter, before, step, outcome);
        steps.push(DescribedStep { number: at + 1, claim, ..described });
        if at + 1 == trace.steps.len() || trace.steps[at + 1..].iter().all(is_rest) {
            last = Some((before.clone(), *step, outcome.clone()));
        }
    });
    let Teller { cast, follower, .. } = teller;
    let end = match &last {
        Some((before, _, outcome)) => outcome.state.as_ref().unwrap_or(before),
        None => &initial,
    };
    let names = names_of_living(&cast, end, &processes);
    let names = Names { interpreter, process_names: &names };
    let ended_by_fault = last.as_ref().is_some_and(|(_, _, outcome)| outcome.state.is_none());
    let (blocked, others_go_on) = match complete && !ended_by_fault {
        true => blocked_at_end(interpreter, end, property),
        false => (Vec::new(), false),
    };
    let resting = resting(names, sources, &cast, end, &blocked);

    let mut described = DescribedTrace {
        processes,
        steps,
        loop_from: trace.loop_from,
        resting,
        others_go_on,
        complete,
        ..DescribedTrace::default()
    };
    let ending = Ending {
        names,
        sources,
        state: end,
        last: last.as_ref().map(|(before, step, outcome)| (before, step, outcome)),
        last_claim: trace.last_claim,
        refused: follower.and_then(|follower| follower.refused),
        race,
    };
    if let Some(property) = property {
        explain(&mut described, property, &ending, trace);
    }
    described
}

/// What is followed along a trace to describe its steps.
struct Teller<'a, 'p> {
    sources: &'a SourceMap,
    processes: &'a [String],
    cast: Cast,
    follower: Option<Follower<'p>>,
    instrumentation: Option<&'p EventInstrumentation>,
}

impl Teller<'_, '_> {
    /// The step with its events, output, faults and changes; the cast is then that of the state after it.
    fn step(
        &mut self,
        interpreter: &Interpreter<'_>,
        before: &State,
        step: &Step,
        outcome: &Outcome,
    ) -> DescribedStep {
        let numbered: Vec<String> = names_of_living(&self.cast, before, self.processes);
        let names = Names { interpreter, process_names: &numbered };
        let mut described = describe_step(interpreter, self.sources, &self.cast, before, step);
        if let (Some(instrumentation), Some(after)) = (self.instrumentation, &outcome.state) {
            described.events = new_events(instrumentation, before, after, step);
        }
        if let Some(follower) = &mut self.follower {
            let events = channel_events(interpreter, before, step);
            described.events = follower.take(names, before, &events);
        }
        described.printed = outcome.printed.clone();
        described.faults = outcome.faults.iter().map(|fault| fault.message.clone()).collect();
        if let Some(after) = &outcome.state {
            described.changes = changes(names, before, after);
            described.created = self.cast.follow(after);
            described.holds_control = after.exclusive.is_some();
        }
        described
    }
}

/// The processes that do not step from the last state on, and whether others do.
fn blocked_at_end(
    interpreter: &Interpreter<'_>,
    end: &State,
    property: Option<&Property>,
) -> (Vec<u32>, bool) {
    if interpreter.steps(end).is_empty() {
        return ((0..end.processes.len() as u32).collect(), false);
    }
    let deadlock = property.is_some_and(|at| at.kind == PropertyKind::Check(Check::Deadlock));
    let blocked = if deadlock { stuck(interpreter, end) } else { Vec::new() };
    let others_go_on = !blocked.is_empty();
    (blocked, others_go_on)
}

fn is_rest(step: &TraceStep) -> bool {
    step.action == TraceMove::Stutter
}

/// What to do with each move: its number, the state before it, and what it led to.
type Visit<'v> = dyn FnMut(usize, &State, Option<(&Step, &Outcome)>) + 'v;

/// Follows the trace as far as it goes; whether that is to its end.
fn walk(
    interpreter: &Interpreter<'_>,
    initial: &State,
    trace: &Trace,
    visit: &mut Visit<'_>,
) -> bool {
    let mut state = initial.clone();
    for (at, step) in trace.steps.iter().enumerate() {
        match &step.action {
            TraceMove::Stutter => visit(at, &state, None),
            TraceMove::System(step) => {
                if !fits(interpreter, &state, step) {
                    return false;
                }
                let outcome = interpreter.step(&state, step);
                visit(at, &state, Some((step, &outcome)));
                match outcome.state {
                    Some(next) => state = next,
                    None => return at + 1 == trace.steps.len(),
                }
            }
        }
    }
    true
}

/// Whether the processes of a step are where its edges start. (Whether the step is enabled is the
/// judge's business; here it is enough that telling it makes sense.)
fn fits(interpreter: &Interpreter<'_>, state: &State, step: &Step) -> bool {
    let stands_before = |process: u32, edge| {
        state.processes.get(process as usize).is_some_and(|at| {
            let template = &interpreter.system.templates[at.template];
            template.edges.get(edge).is_some_and(|edge| edge.from == at.location)
        })
    };
    let own = match step.action {
        Move::Edge(edge) => stands_before(step.process, edge),
        Move::Reap | Move::ConsumeEvent => (step.process as usize) < state.processes.len(),
    };
    own && step.partner.is_none_or(|partner| stands_before(partner.process, partner.edge))
}

/// The events that happen in a step, by name.
fn new_events(
    instrumentation: &EventInstrumentation,
    before: &State,
    after: &State,
    step: &Step,
) -> Vec<String> {
    let known = if before.exclusive.is_some() { before.pending_events.len() } else { 0 };
    if step.action == Move::ConsumeEvent {
        return Vec::new();
    }
    let name = |event: u32| instrumentation.events.get(event as usize - 1).cloned();
    after.pending_events.iter().skip(known).filter_map(|observed| name(observed.event)).collect()
}

fn names_of_all(interpreter: &Interpreter<'_>, initial: &State, trace: &Trace) -> Vec<String> {
    let mut cast = Cast::new(interpreter, initial);
    walk(interpreter, initial, trace, &mut |_, _, step| {
        if let Some((_, outcome)) = step
            && let Some(after) = &outcome.state
        {
            cast.follow(after);
        }
    });
    cast.names(interpreter)
}

fn names_of_living(cast: &Cast, state: &State, processes: &[String]) -> Vec<String> {
    let name = |number: u32| {
        let instance = cast.instance(number);
        instance.and_then(|instance| processes.get(instance)).cloned().unwrap_or_default()
    };
    (0..state.processes.len() as u32).map(name).collect()
}

fn nobody_steps() -> DescribedStep {
    DescribedStep {
        number: 0,
        process: None,
        action: "no process can step".to_string(),
        partner: None,
        events: Vec::new(),
        at: None,
        span: None,
        changes: Vec::new(),
        printed: Vec::new(),
        created: Vec::new(),
        removed: false,
        faults: Vec::new(),
        claim: None,
        holds_control: false,
    }
}

fn describe_step(
    interpreter: &Interpreter<'_>,
    sources: &SourceMap,
    cast: &Cast,
    state: &State,
    step: &Step,
) -> DescribedStep {
    let process = cast.instance(step.process);
    let at = &state.processes[step.process as usize];
    let template = &interpreter.system.templates[at.template];
    let words = |process: u32, edge: &Edge| {
        let template = state.processes[process as usize].template;
        Words::of(interpreter.system, template).edge(edge)
    };
    let (action, span) = match step.action {
        Move::Edge(edge) => {
            let edge = &template.edges[edge];
            (words(step.process, edge), edge.span)
        }
        Move::Reap => ("ends".to_string(), template.locations[at.location].span),
        Move::ConsumeEvent => ("the next event of the same step".to_string(), None),
    };
    let partner = step.partner.and_then(|partner| {
        let there = state.processes.get(partner.process as usize)?;
        let edge = interpreter.system.templates[there.template].edges.get(partner.edge)?;
        Some(Half {
            process: cast.instance(partner.process)?,
            action: words(partner.process, edge),
            at: edge.span.map(|span| sources.describe(span)),
            span: edge.span,
        })
    });
    DescribedStep {
        process,
        action,
        partner,
        at: span.map(|span| sources.describe(span)),
        span,
        removed: step.action == Move::Reap,
        ..nobody_steps()
    }
}

fn resting(
    names: Names<'_, '_>,
    sources: &SourceMap,
    cast: &Cast,
    state: &State,
    who: &[u32],
) -> Vec<Resting> {
    let one = |number: u32| {
        let (stands, text, span) = where_it_stands(names, state, number);
        Resting {
            process: cast.instance(number).unwrap_or(0),
            stands,
            text,
            at: span.map(|span| sources.describe(span)),
            span,
            holds: held_locks(names, state, number),
        }
    };
    who.iter().copied().map(one).collect()
}

/// Where a claim is, as people call it.
pub fn claim_state_name(claim: &Claim, state: ClaimStateId) -> String {
    let named = claim.states.get(state).and_then(|state| state.name.clone());
    named.unwrap_or_else(|| state.to_string())
}

fn claim_name(property: Option<&Property>, state: Option<ClaimStateId>) -> Option<String> {
    match &property?.kind {
        PropertyKind::Claim(claim) => state.map(|state| claim_state_name(claim, state)),
        PropertyKind::Check(_) | PropertyKind::Events(_) => None,
    }
}

/// An initialiser faults: the violation has no steps.
fn before_the_first_step(
    interpreter: &Interpreter<'_>,
    sources: &SourceMap,
    property: Option<&Property>,
) -> DescribedTrace {
    let faults = interpreter.initial().faults;
    let message = match faults.first() {
        Some(fault) => format!("{}, while variables are initialised", fault.message),
        None => "there is no initial state".to_string(),
    };
    let system = interpreter.system;
    let at = system
        .globals
        .iter()
        .find_map(|variable| variable.span)
        .filter(|span| sources.files().any(|(file, _)| file == span.file));
    DescribedTrace {
        fingerprint: crate::fingerprint([property.map_or("", |property| &property.name), &message]),
        message,
        span: at,
        processes: system.processes.iter().map(|process| process.name.clone()).collect(),
        complete: true,
        ..DescribedTrace::default()
    }
}
