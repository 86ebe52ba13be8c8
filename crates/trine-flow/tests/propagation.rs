//! State propagation: a system that emits events, an automaton over them, and what is found.
//!
//! An automaton is written as its edges, `0 1 1, 1 2 bad`: from state 0 by event 1 to state 1, and so on. Other
//! events change nothing; `bad` is the violation.

use std::cell::Cell;
use std::time::Duration;

use trine_base::{Diagnostics, FileId};
use trine_flow::{Analysis, Answer, Limits};
use trine_property::{Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId};
use trine_system::{Expr, System, text};
use trine_verdict::{Budget, Progress, Watch};

/// What flow says with the constraints of these names: `proved`, or the edges of a path.
#[track_caller]
fn check(system: &str, automaton: &str, constraints: &[&str], expected: &str) {
    let (system, claim) = (read(system), claim(automaton));
    let analysis = Analysis::new(&system, &claim).expect("an analysis");
    let all = analysis.all();
    let named = |name: &&str| {
        let found = all.iter().find(|one| analysis.name(**one) == *name);
        let names: Vec<String> = all.iter().map(|one| analysis.name(*one)).collect();
        *found.unwrap_or_else(|| panic!("no constraint `{name}` among {names:?}"))
    };
    let constraints: Vec<_> = constraints.iter().map(named).collect();
    let left = Cell::new(100_000);
    let limits = Limits { budget: &Budget::default(), watch: &Still, most: 100_000, left: &left };
    let (answer, _) = analysis.run(&constraints, &limits);
    let said = match answer {
        Answer::Nothing => "proved".to_string(),
        Answer::Stopped(why) => format!("{why:?}"),
        Answer::Found(path) => {
            let edges = path.steps.iter().flat_map(|step| step.node.parts());
            let shown = edges.map(|(process, edge)| {
                format!("{} {edge:?}", system.processes[process as usize].name)
            });
            shown.collect::<Vec<_>>().join(", ")
        }
    };
    assert_eq!(said, expected);
}

fn read(system: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let system = text::parse(system, FileId(0), &mut diagnostics);
    assert!(diagnostics.items.is_empty(), "{:?}", diagnostics.items);
    system.expect("a system")
}

fn claim(automaton: &str) -> Claim {
    let edges: Vec<Vec<&str>> =
        automaton.split(", ").map(|edge| edge.split(' ').collect()).collect();
    let last = edges.iter().flat_map(|edge| [edge[0], edge[2]]).flat_map(str::parse::<u32>).max();
    let bad = last.unwrap_or(0) + 1;
    let number = |state: &str| state.parse().unwrap_or(bad);
    let state = |at: u32| {
        let mut others = Expr::TRUE;
        let mut leads = Vec::new();
        for edge in edges.iter().filter(|edge| number(edge[0]) == at) {
            let event = Expr::Event(edge[1].parse().expect("an event"));
            others = Expr::binary(trine_system::BinaryOp::And, others, event.clone().negated());
            leads.push(to(event, number(edge[2])));
        }
        leads.push(to(others, at));
        ClaimState { edges: leads, ..ClaimState::default() }
    };
    let mut states: Vec<ClaimState> = (0..bad).map(state).collect();
    states.push(ClaimState { final_: true, ..ClaimState::default() });
    Claim {
        states: states.into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation: None,
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Never,
        vacuous_if: Vec::new(),
    }
}

fn to(guard: Expr, state: u32) -> ClaimEdge {
    ClaimEdge { guard: ClaimGuard::When(guard), assertion: None, to: ClaimStateId(state) }
}

/// Time stands still.
struct Still;

impl Watch for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn cancelled(&self) -> bool {
        false
    }

    fn progress(&self, _: Progress) {}
}

const SEQUENCE: &str = "rules no reap, listens
template p() {
  s0: s0 -> s1 do emit 1
  s1: s1 -> s2 do emit 2
  s2 final:
}
process a: p()";

#[test]
fn the_order_of_one_process_is_known_without_constraints() {
    check(SEQUENCE, "0 2 1, 1 1 bad", &[], "proved");
    check(SEQUENCE, "0 1 1, 1 2 bad", &[], "a e0, a e1");
}

/// The second event waits for a variable that the first process sets after its own.
const HANDED_ON: &str = "rules no reap, listens
global done: bool
template p() {
  s0: s0 -> s1 do emit 1
  s1: s1 -> s2 do done := 1
  s2 final:
}
template q() {
  s0: s0 -> s1 when done == 1 do emit 2
  s1 final:
}
process a: p()
process b: q()";

#[test]
fn a_variable_orders_two_processes_once_it_is_followed() {
    check(HANDED_ON, "0 2 bad", &[], "b e0");
    check(HANDED_ON, "0 2 1, 1 1 bad", &[], "b e0, a e0");
    check(HANDED_ON, "0 2 1, 1 1 bad", &["variable done", "task a"], "proved");
}

/// Each holds the lock from its first event to its second.
const LOCKED: &str = "rules no reap, listens, threads
monitor m
template p() {
  s0: s0 -> s1 enter m
  s1: s1 -> s2 do emit 1
  s2: s2 -> s3 do emit 2
  s3: s3 -> s4 exit m
  s4 final:
}
process a: p()
process b: p()";

#[test]
fn what_locks_exclude_does_not_happen_in_parallel() {
    check(LOCKED, "0 1 1, 1 1 bad, 1 2 0", &[], "proved");
}

/// The worker's event comes after it was started; the last event of the main thread waits for its end.
const STARTED: &str = "rules no reap, listens, threads
template main() {
  s0: s0 -> s1 do emit 1
  s1: s1 -> s2 start 1
  s2: s2 -> s3 join 1
  s3: s3 -> s4 do emit 3
  s4 final:
}
template worker() {
  s0: s0 -> s1 begin
  s1: s1 -> s2 do emit 2
  s2: s2 -> s3 end
  s3 final:
}
process m: main()
process w: worker()";

#[test]
fn starts_and_joins_order_threads_without_constraints() {
    check(STARTED, "0 2 1, 1 1 bad", &[], "proved");
    check(STARTED, "0 3 1, 1 2 bad", &[], "proved");
    check(STARTED, "0 1 1, 1 2 bad", &[], "m e0, w e1");
}

#[test]
fn a_path_has_the_order_of_its_process_and_leaves_out_the_others() {
    check(STARTED, "0 3 bad", &[], "m e0, m e3");
    check(STARTED, "0 4 bad", &[], "proved");
}
