//! Models in the style of those that were translated from other languages, in small: d_step and goto throughout.
//!
//! Without reduction Trine visits as many states as SPIN and takes as many transitions: a d_step is one.

use trine_session::{ExploreOptions, Request, Verdict};
use trine_tests::bench_models::bench_directory;
use trine_tests::host::TestHost;

/// A model, a definition, and two counts.
type Counted = (&'static str, (&'static str, &'static str), (u64, u64));

/// A model, what makes it small, and what SPIN counts (`spin -a -o1 -o2 -o3`, `-DSAFETY -DNOREDUCE`): states, and
/// transitions, among which it counts the making of the initial state.
const COUNTS: [Counted; 12] = [
    ("tickets", ("N", "2"), (581, 1_039)),
    ("fischer", ("N", "3"), (237, 625)),
    ("telephone", ("N", "3"), (440, 2_131)),
    ("elevator", ("PERSONS", "2"), (13_856, 44_913)),
    ("window", ("W", "2"), (3_520, 18_645)),
    ("memory", ("CPUS", "1"), (7_174, 15_547)),
    ("scheduler", ("N", "3"), (1_308, 3_319)),
    ("puzzle", ("COLUMNS", "3"), (366, 847)),
    ("election", ("N", "2"), (23, 41)),
    ("files", ("N", "2"), (2_818, 6_679)),
    ("caches", ("N", "2"), (252, 469)),
    ("cell", ("PLATES", "1"), (9_856, 36_807)),
];

#[test]
fn states_and_transitions_are_spins() {
    for (name, (macro_, value), (states, transitions)) in COUNTS {
        let stats = search(name, (macro_, value), false);
        assert_eq!(stats, (states, transitions - 1), "{name}");
    }
}

#[test]
fn the_interpreter_visits_the_same_states() {
    for (name, define, (states, _)) in COUNTS {
        assert_eq!(search(name, define, true).0, states, "{name}");
    }
}

fn search(name: &str, (macro_, value): (&str, &str), interpret: bool) -> (u64, u64) {
    let file = format!("{name}.pml");
    let text = std::fs::read_to_string(bench_directory().join("translated").join(&file)).unwrap();
    let raw = ExploreOptions { raw: true, partial_order: false, interpret, ..Default::default() };
    let request = Request {
        files: vec![file.clone()],
        defines: vec![(macro_.to_string(), value.to_string())],
        properties: Some(vec!["deadlock".to_string(), "assertion".to_string()]),
        explore: raw,
        search_again: 0,
        ..Request::default()
    };
    let checked = trine_session::check(&request, &TestHost::with(&file, &text));
    for result in &checked.results {
        assert_eq!(result.verdict, Verdict::Holds, "{name}");
    }
    let stats = &checked.results[0].stats;
    (stats.states.unwrap(), stats.transitions.unwrap())
}
