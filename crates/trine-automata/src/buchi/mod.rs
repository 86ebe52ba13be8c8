//! Büchi automata: infinite words, accepted by runs that meet an accepting state infinitely often.

mod accepts;
pub(crate) mod automaton;
pub(crate) mod components;
pub(crate) mod degeneralise;
pub(crate) mod generalised;
pub(crate) mod reduce;
pub(crate) mod simulation;

pub use automaton::{Buchi, Edge, State, StateId};
