//! Damaged specifications on a real system: all diagnostics in one run, each with a place, and no panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use trine_base::{Diagnostics, Severity, SourceMap};
use trine_session::Request;
use trine_spec as spec;
use trine_system::System;
use trine_tests::host::TestHost;
use trine_tests::{mutate, parallel};

const MODEL: &str = "
mtype = { req, ack };
chan q = [2] of { mtype, byte };
chan r = [0] of { mtype };
byte x; bool busy; byte a[3];
active [2] proctype Client() {
  byte i;
  do
  :: i < 2 -> q!req(i); r?ack; i++; printf(\"got\\n\")
  :: else -> break
  od
}
active proctype Server() {
  byte n;
  do
  :: q?req(n) -> busy = true;
Work: a[n] = n;
     busy = false;
     //@ event reply
     r!ack
  :: timeout -> break
  od
}
";

/// Every form of the language, about this model.
const SPEC: &str = "
event request = send req(*) on q
event second = send req(1) on q in Client
event taken = receive req(*) on q or receive on r
event work = assign busy = true
event rest = assign busy = false in Server
event cell = assign a[1] except assign a[1] = 2 in Server
event mark = label Work
event said = print \"got\"
event tested = test i = 7 or assign i in \"Client[0]\"
event over = end in Client
event line = at model.pml:10
property p1 { events request, second all paths satisfy (request | second; [^second])*; .? }
property p2 { no path satisfies work{2,3}; [rest, mark]+; () }
property p3 { every prefix satisfies (work; mark; rest)*; work? }
property p4 { automaton { start accepting s { work -> t  rest, mark -> s } t { rest -> violation } } }
property p5 { buchi { start i { work -> j } accepting j { rest -> i  work -> i } } }
property p6 { ltl [](request -> <>taken) && (said U \"x > 0 && Server@Work\" || X over) }
property p7 { reply responds to request after work until rest }
property p8 { at most 2 of cell between work and rest }
property p9 { work then rest without said responds to taken or line }
property p10 { invariant \"a[x % 3] + 1 <= 3 * (x - 2) || !busy\" }
property p11 { no deadlock }
property p12 { tested then over precedes said before rest }
constraint k { automaton { start accepting s { work -> u } accepting u { rest -> s  work -> violation } } }
query w { interval { ends first work  forbids rest } interval { ends rest  requires mark, said } }
";

/// Reads and compiles; the number of problems that are errors.
fn survives(text: &str, system: &System, explained: bool) -> usize {
    let mut sources = SourceMap::new();
    sources.add("model.pml", MODEL);
    let file = sources.add("spec.trine", text);
    let mut diagnostics = Diagnostics::new();
    let annotated = ["reply"];
    let specs = spec::read(&[(file, text)], &annotated, &mut diagnostics);
    // What was read is compiled even where something else is wrong: nobody may rely on a check.
    spec::system::compile(&specs, system, &sources, &mut diagnostics);
    if explained {
        specs.iter().for_each(|spec| drop(spec::explain(spec)));
    }
    for item in &diagnostics.items {
        assert!(!item.message.is_empty());
        if let Some(span) = item.span {
            sources.describe(span);
            sources.text(span);
        }
    }
    diagnostics.items.iter().filter(|item| item.severity == Severity::Error).count()
}

fn system() -> System {
    let host = TestHost::with("model.pml", MODEL);
    let request = Request { files: vec!["model.pml".to_string()], ..Request::default() };
    let loaded = trine_session::load(&request, &host);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics.items);
    loaded.system.expect("a system")
}

#[test]
fn five_thousand_damaged_specifications_are_survived() {
    let system = system();
    assert_eq!(survives(SPEC, &system, true), 0);
    // One item each, with all events: small enough for damage to matter.
    let is_event = |line: &&str| line.starts_with("event ");
    let events: String = SPEC.lines().filter(is_event).flat_map(|line| [line, "\n"]).collect();
    let items = SPEC.lines().filter(|line| !line.is_empty() && !is_event(line));
    let mut corpus: Vec<String> = items.map(|item| format!("{events}{item}\n")).collect();
    assert_eq!(corpus.len(), 14);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/specs");
    for entry in std::fs::read_dir(folder).expect("examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "trine") {
            corpus.push(std::fs::read_to_string(path).expect("a text"));
        }
    }
    corpus.sort();
    let seeds: Vec<u64> = (0..5_000).collect();
    let answers = parallel::map(&seeds, 2, |_, seed| {
        let text = mutate::mutate(&corpus, *seed);
        let survived = catch_unwind(AssertUnwindSafe(|| survives(&text, &system, seed % 10 == 0)));
        survived.map_err(|_| format!("seed {seed}:\n{text}"))
    });
    let mut faulty = 0;
    for answer in answers {
        match answer {
            Ok(errors) => faulty += usize::from(errors > 0),
            Err(text) => panic!("{text}"),
        }
    }
    assert!(faulty > 2_500, "only {faulty} were faulty");
}

#[test]
fn all_problems_are_told_at_once() {
    let spec = "\
event a = assign z
event b = send nobody on q
event c = lable Work
property p1 { absence of d }
property p2 { ltl [](a -> ) }
property p3 { automaton { s { a -> t } } }
property p3 { every prefix satisfies (a; b }
property p4 { invariant \"bussy\" }
property p5 { no deadlok }
query w { interval { requires a } }
";
    let host = TestHost::with("model.pml", MODEL).and("spec.trine", spec);
    let request = Request {
        files: vec!["model.pml".to_string()],
        specs: vec!["spec.trine".to_string()],
        ..Request::default()
    };
    let checked = trine_session::check(&request, &host);
    assert!(checked.results.is_empty());
    let loaded = &checked.loaded;
    let lines: Vec<u32> = loaded
        .diagnostics
        .items
        .iter()
        .filter_map(|item| item.span)
        .map(|span| loaded.sources.place(span).line)
        .collect();
    for line in [3, 4, 5, 6, 7, 9, 10] {
        assert!(lines.contains(&line), "nothing on line {line}: {:?}", loaded.diagnostics.items);
    }
}
