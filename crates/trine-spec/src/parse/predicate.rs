//! Reads the conditions on states that stand in quotes.

use trine_base::{Diagnostic, Span};

use super::{Parse, Parser};
use crate::ast::{
    BinaryOperator, Expression, ExpressionKind, ExpressionPath, ExpressionSegment, Place,
    Predicate, UnaryOperator,
};
use crate::lex::{Kind, Token};

/// How many operators one condition may have.
const MOST_OPERATORS: usize = 500;

impl Parser<'_> {
    pub(super) fn predicate(&mut self) -> Parse<Predicate> {
        let token = self.expect(Kind::Text, "a condition in quotes such as \"x > 0\"")?;
        let (from, to) = (token.span.start as usize + 1, token.span.end as usize - 1);
        let mut inner = Parser::new(self.text, self.file, from, to, self.errors, self.diagnostics);
        inner.depth = self.depth;
        let result = inner.whole_predicate(token.span);
        self.errors = inner.errors;
        if self.errors >= super::MOST_ERRORS {
            self.at = self.tokens.len() - 1;
        }
        result
    }

    fn whole_predicate(&mut self, span: Span) -> Parse<Predicate> {
        if !self.comments.is_empty() {
            return self.error_at("no comments inside quotes", span);
        }
        if self.kind() == Kind::End {
            return self.error_at("these quotes are empty", span);
        }
        let expression = self.expression(0, &mut 0)?;
        if self.kind() != Kind::End {
            return self.expect_operator();
        }
        Ok(Predicate { expression, place: Place(span) })
    }

    fn expression(&mut self, least: u8, operators: &mut usize) -> Parse<Expression> {
        self.deeper(|parser| {
            let mut left = parser.prefixed(operators)?;
            while let Some(operator) = binary(parser.token()) {
                let strength = operator.strength();
                if strength < least {
                    break;
                }
                let token = parser.bump();
                *operators += 1;
                if *operators > MOST_OPERATORS {
                    return parser.error_at("this condition is too long", token.span);
                }
                if operator.is_comparison() && is_comparison(&left) {
                    let problem = Diagnostic::error("comparisons do not chain", token.span)
                        .help("join two of them with `&&`, or use parentheses");
                    return parser.fail(problem);
                }
                let right = parser.expression(strength + 1, operators)?;
                let place = Place(left.place.0.to(right.place.0));
                let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
                left = Expression { kind, place };
            }
            Ok(left)
        })
    }

    fn prefixed(&mut self, operators: &mut usize) -> Parse<Expression> {
        let start = self.span();
        let operator = match self.kind() {
            Kind::Bang => UnaryOperator::Not,
            Kind::Minus => UnaryOperator::Minus,
            _ => return self.operand_expression(operators),
        };
        self.bump();
        let inner = self.deeper(|parser| parser.prefixed(operators))?;
        let kind = ExpressionKind::Unary(operator, Box::new(inner));
        Ok(Expression { kind, place: self.since(start) })
    }

    fn operand_expression(&mut self, operators: &mut usize) -> Parse<Expression> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::Number => ExpressionKind::Number(self.number("a number")?),
            Kind::OpenParen => {
                self.bump();
                let mut inner = self.expression(0, operators)?;
                if self.kind() != Kind::CloseParen {
                    return self.expect_operator();
                }
                self.bump();
                // With its parentheses, so that comparisons inside them do not count as chained.
                inner.place = self.since(start);
                return Ok(inner);
            }
            Kind::Word => self.named(operators)?,
            _ => return self.unexpected("a variable or a value"),
        };
        Ok(Expression { kind, place: self.since(start) })
    }

    fn named(&mut self, operators: &mut usize) -> Parse<ExpressionKind> {
        if !matches!(self.ahead(1).kind, Kind::Dot | Kind::OpenBracket | Kind::At) {
            let constant = match self.text_of(self.token()) {
                "true" => Some(ExpressionKind::Boolean(true)),
                "false" => Some(ExpressionKind::Boolean(false)),
                "null" => Some(ExpressionKind::Null),
                _ => None,
            };
            if let Some(constant) = constant {
                self.bump();
                return Ok(constant);
            }
        }
        let start = self.span();
        let mut segments = vec![self.expression_segment(operators)?];
        while self.eat(Kind::Dot) {
            segments.push(self.expression_segment(operators)?);
        }
        let path = ExpressionPath { segments, place: self.since(start) };
        if self.eat(Kind::At) {
            return Ok(ExpressionKind::At(path, self.ident("a label")?));
        }
        Ok(ExpressionKind::Path(path))
    }

    fn expression_segment(&mut self, operators: &mut usize) -> Parse<ExpressionSegment> {
        let name = self.ident("a name")?.name;
        let mut indices = Vec::new();
        while self.eat(Kind::OpenBracket) {
            indices.push(self.expression(0, operators)?);
            self.expect(Kind::CloseBracket, "`]`")?;
        }
        Ok(ExpressionSegment { name, indices })
    }

    /// Something stands where only an operator, or the end, could.
    fn expect_operator<T>(&mut self) -> Parse<T> {
        let token = self.token();
        let meant = match token.kind {
            Kind::Equal => "==",
            Kind::Diamond => "!=",
            Kind::Bar => "||",
            Kind::Ampersand => "&&",
            Kind::Word if self.at_word("and") => "&&",
            Kind::Word if self.at_word("or") => "||",
            Kind::Arrow => ".",
            _ => return self.unexpected("an operator or the end of the condition"),
        };
        let problem = self.unexpected_problem("an operator");
        self.fail(problem.help(format!("did you mean `{meant}`?")))
    }
}

fn binary(token: Token) -> Option<BinaryOperator> {
    Some(match token.kind {
        Kind::BarBar => BinaryOperator::Or,
        Kind::AndAnd => BinaryOperator::And,
        Kind::EqualEqual => BinaryOperator::Equal,
        Kind::NotEqual => BinaryOperator::NotEqual,
        Kind::Less => BinaryOperator::Less,
        Kind::LessEqual => BinaryOperator::LessEqual,
        Kind::Greater => BinaryOperator::Greater,
        Kind::GreaterEqual => BinaryOperator::GreaterEqual,
        Kind::Plus => BinaryOperator::Add,
        Kind::Minus => BinaryOperator::Subtract,
        Kind::Star => BinaryOperator::Multiply,
        Kind::Slash => BinaryOperator::Divide,
        Kind::Percent => BinaryOperator::Remainder,
        _ => return None,
    })
}

/// A comparison without parentheses around it.
fn is_comparison(expression: &Expression) -> bool {
    let ExpressionKind::Binary(operator, left, right) = &expression.kind else { return false };
    let bare = left.place.0.to(right.place.0) == expression.place.0;
    operator.is_comparison() && bare
}
