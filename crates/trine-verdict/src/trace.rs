//! Traces: executions, step by step, in a form that can be replayed; an infinite one is a lasso.

use trine_property::ClaimStateId;
use trine_system::Step;

/// An execution from the initial state. With `loop_from`, the steps from there on repeat for ever.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    pub steps: Vec<TraceStep>,
    pub loop_from: Option<usize>,
    /// The claim's move on the last state, where it is that move that violates.
    pub last_claim: Option<ClaimStateId>,
}

/// A step of a trace, and where the claim goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    pub action: TraceMove,
    /// Where the claim went, looking at the state before this step.
    pub claim: Option<ClaimStateId>,
}

/// A step of the system, or a stutter step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceMove {
    System(Step),
    /// A stutter step: the system cannot step and stays as it is; only a claim moves.
    Stutter,
}
