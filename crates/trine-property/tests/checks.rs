//! The built-in checks by their definitions: a system in text form, and the checks that it violates.

use std::collections::{BTreeSet, HashSet};

use trine_base::{Diagnostics, FileId};
use trine_property::Check;
use trine_system::{Interpreter, System, text};

/// The system violates exactly these checks of finite executions, by name. Where a check has a claim, the claim says the
/// same.
#[track_caller]
fn check(expected: &[&str], system: &str) {
    let system = read(system);
    assert_eq!(violated(&system), expected.iter().copied().collect::<BTreeSet<_>>());
    for check in Check::ALL.into_iter().filter(|check| check.concerns(&system)) {
        if let Some(observed) = observed(&system, check) {
            assert_eq!(observed, expected.contains(&check.name()), "{} by its claim", check.name());
        }
    }
}

/// Whether some step emits the event of a check's claim; none where it has no claim.
fn observed(system: &System, check: Check) -> Option<bool> {
    let claim = check.claim(system)?;
    let instrumented = claim.instrumentation.as_ref()?.instrumented(system);
    let interpreter = Interpreter::new(&instrumented);
    let mut known = HashSet::new();
    let mut open: Vec<_> = interpreter.initial().state.into_iter().collect();
    while let Some(state) = open.pop() {
        if !state.pending_events.is_empty() {
            return Some(true);
        }
        if known.insert(interpreter.key(&state)) {
            let steps = interpreter.steps(&state);
            open.extend(steps.iter().filter_map(|step| interpreter.step(&state, step).state));
        }
    }
    Some(false)
}

fn read(system: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let system = text::parse(system, FileId(0), &mut diagnostics);
    assert!(diagnostics.items.is_empty(), "{:?}", diagnostics.items);
    system.expect("a system")
}

/// All states, one after the other, each laid beside the definitions.
fn violated(system: &System) -> BTreeSet<&'static str> {
    let interpreter = Interpreter::new(system);
    let mut found = BTreeSet::new();
    let mut note = |holds: &dyn Fn(Check) -> bool| {
        let concerned = Check::ALL.into_iter().filter(|check| check.concerns(system));
        found.extend(concerned.filter(|check| holds(*check)).map(Check::name));
    };
    let mut known = HashSet::new();
    let mut open: Vec<_> = interpreter.initial().state.into_iter().collect();
    while let Some(state) = open.pop() {
        if !known.insert(interpreter.key(&state)) {
            continue;
        }
        let steps = interpreter.steps(&state);
        if state.exclusive.is_none() {
            note(&|check| check.violated_in(&interpreter, &state));
        }
        if steps.is_empty() {
            note(&|check| check.violated_at_rest(&interpreter, &state));
        }
        for step in steps {
            let outcome = interpreter.step(&state, &step);
            note(&|check| outcome.faults.iter().any(|fault| check.owns(fault.kind)));
            let after = outcome.state.as_ref();
            note(&|check| check.violated_by_step(&interpreter, &state, &step, after));
            open.extend(outcome.state);
        }
    }
    found
}

#[test]
fn an_assertion_that_is_false_in_one_order_is_found() {
    let writer = "template p() {\n s0: s0 -> s1 do x := x + 1\n s1 final:\n}\n";
    let reader = "template q() {\n s0: s0 -> s1 do assert x == 0\n s1 final:\n}\n";
    let processes = "process a: p()\nprocess b: q()";
    check(&["assertion"], &format!("rules no reap\nglobal x: int\n{writer}{reader}{processes}"));
}

#[test]
fn a_process_that_cannot_go_on_is_a_deadlock_unless_it_may_rest_there() {
    let waits = |label: &str| {
        format!(
            "rules no reap\nglobal x: int\ntemplate p() {{\n s0{label}: s0 -> s1 when x == 1\n s1 final:\n}}\n\
             process a: p()"
        )
    };
    check(&["deadlock"], &waits(""));
    check(&[], &waits(" end"));
}

/// Two threads that take two locks, in these orders.
fn locks(first: [&str; 2], second: [&str; 2]) -> String {
    let thread = |name: &str, [one, two]: [&str; 2]| {
        format!(
            "template {name}() {{\n s0: s0 -> s1 enter {one}\n s1: s1 -> s2 enter {two}\n \
             s2: s2 -> s3 exit {two}\n s3: s3 -> s4 exit {one}\n s4 final:\n}}\n"
        )
    };
    let (p, q) = (thread("p", first), thread("q", second));
    format!("rules no reap, threads\nmonitor m\nmonitor n\n{p}{q}process a: p()\nprocess b: q()")
}

