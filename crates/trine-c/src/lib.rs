//! The C front end: from source text to a program with resolved names.
//!
//! [`preprocess`] reads files with our own headers, `parse` makes a syntax tree, `types` gives it sizes and
//! conversions, `lower` takes it apart into statements of a [`Program`](trine_program::Program).
//!
//! **Architecture invariant.** This crate has never heard of engines, of systems, or of how a program is run.

mod headers;
mod load;
mod lower;
mod number;
mod parse;
mod preprocess;
mod syntax;
mod types;

pub use load::load;
pub use lower::{Lowered, Note};
pub use preprocess::Settings;
