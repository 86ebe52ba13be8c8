//! The state of a program: heap, static fields, classes, monitors, entry queues and threads.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::heap::Cell;
use super::thread::Thread;
use super::value::{ObjectId, Value};
use crate::events::Bindings;
use crate::program::*;

/// Everything that later steps can depend on. States are compared in their canonical form
/// ([`canonical`](super::canonical)).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    pub heap: Vec<Rc<Cell>>,
    /// Those that do not hold what they hold at first.
    pub statics: Rc<BTreeMap<FieldId, Value>>,
    /// How far the initialisation of a class is; the others are untouched.
    pub classes: Rc<BTreeMap<ClassId, Initialisation>>,
    /// The monitors that are held: by which thread, and how often.
    pub monitors: BTreeMap<Value, (usize, u32)>,
    /// The callers that wait at an entry of an object, in order of arrival.
    pub queues: BTreeMap<(Value, EntryId, i64), Vec<Caller>>,
    /// All threads that were started, in order. The first one is there from the beginning.
    pub threads: Vec<Rc<Thread>>,
    /// The thread that is inside an atomic block: as long as it can step, no other does.
    pub exclusive: Option<usize>,
    /// What the names in the patterns of events stand for; empty where no events are told.
    pub names: Rc<Bindings>,
    /// The state of the automaton that runs beside the program; 0 where there is none.
    pub automaton: u32,
    /// A thread has ended the program.
    pub exited: bool,
    /// The execution has branched on a value that is not known.
    pub tainted: bool,
}

/// How far the initialisation of a class is (JLS 12.4.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Initialisation {
    /// By this thread. Others wait.
    UnderWay(usize),
    Done,
    /// An error ended it, and every later use of the class is one.
    Failed,
}

/// A caller in the queue of an entry, with what it hands over.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Caller {
    pub thread: usize,
    pub arguments: Vec<Value>,
    /// It may leave the queue before it is accepted: it called here, or was sent on here with abort.
    pub may_leave: bool,
    /// It was sent on from another entry.
    pub requeued: bool,
    /// It was called while the owner waited for just this, and is certain to be served.
    pub certain: bool,
}

impl State {
    /// What an object holds.
    pub fn cell(&self, object: ObjectId) -> &Cell {
        &self.heap[object.0 as usize]
    }

    /// What an object holds, to change it; other states that share it keep theirs.
    pub fn cell_mut(&mut self, object: ObjectId) -> &mut Cell {
        Rc::make_mut(&mut self.heap[object.0 as usize])
    }

    /// Adds an object to the heap and returns the reference to it.
    pub fn add(&mut self, cell: Cell) -> Value {
        self.heap.push(Rc::new(cell));
        Value::Object(ObjectId(self.heap.len() as u32 - 1))
    }

    /// A thread, to change it; other states that share it keep theirs.
    pub fn thread_mut(&mut self, thread: usize) -> &mut Thread {
        Rc::make_mut(&mut self.threads[thread])
    }

    /// The thread whose object this is, if it was started.
    pub fn thread_of(&self, object: Value) -> Option<usize> {
        self.threads.iter().position(|thread| thread.object == object)
    }

    /// How often a thread holds a monitor.
    pub fn hold_count(&self, thread: usize, monitor: Value) -> u32 {
        match self.monitors.get(&monitor) {
            Some((owner, count)) if *owner == thread => *count,
            _ => 0,
        }
    }

    /// Whether a thread holds any monitor.
    pub fn holds_any(&self, thread: usize) -> bool {
        self.monitors.values().any(|(owner, _)| *owner == thread)
    }
}
