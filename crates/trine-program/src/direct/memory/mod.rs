//! What threads of a program with memory may still do, from a state on: a may-analysis of the code ahead of each thread.
//!
//! It starts from the values that the variables of the thread have in the state, follows constants and pointers into
//! known blocks ([`value`]), and goes into calls with what is known of their arguments ([`future`]). So two threads that
//! work on different elements of one array do not disturb each other. Memory that no thread writes before the step in
//! question has the values of the state. Each act is kept with its *guards*: monitors that the thread has taken before it,
//! and threads that it has joined.

pub mod ample;
pub mod future;
mod operations;
pub mod value;

use std::rc::Rc;

use crate::interpret::{Cell, ObjectId, Value};
use crate::program::GlobalId;

/// A part of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Where {
    /// Of a block, from one byte to another.
    At(ObjectId, i64, i64),
    /// Of what the thread can reach.
    Anywhere,
}

impl Where {
    /// All of a block.
    pub fn block(block: ObjectId) -> Where {
        Where::At(block, i64::MIN, i64::MAX)
    }
}

/// What a thread may do that others can notice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// Nothing is known to be independent of it.
    Everything,
    Read(Where),
    Write(Where),
    /// Takes a monitor.
    Locks(Where),
    /// Asks whether a monitor is held.
    LooksAtMonitor(Where),
    /// Ends the wait of others.
    Signals(Where),
    /// Enters a wait set, or leaves it by itself.
    Waits(Where),
    /// Starts a thread, or waits for its end.
    StartsOrJoins(Where),
    /// Asks whether a thread was started or has ended.
    LooksAtThread(Where),
}

/// What certainly has happened before an act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guard {
    /// The thread has taken this monitor, and holds it.
    Holds(Value),
    /// The thread that this pointer stands for has ended.
    Ended(Value),
}

/// Acts that have the same guards; these are in order.
pub type Guarded = (Vec<Guard>, Vec<Act>);

/// All that a thread may still do.
#[derive(Default)]
pub struct Future {
    pub acts: Vec<Guarded>,
    /// The globals whose addresses it uses.
    pub globals: Vec<GlobalId>,
    /// What was taken from memory, and where it was not: the future is that of every state with the same.
    pub loads: Vec<Loaded>,
}

/// A place that an analysis has read: with the block, where its value was used.
pub struct Loaded {
    pub block: ObjectId,
    pub from: i64,
    pub to: i64,
    pub known: Option<Rc<Cell>>,
}

/// Memory that may change.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Unstable {
    pub all: bool,
    /// In order.
    parts: Vec<(ObjectId, i64, i64)>,
}

impl Unstable {
    /// Adds a part; whether it was not there before.
    pub fn add(&mut self, part: Where) -> bool {
        match part {
            Where::Anywhere => !std::mem::replace(&mut self.all, true),
            Where::At(block, from, to) => match self.parts.binary_search(&(block, from, to)) {
                Ok(_) => false,
                Err(at) => {
                    self.parts.insert(at, (block, from, to));
                    true
                }
            },
        }
    }

    /// Whether a part of the block between these bytes is in the set.
    pub fn has(&self, block: ObjectId, from: i64, to: i64) -> bool {
        let start = self.parts.partition_point(|(of, ..)| *of < block);
        let parts = self.parts[start..].iter().take_while(|(of, ..)| *of == block);
        self.all || parts.into_iter().any(|(_, low, high)| *low < to && from < *high)
    }
}
