//! The initialisation of classes: before their first use, by one thread while others wait.
//!
//! A class is marked before what it inherits from is initialised and its own initialiser runs. The thread that does
//! this passes the mark; others wait until that is done. A class whose initialiser throws cannot be used.

use std::rc::Rc;

use trine_system as sys;
use trine_system::Effect;

use super::abstract_state::{AbstractState, Call, Frame};
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, equal, place};
use super::mutant::{Mutant, is_planted};
use super::step::opened;
use super::value::{Loc, Value};
use crate::flat::Op;
use crate::program::*;

/// How far the initialisation of a class is, in the state.
const UNTOUCHED: i64 = 0;
const UNDER_WAY: i64 = 1;
/// The class is initialised.
pub const INITIALISED: i64 = 2;
/// The initialiser of the class has failed.
pub const FAILED: i64 = 3;

impl Builder<'_, '_> {
    /// Runs the initialiser of a class before its first use.
    pub fn initialise(&mut self, config: &AbstractState, op: &Op) -> Option<StepResult> {
        let program = self.facts.program;
        let frame = config.top()?;
        if frame.pc == 0 {
            match frame.call {
                // What it inherits from comes before its own initialiser.
                Call::Initialise { class, .. } => {
                    let first = program.initialised_first(class).iter();
                    if let Some(next) =
                        first.copied().find_map(|first| self.initialised(config, first))
                    {
                        return Some(next);
                    }
                }
                Call::Root if program.methods[frame.method].is_static => {
                    let class = program.methods[frame.method].class;
                    if let Some(next) = self.initialised(config, class) {
                        return Some(next);
                    }
                }
                _ => {}
            }
        }
        let class = match op {
            Op::New { class, .. } => *class,
            Op::Load(_, Access::Static(field)) | Op::Store(Access::Static(field), _) => {
                program.fields[*field].class
            }
            Op::Call { callee: Callee::Exact(method), .. } => {
                let method = &program.methods[*method];
                if !method.is_static {
                    return None;
                }
                method.class
            }
            _ => return None,
        };
        self.initialised(config, class)
    }

    /// What has to happen before a class can be used.
    fn initialised(&mut self, config: &AbstractState, class: ClassId) -> Option<StepResult> {
        let program = self.facts.program;
        if config.heap.failed.contains(&class) {
            let name = self.full_name(class);
            let about = [Binding::Static(name)];
            return Some(self.raise_with(config.clone(), ErrorKind::Initialisation, &about));
        }
        if config.heap.classes.contains(&class) {
            return None;
        }
        let Some(method) = program.classes[class].initializer else {
            let mut first = program.initialised_first(class).iter();
            return first.find_map(|first| self.initialised(config, *first));
        };
        let count = self.facts.code(method)?.vars.len();
        let mut to = config.clone();
        Rc::make_mut(&mut to.heap).classes.insert(class);
        let frame = |shared: bool| Frame {
            method,
            pc: 0,
            vars: vec![Value::Undefined; count],
            call: Call::Initialise { class, shared },
            atomic: 0,
            pending: Vec::new(),
        };
        if self.thread.is_none() && !self.facts.is_lazy(class) {
            to.focus.clear();
            to.frames.push(frame(false));
            return Some(StepResult::Silent(to));
        }
        self.facts.initialise_lazily(class);
        let loc = Loc::Progress(class);
        let progress = sys::Expr::Read(place(self.iteration.global(loc), loc, None));
        let is = |number: i64| equal(progress.clone(), number);
        let mut transitions = vec![Transition::to(to.clone()).when(is(INITIALISED))];
        if is_planted(Mutant::EarlyClassUse) {
            transitions.push(Transition::to(to.clone()).when(is(UNDER_WAY)));
        }
        let mut failed = to.clone();
        Rc::make_mut(&mut failed.heap).failed.insert(class);
        transitions.push(Transition::to(failed).when(is(FAILED)));
        to.focus.clear();
        to.frames.push(frame(true));
        let begin = self.progress(class, UNDER_WAY);
        transitions.push(Transition::to(to).when(is(UNTOUCHED)).doing(begin));
        Some(StepResult::Branch(config.clone(), opened(transitions)))
    }

    /// Says in the state how far the initialisation of a class is.
    pub fn progress(&mut self, class: ClassId, number: i64) -> Effect {
        let loc = Loc::Progress(class);
        let place = place(self.iteration.global(loc), loc, None);
        Effect::Assign(place, sys::Expr::Const(number))
    }
}
