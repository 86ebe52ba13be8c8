//! What is found out about threads: which one starts, interrupts, aborts and calls which, and which end together.

use std::collections::BTreeSet;
use std::collections::btree_map::Entry;

use super::{Onward, OpenSet, ProgramFacts};
use crate::elaborate::value::InstanceId;
use crate::program::EntryId;

impl ProgramFacts<'_> {
    /// A caller hands over a number at an entry, or something that only the state knows.
    pub fn hand_over(&mut self, at: (InstanceId, EntryId, usize), number: Option<i64>) {
        match self.lattice.arguments.entry(at) {
            Entry::Vacant(entry) => {
                entry.insert(number);
                self.changed = true;
            }
            Entry::Occupied(mut entry) => {
                if entry.get().is_some() && *entry.get() != number {
                    entry.insert(None);
                    self.changed = true;
                }
            }
        }
    }

    /// What all callers of an entry hand over at a position. Before any caller was found it is taken to be zero: the
    /// first one changes what is known, and elaboration is repeated.
    pub fn only_argument(&self, at: (InstanceId, EntryId, usize)) -> Option<i64> {
        self.lattice.arguments.get(&at).copied().unwrap_or(Some(0))
    }

    /// Whether a process ends the whole program.
    pub fn exits(&self) -> bool {
        self.lattice.exits
    }

    /// Notes that a process ends the whole program.
    pub fn exit(&mut self) {
        self.changed |= !self.lattice.exits;
        self.lattice.exits = true;
    }

    /// Whether only the state knows if the thread is a daemon.
    pub fn is_daemon_by_state(&self, thread: InstanceId) -> bool {
        self.lattice.daemons.contains(&thread)
    }

    /// Leaves it to the state whether the thread is a daemon.
    pub fn decide_daemon_by_state(&mut self, thread: InstanceId) {
        self.changed |= self.lattice.daemons.insert(thread);
    }

    /// Whether a process interrupts the thread.
    pub fn can_be_interrupted(&self, thread: InstanceId) -> bool {
        self.lattice.interrupted.contains(&thread)
    }

    /// Notes that a process interrupts the thread.
    pub fn interrupt(&mut self, thread: InstanceId) {
        self.changed |= self.lattice.interrupted.insert(thread);
    }

    /// Whether callers of the thread's entries do not wait, or not for ever.
    pub fn is_polled(&self, thread: InstanceId) -> bool {
        self.lattice.polled.contains(&thread)
    }

    /// Notes that a caller of the thread's entries does not wait for ever.
    pub fn poll(&mut self, thread: InstanceId) {
        self.changed |= self.lattice.polled.insert(thread);
    }

    /// The sets of entries that are open where the thread waits.
    pub fn open_sets(&self, thread: InstanceId) -> &[OpenSet] {
        self.lattice.open_sets.get(&thread).map_or(&[], Vec::as_slice)
    }

    /// The number of what is open where a thread waits, from 1 on.
    pub fn open_set(&mut self, thread: InstanceId, set: OpenSet) -> i64 {
        let known = self.lattice.open_sets.entry(thread).or_default();
        let position = known.iter().position(|other| *other == set);
        let position = position.unwrap_or_else(|| {
            self.changed = true;
            known.push(set);
            known.len() - 1
        });
        position as i64 + 1
    }

    /// Whether a process aborts the thread.
    pub fn can_be_aborted(&self, thread: InstanceId) -> bool {
        self.lattice.aborted.contains(&thread)
    }

    /// Notes that a process aborts the thread.
    pub fn abort(&mut self, thread: InstanceId) {
        self.changed |= self.lattice.aborted.insert(thread);
    }

    /// Notes the thread that a thread depends on.
    pub fn depends(&mut self, thread: InstanceId, master: InstanceId) {
        self.changed |= self.lattice.masters.insert(thread, master) != Some(master)
            && !self.lattice.aborted.is_empty();
    }

    /// A thread, the one that it depends on, and so on.
    pub fn masters(&self, thread: InstanceId) -> Vec<InstanceId> {
        let mut found = vec![thread];
        while let Some(next) = found.last().and_then(|last| self.lattice.masters.get(last))
            && !found.contains(next)
        {
            found.push(*next);
        }
        found
    }

    /// Notes that callers of an entry may be sent on.
    pub fn send_on(&mut self, owner: InstanceId, entry: EntryId, to: Onward) {
        self.changed |= self.lattice.onward.entry((owner, entry)).or_default().insert(to);
    }

    /// All entries to which callers of one may be sent on, again and again.
    pub fn onward(&self, owner: InstanceId, entry: EntryId) -> BTreeSet<Onward> {
        let mut found = BTreeSet::new();
        let mut open = vec![(owner, entry)];
        while let Some(at) = open.pop() {
            for to in self.lattice.onward.get(&at).into_iter().flatten() {
                if found.insert(*to) {
                    open.push((to.owner, to.entry));
                }
            }
        }
        found
    }

    /// Notes the groups of a thread that is started.
    pub fn belongs(&mut self, thread: InstanceId, groups: Vec<InstanceId>) {
        match self.lattice.groups.get(&thread) {
            Some(known) if *known == groups => {}
            Some(_) => self.meets_outside_caller(),
            None => {
                self.lattice.groups.insert(thread, groups);
                self.changed = true;
            }
        }
    }

    /// The groups with which a thread ends, the innermost first; none if it was not started.
    pub fn groups(&self, thread: InstanceId) -> Option<&[InstanceId]> {
        self.lattice.groups.get(&thread).map(Vec::as_slice)
    }

    /// Notes that a thread may end on its own.
    pub fn ends_alone(&mut self, thread: InstanceId) {
        self.changed |= self.lattice.may_end_alone.insert(thread);
    }

    /// Whether a thread may end on its own; if anything is aborted, every thread may.
    pub fn can_end_alone(&self, thread: InstanceId) -> bool {
        self.lattice.may_end_alone.contains(&thread) || !self.lattice.aborted.is_empty()
    }

    /// Notes that a thread is called by one that its groups do not count.
    pub fn meets_outside_caller(&mut self) {
        self.changed |= !std::mem::replace(&mut self.lattice.has_outside_callers, true);
    }

    /// Whether a thread may be called by one that its groups do not count.
    pub fn has_outside_callers(&self) -> bool {
        self.lattice.has_outside_callers
    }

    /// Whether the monitor has to be in the system: several processes use it, or a specification asks for locks.
    pub fn is_contended(&self, object: InstanceId) -> bool {
        self.keep.locks() || self.has_several_users(object)
    }

    /// Whether several processes use the monitor of an object, or one waits on it, whatever
    /// specifications ask for.
    pub fn has_several_users(&self, object: InstanceId) -> bool {
        self.lattice.contended.contains(&object)
    }

    /// Notes that more than one process uses the monitor, or that one waits on it.
    pub fn contend(&mut self, object: InstanceId) {
        self.changed |= self.lattice.contended.insert(object);
    }

    /// Notes that a process starts a thread.
    pub fn starts(&mut self, by: Option<InstanceId>, thread: InstanceId) {
        self.changed |= self.lattice.starters.entry(thread).or_default().insert(by);
    }

    /// How many processes may start a thread.
    pub fn starters(&self, thread: InstanceId) -> usize {
        self.lattice.starters.get(&thread).map_or(0, BTreeSet::len)
    }
}
