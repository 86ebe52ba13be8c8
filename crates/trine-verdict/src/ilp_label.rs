//! Labels of the ilp engine's networks: what a step means to a part that takes part in it, and which events it has.

use crate::Word;

/// What a step means to a part of the system.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IlpLabel {
    Cell(CellUse),
    Channel {
        how: ChannelUse,
        message: Word,
    },
    Monitor {
        operation: MonitorUse,
        process: u32,
    },
    /// What others do to a process, one after the other.
    Process(Vec<ProcessUse>),
    /// The claim observes an event.
    Event(IlpEvent),
}

/// What a step does to a cell of the globals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellUse {
    Reads(i64),
    Writes(i64),
    /// Reads the first value and writes the second.
    Changes {
        from: i64,
        to: i64,
    },
}

/// What a step does to a channel that keeps messages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChannelUse {
    Sends,
    /// Takes the first message.
    Takes,
    /// Looks at the first message, which stays.
    LooksAt,
    /// Takes a message from anywhere.
    TakesAnywhere,
}

/// An operation on a monitor, as [`Sync`](trine_system::Sync) has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MonitorUse {
    Enter,
    Exit,
    Wait,
    Waiting,
    WakeUp,
    Notified,
    Notify,
    NotifyAll,
}

/// What another process does to a process.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProcessUse {
    /// It is started.
    Started,
    /// It was seen to be joined.
    Joined,
    /// Its call at an entry is accepted.
    Accepted { entry: u32, by: u32, arguments: Word },
    /// Its call is completed.
    Answered { by: u32, results: Word },
    /// It receives a message at a rendezvous.
    Receives { from: u32, channel: u32, message: Word },
    /// It was seen to have ended.
    SeenEnded,
}

/// An event of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IlpEvent {
    /// One that the claim observes, by its number from 1 on.
    Observed(u32),
    /// The step goes through what the model leaves out, or beyond a bound of it.
    Unmodelled,
}

/// How a call stands for whose answer a process waits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IlpCall {
    /// It is in the queue of an entry.
    Queued { entry: u32 },
    /// It was accepted and is not completed.
    Served,
}
