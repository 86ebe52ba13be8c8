//! Certificates of flow equations, written by hand: a system in text form, multipliers of its rows, and what the judge
//! says of them. No engine takes part.
//!
//! A state of a process is written as its location; none of these processes has locals or calls.

use trine_base::{Diagnostics, FileId};
use trine_judge::{Certified, certify_ilp};
use trine_property::{
    Check, Claim, ClaimOrigin, ClaimState, ClaimStateId, EventInstrumentation, Interval, Level,
    Property, PropertyKind,
};
use trine_system::{System, text};
use trine_verdict::{
    IlpCertificate, IlpEvent, IlpLabel, IlpPart, IlpRow, IlpTree, MonitorUse, Staging, Word,
};

/// The judge's answer to one leaf for each question, with these processes said to end.
#[track_caller]
fn check(system: &str, asked: &Property, mortal: &[u32], leaves: &[Leaf], expected: &str) {
    let staging = match asked.kind {
        PropertyKind::Check(_) => Staging::Deadlock,
        _ => Staging::Intervals,
    };
    let proof = IlpCertificate {
        opaque: Vec::new(),
        opaque_locals: Vec::new(),
        dead: Vec::new(),
        ignored: Vec::new(),
        mortal: mortal.to_vec(),
        staging,
        trees: leaves.iter().map(|leaf| IlpTree::Leaf(leaf.to_vec())).collect(),
    };
    let said = match certify_ilp(&read(system), asked, &proof, &|| true) {
        Certified::Confirmed => "confirmed".to_string(),
        Certified::Refused(why) => format!("refused: {why}"),
        Certified::Undecided => "undecided".to_string(),
    };
    assert_eq!(said, expected);
}

/// What the rows add up to can be so.
const POSITIVE: &str = "refused: a coefficient is above 0";
const NOT_ABOVE: &str = "refused: the right sides do not add up to more than 0";

type Leaf<'l> = &'l [(IlpRow, i128)];

fn read(system: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let system = text::parse(system, FileId(0), &mut diagnostics);
    assert!(diagnostics.items.is_empty(), "{:?}", diagnostics.items);
    system.expect("a system")
}

/// Event 2 happens, and no event 1 before it.
fn second_without_first() -> Property {
    let claim = Claim {
        states: [ClaimState::default()].into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation: Some(EventInstrumentation {
            events: vec!["first".to_string(), "second".to_string()],
            intervals: vec![Interval { ends: 2, requires: Vec::new(), forbids: vec![1] }],
            ..EventInstrumentation::default()
        }),
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Never,
        vacuous_if: Vec::new(),
    };
    let kind = PropertyKind::Claim(claim);
    Property { name: "asked".to_string(), kind, level: Level::Error, span: None }
}

fn deadlock() -> Property {
    Property::check(Check::Deadlock)
}

/// A process at a location: it runs, has no call, and serves no process.
fn at(location: i64) -> Word {
    [location, 2, 0, 0, 0].into()
}

/// What flows into a state of the process of this number flows out of it.
fn flow(process: u32, location: i64) -> IlpRow {
    IlpRow::Flow { stage: 0, part: IlpPart::Process(process), state: at(location) }
}

fn emits(first: u32, second: u32) -> String {
    format!(
        "rules no reap, listens\ntemplate p() {{\n s0: s0 -> s1 do emit {first}\n \
         s1: s1 -> s2 do emit {second}\n s2 final:\n}}\nprocess a: p()"
    )
}

#[test]
fn a_start_that_nothing_can_leave_is_a_contradiction() {
    let asked = second_without_first();
    check(&emits(1, 2), &asked, &[0], &[&[(flow(0, 0), -1)]], "confirmed");
}

#[test]
fn what_adds_up_for_one_system_is_refused_for_another() {
    let asked = second_without_first();
    check(&emits(2, 1), &asked, &[0], &[&[(flow(0, 0), -1)]], POSITIVE);
    check(&emits(1, 2), &asked, &[0], &[&[(flow(0, 0), 1)]], NOT_ABOVE);
    check(&emits(1, 2), &asked, &[0], &[&[]], NOT_ABOVE);
}

#[test]
fn rows_questions_and_ends_are_those_of_the_system() {
    let asked = second_without_first();
    let leaf: Leaf<'_> = &[(flow(0, 7), -1)];
    let row = flow(0, 7);
    check(
        &emits(1, 2),
        &asked,
        &[0],
        &[leaf],
        &format!("refused: there is no such row as {row:?}"),
    );
    let all = "refused: the proof does not answer all questions";
    check(&emits(1, 2), &asked, &[0], &[], all);
    // A process that ends is said never to end.
    check(&emits(1, 2), &asked, &[], &[&[(flow(0, 0), -1)]], "undecided");
    check(&emits(1, 2), &deadlock(), &[0], &[], all);
}

#[test]
fn nothing_that_should_go_on_is_left_where_all_end() {
    let ends = "rules no reap\ntemplate p() {\n s0: s0 -> s1\n s1 final:\n}\nprocess a: p()";
    check(ends, &deadlock(), &[0], &[&[(IlpRow::Somebody, 1)]], "confirmed");
    let waits = ends.replace("-> s1\n", "-> s1 when 0\n");
    check(&waits, &deadlock(), &[0], &[&[(IlpRow::Somebody, 1)]], POSITIVE);
}

#[test]
fn labels_name_what_is_said_to_a_part() {
    // One lock that one process takes and gives back: rest needs the lock to be held, and nothing holds it then.
    let lock = "rules no reap\nmonitor m\ntemplate p() {\n s0: s0 -> s1 enter m\n \
                s1: s1 -> s2 exit m\n s2 final:\n}\nprocess a: p()";
    let said = |operation: MonitorUse| {
        let label = IlpLabel::Monitor { operation, process: 0 };
        let part = IlpPart::Process(0);
        IlpRow::Blocked { part, parts: vec![(IlpPart::Monitor(0), label)] }
    };
    let missing = said(MonitorUse::Wait);
    let leaf: Leaf<'_> = &[(missing.clone(), 1)];
    let refused = format!("refused: there is no such row as {missing:?}");
    check(lock, &deadlock(), &[0], &[leaf], &refused);
    let observed = IlpRow::Meet {
        stage: 0,
        ending: false,
        part: IlpPart::Claim,
        label: IlpLabel::Event(IlpEvent::Observed(1)),
    };
    let refused = format!("refused: there is no such row as {observed:?}");
    check(lock, &deadlock(), &[0], &[&[(observed, 1)]], &refused);
    // It is there and says too little.
    let leaf: Leaf<'_> = &[(said(MonitorUse::Enter), 1)];
    check(lock, &deadlock(), &[0], &[leaf], NOT_ABOVE);
}
