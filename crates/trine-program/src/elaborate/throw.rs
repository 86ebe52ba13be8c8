//! Errors: raised by instructions or thrown, they unwind to their handler or end the thread.

use std::rc::Rc;

use trine_base::{Span, cannot_happen};
use trine_system as sys;
use trine_system::{Effect, FaultKind};

use super::abstract_state::{AbstractState, Call, Frame, Phase};
use super::build::{Builder, StepResult, Transition};
use super::eval::Binding;
use super::initialise::FAILED;
use super::mutant::{Mutant, is_planted};
use super::value::{Birth, InstanceId, Shape, Value};
use crate::flat::Op;
use crate::program::*;

impl Builder<'_, '_> {
    /// An error that the instruction itself raises.
    pub fn raise(&mut self, config: AbstractState, kind: ErrorKind) -> StepResult {
        self.raise_with(config, kind, &[])
    }

    /// The same, with what its text is made of.
    pub fn raise_with(
        &mut self,
        config: AbstractState,
        kind: ErrorKind,
        about: &[Binding],
    ) -> StepResult {
        if let Some(raiser) = self.facts.program.roles.raiser(kind)
            && !is_planted(Mutant::OneErrorPerPlace)
        {
            return self.call_raiser(config, raiser, about);
        }
        match self.facts.program.roles.error(kind) {
            // Errors of one place are one object: nothing tells them apart.
            Some(class) => {
                let error = self.numbered(&config, Shape::Object(class), 0);
                self.facts.raised(error);
                self.throw(config, error)
            }
            None => self.die(config, fault(kind), kind_name(kind)),
        }
    }

    /// Goes to the method that makes the error, a new one each time, and throws it. Of what only the state knows the
    /// text is not followed.
    fn call_raiser(
        &mut self,
        config: AbstractState,
        raiser: MethodId,
        about: &[Binding],
    ) -> StepResult {
        let Some(code) = self.facts.code(raiser) else {
            return self.stop(config, "an error of a class that is not there is raised");
        };
        let mut to = config.clone();
        to.focus.clear();
        to.phase = Phase::Run;
        to.frames.push(Frame {
            method: raiser,
            pc: 0,
            vars: vec![Value::Undefined; code.vars.len()],
            call: Call::Raise,
            atomic: 0,
            pending: Vec::new(),
        });
        let mut effects = Vec::new();
        let parameters = self.facts.program.methods[raiser].parameters.clone();
        for (position, parameter) in parameters.into_iter().enumerate() {
            let val = match about.get(position) {
                Some(known @ Binding::Static(_)) => known.clone(),
                _ => Binding::Static(Value::Opaque),
            };
            effects.extend(self.assign(&mut to, parameter, val));
        }
        match effects.is_empty() {
            true => StepResult::Silent(to),
            false => {
                let mut transition = Transition::to(to);
                transition.effects = effects;
                StepResult::Branch(config, vec![transition])
            }
        }
    }

    /// The ways on when an error is raised under a condition.
    pub fn raised(
        &mut self,
        config: &AbstractState,
        kind: ErrorKind,
        condition: Option<sys::Expr>,
    ) -> Vec<Transition> {
        self.raised_with(config, kind, &[], condition)
    }

    /// The same, with what its text is made of.
    pub fn raised_with(
        &mut self,
        config: &AbstractState,
        kind: ErrorKind,
        about: &[Binding],
        condition: Option<sys::Expr>,
    ) -> Vec<Transition> {
        let mut transitions = match self.raise_with(config.clone(), kind, about) {
            StepResult::Silent(to) => vec![Transition::to(to)],
            StepResult::Branch(_, transitions) => transitions,
        };
        if let Some(condition) = condition {
            if is_planted(Mutant::LostError) {
                return Vec::new();
            }
            for transition in &mut transitions {
                transition.guard = sys::Guard::When(condition.clone());
            }
        }
        transitions
    }

    /// Unwinds to the handler.
    pub fn throw(&mut self, config: AbstractState, thrown: InstanceId) -> StepResult {
        let mut to = config.clone();
        let class = self.facts.class_of(thrown);
        let mut called = None;
        // Classes whose initialisation the error ends cannot be used from now on.
        let mut failed = Vec::new();
        to.phase = Phase::Run;
        to.focus.clear();
        while let Some(frame) = to.frames.last_mut() {
            let pc = match called {
                Some(Call::After(_)) => frame.pc.saturating_sub(1),
                _ => frame.pc,
            };
            let Some(code) = self.facts.code(frame.method) else {
                cannot_happen!("{:?} is on the stack and has no body", frame.method)
            };
            let takes = |region: &&crate::flat::Region| {
                region.covers(pc)
                    && region.classes.as_ref().is_none_or(|classes| {
                        is_planted(Mutant::CatchesTooMuch)
                            || class.is_some_and(|own| {
                                classes.iter().any(|wanted| self.facts.is_a(own, *wanted))
                            })
                    })
            };
            if let Some(region) = code.regions.iter().find(takes) {
                let (target, into, atomic) = (region.target, region.into, region.atomic);
                frame.pc = target;
                frame.atomic = atomic;
                let val = Binding::Static(Value::Object(thrown));
                failed.extend(self.assign(&mut to, into, val));
                if failed.is_empty() {
                    return StepResult::Silent(to);
                }
                let mut transition = Transition::to(to);
                transition.effects = failed;
                return StepResult::Branch(config, vec![transition]);
            }
            if let Call::Initialise { class, shared } = frame.call
                && !is_planted(Mutant::FailedClassUsable)
            {
                Rc::make_mut(&mut to.heap).failed.insert(class);
                failed.extend(shared.then(|| self.progress(class, FAILED)));
            }
            called = to.frames.pop().map(|frame| frame.call);
        }
        let last = called == Some(Call::Last);
        let own = |kind: &ErrorKind| self.facts.program.roles.error(*kind) == class;
        let kind = KINDS.into_iter().find(own);
        let name =
            class.map_or("an error", |class| self.facts.program.classes[class].name.as_str());
        // What an instruction raised may have been reported then.
        let fault = match kind.map(fault_of) {
            Some(None) if self.facts.is_raised(thrown) => None,
            Some(Some(fault)) => Some(fault),
            _ => Some(FaultKind::Exception),
        };
        let text = format!("{name} is not caught");
        match fault {
            Some(fault) => {
                let to = self.dead(&config, last);
                let effect = Effect::Fail(fault, text);
                let mut transition = Transition::to(to).doing(effect);
                transition.effects.extend(failed);
                transition.span = self.raised_at(thrown);
                StepResult::Branch(config, vec![transition])
            }
            None => {
                let mut transition = Transition::to(self.dead(&config, last));
                transition.effects = failed;
                StepResult::Branch(config, vec![transition])
            }
        }
    }

