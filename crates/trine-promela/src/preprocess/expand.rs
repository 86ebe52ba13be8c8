//! Replaces macros by what they stand for, as C does: once each, never inside themselves.

use std::rc::Rc;

use trine_base::{Diagnostic, Span};

use super::{Context, DEEPEST_PRESCAN, MOST_PRODUCED, Macro, Preprocessor};
use crate::lex::{Kind, Token, lex};
use crate::names::Symbol;

impl Preprocessor<'_, '_> {
    /// The next token after all expansion.
    pub(super) fn next_expanded(&mut self) -> Token {
        loop {
            let mut token = self.next_raw();
            if token.kind == Kind::Word && !token.inert && !self.exhausted {
                if self.expand_builtin(&mut token) {
                    return token;
                }
                if let Some(found) = self.macros.get(&token.text).cloned() {
                    if found.busy.get() {
                        token.inert = true;
                    } else if self.begin_expansion(&found, token) {
                        continue;
                    }
                }
            }
            if self.pending_newline {
                self.pending_newline = false;
                token.newline = true;
            }
            return token;
        }
    }

    fn expand_builtin(&mut self, token: &mut Token) -> bool {
        match self.names.text(token.text) {
            "__LINE__" => {
                let line = self.sources.place(token.span).line.to_string();
                token.kind = Kind::Number;
                token.text = self.names.intern(&line);
                true
            }
            "__FILE__" => {
                let name = format!("\"{}\"", self.sources.get(token.span.file).name);
                token.kind = Kind::String;
                token.text = self.names.intern(&name);
                true
            }
            _ => false,
        }
    }

    /// Puts the expansion in front of the input; `false` if this use is not a call of the macro.
    fn begin_expansion(&mut self, found: &Rc<Macro>, name: Token) -> bool {
        let arguments = match &found.parameters {
            None => Vec::new(),
            Some(parameters) => match self.arguments(found, parameters.len(), name) {
                Some(arguments) => arguments,
                None => return false,
            },
        };
        let mut tokens = self.substitute(found, &arguments, name.span);
        self.produced += tokens.len() + 1;
        if self.produced > MOST_PRODUCED {
            self.exhausted = true;
            self.push(
                Diagnostic::error("macros expand to more text than any model needs", name.span)
                    .help("look for macros that use each other many times over"),
            );
            return true;
        }
        match tokens.first_mut() {
            Some(first) => {
                first.newline = name.newline;
                first.line_start = false;
                first.space = name.space;
            }
            None => self.pending_newline |= name.newline,
        }
        found.busy.set(true);
        self.contexts.push(Context { tokens, at: 0, of: Some(found.clone()) });
        true
    }

