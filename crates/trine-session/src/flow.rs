//! The refinement loop of the flow engine (counterexample-guided abstraction refinement, CEGAR): constraints are added
//! until the property is proved, or until a path survives all of them and the judge decides whether it is feasible.

use std::cell::Cell;
use std::collections::HashSet;

use trine_base::nearest;
use trine_flow::{Analysis, Answer, Constraint, Figures, Limits, Stop, Trials};
use trine_judge::{Guided, Replayed, guide, replay};
use trine_property::{Claim, Property, PropertyKind};
use trine_system::interpret::Move;
use trine_system::{EdgeId, System};
use trine_verdict::{
    Budget, EngineOutcome, Finding, FlowCertificate, Node, Path, PathEnd, PathLine, Reason, Stats,
    Trace, TraceMove, Verdict,
};

use crate::host::{HostWatch, may_go_on};
use crate::{Engine, Host, Request};

/// Which generated constraints the flow engine uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Constraints {
    /// Those that are found to help.
    #[default]
    Auto,
    None,
    All,
    /// By their names: `task philosopher1`, `variable fork1.isUp`.
    Named(Vec<String>),
}

/// What the flow engine says of a property, and with which constraints.
pub struct FlowOutcome {
    pub outcome: EngineOutcome,
    pub constraints: Vec<String>,
    /// The proof, where it says that the property holds, and of which claim.
    pub proof: Option<(Property, FlowCertificate)>,
}

/// So many times constraints are added.
const ROUNDS: usize = 40;
/// So many pairs of a step and a tuple are looked at in one analysis.
const PAIRS: usize = 2_000_000;
/// So many in an analysis with constraints that are only tried.
const GUESSED: usize = 100_000;
/// So many in all, where explore comes next if that is not enough.
const PAIRS_FIRST: usize = 3_000_000;
/// So many processes, in all the states together, are looked at to confirm a path.
const GUIDED: usize = 200_000;

/// So many to see whether a path is an execution before constraints are added.
const SOON: usize = 60_000;

/// Has the flow engine answer a property.
pub fn flow(
    request: &Request,
    system: &System,
    property: &Property,
    host: &dyn Host,
) -> Result<FlowOutcome, String> {
    let began = host.elapsed();
    let mut flow = match answer(request, system, property, host) {
        Ok(flow) => flow,
        Err(Trouble::NotApplicable(why)) => FlowOutcome {
            outcome: inconclusive(Reason::NotApplicable { why }),
            constraints: Vec::new(),
            proof: None,
        },
        Err(Trouble::BadName(what)) => return Err(what),
    };
    let took = host.elapsed().saturating_sub(began);
    flow.outcome.stats.seconds = Some(took.as_secs_f64());
    Ok(flow)
}

enum Trouble {
    NotApplicable(String),
    BadName(String),
}

