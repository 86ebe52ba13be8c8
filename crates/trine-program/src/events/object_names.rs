//! Names of objects in patterns: an object goes by the variable, static field or path that first held it.
//!
//! What a state no longer shows is kept beside it ([`Bindings`]): which object a name of the patterns has stood for, and
//! which objects have had no name so far. An object whose holder the code shows ahead has its name from the beginning,
//! so that what its constructor does is known by it. A name that comes to stand for two objects, or an object that gets
//! its name after something has happened to it, ends the execution as not followed.

use std::collections::BTreeSet;

use super::matching::Scene;
use super::pattern::{Fit, Path, Segment};
use crate::interpret::{Cell, ObjectId, Place, Value};
use crate::program::*;

/// What the names of the patterns stand for, as far as an execution has shown.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bindings {
    /// By name: what it first held, and whether that had no other name before.
    pub roots: Vec<Option<(Value, bool)>>,
    /// Objects that nothing with a name has held so far.
    pub unnamed: BTreeSet<ObjectId>,
    /// Objects to which something has happened that a pattern would mean if a path of it led to them, with the number
    /// of the path.
    pub acted: BTreeSet<(u32, ObjectId)>,
    /// Objects that will be stored to a place when they are made.
    pub pending: Vec<(ObjectId, Place)>,
    /// By the paths of threads: those that were started under it, in memory.
    pub threads: Vec<Vec<Value>>,
}

impl Bindings {
    /// The same with other numbers of objects; what is gone stands for nothing.
    pub(crate) fn renumbered(&self, value: impl Fn(Value) -> Value) -> Bindings {
        let object = |old: ObjectId| value(Value::Object(old)).object();
        let place = |old: Place| match old {
            Place::Static(field) => Some(Place::Static(field)),
            Place::Field(of, field) => Some(Place::Field(object(of)?, field)),
            Place::Element(of, at) => Some(Place::Element(object(of)?, at)),
            Place::Memory(of, at, bytes) => Some(Place::Memory(object(of)?, at, bytes)),
        };
        Bindings {
            roots: self.roots.iter().map(|root| root.map(|(old, own)| (value(old), own))).collect(),
            unnamed: self.unnamed.iter().filter_map(|old| object(*old)).collect(),
            acted: self
                .acted
                .iter()
                .filter_map(|(path, old)| Some((*path, object(*old)?)))
                .collect(),
            pending: self
                .pending
                .iter()
                .filter_map(|(old, at)| Some((object(*old)?, place(*at)?)))
                .collect(),
            threads: self
                .threads
                .iter()
                .map(|known| known.iter().map(|old| value(*old)).collect())
                .collect(),
        }
    }

    /// A name holds an object. An error: it held another one before, and which one it stands for is not known.
    pub(super) fn bind(&mut self, root: usize, value: Value, name: &str) -> Result<(), String> {
        let Value::Object(object) = value else { return Ok(()) };
        let fresh = self.unnamed.remove(&object);
        if self.roots.len() <= root {
            self.roots.resize(root + 1, None);
        }
        match self.roots[root] {
            None => {
                self.roots[root] = Some((value, fresh));
                Ok(())
            }
            Some((known, _)) if known == value => Ok(()),
            // The other one has a name of its own.
            Some((_, true)) if !fresh => Ok(()),
            Some(_) => Err(format!("`{name}` is the name of several objects")),
        }
    }

    /// Something with a name that no pattern uses holds an object.
    pub(super) fn named(&mut self, value: Value) {
        if let Value::Object(object) = value {
            self.unnamed.remove(&object);
        }
    }
}

/// Which paths count as names of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holder {
    /// From a variable or static field on.
    Own,
    /// The end of such a path, too.
    Ending,
}

impl Scene<'_, '_> {
    /// Whether a path names an object.
    pub(super) fn denotes(&self, path: &Path, value: Value, holder: Holder) -> Fit {
        let found = self.held(path, holder);
        let Value::Object(object) = value else { return Fit::of(found.contains(&value)) };
        if !found.contains(&value) {
            // A name that stands for something never comes to stand for another thing.
            let bound = path.prefix(path.segments.len()).and_then(|text| self.watch.root(&text));
            let bound = bound.and_then(|root| self.state.names.roots.get(root).copied().flatten());
            let plain = path.segments.last().is_some_and(|last| last.indices.is_empty());
            if holder == Holder::Ending || bound.is_none() || !plain {
                self.acted.borrow_mut().insert((self.watch.path_number(path, holder), object));
            }
            return Fit::No;
        }
        Fit::Yes
    }

    /// Why it is not known whether something that happened was an event: a path leads to an object now, and did not
    /// when something happened to it that the path's pattern means.
    pub fn named_late(&self) -> Option<String> {
        self.state.names.acted.iter().find_map(|(path, object)| {
            let (path, holder) = self.watch.path(*path)?;
            let late = self.held(&path, holder).contains(&Value::Object(*object));
            late.then(|| {
                format!("something has happened to `{}` before it had this name", path.text())
            })
        })
    }

