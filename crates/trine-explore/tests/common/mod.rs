//! What the tests of the engine share.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use trine_property::Check;
use trine_system::{Interpreter, State, System};
use trine_verdict::{Progress, Watch};

/// There is no observer, and time stands still.
pub struct Quiet;

impl Watch for Quiet {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn cancelled(&self) -> bool {
        false
    }
    fn progress(&self, _: Progress) {}
}

/// The checks that some execution violates, by a search without any tricks; none where there are too
/// many states, or where something is left out of the model.
pub fn violated_naively(system: &System, limit: usize) -> Option<BTreeSet<Check>> {
    let interpreter = Interpreter::new(system);
    let mut violated = BTreeSet::new();
    let mut note = |violates: &dyn Fn(Check) -> bool| {
        violated.extend(Check::ALL.into_iter().filter(|check| violates(*check)));
    };
    let initial = interpreter.initial();
    note(&|check| initial.faults.iter().any(|fault| check.owns(fault.kind)));
    let mut open: Vec<State> = initial.state.into_iter().collect();
    let mut known: HashSet<State> = open.iter().map(|state| interpreter.key(state)).collect();
    while let Some(state) = open.pop() {
        let steps = interpreter.steps(&state);
        note(&|check| steps.is_empty() && check.violated_at_rest(&interpreter, &state));
        if state.exclusive.is_none() {
            note(&|check| check.violated_in(&interpreter, &state));
        }
        for step in &steps {
            let outcome = interpreter.step(&state, step);
            if !outcome.unmodelled.is_empty() || outcome.limit.is_some() {
                return None;
            }
            let after = outcome.state.as_ref();
            note(&|check| {
                outcome.faults.iter().any(|fault| check.owns(fault.kind))
                    || check.violated_by_step(&interpreter, &state, step, after)
            });
            if let Some(next) = outcome.state
                && known.insert(interpreter.key(&next))
            {
                if known.len() > limit {
                    return None;
                }
                open.push(next);
            }
        }
    }
    Some(violated)
}
