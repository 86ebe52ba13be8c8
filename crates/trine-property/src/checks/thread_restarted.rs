//! `thread-restarted`: a thread is started a second time.

/// Its name.
pub const NAME: &str = "thread-restarted";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when a thread is started that was started before, whether it still runs or has ended: the \
second start is an error.";
