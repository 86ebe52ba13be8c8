//! Edges: what one step of a process asks, meets and does.

use trine_base::Span;

use super::{EntryId, Expr, LocationId, MonitorId, Pattern, Place, PoolId, TemplateId};

/// An edge: guard, synchronisation and effects from one location to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: LocationId,
    pub to: LocationId,
    /// An edge of a higher rank that is executable shuts out those of lower rank (`unless`).
    pub rank: u8,
    pub guard: Guard,
    pub sync: Option<Sync>,
    /// Performed in order, after the synchronisation; all of them belong to the one step.
    pub effects: Vec<Effect>,
    pub hold: Hold,
    /// What event patterns match.
    pub labels: Vec<Label>,
    /// The statement as the source has it, on one line.
    pub text: String,
    pub span: Option<Span>,
}

impl Edge {
    /// An edge that can always be taken and does nothing but move.
    pub fn new(from: LocationId, to: LocationId) -> Edge {
        Edge {
            from,
            to,
            rank: 0,
            guard: Guard::Always,
            sync: None,
            effects: Vec::new(),
            hold: Hold::Release,
            labels: Vec::new(),
            text: String::new(),
            span: None,
        }
    }

    /// Whether what is known about an execution ends in this step; see [`Effect::ends_knowledge`].
    pub fn ends_knowledge(&self) -> bool {
        self.effects.iter().any(Effect::ends_knowledge)
    }
}

/// When an edge is enabled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guard {
    Always,
    When(Expr),
    /// No other edge of the location is executable.
    Else,
}

/// Which process may step after this edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Hold {
    /// Any process.
    #[default]
    Release,
    /// This process alone, as long as it can; when it is blocked it loses control without an error.
    /// A rendezvous hands control to the receiver: whether it keeps it is for the receiver's edge.
    Atomic,
    /// This process alone, by its first executable edge; being blocked is a fault.
    DStep,
}

/// The closed list of ways in which processes meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sync {
    /// Waits while the channel is full; with capacity 0, steps together with a receiver. `sorted`
    /// inserts before the first message that is greater, field by field.
    Send {
        channel: Expr,
        values: Vec<Expr>,
        sorted: bool,
    },
    /// Takes the first message if it matches (`anywhere`: the first that does); `keep` leaves it in
    /// the channel.
    Receive {
        channel: Expr,
        patterns: Vec<Pattern>,
        anywhere: bool,
        keep: bool,
    },
    /// Takes the lock, or takes it once more.
    Enter(MonitorRef),
    /// Gives it back once; without holding it: a fault.
    Exit(MonitorRef),
    /// Gives up the lock, however often it is held, and joins the wait set.
    Wait(MonitorRef),
    /// The idle moment between `Wait` and `Notified`: enabled once the process was notified.
    Waiting(MonitorRef),
    /// As `Waiting`, but enabled without a notification: a time-out, an interrupt, a spurious wake-up.
    /// The process leaves the wait set.
    WakeUp(MonitorRef),
    /// Takes the lock again, as often as it was held.
    Notified(MonitorRef),
    /// Notifies one waiting process (any of them), or none.
    Notify(MonitorRef),
    NotifyAll(MonitorRef),
    /// Lets a process that is at its `Begin` go; a second start is a fault.
    Start(Expr),
    /// Waits for the end of a process; one that was never started lets it pass.
    Join(Expr),
    /// The first moment of a process that has to be started.
    Begin,
    /// The last moment of a process that can be joined.
    End,
    /// The caller arrives and joins the queue; arguments are evaluated now.
    Call {
        entry: EntryRef,
        arguments: Vec<Expr>,
    },
    /// The caller leaves the queue again; not enabled once it was accepted.
    Withdraw(EntryRef),
    /// The caller goes on after the acceptor completed, and gets its results.
    Return {
        entry: EntryRef,
        results: Vec<Place>,
    },
    /// Takes the first caller from the queue, binds its arguments, and serves it.
    Accept {
        entry: EntryRef,
        parameters: Vec<Place>,
    },
    /// Completes the service of the caller that was accepted last.
    Complete {
        entry: EntryRef,
        results: Vec<Expr>,
    },
    /// Sends the caller that was accepted last to the end of the queue of this entry, with these
    /// arguments, unanswered.
    Requeue {
        entry: EntryRef,
        arguments: Vec<Expr>,
    },
}

impl Sync {
    /// Whether a process can have to wait for it.
    pub fn may_block(&self) -> bool {
        match self {
            Sync::Send { .. }
            | Sync::Receive { .. }
            | Sync::Enter(_)
            | Sync::Waiting(_)
            | Sync::WakeUp(_)
            | Sync::Notified(_)
            | Sync::Join(_)
            | Sync::Begin
            | Sync::Withdraw(_)
            | Sync::Return { .. }
            | Sync::Accept { .. } => true,
            Sync::Exit(_)
            | Sync::Wait(_)
            | Sync::Notify(_)
            | Sync::NotifyAll(_)
            | Sync::Start(_)
            | Sync::End
            | Sync::Call { .. }
            | Sync::Complete { .. }
            | Sync::Requeue { .. } => false,
        }
    }

    /// The monitor that it acts on.
    pub fn monitor(&self) -> Option<&MonitorRef> {
        self.locks().or_else(|| self.waits())
    }

