//! Java against the virtual machine, line by line: small sequential snippets whose values the machine records,
//! and which Trine then has to find true, one by one, up to a last assertion that fails.
//!
//! A snippet is a class with a `main` of independent parts. Each part computes something and says
//! `check(expression);` where a value is worth comparing. On the machine, `check` records the value; for Trine, it
//! becomes an assertion that it is the recorded one. So Trine must report one failed assertion, the last line, or
//! the error of which the machine died.

mod compare;
mod coverage;
mod joined;
mod jvm;
mod make;
mod ours;
mod shrink;
mod write;

pub use compare::{Compared, Difference, Outcome, compare, outcome, show};
pub use coverage::{Coverage, coverage};
pub use jvm::{Ending, Jvm, Recorded};
pub use make::{every, generate, generate_of};
pub use ours::{Answer, Ours, ours};
pub use write::{asserting, checks, recording};

/// A snippet: what is declared beside its `main`, and what its `main` does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snippet {
    /// Its package.
    pub name: String,
    pub parts: Vec<Part>,
}

/// A part of a snippet that can be left out without the others noticing, most of the time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is about: differences are counted by this.
    pub idea: &'static str,
    /// Declared in the class, or done in `main`.
    pub member: bool,
    pub text: String,
}
