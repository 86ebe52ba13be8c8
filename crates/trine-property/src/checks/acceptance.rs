//! `acceptance`: an execution passes an accept label for ever.

pub const NAME: &str = "acceptance";

pub const DOCUMENTATION: &str = "\
Violated when an infinite execution passes a location with an `accept` label infinitely often. It is \
checked where a model has such labels and no claim.";
