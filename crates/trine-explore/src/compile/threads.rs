//! Where monitors, threads and records lie in the bytes of a state.
//!
//! A monitor has a byte for its owner (the number of the process plus one), a byte for how often it is
//! held, and, where a process ever waits on it, a byte for each process: how often that held the lock
//! when it began to wait, with the highest bit set once it was notified. A process that is started
//! has a byte for how far it is. A pool has the number of its records in use, then the records.

use trine_base::IndexVec;
use trine_system::{
    Effect, Init, Monitor, MonitorId, MonitorRef, Pool, PoolId, Sync, System, Template,
};

use super::cell::Form;
use super::expr::{Code, Correspondence};
use super::layout::Slot;

/// A family of monitors.
#[derive(Clone, Copy, Debug)]
pub struct MonitorPlace {
    pub offset: u32,
    /// Bytes of one monitor.
    pub size: u32,
    pub count: u32,
    /// The number of its first one, among all of the system.
    pub first: u32,
}

/// One of a family, found when it is used.
#[derive(Clone, PartialEq, Debug)]
pub struct MonitorCode {
    pub offset: u32,
    pub size: u32,
    pub count: u32,
    pub first: u32,
    pub index: Option<Code>,
}

/// Where the records of a pool lie in a state.
#[derive(Clone, Debug)]
pub struct PoolPlace {
    pub offset: u32,
    /// How many records are in use comes first.
    pub length: Form,
    pub capacity: u32,
    /// Bytes of a record.
    pub record: u32,
    /// For each field, its place in a record.
    pub fields: Vec<Slot>,
    /// For each field, the values of its cells in a fresh record.
    pub fresh: Vec<Vec<i64>>,
}

/// Once notified.
pub const TOLD: u8 = 0x80;
/// A lock that is held more often than this is beyond the compiled model.
pub const MOST_HELD: u8 = 0x7f;
/// Bytes of a monitor before those of the waiting processes.
pub const WAITERS: usize = 2;

/// Not started.
pub const NEW: u8 = 0;
/// Started, not yet at its first step.
pub const STARTED: u8 = 1;
/// On its way.
pub const RUNNING: u8 = 2;
/// At its end.
pub const ENDED: u8 = 3;

/// Whether monitors, threads and pools of a system can be kept in bytes that do not move.
pub fn is_supported(system: &System) -> bool {
    let fixed = has_fixed_processes(system);
    let fits = |pool: &Pool| {
        let fields = pool.fields.iter();
        pool.capacity < 1 << 16
            && fields.clone().all(|field| !field.hidden && fresh(field).is_some())
    };
    (fixed || system.monitors.is_empty() && !has_threads(system)) && system.pools.iter().all(fits)
}

/// Whether no process is ever created, and one byte holds the number of each.
pub fn has_fixed_processes(system: &System) -> bool {
    let mut edges = system.templates.iter().flat_map(|template| &template.edges);
    let runs =
        edges.any(|edge| edge.effects.iter().any(|effect| matches!(effect, Effect::Run { .. })));
    !runs && system.processes.len() < 255
}

/// Whether processes are started or joined.
pub fn has_threads(system: &System) -> bool {
    system.templates.iter().any(|template: &Template| {
        template.edges.iter().any(|edge| {
            matches!(edge.sync, Some(Sync::Start(_) | Sync::Join(_) | Sync::Begin | Sync::End))
        })
    })
}

/// Gives every monitor its bytes, from `end` on.
pub fn place_monitors(system: &System, end: &mut u32) -> IndexVec<MonitorId, MonitorPlace> {
    let processes = system.processes.len() as u32;
    let mut first = 0;
    let mut places = IndexVec::new();
    for (id, monitor) in system.monitors.enumerate() {
        let Monitor { count, .. } = *monitor;
        let waits = if is_waited_on(system, id) { processes } else { 0 };
        let size = WAITERS as u32 + waits;
        places.push(MonitorPlace { offset: *end, size, count, first });
        *end = end.saturating_add(size.saturating_mul(count));
        first += count;
    }
    places
}

fn is_waited_on(system: &System, id: MonitorId) -> bool {
    let mut edges = system.templates.iter().flat_map(|template| &template.edges);
    edges.any(|edge| matches!(&edge.sync, Some(Sync::Wait(of)) if of.monitor == id))
}

/// Gives every pool its bytes, from `end` on.
pub fn place_pools(system: &System, end: &mut u32) -> IndexVec<PoolId, PoolPlace> {
    let place = |pool: &Pool| {
        let mut record = 0u32;
        let fields = pool.fields.iter().map(|field| {
            let form = Form::of(field.ty);
            let cells = field.cells();
            let slot =
                Slot { offset: record, form, ty: field.ty, cells, kept: true, hidden: false };
            record = record.saturating_add(cells.saturating_mul(form.size() as u32));
            slot
        });
        let fields = fields.collect();
        let fresh = pool.fields.iter().map(|field| fresh(field).unwrap_or_default()).collect();
        let length = if pool.capacity < 256 { Form::U8 } else { Form::U16 };
        let place =
            PoolPlace { offset: *end, length, capacity: pool.capacity, record, fields, fresh };
        *end = end.saturating_add(place.size());
        place
    };
    system.pools.iter().map(place).collect()
}

impl PoolPlace {
    /// How many bytes the pool takes: its length and all its records.
    pub fn size(&self) -> u32 {
        (self.length.size() as u32).saturating_add(self.capacity.saturating_mul(self.record))
    }
}

/// The values of the cells of a field in a fresh record, unless one of them does not fit.
fn fresh(field: &trine_system::Variable) -> Option<Vec<i64>> {
    let value = |cell: u32| match &field.init {
        Init::Value(value) => *value,
        Init::Values(values) => values.get(cell as usize).copied().unwrap_or(0),
        Init::Zero | Init::Channels(_) | Init::Computed(_) => 0,
    };
    (0..field.cells()).map(|cell| field.ty.store(value(cell)).ok()).collect()
}

impl Correspondence<'_> {
    /// The place of a monitor; an index that is constant and within its bounds is resolved here.
    pub fn monitor(&self, of: &MonitorRef) -> MonitorCode {
        let MonitorPlace { offset, size, count, first } = self.layout.monitors[of.monitor];
        let index = of.index.as_ref().map(|index| self.code(index));
        match index {
            Some(Code::Const(value)) if value >= 0 && value < i64::from(count) => {
                let at = value as u32;
                MonitorCode {
                    offset: offset + at * size,
                    size,
                    count: 1,
                    first: first + at,
                    index: None,
                }
            }
            index => MonitorCode { offset, size, count, first, index },
        }
    }
}
