//! What a specification means for one system: its events found there, its properties compiled.

pub(crate) mod annotation;
mod cells;
pub(crate) mod compile;
mod constrain;
mod emit;
mod happen;
mod list;
mod loops;
pub(crate) mod matching;
mod names;
mod predicate;
pub(crate) mod regular;
pub(crate) mod temporal;

pub use annotation::{declared_lines, declared_names, next_statement};
pub use compile::{Lines, compile, compile_program};
pub use list::{Nameable, list};
