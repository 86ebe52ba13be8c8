//! `deadlock`: no process can step, although one should have ended; or, among threads, some wait for
//! each other whatever the others do.

use trine_system::interpret::{Context, ProcessState, Thread};
use trine_system::{EntryId, Expr, Guard, Interpreter, Root, State, Sync};

/// Its name.
pub const NAME: &str = "deadlock";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an execution reaches a state in which no process can step although one that should \
end has not: it rests neither at the end of its code nor at a location with an `end` label. \
Among the threads of a program it is also violated when some of them wait, without time-out or \
interrupt, for a lock that another of them holds, for another of them to end, or to answer or make a call, so that none of them \
can ever go on, even while the rest of the program still runs; a lock whose holder has ended counts \
as held for ever. Daemon threads may be stuck for ever, and threads that were never started need not \
end. The report says who holds what and who \
waits for what.";

/// Given that no process can step: is there one that neither ended nor may rest where it is?
pub fn is_invalid_end(interpreter: &Interpreter<'_>, state: &State) -> bool {
    let threads = interpreter.system.rules.threads;
    state.processes.iter().zip(0..).any(|(process, number)| {
        let template = &interpreter.system.templates[process.template];
        let location = &template.locations[process.location];
        // A thread that was never started has nothing to end.
        let absent = threads && process.thread == Thread::New;
        !template.daemon
            && !location.final_
            && !location.end
            && !absent
            && !is_halted(interpreter, state, number)
    })
}

/// Whether a thread may not step because the program was ended.
pub fn is_halted(interpreter: &Interpreter<'_>, state: &State, process: u32) -> bool {
    let template = &interpreter.system.templates[state.processes[process as usize].template];
    interpreter.system.rules.threads
        && template.provided.as_ref().is_some_and(|provided| {
            Context::new(interpreter, state, Some(process)).holds(provided) == Ok(false)
        })
}

/// Whether some threads wait for each other for ever, one of which should go on.
pub fn has_circle(interpreter: &Interpreter<'_>, state: &State) -> bool {
    interpreter.system.rules.threads
        && stuck(interpreter, state).iter().any(|process| {
            let at = &state.processes[*process as usize];
            let template = &interpreter.system.templates[at.template];
            !template.daemon && !template.locations[at.location].end
        })
}

/// The threads that wait for locks and ends that only others of them could give.
pub fn stuck(interpreter: &Interpreter<'_>, state: &State) -> Vec<u32> {
    let count = state.processes.len() as u32;
    let ended = |process: u32| interpreter.has_ended(state, process);
    let found = stuck_among(count, |process| match ended(process) {
        true => Some(Vec::new()),
        false => waits_for(interpreter, state, process),
    });
    found.into_iter().filter(|process| !ended(*process)).collect()
}

/// The largest set of processes each of which waits only for others of the set. `givers` says which processes could
/// let one go on; none where it can go on otherwise. An empty list is that of a process that nothing lets go on.
pub fn stuck_among(count: u32, givers: impl Fn(u32) -> Option<Vec<u32>>) -> Vec<u32> {
    let mut waits: Vec<Option<Vec<u32>>> = (0..count).map(givers).collect();
    loop {
        let free = |process: &u32| waits.get(*process as usize).is_some_and(Option::is_none);
        let freed = waits.iter().position(|one| one.as_ref().is_some_and(|on| on.iter().any(free)));
        match freed {
            Some(process) => waits[process] = None,
            None => break,
        }
    }
    (0..count).filter(|process| waits[*process as usize].is_some()).collect()
}

