//! Calls and returns, and what has no body or is not modelled.

use super::heap::Cell;
use super::run::Run;
use super::thread::{Call, Phase};
use super::value::Value;
use super::{Machine, Stop};
use crate::events::{Act, Subject};
use crate::program::*;

/// Calls are nested no deeper than this: where a real machine would run out of stack is not defined.
const MOST_FRAMES: usize = 300;

impl Run<'_, '_> {
    /// Enters a method, or does what a call without a body does.
    pub fn call(
        &mut self,
        into: Option<VarId>,
        callee: &Callee,
        arguments: &[Operand],
    ) -> Result<(), Stop> {
        let values = self.operands(arguments);
        let receiver = values.first().copied().unwrap_or(Value::Unknown);
        let method = match callee {
            Callee::Exact(method) => {
                let instance = !self.machine.program.methods[*method].is_static;
                if instance && receiver == Value::Null {
                    return self.raise(ErrorKind::Null, &[]);
                }
                *method
            }
            Callee::Pointer(function) => match self.operand(*function) {
                Value::Function(method) => method,
                Value::Unknown | Value::Input(_) => {
                    return self.unmodelled(
                        into,
                        "a function that is not known is called",
                        &values,
                    );
                }
                Value::Null => return self.raise(ErrorKind::Memory(MemoryError::Null), &[]),
                _ => return self.raise(ErrorKind::Memory(MemoryError::NoFunction), &[]),
            },
            Callee::Virtual { selector, declared } => {
                if receiver == Value::Null {
                    return self.raise(ErrorKind::Null, &[]);
                }
                let Some(class) = self.machine.class_of(&self.state, receiver) else {
                    let name = self.machine.method_name(*declared);
                    let what = format!("{name} is called on an object that is not known");
                    return self.unmodelled(into, &what, &values);
                };
                self.machine.callee(class, selector, *declared)
            }
        };
        if self.is_told(method) {
            self.occurs(Act::Call, Subject::Method(method, &values));
        }
        let Some(code) = self.machine.code(method) else {
            let what = format!("{} has no body", self.machine.method_name(method));
            return self.unmodelled(into, &what, &values);
        };
        if self.thread().frames.len() >= MOST_FRAMES {
            return Err(Stop::limit(format!("calls are nested more than {MOST_FRAMES} deep")));
        }
        self.next();
        self.push(method, code, Call::After(into), &values);
        Ok(())
    }

    /// Whether a call may be an event: in memory, library models call functions that the user has not called.
    fn is_told(&self, method: MethodId) -> bool {
        let program = self.machine.program;
        let inside = self.thread().top().map(|frame| program.methods[frame.method].class);
        let library = inside.is_some_and(|class| program.classes[class].library);
        let called = program.classes[program.methods[method].class].library;
        !program.has_memory() || !library || !called
    }

    /// The end of the innermost frame.
    pub fn give_back(&mut self, value: Option<Value>) {
        let Some(frame) = self.thread_mut().frames.pop() else {
            trine_base::cannot_happen!("a thread without frames returns")
        };
        self.leave(&frame);
        if self.thread().frames.is_empty() {
            return self.finish(frame.call == Call::Last);
        }
        match frame.call {
            Call::After(Some(into)) => self.set(into, value.unwrap_or(Value::Unknown)),
            Call::Initialise(class) => self.initialised(class),
            Call::After(None) | Call::Raise | Call::Root | Call::Last => {}
        }
    }

    /// What the program does here is not modelled: the result is not known. Where it gets an object it may change what
    /// is modelled, and the execution is not followed any further.
    pub fn unmodelled(
        &mut self,
        into: Option<VarId>,
        what: &str,
        arguments: &[Value],
    ) -> Result<(), Stop> {
        let is_object = |value: &Value| match value {
            Value::Class(_) => true,
            Value::Object(object) => {
                matches!(self.state.cell(*object), Cell::Object { .. } | Cell::Array { .. })
            }
            Value::Pointer(..) | Value::Function(_) => true,
            _ => false,
        };
        if arguments.iter().any(is_object) {
            return Err(Stop::unmodelled(what));
        }
        let name = what.strip_prefix("call of ").unwrap_or(what);
        let text = format!("{name} is not modelled; assumed to have no effect on checked state");
        self.assume("unmodelled-call", text);
        self.assigned(into, Value::Unknown);
        Ok(())
    }

    /// A thread without frames has its last words, if there are any, and then nothing but its end is left.
    pub fn finish(&mut self, said: bool) {
        for frame in std::mem::take(&mut self.thread_mut().frames) {
            self.leave(&frame);
        }
        let thread = self.thread_mut();
        thread.phase = Phase::Over;
        thread.unwinding = false;
        if said {
            return;
        }
        if let Some(method) = self.last_words()
            && let Some(code) = self.machine.code(method)
        {
            let me = self.thread().object;
            self.push(method, code, Call::Last, &[me]);
            self.thread_mut().phase = Phase::Run;
        }
    }

    fn last_words(&self) -> Option<MethodId> {
        let last = self.machine.program.roles.last_words.as_ref()?;
        if self.me == 0 {
            return last.main;
        }
        let class = self.machine.class_of(&self.state, self.thread().object)?;
        self.machine.dispatch(class, &last.thread)
    }
}

impl Machine<'_> {
    /// Whether a method makes and throws the errors that instructions raise.
    pub fn is_raiser(&self, method: MethodId) -> bool {
        self.program.roles.raisers.iter().any(|(_, raiser)| *raiser == method)
    }
}