    /// The monitor whose holder it depends on or changes.
    pub fn locks(&self) -> Option<&MonitorRef> {
        match self {
            Sync::Enter(of)
            | Sync::Exit(of)
            | Sync::Wait(of)
            | Sync::Notified(of)
            | Sync::Notify(of)
            | Sync::NotifyAll(of) => Some(of),
            _ => None,
        }
    }

    /// The monitor whose wait set it depends on or changes.
    pub fn waits(&self) -> Option<&MonitorRef> {
        match self {
            Sync::Wait(of)
            | Sync::Waiting(of)
            | Sync::WakeUp(of)
            | Sync::Notified(of)
            | Sync::Notify(of)
            | Sync::NotifyAll(of) => Some(of),
            _ => None,
        }
    }
}

/// A monitor, or one of an array of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MonitorRef {
    pub monitor: MonitorId,
    pub index: Option<Expr>,
}

/// An entry, or one of a family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryRef {
    pub entry: EntryId,
    pub index: Option<Expr>,
}

/// What an edge does to the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The value is cut to the type of the cell.
    Assign(Place, Expr),
    /// A false one is a fault of the kind `assertion`; the step goes on after it.
    Assert(Expr),
    /// Says something to an observer; no part of the state.
    Print(Print),
    /// Creates a process; its number goes to `into`. Not executable beyond the process limit, which
    /// the guard of the edge does not have to say.
    Run {
        template: TemplateId,
        arguments: Vec<Expr>,
        priority: Option<Expr>,
        into: Option<Place>,
    },
    SetPriority(Expr, Expr),
    /// Chooses freely between two bounds, inclusive: one successor for each value. `known` is false
    /// for a value that the model does not know, which taints the execution.
    Choose {
        into: Place,
        low: i64,
        high: i64,
        known: bool,
    },
    /// Takes a fresh record; when the pool is empty, the execution ends at a limit.
    New {
        pool: PoolId,
        into: Place,
    },
    /// A fault of the program that its process reports; the step goes on after it, and the others go on
    /// whatever becomes of that process.
    Fail(FaultKind, String),
    /// A fault of the program that ends the execution.
    Abort(FaultKind, String),
    /// An event, by its number from 1 on, happens where the condition holds (one that cannot be
    /// evaluated does not), for claims. See [`Rules::instrumented`](super::Rules::instrumented).
    Emit {
        event: u32,
        when: Expr,
    },
    /// Something that the model leaves out. The step does nothing here, and an execution that goes
    /// through it proves nothing.
    Unmodelled(String),
    /// A bound of the model: an execution that gets here goes on, but the model does not follow it. The
    /// option raises the bound, if there is one.
    Limit {
        what: String,
        option: Option<String>,
    },
}

impl Effect {
    /// Whether what is known about an execution ends here: something is left out, or a bound is
    /// reached. What the process does from here on may be anything, also what its code does not say;
    /// so it may still do all that others wait for.
    pub fn ends_knowledge(&self) -> bool {
        match self {
            Effect::Unmodelled(_) | Effect::Limit { .. } => true,
            // Behind a record that there is no room for comes the code that is there.
            Effect::New { .. }
            | Effect::Assign(..)
            | Effect::Assert(_)
            | Effect::Print(_)
            | Effect::Run { .. }
            | Effect::SetPriority(..)
            | Effect::Choose { .. }
            | Effect::Fail(..)
            | Effect::Abort(..)
            | Effect::Emit { .. } => false,
        }
    }

    /// Whether an execution that goes through it proves nothing: what the model leaves out, or a value
    /// that it does not know.
    pub fn is_tainting(&self) -> bool {
        matches!(self, Effect::Unmodelled(_) | Effect::Choose { known: false, .. })
    }
}

/// A print, with its format and arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// With `%d %c %e %o %u %x %%` for the arguments.
    pub format: String,
    pub arguments: Vec<Expr>,
}

/// What can go wrong in a step, and so which check owns it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    Assertion,
    Index,
    Division,
    Range,
    Null,
    Channel,
    /// Blocking inside a deterministic step.
    DStep,
    Monitor,
    ThreadState,
    /// A reference to a process that is not there or runs other code.
    Process,
    /// An exception that no handler takes.
    Exception,
    /// Two ways on for a process that promised to have one at a time.
    Choice,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 12] = [
        FaultKind::Assertion,
        FaultKind::Index,
        FaultKind::Division,
        FaultKind::Range,
        FaultKind::Null,
        FaultKind::Channel,
        FaultKind::DStep,
        FaultKind::Monitor,
        FaultKind::ThreadState,
        FaultKind::Process,
        FaultKind::Exception,
        FaultKind::Choice,
    ];

    /// The word of the text form and of JSON.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Assertion => "assertion",
            FaultKind::Index => "index",
            FaultKind::Division => "division",
            FaultKind::Range => "range",
            FaultKind::Null => "null",
            FaultKind::Channel => "channel",
            FaultKind::DStep => "d_step",
            FaultKind::Monitor => "monitor",
            FaultKind::ThreadState => "thread",
            FaultKind::Process => "process",
            FaultKind::Exception => "exception",
            FaultKind::Choice => "choice",
        }
    }
}

/// An event of a step: `(object, action, process)`, the process being the one that steps.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// `assign`, `read`, `test`, `send`, `receive`, `lock`, `call`, `print`, …
    pub action: String,
    /// What is acted with: a method, an entry, a message.
    pub name: Option<String>,
    /// What is acted on: a variable, a channel, a monitor, a process.
    pub object: Option<String>,
    /// The value, where it is known when the system is built.
    pub value: Option<String>,
}
