//! What differs between two states, cell by cell, in the user's names.

use trine_system::interpret::MonitorState;
use trine_system::{Init, Interpreter, State, Type, Variable};

/// A cell that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub name: String,
    pub old: String,
    pub new: String,
}

impl Change {
    /// Name, old and new value, as JSON has them.
    pub fn to_array(&self) -> [String; 3] {
        [self.name.clone(), self.old.clone(), self.new.clone()]
    }
}

/// Names of what a state holds. `process_names` are those of its processes, by number.
#[derive(Clone, Copy)]
pub struct Names<'a, 's> {
    pub interpreter: &'a Interpreter<'s>,
    pub process_names: &'a [String],
}

impl Names<'_, '_> {
    /// The name of a process.
    pub fn process(&self, process: u32) -> String {
        match self.process_names.get(process as usize) {
            Some(name) => name.clone(),
            None => format!("process {process}"),
        }
    }

    /// The name of the channel at a position: that of the variable it was made for.
    pub fn channel(&self, state: &State, position: usize) -> String {
        let system = self.interpreter.system;
        let owner = state.channels.get(position).and_then(|channel| channel.owner);
        // Channels are made in the order of declaration, when their owner comes to be.
        let mut before = state.channels[..position.min(state.channels.len())]
            .iter()
            .filter(|channel| channel.owner == owner)
            .count() as u32;
        let mut find = |variable: &Variable| {
            let Init::Channels(_) = variable.init else { return None };
            let cells = variable.cells();
            if before < cells {
                return Some(before);
            }
            before -= cells;
            None
        };
        let local = owner.and_then(|owner| Some((owner, state.processes.get(owner as usize)?)));
        match local {
            None => {
                for variable in &system.globals {
                    if let Some(cell) = find(variable) {
                        return variable.cell_name(cell);
                    }
                }
            }
            Some((owner, process)) => {
                for variable in &system.templates[process.template].locals {
                    if let Some(cell) = find(variable) {
                        return format!("{}.{}", self.process(owner), variable.cell_name(cell));
                    }
                }
            }
        }
        format!("channel {}", position + 1)
    }

    /// A value as people write it.
    pub fn value(&self, state: &State, ty: Type, value: i64) -> String {
        match ty {
            Type::Channel if value == 0 => "none".to_string(),
            Type::Channel if (1..=state.channels.len() as i64).contains(&value) => {
                self.channel(state, value as usize - 1)
            }
            _ => self.interpreter.show_value(ty, value),
        }
    }

    /// The value of a cell as people write it.
    pub fn cell(&self, state: &State, variable: &Variable, value: i64) -> String {
        match variable.ty {
            Type::Channel => self.value(state, variable.ty, value),
            _ => self.interpreter.show_cell(variable, value),
        }
    }

    /// A message with its fields as their types show them.
    pub fn message(&self, state: &State, channel: usize, message: &[i64]) -> String {
        let kind = &self.interpreter.system.channel_kinds[state.channels[channel].kind];
        let fields = message.iter().zip(&kind.fields);
        let fields: Vec<String> =
            fields.map(|(value, ty)| self.value(state, *ty, *value)).collect();
        match fields.as_slice() {
            [only] => only.clone(),
            _ => format!("({})", fields.join(", ")),
        }
    }

    /// The messages that a channel holds, the next one first.
    pub fn contents(&self, state: &State, channel: usize) -> String {
        let messages = state.channels[channel].messages.iter();
        let messages: Vec<String> =
            messages.map(|message| self.message(state, channel, message)).collect();
        format!("[{}]", messages.join(", "))
    }

    fn holder(&self, monitor: &MonitorState) -> String {
        match monitor.owner {
            None => "free".to_string(),
            Some((owner, 1)) => format!("held by {}", self.process(owner)),
            Some((owner, times)) => format!("held by {} {times} times", self.process(owner)),
        }
    }

    fn waiters(&self, monitor: &MonitorState) -> String {
        let waiter = |(who, _, notified): &(u32, u32, bool)| {
            let name = self.process(*who);
            if *notified { format!("{name} (notified)") } else { name }
        };
        format!("[{}]", monitor.waiters.iter().map(waiter).collect::<Vec<_>>().join(", "))
    }

    /// The name of each monitor of a state, in order.
    pub fn monitor(&self, position: usize) -> String {
        let monitors = self.interpreter.system.monitors.iter();
        numbered(monitors.map(|monitor| (monitor.name.as_str(), monitor.count)), position)
    }

