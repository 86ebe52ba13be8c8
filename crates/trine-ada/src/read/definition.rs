//! Reads type definitions: scalar types, arrays, records with variants, tagged types and interfaces.

use std::rc::Rc;

use super::expression::{expression, name, range};
use super::profile::indication;
use super::tokens::{Token, Tokens};
use crate::syntax::*;

/// What follows `is`.
pub fn type_definition(tokens: &mut Tokens) -> TypeDef {
    if tokens.sign("(") {
        let mut literals = Vec::new();
        while !tokens.is_done() && !tokens.sign(")") {
            match tokens.next() {
                Some(Token::Word(literal)) => literals.push(literal),
                Some(Token::Character(_)) => {
                    return TypeDef::Other("an enumeration of characters".to_string());
                }
                _ => {}
            }
        }
        return TypeDef::Enumeration(literals);
    }
    if tokens.word("range") {
        return TypeDef::Range(range(tokens));
    }
    if tokens.word("mod") {
        return TypeDef::Modular(expression(tokens));
    }
    if tokens.word("digits") {
        let _ = expression(tokens);
        return TypeDef::Float(tokens.word("range").then(|| range(tokens)));
    }
    if tokens.word("delta") {
        let delta = Box::new(expression(tokens));
        let digits = tokens.word("digits").then(|| Box::new(expression(tokens)));
        let range = tokens.word("range").then(|| Box::new(range(tokens)));
        return TypeDef::Fixed { delta, digits, range };
    }
    if tokens.word("array") {
        return array(tokens);
    }
    if let Some(tagged) = tagged(tokens) {
        return tagged;
    }
    tokens.word("limited");
    if tokens.word("null") {
        return TypeDef::Record(Vec::new());
    }
    if tokens.word("record") {
        return record(tokens);
    }
    if tokens.word("access") {
        tokens.word("all");
        tokens.word("constant");
        if tokens.is_word("procedure") || tokens.is_word("function") {
            return TypeDef::Other("an access to subprograms".to_string());
        }
        return TypeDef::Access(indication(tokens));
    }
    if tokens.word("new") {
        return derived(tokens, false);
    }
    TypeDef::Other("a kind of type that is not modelled".to_string())
}

/// `[abstract] [limited] tagged record …`, `[limited | task | protected | synchronized] interface [and …]`, and
/// extensions with `abstract` or `limited` before `new`.
fn tagged(tokens: &mut Tokens) -> Option<TypeDef> {
    let mark = tokens.mark();
    let is_abstract = tokens.word("abstract");
    let is_tagged = tokens.word("tagged");
    let kinds = ["limited", "task", "protected", "synchronized"];
    while kinds.iter().any(|kind| tokens.word(kind)) {}
    if tokens.word("interface") {
        let parents = match tokens.word("and") {
            true => interfaces(tokens),
            false => Vec::new(),
        };
        let (components, is_abstract) = (Vec::new(), true);
        return Some(TypeDef::Tagged(Tagged { parents, components, is_abstract }));
    }
    if tokens.is_word("new") && tokens.mark() > mark {
        tokens.word("new");
        return Some(derived(tokens, is_abstract));
    }
    if !is_tagged {
        tokens.back_to(mark);
        return None;
    }
    let components = extension_part(tokens)?;
    Some(TypeDef::Tagged(Tagged { parents: Vec::new(), components, is_abstract }))
}

/// `null record` or `record … end record`.
fn extension_part(tokens: &mut Tokens) -> Option<Vec<Component>> {
    if tokens.word("null") {
        return Some(Vec::new());
    }
    match tokens.word("record").then(|| record(tokens)) {
        Some(TypeDef::Record(components)) => Some(components),
        _ => None,
    }
}

/// `A and B`
pub fn interfaces(tokens: &mut Tokens) -> Vec<Indication> {
    let mut found = vec![indication(tokens)];
    while tokens.word("and") {
        found.push(indication(tokens));
    }
    found
}

