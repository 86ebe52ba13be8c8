//! Nested depth-first search: looks for cycles through accepting states by a nested search inside the first
//! (paper 001, §2.15).
//!
//! The first search visits everything. When it is done with an accepting state, the second one starts
//! there and looks for a state on the path of the first: from that state the path leads back to where
//! the second search began. It visits each state once in all, and follows the same steps as the first.

use super::depth_first::figures;
use super::infinite::{LivenessGoal, Violation};
use super::walker::{Next, Walker};
use crate::expand::{Alarm, Batch};
use crate::gauge::Gauge;
use crate::machine::Machine;
use crate::store::{ACCEPTING, FULLY_EXPANDED, ON_PATH, SECOND, Store};

/// Searches until a violation is found, everything was visited or the budget is spent.
pub fn search<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut dyn Store,
    liveness: LivenessGoal<'_>,
    gauge: &mut Gauge<'_>,
) -> Option<Violation> {
    let mut start = Batch::default();
    walker.expander.initial(&mut start).ok()?;
    let (root, _) = store.insert(start.key(0));
    walker.push(start.packed(0), start.entries[0].hidden, root);
    arrive(walker, store, liveness);
    while walker.depth() > 0 {
        match walker.next() {
            Next::Successor(entry) => {
                let (handle, new) = store.insert(walker.batch.key(entry));
                let here = walker.tag(walker.depth() - 1);
                if !new {
                    let marks = store.marks(handle);
                    if marks & ON_PATH == 0 {
                        walker.note_progress();
                        continue;
                    }
                    walker.expand_fully();
                    if (marks | store.marks(here)) & ACCEPTING != 0 {
                        let start = position(walker, handle);
                        let mut path = walker.path();
                        path.push(walker.batch.packed(entry), None);
                        return Some(Violation::Cycle(path, start));
                    }
                    continue;
                }
                walker.note_progress();
                let depth = walker.depth() as u64 + 1;
                if !gauge.allows_depth(depth) {
                    continue;
                }
                walker.push_entry(entry, handle);
                arrive(walker, store, liveness);
                if !gauge.go_on(depth, || figures(walker, store)) {
                    break;
                }
            }
            Next::Alarms => {
                let alarms = std::mem::take(&mut walker.batch.alarms);
                if alarms.iter().any(|(alarm, _)| matches!(alarm, Alarm::Claim(_))) {
                    return Some(Violation::Finite(walker.path()));
                }
            }
            Next::Done { rests } => {
                let handle = walker.tag(walker.depth() - 1);
                let mut marks = store.marks(handle);
                if walker.is_fully_expanded() {
                    marks |= FULLY_EXPANDED;
                    store.set_marks(handle, marks);
                }
                if marks & ACCEPTING != 0 {
                    if rests && matches!(liveness, LivenessGoal::Accept) {
                        return Some(Violation::Rest(walker.path()));
                    }
                    if let Some(found) = second(walker, store, gauge) {
                        return Some(found);
                    }
                    if gauge.stop.is_some() {
                        break;
                    }
                    marks = store.marks(handle);
                }
                store.set_marks(handle, marks & !ON_PATH);
                walker.pop();
            }
        }
    }
    None
}

/// Marks the state at the end of the path as being there, and as accepting if it is.
fn arrive<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut dyn Store,
    liveness: LivenessGoal<'_>,
) {
    let handle = walker.tag(walker.depth() - 1);
    let mut marks = store.marks(handle) | ON_PATH;
    walker.node();
    if liveness.accepts(&walker.expander.machine, walker.loaded_node()) {
        marks |= ACCEPTING;
    }
    store.set_marks(handle, marks);
}

/// The second search, from the state at the end of the path.
fn second<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut dyn Store,
    gauge: &mut Gauge<'_>,
) -> Option<Violation> {
    let base = walker.depth();
    let seed = walker.tag(base - 1);
    let (packed, hidden) = (walker.packed(base - 1).to_vec(), walker.hidden(base - 1));
    if store.marks(seed) & SECOND != 0 {
        return None;
    }
    store.set_marks(seed, store.marks(seed) | SECOND);
    walker.push(&packed, hidden, seed);
    follow_as_before(walker, store.marks(seed));
    while walker.depth() > base {
        match walker.next() {
            Next::Successor(entry) => {
                // What the first search did not reach, because of a limit, is left out here too.
                let Some(handle) = store.find(walker.batch.key(entry)) else { continue };
                let marks = store.marks(handle);
                if marks & ON_PATH != 0 {
                    let start = position(walker, handle);
                    let mut path = walker.path();
                    // The state where the second search began is on it twice.
                    path.states.remove(base);
                    path.by.remove(base);
                    path.push(walker.batch.packed(entry), None);
                    return Some(Violation::Cycle(path, start));
                }
                if marks & SECOND != 0 {
                    continue;
                }
                store.set_marks(handle, marks | SECOND);
                walker.push_entry(entry, handle);
                follow_as_before(walker, marks);
                let depth = walker.depth() as u64;
                if !gauge.go_on(depth, || figures(walker, store)) {
                    return None;
                }
            }
            Next::Alarms => walker.batch.alarms.clear(),
            Next::Done { .. } => {
                walker.pop();
            }
        }
    }
    None
}

/// Follows the same steps of a state as the first search did.
fn follow_as_before<M: Machine>(walker: &mut Walker<'_, M>, marks: u8) {
    if marks & FULLY_EXPANDED != 0 {
        walker.expand_fully();
    }
    walker.note_progress();
}

/// Where on the path of the first search a state is.
fn position<M: Machine>(walker: &Walker<'_, M>, handle: u64) -> usize {
    (0..walker.depth()).find(|depth| walker.tag(*depth) == handle).unwrap_or(0)
}
