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
mod trace;

pub use options::{Options, Search, Storage};

use std::rc::Rc;

use trine_property::{Check, Claim, Property, PropertyKind};
use trine_system::{Effect, System};
use trine_verdict::{
    Budget, EngineOutcome, Finding, Reason, Stats, TraceMove, Unreached, Verdict, Watch,
};

use compile::{Program, Purpose};
use expand::{Expander, Observers};
use gauge::Gauge;
use machine::Machine;
use machine::compiled::Compiled;
use machine::reference::Reference;
use reduce::sight::Sight;
use search::goals::Goals;
use search::infinite::{Badness, Confirmed, badness_of};
use search::walker::Walker;
use search::{depth_first, fair, nested, non_progress};
use store::{Exact, Store};

/// Checks properties, and answers in their order. What a finite execution can violate is decided in
/// one search; acceptance, non-progress and each claim get a search of their own.
pub fn check(
    system: &System,
    properties: &[Property],
    options: &Options,
    budget: &Budget,
    watch: &dyn Watch,
) -> Vec<EngineOutcome> {
    let mut task = Task { system, options, budget, watch };
    let mut answers: Vec<Option<EngineOutcome>> = properties.iter().map(|_| None).collect();
    let mut finite = Goals::new(system, options);
    for (position, property) in properties.iter().enumerate() {
        if is_finite(property) {
            finite.add(position, property);
        }
    }
    if !finite.is_empty() {
        for (position, answer) in task.finite(properties, finite) {
            answers[position] = Some(answer);
        }
    }
    for (position, property) in properties.iter().enumerate() {
        let badness = match &property.kind {
            PropertyKind::Claim(claim) => Some(Badness::Claim(claim)),
            PropertyKind::Check(check) => badness_of(*check),
            PropertyKind::Events(_) => None,
        };
        if let Some(badness) = badness {
            answers[position] = Some(task.infinite(badness));
        }
    }
    answers.into_iter().flatten().collect()
}

/// Whether a violation of the property is a finite execution.
fn is_finite(property: &Property) -> bool {
    match &property.kind {
        PropertyKind::Check(check) => {
            matches!(check, Check::Assertion | Check::Deadlock | Check::UncaughtError)
        }
        PropertyKind::Events(_) => true,
        PropertyKind::Claim(_) => false,
    }
}

/// The analyses behind the reductions look at pairs of edges; code that is longer than this is
/// searched as it is.
const LARGEST_ANALYSED: usize = 5_000;

/// Whether an execution is fair whatever the processes do: it is finite, so that it can go on fairly,
/// or at rest.
fn is_fair(finding: &Finding) -> bool {
    match finding.trace.loop_from {
        None => true,
        Some(from) => finding.trace.steps[from..].iter().all(|step| step.action == TraceMove::Rest),
    }
}

/// One call: what is to be searched, and how.
struct Task<'a> {
    system: &'a System,
    options: &'a Options,
    budget: &'a Budget,
    watch: &'a dyn Watch,
}

impl<'a> Task<'a> {
    fn finite(
        &mut self,
        properties: &'a [Property],
        goals: Goals<'a>,
    ) -> Vec<(usize, EngineOutcome)> {
        let events = properties.iter().filter_map(|property| match &property.kind {
            PropertyKind::Events(events) => Some(events),
            _ => None,
        });
        let observers = Observers { claim: None, events: events.collect() };
        let mut sight = Sight::of_system(self.system);
        for events in &observers.events {
            sight.add_events(events);
        }
        match self.program(None, sight) {
            Some(program) => {
                let machine = Compiled::new(self.system, Rc::new(program));
                self.finite_with(Expander::new(machine, observers), goals)
            }
            None => {
                let machine = Reference::new(self.system, None);
                self.finite_with(Expander::new(machine, observers), goals)
            }
        }
    }

    /// The system, compiled for a property that sees so much.
    fn program(&self, claim: Option<&Claim>, sight: Sight) -> Option<Program> {
        if self.options.interpret {
            return None;
        }
        let reduce = self.reduces();
        let partial_order = reduce && self.options.partial_order;
        let purpose = Purpose { claim, sight, reduce, partial_order, unhide: false };
        Program::new(self.system, &purpose)
    }

    fn finite_with<M: Machine>(
        &mut self,
        expander: Expander<'_, M>,
        mut goals: Goals<'a>,
    ) -> Vec<(usize, EngineOutcome)> {
        let mut gauge = Gauge::new(self.budget, self.watch);
        let began = gauge.elapsed();
        let mut store = Exact::new(0);
        let mut walker = self.walker(expander);
        let open = depth_first::search(&mut walker, &mut store, &mut goals, &mut gauge);
        let expander = &walker.expander;
        let complete = open == 0 && gauge.stop.is_none() && !gauge.truncated;
        let stats = Stats {
            states: Some(store.len()),
            transitions: Some(expander.transitions),
            bytes: Some(store.bytes()),
            depth: Some(gauge.depth),
            seconds: Some(gauge.elapsed() - began),
            unreached: if complete { self.unreached(&expander.machine) } else { Vec::new() },
            ..Stats::default()
        };
        let reason = gauge.reason(store.len(), open).or_else(|| self.doubt(expander));
        goals.outcomes(&stats, &[], reason.as_ref())
    }

