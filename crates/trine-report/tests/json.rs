//! The stable interfaces: JSON to the letter, and the parts of SARIF that its readers rely on.

mod common;

use common::*;
use serde_json::Value;
use trine_base::{Diagnostic, Span};
use trine_property::{Check, Level, Property};
use trine_report::model::{Report, ReportDiagnostic, ReportResult};
use trine_report::{json, sarif};
use trine_verdict::Verdict;

fn sample() -> (Fixture, Report) {
    let fixture = Fixture::new("my models/philosophers.system", PHILOSOPHERS);
    let property = Property::check(Check::Deadlock);
    let violated = fixture.violated(&property, fixture.deadlock());
    let mut open = ReportResult::new("ltl_0", Verdict::Inconclusive, Level::Error);
    open.reason = Some("the time limit was reached".to_string());
    let mut report = report(vec![violated, holds("assertion"), open]);
    let file = fixture.sources.files().next().expect("a file").0;
    let warning = Diagnostic::warning("`taken` is never read by a claim", Span::new(file, 29, 34));
    report.diagnostics.push(ReportDiagnostic::new(&warning, &fixture.sources));
    (fixture, report)
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map(|items| items.keys().map(String::as_str).collect()).unwrap_or_default()
}

#[test]
fn json_has_the_keys_of_the_design_in_their_order() {
    let (_, report) = sample();
    let text = json::render(&report, false);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(keys(&value), ["version", "diagnostics", "results"]);
    assert_eq!(value["version"], 1);
    assert_eq!(keys(&value["diagnostics"][0]), ["severity", "message", "at"]);
    let result = &value["results"][0];
    assert_eq!(
        keys(result),
        [
            "property",
            "verdict",
            "level",
            "engine",
            "reason",
            "vacuous",
            "checked",
            "engines",
            "constraints",
            "assumptions",
            "findings",
            "trace",
            "stats"
        ]
    );
    assert_eq!(keys(&result["engines"][0]), ["engine", "verdict", "seconds"]);
    assert_eq!(
        keys(&result["stats"]),
        ["nodes", "tuples", "states", "transitions", "bytes", "seconds"]
    );
    let finding = &result["findings"][0];
    assert_eq!(keys(finding), ["message", "at", "related", "fingerprint", "suppressed", "trace"]);
    assert_eq!(finding["trace"], result["trace"]);
    assert_eq!(keys(&result["trace"]), ["steps", "loop_from"]);
    let step = &result["trace"]["steps"][0];
    assert_eq!(keys(step), ["process", "action", "events", "at", "changes"]);
    assert_eq!(step["process"], "Philosopher[2]");
    assert_eq!(step["changes"][0], serde_json::json!(["taken[2]", "false", "true"]));
    assert_eq!(keys(&value["results"][1]["assumptions"][0]), ["kind", "text", "at"]);
    assert_eq!(value["results"][1]["trace"], Value::Null);
    assert_eq!(value["results"][1]["checked"], "search");
    assert_eq!(result["stats"]["seconds"], 0.0123);
}

#[test]
fn without_timing_the_bytes_are_the_same() {
    let (_, report) = sample();
    let text = json::render(&report, true);
    golden("report.json", &text);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["results"][0]["stats"]["seconds"], Value::Null);
    assert_eq!(value["results"][0]["engines"][0]["seconds"], Value::Null);
    // What was written can be read again.
    let again: Report = serde_json::from_str(&text).expect("a report");
    assert_eq!(json::render(&again, true), text);
}

#[test]
fn the_exit_code_is_that_of_the_worst_result() {
    let (_, mut report) = sample();
    assert_eq!(report.exit_code(), 1);
    report.results[0].level = Level::Remark;
    assert_eq!(report.exit_code(), 2);
    report.results.remove(2);
    assert_eq!(report.exit_code(), 0);
    report.results[0].level = Level::Error;
    report.results[0].findings[0].suppressed = true;
    assert_eq!(report.exit_code(), 0);
    report.diagnostics[0].severity = "error".to_string();
    assert_eq!(report.exit_code(), 3);
}

#[test]
fn sarif_has_what_its_readers_need() {
    let (fixture, report) = sample();
    let text = sarif::render(&report, &fixture.sources, "0.1.0");
    golden("report.sarif", &text);
    let log: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "Trine");
    let rules = driver["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 2, "a violation and an inconclusive one");
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(result["message"]["text"].is_string());
        // Only failures may have a level.
        assert!(result["kind"] == "fail" || result["level"] == "none");
    }
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "my%20models/philosophers.system");
    let region = &place["region"];
    assert!(region["startLine"].as_u64() >= Some(1) && region["startColumn"].as_u64() >= Some(1));
    assert!(results[0]["partialFingerprints"]["trine/v1"].is_string());
    let flows = results[0]["codeFlows"][0]["threadFlows"].as_array().expect("thread flows");
    assert_eq!(flows.len(), 3, "a flow for each process");
    let mut order: Vec<u64> = Vec::new();
    for flow in flows {
        for at in flow["locations"].as_array().expect("locations") {
            assert!(at["location"]["physicalLocation"]["region"]["startLine"].is_u64());
            order.extend(at["executionOrder"].as_u64());
        }
    }
    order.sort_unstable();
    assert_eq!(order, [1, 2, 3]);
    let notifications = &run["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notifications[0]["level"], "warning");
}
