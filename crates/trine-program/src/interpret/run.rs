//! A step under way: the state that one thread changes, and what has happened so far.

use std::ops::{Deref, DerefMut};

use trine_base::{Span, cannot_happen};

use super::private::Private;
use super::state::State;
use super::thread::{Call, Frame, Phase, Thread};
use super::value::Value;
use super::{Fault, Happened, Machine, Stop, Touch};
use crate::flat::{Code, Op};
use crate::program::*;

/// So many instructions of local work are done in one step; a thread that has more to do rests between them.
const MOST_LOCAL_WORK: u32 = 50_000;

/// A step of one thread, on a copy of the state.
pub struct Run<'m, 'p> {
    pub machine: &'m Machine<'p>,
    pub state: Shared<'m>,
    /// The thread that steps.
    pub me: usize,
    pub happened: Vec<Happened>,
    /// What was printed, and how many assertions were true.
    pub printed: Vec<String>,
    pub asserted: u64,
    /// The events so far, in order, and why it cannot be told whether something is one.
    pub events: Vec<Vec<u32>>,
    pub unclear: Option<String>,
    /// Something was compared with the patterns of events.
    pub told: bool,
    /// The threads that were started in this step.
    pub begun: Vec<usize>,
    pub private: Private,
    /// What the visible operations so far touch.
    pub touched: Vec<Touch>,
}

/// A state that is copied when it is changed first.
pub enum Shared<'s> {
    Own(State),
    Seen(&'s State),
}

impl Shared<'_> {
    /// The state, copied if it was only looked at.
    pub fn into_own(self) -> State {
        match self {
            Shared::Own(state) => state,
            Shared::Seen(state) => state.clone(),
        }
    }
}

impl Deref for Shared<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        match self {
            Shared::Own(state) => state,
            Shared::Seen(state) => state,
        }
    }
}

impl DerefMut for Shared<'_> {
    fn deref_mut(&mut self) -> &mut State {
        if let Shared::Seen(state) = self {
            *self = Shared::Own(state.clone());
        }
        match self {
            Shared::Own(state) => state,
            Shared::Seen(_) => cannot_happen!("a state is its own copy"),
        }
    }
}

impl<'m, 'p> Run<'m, 'p> {
    /// A step of thread `me` from this state.
    pub fn new(machine: &'m Machine<'p>, state: State, me: usize) -> Run<'m, 'p> {
        let private = match machine.options.private_is_local {
            true => Private::of(&state, machine.program.globals.len()),
            false => Private::nothing(),
        };
        Run::with(machine, Shared::Own(state), me, private)
    }

    /// A look at a state, to ask what a thread can do; nothing is private.
    pub fn look(machine: &'m Machine<'p>, state: &'m State, me: usize) -> Run<'m, 'p> {
        Run::with(machine, Shared::Seen(state), me, Private::nothing())
    }

    fn with(
        machine: &'m Machine<'p>,
        state: Shared<'m>,
        me: usize,
        private: Private,
    ) -> Run<'m, 'p> {
        let (happened, printed, begun) = (Vec::new(), Vec::new(), Vec::new());
        Run {
            machine,
            state,
            me,
            happened,
            printed,
            asserted: 0,
            events: Vec::new(),
            unclear: None,
            told: false,
            begun,
            private,
            touched: Vec::new(),
        }
    }

    /// Does local work until the thread comes to something visible. Whether it was inside an atomic block all the way.
    pub fn advance(&mut self) -> Result<bool, Stop> {
        let mut alone = self.thread().is_atomic();
        for _ in 0..MOST_LOCAL_WORK {
            if self.state.exited || !self.instruction(None)? {
                break;
            }
            alone &= self.thread().is_atomic();
        }
        Ok(alone)
    }

    /// The executing thread.
    pub fn thread(&self) -> &Thread {
        &self.state.threads[self.me]
    }

    /// The executing thread, to change it.
    pub fn thread_mut(&mut self) -> &mut Thread {
        self.state.thread_mut(self.me)
    }

