//! The abstract heap: static values of places, in a persistent map shared between abstract states.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

use super::value::{InstanceId, Loc, Value};
use crate::program::FieldId;

/// Values of places; what is not listed holds zero. Places of a few objects each are kept together, and so
/// are neighbours in a long array, so that a change copies little.
#[derive(Clone, Debug, Default)]
pub struct AbstractHeap {
    parts: BTreeMap<ChunkId, Rc<Chunk>>,
    /// The hash, once it was asked for.
    digest: Cell<Option<u64>>,
}

/// Which objects: none, or some neighbours; which of those: any, or the one with so many before it; which of
/// its elements.
type ChunkId = (u32, u32, u32);

#[derive(Clone, Debug, Default)]
struct Chunk {
    values: BTreeMap<Loc, Value>,
    /// The hash, once it was asked for.
    digest: Cell<Option<u64>>,
    /// All whose places these are have escaped.
    public: Cell<bool>,
    /// None of these places was kept in the state when so many were.
    private: Cell<Option<usize>>,
}

impl PartialEq for AbstractHeap {
    fn eq(&self, other: &AbstractHeap) -> bool {
        self.parts == other.parts
    }
}

impl Eq for AbstractHeap {}

impl Hash for AbstractHeap {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        remembered(&self.digest, &self.parts).hash(hasher);
    }
}

impl PartialEq for Chunk {
    fn eq(&self, other: &Chunk) -> bool {
        self.values == other.values
    }
}

impl Eq for Chunk {}

impl Hash for Chunk {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        remembered(&self.digest, &self.values).hash(hasher);
    }
}

/// A hash that is found once.
fn remembered(digest: &Cell<Option<u64>>, of: &impl Hash) -> u64 {
    digest.get().unwrap_or_else(|| {
        let mut own = FxHasher::default();
        of.hash(&mut own);
        digest.set(Some(own.finish()));
        own.finish()
    })
}

/// So many objects, and so many elements, are kept together.
const TOGETHER: u32 = 32;

fn part_of(loc: &Loc) -> ChunkId {
    match (loc.owner(), loc) {
        (None, _) => (0, 0, 0),
        (Some(owner), Loc::Element(_, index)) if *index >= TOGETHER => {
            (1 + owner.0 / TOGETHER, 1 + owner.0 % TOGETHER, index / TOGETHER)
        }
        (Some(owner), _) => (1 + owner.0 / TOGETHER, 0, 0),
    }
}

impl AbstractHeap {
    /// The static value of a place; none if it is not static here.
    pub fn get(&self, loc: &Loc) -> Option<&Value> {
        self.parts.get(&part_of(loc))?.values.get(loc)
    }

    /// Whether the place has a static value here.
    pub fn contains_key(&self, loc: &Loc) -> bool {
        self.get(loc).is_some()
    }

    /// Gives a place a static value. Other abstract states that share the chunk keep theirs.
    pub fn insert(&mut self, loc: Loc, value: Value) {
        self.digest.set(None);
        let part = Rc::make_mut(self.parts.entry(part_of(&loc)).or_default());
        part.digest.set(None);
        part.public.set(false);
        part.private.set(None);
        part.values.insert(loc, value);
    }

    /// Makes a place unknown.
    pub fn remove(&mut self, loc: &Loc) {
        if self.contains_key(loc) {
            self.retain_in(part_of(loc), &|other, _| other != loc);
        }
    }

    /// Keeps only the places for which `keep` is true.
    pub fn retain(&mut self, keep: impl Fn(&Loc, &Value) -> bool) {
        let parts: Vec<ChunkId> = self.parts.keys().copied().collect();
        parts.into_iter().for_each(|part| self.retain_in(part, &keep));
    }

    /// Forgets what is known of the fields and elements of an object.
    pub fn forget(&mut self, owner: InstanceId) {
        let parts: Vec<ChunkId> = self.parts_of(owner).map(|(part, _)| *part).collect();
        for part in parts {
            self.retain_in(part, &|loc, _| loc.owner() != Some(owner));
        }
    }

    fn retain_in(&mut self, part: ChunkId, keep: &dyn Fn(&Loc, &Value) -> bool) {
        let Some(known) = self.parts.get_mut(&part) else { return };
        if known.values.iter().all(|(loc, value)| keep(loc, value)) {
            return;
        }
        self.digest.set(None);
        let known = Rc::make_mut(known);
        known.digest.set(None);
        known.values.retain(|loc, value| keep(loc, value));
        if known.values.is_empty() {
            self.parts.remove(&part);
        }
    }

    /// Whether none of the places is one of those, growing in number, that the state keeps.
    pub fn is_private(&self, kept: usize, is_kept: impl Fn(&Loc) -> bool) -> bool {
        self.parts.values().all(|part| {
            let private = part.private.get() == Some(kept) || !part.values.keys().any(&is_kept);
            part.private.set(private.then_some(kept));
            private
        })
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

    /// The places with static values, in the order of their chunks.
    pub fn keys(&self) -> impl Iterator<Item = &Loc> {
        self.iter().map(|(loc, _)| loc)
    }

    /// The places with their static values, in the order of their chunks.
    pub fn iter(&self) -> impl Iterator<Item = (&Loc, &Value)> {
        self.parts.values().flat_map(|part| &part.values)
    }

    /// What is known of places that no object owns.
    pub fn ownerless(&self) -> impl Iterator<Item = (&Loc, &Value)> {
        self.parts.get(&(0, 0, 0)).into_iter().flat_map(|part| &part.values)
    }

    /// What is known of the fields and elements of an object.
    pub fn of(&self, owner: InstanceId) -> impl Iterator<Item = (&Loc, &Value)> {
        self.parts_of(owner).flat_map(move |(_, part)| {
            let fields = Loc::Field(owner, FieldId(0))..=Loc::Field(owner, FieldId(u32::MAX));
            let elements = Loc::Element(owner, 0)..=Loc::Element(owner, u32::MAX);
            part.values.range(fields).chain(part.values.range(elements))
        })
    }

    fn parts_of(&self, owner: InstanceId) -> impl Iterator<Item = (&ChunkId, &Rc<Chunk>)> {
        let (group, own) = (1 + owner.0 / TOGETHER, 1 + owner.0 % TOGETHER);
        let few = self.parts.range((group, 0, 0)..=(group, 0, 0));
        few.chain(self.parts.range((group, own, 0)..=(group, own, u32::MAX)))
    }

    /// Everything that is not known just so elsewhere, with what stands near it.
    pub fn beside<'k>(
        &'k self,
        other: &'k AbstractHeap,
    ) -> impl Iterator<Item = (&'k Loc, &'k Value)> {
        let same = |number: &ChunkId, part: &Rc<Chunk>| {
            other.parts.get(number).is_some_and(|other| Rc::ptr_eq(part, other))
        };
        let parts = self.parts.iter().filter(move |(number, part)| !same(number, part));
        parts.flat_map(|(_, part)| &part.values)
    }
}

impl<'k> IntoIterator for &'k AbstractHeap {
    type Item = (&'k Loc, &'k Value);
    type IntoIter = Box<dyn Iterator<Item = Self::Item> + 'k>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}
