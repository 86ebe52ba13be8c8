//! Searches what is left of a system without what a property does not depend on, and brings the answer back
//! to the whole system.

use std::collections::BTreeSet;

use trine_explore::{Options, Search};
use trine_judge::{Outline, OutlinePart, Replayed, complete_trace, replay};
use trine_property::{Check, Property, PropertyKind};
use trine_reduce::{Sliced, slice_for_search};
use trine_system::interpret::{Move, Partner};
use trine_system::{EdgeId, Effect, Interpreter, LocationId, System, TemplateId};
use trine_verdict::{
    Budget, EngineOutcome, Finding, LeftOut, Reason, Trace, TraceMove, Unreached, Verdict, Watch,
};

use crate::Request;

/// What the explore engine says of properties, in their order. What finite executions can violate is
/// searched for in one go, so it is sliced together; the others are searched for, and sliced, one by one.
pub(crate) fn explore(
    request: &Request,
    system: &System,
    properties: &[Property],
    watch: &dyn Watch,
) -> Vec<EngineOutcome> {
    let Request { explore, budget, .. } = request;
    if !is_wanted(request, explore, system) {
        return trine_explore::check(system, properties, explore, budget, watch);
    }
    let mut answers: Vec<Option<EngineOutcome>> = properties.iter().map(|_| None).collect();
    let whole = |open: &mut Vec<usize>, answers: &mut Vec<Option<EngineOutcome>>| {
        if open.is_empty() {
            return;
        }
        open.sort_unstable();
        let asked: Vec<Property> = open.iter().map(|at| properties[*at].clone()).collect();
        let outcomes = trine_explore::check(system, &asked, explore, budget, watch);
        for (at, outcome) in open.drain(..).zip(outcomes) {
            answers[at] = Some(outcome);
        }
    };
    // In the order of the engine, so that time runs out for the same properties.
    for stage in stages(properties) {
        // Properties that slicing does not help, and whose violations could not be brought back: searched for together, but before
        // anything that may take longer.
        let mut open: Vec<usize> = Vec::new();
        for group in stage {
            let asked: Vec<&Property> = group.iter().map(|at| &properties[*at]).collect();
            let Some(sliced) = slice_for_search(system, &asked) else {
                open.extend(group);
                continue;
            };
            whole(&mut open, &mut answers);
            let slice = Slice { system, sliced: &sliced, budget, watch, filling: request.filling };
            let asked: Vec<Property> = asked.into_iter().cloned().collect();
            let outcomes = trine_explore::check(&sliced.system, &asked, explore, budget, watch);
            for ((at, property), outcome) in group.into_iter().zip(&asked).zip(outcomes) {
                match slice.bring_back(property, outcome, explore.fairness) {
                    Some(outcome) => answers[at] = Some(outcome),
                    None => open.push(at),
                }
            }
        }
        whole(&mut open, &mut answers);
    }
    answers.into_iter().flatten().collect()
}

/// Whether a search finds that a property holds, with slicing where that helps.
pub(crate) fn holds(
    request: &Request,
    system: &System,
    property: Property,
    watch: &dyn Watch,
) -> bool {
    let Request { explore, budget, .. } = request;
    let wanted = is_wanted(request, explore, system);
    let sliced = wanted.then(|| slice_for_search(system, &[&property])).flatten();
    let searched = sliced.as_ref().map_or(system, |sliced| &sliced.system);
    let outcomes = trine_explore::check(searched, &[property], explore, budget, watch);
    outcomes.iter().all(|outcome| outcome.verdict == Verdict::Holds)
}

/// Whether the caller asks for nothing that speaks of single steps, of all violations or of none of the
/// reductions, and whether what is found does not depend on the order of search.
fn is_wanted(request: &Request, options: &Options, system: &System) -> bool {
    let locals = system.templates.iter().flat_map(|template| &template.locals);
    let hides = system.globals.iter().chain(locals).any(|variable| variable.hidden);
    let plain = !(options.raw || options.every_state || options.interpret);
    let one = !options.all_errors && options.max_findings <= 1;
    let deep = options.search == Search::Dfs && !options.shortest && request.budget.depth.is_none();
    request.slicing && plain && one && deep && !hides && !system.goes_nowhere()
}

/// The properties that are searched for one after the other: first all that finite executions can violate, in groups
/// of those that one search looks for, races last, which may need far more of the state; then the others, one by one.
fn stages(properties: &[Property]) -> Vec<Vec<Vec<usize>>> {
    let (mut finite, mut races, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for (at, property) in properties.iter().enumerate() {
        match &property.kind {
            PropertyKind::Claim(_) => others.push(vec![vec![at]]),
            PropertyKind::Check(check) if check.needs_cycles() => others.push(vec![vec![at]]),
            PropertyKind::Check(Check::DataRace) => races.push(at),
            PropertyKind::Check(_) | PropertyKind::Events(_) => finite.push(at),
        }
    }
    let mut first = vec![finite, races];
    first.retain(|group| !group.is_empty());
    std::iter::once(first).chain(others).collect()
}

struct Slice<'a> {
    system: &'a System,
    sliced: &'a Sliced,
    budget: &'a Budget,
    watch: &'a dyn Watch,
    /// So many steps, beside those that are known, are tried to fill a trace in.
    filling: usize,
}

