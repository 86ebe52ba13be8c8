//! What is known of a system before any step is taken: where data starts, and what never changes.

use trine_base::{Id, IndexVec};
use trine_system::interpret::State;
use trine_system::{
    Edge, EdgeId, Effect, EntryId, EntryRef, Expr, GlobalId, Interpreter, LocalId, LocationId,
    MonitorRef, Pattern, Place, Root, Sync, System, Template, TemplateId, Type,
};

use crate::live::Liveness;

/// A system with what is known of it beforehand.
pub struct SystemFacts<'s> {
    pub system: &'s System,
    pub initial: State,
    pub live: Liveness,
    /// For each template and location, its edges in order.
    pub outgoing: IndexVec<TemplateId, IndexVec<LocationId, Vec<EdgeId>>>,
    /// The type of each cell of the globals, and whether it keeps its first value.
    pub cells: Vec<(Type, bool)>,
    pub globals: Vec<usize>,
    locals: IndexVec<TemplateId, Vec<usize>>,
    entries: Vec<usize>,
    monitors: Vec<usize>,
    /// A caller does nothing else until it is answered.
    pub callers_wait: bool,
    /// One that waits at a monitor does nothing else until it has the lock again.
    pub waiters_wait: bool,
    /// Some senders put their messages in order.
    pub sorts: bool,
    /// For each template, the rendezvous channels it may receive from, unless it could be any.
    pub receives: IndexVec<TemplateId, Option<Vec<usize>>>,
}

impl<'s> SystemFacts<'s> {
    /// Indexes a system, or says what networks cannot describe in it.
    pub fn new(system: &'s System) -> Result<SystemFacts<'s>, String> {
        let interpreter = Interpreter::new(system);
        let Some(initial) = interpreter.initial().state else {
            return Err("the initial state has a fault".to_string());
        };
        if system.requeues() {
            return Err("callers are sent on from one queue to another".to_string());
        }
        let mut cells = Vec::new();
        let mut globals = Vec::new();
        for (id, variable) in system.globals.enumerate() {
            globals.push(cells.len());
            let fixed = !is_written(system, id);
            cells.extend((0..variable.cells()).map(|_| (variable.ty, fixed)));
        }
        let locals = system.templates.iter().map(|template| {
            let mut next = 0;
            let sizes = template.locals.iter().map(|local| local.cells() as usize);
            sizes.map(|size| (next, next += size).0).collect()
        });
        let starts = |counts: &mut dyn Iterator<Item = u32>| {
            let mut next = 0;
            counts.map(|count| (next, next += count as usize).0).collect()
        };
        let mut facts = SystemFacts {
            system,
            initial,
            live: Liveness::new(system),
            outgoing: system.templates.iter().map(|template| template.outgoing()).collect(),
            cells,
            globals,
            locals: locals.collect(),
            entries: starts(&mut system.entries.iter().map(|entry| entry.count)),
            monitors: starts(&mut system.monitors.iter().map(|monitor| monitor.count)),
            callers_wait: true,
            waiters_wait: system.templates.iter().all(do_waiters_wait),
            sorts: system
                .templates
                .iter()
                .flat_map(|template| &template.edges)
                .any(|edge| matches!(edge.sync, Some(Sync::Send { sorted: true, .. }))),
            receives: IndexVec::new(),
        };
        facts.callers_wait = facts.do_callers_wait();
        facts.receives = system.templates.ids().map(|id| facts.receives_of(id)).collect();
        Ok(facts)
    }

    /// The template of a process.
    pub fn template(&self, process: u32) -> TemplateId {
        self.initial.processes[process as usize].template
    }

    /// An edge in the code of a process.
    pub fn edge(&self, process: u32, edge: EdgeId) -> &'s Edge {
        &self.system.templates[self.template(process)].edges[edge]
    }

    /// The edges of a process that leave a location.
    pub fn edges_from(&self, process: u32, location: LocationId) -> &[EdgeId] {
        &self.outgoing[self.template(process)][location]
    }

    /// Where a local starts among the cells of a process, how many cells it has, and their type.
    pub fn local(&self, template: TemplateId, id: LocalId) -> (usize, u32, Type) {
        let variable = &self.system.templates[template].locals[id];
        (self.locals[template][id.index()], variable.cells(), variable.ty)
    }

