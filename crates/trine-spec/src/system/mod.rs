//! What a specification means for one system: its events found there, its properties compiled.

mod annotation;
mod cells;
mod compile;
mod constrain;
mod emit;
mod happen;
mod list;
mod loops;
mod matching;
mod names;
mod predicate;
pub(crate) mod regular;
pub(crate) mod temporal;

pub use annotation::{declared_lines, declared_names, next_statement};
pub use compile::{Lines, compile, compile_program};
pub use list::{Nameable, list};
