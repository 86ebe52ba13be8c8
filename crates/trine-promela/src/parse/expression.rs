//! Reads expressions: operators by their strength, as in SPIN's grammar.

use trine_base::Span;

use super::{HIGHEST, Parse, Parser};
use crate::ast::*;
use crate::keyword::Keyword;
use crate::lex::Kind;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        self.deeper(|parser| {
            let left = parser.unary()?;
            parser.binary(left, 0)
        })
    }

    /// An expression whose first operand was read already.
    pub(super) fn expression_from(&mut self, left: Expr) -> Parse<Expr> {
        self.deeper(|parser| parser.binary(left, 0))
    }

    fn binary(&mut self, mut left: Expr, least: u8) -> Parse<Expr> {
        while let Some((operator, strength)) = operator(self.kind()) {
            if strength < least {
                break;
            }
            self.bump();
            let right = self.deeper(|parser| {
                let operand = parser.unary()?;
                parser.binary(operand, strength + 1)
            })?;
            let span = left.span.to(right.span);
            left =
                self.limited(ExprKind::Binary(operator, Box::new(left), Box::new(right)), span)?;
        }
        Ok(left)
    }

    /// Builds a node unless it would be too high for those that walk it.
    pub(super) fn limited(&mut self, kind: ExprKind, span: Span) -> Parse<Expr> {
        let built = Expr::new(kind, span);
        if built.height > HIGHEST {
            self.errors = super::MOST_ERRORS - 1;
            return self.error_at("this expression is too large", span);
        }
        Ok(built)
    }

    fn unary(&mut self) -> Parse<Expr> {
        let start = self.span();
        let operator = match self.kind() {
            Kind::Bang => UnaryOp::Not,
            Kind::Minus => UnaryOp::Minus,
            Kind::Tilde => UnaryOp::Complement,
            Kind::BangBang => {
                self.bump();
                let inner = self.deeper(Self::unary)?;
                let span = start.to(inner.span);
                let once = self.limited(ExprKind::Unary(UnaryOp::Not, Box::new(inner)), span)?;
                return self.limited(ExprKind::Unary(UnaryOp::Not, Box::new(once)), span);
            }
            _ => return self.primary(),
        };
        self.bump();
        let inner = self.deeper(Self::unary)?;
        let span = start.to(inner.span);
        self.limited(ExprKind::Unary(operator, Box::new(inner)), span)
    }

    pub(super) fn primary(&mut self) -> Parse<Expr> {
        let start = self.span();
        match self.kind() {
            Kind::OpenParen => return self.parenthesised(),
            Kind::Number => {
                let value = self.number_value()?;
                self.bump();
                return Ok(Expr::number(value, start));
            }
            Kind::Character => {
                let value = self.character_value()?;
                self.bump();
                return Ok(Expr::number(value, start));
            }
            Kind::Word => {}
            _ => return self.unexpected("an expression"),
        }
        let Some(keyword) = self.keyword() else {
            if let Some(remote) = self.remote_reference()? {
                return Ok(remote);
            }
            let variable = self.variable()?;
            return self.variable_or_poll(variable);
        };
        let kind = match keyword {
            Keyword::True | Keyword::Skip => {
                self.bump();
                ExprKind::Number(1)
            }
            Keyword::False => {
                self.bump();
                ExprKind::Number(0)
            }
            Keyword::Timeout => {
                self.bump();
                ExprKind::Timeout
            }
            Keyword::NonProgress => {
                self.bump();
                ExprKind::NonProgress
            }
            Keyword::Run => return self.run(),
            Keyword::Len => ExprKind::Len(self.channel_in_parentheses()?),
            Keyword::Full => ExprKind::Probe(Probe::Full, self.channel_in_parentheses()?),
            Keyword::Nfull => ExprKind::Probe(Probe::NotFull, self.channel_in_parentheses()?),
            Keyword::Empty => ExprKind::Probe(Probe::Empty, self.channel_in_parentheses()?),
            Keyword::Nempty => ExprKind::Probe(Probe::NotEmpty, self.channel_in_parentheses()?),
            Keyword::Enabled => ExprKind::Enabled(self.value_in_parentheses()?),
            Keyword::PcValue => ExprKind::PcValue(self.value_in_parentheses()?),
            Keyword::GetPriority => ExprKind::GetPriority(self.value_in_parentheses()?),
            Keyword::CExpr => ExprKind::Unmodelled(self.unmodelled()?),
            _ => return self.unexpected("an expression"),
        };
        let span = start.to(self.last_span());
        self.limited(kind, span)
    }

    fn parenthesised(&mut self) -> Parse<Expr> {
        let start = self.bump().span;
        let first = self.expression()?;
        if !self.eat(Kind::Arrow) {
            self.expect(Kind::CloseParen, "`)`")?;
            return Ok(Expr { span: start.to(self.last_span()), ..first });
        }
        let yes = self.expression()?;
        self.expect(Kind::Colon, "`:` of this conditional expression")?;
        let no = self.expression()?;
        self.expect(Kind::CloseParen, "`)`")?;
        let span = start.to(self.last_span());
        self.limited(ExprKind::Conditional(Box::new(first), Box::new(yes), Box::new(no)), span)
    }

    fn channel_in_parentheses(&mut self) -> Parse<VarRef> {
        self.bump();
        self.expect(Kind::OpenParen, "`(`")?;
        let variable = self.variable()?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(variable)
    }

    fn value_in_parentheses(&mut self) -> Parse<Box<Expr>> {
        self.bump();
        self.expect(Kind::OpenParen, "`(`")?;
        let value = self.expression()?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(Box::new(value))
    }

    fn run(&mut self) -> Parse<Expr> {
        let start = self.bump().span;
        let process = self.name("a proctype's name")?;
        self.expect(Kind::OpenParen, "`(`")?;
        let arguments = self.expressions_until(Kind::CloseParen)?;
        self.expect(Kind::CloseParen, "`)`")?;
        let priority = self.priority()?;
        let span = start.to(self.last_span());
        self.limited(ExprKind::Run(Box::new(Run { process, arguments, priority })), span)
    }

    /// `P[i]@L`, `P@L`, `P[i]:x` or `P:x`, if that is what stands here.
    fn remote_reference(&mut self) -> Parse<Option<Expr>> {
        let start = self.token();
        if !self.is_proctype(start) || !self.looks_remote() {
            return Ok(None);
        }
        self.bump();
        let process = self.ident(start);
        let mut index = None;
        if self.eat(Kind::OpenBracket) {
            index = Some(Box::new(self.expression()?));
            self.expect(Kind::CloseBracket, "`]`")?;
        }
        let kind = if self.eat(Kind::At) {
            ExprKind::RemoteLabel { process, index, label: self.name("a label")? }
        } else {
            self.expect(Kind::Colon, "`@` or `:` of this remote reference")?;
            let variable = self.variable()?;
            ExprKind::RemoteVariable { process, index, variable }
        };
        let span = start.span.to(self.last_span());
        Ok(Some(self.limited(kind, span)?))
    }

    /// Whether `@` or `:` follows the name here, or the brackets after it.
    pub(super) fn looks_remote(&self) -> bool {
        let mut ahead = 1;
        if self.ahead(1).kind == Kind::OpenBracket {
            let mut depth = 0usize;
            loop {
                match self.ahead(ahead).kind {
                    Kind::OpenBracket => depth += 1,
                    Kind::CloseBracket => depth -= 1,
                    Kind::End | Kind::Semicolon | Kind::ImpliedSemicolon | Kind::OpenBrace => {
                        return false;
                    }
                    _ => {}
                }
                ahead += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        matches!(self.ahead(ahead).kind, Kind::At | Kind::Colon)
    }

    pub(super) fn variable(&mut self) -> Parse<VarRef> {
        let id = self.reference();
        let start = self.span();
        let mut path = Vec::new();
        loop {
            let name = self.name("a variable")?;
            let mut index = None;
            if self.eat(Kind::OpenBracket) {
                index = Some(Box::new(self.expression()?));
                self.expect(Kind::CloseBracket, "`]`")?;
            }
            path.push(PathPart { name, index });
            if !self.eat(Kind::Dot) {
                break;
            }
        }
        Ok(VarRef { id, path, span: start.to(self.last_span()) })
    }

    pub(super) fn variable_or_poll(&mut self, variable: VarRef) -> Parse<Expr> {
        let random = match self.kind() {
            Kind::Question => false,
            Kind::QuestionQuestion => true,
            _ => {
                let span = variable.span;
                return self.limited(ExprKind::Variable(variable), span);
            }
        };
        if self.ahead(1).kind != Kind::OpenBracket {
            self.bump();
            return self.unexpected("`[` of a poll: a receive is no expression");
        }
        self.bump();
        self.bump();
        let arguments = self.receive_arguments()?;
        self.expect(Kind::CloseBracket, "`]`")?;
        let span = variable.span.to(self.last_span());
        self.limited(ExprKind::Poll { channel: variable, random, arguments }, span)
    }

    pub(super) fn number_value(&mut self) -> Parse<i32> {
        let token = self.token();
        let text = self.names.text(token.text);
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("`{text}` is not a number: Promela has decimal ones only");
            return self.error_at(message, token.span);
        }
        // As the C library does: what is too large for a long is the largest long.
        let value = text.parse::<i64>().unwrap_or(i64::MAX);
        let kept = value as i32;
        if i64::from(kept) != value {
            let text = format!("`{text}` does not fit an int and is read as {kept}");
            self.diagnostics.warning(text, token.span);
        }
        Ok(kept)
    }

    pub(super) fn character_value(&mut self) -> Parse<i32> {
        let token = self.token();
        let text = self.names.text(token.text);
        let inside: Vec<char> = text.chars().skip(1).take(text.chars().count() - 2).collect();
        match inside.as_slice() {
            ['\\', 'n'] => Ok(10),
            ['\\', 'r'] => Ok(13),
            ['\\', 't'] => Ok(9),
            ['\\', 'f'] => Ok(12),
            ['\\', other] | [other] if other.is_ascii() => Ok(*other as i32),
            _ => self.error_at("a character constant holds one character", token.span),
        }
    }
}

