//! What the judge makes of calls at entries: which processes may call which, how many callers a process serves where it
//! is, and what each operation does to the calls that a proof follows.

use std::collections::{BTreeSet, HashMap};

use trine_system::{EdgeId, EntryRef, Expr, LocationId, Place, Sync};
use trine_verdict::{Followed, UNKNOWN};

use super::facts::Facts;
use super::follow::{Tuples, kept};

/// No bound.
const UNBOUNDED: u32 = u32::MAX;
/// Beyond this there is no counting.
const COUNTED: u32 = 8;

const NONE: i64 = 0;
pub(super) const ANSWERED: i64 = -1;

fn waits_at(entry: u32) -> i64 {
    i64::from(entry) * 2 + 1
}

fn served_by(process: u32) -> i64 {
    i64::from(process) * 2 + 2
}

/// Whether an edge asks such a thing.
type Asked<'a> = &'a dyn Fn(&dyn Fn(&Expr) -> bool) -> bool;

/// A tuple, and whose call was accepted if one was.
pub type Met = (Vec<i64>, Option<u32>);

/// What the code says of entries.
#[derive(Default)]
pub struct Calls {
    /// The number of the first of each family of entries.
    first: Vec<u32>,
    /// For each entry that a process calls, by which processes.
    callers: HashMap<u32, BTreeSet<u32>>,
    /// For each entry, the edges that call it, and those that accept there.
    calling: HashMap<u32, Vec<(u32, EdgeId)>>,
    accepting: HashMap<u32, Vec<(u32, EdgeId)>>,
    /// For each process that accepts, whose calls.
    clients: HashMap<u32, BTreeSet<u32>>,
    /// For each template, how many callers are served at each location, at least and at most.
    serving: Vec<Vec<(u32, u32)>>,
}

impl Calls {
    /// Reads from the code which process can call which entry and be served by which process.
    pub fn new(facts: &Facts<'_>) -> Calls {
        let mut calls = Calls::default();
        if facts.system.entries.is_empty() {
            return calls;
        }
        let mut next = 0;
        for family in facts.system.entries.iter() {
            calls.first.push(next);
            next += family.count;
        }
        for process in facts.processes() {
            for (id, edge) in facts.template(process).edges.enumerate() {
                let (entry, calling) = match &edge.sync {
                    Some(Sync::Call { entry, .. }) => (entry, true),
                    Some(Sync::Accept { entry, .. }) => (entry, false),
                    _ => continue,
                };
                for one in calls.meant(facts, entry, constant_index(facts, process, entry)) {
                    let edges = if calling { &mut calls.calling } else { &mut calls.accepting };
                    edges.entry(one).or_default().push((process, id));
                    if calling {
                        calls.callers.entry(one).or_default().insert(process);
                    }
                }
            }
        }
        for (entry, edges) in &calls.accepting {
            for (process, _) in edges {
                let callers = calls.callers.get(entry).into_iter().flatten();
                calls.clients.entry(*process).or_default().extend(callers);
            }
        }
        for template in facts.system.templates.iter() {
            calls.serving.push(serving(template));
        }
        calls
    }

    /// The entries that may be meant, by their numbers.
    fn meant(&self, facts: &Facts<'_>, of: &EntryRef, index: Option<i64>) -> std::ops::Range<u32> {
        let first = self.first[of.entry.0 as usize];
        let count = facts.system.entries[of.entry].count;
        match index.and_then(|index| u32::try_from(index).ok()).filter(|index| *index < count) {
            Some(index) => first + index..first + index + 1,
            None => first..first + count,
        }
    }

    /// Whether the code of a process has a call of an entry.
    pub fn may_call(&self, process: u32, entry: u32) -> bool {
        self.callers.get(&entry).is_some_and(|callers| callers.contains(&process))
    }

    /// Whether one process may accept a call of another.
    pub fn may_be_served(&self, process: u32, by: u32) -> bool {
        self.clients.get(&by).is_some_and(|clients| clients.contains(&process))
    }
}

