//! Reads parameters, subtypes, entries and the headers of subprograms.

use super::expression::{arguments, expression, name, range};
use super::tokens::{Token, Tokens};
use crate::syntax::*;

/// `procedure P (…)` or `function F (…) return T`, from its first word on.
pub fn signature(tokens: &mut Tokens) -> Option<Signature> {
    tokens.word("not");
    tokens.word("overriding");
    tokens.word("with");
    if !tokens.word("procedure") {
        tokens.word("function");
    }
    let mut name = match tokens.next()? {
        Token::Word(name) => name,
        Token::Text(operator) => {
            Ident { key: operator.to_lowercase(), text: operator, span: tokens.span() }
        }
        _ => return None,
    };
    // A child unit is known by its last name.
    while tokens.sign(".") {
        name = tokens.name()?;
    }
    let params = params(tokens);
    let result = tokens.word("return").then(|| indication(tokens));
    Some(Signature { name, params, result, aspects: Vec::new() })
}

/// `(A, B : in out T := 1; …)`, or nothing.
pub fn params(tokens: &mut Tokens) -> Vec<Param> {
    let mut found = Vec::new();
    if !tokens.sign("(") {
        return found;
    }
    while !tokens.is_done() && !tokens.sign(")") {
        let names = tokens.names();
        if !tokens.sign(":") || names.is_empty() {
            tokens.skip_to(&[")"]);
            tokens.sign(")");
            break;
        }
        tokens.word("aliased");
        let comes_in = tokens.word("in");
        let goes_out = tokens.word("out");
        let mode = match (comes_in, goes_out) {
            (_, false) => Mode::In,
            (true, true) => Mode::InOut,
            (false, true) => Mode::Out,
        };
        let ty = indication(tokens);
        let default = tokens.sign(":=").then(|| expression(tokens));
        found.push(Param { names, mode, ty, default });
        tokens.sign(";");
    }
    found
}

/// A subtype mark with its constraint.
pub fn indication(tokens: &mut Tokens) -> Indication {
    let start = tokens.span();
    let not_null = tokens.word("not") && tokens.word("null");
    if tokens.word("access") {
        tokens.word("all");
        tokens.word("constant");
        tokens.word("protected");
        if tokens.is_word("procedure") || tokens.is_word("function") {
            let kind = ExprKind::Unmodelled("an access to subprograms".to_string());
            let span = tokens.span();
            tokens.next();
            let _ = params(tokens);
            if tokens.word("return") {
                let _ = indication(tokens);
            }
            let mark = Expr { kind, span };
            let span = tokens.since(start);
            return Indication {
                mark,
                constraint: Constraint::None,
                not_null,
                access: false,
                span,
            };
        }
        let inner = indication(tokens);
        return Indication { not_null, access: true, span: tokens.since(start), ..inner };
    }
    let mut mark = match tokens.name() {
        Some(name) => Expr { span: name.span, kind: ExprKind::Name(name) },
        None => name(tokens),
    };
    while tokens.sign(".") {
        if let Some(part) = tokens.name() {
            let span = tokens.since(start);
            mark = Expr { kind: ExprKind::Selected(Box::new(mark), part), span };
        }
    }
    if tokens.sign("'")
        && let Some(attribute) = tokens.name()
    {
        let span = tokens.since(start);
        mark = Expr { kind: ExprKind::Attribute(Box::new(mark), attribute, Vec::new()), span };
    }
    let constraint = if tokens.word("range") {
        match tokens.sign("<>") {
            true => Constraint::None,
            false => Constraint::Range(range(tokens)),
        }
    } else if tokens.is_sign("(") {
        Constraint::Of(arguments(tokens))
    } else {
        Constraint::None
    };
    Indication { mark, constraint, not_null, access: false, span: tokens.since(start) }
}

/// `entry E (1 .. 3) (X : T);`
pub fn entry(tokens: &mut Tokens) -> Option<EntrySpec> {
    tokens.word("not");
    tokens.word("overriding");
    tokens.word("entry");
    let name = tokens.name()?;
    let mut family = None;
    // Parameters have a colon behind their names; the range of a family has none.
    if tokens.is_sign("(") && !is_profile(tokens) {
        tokens.sign("(");
        family = Some(range(tokens));
        tokens.sign(")");
    }
    let params = params(tokens);
    Some(EntrySpec { name, family, params, aspects: Vec::new() })
}

/// Whether parameters are declared here, and not arguments given.
pub fn is_profile(tokens: &Tokens) -> bool {
    let mut ahead = 1;
    loop {
        match (tokens.peek_at(ahead), tokens.peek_at(ahead + 1)) {
            (Some(Token::Word(_)), Some(Token::Sign(sign))) if sign == ":" => return true,
            (Some(Token::Word(_)), Some(Token::Sign(sign))) if sign == "," => ahead += 2,
            _ => return false,
        }
    }
}
