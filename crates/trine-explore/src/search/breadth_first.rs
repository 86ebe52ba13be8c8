//! Breadth-first search: visits states by their distance from the initial one, so that traces are shortest.

use std::collections::VecDeque;

use trine_verdict::Progress;

use super::depth_first::{
    looks_at_states, report_initial_faults, violations_at_rest, violations_in,
};
use super::goals::{Goals, Place};
use super::infinite::Violation;
use crate::expand::{Alarm, Batch, Expander, Node};
use crate::gauge::{Gauge, PACE};
use crate::machine::Machine;
use crate::store::{Exact, Store};
use crate::trace::Path;

/// A search by distance: the states, each with where it was reached from, and those still to be looked
/// at.
pub struct BreadthFirst<'a, M: Machine> {
    pub expander: Expander<'a, M>,
    pub store: Exact,
    pub reduce: bool,
    /// Handles and distances, and the bytes of a state that are no part of its key.
    queue: VecDeque<(u64, u64, Box<[u8]>)>,
    batch: Batch,
    node: Node<M::State>,
}

/// Where a state was reached from, as bytes of its record.
const PARENT: usize = 5;
const NO_PARENT: u64 = (1 << 40) - 1;

impl<'a, M: Machine> BreadthFirst<'a, M> {
    /// A search whose store keeps each state's predecessor.
    pub fn new(expander: Expander<'a, M>, reduce: bool) -> BreadthFirst<'a, M> {
        BreadthFirst {
            expander,
            store: Exact::new(PARENT),
            reduce,
            queue: VecDeque::new(),
            batch: Batch::default(),
            node: Node::default(),
        }
    }

    /// Looks for what a finite execution can violate. Returns how many states were not finished.
    pub fn finite(&mut self, goals: &mut Goals<'_>, gauge: &mut Gauge<'_>) -> u64 {
        if let Err(kinds) = self.start() {
            report_initial_faults(goals, &kinds);
            return 0;
        }
        while !goals.are_settled() {
            let Some((handle, depth, hidden)) = self.queue.pop_front() else { return 0 };
            let rests = self.expand(handle, depth, &hidden, gauge);
            if looks_at_states(goals) {
                for place in violations_in(&self.expander.machine, goals, &self.node) {
                    if goals.want(&place) {
                        let path = self.path(handle, &hidden);
                        let moves = path.moves(&mut self.expander);
                        goals.found(&place, moves.map(|(moves, _)| moves));
                    }
                }
            }
            for (alarm, _) in std::mem::take(&mut self.batch.alarms) {
                let place = Place::Alarm(alarm);
                if goals.want(&place) {
                    let path = self.path(handle, &hidden);
                    goals.found(&place, path.moves_to_alarm(&mut self.expander, &alarm));
                }
            }
            if rests {
                let machine = &self.expander.machine;
                for place in violations_at_rest(machine, self.expander.events(), &self.node) {
                    if goals.want(&place) {
                        let path = self.path(handle, &hidden);
                        let moves = path.moves(&mut self.expander);
                        goals.found(&place, moves.map(|(moves, _)| moves));
                    }
                }
            }
            if !gauge.go_on(depth, || self.figures(depth)) {
                break;
            }
        }
        self.queue.len() as u64 + 1
    }

    /// Looks for a move of the claim that violates by itself.
    pub fn claim(&mut self, gauge: &mut Gauge<'_>) -> Option<Violation> {
        self.start().ok()?;
        while let Some((handle, depth, hidden)) = self.queue.pop_front() {
            self.expand(handle, depth, &hidden, gauge);
            let alarms = std::mem::take(&mut self.batch.alarms);
            if alarms.iter().any(|(alarm, _)| matches!(alarm, Alarm::Claim(_))) {
                return Some(Violation::Finite(self.path(handle, &hidden)));
            }
            if !gauge.go_on(depth, || self.figures(depth)) {
                break;
            }
        }
        None
    }

    /// How many states are still to be looked at.
    pub fn frontier(&self) -> u64 {
        self.queue.len() as u64
    }

    fn start(&mut self) -> Result<(), Vec<trine_system::FaultKind>> {
        self.expander.initial(&mut self.batch)?;
        self.add(NO_PARENT, 1);
        Ok(())
    }

    /// Adds what is in the batch, reached from a state. True if some of it is new.
    fn add(&mut self, parent: u64, depth: u64) -> bool {
        let mut any = false;
        for entry in 0..self.batch.entries.len() {
            let key = self.batch.key(entry);
            let extra = &parent.to_le_bytes()[..PARENT];
            let (handle, new) = self.store.insert_with(key, extra);
            if new {
                any = true;
                let hidden = self.batch.packed(entry)[key.len()..].into();
                self.queue.push_back((handle, depth, hidden));
            }
        }
        self.batch.truncate(0);
        any
    }

    /// Adds all that a state leads to. True if the system rests there.
    fn expand(&mut self, handle: u64, depth: u64, hidden: &[u8], gauge: &mut Gauge<'_>) -> bool {
        let packed = self.packed(handle, hidden);
        self.expander.unpack(&packed, &mut self.node);
        if !self.expander.look(&self.node, &mut self.batch) {
            return false;
        }
        let mut chosen = None;
        if self.reduce {
            chosen = self.expander.machine.ample_process(&self.node.state, false);
            if let Some(process) = chosen {
                let (node, batch) = (&self.node, &mut self.batch);
                self.expander.expand(node, process, false, batch);
                let ends = !batch.alarms.is_empty() || batch.entries.is_empty();
                // Something new shows that the others are not put off for ever.
                if gauge.allows_depth(depth + 1) && self.add(handle, depth + 1) && !ends {
                    return false;
                }
            }
        }
        let mut any = chosen.is_some();
        for timeout in [false, true] {
            let count = self.expander.machine.processes(&self.node.state);
            let least = self.expander.least_priority(&self.node, timeout);
            for process in (0..count).rev().filter(|process| Some(*process) != chosen) {
                let priority = self.expander.machine.priority(&self.node.state, process);
                if least == 0 || priority >= least {
                    any |= self.expander.expand(&self.node, process, timeout, &mut self.batch);
                }
            }
            if any || !self.expander.machine.uses_timeout() {
                break;
            }
        }
        if !any && self.expander.claim().is_some() {
            self.expander.rest(&self.node, &mut self.batch);
        }
        if self.batch.entries.is_empty() || gauge.allows_depth(depth + 1) {
            self.add(handle, depth + 1);
        }
        self.batch.truncate(0);
        !any
    }

    fn packed(&self, handle: u64, hidden: &[u8]) -> Vec<u8> {
        let mut packed = self.store.key(handle).to_vec();
        packed.extend_from_slice(hidden);
        packed
    }

    /// The states that lead to one from the initial state. Where some bytes of states are hidden, they
    /// are found again by following the keys.
    fn path(&mut self, handle: u64, hidden: &[u8]) -> Path {
        let mut handles = vec![handle];
        loop {
            let last = handles[handles.len() - 1];
            let mut parent = [0; 8];
            parent[..PARENT].copy_from_slice(self.store.extra(last));
            match u64::from_le_bytes(parent) {
                NO_PARENT => break,
                parent => handles.push(parent),
            }
        }
        handles.reverse();
        let mut path = Path::default();
        if hidden.is_empty() {
            for handle in handles {
                path.push(self.store.key(handle), None);
            }
            return path;
        }
        let mut batch = Batch::default();
        if self.expander.initial(&mut batch).is_err() {
            return path;
        }
        path.push(batch.packed(0), None);
        for handle in &handles[1..] {
            batch.clear();
            let from = path.states[path.states.len() - 1].clone();
            self.expander.enumerate(&from, &mut batch);
            let key = self.store.key(*handle);
            let found = (0..batch.entries.len()).find(|entry| batch.key(*entry) == key);
            match found {
                Some(entry) => path.push(batch.packed(entry), None),
                None => break,
            }
        }
        path
    }

    fn figures(&self, depth: u64) -> (Progress, u64) {
        let queue = self.queue.capacity() * size_of::<(u64, u64, Box<[u8]>)>();
        let progress = Progress {
            states: self.store.len(),
            transitions: self.expander.transitions,
            depth,
            bytes: self.store.bytes() + queue as u64,
        };
        (progress, self.store.next_growth(u64::from(PACE)) + queue as u64)
    }
}
