//! What is known of the places of a heap, shared between points that know nearly the same.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

use super::value::{InstanceId, Loc, Value};

/// Values of places; what is not listed holds zero. Places of a few objects each are kept together, so that
/// a change copies little.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Known {
    parts: BTreeMap<u32, Rc<Part>>,
}

#[derive(Clone, Debug, Default)]
struct Part {
    values: BTreeMap<Loc, Value>,
    /// The hash, once somebody asked for it.
    digest: Cell<Option<u64>>,
    /// All whose places these are have escaped.
    public: Cell<bool>,
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.values == other.values
    }
}

impl Eq for Part {}

impl Hash for Part {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let known = self.digest.get().unwrap_or_else(|| {
            let mut own = FxHasher::default();
            self.values.hash(&mut own);
            self.digest.set(Some(own.finish()));
            own.finish()
        });
        known.hash(hasher);
    }
}

/// So many objects are kept together.
const TOGETHER: u32 = 32;

fn part_of(owner: Option<InstanceId>) -> u32 {
    owner.map_or(0, |owner| 1 + owner.0 / TOGETHER)
}

impl Known {
    pub fn get(&self, loc: &Loc) -> Option<&Value> {
        self.parts.get(&part_of(loc.owner()))?.values.get(loc)
    }

    pub fn contains_key(&self, loc: &Loc) -> bool {
        self.get(loc).is_some()
    }

    pub fn insert(&mut self, loc: Loc, value: Value) {
        let part = Rc::make_mut(self.parts.entry(part_of(loc.owner())).or_default());
        part.digest.set(None);
        part.public.set(false);
        part.values.insert(loc, value);
    }

    pub fn remove(&mut self, loc: &Loc) {
        if self.contains_key(loc) {
            self.retain_in(part_of(loc.owner()), &|other, _| other != loc);
        }
    }

    pub fn retain(&mut self, keep: impl Fn(&Loc, &Value) -> bool) {
        let parts: Vec<u32> = self.parts.keys().copied().collect();
        parts.into_iter().for_each(|part| self.retain_in(part, &keep));
    }

    /// Forgets what is known of the fields and elements of an object.
    pub fn forget(&mut self, owner: InstanceId) {
        self.retain_in(part_of(Some(owner)), &|loc, _| loc.owner() != Some(owner));
    }

    fn retain_in(&mut self, part: u32, keep: &dyn Fn(&Loc, &Value) -> bool) {
        let Some(known) = self.parts.get_mut(&part) else { return };
        if known.values.iter().all(|(loc, value)| keep(loc, value)) {
            return;
        }
        let known = Rc::make_mut(known);
        known.digest.set(None);
        known.values.retain(|loc, value| keep(loc, value));
        if known.values.is_empty() {
            self.parts.remove(&part);
        }
    }

    /// Whether all whose places are listed have escaped, which is for ever.
    pub fn is_public(&self, escaped: &BTreeSet<InstanceId>) -> bool {
        self.parts.values().all(|part| {
            let has = |loc: &Loc| loc.owner().is_none_or(|owner| escaped.contains(&owner));
            let public = part.public.get() || part.values.keys().all(has);
            part.public.set(public);
            public
        })
    }

    pub fn keys(&self) -> impl Iterator<Item = &Loc> {
        self.iter().map(|(loc, _)| loc)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Loc, &Value)> {
        self.parts.values().flat_map(|part| &part.values)
    }

    /// What is known of places that no object owns.
    pub fn ownerless(&self) -> impl Iterator<Item = (&Loc, &Value)> {
        self.parts.get(&0).into_iter().flat_map(|part| &part.values)
    }

    /// What is known of the fields and elements of an object.
    pub fn of(&self, owner: InstanceId) -> impl Iterator<Item = (&Loc, &Value)> {
        let part = self.parts.get(&part_of(Some(owner))).into_iter();
        part.flat_map(|part| &part.values).filter(move |(loc, _)| loc.owner() == Some(owner))
    }

    /// Everything that is not known just so elsewhere, with what stands near it.
    pub fn beside<'k>(&'k self, other: &'k Known) -> impl Iterator<Item = (&'k Loc, &'k Value)> {
        let same = |number: &u32, part: &Rc<Part>| {
            other.parts.get(number).is_some_and(|other| Rc::ptr_eq(part, other))
        };
        let parts = self.parts.iter().filter(move |(number, part)| !same(number, part));
        parts.flat_map(|(_, part)| &part.values)
    }
}

impl<'k> IntoIterator for &'k Known {
    type Item = (&'k Loc, &'k Value);
    type IntoIter = Box<dyn Iterator<Item = Self::Item> + 'k>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}
