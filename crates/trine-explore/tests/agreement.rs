//! The engine against the naive search of the reference interpreter, on random systems.

mod common;
#[path = "common/violation.rs"]
mod violation;

use common::{Quiet, violated_naively};
use trine_explore::{Options, Search, Storage, check};
use trine_property::{Check, Property};
use trine_system::System;
use trine_system::generate::{Wishes, generate_requeuing, generate_with};
use trine_system::naive::{Exploration, explore_naively};
use trine_verdict::{Budget, EngineOutcome, Verdict};
use violation::is_violation;

const LIMIT: usize = 5_000;

fn finite_checks() -> Vec<Property> {
    [Check::Assertion, Check::Deadlock, Check::UncaughtError].map(Property::check).to_vec()
}

fn search(system: &System, options: &Options) -> Vec<EngineOutcome> {
    check(system, &finite_checks(), options, &Budget::default(), &Quiet)
}

/// What the naive search says of the three checks.
fn expected(found: &Exploration) -> [bool; 3] {
    let owned = |check: Check| found.faults.iter().any(|kind| check.owns(*kind));
    [owned(Check::Assertion), found.deadlock, owned(Check::UncaughtError)]
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
        let mut system = generate_with(seed, Wishes::ALL);
        // The naive search does not look for threads that wait for each other.
        system.rules.threads = false;
        let found = explore_naively(&system, 1_000);
        if found.complete {
            compare_raw(&system, &found, &interpret, seed);
            compare_raw(&system, &found, &Options::default(), seed);
            compare(&system, &found, &Options::default(), seed);
        }
    }
}

#[test]
fn callers_are_sent_on_as_the_interpreter_says() {
    let entries = Wishes { entries: true, threads: true, holds: true, ..Wishes::NONE };
    let mut requeues = 0;
    for seed in seeds(400) {
        let mut system = generate_requeuing(seed, entries);
        system.rules.threads = false;
        let found = explore_naively(&system, 1_000);
        if found.complete && system.requeues() {
            requeues += 1;
            compare_raw(&system, &found, &Options::default(), seed);
            compare(&system, &found, &Options::default(), seed);
        }
    }
    assert!(requeues > 50, "{requeues}");
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

#[test]
fn ends_and_holders_that_are_read_as_values_stay_in_order() {
    let none = Wishes { questions: true, threads: true, ..Wishes::NONE };
    let mut asked = 0;
    for seed in seeds(3_000) {
        let wishes = match seed % 4 {
            0 => none,
            1 => Wishes { monitors: true, ..none },
            2 => Wishes { entries: true, ..none },
            _ => Wishes { holds: true, channels: true, ..none },
        };
        let mut system = generate_with(seed, wishes);
        system.rules.threads = false;
        // As in programs, where ended processes stay.
        system.rules.reap = seed % 8 >= 6;
        let found = explore_naively(&system, 1_000);
        if found.complete {
            asked += 1;
            compare(&system, &found, &Options::default(), seed);
            compare(&system, &found, &Options { shortest: true, ..Options::default() }, seed);
        }
    }
    assert!(asked > 100, "{asked}");
}

const THREADS: Wishes =
    Wishes { entries: false, channels: false, run: false, rules: false, ..Wishes::ALL };

#[test]
fn the_checks_of_threads_are_decided_as_a_naive_search_does() {
    let base = Options::default();
    let ways = [
        base.clone(),
        Options { interpret: true, ..base.clone() },
        Options { raw: true, ..base.clone() },
        Options { partial_order: false, ..base.clone() },
        Options { search: Search::Bfs, ..base.clone() },
        Options { shortest: true, ..base.clone() },
        Options { storage: Storage::Compressed, ..base.clone() },
        Options { max_findings: 3, ..base.clone() },
    ];
    // Programs with memory are never systems.
    let of_memory = [Check::Memory, Check::Overflow, Check::ReachError];
    let fits = |check: &Check| !check.needs_cycles() && !of_memory.contains(check);
    let checks: Vec<Check> = Check::ALL.into_iter().filter(fits).collect();
    let properties: Vec<Property> = checks.iter().map(|check| Property::check(*check)).collect();
    let mut seen = std::collections::BTreeMap::new();
    for seed in seeds(1_000) {
        // Every third one has channels, priorities, removal of ended processes and the like, too.
        let wishes =
            if seed % 3 == 0 { Wishes { channels: true, rules: true, ..THREADS } } else { THREADS };
        let mut system = generate_with(seed, wishes);
        system.rules.threads = true;
        let Some(expected) = violated_naively(&system, 3_000) else { continue };
        for check in &expected {
            *seen.entry(*check).or_insert(0) += 1;
        }
        for options in &ways {
            let outcomes = check(&system, &properties, options, &Budget::default(), &Quiet);
            for (check, outcome) in checks.iter().zip(&outcomes) {
                let verdict = match expected.contains(check) {
                    true => Verdict::Violated,
                    false => Verdict::Holds,
                };
                assert_eq!(
                    outcome.verdict,
                    verdict,
                    "{} of seed {seed}, {options:?}: {outcome:?}",
                    check.name()
                );
                for finding in &outcome.findings {
                    assert!(is_violation(&system, *check, &finding.trace), "{check:?} {seed}");
                }
            }
        }
    }
    for check in checks {
        assert!(seen.get(&check).is_some_and(|many| *many >= 3), "{check:?}: {seen:?}");
    }
}