/// The least and the most that a process can serve at each location, to a fixed point.
fn serving(template: &trine_system::Template) -> Vec<(u32, u32)> {
    let mut found: Vec<Option<(u32, u32)>> = vec![None; template.locations.len()];
    found[template.entry.0 as usize] = Some((0, 0));
    let mut changed = true;
    while changed {
        changed = false;
        for edge in &template.edges {
            let Some((least, most)) = found[edge.from.0 as usize] else { continue };
            let (least, most) = match &edge.sync {
                Some(Sync::Accept { .. }) => {
                    let more = if most >= COUNTED { UNBOUNDED } else { most + 1 };
                    ((least + 1).min(COUNTED), more)
                }
                Some(Sync::Complete { .. }) if most == UNBOUNDED => {
                    (least.saturating_sub(1), UNBOUNDED)
                }
                Some(Sync::Complete { .. }) => (least.saturating_sub(1), most.saturating_sub(1)),
                _ => (least, most),
            };
            let to = &mut found[edge.to.0 as usize];
            let wider = match *to {
                None => (least, most),
                Some((low, high)) => (low.min(least), high.max(most)),
            };
            if *to != Some(wider) {
                *to = Some(wider);
                changed = true;
            }
        }
    }
    found.into_iter().map(|one| one.unwrap_or((0, UNBOUNDED))).collect()
}

fn constant_index(facts: &Facts<'_>, process: u32, of: &EntryRef) -> Option<i64> {
    of.index.as_ref().map_or(Some(0), |index| facts.constant(process, index))
}

fn meant(facts: &Facts<'_>, of: &EntryRef, index: Option<i64>) -> std::ops::Range<u32> {
    facts.calls.meant(facts, of, index)
}

impl Facts<'_> {
    /// Whether an edge has to do with the calls of a process.
    pub(super) fn concerns_call(
        &self,
        process: u32,
        sync: Option<&Sync>,
        asked: Asked<'_>,
        caller: u32,
    ) -> bool {
        let calls = |of: &EntryRef| {
            let mut entries = meant(self, of, constant_index(self, process, of));
            entries.any(|one| self.calls.may_call(caller, one))
        };
        let acts = match sync {
            Some(Sync::Call { .. } | Sync::Return { .. } | Sync::Withdraw(_)) => process == caller,
            Some(Sync::Accept { entry, .. }) => calls(entry),
            Some(Sync::Complete { .. }) => self.calls.may_be_served(caller, process),
            _ => false,
        };
        acts || asked(&|expr| match expr {
            Expr::Waiting(entry, index) => {
                calls(&EntryRef { entry: *entry, index: index.as_deref().cloned() })
            }
            _ => false,
        })
    }

    /// Whether an edge is passed again and again only while others take steps that are seen: each answer
    /// comes after a process accepted, each acceptance after a process called.
    pub(super) fn waits_for_seen(&self, process: u32, id: EdgeId) -> bool {
        let (of, answered) = match &self.edge(process, id).sync {
            Some(Sync::Return { entry, .. }) => (entry, true),
            Some(Sync::Accept { entry, .. }) => (entry, false),
            _ => return false,
        };
        let edges = if answered { &self.calls.accepting } else { &self.calls.calling };
        let wanted = meant(self, of, constant_index(self, process, of));
        let mut others = wanted.flat_map(|one| edges.get(&one)).flatten();
        others.all(|(other, id)| self.is_visible(*other, *id))
    }

    /// How many values go over, and how many come back, in the calls of a process.
    pub(super) fn call_sizes(&self, process: u32) -> (usize, usize) {
        let mut sizes = (0, 0);
        for edge in &self.template(process).edges {
            if let Some(Sync::Call { entry, .. }) = &edge.sync {
                let entry = &self.system.entries[entry.entry];
                sizes.0 = sizes.0.max(entry.parameters.len());
                sizes.1 = sizes.1.max(entry.results.len());
            }
        }
        sizes
    }
}

impl Tuples<'_, '_> {
    fn index(&self, tuple: &[i64], process: u32, of: &EntryRef) -> Option<i64> {
        of.index.as_ref().map_or(Some(0), |index| self.value(tuple, Some(process), index))
    }

    /// How the call of a process stands, if it is followed.
    pub(super) fn status(&self, tuple: &[i64], process: u32) -> Option<i64> {
        self.slot(Followed::Call(process)).map(|at| tuple[at])
    }

    /// The tuple with a call that stands like this, and these values behind it.
    fn standing(
        &self,
        tuple: &[i64],
        process: u32,
        status: i64,
        given: &[i64],
        back: &[i64],
    ) -> Vec<i64> {
        let mut after = tuple.to_vec();
        let Some(at) = self.slot(Followed::Call(process)) else { return after };
        let (arguments, results) = self.facts.call_sizes(process);
        after[at] = status;
        for position in 0..arguments {
            after[at + 1 + position] = given.get(position).copied().unwrap_or(0);
        }
        for position in 0..results {
            after[at + 1 + arguments + position] = back.get(position).copied().unwrap_or(0);
        }
        after
    }

