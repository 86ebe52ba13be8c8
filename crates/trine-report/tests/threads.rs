//! What is told of threads that wait for each other, race, or miss a signal.

mod common;

use common::*;
use trine_property::{Check, Property};
use trine_report::trace::DescribedTrace;
use trine_system::{EdgeId, Step};
use trine_verdict::{Trace, TraceMove, TraceStep};

/// The story of these steps, each a process and an edge of its.
fn told(name: &str, text: &str, check: Check, steps: &[(u32, u32)]) -> DescribedTrace {
    let fixture = Fixture::new(name, text);
    let step = |(process, edge): &(u32, u32)| TraceStep {
        action: TraceMove::System(Step::edge(*process, EdgeId(*edge))),
        claim: None,
    };
    let trace = Trace { steps: steps.iter().map(step).collect(), ..Trace::default() };
    fixture.describe(&trace, &Property::check(check))
}

fn example(name: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/system");
    std::fs::read_to_string(folder.join(name)).expect("an example")
}

#[test]
fn a_circle_is_told_with_who_holds_what() {
    let text = example("stuck-pair.system");
    let trace = told("stuck-pair.system", &text, Check::Deadlock, &[(0, 0), (1, 0)]);
    assert_eq!(
        trace.message,
        "writer and painter wait for ever: writer waits for pen, which painter holds; painter waits \
         for paper, which writer holds"
    );
    assert!(trace.others_go_on);
    let stuck: Vec<String> = trace.resting.iter().map(|at| at.holds.join(", ")).collect();
    assert_eq!(stuck, ["paper", "pen"]);
    let related: Vec<&str> = trace.related.iter().map(|place| place.message.as_str()).collect();
    assert_eq!(
        related,
        [
            "writer waits for the lock pen, which painter holds; holds paper",
            "painter waits for the lock paper, which writer holds; holds pen",
        ]
    );
}

#[test]
fn a_race_is_told_with_both_places() {
    let text = example("lost-update.system");
    let trace = told("lost-update.system", &text, Check::DataRace, &[(0, 0)]);
    assert_eq!(trace.message, "first is about to write counter, and second to read it");
    let related: Vec<(&str, Option<&str>)> =
        trace.related.iter().map(|place| (place.message.as_str(), place.at.as_deref())).collect();
    assert_eq!(
        related,
        [
            ("first is about to write counter", Some("lost-update.system:14:5")),
            ("second is about to read counter", Some("lost-update.system:12:5")),
        ]
    );
}

#[test]
fn a_missed_signal_is_named() {
    let text = example("missed-signal.system");
    let steps = [(1, 0), (1, 1), (1, 2), (0, 0), (0, 1)];
    let trace = told("missed-signal.system", &text, Check::WaitForever, &steps);
    assert_eq!(trace.message, "visitor waits for ever to be notified on door; a signal was missed");
    let missed = trace.related.last().expect("the place of the signal");
    assert_eq!(missed.message, "porter notifies door here, when no thread waits yet");
    assert_eq!(missed.at.as_deref(), Some("missed-signal.system:28:5"));
}

#[test]
fn remarks_name_the_threads() {
    let text = example("missed-signal.system");
    let trace = told("missed-signal.system", &text, Check::UnnecessaryNotify, &[(1, 0), (1, 1)]);
    assert_eq!(trace.message, "porter notifies door, and no thread waits");
    let joins = "rules no reap, threads
template main() {
  s0: s0 -> s1 join 1
  s1: s1 -> s2 start 1
  s2: s2 -> s3
  s3: s3 -> s4 join 1
  s4 final:
}
template worker() {
  s0: s0 -> s1 begin
  s1: s1 -> s2 end
  s2 final:
}
process main: main()
process worker: worker()
";
    let trace = told("joins.system", joins, Check::PrematureJoin, &[(0, 0)]);
    assert_eq!(trace.message, "main joins worker, which was not started");
    let steps = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)];
    let trace = told("joins.system", joins, Check::DeadInteraction, &steps);
    assert_eq!(trace.message, "join on a finished thread (harmless): main joins worker");
}
