//! What each process waits for in a state in which no process can step.

use trine_base::Span;
use trine_system::interpret::{Context, State, Thread};
use trine_system::{Edge, Effect, Expr, Guard, MonitorRef, Sync};

use super::calls;
use super::changes::Names;
use crate::words::{Words, is_balanced};

/// What a process does in a state of rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Resting {
    /// Which of the trace's processes.
    pub process: usize,
    pub stands: Stands,
    /// In words, without the process's name: `waits to receive on q (empty)`.
    pub text: String,
    pub at: Option<String>,
    pub span: Option<Span>,
    /// Locks that it holds.
    pub holds: Vec<String>,
}

/// How a process stands at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It should go on and cannot.
    Waits,
    /// It may rest where it is.
    AtEnd,
    Ended,
}

/// Where a process stands, and what for, in words; and the place it stands at.
pub fn where_it_stands(
    names: Names<'_, '_>,
    state: &State,
    process: u32,
) -> (Stands, String, Option<Span>) {
    let interpreter = names.interpreter;
    let at = &state.processes[process as usize];
    let template = &interpreter.system.templates[at.template];
    let location = &template.locations[at.location];
    let edges = interpreter.outgoing(at.template, at.location);
    let statement = edges.iter().find_map(|edge| template.edges[*edge].span);
    let span = statement.or(location.span).or(template.span);
    if location.final_ {
        let younger = interpreter.system.rules.reap && process as usize + 1 < state.processes.len();
        let text = if younger { "has ended; a younger process keeps it" } else { "has ended" };
        return (Stands::Ended, text.to_string(), span);
    }
    if interpreter.system.rules.threads && at.thread == Thread::New {
        return (Stands::AtEnd, "was not started".to_string(), span);
    }
    let stands = if location.end || template.daemon { Stands::AtEnd } else { Stands::Waits };
    let context = Context { timeout: true, ..Context::new(interpreter, state, Some(process)) };
    let mut reasons: Vec<String> = Vec::new();
    match &template.provided {
        Some(provided) if matches!(context.holds(provided), Ok(false)) => {
            let words = Words::of(interpreter.system, at.template).expr(provided);
            let reason = format!("for its condition, provided ({words})");
            reasons.push(with_values(reason, values(names, &context, &[provided])));
        }
        _ => {
            for id in edges {
                if let Some(reason) = edge_waits(names, &context, &template.edges[*id])
                    && !reasons.contains(&reason)
                {
                    reasons.push(reason);
                }
            }
        }
    }
    const SHOWN: usize = 6;
    let more = reasons.len().saturating_sub(SHOWN);
    reasons.truncate(SHOWN);
    if more > 0 {
        reasons.push(format!("for one of {more} other things"));
    }
    let mut text = match reasons.is_empty() {
        true => "cannot go on".to_string(),
        false => format!("waits {}", reasons.join(", or ")),
    };
    if stands == Stands::AtEnd {
        text.push_str(" (and may end here)");
    }
    (stands, text, span)
}

/// The locks a process holds.
pub fn held_locks(names: Names<'_, '_>, state: &State, process: u32) -> Vec<String> {
    let held = state
        .monitors
        .iter()
        .enumerate()
        .filter(|(_, monitor)| monitor.owner.is_some_and(|(owner, _)| owner == process));
    held.map(|(position, _)| names.monitor(position)).collect()
}

/// What an edge that is not executable waits for, to follow the word "waits".
fn edge_waits(names: Names<'_, '_>, context: &Context<'_, '_>, edge: &Edge) -> Option<String> {
    let template = context.state.processes[context.process? as usize].template;
    let words = Words::of(names.interpreter.system, template);
    // To give up is nothing to wait for.
    if matches!(edge.sync, Some(Sync::Withdraw(_))) {
        return None;
    }
    match &edge.guard {
        Guard::Else => return None,
        // What only the model has is not for people.
        Guard::When(guard) if is_hidden(&words.expr(guard)) => {
            if matches!(context.holds(guard), Ok(false)) {
                return None;
            }
        }
        Guard::When(guard) if matches!(context.holds(guard), Ok(false)) => {
            let only_guard = edge.sync.is_none() && edge.effects.is_empty();
            let text = if only_guard && !edge.text.is_empty() && is_balanced(&edge.text) {
                edge.text.clone()
            } else {
                words.expr(guard)
            };
            let reason = format!("for {}", in_parentheses(text));
            return Some(with_values(reason, values(names, context, &[guard])));
        }
        Guard::When(_) | Guard::Always => {}
    }
    match &edge.sync {
        Some(sync) => sync_waits(names, context, words, edge, sync),
        None => {
            let runs = edge.effects.iter().any(|effect| matches!(effect, Effect::Run { .. }));
            let limit = names.interpreter.system.rules.process_limit;
            runs.then(|| format!("for room for one more process (there can be {limit})"))
        }
    }
}

fn is_hidden(text: &str) -> bool {
    text.starts_with('$') || text.contains(".$") || text.contains("($") || text.contains(" $")
}

