//! The Ada front end: from source text to a program with resolved names.
//!
//! [`load`] reads files and lowers the units in them. Tasks become threads, entry calls and accept
//! statements meetings; what cannot be modelled becomes an explicit statement of the program, with its
//! place.
//!
//! **Architecture invariant.** This crate has never heard of engines, of systems, or of how a program
//! is run.

mod load;
mod lower;
mod parse;
mod read;
mod syntax;

pub use load::load;
pub use lower::{Lowered, Note};
