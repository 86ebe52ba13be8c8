//! The reference interpreter as a next-state interface: slower, and for every system.

use std::cell::Cell;

use trine_base::{Id, IndexVec};
use trine_property::checks::data_race::races;
use trine_property::checks::deadlock;
use trine_property::{Check, Claim, ClaimStateId, Race, channel_events};
use trine_system::interpret::{
    ChannelState, EntryState, Exclusive, MonitorState, Move, PendingEvent, ProcessState, Thread,
};
use trine_system::{
    ChannelKindId, EdgeId, FaultKind, Interpreter, LocationId, State, Step, System, TemplateId,
};

use crate::store::Cutter;

use super::{ChannelEvent, Machine, Planned, Report};

/// The reference interpreter as a machine.
pub struct Reference<'s> {
    interpreter: Interpreter<'s>,
    claim: Option<&'s Claim>,
    /// Some variables are no part of the key.
    hides: bool,
    executed: IndexVec<TemplateId, Vec<bool>>,
    claim_faulted: Cell<bool>,
}

impl<'s> Reference<'s> {
    /// `unhide`: hidden variables are part of the key after all.
    pub fn new(system: &'s System, claim: Option<&'s Claim>, unhide: bool) -> Reference<'s> {
        let locals = system.templates.iter().flat_map(|template| &template.locals);
        let fields = system.pools.iter().flat_map(|pool| &pool.fields);
        let mut variables = system.globals.iter().chain(locals).chain(fields);
        Reference {
            interpreter: Interpreter::new(system),
            claim,
            hides: !unhide && variables.any(|variable| variable.hidden),
            claim_faulted: Cell::new(false),
            executed: system.templates.iter().map(|code| vec![false; code.edges.len()]).collect(),
        }
    }

    /// Sends and receives of a step on global channels, as the state before it has them.
    fn events(&self, state: &State, step: &Step) -> impl Iterator<Item = ChannelEvent> {
        let events = channel_events(&self.interpreter, state, step);
        events.into_iter().filter_map(|event| {
            let (channel, cell) = event.channel?;
            let (direction, message) = (event.direction, event.message);
            Some(ChannelEvent { channel, cell, direction, message })
        })
    }
}

