//! The interpreter, rule by rule: small systems with the states they must have, counted by hand.

mod common;

use std::collections::BTreeSet;

use common::{check, read};
use trine_system::interpret::Move;
use trine_system::naive::explore_naively;
use trine_system::*;

/// Events that pile up while a process keeps control end the execution at a limit.
#[test]
fn a_step_has_only_so_many_events() {
    let system = read(
        "rules no reap, listens
        template P() {
          s0:
            s0 -> s0 do emit 1 hold atomic
            s0 -> s1
          s1 final:
        }
        process a: P()",
    );
    let found = explore_naively(&system, 10_000);
    assert!(found.complete && found.bounded, "{} states", found.raw_states);
    let few = read(
        "rules no reap, listens
        template P() {
          s0: s0 -> s1 do emit 1; emit 1
          s1 final:
        }
        process a: P()",
    );
    assert!(!explore_naively(&few, 10_000).bounded);
}

/// A limit ends the execution, but is no fault of the program.
#[test]
fn a_limit_ends_the_execution() {
    let system = read(
        "rules no reap
        global x: byte
        template P() {
          s0: s0 -> s1 do x := 1; limit \"too deep\" option \"--deeper\"; x := 2
          s1: s1 -> s2 do assert 0
          s2 final:
        }
        process a: P()",
    );
    let interpreter = Interpreter::new(&system);
    let start = interpreter.initial().state.expect("a state");
    let [step] = interpreter.steps(&start)[..] else { panic!("one step") };
    let outcome = interpreter.step(&start, &step);
    assert_eq!((outcome.state, outcome.limit.as_deref()), (None, Some("too deep")));
    let found = explore_naively(&system, 100);
    assert!(found.bounded && found.faults.is_empty() && !found.deadlock);
}

#[test]
fn independent_steps_interleave() {
    // Two processes of two locations each, which stay when they end: 2 × 2.
    check(
        "rules no reap
        template P() {
          s0: s0 -> s1
          s1 final:
        }
        process a: P()
        process b: P()",
        4,
        false,
        &[],
    );
}

#[test]
fn ended_processes_go_youngest_first_each_by_a_step() {
    // Pairs of locations: 4; then b is removed, with a at s0 or s1: 2; then a: 1.
    check(
        "template P() {
          s0: s0 -> s1
          s1 final:
        }
        process a: P()
        process b: P()",
        7,
        false,
        &[],
    );
    // a alone is at its end and cannot go while b is there, which never goes: a deadlock.
    let system = read(
        "template P() {
          s0 final:
        }
        template Q() {
          s0:
        }
        process a: P()
        process b: Q()",
    );
    let interpreter = Interpreter::new(&system);
    let initial = interpreter.initial().state.expect("an initial state");
    assert_eq!(interpreter.steps(&initial), []);
    // The other way round the ended one is the youngest.
    let mut turned = system.clone();
    turned.processes.reverse();
    let interpreter = Interpreter::new(&turned);
    let initial = interpreter.initial().state.expect("an initial state");
    let steps = interpreter.steps(&initial);
    assert_eq!(steps.len(), 1);
    assert_eq!((steps[0].process, steps[0].action), (1, Move::Reap));
}

#[test]
fn the_inside_of_atomic_makes_no_states() {
    // a: s0, then s3 by three edges in one; b: two locations. Only (s0, s3) × (s0, s1).
    check(
        "rules no reap
        template A() {
          s0: s0 -> s1 hold atomic
          s1: s1 -> s2 hold atomic
          s2: s2 -> s3
          s3 final:
        }
        template B() {
          s0: s0 -> s1
          s1 final:
        }
        process a: A()
        process b: B()",
        4,
        false,
        &[],
    );
}

#[test]
fn a_blocked_atomic_loses_control_without_an_error() {
    // a stops at s1 until b sets x: (s0,s0) (s1,s0) (s0,s1) (s1,s1) (s3,s1). From (s0,s1) a goes
    // through to s3; from (s1,s1) it goes on alone to s3.
    check(
        "rules no reap
        global x: bool
        template A() {
          s0: s0 -> s1 hold atomic
          s1: s1 -> s2 when x hold atomic
          s2: s2 -> s3
          s3 final:
        }
        template B() {
          s0: s0 -> s1 do x := 1
          s1 final:
        }
        process a: A()
        process b: B()",
        5,
        false,
        &[],
    );
}

#[test]
fn blocking_inside_a_d_step_is_a_fault() {
    check(
        "rules no reap
        global x: bool
        template A() {
          s0: s0 -> s1 hold d_step
          s1: s1 -> s2 when x
          s2 final:
        }
        process a: A()",
        1,
        false,
        &[FaultKind::DStep],
    );
}

