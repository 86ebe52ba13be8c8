//! The checks of threads on small programs, correct and faulty.

mod common;

use common::{Quiet, violated_naively};
use trine_base::{Diagnostics, FileId};
use trine_explore::{Options, Search, check};
use trine_property::{Check, Property};
use trine_system::System;
use trine_verdict::{Budget, EngineOutcome, Verdict};

fn read(text: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let text = match text.contains("rules") {
        true => text.to_string(),
        false => format!("rules no reap, threads\n{text}"),
    };
    let system = trine_system::text::parse(&text, FileId(0), &mut diagnostics);
    assert!(diagnostics.items.is_empty(), "{:?}", diagnostics.items);
    let system = system.expect("a system");
    trine_system::validate(&system).expect("a valid system");
    system
}

fn checks() -> Vec<Check> {
    Check::ALL.into_iter().filter(|check| !check.needs_cycles()).collect()
}

fn outcomes(system: &System, options: &Options) -> Vec<EngineOutcome> {
    let properties: Vec<Property> = checks().into_iter().map(Property::check).collect();
    check(system, &properties, options, &Budget::default(), &Quiet)
}

/// Exactly these checks are violated, whichever search is used.
#[track_caller]
fn violates(text: &str, expected: &[&str]) {
    let system = read(text);
    let mut expected: Vec<&str> = expected.to_vec();
    expected.sort_unstable();
    let base = Options::default();
    let ways = [
        base.clone(),
        Options { interpret: true, ..base.clone() },
        Options { raw: true, ..base.clone() },
        Options { partial_order: false, ..base.clone() },
        Options { search: Search::Bfs, ..base.clone() },
        Options { shortest: true, ..base.clone() },
    ];
    for options in &ways {
        let outcomes = outcomes(&system, options);
        let violated = checks().into_iter().zip(&outcomes);
        let violated = violated.filter(|(_, outcome)| outcome.verdict == Verdict::Violated);
        let mut violated: Vec<&str> = violated.map(|(check, _)| check.name()).collect();
        violated.sort_unstable();
        assert_eq!(violated, expected, "{options:?}");
        assert!(outcomes.iter().all(|outcome| outcome.verdict != Verdict::Inconclusive));
    }
    let naive = violated_naively(&system, 100_000).expect("a small system");
    let mut naive: Vec<&str> = naive.into_iter().map(Check::name).collect();
    naive.sort_unstable();
    assert_eq!(naive, expected, "naively");
}

#[test]
fn examples_violate_what_they_promise() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/system");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of examples") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(path).expect("a readable example");
        let Some(promised) = text.lines().find_map(|line| line.strip_prefix("// violated: "))
        else {
            continue;
        };
        found += 1;
        let promised: Vec<&str> = promised.split(", ").filter(|name| *name != "nothing").collect();
        violates(&text, &promised);
    }
    assert!(found >= 3);
}

#[test]
fn locks_in_opposite_order() {
    let text = |first: &str, second: &str| {
        format!(
            "monitor a
            monitor b
            template A() {{
              s0: s0 -> s1 enter a
              s1: s1 -> s2 enter b
              s2: s2 -> s3 exit b
              s3: s3 -> s4 exit a
              s4 final:
            }}
            template B() {{
              s0: s0 -> s1 enter {first}
              s1: s1 -> s2 enter {second}
              s2: s2 -> s3 exit {second}
              s3: s3 -> s4 exit {first}
              s4 final:
            }}
            process one: A()
            process two: B()"
        )
    };
    violates(&text("b", "a"), &["deadlock"]);
    violates(&text("a", "b"), &[]);
    // A third lock around both orders keeps them apart.
    violates(
        "monitor gate
        monitor a
        monitor b
        template A() {
          s0: s0 -> s1 enter gate
          s1: s1 -> s2 enter a
          s2: s2 -> s3 enter b
          s3: s3 -> s4 exit b
          s4: s4 -> s5 exit a
          s5: s5 -> s6 exit gate
          s6 final:
        }
        template B() {
          s0: s0 -> s1 enter gate
          s1: s1 -> s2 enter b
          s2: s2 -> s3 enter a
          s3: s3 -> s4 exit a
          s4: s4 -> s5 exit b
          s5: s5 -> s6 exit gate
          s6 final:
        }
        process one: A()
        process two: B()",
        &[],
    );
}

