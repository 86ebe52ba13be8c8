//! Calls at entries: what code alone shows of callers and acceptors, and what a tuple says of calls that are
//! followed.
//!
//! Of a process that is followed it is known whether it waits in the queue of an entry, the process that serves it, or
//! that it was answered, with what it hands over and what it gets back. How many callers a process serves at a
//! location is known from the code, so that a process is not where it serves a caller while all that could be
//! served are known to be elsewhere.

use std::cell::OnceCell;

use trine_base::Id;
use trine_system::{EntryRef, Expr, LocationId, Sync, System, TemplateId};
use trine_verdict::UNKNOWN;

use crate::system_facts::SystemFacts;
use crate::tuple::{Fired, Layout, small};

/// A process that was answered.
const ANSWERED: i64 = -1;

fn queued(entry: u32) -> i64 {
    1 + 2 * i64::from(entry)
}

fn served(by: u32) -> i64 {
    2 + 2 * i64::from(by)
}

/// What code shows of entries.
#[derive(Default)]
pub struct Entries {
    /// The number of the first entry of each family.
    offsets: Vec<u32>,
    /// For each entry, the processes whose code calls it, and those whose code accepts it.
    callers: Vec<Vec<u32>>,
    acceptors: Vec<Vec<u32>>,
    /// For each process, those that it may serve.
    clients: Vec<Vec<u32>>,
    /// By template: how many callers a process serves at each location, at least and at most.
    depth: Vec<OnceCell<Vec<(u8, u8)>>>,
}

/// More than can be counted.
const MANY: u8 = u8::MAX;
const MOST: u8 = 8;

impl Entries {
    /// Which processes can call, accept and serve at each entry, from the code of all processes.
    pub fn new(facts: &SystemFacts<'_>) -> Entries {
        let system = facts.system;
        let mut entries = Entries {
            depth: system.templates.iter().map(|_| OnceCell::new()).collect(),
            ..Entries::default()
        };
        let mut next = 0;
        for entry in &system.entries {
            entries.offsets.push(next);
            next += entry.count;
        }
        entries.callers = vec![Vec::new(); next as usize];
        entries.acceptors = vec![Vec::new(); next as usize];
        entries.clients = vec![Vec::new(); facts.initial.processes.len()];
        if next == 0 {
            return entries;
        }
        for process in facts.processes() {
            for edge in &facts.template(process).edges {
                let (of, calls) = match &edge.sync {
                    Some(Sync::Call { entry, .. }) => (entry, true),
                    Some(Sync::Accept { entry, .. }) => (entry, false),
                    _ => continue,
                };
                for number in entries.meant(facts, process, of) {
                    let list = match calls {
                        true => &mut entries.callers[number as usize],
                        false => &mut entries.acceptors[number as usize],
                    };
                    if list.last() != Some(&process) {
                        list.push(process);
                    }
                }
            }
        }
        for (acceptors, callers) in entries.acceptors.iter().zip(&entries.callers) {
            for acceptor in acceptors {
                entries.clients[*acceptor as usize].extend(callers);
            }
        }
        for clients in &mut entries.clients {
            clients.sort_unstable();
            clients.dedup();
        }
        entries
    }

    /// The numbers of the entries that may be meant, as far as that is known in advance.
    pub fn meant(
        &self,
        facts: &SystemFacts<'_>,
        process: u32,
        of: &EntryRef,
    ) -> std::ops::Range<u32> {
        let index = of.index.as_ref().map_or(Some(0), |index| facts.constant(process, index));
        self.member(facts.system, of, index)
    }

    fn member(&self, system: &System, of: &EntryRef, index: Option<i64>) -> std::ops::Range<u32> {
        let first = self.offsets[of.entry.index()];
        let count = system.entries[of.entry].count;
        match index {
            Some(index) if index >= 0 && index < i64::from(count) => {
                first + index as u32..first + index as u32 + 1
            }
            _ => first..first + count,
        }
    }

    /// Those that may call an entry that a process accepts.
    pub fn clients(&self, process: u32) -> &[u32] {
        &self.clients[process as usize]
    }

    /// The processes whose code calls an entry.
    pub fn callers(&self, entry: u32) -> &[u32] {
        &self.callers[entry as usize]
    }

    /// The processes whose code accepts calls of an entry.
    pub fn acceptors(&self, entry: u32) -> &[u32] {
        &self.acceptors[entry as usize]
    }