    /// The name of an entry, with its index in a family.
    pub fn entry(&self, position: usize) -> String {
        let entries = self.interpreter.system.entries.iter();
        numbered(entries.map(|entry| (entry.name.as_str(), entry.count)), position)
    }
}

fn numbered<'n>(groups: impl Iterator<Item = (&'n str, u32)>, position: usize) -> String {
    let mut rest = position;
    for (name, count) in groups {
        if rest < count as usize {
            return if count == 1 { name.to_string() } else { format!("{name}[{rest}]") };
        }
        rest -= count as usize;
    }
    format!("#{position}")
}

/// All differences, globals first, then what processes share, then locals in order of processes.
/// What comes or goes with a process is no change.
pub fn changes(names: Names<'_, '_>, before: &State, after: &State) -> Vec<Change> {
    let system = names.interpreter.system;
    let mut found = Vec::new();
    let mut add = |name: String, old: String, new: String| {
        if old != new {
            found.push(Change { name, old, new });
        }
    };
    for (id, variable) in system.globals.enumerate() {
        let start = names.interpreter.global_offset(id);
        for cell in 0..variable.cells() {
            let at = start + cell as usize;
            let (old, new) = (before.globals[at], after.globals[at]);
            if old != new {
                let old = names.cell(before, variable, old);
                add(variable.cell_name(cell), old, names.cell(after, variable, new));
            }
        }
    }
    for channel in 0..before.channels.len().min(after.channels.len()) {
        if before.channels[channel].messages != after.channels[channel].messages {
            let name = names.channel(after, channel);
            add(name, names.contents(before, channel), names.contents(after, channel));
        }
    }
    for (position, (old, new)) in before.monitors.iter().zip(&after.monitors).enumerate() {
        if old != new {
            let name = names.monitor(position);
            add(name.clone(), names.holder(old), names.holder(new));
            add(format!("waiting on {name}"), names.waiters(old), names.waiters(new));
        }
    }
    for (position, (old, new)) in before.entries.iter().zip(&after.entries).enumerate() {
        let queue = |queue: &[(u32, Vec<i64>)]| {
            let callers: Vec<String> = queue.iter().map(|(who, _)| names.process(*who)).collect();
            format!("[{}]", callers.join(", "))
        };
        if old != new {
            add(
                format!("queue of {}", names.entry(position)),
                queue(&old.queue),
                queue(&new.queue),
            );
        }
    }
    changes_of_records(names, before, after, &mut add);
    changes_of_processes(names, before, after, &mut add);
    found
}

/// Differences in the records of pools.
fn changes_of_records(
    names: Names<'_, '_>,
    before: &State,
    after: &State,
    add: &mut dyn FnMut(String, String, String),
) {
    let system = names.interpreter.system;
    for (number, (old, new)) in before.pools.iter().zip(&after.pools).enumerate() {
        let pool = &system.pools.as_slice()[number];
        let size: usize = pool.fields.iter().map(|field| field.cells() as usize).sum();
        for (at, (old, new)) in old.iter().zip(new).enumerate() {
            if old == new || size == 0 {
                continue;
            }
            let mut cell = (at % size) as u32;
            for field in &pool.fields {
                if cell < field.cells() {
                    let name = format!("{}#{}.{}", pool.name, at / size + 1, field.cell_name(cell));
                    let old = names.value(before, field.ty, *old);
                    add(name, old, names.value(after, field.ty, *new));
                    break;
                }
                cell -= field.cells();
            }
        }
    }
}

/// Differences in the locals and priorities of processes that are in both states.
fn changes_of_processes(
    names: Names<'_, '_>,
    before: &State,
    after: &State,
    add: &mut dyn FnMut(String, String, String),
) {
    let system = names.interpreter.system;
    for (number, (old, new)) in before.processes.iter().zip(&after.processes).enumerate() {
        let number = number as u32;
        if old.template != new.template {
            continue;
        }
        for (id, variable) in system.templates[old.template].locals.enumerate() {
            let start = names.interpreter.local_offset(old.template, id);
            for cell in 0..variable.cells() {
                let at = start + cell as usize;
                if old.locals[at] != new.locals[at] {
                    let name = format!("{}.{}", names.process(number), variable.cell_name(cell));
                    let old = names.cell(before, variable, old.locals[at]);
                    add(name, old, names.cell(after, variable, new.locals[at]));
                }
            }
        }
        let priority = format!("priority of {}", names.process(number));
        add(priority, old.priority.to_string(), new.priority.to_string());
    }
}
