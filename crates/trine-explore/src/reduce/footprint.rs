//! Future footprints: what a process may still access, from its location to its end.

use trine_base::IndexVec;
use trine_system::{
    Effect, Expr, GlobalId, Guard, Hold, Init, LocalId, LocationId, Root, System, Template,
    TemplateId,
};

use super::access::{Access, Denied, FIRST_FIELD, Joins, Operation, Reads, conjuncts};
use super::bits::Bits;
use super::entries::{EntryUse, meant};
use super::threads::{MonitorUse, ThreadUse, Which, known_process};
use crate::compile::cell::Form;
use crate::compile::layout::Layout;

/// Where a channel comes from, as far as that is known before the system runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The channel with this number.
    Fixed(u32),
    /// One of these channels.
    Range(u32, u32),
    /// The one that a local of the process names, and will name as long as it matters.
    Local(u32, Form),
    /// The one that a process which does not exist yet will get as this parameter.
    Parameter(u32),
    Unknown,
}

/// What a process may still do from a location on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Future {
    pub reads: Bits,
    pub writes: Bits,
    pub uses: Vec<(Operation, Source)>,
    pub monitors: Vec<(MonitorUse, Which)>,
    /// What it may do at entries, by their numbers from one to before another.
    pub entries: Vec<(EntryUse, (u32, u32))>,
    /// What it may do to processes, by their number; none where that is not known.
    pub threads: Vec<(ThreadUse, Option<u32>)>,
    /// It may create processes.
    pub runs: bool,
    /// It may come to its end.
    pub ends: bool,
}

/// What the edges of all templates touch, and what processes may still do.
pub struct Footprints {
    pub accesses: IndexVec<TemplateId, Vec<Access>>,
    pub futures: IndexVec<TemplateId, Vec<Future>>,
    /// Globals that nothing ever writes.
    pub constant: Bits,
    /// For each global that is declared with channels and never written, the number of its first.
    channels: Vec<Option<u32>>,
}

impl Footprints {
    /// Computes what each edge accesses and, from that, what may follow after each location; `reads` says which reads
    /// count.
    pub fn new(system: &System, layout: &Layout, reads: Reads) -> Footprints {
        let accesses: IndexVec<TemplateId, Vec<Access>> =
            system.templates.iter().map(|template| accesses(template, reads)).collect();
        let mut written = Bits::default();
        for access in accesses.iter().flatten() {
            written.add(&access.writes_globals);
        }
        let mut constant = Bits::default();
        let mut next = 1;
        let mut channels = Vec::new();
        for (id, variable) in system.globals.enumerate() {
            let number = id.0 as usize;
            if !written.contains(number) && number < FIRST_FIELD {
                constant.insert(number);
            }
            let made = matches!(variable.init, Init::Channels(_));
            channels.push((made && !written.contains(number)).then_some(next));
            next += if made { variable.cells() } else { 0 };
        }
        let mut footprints = Footprints { accesses, futures: IndexVec::new(), constant, channels };
        footprints.futures = footprints.futures(system, layout);
        footprints
    }

    /// Where a channel comes from, for the process that evaluates the expression now.
    pub fn source(
        &self,
        system: &System,
        layout: &Layout,
        template: TemplateId,
        expr: &Expr,
    ) -> Source {
        let Expr::Read(place) = expr else { return Source::Unknown };
        let cell = match place.index.as_deref() {
            None => Some(0),
            Some(Expr::Const(cell)) => u32::try_from(*cell).ok(),
            Some(_) => None,
        };
        match place.root {
            Root::Global(id) => self.fixed(system, id, cell),
            Root::Local(id) => {
                let slot = layout.frames[template].locals[id];
                match cell {
                    Some(cell) if cell < slot.cells && slot.kept => {
                        Source::Local(slot.offset + cell * slot.form.size() as u32, slot.form)
                    }
                    _ => Source::Unknown,
                }
            }
            _ => Source::Unknown,
        }
    }

