//! What can happen in a state, and what comes of it.

use super::choice::{Choice, Way};
use super::eval::NoValue;
use super::initialise::Use;
use super::run::Run;
use super::state::State;
use super::thread::{Call, Frame, Phase, Thread};
use super::value::Value;
use super::{Machine, Outcome, Stop, Touch};
use crate::flat::Op;
use crate::program::Operand;

/// So many operations of one atomic block are done in one step.
const LONGEST_ATOMIC_BLOCK: u32 = 10_000;

impl Machine<'_> {
    /// Where every execution begins: the first thread has done the local work before its first visible operation.
    pub fn initial(&self) -> Outcome {
        let program = self.program;
        let entry = self.entry;
        let mut state = State { heap: super::block::globals(program), ..State::default() };
        let object = match program.roles.main_thread {
            Some(global) => Value::Pointer(super::ObjectId(global.0), 0),
            None => {
                let class = program.roles.thread.or(program.roles.object);
                let class = class.unwrap_or(program.methods[entry].class);
                self.new_object(&mut state, class, false)
            }
        };
        let variables = self.code(entry).map_or(0, |code| code.vars.len());
        let mut frame = Frame::new(entry, variables, Call::Root);
        for parameter in &program.methods[entry].parameters {
            if let Some(variable) = frame.vars.get_mut(parameter.0 as usize) {
                *variable = Value::Unknown;
            }
        }
        let mut thread = Thread::new(object, frame);
        thread.locals = self.new_locals(&mut state);
        state.threads.push(std::rc::Rc::new(thread));
        let mut run = Run::new(self, state, 0);
        let done = match self.code(entry) {
            Some(_) => run.advance().map(drop),
            None => Err(Stop::unmodelled("the program starts in a method without a body")),
        };
        self.outcome(run, done)
    }

    /// All that can happen in a state. Nothing: it is at rest.
    pub fn enabled(&self, state: &State) -> Vec<Choice> {
        if state.exited {
            return Vec::new();
        }
        let choices = |thread: usize| {
            let ways = self.ways(state, thread);
            ways.into_iter().map(move |way| Choice { thread, way })
        };
        if let Some(alone) = state.exclusive {
            let own: Vec<Choice> = choices(alone).collect();
            if !own.is_empty() {
                return own;
            }
        }
        (0..state.threads.len()).flat_map(choices).collect()
    }

    /// The ways in which a thread can go on, leaving aside that another one may be inside an atomic block.
    pub fn ways(&self, state: &State, thread: usize) -> Vec<Way> {
        match state.exited {
            true => Vec::new(),
            false => Run::look(self, state, thread).ways(),
        }
    }

    /// Does what can happen.
    pub fn step(&self, state: &State, choice: &Choice) -> Outcome {
        let mut run = Run::new(self, state.clone(), choice.thread);
        run.state.exclusive = None;
        let done = run.go(choice.way);
        self.outcome(run, done)
    }

    /// What the first visible operation of a thread touches, on all of these ways.
    pub fn footprint(&self, state: &State, choices: &[Choice]) -> Vec<Touch> {
        let mut found = Vec::new();
        for choice in choices {
            Run::look(self, state, choice.thread).footprint(choice.way, &mut found);
        }
        found
    }

    fn outcome(&self, run: Run<'_, '_>, done: Result<(), Stop>) -> Outcome {
        let Run { state, happened, printed, asserted, touched, events, told, unclear, .. } = run;
        let done = match unclear {
            Some(why) => done.and(Err(Stop::unmodelled(why))),
            None => done,
        };
        let ((state, threads), stop) = match done {
            Ok(()) => (self.canonical(state.into_own()), None),
            Err(stop) => ((state.into_own(), Vec::new()), Some(stop)),
        };
        Outcome { state, happened, printed, events, told, asserted, stop, threads, touched }
    }
}

impl Run<'_, '_> {
    /// A visible operation, the local work after it, and the rest of the atomic block that it is in.
    fn go(&mut self, way: Way) -> Result<(), Stop> {
        let mut inside = self.visible(way)?;
        for _ in 0..LONGEST_ATOMIC_BLOCK {
            if !inside {
                return Ok(());
            }
            match self.ways()[..] {
                [only] => {
                    self.race_inside();
                    inside = self.visible(only)?;
                }
                _ => break,
            }
        }
        self.state.exclusive = inside.then_some(self.me);
        Ok(())
    }

    /// Whether the thread is in the same atomic block after a visible operation and the local work that follows it,
    /// and does not wait there.
    fn visible(&mut self, way: Way) -> Result<bool, Stop> {
        let mut touched = std::mem::take(&mut self.touched);
        self.footprint(way, &mut touched);
        self.touched = touched;
        if !self.instruction(Some(way))? {
            trine_base::cannot_happen!("{way:?} is listed, and thread {} cannot", self.me)
        }
        if self.state.exited {
            return Ok(false);
        }
        let inside = self.advance()?;
        let me = self.me;
        for thread in std::mem::take(&mut self.begun) {
            self.me = thread;
            self.advance()?;
        }
        if self.state.exited {
            return Ok(false);
        }
        self.me = me;
        Ok(inside && !matches!(self.thread().phase, Phase::Waiting { .. } | Phase::Ended))
    }

    /// The ways in which the thread can go on.
    pub fn ways(&mut self) -> Vec<Way> {
        let ways = self.ordinary_ways();
        self.or_given_up(ways)
    }

    fn ordinary_ways(&mut self) -> Vec<Way> {
        match self.thread().phase {
            Phase::Ended | Phase::Stuck => return Vec::new(),
            Phase::Over => return self.can_end().then_some(Way::Go).into_iter().collect(),
            Phase::Waiting { .. } => return self.ways_of_waiting(),
            Phase::Queued | Phase::Selecting(_) => return self.ways_of_meeting(),
            Phase::Run => {}
        }
        let Some(op) = self.op() else { return vec![Way::Go] };
        match self.class_use(op) {
            Use::UnderWay => return Vec::new(),
            Use::Begin(_) | Use::Failed(_) => return vec![Way::Go],
            Use::Ready => {}
        }
        if let Some(id) = self.undecided(op) {
            return self.ways_of_which(id);
        }
        let guesses = || vec![Way::Guess(true), Way::Guess(false)];
        let unknown = |run: &Self, operand: Operand| !run.operand(operand).is_known();
        match &op {
            Op::Set(_, expr) => match Run::look(self.machine, &self.state, self.me).eval(expr) {
                Err(NoValue::Perhaps(_)) => guesses(),
                Err(NoValue::Side(id, op, constant)) => self.ways_of_side(id, op, constant),
                Err(NoValue::Which(id)) if !self.is_moment(id) => self.ways_of_which(id),
                Ok(_) | Err(NoValue::Error(_) | NoValue::Which(_)) => vec![Way::Go],
            },
            Op::Branch { condition, .. } | Op::Assert(condition, _)
                if unknown(self, *condition) =>
            {
                guesses()
            }
            Op::Cast { value, .. } if unknown(self, *value) => guesses(),
            Op::Await(condition) => match self.condition(condition) {
                Ok(Ok(Value::Int(0))) => Vec::new(),
                _ => vec![Way::Go],
            },
            Op::Do { operation, arguments, .. } => self.ways_of_operation(*operation, arguments),
            Op::Meet(_) => self.ways_of_meeting(),
            _ => vec![Way::Go],
        }
    }
}