    /// Whether anything is left out that the property cannot see.
    fn reduces(&self) -> bool {
        let largest = self.system.templates.iter().map(|template| template.edges.len()).max();
        !self.options.raw && largest.unwrap_or(0) <= LARGEST_ANALYSED
    }

    fn walker<'e, M: Machine>(&self, mut expander: Expander<'e, M>) -> Walker<'e, M> {
        let reduce = self.reduces() && self.options.partial_order;
        expander.compress = reduce;
        Walker::new(expander, reduce)
    }

    /// Looks for an execution that is bad in this way.
    fn infinite(&mut self, badness: Badness<'a>) -> EngineOutcome {
        let claim = match badness {
            Badness::Claim(claim) => Some(claim),
            _ => None,
        };
        let observers = Observers { claim, events: Vec::new() };
        let mut sight = Sight::of_system(self.system);
        match badness {
            Badness::Claim(claim) => sight.add_claim(claim),
            Badness::Accept => sight.accept_labels = true,
            Badness::NoProgress => sight.progress_labels = true,
        }
        match self.program(claim, sight) {
            Some(program) => {
                let machine = Compiled::new(self.system, Rc::new(program));
                self.infinite_with(Expander::new(machine, observers), badness)
            }
            None => {
                let machine = Reference::new(self.system, claim);
                self.infinite_with(Expander::new(machine, observers), badness)
            }
        }
    }

    fn infinite_with<M: Machine>(
        &mut self,
        expander: Expander<'_, M>,
        badness: Badness<'_>,
    ) -> EngineOutcome {
        let mut gauge = Gauge::new(self.budget, self.watch);
        let began = gauge.elapsed();
        let mut store = Exact::new(0);
        let mut walker = self.walker(expander);
        let violation = match badness {
            Badness::NoProgress => non_progress::search(&mut walker, &mut store, &mut gauge),
            _ => nested::search(&mut walker, &mut store, badness, &mut gauge),
        };
        let stats = Stats {
            states: Some(store.len()),
            transitions: Some(walker.expander.transitions),
            bytes: Some(store.bytes()),
            depth: Some(gauge.depth),
            seconds: Some(gauge.elapsed() - began),
            ..Stats::default()
        };
        let confirmed =
            violation.map(|found| found.confirm(self.system, &mut walker.expander, badness));
        let (verdict, reason, findings) = match confirmed {
            Some(Confirmed::Finding(finding)) if self.options.fairness && !is_fair(&finding) => {
                self.look_for_fair(badness, &mut gauge)
            }
            Some(Confirmed::Finding(finding)) => (Verdict::Violated, None, vec![finding]),
            Some(Confirmed::Doubtful(reason)) => (Verdict::Inconclusive, Some(reason), Vec::new()),
            None => {
                let reason = gauge
                    .reason(store.len(), walker.depth() as u64)
                    .or_else(|| self.doubt(&walker.expander));
                match reason {
                    Some(reason) => (Verdict::Inconclusive, Some(reason), Vec::new()),
                    None => (Verdict::Holds, None, Vec::new()),
                }
            }
        };
        EngineOutcome { verdict, reason, findings, stats, remarks: Vec::new() }
    }

    /// An unfair violation was found: is there a fair one, too?
    fn look_for_fair(
        &self,
        badness: Badness<'_>,
        gauge: &mut Gauge<'_>,
    ) -> (Verdict, Option<Reason>, Vec<Finding>) {
        match fair::search(self.system, badness, gauge) {
            fair::Fair::Found(trace) => {
                (Verdict::Violated, None, vec![Finding { trace, fault: None }])
            }
            fair::Fair::None => (Verdict::Holds, None, Vec::new()),
            fair::Fair::Stopped(states) => {
                (Verdict::Inconclusive, gauge.reason(states, 0), Vec::new())
            }
        }
    }

    /// Why even a complete search proves nothing.
    fn doubt<M: Machine>(&self, expander: &Expander<'_, M>) -> Option<Reason> {
        if expander.bounded {
            return Some(Reason::Limit {
                what: "a bound of the model".to_string(),
                covered: "executions up to that bound".to_string(),
                option: "--pool".to_string(),
            });
        }
        expander.unmodelled.then(|| Reason::Unmodelled { what: self.unmodelled(&expander.machine) })
    }

    /// The first thing that was executed although the model leaves it out.
    fn unmodelled(&self, machine: &impl Machine) -> String {
        for (template, code) in self.system.templates.enumerate() {
            for (id, edge) in
                code.edges.enumerate().filter(|(id, _)| machine.was_executed(template, *id))
            {
                debug_assert!(code.edges.get(id).is_some());
                for effect in &edge.effects {
                    match effect {
                        Effect::Unmodelled(what) => return what.clone(),
                        Effect::Choose { known: false, .. } => {
                            return "a value that is not known".to_string();
                        }
                        _ => {}
                    }
                }
            }
        }
        "something that the model leaves out".to_string()
    }

    /// The edges that no step took.
    fn unreached(&self, machine: &impl Machine) -> Vec<Unreached> {
        let templates = self.system.templates.enumerate();
        let edges = templates.flat_map(|(template, code)| {
            code.edges.ids().map(move |edge| Unreached { template, edge })
        });
        edges.filter(|at| !machine.was_executed(at.template, at.edge)).collect()
    }
}
