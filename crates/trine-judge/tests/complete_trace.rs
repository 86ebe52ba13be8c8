//! An outline is filled in with steps of what was left out, and with nothing else.

use trine_base::{Diagnostics, FileId};
use trine_judge::{Outline, OutlinePart, Replayed, complete_trace, replay};
use trine_property::{Check, Property};
use trine_system::interpret::Move;
use trine_system::{EdgeId, LocationId, Step, System, TemplateId, text};
use trine_verdict::{Trace, TraceMove};

fn system(text: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let system = text::parse(text, FileId(0), &mut diagnostics);
    assert!(diagnostics.items.is_empty(), "{:?}", diagnostics.items);
    system.unwrap()
}

fn step(process: u32, edge: u32) -> OutlinePart {
    OutlinePart::Step { step: Step::edge(process, EdgeId(edge)), any_choice: false }
}

fn edges(trace: &Trace) -> Vec<(u32, u32)> {
    let edges = trace.steps.iter().filter_map(|step| match &step.action {
        TraceMove::System(Step { process, action: Move::Edge(edge), .. }) => {
            Some((*process, edge.0))
        }
        _ => None,
    });
    edges.collect()
}

/// A way round that depends on `y`, then an assertion that fails.
const WAYS: &str = r#"
system "two ways"
rules no reap
global y: byte = 1
template t() {
  s0:
    s0 -> s1 when y == 0
    s0 -> s2 when y == 1
  s1:
    s1 -> s3 do y := 4
  s2:
    s2 -> s1 do y := 2
  s3:
    s3 -> s4 do assert y == 0
  s4 final:
}
process only: t()
"#;

fn two_ways(parts: Vec<OutlinePart>, inside: &[u32], limit: usize) -> Option<Trace> {
    let left_out = |_: TemplateId, at: LocationId| inside.contains(&at.0);
    let outline = Outline { parts, loop_from: None, left_out: &left_out };
    let assertion = Property::check(Check::Assertion);
    complete_trace(&system(WAYS), &assertion, &outline, false, limit, &|| true)
}

#[test]
fn the_way_that_is_open_is_taken() {
    let through = OutlinePart::Through { process: 0, to: LocationId(3) };
    for parts in [vec![through, step(0, 4)], vec![step(0, 4)]] {
        let trace = two_ways(parts, &[0, 1, 2], 10).unwrap();
        assert_eq!(edges(&trace), [(0, 1), (0, 3), (0, 2), (0, 4)]);
        let assertion = Property::check(Check::Assertion);
        let replayed = replay(&system(WAYS), &assertion, &trace, false);
        assert!(matches!(replayed, Replayed::Violated { .. }));
    }
}

#[test]
fn only_what_was_left_out_is_filled_in() {
    assert_eq!(two_ways(vec![step(0, 4)], &[0, 1], 10), None);
}

#[test]
fn what_takes_too_many_steps_is_given_up() {
    assert_eq!(two_ways(vec![step(0, 4)], &[0, 1, 2], 3), None);
    assert!(two_ways(vec![step(0, 4)], &[0, 1, 2], 4).is_some());
}

#[test]
fn a_step_that_is_not_possible_is_not_found() {
    assert_eq!(two_ways(vec![step(0, 0)], &[1, 2], 10), None);
    assert_eq!(two_ways(vec![step(0, 1), step(0, 1)], &[1, 2], 10), None);
}

/// A cycle without progress, whose counter comes back after four rounds.
const ROUNDS: &str = r#"
system "rounds"
rules no reap
global round: byte
template t() {
  s0:
    s0 -> s1 when round < 3 do round := round + 1
    s0 -> s1 else do round := 0
  s1:
    s1 -> s0
}
template idle() {
  s0:
    s0 -> s1
  s1 final:
}
process only: t()
process other: idle()
"#;

fn rounds(fair: bool, limit: usize) -> Option<Trace> {
    let left_out = |template: TemplateId, at: LocationId| template.0 == 1 || at.0 == 0;
    let parts = vec![OutlinePart::Through { process: 0, to: LocationId(1) }, step(0, 2)];
    let outline = Outline { parts, loop_from: Some(0), left_out: &left_out };
    let property = Property::check(Check::NonProgress);
    let trace = complete_trace(&system(ROUNDS), &property, &outline, fair, limit, &|| true)?;
    let replayed = replay(&system(ROUNDS), &property, &trace, fair);
    assert!(matches!(replayed, Replayed::Violated { .. }), "{replayed:?}");
    Some(trace)
}

#[test]
fn rounds_are_repeated_until_the_state_comes_back() {
    let trace = rounds(false, 100).unwrap();
    assert_eq!((trace.loop_from, trace.steps.len()), (Some(0), 8));
    assert_eq!(rounds(false, 7), None);
}

#[test]
fn what_was_left_out_is_not_put_off_for_ever_where_that_would_not_be_fair() {
    let trace = rounds(true, 100).unwrap();
    assert!(edges(&trace).contains(&(1, 0)));
}
