//! How processes meet in the interpreter: channels, monitors, threads and entries, with the states they
//! must have, counted by hand.

mod common;

use std::collections::BTreeSet;

use common::{check, read};
use trine_system::naive::explore_naively;
use trine_system::*;

#[test]
fn threads_begin_when_started_and_are_joined_when_they_ended() {
    // m: s0 joins at once (never started), starts, then waits. w: s0 until started, s1, s2 at the end.
    // (s0,s0) (s1,s0) (s2,s0) (s2,s1) (s2,s2) (s3,s2).
    check(
        "rules no reap
        template M() {
          s0: s0 -> s1 join 1
          s1: s1 -> s2 start 1
          s2: s2 -> s3 join 1 do assert ended(1)
          s3 final:
        }
        template W() {
          s0: s0 -> s1 begin
          s1: s1 -> s2 end
          s2 final:
        }
        process m: M()
        process w: W()",
        6,
        false,
        &[],
    );
}

#[test]
fn a_rendezvous_is_one_step_and_hands_control_to_the_receiver() {
    let text = |sender: &str, receiver: &str| {
        format!(
            "rules no reap
            kind k[0](byte)
            global q: channel = new k
            global x: byte
            template S() {{
              s0: s0 -> s1 send q(7) {sender}
              s1: s1 -> s2 do x := 1
              s2 final:
            }}
            template R() {{
              local y: byte
              s0: s0 -> s1 receive q(?y) {receiver}
              s1: s1 -> s2 do assert y == 7 && x == 0
              s2 final:
            }}
            process s: S()
            process r: R()"
        )
    };
    // Free: (s0,s0), then all four of {s1,s2} × {s1,s2}; the assertion fails where x was set first.
    check(&text("", ""), 5, false, &[FaultKind::Assertion]);
    // A sender that would hold control loses it to the receiver, whose edge releases it.
    check(&text("hold atomic", ""), 5, false, &[FaultKind::Assertion]);
    // A receiver that holds control goes on at once: (s0,s0) (s1,s2) (s2,s2).
    check(&text("", "hold atomic"), 3, false, &[]);
    check(&text("hold atomic", "hold d_step"), 3, false, &[]);
}

#[test]
fn a_rendezvous_needs_a_partner_whose_pattern_matches() {
    check(
        "rules no reap
        kind k[0](byte, byte)
        global q: channel = new k
        template S() {
          s0: s0 -> s1 send q(7, 1)
          s1 final:
        }
        template R(want: byte) {
          s0: s0 -> s1 receive q(want, _)
          s1 final:
        }
        process s: S()
        process r: R(6)",
        1,
        true,
        &[],
    );
}

#[test]
fn channels_go_with_the_process_that_made_them() {
    // b sends into a channel of a child that has ended and was removed.
    check(
        "kind k[1](byte)
        global q: channel
        template P() {
          s0: s0 -> s1 do run C()
          s1: s1 -> s2 when q != 0 && process_count == 1
          s2: s2 -> s3 send q(1)
          s3 final:
        }
        template C() {
          local mine: channel = new k
          s0: s0 -> s1 do q := mine
          s1 final:
        }
        process p: P()",
        5,
        false,
        &[FaultKind::Channel],
    );
}

#[test]
fn buffered_channels_keep_order_and_sort_on_demand() {
    let text = |send: &str, receive: &str, expected: &str| {
        format!(
            "rules no reap
            kind k[3](byte)
            global q: channel = new k
            template A() {{
              local x: byte
              s0: s0 -> s1 send {send} q(3)
              s1: s1 -> s2 send {send} q(1)
              s2: s2 -> s3 send {send} q(2)
              s3: s3 -> s4 {receive}
              s4: s4 -> s5 do assert {expected}
              s5 final:
            }}
            process a: A()"
        )
    };
    for (send, receive, expected) in [
        ("", "receive q(?x)", "x == 3 && len(q) == 2"),
        ("sorted", "receive q(?x)", "x == 1 && len(q) == 2"),
        ("", "receive any q(2)", "len(q) == 2 && poll q(3) && !poll any q(2)"),
        ("", "receive keep q(?x)", "x == 3 && full(q) && !nfull(q)"),
        ("", "receive any keep q(1)", "len(q) == 3 && nempty(q) && !empty(q)"),
    ] {
        check(&text(send, receive, expected), 6, false, &[]);
    }
    // The first message is a 3: a receive of 2 in order waits.
    check(&text("", "receive q(2)", "1"), 4, true, &[]);
}

#[test]
fn a_full_channel_blocks_or_loses() {
    let text = |rules: &str| {
        format!(
            "rules no reap{rules}
            kind k[1](byte)
            global q: channel = new k
            template A() {{
              s0: s0 -> s1 send q(1)
              s1: s1 -> s2 send q(2)
              s2: s2 -> s3 do assert poll q(1) && len(q) == 1
              s3 final:
            }}
            process a: A()"
        )
    };
    check(&text(""), 2, true, &[]);
    check(&text(", lossy"), 4, false, &[]);
}

