//! Random systems: each is valid, is read back as it was printed, and means the same expanded.

use trine_base::{Diagnostics, FileId};
use trine_system::generate::{Wishes, generate, generate_with};
use trine_system::naive::{Exploration, explore_naively};
use trine_system::text::{parse, print};
use trine_system::*;

/// Larger searches are left alone.
const LIMIT: usize = 3_000;

#[test]
fn random_systems_are_valid() {
    for seed in 0..2_000 {
        let system = generate(seed);
        if let Err(problems) = validate(&system) {
            panic!("seed {seed}: {}\n{}", problems.join("\n"), print(&system));
        }
    }
}

#[test]
fn random_systems_are_read_back_as_they_were_printed() {
    for seed in 0..2_000 {
        let system = generate(seed);
        let text = print(&system);
        let mut diagnostics = Diagnostics::new();
        let again = parse(&text, FileId(0), &mut diagnostics);
        let Some(again) = again else { panic!("seed {seed}: {:?}\n{text}", diagnostics.items) };
        assert_eq!(again.without_spans(), system, "seed {seed}\n{text}");
    }
}

#[test]
fn extreme_numbers_are_faults_and_not_crashes() {
    let extremes = [
        "0",
        "1",
        "255",
        "256",
        "65536",
        "2147483647",
        "4294967295",
        "9223372036854775807",
        "64",
        "32",
    ];
    let mut valid = 0;
    for seed in 0..1_500u64 {
        let text = print(&generate(seed));
        let mut digits = text.match_indices(|c: char| c.is_ascii_digit());
        // One number of the text, in another place for each seed, becomes an extreme one.
        let all = digits.clone().count().max(1);
        let Some((at, _)) = digits.nth((seed as usize * 7919) % all) else { continue };
        let extreme = extremes[seed as usize % extremes.len()];
        let changed = format!("{}{extreme}{}", &text[..at], &text[at + 1..]);
        let mut diagnostics = Diagnostics::new();
        let Some(system) = parse(&changed, FileId(0), &mut diagnostics) else { continue };
        let large = |variable: &Variable| variable.cells() > 4_096;
        if validate(&system).is_err() || system.globals.iter().any(large) {
            continue;
        }
        valid += 1;
        explore_naively(&system, 100);
    }
    assert!(valid > 300, "only {valid} of the changed systems are valid");
}

#[test]
fn the_same_seed_makes_the_same_system() {
    assert_eq!(generate(7), generate(7));
    assert_ne!(generate(7), generate(8));
}

/// What must be the same in an expansion. Transitions may differ: one faulting edge may be several.
fn verdicts(found: &Exploration) -> impl PartialEq + std::fmt::Debug + use<> {
    (found.raw_states, found.deadlock, found.faults.clone(), found.unmodelled, found.bounded)
}

fn means_the_same(name: &str, system: &System, expanded: &System) -> bool {
    if let Err(problems) = validate(expanded) {
        panic!("{name}: {}\n{}", problems.join("\n"), print(expanded));
    }
    let native = explore_naively(system, LIMIT);
    if !native.complete {
        return false;
    }
    let other = explore_naively(expanded, 2 * LIMIT);
    assert!(other.complete, "{name}\n{}\n{}", print(system), print(expanded));
    assert_eq!(
        verdicts(&native),
        verdicts(&other),
        "{name}\n{}\n{}",
        print(system),
        print(expanded)
    );
    true
}

#[test]
fn expanded_synchronisation_means_the_same() {
    let mut compared = 0;
    for theme in 0..4u64 {
        let wishes = match theme {
            0 => Wishes { monitors: true, holds: true, ..Wishes::NONE },
            1 => Wishes { threads: true, run: true, ..Wishes::NONE },
            2 => Wishes { entries: true, observers: true, ..Wishes::NONE },
            _ => Wishes::ALL,
        };
        for seed in 0..600 {
            let system = generate_with(seed * 4 + theme, wishes);
            let syncs = |edge: &Edge| {
                !matches!(edge.sync, None | Some(Sync::Send { .. } | Sync::Receive { .. }))
            };
            if !system.templates.iter().any(|template| template.edges.iter().any(syncs)) {
                continue;
            }
            let expanded = expand_sync(&system);
            assert!(!expanded.templates.iter().any(|template| template.edges.iter().any(syncs)));
            compared +=
                usize::from(means_the_same(&format!("seed {seed} {theme}"), &system, &expanded));
        }
    }
    assert!(compared > 800, "only {compared} systems were compared");
}

#[test]
fn expanded_channels_mean_the_same() {
    let mut compared = 0;
    for seed in 0..2_400 {
        let wishes = match seed % 3 {
            0 => Wishes { channels: true, ..Wishes::NONE },
            1 => Wishes { channels: true, rules: true, holds: true, ..Wishes::NONE },
            _ => Wishes::ALL,
        };
        let system = generate_with(seed, wishes);
        let expanded = expand_channels(&system);
        if expanded.globals.len() == system.globals.len() {
            continue;
        }
        compared += usize::from(means_the_same(&format!("seed {seed}"), &system, &expanded));
    }
    assert!(compared > 300, "only {compared} systems were compared");
}
