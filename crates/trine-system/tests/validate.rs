//! The validator: one small system for each invariant that breaks it, and what is then said.

use trine_base::{Diagnostics, FileId};
use trine_system::text::parse;
use trine_system::*;

fn complaints(text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let Some(system) = parse(text, FileId(0), &mut diagnostics) else {
        panic!("{:?}", diagnostics.items);
    };
    match validate(&system) {
        Ok(()) => String::new(),
        Err(problems) => problems.join("\n"),
    }
}

/// A template with these lines in its body, and a declaration before it.
fn body(declared: &str, lines: &str) -> String {
    format!("{declared}\ntemplate P() {{\n s0:\n{lines}\n}}\nprocess p: P()")
}

#[test]
fn what_is_sound_passes() {
    assert_eq!(complaints(&body("", "s0 -> s0")), "");
    assert_eq!(complaints(""), "");
}

#[test]
fn each_breach_is_named() {
    for (text, expected) in [
        ("monitor a\nmonitor a".to_string(), "monitors: `a` is there twice"),
        ("global `` : int".to_string(), "globals: a name is empty"),
        ("global a.b: int\nglobal a.b: byte".to_string(), "globals: `a.b` is there twice"),
        (body("", "s1 x:\n s2 x:"), "labels of P: `x` is there twice"),
        ("enum e { a = 256 }".to_string(), "enum0 e: the value 256 of `a` is outside 0 to 255"),
        ("global x: range 3..2 = 3".to_string(), "the range 3..2 is empty"),
        ("global x: range 1..2".to_string(), "g0 x: 0 is outside its range"),
        ("global x[2]: range 1..2 = {1, 3}".to_string(), "an initial value is outside its range"),
        ("global x[2]: int = {1}".to_string(), "1 initial values for 2 cells"),
        ("global x[0]: int".to_string(), "a variable has 1 to 1048576 cells"),
        ("global x[4000000000].y[4000000000].z[4000000000]: int".to_string(), "1048576 cells"),
        ("pool p[4000000000] {\n x: int\n}".to_string(), "more than 16777216 cells"),
        ("kind k[1]()\nglobal x: int = new k".to_string(), "only variables of type channel"),
        ("pool p[1] {\n x: int := 1\n}".to_string(), "a field starts with constants"),
        ("monitor m[0]".to_string(), "there are none of it"),
        (body("monitor m[2]", "s0 -> s0 enter m"), "which of the 2 of m?"),
        (body("monitor m[2]", "s0 -> s0 enter m[2]"), "there is no m[2]"),
        ("template P(a[2]: int) {\n s0:\n}".to_string(), "a parameter is a scalar"),
        ("template P(a: int) {\n s0:\n}\nprocess p: P()".to_string(), "0 arguments for the 1"),
        ("template P() {\n}".to_string(), "t0 P: there is no s0"),
        (body("", "s1 final:\n s1 -> s0"), "it leaves the final location s1"),
        ("rules processes 0\ntemplate P() {\n s0:\n}\nprocess p: P()".to_string(), "a limit of 0"),
        ("rules processes 300\nglobal p: process".to_string(), "cannot tell 300 processes apart"),
        (body("", "s0 -> s0 else\n s0 -> s0 else"), "a second `else` of rank 0 at s0"),
        (body("monitor m", "s0 -> s0 else enter m"), "an `else` edge has no synchronisation"),
        (
            body(
                "global x: int\nkind k[0]()\nglobal q: channel = new k",
                "s0 -> s0 receive q() do choose x in 0..1",
            ),
            "an edge that receives does not choose",
        ),
        (body("", "s0 -> s0 do run P(); run P()"), "an edge runs at most one process whose number"),
        (body("global x: int", "s0 -> s0 do choose x in 2..1"), "nothing to choose in 2..1"),
        (
            body("global x: int", "s0 -> s0 do choose x in 0..9999; choose x in 0..9999"),
            "more than 1048576 outcomes",
        ),
        (
            body("kind k[1](int)\nglobal q: channel = new k", "s0 -> s0 send q(1, 2)"),
            "2 values for the 1 fields of k",
        ),
        (body("entry n(int)", "s0 -> s0 call n()"), "0 values for the 1 parameters of n"),
        (body("entry n() -> (int)", "s0 -> s0 complete n()"), "0 values for the 1 results of n"),
        (body("monitor m", "s0 -> s0 wait m"), "`wait`, then `waiting` or `wakeup`"),
        (body("monitor m", "s1:\n s0 -> s1 wait m\n s1 -> s0 notified m"), "at s1: `wait`"),
        (body("", "s1:\n s0 -> s1\n s1 -> s0 begin"), "`begin` leaves s1, not the entry s0"),
        (body("", "s0 -> s0 end"), "`end` leads to s0, which is not final"),
        (body("global x: int := me", "s0 -> s0"), "nobody evaluates `me` here"),
        (body("", "s0 -> s0 label \"\""), "a label has an action"),
    ] {
        let said = complaints(&text);
        assert!(said.contains(expected), "{text}\nexpected: {expected}\nsaid: {said}");
    }
}

#[test]
fn ids_that_lead_nowhere_are_found() {
    let mut system = System::default();
    let mut template = Template::new("P");
    template.locations.push(Location::default());
    let mut edge = Edge::new(LocationId(3), LocationId(0));
    edge.effects.push(Effect::Assign(Place::global(GlobalId(7)), Expr::local(LocalId(2))));
    edge.effects.push(Effect::New { pool: PoolId(1), into: Place::local(LocalId(4)) });
    template.edges.push(edge);
    system.templates.push(template);
    let problems = validate(&system).expect_err("all ids are wrong").join("\n");
    for id in ["s3", "g7", "l2", "pool1", "l4"] {
        assert!(problems.contains(&format!("there is no {id}")), "{problems}");
    }
}

#[test]
fn locals_are_unknown_to_claims() {
    let system = System::default();
    let problems = validate::validate_expr(&system, None, &Expr::local(LocalId(0)));
    assert!(problems.is_err());
    let place = Place {
        root: Root::Remote { process: None, template: TemplateId(0), local: LocalId(0) },
        index: None,
    };
    assert!(validate::validate_expr(&system, None, &Expr::Read(place)).is_err());
}

#[test]
fn a_breach_knows_its_place() {
    let text = "global x: int\nglobal x: range 1..2";
    let system = parse(text, FileId(0), &mut Diagnostics::new()).expect("a system");
    let places: Vec<&str> = validate::breaches(&system)
        .iter()
        .filter_map(|breach| breach.span)
        .map(|span| &text[span.start as usize..span.end as usize])
        .collect();
    assert_eq!(places, ["x: range 1..2", "x: range 1..2"]);
}
