//! The engine against the naive search of the reference interpreter, on random systems.

use std::time::Duration;

use trine_explore::{Options, check};
use trine_property::{Check, Property};
use trine_system::generate::{Wishes, generate_with};
use trine_system::naive::{Exploration, explore_naively};
use trine_system::{FaultKind, System};
use trine_verdict::{Budget, EngineOutcome, Progress, Verdict, Watch};

/// Nobody watches, and time stands still.
struct Quiet;

impl Watch for Quiet {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn cancelled(&self) -> bool {
        false
    }
    fn progress(&self, _: Progress) {}
}

const LIMIT: usize = 5_000;

fn finite_checks() -> Vec<Property> {
    [Check::Assertion, Check::Deadlock, Check::UncaughtError].map(Property::check).to_vec()
}

fn search(system: &System, options: &Options) -> Vec<EngineOutcome> {
    check(system, &finite_checks(), options, &Budget::default(), &Quiet)
}

/// What the naive search says of the three checks.
fn expected(found: &Exploration) -> [bool; 3] {
    let other = found.faults.iter().any(|kind| *kind != FaultKind::Assertion);
    [found.faults.contains(&FaultKind::Assertion), found.deadlock, other]
}

fn compare(system: &System, found: &Exploration, options: &Options, seed: u64) {
    let outcomes = search(system, options);
    for (outcome, violated) in outcomes.iter().zip(expected(found)) {
        let verdict = match (violated, found.unmodelled || found.bounded) {
            (true, false) => &[Verdict::Violated][..],
            (true, true) => &[Verdict::Violated, Verdict::Inconclusive],
            (false, false) => &[Verdict::Holds],
            (false, true) => &[Verdict::Inconclusive],
        };
        assert!(
            verdict.contains(&outcome.verdict),
            "seed {seed}, {options:?}: {outcome:?} but naive says {found:?}"
        );
        assert_eq!(outcome.verdict == Verdict::Violated, !outcome.findings.is_empty());
    }
}

fn compare_raw(system: &System, found: &Exploration, options: &Options, seed: u64) {
    let raw = Options { raw: true, all_errors: true, ..options.clone() };
    compare(system, found, &raw, seed);
    let states = search(system, &raw)[0].stats.states;
    assert_eq!(states, Some(found.raw_states as u64), "raw states, seed {seed}, {options:?}");
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("SEEDS").ok().and_then(|many| many.parse().ok()).unwrap_or(count);
    first..first + count
}

const PROMELA: Wishes =
    Wishes { monitors: false, threads: false, entries: false, pools: false, ..Wishes::ALL };

#[test]
fn compiled_systems_mean_what_the_interpreter_says() {
    let mut compared = 0;
    for seed in seeds(1_500) {
        let system = generate_with(seed, PROMELA);
        let found = explore_naively(&system, LIMIT);
        if found.complete {
            compared += 1;
            compare_raw(&system, &found, &Options::default(), seed);
            compare(&system, &found, &Options::default(), seed);
        }
    }
    assert!(compared > 0);
}

#[test]
fn all_systems_can_be_searched() {
    let interpret = Options { interpret: true, ..Options::default() };
    for seed in seeds(300) {
        let system = generate_with(seed, Wishes::ALL);
        let found = explore_naively(&system, 1_000);
        if found.complete {
            compare_raw(&system, &found, &interpret, seed);
            compare_raw(&system, &found, &Options::default(), seed);
            compare(&system, &found, &Options::default(), seed);
        }
    }
}