#[test]
fn a_d_step_takes_the_first_executable_edge_and_the_first_choice() {
    check(
        "rules no reap
        global x: byte
        template A() {
          s0: s0 -> s1 hold d_step
          s1:
            s1 -> s2 when x > 0 do x := 9 hold d_step
            s1 -> s2 do x := 1 hold d_step
            s1 -> s2 do x := 2 hold d_step
          s2: s2 -> s3 do choose x in 4..6
          s3:  s3 -> s4 do assert x == 4
          s4 final:
        }
        process a: A()",
        3,
        false,
        &[],
    );
}

#[test]
fn higher_ranks_shut_out_lower_ones() {
    // While x is 0 only the lower edge is there; after it only the higher one.
    check(
        "rules no reap
        global x: byte
        template A() {
          s0:
            s0 -> s0 do x := x + 1
            s0 -> s1 rank 1 when x > 1
          s1 final:
        }
        process a: A()",
        4,
        false,
        &[],
    );
}

#[test]
fn else_is_there_only_when_nothing_else_is() {
    // x = 0: the first edge; x = 1: the second; x = 2: else. So x is 0, 1, 2 and then s1 is reached.
    check(
        "rules no reap
        global x: byte
        template A() {
          s0:
            s0 -> s0 when x == 0 do x := 1
            s0 -> s0 when x == 1 do x := 2
            s0 -> s1 else
          s1 final:
        }
        process a: A()",
        4,
        false,
        &[],
    );
}

#[test]
fn a_time_out_is_for_when_nobody_can_step() {
    // b counts to 2 and stops; only then a passes. Without the time-out there would be 3 × 2 states.
    check(
        "rules no reap
        global x: byte
        template A() {
          s0: s0 -> s1 when timeout
          s1 final:
        }
        template B() {
          s0: s0 -> s0 when x < 2 do x := x + 1
        }
        process a: A()
        process b: B()",
        4,
        true,
        &[],
    );
}

#[test]
fn a_guard_that_faults_shows_its_fault() {
    check(
        "rules no reap
        global x: byte
        template A() {
          s0: s0 -> s1 when 1 / x == 1
          s1 final:
        }
        process a: A()",
        1,
        false,
        &[FaultKind::Division],
    );
    // Also where the other value of `timeout` would have spared it.
    check(
        "rules no reap
        global x: byte
        template A() {
          s0: s0 -> s1 when timeout || 1 / x == 1
          s1 final:
        }
        process a: A()",
        1,
        false,
        &[FaultKind::Division],
    );
}

#[test]
fn provided_says_when_a_process_may_step() {
    // b waits for a: (s0,s0) (s1,s0) (s1,s1).
    let text = |condition: &str| {
        format!(
            "rules no reap
            global x: byte
            template A() {{
              s0: s0 -> s1 do x := 1
              s1 final:
            }}
            template B() provided {condition} {{
              s0: s0 -> s1
              s1 final:
            }}
            process a: A()
            process b: B()"
        )
    };
    check(&text("x == 1"), 3, false, &[]);
    // One that cannot be evaluated faults when the process steps: only a gets anywhere.
    check(&text("1 / (x - 1) == 1"), 2, false, &[FaultKind::Division]);
}

#[test]
fn only_the_highest_priority_that_can_step_steps() {
    // a, then b, one after the other: 3 states in place of 4.
    check(
        "rules no reap, priorities
        template P() {
          s0: s0 -> s1
          s1 final:
        }
        process a: P() priority 5
        process b: P() priority 2",
        3,
        false,
        &[],
    );
    // b raises itself above a after its first step.
    check(
        "rules no reap, priorities
        template P() {
          s0: s0 -> s1
          s1: s1 -> s2
          s2 final:
        }
        template Q() {
          s0: s0 -> s1 do set_priority(me, 9); assert priority(me) == 9
          s1: s1 -> s2
          s2 final:
        }
        process a: P() priority 5
        process b: Q() priority 5",
        // (0,0) (1,0) (2,0), and from each of them b through 1 to 2: (i,1) (i,2).
        9,
        false,
        &[],
    );
}

#[test]
fn processes_are_created_up_to_the_limit() {
    // The number of processes goes 1, 2, 3 while they start each other; none ends.
    let system = read(
        "rules processes 3
        template P() {
          s0: s0 -> s1 do run P()
          s1:
        }
        process a: P()",
    );
    let found = explore_naively(&system, 1000);
    // Each has run its child or not: a:s0; a:s1 b:s0; a:s1 b:s1 c:s0; and c is blocked for ever.
    assert_eq!((found.raw_states, found.deadlock), (3, true));
    // With a place for the number the step is not blocked: the number is 0.
    check(
        "rules processes 1, no reap
        template P() {
          local n: byte = 7
          s0: s0 -> s1 do run P() into n
          s1: s1 -> s2 do assert n == 0
          s2 final:
        }
        process a: P()",
        3,
        false,
        &[],
    );
}

