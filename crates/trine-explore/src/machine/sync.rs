//! How a compiled state keeps monitors, threads and records, and how their synchronisations block and
//! act. The meaning is that of the reference interpreter.

use smallvec::SmallVec;
use trine_base::cannot_happen;
use trine_property::{Check, checks::deadlock};
use trine_system::{FaultKind, MonitorQuery};

use super::Report;
use super::compiled::{Compiled, CompiledState};
use super::eval::{Eval, Moment};
use crate::compile::code::{EdgeCode, EntryOp, MonitorOp, SyncCode, ThreadOp};
use crate::compile::expr::Code;
use crate::compile::threads::{
    ENDED, MOST_HELD, MonitorCode, NEW, RUNNING, STARTED, TOLD, WAITERS,
};

impl Moment<'_> {
    /// How far a process is in its life.
    pub fn phase(&self, process: u32) -> u8 {
        match self.program.layout.threads {
            Some(start) => self.bytes[(start + process) as usize],
            None => RUNNING,
        }
    }

    /// Whether a process is at its end.
    pub fn has_ended(&self, process: u32) -> bool {
        self.phase(process) == ENDED
            || self.program.location(self.shape, process, self.location(process)).final_
    }

    /// The process that holds the monitor at these bytes.
    #[inline]
    pub fn owner(&self, at: usize) -> Option<u32> {
        self.bytes[at].checked_sub(1).map(u32::from)
    }

    /// The byte of a process in the wait set: 0 where it does not wait.
    #[inline]
    fn waiter(&self, of: &MonitorCode, at: usize, process: u32) -> u8 {
        let place = WAITERS + process as usize;
        if place < of.size as usize { self.bytes[at + place] } else { 0 }
    }

    /// How many wait and were not notified.
    pub fn sleepers(&self, of: &MonitorCode, at: usize) -> u32 {
        let waiters = &self.bytes[at + WAITERS..at + of.size as usize];
        waiters.iter().filter(|waiter| **waiter != 0 && **waiter & TOLD == 0).count() as u32
    }

    /// In how many ways an operation on a monitor can happen now.
    pub fn monitor_ways(&self, op: MonitorOp, of: &MonitorCode, at: usize, process: u32) -> u32 {
        let open = match op {
            MonitorOp::Enter => self.owner(at).is_none_or(|owner| owner == process),
            MonitorOp::Exit | MonitorOp::Wait | MonitorOp::NotifyAll => true,
            MonitorOp::Waiting => self.waiter(of, at, process) & TOLD != 0,
            MonitorOp::WakeUp => {
                let waiter = self.waiter(of, at, process);
                waiter != 0 && waiter & TOLD == 0
            }
            MonitorOp::Notified => self.owner(at).is_none(),
            MonitorOp::Notify => return self.sleepers(of, at).max(1),
        };
        u32::from(open)
    }

    /// Whether an operation on a thread can happen now.
    pub fn thread_open(&self, eval: &Eval<'_>, op: &ThreadOp) -> Result<bool, FaultKind> {
        Ok(match op {
            ThreadOp::Start(_) | ThreadOp::End => true,
            ThreadOp::Begin => self.phase(eval.process.unwrap_or(0)) == STARTED,
            ThreadOp::Join(target) => {
                let number = eval.value(target)?;
                eval.process_at(number)
                    .is_none_or(|other| self.phase(other) == NEW || self.has_ended(other))
            }
        })
    }

    /// The processes that could let one go on that waits for locks and ends only; none where it can go on, or
    /// where something else could let it; empty where all that could have ended, or the process itself has.
    fn givers(&self, process: u32) -> Option<SmallVec<[u32; 2]>> {
        let template = &self.program.templates[self.shape.process(process).template];
        let location = &template.locations[self.location(process)];
        if location.final_ {
            return Some(SmallVec::new());
        }
        if !location.waits_only {
            return None;
        }
        let eval = self.eval(process, false);
        let mut waits = false;
        let mut givers = SmallVec::new();
        let edges = location.groups.iter().flat_map(|group| &group.edges);
        for edge in edges.map(|id| &template.edges[*id]) {
            // Only the end of another opens this way.
            if let Some(Code::Ended(of)) = &edge.guard {
                let other = eval.process_at(eval.value(of).ok()?)?;
                if self.has_ended(other) {
                    return None;
                }
                waits = true;
                givers.push(other);
                continue;
            }
            if let Some(guard) = &edge.guard
                && eval.value(guard).ok()? == 0
            {
                continue;
            }
            waits = true;
            match &edge.sync {
                SyncCode::Entry(EntryOp::Return(_), of) => {
                    givers.extend(self.who_answers(process, of.entry)?);
                }
                SyncCode::Entry(EntryOp::Accept(_), of) => {
                    givers.extend(self.who_calls(of.entry, eval.entry(of).ok()?)?);
                }
                SyncCode::Monitor(op @ (MonitorOp::Enter | MonitorOp::Notified), of) => {
                    let owner = self.owner(eval.monitor(of).ok()?)?;
                    if *op == MonitorOp::Enter && owner == process {
                        return None;
                    }
                    givers.push(owner);
                }
                SyncCode::Thread(ThreadOp::Join(target)) => {
                    let other = eval.process_at(eval.value(target).ok()?)?;
                    if self.phase(other) == NEW || self.has_ended(other) {
                        return None;
                    }
                    givers.push(other);
                }
                _ => return None,
            }
        }
        waits.then_some(givers)
    }

    /// The threads that wait for each other for ever, if one of them should go on.
    pub fn circle(&self) -> Vec<u32> {
        let count = self.shape.processes.len() as u32;
        let is_final = |process: u32| {
            let template = &self.program.templates[self.shape.process(process).template];
            template.locations[self.location(process)].final_
        };
        let blocked = |process: u32| !is_final(process) && self.givers(process).is_some();
        if !(0..count).any(blocked) {
            return Vec::new();
        }
        let mut stuck =
            deadlock::stuck_among(count, |process| self.givers(process).map(|on| on.to_vec()));
        stuck.retain(|process| !self.has_ended(*process));
        let matters = stuck.iter().any(|process| {
            let template = self.shape.process(*process).template;
            let location = self.program.location(self.shape, *process, self.location(*process));
            !self.program.templates[template].daemon && !location.end
        });
        if matters { stuck } else { Vec::new() }
    }
}

