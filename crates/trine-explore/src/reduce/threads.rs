//! Dependence between operations on monitors and threads: which of them do not commute.
//!
//! Operations on different monitors never do. The holder of a monitor may leave it, wait on it and notify
//! it whatever others want from it: they can have it only afterwards. Two that want a free one compete.

use trine_base::Id;
use trine_system::{Expr, MonitorQuery, MonitorRef, Root};

use super::bits::Bits;
use crate::compile::cell::Form;
use crate::compile::layout::Layout;
use trine_system::TemplateId;

/// What is done to a monitor, or asked of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MonitorUse {
    Enter,
    Exit,
    Wait,
    Waiting,
    WakeUp,
    Notified,
    Notify,
    /// Whether any process holds it.
    AskHeld,
    /// How many wait.
    AskWaiting,
}

impl MonitorUse {
    /// What a question looks at; none for one that only the process itself can change.
    pub fn of_query(query: MonitorQuery) -> Option<MonitorUse> {
        match query {
            MonitorQuery::Mine => None,
            MonitorQuery::Held => Some(MonitorUse::AskHeld),
            MonitorQuery::Waiting => Some(MonitorUse::AskWaiting),
        }
    }
}

/// What is done to a process, or asked of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ThreadUse {
    Start,
    Join,
    Begin,
    /// The process that does it comes to its end.
    End,
    /// Coming to where the process is joined: it matters whether it has ended by then.
    Arrive,
    /// Whether it was started.
    AskStarted,
    /// Whether it has ended.
    AskEnded,
}

/// Which monitor, as far as that is known before it is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Which {
    /// One of these, by their numbers in the system.
    Range(u32, u32),
    /// The one of a family that a local of the process names, and will name as long as it matters.
    Local { first: u32, offset: u32, form: Form },
}

impl Which {
    /// The monitor that a process means whenever it uses this reference; `written` are the locals that
    /// it may still change.
    pub fn lasting(layout: &Layout, at: TemplateId, of: &MonitorRef, written: &Bits) -> Which {
        let family = layout.monitors[of.monitor];
        let all = Which::Range(family.first, family.first + family.count);
        match &of.index {
            None => all,
            Some(Expr::Const(index)) => match u32::try_from(*index) {
                Ok(index) if index < family.count => {
                    Which::Range(family.first + index, family.first + index + 1)
                }
                _ => all,
            },
            Some(Expr::Read(place)) => match place.root {
                Root::Local(local) if place.index.is_none() && !written.contains(local.index()) => {
                    let slot = layout.frames[at].locals[local];
                    match slot.kept {
                        true => {
                            let (offset, form) = (slot.offset, slot.form);
                            Which::Local { first: family.first, offset, form }
                        }
                        false => all,
                    }
                }
                _ => all,
            },
            Some(_) => all,
        }
    }
}

/// The process that an expression means, where that is known before it is evaluated.
pub fn known_process(process: &Expr) -> Option<u32> {
    match process {
        Expr::Const(number) => u32::try_from(*number).ok(),
        _ => None,
    }
}

/// Whether two uses of the same monitor get in each other's way: the first is one that can be made
/// now, the second one that another process may make before it.
pub fn monitors_conflict(mine: MonitorUse, theirs: MonitorUse) -> bool {
    use MonitorUse::*;
    match mine {
        Enter | Notified => matches!(theirs, Enter | Notified | AskHeld),
        Exit => matches!(theirs, AskHeld),
        Wait => matches!(theirs, AskHeld | AskWaiting),
        Waiting => false,
        WakeUp => matches!(theirs, Notify | AskWaiting),
        Notify => matches!(theirs, WakeUp | AskWaiting),
        AskHeld => matches!(theirs, Enter | Notified | Exit | Wait),
        AskWaiting => matches!(theirs, Wait | WakeUp | Notify),
    }
}

/// The same for uses of the same process.
pub fn threads_conflict(mine: ThreadUse, theirs: ThreadUse) -> bool {
    use ThreadUse::*;
    match mine {
        Start => matches!(theirs, Start | Join | AskStarted),
        // Of one that was not started; the end of a process stays.
        Join | AskStarted => matches!(theirs, Start),
        Begin | AskEnded => false,
        End => matches!(theirs, Arrive | Start | AskEnded),
        // Whether the process has ended is asked by itself.
        Arrive => false,
    }
}
