//! How much an engine may spend, and how it is told to stop.

use std::time::Duration;

/// How much an engine may spend.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub time: Option<Duration>,
    /// Bytes, for everything the engine holds.
    pub memory: Option<u64>,
    pub depth: Option<u64>,
}

/// What a search says while it runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub bytes: u64,
}

/// The engine's only view of the world: a clock, a flag, and a process that may be watching.
pub trait Watch {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
    /// The user wants the run to end.
    fn cancelled(&self) -> bool;
    fn progress(&self, progress: Progress);
}
