//! States that stand for others: the same answers as without, on systems of processes that are alike,
//! nearly alike, and not alike at all.

#[path = "common/alike.rs"]
mod alike;
mod common;
#[path = "common/violation.rs"]
mod violation;

use alike::alike;
use common::{Quiet, violated_naively};
use trine_explore::{Options, Search, check};
use trine_property::{Check, Property};
use trine_system::System;
use trine_verdict::{Budget, EngineOutcome, Verdict};
use violation::is_violation;

fn checks() -> Vec<Check> {
    Check::ALL.into_iter().filter(|check| !check.needs_cycles()).collect()
}

fn outcomes(system: &System, options: &Options) -> Vec<EngineOutcome> {
    let properties: Vec<Property> = checks().into_iter().map(Property::check).collect();
    check(system, &properties, options, &Budget::default(), &Quiet)
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("SEEDS").ok().and_then(|many| many.parse().ok()).unwrap_or(count);
    first..first + count
}

fn ways() -> [Options; 4] {
    let base = Options::default();
    [
        base.clone(),
        Options { partial_order: false, ..base.clone() },
        Options { search: Search::Bfs, ..base.clone() },
        Options { symmetry: false, ..base },
    ]
}

#[test]
fn who_is_who_does_not_matter() {
    let (mut used, mut changed, mut compared) = (0, 0, 0);
    let mut seen = std::collections::BTreeMap::new();
    for seed in seeds(1_500) {
        let (system, tampered) = alike(seed);
        let Some(expected) = violated_naively(&system, 6_000) else { continue };
        compared += 1;
        for check in &expected {
            *seen.entry(*check).or_insert(0) += 1;
        }
        for options in ways() {
            let outcomes = outcomes(&system, &options);
            let alike = outcomes.iter().any(|outcome| outcome.stats.alike.is_some());
            used += u32::from(alike && options.partial_order);
            changed += u32::from(alike && tampered);
            assert!(options.symmetry || !alike);
            for (check, outcome) in checks().into_iter().zip(&outcomes) {
                let verdict = match expected.contains(&check) {
                    true => Verdict::Violated,
                    false => Verdict::Holds,
                };
                assert_eq!(
                    outcome.verdict,
                    verdict,
                    "{} of seed {seed}, {options:?}: {outcome:?}\n{}",
                    check.name(),
                    trine_system::text::print(&system)
                );
                for finding in &outcome.findings {
                    assert!(
                        is_violation(&system, check, &finding.trace),
                        "{check:?} {seed} {options:?}\n{}",
                        trine_system::text::print(&system)
                    );
                }
            }
        }
    }
    println!("{compared} compared, {used} alike, {changed} though changed, {seen:?}");
    assert!(compared > 100 && used > compared, "{compared} {used}");
}

#[test]
fn states_that_stand_for_others_are_never_more() {
    let plain = Options { partial_order: false, ..Options::default() };
    let apart = Options { symmetry: false, ..plain.clone() };
    let (mut fewer, mut holding) = (0, 0);
    for seed in seeds(600) {
        let (system, _) = alike(seed);
        if violated_naively(&system, 6_000).is_none() {
            continue;
        }
        let (one, two) = (outcomes(&system, &plain), outcomes(&system, &apart));
        for (one, two) in one.iter().zip(&two) {
            // Where something is found, a search stops in the middle.
            if one.verdict == Verdict::Holds && two.verdict == Verdict::Holds {
                holding += 1;
                assert!(one.stats.states <= two.stats.states, "seed {seed}: {one:?} {two:?}");
                fewer += u32::from(one.stats.states < two.stats.states);
            }
        }
    }
    println!("{fewer} of {holding} with fewer states");
    assert!(fewer * 4 > holding, "{fewer} of {holding}");
}
