//! Search for weakly fair cycles, by strongly connected components (after R. Tarjan, 1972).
//!
//! A component has a fair bad cycle if it passes what a bad cycle must pass and if every process
//! either steps inside it or cannot step in one of its states: a cycle can go round all of these.
//! Where the system rests for ever no process can step, so resting is fair. Components are put together
//! while the search goes on (each edge back to an open state joins all that lie between), and looked
//! at whenever one grows, so that a violation is found before its component is complete.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::depth_first::figures;
use super::infinite::{LivenessGoal, Violation};
use super::walker::{Next, Walker};
use crate::expand::{Alarm, Batch, Movers, Node};
use crate::gauge::Gauge;
use crate::machine::Machine;
use crate::store::{ACCEPTING, Exact, Store};
use crate::trace::Path;

/// The number of a state, in the order of first visits, is kept with it.
const NUMBER: usize = 4;

/// The store that this search needs.
pub fn store() -> Exact {
    Exact::new(NUMBER)
}

/// A component in the making: the states from a number on that are still open.
#[derive(Clone, Debug)]
struct OpenComponent {
    first: u32,
    accepting: bool,
    /// The processes that cannot step in some state of it.
    paused: Movers,
    /// The processes that step inside it.
    moved: Movers,
    /// The process that steps on the way into its first state.
    entered: Movers,
    processes: u32,
}

impl OpenComponent {
    /// Whether every process steps inside or pauses.
    fn is_fair(&self) -> bool {
        let calm = |process: u32| has(&self.paused, process) || has(&self.moved, process);
        self.accepting && (0..self.processes).all(calm)
    }

    fn join(&mut self, inner: &OpenComponent) {
        self.accepting |= inner.accepting;
        self.processes = self.processes.max(inner.processes);
        add(&mut self.paused, &inner.paused);
        add(&mut self.moved, &inner.moved);
        add(&mut self.moved, &inner.entered);
    }
}

#[derive(Default)]
struct Components {
    parts: Vec<OpenComponent>,
    /// The states whose component is not complete, in order.
    open: Vec<u32>,
    /// For each state, whether its component is complete.
    closed: Vec<bool>,
}

impl Components {
    /// Joins all parts down to the one that a state belongs to. The step back to it was made by these.
    fn join_down_to(&mut self, number: u32, movers: &Movers) {
        while let [.., lower, upper] = &mut self.parts[..]
            && upper.first > number
        {
            lower.join(upper);
            self.parts.pop();
        }
        if let Some(part) = self.parts.last_mut() {
            add(&mut part.moved, movers);
        }
    }

    /// A state is finished; if it is the first of its component, that is complete.
    fn finish(&mut self, number: u32) {
        if self.parts.last().is_some_and(|part| part.first == number) {
            self.parts.pop();
            while let Some(last) = self.open.pop_if(|last| *last >= number) {
                self.closed[last as usize] = true;
            }
        }
    }
}

/// Searches until a fair violation is found, everything was visited or the budget is spent.
pub fn search<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut Exact,
    liveness: LivenessGoal<'_>,
    gauge: &mut Gauge<'_>,
) -> Option<Violation> {
    let mut start = Batch::default();
    walker.expander.track_movers = true;
    walker.expander.initial(&mut start).ok()?;
    let mut components = Components::default();
    let (root, _) = store.insert_with(start.key(0), &0u32.to_le_bytes());
    walker.push(start.packed(0), 0, root);
    arrive(walker, store, liveness, &mut components, Movers::default());
    while walker.depth() > 0 {
        let here = walker.tag(walker.depth() - 1);
        match walker.next() {
            Next::Successor(entry) => {
                let movers = walker.batch.movers[entry];
                let next = components.closed.len() as u32;
                let (handle, new) = store.insert_with(walker.batch.key(entry), &next.to_le_bytes());
                if new {
                    walker.push_entry(entry, handle);
                    arrive(walker, store, liveness, &mut components, movers);
                    let depth = walker.depth() as u64;
                    if !gauge.allows_depth(depth) {
                        components.finish(next);
                        walker.pop();
                    }
                    if !gauge.go_on(depth, || figures(walker, store)) {
                        break;
                    }
                    continue;
                }
                let target = number(store, handle);
                if components.closed[target as usize] {
                    continue;
                }
                components.join_down_to(target, &movers);
                if let Some(part) = components.parts.last()
                    && part.is_fair()
                {
                    return Some(fair_cycle(walker, store, &components, part));
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
                if rests && accepts && matches!(liveness, LivenessGoal::Accept) {
                    return Some(Violation::Rest(walker.path()));
                }
                components.finish(number(store, here));
                walker.pop();
            }
        }
    }
    None
}

fn number(store: &Exact, handle: u64) -> u32 {
    store.extra(handle).try_into().map_or(0, u32::from_le_bytes)
}

/// A state is visited for the first time: it is a component of its own until more is known.
fn arrive<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut Exact,
    liveness: LivenessGoal<'_>,
    components: &mut Components,
    entered: Movers,
) {
    let handle = walker.tag(walker.depth() - 1);
    walker.node();
    let accepting = liveness.accepts(&walker.expander.machine, walker.loaded_node());
    if accepting {
        store.set_marks(handle, ACCEPTING);
    }
    let (able, processes) = walker.able();
    let first = components.closed.len() as u32;
    components.closed.push(false);
    components.open.push(first);
    let paused = able.map(|word| !word);
    let moved = Movers::default();
    components.parts.push(OpenComponent { first, accepting, paused, moved, entered, processes });
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

/// A fair cycle through a component that has one, with the way to it.
fn fair_cycle<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut Exact,
    components: &Components,
    part: &OpenComponent,
) -> Violation {
    let mut needs = vec![Need::Accepting];
    needs.extend((0..part.processes).map(|process| match has(&part.paused, process) {
        true => Need::Pause(process),
        false => Need::Step(process),
    }));
    let mut path = walker.path();
    // The component begins on the path; the cycle starts there.
    let member = |depth: &usize| number(store, walker.tag(*depth)) >= part.first;
    let start = (0..walker.depth()).find(member).unwrap_or(0);
    path.states.truncate(start + 1);
    path.by.truncate(start + 1);
    let mut tour = Tour { walker, store, components, first: part.first };
    let complete = tour.go_round(&mut path, start, needs);
    debug_assert!(complete, "a component is connected");
    Violation::Cycle(path, start)
}

