//! Answers are the same with slicing and without, on random systems, and every violation is replayed.

mod common;

use common::{Alone, again_and_again, always_zero, observing};
use trine_property::{Check, Property};
use trine_reduce::slice_for_search;
use trine_session::{Engine, ExploreOptions, Loaded, Request, check_again};
use trine_system::GlobalId;
use trine_system::generate::{Wishes, generate_with};
use trine_system::naive::explore_naively;
use trine_verdict::{Budget, Checked, PropertyResult, Reason, Verdict};

fn ask(loaded: &Loaded, properties: &[Property], slicing: bool, fair: bool) -> Vec<PropertyResult> {
    let request = Request {
        engine: Engine::Explore,
        explore: ExploreOptions { fairness: fair, ..ExploreOptions::default() },
        budget: Budget { memory: Some(500 << 20), ..Budget::default() },
        search_again: 2_000,
        slicing,
        ..Request::default()
    };
    check_again(&request, loaded, properties.to_vec(), &Alone)
}

/// How often something came out one way or another.
#[derive(Default, Debug)]
struct Tally {
    sliced: usize,
    /// Violations that were brought back from a slice, and those without end among them.
    filled: usize,
    endless: usize,
    /// Violations of which a slice was searched, but which come from the whole system.
    searched_again: usize,
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("SEEDS").ok().and_then(|many| many.parse().ok()).unwrap_or(count);
    first..first + count
}

fn compare(wishes: Wishes, count: u64, fair: bool) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds(count) {
        let system = generate_with(seed, wishes);
        let hides = system.globals.iter().any(|global| global.hidden);
        let found = explore_naively(&system, 1_500);
        if hides || !found.complete {
            continue;
        }
        // Which violation is found first decides whether one that goes through something left out of
        // the model counts.
        let open = found.unmodelled || found.bounded;
        let mut asked: Vec<Property> = Check::ALL.map(Property::check).to_vec();
        let together = asked.clone();
        for global in [GlobalId(0), GlobalId(1)] {
            asked.push(again_and_again(global, true));
            asked.push(again_and_again(global, false));
            asked.push(always_zero(global));
        }
        if !system.rules.instrumented {
            let finite = |one: &Property| explore_naively(&one.system(&system), 5_000).complete;
            let observed = [false, true].map(|never| observing(&system, seed, never));
            asked.extend(observed.into_iter().filter(finite));
        }
        let loaded = Loaded { system: Some(system), ..Loaded::default() };
        let all = asked.iter().map(std::slice::from_ref).chain([&together[..]]);
        for properties in all {
            let sliced = ask(&loaded, properties, true, fair);
            let whole = ask(&loaded, properties, false, fair);
            for (part, whole) in sliced.iter().zip(&whole) {
                look(seed, &loaded, part, whole, open, &mut tally);
                // A slice was searched; that its violation is not shown means that it was not filled in.
                let alone = properties.len() == 1 && part.verdict == Verdict::Violated;
                if alone && part.stats.left_out.is_none() {
                    let system = loaded.system.as_ref().unwrap();
                    let sliced =
                        slice_for_search(system, properties.iter().collect::<Vec<_>>().as_slice());
                    tally.searched_again += usize::from(sliced.is_some());
                }
            }
        }
    }
    tally
}

fn look(
    seed: u64,
    loaded: &Loaded,
    part: &PropertyResult,
    whole: &PropertyResult,
    open: bool,
    tally: &mut Tally,
) {
    let holds = |result: &PropertyResult| result.verdict == Verdict::Holds;
    let same = if open { holds(whole) == holds(part) } else { whole.verdict == part.verdict };
    let bug = matches!(part.reason, Some(Reason::Internal { .. }));
    assert!(
        same && !bug,
        "seed {seed}, {:?}: {:?}, sliced {:?}, {:?}\n{}",
        part.property,
        whole.verdict,
        part.verdict,
        part.reason,
        loaded.system.as_ref().map_or(String::new(), trine_system::text::print)
    );
    let violated = part.verdict == Verdict::Violated;
    if violated {
        assert_eq!(part.checked, Checked::Replay);
    }
    assert!(whole.stats.left_out.is_none());
    if part.stats.left_out.is_some() {
        tally.sliced += 1;
        tally.filled += usize::from(violated);
        let endless = part.findings.iter().any(|finding| finding.trace.loop_from.is_some());
        tally.endless += usize::from(endless);
    }
}

#[test]
fn plain_systems_have_the_same_answers() {
    let tally = compare(Wishes::NONE, 150, false);
    assert!(tally.filled > 100 && tally.searched_again == 0, "{tally:?}");
}

#[test]
fn systems_with_channels_and_exclusive_control_have_the_same_answers() {
    let wishes = Wishes { channels: true, holds: true, ..Wishes::NONE };
    let tally = compare(wishes, 150, false);
    assert!(tally.filled > 100 && tally.searched_again == 0, "{tally:?}");
}

#[test]
fn all_systems_have_the_same_answers() {
    let tally = compare(Wishes::ALL, 150, false);
    assert!(tally.filled > 100 && tally.searched_again == 0, "{tally:?}");
}

#[test]
fn fair_executions_have_the_same_answers() {
    let wishes = Wishes { channels: true, ..Wishes::NONE };
    let tally = compare(wishes, 100, true);
    assert!(tally.endless > 100 && tally.searched_again == 0, "{tally:?}");
}
