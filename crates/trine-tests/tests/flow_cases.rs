//! What the flow engine says around its proofs.

use trine_session::{Checked, Constraints, Engine, Request, check};
use trine_tests::host::TestHost;
use trine_verdict::{Checked as Backing, Reason, Verdict};

const SYSTEM: &str = r#"system "two steps"
rules no reap

template worker() {
  first:
    first -> second label call a
  second:
    second -> gone label call b
  gone final:
}

process one: worker()
process two: worker()
"#;

fn checked(spec: &str, request: Request) -> Checked {
    let request = Request {
        files: vec!["two.system".to_string()],
        specs: vec!["two.trine".to_string()],
        ..request
    };
    check(&request, &TestHost::with("two.system", SYSTEM).and("two.trine", spec))
}

const EVENTS: &str = "event a1 = call a in one\nevent b1 = call b in one\n";

#[test]
fn proofs_have_certificates_and_name_their_constraints() {
    let spec = format!("{EVENTS}property order {{ a1 precedes b1 }}");
    let checked = checked(&spec, Request { engine: Engine::Flow, ..Request::default() });
    let result = &checked.results[0];
    assert_eq!(result.verdict, Verdict::Holds, "{:?}", result.reason);
    assert_eq!(result.checked, Backing::Certificate);
    assert_eq!(result.engine.name(), "flow");
}

#[test]
fn all_engines_are_asked_and_agree() {
    let spec = format!("{EVENTS}property quiet {{ absence of b1 }}");
    let checked = checked(&spec, Request { engine: Engine::All, ..Request::default() });
    let result = &checked.results[0];
    assert_eq!(result.verdict, Verdict::Violated, "{:?}", result.reason);
    assert_eq!(result.engines.len(), 3);
}

#[test]
fn constraints_that_leave_nothing_are_told() {
    let impossible = "constraint nothing {
      automaton { start fresh { a1 -> violation  b1 -> violation } }
    }";
    let spec = format!("{EVENTS}{impossible}\nproperty quiet {{ absence of b1 }}");
    for engine in [Engine::Flow, Engine::Explore, Engine::Auto] {
        let checked = checked(&spec, Request { engine, ..Request::default() });
        let result = &checked.results[0];
        assert_eq!(result.verdict, Verdict::Holds, "{engine:?} {:?}", result.reason);
        assert!(result.vacuous, "{engine:?}");
        let told = |remark: &String| remark.contains("leave no execution");
        assert!(result.remarks.iter().any(told), "{engine:?}: {:?}", result.remarks);
        let assumed = |assumption: &trine_system::Assumption| {
            assumption.kind == "constraint" && assumption.text.contains("`nothing`")
        };
        assert!(result.assumptions.iter().any(assumed), "{engine:?}");
    }
}

#[test]
fn a_constraint_that_is_not_there_is_an_error_that_suggests_one() {
    let spec = format!("{EVENTS}property order {{ a1 precedes b1 }}");
    let constraints = Constraints::Named(vec!["task onee".to_string()]);
    let request = Request { engine: Engine::Flow, constraints, ..Request::default() };
    let checked = checked(&spec, request);
    assert!(checked.results.is_empty());
    let items = &checked.loaded.diagnostics.items;
    assert!(items.iter().any(|item| item.message.contains("did you mean `task one`")), "{items:?}");
}

/// A value that the model does not know may be any value: no engine proves anything with the one that it
/// stands for.
#[test]
fn what_nobody_knows_proves_nothing() {
    let system = "system \"unknown\"
rules no reap

global x: int

template worker() {
  first:
    first -> second do choose x in 0..0 unknown
  second:
    second -> gone when x == 1 label call a
    second -> gone when x != 1 label call b
  gone final:
}

process one: worker()
";
    let spec = "event a1 = call a\nproperty quiet { absence of a1 }\n\
                query loud { interval { ends a1 } }\n";
    for engine in [Engine::Flow, Engine::Ilp, Engine::Explore, Engine::All, Engine::Auto] {
        let request = Request {
            files: vec!["u.system".to_string()],
            specs: vec!["u.trine".to_string()],
            engine,
            ..Request::default()
        };
        let checked = check(&request, &TestHost::with("u.system", system).and("u.trine", spec));
        for result in &checked.results {
            let verdicts = result.engines.iter().map(|run| run.verdict);
            let undecided =
                verdicts.chain([result.verdict]).all(|one| one == Verdict::Inconclusive);
            assert!(undecided, "{engine:?}, {}: {:?}", result.property.name, result.engines);
            assert!(!matches!(result.reason, Some(Reason::Internal { .. })), "{:?}", result.reason);
        }
        assert_eq!(checked.results.len(), 2);
    }
}
