//! `assertion`: an assertion of the program is false.

/// Its name.
pub const NAME: &str = "assertion";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an execution evaluates an assertion and finds it false.";
