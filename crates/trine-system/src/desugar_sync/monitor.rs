//! Monitors as variables: the holder of each, how often, and the wait set.

use super::build::*;
use crate::{
    Edge, Effect, Expr, FaultKind, GlobalId, Monitor, MonitorQuery, MonitorRef, Place, Sync,
    System, Type,
};

/// The variables of one family of monitors.
pub(super) struct MonitorCells {
    count: u32,
    /// The number of processes that can wait.
    processes: u32,
    /// The holder, plus one.
    owner: GlobalId,
    /// How often.
    held: GlobalId,
    /// For each process that waits, how often it held the lock.
    waits: GlobalId,
    /// For each process that waits, whether it was notified.
    told: GlobalId,
}

impl MonitorCells {
    /// Adds the variables for a monitor, with a slot of its wait set for each process.
    pub fn new(system: &mut System, monitor: &Monitor, processes: u32) -> MonitorCells {
        let count = monitor.count;
        let slots = count.saturating_mul(processes);
        let mut global = |part: &str, cells: u32, ty: Type| {
            add_global(system, format!("{MARK}{}{MARK}{part}", monitor.name), cells, ty)
        };
        MonitorCells {
            count,
            processes,
            owner: global("owner", count, counter(processes)),
            held: global("held", count, Type::INT),
            waits: global("waits", slots, Type::INT),
            told: global("told", slots, Type::Bool),
        }
    }

    /// What one asks of the monitor, as a question about the variables.
    pub fn query(&self, query: MonitorQuery, of: &MonitorRef) -> Expr {
        let at = Access { cells: self, index: index_of(of) };
        match query {
            MonitorQuery::Mine => choose(at.is_mine(), Expr::Read(at.held()), number(0)),
            MonitorQuery::Held => not(at.is_free()),
            MonitorQuery::Waiting => {
                let sleeps = (0..self.processes).map(|process| at.sleeps(number(process)));
                sleeps.reduce(plus).unwrap_or(number(0))
            }
        }
    }

    /// The edges that do what this edge does.
    pub fn expand(&self, edge: &Edge, sync: &Sync) -> Option<Vec<Edge>> {
        let of = sync.monitor()?;
        let at = Access { cells: self, index: index_of(of) };
        let one = |condition: Expr, effects| vec![variant(edge, Some(condition), effects)];
        Some(match sync {
            Sync::Enter(_) => one(
                any([at.is_free(), at.is_mine()]),
                vec![
                    set(at.held(), plus(Expr::Read(at.held()), number(1))),
                    set(at.owner(), myself()),
                ],
            ),
            Sync::Exit(_) => at.only_if_held(
                edge,
                vec![
                    set(at.held(), minus(Expr::Read(at.held()), number(1))),
                    set(
                        at.owner(),
                        choose(equal(Expr::Read(at.held()), number(0)), number(0), myself()),
                    ),
                ],
            ),
            Sync::Wait(_) => at.only_if_held(
                edge,
                vec![
                    set(at.waits(Expr::Myself), Expr::Read(at.held())),
                    set(at.held(), number(0)),
                    set(at.owner(), number(0)),
                ],
            ),
            Sync::Waiting(_) => one(Expr::Read(at.told(Expr::Myself)), Vec::new()),
            Sync::WakeUp(_) => {
                one(at.sleeps(Expr::Myself), vec![set(at.told(Expr::Myself), number(1))])
            }
            Sync::Notified(_) => one(
                at.is_free(),
                vec![
                    set(at.held(), Expr::Read(at.waits(Expr::Myself))),
                    set(at.owner(), myself()),
                    set(at.waits(Expr::Myself), number(0)),
                    set(at.told(Expr::Myself), number(0)),
                ],
            ),
            Sync::Notify(_) => at.notify(edge),
            _ => {
                let tell = |process: u32| {
                    let waits = differs(Expr::Read(at.waits(number(process))), number(0));
                    set(at.told(number(process)), waits)
                };
                at.only_if_held(edge, (0..self.processes).map(tell).collect())
            }
        })
    }
}

fn index_of(of: &MonitorRef) -> Expr {
    of.index.clone().unwrap_or(number(0))
}

/// One monitor of the family.
struct Access<'c> {
    cells: &'c MonitorCells,
    index: Expr,
}

impl Access<'_> {
    fn owner(&self) -> Place {
        self.single(self.cells.owner)
    }

    fn held(&self) -> Place {
        self.single(self.cells.held)
    }

    fn single(&self, global: GlobalId) -> Place {
        member(global, self.cells.count, self.index.clone())
    }

    fn waits(&self, process: Expr) -> Place {
        self.slot(self.cells.waits, process)
    }

    fn told(&self, process: Expr) -> Place {
        self.slot(self.cells.told, process)
    }

    /// The index is checked by itself, lest one beyond the family meets another monitor's slot.
    fn slot(&self, global: GlobalId, process: Expr) -> Place {
        let family = match &self.index {
            Expr::Const(_) => self.index.clone(),
            index => Expr::Checked(Box::new(index.clone()), self.cells.count),
        };
        cell(global, plus(times(family, self.cells.processes), process))
    }

    fn is_free(&self) -> Expr {
        equal(Expr::Read(self.owner()), number(0))
    }

    fn is_mine(&self) -> Expr {
        equal(Expr::Read(self.owner()), myself())
    }

    /// That process waits and was not notified.
    fn sleeps(&self, process: Expr) -> Expr {
        all([
            differs(Expr::Read(self.waits(process.clone())), number(0)),
            not(Expr::Read(self.told(process))),
        ])
    }

    fn only_if_held(&self, edge: &Edge, effects: Vec<Effect>) -> Vec<Edge> {
        vec![variant(edge, Some(self.is_mine()), effects), self.not_held(edge)]
    }

    fn not_held(&self, edge: &Edge) -> Edge {
        let message = "the process does not hold this monitor";
        failing(edge, not(self.is_mine()), FaultKind::Monitor, message)
    }

    /// One edge for each process that may be woken, and one for none.
    fn notify(&self, edge: &Edge) -> Vec<Edge> {
        let mut edges = Vec::new();
        for process in 0..self.cells.processes {
            let chosen = all([self.is_mine(), self.sleeps(number(process))]);
            let tell = vec![set(self.told(number(process)), number(1))];
            edges.push(variant(edge, Some(chosen), tell));
        }
        let nobody = (0..self.cells.processes).map(|process| not(self.sleeps(number(process))));
        let condition = all(std::iter::once(self.is_mine()).chain(nobody));
        edges.push(variant(edge, Some(condition), Vec::new()));
        edges.push(self.not_held(edge));
        edges
    }
}
