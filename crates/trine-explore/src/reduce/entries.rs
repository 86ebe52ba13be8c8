//! Dependence between operations on entries: which of them do not commute.
//!
//! A caller joins the end of a queue, and an acceptor takes its head, so these two never do. Callers of one
//! entry compete for their places in it. What a process is answered concerns no other process.

use trine_system::{EntryRef, Expr};

use crate::compile::layout::Layout;

/// What is done to an entry, or asked of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EntryUse {
    Call,
    Withdraw,
    Return,
    Accept,
    Complete,
    /// Another's call comes here.
    Requeue,
    /// How many wait.
    Ask,
}

/// The numbers of the entries that are meant, from one to before another.
pub fn meant(layout: &Layout, of: &EntryRef) -> (u32, u32) {
    let family = &layout.entries[of.entry];
    let all = (family.first, family.first + family.count);
    match &of.index {
        Some(Expr::Const(index)) => match u32::try_from(*index) {
            Ok(index) if index < family.count => (family.first + index, family.first + index + 1),
            _ => all,
        },
        _ => all,
    }
}

/// Whether two uses of the same entry get in each other's way: the first is one that can be made now, the
/// second one that another process may make before it.
pub fn entries_conflict(mine: EntryUse, theirs: EntryUse) -> bool {
    use EntryUse::*;
    match mine {
        Call | Requeue => matches!(theirs, Call | Requeue | Ask),
        Withdraw => matches!(theirs, Accept | Ask),
        Return | Complete => false,
        Accept => matches!(theirs, Accept | Withdraw | Ask),
        Ask => matches!(theirs, Call | Requeue | Accept | Withdraw),
    }
}
