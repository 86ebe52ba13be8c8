//! The refinement loop of the ilp engine: the question is divided further until there is no flow that
//! violates the property, or until the judge has said what a flow is worth.

use trine_ilp::{
    Analysis, Answer, Call, Cycles, Figures, Flow, FlowLine, Form, Goal, Prepared, Ran, Refinement,
    Runs, Solver, SolverName, Trouble,
};
use trine_judge::{Guided, Replayed, guide_among, guide_to_rest, replay};
use trine_property::{Check, Property, PropertyKind};
use trine_system::System;
use trine_verdict::{
    EngineOutcome, Finding, IlpCertificate, PathLine, Reason, Staging, Stats, Verdict,
};

use crate::host::may_go_on;
use crate::{Host, Request};

/// What the ilp engine says of a property.
pub struct IlpOutcome {
    pub outcome: EngineOutcome,
    /// The proof, where it says that the property holds.
    pub proof: Option<IlpCertificate>,
}

/// So many divisions of a question are told one by one.
const SHOWN: usize = 24;

/// So many processes, in all the states together, are looked at to confirm a flow.
const GUIDED: usize = 400_000;

/// Has the ilp engine answer a property.
pub fn ilp(request: &Request, system: &System, property: &Property, host: &dyn Host) -> IlpOutcome {
    let began = host.elapsed();
    let mut answer = answer(request, system, property, host);
    let took = host.elapsed().saturating_sub(began);
    answer.outcome.stats.seconds = Some(took.as_secs_f64());
    answer
}

fn answer(request: &Request, system: &System, property: &Property, host: &dyn Host) -> IlpOutcome {
    let Some(goal) = goal_of(property) else {
        let why = "the ilp engine answers queries, properties of events, and whether there is a \
                   deadlock: this check is for explore";
        return inconclusive(Reason::NotApplicable { why: why.to_string() });
    };
    let go_on = || may_go_on(request, host);
    let instrumented = property.system(system);
    let runs = Programs { host, go_on: &go_on };
    let prepared = Prepared::new(&instrumented, &go_on);
    let analysis = match &prepared {
        Ok(prepared) => prepared.analysis(goal),
        Err(trouble) => Err(trouble.clone()),
    };
    let mut analysis = match analysis {
        Ok(analysis) => analysis,
        Err(Trouble::Wide(_)) => {
            let why = "ilp does not apply: data has too many values".to_string();
            return inconclusive(Reason::NotApplicable { why });
        }
        Err(Trouble::Unsupported(why)) => {
            let why = format!("ilp does not apply: networks cannot say {why}");
            return inconclusive(Reason::NotApplicable { why });
        }
        Err(Trouble::TooLarge(what)) => {
            let (covered, option) = ("the networks".to_string(), String::new());
            return inconclusive(Reason::Limit { what, covered, option });
        }
        Err(Trouble::Stopped) => return inconclusive(stopped(host, "the networks".to_string())),
    };
    if request.solver != SolverName::Embedded {
        analysis.solver = Some(Solver { name: request.solver, runs: &runs });
    }
    let ways: &[Staging] = match analysis.staging() {
        Staging::Intervals => &[Staging::Intervals, Staging::Automaton, Staging::Split],
        Staging::Deadlock => &[Staging::Deadlock],
        Staging::Endless => &[Staging::Endless],
        _ => &[Staging::Split, Staging::Automaton],
    };
    let mut inquiry = Inquiry { request, system, property, host, remarks: Vec::new() };
    let Asked { answer, best, mut last } = inquiry.ask(&analysis, ways);
    if let Some(answer) = answer {
        return answer;
    }
    if last.is_none() && best.is_some() && request.cycles == Cycles::Lazy {
        match inquiry.refine(&analysis, ways) {
            Refined::Answered(outcome) => return *outcome,
            Refined::Stopped(reason) => last = Some(reason),
            Refined::Open => {}
        }
    }
    let figures = best.as_ref().map(|(_, figures)| *figures).unwrap_or_default();
    let reason = match (last, best) {
        (Some(reason), _) => reason,
        (None, Some((flow, _))) => {
            let why =
                "the equations have this solution, and no execution was found that is like it";
            Reason::Unconfirmed { path: lines(&instrumented, &flow), why: why.to_string() }
        }
        (None, None) => {
            let why = "ilp does not apply: no way to describe the violations fits".to_string();
            Reason::NotApplicable { why }
        }
    };
    let mut answer = inconclusive(reason);
    answer.outcome.stats = stats(&figures);
    answer.outcome.remarks = inquiry.remarks;
    answer
}

/// A property that is asked about in several ways, with what is to be told of them.
struct Inquiry<'i> {
    request: &'i Request,
    system: &'i System,
    property: &'i Property,
    host: &'i dyn Host,
    remarks: Vec<String>,
}

/// What the ways of asking come to.
#[derive(Default)]
struct Asked {
    answer: Option<IlpOutcome>,
    /// The first flow that was found, where there is no answer.
    best: Option<(Flow, Figures)>,
    /// Why no other way was tried.
    last: Option<Reason>,
}

