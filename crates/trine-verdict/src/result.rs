//! The answer to one property, as the whole pipeline gives it.

use trine_property::Property;
use trine_system::Assumption;

use crate::{Finding, Reason, Stats, Verdict};

/// What decided a property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineName {
    /// Explicit-state search.
    Explore,
    /// State propagation.
    Flow,
    /// Integer linear programming.
    Ilp,
    /// A trace that was replayed, without a search.
    Replay,
}

impl EngineName {
    /// Its name, as options and reports have it.
    pub fn name(self) -> &'static str {
        match self {
            EngineName::Explore => "explore",
            EngineName::Flow => "flow",
            EngineName::Ilp => "ilp",
            EngineName::Replay => "replay",
        }
    }
}

impl std::fmt::Display for EngineName {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.name())
    }
}

/// The answer to one property.
#[derive(Clone, Debug)]
pub struct PropertyResult {
    pub property: Property,
    pub verdict: Verdict,
    pub reason: Option<Reason>,
    /// The engine that decided.
    pub engine: EngineName,
    pub engines: Vec<EngineRun>,
    pub checked: Checked,
    /// A `holds` that says little: what the property asks about never happens.
    pub vacuous: bool,
    pub findings: Vec<Finding>,
    /// Beside findings: why nothing is known of the rest.
    pub rest: Option<Reason>,
    pub stats: Stats,
    pub constraints: Vec<String>,
    pub assumptions: Vec<Assumption>,
    /// What was switched on or off on the way, and why.
    pub remarks: Vec<String>,
}

/// An engine that was asked, and what it said.
#[derive(Clone, Debug)]
pub struct EngineRun {
    pub engine: EngineName,
    pub verdict: Verdict,
    pub seconds: Option<f64>,
}

/// How the judge backed a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// The violation was replayed on the reference interpreter.
    Replay,
    /// A certificate was checked.
    Certificate,
    /// The whole state space was searched again, naively.
    Search,
    /// A naive search of the program itself says the same.
    Program,
    None,
}

impl Checked {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Checked::Replay => "replay",
            Checked::Certificate => "certificate",
            Checked::Search => "search",
            Checked::Program => "program",
            Checked::None => "none",
        }
    }
}
