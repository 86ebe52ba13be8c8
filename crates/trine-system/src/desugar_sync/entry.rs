//! Entries as variables: a queue of callers with their arguments, and what they get back.

use super::build::*;
use crate::{
    Edge, Effect, Entry, EntryId, EntryRef, Expr, GlobalId, LocalId, Place, Sync, System,
    TemplateId, Type,
};

/// The variables of all entries.
pub(super) struct EntryCells {
    /// The number of processes that can call.
    processes: u32,
    entries: Vec<Queue>,
    /// For each template: whether its process has a reply (1 + the number of its values), the values,
    /// the callers that it serves (each plus one), and how many.
    reply: Vec<LocalId>,
    values: Vec<Vec<LocalId>>,
    /// Where no process comes or goes, answers are kept in arrays instead, one cell for each process: only
    /// the process itself could assign to its locals in Promela.
    shared: Option<(GlobalId, Vec<GlobalId>)>,
    serving: Vec<LocalId>,
    depth: Vec<LocalId>,
    /// Zero except inside a step.
    index: GlobalId,
    found: GlobalId,
}

/// The queues of one family of entries.
struct Queue {
    count: u32,
    length: GlobalId,
    /// Callers in order of arrival, each plus one.
    callers: GlobalId,
    arguments: Vec<(GlobalId, Type)>,
    /// The results of a completion while the step computes them.
    results: Vec<(GlobalId, Type)>,
}

impl Queue {
    fn new(system: &mut System, entry: &Entry, processes: u32) -> Queue {
        let count = entry.count;
        let slots = count.saturating_mul(processes);
        let mut global = |part: String, cells: u32, ty: Type| {
            add_global(system, format!("{MARK}{}{MARK}{part}", entry.name), cells, ty)
        };
        let arguments = entry.parameters.iter().enumerate();
        let results = entry.results.iter().enumerate();
        Queue {
            count,
            length: global("length".to_string(), count, counter(processes)),
            callers: global("callers".to_string(), slots, counter(processes)),
            arguments: arguments
                .map(|(at, ty)| (global(format!("argument{at}"), slots, *ty), *ty))
                .collect(),
            results: results.map(|(at, ty)| (global(format!("result{at}"), 1, *ty), *ty)).collect(),
        }
    }

    /// Every array of the queue with the value of an empty slot.
    fn columns(&self) -> impl Iterator<Item = (GlobalId, i64)> + '_ {
        let arguments = self.arguments.iter().map(|(global, ty)| (*global, blank(*ty)));
        std::iter::once((self.callers, 0)).chain(arguments)
    }
}

impl EntryCells {
    /// Adds the variables for these entries: arrays over the processes where none are created, else locals of each
    /// template.
    pub fn new(system: &mut System, entries: &[Entry], processes: u32) -> EntryCells {
        let most = entries.iter().map(|entry| entry.results.len()).max().unwrap_or(0);
        let mut values = vec![Vec::new(); system.templates.len()];
        let mut reply = Vec::new();
        let mut shared = None;
        let has_reply = counter(most as u32 + 1);
        if is_fixed(system) {
            let value = |system: &mut System, number: usize| {
                add_global(system, format!("{MARK}value{number}"), processes, Type::LONG)
            };
            let reply = add_global(system, format!("{MARK}reply"), processes, has_reply);
            shared = Some((reply, (0..most).map(|number| value(system, number)).collect()));
        } else {
            for number in 0..most {
                let added = add_locals(system, &format!("{MARK}value{number}"), 1, Type::LONG);
                for (template, local) in added.into_iter().enumerate() {
                    values[template].push(local);
                }
            }
            reply = add_locals(system, &format!("{MARK}reply"), 1, has_reply);
        }
        EntryCells {
            processes,
            entries: entries.iter().map(|entry| Queue::new(system, entry, processes)).collect(),
            reply,
            values,
            shared,
            serving: add_locals(system, &format!("{MARK}serving"), processes, counter(processes)),
            depth: add_locals(system, &format!("{MARK}depth"), 1, counter(processes)),
            index: add_global(system, format!("{MARK}index"), 1, Type::INT),
            found: add_global(system, format!("{MARK}found"), 1, Type::Bool),
        }
    }