/// What order refinement comes to.
enum Refined {
    Answered(Box<IlpOutcome>),
    Stopped(Reason),
    Open,
}

impl Inquiry<'_> {
    /// Asks in one way after the other, until one gives an answer or a limit is reached.
    fn ask(&mut self, analysis: &Analysis<'_>, ways: &[Staging]) -> Asked {
        let go_on = || may_go_on(self.request, self.host);
        let mut best: Option<(Flow, Figures)> = None;
        for staging in ways {
            let (answer, figures) = analysis.run(*staging, self.request.cycles, &go_on);
            let reason = match answer {
                Answer::Nothing(proof) => {
                    let answer = Some(self.proved(proof, &figures));
                    return Asked { answer, ..Asked::default() };
                }
                Answer::Flow(flow) => {
                    let found = confirm(self.request, self.system, self.property, &flow, &go_on);
                    if let Some(outcome) = found {
                        let answer = Some(self.refuted(outcome, &figures));
                        return Asked { answer, ..Asked::default() };
                    }
                    self.remarks.push(format!("{}: {}", described(*staging), effort(&figures)));
                    best.get_or_insert((flow, figures));
                    // With cycles left in, no other way of asking is of interest.
                    if self.request.cycles == Cycles::Kept {
                        break;
                    }
                    continue;
                }
                Answer::NotSo(why) => {
                    self.remarks.push(format!("{}: {why}", described(*staging)));
                    continue;
                }
                Answer::Bounded(most) => {
                    self.remarks.push(format!("{}: {}", described(*staging), effort(&figures)));
                    let what = format!(
                        "there is no violation in which each step occurs at most {most} times; more"
                    );
                    // No option raises it: other ways need none.
                    limit(&what, &figures)
                }
                Answer::Stopped => stopped(self.host, effort(&figures)),
                Answer::TooMany => limit("the number of linear programs", &figures),
                Answer::Unsound => limit("the precision of floating-point numbers", &figures),
                Answer::NoAnswer(words) => {
                    Reason::NotApplicable { why: format!("the solver gives no answer: {words}") }
                }
            };
            return Asked { answer: None, best, last: Some(reason) };
        }
        Asked { answer: None, best, last: None }
    }

    /// Order refinement: divides the question until no flow is left, or one that is an execution.
    fn refine(&mut self, analysis: &Analysis<'_>, ways: &[Staging]) -> Refined {
        let go_on = || may_go_on(self.request, self.host);
        for staging in ways {
            let mut confirmed = None;
            let mut show = |flow: &Flow| {
                confirmed = confirmed
                    .take()
                    .or_else(|| confirm(self.request, self.system, self.property, flow, &go_on));
            };
            let refined = analysis.refine(*staging, &mut show, &go_on);
            let many = refined.steps.len() > SHOWN;
            for Refinement { depth, words } in refined.steps.iter().take(SHOWN) {
                self.remarks.push(format!("{}{words}", "· ".repeat(*depth)));
            }
            if many {
                self.remarks.push(format!("and {} more divisions", refined.steps.len() - SHOWN));
            }
            if let Some(outcome) = confirmed {
                return Refined::Answered(Box::new(self.refuted(outcome, &refined.figures)));
            }
            if let Answer::Nothing(proof) = refined.answer {
                return Refined::Answered(Box::new(self.proved(proof, &refined.figures)));
            }
            if !go_on() {
                return Refined::Stopped(stopped(self.host, effort(&refined.figures)));
            }
        }
        Refined::Open
    }

    fn proved(&self, proof: Option<IlpCertificate>, figures: &Figures) -> IlpOutcome {
        let outcome = EngineOutcome {
            verdict: Verdict::Holds,
            reason: None,
            findings: Vec::new(),
            stats: stats(figures),
            remarks: self.remarks_with(figures),
        };
        IlpOutcome { outcome, proof }
    }

    fn refuted(&self, mut outcome: EngineOutcome, figures: &Figures) -> IlpOutcome {
        outcome.stats = stats(figures);
        outcome.remarks = self.remarks_with(figures);
        IlpOutcome { outcome, proof: None }
    }

    fn remarks_with(&self, figures: &Figures) -> Vec<String> {
        [self.remarks.clone(), vec![effort(figures)]].concat()
    }
}

/// A limit of the engine that no option raises.
fn limit(what: &str, figures: &Figures) -> Reason {
    Reason::Limit { what: what.to_string(), covered: effort(figures), option: String::new() }
}

/// The host, as what runs solvers.
struct Programs<'h> {
    host: &'h dyn Host,
    go_on: &'h dyn Fn() -> bool,
}

impl Runs for Programs<'_> {
    fn run(&self, call: &Call<'_>) -> Result<Ran, String> {
        self.host.run(call, self.go_on)
    }
}

