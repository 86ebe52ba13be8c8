//! `thread-restarted`: a thread is started a second time.

pub const NAME: &str = "thread-restarted";

pub const DOCUMENTATION: &str = "\
Violated when a thread is started that was started before, whether it still runs or has ended: the \
second start is an error.";
