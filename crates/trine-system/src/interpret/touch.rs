//! Access tracing: which shared cells a step reads and writes.

use std::cell::RefCell;

use super::eval::{Cell, Context};
use super::{Interpreter, State, Step};
use crate::{EdgeId, GlobalId, Guard, PoolId};

/// One access to a cell that other processes can reach too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Touch {
    pub cell: SharedCell,
    pub write: bool,
}

/// A cell of a global, or of a field of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SharedCell {
    /// Its position in [`State::globals`].
    Global(usize),
    /// Its position in the records of a pool, [`State::pools`].
    Record(PoolId, usize),
}

/// Notes accesses while it is asked for.
#[derive(Default)]
pub(super) struct Watch {
    noted: RefCell<Option<Vec<Touch>>>,
    /// What is evaluated now is no part of the step any more.
    over: std::cell::Cell<bool>,
}

impl Watch {
    /// Notes an access while a step is watched. Locals are left out: no other process reaches them.
    #[inline]
    pub fn note(&self, cell: Cell, write: bool) {
        if let Some(noted) = self.noted.borrow_mut().as_mut().filter(|_| !self.over.get()) {
            let cell = match cell {
                Cell::Global(at) => SharedCell::Global(at),
                Cell::Record(pool, at) => SharedCell::Record(PoolId(pool as u32), at),
                Cell::Local(..) => return,
            };
            noted.push(Touch { cell, write });
        }
    }

    /// The edge has done what it does.
    #[inline]
    pub fn stop(&self) {
        self.over.set(true);
    }

    fn during(&self, what: impl FnOnce()) -> Vec<Touch> {
        self.over.set(false);
        *self.noted.borrow_mut() = Some(Vec::new());
        what();
        let mut noted = self.noted.borrow_mut().take().unwrap_or_default();
        noted.sort_unstable();
        noted.dedup();
        noted
    }
}

impl Interpreter<'_> {
    /// What a step that [`Interpreter::steps`] listed accesses: what its condition reads, and all that
    /// its effects do, up to a fault if it makes one.
    pub fn touches(&self, state: &State, step: &Step) -> Vec<Touch> {
        self.watch.during(|| {
            self.step(state, step);
        })
    }

    /// What a process reads to find out whether the condition of an edge holds.
    pub fn guard_touches(&self, state: &State, process: u32, edge: EdgeId) -> Vec<Touch> {
        let template = state.processes[process as usize].template;
        let edge = &self.system.templates[template].edges[edge];
        self.watch.during(|| {
            if let Guard::When(guard) = &edge.guard {
                let _ = Context::new(self, state, Some(process)).eval(guard);
            }
        })
    }

    /// Whether accesses to a cell at the same moment are no race.
    pub fn is_volatile(&self, cell: SharedCell) -> bool {
        match cell {
            SharedCell::Global(at) => self.system.globals[self.global_at(at).0].volatile,
            SharedCell::Record(pool, at) => {
                let (_, field, _) = self.field_at(pool, at);
                self.system.pools[pool].fields[field].volatile
            }
        }
    }

    /// The name of a cell: `count`, `table[1].cell`, `node#2.next`.
    pub fn shared_name(&self, cell: SharedCell) -> String {
        match cell {
            SharedCell::Global(at) => {
                let (global, cell) = self.global_at(at);
                self.system.globals[global].cell_name(cell)
            }
            SharedCell::Record(pool, at) => {
                let (record, field, cell) = self.field_at(pool, at);
                let pool = &self.system.pools[pool];
                format!("{}#{}.{}", pool.name, record + 1, pool.fields[field].cell_name(cell))
            }
        }
    }

    /// The variable that a cell of the globals belongs to, and which cell of it.
    fn global_at(&self, at: usize) -> (GlobalId, u32) {
        let after = self.global_offsets.partition_point(|start| *start <= at);
        // Variables without cells start where the next one does.
        let global = after.saturating_sub(1);
        (GlobalId(global as u32), (at - self.global_offsets[global]) as u32)
    }

    /// The record, the field and the cell of it.
    fn field_at(&self, pool: PoolId, at: usize) -> (usize, usize, u32) {
        let (starts, size) = &self.field_offsets[pool.0 as usize];
        let (record, inside) = (at / (*size).max(1), at % (*size).max(1));
        let field = starts.partition_point(|start| *start <= inside).saturating_sub(1);
        (record, field, (inside - starts[field]) as u32)
    }
}
