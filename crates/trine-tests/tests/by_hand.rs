//! Specifications against the same said by hand: each model once with `.trine` properties over events,
//! and once with variables that are set together with the statements, and formulas over those.
//!
//! In a model, `<<statement|notes>>` is a statement that the second version makes atomic with notes of
//! what happened. SPIN judges the second version, too.

use std::time::Duration;

use trine_session::{ExploreOptions, Request};
use trine_tests::host::TestHost;
use trine_tests::spin::{self, Mode, SpinModel};
use trine_verdict::{Budget, Verdict};

/// A property of events, and the formula that says the same of the notes.
type Pair = (&'static str, &'static str);

fn without_notes(marked: &str) -> String {
    rewritten(marked, &|statement, _| statement.to_string())
}

fn with_notes(marked: &str) -> String {
    rewritten(marked, &|statement, notes| format!("atomic {{ {statement}; {notes} }}"))
}

fn rewritten(marked: &str, write: &dyn Fn(&str, &str) -> String) -> String {
    let mut parts = marked.split("<<");
    let mut text = parts.next().unwrap_or("").to_string();
    for part in parts {
        let (inside, rest) = part.split_once(">>").expect("an end of the mark");
        let (statement, notes) = inside.split_once('|').expect("a statement and its notes");
        text += &write(statement, notes);
        text += rest;
    }
    text
}

fn verdicts(request: Request, host: &TestHost) -> Vec<(String, Verdict)> {
    let mut both = Vec::new();
    for raw in [false, true] {
        let request = Request {
            explore: ExploreOptions { raw, partial_order: !raw, ..ExploreOptions::default() },
            budget: Budget {
                time: Some(Duration::from_secs(30)),
                memory: Some(2 << 30),
                depth: None,
            },
            search_again: 2_000,
            ..request.clone()
        };
        let checked = trine_session::check(&request, host);
        let diagnostics = &checked.loaded.diagnostics;
        assert!(!diagnostics.has_errors(), "{:?}", diagnostics.items);
        let told = checked.results.iter().map(|one| (one.property.name.clone(), one.verdict));
        both.push(told.collect::<Vec<_>>());
    }
    assert_eq!(both[0], both[1], "reduced and raw searches differ");
    both.swap_remove(0)
}

/// Checks every pair both ways; returns how many are violated.
fn compare(marked: &str, notes: &str, events: &str, pairs: &[Pair]) -> usize {
    let properties: String = pairs
        .iter()
        .enumerate()
        .map(|(number, (body, _))| match body.strip_prefix("query ") {
            Some(intervals) => format!("query p{number} {{ {intervals} }}\n"),
            None => format!("property p{number} {{ {body} }}\n"),
        })
        .collect();
    let formulas: String = pairs
        .iter()
        .enumerate()
        .map(|(number, (_, formula))| format!("ltl p{number} {{ {formula} }}\n"))
        .collect();
    let plain = without_notes(marked);
    let noted = format!("{notes}\n{}\n{formulas}", with_notes(marked));
    let host = TestHost::with("model.pml", &plain)
        .and("spec.trine", &format!("{events}\n{properties}"))
        .and("noted.pml", &noted);
    let names: Vec<String> = (0..pairs.len()).map(|number| format!("p{number}")).collect();
    let specified = Request {
        files: vec!["model.pml".to_string()],
        specs: vec!["spec.trine".to_string()],
        ..Request::default()
    };
    let by_hand = Request {
        files: vec!["noted.pml".to_string()],
        properties: Some(names.clone()),
        ..Request::default()
    };
    let specified = verdicts(specified, &host);
    let by_hand = verdicts(by_hand, &host);
    let mut spin = SpinModel::from_text(&noted, &spin::Settings::small()).expect("spin");
    let mut violated = 0;
    let mut differences = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let (body, formula) = pairs[number];
        let of = |told: &[(String, Verdict)]| {
            let found = told.iter().find(|(known, _)| known == name);
            found.unwrap_or_else(|| panic!("no verdict on {name}")).1
        };
        let (one, other) = (of(&specified), of(&by_hand));
        let answer = spin.check(&Mode::Claim(name.clone())).expect("spin").report;
        let spins = match answer.verdict {
            spin::Verdict::Ok => Verdict::Holds,
            spin::Verdict::AcceptCycle
            | spin::Verdict::ClaimViolated
            | spin::Verdict::Assertion => Verdict::Violated,
            unexpected => panic!("{formula}: {unexpected:?} {answer:?}"),
        };
        if one != other || other != spins {
            differences.push(format!("{body}: {one:?}; {formula}: {other:?}, by SPIN {spins:?}"));
        }
        violated += usize::from(one == Verdict::Violated);
    }
    assert!(differences.is_empty(), "{}\n{plain}", differences.join("\n"));
    violated
}

