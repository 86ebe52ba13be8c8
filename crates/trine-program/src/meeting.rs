//! Rendezvous: entries at which callers queue, calls, selection among them, and completion.

use trine_base::{Span, define_id};
pub use trine_system::Slot;

use crate::program::{ClassId, FieldId, MethodId, Operand, Type, VarId};

define_id!(/// An entry, or a family of them, of the objects of a class.
    EntryId, "entry");

/// What the objects of a class can be called for. Callers wait in order of arrival, and the acceptor
/// one of them serves it until the meeting is completed.
#[derive(Clone, Debug)]
pub struct EntryDecl {
    pub name: String,
    pub class: ClassId,
    /// 1, or how many a family has.
    pub count: u32,
    /// What the caller hands over.
    pub parameters: Vec<Type>,
    /// What it gets back.
    pub results: Vec<Type>,
    /// The parameters as they are written.
    pub profile: Vec<Slot>,
    pub span: Option<Span>,
}

/// One entry of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EntryAt {
    pub owner: Operand,
    pub entry: EntryId,
    /// Which one of a family, counted from 0.
    pub index: Option<Operand>,
}

/// What is done about an entry.
#[derive(Clone, Debug)]
pub enum Meeting {
    Call(EntryCall),
    Select(Select),
    /// Ends the service of the caller that was accepted last, and hands it these.
    Complete(EntryAt, Vec<Operand>),
    Requeue(Requeue),
    Async(Async),
    /// How many callers wait.
    Waiting(VarId, EntryAt),
}

/// Sends the caller that was accepted last on to another queue, unanswered.
#[derive(Clone, Debug)]
pub struct Requeue {
    /// Where it was accepted.
    pub from: EntryAt,
    pub to: EntryAt,
    pub arguments: Vec<Operand>,
    /// There its patience counts again, and it can be aborted.
    pub with_abort: bool,
    /// What it gets where the new owner takes no more calls.
    pub refused: Vec<Operand>,
}

/// Statements that are given up once something has happened: an answer to a call, or some time.
#[derive(Clone, Debug)]
pub struct Async {
    pub part: AsyncPart,
    /// None: some time has passed.
    pub call: Option<EntryCall>,
    /// What is thrown where it has happened, and where it never will, as the owner takes no more calls.
    pub class: ClassId,
    pub gone: ClassId,
    /// 1 where it happened before anything else, or when all was done.
    pub at_once: Option<VarId>,
}

/// A moment of an asynchronous select.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AsyncPart {
    Begin,
    End,
    /// The handler of what was thrown goes on from here.
    Caught,
}

/// A call of an entry.
#[derive(Clone, Debug)]
pub struct EntryCall {
    pub at: EntryAt,
    pub arguments: Vec<Operand>,
    /// Set when the caller goes on; not to be read where it gave up.
    pub results: Vec<VarId>,
    pub patience: Patience,
    /// 1 where it was served, 0 where the caller gave up.
    pub served: Option<VarId>,
    pub part: CallPart,
}

/// A call can be made in two instructions, with something between arriving and waiting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallPart {
    Whole,
    Arrive,
    Await,
}

/// How long a caller waits to be accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Patience {
    Forever,
    /// Until some time has passed.
    ForAWhile,
    /// Not at all: it goes on unless the owner is waiting for just this.
    None,
}

/// Waits for one of several things to happen.
#[derive(Clone, Debug)]
pub struct Select {
    /// Gets the number of what happened; that of `otherwise` is the number of alternatives.
    pub into: VarId,
    pub alternatives: Vec<Alternative>,
    /// Go on at once where no alternative can be taken.
    pub otherwise: bool,
}

/// An alternative of a select.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The alternative is open where this is not 0; it is looked at once, before waiting.
    pub guard: Option<Operand>,
    pub kind: AlternativeKind,
    pub span: Option<Span>,
}

/// What an alternative waits for.
#[derive(Clone, Debug)]
pub enum AlternativeKind {
    Accept {
        at: EntryAt,
        /// Not to be read where something else happened.
        parameters: Vec<VarId>,
    },
    /// Some time has passed without a caller.
    Delay,
    /// The thread ends when all that its group waits for have ended, or wait like this.
    Terminate { group: Operand },
}

/// What elaboration has to know of groups of threads that end together.
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    /// The group of a thread.
    pub own: FieldId,
    /// How many members of a group, or of groups inside it, still work.
    pub active: FieldId,
    /// The group around a group.
    pub around: FieldId,
}

/// What elaboration has to know of threads that are aborted.
#[derive(Clone, Copy, Debug)]
pub struct Abort {
    /// The field of a thread that is 1 once it was aborted.
    pub flag: FieldId,
    /// What ends it.
    pub class: ClassId,
}

/// What happens last in a thread, however it ends.
#[derive(Clone, Debug)]
pub struct LastWords {
    /// The selector of the method of a thread.
    pub thread: String,
    /// The first thread has none of its own.
    pub main: Option<MethodId>,
    /// The field of a thread that is 1 once it takes no more calls.
    pub deaf: FieldId,
}
