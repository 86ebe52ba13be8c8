//! The figures of a search.

use trine_system::{EdgeId, TemplateId};

/// The figures of a search.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub nodes: Option<u64>,
    pub tuples: Option<u64>,
    pub states: Option<u64>,
    /// How many processes are alike, so that a state stands for all in which they changed places.
    pub alike: Option<u64>,
    pub transitions: Option<u64>,
    /// Bytes of the store of visited states.
    pub bytes: Option<u64>,
    pub depth: Option<u64>,
    pub seconds: Option<f64>,
    pub coverage: Option<Coverage>,
    /// Code that a complete search never reached.
    pub unreached: Vec<Unreached>,
    /// What was left out of the search because it does not matter for the property.
    pub left_out: Option<LeftOut>,
}

/// What of a system does not matter for a property: so many, out of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub statements: (usize, usize),
    pub variables: (usize, usize),
}

/// How much approximate storage can be trusted.
#[derive(Clone, Debug)]
pub struct Coverage {
    pub runs: u32,
    /// The expected share of the reachable states that was visited, or the chance that none was lost.
    pub estimate: f64,
    pub text: String,
}

/// An edge that no execution takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreached {
    pub template: TemplateId,
    pub edge: EdgeId,
}