    /// How many callers a process serves at a location, at least and at most.
    fn depth(&self, system: &System, template: TemplateId, at: LocationId) -> (u8, u8) {
        let known = self.depth[template.index()].get_or_init(|| depths(system, template));
        known[at.index()]
    }
}

fn depths(system: &System, id: TemplateId) -> Vec<(u8, u8)> {
    let template = &system.templates[id];
    let outgoing = template.outgoing();
    let mut known: Vec<Option<(u8, u8)>> = vec![None; template.locations.len()];
    known[template.entry.index()] = Some((0, 0));
    let mut work = vec![template.entry];
    while let Some(at) = work.pop() {
        let Some((least, most)) = known[at.index()] else { continue };
        for edge in outgoing[at].iter().map(|edge| &template.edges[*edge]) {
            let after = match &edge.sync {
                Some(Sync::Accept { .. }) => {
                    let most = if most >= MOST { MANY } else { most + 1 };
                    (least.saturating_add(1).min(MOST), most)
                }
                Some(Sync::Complete { .. }) => {
                    let most = if most == MANY { MANY } else { most.saturating_sub(1) };
                    (least.saturating_sub(1), most)
                }
                _ => (least, most),
            };
            let to = edge.to.index();
            let joined =
                known[to].map_or(after, |(low, high)| (low.min(after.0), high.max(after.1)));
            if known[to] != Some(joined) {
                known[to] = Some(joined);
                work.push(edge.to);
            }
        }
    }
    known.into_iter().map(|depth| depth.unwrap_or((0, MANY))).collect()
}

/// Where the call of a process is in a tuple: how it stands, what is handed over, what comes back.
#[derive(Clone, Copy, Debug)]
pub struct CallSlots {
    at: usize,
    arguments: usize,
    results: usize,
}

impl CallSlots {
    /// Slots wide enough for every call in the code of a process, from position `at` of a tuple on.
    pub fn new(facts: &SystemFacts<'_>, process: u32, at: usize) -> CallSlots {
        let (mut arguments, mut results) = (0, 0);
        for edge in &facts.template(process).edges {
            if let Some(Sync::Call { entry, .. }) = &edge.sync {
                let entry = &facts.system.entries[entry.entry];
                arguments = arguments.max(entry.parameters.len());
                results = results.max(entry.results.len());
            }
        }
        CallSlots { at, arguments, results }
    }

    /// How many numbers of a tuple it takes.
    pub fn size(&self) -> usize {
        1 + self.arguments + self.results
    }

    fn clear(&self, tuple: &mut [i64], status: i64) {
        tuple[self.at..self.at + self.size()].fill(0);
        tuple[self.at] = status;
    }
}

impl crate::Analysis<'_> {
    /// How a call stands, for people.
    pub(crate) fn call_in_words(&self, status: i64) -> String {
        match status {
            0 => "no call".to_string(),
            ANSWERED => "answered".to_string(),
            UNKNOWN => "unknown".to_string(),
            status if status % 2 == 1 => format!("waits at n{}", (status - 1) / 2),
            status => format!("served by {}", self.facts.process_name(((status - 2) / 2) as u32)),
        }
    }
}

impl Layout<'_, '_> {
    fn entry_meant(&self, tuple: &[i64], process: u32, of: &EntryRef) -> std::ops::Range<u32> {
        let index = match &of.index {
            None => Some(0),
            Some(index) => self.value(tuple, Some(process), index),
        };
        self.facts.entries.member(self.facts.system, of, index)
    }

    /// Whether a process can be at a location, as far as those that it would serve there are followed.
    pub(crate) fn may_serve(&self, tuple: &[i64], process: u32, at: LocationId) -> bool {
        if self.calls.is_empty() {
            return true;
        }
        let clients = self.facts.entries.clients(process);
        if clients.is_empty() {
            return true;
        }
        let template = self.facts.initial.processes[process as usize].template;
        let (least, most) = self.facts.entries.depth(self.facts.system, template, at);
        let (mut surely, mut perhaps) = (0u32, 0u32);
        for client in clients {
            match self.calls.get(client).map(|slots| tuple[slots.at]) {
                None | Some(UNKNOWN) => perhaps += 1,
                Some(status) => surely += u32::from(status == served(process)),
            }
        }
        surely <= u32::from(most) && u32::from(least) <= surely + perhaps.saturating_mul(256)
    }