#[test]
fn choices_have_one_successor_for_each_value() {
    // s0; s1 with 3 × 2 values.
    check(
        "rules no reap
        global x: byte
        global y: byte
        template A() {
          s0: s0 -> s1 do choose x in 4..6; choose y in 0..1
          s1 final:
        }
        process a: A()",
        7,
        false,
        &[],
    );
}

#[test]
fn records_start_with_their_initial_values_and_run_out() {
    let text = "rules no reap
        pool node[1] {
          next: ref node
          value[2]: range 3..9 = {3, 4}
        }
        global p: ref node
        template A() {
          s0: s0 -> s1 do new node into p
          s1: s1 -> s2 do assert node[p]->value == 3 && node[p]->value[1] == 4; p := node[p]->next
          s2:
            s2 -> s3 do new node into p
            s2 -> s3 do node[p]->value := 3
          s3 final:
        }
        process a: A()";
    let found = explore_naively(&read(text), 100);
    assert_eq!((found.raw_states, found.bounded), (3, true));
    assert_eq!(found.faults, BTreeSet::from([FaultKind::Null]));
}

#[test]
fn faults_that_are_reported_do_not_end_the_execution_and_others_do() {
    check(
        "rules no reap
        template A() {
          s0: s0 -> s1 do assert 0; assert 0
          s1: s1 -> s2 do fail exception \"thrown\"; fail null \"and again\"
          s2: s2 -> s3 do abort range \"over\"
          s3 final:
        }
        process a: A()",
        3,
        false,
        &[FaultKind::Assertion, FaultKind::Exception, FaultKind::Null, FaultKind::Range],
    );
}

#[test]
fn monitors_answer_questions() {
    // The asserts hold in every order; `a` can enter twice, and `b` sees it from outside.
    check(
        "rules no reap, threads
        monitor m[2]
        template A() {
          s0: s0 -> s1 enter m[1] do assert lock_count(m[1]) == 1 && lock_count(m[0]) == 0 && lock_held(m[1])
          s1: s1 -> s2 enter m[1] do assert lock_count(m[1]) == 2
          s2: s2 -> s3 wait m[1] do assert wait_count(m[1]) == 1 && !lock_held(m[1])
          s3: s3 -> s4 waiting m[1] do assert wait_count(m[1]) == 0
          s4: s4 -> s5 notified m[1] do assert lock_count(m[1]) == 2
          s5 end:
        }
        template B() {
          s0: s0 -> s1 when wait_count(m[1]) == 1 enter m[1]
          s1: s1 -> s2 notify m[1] do assert lock_count(m[1]) == 1 && wait_count(m[1]) == 0
          s2: s2 -> s3 exit m[1] do assert lock_count(m[1]) == 0
          s3 final:
        }
        process a: A()
        process b: B()",
        10,
        false,
        &[],
    );
}

#[test]
fn processes_know_who_was_started() {
    check(
        "rules no reap
        template Main() {
          s0: s0 -> s1 do assert started(me) && !started(1) && !started(7)
          s1: s1 -> s2 start 1 do assert started(1) && !ended(1)
          s2: s2 -> s3 join 1 do assert started(1) && ended(1)
          s3 final:
        }
        template Worker() {
          s0: s0 -> s1 begin
          s1: s1 -> s2 join 0
          s2: s2 -> s3 end
          s3 final:
        }
        process main: Main()
        process worker: Worker()",
        4,
        true,
        &[],
    );
}

#[test]
fn values_are_cut_to_their_types_or_fault() {
    check(
        "rules no reap
        global b: byte
        global s: signed 3
        global r: range 0..3
        global l: long
        template A() {
          s0: s0 -> s1 do b := 257; s := 5; l := 2147483647 +' 1; assert b == 1 && s == -3
          s1: s1 -> s2 do assert l == 2147483648 && 2147483647 + 1 < 0 && -7 / 2 == -3 && -7 % 2 == -1
          s2: s2 -> s3 do assert -1 >>> 28 == 15 && -1 >> 28 == -1 && 1 << 33 == 2
          s3: s3 -> s4 do r := 4
          s4 final:
        }
        process a: A()",
        4,
        false,
        &[FaultKind::Range],
    );
}

#[test]
fn hidden_variables_do_not_tell_states_apart() {
    // A counter that never stops, and one location.
    check(
        "rules no reap
        global x: int hidden
        template A() {
          s0: s0 -> s0 do x := x + 1
        }
        process a: A()",
        1,
        false,
        &[],
    );
}

#[test]
fn the_last_process_is_part_of_the_state_where_it_is_tracked() {
    // (s0,s0); after a: last 0, after b: last 1; both: last 0 or 1. The first state has last 0 too.
    check(
        "rules no reap, last
        template P() {
          s0: s0 -> s1 do assert last <= 1
          s1 final:
        }
        process a: P()
        process b: P()",
        5,
        false,
        &[],
    );
}