#[test]
fn a_circle_is_a_deadlock_while_others_run() {
    let text = |spinner: &str, b: &str| {
        format!(
            "monitor a
            monitor b
            monitor c
            template A() {{
              s0: s0 -> s1 enter a
              s1: s1 -> s2 enter b
              s2: s2 -> s3 exit b
              s3: s3 -> s4 exit a
              s4 final:
            }}
            template B() {{
              s0: s0 -> s1 enter b
              s1: s1 -> s2 enter a
                {b}
              s2: s2 -> s3 exit a
              s3: s3 -> s4 exit b
              s4 final:
            }}
            template Spin() {{
              s0: s0 -> s1 enter c
              s1: s1 -> s0 exit c
            }}
            process one: A()
            process two: B()
            {spinner}"
        )
    };
    let spinner = "process three: Spin()";
    violates(&text(spinner, ""), &["deadlock"]);
    // A process that can give up is not stuck.
    violates(&text(spinner, "s1 -> s3"), &[]);
    violates(&text(spinner, "s1 -> s3 else"), &[]);
}

#[test]
fn joining_each_other() {
    violates(
        "template A(other: byte) {
          s0: s0 -> s1 begin
          s1: s1 -> s2 join other
          s2: s2 -> s3 end
          s3 final:
        }
        template Main() {
          s0: s0 -> s1 start 1
          s1: s1 -> s2 start 2
          s2: s2 -> s3
          s3: s3 -> s2
        }
        process main: Main()
        process a: A(2)
        process b: A(1)",
        &["deadlock", "premature-join", "dead-interaction"],
    );
    // A thread that joins itself.
    violates(
        "template Main() {
          s0: s0 -> s1 join me
          s1: s1 -> s2 end
          s2 final:
        }
        process main: Main()",
        &["deadlock"],
    );
}

#[test]
fn signals_that_are_missed() {
    let text = |guard: &str, done: &str| {
        format!(
            "monitor m
            global done: bool
            template Waiter() {{
              s0: s0 -> s1 enter m
              s1:
                s1 -> s2 {guard} wait m
                {done}
              s2: s2 -> s3 waiting m
              s3: s3 -> s1 notified m
              s4: s4 -> s5 exit m
              s5 final:
            }}
            template Teller() {{
              s0: s0 -> s1 enter m
              s1: s1 -> s2 do done := 1
              s2: s2 -> s3 notify m
              s3: s3 -> s4 exit m
              s4 final:
            }}
            process waiter: Waiter()
            process teller: Teller()"
        )
    };
    violates(&text("when done == 0", "s1 -> s4 when done == 1"), &["unnecessary-notify"]);
    // Waits without asking whether it is done.
    let missed = "monitor m
        template Waiter() {
          s0: s0 -> s1 enter m
          s1: s1 -> s2 wait m
          s2:
            s2 -> s3 waiting m
            WAKE
          s3: s3 -> s4 notified m
          s4: s4 -> s5 exit m
          s5 final:
        }
        template Teller() {
          s0: s0 -> s1 enter m
          s1: s1 -> s2 notifyall m
          s2: s2 -> s3 exit m
          s3 final:
        }
        process waiter: Waiter()
        process teller: Teller()";
    violates(&missed.replace("WAKE", ""), &["deadlock", "wait-forever", "unnecessary-notify"]);
    violates(&missed.replace("WAKE", "s2 -> s3 wakeup m"), &["unnecessary-notify"]);
}

#[test]
fn waiting_for_a_permit_that_never_comes() {
    violates(
        "global permits: byte volatile
        template A() {
          s0: s0 -> s1 when permits > 0 do permits := permits - 1
          s1 final:
        }
        process a: A()",
        &["deadlock", "wait-forever"],
    );
}

#[test]
fn a_thread_that_is_never_started_need_not_end() {
    violates(
        "template Main() {
          s0: s0 -> s1
          s1 final:
        }
        template Worker() {
          s0: s0 -> s1 begin
          s1: s1 -> s2 end
          s2 final:
        }
        process main: Main()
        process worker: Worker()",
        &[],
    );
}

