//! Looks for a shorter violation where the one that was found is long.

use trine_property::{Property, PropertyKind};
use trine_system::System;
use trine_verdict::{EngineName, PropertyResult, Verdict};

use crate::confirm::judge;
use crate::host::{Counting, may_go_on};
use crate::{ExploreOptions, Host, Request};

/// An execution of so many steps is read as it is.
const SHORT: usize = 12;

/// So many states are searched for a shorter one.
const STATES: u64 = 20_000;

/// The search goes deep first, and so do the executions that it finds. One in order of distance finds those
/// that can be followed by a person, where they are near.
pub(crate) fn find_shorter(
    request: &Request,
    system: &System,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    // What is asked of the search in particular is answered as asked.
    if request.explore != ExploreOptions::default() || !may_go_on(request, host) {
        return;
    }
    let mut long: Vec<&mut PropertyResult> =
        results.iter_mut().filter(|result| is_long(result)).collect();
    let properties: Vec<Property> = long.iter().map(|result| result.property.clone()).collect();
    if properties.is_empty() {
        return;
    }
    let shortest = ExploreOptions { shortest: true, ..request.explore.clone() };
    let watch = Counting::new(host, STATES);
    let outcomes = trine_explore::check(system, &properties, &shortest, &request.budget, &watch);
    for ((result, property), outcome) in long.iter_mut().zip(properties).zip(outcomes) {
        let another = judge(request, system, property, outcome, EngineName::Explore);
        if another.verdict == Verdict::Violated && steps(&another) < steps(result) {
            result.findings = another.findings;
        }
    }
}

/// Whether it is a long finite execution that violates the property, and the kind of property lets one search
/// look for several.
fn is_long(result: &PropertyResult) -> bool {
    let finite = match &result.property.kind {
        PropertyKind::Check(check) => !check.needs_cycles(),
        PropertyKind::Events(_) => true,
        PropertyKind::Claim(_) => false,
    };
    finite && result.verdict == Verdict::Violated && steps(result) > SHORT
}

/// The steps of the execution that is shown.
fn steps(result: &PropertyResult) -> usize {
    result.findings.first().map_or(0, |finding| finding.trace.steps.len())
}
