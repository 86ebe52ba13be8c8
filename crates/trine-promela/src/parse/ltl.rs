//! Reads formulas of linear temporal logic, with expressions as their atoms.
//!
//! Strength, from the weakest: `->` and `<->`, `||`, `&&`, `U` `W` `V`, the operators of
//! expressions, and tightest `!`, `[]`, `<>`, `X`. Binary ones group to the left, as in SPIN.

use trine_base::{Diagnostic, Span};

use super::{HIGHEST, Parse, Parser, expression};
use crate::ast::*;
use crate::keyword::Keyword;
use crate::lex::{Kind, Token};

#[derive(Clone, Copy, PartialEq)]
enum Operator {
    Implies,
    Equivalent,
    Or,
    And,
    Until,
    WeakUntil,
    Release,
    Arithmetic(BinaryOp),
}

impl Parser<'_> {
    pub(super) fn formula(&mut self) -> Parse<Ltl> {
        self.deeper(|parser| parser.formula_above(0))
    }

    fn formula_above(&mut self, least: u8) -> Parse<Ltl> {
        let mut left = self.formula_unary()?;
        while let Some((operator, strength, length)) = self.formula_operator() {
            if strength < least {
                break;
            }
            for _ in 0..length {
                self.bump();
            }
            let right = self.deeper(|parser| parser.formula_above(strength + 1))?;
            let span = left.span.to(right.span);
            left = self.formula_pair(operator, left, right, span)?;
        }
        Ok(left)
    }

    fn formula_pair(
        &mut self,
        operator: Operator,
        left: Ltl,
        right: Ltl,
        span: Span,
    ) -> Parse<Ltl> {
        let mut operator = operator;
        let temporal = is_temporal(&left) || is_temporal(&right);
        if temporal && matches!(operator, Operator::Arithmetic(BinaryOp::BitAnd)) {
            operator = Operator::And;
            self.diagnostics.warning("`&` between formulas is read as `&&`", span);
        } else if temporal && matches!(operator, Operator::Arithmetic(BinaryOp::BitOr)) {
            operator = Operator::Or;
            self.diagnostics.warning("`|` between formulas is read as `||`", span);
        }
        if let Operator::Arithmetic(operator) = operator {
            let (left, right) = (self.atom(left)?, self.atom(right)?);
            let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
            let atom = self.limited(kind, span)?;
            return Ok(Ltl::new(LtlKind::Atom(atom), span));
        }
        let (left, right) = (Box::new(left), Box::new(right));
        self.limited_formula(
            match operator {
                Operator::Implies => LtlKind::Implies(left, right),
                Operator::Equivalent => LtlKind::Equivalent(left, right),
                Operator::Or => LtlKind::Or(left, right),
                Operator::And => LtlKind::And(left, right),
                Operator::Until => LtlKind::Until(left, right),
                Operator::WeakUntil => LtlKind::WeakUntil(left, right),
                Operator::Release | Operator::Arithmetic(_) => LtlKind::Release(left, right),
            },
            span,
        )
    }

    fn limited_formula(&mut self, kind: LtlKind, span: Span) -> Parse<Ltl> {
        let built = Ltl::new(kind, span);
        if built.height > HIGHEST {
            self.errors = super::MOST_ERRORS - 1;
            return self.error_at("this formula is too large", span);
        }
        Ok(built)
    }

    /// The expression that a formula is, if no temporal operator stands in it.
    fn atom(&mut self, formula: Ltl) -> Parse<Expr> {
        let span = formula.span;
        let unary = |inner: Expr| ExprKind::Unary(UnaryOp::Not, Box::new(inner));
        match formula.kind {
            LtlKind::Atom(atom) => Ok(atom),
            LtlKind::Not(inner) => {
                let inner = self.atom(*inner)?;
                self.limited(unary(inner), span)
            }
            LtlKind::And(left, right) => {
                let (left, right) = (self.atom(*left)?, self.atom(*right)?);
                self.limited(ExprKind::Binary(BinaryOp::And, left.into(), right.into()), span)
            }
            LtlKind::Or(left, right) => {
                let (left, right) = (self.atom(*left)?, self.atom(*right)?);
                self.limited(ExprKind::Binary(BinaryOp::Or, left.into(), right.into()), span)
            }
            _ => {
                let message = "a temporal operator cannot stand inside arithmetic or comparison";
                let problem = Diagnostic::error(message, span);
                self.fail(
                    problem.help(
                        "temporal operators bind tightest: put parentheses round the comparison",
                    ),
                )
            }
        }
    }

    fn formula_unary(&mut self) -> Parse<Ltl> {
        let start = self.span();
        let second = self.ahead(1);
        let touching = !second.space && !second.newline;
        let word = if self.at_name() { self.names.text(self.token().text) } else { "" };
        let (make, length): (fn(Box<Ltl>) -> LtlKind, usize) = match self.kind() {
            Kind::Bang => (LtlKind::Not, 1),
            Kind::BangBang => {
                self.bump();
                let inner = self.deeper(Self::formula_unary)?;
                let span = start.to(inner.span);
                let once = self.limited_formula(LtlKind::Not(Box::new(inner)), span)?;
                return self.limited_formula(LtlKind::Not(Box::new(once)), span);
            }
            Kind::OpenBracket if second.kind == Kind::CloseBracket && touching => {
                (LtlKind::Always, 2)
            }
            Kind::Less if second.kind == Kind::Greater && touching => (LtlKind::Eventually, 2),
            Kind::Word if word == "always" => (LtlKind::Always, 1),
            Kind::Word if word == "eventually" => (LtlKind::Eventually, 1),
            Kind::Word if word == "next" || word == "X" => (LtlKind::Next, 1),
            Kind::Word if word == "not" && self.begins_formula(second) => (LtlKind::Not, 1),
            _ => return self.formula_primary(),
        };
        for _ in 0..length {
            self.bump();
        }
        let inner = self.deeper(Self::formula_unary)?;
        let span = start.to(inner.span);
        self.limited_formula(make(Box::new(inner)), span)
    }

    fn begins_formula(&self, token: Token) -> bool {
        matches!(
            token.kind,
            Kind::OpenParen | Kind::OpenBracket | Kind::Less | Kind::Bang | Kind::Number
        ) || (token.kind == Kind::Word
            && !matches!(
                self.names.text(token.text),
                "U" | "V"
                    | "W"
                    | "until"
                    | "weakuntil"
                    | "stronguntil"
                    | "release"
                    | "implies"
                    | "equivalent"
            ))
    }

    fn formula_primary(&mut self) -> Parse<Ltl> {
        let start = self.span();
        if self.kind() == Kind::OpenParen {
            self.bump();
            let inner = self.formula()?;
            self.expect(Kind::CloseParen, "`)`")?;
            return Ok(Ltl { span: start.to(self.last_span()), ..inner });
        }
        let sign = match self.kind() {
            Kind::Minus => Some(UnaryOp::Minus),
            Kind::Tilde => Some(UnaryOp::Complement),
            _ => None,
        };
        let atom = match sign {
            Some(operator) => {
                self.bump();
                let inner = self.deeper(Self::formula_unary)?;
                let inner = self.atom(inner)?;
                let span = start.to(inner.span);
                self.limited(ExprKind::Unary(operator, Box::new(inner)), span)?
            }
            None => self.primary()?,
        };
        let span = atom.span;
        Ok(Ltl::new(LtlKind::Atom(atom), span))
    }

    /// The operator that stands here, its strength and its number of tokens.
    fn formula_operator(&self) -> Option<(Operator, u8, usize)> {
        let token = self.token();
        let second = self.ahead(1);
        let touching = !second.space && !second.newline;
        if token.kind == Kind::Word && Keyword::of(token.text).is_none() {
            return Some(match self.names.text(token.text) {
                "implies" => (Operator::Implies, 1, 1),
                "equivalent" => (Operator::Equivalent, 1, 1),
                "U" | "until" | "stronguntil" => (Operator::Until, 4, 1),
                "W" | "weakuntil" => (Operator::WeakUntil, 4, 1),
                "V" | "release" => (Operator::Release, 4, 1),
                _ => return None,
            });
        }
        Some(match token.kind {
            Kind::Arrow => (Operator::Implies, 1, 1),
            Kind::Less if second.kind == Kind::Arrow && touching => (Operator::Equivalent, 1, 2),
            Kind::Slash if second.kind == Kind::Backslash && touching => (Operator::And, 3, 2),
            Kind::Backslash if second.kind == Kind::Slash && touching => (Operator::Or, 2, 2),
            Kind::Or => (Operator::Or, 2, 1),
            Kind::And => (Operator::And, 3, 1),
            kind => {
                let (operator, strength) = expression::arithmetic(kind)?;
                (Operator::Arithmetic(operator), strength + 4, 1)
            }
        })
    }
}

fn is_temporal(formula: &Ltl) -> bool {
    match &formula.kind {
        LtlKind::Atom(_) => false,
        LtlKind::Not(inner) => is_temporal(inner),
        LtlKind::And(left, right) | LtlKind::Or(left, right) => {
            is_temporal(left) || is_temporal(right)
        }
        _ => true,
    }
}
