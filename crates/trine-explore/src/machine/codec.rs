//! States of the interpreter as bytes, and back.

use trine_base::Id;
use trine_system::interpret::{ChannelState, EntryState, MonitorState, ProcessState, Thread};
use trine_system::{Interpreter, LocationId, State, TemplateId};

use super::compiled::{Compiled, CompiledState};
use super::eval::Moment;
use super::fire::push_event;
use crate::compile::cell::Form;
use crate::compile::layout::{Layout, Shape, Slot};
use crate::compile::threads::{ENDED, NEW, STARTED, TOLD, WAITERS};

impl Compiled<'_> {
    /// The compiled form of a state of the interpreter.
    pub fn encode(&mut self, interpreter: &Interpreter<'_>, state: &State) -> CompiledState {
        let layout = &self.program.layout;
        let processes: Vec<(TemplateId, u8)> = state
            .processes
            .iter()
            .map(|process| {
                let changing = layout.changing_priorities;
                (process.template, if changing { 0 } else { process.priority })
            })
            .collect();
        let number = self.shapes.of(layout, &processes);
        let shape = self.shapes.get(number);
        let mut bytes = vec![0; shape.size];
        if layout.instrumented {
            for observed in &state.pending_events {
                push_event(&mut bytes, observed.event as u16, observed.process);
            }
        }
        if let Some(last) = layout.last {
            bytes[last as usize] = state.last as u8;
        }
        for (id, slot) in layout.globals.enumerate().filter(|(_, slot)| slot.kept) {
            let start = interpreter.global_offset(id);
            for cell in 0..slot.cells as usize {
                let at = slot.offset as usize + cell * slot.form.size();
                slot.form.write(&mut bytes, at, state.globals[start + cell]);
            }
        }
        encode_processes(layout, shape, interpreter, state, &mut bytes);
        encode_channels(layout, shape, state, &mut bytes);
        encode_monitors(layout, state, &mut bytes);
        self.encode_calls(state, &mut bytes);
        encode_pools(layout, state, &mut bytes);
        CompiledState { bytes, shape: number, exclusive: state.exclusive }
    }

    /// The state of the interpreter that a compiled state, in which no process holds exclusive control,
    /// stands for. What nothing reads is zero.
    pub fn decode(&self, state: &CompiledState) -> State {
        let layout = &self.program.layout;
        let shape = self.shapes.get(state.shape);
        let bytes = &state.bytes;
        let mut decoded = State {
            last: layout.last.map_or(0, |last| u32::from(bytes[last as usize])),
            ..State::default()
        };
        let moment = self.moment(state);
        decoded.pending_events.extend((0..).map_while(|position| moment.pending_event(position)));
        for slot in &layout.globals {
            read_slot(bytes, slot, 0, &mut decoded.globals);
        }
        for (number, place) in shape.processes.iter().enumerate() {
            let mut locals = Vec::new();
            for slot in &layout.frames[place.template].locals {
                read_slot(bytes, slot, place.base as usize, &mut locals);
            }
            decoded.processes.push(ProcessState {
                template: place.template,
                location: LocationId::from_index(moment.location(number as u32)),
                locals,
                priority: moment.priority(number as u32),
                thread: match moment.phase(number as u32) {
                    NEW => Thread::New,
                    STARTED => Thread::Started,
                    ENDED => Thread::Ended,
                    _ => Thread::Running,
                },
                reply: self.reply(bytes, number as u32),
                serving: match layout.entries.is_empty() {
                    true => Vec::new(),
                    false => {
                        moment.serving(number as u32).iter().map(|one| u32::from(*one)).collect()
                    }
                },
            });
        }
        decode_channels(layout, shape, &moment, &mut decoded);
        decode_monitors(layout, bytes, &moment, &mut decoded);
        decode_entries(layout, bytes, &mut decoded);
        decode_pools(layout, bytes, &mut decoded);
        decoded
    }

    /// The answer that a process has.
    fn reply(&self, bytes: &[u8], process: u32) -> Option<Vec<i64>> {
        let layout = &self.program.layout;
        if layout.entries.is_empty() {
            return None;
        }
        let at = layout.calls.reply(process);
        let values = usize::from(bytes[at].checked_sub(1)?);
        Some((0..values).map(|value| Form::I64.read(bytes, at + 1 + 8 * value)).collect())
    }

    fn encode_calls(&self, state: &State, bytes: &mut [u8]) {
        let layout = &self.program.layout;
        if layout.entries.is_empty() {
            return;
        }
        let places = layout.entries.iter().flat_map(|entry| {
            (0..entry.count).map(move |at| (entry, (entry.offset + at * entry.size) as usize))
        });
        for (queued, (entry, at)) in state.entries.iter().zip(places) {
            bytes[at] = queued.queue.len() as u8;
            for (position, (caller, values)) in queued.queue.iter().enumerate() {
                let slot = at + 1 + position * entry.caller as usize;
                bytes[slot] = *caller as u8;
                for ((offset, form, _), value) in entry.arguments.iter().zip(values) {
                    form.write(bytes, slot + *offset as usize, *value);
                }
            }
        }
        for (process, number) in state.processes.iter().zip(0..) {
            let at = layout.calls.reply(number);
            if let Some(values) = &process.reply {
                bytes[at] = values.len() as u8 + 1;
                for (position, value) in values.iter().enumerate() {
                    Form::I64.write(bytes, at + 1 + 8 * position, *value);
                }
            }
            let at = layout.calls.serves(number);
            bytes[at] = process.serving.len() as u8;
            for (position, caller) in process.serving.iter().enumerate() {
                bytes[at + 1 + position] = *caller as u8;
            }
        }
    }
}

