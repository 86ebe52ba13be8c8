//! Has the program itself confirm what was found on its system, on the program interpreter, which shares nothing with
//! elaboration: violations are replayed there step by step, and small programs are searched again, naively.

use trine_program::direct::{Budget, Figures, Searched, search};
use trine_program::interpret::{GuideBudget, Guided, Machine};
use trine_system::System;
use trine_verdict::{Checked, PropertyResult, Reason, Verdict};

use crate::direct::check_of;
use crate::host::may_go_on;
use crate::replay_on_program::{question, replay_on_program};
use crate::{Host, Loaded, Request};

/// So many states of the program are searched, and so many objects of their heaps are visited: some tenths of a second.
/// (A limit of time would let the same input be answered in different ways.)
const MOST_STATES: u64 = 20_000;
const MOST_WORK: u64 = 2_000_000;

/// Compares verdicts with the program. A contradiction is a bug in Trine, and is reported as one.
pub(crate) fn confirm_on_program(
    request: &Request,
    loaded: &Loaded,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    let (Some(runnable), Some(system)) = (&loaded.program, &loaded.system) else { return };
    if request.search_again == 0 || !may_go_on(request, host) {
        return;
    }
    let machine = Machine::new(&runnable.program, runnable.entry, runnable.options);
    for result in results.iter_mut().filter(|result| result.verdict == Verdict::Violated) {
        replay_violation(request, &machine, system, result, host);
    }
    search_again(request, &machine, results, host);
}

/// Replays the execution that violates a property on the program. What no execution of the program does is a bug.
fn replay_violation(
    request: &Request,
    machine: &Machine<'_>,
    system: &System,
    result: &mut PropertyResult,
    host: &dyn Host,
) {
    let budget = GuideBudget {
        states: MOST_STATES as usize,
        work: MOST_WORK,
        go_on: &|| may_go_on(request, host),
    };
    let mut all = true;
    for finding in &result.findings {
        if finding.program.is_some() {
            continue;
        }
        let Some(asked) = question(&result.property, &finding.trace) else { return };
        let found =
            replay_on_program(machine, system, &result.property, &finding.trace, &asked, &budget);
        match found {
            Guided::Replayed { .. } => {}
            Guided::Refuted { .. } if check_of(&result.property).is_some() => {
                return contradiction(result, "no execution of the program violates it");
            }
            Guided::Refuted { .. } | Guided::Unknown { .. } => all = false,
        }
    }
    if all && result.checked == Checked::Replay {
        result.checked = Checked::Program;
    }
}

/// Searches the program for what was decided on the system and not replayed.
fn search_again(
    request: &Request,
    machine: &Machine<'_>,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    let open = |result: &PropertyResult| match result.verdict {
        Verdict::Holds => true,
        Verdict::Violated => result.checked != Checked::Program,
        Verdict::Inconclusive => false,
    };
    let asked: Vec<usize> = (0..results.len())
        .filter(|at| open(&results[*at]) && check_of(&results[*at].property).is_some())
        .collect();
    if asked.is_empty() || !may_go_on(request, host) {
        return;
    }
    let checks: Vec<_> = asked.iter().filter_map(|at| check_of(&results[*at].property)).collect();
    let few = |figures: &Figures| {
        let small = figures.states <= MOST_STATES && figures.work <= MOST_WORK;
        small && may_go_on(request, host)
    };
    let memory = request.budget.memory.unwrap_or(u64::MAX);
    let searched = search(machine, &checks, &Budget { reduce: false, memory, go_on: &few });
    for at in asked {
        compare(&mut results[at], &searched);
    }
}

fn compare(result: &mut PropertyResult, searched: &Searched) {
    let Some(check) = check_of(&result.property) else { return };
    let violated = searched.violated.contains_key(&check);
    let all_seen = searched.unfinished.is_none()
        && searched.stops.is_empty()
        && !searched.perhaps.contains_key(&check);
    match (result.verdict, violated) {
        (Verdict::Holds, false) if all_seen && result.checked != Checked::Certificate => {
            result.checked = Checked::Program;
        }
        (Verdict::Holds, true) => {
            contradiction(result, "the program has an execution that violates it")
        }
        (Verdict::Violated, false) if all_seen => {
            contradiction(result, "no execution of the program violates it");
        }
        _ => {}
    }
}

fn contradiction(result: &mut PropertyResult, what: &str) {
    let what = format!("the model and the program contradict each other: {what}");
    result.verdict = Verdict::Inconclusive;
    result.checked = Checked::None;
    result.findings.clear();
    result.reason = Some(Reason::Internal { what });
}
