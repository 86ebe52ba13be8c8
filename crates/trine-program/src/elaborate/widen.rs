//! Where many points differ only in what is known, what they differ in moves into the state.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::build::{Builder, Halt};
use super::config::Config;
use super::value::{Loc, Value};
use crate::program::*;

/// So many points that differ only in what is known there are too many.
const CROWD: usize = 24;
/// So many of them are compared.
const MOST_COMPARED: usize = 10 * CROWD;

impl Builder<'_, '_> {
    /// Counts the points at one place of the code, and gives up knowing where there are too many.
    pub fn crowd(&mut self, config: &Config) -> Result<(), Halt> {
        let mut crowd = self.crowds.remove(&config.stack()).unwrap_or_default();
        crowd.push(config.clone());
        let rounds = self.find_rounds(&crowd, config);
        let crowd = self.crowds.entry(config.stack()).or_insert(crowd);
        if rounds {
            return Err(Halt::Again);
        }
        let many = match config.open {
            true => CROWD,
            false => 200 * CROWD,
        };
        if !crowd.len().is_multiple_of(many) {
            return Ok(());
        }
        let crowd = crowd.clone();
        // Going through threads one by one, as whoever waits for them all does, comes to an end.
        if !crowd.len().is_multiple_of(200 * CROWD) && self.differ_in_threads(&crowd) {
            return Ok(());
        }
        if self.widen(&crowd) { Err(Halt::Again) } else { Ok(()) }
    }

    /// Whether points are each about a thread of its own.
    fn differ_in_threads(&self, points: &[Config]) -> bool {
        let Some(first) = points.first().and_then(Config::top) else { return false };
        (0..first.vars.len()).any(|var| {
            let mut seen = BTreeSet::new();
            points.iter().all(|point| match point.top().and_then(|top| top.vars.get(var)) {
                Some(Value::Object(object)) => self.is_thread(*object) && seen.insert(*object),
                _ => false,
            })
        })
    }

    /// Moves what differs most among points into the state. False: there is nothing of the kind.
    pub fn widen(&mut self, points: &[Config]) -> bool {
        let mut vars: FxHashMap<(usize, MethodId, VarId), BTreeSet<Value>> = FxHashMap::default();
        let mut locs: FxHashMap<Loc, (BTreeSet<Value>, usize)> = FxHashMap::default();
        // What differs among very many differs among some of them.
        let points: Vec<&Config> =
            points.iter().step_by(points.len().div_ceil(MOST_COMPARED).max(1)).collect();
        for point in &points {
            for (depth, frame) in point.frames.iter().enumerate() {
                for (var, value) in frame.vars.iter().enumerate() {
                    let key = (depth, frame.method, VarId(var as u32));
                    if !matches!(value, Value::Undefined | Value::Slot) {
                        vars.entry(key).or_default().insert(*value);
                    }
                }
            }
            for (loc, value) in &point.heap.values {
                if !self.world.is_shared(*loc) {
                    let (values, listed) = locs.entry(*loc).or_default();
                    values.insert(*value);
                    *listed += 1;
                }
            }
        }
        // What a point does not list holds zero there.
        let locs: Vec<(Loc, BTreeSet<Value>)> = locs
            .into_iter()
            .map(|(loc, (mut values, listed))| {
                if listed < points.len() {
                    values.insert(Value::zero(self.world.field_type(loc)));
                }
                (loc, values)
            })
            .collect();
        let mut made: FxHashMap<u32, BTreeSet<u32>> = FxHashMap::default();
        for (source, count) in points.iter().flat_map(|point| point.made.iter()) {
            made.entry(source).or_default().insert(count);
        }
        let all = vars.values().chain(locs.iter().map(|(_, values)| values));
        let most = all.map(BTreeSet::len).chain(made.values().map(BTreeSet::len)).max();
        let most = most.unwrap_or(0);
        if most < 2 {
            return false;
        }
        let enough = (most / 2).max(2);
        let mut found = false;
        for (source, counts) in made {
            if counts.len() >= enough {
                self.world.repeats(source);
                found = true;
            }
        }
        for ((_, method, var), values) in vars {
            if values.len() >= enough && !self.world.is_dynamic(method, var) {
                self.world.make_dynamic(method, var);
                found = true;
            }
        }
        for (loc, values) in locs {
            // What others may reach is likely to be needed in the state anyway.
            let known = loc.owner().is_some_and(|owner| !self.world.escaped().contains(&owner));
            if values.len() >= if known { enough } else { 2 } && !self.world.is_shared(loc) {
                self.world.share(loc);
                found = true;
            }
        }
        found
    }
}
