//! Linear temporal logic: formulas, their text, their meaning, and their translation to automata.

mod evaluate;
pub(crate) mod formula;
pub(crate) mod normal;
pub(crate) mod simplify;
mod tableau;
mod translate;

pub use evaluate::holds;
pub use formula::{AtomId, Formula, Operator};
pub use simplify::simplify;
pub use translate::{TooLarge, translate, translate_within};
