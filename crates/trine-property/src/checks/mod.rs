//! The built-in checks, a file each: what violates them, and the words `trine explain` prints.

mod acceptance;
mod assertion;
mod deadlock;
mod non_progress;
mod uncaught_error;

use trine_system::{FaultKind, Interpreter, State};

use crate::Level;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    Assertion,
    Deadlock,
    UncaughtError,
    Acceptance,
    NonProgress,
}

impl Check {
    pub const ALL: [Check; 5] = [
        Check::Assertion,
        Check::Deadlock,
        Check::UncaughtError,
        Check::Acceptance,
        Check::NonProgress,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Check::Assertion => assertion::NAME,
            Check::Deadlock => deadlock::NAME,
            Check::UncaughtError => uncaught_error::NAME,
            Check::Acceptance => acceptance::NAME,
            Check::NonProgress => non_progress::NAME,
        }
    }

    /// What it means, for people.
    pub fn documentation(self) -> &'static str {
        match self {
            Check::Assertion => assertion::DOCUMENTATION,
            Check::Deadlock => deadlock::DOCUMENTATION,
            Check::UncaughtError => uncaught_error::DOCUMENTATION,
            Check::Acceptance => acceptance::DOCUMENTATION,
            Check::NonProgress => non_progress::DOCUMENTATION,
        }
    }

    pub fn level(self) -> Level {
        Level::Error
    }

    pub fn named(name: &str) -> Option<Check> {
        Check::ALL.into_iter().find(|check| check.name() == name)
    }

    /// Whether a fault of this kind violates the check.
    pub fn owns(self, fault: FaultKind) -> bool {
        match self {
            Check::Assertion => fault == FaultKind::Assertion,
            Check::UncaughtError => fault != FaultKind::Assertion,
            Check::Deadlock | Check::Acceptance | Check::NonProgress => false,
        }
    }

    /// Whether a state in which no process can step violates the check.
    pub fn violated_at_rest(self, interpreter: &Interpreter<'_>, state: &State) -> bool {
        self == Check::Deadlock && deadlock::is_invalid_end(interpreter, state)
    }
}
