//! From what the session returns to a report.

mod common;

use common::*;
use trine_base::{Diagnostics, Span};
use trine_property::{Check, Property};
use trine_report::build;
use trine_system::Assumption;
use trine_verdict::{
    Checked, EngineName, EngineRun, Finding, PropertyResult, Reason, Stats, Unreached, Verdict,
};

#[test]
fn results_of_the_session_become_a_report() {
    let mut fixture = Fixture::new("philosophers.system", PHILOSOPHERS);
    fixture.system.name = "philosophers".to_string();
    let file = fixture.sources.files().next().expect("a file").0;
    let result = |check: Check, verdict: Verdict| PropertyResult {
        property: Property::check(check),
        verdict,
        reason: None,
        engine: EngineName::Explore,
        engines: vec![EngineRun { engine: EngineName::Explore, verdict, seconds: Some(0.5) }],
        checked: Checked::None,
        vacuous: false,
        findings: Vec::new(),
        rest: None,
        stats: Stats { states: Some(9), ..Stats::default() },
        constraints: Vec::new(),
        assumptions: vec![Assumption {
            kind: "bounded".to_string(),
            text: "three".to_string(),
            span: Some(Span::new(file, 0, 6)),
        }],
        remarks: Vec::new(),
    };
    let mut violated = result(Check::Deadlock, Verdict::Violated);
    violated.checked = Checked::Replay;
    violated.findings =
        vec![Finding { trace: fixture.deadlock(), fault: None, race: None, program: None }];
    let mut holds = result(Check::Assertion, Verdict::Holds);
    let template = fixture.system.templates.ids().next().expect("a template");
    let edges = fixture.system.templates[template].edges.ids();
    holds.stats.unreached = edges.rev().map(|edge| Unreached { template, edge }).collect();
    let mut limited = result(Check::UncaughtError, Verdict::Inconclusive);
    limited.reason = Some(Reason::Limit {
        what: "the time limit".to_string(),
        covered: "9 states".to_string(),
        option: "--time-limit".to_string(),
    });

    let mut diagnostics = Diagnostics::new();
    diagnostics.warning("a warning", Span::new(file, 7, 9));
    let results = [violated, holds, limited];
    let report = build(&fixture.sources, &diagnostics, Some(&fixture.system), &results);
    assert_eq!(report.exit_code(), 1);
    assert_eq!(report.diagnostics[0].at.as_deref(), Some("philosophers.system:1:8"));
    let told = &report.results;
    assert_eq!(told[0].trace.as_ref().map(|trace| trace.steps.len()), Some(3));
    assert_eq!(told[0].checked, trine_report::model::Checked::Replay);
    assert_eq!(told[0].assumptions[0].at.as_deref(), Some("philosophers.system:1:1"));
    let lines: Vec<&str> = told[1].unreached.iter().filter_map(|code| code.at.as_deref()).collect();
    let expected = [5, 7, 9, 11].map(|line| format!("philosophers.system:{line}:5"));
    assert_eq!(lines, expected);
    assert_eq!(
        told[2].reason.as_deref(),
        Some("the time limit was reached (covered: 9 states); --time-limit raises it")
    );
    let without = build(&fixture.sources, &diagnostics, None, &[]);
    assert!(without.results.is_empty());
}
