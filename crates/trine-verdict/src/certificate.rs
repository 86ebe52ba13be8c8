//! Certificates: what an engine that proved a property leaves for the judge to check.

use trine_system::LocationId;
use trine_system::interpret::Cell;

use crate::Node;

/// A proof of the flow engine: the parts of the state that it followed, what it took to be true at the
/// locations of processes, and every tuple that it found possible after a step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlowCertificate {
    pub followed: Vec<Followed>,
    pub regions: Vec<Region>,
    /// The last visible step, none at the start, with a tuple: the state of the claim, then what is
    /// followed, in order. The place of a process is where its last visible step led.
    pub pairs: Vec<(Option<Node>, Box<[i64]>)>,
}

/// A part of the state. In a tuple each takes one number, but for `Wait` and `Call`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Followed {
    /// The location of a process.
    Task(u32),
    /// The value of a cell; [`UNKNOWN`] where it could be anything.
    Variable(Cell),
    /// The holder of a monitor: 0, or 1 more than the process.
    Monitor(u32),
    /// For each process that may wait at a monitor, in order: 0, 1 if it waits, 2 if it was told.
    Wait(u32),
    /// Whether a process was started.
    Start(u32),
    /// 0 before its start, 1 after it, 2 after its end.
    Join(u32),
    /// The call of a process, in several numbers: 0 for none, 1 + 2e where it waits at entry e, 2 + 2p where
    /// process p serves it, -1 where it was answered, [`UNKNOWN`] where it called twice; then what it hands over,
    /// while it waits, and what it gets back, once it was answered.
    Call(u32),
}

/// A part of a tuple that is unknown.
pub const UNKNOWN: i64 = i64::MIN;
/// Numbers beyond this are unknown, too.
pub const LARGE: i64 = 255;

/// How often a monitor is held: at least, and at most; [`MANY`] is no bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    pub monitor: u32,
    pub least: u8,
    pub most: u8,
}

/// So many, or more.
pub const MANY: u8 = 9;

/// What is true whenever a process is at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    pub process: u32,
    pub location: LocationId,
    /// Monitors that it may hold; it holds no others.
    pub held: Vec<Depth>,
    /// Monitors at which it waits, with how often it held them.
    pub waits: Vec<Depth>,
    /// Processes that no other process starts, and that it has not started, or has.
    pub unborn: Vec<u32>,
    pub started: Vec<u32>,
    /// Processes that have ended.
    pub ended: Vec<u32>,
}
