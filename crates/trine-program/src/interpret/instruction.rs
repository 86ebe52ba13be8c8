//! Instructions: what each of them does, and which are local work.
//!
//! Without a way, an instruction is executed only if it is local: `Ok(false)` says that it is not, and that nothing
//! has changed. With a way, it does what [`ways`](super::step) has listed.

use super::choice::Way;
use super::eval::NoValue;
use super::heap::{Cell, NoPlace, Place};
use super::initialise::Use;
use super::run::Run;
use super::thread::Phase;
use super::value::Value;
use super::{Fault, Stop};
use crate::events::{Act, Subject, called};
use crate::flat::{Op, operands};
use crate::program::*;

/// Longer arrays are not followed.
const LONGEST_ARRAY: i64 = 100_000;

impl Run<'_, '_> {
    /// Executes the next instruction. Without a way on, only if it is local work: false says that it is not.
    pub fn instruction(&mut self, way: Option<Way>) -> Result<bool, Stop> {
        match way {
            Some(Way::Narrow(id, low, high)) => {
                self.narrow(id, low, high);
                return Ok(true);
            }
            Some(Way::Beyond) => {
                return Err(Stop::limit("argument values were sampled, not covered"));
            }
            Some(Way::Guess(_)) => self.state.tainted = true,
            Some(Way::Abort | Way::Trigger(..) | Way::TriggerGone(..)) => {
                return self.give_up(way);
            }
            _ => {}
        }
        match self.thread().phase {
            Phase::Run => {}
            Phase::Ended | Phase::Stuck => return Ok(false),
            Phase::Over => return self.end(way),
            Phase::Waiting { .. } => return self.wake_up(way),
            Phase::Queued | Phase::Selecting(_) => return self.meet_on(way),
        }
        let Some((code, pc)) = self.at() else {
            return Err(Stop::unmodelled("a method without a body is executed"));
        };
        let op = &code.ops[pc].0;
        match self.class_use(op) {
            Use::Ready => {}
            Use::Begin(class) => {
                if way.is_none() {
                    return Ok(false);
                }
                return self.initialise(class).map(|()| true);
            }
            Use::UnderWay => return Ok(false),
            Use::Failed(class) => {
                let name = self.full_name(class);
                return self.raise(ErrorKind::Initialisation, &[name]).map(|()| true);
            }
        }
        if way.is_none() && self.is_watched(op) {
            return Ok(false);
        }
        match self.undecided(op) {
            Some(id) if self.is_moment(id) => {
                self.forget_input(id);
                return Ok(true);
            }
            Some(_) => return Ok(false),
            None => {}
        }
        self.perform(op, way)
    }

    /// The input that an instruction depends on. Copies depend on nothing, and assignments know what they need.
    pub fn undecided(&self, op: &Op) -> Option<u32> {
        if matches!(op, Op::Set(..) | Op::Call { .. } | Op::Return(_) | Op::Unmodelled { .. }) {
            return None;
        }
        let mut used = Vec::new();
        operands(op, &mut used);
        used.into_iter().find_map(|var| match self.operand(Operand::Var(var)) {
            Value::Input(id) => Some(id),
            _ => None,
        })
    }

