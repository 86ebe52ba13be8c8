//! Languages of infinite words: linear temporal logic and Büchi automata.
//!
//! **Architecture invariant.** This crate has never heard of programs or engines: its atoms are
//! numbers, whose meaning only the caller knows, and its words are sequences of sets of them.

mod bits;
pub mod buchi;
mod guard;
pub mod ltl;
mod word;

pub use buchi::{Buchi, StateId};
pub use guard::{AtomSet, Cube};
pub use ltl::{AtomId, Formula, translate, translate_within};
pub use word::Lasso;
