//! Trace minimisation: shortens a violating trace, replaying every change before keeping it.

use std::collections::HashMap;

use trine_property::{Check, Property, PropertyKind};
use trine_system::{Interpreter, State, System};
use trine_verdict::{Trace, TraceMove, TraceStep};

use crate::{Replayed, replay};

/// How many replays one trace may cost; long traces are left as they are.
const REPLAYS: usize = 400;
const LONGEST: usize = 400;

/// A trace of the same violation without detours and with fewer switches between processes. A trace
/// that does not replay comes back unchanged.
pub fn shorten(system: &System, property: &Property, trace: &Trace, fair: bool) -> Trace {
    // A claim's moves belong to the states they were made in, and a cycle to its order.
    let plain = trace.loop_from.is_none() && trace.steps.iter().all(|step| step.claim.is_none());
    if !plain {
        return trace.clone();
    }
    // What is about to happen in the last state is what a race is about, so that state stays.
    let last =
        (property.kind == PropertyKind::Check(Check::DataRace)).then(|| last_state(system, trace));
    let violates = |trace: &Trace| {
        matches!(replay(system, property, trace, fair), Replayed::Violated { .. })
            && last.as_ref().is_none_or(|last| *last == last_state(system, trace))
    };
    let mut best = without_detours(system, trace);
    if !violates(&best) {
        best = trace.clone();
    }
    if best.steps.len() <= LONGEST {
        calm(&mut best, violates);
        // Steps that came together may be a detour now.
        let shorter = without_detours(system, &best);
        if shorter.steps.len() < best.steps.len() && violates(&shorter) {
            best = shorter;
        }
    }
    best
}

fn last_state(system: &System, trace: &Trace) -> Option<State> {
    let interpreter = Interpreter::new(system);
    let mut state = interpreter.initial().state?;
    for step in &trace.steps {
        if let TraceMove::System(step) = &step.action {
            state = interpreter.step(&state, step).state?;
        }
    }
    Some(state)
}

/// Cuts out what lies between two visits of the same state.
fn without_detours(system: &System, trace: &Trace) -> Trace {
    let interpreter = Interpreter::new(system);
    let mut short = Trace::default();
    let Some(mut state) = interpreter.initial().state else { return trace.clone() };
    let mut visited = HashMap::from([(state.clone(), 0)]);
    let mut states = vec![state.clone()];
    for step in &trace.steps {
        short.steps.push(step.clone());
        let TraceMove::System(taken) = &step.action else { continue };
        let Some(next) = interpreter.step(&state, taken).state else { break };
        state = next;
        if let Some(&position) = visited.get(&state) {
            for forgotten in states.drain(position + 1..) {
                visited.remove(&forgotten);
            }
            short.steps.truncate(position);
        } else {
            visited.insert(state.clone(), short.steps.len());
            states.push(state.clone());
        }
    }
    short
}

/// Moves steps forward to join the ones before of the same process, where that violates all the same.
fn calm(trace: &mut Trace, violates: impl Fn(&Trace) -> bool) {
    let mut replays = 0;
    let mut position = 1;
    while position < trace.steps.len() && replays < REPLAYS {
        let previous = actor(&trace.steps[position - 1]);
        if actor(&trace.steps[position]) != previous {
            let later = (position + 1..trace.steps.len())
                .find(|other| actor(&trace.steps[*other]) == previous);
            if let Some(later) = later {
                let mut candidate = trace.clone();
                let step = candidate.steps.remove(later);
                candidate.steps.insert(position, step);
                replays += 1;
                if switches(&candidate) < switches(trace) && violates(&candidate) {
                    *trace = candidate;
                    continue;
                }
            }
        }
        position += 1;
    }
}

fn actor(step: &TraceStep) -> Option<u32> {
    match &step.action {
        TraceMove::System(step) => Some(step.process),
        TraceMove::Stutter => None,
    }
}

fn switches(trace: &Trace) -> usize {
    trace.steps.windows(2).filter(|pair| actor(&pair[0]) != actor(&pair[1])).count()
}
