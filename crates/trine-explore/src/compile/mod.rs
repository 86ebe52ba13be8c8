//! Compilation of a system into tables and byte offsets, on which successors are computed fast.

pub mod cell;
pub mod code;
pub mod entries;
pub mod expr;
pub mod layout;
mod races;
pub mod threads;

use trine_base::{Id, IndexVec};
use trine_property::{Claim, ClaimGuard};
use trine_system::{Effect, Expr, GlobalId, Init, Place, Root, Sync, System, TemplateId};

use code::{LocationCode, TemplateCode, mentions_timeout, template_code};
use expr::{Code, Correspondence};
use layout::{Layout, Shape, Unread};
use races::RaceMap;

use crate::machine::straight::is_straight;
use crate::reduce::access::Reads;
use crate::reduce::footprint::Footprints;
use crate::reduce::independence::Independence;
use crate::reduce::irrelevant_variables::Read;
use crate::reduce::live::{forgotten, live_locals};
use crate::reduce::merge::merged_edges;
use crate::reduce::visibility::Visibility;

/// A compiled system.
#[derive(Clone, Debug)]
pub struct Program {
    pub layout: Layout,
    pub templates: IndexVec<TemplateId, TemplateCode>,
    pub process_limit: usize,
    pub reap: bool,
    pub priorities: bool,
    pub lossy: bool,
    /// Some guard mentions `timeout`: a state without steps is looked at once more.
    pub uses_timeout: bool,
    pub claim: Option<ClaimCode>,
    /// The globals that are declared with channels.
    pub channel_globals: Vec<GlobalId>,
    /// When the steps of one process suffice; none where all are to be followed.
    pub independence: Option<Independence>,
    pub races: RaceMap,
}

/// What a program is compiled for.
#[derive(Clone, Debug)]
pub struct Purpose<'a> {
    pub claim: Option<&'a Claim>,
    /// What the property sees, besides what processes see of each other.
    pub visibility: Visibility,
    /// Forget what nothing reads.
    pub reduce: bool,
    /// Put invisible steps together.
    pub merge: bool,
    /// Follow only one process where that suffices.
    pub partial_order: bool,
    /// Take hidden variables for part of the state.
    pub unhide: bool,
}

/// A compiled claim: for each state its edges.
#[derive(Clone, Debug)]
pub struct ClaimCode {
    pub states: Vec<Vec<ClaimEdgeCode>>,
    pub uses_timeout: bool,
}

/// An edge of the claim, compiled.
#[derive(Clone, Debug)]
pub struct ClaimEdgeCode {
    /// None for an `else`.
    pub guard: Option<Code>,
    pub assertion: Option<Code>,
    pub to: u32,
}

/// States of more bytes than this are left to the reference interpreter.
const LARGEST_STATE: u64 = 1 << 16;

impl Program {
    /// None for a system that uses what only the reference interpreter knows.
    pub fn new(system: &System, purpose: &Purpose<'_>) -> Option<Program> {
        if !is_supported(system) {
            return None;
        }
        let visibility = &purpose.visibility;
        let read = purpose.reduce.then(|| Read::new(system, visibility));
        let unread = Unread {
            globals: &|id| read.as_ref().is_some_and(|read| !read.has_global(id)),
            locals: &|template, id| read.as_ref().is_some_and(|read| !read.has_local(template, id)),
        };
        let layout = Layout::new(system, &unread, purpose.unhide);
        if layout.initial_size(system) > LARGEST_STATE {
            return None;
        }
        let templates =
            system.templates.ids().map(|id| template_code(system, &layout, id)).collect();
        let claim = purpose.claim.map(|claim| claim_code(&layout, claim));
        let mut program = Program {
            layout,
            templates,
            process_limit: system.rules.process_limit as usize,
            reap: system.rules.reap,
            priorities: system.rules.priorities,
            lossy: system.rules.lossy,
            uses_timeout: expressions(system, mentions_timeout),
            claim,
            channel_globals: channel_globals(system),
            independence: None,
            races: RaceMap::new(system),
        };
        if purpose.reduce || purpose.partial_order {
            program.reduce(system, purpose);
        }
        // Where priorities count, each step may let another process in.
        for code in program.templates.iter_mut().filter(|_| !system.rules.priorities) {
            let straight: Vec<bool> =
                code.locations.iter().map(|location| is_straight(code, location)).collect();
            for (location, straight) in code.locations.iter_mut().zip(straight) {
                location.straight = straight;
            }
        }
        Some(program)
    }

