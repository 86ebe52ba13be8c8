//! One instruction at one point: silent where all is known, otherwise the ways on.

use std::rc::Rc;

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect};

use super::build::{Builder, Next, Way};
use super::config::{Call, Config, Frame, Phase};
use super::eval::{Val, equal, is_false};
use super::initialise::INITIALISED;
use super::limit::Limit;
use super::round::Mark;
use super::value::{Boxed, Value};
use crate::flat::Op;
use crate::program::*;

/// Calls are nested no deeper than this.
const MOST_FRAMES: usize = 200;

impl Builder<'_, '_> {
    pub fn step(&mut self, config: Config) -> Next {
        match config.phase {
            Phase::Over | Phase::Ending(_) => return self.over(config),
            Phase::Gone | Phase::Stopped | Phase::Stuck => return Next::Ways(config, Vec::new()),
            Phase::Run | Phase::Waiting | Phase::Woken(_) | Phase::Queued | Phase::Selecting(_) => {
            }
        }
        let Some(frame) = config.top() else { return self.finish(config) };
        let (method, pc) = (frame.method, frame.pc as usize);
        let Some(code) = self.world.code(method) else {
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
                self.assigned(config, Some(*into), Val::Known(answer))
            }
            Op::Cast { value, class } => {
                if self.is_surely(&config, *value, *class) {
                    return Next::On(config.next());
                }
                if let Some(next) = self.split(&config, *value) {
                    return next;
                }
                match self.value(&config, *value) {
                    Value::Null => Next::On(config.next()),
                    known => match self.is_instance(known, *class) {
                        Value::Int(0) => self.raise(config, ErrorKind::Cast),
                        Value::Int(_) => Next::On(config.next()),
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
            Op::Jump(target) => Next::On(config.jump(*target)),
            Op::Return(value) => self.give_back(config, *value),
            Op::Throw(value) => {
                if let Some(next) = self.split(&config, *value) {
                    return next;
                }
                match self.value(&config, *value) {
                    Value::Object(thrown) => self.throw(config, thrown),
                    Value::Null => self.raise(config, ErrorKind::Null),
                    _ => self.stop(config, "an exception that is not known is thrown"),
                }
            }
            Op::Assert(condition, detail) => self.assert(config, *condition, *detail),
            Op::Await(condition) => self.wait_until(config, condition),
            Op::AtomicBegin => {
                let mut to = config.next();
                if let Some(frame) = to.frames.last_mut() {
                    frame.atomic += 1;
                }
                Next::On(to)
            }
            Op::AtomicEnd => {
                let mut to = config.next();
                if let Some(frame) = to.frames.last_mut() {
                    frame.atomic = frame.atomic.saturating_sub(1);
                }
                Next::On(to)
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
                let way = Way::to(config.clone().next()).doing(Effect::Print(print));
                Next::Ways(config, vec![way])
            }
            Op::Print(_) | Op::Label(_) => Next::On(config.next()),
            Op::Assume(text) => {
                let span = self.span(&config);
                self.round.assume("library-model", text, span);
                Next::On(config.next())
            }
            Op::Reached => {
                let mut way = Way::to(config.clone().next());
                way.marks.push(Mark { action: "at", name: None, object: None });
                Next::Ways(config, vec![way])
            }
            Op::Enters(receiver) => self.moment(config, "enter", method, *receiver),
            Op::Exits(receiver) => self.moment(config, "exit", method, *receiver),
        }
    }

    /// A moment that specifications speak of.
    fn moment(
        &mut self,
        config: Config,
        action: &'static str,
        method: MethodId,
        receiver: Option<VarId>,
    ) -> Next {
        let receiver = receiver.map(Operand::Var);
        if let Some(next) = receiver.and_then(|receiver| self.split(&config, receiver)) {
            return next;
        }
        let object = match receiver.map(|receiver| self.value(&config, receiver)) {
            Some(Value::Object(id)) => Some(id),
            _ => None,
        };
        let shown = &self.world.program.methods[method];
        let name = Some(shown.name.clone());
        let mut way = Way::to(config.clone().next());
        way.marks.push(Mark { action, name, object });
        Next::Ways(config, vec![way])
    }

    fn compute(&mut self, config: Config, var: VarId, expr: &Expr) -> Next {
        match expr {
            Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, _, _, divisor) => {
                match self.eval(&config, divisor) {
                    Val::Known(Value::Int(0)) => return self.raise(config, ErrorKind::Division),
                    Val::Known(Value::Int(_)) => {}
                    Val::Known(_) => return self.unsure(config, var, ErrorKind::Division),
                    Val::State(divisor, _) => {
                        let val = self.eval(&config, expr);
                        let zero = equal(divisor, 0);
                        let fine = self.way(&config, Some(var), val).when(is_false(zero.clone()));
                        let mut ways = vec![fine];
                        ways.extend(self.raised(&config, ErrorKind::Division, Some(zero)));
                        return Next::Ways(config, opened(ways));
                    }
                }
            }
            Expr::Unbox(inner) => match self.eval(&config, inner) {
                Val::Known(Value::Null) => return self.raise(config, ErrorKind::Null),
                Val::Known(Value::Boxed(_)) => {}
                Val::Known(_) => return self.unsure(config, var, ErrorKind::Null),
                Val::State(reference, source) => {
                    let val = self.eval(&config, expr);
                    let null = equal(reference, 0);
                    let fine = self.way(&config, Some(var), val).when(is_false(null.clone()));
                    if !self.may_be_null(source) {
                        return self.as_foreseen(config, vec![fine], null);
                    }
                    let mut ways = vec![fine];
                    ways.extend(self.raised(&config, ErrorKind::Null, Some(null)));
                    return Next::Ways(config, opened(ways));
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
                let mut ways = vec![self.way(&config, Some(var), val).when(fits.clone())];
                if let Next::Ways(_, stops) = self.limit(config.clone(), &Limit::large_box()) {
                    let outside = is_false(fits);
                    ways.extend(stops.into_iter().map(|way| way.when(outside.clone())));
                }
                Next::Ways(config, opened(ways))
            }
        }
    }

    /// A value comes of something that is not known, or an error.
    fn unsure(&mut self, config: Config, var: VarId, kind: ErrorKind) -> Next {
        let mut fine = self.way(&config, Some(var), Val::Known(Value::Opaque));
        let taint = self.guess(fine.to.clone()).effects;
        fine.effects.extend(taint);
        self.perhaps(config, fine, kind, &[])
    }

    /// This way on, or an error, and nobody knows which.
    fn perhaps(&mut self, config: Config, fine: Way, kind: ErrorKind, about: &[Val]) -> Next {
        let mut ways = vec![fine];
        for mut way in self.raised_with(&config, kind, about, None) {
            let taint = self.guess(way.to.clone()).effects;
            way.effects.splice(0..0, taint);
            ways.push(way);
        }
        Next::Ways(config, opened(ways))
    }

    pub fn is_instance(&mut self, value: Value, class: ClassId) -> Value {
        let roles = &self.world.program.roles;
        let own = match value {
            Value::Null => return Value::Int(0),
            Value::Object(id) => self.world.class_of(id),
            Value::String(_) => roles.string,
            Value::Boxed(Boxed { kind, .. }) | Value::Number(kind) => self.world.box_class(kind),
            _ => None,
        };
        match own {
            Some(own) => Value::Int(i64::from(self.world.is_a(own, class))),
            None => Value::Opaque,
        }
    }

    /// Goes one way or the other.
    fn choose(&mut self, config: Config, condition: Operand, yes: Config, no: Config) -> Next {
        match self.val(&config, condition) {
            Val::Known(Value::Int(number)) => Next::On(if number != 0 { yes } else { no }),
            Val::Known(_) => {
                let ways = vec![self.guess(yes), self.guess(no)];
                Next::Ways(config, opened(ways))
            }
            Val::State(condition, _) => {
                let ways = vec![
                    Way::to(yes).when(condition.clone()),
                    Way::to(no).when(is_false(condition)),
                ];
                Next::Ways(config, opened(ways))
            }
        }
    }

    /// A way that nobody knows to be possible.
    pub fn guess(&mut self, to: Config) -> Way {
        let into = sys::Place::local(self.unknown());
        Way::to(to).doing(Effect::Choose { into, low: 0, high: 0, known: false })
    }

    fn assert(&mut self, config: Config, condition: Operand, detail: Option<Operand>) -> Next {
        let detail = detail.unwrap_or(Operand::Null);
        let says = [self.val(&config, detail)];
        let fails = |ways: Vec<Way>| {
            let failed = Effect::Assert(sys::Expr::Const(0));
            let failing = |mut way: Way| {
                way.effects.insert(0, failed.clone());
                way
            };
            ways.into_iter().map(failing).collect::<Vec<Way>>()
        };
        match self.val(&config, condition) {
            Val::Known(Value::Int(0)) => {
                let ways = fails(self.raised_with(&config, ErrorKind::Assertion, &says, None));
                Next::Ways(config, ways)
            }
            Val::Known(Value::Int(_)) => Next::On(config.next()),
            Val::Known(_) => {
                let fine = self.guess(config.clone().next());
                match self.perhaps(config, fine, ErrorKind::Assertion, &says) {
                    Next::Ways(config, mut ways) => {
                        let failing = fails(ways.split_off(1));
                        ways.extend(failing);
                        Next::Ways(config, ways)
                    }
                    other => other,
                }
            }
            Val::State(condition, _) => {
                let mut ways = vec![Way::to(config.clone().next()).when(condition.clone())];
                let wrong = Some(is_false(condition));
                let failing = self.raised_with(&config, ErrorKind::Assertion, &says, wrong);
                ways.extend(fails(failing));
                Next::Ways(config, opened(ways))
            }
        }
    }

    fn give_back(&mut self, config: Config, value: Option<Operand>) -> Next {
        let val = value.map(|value| self.val(&config, value));
        let mut to = config.clone();
        to.focus.clear();
        let Some(frame) = to.frames.pop() else { return self.finish(config) };
        if to.frames.is_empty() {
            self.world.ends_alone(self.me);
            to.phase = Phase::Over;
            if frame.call != Call::Last {
                self.speak_last(&mut to);
            }
            return Next::On(to);
        }
        let into = match frame.call {
            Call::After(Some(into)) => into,
            Call::Initialise { class, shared: true } => {
                let done = self.progress(class, INITIALISED);
                return Next::Ways(config, vec![Way::to(to).doing(done)]);
            }
            Call::Initialise { shared: false, .. }
            | Call::After(None)
            | Call::Raise
            | Call::Root
            | Call::Last => return Next::On(to),
        };
        let val = val.unwrap_or(Val::Known(Value::Opaque));
        match self.assign(&mut to, into, val) {
            None => Next::On(to),
            Some(effect) => Next::Ways(config, vec![Way::to(to).doing(effect)]),
        }
    }

    fn call(
        &mut self,
        config: Config,
        into: Option<VarId>,
        callee: &Callee,
        arguments: &[Operand],
    ) -> Next {
        let method = match callee {
            Callee::Exact(method) => {
                let instance = !self.world.program.methods[*method].is_static;
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
            Callee::Virtual { selector, declared } => {
                let Some(receiver) = arguments.first() else {
                    cannot_happen!("{selector} is called without a receiver")
                };
                if let Some(next) = self.split(&config, *receiver) {
                    return next;
                }
                let class = match self.value(&config, *receiver) {
                    Value::Null => return self.raise(config, ErrorKind::Null),
                    Value::Object(id) => self.world.class_of(id),
                    Value::String(_) => self.world.program.roles.string,
                    Value::Boxed(Boxed { kind, .. }) | Value::Number(kind) => {
                        self.world.box_class(kind)
                    }
                    _ => None,
                };
                match class {
                    Some(class) => {
                        let found = self.world.dispatch(class, selector);
                        found.unwrap_or(*declared)
                    }
                    None => {
                        let what = self.method_name(*declared);
                        let what = format!("{what} is called on an object that is not known");
                        return self.unmodelled(config, into, &what, arguments);
                    }
                }
            }
        };
        match self.world.code(method) {
            Some(code) => self.enter(config, into, method, &code, arguments),
            None => {
                let what = format!("{} has no body", self.method_name(method));
                self.unmodelled(config, into, &what, arguments)
            }
        }
    }

    fn enter(
        &mut self,
        config: Config,
        into: Option<VarId>,
        method: MethodId,
        code: &crate::flat::Code,
        arguments: &[Operand],
    ) -> Next {
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
        let vals: Vec<Val> =
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
        let parameters = self.world.program.methods[method].parameters.clone();
        for (parameter, val) in parameters.into_iter().zip(vals) {
            effects.extend(self.assign(&mut to, parameter, val));
        }
        let called = &self.world.program.methods[method];
        let kept = self.options.keep.has("call") && self.options.keep.has(&called.name);
        if effects.is_empty() && !kept {
            return Next::On(to);
        }
        let mut way = Way::to(to);
        way.effects = effects;
        if kept {
            let receiver = arguments.first().filter(|_| !called.is_static);
            let object = match receiver.map(|receiver| config.value(*receiver)) {
                Some(Value::Object(id)) => Some(id),
                _ => None,
            };
            way.marks.push(Mark { action: "call", name: Some(called.name.clone()), object });
        }
        Next::Ways(config, vec![way])
    }

    fn method_name(&self, method: MethodId) -> String {
        super::method_name(self.world.program, method)
    }

    /// What the program does here is not modelled.
    pub fn unmodelled(
        &mut self,
        config: Config,
        into: Option<VarId>,
        what: &str,
        arguments: &[Operand],
    ) -> Next {
        let reaches = arguments.iter().any(|argument| {
            matches!(self.value(&config, *argument), Value::Object(_) | Value::Slot)
                && !matches!(self.val(&config, *argument), Val::State(_, None))
        });
        if !reaches {
            let text = format!("{what}: taken to change nothing that is modelled");
            let span = self.span(&config);
            self.round.assume("unmodelled-call", &text, span);
            return self.assigned(config, into, Val::Known(Value::Opaque));
        }
        let way = self.way(&config, into, Val::Known(Value::Opaque));
        Next::Ways(config, vec![way.doing(Effect::Unmodelled(what.to_string()))])
    }

    /// The model goes no further here, and proves nothing for executions that come here.
    pub fn stop(&mut self, config: Config, what: &str) -> Next {
        self.end_with(config, Effect::Unmodelled(what.to_string()))
    }

    /// A bound that executions reach here.
    pub fn limit(&mut self, config: Config, limit: &Limit) -> Next {
        self.end_with(config, limit.effect())
    }

    fn end_with(&mut self, config: Config, effect: Effect) -> Next {
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
        Next::Ways(config, vec![Way::to(to).doing(effect)])
    }
}

/// From here on the state decides how to go on.
pub fn opened(mut ways: Vec<Way>) -> Vec<Way> {
    if ways.len() > 1 {
        ways.iter_mut().for_each(|way| way.to.open = true);
    }
    ways
}
