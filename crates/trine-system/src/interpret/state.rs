//! States of a system: everything that the future depends on.

use super::{Fault, Interpreter, Outcome};
use crate::interpret::eval::Context;
use crate::{ChannelKindId, Init, LocationId, TemplateId, Type, Variable, boxed};

/// Processes are numbered by their position; a process is created at the end, and only the last one
/// can be removed. Channels are numbered from 1 by their position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    pub globals: Vec<i64>,
    pub processes: Vec<ProcessState>,
    pub channels: Vec<ChannelState>,
    pub monitors: Vec<MonitorState>,
    pub entries: Vec<EntryState>,
    /// For each pool, the records in use, one after the other.
    pub pools: Vec<Vec<i64>>,
    /// The process that goes on alone.
    pub exclusive: Option<Exclusive>,
    /// The events of the last step that the claim has still to consume, the first of them now.
    pub pending_events: Vec<PendingEvent>,
    /// The process that made the last step, where the system tracks it.
    pub last: u32,
}

/// The process with exclusive control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exclusive {
    pub process: u32,
    /// By its first executable edge, and blocking is a fault.
    pub deterministic: bool,
}

/// An event, and the process that made it happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PendingEvent {
    pub event: u32,
    pub process: u32,
}

/// The state of a process.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProcessState {
    pub template: TemplateId,
    pub location: LocationId,
    /// The cells of all locals, in order.
    pub locals: Vec<i64>,
    pub priority: u8,
    pub thread: Thread,
    /// What an acceptor left for this caller.
    pub reply: Option<Vec<i64>>,
    /// The callers this process is serving, outermost first.
    pub serving: Vec<u32>,
}

/// How far a process is in its life, for processes that are started and joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Thread {
    /// Not started yet.
    #[default]
    New,
    Started,
    /// Past its `Begin`, or of a kind that needs no start.
    Running,
    Ended,
}

/// The state of a channel.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ChannelState {
    pub kind: ChannelKindId,
    /// The process that created it, with which it goes; none for global ones.
    pub owner: Option<u32>,
    pub messages: Vec<Vec<i64>>,
}

/// The state of a monitor.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MonitorState {
    /// The holder of the lock and how often.
    pub owner: Option<(u32, u32)>,
    /// The wait set, with how often each it held the lock, and whether it was notified.
    pub waiters: Vec<(u32, u32, bool)>,
}

/// The callers that wait at an entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EntryState {
    /// Callers in order of arrival, with their arguments.
    pub queue: Vec<(u32, Vec<i64>)>,
}

