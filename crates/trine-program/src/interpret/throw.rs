//! Errors: raised by instructions or thrown, they unwind to their handler or end the thread.
//!
//! An error is an object with identity. Frames without a handler are left; their `finally` blocks and the release of
//! their monitors are handlers of the flat code. An error that leaves the last frame ends the thread, which is a
//! fault of the kind that the error stands for, unless it was one already when it was raised.

use trine_base::cannot_happen;

use super::heap::Cell;
use super::run::Run;
use super::thread::{Call, Phase};
use super::value::Value;
use super::{Fault, Happened, Stop};
use crate::program::*;

/// The errors that are faults where they are raised, or none at all.
const REPORTED: [ErrorKind; 4] =
    [ErrorKind::Assertion, ErrorKind::Monitor, ErrorKind::ThreadState, ErrorKind::Aborted];

impl Run<'_, '_> {
    /// The instruction raises an error, with what its text is made of.
    pub fn raise(&mut self, kind: ErrorKind, about: &[Value]) -> Result<(), Stop> {
        self.thread_mut().phase = Phase::Run;
        let roles = &self.machine.program.roles;
        if roles.errors_end_program {
            return self.end_program(kind);
        }
        if let Some(raiser) = roles.raiser(kind) {
            let Some(code) = self.machine.code(raiser) else {
                return Err(Stop::unmodelled("an error of a class that is not there is raised"));
            };
            self.push(raiser, &code, Call::Raise, about);
            return Ok(());
        }
        match roles.error(kind) {
            Some(class) => self.throw_new(class),
            None => {
                if !REPORTED.contains(&kind) {
                    self.fault(Fault::Uncaught);
                }
                self.finish(false);
                Ok(())
            }
        }
    }

    /// An error that is not handled ends the program, and is a fault unless it was reported before.
    fn end_program(&mut self, kind: ErrorKind) -> Result<(), Stop> {
        match kind {
            ErrorKind::Memory(error) => self.memory_fault(error),
            ErrorKind::Null => self.memory_fault(MemoryError::Null),
            ErrorKind::Overflow => self.fault(Fault::Overflow),
            kind if REPORTED.contains(&kind) => {}
            _ => self.fault(Fault::Uncaught),
        }
        self.state.exited = true;
        Ok(())
    }

    /// Throws a new error of a class that instructions raise.
    pub fn throw_new(&mut self, class: ClassId) -> Result<(), Stop> {
        let error = self.machine.new_object(&mut self.state, class, true);
        self.throw(error)
    }

    /// Whether the innermost frame makes the errors that instructions raise.
    pub fn is_raiser(&self) -> bool {
        self.thread().top().is_some_and(|frame| self.machine.is_raiser(frame.method))
    }

    /// Unwinds to the handler of an error.
    pub fn throw(&mut self, error: Value) -> Result<(), Stop> {
        let class = self.machine.class_of(&self.state, error);
        let span = self.machine.user_span(&self.state, self.me).or_else(|| self.span());
        self.thread_mut().phase = Phase::Run;
        let mut left = None;
        while let Some(frame) = self.thread().top() {
            // The frame of a caller is one instruction further.
            let pc = match left {
                Some(Call::After(_)) => frame.pc.saturating_sub(1),
                _ => frame.pc,
            };
            let Some(code) = self.machine.code(frame.method) else {
                cannot_happen!("{} is executed and has no body", frame.method)
            };
            let takes = |classes: &Vec<ClassId>| {
                class.is_some_and(|own| classes.iter().any(|of| self.machine.is_a(own, *of)))
            };
            let handler = code
                .regions
                .iter()
                .find(|region| region.covers(pc) && region.classes.as_ref().is_none_or(takes));
            if let Some(handler) = handler {
                let frame = self.frame_mut();
                frame.pc = handler.target;
                frame.atomic = handler.atomic;
                self.set(handler.into, error);
                return Ok(());
            }
            if let Some(frame) = self.thread_mut().frames.pop() {
                self.leave(&frame);
                left = Some(frame.call);
            }
            if let Some(Call::Initialise(class)) = left {
                self.initialisation_failed(class);
            }
        }
        if self.is_fault(error, class) {
            let thread = self.me;
            let fault = Fault::Uncaught;
            let (memory, certain) = (None, true);
            self.happened.push(Happened { fault, thread, span, class, memory, certain });
        }
        self.finish(left == Some(Call::Last));
        Ok(())
    }

    /// Whether an instruction has raised an error.
    pub fn is_raised(&self, error: Value) -> bool {
        match error {
            Value::Object(object) => {
                matches!(self.state.cell(object), Cell::Object { raised: true, .. })
            }
            _ => false,
        }
    }

    /// Whether it is a fault that an error ends a thread.
    fn is_fault(&self, error: Value, class: Option<ClassId>) -> bool {
        let raised = self.is_raised(error);
        let roles = &self.machine.program.roles;
        let reported = REPORTED.iter().any(|kind| class.is_some() && roles.error(*kind) == class);
        !(raised && reported)
    }
}