fn answer(
    request: &Request,
    system: &System,
    property: &Property,
    host: &dyn Host,
) -> Result<FlowOutcome, Trouble> {
    let asked = as_claim(system, property).ok_or_else(|| {
        let why = "the flow engine answers properties of events: this check is for explore";
        Trouble::NotApplicable(why.to_string())
    })?;
    let PropertyKind::Claim(claim) = &asked.kind else {
        return Err(Trouble::NotApplicable("there is nothing to prove".to_string()));
    };
    let instrumented = asked.system(system);
    let analysis = Analysis::new(&instrumented, claim)
        .map_err(|why| Trouble::NotApplicable(format!("flow does not apply: {why}")))?;
    let watch = HostWatch(host);
    let left = Cell::new(match request.engine {
        // Of tasks that meet, what is not proved soon is rarely proved at all.
        Engine::Auto if !system.entries.is_empty() => PAIRS_FIRST / 15,
        Engine::Auto => PAIRS_FIRST,
        _ => usize::MAX,
    });
    let budget = budget(request, host);
    let limits = Limits { budget: &budget, watch: &watch, most: PAIRS, left: &left };
    let mut chosen = analysis.needed();
    match &request.constraints {
        Constraints::Auto | Constraints::None => {}
        Constraints::All => add(&mut chosen, analysis.all()),
        Constraints::Named(names) => {
            add(&mut chosen, named(&analysis, names).map_err(Trouble::BadName)?);
        }
    }
    let refine = request.constraints == Constraints::Auto;
    let go_on = || may_go_on(request, host);
    let fair = request.explore.fairness;
    let (instrumented, story) = (&instrumented, Vec::new());
    let mut work = Work { analysis, instrumented, claim, limits, go_on: &go_on, fair, story };
    // Queues are followed by no constraint, so that refining may never end where callers overtake each other.
    let queues = request.engine != Engine::Auto && !system.entries.is_empty();
    let ask = queues.then_some((system, &asked));
    let (answer, figures, proof) = work.refine(&mut chosen, refine, ask);
    let proof = matches!(answer, Answer::Nothing).then(|| (asked.clone(), proof));
    let constraints: Vec<String> = chosen.iter().map(|one| work.analysis.name(*one)).collect();
    let mut outcome = match answer {
        Answer::Nothing => EngineOutcome {
            verdict: Verdict::Holds,
            reason: None,
            findings: Vec::new(),
            stats: Stats::default(),
            remarks: Vec::new(),
        },
        Answer::Stopped(stop) => inconclusive(stopped(stop, &figures)),
        // Where explore comes next, it looks for executions itself.
        Answer::Found(path) if request.engine == Engine::Auto => {
            let why = "explore is asked".to_string();
            inconclusive(Reason::Unconfirmed { path: work.lines(&path), why })
        }
        Answer::Found(path) => work.confirm(system, (property, &asked), &path, &chosen, refine),
    };
    outcome.remarks.extend(work.story);
    outcome.stats.nodes = Some(figures.nodes as u64);
    outcome.stats.tuples = Some(figures.tuples as u64);
    outcome.stats.bytes = Some(figures.bytes as u64);
    Ok(FlowOutcome { outcome, constraints, proof })
}

/// A property as a claim, which is what the engine decides; none for checks that are no matter of single
/// steps.
pub fn as_claim(system: &System, property: &Property) -> Option<Property> {
    match &property.kind {
        PropertyKind::Claim(_) => Some(property.clone()),
        PropertyKind::Check(check) => {
            let kind = PropertyKind::Claim(check.claim(system)?);
            Some(Property { kind, ..property.clone() })
        }
        PropertyKind::Events(_) => None,
    }
}

/// What flow may spend: where explore comes next, a quarter of the time that is left.
fn budget(request: &Request, host: &dyn Host) -> Budget {
    let mut budget = request.budget.clone();
    if request.engine == Engine::Auto {
        let now = host.elapsed();
        budget.time = budget.time.map(|most| now + most.saturating_sub(now) / 4);
    }
    budget
}

/// Whether the flow engine proves a property with the constraints of these names, and no others.
pub fn proves(
    request: &Request,
    system: &System,
    property: &Property,
    constraints: &[String],
    host: &dyn Host,
) -> bool {
    let PropertyKind::Claim(claim) = &property.kind else { return false };
    let instrumented = property.system(system);
    let Ok(analysis) = Analysis::new(&instrumented, claim) else { return false };
    let Ok(chosen) = named(&analysis, constraints) else { return false };
    let watch = HostWatch(host);
    let left = Cell::new(PAIRS);
    let limits = Limits { budget: &request.budget, watch: &watch, most: PAIRS, left: &left };
    matches!(analysis.run(&chosen, &limits).0, Answer::Nothing)
}

fn add(chosen: &mut Vec<Constraint>, more: Vec<Constraint>) {
    for constraint in more {
        if !chosen.contains(&constraint) {
            chosen.push(constraint);
        }
    }
}

