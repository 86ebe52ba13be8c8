//! Threads that are aborted, and statements that are given up when something else happens.
//!
//! A thread that is aborted, or depends on one that is, may go on until it comes to a point at which it has to notice:
//! where it calls, waits to be called, or lets time pass. Until then every visible step may be the last one. Nothing is
//! given up while a monitor is held, inside an atomic block, while the ends of others are waited for, while the thread
//! is served, or on the way out.
//!
//! An asynchronous part is given up in the same way once its trigger has happened: some time has passed, or its call was
//! answered. Its end takes the call back, or waits for the answer where the call is being served.

use trine_base::cannot_happen;

use super::Stop;
use super::choice::Way;
use super::run::Run;
use super::thread::{Call, Phase};
use super::value::Value;
use crate::flat::Op;
use crate::program::*;

impl Run<'_, '_> {
    /// A point at which a thread that was aborted goes no further.
    pub fn abort_point(&mut self, way: Option<Way>) -> Result<bool, Stop> {
        if way.is_none() && self.machine.program.roles.abort.is_some() && !self.is_deferred() {
            return Ok(false);
        }
        self.next();
        Ok(true)
    }

    /// Whether a thread, or one that it depends on, was aborted.
    pub fn is_abnormal(&self, thread: Value) -> bool {
        let Some(roles) = self.machine.program.roles.abort else { return false };
        let mut seen = Vec::new();
        let mut next = Some(thread);
        while let Some(object) = next.filter(|object| !seen.contains(object)) {
            if self.flag(object, Some(roles.flag)) {
                return true;
            }
            seen.push(object);
            let at = self.state.thread_of(object);
            next = at.and_then(|at| self.state.threads[at].master);
        }
        false
    }

    fn is_deferred(&self) -> bool {
        let thread = self.thread();
        thread.unwinding
            || self.state.holds_any(self.me)
            || thread.is_atomic()
            || thread.frames.iter().any(|frame| frame.call == Call::Last)
            || matches!(thread.phase, Phase::Over | Phase::Ended | Phase::Stuck)
    }

    /// The asynchronous parts that are under way: in which frame, and which of its list.
    fn pending(&self) -> Vec<(usize, usize, Async)> {
        let mut found = Vec::new();
        for (depth, frame) in self.thread().frames.iter().enumerate() {
            let Some(code) = self.machine.code(frame.method) else { continue };
            for (number, pc) in frame.pending.iter().enumerate() {
                let Op::Meet(Meeting::Async(of)) = &code.ops[*pc as usize].0 else {
                    cannot_happen!("what is pending did not begin at instruction {pc}")
                };
                found.push((depth, number, of.clone()));
            }
        }
        found
    }

    /// Whether a call is pending that may be answered while the thread does something else.
    pub fn pending_calls(&self) -> bool {
        self.pending().iter().any(|(_, _, of)| of.call.is_some())
    }

    /// The ways on, and beside them those on which what is done is given up; only those where that has to be noticed.
    pub fn or_given_up(&mut self, ways: Vec<Way>) -> Vec<Way> {
        if self.machine.program.roles.abort.is_none() || self.is_deferred() {
            return ways;
        }
        let Some(op) = self.op() else { return ways };
        let queued = self.thread().phase == Phase::Queued;
        let notices = match &op {
            Op::Do { operation: Operation::Join | Operation::TimedJoin, .. } | Op::Await(_) => {
                return ways;
            }
            Op::Meet(Meeting::Async(of)) if of.part == AsyncPart::End && of.call.is_some() => {
                return ways;
            }
            Op::Meet(Meeting::Complete(..) | Meeting::Requeue(_)) => return ways,
            Op::Do { operation: Operation::Sleep | Operation::AbortPoint, .. } => true,
            Op::Meet(Meeting::Call(call)) => !queued && call.part != CallPart::Await,
            Op::Meet(Meeting::Async(of)) => of.part == AsyncPart::Begin && !queued,
            Op::Meet(Meeting::Select(_)) => true,
            _ => false,
        };
        let (mut ways, mut more) = (ways, Vec::new());
        let leaves = self.may_leave(op);
        if self.is_abnormal(self.thread().object) {
            if notices {
                ways.clear();
            }
            if leaves {
                more.push(Way::Abort);
            }
        }
        for (depth, number, of) in self.pending() {
            if of.call.is_none() {
                if leaves {
                    more.push(Way::Trigger(depth, number));
                }
            } else if self.thread().reply.is_some() {
                // The answer is noticed before anything else.
                if notices {
                    return vec![Way::Trigger(depth, number)];
                }
                more.push(Way::Trigger(depth, number));
            } else if self.own_place().is_some_and(|(queue, _)| self.is_gone(queue.0)) {
                if notices {
                    ways.clear();
                }
                more.push(Way::TriggerGone(depth, number));
            }
        }
        ways.extend(more);
        ways
    }

    /// Whether the thread does not wait for an answer, or can leave the queue in which it does.
    fn may_leave(&self, op: &Op) -> bool {
        let waits = match op {
            Op::Meet(Meeting::Call(call)) => {
                self.thread().phase == Phase::Queued || call.part == CallPart::Await
            }
            Op::Meet(Meeting::Async(_)) => self.thread().phase == Phase::Queued,
            _ => false,
        };
        !waits || self.own_place().is_some_and(|(_, caller)| caller.may_leave)
    }

