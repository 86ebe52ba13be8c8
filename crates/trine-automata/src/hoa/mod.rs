//! The Hanoi Omega-Automata format, version 1: how automata travel between tools.

mod label;
mod read;
mod token;
mod write;

pub use read::read_hoa;
pub use token::HoaError;
pub use write::write_hoa;
