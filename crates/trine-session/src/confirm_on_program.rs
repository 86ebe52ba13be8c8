//! Has the program itself confirm what was found on its system: small programs are searched again, naively, on the
//! program interpreter, which shares nothing with elaboration.

use trine_program::direct::{Budget, Figures, Searched, search};
use trine_program::interpret::Machine;
use trine_verdict::{Checked, PropertyResult, Reason, Verdict};

use crate::direct::check_of;
use crate::host::may_go_on;
use crate::{Host, Loaded, Request};

/// So many states of the program are searched, and so many objects of their heaps are visited: some tenths of a second.
/// (A limit of time would let the same input be answered in different ways.)
const MOST_STATES: u64 = 20_000;
const MOST_WORK: u64 = 2_000_000;

/// Compares verdicts on checks with a search of the program. A contradiction is a bug in Trine, and is reported as one.
pub(crate) fn confirm_on_program(
    request: &Request,
    loaded: &Loaded,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    let Some(runnable) = &loaded.program else { return };
    let by_system = |result: &PropertyResult| {
        let on_program = result.findings.iter().any(|finding| finding.program.is_some());
        result.verdict != Verdict::Inconclusive && !on_program
    };
    let asked: Vec<usize> = (0..results.len())
        .filter(|at| by_system(&results[*at]) && check_of(&results[*at].property).is_some())
        .collect();
    if asked.is_empty() || request.search_again == 0 || !may_go_on(request, host) {
        return;
    }
    let checks: Vec<_> = asked.iter().filter_map(|at| check_of(&results[*at].property)).collect();
    let machine = Machine::new(&runnable.program, runnable.entry, runnable.options);
    let few = |figures: &Figures| {
        let small = figures.states <= MOST_STATES && figures.work <= MOST_WORK;
        small && may_go_on(request, host)
    };
    let memory = request.budget.memory.unwrap_or(u64::MAX);
    let searched = search(&machine, &checks, &Budget { reduce: false, memory, go_on: &few });
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
