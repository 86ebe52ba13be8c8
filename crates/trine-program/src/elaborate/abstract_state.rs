//! The abstract state of a process: where control is, and all that is static there.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::abstract_heap::AbstractHeap;
use super::allocation_counts::AllocationCounts;
use super::escape::Fresh;
use super::select::Selection;
use super::started::Started;
use super::value::{InstanceId, Loc, Value};
use crate::flat::Pc;
use crate::program::*;

/// Two points that are equal go on in the same ways, and become one location.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AbstractState {
    pub frames: Vec<Frame>,
    pub heap: Rc<Heap>,
    /// The monitors that the process holds, and how often.
    pub held: BTreeMap<InstanceId, u32>,
    /// The threads that the process has started.
    pub started: Started,
    /// The objects that it has made at places to which it may come again.
    pub made: AllocationCounts,
    /// The objects that no other process can have yet.
    pub fresh: Fresh,
    pub phase: Phase,
    /// What variables are for the one instruction that comes next, although the state keeps them.
    pub focus: Vec<(VarId, Value)>,
    /// Nothing that others could see has happened yet: what is done is part of the initial state.
    pub prefix: bool,
    /// The process has been where the state decides how to go on.
    pub open: bool,
    /// On the way out of what was given up.
    pub unwinding: bool,
    /// The program may end without this thread, in executions in which it got here.
    pub daemon: bool,
}

/// Something that may happen, by the instruction where it was first asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pending {
    pub pc: Pc,
    /// It is an answer to a call.
    pub calls: bool,
}

/// The heap of an abstract state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Heap {
    /// What is known of places; what is not listed holds zero. Places that the state keeps are listed
    /// in the prefix only.
    pub values: AbstractHeap,
    /// The classes that were initialised, or whose initialisation this process has begun.
    pub classes: BTreeSet<ClassId>,
    /// Those of them whose initialisation has failed.
    pub failed: BTreeSet<ClassId>,
    /// The ranges of numbers that are not decided yet.
    pub inputs: BTreeMap<u32, (i64, i64)>,
}

/// A call under way: its method, its position and its variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub method: MethodId,
    /// The instruction that comes next.
    pub pc: Pc,
    pub vars: Vec<Value>,
    pub call: Call,
    /// How many atomic blocks of this body control is inside of.
    pub atomic: u32,
    /// What may happen that what is done here is given up for, the innermost last.
    pub pending: Vec<Pending>,
}

/// How a frame came to be, and so where its end leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    /// The first of its process.
    Root,
    /// By the instruction before the caller's present one, which wants the result here.
    After(Option<VarId>),
    /// To throw the error that the caller's present instruction raises.
    Raise,
    /// To say a thread's last words; there is nothing after it.
    Last,
    /// On the way to the caller's present instruction, to initialise a class. `shared`: others may want to use it,
    /// too, so that the state knows how far that is.
    Initialise { class: ClassId, shared: bool },
}

/// The moments of an instruction that takes several steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    Run,
    /// In the wait set.
    Waiting,
    /// Out of it, without the lock.
    Woken(Wake),
    /// In the queue of an entry.
    Queued,
    /// At a select of which these alternatives are open.
    Selecting(Selection),
    /// It waits for ever.
    Stuck,
    /// The last frame is gone.
    Over,
    /// On the way from there to the end, where others are notified of it.
    Ending(Ending),
    /// The process has ended.
    Gone,
    /// The model does not go on here.
    Stopped,
}

/// What was done of telling others that a thread ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    Locked,
    Told,
    Left,
}

/// Why a thread leaves a wait set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wake {
    Notified,
    TimedOut,
    Interrupted,
}

impl AbstractState {
    /// Whether the innermost frame has something that only the state knows.
    pub fn asks_state(&self) -> bool {
        self.open && self.top().is_some_and(|frame| frame.vars.contains(&Value::Slot))
    }

    /// The frame that executes; none if the process has returned from its first method.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// The abstract value of an operand. Class objects are undefined here: `Builder::value` finds them.
    pub fn value(&self, operand: Operand) -> Value {
        match operand {
            Operand::Var(var) => match self.focus.iter().find(|(known, _)| *known == var) {
                Some((_, value)) => *value,
                None => self.top().map_or(Value::Undefined, |f| f.vars[var.0 as usize]),
            },
            Operand::Int(number) => Value::Int(number),
            Operand::Float(bits) => Value::Float(bits),
            Operand::Null => Value::Null,
            Operand::String(string) => Value::String(string),
            // Class objects are found by the program facts.
            Operand::Class(_) => Value::Undefined,
            Operand::Global(_) | Operand::Function(_) => super::no_memory(),
        }
    }

    /// Sets a variable of the frame that executes.
    pub fn set(&mut self, var: VarId, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.vars[var.0 as usize] = value;
        }
    }

    /// Says what a variable is for the one instruction that comes next.
    pub fn look(&mut self, var: VarId, value: Value) {
        self.focus.retain(|(other, _)| *other != var);
        self.focus.push((var, value));
        self.focus.sort_unstable();
    }

    /// On to the next instruction.
    pub fn next(mut self) -> AbstractState {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc += 1;
        }
        self.phase = Phase::Run;
        self.focus.clear();
        self
    }

    /// The state with control at this instruction of the same frame.
    pub fn jump(mut self, pc: Pc) -> AbstractState {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
        }
        self.focus.clear();
        self
    }

    /// What may happen that what is done here is given up for: in which frame, at which place of its list.
    pub fn pending(&self) -> impl Iterator<Item = (usize, usize, Pending)> + '_ {
        self.frames.iter().enumerate().flat_map(|(depth, frame)| {
            frame.pending.iter().enumerate().map(move |(number, one)| (depth, number, *one))
        })
    }

    /// Whether no other process steps before the next step of this one.
    pub fn is_atomic(&self) -> bool {
        matches!(self.phase, Phase::Ending(_)) || self.frames.iter().any(|frame| frame.atomic > 0)
    }

    /// Where control is, call by call.
    pub fn stack(&self) -> Vec<(MethodId, Pc)> {
        self.frames.iter().map(|frame| (frame.method, frame.pc)).collect()
    }

    /// The objects that can be reached from what is known here, or from these.
    pub fn reachable(&self, others: &BTreeSet<InstanceId>) -> FxHashSet<InstanceId> {
        let known = |value: &Value| match value {
            Value::Object(id) => Some(*id),
            _ => None,
        };
        let mut open: Vec<InstanceId> = others.iter().copied().collect();
        open.extend(self.frames.iter().flat_map(|frame| &frame.vars).filter_map(known));
        open.extend(self.held.keys());
        open.extend(self.focus.iter().filter_map(|(_, value)| known(value)));
        for (loc, value) in self.heap.values.ownerless() {
            if matches!(loc, Loc::Static(_)) {
                open.extend(known(value));
            }
        }
        let mut found = FxHashSet::default();
        while let Some(owner) = open.pop() {
            if found.insert(owner) {
                open.extend(self.heap.values.of(owner).filter_map(|(_, value)| known(value)));
            }
        }
        found
    }
}
