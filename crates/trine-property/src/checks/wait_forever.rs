//! `wait-forever`: no process is left to give what a thread waits for.

use trine_system::interpret::Context;
use trine_system::{Edge, Guard, Interpreter, State, Sync};

/// Its name.
pub const NAME: &str = "wait-forever";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an execution reaches a state in which no process can step and some thread waits for a \
notification, a signal, a permit, a barrier or the answer to a call that no remaining thread can give. \
Often the signal came before the thread began to wait, and was missed; the report then says where. \
Such a state is a `deadlock`, too, unless only daemon threads wait.";

/// Given that no process can step: does a process wait to be notified or answered, or for a condition?
pub fn is_waiting_forever(interpreter: &Interpreter<'_>, state: &State) -> bool {
    (0..state.processes.len() as u32).any(|process| waits(interpreter, state, process))
}

/// Whether a process that cannot step waits for a notification, an answer or a condition, and should go on.
pub fn waits(interpreter: &Interpreter<'_>, state: &State, process: u32) -> bool {
    let at = &state.processes[process as usize];
    let template = &interpreter.system.templates[at.template];
    let location = &template.locations[at.location];
    let halted = super::deadlock::is_halted(interpreter, state, process);
    if template.daemon || location.final_ || location.end || halted {
        return false;
    }
    let context = Context::new(interpreter, state, Some(process));
    let edges = interpreter.outgoing(at.template, at.location);
    let edges = || edges.iter().map(|edge| &template.edges[*edge]);
    let closed = |edge: &Edge| match &edge.guard {
        Guard::When(guard) => context.holds(guard) == Ok(false),
        Guard::Always | Guard::Else => false,
    };
    // Beside a lock that it waits for, a false condition on its own variables is only another branch.
    let others_could = |edge: &Edge| match &edge.guard {
        Guard::When(guard) => !super::deadlock::reads_only_locals(guard),
        Guard::Always | Guard::Else => false,
    };
    let signal = |edge: &Edge| {
        matches!(edge.sync, Some(Sync::Waiting(_) | Sync::Return { .. })) && !closed(edge)
    };
    edges().any(|edge| signal(edge) || closed(edge) && others_could(edge))
        || edges().next().is_some() && edges().all(closed)
}
