//! What an engine found, and what it is worth.

use trine_base::Span;
use trine_property::Race;
use trine_system::interpret::Fault;

use crate::{ProgramExecution, Stats, Trace};

/// The answer to a property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    Holds,
    Violated,
    Inconclusive,
}

impl Verdict {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Inconclusive => "inconclusive",
        }
    }
}

/// What an engine says of one property. A `Violated` has at least one finding.
#[derive(Clone, Debug)]
pub struct EngineOutcome {
    pub verdict: Verdict,
    /// Why it is `Inconclusive`; beside findings, why nothing is known of the rest.
    pub reason: Option<Reason>,
    pub findings: Vec<Finding>,
    pub stats: Stats,
    /// What was switched on or off, and why: "partial-order reduction is off: the formula uses X".
    pub remarks: Vec<String>,
}

/// One violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub trace: Trace,
    /// The fault that ends the trace, if that is the violation.
    pub fault: Option<Fault>,
    /// The race of its last state that it is about, if it is about one.
    pub race: Option<Race>,
    /// The execution of the program, where that was searched and not a system; then the trace is empty.
    pub program: Option<Box<ProgramExecution>>,
}

/// A step of a path, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathLine {
    pub process: String,
    pub action: String,
    pub events: Vec<String>,
    pub span: Option<trine_base::Span>,
}

/// Why an answer is neither `holds` nor `violated`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was reached: which, how much was covered, and the option that raises it.
    Limit { what: String, covered: String, option: String },
    /// An execution reached a bound of the model: which, where, and the option that raises it.
    Bound { what: String, option: Option<String>, at: Option<Span> },
    /// Storage that can lose states found nothing; the estimate says how much it may have missed.
    Approximate { estimate: String },
    /// An execution goes through something the model leaves out, there.
    Unmodelled { what: String, at: Option<Span> },
    /// A possible violation that could not be confirmed: its path, and what is left open.
    Unconfirmed { path: Vec<PathLine>, why: String },
    /// The engine cannot answer this, whatever the program does.
    NotApplicable { why: String },
    /// Interrupted by the user.
    Interrupted { covered: String },
    /// Trine contradicts itself: a bug in Trine, reported as one.
    Internal { what: String },
}
