//! The value of compiled expressions on the bytes of a state.

use std::cell::Cell;

use trine_system::interpret::PendingEvent;
use trine_system::value::{binary, unary};
use trine_system::{BinaryOp, ChannelQuery, FaultKind, TemplateId};

use crate::compile::Program;
use crate::compile::expr::{Code, PatternCode, PlaceCode, RootCode};
use crate::compile::layout::{ChannelPlace, PENDING_EVENT_SIZE, Shape, Slot};
use crate::compile::threads::NEW;

/// A state that is only looked at.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    pub program: &'a Program,
    pub shape: &'a Shape,
    pub bytes: &'a [u8],
    /// Looked at to find out whether a process is enabled: `enabled` cannot be asked again.
    pub asked: bool,
    /// The process inside a d_step, whose `provided` clause counted when it entered.
    pub inside: Option<u32>,
}

/// Evaluation for one process, or for none. A fault is noted on the side, so that the common case
/// passes plain numbers; the first fault is the one that counts.
pub struct Eval<'a> {
    pub at: Moment<'a>,
    pub process: Option<u32>,
    pub base: usize,
    pub timeout: bool,
    fault: Cell<Option<FaultKind>>,
}

impl<'a> Moment<'a> {
    /// Evaluation for a process; `timeout` is what the expression of that name is worth.
    #[inline]
    pub fn eval(self, process: u32, timeout: bool) -> Eval<'a> {
        let base = self.shape.process(process).base as usize;
        Eval { at: self, process: Some(process), base, timeout, fault: Cell::new(None) }
    }

    /// Evaluation for no process, as in a claim: locals have no value here.
    pub fn eval_for_nobody(self, timeout: bool) -> Eval<'a> {
        Eval { at: self, process: None, base: 0, timeout, fault: Cell::new(None) }
    }

    /// The location at which a process is.
    #[inline]
    pub fn location(&self, process: u32) -> usize {
        let place = self.shape.process(process);
        let form = self.program.layout.frames[place.template].location;
        form.read(self.bytes, place.base as usize) as usize
    }

    /// The event that is to be consumed after so many others.
    pub fn pending_event(&self, position: usize) -> Option<PendingEvent> {
        if !self.program.layout.instrumented || position >= usize::from(self.bytes[0]) {
            return None;
        }
        let at = 1 + position * PENDING_EVENT_SIZE as usize;
        let event = u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]);
        Some(PendingEvent { event: u32::from(event), process: u32::from(self.bytes[at + 2]) })
    }

    /// How many messages lie in a channel; none in one of capacity 0.
    #[inline]
    pub fn length(&self, channel: &ChannelPlace) -> usize {
        let kind = &self.program.layout.channel_kinds[channel.kind];
        if kind.capacity == 0 {
            return 0;
        }
        kind.length.read(self.bytes, channel.offset as usize) as usize
    }

    /// One field of one message.
    #[inline]
    pub fn field(&self, channel: &ChannelPlace, message: usize, field: usize) -> i64 {
        let kind = &self.program.layout.channel_kinds[channel.kind];
        let start = channel.offset as usize + kind.length.size() + message * kind.message as usize;
        let (offset, form, _) = kind.fields[field];
        form.read(self.bytes, start + offset as usize)
    }

    /// The priority of a process now.
    pub fn priority(&self, process: u32) -> u8 {
        let place = self.shape.process(process);
        match self.program.layout.frames[place.template].priority {
            Some(offset) => self.bytes[(place.base + offset) as usize],
            None => place.priority,
        }
    }
}

