//! `unnecessary-notify`: a notification finds no process waiting.

use trine_system::interpret::Context;
use trine_system::{Interpreter, MonitorRef, State};

/// Its name.
pub const NAME: &str = "unnecessary-notify";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Remarked when a thread notifies a monitor on which no thread waits. That is wasteful, and where a thread \
begins to wait afterwards it is a signal that was missed. A remark does not count in the exit code \
unless `--deny` or `--property` names it.";

/// Whether a notification by a process that may make it would reach no process.
pub fn reaches_nobody(
    interpreter: &Interpreter<'_>,
    state: &State,
    process: u32,
    of: &MonitorRef,
) -> bool {
    let context = Context::new(interpreter, state, Some(process));
    let Ok(position) = context.monitor_index(of) else { return false };
    let monitor = &state.monitors[position];
    let held = monitor.owner.is_some_and(|(owner, _)| owner == process);
    held && monitor.waiters.iter().all(|(_, _, told)| *told)
}
