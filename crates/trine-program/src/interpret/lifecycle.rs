//! The life of threads: start, join, interrupt and end.

use super::choice::Way;
use super::heap::Place;
use super::run::Run;
use super::thread::{Call, Frame, Phase, Thread};
use super::value::{ObjectId, Value};
use super::{Fault, Stop};
use crate::events::{Act, Subject};
use crate::program::*;

impl Run<'_, '_> {
    /// Starts a thread. A second start is a fault and an error.
    pub fn start(
        &mut self,
        object: Value,
        master: Option<Value>,
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        if way.is_none() {
            return Ok(false);
        }
        let class = self.machine.class_of(&self.state, object);
        let run = &self.machine.program.roles.run;
        let body = class.and_then(|class| self.machine.dispatch(class, run));
        let Some((method, code)) = body.and_then(|body| Some((body, self.machine.code(body)?)))
        else {
            return Err(Stop::unmodelled("a thread is started whose body is not known"));
        };
        if self.state.thread_of(object).is_some() {
            self.fault(Fault::ThreadState);
            return self.raise(ErrorKind::ThreadState, &[]).map(|()| true);
        }
        let mut frame = Frame::new(method, code.vars.len(), Call::Root);
        if let Some(receiver) = self.machine.program.methods[method].parameters.first() {
            frame.vars[receiver.0 as usize] = object;
        }
        let mut thread = Thread::new(object, frame);
        thread.daemon = self.flag(object, self.machine.program.roles.daemon);
        thread.master = Some(master.unwrap_or(self.thread().object));
        self.state.threads.push(std::rc::Rc::new(thread));
        self.begun.push(self.state.threads.len() - 1);
        self.publish(object);
        self.occurs(Act::Start, Subject::Object(object));
        self.next();
        Ok(true)
    }

    /// Starts a thread that calls a function and that a pointer stands for.
    pub fn start_function(
        &mut self,
        object: Value,
        function: Value,
        argument: Value,
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        if way.is_none() {
            return Ok(false);
        }
        let Value::Function(method) = function else {
            return match function {
                Value::Unknown => {
                    Err(Stop::unmodelled("a thread is started whose body is not known"))
                }
                _ => self.raise(ErrorKind::Memory(MemoryError::NoFunction), &[]).map(|()| true),
            };
        };
        let Some(code) = self.machine.code(method) else {
            return Err(Stop::unmodelled("a thread is started whose body is not known"));
        };
        if self.state.thread_of(object).is_some() {
            self.fault(Fault::ThreadState);
            return self.raise(ErrorKind::ThreadState, &[]).map(|()| true);
        }
        let mut frame = Frame::new(method, code.vars.len(), Call::Root);
        let parameters = &self.machine.program.methods[method].parameters;
        for (position, parameter) in parameters.iter().enumerate() {
            let value = if position == 0 { argument } else { Value::Unknown };
            frame.vars[parameter.0 as usize] = value.kept_as(code.vars[*parameter].ty);
        }
        let mut thread = Thread::new(object, frame);
        thread.master = Some(self.thread().object);
        thread.locals = self.machine.new_locals(&mut self.state);
        self.state.threads.push(std::rc::Rc::new(thread));
        self.begun.push(self.state.threads.len() - 1);
        self.publish(object);
        self.publish(argument);
        self.observe_start(object);
        self.occurs(Act::Start, Subject::Object(object));
        self.next();
        Ok(true)
    }

    /// A field of a thread that is 0 or 1.
    pub fn flag(&self, thread: Value, field: Option<FieldId>) -> bool {
        match (thread, field) {
            (Value::Object(object), Some(field)) => {
                self.read_flag(object, field) == Some(Value::Int(1))
            }
            _ => false,
        }
    }

    fn read_flag(&self, object: ObjectId, field: FieldId) -> Option<Value> {
        let class = self.machine.class_of(&self.state, Value::Object(object))?;
        let known = self.machine.layout(class).contains(&field);
        known.then(|| self.machine.read(&self.state, Place::Field(object, field)))
    }

    /// Sets a flag of a thread object, if its class has the field.
    pub fn set_flag(&mut self, thread: Value, field: Option<FieldId>, value: bool) {
        if let (Value::Object(object), Some(field)) = (thread, field)
            && self.read_flag(object, field).is_some()
        {
            let place = Place::Field(object, field);
            self.machine.write(&mut self.state, place, Value::truth(value));
        }
    }

    /// Whether a thread was interrupted and has not noticed yet.
    pub fn is_interrupted(&self, thread: usize) -> bool {
        let object = self.state.threads[thread].object;
        self.flag(object, self.machine.program.roles.interrupted)
    }

    /// The error of a thread whose waiting was interrupted; the flag is forgotten.
    pub fn interrupted(&mut self) -> Result<(), Stop> {
        self.forget_interrupt();
        self.raise(ErrorKind::Interrupted, &[])
    }

    /// Clears the interrupt of the executing thread.
    pub fn forget_interrupt(&mut self) {
        let me = self.thread().object;
        self.set_flag(me, self.machine.program.roles.interrupted, false);
    }

    /// Whether a thread can be joined: it has ended, or was never started.
    pub fn is_joinable(&self, object: Value) -> bool {
        let thread = self.state.thread_of(object);
        thread.is_none_or(|thread| self.state.threads[thread].has_ended())
    }

    /// Waits for a thread to end; an interrupt may end the wait first.
    pub fn join(&mut self, object: Value, way: Option<Way>) -> Result<bool, Stop> {
        match way {
            None => return Ok(false),
            Some(Way::Interrupt) => self.interrupted()?,
            Some(_) if self.is_joinable(object) => {
                self.occurs(Act::Join, Subject::Object(object));
                self.next();
            }
            Some(_) => return Ok(false),
        }
        Ok(true)
    }

    /// A join that ends by itself.
    pub fn timed_join(&mut self, object: Value, way: Option<Way>) -> Result<bool, Stop> {
        if way.is_some() && !self.is_interrupted(self.me) {
            self.occurs(Act::Join, Subject::Object(object));
        }
        self.pause(way)
    }

    /// A moment that passes by itself, unless the thread was interrupted.
    pub fn pause(&mut self, way: Option<Way>) -> Result<bool, Stop> {
        if way.is_none() {
            return Ok(false);
        }
        match self.is_interrupted(self.me) {
            true => self.interrupted()?,
            false => self.next(),
        }
        Ok(true)
    }

    /// The end of a thread. Where the language says so it takes the monitor of the thread and notifies all that wait
    /// on it; a thread that ends with a monitor is a fault.
    pub fn end(&mut self, way: Option<Way>) -> Result<bool, Stop> {
        if way.is_none() || !self.can_end() {
            return Ok(false);
        }
        let object = self.thread().object;
        if self.machine.program.roles.end_notifies {
            self.notify_all(object);
        }
        if self.state.holds_any(self.me) {
            self.fault(Fault::Monitor);
        }
        self.occurs(Act::End, Subject::Nothing);
        self.end_locals();
        let thread = self.thread_mut();
        thread.phase = Phase::Ended;
        thread.reply = None;
        thread.inputs.clear();
        Ok(true)
    }

    /// Whether the monitor of the thread, where its end takes it, is free.
    pub fn can_end(&self) -> bool {
        if !self.machine.program.roles.end_notifies {
            return true;
        }
        let owner = self.state.monitors.get(&self.thread().object);
        owner.is_none_or(|(owner, _)| *owner == self.me)
    }
}
