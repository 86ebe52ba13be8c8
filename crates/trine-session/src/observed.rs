//! Decides properties over events by a search of the program itself, where its system leaves them open.
//!
//! Safety is decided, and all executions that end. Where an execution that goes on for ever could violate a property,
//! the answer stays open.

use trine_program::direct::{
    Budget, Ending, Executed, Figures, Observed, Unfinished, follow_observed, search_observed,
};
use trine_program::interpret::{Machine, Stop};
use trine_property::{ClaimOrigin, Property, PropertyKind};
use trine_verdict::{
    Checked, EngineRun, Finding, ProgramExecution, ProgramStep, Progress, PropertyResult, Reason,
    RestingThread, Stats, Trace, Verdict,
};

use crate::direct::{ENGINE, UNKNOWN, assumed, statement};
use crate::host::{may_go_on, may_search_program};
use crate::observed_claim::{ClaimBeside, Observation, observation};
use crate::{Host, Loaded, Request, Runnable};

/// Decides properties of specifications that the system leaves open by a search of the program.
pub(crate) fn search_events(
    request: &Request,
    loaded: &Loaded,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    let Some(runnable) = &loaded.program else { return };
    if !may_search_program(request) {
        return;
    }
    for result in results.iter_mut().filter(|result| is_open(result)) {
        if !may_go_on(request, host) {
            return;
        }
        match observation(loaded, &runnable.program, &result.property.name) {
            None => {}
            Some(Err(what)) => {
                if let Some(Reason::Bound { .. }) = &result.reason {
                    let at = result.property.span;
                    result.reason = Some(Reason::Unmodelled { what, at });
                }
            }
            Some(Ok(observation)) => {
                let asked = Asked { request, loaded, runnable, observation, host };
                asked.decide(result);
            }
        }
    }
}

/// Follows an execution of the program again; none where it does not violate the property.
pub(crate) fn replay_events(
    loaded: &Loaded,
    property: &Property,
    choices: &[u32],
) -> Option<Finding> {
    let runnable = loaded.program.as_ref()?;
    let observation = observation(loaded, &runnable.program, &property.name)?.ok()?;
    let machine = machine(runnable, &observation);
    execution(loaded, &machine, &observation, choices)
}

/// What decides one property of a program on its events, for tests: the verdict, and how many states were visited.
pub fn decide_events(
    request: &Request,
    loaded: &Loaded,
    name: &str,
    host: &dyn Host,
) -> Option<(Verdict, Option<Reason>, u64)> {
    let runnable = loaded.program.as_ref()?;
    let observation = match observation(loaded, &runnable.program, name)? {
        Ok(observation) => observation,
        Err(what) => {
            return Some((Verdict::Inconclusive, Some(Reason::Unmodelled { what, at: None }), 0));
        }
    };
    let asked = Asked { request, loaded, runnable, observation, host };
    let machine = machine(runnable, &asked.observation);
    let found = asked.search(&machine, &asked.observation);
    let (verdict, reason) = asked.verdict(&machine, &found);
    Some((verdict, reason.err(), found.figures.states))
}

fn is_open(result: &PropertyResult) -> bool {
    let beyond = matches!(result.reason, Some(Reason::Bound { .. } | Reason::Unmodelled { .. }));
    let claim = matches!(result.property.kind, PropertyKind::Claim(_));
    result.verdict == Verdict::Inconclusive && beyond && claim
}

fn machine<'r>(runnable: &'r Runnable, observation: &Observation) -> Machine<'r> {
    Machine::watching(&runnable.program, runnable.entry, runnable.options, observation.watch())
}

/// A property that is asked of a program.
struct Asked<'a> {
    request: &'a Request,
    loaded: &'a Loaded,
    runnable: &'a Runnable,
    observation: Observation,
    host: &'a dyn Host,
}

