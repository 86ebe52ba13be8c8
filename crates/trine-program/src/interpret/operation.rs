//! Operations that the model itself has: which are local, and how the others go on.

use super::choice::Way;
use super::run::Run;
use super::thread::Phase;
use super::value::Value;
use super::{Fault, Stop};
use crate::events::{Act, Subject};
use crate::program::*;

impl Run<'_, '_> {
    /// Executes an operation on threads, monitors, time or inputs.
    pub fn operate(
        &mut self,
        into: Option<VarId>,
        operation: Operation,
        arguments: &[Operand],
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        if let Some(done) = self.operate_alone(operation)? {
            return Ok(done);
        }
        match operation {
            Operation::CurrentThread => {
                let me = self.thread().object;
                self.assigned(into, me);
                return Ok(true);
            }
            Operation::Yield => {
                self.next();
                return Ok(true);
            }
            Operation::Unwinding => {
                let unwinding = Value::truth(self.thread().unwinding);
                self.assigned(into, unwinding);
                return Ok(true);
            }
            Operation::AbortPoint => return self.abort_point(way),
            Operation::MayWait => {
                let held = self.state.holds_any(self.me);
                return self.may_wait(held, way);
            }
            Operation::Sleep => {
                return match self.machine.program.roles.interrupted {
                    Some(_) => self.pause(way),
                    None => self.abort_point(way),
                };
            }
            Operation::Interrupted => {
                if way.is_none() {
                    return Ok(false);
                }
                let was = Value::truth(self.is_interrupted(self.me));
                self.forget_interrupt();
                self.assigned(into, was);
                return Ok(true);
            }
            Operation::Choose | Operation::Input | Operation::Moment => {
                return self.choose(into, operation, arguments, way);
            }
            Operation::ExitProgram => {
                self.state.exited = way.is_some();
                return Ok(way.is_some());
            }
            _ => {}
        }
        let object = match self.operand(arguments.first().copied().unwrap_or(Operand::Null)) {
            Value::Null => return self.raise(ErrorKind::Null, &[]).map(|()| true),
            Value::Unknown | Value::Undefined | Value::Input(_) => {
                return Err(Stop::unmodelled("an object that is not known is used"));
            }
            object => object,
        };
        if let Value::Pointer(..) = object
            && !self.is_alive(object)
        {
            let error = self.machine.locate_error(&self.state, object);
            return self.raise(ErrorKind::Memory(error), &[]).map(|()| true);
        }
        if let Value::Int(_) | Value::Function(_) = object {
            return self.raise(ErrorKind::Memory(MemoryError::Wild), &[]).map(|()| true);
        }
        self.operate_on(object, into, operation, arguments, way)
    }

    /// The ends of atomic sections, and what is reported by itself. None: it is another operation.
    fn operate_alone(&mut self, operation: Operation) -> Result<Option<bool>, Stop> {
        Ok(match operation {
            Operation::BeginAtomic => {
                self.frame_mut().atomic += 1;
                self.next();
                Some(true)
            }
            Operation::EndAtomic => {
                let frames = &mut self.thread_mut().frames;
                if let Some(frame) = frames.iter_mut().rev().find(|frame| frame.atomic > 0) {
                    frame.atomic -= 1;
                }
                self.next();
                Some(true)
            }
            Operation::ReachError => {
                self.fault(Fault::ReachError);
                self.state.exited = true;
                Some(true)
            }
            Operation::MisuseMonitor => {
                self.misuse()?;
                Some(true)
            }
            _ => None,
        })
    }

