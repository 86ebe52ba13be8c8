use trine_base::{Diagnostics, FileId, SourceMap};
use trine_system::naive::explore_naively;
use trine_system::{FaultKind, System};

use crate::{LoadRequest, load, print};

fn read(text: &str) -> System {
    let mut sources = SourceMap::new();
    let request =
        LoadRequest { name: "test.pml".into(), text: text.into(), ..LoadRequest::default() };
    let loaded = load(request, &mut sources, &mut |path| Err(format!("no {path}")));
    let Some(system) = loaded.system else {
        panic!("{:?}\n{text}", loaded.diagnostics.items);
    };
    system
}

/// Threads as a system; `text` has the templates and processes.
fn threads(text: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let text = format!("rules no reap, threads\n{text}");
    match trine_system::text::parse(&text, FileId(0), &mut diagnostics) {
        Some(system) if !diagnostics.has_errors() => system,
        _ => panic!("{:?}\n{text}", diagnostics.items),
    }
}

/// Printed threads have the same deadlocks and failed assertions, and no other faults.
fn check_threads(text: &str) -> String {
    let system = threads(text);
    let printed = print(&system).unwrap_or_else(|reasons| panic!("{reasons:?}"));
    let before = explore_naively(&system, 50_000);
    let after = explore_naively(&read(&printed), 50_000);
    let fails = before.faults.contains(&FaultKind::Assertion);
    assert_eq!(before.deadlock, after.deadlock, "{text}\n{printed}");
    assert_eq!(fails, after.faults.contains(&FaultKind::Assertion), "{text}\n{printed}");
    assert!(after.faults.iter().all(|kind| *kind == FaultKind::Assertion), "{printed}");
    printed
}

/// A printed model reads back as a system with the same number of raw states.
fn check(text: &str) {
    let system = read(text);
    let printed = match print(&system) {
        Ok(printed) => printed,
        Err(reasons) => panic!("{reasons:?}"),
    };
    let before = explore_naively(&system, 50_000);
    let after = explore_naively(&read(&printed), 50_000);
    assert_eq!(before.raw_states, after.raw_states, "{text}\n{printed}");
    assert_eq!(before.deadlock, after.deadlock, "{text}\n{printed}");
    assert_eq!(before.faults, after.faults, "{text}\n{printed}");
}