    /// Whether a process may be at a location, given which callers are known to be served by it and which are not.
    pub(super) fn can_serve(&self, tuple: &[i64], process: u32, at: LocationId) -> bool {
        if !self.followed.iter().any(|one| matches!(one, Followed::Call(_))) {
            return true;
        }
        let Some(clients) = self.facts.calls.clients.get(&process) else { return true };
        let template = self.facts.initial.processes[process as usize].template;
        let (least, most) = self.facts.calls.serving[template.0 as usize][at.0 as usize];
        let statuses: Vec<Option<i64>> =
            clients.iter().map(|client| self.status(tuple, *client)).collect();
        let surely = statuses.iter().filter(|one| **one == Some(served_by(process))).count() as u32;
        let open = statuses.iter().any(|one| one.is_none_or(|status| status == UNKNOWN));
        surely <= most && (least <= surely || open)
    }

    /// How many wait at an entry, if that is known.
    pub(super) fn count_waiting(&self, tuple: &[i64], process: u32, of: &EntryRef) -> Option<i64> {
        let entries = meant(self.facts, of, self.index(tuple, process, of));
        if entries.len() != 1 {
            return None;
        }
        let callers = self.facts.calls.callers.get(&entries.start).into_iter().flatten();
        let mut count = 0;
        for caller in callers {
            let status = self.status(tuple, *caller).filter(|status| *status != UNKNOWN)?;
            count += i64::from(status == waits_at(entries.start));
        }
        Some(count)
    }

    fn values(
        &self,
        tuple: &[i64],
        process: u32,
        exprs: &[Expr],
        types: &[trine_system::Type],
    ) -> Vec<i64> {
        let value = |(expr, ty): (&Expr, &trine_system::Type)| {
            let stored = self.value(tuple, Some(process), expr).and_then(|v| ty.store(v).ok());
            stored.map_or(UNKNOWN, kept)
        };
        exprs.iter().zip(types).map(value).collect()
    }

    fn put(&self, tuple: &mut [i64], process: u32, places: &[Place], values: &[i64]) {
        for (position, place) in places.iter().enumerate() {
            let value = values.get(position).copied().filter(|value| *value != UNKNOWN);
            self.assign(tuple, process, place, value);
        }
    }

    /// What an operation at an entry can make of a tuple.
    pub(super) fn at_entry(
        &self,
        tuple: &[i64],
        process: u32,
        at: LocationId,
        sync: &Sync,
    ) -> Vec<Met> {
        let own = self.status(tuple, process);
        let alone = |tuple: Vec<i64>| vec![(tuple, None)];
        match sync {
            Sync::Call { entry, arguments } => {
                let Some(status) = own else { return alone(tuple.to_vec()) };
                let entries = meant(self.facts, entry, self.index(tuple, process, entry));
                if entries.len() != 1 || status != NONE && status != ANSWERED {
                    return alone(self.standing(tuple, process, UNKNOWN, &[], &[]));
                }
                let types = &self.facts.system.entries[entry.entry].parameters;
                let given = self.values(tuple, process, arguments, types);
                alone(self.standing(tuple, process, waits_at(entries.start), &given, &[]))
            }
            Sync::Withdraw(entry) => match own {
                None | Some(UNKNOWN) => alone(tuple.to_vec()),
                Some(status) => {
                    let mut entries = meant(self.facts, entry, self.index(tuple, process, entry));
                    match entries.any(|one| status == waits_at(one)) {
                        true => alone(self.standing(tuple, process, NONE, &[], &[])),
                        false => Vec::new(),
                    }
                }
            },
            Sync::Return { results, .. } => {
                let (mut after, values) = match own {
                    None | Some(UNKNOWN) => (tuple.to_vec(), Vec::new()),
                    Some(ANSWERED) => {
                        let at = self.slot(Followed::Call(process)).unwrap_or(0);
                        let (arguments, count) = self.facts.call_sizes(process);
                        let first = at + 1 + arguments;
                        let values = tuple[first..first + count].to_vec();
                        (self.standing(tuple, process, NONE, &[], &[]), values)
                    }
                    Some(_) => return Vec::new(),
                };
                self.put(&mut after, process, results, &values);
                alone(after)
            }
            Sync::Accept { entry, parameters } => {
                let mut ways = Vec::new();
                for one in meant(self.facts, entry, self.index(tuple, process, entry)) {
                    let callers = self.facts.calls.callers.get(&one).into_iter().flatten();
                    for caller in callers {
                        for (mut after, given) in self.taken(tuple, process, *caller, one) {
                            self.put(&mut after, process, parameters, &given);
                            ways.push((after, Some(*caller)));
                        }
                    }
                }
                ways
            }
            Sync::Complete { entry, results } => {
                let types = &self.facts.system.entries[entry.entry].results;
                let back = self.values(tuple, process, results, types);
                self.answered(tuple, process, at, &back).into_iter().map(|t| (t, None)).collect()
            }
            _ => alone(tuple.to_vec()),
        }
    }

