//! The compiled system as a next-state interface (`Machine`).

use std::cell::Cell;
use std::rc::Rc;

use trine_base::{Id, IndexVec};
use trine_property::checks::data_race::races;
use trine_property::{Check, Race};
use trine_system::interpret::{
    ChannelState, EntryState, Exclusive, MonitorState, Move, ProcessState, Thread,
};
use trine_system::{EdgeId, FaultKind, Interpreter, LocationId, State, Step, System, TemplateId};

use super::eval::Moment;
use super::fire::push_event;
use super::{Machine, Planned, Report};
use crate::compile::Program;
use crate::compile::cell::Form;
use crate::compile::layout::{Segment, Shapes, Slot};
use crate::compile::threads::{ENDED, NEW, STARTED, TOLD, WAITERS};
use crate::store::Cutter;
use crate::symmetry::{Actions, Stretch, Symmetry, lift};

/// A compiled system, the shapes its states have had so far, and which code was reached.
pub struct Compiled<'s> {
    /// For what is asked too rarely to be compiled.
    interpreter: Interpreter<'s>,
    pub program: Rc<Program>,
    pub shapes: Shapes,
    initial: Result<CompiledState, Vec<FaultKind>>,
    executed: IndexVec<TemplateId, Vec<bool>>,
    claim_faulted: Cell<bool>,
    /// What states can be replaced by.
    actions: Option<Actions>,
}

/// A state of the compiled system.
#[derive(Debug, Default)]
pub struct CompiledState {
    pub bytes: Vec<u8>,
    pub shape: u32,
    pub exclusive: Option<Exclusive>,
}

impl Clone for CompiledState {
    fn clone(&self) -> CompiledState {
        CompiledState { bytes: self.bytes.clone(), shape: self.shape, exclusive: self.exclusive }
    }

    // Copies are made for every step, into buffers that are used again.
    #[inline]
    fn clone_from(&mut self, other: &CompiledState) {
        self.bytes.clone_from(&other.bytes);
        self.shape = other.shape;
        self.exclusive = other.exclusive;
    }
}

impl<'s> Compiled<'s> {
    /// A machine for a system and the program that was compiled of it; without an initial state, its faults are
    /// kept.
    pub fn new(system: &'s System, program: Rc<Program>) -> Compiled<'s> {
        let executed =
            system.templates.iter().map(|template| vec![false; template.edges.len()]).collect();
        let mut machine = Compiled {
            interpreter: Interpreter::new(system),
            program,
            shapes: Shapes::default(),
            initial: Err(Vec::new()),
            executed,
            claim_faulted: Cell::new(false),
            actions: None,
        };
        let interpreter = Interpreter::new(system);
        let outcome = interpreter.initial();
        machine.initial = match outcome.state {
            Some(state) => Ok(machine.encode(&interpreter, &state)),
            None => Err(outcome.faults.iter().map(|fault| fault.kind).collect()),
        };
        machine
    }

    /// The machine with states replaced by others that differ only by an automorphism.
    pub fn with_symmetry(mut self, symmetry: Option<&Symmetry>) -> Self {
        if let (Some(symmetry), Ok(initial)) = (symmetry, &self.initial) {
            let shape = (initial.shape, self.shapes.get(initial.shape));
            let system = self.interpreter.system;
            let actions = Actions::new(system, &self.program.layout, shape, symmetry.clone());
            self.actions = Some(actions);
        }
        self
    }

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
        for (process, place) in state.processes.iter().zip(&shape.processes) {
            let frame = &layout.frames[place.template];
            let base = place.base as usize;
            frame.location.write(&mut bytes, base, i64::from(process.location.0));
            if let Some(offset) = frame.priority {
                bytes[base + offset as usize] = process.priority;
            }
            for (id, slot) in frame.locals.enumerate().filter(|(_, slot)| slot.kept) {
                let start = interpreter.local_offset(place.template, id);
                for cell in 0..slot.cells as usize {
                    let at = base + slot.offset as usize + cell * slot.form.size();
                    slot.form.write(&mut bytes, at, process.locals[start + cell]);
                }
            }
        }
        for (channel, place) in state.channels.iter().zip(&shape.channels) {
            let kind = &layout.channel_kinds[place.kind];
            if kind.capacity == 0 {
                continue;
            }
            let start = place.offset as usize;
            kind.length.write(&mut bytes, start, channel.messages.len() as i64);
            let first = start + kind.length.size();
            for (position, message) in channel.messages.iter().enumerate() {
                let at = first + position * kind.message as usize;
                for ((offset, form, _), value) in kind.fields.iter().zip(message) {
                    form.write(&mut bytes, at + *offset as usize, *value);
                }
            }
        }
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
        self.encode_calls(state, &mut bytes);
        for (records, pool) in state.pools.iter().zip(&layout.pools) {
            let cells: usize = pool.fields.iter().map(|slot| slot.cells as usize).sum();
            let mut at = pool.offset as usize;
            pool.length.write(&mut bytes, at, (records.len() / cells.max(1)) as i64);
            at += pool.length.size();
            for record in records.chunks(cells.max(1)).filter(|_| cells > 0) {
                let mut values = record.iter();
                for slot in &pool.fields {
                    for cell in 0..slot.cells as usize {
                        let place = at + slot.offset as usize + cell * slot.form.size();
                        slot.form.write(&mut bytes, place, *values.next().unwrap_or(&0));
                    }
                }
                at += pool.record as usize;
            }
        }
        CompiledState { bytes, shape: number, exclusive: state.exclusive }
    }

