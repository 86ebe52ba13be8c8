//! States that stand for others: the same answers as without, on systems of processes that are alike,
//! nearly alike, and not alike at all.

#[path = "common/alike.rs"]
mod alike;
mod common;
#[path = "common/violation.rs"]
mod violation;

use alike::alike;
use common::{Quiet, violated_naively};
use trine_base::{Diagnostics, FileId};
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

/// Three processes with this code, where `#` is the number of each and `+` that of the next, and a process that
/// starts and joins them.
fn three(globals: &str, body: &str) -> System {
    let mut text = format!("rules no reap, threads\n{globals}\n");
    text.push_str("template main() {\n");
    for at in 0..6 {
        let what = ["start", "join"][at / 3];
        let (next, whom) = (at + 1, at % 3 + 1);
        text.push_str(&format!("  s{at}:\n    s{at} -> s{next} {what} {whom}\n"));
    }
    text.push_str("  s6 final:\n}\n");
    let mut processes = "process main: main()\n".to_string();
    for at in 0..3 {
        let next = (at + 1) % 3;
        let body = body.replace('#', &at.to_string()).replace('+', &next.to_string());
        let mut lines = vec!["begin"];
        lines.extend(body.split(" then ").collect::<Vec<_>>());
        lines.push("end");
        text.push_str(&format!("template work{at}() {{\n  local x: byte\n"));
        for (at, line) in lines.iter().enumerate() {
            text.push_str(&format!("  s{at}:\n    s{at} -> s{} {line}\n", at + 1));
        }
        text.push_str(&format!("  s{} final:\n}}\n", lines.len()));
        processes.push_str(&format!("process p{at}: work{at}()\n"));
    }
    text.push_str(&processes);
    let mut diagnostics = Diagnostics::new();
    let system = trine_system::text::parse(&text, FileId(0), &mut diagnostics);
    system.unwrap_or_else(|| panic!("{:?}\n{text}", diagnostics.items))
}

/// How many of three processes are alike, and in how many states without and with that.
fn counted(globals: &str, body: &str) -> (Option<u64>, Option<u64>, Option<u64>) {
    let system = three(globals, body);
    let asked = [Property::check(Check::MonitorMisuse)];
    let count = |symmetry: bool| {
        let options = Options { symmetry, partial_order: false, ..Options::default() };
        let outcomes = check(&system, &asked, &options, &Budget::default(), &Quiet);
        assert_eq!(outcomes[0].verdict, Verdict::Holds);
        outcomes[0].stats.clone()
    };
    let (with, without) = (count(true), count(false));
    (with.alike, without.states, with.states)
}

#[test]
fn it_is_found_out_who_is_alike() {
    let shared = "global c: byte\nmonitor m";
    let (alike, apart, states) = counted(shared, "enter m then do c := c - 1 then exit m");
    assert_eq!((alike, states < apart.map(|apart| apart / 3)), (Some(3), true));
    // A ring can only be turned.
    let forks = "monitor f0\nmonitor f1\nmonitor f2";
    let (alike, apart, states) = counted(forks, "enter f# then enter f+ then exit f+ then exit f#");
    assert_eq!((alike, states < apart), (Some(3), true));
    // What is said is not seen; what is stored is.
    let (alike, ..) = counted(shared, "enter m then do print(\"%d\", #) then exit m");
    assert_eq!(alike, Some(3));
    let (alike, apart, states) =
        counted(shared, "enter m then do c := # then exit m then when c < 9");
    assert_eq!((alike, apart == states), (None, true));
    // Two go to the one, and one to the other.
    let (alike, ..) = counted(forks, "enter f# then do x := # / 2 then exit f# then when x < 9");
    assert_eq!(alike, Some(2));
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
