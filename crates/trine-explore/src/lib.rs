//! Explicit-state model checking: searches the states of a system for executions that violate a property.
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
mod symmetry;
mod task;
mod trace;

pub use options::{Options, Search, Storage};

use trine_property::{Check, Property, PropertyKind};
use trine_system::System;
use trine_verdict::{Budget, EngineOutcome, Watch};

use search::goals::Goals;
use search::infinite::{LivenessGoal, liveness_goal_of};
use symmetry::Symmetry;
use task::Task;

/// Checks properties, and answers in their order. What a finite execution can violate is decided in
/// one search, but for races where these depend on more of a state; these, acceptance, non-progress and
/// each claim get a search of their own.
pub fn check(
    system: &System,
    properties: &[Property],
    options: &Options,
    budget: &Budget,
    watch: &dyn Watch,
) -> Vec<EngineOutcome> {
    let task = Task { system, options, budget, watch };
    let mut answers: Vec<Option<EngineOutcome>> = properties.iter().map(|_| None).collect();
    let symmetry = symmetry_of(&task, properties);
    let symmetry = symmetry.as_ref();
    let waits = symmetry.is_some_and(|symmetry| !symmetry.runs.is_empty());
    let apart = task.keeps_more_for_races();
    for look in [Pass::Safety, Pass::JoinOrder, Pass::Races] {
        let mut finite = Goals::new(system, options);
        for (position, property) in properties.iter().enumerate() {
            if is_finite(property) && Pass::of(property, waits, apart) == look {
                finite.add(position, property);
            }
        }
        if finite.is_empty() {
            continue;
        }
        let ordered = (look == Pass::JoinOrder).then(|| Symmetry::find(system, false));
        let symmetry = ordered.as_ref().map_or(symmetry, Option::as_ref);
        for (position, answer) in task.finite(properties, finite, symmetry) {
            answers[position] = Some(answer);
        }
    }
    for (position, property) in properties.iter().enumerate() {
        let liveness = match &property.kind {
            PropertyKind::Claim(claim) => Some(LivenessGoal::Claim(claim)),
            PropertyKind::Check(check) => liveness_goal_of(*check),
            PropertyKind::Events(_) => None,
        };
        if let Some(liveness) = liveness {
            let system = &*property.system(system);
            answers[position] = Some(Task { system, options, budget, watch }.infinite(liveness));
        }
    }
    answers.into_iter().flatten().collect()
}

/// What a search has to keep for a property that finite executions can violate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Violations by a step or in a state.
    Safety,
    /// When a process comes to wait for an end, which is lost where the order of ends is.
    JoinOrder,
    /// What is about to happen in a state, also where nothing comes of it.
    Races,
}

impl Pass {
    /// `waits`: the order of ends may be lost. `apart`: states have to keep more for races.
    fn of(property: &Property, waits: bool, apart: bool) -> Pass {
        match property.kind {
            PropertyKind::Check(Check::DataRace) if apart => Pass::Races,
            PropertyKind::Check(Check::DeadInteraction) if waits => Pass::JoinOrder,
            _ => Pass::Safety,
        }
    }
}

/// The automorphisms of a system, where that may be used and some property can make use of it.
fn symmetry_of(task: &Task<'_>, properties: &[Property]) -> Option<Symmetry> {
    let options = task.options;
    let wanted = options.symmetry && !options.raw && !options.every_state && !options.shortest;
    // Violations that differ only by an automorphism are to be told apart.
    let one = !options.all_errors && options.max_findings <= 1;
    let asked = wanted && one && !options.interpret && properties.iter().any(is_finite);
    (asked && task.is_analysed()).then(|| Symmetry::find(task.system, true)).flatten()
}

/// Whether a violation of the property is a finite execution.
fn is_finite(property: &Property) -> bool {
    match &property.kind {
        PropertyKind::Check(check) => !check.needs_cycles(),
        PropertyKind::Events(_) => true,
        PropertyKind::Claim(_) => false,
    }
}
