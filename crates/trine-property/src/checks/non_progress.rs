//! `non-progress`: an execution goes on for ever without progress.

/// Its name.
pub const NAME: &str = "non-progress";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an infinite execution passes locations with a `progress` label only finitely often: the \
system is busy and gets nowhere. It is checked with `--non-progress`.";