    /// The channel of a global variable that is never written.
    pub fn fixed(&self, system: &System, global: GlobalId, cell: Option<u32>) -> Source {
        let Some(first) = self.channels[global.0 as usize] else { return Source::Unknown };
        let cells = system.globals[global].cells();
        match cell {
            Some(cell) if cell < cells => Source::Fixed(first + cell),
            Some(_) => Source::Unknown,
            None => Source::Range(first, first + cells),
        }
    }

    fn futures(&self, system: &System, layout: &Layout) -> IndexVec<TemplateId, Vec<Future>> {
        // What a fresh process of each template may do, whatever its arguments are; templates that
        // create each other are settled together.
        let mut whole: Vec<Future> = vec![Future::default(); system.templates.len()];
        loop {
            let next: Vec<Future> = system
                .templates
                .enumerate()
                .map(|(id, template)| {
                    let edges = vec![true; template.edges.len()];
                    self.future(system, layout, id, &edges, &whole, true)
                })
                .collect();
            if next == whole {
                break;
            }
            whole = next;
        }
        system
            .templates
            .enumerate()
            .map(|(id, template)| {
                let reach = reachable_edges(template);
                let one = |reach: &Vec<bool>| self.future(system, layout, id, reach, &whole, false);
                reach.iter().map(one).collect()
            })
            .collect()
    }

    /// The union over some edges of a template. `unborn`: for a process that does not exist yet, and
    /// so has no values of its own.
    fn future(
        &self,
        system: &System,
        layout: &Layout,
        id: TemplateId,
        edges: &[bool],
        whole: &[Future],
        unborn: bool,
    ) -> Future {
        let template = &system.templates[id];
        let mut future = Future::default();
        let mut written = Bits::default();
        let chosen = || {
            let edges = template.edges.iter().zip(edges).enumerate();
            edges.filter(|(_, (_, reached))| **reached).map(|(at, (edge, _))| (at, edge))
        };
        for (at, _) in chosen() {
            written.add(&self.accesses[id][at].writes);
        }
        if unborn {
            // The process that creates it evaluates what its variables begin with.
            let birth = Access::at_birth(template);
            future.reads.add(&birth.reads_globals);
            for used in &birth.channels {
                let source = self.lasting(system, layout, id, &used.channel, &written, true);
                future.uses.extend(source.map(|source| (used.operation, source)));
            }
        }
        for (at, edge) in chosen() {
            let access = &self.accesses[id][at];
            future.reads.add(&access.reads_globals);
            future.writes.add(&access.writes_globals);
            for used in &access.channels {
                let source = self.lasting(system, layout, id, &used.channel, &written, unborn);
                future.uses.extend(source.map(|source| (used.operation, source)));
            }
            for (used, of) in &access.monitors {
                let used = (*used, Which::lasting(layout, id, of, &written));
                if !future.monitors.contains(&used) {
                    future.monitors.push(used);
                }
            }
            for (used, of) in &access.entries {
                let used = (*used, meant(layout, of));
                if !future.entries.contains(&used) {
                    future.entries.push(used);
                }
            }
            for (used, process) in access.threads.iter().filter(|(_, process)| process.is_some()) {
                let used = (*used, process.as_ref().and_then(known_process));
                if !future.threads.contains(&used) {
                    future.threads.push(used);
                }
            }
            future.ends |= template.locations[edge.to].final_;
            for effect in &edge.effects {
                let Effect::Run { template, arguments, .. } = effect else { continue };
                future.runs = true;
                let run = &whole[template.0 as usize];
                future.reads.add(&run.reads);
                future.writes.add(&run.writes);
                // Where processes are created there are no monitors, or the system is not compiled.
                for (operation, source) in &run.uses {
                    let source = match source {
                        Source::Parameter(number) => match arguments.get(*number as usize) {
                            Some(given) => {
                                self.lasting(system, layout, id, given, &written, unborn)
                            }
                            None => None, // no channel at all
                        },
                        other => Some(*other),
                    };
                    future.uses.extend(source.map(|source| (*operation, source)));
                }
            }
        }
        future.reads.subtract(&self.constant);
        tidy(&mut future);
        future
    }
}