/// Writes the location, priority and locals of each process.
fn encode_processes(
    layout: &Layout,
    shape: &Shape,
    interpreter: &Interpreter<'_>,
    state: &State,
    bytes: &mut [u8],
) {
    for (process, place) in state.processes.iter().zip(&shape.processes) {
        let frame = &layout.frames[place.template];
        let base = place.base as usize;
        frame.location.write(bytes, base, i64::from(process.location.0));
        if let Some(offset) = frame.priority {
            bytes[base + offset as usize] = process.priority;
        }
        for (id, slot) in frame.locals.enumerate().filter(|(_, slot)| slot.kept) {
            let start = interpreter.local_offset(place.template, id);
            for cell in 0..slot.cells as usize {
                let at = base + slot.offset as usize + cell * slot.form.size();
                slot.form.write(bytes, at, process.locals[start + cell]);
            }
        }
    }
}

/// Writes the messages of channels that have a buffer.
fn encode_channels(layout: &Layout, shape: &Shape, state: &State, bytes: &mut [u8]) {
    for (channel, place) in state.channels.iter().zip(&shape.channels) {
        let kind = &layout.channel_kinds[place.kind];
        if kind.capacity == 0 {
            continue;
        }
        let start = place.offset as usize;
        kind.length.write(bytes, start, channel.messages.len() as i64);
        let first = start + kind.length.size();
        for (position, message) in channel.messages.iter().enumerate() {
            let at = first + position * kind.message as usize;
            for ((offset, form, _), value) in kind.fields.iter().zip(message) {
                form.write(bytes, at + *offset as usize, *value);
            }
        }
    }
}

/// Writes the owners and wait sets of monitors, and how far threads are in their lives.
fn encode_monitors(layout: &Layout, state: &State, bytes: &mut [u8]) {
    let places = layout.monitors.iter().flat_map(|family| {
        (0..family.count).map(move |at| (family.offset + at * family.size) as usize)
    });
    for (monitor, at) in state.monitors.iter().zip(places) {
        if let Some((owner, held)) = monitor.owner {
            bytes[at] = owner as u8 + 1;
            bytes[at + 1] = held as u8;
        }
        for (who, held, told) in &monitor.waiters {
            bytes[at + WAITERS + *who as usize] = *held as u8 | if *told { TOLD } else { 0 };
        }
    }
    if let Some(start) = layout.threads {
        for (number, process) in state.processes.iter().enumerate() {
            bytes[start as usize + number] = process.thread as u8;
        }
    }
}

