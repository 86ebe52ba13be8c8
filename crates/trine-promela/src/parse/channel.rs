//! Reads the arguments of sends and receives.

use super::{Parse, Parser};
use crate::ast::*;
use crate::keyword::Keyword;
use crate::lex::Kind;

impl Parser<'_> {
    /// `a, b, c` or `a(b, c)`.
    pub(super) fn send_arguments(&mut self) -> Parse<Vec<Expr>> {
        let mut arguments = vec![self.expression()?];
        if self.eat(Kind::OpenParen) {
            arguments.extend(self.expressions_until(Kind::CloseParen)?);
            self.expect(Kind::CloseParen, "`)`")?;
            return Ok(arguments);
        }
        while self.eat(Kind::Comma) {
            arguments.push(self.expression()?);
        }
        Ok(arguments)
    }

    pub(super) fn expressions_until(&mut self, close: Kind) -> Parse<Vec<Expr>> {
        let mut found = Vec::new();
        if self.kind() == close {
            return Ok(found);
        }
        found.push(self.expression()?);
        while self.eat(Kind::Comma) {
            found.push(self.expression()?);
        }
        Ok(found)
    }

    /// `a, b, c`, `a(b, c)` or `(a, b, c)`.
    pub(super) fn receive_arguments(&mut self) -> Parse<Vec<ReceiveArgument>> {
        self.deeper(|parser| {
            let mut arguments = Vec::new();
            if parser.eat(Kind::OpenParen) {
                arguments = parser.receive_arguments()?;
                parser.expect(Kind::CloseParen, "`)`")?;
                return Ok(arguments);
            }
            loop {
                arguments.push(parser.receive_argument()?);
                if parser.eat(Kind::OpenParen) {
                    arguments.extend(parser.receive_arguments()?);
                    parser.expect(Kind::CloseParen, "`)`")?;
                    return Ok(arguments);
                }
                if !parser.eat(Kind::Comma) {
                    return Ok(arguments);
                }
                if parser.kind() == Kind::OpenParen {
                    arguments.extend(parser.receive_arguments()?);
                    return Ok(arguments);
                }
            }
        })
    }

    fn receive_argument(&mut self) -> Parse<ReceiveArgument> {
        if self.eat_keyword(Keyword::Eval) {
            self.expect(Kind::OpenParen, "`(`")?;
            let value = self.expression()?;
            self.expect(Kind::CloseParen, "`)`")?;
            return Ok(ReceiveArgument::Eval(value));
        }
        if self.at_name() {
            return Ok(ReceiveArgument::Variable(self.variable()?));
        }
        Ok(ReceiveArgument::Constant(self.number("a variable, a constant or eval")?))
    }

    /// A constant as it stands, perhaps with a minus.
    pub(super) fn number(&mut self, what: &str) -> Parse<Number> {
        let start = self.span();
        let negative = self.eat(Kind::Minus);
        let token = self.token();
        let value = match (token.kind, self.keyword()) {
            (_, Some(Keyword::True | Keyword::Skip)) => 1,
            (_, Some(Keyword::False)) => 0,
            (Kind::Number, _) => self.number_value()?,
            (Kind::Character, _) => self.character_value()?,
            _ => return self.unexpected(what),
        };
        self.bump();
        let value = if negative { value.wrapping_neg() } else { value };
        Ok(Number { value, span: start.to(self.last_span()) })
    }
}
