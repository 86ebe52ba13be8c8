//! Finds out what an answer is worth: what holds because it speaks of nothing, and what only unfair executions
//! violate.

use trine_property::{ClaimOrigin, Property, PropertyKind};
use trine_system::{Expr, System};
use trine_verdict::{EngineName, Finding, PropertyResult, Verdict};

use crate::flow::proves;
use crate::host::Counting;
use crate::sliced::holds;
use crate::{ExploreOptions, Host, Request};

/// Finds out which properties hold only because what they speak of never happens.
pub(crate) fn find_vacuous(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    for result in results.iter_mut().filter(|result| result.verdict == Verdict::Holds) {
        let PropertyKind::Claim(claim) = &result.property.kind else { continue };
        for empty in &claim.vacuous_if {
            let kind = PropertyKind::Claim(empty.clone());
            let asked = Property { kind, ..result.property.clone() };
            let vacuous = match result.engine {
                // What ilp proved may be too large for any other engine.
                EngineName::Ilp if system.processes.len() > MANY_PROCESSES => false,
                EngineName::Flow if proves(request, system, &asked, &result.constraints, host) => {
                    true
                }
                // What flow proved may be too large to be searched.
                EngineName::Flow if system.processes.len() > MANY_PROCESSES => false,
                engine => {
                    let few = VACUOUS / system.processes.len().max(1) as u64;
                    let most = if engine == EngineName::Explore { u64::MAX } else { few };
                    let watch = Counting::new(host, most);
                    holds(request, system, asked, &watch)
                }
            };
            result.vacuous |= vacuous;
            if vacuous && empty.origin == ClaimOrigin::Everything {
                let remark =
                    "the constraints and loop marks of the specification leave no execution at all";
                result.remarks.push(remark.to_string());
            }
        }
        if result.vacuous && empty_because_nothing_ends(&result.property) {
            let remark = "no execution ends, so nothing was asked of any; `every prefix satisfies` \
                          speaks of those that go on";
            result.remarks.push(remark.to_string());
        }
    }
}

/// So many processes, in all states together, are searched to find out whether what flow proved says
/// little, where there are at most so many of them.
const VACUOUS: u64 = 100_000;
const MANY_PROCESSES: usize = 64;

/// So many states are searched to find out whether fair executions violate a property, too.
const FAIR_STATES: u64 = 200_000;

/// Finds out which properties only unfair executions violate.
pub(crate) fn find_unfair(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    if request.explore.fairness {
        return;
    }
    for result in results.iter_mut().filter(|result| result.verdict == Verdict::Violated) {
        let endless = |finding: &Finding| finding.trace.loop_from.is_some();
        if result.findings.is_empty() || !result.findings.iter().all(endless) {
            continue;
        }
        let watch = Counting::new(host, FAIR_STATES);
        let explore = ExploreOptions { fairness: true, ..request.explore.clone() };
        let asked = [result.property.clone()];
        let outcomes = trine_explore::check(system, &asked, &explore, &request.budget, &watch);
        if outcomes.iter().all(|outcome| outcome.verdict == Verdict::Holds) {
            let remark = "only unfair executions violate it, in which a process that can always step \
                          never does: with --fairness weak it holds";
            result.remarks.push(remark.to_string());
        }
    }
}

/// Whether a property speaks only of executions in which all processes end.
fn empty_because_nothing_ends(property: &Property) -> bool {
    let PropertyKind::Claim(claim) = &property.kind else { return false };
    let mut asks = false;
    for expr in claim.vacuous_if.iter().flat_map(|empty| empty.expressions()) {
        expr.visit(&mut |part| asks |= *part == Expr::Terminated);
    }
    asks
}