impl Machine for Reference<'_> {
    type State = State;

    fn initial(&mut self) -> Result<State, Vec<FaultKind>> {
        let outcome = self.interpreter.initial();
        outcome.state.ok_or_else(|| outcome.faults.iter().map(|fault| fault.kind).collect())
    }

    fn pack(&self, state: &State, into: &mut Vec<u8>) -> usize {
        if !self.hides {
            Writer(into).state(state);
            return 0;
        }
        Writer(into).state(&self.interpreter.key(state));
        let before = into.len();
        Writer(into).state(state);
        into.len() - before
    }

    fn unpack(&self, packed: &[u8], state: &mut State) {
        let mut reader = Reader(packed);
        *state = reader.state();
        if self.hides {
            *state = reader.state();
        }
    }

    fn processes(&self, state: &State) -> u32 {
        state.processes.len() as u32
    }

    fn exclusive(&self, state: &State) -> Option<Exclusive> {
        state.exclusive
    }

    fn steps(&self, state: &State, process: u32, timeout: bool, found: &mut Vec<Planned>) {
        let instrumented = state.exclusive.is_none() && !state.pending_events.is_empty();
        if instrumented && (state.pending_events.len() > 1 || timeout) {
            let steps = self.interpreter.steps(state);
            let observes = steps.first().is_some_and(|step| step.action == Move::ConsumeEvent);
            if observes
                && (state.pending_events.len() > 1) != timeout
                && steps[0].process == process
            {
                found.push(Planned { step: steps[0], fault: None });
            }
            if observes {
                return;
            }
        }
        let steps = self.interpreter.process_steps(state, process, timeout);
        found.extend(steps.into_iter().map(|step| Planned { step, fault: None }));
    }

    fn has_pending_events(&self, state: &State) -> bool {
        !state.pending_events.is_empty()
    }

    fn clear_events(&self, state: &mut State) {
        state.pending_events.clear();
    }

    fn fire(&mut self, state: &mut State, planned: &Planned, report: &mut Report) {
        let step = &planned.step;
        if let Move::Edge(edge) = step.action {
            let template = state.processes[step.process as usize].template;
            self.executed[template][edge.index()] = true;
        }
        if let Some(partner) = step.partner {
            let template = state.processes[partner.process as usize].template;
            self.executed[template][partner.edge.index()] = true;
        }
        if report.watch_events {
            report.events.extend(self.events(state, step));
        }
        let outcome = self.interpreter.step(state, step);
        let after = outcome.state.as_ref();
        let violated =
            |check: &&Check| check.violated_by_step(&self.interpreter, state, step, after);
        report.noted.extend(report.wanted.iter().filter(violated).copied());
        report.unmodelled |= !outcome.unmodelled.is_empty();
        report.limit |= outcome.limit.is_some();
        report.failed.extend(outcome.faults.iter().map(|fault| fault.kind));
        match outcome.state {
            Some(next) => *state = next,
            None if outcome.limit.is_none() => report.fault = report.failed.pop(),
            None => {}
        }
    }

    fn claim_moves(&self, state: &State, from: u32, found: &mut Vec<(u32, bool)>) {
        let Some(claim) = self.claim else { return };
        let moves = claim.moves(ClaimStateId(from), |expr| {
            let value = self.interpreter.eval(state, expr);
            self.claim_faulted.set(self.claim_faulted.get() || value.is_err());
            value
        });
        found.extend(moves.into_iter().map(|(to, failed)| (to.0, failed)));
    }

    fn claim_faulted(&self) -> bool {
        self.claim_faulted.get()
    }

    fn locations(&self, state: &State) -> Vec<(TemplateId, LocationId)> {
        state.processes.iter().map(|process| (process.template, process.location)).collect()
    }

    fn template(&self, state: &State, process: u32) -> TemplateId {
        state.processes[process as usize].template
    }

    fn is_invalid_end(&self, state: &State) -> bool {
        Check::Deadlock.violated_at_rest(&self.interpreter, state)
    }

    fn is_waiting_forever(&self, state: &State) -> bool {
        Check::WaitForever.violated_at_rest(&self.interpreter, state)
    }

    fn circle(&self, state: &State) -> Vec<u32> {
        match deadlock::has_circle(&self.interpreter, state) {
            true => deadlock::stuck(&self.interpreter, state),
            false => Vec::new(),
        }
    }

    fn races(&self, state: &State) -> Vec<Race> {
        races(&self.interpreter, state)
    }

    fn rests_at_accept(&self, state: &State) -> bool {
        state.processes.iter().any(|process| {
            let template = &self.interpreter.system.templates[process.template];
            template.locations[process.location].accept
        })
    }

    fn rests_at_progress(&self, state: &State) -> bool {
        state.processes.iter().any(|process| {
            let template = &self.interpreter.system.templates[process.template];
            template.locations[process.location].progress
        })
    }

    fn priority(&self, state: &State, process: u32) -> u8 {
        state.processes[process as usize].priority
    }

    fn uses_priorities(&self) -> bool {
        self.interpreter.system.rules.priorities
    }

    fn uses_timeout(&self) -> bool {
        true
    }

    fn ample_process(&self, _state: &State, _unseen: bool) -> Option<u32> {
        None
    }

    fn cutter(&mut self, _before: usize) -> Cutter {
        // Numbers of any length follow each other, so no cut is better than another.
        Box::new(|key, cuts| {
            cuts.extend((1..key.len()).filter(|at| at % 16 == 0));
            cuts.push(key.len());
        })
    }

    fn was_executed(&self, template: TemplateId, edge: EdgeId) -> bool {
        self.executed[template][edge.index()]
    }
}

/// Appends numbers, seven bits to a byte, the sign lowest.
struct Writer<'a>(&'a mut Vec<u8>);

