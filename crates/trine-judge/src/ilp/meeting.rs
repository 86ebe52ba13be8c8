//! The partners of a step of a process: states in which it finds them, and what it says to them.

use std::collections::BTreeMap;

use trine_system::interpret::{Context, SharedCell, State, Thread, Touch};
use trine_system::{EdgeId, EntryRef, Expr, Place, Root, Sync};
use trine_verdict::{CellUse, ChannelUse, IlpEvent, IlpLabel, IlpPart, MonitorUse, ProcessUse};

use super::step::{Environment, Piece, Stepper, Taken};

/// What a step says to other parts.
pub type Said = Vec<(IlpPart, IlpLabel)>;

/// What a step does to another process.
pub fn to_process(process: u32, what: ProcessUse) -> (IlpPart, IlpLabel) {
    (IlpPart::Process(process), IlpLabel::Process(vec![what]))
}

impl Stepper<'_> {
    /// Whether a message that lies ready is one that an edge takes.
    pub fn matches(&self, state: &State, process: u32, edge: EdgeId) -> bool {
        let Some(Sync::Receive { channel, patterns, .. }) = &self.original(process, edge).sync
        else {
            return true;
        };
        let context = Context::new(&self.interpreter, state, Some(process));
        let found = context
            .channel(channel)
            .and_then(|channel| context.find_message(channel, patterns, false));
        matches!(found, Ok(Some(_)))
    }

    /// States in which an edge finds its partners, and what it says to others.
    pub fn prepared(
        &self,
        world: &Environment,
        process: u32,
        piece: &Piece,
        edge: EdgeId,
        received: Option<(usize, &[i64])>,
        state: &State,
    ) -> Vec<(State, Said)> {
        let context = Context::new(&self.interpreter, state, Some(process));
        let plain = |said: Said| vec![(state.clone(), said)];
        let Some(sync) = &self.original(process, edge).sync else { return plain(Vec::new()) };
        let index = |index: &Option<Expr>| match index {
            Some(index) => context.eval(index).ok(),
            None => Some(0),
        };
        let entry = |of: &EntryRef| {
            let index = index(&of.index)?;
            let count = i64::from(self.original.entries[of.entry].count);
            let start = self.entry_starts[of.entry.0 as usize];
            (index >= 0 && index < count).then(|| start + index as usize)
        };
        match sync {
            Sync::Send { channel, values, .. } => {
                let Ok(channel) = context.channel(channel) else { return Vec::new() };
                let kind = &self.original.channel_kinds[state.channels[channel].kind];
                let mut message = Vec::new();
                for (position, field) in kind.fields.iter().enumerate() {
                    let value = values.get(position).map_or(Ok(0), |value| context.eval(value));
                    match value.map(|value| field.store(value)) {
                        Ok(Ok(value)) => message.push(value),
                        _ => return Vec::new(),
                    }
                }
                let (number, message) = (channel as u32, message.into());
                if kind.capacity > 0 {
                    let said = IlpLabel::Channel { how: ChannelUse::Sends, message };
                    return plain(vec![(IlpPart::Channel(number), said)]);
                }
                let said = ProcessUse::Receives { from: process, channel: number, message };
                let receives = |other: &u32| {
                    let edges = &self.original.templates[self.template(*other)].edges;
                    edges.iter().any(|edge| match &edge.sync {
                        Some(Sync::Receive { channel: from, .. }) => self.may_be(from, channel),
                        _ => false,
                    })
                };
                (0..self.count())
                    .filter(|other| *other != process && receives(other))
                    .map(|other| (state.clone(), vec![to_process(other, said.clone())]))
                    .collect()
            }
            Sync::Receive { channel, anywhere, keep, .. } => {
                let Ok(channel) = context.channel(channel) else { return Vec::new() };
                let kind = &self.original.channel_kinds[state.channels[channel].kind];
                let with = |message: &[i64]| {
                    let mut state = state.clone();
                    state.channels[channel].messages = vec![message.to_vec()];
                    state
                };
                if let Some((offered, message)) = received {
                    return match offered == channel {
                        true => vec![(with(message), Vec::new())],
                        false => Vec::new(),
                    };
                }
                if kind.capacity == 0 {
                    return Vec::new();
                }
                let how = match (keep, anywhere) {
                    (true, _) => ChannelUse::LooksAt,
                    (false, true) => ChannelUse::TakesAnywhere,
                    (false, false) => ChannelUse::Takes,
                };
                let messages = world.messages[channel].iter();
                messages
                    .map(|message| {
                        let said = IlpLabel::Channel { how, message: message.as_slice().into() };
                        (with(message), vec![(IlpPart::Channel(channel as u32), said)])
                    })
                    .collect()
            }
            _ if received.is_some() => Vec::new(),
            Sync::Start(who) | Sync::Join(who) => {
                let Ok(other) = context.eval(who) else { return Vec::new() };
                let Some(other) = context.process_at(other) else {
                    return match sync {
                        Sync::Join(_) => plain(Vec::new()),
                        _ => Vec::new(),
                    };
                };
                // No process is there to start itself, or at its end when it waits for it.
                if other == process {
                    return Vec::new();
                }
                let mut state = state.clone();
                let starts = matches!(sync, Sync::Start(_));
                if starts {
                    state.processes[other as usize].thread = Thread::New;
                }
                let what = if starts { ProcessUse::Started } else { ProcessUse::Joined };
                vec![(state, vec![to_process(other, what)])]
            }
            Sync::Begin => match piece.thread {
                Thread::Started => plain(Vec::new()),
                _ => Vec::new(),
            },
            Sync::End => plain(Vec::new()),
            Sync::Call { entry: of, .. } => match entry(of) {
                Some(_) => plain(Vec::new()),
                None => Vec::new(),
            },
            Sync::Withdraw(of) => match (entry(of), piece.call.0) {
                (Some(at), 1) if piece.call.1[0] == at as i64 => plain(Vec::new()),
                _ => Vec::new(),
            },
            Sync::Return { .. } => match piece.call.0 {
                3 => plain(Vec::new()),
                _ => Vec::new(),
            },
            Sync::Accept { entry: of, .. } => {
                let Some(at) = entry(of) else { return Vec::new() };
                let calls = world.calls[at].iter();
                calls
                    .filter(|(caller, _)| !self.callers_wait || *caller != process)
                    .map(|(caller, arguments)| {
                        let mut state = state.clone();
                        state.entries[at].queue = vec![(*caller, arguments.clone())];
                        let (entry, arguments) = (at as u32, arguments.as_slice().into());
                        let said = ProcessUse::Accepted { entry, by: process, arguments };
                        (state, vec![to_process(*caller, said)])
                    })
                    .collect()
            }
            Sync::Complete { .. } => plain(Vec::new()),
            sync => {
                let Some(of) = sync.locks().or_else(|| sync.waits()) else { return Vec::new() };
                let count = i64::from(self.original.monitors[of.monitor].count);
                let Some(index) = index(&of.index).filter(|at| *at >= 0 && *at < count) else {
                    return Vec::new();
                };
                let at = self.monitor_starts[of.monitor.0 as usize] + index as usize;
                let said = IlpLabel::Monitor { operation: operation(sync), process };
                plain(vec![(IlpPart::Monitor(at as u32), said)])
            }
        }
    }

    /// Whether an expression can be this channel, as far as globals that never change show it.
    fn may_be(&self, expr: &Expr, channel: usize) -> bool {
        let Expr::Read(Place { root: Root::Global(global), index }) = expr else { return true };
        let start = self.interpreter.global_offset(*global);
        let count = match index {
            None => 1,
            Some(_) => self.original.globals[*global].cells() as usize,
        };
        let cells = start..start + count;
        cells.clone().any(|cell| !self.fixed[cell])
            || self.initial.globals[cells].contains(&(channel as i64 + 1))
    }

    /// What became of the process; and what it said, where only the state after the step shows it.
    pub fn read_back(
        &self,
        process: u32,
        edge: EdgeId,
        piece: &Piece,
        after: &State,
        received: Option<(usize, &[i64])>,
    ) -> (Taken, Option<Said>) {
        let own = &after.processes[process as usize];
        let sync = self.original(process, edge).sync.as_ref().filter(|_| received.is_none());
        let mut said = None;
        let call = match sync {
            Some(Sync::Call { .. }) => {
                let queues = after.entries.iter().enumerate();
                let mut mine = queues.filter_map(|(at, entry)| {
                    let place = entry.queue.iter().find(|(caller, _)| *caller == process)?;
                    Some(std::iter::once(at as i64).chain(place.1.iter().copied()).collect())
                });
                mine.next().map_or((0, Vec::new()), |data| (1, data))
            }
            Some(Sync::Withdraw(_) | Sync::Return { .. }) => (0, Vec::new()),
            Some(Sync::Complete { .. }) => {
                if let Some(caller) = piece.serving.last() {
                    let reply = &after.processes[*caller as usize].reply;
                    let results = reply.iter().flatten().copied().collect();
                    let answer = ProcessUse::Answered { by: process, results };
                    said = Some(vec![to_process(*caller, answer)]);
                }
                piece.call.clone()
            }
            _ => piece.call.clone(),
        };
        let piece = Piece {
            location: own.location,
            thread: own.thread,
            call,
            serving: own.serving.clone(),
            locals: own.locals.clone(),
        };
        let events = after.pending_events.iter();
        let events = events.map(|observed| IlpEvent::Observed(observed.event)).collect();
        (Taken { piece, said: Vec::new(), events, unsure: false }, said)
    }

    /// What a step says to cells.
    pub fn cells(&self, touched: &[Touch], before: &State, after: &State, said: &mut Said) {
        let mut cells: BTreeMap<usize, (bool, bool)> = BTreeMap::new();
        for touch in touched {
            let SharedCell::Global(at) = touch.cell else { continue };
            if self.fixed[at] || self.ignored[at] {
                continue;
            }
            let both = cells.entry(at).or_default();
            if touch.write { both.1 = true } else { both.0 = true }
        }
        for (at, (read, written)) in cells {
            let (old, new) = (before.globals[at], after.globals[at]);
            let what = match (read, written) {
                (true, true) if old != new => CellUse::Changes { from: old, to: new },
                (true, _) => CellUse::Reads(old),
                (false, _) => CellUse::Writes(new),
            };
            said.push((IlpPart::Cell(at as u32), IlpLabel::Cell(what)));
        }
    }
}

fn operation(sync: &Sync) -> MonitorUse {
    match sync {
        Sync::Enter(_) => MonitorUse::Enter,
        Sync::Exit(_) => MonitorUse::Exit,
        Sync::Wait(_) => MonitorUse::Wait,
        Sync::Waiting(_) => MonitorUse::Waiting,
        Sync::WakeUp(_) => MonitorUse::WakeUp,
        Sync::Notified(_) => MonitorUse::Notified,
        Sync::Notify(_) => MonitorUse::Notify,
        _ => MonitorUse::NotifyAll,
    }
}