impl Eval<'_> {
    /// The fault of what was evaluated since the last call, if there was one.
    #[inline]
    pub fn fault(&self) -> Option<FaultKind> {
        self.fault.take()
    }

    /// A value, or the fault of finding it.
    #[inline]
    pub fn value(&self, code: &Code) -> Result<i64, FaultKind> {
        let value = self.eval(code);
        match self.fault.take() {
            None => Ok(value),
            Some(kind) => Err(kind),
        }
    }

    #[cold]
    fn fail(&self, kind: FaultKind) -> i64 {
        if self.fault.get().is_none() {
            self.fault.set(Some(kind));
        }
        0
    }

    /// The value of an expression. A fault is noted in `fault`, and the value is then 0.
    pub fn eval(&self, code: &Code) -> i64 {
        let bytes = self.at.bytes;
        match code {
            Code::Const(value) => *value,
            Code::LocalByte(offset) => i64::from(bytes[self.base + *offset as usize]),
            Code::GlobalByte(offset) => i64::from(bytes[*offset as usize]),
            Code::LocalByteTest { op, offset, value } => {
                test(*op, i64::from(bytes[self.base + *offset as usize]), *value)
            }
            Code::GlobalByteTest { op, offset, value } => {
                test(*op, i64::from(bytes[*offset as usize]), *value)
            }
            Code::GlobalByteAtLocalByte { offset, cells, index } => {
                let index = u32::from(bytes[self.base + *index as usize]);
                if index >= *cells {
                    return self.fail(FaultKind::Index);
                }
                i64::from(bytes[(*offset + index) as usize])
            }
            Code::Local(offset, form) => form.read(bytes, self.base + *offset as usize),
            Code::Global(offset, form) => form.read(bytes, *offset as usize),
            Code::Not(inner) => i64::from(self.eval(inner) == 0),
            Code::And(sides) => {
                // After a fault on the left nothing more is evaluated.
                let left = self.eval(&sides.0) != 0 && self.fault.get().is_none();
                i64::from(left && self.eval(&sides.1) != 0)
            }
            Code::Or(sides) => {
                let left = self.eval(&sides.0) != 0 || self.fault.get().is_some();
                i64::from(left || self.eval(&sides.1) != 0)
            }
            Code::Binary(op, width, sides) => {
                let left = self.eval(&sides.0);
                let right = self.eval(&sides.1);
                match binary(*op, *width, left, right) {
                    Ok(value) => value,
                    Err(kind) => self.fail(kind),
                }
            }
            Code::Myself => self.process.map_or(0, i64::from),
            _ => self.rare(code),
        }
    }

    fn rare(&self, code: &Code) -> i64 {
        let at = &self.at;
        match code {
            Code::Read(place) if self.is_absent(place) => 0,
            Code::Read(place) => match self.cell(place) {
                Ok((_, slot)) if !slot.kept => 0,
                Ok((at, slot)) => slot.form.read(self.at.bytes, at),
                Err(kind) => self.fail(kind),
            },
            Code::Unary(op, width, inner) => unary(*op, *width, self.eval(inner)),
            Code::Conditional(parts) => {
                let side = if self.eval(&parts.0) != 0 { &parts.1 } else { &parts.2 };
                if self.fault.get().is_some() { 0 } else { self.eval(side) }
            }
            Code::Checked(inner, length) => {
                let value = self.eval(inner);
                if value < 0 || value >= i64::from(*length) {
                    return self.fail(FaultKind::Index);
                }
                value
            }
            Code::ProcessCount => at.shape.processes.len() as i64,
            Code::Last => match at.program.layout.last {
                Some(offset) => i64::from(at.bytes[offset as usize]),
                None => 0,
            },
            Code::Timeout => i64::from(self.timeout),
            Code::NonProgress => {
                let progress = (0..at.shape.processes.len() as u32).any(|process| {
                    at.program.location(at.shape, process, at.location(process)).progress
                });
                i64::from(!progress)
            }
            Code::Enabled(process) => {
                let process = self.process_at(self.eval(process));
                if at.asked || (process.is_some() && process == self.process) {
                    return self.fail(FaultKind::Process);
                }
                let asking = Moment { asked: true, ..*at };
                i64::from(process.is_some_and(|process| asking.can_step(process, self.timeout)))
            }
            Code::PcValue(process) => match self.process_at(self.eval(process)) {
                Some(process) => {
                    i64::from(at.program.location(at.shape, process, at.location(process)).pc)
                }
                None => 0,
            },
            Code::Priority(process) => match self.process_at(self.eval(process)) {
                Some(process) => i64::from(at.priority(process)),
                None => 0,
            },
            Code::At { process, template, locations } => {
                let process = self.remote(process.as_deref(), *template);
                i64::from(process.is_some_and(|process| {
                    let location = at.location(process);
                    locations.iter().any(|wanted| wanted.0 as usize == location)
                }))
            }
            Code::Channel(query, channel) => {
                let Some(channel) = self.channel(channel) else { return 0 };
                let length = at.length(channel);
                let capacity = at.program.layout.channel_kinds[channel.kind].capacity as usize;
                match query {
                    ChannelQuery::Length => length as i64,
                    ChannelQuery::Empty => i64::from(length == 0),
                    ChannelQuery::NotEmpty => i64::from(length != 0),
                    ChannelQuery::Full => i64::from(capacity > 0 && length >= capacity),
                    ChannelQuery::NotFull => i64::from(capacity == 0 || length < capacity),
                }
            }
            Code::Poll(poll) => {
                let Some(channel) = self.channel(&poll.channel) else { return 0 };
                if at.program.layout.channel_kinds[channel.kind].capacity == 0 {
                    return self.fail(FaultKind::Channel);
                }
                let found = self.find_message(channel, &poll.patterns, poll.anywhere);
                found.map_or(0, |at| at as i64 + 1)
            }
            Code::Terminated => {
                let final_ = |process: u32| {
                    at.program.location(at.shape, process, at.location(process)).final_
                };
                i64::from((0..at.shape.processes.len() as u32).all(final_))
            }
            Code::Event(event) => {
                i64::from(at.pending_event(0).map_or(0, |observed| observed.event) == *event)
            }
            Code::Monitor(query, of) => match self.monitor_query(*query, of) {
                Ok(value) => value,
                Err(kind) => self.fail(kind),
            },
            Code::Waiting(of) => match self.entry(of) {
                Ok(queue) => i64::from(at.waiting(queue)),
                Err(kind) => self.fail(kind),
            },
            Code::Served => match at.program.layout.entries.is_empty() {
                true => -1,
                false => {
                    let serving = at.serving(self.process.unwrap_or(0));
                    serving.last().map_or(-1, |caller| i64::from(*caller))
                }
            },
            Code::Started(process) => {
                let process = self.process_at(self.eval(process));
                i64::from(process.is_some_and(|process| at.phase(process) != NEW))
            }
            Code::Ended(process) => match self.process_at(self.eval(process)) {
                Some(process) => {
                    let location = at.location(process);
                    i64::from(at.program.location(at.shape, process, location).final_)
                }
                None => 1,
            },
            Code::Fault(kind) => self.fail(*kind),
            Code::Const(_)
            | Code::LocalByte(_)
            | Code::GlobalByte(_)
            | Code::LocalByteTest { .. }
            | Code::GlobalByteTest { .. }
            | Code::GlobalByteAtLocalByte { .. }
            | Code::Local(..)
            | Code::Global(..)
            | Code::Not(_)
            | Code::And(_)
            | Code::Or(_)
            | Code::Binary(..)
            | Code::Myself => unreachable!("evaluated before the rare forms"),
        }
    }

    /// Where a place lies, or why there is no such place.
    #[inline]
    pub fn cell(&self, place: &PlaceCode) -> Result<(usize, Slot), FaultKind> {
        let mut slot = place.slot;
        let base = match &place.root {
            RootCode::Global => Some(0),
            RootCode::Local => Some(self.base),
            _ => None,
        };
        let index = match &place.index {
            None => 0,
            Some(index) => self.value(index)?,
        };
        let base = match base {
            Some(base) => base,
            None => self.remote_base(place)?,
        };
        if let Some(Code::Const(_)) | None = &place.index
            && slot.cells > 0
            && index == 0
        {
            return Ok((base + slot.offset as usize, slot));
        }
        if index < 0 || index >= i64::from(slot.cells) {
            return Err(FaultKind::Index);
        }
        if slot.kept {
            slot.offset += index as u32 * slot.form.size() as u32;
        }
        Ok((base + slot.offset as usize, slot))
    }

    fn remote_base(&self, place: &PlaceCode) -> Result<usize, FaultKind> {
        match &place.root {
            RootCode::Remote { process, template } => {
                let process = self.remote(process.as_deref(), *template);
                if let Some(kind) = self.fault.take() {
                    return Err(kind);
                }
                match process {
                    Some(process) => Ok(self.at.shape.process(process).base as usize),
                    None => Err(FaultKind::Process),
                }
            }
            RootCode::Field { pool, record } => {
                let record = self.value(record)?;
                let pool = &self.at.program.layout.pools[*pool];
                let start = pool.offset as usize;
                let used = pool.length.read(self.at.bytes, start);
                if record < 1 || record > used {
                    return Err(FaultKind::Null);
                }
                let records = start + pool.length.size();
                Ok(records + (record as usize - 1) * pool.record as usize)
            }
            RootCode::Nowhere(kind) => Err(*kind),
            RootCode::Global => Ok(0),
            RootCode::Local => Ok(self.base),
        }
    }

    /// Whether a place belongs to a process that is not there; such places read as 0.
    fn is_absent(&self, place: &PlaceCode) -> bool {
        match &place.root {
            RootCode::Remote { process: Some(process), .. } => {
                let number = self.eval(process);
                self.fault.get().is_none() && self.process_at(number).is_none()
            }
            RootCode::Remote { process: None, template } => {
                !self.at.shape.processes.iter().any(|process| process.template == *template)
            }
            _ => false,
        }
    }

    /// The process of a number; none if there is no such process or evaluation has failed.
    pub fn process_at(&self, number: i64) -> Option<u32> {
        let known = number >= 0 && (number as usize) < self.at.shape.processes.len();
        (known && self.fault.get().is_none()).then_some(number as u32)
    }

    /// The process that a remote reference means.
    fn remote(&self, process: Option<&Code>, template: TemplateId) -> Option<u32> {
        let processes = &self.at.shape.processes;
        match process {
            Some(process) => self
                .process_at(self.eval(process))
                .filter(|process| processes[*process as usize].template == template),
            None => processes
                .iter()
                .position(|process| process.template == template)
                .map(|position| position as u32),
        }
    }

    /// The channel that an expression names; a value that is none faults.
    #[inline]
    pub fn channel(&self, channel: &Code) -> Option<&ChannelPlace> {
        self.channel_index(channel).map(|index| &self.at.shape.channels[index])
    }

    /// Its position in the state, from 0.
    #[inline]
    pub fn channel_index(&self, channel: &Code) -> Option<usize> {
        let number = self.eval(channel);
        let known = number >= 1 && number <= self.at.shape.channels.len() as i64;
        if !known || self.fault.get().is_some() {
            self.fail(FaultKind::Channel);
            return None;
        }
        Some(number as usize - 1)
    }

    /// The position of the message that a receive with these patterns would take.
    #[inline]
    pub fn find_message(
        &self,
        channel: &ChannelPlace,
        patterns: &[PatternCode],
        anywhere: bool,
    ) -> Option<usize> {
        let length = self.at.length(channel);
        let candidates = if anywhere { length } else { length.min(1) };
        (0..candidates).find(|message| {
            self.matches(channel, patterns, |field| self.at.field(channel, *message, field))
                || self.fault.get().is_some()
        })
    }

    /// Whether a message, given by its fields, is one that these patterns take.
    #[inline]
    pub fn matches(
        &self,
        channel: &ChannelPlace,
        patterns: &[PatternCode],
        field: impl Fn(usize) -> i64,
    ) -> bool {
        let fields = self.at.program.layout.channel_kinds[channel.kind].fields.len();
        for (position, pattern) in patterns.iter().enumerate().take(fields) {
            if let PatternCode::Match(wanted) = pattern {
                let wanted = self.eval(wanted);
                if self.fault.get().is_some() || wanted != field(position) {
                    return false;
                }
            }
        }
        true
    }
}

#[inline]
fn test(op: BinaryOp, left: i64, right: i64) -> i64 {
    i64::from(match op {
        BinaryOp::Equal => left == right,
        BinaryOp::NotEqual => left != right,
        BinaryOp::Less => left < right,
        BinaryOp::LessEqual => left <= right,
        BinaryOp::Greater => left > right,
        _ => left >= right,
    })
}