    /// Gives up what is done.
    pub fn give_up(&mut self, way: Option<Way>) -> Result<bool, Stop> {
        let waits = self.op().is_some_and(|op| self.waits_in_queue(op));
        self.leave_select()?;
        let (depth, number, gone) = match way {
            Some(Way::Trigger(depth, number)) => (depth, number, false),
            Some(Way::TriggerGone(depth, number)) => (depth, number, true),
            _ => {
                if waits {
                    self.withdraw();
                }
                let Some(roles) = self.machine.program.roles.abort else { return Ok(false) };
                self.unwind(roles.class)?;
                return Ok(true);
            }
        };
        let pending = self.pending().into_iter();
        let found = pending.into_iter().find(|(at, of, _)| (*at, *of) == (depth, number));
        let Some((_, _, of)) = found else { return Ok(false) };
        self.thread_mut().frames[depth].pending.remove(number);
        match &of.call {
            None if waits => self.withdraw(),
            None => {}
            Some(_) if gone => self.withdraw(),
            Some(call) => {
                let answer = self.thread_mut().reply.take().unwrap_or_default();
                let frame = &mut self.thread_mut().frames[depth];
                for (var, value) in call.results.iter().zip(answer) {
                    frame.vars[var.0 as usize] = value;
                }
            }
        }
        self.unwind(if gone { of.gone } else { of.class })?;
        Ok(true)
    }

    fn waits_in_queue(&self, op: &Op) -> bool {
        let queued = self.thread().phase == Phase::Queued;
        queued || matches!(op, Op::Meet(Meeting::Call(call)) if call.part == CallPart::Await)
    }

    fn unwind(&mut self, class: ClassId) -> Result<(), Stop> {
        self.thread_mut().unwinding = true;
        self.throw_new(class)
    }

    /// Begins or ends statements that are given up when something else happens.
    pub fn asynchronous(&mut self, of: &Async, way: Option<Way>) -> Result<bool, Stop> {
        match of.part {
            AsyncPart::Begin => self.begin_async(of, way),
            AsyncPart::End => self.end_async(of, way),
            AsyncPart::Caught => {
                self.thread_mut().unwinding = false;
                self.next();
                Ok(true)
            }
        }
    }

    /// From here on what follows may be given up, unless the trigger has happened already.
    fn begin_async(&mut self, of: &Async, way: Option<Way>) -> Result<bool, Stop> {
        if let Some(call) = &of.call {
            if self.pending_calls() {
                let what = "a second entry call that others may answer meanwhile";
                return Err(Stop::unmodelled(what));
            }
            if call.part != CallPart::Await {
                if way.is_none() {
                    return Ok(false);
                }
                let before = self.own_place().is_some();
                self.call_entry(call, way)?;
                let place = self.own_place();
                // It was refused, or is certain to be served at once, and waits for that.
                if before || place.is_none_or(|(_, caller)| caller.certain) {
                    return Ok(true);
                }
            }
        }
        let frame = self.frame_mut();
        frame.pending.push(frame.pc);
        self.assigned(of.at_once, Value::Int(0));
        Ok(true)
    }

    fn ended_part(&self, of: &Async) -> Option<(usize, usize)> {
        let top = self.thread().frames.len().saturating_sub(1);
        let mine = self.pending().into_iter().rev();
        let mut mine = mine.filter(|(depth, _, other)| *depth == top && other.class == of.class);
        mine.next().map(|(depth, number, _)| (depth, number))
    }

    /// What can happen at the end of such statements: an entry call that is still queued has to leave its queue.
    pub fn ways_of_async_end(&self, of: &Async) -> Vec<Way> {
        if of.call.is_none() || self.ended_part(of).is_none() || self.thread().reply.is_some() {
            return vec![Way::Go];
        }
        match self.own_place() {
            Some((queue, caller)) if caller.may_leave => {
                let refused = self.is_gone(queue.0) && !self.thread().unwinding;
                vec![if refused { Way::Refused } else { Way::GiveUp }]
            }
            _ => Vec::new(),
        }
    }

    /// What was to be given up is over: a call that waits is taken back, one that is being served is waited for.
    fn end_async(&mut self, of: &Async, way: Option<Way>) -> Result<bool, Stop> {
        let Some((depth, number)) = self.ended_part(of) else {
            self.assigned(of.at_once, Value::Int(0));
            return Ok(true);
        };
        let Some(way) = way else { return Ok(false) };
        let Some(call) = &of.call else {
            self.thread_mut().frames[depth].pending.remove(number);
            self.assigned(of.at_once, Value::Int(0));
            return Ok(true);
        };
        match way {
            Way::Refused => {
                self.thread_mut().frames[depth].pending.remove(number);
                self.withdraw();
                self.raise(ErrorKind::Callee, &[])?;
            }
            Way::GiveUp => {
                self.thread_mut().frames[depth].pending.remove(number);
                self.withdraw();
                self.assigned(of.at_once, Value::Int(0));
            }
            _ => {
                let Some(answer) = self.thread_mut().reply.take() else { return Ok(false) };
                self.thread_mut().frames[depth].pending.remove(number);
                for (var, value) in call.results.iter().zip(answer) {
                    self.set(*var, value);
                }
                self.assigned(of.at_once, Value::Int(1));
            }
        }
        Ok(true)
    }
}
