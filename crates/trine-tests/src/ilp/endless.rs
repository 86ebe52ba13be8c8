//! Endless executions by the ilp engine against the explore engine, on random systems: what goes round for
//! ever, or rests, and violates a claim is never proved not to.

use trine_ilp::{Answer, Cycles, Goal, Prepared};
use trine_property::{Claim, ClaimEdge, ClaimGuard, ClaimState, ClaimStateId};
use trine_property::{Property, PropertyKind};
use trine_system::generate::Wishes;
use trine_system::{Expr, System};
use trine_verdict::Staging;

use super::against::{self, Compared, weigh};
use super::altered::Tally;
use super::patience;
use crate::flow::{explored, generated_with};
use crate::rng::Rng;

/// The system of a seed, and what endless executions of it should not be like.
fn asked(seed: u64) -> (System, Property) {
    let mut rng = Rng::new(seed ^ 0xe4d1);
    let none = Wishes { holds: rng.chance(20), ..Wishes::NONE };
    let wishes = match rng.below(4) {
        0 => Wishes { channels: true, ..none },
        1 => Wishes { entries: true, ..none },
        2 => Wishes { monitors: true, threads: true, ..none },
        _ => Wishes { run: false, pools: false, observers: false, ..Wishes::ALL },
    };
    let (system, mut property) = generated_with(seed, wishes);
    if let PropertyKind::Claim(claim) = &mut property.kind {
        endless(claim, &mut rng);
    }
    (system, property)
}

/// Makes a claim of one of the usual kinds, or any.
fn endless(claim: &mut Claim, rng: &mut Rng) {
    let events =
        claim.instrumentation.as_ref().map_or(0, |instrumentation| instrumentation.events.len())
            as u32;
    let edge = |event: u32, to: u32| ClaimEdge {
        guard: ClaimGuard::When(Expr::Event(event)),
        assertion: None,
        to: ClaimStateId(to),
    };
    let (stimulus, response) = (1 + rng.below(events as usize) as u32, 1);
    let mut states: Vec<ClaimState> = Vec::new();
    match rng.below(3) {
        // It never occurs.
        0 => {
            let edges = (0..=events).filter(|event| *event != response).map(|event| edge(event, 0));
            states.push(ClaimState {
                edges: edges.collect(),
                accepting: true,
                ..Default::default()
            });
        }
        // It occurs, and is never answered.
        1 => {
            let mut edges: Vec<ClaimEdge> = (0..=events).map(|event| edge(event, 0)).collect();
            edges.push(edge(stimulus, 1));
            states.push(ClaimState { edges, ..Default::default() });
            let edges = (0..=events).filter(|event| *event != response).map(|event| edge(event, 1));
            states.push(ClaimState {
                edges: edges.collect(),
                accepting: true,
                ..Default::default()
            });
        }
        _ => {
            let count = rng.between(2, 4) as u32;
            for state in 0..count {
                let mut edges = vec![edge(0, state)];
                for event in 1..=events {
                    if rng.chance(80) {
                        edges.push(edge(event, rng.below(count as usize) as u32));
                    }
                }
                if rng.chance(15) {
                    edges.push(edge(0, rng.below(count as usize) as u32));
                }
                let accepting = rng.chance(40) || state + 1 == count;
                let final_ = rng.chance(8) && state > 0 && state + 1 < count;
                states.push(ClaimState { edges, accepting, final_, ..Default::default() });
            }
        }
    }
    claim.states = states.into_iter().collect();
    claim.initial = ClaimStateId(0);
    claim.infinite_only = rng.chance(30);
    if let Some(instrumentation) = &mut claim.instrumentation {
        instrumentation.intervals = Vec::new();
    }
}

/// Compares the engines on the system of a seed: what explore says, and whether ilp proved it.
pub fn compare(seed: u64, tally: &mut Tally) -> Compared {
    let (system, property) = asked(seed);
    let PropertyKind::Claim(claim) = &property.kind else { return Ok(None) };
    let instrumented = property.system(&system);
    let Ok(prepared) = Prepared::new(&instrumented, &|| true) else { return Ok(None) };
    let Ok(analysis) = prepared.analysis(Goal::Claim(claim)) else { return Ok(None) };
    let (mut answer, _) = analysis.run(Staging::Endless, Cycles::Lazy, &patience());
    if matches!(answer, Answer::Flow(_)) && seed.is_multiple_of(2) {
        answer = analysis.refine(Staging::Endless, &mut |_| {}, &patience()).answer;
    }
    let expected = explored(&system, &property);
    weigh(seed, (&system, &property), &analysis, (answer, expected), tally)
}

/// Compares many; whether nothing is wrong.
pub fn campaign(seeds: std::ops::Range<u64>) -> bool {
    against::campaign(seeds, compare)
}