/// Asks the judge for an execution that uses only the edges of a flow.
fn confirm(
    request: &Request,
    system: &System,
    property: &Property,
    flow: &Flow,
    go_on: &dyn Fn() -> bool,
) -> Option<EngineOutcome> {
    if flow.unmodelled {
        return None;
    }
    let states = GUIDED / system.processes.len().max(1);
    let guided = match &property.kind {
        PropertyKind::Check(check) => guide_to_rest(system, *check, &flow.edges, states, go_on),
        _ => guide_among(system, property, &flow.edges, states, go_on),
    };
    match guided {
        // A loop that is not fair is none that is asked for.
        Guided::Found(trace)
            if request.explore.fairness
                && !matches!(replay(system, property, &trace, true), Replayed::Violated { .. }) =>
        {
            None
        }
        Guided::Found(trace) => Some(EngineOutcome {
            verdict: Verdict::Violated,
            reason: None,
            findings: vec![Finding { trace, fault: None, race: None, program: None }],
            stats: Stats::default(),
            remarks: Vec::new(),
        }),
        Guided::Refuted { .. } | Guided::Undecided => None,
    }
}

/// What violates a property, where the engine can ask for it.
fn goal_of(property: &Property) -> Option<Goal<'_>> {
    match &property.kind {
        PropertyKind::Claim(claim) => Some(Goal::Claim(claim)),
        PropertyKind::Check(Check::Deadlock) => Some(Goal::Deadlock),
        _ => None,
    }
}

fn described(staging: Staging) -> &'static str {
    match staging {
        Staging::Intervals => "interval by interval",
        Staging::Automaton => "with the property as one more network",
        Staging::Deadlock => "up to where it rests",
        Staging::Endless => "up to where it goes round for ever, or rests",
        Staging::Split => "with a stage for each state of the property",
    }
}

fn effort(figures: &Figures) -> String {
    let Figures { networks, states, transitions, variables, rows, before, effort, .. } = figures;
    format!(
        "{networks} networks with {states} states and {transitions} transitions; {variables} variables \
         (of {before}) in {rows} rows; {} linear programs, {} branches on components, {} on variables",
        effort.programs, effort.components, effort.variables
    )
}

fn stats(figures: &Figures) -> Stats {
    Stats {
        nodes: Some(figures.states as u64),
        transitions: Some(figures.transitions as u64),
        ..Stats::default()
    }
}

fn stopped(host: &dyn Host, covered: String) -> Reason {
    match host.cancelled() {
        true => Reason::Interrupted { covered },
        false => Reason::Limit {
            what: "the time limit".to_string(),
            covered,
            option: "--time-limit".to_string(),
        },
    }
}

/// What a flow says, process by process.
fn lines(system: &System, flow: &Flow) -> Vec<PathLine> {
    let line = |one: &FlowLine| {
        let declared = system.processes.get(one.process as usize);
        let edge = declared
            .zip(one.edge)
            .and_then(|(process, edge)| system.templates[process.template].edges.get(edge));
        let text = edge.map(|edge| edge.text.clone()).filter(|text| !text.is_empty());
        let mut action = text.unwrap_or_else(|| one.action.clone());
        if one.count > 1 {
            action += &format!(", {} times", one.count);
        }
        if one.hangs {
            action += ", not connected to the start";
        }
        PathLine {
            process: declared.map(|process| process.name.clone()).unwrap_or_default(),
            action,
            events: one.events.clone(),
            span: edge.and_then(|edge| edge.span),
        }
    };
    flow.lines.iter().map(line).collect()
}

/// The networks of a property, and its equations.
pub fn show_network(system: &System, property: &Property) -> Result<String, String> {
    with_networks(system, property, |analysis| Ok(analysis.show()))
}

/// The equations of a property, as solvers read them: one text for each question.
pub fn write_equations(
    system: &System,
    property: &Property,
    form: Form,
) -> Result<Vec<String>, String> {
    with_networks(system, property, |analysis| analysis.write(&property.name, form))
}

fn with_networks<T>(
    system: &System,
    property: &Property,
    tell: impl FnOnce(&Analysis<'_>) -> Result<T, String>,
) -> Result<T, String> {
    let Some(goal) = goal_of(property) else {
        return Err("only queries, properties of events, and deadlock have equations".to_string());
    };
    let instrumented = property.system(system);
    let prepared = Prepared::new(&instrumented, &|| true);
    let analysis = match &prepared {
        Ok(prepared) => prepared.analysis(goal),
        Err(trouble) => Err(trouble.clone()),
    };
    match analysis {
        Ok(analysis) => tell(&analysis),
        Err(Trouble::Wide(_)) => Err("data has too many values".to_string()),
        Err(Trouble::Unsupported(why)) => Err(format!("networks cannot say {why}")),
        Err(Trouble::TooLarge(what)) => Err(what),
        Err(Trouble::Stopped) => Err("stopped".to_string()),
    }
}

fn inconclusive(reason: Reason) -> IlpOutcome {
    let outcome = EngineOutcome {
        verdict: Verdict::Inconclusive,
        reason: Some(reason),
        findings: Vec::new(),
        stats: Stats::default(),
        remarks: Vec::new(),
    };
    IlpOutcome { outcome, proof: None }
}