/// The processes that could let one go on that waits for locks and ends only: the holder, or the one that is to
/// end, for each of its edges. None where it can go on, or where something else could let it; empty where all that
/// could have ended.
pub fn waits_for(interpreter: &Interpreter<'_>, state: &State, process: u32) -> Option<Vec<u32>> {
    let at = &state.processes[process as usize];
    let template = &interpreter.system.templates[at.template];
    let context = Context::new(interpreter, state, Some(process));
    if template.provided.is_some() {
        return None;
    }
    let mut waits = false;
    let mut givers = Vec::new();
    for edge in interpreter.outgoing(at.template, at.location) {
        let edge = &template.edges[*edge];
        match &edge.guard {
            Guard::Always => {}
            Guard::Else => return None,
            Guard::When(guard) if reads_only_locals(guard) => match context.holds(guard) {
                Ok(true) => {}
                // It stays false while the process waits.
                Ok(false) => continue,
                Err(_) => return None,
            },
            // Only the end of another opens this way.
            Guard::When(Expr::Ended(of)) => {
                let other = context.process_at(context.eval(of).ok()?)?;
                if interpreter.has_ended(state, other) {
                    return None;
                }
                waits = true;
                givers.push(other);
                continue;
            }
            Guard::When(_) => return None,
        }
        waits = true;
        let giver = match edge.sync.as_ref()? {
            Sync::Return { entry, .. } => {
                givers.extend(who_answers(interpreter, state, process, entry.entry)?);
                continue;
            }
            Sync::Accept { entry, .. } => {
                let index = entry.index.clone().map(Box::new);
                if context.eval(&Expr::Waiting(entry.entry, index)) != Ok(0) {
                    return None;
                }
                let calls = |sync: &Sync| matches!(sync, Sync::Call { entry: at, .. } | Sync::Requeue { entry: at, .. } if at.entry == entry.entry);
                givers.extend(with_code(interpreter, state, calls));
                continue;
            }
            Sync::Enter(of) => {
                let (owner, _) = state.monitors[context.monitor_index(of).ok()?].owner?;
                (owner != process).then_some(owner)?
            }
            Sync::Notified(of) => state.monitors[context.monitor_index(of).ok()?].owner?.0,
            Sync::Join(other) => {
                let other = context.process_at(context.eval(other).ok()?)?;
                let open = interpreter.has_ended(state, other)
                    || state.processes[other as usize].thread == Thread::New;
                (!open).then_some(other)?
            }
            _ => return None,
        };
        givers.push(giver);
    }
    waits.then_some(givers)
}

/// The processes that could answer a call: the one that serves the caller, or else all that accept such calls. None where
/// the answer is there.
fn who_answers(
    interpreter: &Interpreter<'_>,
    state: &State,
    caller: u32,
    entry: EntryId,
) -> Option<Vec<u32>> {
    if state.processes[caller as usize].reply.is_some() {
        return None;
    }
    let serves = |process: &ProcessState| process.serving.contains(&caller);
    if let Some(server) = state.processes.iter().position(serves) {
        return Some(vec![server as u32]);
    }
    // A caller that was requeued is answered elsewhere.
    let requeues = interpreter.system.requeues();
    let accepts = |sync: &Sync| matches!(sync, Sync::Accept { entry: at, .. } if at.entry == entry || requeues);
    Some(with_code(interpreter, state, accepts))
}

/// The processes that have not ended and whose code has such a synchronisation, or may have one.
fn with_code(
    interpreter: &Interpreter<'_>,
    state: &State,
    wanted: impl Fn(&Sync) -> bool,
) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for (process, number) in state.processes.iter().zip(0..) {
        let edges = &interpreter.system.templates[process.template].edges;
        // What is not modelled, or beyond a bound, may do it, too.
        let has = edges
            .iter()
            .any(|edge| edge.sync.as_ref().is_some_and(&wanted) || edge.ends_knowledge());
        if has && !interpreter.has_ended(state, number) {
            found.push(number);
        }
    }
    found
}

/// Whether only the process itself can change the value.
pub fn reads_only_locals(expr: &Expr) -> bool {
    let mut only = true;
    expr.visit(&mut |part| {
        only &= match part {
            Expr::Read(place) => matches!(place.root, Root::Local(_)),
            Expr::Const(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::Checked(..)
            | Expr::Myself => true,
            _ => false,
        };
    });
    only
}
