//! Remembers inlines and puts their bodies, arguments filled in, where they are called.
//!
//! As in SPIN the text of an argument takes the place of the parameter's name, and the names in the
//! body mean what they mean at the place of the call.

use std::rc::Rc;

use trine_base::{Diagnostic, Span};

use super::{Parse, Parser};
use crate::ast::*;
use crate::lex::{Kind, Token};
use crate::names::Symbol;

/// Inlines inside inlines.
const DEEPEST_INLINE: usize = 100;
/// Tokens that inlines may produce in all.
const MOST_TOKENS: usize = 1_000_000;

pub(super) struct InlineUnit {
    parameters: Vec<Symbol>,
    /// From `{` to `}`.
    body: Vec<Token>,
    span: Span,
}

pub(super) struct Expansion {
    pub(super) name: Ident,
    symbol: Symbol,
    /// Where a returned value goes.
    pub(super) result: Option<VarRef>,
}

impl Parser<'_> {
    pub(super) fn inline_unit(&mut self) -> Parse<()> {
        self.bump();
        let symbol = self.token().text;
        let name = self.name("the inline's name")?;
        self.expect(Kind::OpenParen, "`(`")?;
        let mut parameters = Vec::new();
        while self.kind() != Kind::CloseParen {
            parameters.push(self.token().text);
            self.name("a parameter's name")?;
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::CloseParen, "`)`")?;
        while self.eat(Kind::ImpliedSemicolon) {}
        if self.kind() != Kind::OpenBrace {
            return self.unexpected("`{`");
        }
        let open = self.span();
        let begin = self.at;
        let mut depth = 0usize;
        loop {
            match self.kind() {
                Kind::OpenBrace => depth += 1,
                Kind::CloseBrace => depth -= 1,
                Kind::End => return self.error_at("this bracket is never closed", open),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                break;
            }
        }
        let body = self.tokens[begin..self.at].to_vec();
        let unit = Rc::new(InlineUnit { parameters, body, span: name.span });
        if let Some(old) = self.inlines.insert(symbol, unit) {
            let text = format!("inline `{}` is defined again", name.name);
            let problem = Diagnostic::error(text, name.span);
            return self.fail(problem.related(old.span, "it was defined here"));
        }
        Ok(())
    }

    pub(super) fn at_inline(&self) -> bool {
        self.at_name() && self.inlines.contains_key(&self.token().text)
    }

    /// A call of an inline; its body as a statement.
    pub(super) fn inline_call(&mut self, result: Option<VarRef>) -> Parse<StatementKind> {
        let token = self.bump();
        let name = self.ident(token);
        let unit = self.inlines.get(&token.text).cloned();
        let Some(unit) = unit else { return self.unexpected("an inline") };
        self.expect(Kind::OpenParen, "`(`")?;
        let arguments = self.inline_arguments()?;
        if arguments.len() != unit.parameters.len() {
            let (wanted, given) = (unit.parameters.len(), arguments.len());
            let text = format!("inline `{}` takes {wanted} arguments, not {given}", name.name);
            let problem = Diagnostic::error(text, name.span.to(self.last_span()));
            return self.fail(problem.related(unit.span, "it is defined here"));
        }
        if self.expanding.iter().any(|expansion| expansion.symbol == token.text) {
            let text = format!("inline `{}` calls itself", name.name);
            return self.error_at(text, name.span);
        }
        let mut tokens = Vec::with_capacity(unit.body.len() + 1);
        for &part in &unit.body {
            let place = match part.kind {
                Kind::Word => unit.parameters.iter().position(|symbol| *symbol == part.text),
                _ => None,
            };
            match place {
                Some(index) => tokens.extend_from_slice(&arguments[index]),
                None => tokens.push(part),
            }
        }
        self.expanded_tokens += tokens.len();
        if self.expanded_tokens > MOST_TOKENS || self.expanding.len() >= DEEPEST_INLINE {
            self.errors = super::MOST_ERRORS - 1;
            let problem = Diagnostic::error("inlines use each other too many times", name.span);
            return self.fail(problem.help(format!(
                "their bodies may have {MOST_TOKENS} words and signs in all, and stand in each other \
                 {DEEPEST_INLINE} deep"
            )));
        }
        let end = Token { kind: Kind::End, span: self.last_span(), ..token };
        tokens.push(end);
        let outer = std::mem::replace(&mut self.tokens, Rc::new(tokens));
        let at = std::mem::replace(&mut self.at, 0);
        self.expanding.push(Expansion { name: name.clone(), symbol: token.text, result });
        let open = self.bump().span;
        let body = self.deeper(|parser| parser.block_after(open));
        let rest = if self.given_up() || body.is_err() {
            Ok(())
        } else if self.kind() != Kind::End {
            self.unexpected("the end of the inline")
        } else {
            Ok(())
        };
        self.expanding.pop();
        self.tokens = outer;
        self.at = if self.given_up() { self.tokens.len() - 1 } else { at };
        rest?;
        Ok(StatementKind::Inline { name, body: body? })
    }

    fn inline_arguments(&mut self) -> Parse<Vec<Vec<Token>>> {
        let mut arguments: Vec<Vec<Token>> = Vec::new();
        if self.eat(Kind::CloseParen) {
            return Ok(arguments);
        }
        arguments.push(Vec::new());
        let mut depth = 0usize;
        loop {
            match self.kind() {
                Kind::OpenParen | Kind::OpenBracket => depth += 1,
                Kind::CloseParen if depth == 0 => {
                    self.bump();
                    return Ok(arguments);
                }
                Kind::CloseParen | Kind::CloseBracket => depth = depth.saturating_sub(1),
                Kind::Comma if depth == 0 => {
                    self.bump();
                    arguments.push(Vec::new());
                    continue;
                }
                Kind::End | Kind::OpenBrace | Kind::CloseBrace => {
                    return self.unexpected("`)` after the arguments");
                }
                _ => {}
            }
            let token = self.bump();
            if let Some(argument) = arguments.last_mut() {
                argument.push(token);
            }
        }
    }
}