impl Eval<'_> {
    /// Where the bytes of a monitor are.
    #[inline]
    pub fn monitor(&self, of: &MonitorCode) -> Result<usize, FaultKind> {
        let Some(index) = &of.index else {
            return if of.count == 0 { Err(FaultKind::Index) } else { Ok(of.offset as usize) };
        };
        let index = self.value(index)?;
        if index < 0 || index >= i64::from(of.count) {
            return Err(FaultKind::Index);
        }
        Ok(of.offset as usize + index as usize * of.size as usize)
    }

    /// What an expression asks of a monitor.
    pub fn monitor_query(&self, query: MonitorQuery, of: &MonitorCode) -> Result<i64, FaultKind> {
        let at = self.monitor(of)?;
        let owner = self.at.owner(at);
        Ok(match query {
            MonitorQuery::Mine if owner == Some(self.process.unwrap_or(0)) => {
                i64::from(self.at.bytes[at + 1])
            }
            MonitorQuery::Mine => 0,
            MonitorQuery::Held => i64::from(owner.is_some()),
            MonitorQuery::Waiting => i64::from(self.at.sleepers(of, at)),
        })
    }
}

impl Compiled<'_> {
    /// Performs an operation on a monitor that can happen now; `woken` says which process is notified.
    pub(super) fn use_monitor(
        &self,
        state: &mut CompiledState,
        process: u32,
        (op, of): (MonitorOp, &MonitorCode),
        woken: u32,
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        let at = self.eval(state, process, false).monitor(of)?;
        let moment = self.moment(state);
        let needs_lock = matches!(
            op,
            MonitorOp::Exit | MonitorOp::Wait | MonitorOp::Notify | MonitorOp::NotifyAll
        );
        if needs_lock && moment.owner(at) != Some(process) {
            return Err(FaultKind::Monitor);
        }
        let tells = matches!(op, MonitorOp::Notify | MonitorOp::NotifyAll);
        if tells && moment.sleepers(of, at) == 0 {
            note(report, Check::UnnecessaryNotify);
        }
        let own = at + WAITERS + process as usize;
        let me = process as u8 + 1;
        let held = state.bytes[at + 1];
        match op {
            MonitorOp::Enter => {
                report.limit |= held == MOST_HELD;
                state.bytes[at] = me;
                state.bytes[at + 1] = held.saturating_add(1);
            }
            MonitorOp::Exit => {
                state.bytes[at + 1] = held - 1;
                if held == 1 {
                    state.bytes[at] = 0;
                }
            }
            MonitorOp::Wait => {
                // Waiting twice at once is beyond the compiled model.
                report.limit |= state.bytes[own] != 0;
                state.bytes[own] = held;
                state.bytes[at] = 0;
                state.bytes[at + 1] = 0;
            }
            MonitorOp::Waiting => {}
            MonitorOp::WakeUp => state.bytes[own] |= TOLD,
            MonitorOp::Notified => {
                if of.size as usize > WAITERS && state.bytes[own] != 0 {
                    state.bytes[at] = me;
                    state.bytes[at + 1] = state.bytes[own] & !TOLD;
                    state.bytes[own] = 0;
                }
            }
            MonitorOp::Notify | MonitorOp::NotifyAll => {
                let waiters = &mut state.bytes[at + WAITERS..at + of.size as usize];
                let sleeping = waiters.iter_mut().filter(|one| **one != 0 && **one & TOLD == 0);
                let (skip, most) =
                    if op == MonitorOp::Notify { (woken as usize, 1) } else { (0, usize::MAX) };
                sleeping.skip(skip).take(most).for_each(|waiter| *waiter |= TOLD);
            }
        }
        Ok(())
    }

    /// Performs an operation on a thread that can happen now.
    pub(super) fn use_thread(
        &self,
        state: &mut CompiledState,
        process: u32,
        op: &ThreadOp,
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        let Some(start) = self.program.layout.threads else {
            cannot_happen!("{op:?} in a system without threads")
        };
        let eval = self.eval(state, process, false);
        let (who, phase) = match op {
            ThreadOp::Begin => (process, RUNNING),
            ThreadOp::End => (process, ENDED),
            ThreadOp::Join(target) => {
                let number = eval.value(target)?;
                if eval.process_at(number).is_some_and(|other| eval.at.phase(other) == NEW) {
                    note(report, Check::PrematureJoin);
                }
                return Ok(());
            }
            ThreadOp::Start(target) => {
                let number = eval.value(target)?;
                let Some(other) = eval.process_at(number) else { return Err(FaultKind::Process) };
                if eval.at.has_ended(other) {
                    note(report, Check::DeadInteraction);
                }
                if eval.at.phase(other) != NEW {
                    return Err(FaultKind::ThreadState);
                }
                (other, STARTED)
            }
        };
        state.bytes[(start + who) as usize] = phase;
        Ok(())
    }

    /// Notes what a process violates by having come where it is.
    pub(super) fn note_arrival(
        &self,
        state: &CompiledState,
        process: u32,
        edge: &EdgeCode,
        report: &mut Report,
    ) {
        let template = self.shapes.get(state.shape).process(process).template;
        let location = &self.program.templates[template].locations[edge.to as usize];
        if location.final_ {
            let moment = self.moment(state);
            let mut monitors = self.program.layout.monitors.iter().flat_map(|family| {
                (0..family.count).map(|at| (family.offset + at * family.size) as usize)
            });
            if monitors.any(|at| moment.owner(at) == Some(process)) {
                note(report, Check::MonitorMisuse);
            }
        }
        if !location.joins.is_empty() {
            let eval = self.eval(state, process, false);
            let dead = |(guard, target): &(Option<crate::compile::expr::Code>, _)| {
                let open =
                    guard.as_ref().is_none_or(|guard| eval.value(guard).is_ok_and(|v| v != 0));
                let target = eval.value(target).ok().and_then(|number| eval.process_at(number));
                open && target.is_some_and(|target| eval.at.has_ended(target))
            };
            if location.joins.iter().any(dead) {
                note(report, Check::DeadInteraction);
            }
        }
    }
}

/// Notes a violated check, if it is asked for.
fn note(report: &mut Report, check: Check) {
    if report.wanted.contains(&check) && !report.noted.contains(&check) {
        report.noted.push(check);
    }
}