#[test]
fn a_condition_that_is_never_true_is_waited_for() {
    violates(
        "template A() {
          s0: s0 -> s1 when 0
          s1 final:
        }
        process a: A()",
        &["deadlock", "wait-forever"],
    );
    // A branch that is not taken, beside a lock that cannot be had.
    violates(
        "monitor m
        template A(times: byte) {
          s0: s0 -> s1 when times == 1 enter m
              s0 -> s2 when times == 0
          s1: s1 -> s2
          s2 final:
        }
        process a: A(1)
        process b: A(1)",
        &["deadlock", "monitor-misuse"],
    );
}

#[test]
fn accesses_that_race() {
    let text = |declared: &str, lock: &str, unlock: &str, cell: &str| {
        format!(
            "monitor m
            global {declared}
            template A(mine: byte) {{
              local read: int
              s0: s0 -> s1 {lock}
              s1: s1 -> s2 do read := {cell}
              s2: s2 -> s3 do {cell} := read + 1
              s3: s3 -> s4 {unlock}
              s4 final:
            }}
            process one: A(0)
            process two: A(1)"
        )
    };
    violates(&text("x: int", "", "", "x"), &["data-race"]);
    violates(&text("x: int", "enter m", "exit m", "x"), &[]);
    violates(&text("x: int volatile", "", "", "x"), &[]);
    violates(&text("x[2]: int", "", "", "x[mine]"), &[]);
    violates(&text("x[2]: int", "", "", "x[0]"), &["data-race"]);
    // Two that only read.
    violates(
        "global x: int
        template A() {
          s0: s0 -> s1 when x == 0
          s1 final:
        }
        process one: A()
        process two: A()",
        &[],
    );
    // A condition counts as a read, whether it holds or not.
    violates(
        "global stop: bool
        template A() {
          s0: s0 -> s1 when stop
              s0 -> s0 else
          s1 final:
        }
        template B() {
          s0: s0 -> s1 do stop := 1
          s1 final:
        }
        process one: A()
        process two: B()",
        &["data-race"],
    );
    // The process that takes the lock in the same step goes first.
    violates(
        "monitor m
        global x: int
        template A() {
          s0: s0 -> s1 enter m do x := x + 1
          s1: s1 -> s2 exit m
          s2 final:
        }
        process one: A()
        process two: A()",
        &[],
    );
}

#[test]
fn starts_and_joins_order_accesses() {
    let text = |join: &str| {
        format!(
            "global x: int
            template Main() {{
              s0: s0 -> s1 do x := 1
              s1: s1 -> s2 start 1
              s2: {join}
              s3: s3 -> s4 do x := 3
              s4 final:
            }}
            template Worker() {{
              s0: s0 -> s1 begin
              s1: s1 -> s2 do x := 2
              s2: s2 -> s3 end
              s3 final:
            }}
            process main: Main()
            process worker: Worker()"
        )
    };
    violates(&text("s2 -> s3 join 1"), &[]);
    violates(&text("s2 -> s3"), &["data-race"]);
}

#[test]
fn fields_of_records_race() {
    let text = |volatile: &str| {
        format!(
            "pool node[2] {{
              value: int {volatile}
            }}
            global shared: ref node volatile
            template Main() {{
              s0: s0 -> s1 do new node into shared
              s1: s1 -> s2 start 1
              s2: s2 -> s3 do node[shared]->value := 1
              s3 final:
            }}
            template Worker() {{
              s0: s0 -> s1 begin
              s1: s1 -> s2 do node[shared]->value := 2
              s2: s2 -> s3 end
              s3 final:
            }}
            process main: Main()
            process worker: Worker()"
        )
    };
    violates(&text(""), &["data-race"]);
    violates(&text("volatile"), &[]);
}

#[test]
fn monitors_are_misused() {
    // Ends with the lock; the other one can never have it.
    violates(
        "monitor m
        template A() {
          s0: s0 -> s1 enter m
          s1: s1 -> s2
              s1 -> s3
          s2: s2 -> s3 exit m
          s3 final:
        }
        process one: A()
        process two: A()",
        &["monitor-misuse", "deadlock"],
    );
    let leaves = "s1: s1 -> s2\ns2: s2 -> s3";
    let waits = "s1: s1 -> s2 waiting m\ns2: s2 -> s3 notified m";
    for (misuse, rest) in
        [("notify m", leaves), ("notifyall m", leaves), ("exit m", leaves), ("wait m", waits)]
    {
        let text = format!(
            "monitor m
            template A() {{
              s0: s0 -> s1 {misuse}
              {rest}
              s3 final:
            }}
            process one: A()"
        );
        violates(&text, &["monitor-misuse"]);
    }
}