fn has(movers: &Movers, process: u32) -> bool {
    movers[process as usize / 64 % 4] & (1 << (process % 64)) != 0
}

fn add(movers: &mut Movers, more: &Movers) {
    for (word, more) in movers.iter_mut().zip(more) {
        *word |= more;
    }
}

struct Tour<'t, 'a, M: Machine> {
    walker: &'t mut Walker<'a, M>,
    store: &'t mut Exact,
    components: &'t Components,
    first: u32,
}

impl<M: Machine> Tour<'_, '_, M> {
    /// Goes from the last state of a path through all that is needed and back to where it started.
    fn go_round(&mut self, path: &mut Path, start: usize, mut open: Vec<Need>) -> bool {
        let home = path.states[start].clone();
        self.pass_state(&mut open, &home);
        while let Some(need) = open.first().copied() {
            let from = path.states[path.states.len() - 1].clone();
            let way = self.way(&from, |tour, state, movers| match need {
                Need::Step(process) => has(movers, process),
                _ => tour.satisfies(need, state),
            });
            let Some(way) = way else { return false };
            for state in way {
                path.push(&state, None);
                self.pass_state(&mut open, &state);
            }
            // The way was found for this need, whatever else it serves.
            if let Need::Step(process) = need {
                let last = path.by.len() - 1;
                path.by[last] = Some(process);
            }
            open.retain(|other| *other != need);
        }
        let from = path.states[path.states.len() - 1].clone();
        if path.states.len() - 1 == start || from != home {
            let Some(way) = self.way(&from, |_, state, _| state == home) else { return false };
            for state in way {
                path.push(&state, None);
            }
        }
        true
    }

    /// The states of the component that a state leads to, and the process that steps on the way.
    fn inside(&mut self, key: &[u8]) -> Vec<(Vec<u8>, Movers)> {
        let mut batch = Batch::default();
        let counted = self.walker.expander.transitions;
        self.walker.expander.enumerate(key, &mut batch);
        self.walker.expander.transitions = counted;
        let mut states = Vec::new();
        for entry in 0..batch.entries.len() {
            let key = batch.key(entry);
            let known = self.store.find(key).map(|handle| number(self.store, handle));
            let inside = |at: u32| at >= self.first && !self.components.closed[at as usize];
            if known.is_some_and(inside) {
                states.push((key.to_vec(), batch.movers[entry]));
            }
        }
        states
    }

    fn able(&mut self, key: &[u8]) -> Movers {
        let mut node = Node::default();
        self.walker.expander.unpack(key, &mut node);
        self.walker.expander.able(&node).0
    }

    fn satisfies(&mut self, need: Need, state: &[u8]) -> bool {
        match need {
            Need::Accepting => {
                let handle = self.store.find(state);
                handle.is_some_and(|handle| self.store.marks(handle) & ACCEPTING != 0)
            }
            Need::Pause(process) => !has(&self.able(state), process),
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
    ) -> Option<Vec<Vec<u8>>> {
        let mut parents: FxHashMap<Vec<u8>, Vec<u8>> = FxHashMap::default();
        let mut queue = VecDeque::from([from.to_vec()]);
        while let Some(state) = queue.pop_front() {
            for (next, movers) in self.inside(&state) {
                if arrived(self, &next, &movers) {
                    let mut way = vec![next];
                    let mut at = state;
                    while at != from {
                        let before = parents.get(&at)?.clone();
                        way.push(std::mem::replace(&mut at, before));
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
