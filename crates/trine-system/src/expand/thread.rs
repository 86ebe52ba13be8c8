//! Starting and joining as a variable of each process: how far it is in its life.

use super::build::*;
use crate::{Edge, Expr, FaultKind, LocalId, Place, Sync, System, TemplateId, Type};

const NEW: i64 = 0;
const STARTED: i64 = 1;
const RUNNING: i64 = 2;
const ENDED: i64 = 3;

/// For each template, the local that tells how far its process is.
pub(super) struct ThreadCells {
    phase: Vec<LocalId>,
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
        ThreadCells { phase: add_locals(system, &format!("{MARK}phase"), 1, ty) }
    }

    /// The edges that do what this edge of a template does.
    pub fn expand(
        &self,
        system: &System,
        template: TemplateId,
        edge: &Edge,
        sync: &Sync,
    ) -> Option<Vec<Edge>> {
        let mine = Place::local(self.phase[template.0 as usize]);
        Some(match sync {
            Sync::Begin => {
                let condition = equal(Expr::Read(mine.clone()), number(STARTED));
                vec![variant(edge, Some(condition), vec![set(mine, number(RUNNING))])]
            }
            Sync::End => vec![variant(edge, None, vec![set(mine, number(ENDED))])],
            Sync::Join(process) => {
                let may_pass = self.templates(system).map(|(other, phase)| {
                    let phase = Expr::Read(remote(process.clone(), other, phase));
                    any([
                        not(runs(system, process.clone(), other)),
                        equal(phase.clone(), number(NEW)),
                        equal(phase, number(ENDED)),
                    ])
                });
                vec![variant(edge, Some(all(may_pass)), Vec::new())]
            }
            Sync::Start(process) => self.start(system, edge, process),
            _ => return None,
        })
    }

    /// One edge for each template that the started process may run, and those of the faults.
    fn start(&self, system: &System, edge: &Edge, process: &Expr) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (other, phase) in self.templates(system) {
            let there = runs(system, process.clone(), other);
            let phase = remote(process.clone(), other, phase);
            let is_new = equal(Expr::Read(phase.clone()), number(NEW));
            let fresh = all([there.clone(), is_new.clone()]);
            edges.push(variant(edge, Some(fresh), vec![set(phase, number(STARTED))]));
            let again = all([there, not(is_new)]);
            let message = "the process was started before";
            edges.push(failing(edge, again, FaultKind::ThreadState, message));
        }
        let absent =
            self.templates(system).map(|(other, _)| not(runs(system, process.clone(), other)));
        let message = "there is no such process, or it runs other code";
        edges.push(failing(edge, all(absent), FaultKind::Process, message));
        edges
    }

    fn templates<'a>(
        &'a self,
        system: &'a System,
    ) -> impl Iterator<Item = (TemplateId, LocalId)> + 'a {
        system.templates.ids().zip(self.phase.iter().copied())
    }
}
