//! What one edge of a process does to the process, and what it means to all other processes.

use trine_system::interpret::Thread;
use trine_system::{Edge, EdgeId, Effect, Expr, Guard, Pattern, Root, Sync};
use trine_verdict::{CellUse, ChannelUse, IlpEvent, IlpLabel, IlpPart, MonitorUse, ProcessUse};

use crate::eval::{Ask, Halt, Run, asks_about, is_plain};
use crate::process_state::{Call, ProcessState};
use crate::system_facts::{SystemFacts, written};

/// What an edge leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fired {
    pub state: ProcessState,
    /// What the step means to other parts, in order.
    pub parts: Vec<(IlpPart, IlpLabel)>,
    pub events: Vec<IlpEvent>,
    /// It is not sure that the step can be taken.
    pub unsure: bool,
}

/// What is known so far of what can be received and accepted.
#[derive(Default)]
pub struct Environment {
    /// For each channel, the messages that are ever sent.
    pub messages: Vec<Vec<Vec<i64>>>,
    /// For each entry, the calls that are ever made: by which process, and with what.
    pub calls: Vec<Vec<(u32, Vec<i64>)>>,
    /// Which processes can be seen to end.
    pub mortal: Vec<bool>,
}

/// Takes an edge: its own doing, or the reception of a message at a rendezvous.
pub fn fire(
    facts: &SystemFacts<'_>,
    known: &Environment,
    (process, process_state): (u32, &ProcessState),
    id: EdgeId,
    received: Option<(usize, &[i64])>,
    answers: &[i64],
) -> Result<Option<Fired>, Halt> {
    let edge = facts.edge(process, id);
    let mut run = Run::new(facts, process, process_state.clone(), &known.mortal, answers);
    run.look(&asked(facts, process, id))?;
    run.condition = true;
    match &edge.guard {
        Guard::Always => {}
        Guard::When(guard) => {
            if !run.may_hold(guard)? {
                return Ok(None);
            }
        }
        Guard::Else => {
            // One that is offered a message takes it whatever else it could do.
            if received.is_none() && other_is_open(&mut run, id)? {
                return Ok(None);
            }
        }
    }
    run.condition = false;
    let mut parts = Vec::new();
    if let Some(sync) = &edge.sync {
        let open = match received {
            Some((channel, message)) => receive(&mut run, sync, channel, message)?,
            None => synchronise(&mut run, known, sync, &mut parts)?,
        };
        if !open {
            return Ok(None);
        }
        let meets = parts.iter().any(|(part, _)| matches!(part, IlpPart::Process(_)));
        if meets && matches!(sync, Sync::Send { .. }) && writes_globals(facts, edge) {
            let what = "a rendezvous in which the sender also changes a variable".to_string();
            return Err(Halt::Unsupported(what));
        }
    }
    let mut events = Vec::new();
    let template = facts.template(process);
    for (position, effect) in edge.effects.iter().enumerate() {
        if !facts.live.is_idle(template, id, position) {
            perform(&mut run, effect, &mut events)?;
        }
    }
    run.state.location = edge.to;
    run.state.forget(facts, process);
    for process in &run.ended {
        parts.push(to_process(*process, ProcessUse::SeenEnded));
    }
    for (cell, (first, now)) in &run.cells {
        let label = match first {
            Some(value) if value == now => CellUse::Reads(*value),
            Some(value) => CellUse::Changes { from: *value, to: *now },
            None => CellUse::Writes(*now),
        };
        parts.push((IlpPart::Cell(*cell), IlpLabel::Cell(label)));
    }
    Ok(Some(Fired { state: run.state, parts, events, unsure: run.unsure }))
}

fn to_process(process: u32, what: ProcessUse) -> (IlpPart, IlpLabel) {
    (IlpPart::Process(process), IlpLabel::Process(vec![what]))
}

