//! Event patterns on programs: what happens, by which thread, to what, by the names of the source.

use trine_base::Span;

/// What happens in a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    Call,
    Enter,
    Exit,
    Assign,
    Read,
    Lock,
    Unlock,
    Wait,
    Notified,
    Notify,
    NotifyAll,
    Start,
    Join,
    Begin,
    End,
    Print,
    At,
    Label,
}

impl Act {
    /// All of them, with their words.
    pub const ALL: [(Act, &'static str); 18] = [
        (Act::Call, "call"),
        (Act::Enter, "enter"),
        (Act::Exit, "exit"),
        (Act::Assign, "assign"),
        (Act::Read, "read"),
        (Act::Lock, "lock"),
        (Act::Unlock, "unlock"),
        (Act::Wait, "wait"),
        (Act::Notified, "notified"),
        (Act::Notify, "notify"),
        (Act::NotifyAll, "notifyAll"),
        (Act::Start, "start"),
        (Act::Join, "join"),
        (Act::Begin, "begin"),
        (Act::End, "end"),
        (Act::Print, "print"),
        (Act::At, "at"),
        (Act::Label, "label"),
    ];

    /// The one with this word.
    pub fn of(word: &str) -> Option<Act> {
        Act::ALL.iter().find(|(_, known)| *known == word).map(|(act, _)| *act)
    }
}

/// The occurrences that an event stands for.
#[derive(Clone, Debug)]
pub enum Pattern {
    Label(Box<LabelPattern>),
    Or(Vec<Pattern>),
    /// The first without any of the others.
    Except(Box<Pattern>, Vec<Pattern>),
}

impl Pattern {
    /// All its labels.
    pub fn labels(&self) -> Vec<&LabelPattern> {
        match self {
            Pattern::Label(label) => vec![label],
            Pattern::Or(parts) => parts.iter().flat_map(Pattern::labels).collect(),
            Pattern::Except(first, others) => {
                first.labels().into_iter().chain(others.iter().flat_map(Pattern::labels)).collect()
            }
        }
    }
}

/// One kind of occurrence; what is left out is anything.
#[derive(Clone, Debug)]
pub struct LabelPattern {
    pub act: Act,
    /// A method, a variable or a label.
    pub name: Option<Path>,
    /// The value that is assigned.
    pub value: Option<Wanted>,
    /// The arguments of a call, as far as they matter.
    pub arguments: Vec<Option<Wanted>>,
    /// What is printed.
    pub text: Option<String>,
    /// The line that control reaches.
    pub line: Option<Span>,
    pub object: Option<Path>,
    pub thread: Option<Path>,
}

/// `forks[*].isUp`, `queue->count`: never empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Path {
    pub segments: Vec<Segment>,
}

/// A name with its indices; none is any.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Segment {
    pub name: Option<String>,
    pub indices: Vec<Option<i64>>,
}

impl Path {
    /// `*` alone.
    pub fn is_any(&self) -> bool {
        matches!(&self.segments[..], [only] if only.name.is_none() && only.indices.is_empty())
    }

    /// A single name without indices.
    pub fn single(&self) -> Option<&str> {
        match self.segments.as_slice() {
            [Segment { name: Some(name), indices }] if indices.is_empty() => Some(name),
            _ => None,
        }
    }

    /// Whether it can stand for several things at once.
    pub fn has_wildcard(&self) -> bool {
        let any = |one: &Segment| one.name.is_none() || one.indices.iter().any(Option::is_none);
        self.segments.iter().any(any)
    }

    /// The first of its segments, joined by dots, where they are plain names: all but the last without indices.
    pub fn prefix(&self, count: usize) -> Option<String> {
        let (last, before) = self.segments.get(..count)?.split_last()?;
        let plain = before.iter().all(|one| one.indices.is_empty());
        let names = before.iter().chain([last]).map(|one| one.name.as_deref());
        let names: Vec<&str> = names.collect::<Option<_>>()?;
        plain.then(|| names.join("."))
    }

    /// As it is written.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (at, segment) in self.segments.iter().enumerate() {
            if at > 0 {
                text.push('.');
            }
            text.push_str(segment.name.as_deref().unwrap_or("*"));
            for index in &segment.indices {
                text += &index.map_or("[*]".to_string(), |index| format!("[{index}]"));
            }
        }
        text
    }
}

/// A value that a pattern asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Number(i64),
    Null,
}

/// Whether a pattern fits an occurrence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fit {
    No,
    Yes,
    /// It cannot be told, and why.
    Unclear(String),
}

impl Fit {
    /// Yes or no.
    pub fn of(fits: bool) -> Fit {
        if fits { Fit::Yes } else { Fit::No }
    }

    /// Whether both fit: unclear only where neither says no.
    pub fn and(self, other: impl FnOnce() -> Fit) -> Fit {
        match self {
            Fit::No => Fit::No,
            Fit::Yes => other(),
            Fit::Unclear(why) => match other() {
                Fit::No => Fit::No,
                _ => Fit::Unclear(why),
            },
        }
    }

    /// Whether one of them fits: unclear only where neither says yes.
    pub fn or(self, other: impl FnOnce() -> Fit) -> Fit {
        match self {
            Fit::Yes => Fit::Yes,
            Fit::No => other(),
            Fit::Unclear(why) => match other() {
                Fit::Yes => Fit::Yes,
                _ => Fit::Unclear(why),
            },
        }
    }

    /// Where it does not fit.
    pub fn inverted(self) -> Fit {
        match self {
            Fit::No => Fit::Yes,
            Fit::Yes => Fit::No,
            unclear => unclear,
        }
    }
}
