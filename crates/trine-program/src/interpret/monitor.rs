//! Monitors: a thread holds one any number of times, and waits on it to be notified.
//!
//! A thread that waits gives the monitor up and is in its wait set until it is notified, or until time, an interrupt
//! or, on request, nothing at all ends the wait; then it competes for the monitor as every other thread does.

use super::choice::Way;
use super::run::Run;
use super::thread::{Phase, Wake};
use super::value::Value;
use super::{Fault, Stop};
use crate::events::{Act, Subject};
use crate::flat::Op;
use crate::program::*;

impl Run<'_, '_> {
    /// Takes a monitor, once more if the thread holds it.
    pub fn enter(&mut self, monitor: Value, way: Option<Way>) -> Result<bool, Stop> {
        let held = self.state.hold_count(self.me, monitor);
        if held == 0 {
            if way.is_none() && !self.is_private_object(monitor) {
                return Ok(false);
            }
            if self.state.monitors.contains_key(&monitor) {
                return Ok(false);
            }
        }
        self.state.monitors.insert(monitor, (self.me, held + 1));
        if held == 0 {
            self.occurs(Act::Lock, Subject::Object(monitor));
        }
        self.next();
        Ok(true)
    }

    /// Gives a monitor back once.
    pub fn exit(&mut self, monitor: Value, way: Option<Way>) -> Result<bool, Stop> {
        match self.state.hold_count(self.me, monitor) {
            0 => self.misuse()?,
            1 => {
                if way.is_none() && !self.is_private_object(monitor) {
                    return Ok(false);
                }
                self.state.monitors.remove(&monitor);
                self.occurs(Act::Unlock, Subject::Object(monitor));
                self.next();
            }
            held => {
                self.state.monitors.insert(monitor, (self.me, held - 1));
                self.next();
            }
        }
        Ok(true)
    }

    /// Gives a monitor back that is held, unless the code has given it up before.
    pub fn release(&mut self, monitor: Operand, way: Option<Way>) -> Result<bool, Stop> {
        let monitor = self.operand(monitor);
        if self.state.hold_count(self.me, monitor) == 0 {
            self.next();
            return Ok(true);
        }
        self.exit(monitor, way)
    }

    /// A monitor is used without holding it: a fault and an error.
    pub fn misuse(&mut self) -> Result<(), Stop> {
        self.fault(Fault::Monitor);
        self.raise(ErrorKind::Monitor, &[])
    }

    /// Begins to wait.
    pub fn wait(&mut self, monitor: Value, deaf: bool, way: Option<Way>) -> Result<bool, Stop> {
        let count = self.state.hold_count(self.me, monitor);
        if count == 0 {
            return self.misuse().map(|()| true);
        }
        if way.is_none() {
            return Ok(false);
        }
        if !deaf && self.is_interrupted(self.me) {
            return self.interrupted().map(|()| true);
        }
        self.state.monitors.remove(&monitor);
        self.occurs(Act::Wait, Subject::Object(monitor));
        self.thread_mut().phase = Phase::Waiting { on: monitor, monitor, count, wake: None };
        Ok(true)
    }

    /// Begins to wait for a signal on an object, without the monitor.
    pub fn wait_on(&mut self, on: Value, monitor: Value, way: Option<Way>) -> Result<bool, Stop> {
        let count = self.state.hold_count(self.me, monitor);
        if count == 0 {
            return self.misuse().map(|()| true);
        }
        if way.is_none() {
            return Ok(false);
        }
        self.state.monitors.remove(&monitor);
        self.occurs(Act::Wait, Subject::Object(on));
        self.thread_mut().phase = Phase::Waiting { on, monitor, count, wake: None };
        Ok(true)
    }

    /// Ends the wait of one thread, or of all, that wait on an object.
    pub fn signal(&mut self, on: Value, all: bool, way: Option<Way>) -> Result<bool, Stop> {
        match (way, all) {
            (None, _) => return Ok(false),
            (Some(Way::Notify(thread)), false) => self.wake(thread, Wake::Notified),
            (Some(_), false) => {}
            (Some(_), true) => self.notify_all(on),
        }
        let act = if all { Act::NotifyAll } else { Act::Notify };
        self.occurs(act, Subject::Object(on));
        self.next();
        Ok(true)
    }