fn sync_waits(
    names: Names<'_, '_>,
    context: &Context<'_, '_>,
    words: Words<'_>,
    edge: &Edge,
    sync: &Sync,
) -> Option<String> {
    let state = context.state;
    let system = names.interpreter.system;
    let channel = |channel: &Expr| {
        let position = context.channel(channel).ok()?;
        let at = &state.channels[position];
        Some((position, at, system.channel_kinds[at.kind].capacity))
    };
    Some(match sync {
        Sync::Send { channel: to, .. } => {
            let (position, at, capacity) = channel(to)?;
            let name = names.channel(state, position);
            match capacity {
                0 => format!("to send on {name} (no process receives: {})", words.edge(edge)),
                _ => format!("to send on {name} (full, {} of {capacity})", at.messages.len()),
            }
        }
        Sync::Receive { channel: from, .. } => {
            let (position, at, capacity) = channel(from)?;
            let name = names.channel(state, position);
            match at.messages.first() {
                _ if capacity == 0 => {
                    format!("to receive on {name} (no process sends: {})", words.edge(edge))
                }
                None => format!("to receive on {name} (empty)"),
                Some(first) => {
                    let first = names.message(state, position, first);
                    format!("to receive {} (first in {name} is {first})", words.edge(edge))
                }
            }
        }
        Sync::Enter(monitor) | Sync::Notified(monitor) => {
            let (name, owner) = lock(names, context, monitor)?;
            match owner {
                Some(owner) => format!("for the lock {name}, which {owner} holds"),
                None => format!("for the lock {name}"),
            }
        }
        Sync::Waiting(monitor) | Sync::WakeUp(monitor) => {
            format!("to be notified on {}", lock(names, context, monitor)?.0)
        }
        Sync::Join(other) => {
            let other = u32::try_from(context.eval(other).ok()?).ok()?;
            format!("for {} to end", names.process(other))
        }
        Sync::Begin if state.processes[context.process? as usize].thread == Thread::New => {
            "to be started".to_string()
        }
        Sync::Call { entry, .. } | Sync::Return { entry, .. } => {
            calls::caller(names, state, context.process?, entry.entry)
        }
        Sync::Accept { entry, .. } => calls::acceptor(names, context, entry.entry),
        _ => return None,
    })
}

fn lock(
    names: Names<'_, '_>,
    context: &Context<'_, '_>,
    monitor: &MonitorRef,
) -> Option<(String, Option<String>)> {
    let system = names.interpreter.system;
    let index = match &monitor.index {
        Some(index) => usize::try_from(context.eval(index).ok()?).ok()?,
        None => 0,
    };
    let before = system.monitors.iter().take(monitor.monitor.0 as usize);
    let position = before.map(|other| other.count as usize).sum::<usize>() + index;
    let owner = context.state.monitors.get(position)?.owner;
    Some((names.monitor(position), owner.map(|(owner, _)| names.process(owner))))
}

/// The cells that expressions read, with their values: `taken[1] is true`.
pub fn values(names: Names<'_, '_>, context: &Context<'_, '_>, exprs: &[&Expr]) -> Vec<String> {
    let Some(process) = context.process else { return Vec::new() };
    let Some(at) = context.state.processes.get(process as usize) else { return Vec::new() };
    let words = Words::of(names.interpreter.system, at.template);
    let mut found: Vec<String> = Vec::new();
    let mut see = |expr: &Expr| {
        let fact = match expr {
            Expr::Read(place) => words.variable(place).and_then(|variable| {
                let value = context.eval(expr).ok()?;
                let index = match &place.index {
                    Some(index) => u32::try_from(context.eval(index).ok()?).ok()?,
                    None => 0,
                };
                let root = match place.index {
                    Some(_) => trine_system::Place {
                        root: place.root.clone(),
                        index: Some(Box::new(Expr::Const(i64::from(index)))),
                    },
                    None => place.clone(),
                };
                if variable.ty == trine_system::Type::Channel {
                    return None;
                }
                let value = names.cell(context.state, variable, value);
                Some(format!("{} is {value}", words.place(&root)))
            }),
            Expr::Channel(_, channel) => context.channel(channel).ok().map(|position| {
                let length = context.state.channels[position].messages.len();
                format!("{} holds {length}", names.channel(context.state, position))
            }),
            _ => None,
        };
        if let Some(fact) = fact
            && !found.contains(&fact)
        {
            found.push(fact);
        }
    };
    for expr in exprs {
        expr.visit(&mut |inner| see(inner));
    }
    found
}

fn with_values(reason: String, values: Vec<String>) -> String {
    if values.is_empty() { reason } else { format!("{reason}, where {}", values.join(", ")) }
}

/// The text in one pair of parentheses, which it may have already.
fn in_parentheses(text: String) -> String {
    let mut depth = 0;
    let mut closes_early = false;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        closes_early |= depth == 0 && at + character.len_utf8() < text.len();
    }
    if text.starts_with('(') && !closes_early { text } else { format!("({text})") }
}