#[test]
fn threads_are_started_and_joined_wrongly() {
    let text = |code: &str| {
        format!(
            "template Main() {{
              {code}
              s3 final:
            }}
            template Worker() {{
              s0: s0 -> s1 begin
              s1: s1 -> s2 end
              s2 final:
            }}
            process main: Main()
            process worker: Worker()"
        )
    };
    violates(
        &text("s0: s0 -> s1 start 1\ns1: s1 -> s2 start 1\ns2: s2 -> s3"),
        &["thread-restarted", "dead-interaction"],
    );
    violates(&text("s0: s0 -> s1 join 1\ns1: s1 -> s2 start 1\ns2: s2 -> s3"), &["premature-join"]);
    // A join that comes when the worker has ended already, and one that always waits.
    violates(
        &text("s0: s0 -> s1 start 1\ns1: s1 -> s2\ns2: s2 -> s3 join 1"),
        &["dead-interaction"],
    );
    violates(&text("s0: s0 -> s2 start 1\ns1: s1 -> s2\ns2: s2 -> s3 join 1"), &[]);
}

#[test]
fn a_thread_that_dies_leaves_the_others_running() {
    violates(
        "monitor m
        global x: int
        template A() {
          s0: s0 -> s1 begin
          s1: s1 -> s2 do fail exception \"thrown\"
          s2: s2 -> s3 end
          s3 final:
        }
        template Main() {
          s0: s0 -> s1 start 1
          s1: s1 -> s2 join 1
          s2: s2 -> s3 do assert 0
          s3 final:
        }
        process main: Main()
        process a: A()",
        &["uncaught-error", "assertion"],
    );
}

#[test]
fn distinct_pairs_of_places_are_distinct_races() {
    let system = read(
        "global x: int
        template A() {
          s0: s0 -> s1 do x := 1
          s1: s1 -> s2 do x := 2
          s2 final:
        }
        process one: A()
        process two: A()",
    );
    let options = Options { max_findings: 10, ..Options::default() };
    let outcomes = outcomes(&system, &options);
    let races = checks().into_iter().zip(&outcomes).find(|(at, _)| *at == Check::DataRace);
    let (_, races) = races.expect("the check is made");
    let pairs: Vec<_> = races
        .findings
        .iter()
        .map(|finding| {
            let mut edges = finding.race.as_ref().expect("a race").sides.map(|side| side.edge.0);
            edges.sort_unstable();
            edges
        })
        .collect();
    // First with first, first with second, second with second.
    assert_eq!(pairs.len(), 3, "{pairs:?}");
}

/// Philosophers that take the fork on their left first; the last one, where they are wary, the other.
fn philosophers(count: u32, wary: bool) -> System {
    let mut text = format!(
        "monitor fork[{count}]
        global eating[{count}]: byte volatile
        template Philosopher(left: byte, right: byte, me_number: byte) {{
          s0: s0 -> s1 enter fork[left]
          s1: s1 -> s2 enter fork[right]
          s2: s2 -> s3 do eating[me_number] := 1
          s3: s3 -> s4 do eating[me_number] := 0
          s4: s4 -> s5 exit fork[right]
          s5: s5 -> s0 exit fork[left]
        }}\n"
    );
    for number in 0..count {
        let next = (number + 1) % count;
        let (left, right) =
            if wary { (number.min(next), number.max(next)) } else { (number, next) };
        text += &format!("process p{number}: Philosopher({left}, {right}, {number})\n");
    }
    read(&text)
}

#[test]
fn philosophers_are_searched_fast() {
    for (count, wary) in [(3, false), (6, false), (3, true), (6, true)] {
        let system = philosophers(count, wary);
        for partial_order in [true, false] {
            let started = std::time::Instant::now();
            let options = Options { partial_order, ..Options::default() };
            let outcomes = outcomes(&system, &options);
            let verdict = if wary { Verdict::Holds } else { Verdict::Violated };
            let deadlock = checks().into_iter().zip(&outcomes);
            let (_, deadlock) =
                deadlock.into_iter().find(|(at, _)| *at == Check::Deadlock).expect("it is made");
            assert_eq!(deadlock.verdict, verdict);
            println!(
                "{count} philosophers, wary {wary}, reduced {partial_order}: {:?} states, {:?}",
                deadlock.stats.states,
                started.elapsed()
            );
        }
    }
}