    /// The error that others get to know of one: all of a class that are handed over at one place are one, so
    /// that their handler does not tell them apart.
    pub fn handed_on(&mut self, config: &AbstractState, error: InstanceId) -> InstanceId {
        let reported = self.facts.is_raised(error);
        let shape = self.facts.instances[error].shape;
        let other = self.numbered(config, shape, u32::from(reported));
        if reported {
            self.facts.raised(other);
        }
        other
    }

    /// Where an error was raised that only now, after others were waited for, ends its thread.
    fn raised_at(&mut self, thrown: InstanceId) -> Option<Span> {
        self.facts.program.roles.last_words.as_ref()?;
        let Birth::Site { stack, .. } = self.facts.instances[thrown].birth.clone() else {
            return None;
        };
        let (method, pc) = *stack.last()?;
        let code = self.facts.code(method)?;
        let made_by = code.ops.get(pc as usize).map(|(op, _)| op);
        if matches!(made_by, Some(Op::Do { operation: Operation::HandOver, .. })) {
            return None;
        }
        let user = |method: MethodId, program: &Program| {
            !program.classes[program.methods[method].class].library
        };
        stack.iter().enumerate().rev().find_map(|(position, (method, pc))| {
            // The frames of callers are one instruction further.
            let pc = if position + 1 < stack.len() { pc.saturating_sub(1) } else { *pc };
            let code = self.facts.code(*method)?;
            let span = code.ops.get(pc as usize)?.1?;
            user(*method, self.facts.program).then_some(span)
        })
    }

    /// Where a thread that an error ends goes on. `last`: it has said its last words.
    fn dead(&mut self, config: &AbstractState, last: bool) -> AbstractState {
        self.facts.ends_alone(self.me);
        let mut to = config.clone();
        to.focus.clear();
        to.frames.clear();
        to.phase = Phase::Over;
        to.unwinding = false;
        if !last {
            self.speak_last(&mut to);
        }
        to
    }

    fn die(&mut self, config: AbstractState, fault: FaultKind, text: &str) -> StepResult {
        let to = self.dead(&config, false);
        let effect = Effect::Fail(fault, text.to_string());
        StepResult::Branch(config, vec![Transition::to(to).doing(effect)])
    }
}

const KINDS: [ErrorKind; 14] = [
    ErrorKind::Null,
    ErrorKind::Index,
    ErrorKind::Division,
    ErrorKind::NegativeLength,
    ErrorKind::Cast,
    ErrorKind::ArrayStore,
    ErrorKind::Assertion,
    ErrorKind::Monitor,
    ErrorKind::ThreadState,
    ErrorKind::Interrupted,
    ErrorKind::Closed,
    ErrorKind::Callee,
    ErrorKind::Aborted,
    ErrorKind::Initialisation,
];

fn kind_name(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Null => "a null reference is used",
        ErrorKind::Index => "an index is outside its array",
        ErrorKind::Division => "a division by zero",
        ErrorKind::NegativeLength => "the length of an array is negative",
        ErrorKind::Cast => "a value is not of the class that it is taken for",
        ErrorKind::ArrayStore => "an array does not take a value of this class",
        ErrorKind::Assertion => "an assertion fails",
        ErrorKind::Monitor => "a monitor is used without holding it",
        ErrorKind::ThreadState => "a thread is started twice",
        ErrorKind::Interrupted => "the thread is interrupted",
        ErrorKind::Closed => "no alternative is open",
        ErrorKind::Aborted => "the thread is aborted",
        ErrorKind::Callee => "the called thread takes no more calls",
        ErrorKind::Initialisation => "a class is used whose initialisation has failed",
        ErrorKind::Memory(_) | ErrorKind::Overflow => super::no_memory(),
    }
}

fn fault(kind: ErrorKind) -> FaultKind {
    fault_of(kind).unwrap_or(FaultKind::Exception)
}

/// The fault that an error is when no handler takes it; none where it was reported when it was raised.
fn fault_of(kind: ErrorKind) -> Option<FaultKind> {
    match kind {
        ErrorKind::Null => Some(FaultKind::Null),
        ErrorKind::Index => Some(FaultKind::Index),
        ErrorKind::Division => Some(FaultKind::Division),
        ErrorKind::NegativeLength
        | ErrorKind::Cast
        | ErrorKind::ArrayStore
        | ErrorKind::Interrupted
        | ErrorKind::Closed
        | ErrorKind::Initialisation
        | ErrorKind::Callee => Some(FaultKind::Exception),
        ErrorKind::Assertion | ErrorKind::Monitor | ErrorKind::ThreadState | ErrorKind::Aborted => {
            None
        }
        ErrorKind::Memory(_) | ErrorKind::Overflow => super::no_memory(),
    }
}
