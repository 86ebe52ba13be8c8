//! `uncaught-error`: a process makes an error that no handler takes.

use trine_system::FaultKind;

/// Its name.
pub const NAME: &str = "uncaught-error";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when a process makes an error that no handler takes: an exception, null, an index outside its \
array, a division by zero, a value outside its range, misuse of a channel, blocking inside a d_step, a \
reference to a process that is not there. Errors that another check owns are reported there only.";

/// Whether no other check owns a fault of this kind.
pub fn owns(fault: FaultKind) -> bool {
    !matches!(fault, FaultKind::Assertion | FaultKind::Monitor | FaultKind::ThreadState)
}