    /// The arguments of a call, or `None` when no parenthesis follows the name.
    fn arguments(&mut self, found: &Macro, wanted: usize, name: Token) -> Option<Vec<Vec<Token>>> {
        let next = self.next_raw();
        if next.kind != Kind::OpenParen {
            if next.kind != Kind::End {
                self.put_back(next);
            }
            return None;
        }
        let mut arguments = vec![Vec::new()];
        let mut depth = 0usize;
        loop {
            let mut token = self.next_raw();
            match token.kind {
                Kind::End => {
                    let text = self.names.text(found.name).to_string();
                    self.error(format!("the call of macro `{text}` has no `)`"), name.span);
                    return None;
                }
                Kind::OpenParen => depth += 1,
                Kind::CloseParen if depth == 0 => break,
                Kind::CloseParen => depth -= 1,
                Kind::Comma
                    if depth == 0 && !(found.variadic && arguments.len() >= wanted.max(1)) =>
                {
                    arguments.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            token.space |= token.newline;
            token.newline = false;
            token.line_start = false;
            arguments.last_mut().expect("never empty").push(token);
        }
        if wanted == 0 && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        if found.variadic && arguments.len() + 1 == wanted {
            arguments.push(Vec::new());
        }
        if arguments.len() != wanted {
            let text = self.names.text(found.name).to_string();
            let given = arguments.len();
            self.push(
                Diagnostic::error(
                    format!("macro `{text}` takes {wanted} arguments, not {given}"),
                    name.span,
                )
                .related(found.span, "it is defined here"),
            );
            arguments.resize(wanted, Vec::new());
        }
        Some(arguments)
    }

    fn substitute(&mut self, found: &Macro, arguments: &[Vec<Token>], place: Span) -> Vec<Token> {
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
        let mut out: Vec<Token> = Vec::new();
        let body = &found.body;
        let parameter = |symbol: Symbol| {
            found.parameters.as_ref().and_then(|all| all.iter().position(|name| *name == symbol))
        };
        let mut at = 0;
        let mut pasting = false;
        let mut left_is_empty = true;
        while at < body.len() {
            let token = body[at];
            let mut next = at + 1;
            let is_parameter = if token.kind == Kind::Word { parameter(token.text) } else { None };
            let stringified = match body.get(at + 1) {
                Some(word)
                    if token.kind == Kind::Hash
                        && word.kind == Kind::Word
                        && found.parameters.is_some() =>
                {
                    parameter(word.text)
                }
                _ => None,
            };
            if stringified.is_some() {
                next = at + 2;
            }
            let before_paste = body.get(next).is_some_and(|token| token.kind == Kind::HashHash);
            let piece: Vec<Token> = match (stringified, is_parameter) {
                (Some(index), _) => vec![self.stringify(&arguments[index], token, place)],
                (None, Some(index)) if pasting || before_paste => arguments[index].clone(),
                (None, Some(index)) => {
                    if expanded[index].is_none() {
                        expanded[index] = Some(self.prescan(&arguments[index], place));
                    }
                    let mut piece = expanded[index].clone().unwrap_or_default();
                    if let Some(first) = piece.first_mut() {
                        first.space = token.space;
                    }
                    piece
                }
                (None, None) => vec![Token { span: place, ..token }],
            };
            let piece_is_empty = piece.is_empty();
            if pasting {
                let comma = out.last().is_some_and(|token| token.kind == Kind::Comma);
                let rest = found.variadic && is_parameter.is_some_and(|i| i + 1 == arguments.len());
                if comma && rest {
                    // `, ## args` drops the comma when there are no further arguments.
                    if piece_is_empty {
                        out.pop();
                    }
                    out.extend(piece);
                } else if left_is_empty || piece_is_empty {
                    out.extend(piece);
                } else {
                    let left = out.pop().expect("not empty");
                    let joined = self.paste(left, piece[0], place);
                    out.extend(joined);
                    out.extend_from_slice(&piece[1..]);
                }
                left_is_empty &= piece_is_empty;
            } else {
                out.extend(piece);
                left_is_empty = piece_is_empty;
            }
            pasting = before_paste;
            at = if before_paste { next + 1 } else { next };
            if out.len() > MOST_PRODUCED {
                break;
            }
        }
        for token in &mut out {
            token.newline = false;
            token.line_start = false;
        }
        out
    }

    /// Expands an argument by itself, before it takes its place in the body.
    pub(super) fn prescan(&mut self, tokens: &[Token], place: Span) -> Vec<Token> {
        if !tokens.iter().any(|token| token.kind == Kind::Word) {
            return tokens.to_vec();
        }
        if self.prescans >= DEEPEST_PRESCAN {
            self.exhausted = true;
            self.error("macro calls are nested too deeply in each other's arguments", place);
            return tokens.to_vec();
        }
        self.prescans += 1;
        let contexts = std::mem::take(&mut self.contexts);
        let fenced = std::mem::replace(&mut self.fenced, true);
        let pending = std::mem::replace(&mut self.pending_newline, false);
        self.contexts.push(Context { tokens: tokens.to_vec(), at: 0, of: None });
        let mut out = Vec::new();
        loop {
            let token = self.next_expanded();
            if token.kind == Kind::End {
                break;
            }
            out.push(token);
        }
        self.produced += out.len();
        self.contexts = contexts;
        self.fenced = fenced;
        self.pending_newline = pending;
        self.prescans -= 1;
        out
    }

    fn stringify(&mut self, tokens: &[Token], hash: Token, place: Span) -> Token {
        let mut text = String::from("\"");
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && token.space {
                text.push(' ');
            }
            let spelling = self.names.text(token.text);
            if matches!(token.kind, Kind::String | Kind::Character) {
                for character in spelling.chars() {
                    if character == '"' || character == '\\' {
                        text.push('\\');
                    }
                    text.push(character);
                }
            } else {
                text += spelling;
            }
        }
        text.push('"');
        Token { kind: Kind::String, text: self.names.intern(&text), span: place, ..hash }
    }

    fn paste(&mut self, left: Token, right: Token, place: Span) -> Vec<Token> {
        let text = format!("{}{}", self.names.text(left.text), self.names.text(right.text));
        let tokens = lex(&text, place.file, self.names);
        match tokens.as_slice() {
            [one] => vec![Token { span: place, space: left.space, ..*one }],
            _ => {
                self.error(format!("`{text}`, joined by ##, is not one token"), place);
                vec![left, right]
            }
        }
    }
}
