//! Starting and joining as a variable of each process: how far it is in its life.
//!
//! Where all processes are there from the start and stay, these variables are one array of the whole
//! system. Otherwise each is a local of its process.

use trine_base::Id;

use super::build::*;
use crate::{
    Edge, Effect, Expr, FaultKind, GlobalId, Init, LocalId, LocationId, Place, Sync, System,
    TemplateId, Type,
};

const NEW: i64 = 0;
const STARTED: i64 = 1;
const RUNNING: i64 = 2;
const ENDED: i64 = 3;

const PHASE: Type = Type::Int { bits: 2, signed: false };

pub(super) enum ThreadCells {
    Array(PhaseArray),
    Locals(PhaseLocals),
}

/// One cell for each process of the system.
pub(super) struct PhaseArray {
    phase: GlobalId,
    /// For each process, its template and the final locations that it reaches without a word.
    silent_ends: Vec<(TemplateId, Vec<LocationId>)>,
}

/// For each template, the local that tells how far its process is.
pub(super) struct PhaseLocals {
    phase: Vec<LocalId>,
    /// For each template, all its locations.
    locations: Vec<Vec<LocationId>>,
}

impl ThreadCells {
    /// Whether a system needs it at all.
    pub fn are_used(system: &System) -> bool {
        let mut edges = system.templates.iter().flat_map(|template| &template.edges);
        edges.any(|edge| {
            matches!(edge.sync, Some(Sync::Start(_) | Sync::Join(_) | Sync::Begin | Sync::End))
        })
    }

    /// Adds a variable for the phase of each process, and lets a thread that was never started stay where it is.
    pub fn new(system: &mut System) -> ThreadCells {
        let threads = system.rules.threads;
        for template in system.templates.iter_mut().filter(|code| threads && code.is_started()) {
            // A thread that was never started may stay where it is.
            if template.edges.iter().all(|edge| edge.to != template.entry) {
                template.locations[template.entry].end = true;
            }
        }
        if all_stay(system) {
            ThreadCells::Array(PhaseArray::new(system))
        } else {
            ThreadCells::Locals(PhaseLocals::new(system))
        }
    }

    /// Whether a process was started, as a question about the variables.
    pub fn started(&self, process: &Expr) -> Expr {
        match self {
            ThreadCells::Array(array) => {
                all([array.is_there(process), differs(array.phase(process), number(NEW))])
            }
            ThreadCells::Locals(locals) => locals.started(process),
        }
    }

    /// Whether a process has ended, as far as it can be asked of the variables.
    pub fn ended(&self, process: &Expr) -> Expr {
        match self {
            ThreadCells::Array(array) => array.ended(process),
            ThreadCells::Locals(_) => Expr::Ended(Box::new(process.clone())),
        }
    }

    /// The edges that do what this edge of a template does.
    pub fn expand(&self, template: TemplateId, edge: &Edge, sync: &Sync) -> Option<Vec<Edge>> {
        let mine = match self {
            ThreadCells::Array(array) => array.cell(&Expr::Myself),
            ThreadCells::Locals(locals) => Place::local(locals.phase[template.index()]),
        };
        Some(match sync {
            Sync::Begin => {
                let condition = equal(Expr::Read(mine.clone()), number(STARTED));
                vec![variant(edge, Some(condition), vec![set(mine, number(RUNNING))])]
            }
            Sync::End => vec![variant(edge, None, vec![set(mine, number(ENDED))])],
            Sync::Join(process) => {
                let is_new = match self {
                    ThreadCells::Array(array) => vec![array.is_new(process)],
                    ThreadCells::Locals(locals) => locals.is_new(process),
                };
                let may_pass = any(std::iter::once(self.ended(process)).chain(is_new));
                vec![variant(edge, Some(may_pass), Vec::new())]
            }
            Sync::Start(process) => match self {
                ThreadCells::Array(array) => array.start(edge, process),
                ThreadCells::Locals(locals) => locals.start(edge, process),
            },
            _ => return None,
        })
    }
}

/// Whether no process comes or goes.
fn all_stay(system: &System) -> bool {
    let mut edges = system.templates.iter().flat_map(|template| &template.edges);
    let runs = |effect: &Effect| matches!(effect, Effect::Run { .. });
    !system.rules.reap && !edges.any(|edge| edge.effects.iter().any(runs))
}

const STARTED_BEFORE: &str = "the process was started before";

impl PhaseArray {
    fn new(system: &mut System) -> PhaseArray {
        let templates = system.processes.iter().map(|process| process.template);
        let templates: Vec<TemplateId> = templates.collect();
        let first = |template: &TemplateId| match system.templates[*template].is_started() {
            true => NEW,
            false => RUNNING,
        };
        let initial: Vec<i64> = templates.iter().map(first).collect();
        let silent_ends = templates.iter().map(|id| (*id, silent_ends(system, *id))).collect();
        let cells = initial.len().max(1) as u32;
        let phase = add_global(system, format!("{MARK}phase"), cells, PHASE);
        system.globals[phase].init = Init::Values(initial);
        PhaseArray { phase, silent_ends }
    }

