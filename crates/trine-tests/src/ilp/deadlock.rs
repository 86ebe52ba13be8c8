//! Deadlocks by the ilp engine against the explore engine, on random systems: what comes to rest is never
//! proved not to, and the judge accepts the proofs, and none of which a number was altered.

use trine_ilp::{Answer, Cycles, Goal, Prepared};
use trine_property::{Check, Level, Property, PropertyKind};
use trine_system::System;
use trine_system::generate::{Wishes, generate_with};
use trine_verdict::Staging;

use super::against::{self, Compared, weigh};
use super::altered::Tally;
use super::{left_out, patience};
use crate::flow::explored;
use crate::rng::Rng;

/// The system of a seed: some are of threads, and most have few things at a time.
fn made(seed: u64) -> System {
    let mut rng = Rng::new(seed ^ 0xdead);
    let none = Wishes { holds: rng.chance(20), observers: rng.chance(10), ..Wishes::NONE };
    let wishes = match rng.below(5) {
        0 => Wishes { monitors: true, threads: true, ..none },
        1 => Wishes { channels: true, ..none },
        2 => Wishes { entries: true, threads: rng.chance(50), ..none },
        3 => Wishes { monitors: true, entries: true, channels: true, ..none },
        _ => Wishes { run: false, pools: false, ..Wishes::ALL },
    };
    let mut system = generate_with(seed, wishes);
    system.rules.threads |= rng.chance(50);
    system
}

/// Compares the engines on the system of a seed: what explore says, and whether ilp proved it.
pub fn compare(seed: u64, tally: &mut Tally) -> Compared {
    let system = made(seed);
    let kind = PropertyKind::Check(Check::Deadlock);
    let property = Property { name: "deadlock".to_string(), kind, level: Level::Error, span: None };
    let Ok(prepared) = Prepared::leaving_out(&system, left_out(&system, seed), &|| true) else {
        return Ok(None);
    };
    let Ok(analysis) = prepared.analysis(Goal::Deadlock) else { return Ok(None) };
    let expected = explored(&system, &property);
    let (mut answer, _) = analysis.run(Staging::Deadlock, Cycles::Lazy, &patience());
    if matches!(answer, Answer::Flow(_)) {
        answer = analysis.refine(Staging::Deadlock, &mut |_| {}, &patience()).answer;
    }
    weigh(seed, (&system, &property), &analysis, (answer, expected), tally)
}

/// Compares many; whether nothing is wrong.
pub fn campaign(seeds: std::ops::Range<u64>) -> bool {
    against::campaign(seeds, compare)
}
