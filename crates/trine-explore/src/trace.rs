//! Finds the steps between the states that a search passed, and runs them on the interpreter.

use trine_property::Check;
use trine_system::interpret::Fault;
use trine_system::{Interpreter, State, Step, System};
use trine_verdict::{Finding, Trace, TraceMove, TraceStep};

use crate::expand::{Alarm, Batch, Expander};
use crate::machine::Machine;

/// What happens between the states of a path, in single steps. None if the states do not follow each
/// other, which is a bug of this engine.
pub fn steps_along<M: Machine>(
    expander: &mut Expander<'_, M>,
    path: &[&[u8]],
) -> Option<Vec<TraceMove>> {
    let mut moves = Vec::new();
    for pair in path.windows(2) {
        let steps = record(expander, pair[0], |batch| {
            let entries = 0..batch.entries.len();
            let mut entries = entries.filter(|entry| batch.packed(*entry) == pair[1]);
            entries.next().map(|entry| batch.recorded[entry].clone())
        })?;
        push(&mut moves, steps);
    }
    Some(moves)
}

/// The steps from a packed state to an alarm that its expansion raises.
pub fn steps_to_alarm<M: Machine>(
    expander: &mut Expander<'_, M>,
    from: &[u8],
    alarm: &Alarm,
) -> Option<Vec<TraceMove>> {
    let steps = record(expander, from, |batch| {
        let found = batch.alarms.iter().find(|(other, _)| other == alarm);
        found.map(|(_, steps)| steps.clone())
    })?;
    Some(steps.into_iter().map(TraceMove::System).collect())
}

/// Expands a state and remembers how each successor came about.
fn record<M: Machine, T>(
    expander: &mut Expander<'_, M>,
    from: &[u8],
    find: impl FnOnce(&Batch) -> T,
) -> T {
    let mut batch = Batch::default();
    let counted = expander.transitions;
    expander.record = true;
    expander.enumerate(from, &mut batch);
    expander.record = false;
    expander.transitions = counted;
    find(&batch)
}

fn push(moves: &mut Vec<TraceMove>, steps: Vec<Step>) {
    if steps.is_empty() {
        moves.push(TraceMove::Rest);
    }
    moves.extend(steps.into_iter().map(TraceMove::System));
}

/// An execution of the interpreter: the states it passes, and what its last step did.
pub struct Run {
    /// One more than there are moves, unless the last one ends the execution.
    pub states: Vec<State>,
    pub faults: Vec<Fault>,
    /// The first thing on the way that the model leaves out.
    pub unmodelled: Option<String>,
}

/// Runs moves on the interpreter; an error says which of them is not possible.
pub fn run(interpreter: &Interpreter<'_>, moves: &[TraceMove]) -> Result<Run, String> {
    let initial = interpreter.initial();
    let mut run = Run { states: Vec::new(), faults: initial.faults, unmodelled: None };
    let Some(state) = initial.state else { return Ok(run) };
    run.states.push(state);
    for (position, action) in moves.iter().enumerate() {
        let ended = || format!("the execution ends before step {position}");
        let state = run.states.get(position).ok_or_else(ended)?;
        let steps = interpreter.steps(state);
        match action {
            TraceMove::Rest => {
                if !steps.is_empty() {
                    return Err(format!("the system does not rest at step {position}"));
                }
                let same = state.clone();
                run.faults.clear();
                run.states.push(same);
            }
            TraceMove::System(step) => {
                if !steps.contains(step) {
                    return Err(format!("step {position} is not enabled"));
                }
                let outcome = interpreter.step(state, step);
                run.faults = outcome.faults;
                if let Some(what) = outcome.unmodelled.into_iter().next() {
                    run.unmodelled.get_or_insert(what);
                }
                run.states.extend(outcome.state);
            }
        }
    }
    Ok(run)
}

/// A finite violation: the trace with the fault that ends it, if a fault is what violates.
pub fn finite_finding(
    system: &System,
    moves: Vec<TraceMove>,
    check: Option<Check>,
) -> Result<(Finding, Option<String>), String> {
    let interpreter = Interpreter::new(system);
    let run = run(&interpreter, &moves)?;
    let owned = |fault: &&Fault| check.is_some_and(|check| check.owns(fault.kind));
    let fault = run.faults.iter().find(owned).cloned();
    let steps = moves.into_iter().map(|action| TraceStep { action, claim: None }).collect();
    let trace = Trace { steps, loop_from: None, last_claim: None };
    Ok((Finding { trace, fault }, run.unmodelled))
}
