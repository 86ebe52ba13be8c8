//! The network of a claim: what it does when it observes events.

use trine_base::Id;
use trine_property::{Claim, EventInstrumentation};

use crate::question::{Ending, accepts_silence, moves};
use crate::unfold::Transition;

/// A claim as one more network beside those of the system.
pub struct ClaimNetwork {
    pub transitions: Vec<Transition>,
    pub initial: u32,
    /// For each state, whether it accepts.
    pub accepting: Vec<bool>,
    /// For each state, whether an execution may end there.
    pub may_end: Vec<bool>,
}

impl ClaimNetwork {
    /// The network of a claim that comes to such an end.
    pub fn new(claim: &Claim, ending: Ending) -> ClaimNetwork {
        let ended = matches!(ending, Ending::AllEnded | Ending::Still);
        ClaimNetwork {
            transitions: transitions_of(claim, ended),
            initial: claim.initial.index() as u32,
            accepting: claim.states.iter().map(|state| state.accepting).collect(),
            may_end: match ending {
                Ending::Round => vec![true; claim.states.len()],
                Ending::Still => accepts_silence(claim),
                Ending::GoesOn | Ending::AllEnded => {
                    claim.states.iter().map(|state| state.final_).collect()
                }
            },
        }
    }
}

/// What a claim does when it observes events; in silence it moves by itself.
fn transitions_of(claim: &Claim, ended: bool) -> Vec<Transition> {
    let events = claim.instrumentation.as_ref().map_or(0, EventInstrumentation::count);
    let mut found = Vec::new();
    for from in claim.states.ids() {
        if claim.states[from].final_ {
            // The violation is complete, whatever comes.
            for event in 1..=events {
                found.push(claim_transition(from.index(), from.index(), Some(event)));
            }
            continue;
        }
        for event in 0..=events {
            for to in moves(claim, from, event, ended) {
                if event > 0 || to != from {
                    let trigger = (event > 0).then_some(event);
                    found.push(claim_transition(from.index(), to.index(), trigger));
                }
            }
        }
    }
    found
}

fn claim_transition(from: usize, to: usize, trigger: Option<u32>) -> Transition {
    let (parts, events, edges) = (Vec::new(), Vec::new(), Vec::new());
    Transition { from: from as u32, to: to as u32, trigger, parts, events, edges, unsure: false }
}