impl Asked<'_> {
    fn search(&self, machine: &Machine<'_>, observation: &Observation) -> Observed {
        let automaton = ClaimBeside::new(&observation.claim, machine);
        let go_on = |figures: &Figures| {
            self.host.progress(Progress {
                states: figures.states,
                transitions: figures.transitions,
                depth: figures.depth,
                bytes: figures.bytes,
            });
            may_go_on(self.request, self.host)
        };
        let memory = self.request.budget.memory.unwrap_or(u64::MAX);
        let reduce = self.request.explore.partial_order && !self.request.explore.raw;
        search_observed(machine, &automaton, &Budget { reduce, memory, go_on: &go_on })
    }

    fn decide(&self, result: &mut PropertyResult) {
        let machine = machine(self.runnable, &self.observation);
        let begun = self.host.elapsed();
        let found = self.search(&machine, &self.observation);
        let seconds = (self.host.elapsed() - begun).as_secs_f64();
        let (verdict, why) = self.verdict(&machine, &found);
        result.engines.push(EngineRun { engine: ENGINE, verdict, seconds: Some(seconds) });
        let states = found.figures.states;
        result.remarks.push(format!("the program itself was searched: {states} states"));
        match why {
            Ok(finding) => {
                result.checked = if finding.is_some() { Checked::Program } else { result.checked };
                result.findings = finding.into_iter().collect();
                result.reason = None;
            }
            // What the system had to say of something that is not modelled stays.
            Err(reason) => {
                let internal = matches!(reason, Reason::Internal { .. });
                if internal || matches!(result.reason, Some(Reason::Bound { .. })) {
                    result.reason = Some(reason);
                }
                return;
            }
        }
        result.verdict = verdict;
        result.engine = ENGINE;
        result.stats = Stats {
            states: Some(states),
            transitions: Some(found.figures.transitions),
            bytes: Some(found.figures.bytes),
            depth: Some(found.figures.depth),
            seconds: Some(seconds),
            ..Stats::default()
        };
        assumed(&machine, result);
        let instrumentation = self.observation.claim.instrumentation.iter();
        result.assumptions.extend(instrumentation.flat_map(|of| of.assumptions.clone()));
        if verdict == Verdict::Holds {
            self.find_vacuous(&machine, result);
        }
    }

    /// The verdict, with the violation where there is one, or why it is open.
    fn verdict(
        &self,
        machine: &Machine<'_>,
        found: &Observed,
    ) -> (Verdict, Result<Option<Finding>, Reason>) {
        if let Some(way) = &found.violated {
            return match execution(self.loaded, machine, &self.observation, way) {
                Some(finding) => (Verdict::Violated, Ok(Some(finding))),
                None => {
                    let what = "a violation that the search of the program found did not replay";
                    (Verdict::Inconclusive, Err(Reason::Internal { what: what.to_string() }))
                }
            };
        }
        match self.why_open(found) {
            None => (Verdict::Holds, Ok(None)),
            Some(reason) => (Verdict::Inconclusive, Err(reason)),
        }
    }

    /// Why a search without a violation is no proof, where it is none.
    fn why_open(&self, found: &Observed) -> Option<Reason> {
        let covered = format!("{} states of the program", found.figures.states);
        let limit = |what: &str, option: &str| {
            let (what, option) = (what.to_string(), option.to_string());
            Some(Reason::Limit { what, covered: covered.clone(), option })
        };
        match found.unfinished {
            _ if self.host.cancelled() => {
                return Some(Reason::Interrupted { covered });
            }
            Some(Unfinished::Memory) => return limit("the memory limit", "--memory-limit"),
            Some(Unfinished::Stopped) => return limit("the time limit", "--time-limit"),
            Some(Unfinished::AllViolated) | None => {}
        }
        if let Some((stop, at)) = found.stops.first_key_value() {
            return Some(match stop {
                Stop::Unmodelled(what) => Reason::Unmodelled { what: what.clone(), at: *at },
                Stop::Limit(what) => Reason::Bound { what: what.clone(), option: None, at: *at },
            });
        }
        if found.perhaps.is_some() {
            return Some(Reason::Unmodelled { what: UNKNOWN.to_string(), at: None });
        }
        let what = "an execution that goes on for ever may violate it, which a search of the program \
                    itself does not decide";
        let at = self.observation.claim.instrumentation.as_ref().map(|_| None);
        found.endless.then(|| Reason::Unmodelled { what: what.to_string(), at: at.flatten() })
    }

    /// Finds out whether the property holds only because what it speaks of never happens.
    fn find_vacuous(&self, machine: &Machine<'_>, result: &mut PropertyResult) {
        for empty in &self.observation.claim.vacuous_if {
            if !may_go_on(self.request, self.host) {
                return;
            }
            let found = self.search(machine, &self.observation.with(empty));
            let vacuous = found.violated.is_none() && self.why_open(&found).is_none();
            result.vacuous |= vacuous;
            if vacuous && empty.origin == ClaimOrigin::Everything {
                let remark =
                    "the constraints and loop marks of the specification leave no execution at all";
                result.remarks.push(remark.to_string());
            }
        }
    }
}

/// The execution along a way, in words; none where it does not violate the property.
fn execution(
    loaded: &Loaded,
    machine: &Machine<'_>,
    observation: &Observation,
    way: &[u32],
) -> Option<Finding> {
    let automaton = ClaimBeside::new(&observation.claim, machine);
    let Executed { threads, steps, ending } = follow_observed(machine, &automaton, way);
    let named = |event: &u32| observation.events.get(*event as usize - 1).cloned();
    let told = steps.iter().zip(way).map(|(step, choice)| ProgramStep {
        thread: step.thread,
        choice: *choice,
        action: statement(&loaded.sources, step.span).unwrap_or_else(|| "runs on".to_string()),
        span: step.span,
        changes: step.changes.clone(),
        faults: Vec::new(),
        events: step.events.iter().filter_map(named).collect(),
    });
    let mut told =
        ProgramExecution { threads, steps: told.collect(), ..ProgramExecution::default() };
    let last = told.steps.iter().rev().find_map(|step| step.span);
    told.span = last;
    let event = told.steps.iter().rev().flat_map(|step| step.events.last()).next().cloned();
    match ending {
        Ending::Observed { at_rest: false } => {
            let here = told.steps.last().and_then(|step| step.events.last());
            told.message = match here {
                Some(event) => format!("`{event}` must not happen here"),
                None => "the condition does not hold here".to_string(),
            };
        }
        Ending::Observed { at_rest: true } => {
            told.message = match event {
                Some(event) => format!("the execution ends too early, after `{event}`"),
                None => "the execution ends, and none of the events has happened".to_string(),
            };
        }
        Ending::Blocked { threads, .. } => {
            told.message = match event {
                Some(event) => format!("the execution comes to rest, after `{event}`"),
                None => {
                    "the execution comes to rest, and none of the events has happened".to_string()
                }
            };
            let resting = threads.into_iter().map(|rest| RestingThread {
                thread: rest.thread,
                blocked: !rest.daemon,
                text: rest.text,
                span: rest.span,
                holds: rest.holds,
            });
            told.resting = resting.collect();
        }
        Ending::Nothing | Ending::Fault(_) | Ending::Race { .. } => return None,
    }
    let program = Some(Box::new(told));
    Some(Finding { trace: Trace::default(), fault: None, race: None, program })
}
