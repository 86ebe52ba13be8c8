//! Searches the program itself where its system is too large, or comes to a bound or to something that only an
//! execution of the program knows.
//!
//! Elaboration gives every object and thread an instance beforehand. A program that makes them without end, or calls
//! itself, goes beyond what it can hold; the direct search has no such bound. It decides the built-in checks; what
//! specifications say about events is decided in `observed.rs`.

use trine_base::{SourceMap, Span};
use trine_program::direct::{Budget, Ending, Executed, Searched, Unfinished, follow, search};
use trine_program::interpret::checks::Check as ProgramCheck;
use trine_program::interpret::{Fault, Machine, Options, Stop};
use trine_program::{MethodId, Program};
use trine_property::{Check, Property, PropertyKind};
use trine_system::Assumption;
use trine_verdict::{
    Checked, EngineName, EngineRun, Finding, ProgramExecution, ProgramStep, Progress,
    PropertyResult, Reason, RestingThread, Stats, Trace, Verdict,
};

use crate::host::{may_go_on, may_search_program};
use crate::observed::replay_events;
use crate::{Host, Loaded, Request};

/// A program, where it starts, and how it is run.
#[derive(Debug)]
pub struct Runnable {
    pub program: Program,
    pub entry: MethodId,
    pub options: Options,
}

/// The name of the engine: it is the explore engine's search, on another machine.
pub(crate) const ENGINE: EngineName = EngineName::Explore;

/// Why a violation that was found may not be possible.
pub(crate) const UNKNOWN: &str = "a value that is not known";

/// Decides checks that the system leaves open by a search of the program.
pub(crate) fn search_program(
    request: &Request,
    loaded: &Loaded,
    results: &mut [PropertyResult],
    host: &dyn Host,
) {
    let Some(runnable) = &loaded.program else { return };
    if !may_search_program(request) || !may_go_on(request, host) {
        return;
    }
    let open: Vec<usize> = (0..results.len()).filter(|at| is_open(&results[*at])).collect();
    let checks: Vec<ProgramCheck> =
        open.iter().filter_map(|at| check_of(&results[*at].property)).collect();
    if checks.is_empty() {
        return;
    }
    let machine = Machine::new(&runnable.program, runnable.entry, runnable.options);
    let begun = host.elapsed();
    let go_on = |figures: &trine_program::direct::Figures| {
        host.progress(Progress {
            states: figures.states,
            transitions: figures.transitions,
            depth: figures.depth,
            bytes: figures.bytes,
        });
        may_go_on(request, host)
    };
    let memory = request.budget.memory.unwrap_or(u64::MAX);
    let reduce = request.explore.partial_order && !request.explore.raw;
    let searched = search(&machine, &checks, &Budget { reduce, memory, go_on: &go_on });
    let seconds = (host.elapsed() - begun).as_secs_f64();
    for at in open {
        let Some(check) = check_of(&results[at].property) else { continue };
        let told = Told { machine: &machine, sources: &loaded.sources, check, seconds };
        told.answer(&searched, &mut results[at]);
        // The user, or the guard of the memory, has ended it: not the clock.
        if host.cancelled()
            && let Some(Reason::Limit { covered, .. }) = &results[at].reason
        {
            results[at].reason = Some(Reason::Interrupted { covered: covered.clone() });
        }
    }
}

/// Follows an execution of the program again; none where it does not violate the check.
pub fn replay_program(loaded: &Loaded, property: &Property, choices: &[u32]) -> Option<Finding> {
    let runnable = loaded.program.as_ref()?;
    if let PropertyKind::Claim(_) = &property.kind {
        return replay_events(loaded, property, choices);
    }
    let check = check_of(property)?;
    let machine = Machine::new(&runnable.program, runnable.entry, runnable.options);
    let told = Told { machine: &machine, sources: &loaded.sources, check, seconds: 0.0 };
    told.execution(choices)
}

/// Whether a search of the program may know more than one of the system.
fn is_open(result: &PropertyResult) -> bool {
    let beyond = matches!(result.reason, Some(Reason::Bound { .. } | Reason::Unmodelled { .. }));
    result.verdict == Verdict::Inconclusive && beyond && check_of(&result.property).is_some()
}

