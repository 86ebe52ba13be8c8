//! The value of an expression in a state, for a process or for none.

use super::{Fault, Interpreter, State};
use crate::value::{binary, unary};
use crate::{
    BinaryOp, ChannelQuery, Expr, FaultKind, MonitorQuery, Pattern, Place, Root, TemplateId, Type,
};

/// Where an expression is evaluated.
#[derive(Clone, Copy)]
pub struct Context<'a, 's> {
    pub interpreter: &'a Interpreter<'s>,
    pub state: &'a State,
    /// The process that evaluates; none for a claim.
    pub process: Option<u32>,
    /// What `timeout` says.
    pub timeout: bool,
    /// This is evaluated to find out whether a process is enabled, so `enabled` cannot be asked again.
    pub asked: bool,
}

/// One cell of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    Global(usize),
    Local(u32, usize),
    Record(usize, usize),
}

impl Interpreter<'_> {
    /// The value of an expression that no process evaluates, such as one of a claim.
    pub fn eval(&self, state: &State, expr: &Expr) -> Result<i64, Fault> {
        let timeout = mentions_timeout(expr) && !self.some_process_can_step(state);
        Context { timeout, ..Context::new(self, state, None) }.eval(expr)
    }
}

pub(super) fn mentions_timeout(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |inner| found |= matches!(inner, Expr::Timeout));
    found
}

impl<'a, 's> Context<'a, 's> {
    /// Where a process evaluates, or none does, and `timeout` is false.
    pub fn new(
        interpreter: &'a Interpreter<'s>,
        state: &'a State,
        process: Option<u32>,
    ) -> Context<'a, 's> {
        Context { interpreter, state, process, timeout: false, asked: false }
    }