    fn operate_on(
        &mut self,
        object: Value,
        into: Option<VarId>,
        operation: Operation,
        arguments: &[Operand],
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        let held = self.state.hold_count(self.me, object);
        match operation {
            Operation::Enter => return self.enter(object, way),
            Operation::Exit => return self.exit(object, way),
            Operation::TryEnter => {
                if held == 0 && way.is_none() && !self.is_private_object(object) {
                    return Ok(false);
                }
                let taken = held > 0 || !self.state.monitors.contains_key(&object);
                if taken {
                    self.state.monitors.insert(object, (self.me, held + 1));
                    if held == 0 {
                        self.occurs(Act::Lock, Subject::Object(object));
                    }
                }
                self.assigned(into, Value::truth(taken));
            }
            Operation::HoldCount => self.assigned(into, Value::Int(held.into())),
            Operation::Wait | Operation::TimedWait => return self.wait(object, false, way),
            Operation::WaitDeaf => return self.wait(object, true, way),
            Operation::Notify => return self.notify(object, false, way),
            Operation::NotifyAll => return self.notify(object, true, way),
            Operation::EnterOnce => return self.enter_once(object, way),
            Operation::WaitOn | Operation::TimedWaitOn => {
                let monitor =
                    arguments.get(1).map_or(Value::Null, |monitor| self.operand(*monitor));
                return self.wait_on(object, monitor, way);
            }
            Operation::Signal => return self.signal(object, false, way),
            Operation::Broadcast => return self.signal(object, true, way),
            Operation::Start if arguments.len() == 3 => {
                let (function, argument) = (self.operand(arguments[1]), self.operand(arguments[2]));
                return self.start_function(object, function, argument, way);
            }
            Operation::Start => {
                let master = arguments.get(1).map(|master| self.operand(*master));
                return self.start(object, master, way);
            }
            Operation::MayWaitFor => return self.may_wait(held > 0, way),
            Operation::Join => return self.join(object, way),
            Operation::TimedJoin => return self.timed_join(object, way),
            // That several threads use the monitor is the general case.
            Operation::IsContended => self.assigned(into, Value::Int(1)),
            Operation::HandOver => {
                let Some(class) = self.machine.class_of(&self.state, object) else {
                    return Err(Stop::unmodelled("an error that is not known is handed over"));
                };
                let raised = self.is_raised(object);
                let other = self.machine.new_object(&mut self.state, class, raised);
                self.assigned(into, other);
            }
            _ if way.is_none() => return Ok(false),
            Operation::BlockSize => {
                let bytes = self.block_size(object);
                self.assigned(into, bytes.map_or(Value::Unknown, |bytes| Value::Int(bytes as i64)));
            }
            Operation::IsAlive => {
                let alive = self.state.thread_of(object).is_some() && !self.is_joinable(object);
                self.assigned(into, Value::truth(alive));
            }
            Operation::Interrupt => {
                self.machine.interrupts.set(true);
                self.set_flag(object, self.machine.program.roles.interrupted, true);
                self.next();
            }
            Operation::Abort => {
                let flag = self.machine.program.roles.abort.map(|roles| roles.flag);
                self.set_flag(object, flag, true);
                self.next();
            }
            Operation::IsAbnormal => {
                let abnormal = Value::truth(self.is_abnormal(object));
                self.assigned(into, abnormal);
            }
            _ => trine_base::cannot_happen!("{operation:?} is about no object"),
        }
        Ok(true)
    }

    /// What comes next may wait, which no thread may that holds a monitor. Whether that is found out is left open: it
    /// is an error, or the thread goes on, or, where it would wait for itself, waits for ever.
    fn may_wait(&mut self, held: bool, way: Option<Way>) -> Result<bool, Stop> {
        if !held {
            self.next();
            return Ok(true);
        }
        let Some(way) = way else { return Ok(false) };
        self.fault(Fault::Monitor);
        match way {
            Way::Error => self.raise(ErrorKind::Monitor, &[])?,
            Way::Stick => self.thread_mut().phase = Phase::Stuck,
            _ => self.next(),
        }
        Ok(true)
    }

    /// The ways on at an operation that is visible.
    pub fn ways_of_operation(&self, operation: Operation, arguments: &[Operand]) -> Vec<Way> {
        let object = self.operand(arguments.first().copied().unwrap_or(Operand::Null));
        let interrupted = || self.is_interrupted(self.me).then_some(Way::Interrupt);
        match operation {
            Operation::Enter => {
                let owner = self.state.monitors.get(&object).map(|(owner, _)| *owner);
                let free = owner.is_none_or(|owner| owner == self.me);
                free.then_some(Way::Go).into_iter().collect()
            }
            Operation::EnterOnce => {
                let free = !self.state.monitors.contains_key(&object);
                free.then_some(Way::Go).into_iter().collect()
            }
            Operation::Notify | Operation::Signal => {
                let waiters = self.waiters(object);
                match waiters.is_empty() {
                    true => vec![Way::Go],
                    false => waiters.into_iter().map(Way::Notify).collect(),
                }
            }
            Operation::Join => {
                let ended = self.is_joinable(object).then_some(Way::Go);
                ended.into_iter().chain(interrupted()).collect()
            }
            Operation::MayWait if self.state.holds_any(self.me) => vec![Way::Go, Way::Error],
            Operation::MayWaitFor if self.state.hold_count(self.me, object) > 0 => {
                vec![Way::Go, Way::Stick, Way::Error]
            }
            Operation::Choose | Operation::Input | Operation::Moment => {
                self.ways_of_choice(operation, arguments)
            }
            _ => vec![Way::Go],
        }
    }
}
