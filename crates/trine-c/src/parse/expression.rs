//! Expressions (C11 6.5): binary operators by how strongly they bind, assignment, conditional, casts and unary ones.

use super::{Parsed, Parser};
use crate::syntax::*;

fn binary(text: &str) -> Option<(Binary, u8)> {
    Some(match text {
        "||" => (Binary::Or, 1),
        "&&" => (Binary::And, 2),
        "|" => (Binary::BitOr, 3),
        "^" => (Binary::BitXor, 4),
        "&" => (Binary::BitAnd, 5),
        "==" => (Binary::Equal, 6),
        "!=" => (Binary::NotEqual, 6),
        "<" => (Binary::Less, 7),
        ">" => (Binary::Greater, 7),
        "<=" => (Binary::LessEqual, 7),
        ">=" => (Binary::GreaterEqual, 7),
        "<<" => (Binary::ShiftLeft, 8),
        ">>" => (Binary::ShiftRight, 8),
        "+" => (Binary::Add, 9),
        "-" => (Binary::Subtract, 9),
        "*" => (Binary::Multiply, 10),
        "/" => (Binary::Divide, 10),
        "%" => (Binary::Remainder, 10),
        _ => return None,
    })
}

fn assignment(text: &str) -> Option<Option<Binary>> {
    Some(match text {
        "=" => None,
        "*=" => Some(Binary::Multiply),
        "/=" => Some(Binary::Divide),
        "%=" => Some(Binary::Remainder),
        "+=" => Some(Binary::Add),
        "-=" => Some(Binary::Subtract),
        "<<=" => Some(Binary::ShiftLeft),
        ">>=" => Some(Binary::ShiftRight),
        "&=" => Some(Binary::BitAnd),
        "^=" => Some(Binary::BitXor),
        "|=" => Some(Binary::BitOr),
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let mut left = self.assignment()?;
        while self.take(",") {
            let right = self.assignment()?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Comma(Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        self.deeper(|parser| {
            let left = parser.conditional()?;
            let Some(operator) = assignment(parser.text(0)) else { return Ok(left) };
            parser.at += 1;
            let right = parser.assignment()?;
            let span = left.span.to(right.span);
            Ok(Expr { kind: ExprKind::Assign(operator, Box::new(left), Box::new(right)), span })
        })
    }

    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        self.deeper(|parser| {
            let condition = parser.binary(1)?;
            if !parser.take("?") {
                return Ok(condition);
            }
            let then = match parser.is(":") {
                true => None,
                false => Some(Box::new(parser.expression()?)),
            };
            parser.expect(":")?;
            let otherwise = parser.conditional()?;
            let span = condition.span.to(otherwise.span);
            Ok(Expr {
                kind: ExprKind::Conditional(Box::new(condition), then, Box::new(otherwise)),
                span,
            })
        })
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.cast()?;
        // A long chain nests to the left: count it, so that what walks the tree has a bound, too.
        let mut chain = 0;
        while let Some((operator, strength)) = binary(self.text(0)).filter(|found| found.1 >= least)
        {
            chain += 1;
            if chain > 20_000 {
                return Err(self.fail("this expression is longer than is followed"));
            }
            self.at += 1;
            let right = self.binary(strength + 1)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    /// A cast, a compound literal, or a unary expression.
    pub(super) fn cast(&mut self) -> Parsed<Expr> {
        self.deeper(|parser| {
            if !(parser.is("(") && parser.starts_type_name(1)) {
                return parser.unary();
            }
            let start = parser.span();
            parser.at += 1;
            let ty = parser.type_name()?;
            parser.expect(")")?;
            if parser.is("{") {
                let initializer = parser.initializer()?;
                let span = start.to(parser.last_span());
                let kind = ExprKind::Compound(ty, Box::new(initializer));
                return parser.postfix_of(Expr { kind, span });
            }
            let inner = parser.cast()?;
            let span = start.to(inner.span);
            Ok(Expr { kind: ExprKind::Cast(ty, Box::new(inner)), span })
        })
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let operator = match self.text(0) {
            "+" => Some(Unary::Plus),
            "-" => Some(Unary::Minus),
            "~" => Some(Unary::Complement),
            "!" => Some(Unary::Not),
            "*" => Some(Unary::Dereference),
            "&" => Some(Unary::Address),
            "++" => Some(Unary::PreIncrement),
            "--" => Some(Unary::PreDecrement),
            "__real__" => Some(Unary::Real),
            "__imag__" => Some(Unary::Imaginary),
            _ => None,
        };
        if let Some(operator) = operator {
            self.at += 1;
            let inner = match operator {
                Unary::PreIncrement | Unary::PreDecrement => self.deeper(Self::unary)?,
                _ => self.cast()?,
            };
            if let (Unary::Address, ExprKind::Identifier(name)) = (operator, &inner.kind) {
                self.addressed.insert(name.clone());
            }
            let span = start.to(inner.span);
            return Ok(Expr { kind: ExprKind::Unary(operator, Box::new(inner)), span });
        }
        match self.text(0) {
            "sizeof" | "_Alignof" | "__alignof__" | "__alignof" => self.size(),
            "__extension__" => {
                self.at += 1;
                self.cast()
            }
            "&&" => {
                self.at += 1;
                let (_, span) = self.identifier()?;
                Ok(Expr { kind: ExprKind::LabelAddress, span: start.to(span) })
            }
            _ => self.postfix(),
        }
    }

    fn size(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let size = self.is("sizeof");
        self.at += 1;
        if self.is("(") && self.starts_type_name(1) {
            self.at += 1;
            let ty = self.type_name()?;
            self.expect(")")?;
            // `sizeof (T){…}` is the size of a compound literal.
            if self.is("{") {
                let initializer = self.initializer()?;
                let span = start.to(self.last_span());
                let kind = ExprKind::Compound(ty, Box::new(initializer));
                let inner = self.postfix_of(Expr { kind, span })?;
                return Ok(Expr { kind: ExprKind::SizeofExpr(Box::new(inner)), span });
            }
            let kind = if size { ExprKind::SizeofType(ty) } else { ExprKind::AlignofType(ty) };
            return Ok(Expr { kind, span: start.to(self.last_span()) });
        }
        let inner = Box::new(self.deeper(Self::unary)?);
        let span = start.to(inner.span);
        let kind = if size { ExprKind::SizeofExpr(inner) } else { ExprKind::AlignofExpr(inner) };
        Ok(Expr { kind, span })
    }
}