    fn count(&self) -> i64 {
        self.silent_ends.len() as i64
    }

    fn cell(&self, process: &Expr) -> Place {
        match self.silent_ends.len() {
            0 | 1 => Place::global(self.phase),
            _ => cell(self.phase, process.clone()),
        }
    }

    fn phase(&self, process: &Expr) -> Expr {
        Expr::Read(self.cell(process))
    }

    fn is_there(&self, process: &Expr) -> Expr {
        match process {
            Expr::Const(known) => number((0..self.count()).contains(known)),
            Expr::Myself => Expr::TRUE,
            _ => all([
                less(number(-1), process.clone()),
                less(process.clone(), number(self.count())),
            ]),
        }
    }

    fn is_new(&self, process: &Expr) -> Expr {
        all([self.is_there(process), equal(self.phase(process), number(NEW))])
    }

    fn ended(&self, process: &Expr) -> Expr {
        let said = equal(self.phase(process), number(ENDED));
        let mut ways = vec![not(self.is_there(process)), said];
        for (other, (template, ends)) in self.silent_ends.iter().enumerate() {
            let other = Expr::Const(other as i64);
            if ends.is_empty() || (matches!(process, Expr::Const(_)) && *process != other) {
                continue;
            }
            let (template, locations) = (*template, ends.clone());
            let at = Expr::At { process: Some(Box::new(other.clone())), template, locations };
            let same = match process {
                Expr::Const(_) => Expr::TRUE,
                _ => equal(process.clone(), other),
            };
            ways.push(all([same, at]));
        }
        any(ways)
    }

    fn start(&self, edge: &Edge, process: &Expr) -> Vec<Edge> {
        let there = self.is_there(process);
        let started = vec![set(self.cell(process), number(STARTED))];
        let is_new = equal(self.phase(process), number(NEW));
        let again = all([there.clone(), not(is_new)]);
        let mut edges = vec![
            variant(edge, Some(self.is_new(process)), started),
            failing(edge, again, FaultKind::ThreadState, STARTED_BEFORE),
        ];
        let absent = not(there);
        if absent != Expr::Const(0) {
            edges.push(failing(edge, absent, FaultKind::Process, "there is no such process"));
        }
        edges
    }
}

/// The final locations where processes of a template can be without having said that they end.
fn silent_ends(system: &System, template: TemplateId) -> Vec<LocationId> {
    let code = &system.templates[template];
    let is_silent = |location: LocationId| {
        let mut edges = code.edges.iter();
        code.entry == location
            || edges.any(|edge| edge.to == location && edge.sync != Some(Sync::End))
    };
    let finals = code.locations.enumerate().filter(|(_, location)| location.final_);
    finals.map(|(id, _)| id).filter(|id| is_silent(*id)).collect()
}

impl PhaseLocals {
    fn new(system: &mut System) -> PhaseLocals {
        let phase = add_locals(system, &format!("{MARK}phase"), 1, PHASE);
        for (template, phase) in system.templates.iter_mut().zip(&phase) {
            if !template.is_started() {
                template.locals[*phase].init = Init::Value(RUNNING);
            }
        }
        let locations = system.templates.iter().map(|code| code.locations.ids().collect());
        PhaseLocals { phase, locations: locations.collect() }
    }

    fn started(&self, process: &Expr) -> Expr {
        any(self.templates().map(|(template, phase)| {
            let phase = Expr::Read(remote(process.clone(), template, phase));
            all([self.runs(process, template), differs(phase, number(NEW))])
        }))
    }

    /// For each template: the process runs it and was not started.
    fn is_new(&self, process: &Expr) -> Vec<Expr> {
        let is_new = self.templates().map(|(other, phase)| {
            let phase = Expr::Read(remote(process.clone(), other, phase));
            all([self.runs(process, other), equal(phase, number(NEW))])
        });
        is_new.collect()
    }

    /// One edge for each template that the started process may run, and those of the faults.
    fn start(&self, edge: &Edge, process: &Expr) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (other, phase) in self.templates() {
            let there = self.runs(process, other);
            let phase = remote(process.clone(), other, phase);
            let is_new = equal(Expr::Read(phase.clone()), number(NEW));
            let fresh = all([there.clone(), is_new.clone()]);
            edges.push(variant(edge, Some(fresh), vec![set(phase, number(STARTED))]));
            let again = all([there, not(is_new)]);
            edges.push(failing(edge, again, FaultKind::ThreadState, STARTED_BEFORE));
        }
        let absent = self.templates().map(|(other, _)| not(self.runs(process, other)));
        let message = "there is no such process, or it runs other code";
        edges.push(failing(edge, all(absent), FaultKind::Process, message));
        edges
    }

    fn templates(&self) -> impl Iterator<Item = (TemplateId, LocalId)> + '_ {
        self.phase.iter().enumerate().map(|(id, phase)| (TemplateId::from_index(id), *phase))
    }

    /// The process is there and runs this template.
    fn runs(&self, process: &Expr, template: TemplateId) -> Expr {
        let locations = self.locations[template.index()].clone();
        Expr::At { process: Some(Box::new(process.clone())), template, locations }
    }
}