/// The constraints with these names; an unknown one is an error that suggests the nearest.
pub fn named(analysis: &Analysis<'_>, names: &[String]) -> Result<Vec<Constraint>, String> {
    let all: Vec<(String, Constraint)> =
        analysis.all().into_iter().map(|one| (analysis.name(one), one)).collect();
    let find = |name: &String| {
        let known = all.iter().find(|(known, _)| known == name).map(|(_, one)| *one);
        known.ok_or_else(|| {
            let known = all.iter().map(|(name, _)| name.as_str());
            match nearest(name, known) {
                Some(near) => format!("there is no constraint `{name}`; did you mean `{near}`?"),
                None => format!("there is no constraint `{name}`"),
            }
        })
    };
    names.iter().map(find).collect()
}

struct Work<'a> {
    analysis: Analysis<'a>,
    instrumented: &'a System,
    claim: &'a Claim,
    limits: Limits<'a>,
    go_on: &'a dyn Fn() -> bool,
    /// Only fair executions count.
    fair: bool,
    /// What was added and why.
    story: Vec<String>,
}

impl Work<'_> {
    /// Analyses, and adds constraints that rule out the path that was found, until there is none.
    fn refine(
        &mut self,
        chosen: &mut Vec<Constraint>,
        refine: bool,
        ask: Option<(&System, &Property)>,
    ) -> (Answer, Figures, FlowCertificate) {
        for round in 0..ROUNDS {
            let (answer, figures, proof) = self.analysis.prove(chosen, &self.limits);
            let Answer::Found(path) = answer else { return (answer, figures, proof) };
            // A path that is soon seen to be an execution needs no more constraints.
            if let Some((system, asked)) = ask
                && !matches!(path.end, PathEnd::Unmodelled(_))
                && matches!(self.guided(system, asked, &path, chosen, SOON), Guided::Found(_))
            {
                return (Answer::Found(path), figures, proof);
            }
            if refine && round == 0 && self.guess(&path, chosen) {
                return self.analysis.prove(chosen, &self.limits);
            }
            let more = match refine {
                true => self.helpful(&path, chosen),
                false => Vec::new(),
            };
            if more.is_empty() {
                return (Answer::Found(path), figures, proof);
            }
            let names: Vec<String> = more.iter().map(|one| self.analysis.name(*one)).collect();
            let path = self.in_words(&path);
            self.story.push(format!("{} rules out {path}", names.join(" with ")));
            chosen.extend(more);
        }
        self.analysis.prove(chosen, &self.limits)
    }

    /// Tries constraints that often prove something of tasks that meet, and leaves out, the dearest first,
    /// what is not needed.
    fn guess(&mut self, path: &Path, chosen: &mut Vec<Constraint>) -> bool {
        let limits = Limits { most: GUESSED, ..self.limits };
        let proves = |more: &[Constraint]| {
            let all: Vec<Constraint> = chosen.iter().chain(more).copied().collect();
            (self.go_on)() && matches!(self.analysis.run(&all, &limits).0, Answer::Nothing)
        };
        let mut guesses = self.analysis.meetings(path);
        for guess in &mut guesses {
            guess.retain(|one| !chosen.contains(one));
        }
        let Some(found) = guesses.into_iter().find(|guess| proves(guess)) else { return false };
        let mut needed = self.analysis.by_cost(found);
        for one in needed.clone().iter().rev() {
            let without: Vec<Constraint> =
                needed.iter().copied().filter(|other| other != one).collect();
            if proves(&without) {
                needed = without;
            }
        }
        let names: Vec<String> = needed.iter().map(|one| self.analysis.name(*one)).collect();
        let path = self.in_words(path);
        self.story.push(format!("{} rules out {path}", names.join(" with ")));
        chosen.extend(needed);
        true
    }

    /// The cheapest constraints that rule out a path; none where nothing does.
    fn helpful(&self, path: &Path, chosen: &[Constraint]) -> Vec<Constraint> {
        let candidates = self.analysis.candidates(path, chosen);
        let trials = Trials::new(&self.analysis, path, chosen);
        let rules_out = |more: &[Constraint]| trials.rules_out(more, &self.limits);
        if let Some(one) = candidates.iter().find(|one| rules_out(&[**one])) {
            return vec![*one];
        }
        // Together some may: leave out, the dearest first, what is not needed for it.
        let found = [false, true].into_iter().find_map(|everybody| {
            let groups = self.analysis.groups(path, chosen, everybody);
            groups.into_iter().find(|group| rules_out(group))
        });
        let Some(found) = found else { return Vec::new() };
        let mut needed = self.analysis.by_cost(found);
        for one in needed.clone().iter().rev() {
            let without: Vec<Constraint> =
                needed.iter().copied().filter(|other| other != one).collect();
            if rules_out(&without) {
                needed = without;
            }
        }
        needed
    }

    /// Asks the judge whether a path is an execution.
    fn confirm(
        &self,
        system: &System,
        (property, asked): (&Property, &Property),
        path: &Path,
        chosen: &[Constraint],
        refined: bool,
    ) -> EngineOutcome {
        let lines = self.lines(path);
        if let PathEnd::Unmodelled(what) = &path.end {
            let why = format!("the path goes through {what}, and nothing is known beyond that");
            return inconclusive(Reason::Unconfirmed { path: lines, why });
        }
        let why = match self.guided(system, asked, path, chosen, GUIDED) {
            Guided::Found(trace) => {
                let trace = match property.kind {
                    PropertyKind::Check(_) => self.of_check(system, trace),
                    PropertyKind::Claim(_) | PropertyKind::Events(_) => trace,
                };
                let is_fair = |trace: &Trace| {
                    matches!(replay(system, property, trace, true), Replayed::Violated { .. })
                };
                if self.fair && trace.loop_from.is_some() && !is_fair(&trace) {
                    let why = "an execution follows it, but an unfair one, in which a process that \
                               can always step never does";
                    return inconclusive(Reason::Unconfirmed { path: lines, why: why.to_string() });
                }
                return EngineOutcome {
                    verdict: Verdict::Violated,
                    reason: None,
                    findings: vec![Finding { trace, fault: None, race: None, program: None }],
                    stats: Stats::default(),
                    remarks: Vec::new(),
                };
            }
            Guided::Refuted { deepest } => {
                let count = path.steps.len();
                let more = match refined {
                    true => "no constraint that is known rules it out",
                    false => "more constraints may rule it out: --constraints auto finds them",
                };
                format!("no execution follows it beyond {deepest} of its {count} steps; {more}")
            }
            Guided::Undecided => {
                "whether an execution follows it could not be found out".to_string()
            }
        };
        inconclusive(Reason::Unconfirmed { path: lines, why })
    }

    /// Looks for an execution along a path, or with its steps in another order, as they are accepted in order of
    /// arrival, which no constraint follows.
    fn guided(
        &self,
        system: &System,
        asked: &Property,
        path: &Path,
        chosen: &[Constraint],
        most: usize,
    ) -> Guided {
        let visible: HashSet<Node> = self.analysis.visible(chosen).into_iter().collect();
        let seen = |node: &Node| visible.contains(node);
        let states = most / self.instrumented.processes.len().max(1);
        let along = guide(system, asked, path, &seen, states, self.go_on);
        if matches!(along, Guided::Found(_)) {
            return along;
        }
        let on: HashSet<(u32, EdgeId)> =
            path.steps.iter().flat_map(|step| step.node.parts()).collect();
        let beside = |node: &Node| seen(node) && !node.parts().all(|part| on.contains(&part));
        let any = Path { steps: Vec::new(), end: PathEnd::Reached };
        match guide(system, asked, &any, &beside, states, self.go_on) {
            found @ Guided::Found(_) => found,
            Guided::Refuted { .. } | Guided::Undecided => along,
        }
    }

    /// A trace of a check's claim as one of the check: without claim, along edges of the system.
    fn of_check(&self, system: &System, mut trace: Trace) -> Trace {
        let Some(instrumentation) = &self.claim.instrumentation else { return trace };
        trace.last_claim = None;
        for step in &mut trace.steps {
            step.claim = None;
            let TraceMove::System(step) = &mut step.action else { continue };
            let of = |process: u32, edge: EdgeId| {
                let declared = system.processes.get(process as usize);
                declared.map_or(edge, |one| instrumentation.original(system, one.template, edge))
            };
            if let Move::Edge(edge) = &mut step.action {
                *edge = of(step.process, *edge);
            }
            if let Some(partner) = &mut step.partner {
                partner.edge = of(partner.process, partner.edge);
            }
        }
        // That an event was consumed is no step of the system.
        trace.steps.retain(
            |step| !matches!(&step.action, TraceMove::System(step) if step.action == Move::ConsumeEvent),
        );
        trace
    }

    fn lines(&self, path: &Path) -> Vec<PathLine> {
        let events = self
            .claim
            .instrumentation
            .as_ref()
            .map_or(&[][..], |instrumentation| &instrumentation.events);
        let name = |event: &u32| events.get(*event as usize - 1).cloned();
        let mut lines = Vec::new();
        for step in &path.steps {
            let words: Vec<String> =
                step.node.parts().map(|part| action(self.instrumented, part)).collect();
            let (process, edge) = (step.node.process, step.node.edge);
            let declared = &self.instrumented.processes[process as usize];
            let span = self.instrumented.templates[declared.template].edges[edge].span;
            lines.push(PathLine {
                process: declared.name.clone(),
                action: words.join(" with "),
                events: step.events.iter().filter_map(name).collect(),
                span,
            });
        }
        lines
    }

    /// A path in one line: its events, or where there are none its steps.
    fn in_words(&self, path: &Path) -> String {
        let lines = self.lines(path);
        let mut words: Vec<String> = Vec::new();
        for line in &lines {
            words.extend(line.events.iter().map(|event| format!("{event} by {}", line.process)));
        }
        let end = match &path.end {
            PathEnd::Reached | PathEnd::Unmodelled(_) => "",
            PathEnd::Ended => ", then the end",
            PathEnd::Silence => ", then nothing more",
            PathEnd::Loop(_) => ", again and again",
        };
        match words.is_empty() {
            true => format!("a path without events{end}"),
            false => format!("{}{end}", words.join(", ")),
        }
    }
}

