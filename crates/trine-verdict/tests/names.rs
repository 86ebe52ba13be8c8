//! The names of verdicts, engines and checks of the judge: what options, reports and files have.

use trine_verdict::{Checked, EngineName, Verdict};

/// Each has exactly this name.
#[track_caller]
fn check(names: &[&str], expected: &str) {
    assert_eq!(names.join(" "), expected);
}

#[test]
fn names_are_an_outside_interface() {
    let verdicts = [Verdict::Holds, Verdict::Violated, Verdict::Inconclusive];
    check(&verdicts.map(Verdict::name), "holds violated inconclusive");
    let engines = [EngineName::Explore, EngineName::Flow, EngineName::Ilp, EngineName::Replay];
    check(&engines.map(EngineName::name), "explore flow ilp replay");
    let judged = [Checked::Replay, Checked::Certificate, Checked::Search, Checked::None];
    check(&judged.map(Checked::name), "replay certificate search none");
}

#[test]
fn an_engine_prints_as_it_is_named() {
    assert_eq!(EngineName::Ilp.to_string(), EngineName::Ilp.name());
}
