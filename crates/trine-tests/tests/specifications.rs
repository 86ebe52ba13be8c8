//! Properties written in the specification language, checked on Promela models end to end.

use std::time::Duration;

use trine_base::Diagnostic;
use trine_session::{ExploreOptions, Request};
use trine_tests::generate;
use trine_tests::host::TestHost;
use trine_tests::rng::Rng;
use trine_verdict::{Budget, Reason, Verdict};

const CLIENT_AND_SERVER: &str = "
mtype = { req, ack };
chan q = [2] of { mtype, byte };
chan r = [0] of { mtype };
byte x; bool busy;
active proctype Client() {
  byte i = 0;
  do
  :: i < 2 -> q!req(i); r?ack; i++; printf(\"got\\n\")
  :: else -> break
  od
}
active proctype Server() {
  byte n;
  do
  :: n < 1 -> q?req(n);
     busy = true;
Work: x = n;
     busy = false;
     //@ event reply
     r!ack
  :: else -> break
  od
}
";

const EVENTS: &str = "
event request = send req(*) on q
event second  = send req(1) on q in Client
event taken   = receive req(*) on q
event one     = receive req(1) on q in Server
event got     = receive ack on r
event sent    = send ack
event work    = assign busy = true
event rest    = assign busy = false in Server
event at_work = label Work
event said    = print \"got\"
event more    = test i = 7 or assign i
event over    = end in Client
event any_x   = assign x except assign x = 0
";

fn request(properties: Option<Vec<String>>, explore: ExploreOptions) -> Request {
    Request {
        files: vec!["model.pml".to_string()],
        specs: vec!["spec.trine".to_string()],
        properties,
        explore,
        budget: Budget { time: Some(Duration::from_secs(20)), memory: Some(2 << 30), depth: None },
        search_again: 2_000,
        ..Request::default()
    }
}

/// The verdict on one body, with and without reductions; the two must agree.
fn verdict(model: &str, events: &str, body: &str) -> Verdict {
    let spec = format!("{events}\nproperty it {{ {body} }}\n");
    let host = TestHost::with("model.pml", model).and("spec.trine", &spec);
    let mut verdicts = Vec::new();
    for raw in [false, true] {
        let explore = ExploreOptions { raw, partial_order: !raw, ..ExploreOptions::default() };
        let checked = trine_session::check(&request(None, explore), &host);
        let errors = &checked.loaded.diagnostics;
        assert!(!errors.has_errors(), "{body}: {:?}", errors.items);
        let [result] = checked.results.as_slice() else { panic!("{body}: not one result") };
        verdicts.push((result.verdict, result.reason.clone()));
    }
    assert_eq!(verdicts[0].0, verdicts[1].0, "{body}: {verdicts:?}");
    verdicts[0].0
}

#[test]
fn every_form_of_property_has_its_meaning() {
    let (holds, violated) = (Verdict::Holds, Verdict::Violated);
    for (body, expected) in [
        // On executions that end.
        ("all paths satisfy (request; got)*", holds),
        ("all paths satisfy request; got", violated),
        ("all paths satisfy (request; taken; sent; got){2}", holds),
        ("no path satisfies .*; second; .*; second; .*", holds),
        ("events work, rest no path satisfies work; rest; .*", violated),
        // On every prefix.
        ("every prefix satisfies (request; got)*", holds),
        ("every prefix satisfies (sent; got)*", holds),
        ("every prefix satisfies (got; sent)*", violated),
        ("every prefix satisfies (work; at_work; rest)*", holds),
        ("every prefix satisfies (work; rest; at_work)*", violated),
        ("automaton { start a { request -> b } b { got -> a  request -> violation } }", holds),
        ("automaton { start a { work -> b } b { one -> violation } }", violated),
        ("automaton { start accepting a { work -> b } b { rest -> a } }", holds),
        ("automaton { start accepting a { work -> b } b { } }", violated),
        // On all executions.
        ("ltl [](request -> <>got)", holds),
        ("ltl [](work -> <>second)", violated),
        ("ltl <>over", holds),
        ("ltl []!one", violated),
        ("ltl [](\"busy\" -> <>rest)", holds),
        ("ltl [](rest -> \"!busy\")", holds),
        ("ltl [](rest -> \"busy\")", violated),
        ("got responds to request", holds),
        ("second responds to got", violated),
        ("request precedes work", holds),
        ("second precedes work", violated),
        ("absence of second before got", holds),
        ("absence of request between work and rest", holds),
        ("absence of second after sent", violated),
        ("existence of said", holds),
        ("existence of one after second", holds),
        ("at most 2 of request", holds),
        ("at most 1 of request", violated),
        ("exactly 2 of reply", holds),
        ("at least 3 of got", violated),
        ("work then rest responds to taken", holds),
        ("universality of \"x <= 1\"", holds),
        ("invariant \"x <= 1\"", holds),
        ("invariant \"Client.i < 2\"", violated),
        ("invariant \"!(Server@Work && !busy)\"", holds),
        ("absence of any_x", violated),
        ("at most 2 of more", holds),
        ("at most 1 of more", violated),
        ("no deadlock", holds),
        ("no assertion", holds),
    ] {
        assert_eq!(verdict(CLIENT_AND_SERVER, EVENTS, body), expected, "{body}");
    }
}

const LOOP: &str = "
byte x;
active proctype P() { do :: x = 1 :: x = 2; x = 3 od }
";

#[test]
fn infinite_executions_are_told_from_those_that_end() {
    let events = "event a = assign x = 1  \nevent b = assign x = 2\nevent c = assign x = 3";
    let (holds, violated) = (Verdict::Holds, Verdict::Violated);
    for (body, expected) in [
        ("buchi { start i { b -> j } accepting j { c -> i } }", violated),
        ("buchi { start accepting i { a -> i  b -> j } accepting j { c -> i  a -> i } }", holds),
        ("ltl []<>b", violated),
        ("ltl [](b -> <>c)", holds),
        ("ltl []<>a || []<>b", holds),
        // Two that are both there again and again, or one of them only: not deterministic.
        ("buchi { start i { a, b -> i  a -> j } accepting j { a -> j  b -> i } }", violated),
        ("all paths satisfy a", holds), // nothing ends
        ("c responds to b", holds),
        ("a responds to c", violated),
    ] {
        assert_eq!(verdict(LOOP, events, body), expected, "{body}");
    }
    // What ends is not the subject of a Büchi automaton, and is of a formula.
    let ends = "byte x; active proctype P() { x = 1; x = 2 }";
    assert_eq!(
        verdict(
            ends,
            events.split("\nevent c").next().unwrap_or(""),
            "buchi { start i { b -> j } accepting j { a -> i } }"
        ),
        holds
    );
    assert_eq!(verdict(ends, "event b = assign x = 2", "ltl []<>b"), violated);
}

#[test]
fn events_of_one_step_are_heard_in_order() {
    let model = "
byte x, y;
active proctype P() { atomic { x = 1; y = 1; x = 2 }; d_step { y = 2; x = 3 } }
";
    let events = "event x = assign x\nevent y = assign y\nevent x1 = assign x = 1";
    let (holds, violated) = (Verdict::Holds, Verdict::Violated);
    for (body, expected) in [
        ("events x, y all paths satisfy x; y; x; y; x", holds),
        ("events x, y all paths satisfy x; x; y; y; x", violated),
        ("ltl [](y -> <>x)", holds),
        ("ltl [](y -> !x U x)", holds),
        ("exactly 3 of x", holds),
        ("at most 2 of x", violated),
        // Both are the very same moment, so either may come first.
        ("events x, x1 all paths satisfy x; x1; x; x", violated),
        ("events x, x1 all paths satisfy (x; x1 | x1; x); x; x", holds),
    ] {
        assert_eq!(verdict(model, events, body), expected, "{body}");
    }
}

#[test]
fn a_condition_that_cannot_be_evaluated_proves_nothing() {
    let model = "byte x = 2, a[2]; active proctype P() { x = 0; x = 2 }";
    for body in ["invariant \"1 / x < 5\"", "invariant \"a[x] == 0\"", "ltl <>[]\"4 / x == 2\""] {
        assert_eq!(verdict(model, "", body), Verdict::Inconclusive, "{body}");
    }
    assert_eq!(verdict(model, "", "invariant \"x == 0 || 1 / x < 5\""), Verdict::Holds);
}

#[test]
fn what_cannot_be_told_is_an_error() {
    let entangled = "chan q = [1] of { byte, byte }; byte a[3], x = 2;
        active proctype P() { q!7,1; q?a[x],x }";
    let kinds = "chan q = [1] of { byte }; chan r = [1] of { short }; byte x = 255;
        proctype P(chan c) { c!x+1 } init { run P(q); run P(r) }";
    for (model, spec) in [
        (entangled, "event a = assign a[2] = 7\nproperty p { existence of a }"),
        (kinds, "event a = send (0)\nproperty p { existence of a }"),
    ] {
        let host = TestHost::with("model.pml", model).and("spec.trine", spec);
        let checked = trine_session::check(&request(None, ExploreOptions::default()), &host);
        let items = &checked.loaded.diagnostics.items;
        assert!(items.iter().any(|item| item.message.contains("cannot be told")), "{items:?}");
        assert!(checked.results.is_empty());
    }
    // Nothing has to be told where no value is asked for.
    assert_eq!(verdict(kinds, "event a = send", "exactly 2 of a"), Verdict::Holds);
    assert_eq!(verdict(entangled, "event a = assign x = 1", "existence of a"), Verdict::Holds);
}

#[test]
fn constraints_rule_out_executions() {
    let model = "byte x; active proctype P() { do :: x = 1 :: x = 2 :: break od }";
    let events = "event a = assign x = 1\nevent b = assign x = 2";
    let never_b = "constraint c { automaton { start accepting s { b -> violation } } }";
    let body = "every prefix satisfies a*";
    let with_b = format!("{events}\nproperty z {{ events b every prefix satisfies b* }}");
    assert_eq!(
        verdict_in(model, &format!("{events}\nproperty it {{ events a, b {body} }}")),
        Verdict::Violated
    );
    let constrained = format!("{events}\n{never_b}\nproperty it {{ events a, b {body} }}");
    assert_eq!(verdict_in(model, &constrained), Verdict::Holds);
    assert_eq!(verdict_in(model, &with_b), Verdict::Holds);
}

fn verdict_in(model: &str, spec: &str) -> Verdict {
    let host = TestHost::with("model.pml", model).and("spec.trine", spec);
    let checked = trine_session::check(&request(None, ExploreOptions::default()), &host);
    assert!(!checked.loaded.diagnostics.has_errors(), "{:?}", checked.loaded.diagnostics.items);
    checked.results[0].verdict
}

#[test]
fn queries_describe_violations() {
    let queries = [
        ("interval { ends got  requires work }", Verdict::Violated),
        ("interval { ends got  forbids work }", Verdict::Holds),
        ("interval { ends first work  forbids taken }", Verdict::Holds),
        ("interval { ends work } interval { ends one  forbids rest }", Verdict::Holds),
        ("interval { ends work } interval { ends one  requires rest }", Verdict::Violated),
    ];
    for (query, expected) in queries {
        let spec = format!("{EVENTS}\nquery it {{ {query} }}");
        assert_eq!(verdict_in(CLIENT_AND_SERVER, &spec), expected, "{query}");
    }
}

#[test]
fn what_is_not_there_is_an_error_that_helps() {
    for (spec, expected) in [
        ("event a = assign z\nproperty p { absence of a }", "no action in the program"),
        ("event a = send req on w\nproperty p { absence of a }", "no action in the program"),
        ("property p { invariant \"bussy\" }", "no variable `bussy`"),
        ("property p { invariant \"Server@Wrk\" }", "no label `Wrk`"),
    ] {
        let host = TestHost::with("model.pml", CLIENT_AND_SERVER).and("spec.trine", spec);
        let checked = trine_session::check(&request(None, ExploreOptions::default()), &host);
        let items = &checked.loaded.diagnostics.items;
        let found = items.iter().find(|item| item.message.contains(expected));
        assert!(found.is_some_and(|item| item.help.is_some()), "{spec}: {items:?}");
        assert!(checked.results.is_empty());
    }
}

#[test]
fn what_never_happens_is_called_vacuous() {
    let events = "event a = assign x = 1\nevent d = assign x = 9 or assign x = 2";
    for (model, body, vacuous) in [
        ("byte x; active proctype P() { do :: x = 1 od }", "all paths satisfy a", true),
        ("byte x; active proctype P() { do :: x = 1 :: break od }", "all paths satisfy a*", false),
        ("byte x; active proctype P() { x = 1 }", "a responds to d", true),
        ("byte x; active proctype P() { x = 2; x = 1 }", "a responds to d", false),
        ("byte x; active proctype P() { x = 1 }", "absence of a after d", true),
        ("byte x; active proctype P() { x = 1 }", "ltl [](d -> <>a)", true),
        ("byte x; active proctype P() { x = 2; x = 1 }", "ltl [](d -> <>a)", false),
    ] {
        // Code that is never reached, but can be named.
        let unreached = "if :: x == 9 -> x = 2; x = 1 :: else fi";
        let model = format!("{model} active proctype Q() {{ {unreached} }}");
        let spec = format!("{events}\nproperty it {{ {body} }}\n");
        let host = TestHost::with("model.pml", &model).and("spec.trine", &spec);
        let checked = trine_session::check(&request(None, ExploreOptions::default()), &host);
        assert!(!checked.loaded.diagnostics.has_errors(), "{:?}", checked.loaded.diagnostics);
        let result = &checked.results[0];
        assert_eq!((result.verdict, result.vacuous), (Verdict::Holds, vacuous), "{model} {body}");
    }
}

/// Random properties over the events of random models: reduced and raw searches agree, and the naive
/// search, which knows neither, never contradicts.
#[test]
fn reductions_and_the_naive_search_agree_on_events() {
    let (mut compared, mut violated) = (0, 0);
    for seed in 0..250u64 {
        let model = generate::model(seed).text;
        let mut random = Rng::new(seed);
        let Some(spec) = random_spec(&model, &mut random) else { continue };
        let host = TestHost::with("model.pml", &model).and("spec.trine", &spec);
        let mut answers = Vec::new();
        for raw in [false, true] {
            let explore = ExploreOptions { raw, partial_order: !raw, ..ExploreOptions::default() };
            let mut request = request(None, explore);
            request.budget.time = Some(Duration::from_secs(5));
            let checked = trine_session::check(&request, &host);
            let errors = &checked.loaded.diagnostics;
            let overlap = |item: &Diagnostic| item.message.starts_with("too many events");
            if errors.items.iter().any(overlap) {
                continue;
            }
            assert!(!errors.has_errors(), "seed {seed}: {:?}\n{model}\n{spec}", errors.items);
            for result in &checked.results {
                let internal = matches!(result.reason, Some(Reason::Internal { .. }));
                let name = &result.property.name;
                assert!(!internal, "seed {seed}, {name}: {:?}\n{model}\n{spec}", result.reason);
            }
            answers.push(checked.results);
        }
        let [reduced, raw] = answers.as_slice() else { continue };
        for (reduced, raw) in reduced.iter().zip(raw) {
            let verdicts = [reduced.verdict, raw.verdict];
            if verdicts.contains(&Verdict::Inconclusive) {
                continue;
            }
            let name = &raw.property.name;
            assert_eq!(verdicts[0], verdicts[1], "seed {seed}, {name}\n{model}\n{spec}");
            compared += 1;
            violated += usize::from(verdicts[0] == Verdict::Violated);
        }
    }
    println!("{compared} properties, {violated} violated");
    assert!(compared > 400 && violated > 100, "{compared} properties, {violated} violated");
}

/// Some properties over events that the model has; none where it has fewer than two.
fn random_spec(model: &str, random: &mut Rng) -> Option<String> {
    let host = TestHost::with("model.pml", model);
    let request = Request { files: vec!["model.pml".to_string()], ..Request::default() };
    let loaded = trine_session::load(&request, &host);
    let system = loaded.system.as_ref()?;
    let nameable = trine_spec::system::list(system, &loaded.sources);
    let mut patterns: Vec<String> = nameable
        .into_iter()
        .map(|one| one.pattern)
        .filter(|pattern| !pattern.starts_with("at ") && !pattern.contains('?'))
        .filter(|pattern| !pattern.contains("_:") && !pattern.starts_with("read "))
        .collect();
    patterns.sort_unstable();
    patterns.dedup();
    if patterns.len() < 2 {
        return None;
    }
    let mut spec = String::new();
    for name in ["a", "b", "c"] {
        let pattern = match patterns.is_empty() {
            true => "end".to_string(),
            false => patterns.swap_remove(random.below(patterns.len())),
        };
        spec += &format!("event {name} = {pattern}\n");
    }
    let bodies = [
        "every prefix satisfies (a | b; c?)*",
        "every prefix satisfies (a; b)*; a?",
        "events a, b, c all paths satisfy .*; a",
        "events a, b, c no path satisfies .*; b; .*; c",
        "ltl [](a -> <>b)",
        "ltl []<>c",
        "ltl <>a && <>b",
        "b responds to a",
        "a precedes b",
        "absence of c between a and b",
        "at most 1 of a",
        "existence of b after a",
        "b then c responds to a",
        "buchi { start i { a -> j } accepting j { b -> i } }",
    ];
    for number in 0..4 {
        let body = bodies[random.below(bodies.len())];
        spec += &format!("property p{number} {{ {body} }}\n");
    }
    Some(spec)
}

/// Where a statement changes what its own fields, indices or channel are made of.
#[test]
fn events_are_judged_by_what_was_there_when_they_happened() {
    let channels =
        "chan q = [2] of { byte, byte }; chan o = [2] of { byte }; byte x = 2; byte a[3];";
    for (code, event) in [
        (
            "active proctype P() { q!1,2 } active proctype Q() { q?x,eval(x) }",
            "receive (1, 2) on q",
        ),
        (
            "active proctype P() { q!1,2 } active proctype Q() { q?x,eval(x) }",
            "receive (*, 2) on q",
        ),
        ("active proctype P() { q!1,2 } active proctype Q() { q?x,eval(x) }", "assign x = 1"),
        ("active proctype P() { q!1,7 } active proctype Q() { q?x,a[x] }", "receive (1, 7) on q"),
        ("active proctype P() { q!1,7 } active proctype Q() { q?x,a[x] }", "assign a[1] = 7"),
        ("active proctype P() { x = 255; o!x + 1 }", "send 0 on o"),
        ("active proctype P() { o!300 }", "send 44 on o"),
        ("active proctype P() { o!5 } active proctype Q() { o?<x> }", "assign x = 5"),
        ("proctype R() { skip } active proctype P() { x = run R() }", "assign x"),
        ("active proctype P() { a[a[0]] = 1 }", "assign a[0] = 1"),
        ("active proctype P() { a[a[0]] = 1 }", "assign a[0]"),
    ] {
        let model = format!("{channels} {code}");
        let events = format!("event e = {event}");
        assert_eq!(verdict(&model, &events, "exactly 1 of e"), Verdict::Holds, "{code}: {event}");
    }
}
