//! What is wrong among threads: the wait-for graph, which accesses race, which signal was missed.

use trine_base::Span;
use trine_property::checks::data_race::races;
use trine_property::checks::dead_interaction::is_dead;
use trine_property::checks::{deadlock, wait_forever};
use trine_property::{Check, Race};
use trine_system::interpret::{Context, Move, SharedCell};
use trine_system::{Edge, Expr, Interpreter, MonitorRef, State, Step, Sync};
use trine_verdict::{Trace, TraceMove};

use super::changes::Names;
use super::violation::{Ending, enumerated, last_statement};
use super::waits::held_locks;
use super::{DescribedTrace, Stands};
use crate::model::RelatedPlace;

/// The circle of processes that wait for each other, as a sentence; none where there is no circle.
pub fn circle(names: Names<'_, '_>, state: &State) -> Option<String> {
    let interpreter = names.interpreter;
    let stuck = deadlock::stuck(interpreter, state);
    let next = |process: u32| -> Option<u32> {
        let givers = deadlock::waits_for(interpreter, state, process)?;
        givers.into_iter().find(|giver| stuck.contains(giver))
    };
    // A process that is followed long enough is on a circle, if there is one.
    let mut at = stuck.iter().copied().find(|process| next(*process).is_some())?;
    for _ in 0..stuck.len() {
        at = next(at)?;
    }
    let mut members = vec![at];
    while let Some(following) = next(members[members.len() - 1]).filter(|one| *one != at) {
        members.push(following);
    }
    let told = members.iter().enumerate().map(|(position, member)| {
        let giver = members[(position + 1) % members.len()];
        let giver = if giver == *member { "itself".to_string() } else { names.process(giver) };
        format!("{} waits for {}", names.process(*member), wanted(names, state, *member, &giver))
    });
    Some(told.collect::<Vec<_>>().join("; "))
}

/// What a process that waits for a lock or an end wants from another: `fork1, which b holds`.
fn wanted(names: Names<'_, '_>, state: &State, process: u32, giver: &str) -> String {
    let context = Context::new(names.interpreter, state, Some(process));
    let lock = |of: &MonitorRef| {
        let position = context.monitor_index(of).ok()?;
        let owner = state.monitors[position].owner?;
        Some((names.monitor(position), names.process(owner.0)))
    };
    for edge in edges(names.interpreter, state, process) {
        match &edge.sync {
            Some(Sync::Enter(of) | Sync::Notified(of)) => {
                if let Some((lock, owner)) = lock(of)
                    && (owner == giver || giver == "itself")
                {
                    return format!("{lock}, which {giver} holds");
                }
            }
            Some(Sync::Join(_)) => return format!("{giver} to end"),
            _ => {}
        }
    }
    giver.to_string()
}

/// Where the execution goes on although some are stuck for ever.
pub fn stuck(trace: &mut DescribedTrace, ending: &Ending<'_, '_>, parts: &mut Vec<String>) {
    let waiting: Vec<_> = trace.resting.iter().filter(|at| at.stands == Stands::Waits).collect();
    let who: Vec<&str> = waiting.iter().map(|at| trace.process(Some(at.process))).collect();
    let verb = if who.len() < 2 { "waits" } else { "wait" };
    trace.message = match circle(ending.names, ending.state) {
        Some(circle) => format!("{} {verb} for ever: {circle}", enumerated(&who)),
        None => format!("{} {verb} for ever for what no other thread can give", enumerated(&who)),
    };
    let statements = deadlock::stuck(ending.names.interpreter, ending.state);
    let statements = statements.iter().map(|process| {
        let texts = edges(ending.names.interpreter, ending.state, *process);
        texts.iter().map(|edge| edge.text.as_str()).collect::<Vec<_>>().join(" | ")
    });
    let mut statements: Vec<String> = statements.collect();
    statements.sort();
    statements.dedup();
    parts.extend(statements);
}