#[test]
fn a_monitor_may_be_entered_again_by_its_owner() {
    // Alone: 5 states; the lock is free only after the second exit. Two of them take turns: both
    // outside 1; one at one of 4 inner places (3 with the lock) … counted: pairs (i, j) of 0..4 where
    // not both are in 1..3: 25 − 9.
    check(
        "rules no reap
        monitor m
        template A() {
          s0: s0 -> s1 enter m
          s1: s1 -> s2 enter m
          s2: s2 -> s3 exit m
          s3: s3 -> s4 exit m
          s4 final:
        }
        process a: A()
        process b: A()",
        16,
        false,
        &[],
    );
    check(
        "rules no reap
        monitor m
        template A() {
          s0: s0 -> s1 exit m
          s1 final:
        }
        process a: A()",
        1,
        false,
        &[FaultKind::Monitor],
    );
}

#[test]
fn waiting_gives_the_lock_up_and_gets_it_back_as_often() {
    let system = read(
        "rules no reap
        monitor m
        template W() {
          s0: s0 -> s1 enter m
          s1: s1 -> s2 enter m
          s2: s2 -> s3 wait m
          s3: s3 -> s4 waiting m
          s4: s4 -> s5 notified m
          s5: s5 -> s6 exit m
          s6: s6 -> s7 exit m
          s7 final:
        }
        template N() {
          s0: s0 -> s1 when W@s3 enter m
          s1: s1 -> s2 notify m
          s2: s2 -> s3 exit m
          s3 final:
        }
        process w: W()
        process n: N()",
    );
    let found = explore_naively(&system, 1000);
    // w: s0 to s3 alone (4). n enters (s3,s1) and notifies (s3,s2); w notices in (s4,s2), before or
    // after n leaves: (s3,s3) (s4,s3); then s5, s6, s7 alone.
    assert_eq!((found.raw_states, found.deadlock), (4 + 2 + 1 + 2 + 3, false));
    assert_eq!(found.faults, BTreeSet::new());
}

#[test]
fn a_notification_chooses_any_who_waits_or_nobody() {
    let system = read(
        "rules no reap
        monitor m
        template W() {
          s0: s0 -> s1 enter m
          s1: s1 -> s2 wait m
          s2: s2 -> s3 waiting m
          s3: s3 -> s4 notified m
          s4: s4 -> s5 exit m
          s5 final:
        }
        template N(all: bool) {
          s0: s0 -> s1 enter m
          s1:
            s1 -> s2 when all notifyall m
            s1 -> s2 when !all notify m
          s2: s2 -> s3 exit m
          s3 final:
        }
        process w1: W()
        process w2: W()
        process n: N(0)",
    );
    let interpreter = Interpreter::new(&system);
    let mut state = interpreter.initial().state.expect("an initial state");
    let mut go = |process: u32| {
        let step = interpreter.steps(&state).into_iter().find(|step| step.process == process);
        state = interpreter.step(&state, &step.expect("a step")).state.expect("no fault");
        state.clone()
    };
    let nobody = [2, 2].map(&mut go)[1].clone();
    assert_eq!(nobody.monitors[0].waiters, []);
    // Start again: both wait, then n is about to notify.
    let mut state = interpreter.initial().state.expect("an initial state");
    for process in [0, 0, 1, 1, 2] {
        let step = interpreter.steps(&state).into_iter().find(|step| step.process == process);
        state = interpreter.step(&state, &step.expect("a step")).state.expect("no fault");
    }
    let steps: Vec<Step> =
        interpreter.steps(&state).into_iter().filter(|step| step.process == 2).collect();
    let woken: Vec<Vec<(u32, u32, bool)>> = steps
        .iter()
        .map(|step| {
            let next = interpreter.step(&state, step).state.expect("no fault");
            next.monitors[0].waiters.clone()
        })
        .collect();
    assert_eq!(woken, [vec![(0, 1, true), (1, 1, false)], vec![(0, 1, false), (1, 1, true)]]);
}

