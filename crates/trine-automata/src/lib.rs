//! Languages of finite and infinite words: regular expressions, temporal logic, automata.
//!
//! **Architecture invariant.** This crate has never heard of programs or engines: its atoms are
//! numbers, whose meaning only the caller knows, and its words are sequences of sets of them.
//!
//! | module | what it does |
//! |---|---|
//! | [`finite`] | finite words: regular expressions, automata, their algebra |
//! | [`ltl`] | formulas: text, meaning, simplification, translation to automata |
//! | [`buchi`] | Büchi automata: acceptance, intersection, emptiness, reduction, drawing |
//! | [`omega`] | Büchi automata over letters, as a user writes them, and their complements |
//! | [`hoa`] | automata as text that other tools read and write |
//! | [`patterns`] | specification patterns in their scopes, as formulas and as automata |
//! | [`stutter`] | whether a formula can tell how often a letter is repeated |

mod bits;
pub mod buchi;
mod budget;
pub mod finite;
mod guard;
pub mod hoa;
pub mod ltl;
pub mod omega;
pub mod patterns;
pub mod stutter;
mod word;

pub use buchi::{Buchi, StateId};
pub use guard::{AtomSet, Cube};
pub use ltl::{AtomId, Formula, translate, translate_within};
pub use word::Lasso;