fn operator(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::Or => (BinaryOp::Or, 1),
        Kind::And => (BinaryOp::And, 2),
        Kind::Pipe => (BinaryOp::BitOr, 3),
        Kind::Caret => (BinaryOp::BitXor, 4),
        Kind::Ampersand => (BinaryOp::BitAnd, 5),
        Kind::EqualEqual => (BinaryOp::Equal, 6),
        Kind::NotEqual => (BinaryOp::NotEqual, 6),
        Kind::Less => (BinaryOp::Less, 7),
        Kind::Greater => (BinaryOp::Greater, 7),
        Kind::LessEqual => (BinaryOp::LessEqual, 7),
        Kind::GreaterEqual => (BinaryOp::GreaterEqual, 7),
        Kind::ShiftLeft => (BinaryOp::ShiftLeft, 8),
        Kind::ShiftRight => (BinaryOp::ShiftRight, 8),
        Kind::Plus => (BinaryOp::Add, 9),
        Kind::Minus => (BinaryOp::Subtract, 9),
        Kind::Star => (BinaryOp::Multiply, 10),
        Kind::Slash => (BinaryOp::Divide, 10),
        Kind::Percent => (BinaryOp::Remainder, 10),
        _ => return None,
    })
}

/// The operator and its strength, for the reader of formulas.
pub(super) fn arithmetic(kind: Kind) -> Option<(BinaryOp, u8)> {
    operator(kind).filter(|(_, strength)| *strength > 2)
}