    /// Takes a monitor that the thread must not hold.
    pub fn enter_once(&mut self, monitor: Value, way: Option<Way>) -> Result<bool, Stop> {
        match self.state.hold_count(self.me, monitor) {
            0 => self.enter(monitor, way),
            _ => Ok(false),
        }
    }

    /// Wakes one waiting thread, which the way names, or all. Without holding the monitor, that is misuse.
    pub fn notify(&mut self, monitor: Value, all: bool, way: Option<Way>) -> Result<bool, Stop> {
        if self.state.hold_count(self.me, monitor) == 0 {
            return self.misuse().map(|()| true);
        }
        let Some(way) = way else { return Ok(false) };
        match (all, way) {
            (false, Way::Notify(thread)) => self.wake(thread, Wake::Notified),
            (false, _) => {}
            (true, _) => self.notify_all(monitor),
        }
        let act = if all { Act::NotifyAll } else { Act::Notify };
        self.occurs(act, Subject::Object(monitor));
        self.next();
        Ok(true)
    }

    /// Wakes all threads that wait on the monitor.
    pub fn notify_all(&mut self, monitor: Value) {
        for thread in self.waiters(monitor) {
            self.wake(thread, Wake::Notified);
        }
    }

    /// The threads in the wait set of a monitor.
    pub fn waiters(&self, monitor: Value) -> Vec<usize> {
        let threads = self.state.threads.iter().enumerate();
        threads.filter(|(_, thread)| thread.waits_on(monitor)).map(|(at, _)| at).collect()
    }

    fn wake(&mut self, thread: usize, why: Wake) {
        if let Phase::Waiting { wake, .. } = &mut self.state.thread_mut(thread).phase {
            *wake = Some(why);
        }
    }

    /// The ways on of a thread that waits, or that competes for the monitor after that.
    pub fn ways_of_waiting(&self) -> Vec<Way> {
        let Phase::Waiting { monitor, wake, .. } = self.thread().phase else { return Vec::new() };
        if wake.is_some() {
            let free = !self.state.monitors.contains_key(&monitor);
            return free.then_some(Way::Go).into_iter().collect();
        }
        let operation = self.waiting_operation();
        let mut ways = Vec::new();
        if matches!(operation, Some(Operation::TimedWait | Operation::TimedWaitOn)) {
            ways.push(Way::TimeOut);
        }
        if self.machine.options.spurious_wakeups {
            ways.push(Way::Spurious);
        }
        let deaf = [Operation::WaitDeaf, Operation::WaitOn, Operation::TimedWaitOn];
        let deaf = operation.is_some_and(|operation| deaf.contains(&operation));
        if !deaf && self.is_interrupted(self.me) {
            ways.push(Way::Interrupt);
        }
        ways
    }

    fn waiting_operation(&self) -> Option<Operation> {
        match self.op() {
            Some(Op::Do { operation, .. }) => Some(*operation),
            _ => None,
        }
    }

    /// A thread leaves the wait set, or goes on with the monitor it has got again.
    pub fn wake_up(&mut self, way: Option<Way>) -> Result<bool, Stop> {
        let Phase::Waiting { on, monitor, count, wake } = self.thread().phase else {
            return Ok(false);
        };
        let why = match (way, wake) {
            (None, _) => return Ok(false),
            (Some(Way::TimeOut), None) => Wake::TimedOut,
            (Some(Way::Spurious), None) => Wake::Notified,
            (Some(Way::Interrupt), None) => Wake::Interrupted,
            (Some(_), None) => return Ok(false),
            (Some(_), Some(why)) => {
                self.state.monitors.insert(monitor, (self.me, count));
                self.thread_mut().phase = Phase::Run;
                if why == Wake::Interrupted {
                    return self.interrupted().map(|()| true);
                }
                self.occurs(Act::Notified, Subject::Object(on));
                let into = match self.op() {
                    Some(Op::Do { into, .. }) => *into,
                    _ => None,
                };
                self.assigned(into, Value::truth(why == Wake::Notified));
                return Ok(true);
            }
        };
        self.wake(self.me, why);
        Ok(true)
    }
}