#[test]
fn printed_models_have_the_same_states() {
    check(
        "byte x; active [2] proctype P() { do :: x < 3 -> x++ :: else -> break od; assert(x == 3) }",
    );
    check(
        "mtype = { a, b }; chan q = [2] of { mtype, byte }; chan r = [0] of { byte };
         active proctype S() { q!a,1; q!b,2; r!7 }
         active proctype R() { byte v; if :: q?a,v :: q??b,v fi; r?v; q?[_,_]; end: q?_,eval(v) }",
    );
    check(
        "byte x, y; active proctype P() { atomic { x = 1; y = 2; if :: x == 2 :: else -> y = 3 fi } }
         active proctype Q() { x = 5; d_step { y = 1; do :: y < 4 -> y++ :: else -> break od }; x = y }",
    );
    check(
        "byte x; active proctype P() { { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 7 } }
         active proctype Q() { timeout -> x = 9 }",
    );
    check("chan q = [1] of { chan }; active proctype P() { skip; chan c; q!q; q?c; chan d = c }");
    check(
        "typedef T { bit b[2]; byte c }; T t[2]; unsigned u : 3;
         proctype C(byte n) { t[n].c = n; t[n].b[1] = 1 }
         init { run C(0); run C(1); (_nr_pr == 1); u = 9; printf(\"%d\\n\", u) }",
    );
}

/// A thread that starts the other one and goes on with `main`; the other one does `other`.
fn two(globals: &str, main: &str, other: &str) -> String {
    format!(
        "{globals}
         template Main() {{ local n: int
           s0: s0 -> s1 start 1
           {main}
         }}
         template `a thread`() {{ local n: int
           s0: s0 -> s1 begin
           {other}
         }}
         process main: Main()
         process \"the other\": `a thread`()"
    )
}

#[test]
fn locks_that_are_held_for_certain_cannot_fail() {
    let use_it = "s1: s1 -> s2 enter m\n s2: s2 -> s3 wait m\n s3: s3 -> s4 waiting m
        s4: s4 -> s5 notified m\n s5: s5 -> s6 exit m\n s6 final:";
    let tell = "s1: s1 -> s2 enter m\n s2: s2 -> s3 notify m\n s3: s3 -> s4 exit m
        s4: s4 -> s5 end\n s5 final:";
    let printed = check_threads(&two("monitor m", use_it, tell));
    assert!(!printed.contains("stopped"), "{printed}");
    assert!(printed.contains("/* a thread */"), "{printed}");
}

#[test]
fn a_fault_that_ends_the_execution_is_neither_a_deadlock_nor_an_assertion() {
    // The other one could only fail its assertion after the misuse.
    let main = "s1: s1 -> s2 exit m\n s2: s2 -> s3 do g := 1\n s3 final:";
    let other = "s1: s1 -> s2 when g do assert 0\n s2 final:";
    let printed = check_threads(&two("monitor m\nglobal g: bool", main, other));
    assert!(printed.contains("provided"), "{printed}");
    let printed = check_threads(&two("", "s1: s1 -> s1 do abort assertion \"\"", "s1 final:"));
    assert!(printed.contains("assert(false)"), "{printed}");
}

#[test]
fn a_fault_that_a_thread_only_reports_does_not_stop_it() {
    let main = "s1: s1 -> s2 do fail exception \"an error is not caught\"
        s2: s2 -> s3 do g := 1\n s3 final:";
    let other = "s1: s1 -> s2 when g do fail assertion \"\"\n s2 final:";
    check_threads(&two("global g: bool", main, other));
    check_threads(&two("global g: bool", main, "s1: s1 -> s2 when g == 2\n s2 final:"));
}

#[test]
fn a_program_that_ended_itself_is_not_stuck() {
    let text = |end: i64| {
        format!(
            "global `$exited`: bool
             template A() provided !`$exited` {{
               s0: s0 -> s1 do `$exited` := {end}
               s1: s1 -> s2 when 0
               s2 final:
             }}
             process a: A()"
        )
    };
    assert!(!explore_naively(&threads(&text(1)), 100).deadlock);
    check_threads(&text(1));
    assert!(explore_naively(&threads(&text(0)), 100).deadlock);
    check_threads(&text(0));
}

#[test]
fn threads_that_were_never_started_may_rest() {
    check_threads(
        "template A() { s0: s0 -> s1 join 1\n s1 final: }
         template B() { s0: s0 -> s1 begin\n s1: s1 -> s2 end\n s2 final: }
         process a: A()\n process b: B()",
    );
}

#[test]
fn numbers_are_cut_as_the_types_say() {
    let body = |assertion: &str| {
        format!(
            "global b: signed 8\n global w: long = 7\n global n: int = -2147483648
             template A() {{ local i: int = -5
               s0: s0 -> s1 do b := 200 + i; assert {assertion}
               s1 final: }}
             process a: A()"
        )
    };
    for assertion in [
        "b == -61",
        "b == 195",
        "i >>> 28 == 15",
        "i >>> 28 == -1",
        "i >>> (w + 25) == i",
        "w +' 1 ==' 8",
        "n < 0",
        "n + -1 > 0",
    ] {
        check_threads(&body(assertion));
    }
}

#[test]
fn what_promela_cannot_say_is_refused_with_the_reason() {
    let refused = |text: &str, reason: &str| {
        let reasons = print(&threads(text)).expect_err("it is refused");
        assert!(reasons.iter().any(|one| one.contains(reason)), "{reasons:?}");
    };
    let body = |globals: &str, edge: &str| {
        format!("{globals}\ntemplate A() {{ s0: s0 -> s0 {edge} }}\nprocess a: A()")
    };
    refused(&body("global w: long", "do w := w +' 1"), "64 bits");
    refused(&body("", "do unmodelled \"reflection\""), "reflection");
    refused(&body("global r: int", "when r != 3 do unmodelled \"it\""), "it");
    // No value of the variable leads there.
    let dead = body("global r: int = 3", "when r != 3 do unmodelled \"it\"");
    assert!(print(&threads(&dead)).is_ok());
}
