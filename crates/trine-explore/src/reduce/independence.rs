//! Partial-order reduction: when the steps of one process are an ample set (a persistent set) of a state (paper 001, §3).
//!
//! The steps of a process are persistent when no other process can do anything from here on that depends on them
//! before one of them is taken: no step of another enables or disables one of its edges, reads what they write or
//! writes what they read, or competes for the messages and places that they take; and when none of them is visible to
//! the property, or no other process has a visible step left. What the others may still do follows from where they are:
//! their [`Future`](super::footprint::Future) says which globals and which channels they may touch, and channels that
//! processes hold in locals are compared as they are in the state. The cycle proviso is in the search.

use rustc_hash::FxHashSet;
use trine_base::{Id, IndexVec};
use trine_system::{
    ChannelQuery, Edge, EdgeId, Effect, Expr, Guard, Hold, LocalId, LocationId, System, Template,
    TemplateId,
};

use super::access::{Access, Operation, conjuncts};
use super::bits::Bits;
use super::entries::EntryUse;
use super::footprint::{Footprints, Source};
use super::threads::{MonitorUse, ThreadUse};
use super::visibility::Visibility;
use crate::compile::entries::EntryCode;
use crate::compile::expr::{Code, Correspondence, PatternCode};
use crate::compile::layout::Layout;
use crate::compile::threads::MonitorCode;

/// What decides whether a process suffices, for every template and location.
#[derive(Clone, Debug)]
pub struct Independence {
    pub plans: IndexVec<TemplateId, Vec<Plan>>,
    pub futures: IndexVec<TemplateId, Vec<super::footprint::Future>>,
    /// Channels that the property sees.
    pub seen: Vec<Source>,
    /// Globals that it sees.
    pub seen_globals: Bits,
    /// Nothing asks which processes there are.
    pub reaping: bool,
    /// An expression asks for the number of a process, if only its own.
    pub numbered: bool,
}

/// What has to be known at a location before its steps are an ample set.
#[derive(Clone, Debug)]
pub enum Plan {
    /// The process never suffices here.
    Never,
    /// Its edges touch nothing but what is its own.
    Private,
    Check(Vec<EdgePlan>),
}

/// An edge, with all that may follow it inside exclusive control.
#[derive(Clone, Debug)]
pub struct EdgePlan {
    /// Conditions on what is the process's own: where one is false the edge stays closed.
    pub own: Vec<Code>,
    /// Tests that must hold now, so that no process can make them true later.
    pub tests: Vec<(ChannelQuery, Code)>,
    /// It waits for a time-out, and so is closed as long as the process can do something else.
    pub timeout: bool,
    /// Something in it keeps the process from sufficing, unless the edge is closed.
    pub never: bool,
    /// The property sees it, but only finite executions decide.
    pub seen: bool,
    /// Globals that its condition reads, where that counts whether it holds or not.
    pub looks: Bits,
    pub receive: Option<(Code, Box<[PatternCode]>, bool)>,
    pub reads: Bits,
    pub writes: Bits,
    pub uses: Vec<(Operation, Code)>,
    pub monitors: Vec<(MonitorUse, MonitorCode)>,
    pub entries: Vec<(EntryUse, EntryCode)>,
    /// What is done to processes, none meaning itself.
    pub threads: Vec<(ThreadUse, Option<Code>)>,
    /// How many messages may go into and out of channels.
    pub sends: usize,
    pub receives: usize,
}

impl Independence {
    /// Decides for each location under which conditions its steps are an ample set.
    pub fn new(
        system: &System,
        layout: &Layout,
        footprints: Footprints,
        visibility: &Visibility,
    ) -> Independence {
        let outgoing = system.templates.iter().map(Template::outgoing).collect();
        let maker = Maker { system, layout, footprints: &footprints, visibility, outgoing };
        let plans = system
            .templates
            .enumerate()
            .map(|(id, template)| {
                let locations = template.locations.ids();
                locations.map(|location| maker.plan(id, location)).collect()
            })
            .collect();
        let mut seen: Vec<Source> = visibility
            .channels
            .iter()
            .map(|(global, cell)| footprints.fixed(system, *global, *cell))
            .collect();
        if visibility.any_channel {
            seen.push(Source::Unknown);
        }
        Independence {
            plans,
            futures: footprints.futures,
            seen,
            seen_globals: visibility.globals.clone(),
            reaping: !visibility.processes,
            numbered: visibility.numbers,
        }
    }
}

