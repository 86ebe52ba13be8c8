//! `acceptance`: an execution passes an accept label for ever.

/// Its name.
pub const NAME: &str = "acceptance";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an infinite execution passes a location with an `accept` label infinitely often. It is \
checked where a model has such labels and no claim.";