impl Footprints {
    /// Where a channel comes from, whenever in the future the expression is evaluated. None for one
    /// that no other process can have yet.
    fn lasting(
        &self,
        system: &System,
        layout: &Layout,
        id: TemplateId,
        expr: &Expr,
        written: &Bits,
        unborn: bool,
    ) -> Option<Source> {
        let template = &system.templates[id];
        if let Expr::Read(place) = expr
            && let Root::Local(local) = place.root
        {
            if written.contains(local.0 as usize) {
                return Some(Source::Unknown);
            }
            if unborn && local.0 < template.parameters {
                return Some(Source::Parameter(local.0));
            }
            if unborn {
                return (!is_fresh(template, local)).then_some(Source::Unknown);
            }
        }
        Some(self.source(system, layout, id, expr))
    }
}

/// Whether a local is a channel that comes with the process.
fn is_fresh(template: &Template, local: LocalId) -> bool {
    local.0 >= template.parameters && matches!(template.locals[local].init, Init::Channels(_))
}

fn tidy(future: &mut Future) {
    let unknown: Vec<Operation> = future
        .uses
        .iter()
        .filter(|(_, source)| *source == Source::Unknown)
        .map(|(operation, _)| *operation)
        .collect();
    // An unknown channel may be any, so the known ones add nothing to it.
    future
        .uses
        .retain(|(operation, source)| *source == Source::Unknown || !unknown.contains(operation));
    future.uses.sort_by_key(|(operation, source)| (*operation as u8, order(*source)));
    future.uses.dedup();
}

fn order(source: Source) -> (u8, u32, u32) {
    match source {
        Source::Fixed(number) => (0, number, 0),
        Source::Range(from, to) => (1, from, to),
        Source::Local(offset, _) => (2, offset, 0),
        Source::Parameter(number) => (3, number, 0),
        Source::Unknown => (4, 0, 0),
    }
}

/// For each location, which edges can be taken from it on.
fn reachable_edges(template: &Template) -> Vec<Vec<bool>> {
    let mut outgoing = vec![Vec::new(); template.locations.len()];
    for (at, edge) in template.edges.iter().enumerate() {
        outgoing[edge.from.0 as usize].push((at, edge.to.0 as usize));
    }
    (0..template.locations.len())
        .map(|start| {
            let mut edges = vec![false; template.edges.len()];
            let mut seen = vec![false; template.locations.len()];
            let mut open = vec![start];
            seen[start] = true;
            while let Some(location) = open.pop() {
                for (edge, to) in &outgoing[location] {
                    edges[*edge] = true;
                    if !std::mem::replace(&mut seen[*to], true) {
                        open.push(*to);
                    }
                }
            }
            edges
        })
        .collect()
}

/// What each edge of a template touches, with what others can make of its being blocked.
fn accesses(template: &Template, reads: Reads) -> Vec<Access> {
    let held = held_facts(template);
    let joins = Joins::of(template);
    template
        .edges
        .iter()
        .map(|edge| {
            let beside = || template.edges.iter().filter(|other| other.from == edge.from);
            // An `else`, an edge of lower rank and, in a d_step, every later edge wait for this one to
            // be blocked.
            let chosen_by_order = template
                .edges
                .iter()
                .any(|other| other.to == edge.from && other.hold == Hold::DStep)
                && beside().count() > 1;
            let needed_false = chosen_by_order
                || beside().any(|other| other.guard == Guard::Else || other.rank != edge.rank);
            // A process that is blocked inside an atomic sequence lets others in.
            let (inside, sure) = match &held[edge.from.0 as usize] {
                None => (false, false),
                Some(facts) => (true, is_sure(edge, facts)),
            };
            let denied =
                Denied { guard: needed_false || inside, sync: needed_false || inside && !sure };
            Access::of(template, &joins, edge, denied, reads)
        })
        .collect()
}