    /// What a path leads to.
    fn held(&self, path: &Path, holder: Holder) -> Vec<Value> {
        let names = &self.state.names;
        let mut found = Vec::new();
        for count in 1..=path.segments.len() {
            let Some(text) = path.prefix(count) else { continue };
            if let Some(root) = self.watch.root(&text)
                && let Some(Some((value, _))) = names.roots.get(root)
            {
                found.extend(self.follow(
                    *value,
                    &path.segments[count - 1],
                    &path.segments[count..],
                ));
            }
        }
        let Some((first, rest)) = path.segments.split_first() else { return found };
        if holder == Holder::Ending
            && let Some(name) = &first.name
        {
            for value in self.fields_named(name) {
                found.extend(self.follow(value, first, rest));
            }
        }
        found
    }

    /// What fields of a name hold, static ones and those of all objects.
    fn fields_named(&self, name: &str) -> Vec<Value> {
        let program = self.machine.program;
        let named = |field: FieldId| self.watch.same(&program.fields[field].name, name);
        let statics = self.state.statics.iter().filter(|(field, _)| named(**field));
        let mut found: Vec<Value> = statics.map(|(_, value)| *value).collect();
        for cell in &self.state.heap {
            if let Cell::Object { class, fields, .. } = &**cell {
                let layout = self.machine.layout(*class);
                let held = layout.iter().zip(fields).filter(|(field, _)| named(**field));
                found.extend(held.map(|(_, value)| *value));
            }
        }
        for (object, place) in &self.state.names.pending {
            if let Place::Field(_, field) | Place::Static(field) = place
                && named(*field)
            {
                found.push(Value::Object(*object));
            }
        }
        found
    }

    fn follow(&self, from: Value, first: &Segment, rest: &[Segment]) -> Vec<Value> {
        let mut values = vec![from];
        for index in &first.indices {
            values = values.into_iter().flat_map(|value| self.elements_of(value, *index)).collect();
        }
        for segment in rest {
            let name = segment.name.as_deref();
            values = values.into_iter().flat_map(|value| self.fields_of(value, name)).collect();
            for index in &segment.indices {
                values =
                    values.into_iter().flat_map(|value| self.elements_of(value, *index)).collect();
            }
        }
        values
    }

    fn elements_of(&self, value: Value, index: Option<i64>) -> Vec<Value> {
        let Value::Object(object) = value else { return Vec::new() };
        let Cell::Array { items, .. } = self.state.cell(object) else { return Vec::new() };
        let wanted = |at: usize| index.is_none_or(|index| index == at as i64);
        let items = items.iter().enumerate().filter(|(at, _)| wanted(*at)).map(|(_, item)| *item);
        let pending = self.state.names.pending.iter().filter_map(|(held, place)| match place {
            Place::Element(array, at) if *array == object && wanted(*at) => {
                Some(Value::Object(*held))
            }
            _ => None,
        });
        items.chain(pending).collect()
    }

    fn fields_of(&self, value: Value, name: Option<&str>) -> Vec<Value> {
        let Value::Object(object) = value else { return Vec::new() };
        let Cell::Object { class, fields, .. } = self.state.cell(object) else { return Vec::new() };
        let program = self.machine.program;
        let named = |field: FieldId| {
            name.is_none_or(|name| self.watch.same(&program.fields[field].name, name))
        };
        let layout = self.machine.layout(*class);
        let held = layout.iter().zip(fields).filter(|(field, _)| named(**field));
        let mut found: Vec<Value> = held.map(|(_, value)| *value).collect();
        found.extend(self.state.names.pending.iter().filter_map(|(held, place)| match place {
            Place::Field(of, field) if *of == object && named(*field) => Some(Value::Object(*held)),
            _ => None,
        }));
        found
    }

    /// Whether a path, or its end, names a place.
    pub(super) fn names_place(&self, path: &Path, place: Place) -> Fit {
        let program = self.machine.program;
        let Some((last, before)) = path.segments.split_last() else { return Fit::No };
        let is_named = |field: FieldId| {
            let name = &program.fields[field].name;
            last.indices.is_empty()
                && last.name.as_deref().is_none_or(|written| self.watch.same(written, name))
        };
        let owner = Path { segments: before.to_vec() };
        match place {
            Place::Static(field) if is_named(field) => {
                let class = &program.classes[program.fields[field].class].name;
                let written = owner.text();
                let ends = class.len().checked_sub(written.len()).is_some_and(|at| {
                    class.get(at..).is_some_and(|end| self.watch.same(end, &written))
                        && (at == 0 || class[..at].ends_with('.'))
                });
                Fit::of(before.is_empty() || ends)
            }
            Place::Field(of, field) if is_named(field) => match before.is_empty() {
                true => Fit::Yes,
                false => self.denotes(&owner, Value::Object(of), Holder::Ending),
            },
            Place::Element(array, at) => {
                let mut last = last.clone();
                // Without an index, any element is meant.
                if let Some(Some(wanted)) = last.indices.pop()
                    && wanted != at as i64
                {
                    return Fit::No;
                }
                let segments = before.iter().cloned().chain([last]).collect();
                self.denotes(&Path { segments }, Value::Object(array), Holder::Ending)
            }
            Place::Static(_) | Place::Field(..) | Place::Memory(..) => Fit::No,
        }
    }
}
