//! The engine against the naive search of the reference interpreter, on random systems.

use std::time::Duration;

use trine_explore::{Options, Search, Storage, check};
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
            (false, false) if options.storage.is_approximate() => &[Verdict::Inconclusive],
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

#[test]
fn every_search_and_every_store_gives_the_same_answer() {
    let base = Options::default();
    let bits = Storage::Bitstate { functions: 3, log2_bits: 20, runs: 2 };
    let ways = [
        Options { partial_order: false, ..base.clone() },
        Options { search: Search::Bfs, ..base.clone() },
        Options { search: Search::Bfs, raw: true, ..base.clone() },
        Options { shortest: true, ..base.clone() },
        Options { storage: Storage::Compressed, ..base.clone() },
        Options { storage: Storage::HashCompact, ..base.clone() },
        Options { storage: bits, ..base.clone() },
        Options { max_findings: 3, ..base.clone() },
    ];
    for seed in seeds(400) {
        let system = generate_with(seed, PROMELA);
        let found = explore_naively(&system, 2_000);
        for options in ways.iter().filter(|_| found.complete) {
            compare(&system, &found, options, seed);
        }
    }
}

#[test]
fn stores_and_orders_count_the_same_raw_states() {
    let base = Options::default();
    let ways = [
        Options { search: Search::Bfs, ..base.clone() },
        Options { storage: Storage::Compressed, ..base.clone() },
        Options { storage: Storage::HashCompact, ..base.clone() },
    ];
    for seed in seeds(200) {
        let system = generate_with(seed, PROMELA);
        let found = explore_naively(&system, 2_000);
        // What is hidden depends on the way a state is first reached.
        let hides = system.globals.iter().any(|variable| variable.hidden);
        for options in ways.iter().filter(|_| found.complete && !hides) {
            compare_raw(&system, &found, options, seed);
        }
    }
}