    fn perform(&mut self, op: &Op, way: Option<Way>) -> Result<bool, Stop> {
        match op {
            Op::Set(var, expr) => return self.assign(*var, expr, way),
            Op::Load(var, access) => return self.load(*var, *access, way),
            Op::Store(access, value) => return self.store(*access, *value, way),
            Op::New { into, class } => {
                let raised = self.is_raiser();
                let object = self.machine.new_object(&mut self.state, *class, raised);
                self.assigned(Some(*into), object);
                self.observe_new(*into, object);
            }
            Op::NewArray { into, element, of, length } => {
                self.new_array(*into, *element, *of, *length)?;
            }
            Op::Length(var, array) => match self.operand(*array) {
                Value::Null => self.raise(ErrorKind::Null, &[])?,
                Value::Object(array) => match self.state.cell(array) {
                    Cell::Array { items, .. } => {
                        let length = Value::Int(items.len() as i64);
                        self.assigned(Some(*var), length);
                    }
                    _ => return Err(Stop::unmodelled("an object is used as an array")),
                },
                _ => self.assigned(Some(*var), Value::Unknown),
            },
            Op::InstanceOf { into, value, class } => {
                let value = self.operand(*value);
                let is = self.machine.is_instance(&self.state, value, *class);
                self.assigned(Some(*into), is.map_or(Value::Unknown, Value::truth));
            }
            Op::Cast { value, class } => {
                let value = self.operand(*value);
                let is = match value {
                    Value::Null => Some(true),
                    value => self.machine.is_instance(&self.state, value, *class),
                };
                let Some(fits) = is.or(guessed(way)) else { return Ok(false) };
                match fits {
                    true => self.next(),
                    false => self.raise(ErrorKind::Cast, &[])?,
                }
            }
            Op::Call { into, callee, arguments } => self.call(*into, callee, arguments)?,
            Op::Branch { condition, otherwise } => {
                let Some(taken) = self.truth(*condition, way) else { return Ok(false) };
                match taken {
                    true => self.next(),
                    false => self.frame_mut().pc = *otherwise,
                }
            }
            Op::Jump(target) => self.frame_mut().pc = *target,
            // The end of a block that others can reach is a step.
            Op::Return(_) if way.is_none() && self.leaves_shared() => return Ok(false),
            Op::Return(value) => {
                let value = value.map(|value| self.operand(value));
                self.give_back(value);
            }
            Op::Throw(_) if way.is_none() && self.unwinds_shared() => return Ok(false),
            Op::Throw(value) => match self.operand(*value) {
                Value::Null => self.raise(ErrorKind::Null, &[])?,
                error @ Value::Object(_) => self.throw(error)?,
                _ => return Err(Stop::unmodelled("a call that is not modelled may throw here")),
            },
            Op::Assert(condition, detail) => {
                let Some(fine) = self.truth(*condition, way) else { return Ok(false) };
                if fine {
                    self.asserted += 1;
                    self.next();
                    return Ok(true);
                }
                let says = detail.map_or(Value::Null, |detail| self.operand(detail));
                self.fault(Fault::Assertion);
                self.raise(ErrorKind::Assertion, &[says])?;
            }
            Op::Await(condition) => {
                if way.is_none() {
                    return Ok(false);
                }
                match self.condition(condition)? {
                    Ok(Value::Int(0)) => return Ok(false),
                    Ok(Value::Int(_)) => self.next(),
                    Ok(_) => return Err(Stop::unmodelled("what is waited for is not known")),
                    Err(kind) => self.raise(kind, &[])?,
                }
            }
            Op::AtomicBegin => {
                self.frame_mut().atomic += 1;
                self.next();
            }
            Op::AtomicEnd => {
                let frame = self.frame_mut();
                frame.atomic = frame.atomic.saturating_sub(1);
                self.next();
            }
            Op::Do { into, operation, arguments } => {
                return self.operate(*into, *operation, arguments, way);
            }
            Op::Meet(meeting) => return self.meet(meeting, way),
            Op::Release(monitor) => return self.release(*monitor, way),
            Op::Unmodelled { into, what, arguments } => {
                if let Some(name) = called(what) {
                    self.occurs(Act::Call, Subject::Text(name));
                }
                self.unmodelled(*into, what, &self.operands(arguments))?;
            }
            Op::Assume(text) => {
                self.assume("library-model", text.clone());
                self.next();
            }
            Op::Print(text) => {
                self.printed.push(text.clone());
                self.occurs(Act::Print, Subject::Text(text));
                self.next();
            }
            Op::Label(name) => {
                self.occurs(Act::Label, Subject::Text(name));
                self.next();
            }
            Op::Reached => {
                if let Some(span) = self.span() {
                    self.occurs(Act::At, Subject::Line(span));
                }
                self.next();
            }
            Op::Allocate { into, storage, bytes, zeroed, layout } => {
                return self.allocate(*into, *storage, *bytes, *zeroed, *layout, way);
            }
            Op::Free(pointer) => return self.free(*pointer, way),
            Op::EndLife(pointer) => return self.end_life(*pointer, way),
            Op::Copy { to, from, bytes, done } => {
                return self.copy([*to, *from, *bytes], *done, way);
            }
            Op::Fill { at, byte, bytes } => return self.fill(*at, *byte, *bytes, way),
            Op::Enters(receiver) => self.enters(*receiver),
            Op::Exits(receiver) => {
                self.body_moment(Act::Exit, *receiver);
                self.next();
            }
        }
        Ok(true)
    }

