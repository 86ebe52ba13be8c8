//! The reference interpreter: initial state, enabled steps, step. It is the definition of what a
//! system means.
//!
//! An execution starts in the initial state and goes on by steps. A step is one edge of one process;
//! a send on a channel of capacity 0 is two edges of two processes in one step; an ended process is
//! removed by a step of its own ([`Move::Reap`]).
//!
//! In a system that is instrumented, the events of a step up to the next raw state are consumed there, in order,
//! one at a time: while more than one is left, and where no process can step, the only step is to observe the
//! next one, or none ([`Move::ConsumeEvent`]).
//!
//! *Raw states* are those in which no process holds exclusive control. A state in which a process holds
//! it and can go on is only a moment inside a longer step; where that process is blocked, control is
//! lost at once and the state is raw. So [`State::exclusive`] always names a process that can step.

mod eval;
mod fire;
mod state;
mod steps;
mod sync;
mod touch;

pub use eval::{Cell, Context};
pub use state::{
    ChannelState, EntryState, Exclusive, MonitorState, PendingEvent, ProcessState, State, Thread,
};
pub use steps::{Move, Partner, Step};
pub use touch::{SharedCell, Touch};

use crate::{EdgeId, FaultKind, LocationId, System, TemplateId};

/// A system with the look-ups that interpretation needs.
pub struct Interpreter<'s> {
    pub system: &'s System,
    /// For each template and location, its edges in order.
    outgoing: Vec<Vec<Vec<EdgeId>>>,
    /// For each template, where each local starts in the flat vector of cells.
    local_offsets: Vec<Vec<usize>>,
    global_offsets: Vec<usize>,
    global_cells: usize,
    /// For each pool, where each field starts in a record, and the record's size.
    field_offsets: Vec<(Vec<usize>, usize)>,
    monitor_offsets: Vec<usize>,
    entry_offsets: Vec<usize>,
    /// The templates whose processes have to be started.
    started: Vec<bool>,
    watch: touch::Watch,
}

/// Something that went wrong in a step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub message: String,
}

/// What a step leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The state after it. After a fault there is none, as the execution ends there, unless it was a
    /// failed assertion or one that the process reports ([`Effect::Fail`](crate::Effect::Fail)). None,
    /// too, where a limit of the model was reached.
    pub state: Option<State>,
    pub faults: Vec<Fault>,
    /// What was printed, one entry per print.
    pub printed: Vec<String>,
    /// The step met something the model leaves out, or a value it does not know.
    pub unmodelled: Vec<String>,
    /// A bound of the model was reached, and which.
    pub limit: Option<String>,
}

impl<'s> Interpreter<'s> {
    /// An interpreter of a valid system; what `validate` refuses may make it panic.
    pub fn new(system: &'s System) -> Interpreter<'s> {
        let outgoing = system
            .templates
            .iter()
            .map(|template| {
                let mut by_location = vec![Vec::new(); template.locations.len()];
                for (id, edge) in template.edges.enumerate() {
                    by_location[edge.from.0 as usize].push(id);
                }
                by_location
            })
            .collect();
        let (global_offsets, global_cells) = offsets(system.globals.iter().map(|g| g.cells()));
        Interpreter {
            system,
            outgoing,
            local_offsets: system
                .templates
                .iter()
                .map(|template| offsets(template.locals.iter().map(|local| local.cells())).0)
                .collect(),
            global_offsets,
            global_cells,
            field_offsets: system
                .pools
                .iter()
                .map(|pool| offsets(pool.fields.iter().map(|field| field.cells())))
                .collect(),
            monitor_offsets: offsets(system.monitors.iter().map(|monitor| monitor.count)).0,
            entry_offsets: offsets(system.entries.iter().map(|entry| entry.count)).0,
            started: system.templates.iter().map(|template| template.is_started()).collect(),
            watch: touch::Watch::default(),
        }
    }

    /// The edges that leave a location, in order.
    pub fn outgoing(&self, template: TemplateId, location: LocationId) -> &[EdgeId] {
        &self.outgoing[template.0 as usize][location.0 as usize]
    }

    /// Where a global's cells start in [`State::globals`].
    pub fn global_offset(&self, global: crate::GlobalId) -> usize {
        self.global_offsets[global.0 as usize]
    }

    /// Where a local's cells start in [`ProcessState::locals`].
    pub fn local_offset(&self, template: TemplateId, local: crate::LocalId) -> usize {
        self.local_offsets[template.0 as usize][local.0 as usize]
    }
}

fn offsets(sizes: impl Iterator<Item = u32>) -> (Vec<usize>, usize) {
    let mut total = 0;
    let starts = sizes
        .map(|size| {
            let start = total;
            total += size as usize;
            start
        })
        .collect();
    (starts, total)
}
