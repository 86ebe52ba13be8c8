//! Escape analysis: objects that no other thread can reach yet, and stable fields, which keep their value once it can.
//!
//! Most objects are written while they are made, and only read once others can have them: what a task is to do,
//! what a message says, which lock an account has. Such a field is as good as a constant, also for threads that
//! were started long before the object was made. A point knows which objects were made on its way and have not escaped;
//! when one escapes its fields are noted, and a later write makes the field a variable. What an iteration notes is
//! believed in the next, until two iterations agree.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::abstract_state::AbstractState;
use super::build::Builder;
use super::value::{InstanceId, Loc, Shape, Value};

/// The objects that were made on the way to a point, and that nothing in the heap refers to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fresh(Rc<Vec<InstanceId>>);

/// More are not followed at one point.
const MOST_FRESH: usize = 32;

impl Fresh {
    /// Whether no other thread can reach the object yet.
    pub fn contains(&self, object: InstanceId) -> bool {
        self.0.binary_search(&object).is_ok()
    }

    fn insert(&mut self, object: InstanceId) {
        if let Err(at) = self.0.binary_search(&object) {
            Rc::make_mut(&mut self.0).insert(at, object);
        }
    }

    fn remove(&mut self, object: InstanceId) -> bool {
        let found = self.0.binary_search(&object);
        if let Ok(at) = found {
            Rc::make_mut(&mut self.0).remove(at);
        }
        found.is_ok()
    }
}

/// What is found out in an iteration about the fields of objects that were stored: the one value that a field had
/// then, and has ever since; none where it has others.
#[derive(Default)]
pub struct StableFields(FxHashMap<Loc, Option<Value>>);

impl StableFields {
    fn note(&mut self, loc: Loc, value: Option<Value>) {
        let known = self.0.entry(loc).or_insert(value);
        if *known != value {
            *known = None;
        }
    }

    /// Notes that a field has more than one value: it is not stable, whatever is written later.
    pub fn varies(&mut self, loc: Loc) {
        self.0.insert(loc, None);
    }

    /// The stable fields and their values.
    pub fn iter(&self) -> impl Iterator<Item = (Loc, Value)> {
        self.0.iter().filter_map(|(loc, value)| Some((*loc, (*value)?)))
    }

    /// The value of a stable field; none if the field is not stable or was not seen.
    pub fn get(&self, loc: Loc) -> Option<Value> {
        self.0.get(&loc).copied().flatten()
    }
}

impl Builder<'_, '_> {
    /// Notes that an object was made here.
    pub fn is_new(&mut self, config: &mut AbstractState, object: InstanceId) {
        if !matches!(self.facts.instances[object].shape, Shape::Object(_)) {
            return;
        }
        if config.fresh.0.len() >= MOST_FRESH {
            forget_fresh(config);
        }
        if config.fresh.0.len() >= MOST_FRESH {
            self.publish_all(config);
        }
        config.fresh.insert(object);
    }

    /// From here on others may come to have the object.
    pub fn publish(&mut self, config: &mut AbstractState, object: InstanceId) {
        if !config.fresh.remove(object) {
            return;
        }
        for loc in self.places(object) {
            if self.facts.is_shared(loc) {
                continue;
            }
            let zero = self.facts.zero(loc);
            let value = config.heap.values.get(&loc).copied().unwrap_or(zero);
            let value = match value {
                Value::Object(other) if self.facts.is_reused(other) => None,
                Value::Undefined
                | Value::Number(_)
                | Value::Input(_)
                | Value::Opaque
                | Value::Slot => None,
                known => Some(known),
            };
            self.iteration.constants.note(loc, value);
        }
    }

    /// From here on others may come to have any of the fresh objects, as where the process meets another one.
    pub fn publish_all(&mut self, config: &mut AbstractState) {
        let all = config.fresh.0.clone();
        all.iter().for_each(|object| self.publish(config, *object));
    }

    /// What a field holds for good, unless the process is still making its object.
    pub fn constant(&self, config: &AbstractState, loc: Loc) -> Option<Value> {
        let Loc::Field(owner, _) = loc else { return None };
        self.facts.constant(loc).filter(|_| !config.fresh.contains(owner))
    }

    /// Notes that a place is written.
    pub fn is_written(&mut self, config: &AbstractState, loc: Loc) {
        if let Loc::Field(owner, _) = loc
            && !config.fresh.contains(owner)
        {
            self.iteration.constants.varies(loc);
        }
    }
}

/// Forgets the objects that no variable has any more: they are garbage.
pub fn forget_fresh(config: &mut AbstractState) {
    let has = |object: &InstanceId| {
        let vars = config.frames.iter().flat_map(|frame| &frame.vars);
        vars.chain(config.focus.iter().map(|(_, value)| value))
            .any(|value| *value == Value::Object(*object))
    };
    if !config.fresh.0.iter().all(has) {
        let kept = config.fresh.0.iter().copied().filter(has).collect();
        config.fresh = Fresh(Rc::new(kept));
    }
}
