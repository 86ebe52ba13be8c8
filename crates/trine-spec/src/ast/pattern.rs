//! Event patterns: which labels of a program an event stands for.

use super::Place;

/// An event pattern at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    pub kind: PatternKind,
    pub place: Place,
}

/// What an event pattern matches.
#[derive(Clone, PartialEq, Debug)]
pub enum PatternKind {
    Label(LabelPattern),
    /// At least two.
    Or(Vec<Pattern>),
    /// The first without any of the others; there is at least one other.
    Except(Box<Pattern>, Vec<Pattern>),
}

/// `ACTION [NAME] [on OBJECT] [in PROCESS]`; what is left out is anything.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelPattern {
    pub action: Action,
    pub operand: Operand,
    pub object: Option<Path>,
    pub process: Option<Path>,
}

impl LabelPattern {
    /// The object, also where the action's name says it: `lock gate` is `lock on gate`.
    pub fn object(&self) -> Option<&Path> {
        match &self.operand {
            Operand::Name(name) if self.action.names_object() => Some(name),
            _ => self.object.as_ref(),
        }
    }
}

/// What an action is applied to, in the form that the action takes.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    None,
    Name(Path),
    /// `get(2)`, `req(*, 3)`, and without a name `(1, 2)`.
    Call(Option<Path>, Vec<Value>),
    /// `X = V`.
    Equals(Path, Value),
    Text(String),
    Line(FileLine),
}

/// What happens to an object, or by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    Any,
    Call,
    Enter,
    Exit,
    Assign,
    Read,
    Test,
    Lock,
    Unlock,
    Wait,
    Waiting,
    Notified,
    Notify,
    NotifyAll,
    Start,
    Join,
    Begin,
    End,
    Rendezvous,
    Accept,
    Send,
    Receive,
    Print,
    At,
    Label,
}

impl Action {
    /// All actions.
    pub const ALL: [Action; 25] = [
        Action::Any,
        Action::Call,
        Action::Enter,
        Action::Exit,
        Action::Assign,
        Action::Read,
        Action::Test,
        Action::Lock,
        Action::Unlock,
        Action::Wait,
        Action::Waiting,
        Action::Notified,
        Action::Notify,
        Action::NotifyAll,
        Action::Start,
        Action::Join,
        Action::Begin,
        Action::End,
        Action::Rendezvous,
        Action::Accept,
        Action::Send,
        Action::Receive,
        Action::Print,
        Action::At,
        Action::Label,
    ];

    /// The word by which specifications name the action.
    pub fn word(self) -> &'static str {
        match self {
            Action::Any => "*",
            Action::Call => "call",
            Action::Enter => "enter",
            Action::Exit => "exit",
            Action::Assign => "assign",
            Action::Read => "read",
            Action::Test => "test",
            Action::Lock => "lock",
            Action::Unlock => "unlock",
            Action::Wait => "wait",
            Action::Waiting => "waiting",
            Action::Notified => "notified",
            Action::Notify => "notify",
            Action::NotifyAll => "notifyAll",
            Action::Start => "start",
            Action::Join => "join",
            Action::Begin => "begin",
            Action::End => "end",
            Action::Rendezvous => "rendezvous",
            Action::Accept => "accept",
            Action::Send => "send",
            Action::Receive => "receive",
            Action::Print => "print",
            Action::At => "at",
            Action::Label => "label",
        }
    }

    /// The action that a word names.
    pub fn of(word: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|action| action.word() == word)
    }

    /// Whether the operand of the action can only be the object: a lock, or another process.
    pub fn names_object(self) -> bool {
        matches!(
            self,
            Action::Lock
                | Action::Unlock
                | Action::Wait
                | Action::Waiting
                | Action::Notified
                | Action::Notify
                | Action::NotifyAll
                | Action::Start
                | Action::Join
        )
    }

    /// Whether values may follow the name in parentheses.
    pub fn takes_arguments(self) -> bool {
        matches!(
            self,
            Action::Call
                | Action::Enter
                | Action::Exit
                | Action::End
                | Action::Rendezvous
                | Action::Accept
                | Action::Send
                | Action::Receive
        )
    }

    /// Whether it speaks of messages, which need no name.
    pub fn is_message(self) -> bool {
        matches!(self, Action::Send | Action::Receive)
    }
}

/// `forks[*].isUp`; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    pub segments: Vec<Segment>,
    pub place: Place,
}

impl Path {
    /// `*` alone.
    pub fn is_any(&self) -> bool {
        matches!(&self.segments[..], [Segment { name: SegmentName::Any, indices }] if indices.is_empty())
    }
}

/// A name in a path, with its indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub name: SegmentName,
    pub indices: Vec<Index>,
}

/// A name, or any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SegmentName {
    Any,
    /// Any text: what is no word is written in quotes.
    Named(String),
}

/// An index, or any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Index {
    Any,
    Number(i64),
    /// An enumeration or mtype name.
    Named(String),
}

/// A value, or any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Any,
    Number(i64),
    Boolean(bool),
    Null,
    /// An enumeration or mtype name, or an instance.
    Name(Path),
    Text(String),
}

/// `Dining.java:34`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileLine {
    pub file: String,
    pub line: u32,
    pub place: Place,
}