/// Facts about channels that hold when a location is reached inside exclusive control: tests that the
/// sequence began with and that nothing on the way has undone. None where it is never reached so.
fn held_facts(template: &Template) -> Vec<Option<Vec<Fact>>> {
    let mut held: Vec<Option<Vec<Fact>>> = vec![None; template.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for edge in template.edges.iter().filter(|edge| edge.hold != Hold::Release) {
            // Where the process may have rested before this edge, nothing is known any more.
            let mut facts = match &held[edge.from.0 as usize] {
                Some(facts) if only_passes(template, edge.from, facts) => facts.clone(),
                _ => Vec::new(),
            };
            if let Guard::When(guard) = &edge.guard {
                for part in conjuncts(guard) {
                    if let Expr::Channel(query, channel) = part {
                        facts.push((*query, (**channel).clone()));
                    }
                }
            }
            undo(&mut facts, edge);
            let target = &mut held[edge.to.0 as usize];
            match target {
                None => {
                    *target = Some(facts);
                    changed = true;
                }
                Some(known) => {
                    let before = known.len();
                    known.retain(|fact| facts.contains(fact));
                    changed |= known.len() != before;
                }
            }
        }
    }
    held
}

/// Whether no process ever rests at a location: it is reached inside exclusive control only, and one
/// of its edges can always be taken.
fn only_passes(template: &Template, location: LocationId, facts: &[Fact]) -> bool {
    let released = |edge: &trine_system::Edge| edge.to == location && edge.hold == Hold::Release;
    let open = |edge: &trine_system::Edge| {
        edge.from == location
            && edge.guard == Guard::Always
            && (edge.sync.is_none() || is_sure(edge, facts))
            && !edge.effects.iter().any(|effect| matches!(effect, Effect::Run { .. }))
    };
    location != template.entry
        && !template.edges.iter().any(released)
        && template.edges.iter().any(open)
}

type Fact = (trine_system::ChannelQuery, Expr);

/// Takes away the facts that an edge may undo.
fn undo(facts: &mut Vec<Fact>, edge: &trine_system::Edge) {
    use trine_system::ChannelQuery::{NotEmpty, NotFull};
    match &edge.sync {
        None => {}
        // Another name may mean the same channel, so all facts of the kind go.
        Some(trine_system::Sync::Receive { keep, .. }) if !keep => {
            facts.retain(|(query, _)| *query != NotEmpty);
        }
        Some(trine_system::Sync::Receive { .. }) => {}
        Some(trine_system::Sync::Send { .. }) => facts.retain(|(query, _)| *query != NotFull),
        Some(_) => facts.clear(),
    }
    edge.visit_writes(&mut |place| {
        facts.retain(|(_, channel)| {
            let mut touched = false;
            channel.visit(&mut |part| {
                touched |= matches!(part, Expr::Read(read) if read.root == place.root);
            });
            !touched
        });
    });
    facts.retain(|(query, _)| matches!(query, NotEmpty | NotFull));
}

/// Whether an edge inside exclusive control can never be blocked by its channel.
fn is_sure(edge: &trine_system::Edge, facts: &[Fact]) -> bool {
    use trine_system::ChannelQuery::{NotEmpty, NotFull};
    match &edge.sync {
        Some(trine_system::Sync::Send { channel, .. }) => {
            facts.iter().any(|(query, known)| *query == NotFull && known == channel)
        }
        Some(trine_system::Sync::Receive { channel, patterns, .. }) => {
            let any = |pattern: &trine_system::Pattern| {
                !matches!(pattern, trine_system::Pattern::Match(_))
            };
            patterns.iter().all(any)
                && facts.iter().any(|(query, known)| *query == NotEmpty && known == channel)
        }
        _ => false,
    }
}
