//! The semantics of synchronisations other than rendezvous: when they block and what they do.

use super::eval::{Cell, Context};
use super::state::Thread;
use super::{Fault, Interpreter, State};
use crate::{EntryId, EntryRef, Expr, FaultKind, MonitorRef, Place, Sync};

impl Interpreter<'_> {
    /// In how many ways a synchronisation can happen now; 0 means that the process is blocked.
    /// A send on a rendezvous channel counts as 1: its receivers are counted by the caller.
    pub(super) fn sync_choices(
        &self,
        context: &Context<'_, '_>,
        sync: Option<&Sync>,
    ) -> Result<u32, Fault> {
        let state = context.state;
        let me = context.process.unwrap_or(0);
        let open = match sync {
            None => true,
            Some(Sync::Send { channel, .. }) => {
                let channel = &state.channels[context.channel(channel)?];
                let capacity = self.system.channel_kinds[channel.kind].capacity as usize;
                capacity == 0 || channel.messages.len() < capacity || self.system.rules.lossy
            }
            Some(Sync::Receive { channel, patterns, anywhere, keep }) => {
                let mut channel = context.channel(channel)?;
                if *keep {
                    channel = context.stored(channel)?;
                }
                context.find_message(channel, patterns, *anywhere)?.is_some()
            }
            Some(Sync::Enter(monitor)) => {
                match state.monitors[context.monitor_index(monitor)?].owner {
                    Some((owner, _)) => owner == me,
                    None => true,
                }
            }
            Some(Sync::Exit(_) | Sync::Wait(_) | Sync::NotifyAll(_)) => true,
            Some(Sync::Waiting(monitor)) => {
                let monitor = &state.monitors[context.monitor_index(monitor)?];
                monitor.waiters.iter().any(|(who, _, notified)| *who == me && *notified)
            }
            Some(Sync::WakeUp(monitor)) => {
                let monitor = &state.monitors[context.monitor_index(monitor)?];
                monitor.waiters.iter().any(|(who, _, notified)| *who == me && !*notified)
            }
            Some(Sync::Notified(monitor)) => {
                state.monitors[context.monitor_index(monitor)?].owner.is_none()
            }
            Some(Sync::Notify(monitor)) => {
                let monitor = &state.monitors[context.monitor_index(monitor)?];
                let waiting = monitor.waiters.iter().filter(|(_, _, notified)| !notified).count();
                return Ok((waiting as u32).max(1));
            }
            Some(Sync::Start(_)) => true,
            Some(Sync::Join(process)) => match context.process_at(context.eval(process)?) {
                Some(process) => {
                    state.processes[process as usize].thread == Thread::New
                        || self.has_ended(state, process)
                }
                None => true,
            },
            Some(Sync::Begin) => state.processes[me as usize].thread == Thread::Started,
            Some(Sync::End) => true,
            Some(Sync::Call { .. }) => true,
            Some(Sync::Withdraw(entry)) => {
                let entry = &state.entries[context.entry_ref(entry)?];
                entry.queue.iter().any(|(caller, _)| *caller == me)
            }
            Some(Sync::Return { .. }) => state.processes[me as usize].reply.is_some(),
            Some(Sync::Accept { entry, .. }) => {
                !state.entries[context.entry_ref(entry)?].queue.is_empty()
            }
            Some(Sync::Complete { .. } | Sync::Requeue { .. }) => true,
        };
        Ok(u32::from(open))
    }

    /// Performs a synchronisation that is enabled, and returns what is left of the choice. Channel
    /// operations are not done here.
    pub(super) fn synchronise(
        &self,
        state: &mut State,
        process: u32,
        sync: &Sync,
        choice: u32,
    ) -> Result<(), Fault> {
        let context = Context::new(self, state, Some(process));
        match sync {
            Sync::Send { .. } | Sync::Receive { .. } => {}
            Sync::Enter(monitor) => {
                let index = context.monitor_index(monitor)?;
                let monitor = &mut state.monitors[index];
                let held = monitor.owner.map_or(0, |(_, count)| count);
                monitor.owner = Some((process, held + 1));
            }
            Sync::Exit(monitor) => {
                let index = context.held_monitor(monitor)?;
                let monitor = &mut state.monitors[index];
                let held = monitor.owner.map_or(0, |(_, count)| count);
                monitor.owner = (held > 1).then_some((process, held - 1));
            }
            Sync::Wait(monitor) => {
                let index = context.held_monitor(monitor)?;
                let monitor = &mut state.monitors[index];
                let held = monitor.owner.take().map_or(1, |(_, count)| count);
                let at = monitor.waiters.partition_point(|(who, _, _)| *who < process);
                monitor.waiters.insert(at, (process, held, false));
            }
            // Enabled is all that it has to be; only a fault of its index is left to show.
            Sync::Waiting(monitor) => {
                context.monitor_index(monitor)?;
            }
            Sync::WakeUp(monitor) => {
                let index = context.monitor_index(monitor)?;
                for waiter in &mut state.monitors[index].waiters {
                    if waiter.0 == process {
                        waiter.2 = true;
                    }
                }
            }
            Sync::Notified(monitor) => {
                let index = context.monitor_index(monitor)?;
                let monitor = &mut state.monitors[index];
                if let Some(at) = monitor.waiters.iter().position(|(who, _, _)| *who == process) {
                    let (_, held, _) = monitor.waiters.remove(at);
                    monitor.owner = Some((process, held));
                }
            }
            Sync::Notify(monitor) => {
                let index = context.held_monitor(monitor)?;
                let waiting = state.monitors[index].waiters.iter_mut();
                if let Some(waiter) = waiting.filter(|(_, _, told)| !told).nth(choice as usize) {
                    waiter.2 = true;
                }
            }
            Sync::NotifyAll(monitor) => {
                let index = context.held_monitor(monitor)?;
                for waiter in &mut state.monitors[index].waiters {
                    waiter.2 = true;
                }
            }
            Sync::Start(other) => {
                let Some(other) = context.process_at(context.eval(other)?) else {
                    return Err(Fault::of_kind(FaultKind::Process));
                };
                let thread = &mut state.processes[other as usize].thread;
                if *thread != Thread::New {
                    return Err(Fault::of_kind(FaultKind::ThreadState));
                }
                *thread = Thread::Started;
            }
            Sync::Join(other) => {
                context.eval(other)?;
            }
            Sync::Begin => state.processes[process as usize].thread = Thread::Running,
            Sync::End => state.processes[process as usize].thread = Thread::Ended,
            Sync::Call { entry, arguments } => {
                let index = context.entry_ref(entry)?;
                let values = self.handed_over(&context, entry, arguments)?;
                state.processes[process as usize].reply = None;
                state.entries[index].queue.push((process, values));
            }
            Sync::Requeue { entry, arguments } => {
                let index = context.entry_ref(entry)?;
                let values = self.handed_over(&context, entry, arguments)?;
                if let Some(caller) = state.processes[process as usize].serving.pop() {
                    state.entries[index].queue.push((caller, values));
                }
            }
            Sync::Withdraw(entry) => {
                let index = context.entry_ref(entry)?;
                state.entries[index].queue.retain(|(caller, _)| *caller != process);
            }
            Sync::Return { results, .. } => {
                let values = state.processes[process as usize].reply.take().unwrap_or_default();
                for (place, value) in results.iter().zip(values) {
                    self.assign(state, Some(process), place, value)?;
                }
            }
            Sync::Accept { entry, parameters } => {
                let index = context.entry_ref(entry)?;
                let (caller, values) = state.entries[index].queue.remove(0);
                state.processes[process as usize].serving.push(caller);
                for (place, value) in parameters.iter().zip(values) {
                    self.assign(state, Some(process), place, value)?;
                }
            }
            Sync::Complete { entry, results } => {
                let mut values = Vec::with_capacity(results.len());
                let types = &self.system.entries[entry.entry].results;
                for (result, ty) in results.iter().zip(types) {
                    let value = context.eval(result)?;
                    values.push(ty.store(value).map_err(Fault::of_kind)?);
                }
                let caller = state.processes[process as usize].serving.pop();
                // A caller that gave up and ended gets no answer.
                if let Some(caller) = caller.and_then(|who| state.processes.get_mut(who as usize)) {
                    caller.reply = Some(values);
                }
            }
        }
        Ok(())
    }

    /// What a caller hands over at an entry.
    fn handed_over(
        &self,
        context: &Context<'_, '_>,
        entry: &EntryRef,
        arguments: &[Expr],
    ) -> Result<Vec<i64>, Fault> {
        let types = &self.system.entries[entry.entry].parameters;
        let mut values = Vec::with_capacity(arguments.len());
        for (argument, ty) in arguments.iter().zip(types) {
            values.push(ty.store(context.eval(argument)?).map_err(Fault::of_kind)?);
        }
        Ok(values)
    }

    /// Whether a process is at its end.
    pub fn has_ended(&self, state: &State, process: u32) -> bool {
        let at = &state.processes[process as usize];
        at.thread == Thread::Ended
            || self.system.templates[at.template].locations[at.location].final_
    }

    /// Puts a value into a place, cut to its type.
    pub(super) fn assign(
        &self,
        state: &mut State,
        process: Option<u32>,
        place: &Place,
        value: i64,
    ) -> Result<(), Fault> {
        let context = Context::new(self, state, process);
        let (cell, ty) = context.cell(place)?;
        let value = ty.store(value).map_err(Fault::of_kind)?;
        self.watch.note(cell, true);
        match cell {
            Cell::Global(at) => state.globals[at] = value,
            Cell::Local(process, at) => state.processes[process as usize].locals[at] = value,
            Cell::Record(pool, at) => state.pools[pool][at] = value,
        }
        Ok(())
    }
}