/// The check of a property, as the program has it.
pub(crate) fn check_of(property: &Property) -> Option<ProgramCheck> {
    let PropertyKind::Check(check) = &property.kind else { return None };
    Some(match check {
        Check::Deadlock => ProgramCheck::Deadlock,
        Check::WaitForever => ProgramCheck::WaitForever,
        Check::DataRace => ProgramCheck::DataRace,
        Check::Assertion => ProgramCheck::Assertion,
        Check::UncaughtError => ProgramCheck::UncaughtError,
        Check::MonitorMisuse => ProgramCheck::MonitorMisuse,
        Check::ThreadRestarted => ProgramCheck::ThreadRestarted,
        Check::Memory => ProgramCheck::Memory,
        Check::Overflow => ProgramCheck::Overflow,
        Check::ReachError => ProgramCheck::ReachError,
        _ => return None,
    })
}

/// What is said of one check.
struct Told<'t, 'p> {
    machine: &'t Machine<'p>,
    sources: &'t SourceMap,
    check: ProgramCheck,
    seconds: f64,
}

impl Told<'_, '_> {
    /// Puts what the search says in the place of what the system left open, where it says more.
    fn answer(&self, searched: &Searched, result: &mut PropertyResult) {
        let verdict = if let Some(way) = searched.violated.get(&self.check) {
            match self.execution(way) {
                Some(execution) => {
                    result.findings = vec![execution];
                    result.checked = Checked::Program;
                    result.reason = None;
                    Verdict::Violated
                }
                None => {
                    let what = "a violation that the search of the program found did not replay";
                    result.reason = Some(Reason::Internal { what: what.to_string() });
                    Verdict::Inconclusive
                }
            }
        } else if let Some(way) = searched.perhaps.get(&self.check) {
            if let Some(Reason::Bound { .. }) = &result.reason {
                let steps = follow(self.machine, self.check, way).steps;
                let at = steps.last().and_then(|step| step.span);
                result.reason = Some(Reason::Unmodelled { what: UNKNOWN.to_string(), at });
            }
            Verdict::Inconclusive
        } else if searched.unfinished.is_none() && searched.stops.is_empty() {
            result.reason = None;
            Verdict::Holds
        } else {
            self.why_open(searched, result);
            Verdict::Inconclusive
        };
        result.engines.push(EngineRun { engine: ENGINE, verdict, seconds: Some(self.seconds) });
        let covered =
            format!("the program itself was searched: {} states", searched.figures.states);
        result.remarks.push(covered);
        let stats = Stats {
            states: Some(searched.figures.states),
            transitions: Some(searched.figures.transitions),
            bytes: Some(searched.figures.bytes),
            depth: Some(searched.figures.depth),
            seconds: Some(self.seconds),
            ..Stats::default()
        };
        if verdict == Verdict::Inconclusive {
            // A program with memory has no system whose figures could say anything.
            if self.machine.program.has_memory() {
                result.stats = stats;
            }
            return;
        }
        result.verdict = verdict;
        result.engine = ENGINE;
        result.stats = stats;
        assumed(self.machine, result);
    }

    /// Says what the search of the program came to, where the system had only a bound to show.
    fn why_open(&self, searched: &Searched, result: &mut PropertyResult) {
        let states = searched.figures.states;
        let covered = format!("{states} states of the program");
        let limit = |what: &str, option: &str| Reason::Limit {
            what: what.to_string(),
            covered: covered.clone(),
            option: option.to_string(),
        };
        let stopped = searched.stops.first_key_value().map(|(stop, at)| match stop {
            Stop::Unmodelled(what) => Reason::Unmodelled { what: what.clone(), at: *at },
            Stop::Limit(what) => Reason::Bound { what: what.clone(), option: None, at: *at },
        });
        let Some(Reason::Bound { .. }) = &result.reason else { return };
        let why = match searched.unfinished {
            Some(Unfinished::Memory) => Some(limit("the memory limit", "--memory-limit")),
            Some(Unfinished::Stopped) => Some(limit("the time limit", "--time-limit")),
            Some(Unfinished::AllViolated) | None => stopped,
        };
        result.reason = why.or(result.reason.take());
    }

