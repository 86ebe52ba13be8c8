//! Looks for weakly fair cycles: by strongly connected components.
//!
//! A component has a fair bad cycle if it passes what a bad cycle must pass and if every process
//! either steps inside it or cannot step in one of its states: a cycle can go round all of these.
//! Where the system rests for ever nobody can step, so resting is fair.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::depth_first::figures;
use super::infinite::{Badness, Violation};
use super::walker::{Next, Walker};
use crate::expand::{Alarm, Batch, Movers, Node};
use crate::gauge::Gauge;
use crate::machine::{Machine, Planned};
use crate::store::{ACCEPTING, Exact, Store};

/// The number of a state, in the order of first visits, is kept with it.
const NUMBER: usize = 4;

/// The store that this search needs.
pub fn store() -> Exact {
    Exact::new(NUMBER)
}

struct Components {
    low: Vec<u32>,
    /// The component of each state, once it is known.
    component: Vec<u32>,
    open: Vec<u64>,
    /// States with a step to themselves.
    loops: Vec<bool>,
}

const UNKNOWN: u32 = u32::MAX;

/// Searches until a fair violation is found, everything was visited or the budget is spent.
pub fn search<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut Exact,
    badness: Badness<'_>,
    gauge: &mut Gauge<'_>,
) -> Option<Violation> {
    let mut start = Batch::default();
    walker.expander.track_movers = true;
    walker.expander.initial(&mut start).ok()?;
    let mut found =
        Components { low: Vec::new(), component: Vec::new(), open: Vec::new(), loops: Vec::new() };
    let root = found.add(store, start.key(0));
    walker.push(start.packed(0), 0, root.0);
    arrive(walker, store, badness);
    while walker.depth() > 0 {
        let here = walker.tag(walker.depth() - 1);
        match walker.next() {
            Next::Successor(entry) => {
                let (handle, new) = found.add(store, walker.batch.key(entry));
                if new && gauge.allows_depth(walker.depth() as u64 + 1) {
                    walker.push_entry(entry, handle);
                    arrive(walker, store, badness);
                    let depth = walker.depth() as u64;
                    if !gauge.go_on(depth, || figures(walker, store)) {
                        break;
                    }
                } else {
                    found.meet(number(store, here), number(store, handle));
                }
            }
            Next::Alarms => {
                let alarms = std::mem::take(&mut walker.batch.alarms);
                if alarms.iter().any(|(alarm, _)| matches!(alarm, Alarm::Claim(_))) {
                    return Some(Violation::Finite(walker.path()));
                }
            }
            Next::Done { rests } => {
                let accepts = store.marks(here) & ACCEPTING != 0;
                if rests && accepts && matches!(badness, Badness::Accept) {
                    return Some(Violation::Rest(walker.path()));
                }
                if let Some(members) = found.close(store, here) {
                    let bad = members.iter().any(|at| store.marks(*at) & ACCEPTING != 0);
                    let looks = found.loops[number(store, here)] || members.len() > 1;
                    if bad
                        && looks
                        && let Some(violation) = fair_cycle(walker, store, &found, &members)
                    {
                        return Some(violation);
                    }
                }
                walker.pop();
                if let Some(last) = walker.depth().checked_sub(1) {
                    let parent = number(store, walker.tag(last));
                    found.inherit(parent, number(store, here));
                }
            }
        }
    }
    None
}

fn number(store: &Exact, handle: u64) -> usize {
    store.extra(handle).try_into().map_or(0, |bytes| u32::from_le_bytes(bytes) as usize)
}

fn arrive<M: Machine>(walker: &mut Walker<'_, M>, store: &mut Exact, badness: Badness<'_>) {
    let handle = walker.tag(walker.depth() - 1);
    walker.node();
    if badness.accepts(&walker.expander.machine, walker.loaded_node()) {
        store.set_marks(handle, ACCEPTING);
    }
}

impl Components {
    /// Visits a state, for the first time or again.
    fn add(&mut self, store: &mut Exact, key: &[u8]) -> (u64, bool) {
        let number = self.low.len() as u32;
        let (handle, new) = store.insert_with(key, &number.to_le_bytes());
        if new {
            self.low.push(number);
            self.component.push(UNKNOWN);
            self.loops.push(false);
            self.open.push(handle);
        }
        (handle, new)
    }

    /// A step leads from one state to another that was visited before.
    fn meet(&mut self, from: usize, to: usize) {
        if self.component[to] == UNKNOWN {
            self.low[from] = self.low[from].min(to as u32);
        }
        self.loops[from] |= from == to;
    }

    fn inherit(&mut self, parent: usize, child: usize) {
        if self.component[child] == UNKNOWN {
            self.low[parent] = self.low[parent].min(self.low[child]);
        }
    }

    /// The members of the component that a finished state is the first of, if it is one's first.
    fn close(&mut self, store: &Exact, handle: u64) -> Option<Vec<u64>> {
        let first = number(store, handle);
        if self.low[first] as usize != first {
            return None;
        }
        let start = self.open.iter().rposition(|open| *open == handle)?;
        let members = self.open.split_off(start);
        for member in &members {
            self.component[number(store, *member)] = first as u32;
        }
        Some(members)
    }
}

/// What a fair cycle through a component has to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Need {
    Accepting,
    /// A state in which this process cannot step.
    Pause(u32),
    /// A step of this process.
    Step(u32),
}

