//! Puts in the semicolons that a line end stands for.
//!
//! Inside bodies a line end counts as a semicolon when the token before it can end a statement (a
//! closing bracket of any kind, a name, a constant, `++`, `--`, `od`, `fi`, `else`, `break`,
//! `timeout`) and no parenthesis is open. Besides, a statement may follow `}` and `else` directly.
//! No semicolon is put where one stands already, nor before `}`, `->` or
//! `unless`. Lists in braces (initialisers, mtypes, message types), formulas and C code are left alone.

use std::collections::HashSet;

use crate::keyword::Keyword;
use crate::lex::{Kind, Token};
use crate::names::Symbol;

/// The tokens with `ImpliedSemicolon` put where a line end or a closing brace means one.
pub fn imply_semicolons(tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len() + tokens.len() / 8);
    let mut braces: Vec<Brace> = Vec::new();
    let mut types: HashSet<Symbol> = HashSet::new();
    let mut c_code = false;
    let mut formula = false;
    for &token in tokens {
        if let Some(&last) = out.last() {
            if wants_semicolon(last, token, braces.last(), &types) {
                let span = trine_base::Span { start: last.span.end, ..last.span };
                out.push(Token { kind: Kind::ImpliedSemicolon, span, ..token });
            }
            if word(last) == Some(Keyword::Typedef) && token.kind == Kind::Word {
                types.insert(token.text);
            }
        }
        match token.kind {
            Kind::OpenBrace => {
                let list = c_code || formula || begins_list(out.last(), braces.last());
                (c_code, formula) = (false, false);
                braces.push(Brace { list, open: 0 });
            }
            Kind::CloseBrace => {
                braces.pop();
            }
            Kind::OpenParen | Kind::OpenBracket => {
                if let Some(brace) = braces.last_mut() {
                    brace.open += 1;
                }
            }
            Kind::CloseParen | Kind::CloseBracket => {
                if let Some(brace) = braces.last_mut() {
                    brace.open = brace.open.saturating_sub(1);
                }
            }
            Kind::Word => match Keyword::of(token.text) {
                Some(Keyword::CCode | Keyword::CDecl | Keyword::CExpr) => c_code = true,
                Some(Keyword::Ltl) if braces.is_empty() => formula = true,
                _ => {}
            },
            _ => {}
        }
        out.push(token);
    }
    out
}

struct Brace {
    list: bool,
    /// Parentheses and brackets that are open inside it.
    open: usize,
}

fn word(token: Token) -> Option<Keyword> {
    if token.kind == Kind::Word { Keyword::of(token.text) } else { None }
}

fn begins_list(before: Option<&Token>, outer: Option<&Brace>) -> bool {
    outer.is_some_and(|brace| brace.list)
        || before.is_some_and(|&token| {
            token.kind == Kind::Assign || matches!(word(token), Some(Keyword::Mtype | Keyword::Of))
        })
}

fn wants_semicolon(
    last: Token,
    token: Token,
    brace: Option<&Brace>,
    types: &HashSet<Symbol>,
) -> bool {
    if brace.is_none_or(|brace| brace.list || brace.open > 0) {
        return false;
    }
    match token.kind {
        Kind::Semicolon | Kind::Arrow | Kind::CloseBrace | Kind::DoubleColon | Kind::End => {
            return false;
        }
        Kind::Word
            if matches!(
                Keyword::of(token.text),
                Some(Keyword::Fi | Keyword::Od | Keyword::Unless)
            ) =>
        {
            return false;
        }
        _ => {}
    }
    match last.kind {
        Kind::CloseBrace => token.kind != Kind::Comma,
        Kind::Word => match Keyword::of(last.text) {
            Some(Keyword::Else) => true,
            Some(
                Keyword::Od
                | Keyword::Fi
                | Keyword::Break
                | Keyword::Skip
                | Keyword::True
                | Keyword::False
                | Keyword::Timeout,
            ) => token.newline,
            Some(_) => false,
            None => token.newline && !types.contains(&last.text),
        },
        Kind::CloseParen
        | Kind::CloseBracket
        | Kind::Number
        | Kind::Character
        | Kind::PlusPlus
        | Kind::MinusMinus => token.newline,
        _ => false,
    }
}