    /// The execution along a way, in words; none where it does not violate the check.
    fn execution(&self, way: &[u32]) -> Option<Finding> {
        let executed = follow(self.machine, self.check, way);
        let Executed { threads, steps, ending } = &executed;
        let told = steps.iter().zip(way).map(|(step, choice)| ProgramStep {
            thread: step.thread,
            choice: *choice,
            action: self.statement(step.span).unwrap_or_else(|| "runs on".to_string()),
            span: step.span,
            changes: step.changes.clone(),
            faults: step.happened.iter().map(|one| fault_in_words(one.fault).to_string()).collect(),
            events: Vec::new(),
        });
        let mut execution = ProgramExecution {
            threads: threads.clone(),
            steps: told.collect(),
            ..ProgramExecution::default()
        };
        match ending {
            Ending::Nothing | Ending::Observed { .. } => return None,
            Ending::Fault(fault) => {
                let statement = self.statement(fault.span);
                let statement = statement.map_or(String::new(), |text| format!(": {text}"));
                let class = fault.class.map(|class| &self.machine.program.classes[class].name);
                execution.message = match (class, fault.memory) {
                    (Some(class), _) => format!("{class} is not caught{statement}"),
                    (None, Some(error)) => format!("{}{statement}", error.in_words()),
                    (None, None) => format!("{}{statement}", fault_in_words(fault.fault)),
                };
                let last = steps.last().and_then(|step| step.span);
                execution.span = fault.span.or(last);
            }
            Ending::Race { place, accesses } => {
                let does = |writes: bool| if writes { "write" } else { "read" };
                let [(first, at, writes), (second, other, write)] = accesses;
                execution.message = format!(
                    "{} is about to {} {place}, and {} to {} it",
                    threads[*first],
                    does(*writes),
                    threads[*second],
                    does(*write)
                );
                execution.span = *at;
                let text = format!("{} is about to {} {place}", threads[*second], does(*write));
                execution.related.extend(other.map(|span| (text, span)));
            }
            Ending::Blocked { threads: stuck, others_go_on } => {
                execution.others_go_on = *others_go_on;
                execution.resting = stuck
                    .iter()
                    .map(|rest| RestingThread {
                        thread: rest.thread,
                        blocked: !rest.daemon,
                        text: rest.text.clone(),
                        span: rest.span,
                        holds: rest.holds.clone(),
                    })
                    .collect();
                blocked(&mut execution);
            }
        }
        let program = Some(Box::new(execution));
        Some(Finding { trace: Trace::default(), fault: None, race: None, program })
    }

    fn statement(&self, span: Option<Span>) -> Option<String> {
        statement(self.sources, span)
    }
}

/// A statement as it stands in the source, on one line.
pub(crate) fn statement(sources: &SourceMap, span: Option<Span>) -> Option<String> {
    const LONGEST: usize = 48;
    let text = sources.text(span?).split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    })
}

/// What the executions of the program take for granted, in the place of what elaboration did.
pub(crate) fn assumed(machine: &Machine<'_>, result: &mut PropertyResult) {
    let elaborated = ["library-model", "unmodelled-call"];
    result.assumptions.retain(|known| !elaborated.contains(&known.kind.as_str()));
    let assumed = machine.assumptions().into_iter();
    result.assumptions.extend(assumed.map(|(kind, text, span)| Assumption {
        kind: kind.to_string(),
        text,
        span,
    }));
}

/// Says which threads are blocked for ever, and where each of them waits.
fn blocked(execution: &mut ProgramExecution) {
    let waiting: Vec<&RestingThread> =
        execution.resting.iter().filter(|rest| rest.blocked).collect();
    let names: Vec<&str> =
        waiting.iter().map(|rest| execution.threads[rest.thread].as_str()).collect();
    execution.message = match names.as_slice() {
        [one] => format!("{one} is blocked for ever"),
        [others @ .., last] => format!("{} and {last} are blocked for ever", others.join(", ")),
        [] => "no thread can go on".to_string(),
    };
    execution.span = waiting.iter().find_map(|rest| rest.span);
    let place = |rest: &&RestingThread| {
        let mut text = format!("{} {}", execution.threads[rest.thread], rest.text);
        if !rest.holds.is_empty() {
            text.push_str(&format!("; holds {}", rest.holds.join(", ")));
        }
        rest.span.map(|span| (text, span))
    };
    execution.related = waiting.iter().filter_map(place).collect();
}

fn fault_in_words(fault: Fault) -> &'static str {
    match fault {
        Fault::Assertion => "the assertion is false",
        Fault::Monitor => "a monitor is used without holding it, or is still held at the end",
        Fault::ThreadState => "a thread is started that was started before",
        Fault::Uncaught => "an error ends the thread",
        Fault::Memory => "memory is used in a way that is not defined",
        Fault::Overflow => "a number is too large for its type, or a shift goes too far",
        Fault::ReachError => "what must not be reached is reached",
        Fault::Race => {
            "inside an atomic section, memory is accessed that another thread is about to access"
        }
    }
}