/// A fair cycle through a component, if it has one, with the way to it.
fn fair_cycle<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut Exact,
    found: &Components,
    members: &[u64],
) -> Option<Violation> {
    let component = found.component[number(store, members[0])];
    let mut tour = Tour { walker, store, found, component };
    let needs = tour.needs(members)?;
    let mut path = tour.walker.path();
    let start = path.states.len() - 1;
    let mut open = needs;
    tour.pass_state(&mut open, &path.states[start].clone());
    while let Some(need) = open.first().copied() {
        let from = path.states[path.states.len() - 1].clone();
        for (state, by) in tour.way(&from, |tour, state, movers| match need {
            Need::Step(process) => has(movers, process),
            _ => tour.satisfies(need, state),
        })? {
            path.push(&state, by);
            tour.pass_state(&mut open, &state);
        }
        // The way was found for this need, whatever else it serves.
        if let Need::Step(process) = need {
            let last = path.by.len() - 1;
            path.by[last] = Some(process);
        }
        open.retain(|other| *other != need);
    }
    let from = path.states[path.states.len() - 1].clone();
    let home = path.states[start].clone();
    if path.states.len() - 1 == start || from != home {
        for (state, by) in tour.way(&from, |_, state, _| state == home)? {
            path.push(&state, by);
        }
    }
    Some(Violation::Cycle(path, start))
}

fn has(movers: &Movers, process: u32) -> bool {
    movers[process as usize / 64 % 4] & (1 << (process % 64)) != 0
}

struct Tour<'t, 'a, M: Machine> {
    walker: &'t mut Walker<'a, M>,
    store: &'t mut Exact,
    found: &'t Components,
    component: u32,
}

impl<M: Machine> Tour<'_, '_, M> {
    /// What a fair cycle has to pass; none where there is no fair cycle.
    fn needs(&mut self, members: &[u64]) -> Option<Vec<Need>> {
        let mut moved = Movers::default();
        let mut paused = Movers::default();
        let mut most = 0;
        for member in members {
            let key = self.store.key(*member).to_vec();
            let (able, count) = self.able(&key);
            most = most.max(count);
            for process in (0..256).filter(|process| !has(&able, *process)) {
                paused[process as usize / 64] |= 1 << (process % 64);
            }
            for (_, movers) in self.inside(&key) {
                for (word, more) in moved.iter_mut().zip(movers) {
                    *word |= more;
                }
            }
        }
        let mut needs = vec![Need::Accepting];
        for process in 0..most {
            match (has(&paused, process), has(&moved, process)) {
                (true, _) => needs.push(Need::Pause(process)),
                (false, true) => needs.push(Need::Step(process)),
                (false, false) => return None,
            }
        }
        Some(needs)
    }

    /// Who can step in a state, and how many processes there are.
    fn able(&mut self, key: &[u8]) -> (Movers, u32) {
        let expander = &mut self.walker.expander;
        let mut node = Node::default();
        expander.unpack(key, &mut node);
        let count = expander.machine.processes(&node.state);
        let mut able = Movers::default();
        let mut steps: Vec<Planned> = Vec::new();
        for timeout in [false, true] {
            let least = expander.least_priority(&node, timeout);
            for process in 0..count {
                if least == 0 || expander.machine.priority(&node.state, process) >= least {
                    expander.machine.steps(&node.state, process, timeout, &mut steps);
                }
            }
            if !steps.is_empty() || !expander.machine.uses_timeout() {
                break;
            }
        }
        for step in steps.iter().map(|planned| &planned.step) {
            let partner = step.partner.map(|partner| partner.process);
            for process in std::iter::once(step.process).chain(partner) {
                able[process as usize / 64 % 4] |= 1 << (process % 64);
            }
        }
        (able, count)
    }

    /// The states of the component that a state leads to, and who steps on the way.
    fn inside(&mut self, key: &[u8]) -> Vec<(Vec<u8>, Movers)> {
        let mut batch = Batch::default();
        let counted = self.walker.expander.transitions;
        self.walker.expander.enumerate(key, &mut batch);
        self.walker.expander.transitions = counted;
        let mut states = Vec::new();
        for entry in 0..batch.entries.len() {
            let key = batch.key(entry);
            let known = self.store.find(key).map(|handle| number(self.store, handle));
            if known.is_some_and(|at| self.found.component[at] == self.component) {
                states.push((key.to_vec(), batch.movers[entry]));
            }
        }
        states
    }

    fn satisfies(&mut self, need: Need, state: &[u8]) -> bool {
        match need {
            Need::Accepting => {
                let handle = self.store.find(state);
                handle.is_some_and(|handle| self.store.marks(handle) & ACCEPTING != 0)
            }
            Need::Pause(process) => !has(&self.able(state).0, process),
            Need::Step(_) => false,
        }
    }

    /// Takes away the needs that a state serves.
    fn pass_state(&mut self, open: &mut Vec<Need>, state: &[u8]) {
        let all = std::mem::take(open);
        for need in all {
            if !self.satisfies(need, state) {
                open.push(need);
            }
        }
    }

    /// The shortest way inside the component, of one step at least, to where something holds.
    fn way(
        &mut self,
        from: &[u8],
        mut arrived: impl FnMut(&mut Self, &[u8], &Movers) -> bool,
    ) -> Option<Vec<(Vec<u8>, Option<u32>)>> {
        let mut parents: FxHashMap<Vec<u8>, Vec<u8>> = FxHashMap::default();
        let mut queue = VecDeque::from([from.to_vec()]);
        while let Some(state) = queue.pop_front() {
            for (next, movers) in self.inside(&state) {
                if arrived(self, &next, &movers) {
                    let mut way = vec![(next, None)];
                    let mut at = state;
                    while at != from {
                        let before = parents.get(&at)?.clone();
                        way.push((std::mem::replace(&mut at, before), None));
                    }
                    way.reverse();
                    return Some(way);
                }
                if next != from && !parents.contains_key(&next) {
                    parents.insert(next.clone(), state.clone());
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