struct Maker<'a> {
    system: &'a System,
    layout: &'a Layout,
    footprints: &'a Footprints,
    visibility: &'a Visibility,
    outgoing: IndexVec<TemplateId, IndexVec<LocationId, Vec<EdgeId>>>,
}

impl Maker<'_> {
    fn edges_from(
        &self,
        id: TemplateId,
        from: LocationId,
    ) -> impl Iterator<Item = (EdgeId, &Edge)> {
        let edges = &self.system.templates[id].edges;
        self.outgoing[id][from].iter().map(move |edge| (*edge, &edges[*edge]))
    }

    fn plan(&self, id: TemplateId, location: LocationId) -> Plan {
        let edges = self.edges_from(id, location);
        let edges: Vec<EdgePlan> =
            edges.map(|(edge_id, edge)| self.edge(id, edge_id, edge)).collect();
        if edges.is_empty() || edges.iter().all(|edge| edge.never) {
            return Plan::Never;
        }
        let private = |edge: &EdgePlan| {
            !edge.never
                && !edge.seen
                && !edge.timeout
                && edge.tests.is_empty()
                && edge.reads.is_empty()
                && edge.writes.is_empty()
                && edge.uses.is_empty()
                && edge.monitors.is_empty()
                && edge.entries.is_empty()
                && edge.threads.is_empty()
        };
        if edges.iter().all(private) { Plan::Private } else { Plan::Check(edges) }
    }

    fn edge(&self, id: TemplateId, first_id: EdgeId, first: &Edge) -> EdgePlan {
        let names = Correspondence { layout: self.layout, template: Some(id) };
        let mut plan = EdgePlan {
            own: Vec::new(),
            tests: Vec::new(),
            timeout: false,
            never: false,
            seen: false,
            looks: Bits::default(),
            receive: None,
            reads: Bits::default(),
            writes: Bits::default(),
            uses: Vec::new(),
            monitors: Vec::new(),
            entries: Vec::new(),
            threads: Vec::new(),
            sends: 0,
            receives: 0,
        };
        self.guard(id, first, &names, &mut plan);
        let closure = self.closure(id, first_id, first);
        let mut written = Bits::default();
        for (edge, access) in &closure.edges {
            plan.never |= self.disqualifies(id, edge, access);
            plan.seen |= access.writes_globals.meets(&self.visibility.globals);
            if std::ptr::eq(*edge, first) {
                let monitors = access.monitors.iter();
                plan.monitors.extend(monitors.map(|(used, of)| (*used, names.monitor(of))));
                let entries = access.entries.iter();
                plan.entries.extend(entries.map(|(used, of)| (*used, names.entry(of))));
                let code = |process: &Option<Expr>| process.as_ref().map(|one| names.code(one));
                let threads = access.threads.iter();
                plan.threads.extend(threads.map(|(used, process)| (*used, code(process))));
            } else {
                plan.never |= access.mentions_timeout;
                // What others can do to monitors and threads in between is not looked into.
                plan.never |= !access.monitors.is_empty()
                    || !access.entries.is_empty()
                    || !access.threads.is_empty();
            }
            plan.reads.add(&access.reads_globals);
            plan.writes.add(&access.writes_globals);
            written.add(&access.writes);
        }
        plan.never |= plan.seen && !self.visibility.lets_seen_steps_suffice();
        plan.reads.subtract(&self.footprints.constant);
        for (edge, access) in &closure.edges {
            let is_first = std::ptr::eq(*edge, first);
            for used in &access.channels {
                // Inside the sequence a name may have come to mean another channel.
                plan.never |= !is_first && depends_on(&used.channel, &written, &plan.writes);
                let tested = matches!(used.operation, Operation::NotEmpty | Operation::NotFull);
                let operation = match used.operation {
                    _ if tested && !is_first => Operation::Query,
                    operation => operation,
                };
                plan.uses.push((operation, names.code(&used.channel)));
                plan.sends += usize::from(matches!(operation, Operation::Send | Operation::Insert));
                plan.receives += usize::from(operation == Operation::Receive);
            }
        }
        plan.never |= closure.cyclic && plan.sends + plan.receives > 0;
        if let Some(trine_system::Sync::Receive { channel, patterns, anywhere, .. }) = &first.sync {
            plan.receive = Some((names.code(channel), names.patterns(patterns), *anywhere));
        }
        plan
    }

    /// Takes the guard of the first edge apart.
    fn guard(&self, id: TemplateId, first: &Edge, names: &Correspondence<'_>, plan: &mut EdgePlan) {
        let Guard::When(guard) = &first.guard else { return };
        if self.visibility.races {
            let mut access = Access::default();
            access.read(guard);
            access.reads_globals.subtract(&self.footprints.constant);
            plan.looks = access.reads_globals;
        }
        for part in conjuncts(guard) {
            let mut access = Access::default();
            access.read(part);
            match part {
                Expr::Timeout => plan.timeout = true,
                Expr::Channel(
                    query @ (ChannelQuery::NotEmpty | ChannelQuery::NotFull),
                    channel,
                ) => plan.tests.push((*query, names.code(channel))),
                _ if access.mentions_timeout => plan.never = true,
                _ => {
                    access.reads_globals.subtract(&self.footprints.constant);
                    let own = access.reads_globals.is_empty()
                        && !access.reaches_out
                        && access.channels.is_empty()
                        && access.monitors.is_empty()
                        && access.entries.is_empty()
                        && access.threads.is_empty()
                        && !self.is_shared(id, &access);
                    if own {
                        plan.own.push(names.code(part));
                    }
                }
            }
        }
    }

    /// Whether an edge touches locals that others touch too.
    fn is_shared(&self, id: TemplateId, access: &Access) -> bool {
        let touched = access.uses.iter().chain(access.writes.iter());
        let mut locals = touched.map(LocalId::from_index);
        locals.any(|local| self.visibility.remote_locals.contains(&(id, local)))
    }

    fn disqualifies(&self, id: TemplateId, edge: &Edge, access: &Access) -> bool {
        access.reaches_out
            || self.is_shared(id, access)
            || self.visibility.sees_move(self.system, id, edge.from, edge.to)
            || edge.effects.iter().any(|effect| match effect {
                Effect::Emit { .. } => self.system.rules.instrumented,
                // A race of others is shown without what is not known.
                effect if effect.is_tainting() => self.visibility.races,
                effect => effect.ends_knowledge() || matches!(effect, Effect::Abort(..)),
            })
    }

    /// The edges that a step may consist of, beginning with one.
    fn closure<'b>(&'b self, id: TemplateId, first_id: EdgeId, first: &'b Edge) -> Closure<'b> {
        let access = |at: EdgeId| &self.footprints.accesses[id][at.index()];
        let mut edges = vec![(first, access(first_id))];
        let start = if first.hold == Hold::Release { Vec::new() } else { vec![first.to] };
        let inside = self.held_from(id, start);
        for location in &inside {
            for (edge_id, edge) in self.edges_from(id, *location) {
                if edge_id != first_id {
                    edges.push((edge, access(edge_id)));
                }
            }
        }
        // An operation that the sequence can come back to may be done any number of times.
        let repeats = |(edge, access): &(&Edge, &Access)| {
            !access.channels.is_empty()
                && edge.hold != Hold::Release
                && self.held_from(id, vec![edge.to]).contains(&edge.from)
        };
        let cyclic = edges.iter().any(repeats);
        Closure { edges, cyclic }
    }

    /// The locations that are reached from these without giving up exclusive control.
    fn held_from(&self, id: TemplateId, start: Vec<LocationId>) -> Vec<LocationId> {
        let mut known: FxHashSet<LocationId> = start.iter().copied().collect();
        let mut found = start;
        let mut next = 0;
        while next < found.len() {
            for (_, edge) in self.edges_from(id, found[next]) {
                if edge.hold != Hold::Release && known.insert(edge.to) {
                    found.push(edge.to);
                }
            }
            next += 1;
        }
        found
    }
}

struct Closure<'a> {
    edges: Vec<(&'a Edge, &'a Access)>,
    cyclic: bool,
}

/// Whether an expression reads something that was written.
fn depends_on(expr: &Expr, locals: &Bits, globals: &Bits) -> bool {
    let mut access = Access::default();
    access.read(expr);
    access.uses.meets(locals) || access.reads_globals.meets(globals)
}

/// Whether two operations on the same channel get in each other's way: the first is one that can be
/// done now, the second one that another process may do before it.
pub fn conflict(mine: Operation, theirs: Operation) -> bool {
    use Operation::*;
    match mine {
        Send => matches!(theirs, Send | Insert | Query | NotFull),
        Insert => !matches!(theirs, NotEmpty),
        Receive => matches!(theirs, Receive | Insert | Query | NotEmpty),
        Query => matches!(theirs, Send | Insert | Receive),
        NotEmpty => matches!(theirs, Receive),
        NotFull => matches!(theirs, Send | Insert),
    }
}
