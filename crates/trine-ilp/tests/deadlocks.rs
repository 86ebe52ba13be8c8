//! Deadlock as integer programming: a system in text form, and whether its equations have a solution.

use trine_base::{Diagnostics, FileId};
use trine_ilp::{Answer, Cycles, Goal, Prepared};
use trine_system::{System, text};
use trine_verdict::Staging;

/// What the engine says of deadlocks: `refuted` with a certificate, or the edges of a flow.
#[track_caller]
fn check(system: &str, expected: &str) {
    let system = read(system);
    let prepared = match Prepared::new(&system, &|| true) {
        Ok(prepared) => prepared,
        Err(_) => panic!("no networks"),
    };
    let Ok(analysis) = prepared.analysis(Goal::Deadlock) else { panic!("no analysis") };
    let (answer, _) = analysis.run(Staging::Deadlock, Cycles::Lazy, &|| true);
    let said = match answer {
        Answer::Nothing(Some(_)) => "refuted".to_string(),
        Answer::Nothing(None) => "refuted in floating point only".to_string(),
        Answer::Flow(flow) => {
            let mut edges = flow.edges;
            edges.sort_unstable();
            let name = |process: u32| &system.processes[process as usize].name;
            let shown = edges.iter().map(|(process, edge)| format!("{} {edge:?}", name(*process)));
            shown.collect::<Vec<_>>().join(", ")
        }
        _ => "no answer".to_string(),
    };
    assert_eq!(said, expected);
}

fn read(system: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let system = text::parse(system, FileId(0), &mut diagnostics);
    assert!(diagnostics.items.is_empty(), "{:?}", diagnostics.items);
    system.expect("a system")
}

/// Two processes that take two locks, in these orders.
fn locks(first: [&str; 2], second: [&str; 2]) -> String {
    let process = |name: &str, [one, two]: [&str; 2]| {
        format!(
            "template {name}() {{\n s0: s0 -> s1 enter {one}\n s1: s1 -> s2 enter {two}\n \
             s2: s2 -> s3 exit {two}\n s3: s3 -> s4 exit {one}\n s4 final:\n}}\n"
        )
    };
    let (p, q) = (process("p", first), process("q", second));
    format!("rules no reap\nmonitor m\nmonitor n\n{p}{q}process a: p()\nprocess b: q()")
}

#[test]
fn one_order_of_locks_has_no_deadlock() {
    check(&locks(["m", "n"], ["m", "n"]), "refuted");
}

#[test]
fn opposite_orders_have_the_flow_in_which_each_has_one_lock() {
    check(&locks(["m", "n"], ["n", "m"]), "a e0, b e0");
}
