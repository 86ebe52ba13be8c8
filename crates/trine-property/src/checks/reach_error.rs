//! `reach-error`: control reaches what the program says must not be reached.

/// Its name.
pub const NAME: &str = "reach-error";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an execution of a C program calls reach_error() or __VERIFIER_error(), the functions by which \
verification tasks mark what must never happen.

    if (balance < 0) reach_error();";