    /// The global that a cell belongs to.
    pub fn global_of(&self, cell: u32) -> GlobalId {
        let behind = self.globals.partition_point(|start| *start <= cell as usize);
        GlobalId(behind.saturating_sub(1) as u32)
    }

    /// Where a global starts among the cells, and how many it has.
    pub fn global(&self, id: GlobalId) -> (usize, u32) {
        (self.globals[id.index()], self.system.globals[id].cells())
    }

    /// The queue of an entry, or of a member of its family; none where the index is out of range.
    pub fn entry(&self, of: &EntryRef, index: i64) -> Option<usize> {
        let count = i64::from(self.system.entries[of.entry].count);
        (index >= 0 && index < count).then(|| self.entries[of.entry.index()] + index as usize)
    }

    /// The queues of an entry, one for each member of a family.
    pub fn queues(&self, id: EntryId) -> std::ops::Range<usize> {
        let start = self.entries[id.index()];
        start..start + self.system.entries[id].count as usize
    }

    /// The position of a monitor; none where the index is out of range.
    pub fn monitor(&self, of: &MonitorRef, index: i64) -> Option<usize> {
        let count = i64::from(self.system.monitors[of.monitor].count);
        (index >= 0 && index < count).then(|| self.monitors[of.monitor.index()] + index as usize)
    }

    /// Whether a channel keeps no messages.
    pub fn is_rendezvous(&self, channel: usize) -> bool {
        let kind = self.initial.channels[channel].kind;
        self.system.channel_kinds[kind].capacity == 0
    }

    fn do_callers_wait(&self) -> bool {
        let waits =
            |edge: &Edge| matches!(edge.sync, Some(Sync::Return { .. } | Sync::Withdraw(_)));
        self.system.templates.enumerate().all(|(id, template)| {
            let mut calls = template.edges.iter();
            calls.all(|edge| {
                !matches!(edge.sync, Some(Sync::Call { .. }))
                    || self.outgoing[id][edge.to].iter().all(|next| waits(&template.edges[*next]))
            })
        })
    }

    fn receives_of(&self, id: TemplateId) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        for edge in &self.system.templates[id].edges {
            let Some(Sync::Receive { channel, .. }) = &edge.sync else { continue };
            let Expr::Read(Place { root: Root::Global(global), index }) = channel else {
                return None;
            };
            let (start, count) = self.global(*global);
            let cells = match index.as_deref() {
                None => start..start + 1,
                Some(_) => start..start + count as usize,
            };
            for cell in cells {
                if !self.cells[cell].1 {
                    return None;
                }
                let number = self.initial.globals[cell];
                if number >= 1 {
                    found.push(number as usize - 1);
                }
            }
        }
        Some(found)
    }
}

fn do_waiters_wait(template: &Template) -> bool {
    let out = template.outgoing();
    let waits = |edge: &Edge| {
        let all = |next: &EdgeId| {
            let sync = &template.edges[*next].sync;
            matches!(sync, Some(Sync::Waiting(_) | Sync::WakeUp(_) | Sync::Notified(_)))
        };
        out[edge.to].iter().all(all)
    };
    template.edges.iter().all(|edge| match edge.sync {
        Some(Sync::Wait(_) | Sync::Waiting(_) | Sync::WakeUp(_)) => waits(edge),
        _ => true,
    })
}

/// Whether some step assigns to a global.
fn is_written(system: &System, id: GlobalId) -> bool {
    let mut found = false;
    for edge in system.templates.iter().flat_map(|template| &template.edges) {
        written(edge, &mut |place| found |= place.root == Root::Global(id));
    }
    found
}

/// The places that an edge may assign to.
pub fn written<'e>(edge: &'e Edge, see: &mut dyn FnMut(&'e Place)) {
    match &edge.sync {
        Some(Sync::Receive { patterns, .. }) => {
            for pattern in patterns {
                if let Pattern::Bind(place) = pattern {
                    see(place);
                }
            }
        }
        Some(Sync::Return { results: places, .. } | Sync::Accept { parameters: places, .. }) => {
            places.iter().for_each(&mut *see);
        }
        _ => {}
    }
    for effect in &edge.effects {
        match effect {
            Effect::Assign(place, _)
            | Effect::Choose { into: place, .. }
            | Effect::New { into: place, .. }
            | Effect::Run { into: Some(place), .. } => see(place),
            _ => {}
        }
    }
}
