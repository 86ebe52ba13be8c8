//! The abstract step: one instruction in one abstract state, silent where all is static, otherwise a branch.

use std::rc::Rc;

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect};

use super::abstract_state::{AbstractState, Call, Frame, Phase};
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, equal, is_false};
use super::initialise::INITIALISED;
use super::iteration::Mark;
use super::limit::Limit;
use super::mutant::{Mutant, is_planted};
use super::value::{Boxed, Value};
use crate::flat::Op;
use crate::program::*;

/// Calls are nested no deeper than this.
const MOST_FRAMES: usize = 200;

impl Builder<'_, '_> {
    /// Executes the next instruction. Ended processes have no transitions.
    pub fn step(&mut self, config: AbstractState) -> StepResult {
        match config.phase {
            Phase::Over | Phase::Ending(_) => return self.over(config),
            Phase::Gone | Phase::Stopped | Phase::Stuck => {
                return StepResult::Branch(config, Vec::new());
            }
            Phase::Run | Phase::Waiting | Phase::Woken(_) | Phase::Queued | Phase::Selecting(_) => {
            }
        }
        let Some(frame) = config.top() else { return self.finish(config) };
        let (method, pc) = (frame.method, frame.pc as usize);
        let Some(code) = self.facts.code(method) else {
            let what = format!("{} has no body", self.method_name(method));
            return self.stop(config, &what);
        };
        let op = &code.ops[pc].0;
        if let Some(next) = self.initialise(&config, op) {
            return next;
        }
        if let Some(next) = self.decide(&config, op) {
            return next;
        }
        match op {
            Op::Set(var, expr) => self.compute(config, *var, expr),
            Op::Load(var, access) => self.load(config, *var, *access),
            Op::Store(access, value) => self.store(config, *access, *value),
            Op::New { into, class } => self.make(config, *into, *class),
            Op::NewArray { into, element, length, .. } => {
                self.make_array(config, *into, *element, *length)
            }
            Op::Length(var, array) => self.length(config, *var, *array),
            Op::InstanceOf { into, value, class } => {
                if let Some(next) = self.split(&config, *value) {
                    return next;
                }
                let known = self.value(&config, *value);
                let answer = self.is_instance(known, *class);
                self.assigned(config, Some(*into), Binding::Static(answer))
            }
            Op::Cast { value, class } => {
                if self.is_surely(&config, *value, *class) {
                    return StepResult::Silent(config.next());
                }
                if let Some(next) = self.split(&config, *value) {
                    return next;
                }
                match self.value(&config, *value) {
                    Value::Null => StepResult::Silent(config.next()),
                    known => match self.is_instance(known, *class) {
                        Value::Int(0) => self.raise(config, ErrorKind::Cast),
                        Value::Int(_) => StepResult::Silent(config.next()),
                        _ => {
                            let fine = self.guess(config.clone().next());
                            self.perhaps(config, fine, ErrorKind::Cast, &[])
                        }
                    },
                }
            }
            Op::Call { into, callee, arguments } => self.call(config, *into, callee, arguments),
            Op::Branch { condition, otherwise } => {
                let (yes, no) = (config.clone().next(), config.clone().jump(*otherwise));
                self.choose(config, *condition, yes, no)
            }
            Op::Jump(target) => StepResult::Silent(config.jump(*target)),
            Op::Return(value) => self.give_back(config, *value),
            Op::Throw(value) => {
                if let Some(next) = self.split(&config, *value) {
                    return next;
                }
                match self.value(&config, *value) {
                    Value::Object(thrown) => self.throw(config, thrown),
                    Value::Null => self.raise(config, ErrorKind::Null),
                    _ => self.stop(config, "a call that is not modelled may throw here"),
                }
            }
            Op::Assert(condition, detail) => self.assert(config, *condition, *detail),
            Op::Await(condition) => self.wait_until(config, condition),
            Op::AtomicBegin => {
                let mut to = config.next();
                if let Some(frame) = to.frames.last_mut() {
                    frame.atomic += 1;
                }
                StepResult::Silent(to)
            }
            Op::AtomicEnd => {
                let mut to = config.next();
                if let Some(frame) = to.frames.last_mut() {
                    frame.atomic = frame.atomic.saturating_sub(1);
                }
                StepResult::Silent(to)
            }
            Op::Do { into, operation, arguments } => {
                self.operate(config, *into, *operation, arguments)
            }
            Op::Meet(meeting) => {
                let mut config = config;
                self.publish_all(&mut config);
                self.meet(config, meeting)
            }
            Op::Release(monitor) => self.leave(config, *monitor),
            Op::Unmodelled { into, what, arguments } => {
                self.unmodelled(config, *into, what, arguments)
            }
            Op::Print(text) if self.options.keep.has("print") => {
                let format = text.replace('%', "%%");
                let print = sys::Print { format, arguments: Vec::new() };
                let transition = Transition::to(config.clone().next()).doing(Effect::Print(print));
                StepResult::Branch(config, vec![transition])
            }
            Op::Print(_) | Op::Label(_) => StepResult::Silent(config.next()),
            Op::Assume(text) => {
                let span = self.span(&config);
                self.iteration.assume("library-model", text, span);
                StepResult::Silent(config.next())
            }
            Op::Allocate { .. }
            | Op::Free(_)
            | Op::EndLife(_)
            | Op::Copy { .. }
            | Op::Fill { .. } => super::no_memory(),
            Op::Reached => {
                let mut transition = Transition::to(config.clone().next());
                transition.marks.push(Mark { action: "at", name: None, object: None });
                StepResult::Branch(config, vec![transition])
            }
            Op::Enters(receiver) => self.moment(config, "enter", method, *receiver),
            Op::Exits(receiver) => self.moment(config, "exit", method, *receiver),
        }
    }

