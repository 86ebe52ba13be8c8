//! Searches the states of a system for executions that violate a property.
//!
//! The engine of paper 001: depth-first and breadth-first search on the fly, over a compiled form of
//! the system, in the product with claims and event traces.
//!
//! **Architecture invariant.** This crate has never heard of a front end or of the judge; it sees a
//! system and compiled properties.

mod compile;
mod expand;
mod gauge;
mod machine;
mod options;
mod reduce;
mod search;
mod store;
mod task;
mod trace;

pub use options::{Options, Search, Storage};

use trine_property::{Check, Property, PropertyKind};
use trine_system::System;
use trine_verdict::{Budget, EngineOutcome, Watch};

use search::goals::Goals;
use search::infinite::{Badness, badness_of};
use task::Task;

/// Checks properties, and answers in their order. What a finite execution can violate is decided in
/// one search, but for races; these, acceptance, non-progress and each claim get a search of their own.
pub fn check(
    system: &System,
    properties: &[Property],
    options: &Options,
    budget: &Budget,
    watch: &dyn Watch,
) -> Vec<EngineOutcome> {
    let task = Task { system, options, budget, watch };
    let mut answers: Vec<Option<EngineOutcome>> = properties.iter().map(|_| None).collect();
    // What is about to happen in a state is not kept by leaving out orders of steps.
    for every_order in [false, true] {
        let mut finite = Goals::new(system, options);
        for (position, property) in properties.iter().enumerate() {
            let races = property.kind == PropertyKind::Check(Check::DataRace);
            if is_finite(property) && races == every_order {
                finite.add(position, property);
            }
        }
        if !finite.is_empty() {
            for (position, answer) in task.finite(properties, finite, every_order) {
                answers[position] = Some(answer);
            }
        }
    }
    for (position, property) in properties.iter().enumerate() {
        let badness = match &property.kind {
            PropertyKind::Claim(claim) => Some(Badness::Claim(claim)),
            PropertyKind::Check(check) => badness_of(*check),
            PropertyKind::Events(_) => None,
        };
        if let Some(badness) = badness {
            let system = &*property.system(system);
            answers[position] = Some(Task { system, options, budget, watch }.infinite(badness));
        }
    }
    answers.into_iter().flatten().collect()
}

/// Whether a violation of the property is a finite execution.
fn is_finite(property: &Property) -> bool {
    match &property.kind {
        PropertyKind::Check(check) => !check.needs_cycles(),
        PropertyKind::Events(_) => true,
        PropertyKind::Claim(_) => false,
    }
}