/// Those whose end decides whether an edge is executable, in order.
fn asked(facts: &SystemFacts<'_>, process: u32, id: EdgeId) -> Vec<u32> {
    let mut found = Vec::new();
    let count = facts.initial.processes.len();
    let edge = facts.edge(process, id);
    match &edge.guard {
        Guard::Always => {}
        Guard::When(guard) => asks_about(guard, process, count, &mut found),
        Guard::Else => {
            for other in facts.edges_from(process, edge.from) {
                let other = facts.edge(process, *other);
                if let Guard::When(guard) = &other.guard
                    && other.rank == edge.rank
                    && is_plain(guard, Some(process))
                {
                    asks_about(guard, process, count, &mut found);
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn writes_globals(facts: &SystemFacts<'_>, edge: &Edge) -> bool {
    let mut found = false;
    written(edge, &mut |place| {
        if let Root::Global(global) = place.root {
            found |= !facts.live.is_ignored(global);
        }
    });
    found
}

/// Whether another edge of the same location and rank is surely executable.
fn other_is_open(run: &mut Run<'_, '_>, id: EdgeId) -> Result<bool, Halt> {
    let facts = run.facts;
    let edge = facts.edge(run.process, id);
    for other in facts.edges_from(run.process, edge.from) {
        let other = facts.edge(run.process, *other);
        if other.rank != edge.rank || other.guard == Guard::Else {
            continue;
        }
        let blocks = other.sync.as_ref().is_some_and(Sync::may_block);
        let spawns = other.effects.iter().any(|effect| matches!(effect, Effect::Run { .. }));
        let open = match &other.guard {
            Guard::When(guard) if !is_plain(guard, Some(run.process)) => {
                run.unsure = true;
                false
            }
            Guard::When(guard) => match run.eval(guard) {
                Ok(value) => value != 0,
                // It would fault, and end the execution: whatever comes next is no matter.
                Err(Halt::Fault) => false,
                Err(halt) => return Err(halt),
            },
            Guard::Always | Guard::Else => true,
        };
        if open && !blocks && !spawns {
            return Ok(true);
        }
        run.unsure |= open;
    }
    Ok(false)
}

/// Does what a synchronisation does; false where the process alone shows that it is not enabled.
fn synchronise(
    run: &mut Run<'_, '_>,
    known: &Environment,
    sync: &Sync,
    parts: &mut Vec<(IlpPart, IlpLabel)>,
) -> Result<bool, Halt> {
    let facts = run.facts;
    let me = run.process;
    match sync {
        Sync::Send { channel, values, .. } => {
            let channel = run.channel(channel)?;
            let message = message(run, channel, values)?.into();
            let number = channel as u32;
            if facts.is_rendezvous(channel) {
                let other = run.ask(Ask::Receiver(number))?;
                let received = ProcessUse::Receives { from: me, channel: number, message };
                parts.push(to_process(other as u32, received));
            } else {
                let label = IlpLabel::Channel { how: ChannelUse::Sends, message };
                parts.push((IlpPart::Channel(number), label));
            }
        }
        Sync::Receive { channel, patterns, anywhere, keep } => {
            let channel = run.channel(channel)?;
            if facts.is_rendezvous(channel) {
                return Ok(false);
            }
            let which = run.ask(Ask::Message(channel as u32))?;
            let message = &known.messages[channel][which as usize];
            if !take(run, patterns, message)? {
                return Ok(false);
            }
            let how = match (keep, anywhere) {
                (true, true) => {
                    let what = "a look at messages behind the first".to_string();
                    return Err(Halt::Unsupported(what));
                }
                (true, false) => ChannelUse::LooksAt,
                (false, true) => ChannelUse::TakesAnywhere,
                (false, false) => ChannelUse::Takes,
            };
            let label = IlpLabel::Channel { how, message: message.as_slice().into() };
            parts.push((IlpPart::Channel(channel as u32), label));
        }
        Sync::Enter(of)
        | Sync::Exit(of)
        | Sync::Wait(of)
        | Sync::Waiting(of)
        | Sync::WakeUp(of)
        | Sync::Notified(of)
        | Sync::Notify(of)
        | Sync::NotifyAll(of) => {
            let index = run.index(of.index.as_ref())?;
            let monitor = facts.monitor(of, index).ok_or(Halt::Fault)?;
            let label = IlpLabel::Monitor { operation: operation(sync), process: me };
            parts.push((IlpPart::Monitor(monitor as u32), label));
        }
        // No process is there to start itself, or at its end when it waits for it.
        Sync::Start(process) => match process_of(run, process)? {
            Some(other) if other != run.process => {
                parts.push(to_process(other, ProcessUse::Started));
            }
            _ => return Err(Halt::Fault),
        },
        Sync::Join(process) => {
            if let Some(other) = process_of(run, process)? {
                if other == run.process {
                    return Ok(false);
                }
                parts.push(to_process(other, ProcessUse::Joined));
            }
        }
        Sync::Begin => {
            if run.state.thread != Thread::Started {
                return Ok(false);
            }
            run.state.thread = Thread::Running;
        }
        Sync::End => run.state.thread = Thread::Ended,
        Sync::Call { entry, arguments } => {
            if matches!(run.state.call, Call::Queued { .. } | Call::Served { .. }) {
                return Err(Halt::Unsupported(
                    "a second call before the first is over".to_string(),
                ));
            }
            let index = run.index(entry.index.as_ref())?;
            let position = facts.entry(entry, index).ok_or(Halt::Fault)?;
            let types = &facts.system.entries[entry.entry].parameters;
            let mut values = Vec::new();
            for (argument, ty) in arguments.iter().zip(types) {
                let value = run.eval(argument)?;
                values.push(ty.store(value).map_err(|_| Halt::Fault)?);
            }
            run.state.call = Call::Queued { entry: position, arguments: values };
        }
        // The facts refuses these.
        Sync::Requeue { .. } => return Err(Halt::Fault),
        Sync::Withdraw(entry) => {
            let index = run.index(entry.index.as_ref())?;
            let position = facts.entry(entry, index).ok_or(Halt::Fault)?;
            match &run.state.call {
                Call::Queued { entry, .. } if *entry == position => run.state.call = Call::None,
                _ => return Ok(false),
            }
        }
        Sync::Return { results, .. } => {
            let Call::Answered { results: values } = run.state.call.clone() else {
                return Ok(false);
            };
            run.state.call = Call::None;
            for (place, value) in results.iter().zip(values) {
                run.assign(place, value)?;
            }
        }
        Sync::Accept { entry, parameters } => {
            let index = run.index(entry.index.as_ref())?;
            let position = facts.entry(entry, index).ok_or(Halt::Fault)?;
            let which = run.ask(Ask::Caller(position as u32))?;
            let (caller, values) = known.calls[position][which as usize].clone();
            if caller == run.process && facts.callers_wait {
                return Ok(false);
            }
            if caller == run.process {
                return Err(Halt::Unsupported("a process that accepts its own call".to_string()));
            }
            run.state.serving.push(caller);
            for (place, value) in parameters.iter().zip(&values) {
                run.assign(place, *value)?;
            }
            let (entry, arguments) = (position as u32, values.into());
            parts.push(to_process(caller, ProcessUse::Accepted { entry, by: me, arguments }));
        }
        Sync::Complete { entry, results } => {
            let mut values = Vec::new();
            for (result, ty) in results.iter().zip(&facts.system.entries[entry.entry].results) {
                let value = run.eval(result)?;
                values.push(ty.store(value).map_err(|_| Halt::Fault)?);
            }
            if let Some(caller) = run.state.serving.pop() {
                let results = values.into();
                parts.push(to_process(caller, ProcessUse::Answered { by: me, results }));
            }
        }
    }
    Ok(true)
}

fn process_of(run: &mut Run<'_, '_>, process: &Expr) -> Result<Option<u32>, Halt> {
    let number = run.eval(process)?;
    let known = number >= 0 && (number as usize) < run.mortal.len();
    Ok(known.then_some(number as u32))
}

/// An operation on a monitor.
fn operation(sync: &Sync) -> MonitorUse {
    match sync {
        Sync::Enter(_) => MonitorUse::Enter,
        Sync::Exit(_) => MonitorUse::Exit,
        Sync::Wait(_) => MonitorUse::Wait,
        Sync::Waiting(_) => MonitorUse::Waiting,
        Sync::WakeUp(_) => MonitorUse::WakeUp,
        Sync::Notified(_) => MonitorUse::Notified,
        Sync::Notify(_) => MonitorUse::Notify,
        _ => MonitorUse::NotifyAll,
    }
}

fn message(run: &mut Run<'_, '_>, channel: usize, values: &[Expr]) -> Result<Vec<i64>, Halt> {
    let kind = run.facts.initial.channels[channel].kind;
    let mut message = Vec::new();
    for (position, field) in run.facts.system.channel_kinds[kind].fields.iter().enumerate() {
        let value = match values.get(position) {
            Some(value) => run.eval(value)?,
            None => 0,
        };
        message.push(field.store(value).map_err(|_| Halt::Fault)?);
    }
    Ok(message)
}

/// Receives a message that is offered at a rendezvous.
fn receive(
    run: &mut Run<'_, '_>,
    sync: &Sync,
    offered: usize,
    message: &[i64],
) -> Result<bool, Halt> {
    let Sync::Receive { channel, patterns, .. } = sync else { return Ok(false) };
    Ok(run.channel(channel)? == offered && take(run, patterns, message)?)
}

/// Binds a message, if it matches.
fn take(run: &mut Run<'_, '_>, patterns: &[Pattern], message: &[i64]) -> Result<bool, Halt> {
    for (pattern, value) in patterns.iter().zip(message) {
        if let Pattern::Match(wanted) = pattern
            && run.eval(wanted)? != *value
        {
            return Ok(false);
        }
    }
    for (pattern, value) in patterns.iter().zip(message) {
        if let Pattern::Bind(place) = pattern {
            run.assign(place, *value)?;
        }
    }
    Ok(true)
}

fn perform(run: &mut Run<'_, '_>, effect: &Effect, events: &mut Vec<IlpEvent>) -> Result<(), Halt> {
    match effect {
        Effect::Assign(place, value) => {
            let value = run.eval(value)?;
            run.assign(place, value)?;
        }
        Effect::Choose { into, low, high, known } => {
            let value = run.ask(Ask::Between(*low, *high))?;
            run.assign(into, value)?;
            if !known {
                events.push(IlpEvent::Unmodelled);
            }
        }
        Effect::Emit { event, when } => {
            let happens = match is_plain(when, None) {
                false => run.ask(Ask::Between(0, 1))? != 0,
                true => match run.eval(when) {
                    Ok(value) => value != 0,
                    Err(Halt::Fault) => false,
                    Err(halt) => return Err(halt),
                },
            };
            if happens {
                events.push(IlpEvent::Observed(*event));
            }
        }
        Effect::Unmodelled(_) | Effect::Limit { .. } => events.push(IlpEvent::Unmodelled),
        Effect::Abort(..) => return Err(Halt::Fault),
        Effect::Run { .. } => {
            return Err(Halt::Unsupported("processes that are created on the way".to_string()));
        }
        Effect::New { .. } => {
            return Err(Halt::Unsupported("records that are made on the way".to_string()));
        }
        Effect::Assert(_) | Effect::Print(_) | Effect::SetPriority(..) | Effect::Fail(..) => {}
    }
    Ok(())
}

/// How many processes there are, as positions.
pub fn processes(facts: &SystemFacts<'_>) -> std::ops::Range<u32> {
    0..facts.initial.processes.len() as u32
}

/// Whether an edge can be one of those that no other process can see, prevent or cause.
pub fn may_be_quiet(facts: &SystemFacts<'_>, process: u32, id: EdgeId) -> bool {
    let edge = facts.edge(process, id);
    let sync = match &edge.sync {
        None | Some(Sync::Begin | Sync::Call { .. } | Sync::Return { .. } | Sync::Withdraw(_)) => {
            true
        }
        Some(Sync::Complete { .. }) => facts.callers_wait,
        Some(_) => false,
    };
    let template = facts.template(process);
    let mut effects = edge.effects.iter().enumerate();
    let loud = effects.any(|(position, effect)| match effect {
        Effect::Emit { .. } | Effect::Run { .. } | Effect::New { .. } => true,
        // That a value is unknown is no matter where nothing asks for it.
        Effect::Choose { known: false, .. } => !facts.live.is_idle(template, id, position),
        effect => effect.ends_knowledge(),
    });
    sync && !loud
}