/// No process is left to give what a process waits for.
pub fn wait_for_ever(
    trace: &mut DescribedTrace,
    ending: &Ending<'_, '_>,
    raw: &Trace,
    parts: &mut Vec<String>,
) {
    let (interpreter, state) = (ending.names.interpreter, ending.state);
    let waiting: Vec<u32> = (0..state.processes.len() as u32)
        .filter(|process| wait_forever::waits(interpreter, state, *process))
        .collect();
    let names: Vec<String> = waiting.iter().map(|who| ending.names.process(*who)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let verb = if names.len() < 2 { "waits" } else { "wait" };
    let mut monitors: Vec<usize> = Vec::new();
    let mut places: Vec<(Span, u32)> = Vec::new();
    for process in &waiting {
        let context = Context::new(interpreter, state, Some(*process));
        for edge in edges(interpreter, state, *process) {
            if let Some(Sync::Waiting(of)) = &edge.sync
                && let Ok(position) = context.monitor_index(of)
                && !monitors.contains(&position)
            {
                monitors.push(position);
            }
            places.extend(edge.span.map(|span| (span, *process)));
            parts.push(edge.text.clone());
        }
    }
    let on: Vec<String> = monitors.iter().map(|at| ending.names.monitor(*at)).collect();
    trace.message = match on.is_empty() {
        true => format!("{} {verb} for what no remaining thread can give", enumerated(&names)),
        false => {
            format!("{} {verb} for ever to be notified on {}", enumerated(&names), on.join(" and "))
        }
    };
    trace.span = places.first().map(|(span, _)| *span).or(trace.span);
    for (span, process) in places {
        let message = format!("{} waits here", ending.names.process(process));
        trace.related.push(RelatedPlace::new(message, span, ending.sources));
    }
    let mut missed = None;
    follow(interpreter, raw, |before, step, after| {
        let Some(edge) = edge_of(interpreter, before, step) else { return };
        let (Some(Sync::Notify(of) | Sync::NotifyAll(of)), Some(after)) = (&edge.sync, after)
        else {
            return;
        };
        let context = Context::new(interpreter, before, Some(step.process));
        let Ok(position) = context.monitor_index(of) else { return };
        let nobody =
            Check::UnnecessaryNotify.violated_by_step(interpreter, before, step, Some(after));
        if nobody && monitors.contains(&position) {
            missed = Some((step.process, position, edge.span));
        }
    });
    if let Some((process, position, span)) = missed {
        trace.message.push_str("; a signal was missed");
        if let Some(span) = span {
            let (who, what) = (ending.names.process(process), ending.names.monitor(position));
            let message = format!("{who} notifies {what} here, when no thread waits yet");
            trace.related.push(RelatedPlace::new(message, span, ending.sources));
        }
    }
}

/// Two accesses that nothing orders; the first of the state where none is given.
pub fn race(
    trace: &mut DescribedTrace,
    ending: &Ending<'_, '_>,
    race: Option<&Race>,
    parts: &mut Vec<String>,
) {
    let (interpreter, state) = (ending.names.interpreter, ending.state);
    let Some(race) = race.cloned().or_else(|| races(interpreter, state).into_iter().next()) else {
        trace.message = "two accesses race".to_string();
        return;
    };
    let name = interpreter.shared_name(race.cell);
    let does = |write: bool| if write { "write" } else { "read" };
    let [one, two] = race.sides;
    let (first, second) = (ending.names.process(one.process), ending.names.process(two.process));
    trace.message = if one.write == two.write {
        format!("{first} and {second} are both about to {} {name}", does(one.write))
    } else {
        let (one, two) = (does(one.write), does(two.write));
        format!("{first} is about to {one} {name}, and {second} to {two} it")
    };
    parts.push(match race.cell {
        SharedCell::Global(_) => name.split(['[', '.']).next().unwrap_or("").to_string(),
        SharedCell::Record(..) => name.rsplit('.').next().unwrap_or("").to_string(),
    });
    let mut statements = Vec::new();
    for (position, side) in race.sides.iter().enumerate() {
        let at = &state.processes[side.process as usize];
        let edge = &interpreter.system.templates[at.template].edges[side.edge];
        statements.push(edge.text.clone());
        if let Some(span) = edge.span {
            if position == 0 {
                trace.span = Some(span);
            }
            let who = ending.names.process(side.process);
            let message = format!("{who} is about to {} {name}", does(side.write));
            trace.related.push(RelatedPlace::new(message, span, ending.sources));
        }
    }
    statements.sort();
    parts.extend(statements);
}

/// What the last step did that is worth a remark, or that it ended a thread which holds a lock.
pub fn step(
    trace: &mut DescribedTrace,
    check: Check,
    ending: &Ending<'_, '_>,
    parts: &mut Vec<String>,
) {
    last_statement(trace, ending, parts);
    let Some((before, step, _)) = ending.last else { return };
    let interpreter = ending.names.interpreter;
    let who = ending.names.process(step.process);
    let edge = edge_of(interpreter, before, step);
    let target = |state: &State, target: &Expr| {
        let number = Context::new(interpreter, state, Some(step.process)).eval(target).ok()?;
        Some(ending.names.process(u32::try_from(number).ok()?))
    };
    let other = |name: Option<String>| name.unwrap_or_else(|| "a thread".to_string());
    let dead = |state: &State, target: &Expr| {
        is_dead(&Context::new(interpreter, state, Some(step.process)), target)
    };
    let sync = edge.and_then(|edge| edge.sync.as_ref());
    trace.message = match (check, sync) {
        (Check::PrematureJoin, Some(Sync::Join(process))) => {
            format!("{who} joins {}, which was not started", other(target(before, process)))
        }
        (Check::UnnecessaryNotify, Some(Sync::Notify(of) | Sync::NotifyAll(of))) => {
            let context = Context::new(interpreter, before, Some(step.process));
            let name = context.monitor_index(of).map(|position| ending.names.monitor(position));
            format!("{who} notifies {}, and no thread waits", name.unwrap_or_default())
        }
        (Check::DeadInteraction, Some(Sync::Start(process))) if dead(before, process) => {
            format!("{who} starts {}, which has ended", other(target(before, process)))
        }
        (Check::DeadInteraction, _) => {
            let joins = edges(interpreter, ending.state, step.process);
            let join = joins.iter().find_map(|edge| match &edge.sync {
                Some(Sync::Join(process)) if dead(ending.state, process) => {
                    Some((edge.span, process))
                }
                _ => None,
            });
            if let Some(span) = join.and_then(|(span, _)| span) {
                trace.span = Some(span);
            }
            let ended = join.and_then(|(_, process)| target(ending.state, process));
            format!("join on a finished thread (harmless): {who} joins {}", other(ended))
        }
        _ => {
            let held = held_locks(ending.names, ending.state, step.process);
            format!("{who} ends while it holds {}", held.join(" and "))
        }
    };
}

/// The edges that leave the place where a process is.
fn edges<'i>(interpreter: &'i Interpreter<'_>, state: &State, process: u32) -> Vec<&'i Edge> {
    let Some(at) = state.processes.get(process as usize) else { return Vec::new() };
    let template = &interpreter.system.templates[at.template];
    let edges = interpreter.outgoing(at.template, at.location).iter();
    edges.map(|edge| &template.edges[*edge]).collect()
}

fn edge_of<'i>(interpreter: &'i Interpreter<'_>, state: &State, step: &Step) -> Option<&'i Edge> {
    let Move::Edge(edge) = step.action else { return None };
    let at = state.processes.get(step.process as usize)?;
    interpreter.system.templates[at.template].edges.get(edge)
}

/// Calls back with every step of a trace, as far as it can be followed.
fn follow(
    interpreter: &Interpreter<'_>,
    trace: &Trace,
    mut see: impl FnMut(&State, &Step, Option<&State>),
) {
    let Some(mut state) = interpreter.initial().state else { return };
    for step in &trace.steps {
        let TraceMove::System(step) = &step.action else { return };
        if edge_of(interpreter, &state, step).is_none() && matches!(step.action, Move::Edge(_)) {
            return;
        }
        let after = interpreter.step(&state, step).state;
        see(&state, step, after.as_ref());
        match after {
            Some(next) => state = next,
            None => return,
        }
    }
}