    /// A moment that specifications speak of.
    fn moment(
        &mut self,
        config: AbstractState,
        action: &'static str,
        method: MethodId,
        receiver: Option<VarId>,
    ) -> StepResult {
        let receiver = receiver.map(Operand::Var);
        if let Some(next) = receiver.and_then(|receiver| self.split(&config, receiver)) {
            return next;
        }
        let object = match receiver.map(|receiver| self.value(&config, receiver)) {
            Some(Value::Object(id)) => Some(id),
            _ => None,
        };
        let shown = &self.facts.program.methods[method];
        let name = Some(shown.name.clone());
        let mut transition = Transition::to(config.clone().next());
        transition.marks.push(Mark { action, name, object });
        StepResult::Branch(config, vec![transition])
    }

    fn compute(&mut self, config: AbstractState, var: VarId, expr: &Expr) -> StepResult {
        match expr {
            Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, _, _, divisor) => {
                match self.eval(&config, divisor) {
                    Binding::Static(Value::Int(0)) => {
                        return self.raise(config, ErrorKind::Division);
                    }
                    Binding::Static(Value::Int(_)) => {}
                    Binding::Static(_) => return self.unsure(config, var, ErrorKind::Division),
                    Binding::Dynamic(divisor, _) => {
                        let val = self.eval(&config, expr);
                        let zero = equal(divisor, 0);
                        let fine =
                            self.transition(&config, Some(var), val).when(is_false(zero.clone()));
                        let mut transitions = vec![fine];
                        transitions.extend(self.raised(&config, ErrorKind::Division, Some(zero)));
                        return StepResult::Branch(config, opened(transitions));
                    }
                }
            }
            Expr::Unbox(inner) => match self.eval(&config, inner) {
                Binding::Static(Value::Null) => return self.raise(config, ErrorKind::Null),
                Binding::Static(Value::Boxed(_)) => {}
                Binding::Static(_) => return self.unsure(config, var, ErrorKind::Null),
                Binding::Dynamic(reference, source) => {
                    let val = self.eval(&config, expr);
                    let null = equal(reference, 0);
                    let fine =
                        self.transition(&config, Some(var), val).when(is_false(null.clone()));
                    if !self.may_be_null(source) {
                        return self.as_foreseen(config, vec![fine], null);
                    }
                    let mut transitions = vec![fine];
                    transitions.extend(self.raised(&config, ErrorKind::Null, Some(null)));
                    return StepResult::Branch(config, opened(transitions));
                }
            },
            _ => {}
        }
        if let Some(next) = self.compare_boxes(&config, var, expr) {
            return next;
        }
        let val = self.eval(&config, expr);
        match self.unboxable(&config, expr) {
            None => self.assigned(config, Some(var), val),
            Some(fits) => {
                let mut transitions =
                    vec![self.transition(&config, Some(var), val).when(fits.clone())];
                if let StepResult::Branch(_, stops) =
                    self.limit(config.clone(), &Limit::large_box())
                {
                    let outside = is_false(fits);
                    transitions.extend(
                        stops.into_iter().map(|transition| transition.when(outside.clone())),
                    );
                }
                StepResult::Branch(config, opened(transitions))
            }
        }
    }

    /// A value comes of something that is not known, or an error.
    fn unsure(&mut self, config: AbstractState, var: VarId, kind: ErrorKind) -> StepResult {
        let mut fine = self.transition(&config, Some(var), Binding::Static(Value::Opaque));
        let taint = self.guess(fine.to.clone()).effects;
        fine.effects.extend(taint);
        self.perhaps(config, fine, kind, &[])
    }

    /// This way on, or an error, and it is not known which.
    fn perhaps(
        &mut self,
        config: AbstractState,
        fine: Transition,
        kind: ErrorKind,
        about: &[Binding],
    ) -> StepResult {
        let mut transitions = vec![fine];
        for mut transition in self.raised_with(&config, kind, about, None) {
            let taint = self.guess(transition.to.clone()).effects;
            transition.effects.splice(0..0, taint);
            transitions.push(transition);
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// Whether a value is of a class: 0, 1, or opaque where its class is not known.
    pub fn is_instance(&mut self, value: Value, class: ClassId) -> Value {
        let roles = &self.facts.program.roles;
        let own = match value {
            Value::Null => return Value::Int(0),
            Value::Object(id) => self.facts.class_of(id),
            Value::String(_) => roles.string,
            Value::Boxed(Boxed { kind, .. }) | Value::Number(kind) => self.facts.box_class(kind),
            _ => None,
        };
        match own {
            Some(own) => Value::Int(i64::from(self.facts.is_a(own, class))),
            None => Value::Opaque,
        }
    }

    /// Goes one way or the other.
    fn choose(
        &mut self,
        config: AbstractState,
        condition: Operand,
        yes: AbstractState,
        no: AbstractState,
    ) -> StepResult {
        match self.val(&config, condition) {
            Binding::Static(Value::Int(number)) => {
                StepResult::Silent(if number != 0 { yes } else { no })
            }
            Binding::Static(_) => {
                let transitions = vec![self.guess(yes), self.guess(no)];
                StepResult::Branch(config, opened(transitions))
            }
            Binding::Dynamic(condition, _) => {
                let no = if is_planted(Mutant::WrongTarget) { yes.clone() } else { no };
                let transitions = vec![
                    Transition::to(yes).when(condition.clone()),
                    Transition::to(no).when(is_false(condition)),
                ];
                StepResult::Branch(config, opened(transitions))
            }
        }
    }

    /// A way that may be impossible.
    pub fn guess(&mut self, to: AbstractState) -> Transition {
        let into = sys::Place::local(self.unknown());
        Transition::to(to).doing(Effect::Choose { into, low: 0, high: 0, known: false })
    }

    fn assert(
        &mut self,
        config: AbstractState,
        condition: Operand,
        detail: Option<Operand>,
    ) -> StepResult {
        let detail = detail.unwrap_or(Operand::Null);
        let says = [self.val(&config, detail)];
        let fails = |transitions: Vec<Transition>| {
            let failed = Effect::Assert(sys::Expr::Const(0));
            let failing = |mut transition: Transition| {
                transition.effects.insert(0, failed.clone());
                transition
            };
            transitions.into_iter().map(failing).collect::<Vec<Transition>>()
        };
        match self.val(&config, condition) {
            Binding::Static(Value::Int(0)) => {
                let transitions =
                    fails(self.raised_with(&config, ErrorKind::Assertion, &says, None));
                StepResult::Branch(config, transitions)
            }
            Binding::Static(Value::Int(_)) => StepResult::Silent(config.next()),
            Binding::Static(_) => {
                let fine = self.guess(config.clone().next());
                match self.perhaps(config, fine, ErrorKind::Assertion, &says) {
                    StepResult::Branch(config, mut transitions) => {
                        let failing = fails(transitions.split_off(1));
                        transitions.extend(failing);
                        StepResult::Branch(config, transitions)
                    }
                    other => other,
                }
            }
            Binding::Dynamic(condition, _) => {
                let mut transitions =
                    vec![Transition::to(config.clone().next()).when(condition.clone())];
                let wrong = Some(is_false(condition));
                let failing = self.raised_with(&config, ErrorKind::Assertion, &says, wrong);
                transitions.extend(fails(failing));
                StepResult::Branch(config, opened(transitions))
            }
        }
    }

    fn give_back(&mut self, config: AbstractState, value: Option<Operand>) -> StepResult {
        let val = value.map(|value| self.val(&config, value));
        let mut to = config.clone();
        to.focus.clear();
        let Some(frame) = to.frames.pop() else { return self.finish(config) };
        if to.frames.is_empty() {
            self.facts.ends_alone(self.me);
            to.phase = Phase::Over;
            if frame.call != Call::Last {
                self.speak_last(&mut to);
            }
            return StepResult::Silent(to);
        }
        let into = match frame.call {
            Call::After(Some(into)) => into,
            Call::Initialise { class, shared: true } => {
                let done = self.progress(class, INITIALISED);
                return StepResult::Branch(config, vec![Transition::to(to).doing(done)]);
            }
            Call::Initialise { shared: false, .. }
            | Call::After(None)
            | Call::Raise
            | Call::Root
            | Call::Last => return StepResult::Silent(to),
        };
        let val = val.unwrap_or(Binding::Static(Value::Opaque));
        match self.assign(&mut to, into, val) {
            None => StepResult::Silent(to),
            Some(effect) => StepResult::Branch(config, vec![Transition::to(to).doing(effect)]),
        }
    }

    fn call(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        callee: &Callee,
        arguments: &[Operand],
    ) -> StepResult {
        let method = match callee {
            Callee::Exact(method) => {
                let instance = !self.facts.program.methods[*method].is_static;
                if let (true, Some(receiver)) = (instance, arguments.first()) {
                    if let Some(next) = self.split(&config, *receiver) {
                        return next;
                    }
                    if self.value(&config, *receiver) == Value::Null {
                        return self.raise(config, ErrorKind::Null);
                    }
                }
                *method
            }
            Callee::Pointer(_) => super::no_memory(),
            Callee::Virtual { selector, declared } => {
                let Some(receiver) = arguments.first() else {
                    cannot_happen!("{selector} is called without a receiver")
                };
                if let Some(next) = self.split(&config, *receiver) {
                    return next;
                }
                let class = match self.value(&config, *receiver) {
                    Value::Null => return self.raise(config, ErrorKind::Null),
                    Value::Object(id) => self.facts.class_of(id),
                    Value::String(_) => self.facts.program.roles.string,
                    Value::Boxed(Boxed { kind, .. }) | Value::Number(kind) => {
                        self.facts.box_class(kind)
                    }
                    _ => None,
                };
                match class {
                    Some(class) => {
                        let found = self.facts.dispatch(class, selector);
                        let overridden = is_planted(Mutant::WrongOverride)
                            && self.facts.code(*declared).is_some();
                        found.filter(|_| !overridden).unwrap_or(*declared)
                    }
                    None => {
                        let what = self.method_name(*declared);
                        let what = format!("{what} is called on an object that is not known");
                        return self.unmodelled(config, into, &what, arguments);
                    }
                }
            }
        };
        match self.facts.code(method) {
            Some(code) => self.enter(config, into, method, &code, arguments),
            None => {
                let what = format!("{} has no body", self.method_name(method));
                self.unmodelled(config, into, &what, arguments)
            }
        }
    }

    fn enter(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        method: MethodId,
        code: &crate::flat::Code,
        arguments: &[Operand],
    ) -> StepResult {
        let again = config.frames.iter().filter(|frame| frame.method == method).count();
        let most = self.options.recursion;
        if again >= most {
            let what = format!("{} calls itself more than {most} deep", self.method_name(method));
            return self.limit(config, &Limit { what, option: Some("--recursion") });
        }
        if config.frames.len() > MOST_FRAMES {
            let what = format!("calls are nested more than {MOST_FRAMES} deep");
            return self.limit(config, &Limit::fixed(what));
        }
        let vals: Vec<Binding> =
            arguments.iter().map(|argument| self.val(&config, *argument)).collect();
        let mut to = config.clone().next();
        let vars = vec![Value::Undefined; code.vars.len()];
        to.frames.push(Frame {
            method,
            pc: 0,
            vars,
            call: Call::After(into),
            atomic: 0,
            pending: Vec::new(),
        });
        let mut effects = Vec::new();
        let parameters = self.facts.program.methods[method].parameters.clone();
        for (parameter, val) in parameters.into_iter().zip(vals) {
            effects.extend(self.assign(&mut to, parameter, val));
        }
        let called = &self.facts.program.methods[method];
        let kept = self.options.keep.has("call") && self.options.keep.has(&called.name);
        if effects.is_empty() && !kept {
            return StepResult::Silent(to);
        }
        let mut transition = Transition::to(to);
        transition.effects = effects;
        if kept {
            let receiver = arguments.first().filter(|_| !called.is_static);
            let object = match receiver.map(|receiver| config.value(*receiver)) {
                Some(Value::Object(id)) => Some(id),
                _ => None,
            };
            transition.marks.push(Mark { action: "call", name: Some(called.name.clone()), object });
        }
        StepResult::Branch(config, vec![transition])
    }

    fn method_name(&self, method: MethodId) -> String {
        super::method_name(self.facts.program, method)
    }

    /// What the program does here is not modelled.
    pub fn unmodelled(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        what: &str,
        arguments: &[Operand],
    ) -> StepResult {
        let reaches = arguments.iter().any(|argument| {
            matches!(self.value(&config, *argument), Value::Object(_) | Value::Slot)
                && !matches!(self.val(&config, *argument), Binding::Dynamic(_, None))
        });
        if !reaches {
            let name = what.strip_prefix("call of ").unwrap_or(what);
            let text =
                format!("{name} is not modelled; assumed to have no effect on checked state");
            let span = self.span(&config);
            self.iteration.assume("unmodelled-call", &text, span);
            return self.assigned(config, into, Binding::Static(Value::Opaque));
        }
        let transition = self.transition(&config, into, Binding::Static(Value::Opaque));
        StepResult::Branch(config, vec![transition.doing(Effect::Unmodelled(what.to_string()))])
    }

    /// The model goes no further here, and proves nothing for executions that come here.
    pub fn stop(&mut self, config: AbstractState, what: &str) -> StepResult {
        self.end_with(config, Effect::Unmodelled(what.to_string()))
    }

    /// A bound that executions reach here.
    pub fn limit(&mut self, config: AbstractState, limit: &Limit) -> StepResult {
        if is_planted(Mutant::SilentLimit) {
            let stuck = AbstractState { phase: Phase::Stuck, ..config.clone() };
            return StepResult::Branch(config, vec![Transition::to(stuck)]);
        }
        self.end_with(config, limit.effect())
    }

    fn end_with(&mut self, config: AbstractState, effect: Effect) -> StepResult {
        let mut to = config.clone();
        to.focus.clear();
        to.frames.clear();
        to.held.clear();
        to.heap = Rc::default();
        to.started = Default::default();
        to.made = Default::default();
        to.fresh = Default::default();
        to.unwinding = false;
        to.phase = Phase::Stopped;
        StepResult::Branch(config, vec![Transition::to(to).doing(effect)])
    }
}

/// From here on the state decides how to go on.
pub fn opened(mut transitions: Vec<Transition>) -> Vec<Transition> {
    if transitions.len() > 1 {
        transitions.iter_mut().for_each(|transition| transition.to.open = true);
    }
    transitions
}