    /// The state of the interpreter that a compiled state, in which no process holds exclusive control,
    /// stands for. What nothing reads is zero.
    pub fn decode(&self, state: &CompiledState) -> State {
        let layout = &self.program.layout;
        let shape = self.shapes.get(state.shape);
        let bytes = &state.bytes;
        let read = |slot: &Slot, base: usize, values: &mut Vec<i64>| {
            for cell in 0..slot.cells as usize {
                let at = base + slot.offset as usize + cell * slot.form.size();
                values.push(if slot.kept { slot.form.read(bytes, at) } else { 0 });
            }
        };
        let mut decoded = State {
            last: layout.last.map_or(0, |last| u32::from(bytes[last as usize])),
            ..State::default()
        };
        let moment = self.moment(state);
        decoded.pending_events.extend((0..).map_while(|position| moment.pending_event(position)));
        for slot in &layout.globals {
            read(slot, 0, &mut decoded.globals);
        }
        for (number, place) in shape.processes.iter().enumerate() {
            let mut locals = Vec::new();
            for slot in &layout.frames[place.template].locals {
                read(slot, place.base as usize, &mut locals);
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
        for (channel, owner) in shape.channels.iter().zip(&shape.owners) {
            let fields = layout.channel_kinds[channel.kind].fields.len();
            let message = |at: usize| (0..fields).map(|f| moment.field(channel, at, f)).collect();
            decoded.channels.push(ChannelState {
                kind: channel.kind,
                owner: *owner,
                messages: (0..moment.length(channel)).map(message).collect(),
            });
        }
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
        for entry in &layout.entries {
            for at in (0..entry.count).map(|at| (entry.offset + at * entry.size) as usize) {
                let caller = |position: usize| {
                    let slot = at + 1 + position * entry.caller as usize;
                    let arguments = entry.arguments.iter();
                    let value = |(offset, form, _): &(u32, Form, _)| {
                        form.read(bytes, slot + *offset as usize)
                    };
                    (u32::from(bytes[slot]), arguments.map(value).collect())
                };
                let queue = (0..usize::from(bytes[at])).map(caller).collect();
                decoded.entries.push(EntryState { queue });
            }
        }
        for pool in &layout.pools {
            let start = pool.offset as usize;
            let used = pool.length.read(bytes, start) as usize;
            let mut records = Vec::new();
            for record in 0..used {
                let base = start + pool.length.size() + record * pool.record as usize;
                pool.fields.iter().for_each(|slot| read(slot, base, &mut records));
            }
            // A record without fields takes one place all the same.
            let cells: usize = pool.fields.iter().map(|slot| slot.cells as usize).sum();
            records.resize(used * cells.max(1), 0);
            decoded.pools.push(records);
        }
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

    #[inline]
    pub(super) fn visit(&mut self, template: TemplateId, edge: EdgeId) {
        self.executed[template][edge.index()] = true;
    }
}

/// Whether some process can step once `timeout` is true.
fn timeout_lets_step(moment: &Moment<'_>) -> bool {
    (0..moment.shape.processes.len() as u32).any(|process| moment.can_step(process, true))
}

impl Machine for Compiled<'_> {
    type State = CompiledState;

    fn initial(&mut self) -> Result<CompiledState, Vec<FaultKind>> {
        self.initial.clone()
    }

    #[inline]
    fn pack(&self, state: &CompiledState, into: &mut Vec<u8>) -> usize {
        let bytes = self.program.layout.shape_bytes;
        into.extend_from_slice(&state.shape.to_le_bytes()[..bytes]);
        self.shapes.get(state.shape).pack(&state.bytes, into)
    }

    #[inline]
    fn unpack(&self, packed: &[u8], state: &mut CompiledState) {
        let bytes = self.program.layout.shape_bytes;
        let (number, rest) = packed.split_at(bytes);
        let mut shape = [0; 4];
        shape[..bytes].copy_from_slice(number);
        state.shape = u32::from_le_bytes(shape);
        state.exclusive = None;
        self.shapes.get(state.shape).unpack(rest, &mut state.bytes);
    }

    #[inline]
    fn processes(&self, state: &CompiledState) -> u32 {
        self.shapes.get(state.shape).processes.len() as u32
    }

    #[inline]
    fn exclusive(&self, state: &CompiledState) -> Option<Exclusive> {
        state.exclusive
    }

    #[inline]
    fn steps(&self, state: &CompiledState, process: u32, timeout: bool, found: &mut Vec<Planned>) {
        let moment = self.moment(state);
        if self.program.layout.instrumented && state.exclusive.is_none() {
            let next = moment.pending_event(0).filter(|next| next.process == process);
            let wait = moment.pending_event(1).is_some();
            let rests = || !timeout_lets_step(&moment);
            if let Some(next) = next.filter(|_| if wait { !timeout } else { timeout && rests() }) {
                let step = Step {
                    process: next.process,
                    action: Move::ConsumeEvent,
                    partner: None,
                    choice: 0,
                };
                found.push(Planned { step, fault: None });
            }
            if wait {
                return;
            }
        }
        moment.each_step(process, timeout, &mut |planned| {
            found.push(planned);
            true
        });
    }

    fn has_pending_events(&self, state: &CompiledState) -> bool {
        self.program.layout.instrumented && state.bytes[0] != 0
    }

    fn clear_events(&self, state: &mut CompiledState) {
        if self.program.layout.instrumented {
            state.bytes[0] = 0;
        }
    }

    fn fire(&mut self, state: &mut CompiledState, planned: &Planned, report: &mut Report) {
        if let Err(kind) = self.perform(state, planned, report) {
            report.fault = Some(kind);
        }
    }

    fn claim_moves(&self, state: &CompiledState, from: u32, found: &mut Vec<(u32, bool)>) {
        let Some(claim) = &self.program.claim else { return };
        let moment = self.moment(state);
        let timeout = claim.uses_timeout && !moment.some_process_can_step();
        let eval = moment.eval_for_nobody(timeout);
        let edges = &claim.states[from as usize];
        for otherwise in [false, true] {
            for edge in edges.iter().filter(|edge| edge.guard.is_none() == otherwise) {
                let open = match &edge.guard {
                    Some(guard) => match eval.value(guard) {
                        Ok(value) => value != 0,
                        Err(_) => {
                            self.claim_faulted.set(true);
                            false
                        }
                    },
                    None => true,
                };
                if open {
                    let failed = match &edge.assertion {
                        Some(assertion) => match eval.value(assertion) {
                            Ok(value) => value == 0,
                            Err(_) => {
                                self.claim_faulted.set(true);
                                false
                            }
                        },
                        None => false,
                    };
                    if !found.contains(&(edge.to, failed)) {
                        found.push((edge.to, failed));
                    }
                }
            }
            if !found.is_empty() {
                break;
            }
        }
    }

    fn claim_faulted(&self) -> bool {
        self.claim_faulted.get()
    }

    fn locations(&self, state: &CompiledState) -> Vec<(TemplateId, LocationId)> {
        let moment = self.moment(state);
        let processes = moment.shape.processes.iter().enumerate();
        let at = |process: usize| LocationId::from_index(moment.location(process as u32));
        processes.map(|(process, place)| (place.template, at(process))).collect()
    }

    fn template(&self, state: &CompiledState, process: u32) -> TemplateId {
        self.shapes.get(state.shape).process(process).template
    }

    fn is_invalid_end(&self, state: &CompiledState) -> bool {
        if self.interpreter.system.rules.threads {
            return Check::Deadlock.violated_at_rest(&self.interpreter, &self.decode(state));
        }
        let moment = self.moment(state);
        (0..self.processes(state)).any(|process| {
            let template = moment.shape.process(process).template;
            let location = self.program.location(moment.shape, process, moment.location(process));
            !self.program.templates[template].daemon && !location.final_ && !location.end
        })
    }

    fn is_waiting_forever(&self, state: &CompiledState) -> bool {
        Check::WaitForever.violated_at_rest(&self.interpreter, &self.decode(state))
    }

    fn circle(&self, state: &CompiledState) -> Vec<u32> {
        self.moment(state).circle()
    }

    fn races(&self, state: &CompiledState) -> Vec<Race> {
        let locations = self.locations(state);
        let may = |(later, two): (usize, &(TemplateId, LocationId))| {
            locations[..later].iter().any(|one| self.program.races.may_race(*one, *two))
        };
        if !locations.iter().enumerate().any(may) {
            return Vec::new();
        }
        races(&self.interpreter, &self.decode(state))
    }

    fn rests_at_accept(&self, state: &CompiledState) -> bool {
        let moment = self.moment(state);
        (0..self.processes(state)).any(|process| {
            self.program.location(moment.shape, process, moment.location(process)).accept
        })
    }

    fn rests_at_progress(&self, state: &CompiledState) -> bool {
        let moment = self.moment(state);
        (0..self.processes(state)).any(|process| {
            self.program.location(moment.shape, process, moment.location(process)).progress
        })
    }

    fn priority(&self, state: &CompiledState, process: u32) -> u8 {
        self.moment(state).priority(process)
    }

    fn uses_priorities(&self) -> bool {
        self.program.priorities
    }

    fn uses_timeout(&self) -> bool {
        self.program.uses_timeout || self.program.layout.instrumented
    }

    fn ample_process(&self, state: &CompiledState, unseen: bool) -> Option<u32> {
        let rules = self.program.independence.as_ref()?;
        self.moment(state).ample_process(rules, unseen)
    }

    fn cutter(&mut self, before: usize) -> Cutter {
        let parts = self.shapes.list_parts(&self.program.layout);
        let shape_bytes = self.program.layout.shape_bytes;
        Box::new(move |key, cuts| {
            let mut number = [0; 4];
            number[..shape_bytes].copy_from_slice(&key[before..before + shape_bytes]);
            let parts = parts.borrow();
            let mut at = before + shape_bytes;
            for part in parts[u32::from_le_bytes(number) as usize].iter() {
                at += match *part {
                    Segment::Plain { size, .. } => size as usize,
                    Segment::Channel { length, message, .. } => {
                        length.size() + length.read(key, at) as usize * message as usize
                    }
                };
                cuts.push(at);
            }
        })
    }

    fn was_executed(&self, template: TemplateId, edge: EdgeId) -> bool {
        let taken = |(template, edge): (TemplateId, EdgeId)| self.executed[template][edge.index()];
        let alike = self.actions.as_ref().map(|actions| actions.alike(template, edge));
        taken((template, edge)) || alike.is_some_and(|all| all.iter().copied().any(taken))
    }

    #[inline]
    fn is_symmetric(&self) -> bool {
        self.actions.is_some()
    }

    fn alike(&self) -> Option<u64> {
        self.actions.as_ref().map(|actions| actions.symmetry.processes())
    }

    fn canonicalize(&self, state: &mut CompiledState, applied: Option<&mut Vec<u16>>) {
        if let Some(actions) = &self.actions
            && state.shape == actions.shape
        {
            actions.canonicalize(&mut state.bytes, applied);
        }
    }

    fn may_pass(&self, state: &CompiledState) -> Option<u32> {
        let actions = self.actions.as_ref().filter(|actions| actions.shape == state.shape)?;
        actions.may_pass(&state.bytes)
    }

    fn lift(&self, stretches: &[Stretch], settle: bool) -> Option<Vec<Step>> {
        lift(&self.interpreter, &self.actions.as_ref()?.symmetry, stretches, settle)
    }
}
