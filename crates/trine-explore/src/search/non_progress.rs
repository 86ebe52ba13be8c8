//! Looks for non-progress cycles: the cheaper search of paper 001, §2.14.
//!
//! Each state is visited at most twice: once on the way, and once when the search has decided that
//! from here on no progress is made. It tries that at once wherever it comes, so that a cycle near the
//! start is found without visiting all that lies beyond. In the second kind of visit nothing beyond a
//! state with progress is followed, so any cycle there is one without progress; and since the first
//! cycle ends the search, ample sets cannot postpone a process for ever.

use super::depth_first::figures;
use super::infinite::Violation;
use super::walker::{Next, Walker};
use crate::expand::Batch;
use crate::gauge::Gauge;
use crate::machine::Machine;
use crate::store::{ON_PATH, Store};

/// What is added to the key of a state that is visited with progress over.
const OVER: u8 = 1;

/// Searches until a cycle is found, everything was visited or the budget is spent. On the path, states
/// that are visited with progress over are flagged.
pub fn search<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut dyn Store,
    gauge: &mut Gauge<'_>,
) -> Option<Violation> {
    let mut start = Batch::default();
    let mut key = Vec::new();
    walker.expander.initial(&mut start).ok()?;
    let (root, _) = store.insert(start.key(0));
    store.set_marks(root, ON_PATH);
    walker.push(start.packed(0), start.entries[0].hidden, root);
    give_up_progress(walker, store, &mut key);
    while walker.depth() > 0 {
        let last = walker.depth() - 1;
        match walker.next() {
            Next::Successor(entry) if walker.has_flag(last) => {
                key.clear();
                key.extend_from_slice(walker.batch.key(entry));
                key.push(OVER);
                let (handle, new) = store.insert(&key);
                if !new {
                    if store.marks(handle) & ON_PATH != 0 {
                        return Some(cycle(walker, entry, handle));
                    }
                    continue;
                }
                if gauge.allows_depth(walker.depth() as u64 + 1) {
                    walker.push_entry(entry, handle);
                    enter_over(walker, store, handle);
                }
            }
            Next::Successor(entry) => {
                let (handle, new) = store.insert(walker.batch.key(entry));
                if !new {
                    if store.marks(handle) & ON_PATH == 0 {
                        walker.note_progress();
                    } else {
                        walker.expand_fully();
                    }
                    continue;
                }
                walker.note_progress();
                if !gauge.allows_depth(walker.depth() as u64 + 1) {
                    continue;
                }
                store.set_marks(handle, ON_PATH);
                walker.push_entry(entry, handle);
                give_up_progress(walker, store, &mut key);
            }
            Next::Alarms => walker.batch.alarms.clear(),
            Next::Done { .. } => {
                if let Some(handle) = walker.pop() {
                    store.set_marks(handle, store.marks(handle) & !ON_PATH);
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

/// Visits the state at the end of the path once more, with progress over from here on.
fn give_up_progress<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut dyn Store,
    key: &mut Vec<u8>,
) {
    let last = walker.depth() - 1;
    let (packed, hidden) = (walker.packed(last).to_vec(), walker.hidden(last));
    key.clear();
    key.extend_from_slice(&packed[..packed.len() - hidden as usize]);
    key.push(OVER);
    let (handle, new) = store.insert(key);
    if new {
        walker.push(&packed, hidden, handle);
        enter_over(walker, store, handle);
    }
}

/// A state is visited with progress over. One that makes progress is not followed further.
fn enter_over<M: Machine>(walker: &mut Walker<'_, M>, store: &mut dyn Store, handle: u64) {
    walker.set_flag();
    walker.note_progress();
    walker.node();
    if walker.expander.machine.rests_at_progress(&walker.loaded_node().state) {
        walker.pop();
    } else {
        store.set_marks(handle, ON_PATH);
    }
}

fn cycle<M: Machine>(walker: &Walker<'_, M>, entry: usize, handle: u64) -> Violation {
    let mut over = (0..walker.depth()).filter(|depth| walker.has_flag(*depth));
    let first_over = over.clone().next().unwrap_or(0);
    let start = over.find(|depth| walker.tag(*depth) == handle).unwrap_or(0);
    let mut path = walker.path();
    // The state where progress was given up is on the path twice.
    path.states.remove(first_over);
    path.by.remove(first_over);
    path.push(walker.batch.packed(entry), None);
    Violation::Cycle(path, start.saturating_sub(1))
}
