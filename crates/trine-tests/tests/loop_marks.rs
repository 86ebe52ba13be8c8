//! Marks of loops bind every engine: what stays in a loop that ends, or in one that is not marked, is no
//! execution.

use trine_session::{Checked, Engine, Request, check};
use trine_tests::host::TestHost;
use trine_tests::{loops, parallel};
use trine_verdict::Verdict;

/// Two processes that work for ever, each waiting in an inner loop for the other to allow it.
const MODEL: &str = "bool go;
byte work;
active [2] proctype P() {
  do
  :: work = 1 - work;
     do
     :: !go -> skip
     :: go -> break
     od
  od
}
active proctype Q() {
  do
  :: go = true
  :: break
  od;
  go = true;
spin:
  skip;
  goto spin
}
";

const EVENTS: &str = "event worked = assign work in P\nevent first = assign work in P[0]\n";
const BUSY: &str =
    "property busy { buchi { start idle { first -> done } accepting done { first -> done } } }\n";

fn checked(model: &str, spec: &str, engine: Engine) -> Checked {
    let request = Request {
        files: vec!["m.pml".to_string()],
        specs: vec!["m.trine".to_string()],
        engine,
        ..Request::default()
    };
    check(&request, &TestHost::with("m.pml", model).and("m.trine", spec))
}

fn verdict(marks: &str, property: &str) -> Verdict {
    let spec = format!("{EVENTS}{property}{marks}");
    let explored = checked(MODEL, &spec, Engine::Explore);
    assert!(!explored.loaded.diagnostics.has_errors(), "{:?}", explored.loaded.diagnostics.items);
    let verdict = explored.results[0].verdict;
    // The others may know less, but never anything else.
    for engine in [Engine::Flow, Engine::Ilp] {
        let said = checked(MODEL, &spec, engine).results[0].verdict;
        let agrees = said == verdict || said == Verdict::Inconclusive;
        assert!(agrees, "{engine:?}, {marks}: {said:?}, {verdict:?}");
    }
    verdict
}

#[test]
fn a_loop_that_ends_is_left() {
    assert_eq!(verdict("", BUSY), Verdict::Violated);
    // The second process, or the third, may be the only one to step.
    assert_eq!(verdict("loop m.pml:6 is finite", BUSY), Verdict::Violated);
    // With fewer processes nobody else could.
    let alone = "bool go;
byte work;
active proctype P() {
  do
  :: work = 1 - work;
     do
     :: !go -> skip
     :: go -> break
     od
  od
}
active proctype Q() { go = true }
";
    for (marks, expected) in [
        ("", Verdict::Violated),
        ("loop m.pml:6 is finite", Verdict::Holds),
        // To stay in the inner loop is to stay in the outer one.
        ("loop m.pml:4 is finite", Verdict::Holds),
        ("loop m.pml:4 is infinite", Verdict::Holds),
        ("loop m.pml:6 is infinite", Verdict::Violated),
        ("loop m.pml:4 is infinite loop m.pml:6 is infinite", Verdict::Violated),
    ] {
        let spec = format!("event first = assign work in P\n{BUSY}{marks}");
        let explored = checked(alone, &spec, Engine::Explore);
        let result = &explored.results[0];
        assert_eq!(result.verdict, expected, "{marks}");
        // Where the outer loop ends nothing goes on.
        assert_eq!(result.vacuous, marks == "loop m.pml:4 is finite", "{marks}");
        let told = result.assumptions.iter().filter(|one| one.kind == "loop").count();
        // Marks that leave every loop as it is assume nothing.
        let expected =
            if marks.contains("4 is infinite loop") { 0 } else { marks.matches("loop").count() };
        assert_eq!(told, expected, "{marks}");
        let all = checked(alone, &spec, Engine::All);
        assert_eq!(all.results[0].verdict, result.verdict, "{marks}: {:?}", all.results[0].reason);
    }
}

#[test]
fn each_process_counts_for_itself() {
    // One process may work for ever while the other waits, unless each of them is to leave its loop.
    let both = "loop m.pml:6 is finite loop m.pml:13 is finite loop m.pml:18 is finite";
    let other = "property both {
      ltl ([]<>worked) -> (<>[]!first || []<>first)
    }\n";
    assert_eq!(verdict(both, other), Verdict::Holds);
    let never_stuck = "property never_stuck { ltl <>[]!worked || []<>worked }\n";
    assert_eq!(verdict(both, never_stuck), Verdict::Holds);
    // All loops end: in an infinite execution somebody works.
    assert_eq!(verdict(both, "property active { ltl []<>worked }\n"), Verdict::Holds);
    assert_eq!(verdict(both, BUSY), Verdict::Violated);
}

#[test]
fn finite_executions_are_no_matter_of_marks() {
    let spec = "event e = assign x\nproperty quiet { absence of e }\nloop m.pml:3 is finite\n";
    let model = "byte x;\nactive proctype P() {\n  do\n  :: x = 1\n  od\n}\n";
    let result = &checked(model, spec, Engine::Explore).results[0];
    assert_eq!(result.verdict, Verdict::Violated);
}

#[test]
fn a_mark_without_a_loop_is_an_error() {
    let spec = format!("{EVENTS}{BUSY}loop m.pml:5 is finite\nloop m.pml:200 is finite\n");
    let checked = checked(MODEL, &spec, Engine::Explore);
    let errors = checked.loaded.diagnostics.items.iter();
    let about = errors.filter(|error| error.message.contains("no loop")).count();
    assert_eq!(about, 2);
}

/// The lines of a text say what the marks leave, and every engine says the same.
#[test]
fn marks_leave_what_the_lines_say() {
    let seeds: Vec<u64> = (0..400).collect();
    let told = parallel::map(&seeds, 2, |_, seed| {
        let marked = loops::generate(*seed);
        let spec = format!("event first = assign a\n{BUSY}{}", marked.marks);
        let explored = checked(&marked.model, &spec, Engine::Explore);
        let loaded = &explored.loaded;
        if loaded.diagnostics.has_errors() {
            // A loop that cannot go round, or an event that cannot happen.
            return None;
        }
        let expected = loops::starves(loaded.system.as_ref()?, &loaded.sources, &marked)?;
        let verdict = explored.results[0].verdict;
        let about = format!("seed {seed}:\n{}{}", marked.model, marked.marks);
        assert_eq!(verdict == Verdict::Violated, expected, "{about}");
        assert_ne!(verdict, Verdict::Inconclusive, "{about}");
        let flow = checked(&marked.model, &spec, Engine::Flow).results[0].verdict;
        assert!(flow == verdict || flow == Verdict::Inconclusive, "flow, {about}");
        Some((expected, marked.marks.is_empty(), flow == Verdict::Holds))
    });
    let told: Vec<(bool, bool, bool)> = told.into_iter().flatten().collect();
    let count = |wanted: &dyn Fn(&(bool, bool, bool)) -> bool| {
        told.iter().filter(|one| wanted(one)).count()
    };
    let (bad, good) = (count(&|one| one.0 && !one.1), count(&|one| !one.0 && !one.1));
    let proved = count(&|one| one.2);
    println!("{bad} marked models starve, {good} do not, {proved} are proved by flow");
    assert!(bad >= 60 && good >= 60 && proved >= 50, "{bad}, {good}, {proved}");
}
