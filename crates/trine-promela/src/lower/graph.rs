//! The control graph of one body, built of the same elements in the same order as SPIN builds it.
//!
//! An *element* is a statement or a joint between statements; a *sequence* is a chain of them. The
//! elements of a choice stand in its option sequences, those of a block in the block's sequence. The
//! number of an element is what `pc_value` says of a process that rests at it, so elements are
//! numbered in SPIN's order: what is inside a statement before the statement itself.

use std::collections::HashMap;

use trine_base::Span;

use crate::ast::*;

/// A position in [`Graph::elements`].
pub type El = usize;
/// A position in [`Graph::sequences`].
pub type Seq = usize;

/// The control flow of a process.
#[derive(Debug, Default)]
pub struct Graph<'a> {
    pub elements: Vec<Element<'a>>,
    pub sequences: Vec<Sequence>,
    /// In the order in which they were set.
    pub labels: Vec<LabelEntry>,
    /// For each loop, the element that a `break` goes to.
    pub loop_exits: Vec<El>,
    pub body: Seq,
    /// Declarations that are steps, because they stand after the first statement.
    pub late: Vec<DeclId>,
    /// The widths of the counters of loops over channels: true for more than a byte.
    pub counters: Vec<bool>,
    /// The highest number given out.
    pub next_number: u32,
    /// The d_step of each sequence that is one's.
    pub d_steps: HashMap<Seq, El>,
    labels_at: HashMap<El, Vec<usize>>,
    labels_named: HashMap<Name, Vec<usize>>,
}

/// A sequence of elements.
#[derive(Debug, Default)]
pub struct Sequence {
    pub first: Option<El>,
    pub last: Option<El>,
    /// What was last when the sequence was closed.
    pub extent: Option<El>,
}

/// An element: a statement with what may follow it.
#[derive(Debug)]
pub struct Element<'a> {
    pub kind: Kind<'a>,
    pub next: Option<El>,
    /// The options of a choice; of an `unless` the main sequence and the escape.
    pub options: Vec<Seq>,
    /// What an atomic, d_step or plain block holds.
    pub block: Option<Seq>,
    /// The step from here stays inside atomic.
    pub atomic: bool,
    /// The step from here is the last one of an atomic.
    pub last_atomic: bool,
    /// The d_step this stands in, outermost one.
    pub d_step: Option<usize>,
    /// Escapes from here; the outermost comes first.
    pub escapes: Vec<Seq>,
    pub number: u32,
    pub span: Span,
}