    /// The value of an expression, or the fault in which its evaluation ends.
    pub fn eval(&self, expr: &Expr) -> Result<i64, Fault> {
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Read(place) => match &place.root {
                Root::Remote { process, template, .. }
                    if self.is_absent(process.as_deref(), *template)? =>
                {
                    0
                }
                _ => self.read(self.cell(place)?.0),
            },
            Expr::Unary(op, width, inner) => unary(*op, *width, self.eval(inner)?),
            Expr::Binary(BinaryOp::And, _, left, right) => {
                i64::from(self.eval(left)? != 0 && self.eval(right)? != 0)
            }
            Expr::Binary(BinaryOp::Or, _, left, right) => {
                i64::from(self.eval(left)? != 0 || self.eval(right)? != 0)
            }
            Expr::Binary(op, width, left, right) => {
                binary(*op, *width, self.eval(left)?, self.eval(right)?).map_err(Fault::of_kind)?
            }
            Expr::Conditional(condition, yes, no) => {
                let side = if self.eval(condition)? != 0 { yes } else { no };
                self.eval(side)?
            }
            Expr::Checked(inner, length) => {
                let value = self.eval(inner)?;
                if value < 0 || value >= i64::from(*length) {
                    return Err(Fault::index(value, *length));
                }
                value
            }
            Expr::Myself => self.process.map_or(0, i64::from),
            Expr::ProcessCount => self.state.processes.len() as i64,
            Expr::Last => i64::from(self.state.last),
            Expr::Timeout => i64::from(self.timeout),
            Expr::NonProgress => {
                let progress = self.state.processes.iter().any(|process| {
                    let template = &self.interpreter.system.templates[process.template];
                    template.locations[process.location].progress
                });
                i64::from(!progress)
            }
            Expr::Enabled(process) => {
                let process = self.process_at(self.eval(process)?);
                if self.asked || (process.is_some() && process == self.process) {
                    let message = "whether a process is enabled cannot depend on itself";
                    return Err(Fault { kind: FaultKind::Process, message: message.to_string() });
                }
                let enabled =
                    |process| self.interpreter.is_enabled(self.state, process, self.timeout);
                i64::from(process.is_some_and(enabled))
            }
            Expr::PcValue(process) => match self.process_at(self.eval(process)?) {
                Some(process) => {
                    let at = &self.state.processes[process as usize];
                    let template = &self.interpreter.system.templates[at.template];
                    i64::from(template.locations[at.location].pc)
                }
                None => 0,
            },
            Expr::Priority(process) => match self.process_at(self.eval(process)?) {
                Some(process) => i64::from(self.state.processes[process as usize].priority),
                None => 0,
            },
            Expr::At { process, template, locations } => {
                let process = self.remote(process.as_deref(), *template)?;
                i64::from(process.is_some_and(|process| {
                    locations.contains(&self.state.processes[process as usize].location)
                }))
            }
            Expr::Channel(query, channel) => self.channel_query(*query, channel)?,
            Expr::Poll { channel, patterns, anywhere } => {
                let channel = self.stored(self.channel(channel)?)?;
                self.find_message(channel, patterns, *anywhere)?.map_or(0, |at| at as i64 + 1)
            }
            Expr::Served => {
                let me = self.process.map(|me| &self.state.processes[me as usize]);
                me.and_then(|me| me.serving.last()).map_or(-1, |caller| i64::from(*caller))
            }
            Expr::Waiting(entry, index) => {
                let entry = self.entry_index(*entry, index.as_deref())?;
                self.state.entries[entry].queue.len() as i64
            }
            Expr::Terminated => {
                let mut processes = 0..self.state.processes.len() as u32;
                i64::from(processes.all(|process| self.interpreter.has_ended(self.state, process)))
            }
            Expr::Event(event) => {
                let observed =
                    self.state.pending_events.first().map_or(0, |observed| observed.event);
                i64::from(observed == *event)
            }
            Expr::Monitor(query, of) => {
                let monitor = &self.state.monitors[self.monitor_index(of)?];
                let me = self.process.unwrap_or(0);
                match query {
                    MonitorQuery::Mine => {
                        let mine = monitor.owner.filter(|(owner, _)| *owner == me);
                        mine.map_or(0, |(_, count)| i64::from(count))
                    }
                    MonitorQuery::Held => i64::from(monitor.owner.is_some()),
                    MonitorQuery::Waiting => {
                        monitor.waiters.iter().filter(|(_, _, told)| !told).count() as i64
                    }
                }
            }
            Expr::Started(process) => {
                let started = |process: u32| {
                    self.state.processes[process as usize].thread != super::Thread::New
                };
                i64::from(self.process_at(self.eval(process)?).is_some_and(started))
            }
            Expr::Ended(process) => match self.process_at(self.eval(process)?) {
                Some(process) => i64::from(self.interpreter.has_ended(self.state, process)),
                None => 1,
            },
        })
    }

    /// Whether the value of an expression is not zero.
    pub fn holds(&self, expr: &Expr) -> Result<bool, Fault> {
        Ok(self.eval(expr)? != 0)
    }

    /// The value of a cell; noted where accesses are traced.
    pub fn read(&self, cell: Cell) -> i64 {
        self.interpreter.watch.note(cell, false);
        match cell {
            Cell::Global(at) => self.state.globals[at],
            Cell::Local(process, at) => self.state.processes[process as usize].locals[at],
            Cell::Record(pool, at) => self.state.pools[pool][at],
        }
    }

    /// The cell that a place names, and its type.
    pub fn cell(&self, place: &Place) -> Result<(Cell, Type), Fault> {
        let system = self.interpreter.system;
        let index = match &place.index {
            Some(index) => self.eval(index)?,
            None => 0,
        };
        let inside = |cells: u32| {
            if index < 0 || index >= i64::from(cells) {
                Err(Fault::index(index, cells))
            } else {
                Ok(index as usize)
            }
        };
        match &place.root {
            Root::Global(id) => {
                let variable = &system.globals[*id];
                let at = self.interpreter.global_offset(*id) + inside(variable.cells())?;
                Ok((Cell::Global(at), variable.ty))
            }
            Root::Local(id) => {
                let Some(process) = self.process else {
                    return Err(Fault::of_kind(FaultKind::Process));
                };
                let template = self.state.processes[process as usize].template;
                let variable = &system.templates[template].locals[*id];
                let at = self.interpreter.local_offset(template, *id) + inside(variable.cells())?;
                Ok((Cell::Local(process, at), variable.ty))
            }
            Root::Remote { process, template, local } => {
                let Some(process) = self.remote(process.as_deref(), *template)? else {
                    return Err(Fault::of_kind(FaultKind::Process));
                };
                let variable = &system.templates[*template].locals[*local];
                let at =
                    self.interpreter.local_offset(*template, *local) + inside(variable.cells())?;
                Ok((Cell::Local(process, at), variable.ty))
            }
            Root::Field { pool, record, field } => {
                let record = self.eval(record)?;
                let (starts, size) = &self.interpreter.field_offsets[pool.0 as usize];
                let known = self.state.pools[pool.0 as usize].len() / size;
                if record <= 0 || record as u64 > known as u64 {
                    return Err(Fault::of_kind(FaultKind::Null));
                }
                let variable = &system.pools[*pool].fields[*field as usize];
                let at = (record as usize - 1) * size
                    + starts[*field as usize]
                    + inside(variable.cells())?;
                Ok((Cell::Record(pool.0 as usize, at), variable.ty))
            }
        }
    }

    /// Whether a remote reference is to a process that is not there: its variables read as 0. One that
    /// is there but runs other code faults.
    fn is_absent(&self, process: Option<&Expr>, template: TemplateId) -> Result<bool, Fault> {
        Ok(match process {
            Some(process) => self.process_at(self.eval(process)?).is_none(),
            None => !self.state.processes.iter().any(|process| process.template == template),
        })
    }

    /// The process a remote reference means, if it runs that template.
    fn remote(&self, process: Option<&Expr>, template: TemplateId) -> Result<Option<u32>, Fault> {
        let processes = &self.state.processes;
        Ok(match process {
            Some(process) => self
                .process_at(self.eval(process)?)
                .filter(|process| processes[*process as usize].template == template),
            None => processes
                .iter()
                .position(|process| process.template == template)
                .map(|position| position as u32),
        })
    }

    /// The process with this number, if it is there.
    pub fn process_at(&self, number: i64) -> Option<u32> {
        let known = number >= 0 && (number as usize) < self.state.processes.len();
        known.then_some(number as u32)
    }

    /// The position of a channel in the state; a value that is none faults.
    pub fn channel(&self, channel: &Expr) -> Result<usize, Fault> {
        let number = self.eval(channel)?;
        if number < 1 || number as usize > self.state.channels.len() {
            let message = if number == 0 {
                "this channel was never initialised".to_string()
            } else {
                format!("there is no channel {number}: its owner has ended")
            };
            return Err(Fault { kind: FaultKind::Channel, message });
        }
        Ok(number as usize - 1)
    }

    /// A channel that keeps messages, so that they can be looked at.
    pub(super) fn stored(&self, channel: usize) -> Result<usize, Fault> {
        let kind = self.state.channels[channel].kind;
        if self.interpreter.system.channel_kinds[kind].capacity == 0 {
            let message = "messages of a rendezvous channel cannot be looked at".to_string();
            return Err(Fault { kind: FaultKind::Channel, message });
        }
        Ok(channel)
    }

    fn channel_query(&self, query: ChannelQuery, channel: &Expr) -> Result<i64, Fault> {
        let channel = &self.state.channels[self.channel(channel)?];
        let length = channel.messages.len();
        let capacity = self.interpreter.system.channel_kinds[channel.kind].capacity as usize;
        // A rendezvous channel never holds a message, and so is never full.
        let full = capacity > 0 && length >= capacity;
        Ok(match query {
            ChannelQuery::Length => length as i64,
            ChannelQuery::Empty => i64::from(length == 0),
            ChannelQuery::NotEmpty => i64::from(length != 0),
            ChannelQuery::Full => i64::from(full),
            ChannelQuery::NotFull => i64::from(!full),
        })
    }

    /// The position of the message that a receive with these patterns would take.
    pub fn find_message(
        &self,
        channel: usize,
        patterns: &[Pattern],
        anywhere: bool,
    ) -> Result<Option<usize>, Fault> {
        let messages = &self.state.channels[channel].messages;
        let candidates = if anywhere { messages.len() } else { messages.len().min(1) };
        for (position, message) in messages.iter().enumerate().take(candidates) {
            if self.matches(message, patterns)? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Whether a message has the values that the patterns ask for. Nothing is bound.
    pub fn matches(&self, message: &[i64], patterns: &[Pattern]) -> Result<bool, Fault> {
        for (value, pattern) in message.iter().zip(patterns) {
            if let Pattern::Match(wanted) = pattern
                && self.eval(wanted)? != *value
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Fault {
    fn index(index: i64, length: u32) -> Fault {
        Fault {
            kind: FaultKind::Index,
            message: format!("index {index} is outside an array of {length}"),
        }
    }
}
