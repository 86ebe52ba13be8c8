//! `premature-join`: a thread is joined before it is started.

use trine_system::interpret::{Context, Thread};
use trine_system::{Expr, Interpreter, State};

/// Its name.
pub const NAME: &str = "premature-join";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Remarked when a thread joins another one that was not started: the join returns at once, which is \
hardly what was meant. A remark does not count in the exit code unless `--deny` or `--property` names \
it.";

/// Whether a join by a process does not wait because its target was not started.
pub fn is_premature(
    interpreter: &Interpreter<'_>,
    state: &State,
    process: u32,
    target: &Expr,
) -> bool {
    let context = Context::new(interpreter, state, Some(process));
    let target = context.eval(target).ok().and_then(|number| context.process_at(number));
    target.is_some_and(|target| state.processes[target as usize].thread == Thread::New)
}
