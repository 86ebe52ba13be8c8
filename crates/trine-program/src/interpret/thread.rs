//! Threads: their call frames, and the moments of an instruction that takes several steps.

use super::value::{ObjectId, Value};
use crate::flat::Pc;
use crate::program::*;

/// A thread that was started.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    /// The object that was started.
    pub object: Value,
    /// The innermost call last.
    pub frames: Vec<Frame>,
    pub phase: Phase,
    /// The program may end without it. Decided when it is started.
    pub daemon: bool,
    /// On the way out of what was given up.
    pub unwinding: bool,
    /// The thread whose end, where it is aborted, is also the end of this one.
    pub master: Option<Value>,
    /// The callers that it has accepted and not answered, the last one last.
    pub serving: Vec<usize>,
    /// What it was answered, until it goes on with that.
    pub reply: Option<Vec<Value>>,
    /// The ranges of its inputs that are not decided, by number.
    pub inputs: Vec<(u32, i64, i64)>,
    /// Its own copies of the thread-local globals, in their order.
    pub locals: Vec<ObjectId>,
}

/// A call that has not returned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub method: MethodId,
    /// The instruction that comes next.
    pub pc: Pc,
    pub vars: Vec<Value>,
    pub call: Call,
    /// How many atomic blocks of this body control is inside of.
    pub atomic: u32,
    /// The asynchronous parts that are under way here, by the instruction where they began, the innermost last.
    pub pending: Vec<Pc>,
    /// The blocks that end with it, and the instruction that allocated each.
    pub blocks: Vec<(Pc, ObjectId)>,
}

/// How a frame came to be, and so where its end leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    /// The first of its thread.
    Root,
    /// By the instruction before the caller's present one, which wants the result here.
    After(Option<VarId>),
    /// To throw the error that the caller's present instruction raises.
    Raise,
    /// The last words of a thread; nothing comes after it.
    Last,
    /// To initialise a class, on the way to the caller's present instruction.
    Initialise(ClassId),
}

/// Where a thread is within its instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    Run,
    /// In a wait set, that of the monitor itself or of another object, until `wake` says why it left; then it takes the
    /// monitor that it held so often.
    Waiting {
        on: Value,
        monitor: Value,
        count: u32,
        wake: Option<Wake>,
    },
    /// It has called an entry and waits for the answer.
    Queued,
    /// At a select, with these alternatives open.
    Selecting(Vec<u32>),
    /// It waits for itself, for ever.
    Stuck,
    /// The last frame is gone; what is left is to say so.
    Over,
    Ended,
}

/// Why a thread left a wait set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wake {
    Notified,
    TimedOut,
    Interrupted,
}

impl Thread {
    /// A thread that is about to execute the first instruction of this frame.
    pub fn new(object: Value, frame: Frame) -> Thread {
        Thread {
            object,
            frames: vec![frame],
            phase: Phase::Run,
            daemon: false,
            unwinding: false,
            master: None,
            serving: Vec::new(),
            reply: None,
            inputs: Vec::new(),
            locals: Vec::new(),
        }
    }

    /// The frame that executes; none if the thread has ended.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Whether the thread has ended.
    pub fn has_ended(&self) -> bool {
        self.phase == Phase::Ended
    }

    /// Whether no other thread steps before the next step of this one.
    pub fn is_atomic(&self) -> bool {
        self.frames.iter().any(|frame| frame.atomic > 0)
    }

    /// The wait set that it is in.
    pub fn waits_on(&self, object: Value) -> bool {
        matches!(self.phase, Phase::Waiting { on, wake: None, .. } if on == object)
    }
}

impl Frame {
    /// A frame at the start of a method, with all variables undefined.
    pub fn new(method: MethodId, variables: usize, call: Call) -> Frame {
        let vars = vec![Value::Undefined; variables];
        Frame { method, pc: 0, vars, call, atomic: 0, pending: Vec::new(), blocks: Vec::new() }
    }
}