    /// How many callers wait: what `Expr::Waiting` says.
    pub fn waiting(&self, entry: EntryId, index: Option<Expr>) -> Expr {
        let queue = &self.entries[entry.0 as usize];
        Expr::Read(member(queue.length, queue.count, index.unwrap_or(number(0))))
    }

    /// The caller that a process of a template serves: what `Expr::Served` says.
    pub fn served(&self, template: TemplateId) -> Expr {
        let me = template.0 as usize;
        let depth = Expr::Read(Place::local(self.depth[me]));
        let last = Place::local(self.serving[me]).at(minus(depth.clone(), number(1)));
        let caller = minus(Expr::Read(last), number(1));
        choose(greater(depth, number(0)), caller, number(-1))
    }

    /// The edges that do what this edge of a template does.
    pub fn expand(
        &self,
        system: &System,
        template: TemplateId,
        edge: &Edge,
        sync: &Sync,
    ) -> Option<Vec<Edge>> {
        let me = template.0 as usize;
        Some(match sync {
            Sync::Call { entry, arguments } => vec![self.call(me, edge, entry, arguments)],
            Sync::Requeue { entry, arguments } => self.requeue(me, edge, entry, arguments),
            Sync::Withdraw(entry) => vec![self.withdraw(edge, entry)],
            Sync::Return { results, .. } => vec![self.give_back(me, edge, results)],
            Sync::Accept { entry, parameters } => vec![self.accept(me, edge, entry, parameters)],
            Sync::Complete { entry, results } => self.complete(system, me, edge, entry, results),
            _ => return None,
        })
    }

    fn call(&self, me: usize, edge: &Edge, entry: &EntryRef, arguments: &[Expr]) -> Edge {
        let queue = &self.entries[entry.entry.0 as usize];
        let at = Access { queue, processes: self.processes, index: index_of(entry) };
        let length = Expr::Read(at.length());
        let mut effects = Vec::new();
        for ((column, _), value) in queue.arguments.iter().zip(arguments) {
            effects.push(set(at.slot(*column, length.clone()), value.clone()));
        }
        effects.push(set(at.slot(queue.callers, length.clone()), myself()));
        effects.extend(self.forget_reply(me));
        // Last, for arguments may ask how many callers wait.
        effects.push(set(at.length(), plus(length, number(1))));
        variant(edge, at.is_inside(), effects)
    }

    /// One edge for a process that serves a caller, and one for none.
    fn requeue(&self, me: usize, edge: &Edge, entry: &EntryRef, arguments: &[Expr]) -> Vec<Edge> {
        let queue = &self.entries[entry.entry.0 as usize];
        let at = Access { queue, processes: self.processes, index: index_of(entry) };
        let length = Expr::Read(at.length());
        let depth = Place::local(self.depth[me]);
        let last = Place::local(self.serving[me]).at(minus(Expr::Read(depth.clone()), number(1)));
        let serves = greater(Expr::Read(depth.clone()), number(0));
        let mut effects = Vec::new();
        for ((column, _), value) in queue.arguments.iter().zip(arguments) {
            effects.push(set(at.slot(*column, length.clone()), value.clone()));
        }
        let caller = Expr::Read(last.clone());
        effects.push(set(at.slot(queue.callers, length.clone()), caller));
        effects.push(set(at.length(), plus(length, number(1))));
        effects.push(set(last, number(0)));
        effects.push(set(depth.clone(), minus(Expr::Read(depth), number(1))));
        let inside = at.is_inside();
        let both = all(std::iter::once(serves.clone()).chain(inside.clone()));
        let neither = all(std::iter::once(not(serves)).chain(inside));
        vec![variant(edge, Some(both), effects), variant(edge, Some(neither), Vec::new())]
    }