    /// Whether a condition is true; none where it is not known and nothing was guessed.
    fn truth(&self, condition: Operand, way: Option<Way>) -> Option<bool> {
        match self.operand(condition) {
            Value::Int(number) => Some(number != 0),
            Value::Pointer(..) | Value::Function(_) => Some(true),
            _ => guessed(way),
        }
    }

    fn assign(&mut self, var: VarId, expr: &Expr, way: Option<Way>) -> Result<bool, Stop> {
        match self.eval(expr) {
            Ok(value) => self.assigned(Some(var), value),
            Err(NoValue::Error(kind)) => self.raise(kind, &[])?,
            Err(NoValue::Perhaps(kind)) => match guessed(way) {
                None => return Ok(false),
                Some(true) => self.assigned(Some(var), Value::Unknown),
                Some(false) => self.raise(kind, &[])?,
            },
            Err(NoValue::Side(..)) => return Ok(false),
            Err(NoValue::Which(id)) => match self.is_moment(id) {
                true => self.forget_input(id),
                false => return Ok(false),
            },
        }
        Ok(true)
    }

    /// The values that say which place an access is about.
    pub fn access_operands(&self, access: Access) -> Vec<Value> {
        match access {
            Access::Static(_) => Vec::new(),
            Access::Field(object, _) => vec![self.operand(object)],
            Access::Element(array, index) => vec![self.operand(array), self.operand(index)],
            Access::Memory { pointer, .. } => vec![self.operand(pointer)],
        }
    }

    /// The place of an access, or the error that it raises.
    pub fn found(&mut self, access: Access) -> Result<Option<Place>, Stop> {
        let operands = self.access_operands(access);
        match self.machine.place(&self.state, access, &operands) {
            Ok(place) => return Ok(Some(place)),
            Err(NoPlace::Null) => self.raise(ErrorKind::Null, &[])?,
            Err(NoPlace::Outside(index, length)) => {
                self.raise(ErrorKind::Index, &[Value::Int(index), Value::Int(length)])?;
            }
            Err(NoPlace::Memory(error)) => self.raise(ErrorKind::Memory(error), &[])?,
            Err(NoPlace::Stop(stop)) => return Err(stop),
        }
        Ok(None)
    }

    fn load(&mut self, var: VarId, access: Access, way: Option<Way>) -> Result<bool, Stop> {
        let Some(place) = self.found(access)? else { return Ok(true) };
        if way.is_none() && !self.is_private(place, false) {
            return Ok(false);
        }
        let value = self.machine.read_as(&self.state, access, place);
        self.occurs(Act::Read, Subject::Place(place, value));
        self.assigned(Some(var), value);
        Ok(true)
    }

    fn store(&mut self, access: Access, value: Operand, way: Option<Way>) -> Result<bool, Stop> {
        let Some(place) = self.found(access)? else { return Ok(true) };
        let value = self.operand(value);
        if let Place::Element(array, _) = place
            && let Cell::Array { element: Type::Reference, of, .. } = self.state.cell(array)
        {
            match self.machine.takes(&self.state, *of, value) {
                Some(true) => {}
                Some(false) => return self.raise(ErrorKind::ArrayStore, &[]).map(|()| true),
                // That it fits is an assumption, made for values that are not followed.
                None if *of != ElementType::Array => {}
                None => return Err(Stop::unmodelled("what is put into an array is not known")),
            }
        }
        if let (Access::Memory { unit, .. }, Place::Memory(block, at, _)) = (access, place) {
            return self.store_in_memory((block, at), unit, value, way);
        }
        if way.is_none() && !self.is_private(place, true) {
            return Ok(false);
        }
        self.machine.write(&mut self.state, place, value);
        self.publish_in(place, value);
        self.hold_in_place(place, value);
        let stored = self.machine.read(&self.state, place);
        self.occurs(Act::Assign, Subject::Place(place, stored));
        self.next();
        Ok(true)
    }

