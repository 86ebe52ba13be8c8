//! Widening: where many abstract states differ only in static values, these move into the state.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::abstract_state::AbstractState;
use super::build::{Builder, Halt};
use super::value::{InstanceId, Loc, Value};
use crate::program::*;

/// So many points that differ only in what is known there are too many.
pub const CROWD: usize = 24;
/// So many are, where the program is too large otherwise.
pub const SMALL_CROWD: usize = 6;
/// So many are, where what they differ in is which locks are meant.
const CROWD_OF_LOCKS: usize = 20 * CROWD;
/// So many are, where everything has one of at most so many values: how these go together is soon exhausted.
const CROWD_OF_FEW: usize = 8 * CROWD;
const FEW: usize = 3;
/// So many are, where the state has decided nothing yet.
const LONG_WAY: usize = 200 * CROWD;
/// So many of them are compared.
const MOST_COMPARED: usize = 10 * CROWD;
/// A lock is so many fields away at most.
const NEAR: usize = 3;

impl Builder<'_, '_> {
    /// Counts the points at one place of the code, and gives up knowing where there are too many.
    pub fn crowd(&mut self, config: &AbstractState) -> Result<(), Halt> {
        self.facts.note_locks(config.held.keys());
        let mut crowd = self.crowds.remove(&config.stack()).unwrap_or_default();
        crowd.push(config.clone());
        let again = self.find_iterations(&crowd, config)
            || self.is_crowd(&crowd) && {
                // Which lock is meant is known for as long as can be: what the state chooses is chosen anew each
                // time, and a lock would be given back that is not the one that was taken.
                let any = !config.open || crowd.len().is_multiple_of(CROWD_OF_LOCKS);
                self.widen(&crowd, any)
            };
        self.crowds.insert(config.stack(), crowd);
        if again { Err(Halt::Again) } else { Ok(()) }
    }

    fn is_crowd(&self, crowd: &[AbstractState]) -> bool {
        let open = crowd.last().is_some_and(|point| point.open);
        let many = crowd.len().is_multiple_of(if open { self.facts.crowd } else { LONG_WAY });
        // Going through threads one by one, as a process that waits for them all does, comes to an end.
        many && (crowd.len().is_multiple_of(LONG_WAY) || !self.differ_in_threads(crowd))
    }

    /// Whether points are each about a thread of its own.
    fn differ_in_threads(&self, points: &[AbstractState]) -> bool {
        let Some(first) = points.first().and_then(AbstractState::top) else { return false };
        (0..first.vars.len()).any(|var| {
            let mut seen = BTreeSet::new();
            points.iter().all(|point| match point.top().and_then(|top| top.vars.get(var)) {
                Some(Value::Object(object)) => self.is_thread(*object) && seen.insert(*object),
                _ => false,
            })
        })
    }

    /// Moves what differs most among points into the state, also where that is which lock is meant if `any` says
    /// so. False: there is nothing of the kind.
    pub fn widen(&mut self, points: &[AbstractState], any: bool) -> bool {
        let count = points.len();
        // What differs among very many differs among some of them.
        let points: Vec<&AbstractState> =
            points.iter().step_by(points.len().div_ceil(MOST_COMPARED).max(1)).collect();
        let mut different = Different::among(&points);
        if !any {
            different.leave_out(|values| self.are_locks(&points, values));
        }
        different.vars.retain(|_, values| values.len() > 1);
        different.locs.retain(|loc, values| values.len() > 1 && !self.facts.is_shared(*loc));
        different.made.retain(|_, counts| counts.len() > 1);
        let Some(most) = different.most() else { return false };
        let few = if self.facts.crowd < CROWD { 1 } else { FEW };
        if !any && most <= few && count < CROWD_OF_FEW {
            return false;
        }
        let enough = (most / 2).max(2);
        let open = points.iter().all(|point| point.open);
        let mut found = false;
        for (source, counts) in different.made {
            if counts.len() >= enough {
                self.facts.repeats(source);
                found = true;
            }
        }
        for ((_, method, var), values) in different.vars {
            if values.len() >= enough && !self.facts.is_dynamic(self.thread, method, var, open) {
                self.facts.make_dynamic(self.thread, method, var, open);
                found = true;
            }
        }
        for (loc, values) in different.locs {
            // What others may reach is likely to be needed in the state anyway.
            let known = loc.owner().is_some_and(|owner| !self.facts.escaped().contains(&owner));
            if values.len() >= enough || !known {
                self.facts.share(loc);
                found = true;
            }
        }
        found
    }