/// Sends with values, receives, a rendezvous, labels, assignments, tests and prints; it ends.
const SERVICE: &str = "
mtype = { req, ack };
chan q = [2] of { mtype, byte };
chan r = [0] of { mtype };
byte x; bool busy;
active proctype Client() {
  byte i;
  do
  :: i < 2 ->
     if
     :: <<q!req(0)|REQUEST>>
     :: <<q!req(1)|REQUEST; ONE>>
     fi;
     <<r?ack|GOT>>;
     i++;
     if
     :: <<printf(\"got\\n\")|SAID>>
     :: skip
     fi
  :: else -> break
  od;
  <<skip|ended++>>
}
active proctype Server() {
  byte n; byte served;
  do
  :: served < 2 ->
     <<q?req(n)|TAKEN; if :: n == 1 -> TAKEN1 :: else fi>>;
     if
     :: <<n == 1|TEST>> -> <<busy = true|WORK; AT>>;
Work:   x = n
     :: n == 0 -> <<busy = true|WORK>>
     fi;
     <<busy = false|REST>>;
     r!ack;
     served++
  :: else -> break
  od;
  <<skip|ended++>>
}
";

const SERVICE_EVENTS: &str = "
event request = send req(*) on q
event one     = send req(1) on q in Client
event taken   = receive req on q
event taken1  = receive req(1) on q in Server
event got     = receive ack on r
event shown   = test n = 1
event work    = assign busy = true
event rest    = assign busy = false in Server
event mark    = label Work
event said    = print \"got\"
";

const SERVICE_NOTES: &str = "
byte ended, nreq, none, ntaken, ntaken1, ngot, nshown, nwork, nrest, nmark, nsaid;
byte turns, order, labels, causes, chain;
bool waiting, saidafter, between, sawtaken, badbetween, badafter, until, baduntil, badrest, badorder;
bool badquery, first;
#define REQUEST nreq++; waiting = true; turns = (turns == 0 -> 1 : 2); causes = (causes == 0 -> 1 : causes)
#define ONE none++; until = true
#define TAKEN ntaken++; chain = 1; sawtaken = (between -> true : sawtaken)
#define TAKEN1 ntaken1++
#define TEST nshown++
#define GOT ngot++; waiting = false; turns = (turns == 1 -> 0 : 2); causes = (causes == 1 -> 2 : causes); until = false; badquery = (badquery || (none > 0 && nrest < 2))
#define WORK nwork++; order = (order == 0 -> 1 : 3); chain = (chain == 1 -> 2 : chain); between = true; labels = (labels == 0 -> 1 : 2); badorder = badorder || nreq == 2
#define AT nmark++; labels = (labels == 1 -> 3 : 2)
#define REST nrest++; order = (order == 1 -> 0 : 3); chain = (chain == 2 -> 0 : chain); badbetween = (badbetween || (between && sawtaken)); between = false; sawtaken = false; badrest = badrest || busy; labels = (labels == 3 -> 0 : 2)
#define SAID nsaid++; badafter = badafter || nmark > 0; badorder = badorder || causes < 2; baduntil = baduntil || until
";

#[test]
fn a_service_that_ends() {
    let pairs: &[Pair] = &[
        // On executions that end.
        ("all paths satisfy (request; got)*", "[](ended == 2 -> turns == 0)"),
        ("all paths satisfy (request; got){2}", "[](ended == 2 -> turns == 0 && nreq == 2)"),
        ("all paths satisfy request; got", "[](ended == 2 -> nreq == 1)"),
        ("no path satisfies .*; one; .*; one; .*", "[](ended == 2 -> none < 2)"),
        ("no path satisfies .*; one; .*; one; .*; one; .*", "[](ended == 2 -> none < 3)"),
        ("automaton { start a { said -> b } accepting b { } }", "[](ended == 2 -> nsaid > 0)"),
        (
            "automaton { start accepting a { work -> b } b { rest -> a } }",
            "[](ended == 2 -> nwork == nrest)",
        ),
        // On every prefix.
        ("every prefix satisfies (request; got)*", "[](turns != 2)"),
        ("every prefix satisfies (work; rest)*", "[](order != 3)"),
        ("every prefix satisfies (rest; work)*", "[](nrest > nwork || nwork == 0)"),
        ("every prefix satisfies (work; mark; rest)*", "[](labels != 2)"),
        ("every prefix satisfies shown?; shown?", "[](nshown <= 2)"),
        ("every prefix satisfies shown?", "[](nshown <= 1)"),
        ("automaton { start a { taken1 -> b } b { taken1 -> violation } }", "[](ntaken1 < 2)"),
        // On all executions.
        ("ltl [](request -> <>got)", "[](waiting -> <>(!waiting))"),
        ("ltl <>said", "<>(nsaid > 0)"),
        ("ltl <>(work && <>rest)", "<>(nrest > 0)"),
        ("ltl []!one", "[](none == 0)"),
        ("ltl [](rest -> \"!busy\")", "[](!badrest)"),
        ("ltl \"x == 0\" U work", "(x == 0) U (nwork > 0)"),
        ("ltl (!taken1) W one", "(ntaken1 == 0) W (none > 0)"),
        ("ltl <>one -> <>mark", "<>(none > 0) -> <>(nmark > 0)"),
        ("ltl <>one -> <>said", "<>(none > 0) -> <>(nsaid > 0)"),
        ("got responds to request", "[](waiting -> <>(!waiting))"),
        ("request precedes work", "[](nwork > 0 -> nreq > 0)"),
        ("one precedes work", "[](nwork > 0 -> none > 0)"),
        ("absence of taken between work and rest", "[](!badbetween)"),
        ("absence of said after mark", "[](!badafter)"),
        ("absence of said after one until got", "[](!baduntil)"),
        ("existence of got", "<>(ngot > 0)"),
        ("existence of mark after one", "<>(none > 0) -> <>(nmark > 0)"),
        ("existence of rest before got", "[](ngot > 0 -> nrest > 0)"),
        ("at most 2 of request", "[](nreq <= 2)"),
        ("at most 1 of taken", "[](ntaken <= 1)"),
        ("exactly 2 of got", "<>(ngot == 2) && [](ngot <= 2)"),
        ("at least 1 of said", "<>(nsaid >= 1)"),
        ("work then rest responds to taken", "[](chain != 0 -> <>(chain == 0))"),
        ("request then got precedes said", "[](causes < 2 -> nsaid == 0)"),
        // Queries describe what must not be.
        ("query interval { ends got  requires one  forbids taken }", "[](ngot == 0 || ntaken > 0)"),
        ("query interval { ends got  requires one }", "[](!(ngot > 0 && none > 0 && LATER))"),
    ];
    // A got with a one before it: the last pair compares the numbers at the moment of the got.
    let notes = SERVICE_NOTES.replace(
        "#define GOT ngot++;",
        "bool later;\n#define LATER later\n#define GOT ngot++; later = later || none > 0;",
    );
    let violated = compare(SERVICE, &notes, SERVICE_EVENTS, pairs);
    assert!(pairs.len() >= 40 && violated >= 12, "{violated} of {} violated", pairs.len());
}

/// It never ends, and what happens again and again is a matter of choice.
const ENDLESS: &str = "
byte x;
chan c = [1] of { byte };
active proctype P() {
  do
  :: <<x = 1|A>>
  :: <<x = 2|B>>; <<x = 3|C>>
  od
}
active proctype Q() {
  byte v;
  do
  :: <<c!4|S>>
  :: <<c?v|R>>
  od
}
";

const ENDLESS_EVENTS: &str = "
event a = assign x = 1
event b = assign x = 2 in P
event c = assign x = 3
event s = send 4 on c
event r = receive on c
";

/// What happens infinitely often flips its bit infinitely often.
const ENDLESS_NOTES: &str = "
bool ta, tb, tc, ts, tr, tj, tk;
bool in_j, in_k, badalt, sent, owed;
byte alt;
#define A ta = !ta; in_k = true; tk = !tk
#define B tb = !tb; in_j = true; tj = !tj; in_k = false; owed = true
#define C tc = !tc; in_j = false; owed = false
#define S ts = !ts; badalt = badalt || sent; sent = true
#define R tr = !tr; badalt = badalt || !sent; sent = false
";

#[test]
fn a_system_without_end() {
    let pairs: &[Pair] = &[
        ("ltl []<>b", "[]<>tb && []<>(!tb)"),
        (
            "ltl []<>a || []<>b || []<>s",
            "([]<>ta && []<>(!ta)) || ([]<>tb && []<>(!tb)) || ([]<>ts && []<>(!ts))",
        ),
        ("ltl []<>s -> []<>r", "([]<>ts && []<>(!ts)) -> ([]<>tr && []<>(!tr))"),
        ("ltl []<>b -> []<>c", "([]<>tb && []<>(!tb)) -> ([]<>tc && []<>(!tc))"),
        ("ltl []<>c -> []<>a", "([]<>tc && []<>(!tc)) -> ([]<>ta && []<>(!ta))"),
        ("ltl <>[]!a", "<>[]ta || <>[](!ta)"),
        ("ltl []<>(\"x == 1\")", "[]<>(x == 1)"),
        ("c responds to b", "[](owed -> <>(!owed))"),
        ("every prefix satisfies (s; r)*", "[](!badalt)"),
        // A finished b makes the same of both: entering j again and again is b again and again.
        ("buchi { start i { b -> j } accepting j { c -> i } }", "[]<>tj && []<>(!tj)"),
        ("buchi { start i { a -> k } accepting k { b -> i } }", "[]<>tk && []<>(!tk)"),
        (
            "buchi { start accepting i { s, r -> i } }",
            "([]<>ts && []<>(!ts)) || ([]<>tr && []<>(!tr))",
        ),
        // No path ends.
        ("all paths satisfy a", "[]true"),
    ];
    let violated = compare(ENDLESS, ENDLESS_NOTES, ENDLESS_EVENTS, pairs);
    assert!(violated >= 6, "{violated} of {} violated", pairs.len());
}

#[test]
fn the_version_without_notes_is_the_model() {
    let text = without_notes(SERVICE);
    assert!(!text.contains("<<") && !text.contains("REQUEST") && !text.contains("ended"));
    assert!(with_notes(ENDLESS).contains("atomic { c?v; R }"));
}
