//! What can happen in a state: a thread, and one of the ways on that its instruction leaves open.

/// One of the things that can happen in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub thread: usize,
    pub way: Way,
}

/// One of the ways in which an instruction can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The only one, or the ordinary one.
    Go,
    /// This thread is notified.
    Notify(usize),
    /// Time has passed.
    TimeOut,
    /// A wait ends for no reason.
    Spurious,
    /// An interrupt ends what the thread waits for.
    Interrupt,
    /// A number that is chosen, or one of the things that an instruction lists.
    Pick(i64),
    /// An input is in this part of its range.
    Narrow(u32, i64, i64),
    /// An input is none of the numbers that are tried.
    Beyond,
    /// What is not known is true, or not.
    Guess(bool),
    /// The error that the rules allow here.
    Error,
    /// It waits for itself.
    Stick,
    /// The owner of the entry takes no more calls.
    Refused,
    /// The caller leaves the queue.
    GiveUp,
    /// This alternative of a select.
    Alternative(u32),
    /// The thread is aborted here.
    Abort,
    /// Something has happened for which statements are given up: in which frame, and which of its pending parts.
    Trigger(usize, usize),
    /// The same, as the owner of the called entry takes no more calls.
    TriggerGone(usize, usize),
}
