//! A specification as it was written: every item in order, with its place and its comments.
//!
//! Two specifications are equal when they say the same with the same comments; places do not
//! count.

mod expression;
mod mention;
mod names;
mod pattern;

pub use expression::{
    BinaryOperator, Expression, ExpressionKind, ExpressionPath, ExpressionSegment, Formula,
    FormulaKind, Predicate, Regex, RegexKind, Repetition, UnaryOperator,
};
pub use names::Names;
pub use pattern::{
    Action, FileLine, Index, LabelPattern, Operand, Path, Pattern, PatternKind, Segment,
    SegmentName, Value,
};
use trine_base::Span;

/// A specification.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Spec {
    pub items: Vec<Item>,
    /// Comments after the last item.
    pub end: Vec<Comment>,
    /// Events whose declaration could not be read, so that their uses are not called unknown.
    pub unread_events: Vec<Ident>,
    /// Some item could not be read and is missing here.
    pub incomplete: bool,
}

/// Where something stands. All places are equal, so that equality is about what is said.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

/// A name at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ident {
    pub name: String,
    pub place: Place,
}

/// A comment on lines of its own, with its `//` or `/* */`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    pub text: String,
    /// An empty line stands before it.
    pub gap: bool,
}

/// What the author wrote around a piece: comments before it, and behind it on its last line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    pub before: Vec<Comment>,
    /// An empty line stands between the comments before it, or the piece before it, and it.
    pub gap: bool,
    pub after: Vec<String>,
}

/// The comments inside a pair of braces that belong to no piece of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Braces {
    /// Behind the opening brace, on its line.
    pub open: Vec<String>,
    /// Before the closing brace.
    pub end: Vec<Comment>,
}

/// An item with its comments.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    pub notes: Notes,
    pub kind: ItemKind,
    pub place: Place,
}

/// What an item declares.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemKind {
    Event(Event),
    Property(Property),
    Constraint(Constraint),
    Loop(LoopMark),
    Query(Query),
}

/// `event NAME = PATTERN`.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    pub name: Ident,
    pub pattern: Pattern,
}

/// `property NAME { BODY }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    pub name: Ident,
    pub braces: Braces,
    /// Of the body's first clause.
    pub notes: Notes,
    pub body: Body,
}

/// What a property says.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    Regular(Regular),
    Automaton(Automaton),
    Buchi(Automaton),
    Ltl(Formula),
    Sentence(Sentence),
    Invariant(Predicate),
    /// `no deadlock`: a built-in check by its name.
    Check(Ident),
}

/// `events a, b  all paths satisfy REGEX`.
#[derive(Clone, PartialEq, Debug)]
pub struct Regular {
    /// Empty where the author left them out: then the alphabet is what the expression mentions.
    pub events: Vec<Ident>,
    /// Of the clause that follows the events; without events there are none.
    pub notes: Notes,
    pub quantifier: Quantifier,
    pub regex: Regex,
}

/// Which executions a regular expression is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    AllPaths,
    NoPath,
    EveryPrefix,
}

impl Quantifier {
    /// All quantifiers.
    pub const ALL: [Quantifier; 3] =
        [Quantifier::AllPaths, Quantifier::NoPath, Quantifier::EveryPrefix];

    /// The words that a property of this quantifier begins with.
    pub fn words(self) -> [&'static str; 3] {
        match self {
            Quantifier::AllPaths => ["all", "paths", "satisfy"],
            Quantifier::NoPath => ["no", "path", "satisfies"],
            Quantifier::EveryPrefix => ["every", "prefix", "satisfies"],
        }
    }
}

/// States with their transitions; an event that a state does not list stays there.
#[derive(Clone, PartialEq, Debug)]
pub struct Automaton {
    pub braces: Braces,
    pub states: Vec<State>,
    pub place: Place,
}

/// The state that need not be declared: an execution that reaches it has violated the property.
pub const VIOLATION: &str = "violation";