#[test]
fn locks_in_opposite_orders_are_a_deadlock() {
    check(&["deadlock"], &locks(["m", "n"], ["n", "m"]));
    check(&[], &locks(["m", "n"], ["m", "n"]));
}

#[test]
fn two_accesses_race_unless_a_lock_keeps_them_apart() {
    let counts = |before: &str, after: &str| {
        format!(
            "rules no reap, threads\nmonitor m\nglobal x: int\ntemplate p() {{\n \
             s0: s0 -> s1 {before}\n s1: s1 -> s2 do x := x + 1\n s2: s2 -> s3 {after}\n s3 final:\n}}\n\
             process a: p()\nprocess b: p()"
        )
    };
    check(&["data-race"], &counts("", ""));
    check(&[], &counts("enter m", "exit m"));
}

#[test]
fn a_lock_that_is_left_without_being_held_or_kept_at_the_end_is_misused() {
    let uses = |sync: &str| {
        format!(
            "rules no reap, threads\nmonitor m\ntemplate p() {{\n s0: s0 -> s1 {sync}\n s1 final:\n}}\n\
             process a: p()"
        )
    };
    check(&["monitor-misuse"], &uses("exit m"));
    check(&["monitor-misuse"], &uses("enter m"));
}

/// A main thread with these steps, and a worker that begins and ends.
fn with_worker(steps: &str) -> String {
    format!(
        "rules no reap, threads\ntemplate p() {{\n {steps}\n s3 final:\n}}\n\
         template q() {{\n s0: s0 -> s1 begin\n s1: s1 -> s2 end\n s2 final:\n}}\n\
         process main: p()\nprocess worker: q()"
    )
}

#[test]
fn a_thread_is_started_once() {
    let twice = with_worker("s0: s0 -> s1 start 1\n s1: s1 -> s2 start 1\n s2: s2 -> s3");
    check(&["dead-interaction", "thread-restarted"], &twice);
    check(&[], &with_worker("s0: s0 -> s2 start 1\n s1: s1 -> s2\n s2: s2 -> s3"));
}

#[test]
fn a_join_comes_after_the_start_and_before_the_end() {
    let early = with_worker("s0: s0 -> s1 join 1\n s1: s1 -> s2 start 1\n s2: s2 -> s3");
    check(&["premature-join"], &early);
    // The worker may end while the main thread does something else.
    let late = with_worker("s0: s0 -> s1 start 1\n s1: s1 -> s2\n s2: s2 -> s3 join 1");
    check(&["dead-interaction"], &late);
    check(&[], &with_worker("s0: s0 -> s2 start 1\n s1: s1 -> s2\n s2: s2 -> s3 join 1"));
}

/// A thread that waits on a monitor, by this step, and one that notifies.
fn signalled(wait: &str) -> String {
    format!(
        "rules no reap, threads\nmonitor m\nglobal told: bool volatile\n\
         template p() {{\n s0: s0 -> s1 enter m\n s1:\n  {wait}\n s2: s2 -> s3 waiting m\n \
         s3: s3 -> s4 notified m\n s4: s4 -> s5 exit m\n s5 final:\n}}\n\
         template q() {{\n s0: s0 -> s1 enter m\n s1: s1 -> s2 do told := 1\n s2: s2 -> s3 notify m\n \
         s3: s3 -> s4 exit m\n s4 final:\n}}\nprocess a: p()\nprocess b: q()"
    )
}

#[test]
fn a_notification_that_comes_too_early_is_waited_for_in_vain() {
    let missed = ["deadlock", "unnecessary-notify", "wait-forever"];
    check(&missed, &signalled("s1 -> s2 wait m"));
    let asks = "s1 -> s2 when told == 0 wait m\n  s1 -> s4 when told == 1";
    check(&["unnecessary-notify"], &signalled(asks));
}

#[test]
fn an_index_out_of_range_and_a_division_by_zero_are_errors() {
    let does = |effect: &str| {
        format!(
            "rules no reap\nglobal x: int\nglobal a[2]: int\ntemplate p() {{\n \
             s0: s0 -> s1 do {effect}\n s1 final:\n}}\nprocess a: p()"
        )
    };
    check(&["uncaught-error"], &does("a[x + 2] := 1"));
    check(&["uncaught-error"], &does("x := 1 / x"));
    check(&[], &does("a[x + 1] := 1"));
    check(&[], &does("x := 1 / (x + 1)"));
}