    fn forget_reply(&self, me: usize) -> impl Iterator<Item = Effect> + '_ {
        let cells = std::iter::once(self.own_reply(me)).chain(self.own_values(me));
        cells.map(|place| set(place, number(0)))
    }

    /// Where a process of a template finds its answer.
    fn own_reply(&self, me: usize) -> Place {
        match &self.shared {
            Some((reply, _)) => cell(*reply, Expr::Myself),
            None => Place::local(self.reply[me]),
        }
    }

    fn own_values(&self, me: usize) -> Vec<Place> {
        match &self.shared {
            Some((_, values)) => values.iter().map(|one| cell(*one, Expr::Myself)).collect(),
            None => self.values[me].iter().map(|local| Place::local(*local)).collect(),
        }
    }

    fn withdraw(&self, edge: &Edge, entry: &EntryRef) -> Edge {
        let queue = &self.entries[entry.entry.0 as usize];
        let at = Access { queue, processes: self.processes, index: index_of(entry) };
        let is_me =
            |position: u32| equal(Expr::Read(at.slot(queue.callers, number(position))), myself());
        let found = Place::global(self.found);
        let mut effects = Vec::new();
        for position in 0..self.processes {
            let here = any([Expr::Read(found.clone()), is_me(position)]);
            effects.push(set(found.clone(), here));
            for (column, empty) in queue.columns() {
                let slot = at.slot(column, number(position));
                let moved = choose(
                    Expr::Read(found.clone()),
                    at.next(column, position, empty),
                    Expr::Read(slot.clone()),
                );
                effects.push(set(slot, moved));
            }
        }
        effects.push(set(found, number(0)));
        effects.push(set(at.length(), minus(Expr::Read(at.length()), number(1))));
        variant(edge, Some(any((0..self.processes).map(is_me))), effects)
    }

    fn give_back(&self, me: usize, edge: &Edge, results: &[Place]) -> Edge {
        let mut effects = Vec::new();
        for (place, value) in results.iter().zip(self.own_values(me)) {
            effects.push(set(place.clone(), Expr::Read(value)));
        }
        effects.extend(self.forget_reply(me));
        let has_reply = differs(Expr::Read(self.own_reply(me)), number(0));
        variant(edge, Some(has_reply), effects)
    }

    fn accept(&self, me: usize, edge: &Edge, entry: &EntryRef, parameters: &[Place]) -> Edge {
        let queue = &self.entries[entry.entry.0 as usize];
        let condition = {
            let at = Access { queue, processes: self.processes, index: index_of(entry) };
            greater(Expr::Read(at.length()), number(0))
        };
        // The parameters may be what the index is computed from.
        let mut effects = Vec::new();
        let index = match index_of(entry) {
            Expr::Const(index) => Expr::Const(index),
            index => {
                effects.push(set(Place::global(self.index), index));
                Expr::Read(Place::global(self.index))
            }
        };
        let at = Access { queue, processes: self.processes, index };
        let depth = Place::local(self.depth[me]);
        let served = Place::local(self.serving[me]).at(Expr::Read(depth.clone()));
        effects.push(set(served, Expr::Read(at.slot(queue.callers, number(0)))));
        effects.push(set(depth.clone(), plus(Expr::Read(depth), number(1))));
        effects.push(set(at.length(), minus(Expr::Read(at.length()), number(1))));
        for ((column, _), place) in queue.arguments.iter().zip(parameters) {
            effects.push(set(place.clone(), Expr::Read(at.slot(*column, number(0)))));
        }
        for position in 0..self.processes {
            for (column, empty) in queue.columns() {
                let next = at.next(column, position, empty);
                effects.push(set(at.slot(column, number(position)), next));
            }
        }
        if !matches!(at.index, Expr::Const(_)) {
            effects.push(set(Place::global(self.index), number(0)));
        }
        variant(edge, Some(condition), effects)
    }

    /// One edge for each template that the caller may run, one for a caller that is gone, and one for
    /// none.
    fn complete(
        &self,
        system: &System,
        me: usize,
        edge: &Edge,
        entry: &EntryRef,
        results: &[Expr],
    ) -> Vec<Edge> {
        let queue = &self.entries[entry.entry.0 as usize];
        let depth = Place::local(self.depth[me]);
        let last = Place::local(self.serving[me]).at(minus(Expr::Read(depth.clone()), number(1)));
        let caller = minus(Expr::Read(last.clone()), number(1));
        let serves = greater(Expr::Read(depth.clone()), number(0));
        let computed: Vec<Effect> = queue
            .results
            .iter()
            .zip(results)
            .map(|((global, _), value)| set(Place::global(*global), value.clone()))
            .collect();
        let forgotten: Vec<Effect> = queue
            .results
            .iter()
            .map(|(global, ty)| set(Place::global(*global), number(blank(*ty))))
            .collect();
        let done =
            vec![set(last, number(0)), set(depth.clone(), minus(Expr::Read(depth), number(1)))];
        let step =
            |condition: Expr, parts: &[&[Effect]]| variant(edge, Some(condition), parts.concat());
        let mut edges = Vec::new();
        let answered = number(1 + queue.results.len() as i64);
        if let Some((reply, values)) = &self.shared {
            let mut given = vec![set(cell(*reply, caller.clone()), answered)];
            for (slot, global) in values.iter().enumerate() {
                let value = match queue.results.get(slot) {
                    Some((result, _)) => Expr::Read(Place::global(*result)),
                    None => number(0),
                };
                given.push(set(cell(*global, caller.clone()), value));
            }
            edges.push(step(serves.clone(), &[&computed, &given, &done, &forgotten]));
            edges.push(step(not(serves), &[&computed, &forgotten]));
            return edges;
        }
        for other in system.templates.ids() {
            let its = other.0 as usize;
            let mut given =
                vec![set(remote(caller.clone(), other, self.reply[its]), answered.clone())];
            for (slot, local) in self.values[its].iter().enumerate() {
                let value = match queue.results.get(slot) {
                    Some((global, _)) => Expr::Read(Place::global(*global)),
                    None => number(0),
                };
                given.push(set(remote(caller.clone(), other, *local), value));
            }
            let there = all([serves.clone(), runs(system, caller.clone(), other)]);
            edges.push(step(there, &[&computed, &given, &done, &forgotten]));
        }
        let absent = system.templates.ids().map(|other| not(runs(system, caller.clone(), other)));
        let gone = all(std::iter::once(serves.clone()).chain(absent));
        edges.push(step(gone, &[&computed, &done, &forgotten]));
        edges.push(step(not(serves), &[&computed, &forgotten]));
        edges
    }
}

