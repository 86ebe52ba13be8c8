//! Replay: a system, the steps of a trace in text form, and what the judge says of it.

use trine_base::{Diagnostics, FileId};
use trine_judge::{Replayed, replay};
use trine_property::{Check, Property};
use trine_system::{EdgeId, Step, System, text};
use trine_verdict::{Trace, TraceMove, TraceStep};

/// The judge's answer for a check and steps like `a e0, b e1`.
#[track_caller]
fn check(system: &str, property: Check, steps: &str, expected: &str) {
    let system = read(system);
    let process = |name: &str| {
        let found = system.processes.iter().position(|process| process.name == name);
        found.expect("a process") as u32
    };
    let step = |words: &str| {
        let (name, edge) = words.split_once(" e").expect("a process and an edge");
        let edge = EdgeId(edge.parse().expect("a number"));
        TraceStep { action: TraceMove::System(Step::edge(process(name), edge)), claim: None }
    };
    let steps = steps.split(", ").filter(|words| !words.is_empty()).map(step).collect();
    let trace = Trace { steps, ..Trace::default() };
    let said = match replay(&system, &Property::check(property), &trace, false) {
        Replayed::Violated { .. } => "violated".to_string(),
        Replayed::Unmodelled { what } => format!("unmodelled: {what}"),
        Replayed::Refuted { at, .. } => format!("refuted at step {at}"),
    };
    assert_eq!(said, expected);
}

fn read(system: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let system = text::parse(system, FileId(0), &mut diagnostics);
    assert!(diagnostics.items.is_empty(), "{:?}", diagnostics.items);
    system.expect("a system")
}

const RACE: &str = "rules no reap
global x: int
template p() {
  s0: s0 -> s1 do x := 1
  s1 final:
}
template q() {
  s0: s0 -> s1 do assert x == 0
  s1 final:
}
process a: p()
process b: q()";

#[test]
fn only_the_order_that_violates_is_accepted() {
    check(RACE, Check::Assertion, "a e0, b e0", "violated");
    check(RACE, Check::Assertion, "b e0, a e0", "refuted at step 2");
    check(RACE, Check::Deadlock, "a e0, b e0", "refuted at step 2");
}

#[test]
fn a_step_that_is_not_enabled_is_refused_where_it_stands() {
    check(RACE, Check::Assertion, "a e0, a e0", "refuted at step 1");
}

#[test]
fn what_is_not_modelled_is_no_violation() {
    let system = "rules no reap
template p() {
  s0: s0 -> s1 do unmodelled \"a call\"
  s1: s1 -> s2 do assert 0
  s2 final:
}
process a: p()";
    check(system, Check::Assertion, "a e0, a e1", "unmodelled: a call");
}
