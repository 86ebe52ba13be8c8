//! Languages of infinite words: linear temporal logic and Büchi automata.
//!
//! **Architecture invariant.** This crate has never heard of programs or engines: its atoms are
//! numbers, whose meaning only the caller knows, and its words are sequences of sets of them.
//!
//! | module | what it does |
//! |---|---|
//! | [`ltl`] | formulas: text, meaning, simplification, translation to automata |
//! | [`buchi`] | Büchi automata: acceptance, intersection, emptiness, reduction, drawing |
//! | [`hoa`] | automata as text that other tools read and write |
//! | [`stutter`] | whether a formula can tell how often a letter is repeated |

mod bits;
pub mod buchi;
mod budget;
mod guard;
pub mod hoa;
pub mod ltl;
pub mod stutter;
mod word;

pub use buchi::{Buchi, StateId};
pub use guard::{AtomSet, Cube};
pub use ltl::{AtomId, Formula, translate, translate_within};
pub use word::Lasso;