    /// Whether a process that is not followed may wait in the queue of an entry.
    fn may_wait(&self, tuple: &[i64], process: u32, entry: u32) -> bool {
        let template = self.facts.template(process);
        let mut found: Vec<LocationId> = Vec::new();
        for edge in &template.edges {
            if let Some(Sync::Call { entry: of, .. }) = &edge.sync
                && self.facts.entries.meant(self.facts, process, of).contains(&entry)
                && !found.contains(&edge.to)
            {
                found.push(edge.to);
            }
        }
        let mut next = 0;
        while let Some(at) = found.get(next).copied() {
            if self.may_serve(tuple, process, at) {
                return true;
            }
            for id in self.facts.outgoing(process, at) {
                let edge = &template.edges[*id];
                let leaves = matches!(edge.sync, Some(Sync::Return { .. } | Sync::Withdraw(_)));
                if !leaves && !found.contains(&edge.to) {
                    found.push(edge.to);
                }
            }
            next += 1;
        }
        false
    }

    /// How many callers wait at an entry, where all that could are followed.
    pub(crate) fn waiting(&self, tuple: &[i64], process: u32, of: &EntryRef) -> Option<i64> {
        let meant = self.entry_meant(tuple, process, of);
        let entry = (meant.len() == 1).then_some(meant.start)?;
        let mut count = 0;
        for caller in self.facts.entries.callers(entry) {
            let status = tuple[self.calls.get(caller)?.at];
            if status == UNKNOWN {
                return None;
            }
            count += i64::from(status == queued(entry));
        }
        Some(count)
    }

    /// Whether the call of a process was surely answered.
    pub(crate) fn is_answered(&self, tuple: &[i64], process: u32) -> bool {
        self.calls.get(&process).is_some_and(|slots| tuple[slots.at] == ANSWERED)
    }

    /// What an operation on an entry makes of a tuple.
    pub(crate) fn call(
        &self,
        (process, at): (u32, LocationId),
        sync: &Sync,
        way: Fired,
        next: &mut Vec<Fired>,
    ) {
        let mut way = way;
        match sync {
            Sync::Call { entry, arguments } => {
                if let Some(slots) = self.calls.get(&process).copied() {
                    let meant = self.entry_meant(&way.tuple, process, entry);
                    let status = way.tuple[slots.at];
                    let types = &self.facts.system.entries[entry.entry].parameters;
                    let given = arguments.iter().zip(types).map(|(argument, ty)| {
                        let value = self.value(&way.tuple, Some(process), argument);
                        value.and_then(|value| ty.store(value).ok()).map_or(UNKNOWN, small)
                    });
                    let given: Vec<i64> = given.collect();
                    // A process that calls twice at once is followed no further.
                    let exact = meant.len() == 1 && (status == 0 || status == ANSWERED);
                    match exact {
                        true => {
                            slots.clear(&mut way.tuple, queued(meant.start));
                            let first = slots.at + 1;
                            way.tuple[first..first + given.len()].copy_from_slice(&given);
                        }
                        false => slots.clear(&mut way.tuple, UNKNOWN),
                    }
                }
                next.push(way);
            }
            Sync::Withdraw(entry) => {
                if let Some(slots) = self.calls.get(&process).copied() {
                    let meant = self.entry_meant(&way.tuple, process, entry);
                    let status = way.tuple[slots.at];
                    if status != UNKNOWN {
                        if !meant.into_iter().any(|one| status == queued(one)) {
                            return;
                        }
                        slots.clear(&mut way.tuple, 0);
                    }
                }
                next.push(way);
            }
            Sync::Return { results, .. } => {
                let mut values: Vec<Option<i64>> = vec![None; results.len()];
                if let Some(slots) = self.calls.get(&process).copied() {
                    match way.tuple[slots.at] {
                        ANSWERED => {
                            let first = slots.at + 1 + slots.arguments;
                            for (value, at) in values.iter_mut().zip(first..) {
                                *value = Some(way.tuple[at]).filter(|value| *value != UNKNOWN);
                            }
                            slots.clear(&mut way.tuple, 0);
                        }
                        UNKNOWN => {}
                        _ => return,
                    }
                }
                for (place, value) in results.iter().zip(values) {
                    self.assign(&mut way.tuple, process, place, value);
                }
                next.push(way);
            }
            Sync::Accept { entry, parameters } => {
                self.accept(process, entry, parameters, &way, next);
            }
            Sync::Complete { entry, results } => {
                self.complete((process, at), entry, results, &way, next);
            }
            _ => next.push(way),
        }
    }