    /// A caller that is taken from a queue, if it may be in it, with what it hands over.
    fn taken(
        &self,
        tuple: &[i64],
        process: u32,
        caller: u32,
        entry: u32,
    ) -> Vec<(Vec<i64>, Vec<i64>)> {
        match self.status(tuple, caller) {
            Some(UNKNOWN) => vec![(tuple.to_vec(), Vec::new())],
            Some(status) if status == waits_at(entry) => {
                let at = self.slot(Followed::Call(caller)).unwrap_or(0);
                let (arguments, _) = self.facts.call_sizes(caller);
                let given = tuple[at + 1..at + 1 + arguments].to_vec();
                vec![(self.standing(tuple, caller, served_by(process), &[], &[]), given)]
            }
            Some(_) => Vec::new(),
            None if !self.may_be_waiting(tuple, caller, entry) => Vec::new(),
            None => {
                let mut ways = Vec::new();
                for (_, arguments, types) in self.calls_of(caller, entry) {
                    let given = arguments.iter().zip(types).map(|(argument, ty)| {
                        let value = self.facts.constant(caller, argument);
                        value.and_then(|value| ty.store(value).ok()).map_or(UNKNOWN, kept)
                    });
                    ways.push((tuple.to_vec(), given.collect()));
                }
                ways
            }
        }
    }

    /// The calls in the code of a process to an entry: where they lead, and what they hand over.
    fn calls_of(
        &self,
        caller: u32,
        entry: u32,
    ) -> Vec<(LocationId, &[Expr], &[trine_system::Type])> {
        let mut found = Vec::new();
        for edge in &self.facts.template(caller).edges {
            if let Some(Sync::Call { entry: of, arguments }) = &edge.sync
                && meant(self.facts, of, constant_index(self.facts, caller, of)).contains(&entry)
            {
                let types = self.facts.system.entries[of.entry].parameters.as_slice();
                found.push((edge.to, arguments.as_slice(), types));
            }
        }
        found
    }

    /// Whether a process that is not followed can be where it waits for an entry.
    fn may_be_waiting(&self, tuple: &[i64], caller: u32, entry: u32) -> bool {
        let mut places: Vec<LocationId> =
            self.calls_of(caller, entry).into_iter().map(|(to, ..)| to).collect();
        let mut looked = 0;
        while looked < places.len() {
            if self.can_serve(tuple, caller, places[looked]) {
                return true;
            }
            for id in self.facts.outgoing(caller, places[looked]) {
                let edge = self.facts.edge(caller, id);
                let leaves = matches!(edge.sync, Some(Sync::Return { .. } | Sync::Withdraw(_)));
                if !leaves && !places.contains(&edge.to) {
                    places.push(edge.to);
                }
            }
            looked += 1;
        }
        false
    }

    /// The tuples after a process answered the caller that it served last.
    fn answered(&self, tuple: &[i64], process: u32, at: LocationId, back: &[i64]) -> Vec<Vec<i64>> {
        if !self.followed.iter().any(|one| matches!(one, Followed::Call(_))) {
            return vec![tuple.to_vec()];
        }
        let clients = self.facts.calls.clients.get(&process);
        let clients: Vec<u32> = clients.into_iter().flatten().copied().collect();
        let mut ways: Vec<Vec<i64>> = Vec::new();
        for client in &clients {
            if self.status(tuple, *client) == Some(served_by(process)) {
                ways.push(self.standing(tuple, *client, ANSWERED, &[], back));
            }
        }
        let known = ways.len() as u32;
        let open = |client: &u32| self.status(tuple, *client).is_none_or(|one| one == UNKNOWN);
        let template = self.facts.initial.processes[process as usize].template;
        let (least, most) = self.facts.calls.serving[template.0 as usize][at.0 as usize];
        let another = clients.iter().any(open) && most > known;
        if another || known == 0 && least == 0 {
            ways.push(tuple.to_vec());
        }
        ways
    }
}
