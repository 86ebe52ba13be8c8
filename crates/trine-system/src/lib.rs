//! The one model that every engine reads: processes, locations, edges, variables, channels, monitors.
//!
//! A [`System`] is finite, flat and executable. Its meaning is defined once, by the reference
//! interpreter in [`interpret`]: slow and obviously right. The compiled search, the judge and every
//! test measure themselves against it.
//!
//! **Architecture invariant.** This crate has never heard of a source language or of an engine.

pub mod boxed;
mod builder;
pub mod desugar_sync;
pub mod finals;
pub mod generate;
pub mod interpret;
pub mod model;
pub mod naive;
pub mod show;
pub mod successors;
pub mod text;
pub mod validate;
pub mod value;

pub use desugar_sync::{Expansion, expand_channels, expand_sync};
pub use interpret::{Interpreter, Outcome, State, Step};
pub use model::*;
pub use successors::Successors;
pub use validate::validate;