/// `P and I with record …`, after `new`; without `with`, a derived type.
fn derived(tokens: &mut Tokens, is_abstract: bool) -> TypeDef {
    let parents = interfaces(tokens);
    // What else follows `with` is an aspect.
    let extends = match tokens.peek_at(1) {
        Some(Token::Word(word)) => ["record", "null", "private"].contains(&word.key.as_str()),
        _ => false,
    };
    if !tokens.is_word("with") || !extends {
        return match parents.into_iter().next() {
            Some(parent) => TypeDef::Derived(parent),
            None => TypeDef::Other(EXTENSION.to_string()),
        };
    }
    tokens.word("with");
    let finalized = ["controlled", "limited_controlled"];
    let controlled = parents.iter().any(|parent| match &parent.mark.kind {
        ExprKind::Name(name) | ExprKind::Selected(_, name) => {
            finalized.contains(&name.key.as_str())
        }
        _ => false,
    });
    let alone = parents.len() == 1 && !is_abstract;
    match extension_part(tokens) {
        Some(components) if controlled && alone => TypeDef::Controlled(components),
        Some(components) if !controlled => {
            TypeDef::Tagged(Tagged { parents, components, is_abstract })
        }
        _ => TypeDef::Other(EXTENSION.to_string()),
    }
}

fn array(tokens: &mut Tokens) -> TypeDef {
    tokens.sign("(");
    let mut indices = Vec::new();
    let mut unconstrained = false;
    loop {
        let mark = tokens.mark();
        let _ = name(tokens);
        if tokens.word("range") && tokens.sign("<>") {
            let after = tokens.mark();
            tokens.back_to(mark);
            indices.push(name(tokens));
            tokens.back_to(after);
            unconstrained = true;
        } else {
            tokens.back_to(mark);
            indices.push(range(tokens));
        }
        if !tokens.sign(",") {
            break;
        }
    }
    tokens.sign(")");
    tokens.word("of");
    tokens.word("aliased");
    TypeDef::Array { indices, unconstrained, element: indication(tokens) }
}

fn record(tokens: &mut Tokens) -> TypeDef {
    let mut components = Vec::new();
    match component_list(tokens, &[], &mut components) {
        true => TypeDef::Record(components),
        false => TypeDef::Other("a record component".to_string()),
    }
}

/// Components, up to `end` or the next variant. Says whether all of them were understood.
fn component_list(
    tokens: &mut Tokens,
    variants: &[Variant],
    components: &mut Vec<Component>,
) -> bool {
    while !tokens.is_done() && !tokens.is_word("end") && !tokens.is_word("when") {
        if tokens.word("case") {
            if !variant_part(tokens, variants, components) {
                return false;
            }
            continue;
        }
        if tokens.word("null") {
            tokens.sign(";");
            continue;
        }
        let names = tokens.names();
        if names.is_empty() || !tokens.sign(":") {
            return false;
        }
        tokens.word("aliased");
        let ty = indication(tokens);
        let default = tokens.sign(":=").then(|| expression(tokens));
        components.push(Component { names, ty, default, variants: variants.to_vec() });
        tokens.skip_to(&[";"]);
        tokens.sign(";");
    }
    true
}

/// `case D is when A => … end case;`, after its first word.
fn variant_part(tokens: &mut Tokens, around: &[Variant], components: &mut Vec<Component>) -> bool {
    let Some(discriminant) = tokens.name() else { return false };
    tokens.word("is");
    let mut all: Vec<Expr> = Vec::new();
    while tokens.word("when") {
        let choices = super::expression::choices(tokens);
        tokens.sign("=>");
        let others = choices.iter().any(|choice| matches!(choice.kind, ExprKind::Others));
        let choices = match others {
            true => all.clone(),
            false => choices,
        };
        all.extend(choices.iter().cloned());
        let choices = Rc::new(choices);
        let own = Variant { discriminant: discriminant.clone(), choices, others };
        let inside: Vec<Variant> = around.iter().cloned().chain([own]).collect();
        if inside.len() > 20 || !component_list(tokens, &inside, components) {
            return false;
        }
    }
    let ended = tokens.word("end") && tokens.word("case");
    tokens.sign(";");
    ended
}
