//! Regular expressions over events, formulas, and the conditions on states inside quotes.

use super::{Atom, Ident, Place};

/// A regular expression at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Regex {
    pub kind: RegexKind,
    pub place: Place,
}

/// What a regular expression matches.
#[derive(Clone, PartialEq, Debug)]
pub enum RegexKind {
    /// `()`: nothing happens.
    Empty,
    Event(Ident),
    /// `.`
    Any,
    /// `[a, b]`; never empty.
    OneOf(Vec<Ident>),
    /// `[^a, b]`; never empty.
    NoneOf(Vec<Ident>),
    /// At least two.
    Sequence(Vec<Regex>),
    /// At least two.
    Choice(Vec<Regex>),
    Repeat(Box<Regex>, Repetition),
}

/// How often something is repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    Star,
    Plus,
    Optional,
    /// `{n}`
    Exactly(u32),
    /// `{m,n}`, with m at most n.
    Between(u32, u32),
}

/// A formula at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    pub kind: FormulaKind,
    pub place: Place,
}

/// What a formula says.
#[derive(Clone, PartialEq, Debug)]
pub enum FormulaKind {
    True,
    False,
    Atom(Atom),
    Not(Box<Formula>),
    Next(Box<Formula>),
    Always(Box<Formula>),
    Eventually(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    WeakUntil(Box<Formula>, Box<Formula>),
    Release(Box<Formula>, Box<Formula>),
    /// At least two.
    And(Vec<Formula>),
    /// At least two.
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Equivalent(Box<Formula>, Box<Formula>),
}

/// A condition on a state, written in quotes.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    pub expression: Expression,
    /// With the quotes.
    pub place: Place,
}

/// A condition on states, or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub place: Place,
}

/// What a condition computes.
#[derive(Clone, PartialEq, Debug)]
pub enum ExpressionKind {
    /// Not negative: a sign is an operator.
    Number(i64),
    Boolean(bool),
    Null,
    /// A variable, or an enumeration or mtype name.
    Path(ExpressionPath),
    /// `P@label`: the process is at the label.
    At(ExpressionPath, Ident),
    Unary(UnaryOperator, Box<Expression>),
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
}

/// `runners[i + 1].speed`; never empty.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpressionPath {
    pub segments: Vec<ExpressionSegment>,
    pub place: Place,
}

/// A name in a path, with its indices.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpressionSegment {
    pub name: String,
    pub indices: Vec<Expression>,
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOperator {
    Not,
    Minus,
}

impl UnaryOperator {
    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOperator::Not => "!",
            UnaryOperator::Minus => "-",
        }
    }
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOperator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl BinaryOperator {
    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOperator::Or => "||",
            BinaryOperator::And => "&&",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterEqual => ">=",
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Remainder => "%",
        }
    }

    /// How tightly it binds; comparisons do not chain, the others group to the left.
    pub fn strength(self) -> u8 {
        match self {
            BinaryOperator::Or => 1,
            BinaryOperator::And => 2,
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => 3,
            BinaryOperator::Add | BinaryOperator::Subtract => 4,
            BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => 5,
        }
    }

    /// Whether it compares two values.
    pub fn is_comparison(self) -> bool {
        self.strength() == BinaryOperator::Equal.strength()
    }
}