/// What an element does.
#[derive(Clone, Debug)]
pub enum Kind<'a> {
    Action(Action<'a>),
    Else,
    Goto(Target<'a>),
    /// Where the options of a choice come together.
    Joint,
    /// Where a loop is left to.
    Exit,
    If,
    Do,
    Unless,
    Atomic,
    Block,
    DStep,
    /// The end of the body.
    End,
}

/// What one step does, in the words of the source.
#[derive(Clone, Debug)]
pub enum Action<'a> {
    Skip,
    Statement(&'a Statement),
    /// A variable declared after the first statement gets its value here.
    Declare(&'a Declarator),
    /// `index = low`; without one, 0.
    ForStart(&'a VarRef, Option<&'a Expr>),
    ForTest(&'a VarRef, ForBound<'a>),
    /// `variable = value`.
    Choose(&'a VarRef, i32),
    /// `variable < high`.
    SelectTest(&'a VarRef, &'a Expr),
    Count(&'a VarRef),
    /// The loop over a channel: counter = 0, counter < len, take a message, put it back, count.
    ChannelStart(usize),
    ChannelTest(usize, &'a VarRef),
    ChannelTake(&'a VarRef, &'a VarRef),
    ChannelPut(&'a VarRef, &'a VarRef),
    ChannelCount(usize),
}

/// The bound of a `for`.
#[derive(Clone, Copy, Debug)]
pub enum ForBound<'a> {
    Value(&'a Expr),
    /// The last index of this array.
    LastOf(&'a VarRef),
}

/// Where a jump leads.
#[derive(Clone, Debug)]
pub enum Target<'a> {
    Label(&'a Ident, Vec<u32>),
    /// The exit of a loop.
    Loop(usize),
}

/// A label of a process.
#[derive(Clone, Debug)]
pub struct LabelEntry {
    pub name: Name,
    pub element: El,
    /// The blocks around it, by number, outermost first.
    pub scope: Vec<u32>,
}

impl Action<'_> {
    /// `skip`, or a condition that is a constant.
    pub fn is_skip(&self) -> bool {
        match self {
            Action::Skip => true,
            Action::Statement(statement) => matches!(
                &statement.kind,
                StatementKind::Expression(value) if matches!(value.kind, ExprKind::Number(_))
            ),
            _ => false,
        }
    }

    /// Whether it is a condition, a send or a receive: something that may have to wait.
    pub fn is_condition(&self) -> bool {
        match self {
            Action::Skip
            | Action::ForTest(..)
            | Action::SelectTest(..)
            | Action::ChannelTest(..)
            | Action::ChannelTake(..)
            | Action::ChannelPut(..) => true,
            Action::Statement(statement) => matches!(
                statement.kind,
                StatementKind::Expression(_)
                    | StatementKind::Send { .. }
                    | StatementKind::Receive { .. }
            ),
            _ => false,
        }
    }
}

impl Graph<'_> {
    /// The first element of a sequence; none if it is empty.
    pub fn first(&self, seq: Seq) -> Option<El> {
        self.sequences[seq].first
    }

    /// The elements of a sequence, from its first to its last.
    pub fn chain(&self, seq: Seq) -> Vec<El> {
        let Sequence { first, last, .. } = self.sequences[seq];
        self.chain_to(first, last)
    }

    /// As `chain`, but only up to what was last when the sequence was closed.
    pub fn chain_to_extent(&self, seq: Seq) -> Vec<El> {
        let Sequence { first, extent, .. } = self.sequences[seq];
        self.chain_to(first, extent)
    }

    fn chain_to(&self, first: Option<El>, last: Option<El>) -> Vec<El> {
        let mut found = Vec::new();
        let mut at = first;
        while let Some(el) = at {
            found.push(el);
            if at == last || found.len() > self.elements.len() {
                break;
            }
            at = self.elements[el].next;
        }
        found
    }

    /// The labels that stand at an element, in the order of the text.
    pub fn labels_of(&self, el: El) -> impl Iterator<Item = &LabelEntry> {
        self.labels_at.get(&el).into_iter().flatten().map(|label| &self.labels[*label])
    }

    /// The labels of one name, oldest first.
    pub fn labels_named(&self, name: &str) -> impl DoubleEndedIterator<Item = &LabelEntry> {
        self.labels_named.get(name).into_iter().flatten().map(|label| &self.labels[*label])
    }

    /// Adds a label, to be found by its element and by its name.
    pub fn set_label(&mut self, entry: LabelEntry) {
        let position = self.labels.len();
        self.labels_at.entry(entry.element).or_default().push(position);
        self.labels_named.entry(entry.name.clone()).or_default().push(position);
        self.labels.push(entry);
    }

    /// Moves the newest label of one element to another.
    pub fn move_newest_label(&mut self, from: El, to: El) {
        let Some(label) = self.labels_at.get_mut(&from).and_then(Vec::pop) else { return };
        self.labels[label].element = to;
        self.labels_at.entry(to).or_default().push(label);
    }
}

/// What a label's name asks for.
pub fn is_accept(name: &str) -> bool {
    name.starts_with("accept")
}

/// Whether the label marks a valid end state.
pub fn is_end(name: &str) -> bool {
    name.starts_with("end")
}

/// Whether the label marks progress.
pub fn is_progress(name: &str) -> bool {
    name.starts_with("progress")
}
