//! Postfix and primary expressions (C11 6.5.1, 6.5.2), with statement expressions and what gcc builds in.

use super::{Parsed, Parser};
use crate::number;
use crate::preprocess::Kind;
use crate::syntax::*;

impl Parser<'_> {
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let primary = self.primary()?;
        self.postfix_of(primary)
    }

    /// What stands behind a primary expression or a compound literal.
    pub(super) fn postfix_of(&mut self, mut left: Expr) -> Parsed<Expr> {
        let mut chain = 0;
        loop {
            chain += 1;
            if chain > 2_000 {
                return Err(self.fail("this expression is longer than is followed"));
            }
            let start = left.span;
            let kind = match self.text(0) {
                "[" => {
                    self.at += 1;
                    let index = self.expression()?;
                    self.expect("]")?;
                    ExprKind::Index(Box::new(left), Box::new(index))
                }
                "(" => {
                    self.at += 1;
                    let arguments = self.arguments()?;
                    ExprKind::Call(Box::new(left), arguments)
                }
                "." => {
                    self.at += 1;
                    ExprKind::Member(Box::new(left), self.identifier()?.0)
                }
                "->" => {
                    self.at += 1;
                    ExprKind::Arrow(Box::new(left), self.identifier()?.0)
                }
                "++" => {
                    self.at += 1;
                    ExprKind::Unary(Unary::PostIncrement, Box::new(left))
                }
                "--" => {
                    self.at += 1;
                    ExprKind::Unary(Unary::PostDecrement, Box::new(left))
                }
                _ => return Ok(left),
            };
            left = Expr { kind, span: start.to(self.last_span()) };
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.take(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let Some(token) = self.token(0) else {
            return Err(self.fail("an expression is expected here, and the file ends"));
        };
        let kind = match token.kind {
            Kind::Number => {
                self.at += 1;
                ExprKind::Number(token.text.clone())
            }
            Kind::Character => {
                self.at += 1;
                ExprKind::Character(token.text.clone())
            }
            Kind::Text => return self.string(),
            Kind::Punctuator if self.is("(") => return self.parenthesised(),
            Kind::Identifier if self.builtin_form().is_some() => return self.builtin(),
            Kind::Identifier if !super::is_keyword(&token.text) => {
                self.at += 1;
                ExprKind::Identifier(token.text.clone())
            }
            _ => return Err(self.fail("an expression is expected here")),
        };
        Ok(Expr { kind, span })
    }

    /// Literals that stand next to each other are one.
    fn string(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let (mut units, mut wide) = (Vec::new(), false);
        while let Some(token) = self.token(0).filter(|token| token.kind == Kind::Text) {
            let Some((more, is_wide)) = number::string(&token.text) else {
                return Err(self.fail("this string has an escape that means nothing"));
            };
            units.extend(more);
            wide |= is_wide;
            self.at += 1;
        }
        Ok(Expr { kind: ExprKind::Text(units, wide), span: span.to(self.last_span()) })
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.expect("(")?;
        if self.is("{") {
            let block = self.block()?;
            self.expect(")")?;
            let span = start.to(self.last_span());
            return Ok(Expr { kind: ExprKind::Statement(Box::new(block)), span });
        }
        let inner = self.expression()?;
        self.expect(")")?;
        Ok(Expr { kind: inner.kind, span: start.to(self.last_span()) })
    }

    fn builtin_form(&self) -> Option<&str> {
        let text = self.text(0);
        matches!(
            text,
            "_Generic"
                | "__builtin_va_arg"
                | "__builtin_offsetof"
                | "__builtin_types_compatible_p"
                | "__builtin_choose_expr"
        )
        .then_some(text)
    }

    /// Expressions that take types as operands.
    fn builtin(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let name = self.text(0).to_string();
        self.at += 1;
        self.expect("(")?;
        let kind = match name.as_str() {
            "_Generic" => {
                let operand = Box::new(self.assignment()?);
                let mut alternatives = Vec::new();
                while self.take(",") {
                    let ty = match self.take("default") {
                        true => None,
                        false => Some(self.type_name()?),
                    };
                    self.expect(":")?;
                    alternatives.push((ty, self.assignment()?));
                }
                ExprKind::Generic(operand, alternatives)
            }
            "__builtin_va_arg" => {
                self.assignment()?;
                self.expect(",")?;
                ExprKind::VaArg(self.type_name()?)
            }
            "__builtin_offsetof" => {
                let ty = self.type_name()?;
                self.expect(",")?;
                let (first, span) = self.identifier()?;
                let mut path = vec![Designator::Member(first, span)];
                loop {
                    if self.take(".") {
                        let (name, span) = self.identifier()?;
                        path.push(Designator::Member(name, span));
                    } else if self.take("[") {
                        path.push(Designator::Index(self.expression()?));
                        self.expect("]")?;
                    } else {
                        break;
                    }
                }
                ExprKind::Offsetof(ty, path)
            }
            "__builtin_types_compatible_p" => {
                let left = self.type_name()?;
                self.expect(",")?;
                ExprKind::TypesCompatible(left, self.type_name()?)
            }
            _ => {
                let condition = Box::new(self.assignment()?);
                self.expect(",")?;
                let then = Box::new(self.assignment()?);
                self.expect(",")?;
                ExprKind::ChooseExpr(condition, then, Box::new(self.assignment()?))
            }
        };
        self.expect(")")?;
        Ok(Expr { kind, span: start.to(self.last_span()) })
    }
}