impl Context<'_, '_> {
    /// The position of a monitor in the state.
    pub fn monitor_index(&self, monitor: &MonitorRef) -> Result<usize, Fault> {
        let index = self.checked(monitor.index.as_ref(), {
            self.interpreter.system.monitors[monitor.monitor].count
        })?;
        Ok(self.interpreter.monitor_offsets[monitor.monitor.0 as usize] + index)
    }

    /// A monitor that this process must hold.
    fn held_monitor(&self, monitor: &MonitorRef) -> Result<usize, Fault> {
        let index = self.monitor_index(monitor)?;
        match self.state.monitors[index].owner {
            Some((owner, _)) if Some(owner) == self.process => Ok(index),
            _ => Err(Fault::of_kind(FaultKind::Monitor)),
        }
    }

    fn entry_ref(&self, entry: &EntryRef) -> Result<usize, Fault> {
        self.entry_index(entry.entry, entry.index.as_ref())
    }

    pub(super) fn entry_index(&self, entry: EntryId, index: Option<&Expr>) -> Result<usize, Fault> {
        let index = self.checked(index, self.interpreter.system.entries[entry].count)?;
        Ok(self.interpreter.entry_offsets[entry.0 as usize] + index)
    }

    fn checked(&self, index: Option<&Expr>, count: u32) -> Result<usize, Fault> {
        let value = match index {
            Some(index) => self.eval(index)?,
            None => 0,
        };
        if value < 0 || value >= i64::from(count) {
            return Err(Fault::of_kind(FaultKind::Index));
        }
        Ok(value as usize)
    }
}
