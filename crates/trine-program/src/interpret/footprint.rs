//! The footprint of a step: what it reads and writes of that which other threads may read or write, too.
//!
//! Local work touches nothing that others can notice, so that visible operations are all that counts. An operation
//! that is not listed here touches everything.

use super::choice::Way;
use super::heap::{Cell, Place};
use super::initialise::Use;
use super::run::Run;
use super::thread::Phase;
use super::value::{ObjectId, Value};
use crate::flat::Op;
use crate::program::*;

/// Something that a step touches. Objects are numbered as in the state before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Nothing is known to be independent of it.
    Everything,
    /// A place is read, or written.
    Place(Place, bool),
    /// All elements of an array become volatile.
    Elements(Value),
    /// A monitor that is free is taken.
    Acquire(Value),
    /// A monitor is given back, perhaps to wait on it.
    Release(Value),
    /// Waiting threads are notified, by the thread that holds the monitor.
    Notify(Value),
    /// Waiting threads are notified, whoever holds the monitor.
    Signal(Value),
    /// The thread begins to wait in a wait set that is not its monitor's.
    EnterWaitSet(Value),
    /// The thread leaves a wait set by itself.
    LeaveWaitSet(Value),
    /// A thread is interrupted.
    Interrupt(Value),
    /// A thread is started, or it is asked whether it was or has ended.
    Life(Value),
    /// The executing thread ends.
    End(Value),
    /// The initialisation of a class begins.
    Initialise(ClassId),
}

impl Run<'_, '_> {
    /// What the next visible operation touches, on this way.
    pub fn footprint(&self, way: Way, found: &mut Vec<Touch>) {
        let roles = &self.machine.program.roles;
        if self.machine.aborts {
            return found.push(Touch::Everything);
        }
        // An input is decided: that is the thread's own affair.
        if matches!(way, Way::Narrow(..) | Way::Beyond) {
            return;
        }
        let me = self.thread().object;
        match self.thread().phase {
            Phase::Ended | Phase::Stuck => {}
            Phase::Over if roles.last_words.is_some() || roles.groups.is_some() => {
                found.push(Touch::Everything);
            }
            Phase::Over => {
                found.push(Touch::End(me));
                self.touch_blocks(&self.thread().locals, found);
                if roles.end_notifies {
                    found.extend([Touch::Acquire(me), Touch::Notify(me)]);
                }
            }
            Phase::Waiting { on, monitor, wake, .. } => {
                found.push(match wake {
                    Some(_) => Touch::Acquire(monitor),
                    None => Touch::LeaveWaitSet(on),
                });
                self.touch_interrupted(found);
            }
            Phase::Queued | Phase::Selecting(_) => found.push(Touch::Everything),
            Phase::Run => match self.op() {
                Some(op) => self.footprint_of(op, found),
                None => found.push(Touch::Everything),
            },
        }
    }

