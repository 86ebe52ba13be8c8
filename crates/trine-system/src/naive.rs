//! Visits every state that the interpreter can reach, in the most obvious way.
//!
//! This is the search against which every engine is measured, so it has no reductions and no tricks:
//! a queue, a set, and the interpreter.

use std::collections::{BTreeSet, HashSet, VecDeque};

use crate::{Expr, FaultKind, Interpreter, State, System};

/// What an exhaustive search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exploration {
    /// Distinct states in which no process holds exclusive control.
    pub raw_states: usize,
    /// Steps taken, from all states, those inside exclusive control included.
    pub transitions: usize,
    /// A state was reached where no process can step although one should have ended.
    pub deadlock: bool,
    /// The kinds of faults that some step makes.
    pub faults: BTreeSet<FaultKind>,
    /// Some step met what the model leaves out.
    pub unmodelled: bool,
    /// Some execution was cut off at a bound of the model, such as the size of a pool.
    pub bounded: bool,
    /// Every reachable state was visited; false when the search stopped at its limit.
    pub complete: bool,
}

/// Visits all states, or stops once more than `limit` states (inner ones included) are known. A
/// failed assertion or a fault that is only reported does not end an execution; other faults do.
pub fn explore_naively(system: &System, limit: usize) -> Exploration {
    let interpreter = Interpreter::new(system);
    let mut found = Exploration { complete: true, ..Exploration::default() };
    let first = interpreter.initial();
    found.faults.extend(first.faults.iter().map(|fault| fault.kind));
    let mut known = HashSet::new();
    let mut waiting = VecDeque::new();
    let mut discover = |state: State, found: &mut Exploration, waiting: &mut VecDeque<State>| {
        if known.insert(interpreter.key(&state)) {
            found.raw_states += usize::from(state.exclusive.is_none());
            waiting.push_back(state);
        }
        known.len()
    };
    if let Some(state) = first.state {
        discover(state, &mut found, &mut waiting);
    }
    while let Some(state) = waiting.pop_front() {
        let steps = interpreter.steps(&state);
        if steps.is_empty() && is_deadlock(&interpreter, &state) {
            found.deadlock = true;
        }
        for step in steps {
            let outcome = interpreter.step(&state, &step);
            found.transitions += 1;
            found.faults.extend(outcome.faults.iter().map(|fault| fault.kind));
            found.unmodelled |= !outcome.unmodelled.is_empty();
            found.bounded |= outcome.limit.is_some();
            if let Some(next) = outcome.state
                && discover(next, &mut found, &mut waiting) > limit
            {
                found.complete = false;
                return found;
            }
        }
    }
    found
}

/// Given that no process can step: does some process rest where it may not rest for ever?
pub fn is_deadlock(interpreter: &Interpreter<'_>, state: &State) -> bool {
    let threads = interpreter.system.rules.threads;
    state.processes.iter().zip(0..).any(|(process, number)| {
        let template = &interpreter.system.templates[process.template];
        let location = &template.locations[process.location];
        // A thread that was never started has nothing to end, nor has one of a program that was ended.
        let context = crate::interpret::Context::new(interpreter, state, Some(number));
        let halted = |provided: &Expr| context.holds(provided) == Ok(false);
        let absent = process.thread == crate::interpret::Thread::New
            || template.provided.as_ref().is_some_and(halted);
        let may_rest = template.daemon || location.final_ || location.end;
        !(may_rest || threads && absent)
    })
}
