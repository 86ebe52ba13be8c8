//! What a step of a compiled system does. The meaning is that of the reference interpreter.

use trine_property::Direction;
use trine_system::interpret::{Exclusive, Move, Partner};
use trine_system::{FaultKind, GlobalId, Hold, Step, TemplateId};

use super::compiled::{Compiled, CompiledState};
use super::eval::{Eval, Moment};
use super::steps::{Message, message};
use super::{ChannelEvent, Planned, Report};
use crate::compile::code::{EdgeCode, EffectCode, InitCode, SyncCode};
use crate::compile::expr::{PatternCode, PlaceCode};
use crate::compile::layout::{ChannelPlace, MOST_PENDING_EVENTS, PENDING_EVENT_SIZE};

impl Compiled<'_> {
    pub(super) fn perform(
        &mut self,
        state: &mut CompiledState,
        planned: &Planned,
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        let program = self.program.clone();
        let step = &planned.step;
        let process = step.process;
        if program.layout.instrumented {
            if step.action == Move::ConsumeEvent {
                consume_event(&mut state.bytes);
                return Ok(());
            }
            if state.exclusive.is_none() {
                state.bytes[0] = 0;
            }
        }
        let Move::Edge(id) = step.action else {
            self.stepped(state, process, Hold::Release);
            state.exclusive = None;
            if let Some(start) = program.layout.threads {
                state.bytes[(start + process) as usize] = 0;
            }
            state.shape = self.shapes.without_last(&program.layout, state.shape);
            state.bytes.truncate(self.shapes.get(state.shape).size);
            return Ok(());
        };
        let template = self.shapes.get(state.shape).process(process).template;
        self.visit(template, id);
        let edge = &program.templates[template].edges[id];
        if let Some(kind) = planned.fault {
            return Err(kind);
        }
        let mut choice = step.choice;
        match &edge.sync {
            SyncCode::None => {}
            SyncCode::Monitor(op, of) => {
                let woken = choice / edge.choices.max(1);
                self.use_monitor(state, process, (*op, of), woken, report)?;
            }
            SyncCode::Thread(op) => self.use_thread(state, process, op, report)?,
            SyncCode::Entry(op, of) => self.use_entry(state, process, (op, of), report)?,
            SyncCode::Send { channel, values, sorted } => {
                let eval = self.eval(state, process, false);
                let Some(number) = eval.channel_index(channel) else {
                    return Err(channel_fault(&eval));
                };
                let channel = eval.at.shape.channels[number];
                let message = message(&eval, &channel, values)?;
                let name = self.global_name(state, number, report);
                if let Some(partner) = step.partner {
                    return self.rendezvous(state, step, edge, partner, &message, name, report);
                }
                self.enqueue(state, &channel, &message, *sorted);
                self.event(name, Direction::Send, &message, report);
            }
            SyncCode::Receive { channel, patterns, anywhere, keep } => {
                let eval = self.eval(state, process, false);
                let Some(number) = eval.channel_index(channel) else {
                    return Err(channel_fault(&eval));
                };
                let channel = eval.at.shape.channels[number];
                if *keep && program.layout.channel_kinds[channel.kind].capacity == 0 {
                    return Err(FaultKind::Channel);
                }
                let found = eval.find_message(&channel, patterns, *anywhere);
                if let Some(kind) = eval.fault() {
                    return Err(kind);
                }
                if let Some(at) = found {
                    let name = self.global_name(state, number, report);
                    let message = self.take_message(state, &channel, at, *keep);
                    if !*keep {
                        self.event(name, Direction::Receive, &message, report);
                    }
                    self.bind(state, process, patterns, &message)?;
                }
            }
        }
        self.effects(state, process, edge, &mut choice, report)?;
        self.arrive(state, process, edge);
        self.stepped(state, process, edge.hold);
        self.go_straight_on(state, process, edge.hold, report)?;
        if !report.wanted.is_empty() && !report.limit {
            self.note_arrival(state, process, edge, report);
        }
        if state.exclusive.is_none() {
            self.run_on(state, process, report)?;
        }
        Ok(())
    }

    /// Notes the process whose step it was, once the step is over; a d_step is one step.
    #[inline]
    pub(super) fn stepped(&self, state: &mut CompiledState, process: u32, hold: Hold) {
        if let Some(last) = self.program.layout.last
            && hold != Hold::DStep
        {
            state.bytes[last as usize] = process as u8;
        }
    }

    /// Takes the steps after the one just taken that nothing can tell from it.
    #[inline]
    fn run_on(
        &mut self,
        state: &mut CompiledState,
        process: u32,
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        if self.program.layout.instrumented && state.bytes[0] != 0 {
            // What has just happened is to be consumed first.
            return Ok(());
        }
        let template = self.shapes.get(state.shape).process(process).template;
        loop {
            let location = self.moment(state).location(process);
            let Some(id) = self.program.templates[template].locations[location].merged else {
                return Ok(());
            };
            let program = self.program.clone();
            let edge = &program.templates[template].edges[id];
            self.visit(template, id);
            self.effects(state, process, edge, &mut 0, report)?;
            self.arrive(state, process, edge);
            if report.record {
                report.merged.push(Step::edge(process, id));
            }
        }
    }

    #[inline]
    pub(super) fn eval<'a>(
        &'a self,
        state: &'a CompiledState,
        process: u32,
        timeout: bool,
    ) -> Eval<'a> {
        self.moment(state).eval(process, timeout)
    }

    #[inline]
    pub(super) fn moment<'a>(&'a self, state: &'a CompiledState) -> Moment<'a> {
        Moment {
            program: &self.program,
            shape: self.shapes.get(state.shape),
            bytes: &state.bytes,
            asked: false,
            inside: state.exclusive.filter(|one| one.deterministic).map(|one| one.process),
        }
    }

    /// The global variable that was declared with a channel, where it is asked for.
    #[inline]
    fn global_name(
        &self,
        state: &CompiledState,
        channel: usize,
        report: &Report,
    ) -> Option<(GlobalId, u32)> {
        if !report.watch_events {
            return None;
        }
        let number = channel as i64 + 1;
        self.program.channel_globals.iter().find_map(|id| {
            let slot = &self.program.layout.globals[*id];
            let at = |cell: u32| slot.offset as usize + cell as usize * slot.form.size();
            let mut cells = 0..slot.cells;
            let cell = cells.find(|cell| slot.form.read(&state.bytes, at(*cell)) == number)?;
            Some((*id, cell))
        })
    }

    #[inline]
    fn event(
        &self,
        name: Option<(GlobalId, u32)>,
        direction: Direction,
        message: &[i64],
        report: &mut Report,
    ) {
        if let Some((channel, cell)) = name {
            report.events.push(ChannelEvent {
                channel,
                cell,
                direction,
                message: message.to_vec(),
            });
        }
    }

    /// The process is at the end of the edge, and forgets what it does not need there.
    #[inline]
    pub(super) fn arrive(&self, state: &mut CompiledState, process: u32, edge: &EdgeCode) {
        let place = self.shapes.get(state.shape).process(process);
        let base = place.base as usize;
        let form = self.program.layout.frames[place.template].location;
        form.write(&mut state.bytes, base, i64::from(edge.to));
        for (start, size) in &edge.forgets {
            let start = base + *start as usize;
            state.bytes[start..start + *size as usize].fill(0);
        }
    }

    /// Sender and receiver step together; control goes to the receiver.
    #[expect(clippy::too_many_arguments, reason = "one moment, two processes")]
    fn rendezvous(
        &mut self,
        state: &mut CompiledState,
        step: &Step,
        edge: &EdgeCode,
        partner: Partner,
        message: &[i64],
        name: Option<(GlobalId, u32)>,
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        if state.exclusive.is_some_and(|exclusive| exclusive.deterministic) {
            return Err(FaultKind::DStep);
        }
        let program = self.program.clone();
        let template = self.shapes.get(state.shape).process(partner.process).template;
        let receiving = &program.templates[template].edges[partner.edge];
        let mut choice = step.choice;
        self.event(name, Direction::Send, message, report);
        self.effects(state, step.process, edge, &mut choice, report)?;
        self.arrive(state, step.process, edge);
        self.visit(template, partner.edge);
        self.event(name, Direction::Receive, message, report);
        if let SyncCode::Receive { patterns, .. } = &receiving.sync {
            self.bind(state, partner.process, patterns, message)?;
        }
        self.effects(state, partner.process, receiving, &mut 0, report)?;
        self.arrive(state, partner.process, receiving);
        self.stepped(state, partner.process, receiving.hold);
        self.go_straight_on(state, partner.process, receiving.hold, report)?;
        if !report.wanted.is_empty() && !report.limit {
            self.note_arrival(state, step.process, edge, report);
        }
        if state.exclusive.is_none() {
            self.run_on(state, partner.process, report)?;
            self.run_on(state, step.process, report)?;
        }
        Ok(())
    }

    fn enqueue(
        &self,
        state: &mut CompiledState,
        channel: &ChannelPlace,
        message: &[i64],
        sorted: bool,
    ) {
        let moment = self.moment(state);
        let kind = &self.program.layout.channel_kinds[channel.kind];
        let length = moment.length(channel);
        if length >= kind.capacity as usize {
            return; // a lossy channel
        }
        let greater = |at: &usize| {
            let fields = (0..kind.fields.len()).map(|field| moment.field(channel, *at, field));
            fields.cmp(message.iter().copied()).is_gt()
        };
        let position = match sorted {
            true => (0..length).find(greater).unwrap_or(length),
            false => length,
        };
        let size = kind.message as usize;
        let first = channel.offset as usize + kind.length.size();
        let start = first + position * size;
        state.bytes.copy_within(start..first + length * size, start + size);
        for ((offset, form, _), value) in kind.fields.iter().zip(message) {
            form.write(&mut state.bytes, start + *offset as usize, *value);
        }
        kind.length.write(&mut state.bytes, channel.offset as usize, length as i64 + 1);
    }

    /// The message at a position, which leaves the channel unless it is kept.
    fn take_message(
        &self,
        state: &mut CompiledState,
        channel: &ChannelPlace,
        at: usize,
        keep: bool,
    ) -> Message {
        let kind = &self.program.layout.channel_kinds[channel.kind];
        let moment = self.moment(state);
        let length = moment.length(channel);
        let fields = (0..kind.fields.len()).map(|field| moment.field(channel, at, field));
        let message = fields.collect();
        if !keep {
            let size = kind.message as usize;
            let first = channel.offset as usize + kind.length.size();
            let start = first + at * size;
            state.bytes.copy_within(start + size..first + length * size, start);
            kind.length.write(&mut state.bytes, channel.offset as usize, length as i64 - 1);
        }
        message
    }

    fn bind(
        &self,
        state: &mut CompiledState,
        process: u32,
        patterns: &[PatternCode],
        message: &[i64],
    ) -> Result<(), FaultKind> {
        for (pattern, value) in patterns.iter().zip(message) {
            if let PatternCode::Bind(place) = pattern {
                self.assign(state, process, place, *value)?;
            }
        }
        Ok(())
    }

    /// Puts a value into a place, cut to its type.
    pub(super) fn assign(
        &self,
        state: &mut CompiledState,
        process: u32,
        place: &PlaceCode,
        value: i64,
    ) -> Result<(), FaultKind> {
        let (at, slot) = self.eval(state, process, false).cell(place)?;
        let value = slot.ty.store(value)?;
        if slot.kept {
            slot.form.write(&mut state.bytes, at, value);
        }
        Ok(())
    }

    pub(super) fn effects(
        &mut self,
        state: &mut CompiledState,
        process: u32,
        edge: &EdgeCode,
        choice: &mut u32,
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        // The last choice varies fastest, so the first one needs the product of the others.
        let mut ways = edge.choices;
        for effect in &edge.effects {
            match effect {
                EffectCode::LocalByte(offset, value) => {
                    let eval = self.eval(state, process, false);
                    let (at, value) = (eval.base + *offset as usize, eval.value(value)?);
                    state.bytes[at] = value as u8;
                }
                EffectCode::GlobalByte(offset, value) => {
                    let value = self.eval(state, process, false).value(value)?;
                    state.bytes[*offset as usize] = value as u8;
                }
                EffectCode::Assign(place, value) => {
                    let value = self.eval(state, process, false).value(value)?;
                    self.assign(state, process, place, value)?;
                }
                EffectCode::Nothing => {}
                EffectCode::Assert(condition) => {
                    let holds = self.eval(state, process, false).value(condition)?;
                    if holds == 0 {
                        report.failed.push(FaultKind::Assertion);
                    }
                }
                EffectCode::Print(arguments) => {
                    let eval = self.eval(state, process, false);
                    for argument in arguments {
                        eval.value(argument)?;
                    }
                }
                EffectCode::Run { template, arguments, priority, into } => {
                    let eval = self.eval(state, process, false);
                    let values: Result<Vec<i64>, FaultKind> =
                        arguments.iter().map(|argument| eval.value(argument)).collect();
                    let values = values?;
                    let priority = match priority {
                        Some(priority) => eval.value(priority)? as u8,
                        None => 1,
                    };
                    let count = self.shapes.get(state.shape).processes.len();
                    let number = if count < self.program.process_limit {
                        self.create(state, *template, &values, priority)?;
                        count as i64
                    } else {
                        0
                    };
                    if let Some(into) = into {
                        self.assign(state, process, into, number)?;
                    }
                }
                EffectCode::SetPriority(target, priority) => {
                    let eval = self.eval(state, process, false);
                    let priority = eval.value(priority)?;
                    let target = eval.value(target)?;
                    let shape = self.shapes.get(state.shape);
                    let target = usize::try_from(target).ok();
                    if let Some(target) = target.and_then(|at| shape.processes.get(at))
                        && let Some(offset) = self.program.layout.frames[target.template].priority
                    {
                        state.bytes[(target.base + offset) as usize] = priority.clamp(0, 255) as u8;
                    }
                }
                EffectCode::Choose { into, low, high, known } => {
                    report.unmodelled |= !known;
                    let count = (high - low + 1).max(1) as u32;
                    ways /= count.max(1);
                    let offset = (*choice / ways.max(1)) % count;
                    let value = low.saturating_add(i64::from(offset)).min(*high);
                    self.assign(state, process, into, value)?;
                }
                EffectCode::New { pool, into } => {
                    let pool = &self.program.layout.pools[*pool];
                    let start = pool.offset as usize;
                    let used = pool.length.read(&state.bytes, start);
                    if used >= i64::from(pool.capacity) {
                        report.limit = true;
                        return Ok(());
                    }
                    pool.length.write(&mut state.bytes, start, used + 1);
                    let record = start + pool.length.size() + used as usize * pool.record as usize;
                    for (slot, values) in pool.fields.iter().zip(&pool.fresh) {
                        for (cell, value) in values.iter().enumerate() {
                            let at = record + slot.offset as usize + cell * slot.form.size();
                            slot.form.write(&mut state.bytes, at, *value);
                        }
                    }
                    self.assign(state, process, into, used + 1)?;
                }
                EffectCode::Fail(kind) => report.failed.push(*kind),
                EffectCode::Abort(kind) => return Err(*kind),
                EffectCode::Emit { event, when } => {
                    let holds = self.eval(state, process, false).value(when);
                    if matches!(holds, Ok(value) if value != 0) {
                        report.limit |= !push_event(&mut state.bytes, *event, process);
                    }
                }
                EffectCode::Unmodelled => report.unmodelled = true,
                EffectCode::Limit => {
                    report.limit = true;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Adds a process at the entry of its template.
    fn create(
        &mut self,
        state: &mut CompiledState,
        template: TemplateId,
        arguments: &[i64],
        priority: u8,
    ) -> Result<(), FaultKind> {
        let program = self.program.clone();
        let code = &program.templates[template];
        let frame = &program.layout.frames[template];
        let channels = self.shapes.get(state.shape).channels.len();
        // Where priorities are kept in frames, they are no part of the shape.
        let of_shape = if program.layout.changing_priorities { 0 } else { priority };
        state.shape = self.shapes.with(&program.layout, state.shape, template, of_shape);
        let shape = self.shapes.get(state.shape);
        let base = state.bytes.len();
        let process = shape.processes.len() as u32 - 1;
        state.bytes.resize(shape.size, 0);
        // A place of a channel that was in use before a process died may hold old bytes; the frame is
        // new, so all of it is zero already.
        frame.location.write(&mut state.bytes, base, i64::from(code.entry));
        if let Some(offset) = frame.priority {
            state.bytes[base + offset as usize] = priority;
        }
        let mut made = channels;
        for (position, init) in code.inits.iter().enumerate() {
            let slot = frame.locals.as_slice()[position];
            let put = |state: &mut CompiledState, cell: usize, value: i64| {
                let value = slot.ty.store(value)?;
                if slot.kept {
                    let at = base + slot.offset as usize + cell * slot.form.size();
                    slot.form.write(&mut state.bytes, at, value);
                }
                Ok(())
            };
            match init {
                InitCode::Parameter => {
                    put(state, 0, arguments.get(position).copied().unwrap_or(0))?;
                }
                InitCode::Values(values) => {
                    for (cell, value) in values.iter().enumerate() {
                        put(state, cell, *value)?;
                    }
                }
                InitCode::Computed(code) => {
                    for cell in 0..slot.cells as usize {
                        let value = self.moment(state).eval(process, false).value(code)?;
                        put(state, cell, value)?;
                    }
                }
                InitCode::Channels => {
                    for cell in 0..slot.cells as usize {
                        made += 1;
                        put(state, cell, made as i64)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Sets the process with exclusive control; a process that cannot go on loses control, and in a d_step that is a
    /// fault.
    #[inline]
    pub(super) fn hold(
        &self,
        state: &mut CompiledState,
        process: u32,
        hold: Hold,
    ) -> Result<(), FaultKind> {
        state.exclusive = None;
        if hold == Hold::Release {
            return Ok(());
        }
        if hold == Hold::DStep {
            // No other process comes in between, whatever its priority.
            state.exclusive = Some(Exclusive { process, deterministic: true });
            if !self.moment(state).can_step(process, false) {
                return Err(FaultKind::DStep);
            }
        } else if self.moment(state).can_go_on(process) {
            state.exclusive = Some(Exclusive { process, deterministic: false });
        }
        Ok(())
    }
}

fn channel_fault(eval: &Eval<'_>) -> FaultKind {
    eval.fault().unwrap_or(FaultKind::Channel)
}

/// Adds an event to those that are to be consumed. False where there is no room for more.
pub(super) fn push_event(bytes: &mut [u8], event: u16, process: u32) -> bool {
    let observed = u32::from(bytes[0]);
    if observed == MOST_PENDING_EVENTS {
        return false;
    }
    let at = (1 + observed * PENDING_EVENT_SIZE) as usize;
    bytes[at..at + 2].copy_from_slice(&event.to_le_bytes());
    bytes[at + 2] = process as u8;
    bytes[0] += 1;
    true
}

/// The first event was consumed; the next one is now.
fn consume_event(bytes: &mut [u8]) {
    let end = 1 + usize::from(bytes[0]) * PENDING_EVENT_SIZE as usize;
    bytes.copy_within(1 + PENDING_EVENT_SIZE as usize..end.max(1 + PENDING_EVENT_SIZE as usize), 1);
    bytes[0] = bytes[0].saturating_sub(1);
}