    fn footprint_of(&self, op: &Op, found: &mut Vec<Touch>) {
        match self.class_use(op) {
            Use::Ready => {}
            Use::Begin(class) => return found.push(Touch::Initialise(class)),
            Use::Failed(_) => return,
            Use::UnderWay => return found.push(Touch::Everything),
        }
        match op {
            Op::Set(..)
            | Op::Branch { .. }
            | Op::Assert(..)
            | Op::Cast { .. }
            | Op::Jump(_)
            | Op::Call { .. }
            | Op::New { .. }
            | Op::NewArray { .. }
            | Op::Length(..)
            | Op::InstanceOf { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Print(_)
            | Op::Label(_)
            | Op::Reached
            | Op::Enters(_)
            | Op::Exits(_) => {}
            Op::Load(_, access) => self.touch_place(*access, false, found),
            Op::Store(access, value) => {
                self.touch_place(*access, true, found);
                if let Access::Field(_, field) | Access::Static(field) = access
                    && self.machine.program.fields[*field].volatile_elements
                {
                    found.push(Touch::Elements(self.operand(*value)));
                }
            }
            Op::Await(condition) => self.touch_condition(condition, found),
            Op::Do { operation: Operation::WaitOn | Operation::TimedWaitOn, arguments, .. } => {
                let of = self.operands(arguments);
                self.touch_alive(of.first().copied(), found);
                found.extend(of.first().map(|on| Touch::EnterWaitSet(*on)));
                found.extend(of.get(1).map(|monitor| Touch::Release(*monitor)));
            }
            Op::Do { operation, arguments, .. } => {
                let object = arguments.first().map(|object| self.operand(*object));
                self.touch_by(*operation, object, found);
            }
            Op::Release(monitor) => found.push(Touch::Release(self.operand(*monitor))),
            Op::Return(_) => {
                let blocks = self.thread().frames.last().map(|frame| &frame.blocks);
                let blocks: Vec<ObjectId> = blocks.into_iter().flatten().map(|of| of.1).collect();
                self.touch_blocks(&blocks, found);
            }
            Op::Throw(_) => {
                let blocks = self.thread().frames.iter().flat_map(|frame| &frame.blocks);
                let blocks: Vec<ObjectId> = blocks.map(|of| of.1).collect();
                self.touch_blocks(&blocks, found);
            }
            Op::Allocate { .. } => {
                let old: Vec<ObjectId> = self.allocated_before().into_iter().collect();
                self.touch_blocks(&old, found);
            }
            Op::EndLife(pointer) => {
                let old: Vec<ObjectId> = self.operand(*pointer).object().into_iter().collect();
                self.touch_blocks(&old, found);
            }
            Op::Free(_) | Op::Copy { .. } | Op::Fill { .. } => {
                let places = self.touched(op).into_iter();
                found.extend(places.map(|of| Touch::Place(of.place, of.writes)));
            }
            Op::Meet(_) | Op::Unmodelled { .. } | Op::Assume(_) => found.push(Touch::Everything),
        }
    }

    /// Blocks end.
    fn touch_blocks(&self, blocks: &[ObjectId], found: &mut Vec<Touch>) {
        for block in blocks {
            if let Cell::Block(of) = self.state.cell(*block) {
                found.push(Touch::Place(Place::Memory(*block, 0, of.bytes.max(1)), true));
            }
        }
    }

    /// A monitor, condition or thread in memory: the step looks whether it is still there.
    fn touch_alive(&self, object: Option<Value>, found: &mut Vec<Touch>) {
        if let Some(Value::Pointer(block, at)) = object {
            found.push(Touch::Place(Place::Memory(block, at.max(0) as u64, 1), false));
        }
    }

    fn touch_by(&self, operation: Operation, object: Option<Value>, found: &mut Vec<Touch>) {
        let roles = &self.machine.program.roles;
        self.touch_alive(object, found);
        match (operation, object) {
            (
                Operation::CurrentThread
                | Operation::BlockSize
                | Operation::BeginAtomic
                | Operation::EndAtomic
                | Operation::ReachError
                | Operation::MisuseMonitor
                | Operation::Yield
                | Operation::Unwinding
                | Operation::HoldCount
                | Operation::MayWait
                | Operation::MayWaitFor
                | Operation::IsContended
                | Operation::HandOver
                | Operation::AbortPoint
                | Operation::Choose
                | Operation::Input
                | Operation::Moment,
                _,
            ) => {}
            (Operation::Sleep | Operation::TimedJoin | Operation::Interrupted, _) => {
                self.touch_interrupted(found);
            }
            (Operation::Enter | Operation::EnterOnce, Some(object)) => {
                found.push(Touch::Acquire(object));
            }
            (Operation::TryEnter, Some(object)) => {
                let owner = self.state.monitors.get(&object).map(|(owner, _)| *owner);
                found.push(match owner.is_none_or(|owner| owner == self.me) {
                    true => Touch::Acquire(object),
                    false => Touch::Everything,
                });
            }
            (Operation::Exit, Some(object)) => found.push(Touch::Release(object)),
            (Operation::Wait | Operation::TimedWait | Operation::WaitDeaf, Some(object)) => {
                found.push(Touch::Release(object));
                self.touch_interrupted(found);
            }
            (Operation::Notify | Operation::NotifyAll, Some(object)) => {
                found.push(Touch::Notify(object));
            }
            (Operation::Signal | Operation::Broadcast, Some(object)) => {
                found.push(Touch::Signal(object));
            }
            (Operation::Start, Some(object)) => {
                found.push(Touch::Life(object));
                if let (Value::Object(object), Some(daemon)) = (object, roles.daemon) {
                    found.push(Touch::Place(Place::Field(object, daemon), false));
                }
            }
            (Operation::Join, Some(object)) => {
                let thread = self.state.thread_of(object);
                if !thread.is_some_and(|thread| self.state.threads[thread].has_ended()) {
                    found.push(Touch::Life(object));
                }
                self.touch_interrupted(found);
            }
            (Operation::IsAlive, Some(object)) => found.push(Touch::Life(object)),
            (Operation::Interrupt, Some(object)) => found.push(Touch::Interrupt(object)),
            _ => found.push(Touch::Everything),
        }
    }

    fn touch_condition(&self, condition: &Condition, found: &mut Vec<Touch>) {
        match condition {
            Condition::Operand(_) | Condition::Mine(_) | Condition::Length(_) => {}
            Condition::Load(access) => self.touch_place(*access, false, found),
            Condition::Unary(_, _, inner) => self.touch_condition(inner, found),
            Condition::Binary(_, _, left, right) => {
                self.touch_condition(left, found);
                self.touch_condition(right, found);
            }
            Condition::Started(of) | Condition::Ended(of) => {
                let thread = self.state.thread_of(self.operand(*of));
                if !thread.is_some_and(|thread| self.state.threads[thread].has_ended()) {
                    found.push(Touch::Life(self.operand(*of)));
                }
            }
            Condition::Held(of) => {
                let of = self.operand(*of);
                let owner = self.state.monitors.get(&of).map(|(owner, _)| *owner);
                match owner {
                    None => found.push(Touch::Acquire(of)),
                    Some(owner) if owner == self.me => {}
                    Some(_) => found.push(Touch::Everything),
                }
            }
            Condition::Waiting(_) => found.push(Touch::Everything),
        }
    }

    fn touch_place(&self, access: Access, write: bool, found: &mut Vec<Touch>) {
        let mut operands = [Value::Undefined; 2];
        match access {
            Access::Memory { pointer, .. } => operands[0] = self.operand(pointer),
            Access::Static(_) => {}
            Access::Field(object, _) => operands[0] = self.operand(object),
            Access::Element(array, index) => {
                operands = [self.operand(array), self.operand(index)];
            }
        }
        // Without a place there is an error, which is local, or a stop.
        if let Ok(place) = self.machine.place(&self.state, access, &operands) {
            found.push(match place {
                Place::Field(_, field) if self.machine.is_role(field) => Touch::Everything,
                place => Touch::Place(place, write),
            });
        }
    }

    /// The thread looks whether it was interrupted, and forgets it.
    fn touch_interrupted(&self, found: &mut Vec<Touch>) {
        let flag = self.machine.program.roles.interrupted;
        if let (Value::Object(object), Some(flag)) = (self.thread().object, flag) {
            let set = self.is_interrupted(self.me);
            found.push(Touch::Place(Place::Field(object, flag), set));
        }
    }
}

impl super::Machine<'_> {
    /// Whether meetings read or write a field, wherever they are.
    fn is_role(&self, field: FieldId) -> bool {
        let roles = &self.program.roles;
        let groups = roles.groups.as_ref();
        groups.is_some_and(|of| [of.own, of.active, of.around].contains(&field))
            || roles.last_words.as_ref().is_some_and(|last| last.deaf == field)
            || roles.abort.is_some_and(|abort| abort.flag == field)
    }
}