/// A state of an automaton.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub notes: Notes,
    pub start: bool,
    pub accepting: bool,
    pub name: Ident,
    pub braces: Braces,
    pub transitions: Vec<Transition>,
}

/// `a, b -> target`.
#[derive(Clone, PartialEq, Debug)]
pub struct Transition {
    pub notes: Notes,
    pub events: Vec<Ident>,
    pub target: Ident,
}

/// A specification pattern in a scope, in plain words.
#[derive(Clone, PartialEq, Debug)]
pub struct Sentence {
    pub form: Form,
    pub scope: Scope,
}

/// A specification pattern.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    Absence(Subject),
    Existence(Subject),
    Universality(Subject),
    /// `at most 2 of e`: bounded existence, and its two relatives.
    Count(Bound, u32, Subject),
    /// No effect without the causes before it; one of the two may be a chain of two.
    Precedence {
        causes: Vec<Subject>,
        effects: Vec<Subject>,
    },
    /// Every stimulus is followed by the responses; one of the two may be a chain of two.
    Response {
        responses: Vec<Subject>,
        /// What must not come between the two responses.
        without: Option<Subject>,
        stimuli: Vec<Subject>,
    },
}

/// How a number of occurrences is bounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    AtMost,
    AtLeast,
    Exactly,
}

impl Bound {
    /// All bounds.
    pub const ALL: [Bound; 3] = [Bound::AtMost, Bound::AtLeast, Bound::Exactly];

    /// The words of the bound.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Bound::AtMost => &["at", "most"],
            Bound::AtLeast => &["at", "least"],
            Bound::Exactly => &["exactly"],
        }
    }
}

/// Which part of an execution a sentence speaks of.
#[derive(Clone, PartialEq, Debug)]
pub enum Scope {
    Globally,
    Before(Subject),
    After(Subject),
    Between(Subject, Subject),
    AfterUntil(Subject, Subject),
}

/// One of these: `a or b or "x > 0"`; never empty.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    pub any_of: Vec<Atom>,
}

/// What can be the case at one moment.
#[derive(Clone, PartialEq, Debug)]
pub enum Atom {
    Event(Ident),
    Predicate(Predicate),
}

/// `constraint NAME { automaton { … } }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    pub name: Ident,
    pub braces: Braces,
    /// Of the automaton.
    pub notes: Notes,
    pub automaton: Automaton,
}

/// `loop FILE:LINE is finite`.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopMark {
    pub at: FileLine,
    pub finite: bool,
}

/// A violation, described interval by interval.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    pub name: Ident,
    pub braces: Braces,
    pub intervals: Vec<Interval>,
}

/// `interval { ends first e  requires a, b  forbids c }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Interval {
    pub notes: Notes,
    pub braces: Braces,
    pub ends: Ident,
    /// The ending event is the first of its kind in the interval.
    pub first: bool,
    pub requires: Vec<Ident>,
    pub forbids: Vec<Ident>,
}

impl Spec {
    /// The events that the specification declares, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Event(event) => Some(event),
            _ => None,
        })
    }

    /// Its properties, in order.
    pub fn properties(&self) -> impl Iterator<Item = &Property> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Property(property) => Some(property),
            _ => None,
        })
    }

    /// Its constraints, in order.
    pub fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Constraint(constraint) => Some(constraint),
            _ => None,
        })
    }

    /// Its marks of loops, in order.
    pub fn loops(&self) -> impl Iterator<Item = &LoopMark> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Loop(mark) => Some(mark),
            _ => None,
        })
    }

    /// Its queries, in order.
    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Query(query) => Some(query),
            _ => None,
        })
    }
}

impl Automaton {
    /// Whether it speaks of every prefix: some transition, or a state of that name, says so.
    pub fn has_violation(&self) -> bool {
        self.states.iter().any(|state| {
            let leads = |transition: &Transition| transition.target.name == VIOLATION;
            state.name.name == VIOLATION || state.transitions.iter().any(leads)
        })
    }
}