    /// Whether it depends on which of these values it is which lock is meant.
    fn are_locks(&self, points: &[&AbstractState], values: &BTreeSet<Value>) -> bool {
        let objects = values.iter().filter_map(|value| match value {
            Value::Object(object) => Some(*object),
            _ => None,
        });
        let mut locks = objects.map(|object| self.locks_near(points, object));
        let Some(first) = locks.next() else { return false };
        locks.any(|other| other != first)
    }

    /// The locks that an object is, or that a process comes to from it.
    fn locks_near(&self, points: &[&AbstractState], object: InstanceId) -> BTreeSet<InstanceId> {
        let mut near = vec![object];
        let mut seen: BTreeSet<InstanceId> = near.iter().copied().collect();
        for _ in 0..NEAR {
            let fields = near.iter().flat_map(|object| {
                let point =
                    points.iter().find(|point| point.heap.values.of(*object).next().is_some());
                point.into_iter().flat_map(|point| point.heap.values.of(*object))
            });
            let next = fields.filter_map(|(loc, value)| match (loc, value) {
                (Loc::Field(..), Value::Object(next)) => Some(*next),
                _ => None,
            });
            near = next.filter(|next| seen.insert(*next)).collect();
        }
        seen.retain(|object| self.facts.is_lock(*object));
        seen
    }
}

/// What some points differ in: the values of variables and places, and how many objects were made.
#[derive(Default)]
struct Different {
    vars: FxHashMap<(usize, MethodId, VarId), BTreeSet<Value>>,
    locs: FxHashMap<Loc, BTreeSet<Value>>,
    made: FxHashMap<u32, BTreeSet<u32>>,
}

impl Different {
    fn among(points: &[&AbstractState]) -> Different {
        let mut all = Different::default();
        let mut listed: FxHashMap<Loc, usize> = FxHashMap::default();
        let mut alive: FxHashMap<InstanceId, usize> = FxHashMap::default();
        for point in points {
            for (depth, frame) in point.frames.iter().enumerate() {
                for (var, value) in frame.vars.iter().enumerate() {
                    let key = (depth, frame.method, VarId(var as u32));
                    if !matches!(value, Value::Undefined | Value::Slot) {
                        all.vars.entry(key).or_default().insert(*value);
                    }
                }
            }
            let mut owners = BTreeSet::new();
            for (loc, value) in &point.heap.values {
                all.locs.entry(*loc).or_default().insert(*value);
                *listed.entry(*loc).or_default() += 1;
                owners.extend(loc.owner());
            }
            owners.into_iter().for_each(|owner| *alive.entry(owner).or_default() += 1);
            for (source, count) in point.made.iter() {
                all.made.entry(source).or_default().insert(count);
            }
        }
        for (loc, values) in &mut all.locs {
            // What a point does not list holds zero there, unless nothing can reach it and all was forgotten.
            let there = loc.owner().map_or(points.len(), |owner| alive[&owner]);
            if listed[loc] < there {
                values.insert(zero_like(values.first()));
            }
        }
        all
    }

    /// Leaves out what has such values.
    fn leave_out(&mut self, are_such: impl Fn(&BTreeSet<Value>) -> bool) {
        self.vars.retain(|_, values| !are_such(values));
        self.locs.retain(|_, values| !are_such(values));
    }

    /// How many values one of them has.
    fn most(&self) -> Option<usize> {
        let values = self.vars.values().chain(self.locs.values()).map(BTreeSet::len);
        values.chain(self.made.values().map(BTreeSet::len)).max()
    }
}

/// What a place holds before the first process assigned to it that may hold such a value.
fn zero_like(value: Option<&Value>) -> Value {
    match value {
        Some(Value::Int(_)) => Value::Int(0),
        Some(Value::Float(_)) => Value::Float(0),
        _ => Value::Null,
    }
}