#[test]
fn a_second_notification_goes_to_somebody_else() {
    let text = |second: &str| {
        format!(
            "rules no reap
            monitor m
            template W() {{
              s0: s0 -> s1 enter m
              s1: s1 -> s2 wait m
              s2: s2 -> s3 waiting m
              s3: s3 -> s4 notified m
              s4: s4 -> s5 exit m
              s5 final:
            }}
            template N() {{
              s0: s0 -> s1 when W[0]@s2 && W[1]@s2 enter m
              s1: s1 -> s2 notify m
              s2: s2 -> s3 {second}
              s3: s3 -> s4 exit m
              s4 final:
            }}
            process w1: W()
            process w2: W()
            process n: N()"
        )
    };
    // Until both wait: their pairs of places 0 to 2 without both inside, 8. Then n is at s1: 1; at s2,
    // where one of the two was told and has noticed or not: 4. With a second notification both were
    // told: each has noticed or not, at s3: 4, or, when n is out, goes through s3, s4, s5 as well,
    // never both at s4: 4 × 4 − 1.
    check(&text("notify m"), 8 + 1 + 4 + 4 + 15, false, &[]);
    // Without it one waits for ever: at s3 as at s2, and outside the other one goes through 4 places.
    check(&text(""), 8 + 1 + 4 + 4 + 8, true, &[]);
}

#[test]
fn wake_ups_need_no_notification() {
    let text = |wake: &str| {
        format!(
            "rules no reap
            monitor m
            template W() {{
              s0: s0 -> s1 enter m
              s1: s1 -> s2 wait m
              s2:
                s2 -> s3 waiting m
                {wake}
              s3: s3 -> s4 notified m
              s4: s4 -> s5 exit m
              s5 final:
            }}
            process w: W()"
        )
    };
    check(&text(""), 3, true, &[]);
    check(&text("s2 -> s3 wakeup m"), 6, false, &[]);
}

#[test]
fn faults_of_an_index_show_in_every_synchronisation() {
    for sync in ["enter m[x]", "exit m[x]", "notify m[x]", "notifyall m[x]", "join 1 / (x - 5)"] {
        let kind = if sync.starts_with("join") { FaultKind::Division } else { FaultKind::Index };
        let text = format!(
            "rules no reap
            monitor m[2]
            global x: byte = 5
            template A() {{
              s0: s0 -> s1 {sync}
              s1 final:
            }}
            process a: A()"
        );
        check(&text, 1, false, &[kind]);
    }
    // Also in one that does nothing but wait for its moment.
    check(
        "rules no reap
        monitor m[2]
        global x: byte
        template A() {
          s0: s0 -> s1 enter m[x]
          s1: s1 -> s2 wait m[x] do x := 5
          s2: s2 -> s3 waiting m[x]
          s3: s3 -> s4 notified m[x]
          s4 final:
        }
        process a: A()",
        3,
        false,
        &[FaultKind::Index],
    );
}

#[test]
fn callers_are_served_in_order_of_arrival() {
    // Both orders of arrival; the server takes the first and answers with what it was given.
    let text = "rules no reap
        entry n(byte) -> (byte)
        global order: byte
        template C(who: byte) {
          local got: byte
          s0: s0 -> s1 call n(who) do order := order * 10 + who
          s1: s1 -> s2 return n(got)
          s2: s2 -> s3 do assert got == who + 100
          s3 final:
        }
        template S() {
          local x: byte
          s0: s0 -> s1 when callers(n) == 2 accept n(x)
          s1: s1 -> s2 do assert order == 12 && x == 1 || order == 21 && x == 2; assert callers(n) == 1
          s2: s2 -> s3 complete n(x + 100)
          s3: s3 -> s4 accept n(x)
          s4: s4 -> s5 complete n(x + 100)
          s5 final:
        }
        process c1: C(1)
        process c2: C(2)
        process s: S()";
    // Before any call is accepted: none called 1, one did 2, both did 2. After that each order has:
    // s at s1, s2 (2); at s3, s4 with the first caller in three places (6); at s5 with both in three
    // places each (9).
    check(text, 1 + 2 + 2 + 2 * (2 + 6 + 9), false, &[]);
}

#[test]
fn a_caller_may_withdraw_until_it_is_accepted() {
    // (s0,s0) (s1,s0) withdraws to (s2,s0): deadlock of the server; accepted (s1,s1) stays until
    // (s1,s2), then (s2,s2).
    check(
        "rules no reap
        entry n()
        template C() {
          s0: s0 -> s1 call n()
          s1:
            s1 -> s2 return n()
            s1 -> s2 withdraw n
          s2 final:
        }
        template S() {
          s0: s0 -> s1 accept n()
          s1: s1 -> s2 complete n()
          s2 final:
        }
        process c: C()
        process s: S()",
        6,
        true,
        &[],
    );
}

#[test]
fn results_are_cut_to_the_types_of_the_entry() {
    check(
        "rules no reap
        entry n() -> (byte)
        template C() {
          local got: int
          s0: s0 -> s1 call n()
          s1: s1 -> s2 return n(got)
          s2: s2 -> s3 do assert got == 44
          s3 final:
        }
        template S() {
          s0: s0 -> s1 accept n()
          s1: s1 -> s2 complete n(300)
          s2 final:
        }
        process c: C()
        process s: S()",
        6,
        false,
        &[],
    );
}
