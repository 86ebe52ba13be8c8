//! Reads Promela, the whole language of SPIN 6.5.2, without calling a preprocessor; and prints systems
//! as Promela.
//!
//! **Architecture invariant.** This crate has never heard of engines, files or terminals: the text of
//! included files comes from a function that the caller gives.

pub mod ast;
pub mod check;
mod keyword;
mod lex;
mod load;
mod lower;
mod names;
mod parse;
mod preprocess;
mod print;
mod semicolons;

pub use load::{LoadRequest, Loaded, load};
pub use print::print;
