//! Starting and joining as a variable of each process: how far it is in its life.

use trine_base::Id;

use super::build::*;
use crate::{
    Edge, Expr, FaultKind, Init, LocalId, LocationId, Place, Sync, System, TemplateId, Type,
};

const NEW: i64 = 0;
const STARTED: i64 = 1;
const RUNNING: i64 = 2;
const ENDED: i64 = 3;

/// For each template, the local that tells how far its process is.
pub(super) struct ThreadCells {
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

    pub fn new(system: &mut System) -> ThreadCells {
        let ty = Type::Int { bits: 2, signed: false };
        let phase = add_locals(system, &format!("{MARK}phase"), 1, ty);
        let threads = system.rules.threads;
        for (template, phase) in system.templates.iter_mut().zip(&phase) {
            if !template.is_started() {
                template.locals[*phase].init = Init::Value(RUNNING);
            } else if threads && template.edges.iter().all(|edge| edge.to != template.entry) {
                // A thread that was never started may stay where it is.
                template.locations[template.entry].end = true;
            }
        }
        let locations = system.templates.iter().map(|code| code.locations.ids().collect());
        ThreadCells { phase, locations: locations.collect() }
    }

    /// Whether a process was started, as a question about the variables.
    pub fn started(&self, process: &Expr) -> Expr {
        any(self.templates().map(|(template, phase)| {
            let phase = Expr::Read(remote(process.clone(), template, phase));
            all([self.runs(process, template), differs(phase, number(NEW))])
        }))
    }

    /// The edges that do what this edge of a template does.
    pub fn expand(&self, template: TemplateId, edge: &Edge, sync: &Sync) -> Option<Vec<Edge>> {
        let mine = Place::local(self.phase[template.0 as usize]);
        Some(match sync {
            Sync::Begin => {
                let condition = equal(Expr::Read(mine.clone()), number(STARTED));
                vec![variant(edge, Some(condition), vec![set(mine, number(RUNNING))])]
            }
            Sync::End => vec![variant(edge, None, vec![set(mine, number(ENDED))])],
            Sync::Join(process) => {
                let is_new = self.templates().map(|(other, phase)| {
                    let phase = Expr::Read(remote(process.clone(), other, phase));
                    all([self.runs(process, other), equal(phase, number(NEW))])
                });
                let ended = Expr::Ended(Box::new(process.clone()));
                let may_pass = any(std::iter::once(ended).chain(is_new));
                vec![variant(edge, Some(may_pass), Vec::new())]
            }
            Sync::Start(process) => self.start(edge, process),
            _ => return None,
        })
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
            let message = "the process was started before";
            edges.push(failing(edge, again, FaultKind::ThreadState, message));
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
