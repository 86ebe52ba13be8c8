//! Paper 001, Figures 10 and 11: the product of T1 and T2, whole, reduced, and reduced for a formula
//! that sees the order of the private assignments.
//!
//! The paper counts 10 states and 12 transitions in the whole graph, three states and half of the
//! transitions fewer in the reduced one, and one state and two transitions more in the one that is
//! reduced for `[](x >= y)`. Trine has the same counts where it keeps every state that it passes. By
//! default it also runs on, without keeping a state, where only one step has to be followed, and
//! forgets variables that decide nothing: then fewer states are left, over the same transitions.

use std::path::Path;

use trine_session::{ExploreOptions, Request};
use trine_tests::host::TestHost;
use trine_verdict::{PropertyResult, Verdict};

/// Checks one property of the model, after replacing a piece of its text.
fn check(property: &str, explore: ExploreOptions, replace: Option<(&str, &str)>) -> PropertyResult {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/figure10.pml");
    let mut text = std::fs::read_to_string(file).unwrap();
    if let Some((old, new)) = replace {
        assert!(text.contains(old));
        text = text.replace(old, new);
    }
    let request = Request {
        files: vec!["figure10.pml".to_string()],
        properties: Some(vec![property.to_string()]),
        explore,
        ..Request::default()
    };
    let checked = trine_session::check(&request, &TestHost::with("figure10.pml", &text));
    let [result] = checked.results.try_into().expect("one verdict");
    result
}

fn counts(result: &PropertyResult) -> (u64, u64) {
    (result.stats.states.unwrap(), result.stats.transitions.unwrap())
}

fn raw() -> ExploreOptions {
    ExploreOptions { raw: true, partial_order: false, ..ExploreOptions::default() }
}

fn every_state() -> ExploreOptions {
    ExploreOptions { every_state: true, ..ExploreOptions::default() }
}

#[test]
fn the_whole_graph() {
    assert_eq!(counts(&check("deadlock", raw(), None)), (10, 12));
}

#[test]
fn the_reduced_graph() {
    assert_eq!(counts(&check("deadlock", every_state(), None)), (7, 6));
    // Of the seven states, two are run through, and two pairs differ only in g, which nobody reads.
    assert_eq!(counts(&check("deadlock", ExploreOptions::default(), None)), (3, 6));
}

#[test]
fn formulas_that_do_not_see_the_order() {
    for formula in ["grows", "arrives", "at_first"] {
        for options in [raw(), every_state(), ExploreOptions::default()] {
            assert_eq!(check(formula, options, None).verdict, Verdict::Holds, "{formula}");
        }
    }
}

#[test]
fn the_effect_of_a_formula_that_sees_the_order() {
    for options in [raw(), every_state(), ExploreOptions::default()] {
        assert_eq!(check("ordered", options, None).verdict, Verdict::Violated);
    }
    // The search for x >= y ends at the first violation. A formula that sees the same and holds
    // shows the whole of the graph that is searched for it.
    let sees_the_same = Some(("[] (x >= y)", "[] (x >= y || y == 1)"));
    let result = check("ordered", every_state(), sees_the_same);
    assert_eq!((result.verdict, counts(&result)), (Verdict::Holds, (8, 8)));
    let result = check("ordered", raw(), sees_the_same);
    assert_eq!((result.verdict, counts(&result)), (Verdict::Holds, (10, 12)));
}