impl Slice<'_> {
    /// The answer for the whole system, if it is one.
    fn bring_back(
        &self,
        property: &Property,
        mut outcome: EngineOutcome,
        fair: bool,
    ) -> Option<EngineOutcome> {
        match outcome.verdict {
            Verdict::Holds => {}
            Verdict::Violated => {
                for finding in &mut outcome.findings {
                    finding.trace = self.whole_trace(property, finding, fair)?;
                }
            }
            // Where the slice is too large, the whole is. What else is in the way may be avoided there.
            Verdict::Inconclusive => match outcome.reason {
                Some(
                    Reason::Limit { .. } | Reason::Interrupted { .. } | Reason::Approximate { .. },
                ) => {}
                _ => return None,
            },
        }
        outcome.stats.unreached = self.unreached(&outcome.stats.unreached);
        outcome.stats.left_out = Some(self.left_out());
        Some(outcome)
    }

    /// The trace with all its steps, which violates the property on the whole system.
    fn whole_trace(&self, property: &Property, finding: &Finding, fair: bool) -> Option<Trace> {
        let passes_over =
            |template: TemplateId, at: LocationId| self.sliced.passes_over(template, at);
        let outline = self.outline(property, &finding.trace, &passes_over)?;
        let limit = finding.trace.steps.len().saturating_add(self.filling);
        let go_on = || {
            let time = self.budget.time.is_none_or(|most| self.watch.elapsed() < most);
            time && !self.watch.cancelled()
        };
        let trace = complete_trace(self.system, property, &outline, fair, limit, &go_on)?;
        let replayed = replay(self.system, property, &trace, fair);
        matches!(replayed, Replayed::Violated { .. }).then_some(trace)
    }

    /// What a trace of the slice says about one of the whole system.
    fn outline<'o>(
        &self,
        property: &Property,
        trace: &Trace,
        left_out: &'o dyn Fn(TemplateId, LocationId) -> bool,
    ) -> Option<Outline<'o>> {
        let instrumented = property.system(&self.sliced.system);
        let interpreter = Interpreter::new(&instrumented);
        let mut state = interpreter.initial().state;
        let mut parts = Vec::new();
        let mut loop_from = None;
        // Processes that are somewhere in what was left out, and may be elsewhere in the whole system.
        let mut astray: BTreeSet<u32> = BTreeSet::new();
        for (position, step) in trace.steps.iter().enumerate() {
            if trace.loop_from == Some(position) {
                loop_from = Some(parts.len());
            }
            let TraceMove::System(step) = &step.action else {
                parts.push(OutlinePart::Stutter);
                continue;
            };
            let before = state?;
            state = interpreter.step(&before, step).state;
            let process = before.processes.get(step.process as usize)?;
            match step.action {
                Move::Edge(edge) if !left_out(process.template, process.location) => {
                    astray.remove(&step.process);
                    let (lifted, whole) = self.lifted(process.template, edge);
                    let mut partner = None;
                    let mut any_choice = !whole;
                    if let Some(Partner { process, edge }) = step.partner {
                        let template = before.processes.get(process as usize)?.template;
                        let (edge, whole) = self.lifted(template, edge);
                        partner = Some(Partner { process, edge });
                        any_choice |= !whole;
                    }
                    let action = Move::Edge(lifted);
                    let step = trine_system::Step { action, partner, ..*step };
                    parts.push(OutlinePart::Step { step, any_choice });
                }
                Move::Edge(_) => {
                    let to = state.as_ref()?.processes.get(step.process as usize)?.location;
                    if left_out(process.template, to) {
                        astray.insert(step.process);
                    } else {
                        parts.push(OutlinePart::Through { process: step.process, to });
                    }
                }
                // When events are consumed depends on how many steps there are.
                Move::ConsumeEvent if !self.sliced.in_step => {}
                // Such a one may wait for ever where nothing is left that waits.
                Move::Reap if astray.remove(&step.process) => {}
                Move::ConsumeEvent | Move::Reap => {
                    parts.push(OutlinePart::Step { step: *step, any_choice: false });
                }
            }
        }
        Some(Outline { parts, loop_from, left_out })
    }

    /// The original of an edge, and whether all its choices are left. Edges that were added for a property
    /// have the same number.
    fn lifted(&self, template: TemplateId, edge: EdgeId) -> (EdgeId, bool) {
        let Some(original) = self.sliced.lifted(template, edge) else { return (edge, true) };
        let choices = |system: &System, edge: EdgeId| {
            let effects = &system.templates[template].edges[edge].effects;
            effects.iter().filter(|effect| matches!(effect, Effect::Choose { .. })).count()
        };
        (original, choices(self.system, original) == choices(&self.sliced.system, edge))
    }

    /// What is left in the slice and never reached there is never reached in the whole system.
    fn unreached(&self, unreached: &[Unreached]) -> Vec<Unreached> {
        let original = |at: &Unreached| {
            let edge = self.sliced.lifted(at.template, at.edge)?;
            Some(Unreached { template: at.template, edge })
        };
        unreached.iter().filter_map(original).collect()
    }

    fn left_out(&self) -> LeftOut {
        let [statements, variables] = self.sliced.left_out(self.system);
        LeftOut { statements, variables }
    }
}