fn inconclusive(reason: Reason) -> EngineOutcome {
    EngineOutcome {
        verdict: Verdict::Inconclusive,
        reason: Some(reason),
        findings: Vec::new(),
        stats: Stats::default(),
        remarks: Vec::new(),
    }
}

fn stopped(stop: Stop, figures: &Figures) -> Reason {
    let covered = format!("{} nodes, {} tuples", figures.nodes, figures.tuples);
    let (what, option) = match stop {
        Stop::Interrupted => return Reason::Interrupted { covered },
        Stop::Time => ("the time limit", "--time-limit"),
        Stop::Memory => ("the memory limit", "--memory-limit"),
        Stop::Size => ("the limit of one analysis", ""),
    };
    Reason::Limit { what: what.to_string(), covered, option: option.to_string() }
}

/// What an edge of a process does: as the source has it, or else by its label.
pub fn action(system: &System, (process, edge): (u32, EdgeId)) -> String {
    let declared = &system.processes[process as usize];
    let edge = &system.templates[declared.template].edges[edge];
    match (edge.text.is_empty(), edge.labels.first()) {
        (false, _) => edge.text.clone(),
        (true, Some(label)) => {
            let on = label.object.as_ref().map(|object| format!(" on {object}"));
            format!("{}{}", label.action, on.unwrap_or_default())
        }
        (true, None) => format!("{} -> {}", edge.from, edge.to),
    }
}
