//! The Java front end: from source text to a program with resolved names.
//!
//! [`load`] reads files and the library models that they use; [`entry`] chooses where execution
//! starts. What cannot be modelled becomes an explicit statement of the program, with its place.
//!
//! **Architecture invariant.** This crate has never heard of engines, of systems, or of how a program
//! is run.

mod arguments;
mod client;
mod declare;
mod entry;
mod expected;
mod inherit;
mod initialisation;
mod load;
mod lower;
pub mod models;
mod packages;
mod parse;
mod pollution;
mod types;
mod world;

pub use entry::{Entry, entry};
pub use load::load;
