//! Counterexamples: finds the steps between the states that a search passed, and runs them on the interpreter.

pub mod close;
pub mod fit;

use trine_property::checks::data_race::races;
use trine_property::{Check, Race};
use trine_system::interpret::Fault;
use trine_system::{EdgeId, Effect, Interpreter, Outcome, State, Step, System, TemplateId};
use trine_verdict::{Finding, Reason, Trace, TraceMove, TraceStep};

use crate::expand::{Alarm, Batch, Expander};
use crate::machine::Machine;
use crate::symmetry::Stretch;

/// States that a search passed, each with the process that must be among those that step to it, where
/// that matters.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub states: Vec<Vec<u8>>,
    pub by: Vec<Option<u32>>,
}

impl Path {
    /// Adds the next state, and the process that stepped to it, where it is known.
    pub fn push(&mut self, state: &[u8], by: Option<u32>) {
        self.states.push(state.to_vec());
        self.by.push(by);
    }

    /// What happens between the states, in single steps, and for each state how many moves lead to it.
    /// None if the states do not follow each other, which is a bug of this engine.
    pub fn moves<M: Machine>(
        &self,
        expander: &mut Expander<'_, M>,
    ) -> Option<(Vec<TraceMove>, Vec<usize>)> {
        if expander.machine.is_symmetric() {
            let stretches = self.stretches(expander)?;
            let steps = expander.machine.lift(&stretches, true)?;
            return Some((steps.into_iter().map(TraceMove::System).collect(), Vec::new()));
        }
        let mut moves = Vec::new();
        let mut lengths = vec![0];
        for (pair, by) in self.states.windows(2).zip(&self.by[1..]) {
            let steps = record(expander, &pair[0], |batch| {
                let moves = |step: &Step, who: u32| {
                    step.process == who || step.partner.is_some_and(|at| at.process == who)
                };
                let fits = |entry: &usize| {
                    let steps = &batch.recorded[*entry];
                    batch.packed(*entry) == pair[1]
                        && by.is_none_or(|who| steps.iter().any(|step| moves(step, who)))
                };
                let mut entries = (0..batch.entries.len()).filter(fits);
                entries.next().map(|entry| batch.recorded[entry].clone())
            })?;
            push(&mut moves, steps);
            lengths.push(moves.len());
        }
        Some((moves, lengths))
    }

    /// The moves along the path to an alarm that the expansion of its last state raises.
    pub fn moves_to_alarm<M: Machine>(
        &self,
        expander: &mut Expander<'_, M>,
        alarm: &Alarm,
    ) -> Option<Vec<TraceMove>> {
        let last = steps_to_alarm(expander, self.states.last()?, alarm)?;
        let moves = |steps: Vec<Step>| steps.into_iter().map(TraceMove::System);
        if expander.machine.is_symmetric() {
            let mut stretches = self.stretches(expander)?;
            stretches.push(Stretch { steps: last, renamed: Vec::new() });
            return Some(moves(expander.machine.lift(&stretches, false)?).collect());
        }
        let (mut before, _) = self.moves(expander)?;
        before.extend(moves(last));
        Some(before)
    }

    /// The steps between the states, with the renamings after them.
    fn stretches<M: Machine>(&self, expander: &mut Expander<'_, M>) -> Option<Vec<Stretch>> {
        let stretch = |batch: &Batch, entry: usize| Stretch {
            steps: batch.recorded[entry].clone(),
            renamed: batch.renamed[entry].clone(),
        };
        let mut first = Batch::default();
        expander.record = true;
        let made = expander.initial(&mut first);
        expander.record = false;
        made.ok()?;
        let mut stretches = vec![stretch(&first, 0)];
        for pair in self.states.windows(2) {
            stretches.push(record(expander, &pair[0], |batch| {
                let found = (0..batch.entries.len()).find(|at| batch.packed(*at) == pair[1]);
                found.map(|entry| stretch(batch, entry))
            })?);
        }
        Some(stretches)
    }
}

/// The steps from a packed state to an alarm that its expansion raises.
fn steps_to_alarm<M: Machine>(
    expander: &mut Expander<'_, M>,
    from: &[u8],
    alarm: &Alarm,
) -> Option<Vec<Step>> {
    record(expander, from, |batch| {
        let found = batch.alarms.iter().find(|(other, _)| other == alarm);
        found.map(|(_, steps)| steps.clone())
    })
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
        moves.push(TraceMove::Stutter);
    }
    moves.extend(steps.into_iter().map(TraceMove::System));
}

/// An execution of the interpreter: the states it passes, and what its last step did.
pub struct Run {
    /// One more than there are moves, unless the last one ends the execution.
    pub states: Vec<State>,
    pub faults: Vec<Fault>,
    /// The first thing on the way that the model leaves out.
    pub unmodelled: Option<Reason>,
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
            TraceMove::Stutter => {
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
                run.unmodelled = run.unmodelled.or(left_out(interpreter, state, step, &outcome));
                run.faults = outcome.faults;
                run.states.extend(outcome.state);
            }
        }
    }
    Ok(run)
}

/// What the model leaves out of a step.
fn left_out(
    interpreter: &Interpreter<'_>,
    state: &State,
    step: &Step,
    outcome: &Outcome,
) -> Option<Reason> {
    let what = outcome.unmodelled.first()?.clone();
    let edges = interpreter.edges_of(state, step);
    let edge = edges.iter().find(|(_, edge)| edge.effects.iter().any(Effect::is_tainting));
    Some(Reason::Unmodelled { what, at: edge.and_then(|(_, edge)| edge.span) })
}

/// The two edges that a race is between, in a fixed order.
pub fn edges_of(race: &Race, template: impl Fn(usize) -> TemplateId) -> [(TemplateId, EdgeId); 2] {
    let mut edges = race.sides.map(|side| (template(side.process as usize), side.edge));
    edges.sort_unstable();
    edges
}

/// A finite violation: the trace with the fault that ends it, if a fault is what violates.
pub fn finite_finding(
    system: &System,
    moves: Vec<TraceMove>,
    check: Option<Check>,
    race: Option<[(TemplateId, EdgeId); 2]>,
) -> Result<(Finding, Option<Reason>), String> {
    let interpreter = Interpreter::new(system);
    let run = run(&interpreter, &moves)?;
    let owned = |fault: &&Fault| check.is_some_and(|check| check.owns(fault.kind));
    let fault = run.faults.iter().find(owned).cloned();
    let steps = moves.into_iter().map(|action| TraceStep { action, claim: None }).collect();
    let trace = Trace { steps, loop_from: None, last_claim: None };
    let race = race.and_then(|edges| {
        let state = run.states.last()?;
        let mut races = races(&interpreter, state);
        let wanted = |race: &Race| edges_of(race, |at| state.processes[at].template) == edges;
        // Where states stand for others, it may be others that race.
        let at = races.iter().position(wanted).unwrap_or(0);
        (at < races.len()).then(|| races.swap_remove(at))
    });
    Ok((Finding { trace, fault, race, program: None }, run.unmodelled))
}