    /// The frame that executes, to change it.
    pub fn frame_mut(&mut self) -> &mut Frame {
        let me = self.me;
        match self.state.thread_mut(me).frames.last_mut() {
            Some(frame) => frame,
            None => cannot_happen!("thread {me} executes an instruction and has no frame"),
        }
    }

    /// The code that the thread executes, and where it is in it.
    pub fn at(&self) -> Option<(&'m Code, usize)> {
        let frame = self.thread().top()?;
        let machine: &'m Machine<'p> = self.machine;
        let code = machine.code(frame.method)?;
        Some((code, frame.pc as usize))
    }

    /// The instruction that comes next.
    pub fn op(&self) -> Option<&'m Op> {
        self.at().map(|(code, pc)| &code.ops[pc].0)
    }

    /// The place of the instruction in the source.
    pub fn span(&self) -> Option<Span> {
        self.at().and_then(|(code, pc)| code.ops.get(pc).and_then(|(_, span)| *span))
    }

    /// Takes something for granted here.
    pub fn assume(&self, kind: &'static str, text: String) {
        let span = self.machine.user_span(&self.state, self.me);
        self.machine.assumed.borrow_mut().entry((kind, text)).or_insert(span);
    }

    /// Notes a fault of this step.
    pub fn fault(&mut self, fault: Fault) {
        self.happened.push(self.happening(fault));
    }

    /// A fault, unless what is not known is such that there is none.
    pub fn perhaps(&mut self, fault: Fault) {
        self.happened.push(Happened { certain: false, ..self.happening(fault) });
    }

    /// Notes a memory error, and the assumption that what follows after it is not looked at.
    pub fn memory_fault(&mut self, error: MemoryError) {
        let text = "executions are followed up to their first memory error";
        self.assume("memory-error", text.to_string());
        let memory = Some(error);
        self.happened.push(Happened { memory, ..self.happening(Fault::Memory) });
    }

    /// A fault inside of a library model is one of the user's statement that called it.
    fn happening(&self, fault: Fault) -> Happened {
        let thread = self.me;
        let span = self.machine.user_span(&self.state, thread).or_else(|| self.span());
        Happened { fault, thread, span, class: None, memory: None, certain: true }
    }

    /// Gives a variable of the innermost frame a value, as its type keeps it.
    pub fn set(&mut self, var: VarId, value: Value) {
        let value = self.put(var, value);
        self.observe_variable(var, value);
    }

    /// The same where it is no assignment of the source.
    pub fn put(&mut self, var: VarId, value: Value) -> Value {
        let Some((code, _)) = self.at() else {
            cannot_happen!("{var} is set in a method without a body")
        };
        let value = value.kept_as(code.vars[var].ty);
        self.frame_mut().vars[var.0 as usize] = value;
        value
    }

    /// On to the next instruction.
    pub fn next(&mut self) {
        self.frame_mut().pc += 1;
        self.thread_mut().phase = Phase::Run;
    }

    /// The same, after a variable got its value.
    pub fn assigned(&mut self, into: Option<VarId>, value: Value) {
        if let Some(into) = into {
            self.set(into, value);
        }
        self.next();
    }

    /// Starts a method in a new frame.
    pub fn push(&mut self, method: MethodId, code: &Code, call: Call, arguments: &[Value]) {
        let parameters = &self.machine.program.methods[method].parameters;
        let mut frame = Frame::new(method, code.vars.len(), call);
        for (position, parameter) in parameters.iter().enumerate() {
            let value = arguments.get(position).copied().unwrap_or(Value::Unknown);
            frame.vars[parameter.0 as usize] = value.kept_as(code.vars[*parameter].ty);
        }
        let bound: Vec<Value> = parameters.iter().map(|of| frame.vars[of.0 as usize]).collect();
        self.thread_mut().frames.push(frame);
        for (parameter, value) in parameters.iter().zip(bound) {
            self.hold_in_variable(method, *parameter, value);
        }
    }

    /// Whether the value that the instruction gives a variable is asked for later.
    pub fn is_used(&self, var: VarId) -> bool {
        let Some((code, pc)) = self.at() else { return true };
        code.live.get(pc + 1).is_none_or(|live| live.contains(&var))
    }
}
