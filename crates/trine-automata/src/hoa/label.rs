//! Boolean expressions of the HOA format, and their normal forms.

use std::ops::Range;

use super::token::{HoaError, Token};
use crate::AtomId;
use crate::guard::{Cube, simplify_disjunction};

/// An expression over propositions (labels) or over acceptance sets (acceptance).
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Constant(bool),
    /// A proposition's number.
    Atom(usize),
    Not(Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    /// `Inf(3)`, or with `false` `Inf(!3)`.
    Infinite(usize, bool),
}

const DEPTH_LIMIT: usize = 200;
const CUBE_LIMIT: usize = 4096;

/// A cursor over the tokens of a text.
pub(super) struct Cursor<'a> {
    pub tokens: &'a [(Token, Range<usize>)],
    pub at: usize,
    pub end: usize,
}

impl Cursor<'_> {
    /// The token that comes next, left where it is.
    pub fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    /// Where the next token stands; at the end of the text, the place behind it.
    pub fn range(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end..self.end, |(_, range)| range.clone())
    }

    /// The next token, and goes past it.
    pub fn next(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.at += 1;
        token
    }

    /// Goes past this sign if it comes next, and says whether it did.
    pub fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    /// Goes past this sign, or says that it was expected.
    pub fn expect(&mut self, sign: char) -> Result<(), HoaError> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    /// The number that comes next; `what` names it in the error if there is none.
    pub fn number(&mut self, what: &str) -> Result<usize, HoaError> {
        match self.peek() {
            Some(&Token::Number(number)) => {
                self.at += 1;
                Ok(number)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// The error that something else than `wanted` stands here.
    pub fn unexpected(&self, wanted: &str) -> HoaError {
        let found = self.peek().map_or("the end of the text".to_owned(), Token::describe);
        HoaError::new(format!("{found} stands where {wanted} was expected"), self.range())
    }

    /// Reads an expression; `leaf` reads what is neither an operator nor a constant.
    pub fn expression(
        &mut self,
        leaf: &dyn Fn(&mut Self) -> Result<Expression, HoaError>,
    ) -> Result<Expression, HoaError> {
        self.disjunction(leaf, 0)
    }

    fn disjunction(
        &mut self,
        leaf: &dyn Fn(&mut Self) -> Result<Expression, HoaError>,
        depth: usize,
    ) -> Result<Expression, HoaError> {
        let mut choices = Vec::new();
        loop {
            let mut parts = vec![self.operand(leaf, depth)?];
            while self.take('&') {
                parts.push(self.operand(leaf, depth)?);
            }
            choices.push(if parts.len() == 1 { parts.remove(0) } else { Expression::And(parts) });
            if !self.take('|') {
                break;
            }
        }
        Ok(if choices.len() == 1 { choices.remove(0) } else { Expression::Or(choices) })
    }

    fn operand(
        &mut self,
        leaf: &dyn Fn(&mut Self) -> Result<Expression, HoaError>,
        depth: usize,
    ) -> Result<Expression, HoaError> {
        if depth > DEPTH_LIMIT {
            return Err(HoaError::new("this expression is nested too deeply", self.range()));
        }
        if self.take('!') {
            return Ok(Expression::Not(Box::new(self.operand(leaf, depth + 1)?)));
        }
        if self.take('(') {
            let inner = self.disjunction(leaf, depth + 1)?;
            self.expect(')')?;
            return Ok(inner);
        }
        match self.peek() {
            Some(Token::Word(word)) if word == "t" || word == "f" => {
                let value = word == "t";
                self.at += 1;
                Ok(Expression::Constant(value))
            }
            _ => leaf(self),
        }
    }
}

/// The label as a disjunction of cubes; `None` if it is too large.
pub(super) fn cubes(label: &Expression, positive: bool, atoms: &[AtomId]) -> Option<Vec<Cube>> {
    match label {
        Expression::Constant(value) => {
            Some(if *value == positive { vec![Cube::always()] } else { vec![] })
        }
        Expression::Atom(number) => Some(vec![Cube::literal(*atoms.get(*number)?, positive)]),
        Expression::Not(inner) => cubes(inner, !positive, atoms),
        Expression::And(parts) | Expression::Or(parts) => {
            let parts: Option<Vec<Vec<Cube>>> =
                parts.iter().map(|part| cubes(part, positive, atoms)).collect();
            if matches!(label, Expression::Or(_)) == positive {
                let all: Vec<Cube> = parts?.into_iter().flatten().collect();
                return (all.len() <= CUBE_LIMIT).then(|| simplify_disjunction(&all));
            }
            let mut all = vec![Cube::always()];
            for part in parts? {
                if all.len().saturating_mul(part.len()) > CUBE_LIMIT {
                    return None;
                }
                let both = all.iter().flat_map(|one| part.iter().filter_map(|two| one.and(two)));
                all = simplify_disjunction(&both.collect::<Vec<_>>());
            }
            Some(all)
        }
        Expression::Infinite(..) => None,
    }
}

/// One of several sets must be met infinitely often; `false` stands for a set's complement.
pub(super) type Clause = Vec<(usize, bool)>;

/// The acceptance as a conjunction of clauses. A union of sets is a set, so that each clause is one
/// mark of a generalised Büchi automaton. `None` if it is too large.
pub(super) fn clauses(acceptance: &Expression) -> Option<Vec<Clause>> {
    match acceptance {
        Expression::Constant(true) => Some(vec![]),
        Expression::Constant(false) => Some(vec![vec![]]),
        Expression::Infinite(set, positive) => Some(vec![vec![(*set, *positive)]]),
        Expression::And(parts) => {
            let parts: Option<Vec<Vec<Clause>>> = parts.iter().map(clauses).collect();
            let all: Vec<Clause> = parts?.into_iter().flatten().collect();
            (all.len() <= CUBE_LIMIT).then_some(all)
        }
        Expression::Or(parts) => {
            let mut all: Vec<Clause> = vec![vec![]];
            for part in parts {
                let part = clauses(part)?;
                if all.len().saturating_mul(part.len()) > CUBE_LIMIT {
                    return None;
                }
                all = all
                    .iter()
                    .flat_map(|one| part.iter().map(|two| [&one[..], two].concat()))
                    .collect();
            }
            Some(all)
        }
        Expression::Not(_) | Expression::Atom(_) => None,
    }
}