/// Whether no process is created and none removed.
fn is_fixed(system: &System) -> bool {
    let mut effects =
        system.templates.iter().flat_map(|template| &template.edges).flat_map(|edge| &edge.effects);
    let several = system.processes.len() > 1;
    several && !system.rules.reap && !effects.any(|effect| matches!(effect, Effect::Run { .. }))
}

fn index_of(entry: &EntryRef) -> Expr {
    entry.index.clone().unwrap_or(number(0))
}

/// The queue of one entry of a family.
struct Access<'q> {
    queue: &'q Queue,
    processes: u32,
    index: Expr,
}

impl Access<'_> {
    fn length(&self) -> Place {
        member(self.queue.length, self.queue.count, self.index.clone())
    }

    fn slot(&self, column: GlobalId, position: Expr) -> Place {
        let family = match &self.index {
            Expr::Const(_) => self.index.clone(),
            index => Expr::Checked(Box::new(index.clone()), self.queue.count),
        };
        cell(column, plus(times(family, self.processes), position))
    }

    /// What the slot behind this one holds.
    fn next(&self, column: GlobalId, position: u32, empty: i64) -> Expr {
        if position + 1 == self.processes {
            return number(empty);
        }
        Expr::Read(self.slot(column, number(position + 1)))
    }

    /// Faults where the index is outside the family, before anything else happens.
    fn is_inside(&self) -> Option<Expr> {
        match &self.index {
            Expr::Const(_) => None,
            index => {
                let checked = Expr::Checked(Box::new(index.clone()), self.queue.count);
                Some(Expr::binary(crate::BinaryOp::GreaterEqual, checked, number(0)))
            }
        }
    }
}
