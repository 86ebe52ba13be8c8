//! Büchi automata: infinite words, accepted by runs that meet an accepting state infinitely often.

mod acceptance;
mod accepts;
pub(crate) mod automaton;
pub(crate) mod degeneralise;
mod dot;
pub(crate) mod generalised;
mod intersection;
pub(crate) mod letters;
pub(crate) mod reduce;
pub(crate) mod simulation;
pub(crate) mod weak;

pub use automaton::{Buchi, Edge, State, StateId};
pub use dot::to_dot;