impl Writer<'_> {
    fn number(&mut self, value: i64) {
        let mut rest = ((value << 1) ^ (value >> 63)) as u64;
        while rest >= 0x80 {
            self.0.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.0.push(rest as u8);
    }

    fn numbers(&mut self, values: &[i64]) {
        self.number(values.len() as i64);
        for value in values {
            self.number(*value);
        }
    }

    fn state(&mut self, state: &State) {
        self.number(i64::from(state.last));
        self.number(state.pending_events.len() as i64);
        for observed in &state.pending_events {
            self.number(i64::from(observed.event));
            self.number(i64::from(observed.process));
        }
        self.numbers(&state.globals);
        self.number(state.processes.len() as i64);
        for process in &state.processes {
            self.number(i64::from(process.template.0));
            self.number(i64::from(process.location.0));
            self.numbers(&process.locals);
            self.number(i64::from(process.priority));
            self.number(process.thread as i64);
            match &process.reply {
                None => self.number(0),
                Some(values) => {
                    self.number(1);
                    self.numbers(values);
                }
            }
            self.number(process.serving.len() as i64);
            process.serving.iter().for_each(|caller| self.number(i64::from(*caller)));
        }
        self.number(state.channels.len() as i64);
        for channel in &state.channels {
            self.number(i64::from(channel.kind.0));
            self.number(channel.owner.map_or(-1, i64::from));
            self.number(channel.messages.len() as i64);
            channel.messages.iter().for_each(|message| self.numbers(message));
        }
        self.number(state.monitors.len() as i64);
        for monitor in &state.monitors {
            let (owner, count) = monitor.owner.map_or((-1, 0), |(who, n)| (i64::from(who), n));
            self.number(owner);
            self.number(i64::from(count));
            self.number(monitor.waiters.len() as i64);
            for (who, count, notified) in &monitor.waiters {
                self.number(i64::from(*who));
                self.number(i64::from(*count));
                self.number(i64::from(*notified));
            }
        }
        self.number(state.entries.len() as i64);
        for entry in &state.entries {
            self.number(entry.queue.len() as i64);
            for (caller, arguments) in &entry.queue {
                self.number(i64::from(*caller));
                self.numbers(arguments);
            }
        }
        self.number(state.pools.len() as i64);
        state.pools.iter().for_each(|pool| self.numbers(pool));
    }
}

/// Reads what a [`Writer`] wrote.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> i64 {
        let mut value = 0u64;
        let mut shift = 0;
        while let Some((byte, rest)) = self.0.split_first() {
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        (value >> 1) as i64 ^ -((value & 1) as i64)
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.number();
        (0..count).map(|_| item(self)).collect()
    }

    fn state(&mut self) -> State {
        let last = self.number() as u32;
        let pending_events = self.list(|reader| PendingEvent {
            event: reader.number() as u32,
            process: reader.number() as u32,
        });
        State {
            pending_events,
            globals: self.list(Reader::number),
            processes: self.list(|reader| ProcessState {
                template: TemplateId(reader.number() as u32),
                location: LocationId(reader.number() as u32),
                locals: reader.list(Reader::number),
                priority: reader.number() as u8,
                thread: match reader.number() {
                    0 => Thread::New,
                    1 => Thread::Started,
                    2 => Thread::Running,
                    _ => Thread::Ended,
                },
                reply: (reader.number() == 1).then(|| reader.list(Reader::number)),
                serving: reader.list(|reader| reader.number() as u32),
            }),
            channels: self.list(|reader| ChannelState {
                kind: ChannelKindId(reader.number() as u32),
                owner: u32::try_from(reader.number()).ok(),
                messages: reader.list(|reader| reader.list(Reader::number)),
            }),
            monitors: self.list(|reader| {
                let owner = u32::try_from(reader.number()).ok();
                let count = reader.number() as u32;
                MonitorState {
                    owner: owner.map(|owner| (owner, count)),
                    waiters: reader.list(|reader| {
                        (reader.number() as u32, reader.number() as u32, reader.number() != 0)
                    }),
                }
            }),
            entries: self.list(|reader| EntryState {
                queue: reader.list(|reader| (reader.number() as u32, reader.list(Reader::number))),
            }),
            pools: self.list(|reader| reader.list(Reader::number)),
            exclusive: None,
            last,
        }
    }
}