    fn accept(
        &self,
        process: u32,
        entry: &EntryRef,
        parameters: &[trine_system::Place],
        way: &Fired,
        next: &mut Vec<Fired>,
    ) {
        let mut done: Vec<(Option<u32>, Vec<i64>)> = Vec::new();
        for one in self.entry_meant(&way.tuple, process, entry) {
            for caller in self.facts.entries.callers(one) {
                let mut with = |after: Fired, given: &[i64]| {
                    let mut after = Fired { caller: Some(*caller), ..after };
                    for (position, place) in parameters.iter().enumerate() {
                        let value = given.get(position).copied().filter(|one| *one != UNKNOWN);
                        self.assign(&mut after.tuple, process, place, value);
                    }
                    next.push(after);
                };
                match self.calls.get(caller).copied() {
                    Some(slots) if way.tuple[slots.at] == queued(one) => {
                        let first = slots.at + 1;
                        let given = way.tuple[first..first + slots.arguments].to_vec();
                        let mut after = way.clone();
                        slots.clear(&mut after.tuple, served(process));
                        with(after, &given);
                    }
                    Some(slots) if way.tuple[slots.at] == UNKNOWN => with(way.clone(), &[]),
                    Some(_) => {}
                    None if self.may_wait(&way.tuple, *caller, one) => {
                        for given in self.handed(*caller, one) {
                            let known = (Some(*caller), given);
                            if !done.contains(&known) {
                                with(way.clone(), &known.1);
                                done.push(known);
                            }
                        }
                    }
                    None => {}
                }
            }
        }
    }

    /// What a process that is not followed can hand over at an entry, as far as its code shows.
    fn handed(&self, caller: u32, entry: u32) -> Vec<Vec<i64>> {
        let mut found: Vec<Vec<i64>> = Vec::new();
        for edge in &self.facts.template(caller).edges {
            let Some(Sync::Call { entry: of, arguments }) = &edge.sync else { continue };
            if !self.facts.entries.meant(self.facts, caller, of).contains(&entry) {
                continue;
            }
            let types = &self.facts.system.entries[of.entry].parameters;
            let given = arguments.iter().zip(types).map(|(argument, ty)| {
                let value = self.facts.constant(caller, argument);
                value.and_then(|value| ty.store(value).ok()).map_or(UNKNOWN, small)
            });
            let given: Vec<i64> = given.collect();
            if !found.contains(&given) {
                found.push(given);
            }
        }
        found
    }

    fn complete(
        &self,
        (process, at): (u32, LocationId),
        entry: &EntryRef,
        results: &[Expr],
        way: &Fired,
        next: &mut Vec<Fired>,
    ) {
        if self.calls.is_empty() {
            next.push(way.clone());
            return;
        }
        let types = &self.facts.system.entries[entry.entry].results;
        let given = results.iter().zip(types).map(|(result, ty)| {
            let value = self.value(&way.tuple, Some(process), result);
            value.and_then(|value| ty.store(value).ok()).map_or(UNKNOWN, small)
        });
        let given: Vec<i64> = given.collect();
        let (mut known, mut others) = (0u32, false);
        for client in self.facts.entries.clients(process) {
            match self.calls.get(client).copied() {
                Some(slots) if way.tuple[slots.at] == served(process) => {
                    known += 1;
                    let mut after = way.clone();
                    slots.clear(&mut after.tuple, ANSWERED);
                    let first = slots.at + 1 + slots.arguments;
                    let room = slots.results.min(given.len());
                    after.tuple[first..first + room].copy_from_slice(&given[..room]);
                    next.push(after);
                }
                Some(slots) => others |= way.tuple[slots.at] == UNKNOWN,
                None => others = true,
            }
        }
        let template = self.facts.initial.processes[process as usize].template;
        let (least, most) = self.facts.entries.depth(self.facts.system, template, at);
        // Another process, or none at all.
        if others && u32::from(most) > known || known == 0 && least == 0 {
            next.push(way.clone());
        }
    }
}
