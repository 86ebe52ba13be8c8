//! Desugars synchronisations into variables, guards and effects, for engines without primitives for them.
//!
//! An execution of the expanded system corresponds step by step to one of the original: the same
//! process steps, from the same location to the same location, with the same faults. What the state
//! of the original keeps about monitors, entries, threads and channels is kept in variables whose
//! names start with `$`; they are the same whenever it is the same, so that the numbers of states are
//! equal, too. Globals, locals, locations, templates and processes keep their ids. An edge may become
//! several, of which at most one is enabled in a state for each way in which the original was.
//!
//! Two things are taken for granted. A process that called an entry calls it again only after it went
//! on from the first call; otherwise its place in the queue is an index fault. And at most as many
//! processes live at once as the rules allow, or exist at the start if none is ever run: arrays of
//! waiting processes have that size.

mod build;
mod channel;
mod entry;
mod monitor;
mod thread;

use channel::Buffers;
use entry::EntryCells;
use monitor::MonitorCells;
use thread::ThreadCells;

use trine_base::IndexVec;

use crate::{Edge, EdgeId, Effect, Expr, Init, System, TemplateId};

/// Expands every synchronisation other than those on channels: the result has no monitors and no
/// entries, and its edges only send and receive.
pub fn expand_sync(system: &System) -> System {
    Expansion::of_sync(system).system
}

/// Expands the buffered channels that globals hold from the start, if every operation of the system
/// names its channel by a variable that never changes. Rendezvous channels stay. Nothing is expanded
/// where that is not so.
pub fn expand_channels(system: &System) -> System {
    Expansion::of_channels(system).system
}

/// A system without some of its synchronisations, and what it has to do with the original.
pub struct Expansion {
    pub system: System,
    /// For each template and each of its edges, the edge that it does the work of.
    pub origins: IndexVec<TemplateId, IndexVec<EdgeId, EdgeId>>,
    cells: Cells,
}

/// The variables that took over.
#[derive(Default)]
struct Cells {
    monitors: Vec<MonitorCells>,
    threads: Option<ThreadCells>,
    entries: Option<EntryCells>,
    buffers: Option<Buffers>,
}

impl Expansion {
    /// See [`expand_sync`].
    pub fn of_sync(system: &System) -> Expansion {
        let mut expanded = system.clone();
        let processes = most_processes(system);
        let mut cells = Cells::default();
        for monitor in &system.monitors {
            cells.monitors.push(MonitorCells::new(&mut expanded, monitor, processes));
        }
        if ThreadCells::are_used(system) {
            cells.threads = Some(ThreadCells::new(&mut expanded));
        }
        if !system.entries.is_empty() {
            let entries = system.entries.as_slice();
            cells.entries = Some(EntryCells::new(&mut expanded, entries, processes));
        }
        expanded.monitors = IndexVec::new();
        expanded.entries = IndexVec::new();
        rewrite(expanded, cells)
    }

    /// See [`expand_channels`].
    pub fn of_channels(system: &System) -> Expansion {
        let mut expanded = system.clone();
        let cells = Cells { buffers: Buffers::new(&mut expanded), ..Cells::default() };
        rewrite(expanded, cells)
    }

    /// An expression about the original system, such as one of a claim, as one about this system.
    pub fn expr(&self, expr: &Expr) -> Expr {
        self.cells.expr(expr)
    }
}

/// How many processes can be there at once.
fn most_processes(system: &System) -> u32 {
    let mut edges = system.templates.iter().flat_map(|template| &template.edges);
    let runs =
        edges.any(|edge| edge.effects.iter().any(|effect| matches!(effect, Effect::Run { .. })));
    let count = if runs { system.rules.process_limit } else { system.processes.len() as u32 };
    count.max(1)
}

/// Replaces expressions and edges. The variables are already there.
fn rewrite(mut system: System, cells: Cells) -> Expansion {
    for global in system.globals.iter_mut() {
        if let Init::Computed(expr) = &global.init {
            global.init = Init::Computed(cells.expr(expr));
        }
    }
    let mut origins = IndexVec::new();
    for id in system.templates.ids() {
        let template = &mut system.templates[id];
        template.provided = template.provided.as_ref().map(|provided| cells.expr(provided));
        for local in template.locals.iter_mut() {
            if let Init::Computed(expr) = &local.init {
                local.init = Init::Computed(cells.expr(expr));
            }
        }
        let template = &system.templates[id];
        let mut edges = IndexVec::new();
        let mut from = IndexVec::new();
        for (edge_id, edge) in template.edges.enumerate() {
            let edge = edge.rebuilt(&|expr| cells.part_of(id, expr));
            for edge in cells.expand(&system, id, edge) {
                edges.push(edge);
                from.push(edge_id);
            }
        }
        system.templates[id].edges = edges;
        origins.push(from);
    }
    Expansion { system, origins, cells }
}

impl Cells {
    fn expr(&self, expr: &Expr) -> Expr {
        expr.rebuilt(&|part| self.part(part))
    }

    /// A part of an edge of a template.
    fn part_of(&self, template: TemplateId, expr: Expr) -> Expr {
        match (&self.entries, expr) {
            (Some(entries), Expr::Served) => entries.served(template),
            (_, expr) => self.part(expr),
        }
    }

    fn part(&self, expr: Expr) -> Expr {
        let expr = match (&self.threads, expr) {
            (_, Expr::Monitor(query, of)) => match self.monitors.get(of.monitor.0 as usize) {
                Some(cells) => cells.query(query, &of),
                None => Expr::Monitor(query, of),
            },
            (Some(threads), Expr::Started(process)) => threads.started(&process),
            (Some(threads), Expr::Ended(process)) => threads.ended(&process),
            (_, expr) => expr,
        };
        match (&self.entries, &self.buffers, expr) {
            (Some(entries), _, Expr::Waiting(entry, index)) => {
                entries.waiting(entry, index.map(|index| *index))
            }
            (_, Some(buffers), expr) => buffers.expr(expr),
            (_, _, expr) => expr,
        }
    }

    fn expand(&self, system: &System, template: TemplateId, edge: Edge) -> Vec<Edge> {
        let Some(sync) = &edge.sync else { return vec![edge] };
        let monitor = sync.monitor().and_then(|of| self.monitors.get(of.monitor.0 as usize));
        let expanded = monitor
            .and_then(|cells| cells.expand(&edge, sync))
            .or_else(|| self.threads.as_ref()?.expand(template, &edge, sync))
            .or_else(|| self.entries.as_ref()?.expand(system, template, &edge, sync))
            .or_else(|| self.buffers.as_ref()?.expand(&edge, sync));
        expanded.unwrap_or_else(|| vec![edge])
    }
}
