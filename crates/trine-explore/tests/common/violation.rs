//! Runs a trace on the interpreter, to see what it violates.

use trine_property::Check;
use trine_system::{Interpreter, System};
use trine_verdict::{Trace, TraceMove};

/// Whether a trace is an execution at whose end the check is violated.
pub fn is_violation(system: &System, check: Check, trace: &Trace) -> bool {
    let interpreter = Interpreter::new(system);
    let initial = interpreter.initial();
    let Some(mut state) = initial.state else { return trace.steps.is_empty() };
    let mut last = false;
    for (position, step) in trace.steps.iter().enumerate() {
        let TraceMove::System(step) = &step.action else { return false };
        if !interpreter.steps(&state).contains(step) {
            return false;
        }
        let outcome = interpreter.step(&state, step);
        let after = outcome.state.as_ref();
        last = outcome.faults.iter().any(|fault| check.owns(fault.kind))
            || check.violated_by_step(&interpreter, &state, step, after);
        match outcome.state {
            Some(next) => state = next,
            None => return last && position + 1 == trace.steps.len(),
        }
    }
    last || check.violated_in(&interpreter, &state)
        || interpreter.steps(&state).is_empty() && check.violated_at_rest(&interpreter, &state)
}
