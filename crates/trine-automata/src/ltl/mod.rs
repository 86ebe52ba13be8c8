//! Linear temporal logic: formulas, their text, their meaning, and their translation to automata.

mod evaluate;
mod execution;
mod formula;
mod gather;
mod implication;
mod normal;
mod parse;
mod simplify;
mod tableau;
mod translate;
mod vacuity;

pub use evaluate::holds;
pub use execution::{event_word, execution_word, finite_executions, holds_on_events};
pub use formula::{AtomId, Formula, Operator};
pub use parse::{DEPTH_LIMIT, Names, ParseError, parse, parse_with_names};
pub use simplify::simplify;
pub use translate::{DEFAULT_LIMIT, translate, translate_within};
pub use vacuity::vacuous_if;

pub use crate::budget::TooLarge;
