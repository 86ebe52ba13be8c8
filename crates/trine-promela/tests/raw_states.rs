//! The number of raw states is SPIN's (`spin -a -o1 -o2 -o3`, `-DNOREDUCE`) on its own examples.

use trine_base::SourceMap;
use trine_promela::{LoadRequest, load};
use trine_system::naive::explore_naively;
use trine_system::validate::validate;

const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";

#[rustfmt::skip] // a table reads best as one
const STORED: &[(&str, usize)] = &[
    ("Book_1991/p101.pml", 4),
    ("Book_1991/p102.pml", 19),
    ("Book_1991/p104.1.pml", 2),
    ("Book_1991/p104.2.pml", 1594),
    ("Book_1991/p105.1.pml", 33),
    ("Book_1991/p105.2.pml", 94),
    ("Book_1991/p107.pml", 3),
    ("Book_1991/p116.pml", 29),
    ("Book_1991/p117.pml", 354),
    ("Book_1991/p123.pml", 132),
    ("Book_1991/p248.pml", 219),
    ("Book_1991/p312.pml", 160),
    ("Book_1991/p319.pml", 2066),
    ("Book_1991/p320.pml", 81),
    ("Book_1991/p94.pml", 11),
    ("Book_1991/p95.1.pml", 3),
    ("Book_1991/p95.2.pml", 6),
    ("Book_1991/p96.1.pml", 20),
    ("Book_1991/p96.2.pml", 48),
    ("Book_1991/p97.1.pml", 9),
    ("Book_1991/p97.2.pml", 41),
    ("Book_1991/p99.pml", 11),
    ("Exercises/ex_1a.pml", 256),
    ("Exercises/ex_1f.pml", 7),
    ("Exercises/ex_2.pml", 2),
    ("Exercises/ex_3a.pml", 48),
    ("Exercises/ex_3b.pml", 43),
    ("Exercises/ex_3c.pml", 429),
    ("Exercises/ex_4.pml", 26),
    ("Exercises/ex_5.pml", 137),
    ("LTL/diskhead.pml", 217),
    ("LTL/ltl_always_eventually.pml", 3),
    ("LTL/ltl_example.pml", 3),
    ("LTL/salesman1.pml", 2015),
    ("LTL/salesman2.pml", 798),
    ("LTL/zune.pml", 743),
    ("abp.pml", 12),
    ("calculator.pml", 572),
    ("for_example.pml", 32),
    ("for_select_example.pml", 410),
    ("hello.pml", 3),
    ("loops.pml", 17),
    ("manna_pnueli.pml", 117),
    ("pathfinder.pml", 12),
    ("peterson.pml", 55),
    ("rtos1.pml", 12),
    ("sat.pml", 24),
    ("test_mtype.pml", 21),
    ("welfare.pml", 53),
    ("werkplaats.pml", 1600),
];

fn raw_states(name: &str, text: String) -> usize {
    let mut sources = SourceMap::new();
    let mut read = |path: &str| std::fs::read_to_string(path).map_err(|e| e.to_string());
    let request = LoadRequest { name: name.to_string(), text, ..LoadRequest::default() };
    let loaded = load(request, &mut sources, &mut read);
    let Some(system) = loaded.system else {
        panic!("{name} is not read: {:?}", loaded.diagnostics.items);
    };
    if let Err(broken) = validate(&system) {
        panic!("{name} gives a faulty system: {broken:?}");
    }
    let found = explore_naively(&system, 100_000);
    assert!(found.complete, "{name} has too many states");
    found.raw_states
}

#[test]
fn examples_have_as_many_states_as_in_spin() {
    let mut wrong = String::new();
    for (name, stored) in STORED {
        let path = format!("{EXAMPLES}/{name}");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|problem| {
            panic!("{path} cannot be read ({problem}): install Debian's spin package")
        });
        let found = raw_states(&path, text);
        if found != *stored {
            wrong += &format!("{name}: {found} states, {stored} in SPIN\n");
        }
    }
    assert_eq!(wrong, "");
}

/// Small models, each with the count that SPIN gives.
#[test]
fn corners_have_as_many_states_as_in_spin() {
    for (text, stored) in [
        // A jump is a step only where an option begins with it.
        ("byte x; active proctype P() { do :: x = 1; break od }", 3),
        ("byte x; active proctype P() { do :: break od }", 3),
        // Declarations after the first statement are steps.
        ("active proctype P() { skip; byte x; byte a[2]; byte y = 3; x = 1 }", 7),
        // Skips after skips inside options are left out.
        ("active proctype P() { if :: skip; skip; skip; skip fi }", 4),
        // A d_step is one step, by the first option that can be taken.
        ("byte x; active proctype P() { d_step { if :: x = 1 :: x = 2 fi; x = 3 } }", 3),
        // What a d_step begins with must be a condition to count.
        ("byte x; active proctype P() { d_step { do :: x == 1; skip :: break od } }", 1),
        // Loops are counted out.
        ("byte i; active proctype P() { for (i : 0 .. 2) { skip } }", 13),
        ("byte i; active proctype P() { select (i : 0 .. 3) }", 9),
        ("byte i; active proctype P() { select (i : 0 .. 40) }", 164),
        // An escape that is an `unless` brings its own escape.
        (
            "active proctype P() { skip; skip; do :: skip; (1 == 2) :: else -> skip od unless {
               atomic { skip } unless { skip; atomic { assert(true) }; skip } } }",
            7,
        ),
    ] {
        assert_eq!(raw_states("test.pml", text.to_string()), stored, "{text}");
    }
}
