//! Büchi automata over letters, as a user writes them, and their complements.
//!
//! Where [`crate::buchi`] has guards over atoms, these automata have numbered letters, one at each
//! moment, like [`crate::finite`]. A complement can be very much larger than its automaton if
//! that is not deterministic, so it takes a limit.

mod alphabet;
mod atoms;
mod automaton;
mod complement;
mod rank;
mod reduce;

pub use automaton::LetterBuchi;

pub use crate::budget::TooLarge;
