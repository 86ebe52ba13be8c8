//! `assertion`: an assertion of the program is false.

pub const NAME: &str = "assertion";

pub const DOCUMENTATION: &str = "\
Violated when an execution evaluates an assertion and finds it false.";
