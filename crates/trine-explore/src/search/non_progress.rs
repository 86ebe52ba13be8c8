//! Looks for cycles without progress: the cheaper search of paper 001, §2.14.
//!
//! Each state is visited at most twice: once on the way, and once when the search has decided that
//! from here on no progress is made. In the second kind of visit nothing beyond a state with progress
//! is followed, so any cycle there is one without progress.

use super::depth_first::figures;
use super::infinite::Violation;
use super::walker::{Next, Walker};
use crate::expand::Batch;
use crate::gauge::Gauge;
use crate::machine::Machine;
use crate::store::{ON_PATH, ON_SECOND_PATH, SECOND, Store, WIDE};

/// Searches until a cycle is found, everything was visited or the budget is spent. States on the path
/// that are visited for the second time are flagged.
pub fn search<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut dyn Store,
    gauge: &mut Gauge<'_>,
) -> Option<Violation> {
    let mut start = Batch::default();
    walker.expander.initial(&mut start).ok()?;
    let (root, _) = store.insert(start.key(0));
    store.set_marks(root, ON_PATH);
    walker.push(start.packed(0), start.entries[0].hidden, root);
    while walker.depth() > 0 {
        let last = walker.depth() - 1;
        let (here, over) = (walker.tag(last), walker.has_flag(last));
        match walker.next() {
            Next::Successor(entry) if over => {
                let Some(handle) = store.find(walker.batch.key(entry)) else { continue };
                let marks = store.marks(handle);
                if marks & ON_SECOND_PATH != 0 {
                    return Some(cycle(walker, entry, handle));
                }
                if marks & SECOND == 0 {
                    walker.push_entry(entry, handle);
                    enter_second(walker, store, handle);
                }
            }
            Next::Successor(entry) => {
                let (handle, new) = store.insert(walker.batch.key(entry));
                if !new {
                    if store.marks(handle) & ON_PATH == 0 {
                        walker.note_progress();
                    } else {
                        walker.widen();
                    }
                    continue;
                }
                walker.note_progress();
                if !gauge.allows_depth(walker.depth() as u64 + 1) {
                    continue;
                }
                store.set_marks(handle, ON_PATH);
                walker.push_entry(entry, handle);
            }
            Next::Alarms => walker.batch.alarms.clear(),
            Next::Done { .. } if over => {
                store.set_marks(here, store.marks(here) & !ON_SECOND_PATH);
                walker.pop();
                leave_first(walker, store);
            }
            Next::Done { .. } => {
                let mut marks = store.marks(here);
                if walker.is_wide() {
                    marks |= WIDE;
                    store.set_marks(here, marks);
                }
                if marks & SECOND == 0 {
                    let (packed, hidden) = (walker.packed(last).to_vec(), walker.hidden(last));
                    walker.push(&packed, hidden, here);
                    enter_second(walker, store, here);
                } else {
                    store.set_marks(here, marks & !ON_PATH);
                    walker.pop();
                }
            }
        }
        let depth = walker.depth() as u64;
        if !gauge.go_on(depth, || figures(walker, store)) {
            break;
        }
    }
    None
}

/// A state is visited for the second time, with progress over. One that makes progress is not
/// followed further.
fn enter_second<M: Machine>(walker: &mut Walker<'_, M>, store: &mut dyn Store, handle: u64) {
    let marks = store.marks(handle) | SECOND;
    walker.set_flag();
    walker.node();
    if walker.expander.machine.rests_at_progress(&walker.loaded_node().state) {
        store.set_marks(handle, marks);
        walker.pop();
        leave_first(walker, store);
        return;
    }
    store.set_marks(handle, marks | ON_SECOND_PATH);
    // All steps of a state that the first visit is not done with: it may still turn out wide.
    if marks & (WIDE | ON_PATH) != 0 {
        walker.widen();
    }
    walker.note_progress();
}

/// When the second visit that a first one began with is over, so is the first one.
fn leave_first<M: Machine>(walker: &mut Walker<'_, M>, store: &mut dyn Store) {
    let Some(last) = walker.depth().checked_sub(1) else { return };
    if !walker.has_flag(last) && walker.is_done() {
        let handle = walker.tag(last);
        store.set_marks(handle, store.marks(handle) & !ON_PATH);
        walker.pop();
    }
}

fn cycle<M: Machine>(walker: &Walker<'_, M>, entry: usize, handle: u64) -> Violation {
    let mut second = (0..walker.depth()).filter(|depth| walker.has_flag(*depth));
    let first_over = second.clone().next().unwrap_or(0);
    let start = second.find(|depth| walker.tag(*depth) == handle).unwrap_or(0);
    let mut path = walker.path();
    // The state where progress was given up is on the path twice.
    path.states.remove(first_over);
    path.by.remove(first_over);
    path.push(walker.batch.packed(entry), None);
    Violation::Cycle(path, start.saturating_sub(1))
}
