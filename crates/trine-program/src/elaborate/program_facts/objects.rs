//! What is found out about the objects that processes make: whether they escape, and how many there are.

use std::collections::BTreeSet;

use super::{MOST_LENGTHS, ProgramFacts, Site};
use crate::elaborate::value::{Birth, InstanceId, Target};
use crate::program::MethodId;

impl ProgramFacts<'_> {
    /// The objects that can be reached through the state, or by several processes.
    pub fn escaped(&self) -> &BTreeSet<InstanceId> {
        &self.lattice.escaped
    }

    /// Notes that an object can be reached in ways that a point does not know of.
    pub fn escape(&mut self, object: InstanceId) {
        if !self.lattice.escaped.insert(object) {
            return;
        }
        self.changed = true;
        if let Birth::Site { by, stack, shape, .. } = self.instances[object].birth.clone() {
            let next = self.lattice.sites.len() as u32;
            let site = (by, stack, shape);
            if !self.lattice.sources.contains_key(&site) {
                self.lattice.sites.push(site.clone());
                self.lattice.sources.insert(site, next);
            }
        }
    }

    /// The number of a place whose objects escape.
    pub fn source(&self, site: &Site) -> Option<u32> {
        self.lattice.sources.get(site).copied()
    }

    /// The place of a number.
    pub fn site(&self, source: u32) -> Option<Site> {
        self.lattice.sites.get(source as usize).cloned()
    }

    /// Whether one execution can make several objects at this place.
    pub fn is_repeating(&self, source: u32) -> bool {
        self.lattice.repeating.contains(&source)
    }

    /// Notes that one execution can make many objects at a place. Those that were told apart so far are not
    /// what they will be, and which holders have one is found out again.
    pub fn repeats(&mut self, source: u32) {
        if !self.lattice.repeating.insert(source) {
            return;
        }
        self.changed = true;
        let Some((by, stack, shape)) = self.site(source) else { return };
        let is_one = |target: &Target| match target {
            Target::Object(id) => matches!(
                &self.instances[*id].birth,
                Birth::Site { by: b, stack: s, shape: h, .. } if *b == by && *h == shape && *s == stack
            ),
            _ => false,
        };
        for targets in self.lattice.targets.values_mut() {
            targets.all.retain(|target| !is_one(target));
            targets.order.retain(|target| !is_one(target));
        }
        self.flows.clear();
    }

    /// Notes that an object is made again when nothing can reach it.
    pub fn reuse(&mut self, object: InstanceId) {
        self.changed |= self.lattice.reused.insert(object);
    }

    /// Whether the object is made again when nothing can reach it.
    pub fn is_reused(&self, object: InstanceId) -> bool {
        self.lattice.reused.contains(&object)
    }

    /// Whether there are such objects.
    pub fn reuses(&self) -> bool {
        !self.lattice.reused.is_empty()
    }

    /// Whether arrays of this length are made at a place: those up to `few`, and some others.
    pub fn takes_length(
        &mut self,
        by: Option<InstanceId>,
        stack: &[(MethodId, crate::flat::Pc)],
        length: u32,
        few: u32,
    ) -> bool {
        let lengths = self.lattice.lengths.entry((by, stack.to_vec())).or_default();
        length <= few
            || lengths.contains(&length)
            || (lengths.len() < MOST_LENGTHS && lengths.insert(length))
    }
}
