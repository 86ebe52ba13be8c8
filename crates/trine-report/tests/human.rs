//! What people read: each report in full, so that a change of a word shows.

mod common;

use common::*;
use trine_base::{Diagnostic, Span};
use trine_property::{Check, Level, Property};
use trine_report::model::{ReportDiagnostic, ReportResult, UnreachedCode};
use trine_report::{Look, human};
use trine_verdict::{TraceMove, TraceStep, Verdict};

fn look(width: usize) -> Look {
    Look { width, ..Look::default() }
}

#[test]
fn a_deadlock_says_who_waits_for_what() {
    let fixture = Fixture::new("philosophers.system", PHILOSOPHERS);
    let property = Property::check(Check::Deadlock);
    let violated = fixture.violated(&property, fixture.deadlock());
    let mut proved = holds("assertion");
    proved.unreached = vec![UnreachedCode {
        template: "Philosopher".to_string(),
        text: "taken[left] = false".to_string(),
        at: None,
        span: None,
    }];
    let report = report(vec![violated, proved]);
    golden("deadlock.txt", &human::render(&report, &fixture.sources, &look(100), true));
    let coloured = Look { colour: true, ..look(100) };
    golden("deadlock.ansi", &human::render(&report, &fixture.sources, &coloured, true));
}

#[test]
fn locks_are_named_with_their_holders() {
    let fixture = Fixture::new("locks.system", LOCKS);
    let property = Property::check(Check::Deadlock);
    let report = report(vec![fixture.violated(&property, fixture.deadlock())]);
    golden("locks.txt", &human::render(&report, &fixture.sources, &look(100), true));
}

#[test]
fn a_rendezvous_is_an_arrow_and_a_cycle_has_a_bracket() {
    let fixture = Fixture::new("meeting.system", MEETING);
    let property = recurrence_claim(&fixture.system);
    let mut trace = fixture.first_steps(8);
    trace.loop_from = Some(4);
    let report = report(vec![fixture.violated(&property, trace)]);
    golden("cycle.txt", &human::render(&report, &fixture.sources, &look(100), true));
    let narrow = human::render(&report, &fixture.sources, &look(60), true);
    golden("cycle-narrow.txt", &narrow);
}

#[test]
fn processes_come_and_go_and_values_explain_an_assertion() {
    let fixture = Fixture::new("children.system", CHILDREN);
    let property = Property::check(Check::Assertion);
    let report = report(vec![fixture.violated(&property, fixture.fault())]);
    golden("assertion.txt", &human::render(&report, &fixture.sources, &look(100), true));
}

#[test]
fn many_processes_become_lines_and_very_many_only_names() {
    let property = Property::check(Check::NonProgress);
    for (count, name) in [(8, "lanes.txt"), (60, "names.txt")] {
        let fixture = Fixture::new("ring.system", &ring(count));
        let mut trace = fixture.first_steps(count + 1);
        trace.loop_from = Some(1);
        let report = report(vec![fixture.violated(&property, trace)]);
        golden(name, &human::render(&report, &fixture.sources, &look(100), true));
    }
}

#[test]
fn a_long_execution_is_cut_in_the_middle() {
    let fixture = Fixture::new("meeting.system", MEETING);
    let property = recurrence_claim(&fixture.system);
    let trace = fixture.first_steps(300);
    let report = report(vec![fixture.violated(&property, trace)]);
    let text = human::render(&report, &fixture.sources, &look(100), true);
    assert!(text.contains("⋮ 210 steps are left out here (--verbose shows them)"), "{text}");
    let verbose = Look { verbose: true, ..look(100) };
    assert!(!human::render(&report, &fixture.sources, &verbose, true).contains('⋮'));
}

#[test]
fn an_execution_that_stops_may_violate_a_formula() {
    let fixture = Fixture::new("philosophers.system", PHILOSOPHERS);
    let property = recurrence_claim(&fixture.system);
    let mut trace = fixture.deadlock();
    trace.loop_from = Some(trace.steps.len());
    trace.steps.push(TraceStep { action: TraceMove::Stutter, claim: None });
    let report = report(vec![fixture.violated(&property, trace)]);
    golden("stops.txt", &human::render(&report, &fixture.sources, &look(100), true));
}

#[test]
fn problems_of_the_input_show_their_places() {
    let fixture = Fixture::new("philosophers.system", PHILOSOPHERS);
    let file = fixture.sources.files().next().expect("a file").0;
    let diagnostic = Diagnostic::error("there is no variable `lefft`", Span::new(file, 90, 94))
        .related(Span::new(file, 27, 32), "this one is meant, perhaps")
        .help("declare it, or correct the name");
    let mut report = report(Vec::new());
    report.diagnostics.push(ReportDiagnostic::new(&diagnostic, &fixture.sources));
    golden("diagnostic.txt", &human::render(&report, &fixture.sources, &look(100), true));
}

#[test]
fn a_reason_is_given_once_for_all_properties_that_it_concerns() {
    let fixture = Fixture::new("philosophers.system", PHILOSOPHERS);
    let mut result = ReportResult::new("deadlock", Verdict::Inconclusive, Level::Error);
    result.engine = Some("explore".to_string());
    result.reason = Some(
        "the memory limit of 1 GB was reached after 12,000,000 states; --memory-limit raises it"
            .to_string(),
    );
    result.hints = vec!["--storage bitstate looks further in the same memory".to_string()];
    result.remarks = vec!["partial-order reduction is off: the formula uses X".to_string()];
    let mut other = result.clone();
    other.property = "assertion".to_string();
    let report = report(vec![result, other]);
    golden("inconclusive.txt", &human::render(&report, &fixture.sources, &look(80), true));
}
