//! Claims about systems that come from nowhere, and a world without files.

#![allow(dead_code, reason = "each test uses what it needs")]

pub mod files;

use std::time::Duration;

use trine_property::{
    Check, Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId,
    EventInstrumentation, Property, PropertyKind,
};
use trine_session::Host;
use trine_system::{Effect, Expr, GlobalId, System};
use trine_verdict::Progress;

pub struct Alone;

impl Host for Alone {
    fn read(&self, _: &str) -> Result<String, String> {
        Err("there are no files".to_string())
    }
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn cancelled(&self) -> bool {
        false
    }
    fn progress(&self, _: Progress) {}
}

fn edge(guard: Expr, to: u32) -> ClaimEdge {
    ClaimEdge { guard: ClaimGuard::When(guard), assertion: None, to: ClaimStateId(to) }
}

fn claim(
    states: Vec<ClaimState>,
    stutter_invariant: bool,
    instrumentation: Option<EventInstrumentation>,
) -> Property {
    let claim = Claim {
        states: states.into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation,
        infinite_only: false,
        stutter_invariant,
        origin: ClaimOrigin::Never,
        vacuous_if: Vec::new(),
    };
    let kind = PropertyKind::Claim(claim);
    Property { name: "claim".to_string(), kind, ..Property::check(Check::Assertion) }
}

/// Violated where the variable is 0 from some moment on.
pub fn again_and_again(global: GlobalId, stutter_invariant: bool) -> Property {
    let zero = || Expr::global(global).negated();
    let waiting =
        ClaimState { edges: vec![edge(Expr::TRUE, 0), edge(zero(), 1)], ..ClaimState::default() };
    let stuck =
        ClaimState { accepting: true, edges: vec![edge(zero(), 1)], ..ClaimState::default() };
    claim(vec![waiting, stuck], stutter_invariant, None)
}

/// Violated where the variable is not 0 at some moment.
pub fn always_zero(global: GlobalId) -> Property {
    let zero = || Expr::global(global).negated();
    let edges = vec![edge(zero(), 0), edge(Expr::global(global), 1)];
    let zero = ClaimState { edges, ..ClaimState::default() };
    let bad = ClaimState { final_: true, ..ClaimState::default() };
    claim(vec![zero, bad], true, None)
}

/// Some edges of each template say something: violated where nothing is ever said, or something is.
pub fn observing(system: &System, seed: u64, never: bool) -> Property {
    let mut instrumentation =
        EventInstrumentation { events: vec!["it".to_string()], ..EventInstrumentation::default() };
    for (id, template) in system.templates.enumerate() {
        for (edge, code) in template.edges.enumerate() {
            if (u64::from(edge.0) + seed).is_multiple_of(5) {
                let mut speaking = code.clone();
                speaking.effects.push(Effect::Emit { event: 1, when: Expr::TRUE });
                instrumentation.edges.push((id, Some(edge), speaking));
            }
        }
    }
    let edges = vec![edge(Expr::Event(1).negated(), 0), edge(Expr::Event(1), 1)];
    let silent = ClaimState { accepting: !never, edges, ..ClaimState::default() };
    let spoken = ClaimState { final_: never, ..ClaimState::default() };
    claim(vec![silent, spoken], true, Some(instrumentation))
}