impl Interpreter<'_> {
    /// The initial state. Faults of initialisers are faults of the execution with no steps.
    pub fn initial(&self) -> Outcome {
        let mut state = State {
            globals: vec![0; self.global_cells],
            monitors: vec![
                MonitorState::default();
                self.system.monitors.iter().map(|monitor| monitor.count as usize).sum()
            ],
            entries: vec![
                EntryState::default();
                self.system.entries.iter().map(|entry| entry.count as usize).sum()
            ],
            pools: vec![Vec::new(); self.system.pools.len()],
            ..State::default()
        };
        let mut faults = Vec::new();
        for (id, variable) in self.system.globals.enumerate() {
            let start = self.global_offset(id);
            if let Err(fault) = self.initialise(&mut state, variable, None, start) {
                faults.push(fault);
            }
        }
        for process in &self.system.processes {
            let made =
                self.create(&mut state, process.template, &process.arguments, process.priority);
            if let Err(fault) = made {
                faults.push(fault);
            }
        }
        let state = faults.is_empty().then_some(state);
        Outcome { state, faults, printed: Vec::new(), unmodelled: Vec::new(), limit: None }
    }

    /// Adds a process at the entry of its template, its parameters set and its locals initialised.
    pub(super) fn create(
        &self,
        state: &mut State,
        template: TemplateId,
        arguments: &[i64],
        priority: u8,
    ) -> Result<u32, Fault> {
        let code = &self.system.templates[template];
        let number = state.processes.len() as u32;
        let cells = code.locals.iter().map(|local| local.cells() as usize).sum();
        state.processes.push(ProcessState {
            template,
            location: code.entry,
            locals: vec![0; cells],
            priority,
            thread: match self.started[template.0 as usize] {
                true => Thread::New,
                false => Thread::Running,
            },
            reply: None,
            serving: Vec::new(),
        });
        for (id, variable) in code.locals.enumerate() {
            let start = self.local_offset(template, id);
            if id.0 < code.parameters {
                let value = arguments.get(id.0 as usize).copied().unwrap_or(0);
                let stored = variable.ty.store(value).map_err(Fault::of_kind)?;
                state.processes[number as usize].locals[start] = stored;
            } else {
                self.initialise(state, variable, Some(number), start)?;
            }
        }
        Ok(number)
    }

    fn initialise(
        &self,
        state: &mut State,
        variable: &Variable,
        process: Option<u32>,
        start: usize,
    ) -> Result<(), Fault> {
        for cell in 0..variable.cells() as usize {
            let value = match &variable.init {
                Init::Zero => 0,
                Init::Value(value) => *value,
                Init::Values(values) => values.get(cell).copied().unwrap_or(0),
                Init::Computed(expr) => Context::new(self, state, process).eval(expr)?,
                Init::Channels(kind) => {
                    state.channels.push(ChannelState {
                        kind: *kind,
                        owner: process,
                        messages: Vec::new(),
                    });
                    state.channels.len() as i64
                }
            };
            let value = variable.ty.store(value).map_err(Fault::of_kind)?;
            match process {
                None => state.globals[start + cell] = value,
                Some(process) => state.processes[process as usize].locals[start + cell] = value,
            }
        }
        Ok(())
    }

    /// Whether some variable is hidden, so that a state is not its own key.
    pub fn hides(&self) -> bool {
        let locals = self.system.templates.iter().flat_map(|template| &template.locals);
        let fields = self.system.pools.iter().flat_map(|pool| &pool.fields);
        let mut variables = self.system.globals.iter().chain(locals).chain(fields);
        variables.any(|variable| variable.hidden)
    }

    /// The state by which states are told apart: what is hidden is set to zero.
    pub fn key(&self, state: &State) -> State {
        let mut key = state.clone();
        for (id, variable) in self.system.globals.enumerate() {
            if variable.hidden {
                let start = self.global_offset(id);
                key.globals[start..start + variable.cells() as usize].fill(0);
            }
        }
        let offsets = self.field_offsets.iter().zip(&self.system.pools);
        for (((starts, size), pool), records) in offsets.zip(&mut key.pools) {
            for (start, field) in starts.iter().zip(&pool.fields).filter(|(_, field)| field.hidden)
            {
                for record in records.chunks_mut((*size).max(1)) {
                    record[*start..*start + field.cells() as usize].fill(0);
                }
            }
        }
        for process in &mut key.processes {
            for (id, variable) in self.system.templates[process.template].locals.enumerate() {
                if variable.hidden {
                    let start = self.local_offset(process.template, id);
                    process.locals[start..start + variable.cells() as usize].fill(0);
                }
            }
        }
        key
    }

    /// The name of a process of a state: that of its declaration, or its template's with a number.
    pub fn process_name(&self, state: &State, process: u32) -> String {
        if let Some(declared) = self.system.processes.get(process as usize) {
            return declared.name.clone();
        }
        match state.processes.get(process as usize) {
            Some(at) => format!("{}[{process}]", self.system.templates[at.template].name),
            None => format!("process {process}"),
        }
    }

    /// The value of a cell as people write it.
    pub fn show_cell(&self, variable: &Variable, value: i64) -> String {
        match variable.boxed {
            true => boxed::show(self.system, value),
            false => self.show_value(variable.ty, value),
        }
    }

    /// A value as people write it, given the type of its cell.
    pub fn show_value(&self, ty: Type, value: i64) -> String {
        match ty {
            Type::Bool => if value != 0 { "true" } else { "false" }.to_string(),
            Type::Enum(id) => match self.system.enums[id].name_of(value) {
                Some(name) => name.to_string(),
                None => value.to_string(),
            },
            Type::Float => crate::value::show_float(value),
            Type::Reference(_) if value == 0 => "null".to_string(),
            Type::Reference(pool) => format!("{}#{value}", self.system.pools[pool].name),
            _ => value.to_string(),
        }
    }
}

impl Fault {
    pub(super) fn of_kind(kind: crate::FaultKind) -> Fault {
        use crate::FaultKind::*;
        let message = match kind {
            Assertion => "the assertion is false",
            Index => "an index is outside its array",
            Division => "division by zero",
            Range => "a value is outside the range of its type",
            Null => "null has no fields",
            Channel => "this is not a channel",
            DStep => "the process is blocked, or meets another one, inside a d_step",
            Monitor => "the process does not hold this monitor",
            ThreadState => "the process was started before",
            Process => "there is no such process, or it runs other code",
            Exception => "an exception is not handled",
            Choice => "the process has two ways on and promised one at a time",
        };
        Fault { kind, message: message.to_string() }
    }
}
