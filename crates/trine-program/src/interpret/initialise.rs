//! The initialisation of classes, after JLS 12.4.2: before the first use, by one thread, while others wait.
//!
//! A class is used where one of its objects is made, a static field is accessed or a static method is called. The
//! thread that uses it first marks it, initialises what comes first ([`Program::initialised_first`]) and runs its
//! initialiser; for itself the class is usable meanwhile. A class without an initialiser is as far as what comes
//! first. An error that leaves the initialiser makes every later use an error.

use std::rc::Rc;

use super::Stop;
use super::run::Run;
use super::state::Initialisation;
use super::thread::Call;
use crate::flat::Op;
use crate::program::*;

/// What has to happen before an instruction can use its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Ready,
    /// The executing thread has to initialise this class first.
    Begin(ClassId),
    /// Another thread is doing that.
    UnderWay,
    Failed(ClassId),
}

impl Run<'_, '_> {
    /// Whether the class that an instruction uses can be used.
    pub fn class_use(&self, op: &Op) -> Use {
        let program = self.machine.program;
        let Some(frame) = self.thread().top() else { return Use::Ready };
        if frame.pc == 0 {
            let first = match frame.call {
                Call::Initialise(class) => self.first_not_ready(program.initialised_first(class)),
                Call::Root if program.methods[frame.method].is_static => {
                    self.readiness(program.methods[frame.method].class)
                }
                _ => Use::Ready,
            };
            if first != Use::Ready {
                return first;
            }
        }
        match op {
            Op::New { class, .. } => self.readiness(*class),
            Op::Load(_, Access::Static(field)) | Op::Store(Access::Static(field), _) => {
                self.readiness(program.fields[*field].class)
            }
            Op::Call { callee: Callee::Exact(method), .. } => {
                match program.methods[*method].is_static {
                    true => self.readiness(program.methods[*method].class),
                    false => Use::Ready,
                }
            }
            _ => Use::Ready,
        }
    }

    fn readiness(&self, class: ClassId) -> Use {
        let program = self.machine.program;
        match self.state.classes.get(&class) {
            Some(Initialisation::Done) => Use::Ready,
            Some(Initialisation::Failed) => Use::Failed(class),
            Some(Initialisation::UnderWay(thread)) if *thread == self.me => Use::Ready,
            Some(Initialisation::UnderWay(_)) => Use::UnderWay,
            None => match program.classes[class].initializer {
                Some(method) if self.machine.code(method).is_some() => Use::Begin(class),
                _ => self.first_not_ready(program.initialised_first(class)),
            },
        }
    }

    fn first_not_ready(&self, classes: &[ClassId]) -> Use {
        let uses = classes.iter().map(|class| self.readiness(*class));
        uses.into_iter().find(|one| *one != Use::Ready).unwrap_or(Use::Ready)
    }

    /// Marks a class and starts its initialiser.
    pub fn initialise(&mut self, class: ClassId) -> Result<(), Stop> {
        let initialiser = self.machine.program.classes[class].initializer;
        let Some((method, code)) =
            initialiser.and_then(|method| Some((method, self.machine.code(method)?)))
        else {
            return Err(Stop::unmodelled("a class without an initialiser is initialised"));
        };
        self.mark(class, Initialisation::UnderWay(self.me));
        self.push(method, code, Call::Initialise(class), &[]);
        Ok(())
    }

    /// The initialiser has come to its end.
    pub fn initialised(&mut self, class: ClassId) {
        self.mark(class, Initialisation::Done);
    }

    /// Notes that the initialisation of a class has failed: using it raises an error from now on.
    pub fn initialisation_failed(&mut self, class: ClassId) {
        self.mark(class, Initialisation::Failed);
    }

    fn mark(&mut self, class: ClassId, how_far: Initialisation) {
        Rc::make_mut(&mut self.state.classes).insert(class, how_far);
    }
}
