//! What is told of a trace: names, events, waits and fingerprints.

mod common;

use common::*;
use trine_property::{
    Check, Direction, EventTrace, FieldPattern, Level, Property, PropertyKind, TraceEdge,
    TraceEvent, TraceState,
};
use trine_report::trace::{DescribedTrace, Stands};
use trine_report::{describe_run, mermaid};
use trine_system::Step;
use trine_verdict::{Trace, TraceMove, TraceStep};

fn deadlock(text: &str) -> DescribedTrace {
    let fixture = Fixture::new("test.system", text);
    fixture.describe(&fixture.deadlock(), &Property::check(Check::Deadlock))
}

fn waits(text: &str) -> Vec<String> {
    let trace = deadlock(text);
    let line = |at: &trine_report::trace::Resting| {
        format!("{} {}", trace.process(Some(at.process)), at.text)
    };
    trace.resting.iter().map(line).collect()
}

#[test]
fn waiting_is_told_in_words() {
    let told = waits(
        r#"
enum m { ack = 1, nak = 2 }
kind buffer[2](enum m, byte)
kind meet[0](byte)
global q: channel = new buffer
global r: channel = new buffer
global s: channel = new meet
global x: int = 3
template fills() { s0:
  s0 -> s1 send q(1, 1)
  s1: s1 -> s2 send q(2, 1)
  s2: s2 -> s3 send q(1, 7)
  s3 final: }
template takes() { s0: s0 -> s1 receive r(_, _) text "r?_,_"
  s1 final: }
template other() { s0: s0 -> s1 receive q(2, _) text "q?nak,_"
  s1 final: }
template sender() { s0: s0 -> s1 send s(1) text "s!1"
  s1 final: }
template guarded() { s0: s0 -> s1 when x < 3 text "x < 3"
  s0 -> s1 receive r(_, _) text "r?_,_"
  s1 final: }
template resting() { s0 end: s0 -> s1 when x == 9
  s1 final: }
template over() { s0 final: }
template held() provided x > 4 { s0: s0 -> s1
  s1 final: }
process fills: fills()
process takes: takes()
process other: other()
process sender: sender()
process guarded: guarded()
process resting: resting()
process over: over()
process held: held()
"#,
    );
    assert_eq!(
        told,
        [
            "fills waits to send on q (full, 2 of 2)",
            "takes waits to receive on r (empty)",
            "other waits to receive q?nak,_ (first in q is (ack, 1))",
            "sender waits to send on s (no process receives: s!1)",
            "guarded waits for (x < 3), where x is 3, or to receive on r (empty)",
            "resting waits for (x == 9), where x is 3 (and may end here)",
            "over has ended; a younger process keeps it",
            "held waits for its condition, provided (x > 4), where x is 3",
        ]
    );
}

#[test]
fn locks_tell_who_holds_what() {
    let trace = deadlock(LOCKS);
    assert_eq!(trace.resting[0].text, "waits for the lock second, which worker holds");
    assert_eq!(trace.resting[0].holds, ["first"]);
    assert!(trace.resting.iter().all(|at| at.stands == Stands::Waits));
}

#[test]
fn instances_are_counted_over_the_whole_execution() {
    let fixture = Fixture::new("children.system", CHILDREN);
    let trace = fixture.describe(&fixture.fault(), &Property::check(Check::Assertion));
    assert_eq!(trace.processes, ["init", "Child[0]", "Child[1]"]);
    // In a shorter run there is only one child, and it needs no number.
    let short: Vec<Step> = fixture
        .fault()
        .steps
        .iter()
        .take(2)
        .filter_map(|step| match step.action {
            TraceMove::System(step) => Some(step),
            TraceMove::Stutter => None,
        })
        .collect();
    let run = describe_run(&fixture.interpreter(), &fixture.sources, &short);
    assert_eq!(run.processes, ["init", "Child"]);
}

#[test]
fn a_rendezvous_names_its_partner() {
    let fixture = Fixture::new("meeting.system", MEETING);
    let trace = fixture.describe(&fixture.first_steps(2), &Property::check(Check::NonProgress));
    let told = trace.to_report();
    assert_eq!(told.steps[0].action, "ask!get,7 → Server");
    assert_eq!(told.steps[0].changes[0], ["Server.what", "0", "get"].map(str::to_string));
    assert_eq!(told.steps[1].changes[0], ["log", "[]", "[get]"].map(str::to_string));
    assert_eq!(trace.steps[1].printed, ["asked for 7\n"]);
}

#[test]
fn watched_events_are_listed_and_the_refused_one_is_named() {
    let fixture = Fixture::new("meeting.system", MEETING);
    let log = fixture.system.globals.ids().nth(3).expect("the log");
    let event = TraceEvent {
        channel: log,
        cell: 0,
        direction: Direction::Send,
        fields: vec![FieldPattern::Equals(2)],
    };
    let events = EventTrace {
        negated: false,
        states: vec![TraceState {
            edges: vec![TraceEdge { event, to: 0 }],
            ..TraceState::default()
        }],
        initial: 0,
    };
    let property = Property {
        name: "trace".to_string(),
        kind: PropertyKind::Events(events),
        level: Level::Error,
        span: None,
    };
    let trace = fixture.describe(&fixture.first_steps(2), &property);
    assert_eq!(trace.steps[0].events, Vec::<String>::new());
    assert_eq!(trace.steps[1].events, ["log!get"]);
    assert_eq!(trace.message, "the event log!get may not come here");
}

#[test]
fn a_fingerprint_survives_moved_lines() {
    let moved = format!("// a comment\n\n{PHILOSOPHERS}");
    let (one, two) = (deadlock(PHILOSOPHERS), deadlock(&moved));
    assert_eq!(one.fingerprint, two.fingerprint);
    assert_ne!(one.span, two.span);
    let other =
        deadlock(&PHILOSOPHERS.replace("text \"!taken[right] ->", "text \"!busy[right] ->"));
    assert_ne!(one.fingerprint, other.fingerprint);
}

#[test]
fn a_trace_of_another_system_is_told_as_far_as_it_goes() {
    let fixture = Fixture::new("philosophers.system", PHILOSOPHERS);
    let wrong = TraceStep {
        action: TraceMove::System(Step::edge(17, trine_system::EdgeId(99))),
        claim: None,
    };
    let trace = Trace { steps: vec![wrong], ..Trace::default() };
    let told = fixture.describe(&trace, &Property::check(Check::Deadlock));
    assert!(!told.complete);
    assert!(told.steps.is_empty());
}

#[test]
fn mermaid_draws_the_same_story() {
    let fixture = Fixture::new("meeting.system", MEETING);
    let mut trace = fixture.first_steps(8);
    trace.loop_from = Some(4);
    let told = fixture.describe(&trace, &recurrence_claim(&fixture.system));
    golden("cycle.mmd", &mermaid::render(&told));
}
