//! Callers at entries: which process a call is for, how far it has come, and whether any is left to make one.

use std::collections::BTreeSet;

use trine_system::interpret::{Context, State};
use trine_system::{EntryId, LocationId, Sync};

use super::changes::Names;

/// What a caller waits for, to follow the word "waits": the process that serves it, or where it stands in which queue.
pub fn caller(names: Names<'_, '_>, state: &State, process: u32, called: EntryId) -> String {
    let entry = &names.interpreter.system.entries[called].name;
    let serves = |number: &usize| state.processes[*number].serving.contains(&process);
    if let Some(server) = (0..state.processes.len()).find(serves) {
        return format!(
            "for its call of {entry} to be completed by {}, which serves it",
            names.process(server as u32)
        );
    }
    let waits = state.entries.iter().enumerate().find_map(|(position, at)| {
        let place = at.queue.iter().position(|(caller, _)| *caller == process)?;
        Some((names.entry(position), place + 1, at.queue.len()))
    });
    let plain = format!("for its call of {entry} to be served");
    match waits {
        None => plain,
        Some((queue, place, length)) => {
            let own = queue == *entry || queue.starts_with(&format!("{entry}["));
            let whose = if own { "its queue".to_string() } else { format!("the queue of {queue}") };
            match (own, length) {
                (true, 1) => plain,
                _ => format!("{plain} (number {place} of {length} in {whose})"),
            }
        }
    }
}

/// What an acceptor waits for.
pub fn acceptor(names: Names<'_, '_>, context: &Context<'_, '_>, entry: EntryId) -> String {
    let name = &names.interpreter.system.entries[entry].name;
    let state = context.state;
    let others = (0..state.processes.len() as u32).filter(|one| Some(*one) != context.process);
    let may_come = others.into_iter().any(|other| may_call(names, state, other, entry));
    match may_come {
        true => format!("for a call of {name}"),
        false => format!("for a call of {name}, which no remaining thread can make"),
    }
}

/// Whether the code that is before a process has a call of an entry, or something unknown.
fn may_call(names: Names<'_, '_>, state: &State, process: u32, entry: EntryId) -> bool {
    let interpreter = names.interpreter;
    if interpreter.has_ended(state, process) {
        return false;
    }
    let at = &state.processes[process as usize];
    let template = &interpreter.system.templates[at.template];
    let mut seen: BTreeSet<LocationId> = BTreeSet::from([at.location]);
    let mut open = vec![at.location];
    while let Some(location) = open.pop() {
        for id in interpreter.outgoing(at.template, location) {
            let edge = &template.edges[*id];
            let calls = matches!(&edge.sync,
                Some(Sync::Call { entry: of, .. } | Sync::Requeue { entry: of, .. })
                    if of.entry == entry);
            if calls || edge.ends_knowledge() {
                return true;
            }
            if seen.insert(edge.to) {
                open.push(edge.to);
            }
        }
    }
    false
}
