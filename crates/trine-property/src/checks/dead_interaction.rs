//! `dead-interaction`: a thread has to do with one that has ended already.

use trine_system::interpret::Context;
use trine_system::{Expr, Guard, Interpreter, State, Sync};

/// Its name.
pub const NAME: &str = "dead-interaction";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Remarked when a thread comes to a join of another one that has already ended, or starts one that has: \
the call has nothing to do any more. A join that has to wait for the end is none. Often this is \
harmless, and sometimes it shows that a thread was thought to be alive which is not. A remark does not \
count in the exit code unless `--deny` or `--property` names it.";

/// Whether a process, just arrived where it is, is to join one that has ended.
pub fn comes_too_late(interpreter: &Interpreter<'_>, state: &State, process: u32) -> bool {
    let Some(at) = state.processes.get(process as usize) else { return false };
    let template = &interpreter.system.templates[at.template];
    let context = Context::new(interpreter, state, Some(process));
    interpreter.outgoing(at.template, at.location).iter().any(|edge| {
        let edge = &template.edges[*edge];
        let Some(Sync::Join(target)) = &edge.sync else { return false };
        let open = match &edge.guard {
            Guard::When(guard) => context.holds(guard) == Ok(true),
            Guard::Always | Guard::Else => true,
        };
        open && is_dead(&context, target)
    })
}

/// Whether the process that is meant has ended.
pub fn is_dead(context: &Context<'_, '_>, target: &Expr) -> bool {
    let target = context.eval(target).ok().and_then(|number| context.process_at(number));
    target.is_some_and(|target| context.interpreter.has_ended(context.state, target))
}
