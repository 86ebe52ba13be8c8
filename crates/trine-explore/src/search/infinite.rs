//! Liveness goals: what an infinite execution can violate, and the traces of such violations.

use trine_property::{Check, Claim};
use trine_system::{Interpreter, System};
use trine_verdict::{Finding, Reason, Trace, TraceMove, TraceStep};

use crate::expand::{Expander, Node};
use crate::machine::Machine;
use crate::trace::close::close;
use crate::trace::fit::{fit_finite, fit_infinite};
use crate::trace::{Path, run};

/// What makes a cycle bad.
#[derive(Clone, Copy)]
pub enum LivenessGoal<'a> {
    /// It passes an accepting state of the claim.
    Claim(&'a Claim),
    /// It passes a location with an `accept` label.
    Accept,
    /// It passes no location with a `progress` label.
    NoProgress,
}

impl LivenessGoal<'_> {
    /// Whether a state of the product is one that a bad cycle must pass.
    pub fn accepts<M: Machine>(&self, machine: &M, node: &Node<M::State>) -> bool {
        match self {
            LivenessGoal::Claim(claim) => claim.states.as_slice()[node.claim as usize].accepting,
            LivenessGoal::Accept => machine.rests_at_accept(&node.state),
            LivenessGoal::NoProgress => true,
        }
    }
}

/// How a property is violated, in states of the search.
pub enum Violation {
    /// The claim makes a violating move on the last state.
    Finite(Path),
    /// The last state is the one at this position once more.
    Cycle(Path, usize),
    /// The system rests in the last state, for ever.
    Rest(Path),
}

/// What became of a violation when it was run on the interpreter.
pub enum Confirmed {
    Finding(Finding),
    /// It proves nothing, for this reason.
    Doubtful(Reason),
}

impl Violation {
    /// The violation as a trace of single steps.
    pub fn confirm<M: Machine>(
        &self,
        system: &System,
        expander: &mut Expander<'_, M>,
        liveness: LivenessGoal<'_>,
    ) -> Confirmed {
        match self.trace(system, expander, liveness) {
            Ok(confirmed) => confirmed,
            Err(what) => Confirmed::Doubtful(Reason::Internal { what }),
        }
    }

    fn trace<M: Machine>(
        &self,
        system: &System,
        expander: &mut Expander<'_, M>,
        liveness: LivenessGoal<'_>,
    ) -> Result<Confirmed, String> {
        let interpreter = Interpreter::new(system);
        let lost = "the steps of a violation were not found again";
        let (Violation::Finite(path) | Violation::Cycle(path, _) | Violation::Rest(path)) = self;
        let (mut moves, lengths) = path.moves(expander).ok_or(lost)?;
        let no_run = "the claim does not follow the execution that was found";
        let (trace, unmodelled) = match self {
            Violation::Finite(_) => {
                let run = run(&interpreter, &moves)?;
                let LivenessGoal::Claim(claim) = liveness else { return Err(no_run.to_string()) };
                let trace = fit_finite(&interpreter, claim, &moves, &run.states).ok_or(no_run)?;
                (trace, run.unmodelled)
            }
            Violation::Rest(_) => {
                moves.push(TraceMove::Stutter);
                let run = run(&interpreter, &moves)?;
                let loop_from = moves.len() - 1;
                (plain(moves, loop_from), run.unmodelled)
            }
            Violation::Cycle(_, start) => {
                let Some(lasso) = close(&interpreter, &moves, lengths[*start])? else {
                    return Ok(Confirmed::Doubtful(Reason::Limit {
                        what:
                            "a cycle that changes variables which nothing reads, and so does not \
                               close"
                                .to_string(),
                        covered: "200000 steps of it".to_string(),
                        option: "--raw".to_string(),
                    }));
                };
                let trace = match liveness {
                    LivenessGoal::Claim(claim) => {
                        fit_infinite(&interpreter, claim, &lasso).ok_or(no_run)?
                    }
                    _ => plain(lasso.moves, lasso.loop_from),
                };
                (trace, lasso.unmodelled)
            }
        };
        Ok(match unmodelled {
            Some(reason) => Confirmed::Doubtful(reason),
            None => Confirmed::Finding(Finding { trace, fault: None, race: None, program: None }),
        })
    }
}

fn plain(moves: Vec<TraceMove>, loop_from: usize) -> Trace {
    let steps = moves.into_iter().map(|action| TraceStep { action, claim: None }).collect();
    Trace { steps, loop_from: Some(loop_from), last_claim: None }
}

/// The liveness that a built-in check looks for, if infinite executions can violate it.
pub fn liveness_goal_of(check: Check) -> Option<LivenessGoal<'static>> {
    match check {
        Check::Acceptance => Some(LivenessGoal::Accept),
        Check::NonProgress => Some(LivenessGoal::NoProgress),
        _ => None,
    }
}