    fn new_array(
        &mut self,
        into: VarId,
        element: Type,
        of: ElementType,
        length: Operand,
    ) -> Result<(), Stop> {
        match self.operand(length) {
            Value::Int(length) if length < 0 => {
                self.raise(ErrorKind::NegativeLength, &[Value::Int(length)])
            }
            Value::Int(length) if length <= LONGEST_ARRAY => {
                let items = vec![Value::zero(element); length as usize];
                let array = self.state.add(Cell::Array { element, of, items, volatile: false });
                self.assigned(Some(into), array);
                self.observe_new(into, array);
                Ok(())
            }
            Value::Int(_) => Err(Stop::limit("an array is too long")),
            _ => Err(Stop::unmodelled("the length of an array is not known")),
        }
    }

    /// What a condition comes to at this moment, or the error that looking at it raises.
    pub fn condition(&mut self, condition: &Condition) -> Result<Result<Value, ErrorKind>, Stop> {
        Ok(Ok(match condition {
            Condition::Operand(operand) => self.operand(*operand),
            Condition::Load(access) => {
                let operands = self.access_operands(*access);
                match self.machine.place(&self.state, *access, &operands) {
                    Ok(place) => self.machine.read_as(&self.state, *access, place),
                    Err(NoPlace::Memory(error)) => return Ok(Err(ErrorKind::Memory(error))),
                    Err(NoPlace::Null) => return Ok(Err(ErrorKind::Null)),
                    Err(NoPlace::Outside(..)) => return Ok(Err(ErrorKind::Index)),
                    Err(NoPlace::Stop(stop)) => return Err(stop),
                }
            }
            Condition::Unary(op, width, inner) => match self.condition(inner)? {
                Ok(inner) => match inner.number() {
                    Some(number) => Value::Int(trine_system::value::unary(*op, *width, number)),
                    None => Value::Unknown,
                },
                error => return Ok(error),
            },
            Condition::Binary(op, width, left, right) => {
                let (left, right) = match (self.condition(left)?, self.condition(right)?) {
                    (Ok(left), Ok(right)) => (left, right),
                    (Err(kind), _) | (_, Err(kind)) => return Ok(Err(kind)),
                };
                match self.binary(*op, *width, left, right) {
                    Ok(value) => value,
                    Err(NoValue::Error(kind)) => return Ok(Err(kind)),
                    Err(_) => Value::Unknown,
                }
            }
            Condition::Mine(of)
            | Condition::Held(of)
            | Condition::Waiting(of)
            | Condition::Started(of)
            | Condition::Ended(of)
            | Condition::Length(of) => match self.operand(*of) {
                Value::Null => return Ok(Err(ErrorKind::Null)),
                Value::Unknown | Value::Undefined => {
                    return Err(Stop::unmodelled("an object that is not known is used"));
                }
                of => self.query(condition, of),
            },
        }))
    }

    /// What a condition asks of an object.
    fn query(&self, condition: &Condition, of: Value) -> Value {
        let thread = self.state.thread_of(of);
        match condition {
            Condition::Mine(_) => Value::Int(self.state.hold_count(self.me, of).into()),
            Condition::Held(_) => Value::truth(self.state.monitors.contains_key(&of)),
            Condition::Waiting(_) => {
                let waiting = self.state.threads.iter().filter(|thread| thread.waits_on(of));
                Value::Int(waiting.count() as i64)
            }
            Condition::Started(_) => Value::truth(thread.is_some()),
            Condition::Ended(_) => {
                Value::truth(thread.is_some_and(|at| self.state.threads[at].has_ended()))
            }
            Condition::Length(_) => match of {
                Value::Object(object) => match self.state.cell(object) {
                    Cell::Array { items, .. } => Value::Int(items.len() as i64),
                    _ => Value::Unknown,
                },
                _ => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }
}

fn guessed(way: Option<Way>) -> Option<bool> {
    match way {
        Some(Way::Guess(answer)) => Some(answer),
        _ => None,
    }
}