/// Writes the records of pools.
fn encode_pools(layout: &Layout, state: &State, bytes: &mut [u8]) {
    for (records, pool) in state.pools.iter().zip(&layout.pools) {
        let cells: usize = pool.fields.iter().map(|slot| slot.cells as usize).sum();
        let mut at = pool.offset as usize;
        pool.length.write(bytes, at, (records.len() / cells.max(1)) as i64);
        at += pool.length.size();
        for record in records.chunks(cells.max(1)).filter(|_| cells > 0) {
            let mut values = record.iter();
            for slot in &pool.fields {
                for cell in 0..slot.cells as usize {
                    let place = at + slot.offset as usize + cell * slot.form.size();
                    slot.form.write(bytes, place, *values.next().unwrap_or(&0));
                }
            }
            at += pool.record as usize;
        }
    }
}

/// Reads the cells of a variable; what is not kept is zero.
fn read_slot(bytes: &[u8], slot: &Slot, base: usize, values: &mut Vec<i64>) {
    for cell in 0..slot.cells as usize {
        let at = base + slot.offset as usize + cell * slot.form.size();
        values.push(if slot.kept { slot.form.read(bytes, at) } else { 0 });
    }
}

/// Reads the messages of channels.
fn decode_channels(layout: &Layout, shape: &Shape, moment: &Moment<'_>, decoded: &mut State) {
    for (channel, owner) in shape.channels.iter().zip(&shape.owners) {
        let fields = layout.channel_kinds[channel.kind].fields.len();
        let message = |at: usize| (0..fields).map(|f| moment.field(channel, at, f)).collect();
        decoded.channels.push(ChannelState {
            kind: channel.kind,
            owner: *owner,
            messages: (0..moment.length(channel)).map(message).collect(),
        });
    }
}

/// Reads the owners and wait sets of monitors.
fn decode_monitors(layout: &Layout, bytes: &[u8], moment: &Moment<'_>, decoded: &mut State) {
    for family in &layout.monitors {
        for at in (0..family.count).map(|at| (family.offset + at * family.size) as usize) {
            let waiters = &bytes[at + WAITERS..at + family.size as usize];
            let waiters = waiters.iter().enumerate().filter(|(_, byte)| **byte != 0);
            decoded.monitors.push(MonitorState {
                owner: moment.owner(at).map(|owner| (owner, u32::from(bytes[at + 1]))),
                waiters: waiters
                    .map(|(who, byte)| (who as u32, u32::from(byte & !TOLD), byte & TOLD != 0))
                    .collect(),
            });
        }
    }
}

/// Reads the queues of entries.
fn decode_entries(layout: &Layout, bytes: &[u8], decoded: &mut State) {
    for entry in &layout.entries {
        for at in (0..entry.count).map(|at| (entry.offset + at * entry.size) as usize) {
            let caller = |position: usize| {
                let slot = at + 1 + position * entry.caller as usize;
                let arguments = entry.arguments.iter();
                let value =
                    |(offset, form, _): &(u32, Form, _)| form.read(bytes, slot + *offset as usize);
                (u32::from(bytes[slot]), arguments.map(value).collect())
            };
            let queue = (0..usize::from(bytes[at])).map(caller).collect();
            decoded.entries.push(EntryState { queue });
        }
    }
}

/// Reads the records of pools.
fn decode_pools(layout: &Layout, bytes: &[u8], decoded: &mut State) {
    for pool in &layout.pools {
        let start = pool.offset as usize;
        let used = pool.length.read(bytes, start) as usize;
        let mut records = Vec::new();
        for record in 0..used {
            let base = start + pool.length.size() + record * pool.record as usize;
            pool.fields.iter().for_each(|slot| read_slot(bytes, slot, base, &mut records));
        }
        // A record without fields takes one place all the same.
        let cells: usize = pool.fields.iter().map(|slot| slot.cells as usize).sum();
        records.resize(used * cells.max(1), 0);
        decoded.pools.push(records);
    }
}
