//! `monitor-misuse`: a monitor is used by a process that does not hold it, or held by one that has ended.

use trine_system::{Interpreter, State};

/// Its name.
pub const NAME: &str = "monitor-misuse";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when a thread waits on a monitor, notifies it or unlocks it without holding its lock; and when \
a thread ends while it still holds a lock, which then no thread can ever get.";

/// Whether a process has ended and holds a monitor.
pub fn ended_with_lock(interpreter: &Interpreter<'_>, state: &State, process: u32) -> bool {
    (process as usize) < state.processes.len()
        && interpreter.has_ended(state, process)
        && state.monitors.iter().any(|at| at.owner.is_some_and(|(owner, _)| owner == process))
}
