//! Permutations of the parts of a system: processes with their code and locals, cells, locks, entries, channels.

use std::collections::BTreeMap;

use trine_system::interpret::{Exclusive, PendingEvent, State};
use trine_system::{Interpreter, LocalId, LocationId};

use super::joins::JoinRun;

/// What each part becomes. What is not mentioned stays what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permutation {
    /// For each process, the process that it becomes.
    pub processes: Vec<u32>,
    /// For each process whose code changes, what its locations and locals become.
    pub code: BTreeMap<u32, CodeMap>,
    /// Cells of globals, monitors, entries and channels, as positions in a state of the interpreter.
    pub cells: BTreeMap<u32, u32>,
    pub monitors: BTreeMap<u32, u32>,
    pub entries: BTreeMap<u32, u32>,
    pub channels: BTreeMap<u32, u32>,
}

/// How the code of one process lies on that of another, or on itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CodeMap {
    pub locations: BTreeMap<LocationId, LocationId>,
    pub locals: BTreeMap<LocalId, LocalId>,
}

impl Permutation {
    /// Leaves everything where it is.
    pub fn identity(processes: usize) -> Permutation {
        Permutation {
            processes: (0..processes as u32).collect(),
            code: BTreeMap::new(),
            cells: BTreeMap::new(),
            monitors: BTreeMap::new(),
            entries: BTreeMap::new(),
            channels: BTreeMap::new(),
        }
    }

    /// The process that this one becomes.
    pub fn process(&self, process: u32) -> u32 {
        self.processes.get(process as usize).copied().unwrap_or(process)
    }

    /// The processes that become others.
    pub fn moved(&self) -> impl Iterator<Item = u32> + '_ {
        self.processes.iter().zip(0..).filter(|(to, from)| *to != from).map(|(_, from)| from)
    }

    /// Whether it exchanges two processes and does nothing else to processes.
    pub fn is_exchange(&self) -> bool {
        self.moved().count() == 2
    }

    /// Whether processes that become each other begin with the same values. Otherwise these mostly say which process
    /// they are, to the end, so that no state is ever the image of another one.
    pub fn pays(&self, interpreter: &Interpreter<'_>, initial: &State) -> bool {
        self.code.iter().all(|(from, code)| {
            let one = &initial.processes[*from as usize];
            let two = &initial.processes[self.process(*from) as usize];
            code.locals.iter().all(|(local, becomes)| {
                let cells = interpreter.system.templates[one.template].locals[*local].cells();
                let start = interpreter.local_offset(one.template, *local);
                let into = interpreter.local_offset(two.template, *becomes);
                let cells = cells as usize;
                one.locals[start..start + cells] == two.locals[into..into + cells]
            })
        })
    }

    /// First this one, then another.
    pub fn then(&self, next: &Permutation) -> Permutation {
        let code = self.processes.iter().zip(0..).filter_map(|(to, from)| {
            let map = match (self.code.get(&from), next.code.get(to)) {
                (None, None) => return None,
                (Some(first), None) => first.clone(),
                (None, Some(second)) => second.clone(),
                (Some(first), Some(second)) => CodeMap {
                    locations: chain(&first.locations, &second.locations),
                    locals: chain(&first.locals, &second.locals),
                },
            };
            Some((from, map))
        });
        Permutation {
            processes: self.processes.iter().map(|to| next.process(*to)).collect(),
            code: code.collect(),
            cells: compose(&self.cells, &next.cells),
            monitors: compose(&self.monitors, &next.monitors),
            entries: compose(&self.entries, &next.entries),
            channels: compose(&self.channels, &next.channels),
        }
    }

    /// What undoes it.
    pub fn inverse(&self) -> Permutation {
        let mut processes = self.processes.clone();
        for (to, from) in self.processes.iter().zip(0..) {
            processes[*to as usize] = from;
        }
        let code = self.code.iter().map(|(from, map)| {
            let back = CodeMap { locations: flip(&map.locations), locals: flip(&map.locals) };
            (self.process(*from), back)
        });
        Permutation {
            processes,
            code: code.collect(),
            cells: flip(&self.cells),
            monitors: flip(&self.monitors),
            entries: flip(&self.entries),
            channels: flip(&self.channels),
        }
    }

    /// The state in which every process is in the place of its image. A process in one of these runs of
    /// joins waits for the first end that is missing.
    pub fn apply<'r>(
        &self,
        interpreter: &Interpreter<'_>,
        runs: impl Iterator<Item = &'r JoinRun>,
        state: &State,
    ) -> State {
        let mut next = state.clone();
        for (process, from) in state.processes.iter().zip(0..) {
            let to = self.process(from);
            let target = &mut next.processes[to as usize];
            target.priority = process.priority;
            target.thread = process.thread;
            target.reply.clone_from(&process.reply);
            target.serving = process.serving.iter().map(|one| self.process(*one)).collect();
            let Some(code) = self.code.get(&from) else { continue };
            let of = &code.locations;
            target.location = of.get(&process.location).copied().unwrap_or(process.location);
            let template = target.template;
            for (local, becomes) in &code.locals {
                let start = interpreter.local_offset(process.template, *local);
                let into = interpreter.local_offset(template, *becomes);
                let cells = interpreter.system.templates[template].locals[*becomes].cells();
                let cells = cells as usize;
                target.locals[into..into + cells]
                    .copy_from_slice(&process.locals[start..start + cells]);
            }
        }
        for (from, to) in &self.cells {
            next.globals[*to as usize] = state.globals[*from as usize];
        }
        for (from, to) in &self.channels {
            let messages = &state.channels[*from as usize].messages;
            next.channels[*to as usize].messages.clone_from(messages);
        }
        for (monitor, from) in state.monitors.iter().zip(0..) {
            let to = self.monitors.get(&from).copied().unwrap_or(from);
            let target = &mut next.monitors[to as usize];
            target.owner = monitor.owner.map(|(who, held)| (self.process(who), held));
            let waiters = monitor.waiters.iter();
            target.waiters =
                waiters.map(|(who, held, told)| (self.process(*who), *held, *told)).collect();
            target.waiters.sort_unstable();
        }
        for (entry, from) in state.entries.iter().zip(0..) {
            let to = self.entries.get(&from).copied().unwrap_or(from);
            let callers = entry.queue.iter();
            next.entries[to as usize].queue =
                callers.map(|(who, values)| (self.process(*who), values.clone())).collect();
        }
        next.exclusive =
            state.exclusive.map(|one| Exclusive { process: self.process(one.process), ..one });
        for observed in &mut next.pending_events {
            *observed = PendingEvent { process: self.process(observed.process), ..*observed };
        }
        next.last = self.process(state.last);
        for run in runs {
            run.put_in_place(interpreter, &mut next);
        }
        next
    }
}

/// One map after another where both are total on what can happen.
fn chain<T: Ord + Copy>(first: &BTreeMap<T, T>, second: &BTreeMap<T, T>) -> BTreeMap<T, T> {
    first.iter().map(|(from, to)| (*from, second.get(to).copied().unwrap_or(*to))).collect()
}

/// One map after another, each of which leaves alone what it does not mention.
fn compose(first: &BTreeMap<u32, u32>, second: &BTreeMap<u32, u32>) -> BTreeMap<u32, u32> {
    let mut both = chain(first, second);
    for (from, to) in second {
        both.entry(*from).or_insert(*to);
    }
    both.retain(|from, to| from != to);
    both
}

fn flip<T: Ord + Copy>(map: &BTreeMap<T, T>) -> BTreeMap<T, T> {
    map.iter().map(|(from, to)| (*to, *from)).collect()
}
