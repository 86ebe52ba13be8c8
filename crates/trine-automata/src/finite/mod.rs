//! Languages of finite words over letters that are numbers: regular expressions and automata.
//!
//! Letters are numbered from 0; how many there are is said once, when an automaton is built, and
//! only the caller knows their names. Whatever can grow without bounds takes a limit, counted in
//! small steps, and gives [`TooLarge`] when it is reached.

mod compare;
mod dfa;
mod interval;
mod letter;
mod minimise;
mod nfa;
mod product;
mod regex;
mod shape;
mod words;

pub use dfa::{Dfa, DfaBuilder};
pub use interval::{Interval, without_intervals};
pub use letter::{Letter, LetterSet};
pub use nfa::Nfa;
pub use product::Combine;
pub use regex::Regex;

pub use crate::budget::TooLarge;

/// Enough for automata that people write; more steps take some seconds.
pub const DEFAULT_LIMIT: u64 = 50_000_000;