    fn reduce(&mut self, system: &System, purpose: &Purpose<'_>) {
        let visibility = &purpose.visibility;
        let reads = if visibility.races { Reads::All } else { Reads::Needed };
        let footprints = Footprints::new(system, &self.layout, reads);
        let steady = visibility.unsteady.is_none() && visibility.everything.is_none();
        for (id, template) in system.templates.enumerate().filter(|_| purpose.reduce) {
            let accesses = &footprints.accesses[id];
            let live = live_locals(id, template, accesses, visibility);
            let frame = &self.layout.frames[id];
            let code = &mut self.templates[id];
            for (edge_id, edge) in template.edges.enumerate() {
                let stale = forgotten(edge.from, edge.to, &accesses[edge_id.index()], &live);
                let slots = stale.iter().map(|local| &frame.locals.as_slice()[local]);
                let bytes = slots.filter(|slot| slot.kept).map(|slot| slot.bytes());
                let spans = bytes.map(|bytes| (bytes.start as u32, bytes.len() as u32));
                code.edges[edge_id].forgets = spans.collect();
            }
            if purpose.merge && steady {
                let merged = merged_edges(system, id, accesses, visibility);
                for (location, edge) in code.locations.iter_mut().zip(merged) {
                    location.merged = edge;
                }
            }
        }
        if purpose.partial_order && steady {
            let independence = Independence::new(system, &self.layout, footprints, visibility);
            self.independence = Some(independence);
        }
    }

    /// The code at a location of a process.
    #[inline]
    pub fn location(&self, shape: &Shape, process: u32, location: usize) -> &LocationCode {
        &self.templates[shape.process(process).template].locations[location]
    }
}

fn channel_globals(system: &System) -> Vec<GlobalId> {
    let globals = system.globals.enumerate();
    globals.filter(|(_, g)| matches!(g.init, Init::Channels(_))).map(|(id, _)| id).collect()
}

fn claim_code(layout: &Layout, claim: &Claim) -> ClaimCode {
    let names = Correspondence { layout, template: None };
    let states = claim.states.iter().map(|state| {
        let edges = state.edges.iter().map(|edge| ClaimEdgeCode {
            guard: match &edge.guard {
                ClaimGuard::When(guard) => Some(names.code(guard)),
                ClaimGuard::Else => None,
            },
            assertion: edge.assertion.as_ref().map(|assertion| names.code(assertion)),
            to: edge.to.index() as u32,
        });
        edges.collect()
    });
    ClaimCode { states: states.collect(), uses_timeout: claim.expressions().any(mentions_timeout) }
}

/// Whether a system keeps to what compiled code knows: all but entries beside processes that come and go.
fn is_supported(system: &System) -> bool {
    let fixed = !system.rules.reap && threads::has_fixed_processes(system);
    let plain = (system.entries.is_empty() || fixed) && threads::is_supported(system);
    // A process that was consumed is kept in one byte.
    plain && (!system.rules.instrumented || system.rules.process_limit <= 256)
}

/// Whether some expression of the system's code has a property.
fn expressions(system: &System, has: fn(&Expr) -> bool) -> bool {
    let mut found = false;
    visit_system(system, &mut |_, expr| found |= has(expr));
    found
}

/// Calls back with every outermost expression of the code, and whose it is.
pub fn visit_system<'s>(system: &'s System, see: &mut dyn FnMut(TemplateId, &'s Expr)) {
    for (id, template) in system.templates.enumerate() {
        if let Some(provided) = &template.provided {
            see(id, provided);
        }
        for variable in &template.locals {
            if let trine_system::Init::Computed(expr) = &variable.init {
                see(id, expr);
            }
        }
        for edge in &template.edges {
            visit_edge(edge, &mut |expr| see(id, expr));
        }
    }
}

/// Calls back with every outermost expression of an edge, those inside written places included.
pub fn visit_edge<'s>(edge: &'s trine_system::Edge, see: &mut dyn FnMut(&'s Expr)) {
    use trine_system::{Guard, Pattern};
    if let Guard::When(guard) = &edge.guard {
        see(guard);
    }
    match &edge.sync {
        Some(Sync::Send { channel, values, .. }) => {
            see(channel);
            values.iter().for_each(&mut *see);
        }
        Some(Sync::Receive { channel, patterns, .. }) => {
            see(channel);
            for pattern in patterns {
                match pattern {
                    Pattern::Bind(place) => visit_place(place, see),
                    Pattern::Match(wanted) => see(wanted),
                    Pattern::Ignore => {}
                }
            }
        }
        Some(other) => other.visit_exprs(see),
        None => {}
    }
    for effect in &edge.effects {
        match effect {
            Effect::Assign(place, value) => {
                visit_place(place, see);
                see(value);
            }
            Effect::Assert(condition) => see(condition),
            Effect::Print(print) => print.arguments.iter().for_each(&mut *see),
            Effect::Run { arguments, priority, into, .. } => {
                arguments.iter().for_each(&mut *see);
                priority.iter().for_each(&mut *see);
                into.iter().for_each(|into| visit_place(into, see));
            }
            Effect::SetPriority(process, priority) => {
                see(process);
                see(priority);
            }
            Effect::Choose { into, .. } | Effect::New { into, .. } => visit_place(into, see),
            Effect::Emit { when, .. } => see(when),
            Effect::Fail(..) | Effect::Abort(..) | Effect::Unmodelled(_) | Effect::Limit { .. } => {
            }
        }
    }
}

/// The expressions inside a place that is written.
pub fn visit_place<'s>(place: &'s Place, see: &mut dyn FnMut(&'s Expr)) {
    match &place.root {
        Root::Remote { process: Some(process), .. } => see(process),
        Root::Field { record, .. } => see(record),
        _ => {}
    }
    if let Some(index) = &place.index {
        see(index);
    }
}
