//! Macro expansion (C11 6.10.3): arguments, `#`, `##`, variadic macros, and rescanning.

use std::sync::Arc;

use trine_base::Span;

use super::token::tokenize_at;
use super::{Kind, Macro, Preprocessor, Token};

/// Deeper nesting of arguments than this is a macro bomb.
const DEEPEST: usize = 200;

/// Tokens that are to be read before those of the files.
pub(super) struct Context {
    tokens: Vec<Token>,
    at: usize,
    /// The macro that they are the expansion of.
    of: Option<Arc<str>>,
    /// Nothing behind them belongs to the same list.
    closed: bool,
}

impl Preprocessor<'_> {
    /// The next token as it stands, with directives carried out.
    pub(super) fn next_raw(&mut self) -> Option<Token> {
        loop {
            if self.stopped {
                return None;
            }
            let Some(context) = self.contexts.last_mut() else { break };
            if let Some(token) = context.tokens.get(context.at) {
                context.at += 1;
                let token = token.clone();
                return self.may_take(token.span).then_some(token);
            }
            if context.closed {
                return None;
            }
            self.contexts.pop();
        }
        self.next_of_files()
    }

    /// Whether a name is that of a macro whose expansion is being read.
    fn is_under_way(&self, name: &str) -> bool {
        self.contexts.iter().any(|context| context.of.as_deref() == Some(name))
    }

    /// The next token after expansion.
    pub(super) fn next_expanded(&mut self) -> Option<Token> {
        loop {
            let mut token = self.next_raw()?;
            if token.kind != Kind::Identifier || token.painted {
                return Some(token);
            }
            if &*token.text == "_Pragma" {
                self.skip_pragma();
                continue;
            }
            if let Some(made) = self.dynamic(&token) {
                return Some(made);
            }
            let Some(known) = self.macros.get(&token.text).cloned() else { return Some(token) };
            if self.is_under_way(&token.text) {
                token.painted = true;
                return Some(token);
            }
            if !self.invoke(&token, &known) {
                return Some(token);
            }
        }
    }

    /// Expands a list of tokens by itself.
    pub(super) fn expand_list(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        let span = tokens.first().map(|token| token.span);
        if let Some(span) = span
            && self.depth > DEEPEST
        {
            if !self.stopped {
                self.error("macro arguments are nested deeper than is followed", span);
            }
            self.stopped = true;
            return Vec::new();
        }
        self.depth += 1;
        let below = self.contexts.len();
        self.contexts.push(Context { tokens, at: 0, of: None, closed: true });
        let mut expanded = Vec::new();
        while let Some(token) = self.next_expanded() {
            expanded.push(token);
        }
        self.contexts.truncate(below);
        self.depth -= 1;
        expanded
    }

    /// `__FILE__`, `__LINE__`, `__COUNTER__`.
    fn dynamic(&mut self, token: &Token) -> Option<Token> {
        let text = match &*token.text {
            "__LINE__" => self.sources.place(token.span).line.to_string(),
            "__FILE__" => format!("{:?}", self.sources.get(token.span.file).name),
            "__COUNTER__" => {
                self.counter += 1;
                (self.counter - 1).to_string()
            }
            "__INCLUDE_LEVEL__" => self.files.len().saturating_sub(1).to_string(),
            _ => return None,
        };
        let kind = if text.starts_with('"') { Kind::Text } else { Kind::Number };
        Some(Token { kind, text: text.into(), ..token.clone() })
    }

    /// Skips the operand of `_Pragma`.
    fn skip_pragma(&mut self) {
        let Some(open) = self.next_raw() else { return };
        if !open.is("(") {
            return self.push_back(open);
        }
        let mut depth = 1;
        while depth > 0 {
            let Some(token) = self.next_raw() else { return };
            depth += i32::from(token.is("(")) - i32::from(token.is(")"));
        }
    }

    pub(super) fn push_back(&mut self, token: Token) {
        self.contexts.push(Context { tokens: vec![token], at: 0, of: None, closed: false });
    }

    /// Puts the expansion of a macro in front; false where a macro with parameters is named without arguments.
    fn invoke(&mut self, name: &Token, known: &Arc<Macro>) -> bool {
        let tokens = match &known.parameters {
            None => self.substitute(name, known, &[]),
            Some(parameters) => {
                let Some(next) = self.next_raw() else { return false };
                if !next.is("(") {
                    self.push_back(next);
                    return false;
                }
                let Some(arguments) = self.arguments(name, known, parameters.len()) else {
                    return true;
                };
                self.substitute(name, known, &arguments)
            }
        };
        let mut tokens = tokens;
        if let Some(first) = tokens.first_mut() {
            first.spaced = name.spaced;
        }
        let of = Some(name.text.clone());
        self.contexts.push(Context { tokens, at: 0, of, closed: false });
        true
    }

    /// The arguments of an invocation, one list for each parameter.
    fn arguments(&mut self, name: &Token, known: &Macro, count: usize) -> Option<Vec<Vec<Token>>> {
        let mut arguments = vec![Vec::new()];
        let mut depth = 0;
        loop {
            let Some(token) = self.next_raw() else {
                if !self.stopped {
                    self.error(format!("the arguments of `{}` do not end", name.text), name.span);
                }
                return None;
            };
            let rest = known.variadic && arguments.len() == count;
            match &*token.text {
                ")" if depth == 0 && token.kind == Kind::Punctuator => break,
                "," if depth == 0 && !rest && token.kind == Kind::Punctuator => {
                    arguments.push(Vec::new());
                    continue;
                }
                "(" if token.kind == Kind::Punctuator => depth += 1,
                ")" if token.kind == Kind::Punctuator => depth -= 1,
                _ => {}
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
        if count == 0 && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        if known.variadic && arguments.len() + 1 == count {
            arguments.push(Vec::new());
        }
        if arguments.len() != count {
            let given = arguments.len();
            let message = format!("`{}` takes {count} arguments, not {given}", name.text);
            self.error(message, name.span);
            arguments.resize(count, Vec::new());
        }
        Some(arguments)
    }

    /// The body of a macro with its arguments.
    fn substitute(&mut self, name: &Token, known: &Macro, given: &[Vec<Token>]) -> Vec<Token> {
        let parameters = known.parameters.as_deref().unwrap_or(&[]);
        let position = |token: &Token| match token.kind {
            Kind::Identifier => parameters.iter().position(|parameter| *parameter == token.text),
            _ => None,
        };
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; given.len()];
        let mut result: Vec<Token> = Vec::new();
        let body = &known.body;
        let mut at = 0;
        while at < body.len() {
            let token = &body[at];
            let pastes = |at: usize| body.get(at).is_some_and(|token| token.is("##"));
            if token.is("#")
                && known.parameters.is_some()
                && let Some(argument) = body.get(at + 1).and_then(position)
            {
                result.push(stringize(&given[argument], name.span, token.spaced));
                at += 2;
                continue;
            }
            if token.is("##") && at > 0 && at + 1 < body.len() {
                let right = &body[at + 1];
                let mut operand = match position(right) {
                    Some(argument) => given[argument].clone(),
                    None => vec![placed(right, name.span)],
                };
                // GNU: `, ## __VA_ARGS__` drops the comma where there are no arguments.
                let comma = result.last().is_some_and(|token| token.is(","));
                let rest = known.variadic && position(right) == Some(given.len().wrapping_sub(1));
                if comma && rest {
                    if operand.is_empty() {
                        result.pop();
                    } else {
                        result.extend(self.expand_list(operand));
                    }
                } else {
                    self.paste(&mut result, &mut operand, name.span);
                }
                at += 2;
                continue;
            }
            match position(token) {
                Some(argument) if pastes(at + 1) => {
                    if given[argument].is_empty() {
                        result.push(placemarker(name.span));
                    }
                    result.extend(given[argument].iter().cloned());
                }
                Some(argument) => {
                    if expanded[argument].is_none() {
                        expanded[argument] = Some(self.expand_list(given[argument].clone()));
                    }
                    let mut tokens = expanded[argument].clone().unwrap_or_default();
                    if let Some(first) = tokens.first_mut() {
                        first.spaced |= token.spaced;
                    }
                    result.extend(tokens);
                }
                None => result.push(placed(token, name.span)),
            }
            at += 1;
        }
        result.retain(|token| !token.text.is_empty());
        result
    }

    /// Makes one token of the last one and the first of an operand.
    fn paste(&mut self, result: &mut Vec<Token>, operand: &mut Vec<Token>, span: Span) {
        let left = result.pop();
        if operand.is_empty() {
            result.push(left.unwrap_or_else(|| placemarker(span)));
            return;
        }
        let right = operand.remove(0);
        let text = format!("{}{}", left.as_ref().map_or("", |left| &left.text), right.text);
        let mut made = tokenize_at(&text, span);
        if made.len() > 1 {
            self.error(format!("`{text}` is not one token"), span);
        }
        if let (Some(first), Some(left)) = (made.first_mut(), &left) {
            first.spaced = left.spaced;
        }
        if made.is_empty() {
            made.push(placemarker(span));
        }
        result.append(&mut made);
        result.append(operand);
    }
}

/// Stands for an operand of `##` that is empty.
fn placemarker(span: Span) -> Token {
    let text: Arc<str> = "".into();
    Token { kind: Kind::Other, text, span, spaced: false, starts_line: false, painted: false }
}

/// A token of a body, at the place of the invocation.
fn placed(token: &Token, span: Span) -> Token {
    Token { span, starts_line: false, ..token.clone() }
}

/// The operator `#`.
fn stringize(tokens: &[Token], span: Span, spaced: bool) -> Token {
    let mut text = String::from("\"");
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && token.spaced {
            text.push(' ');
        }
        let quoted = matches!(token.kind, Kind::Text | Kind::Character);
        for character in token.text.chars() {
            if quoted && matches!(character, '"' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
    }
    text.push('"');
    Token { kind: Kind::Text, text: text.into(), span, spaced, starts_line: false, painted: false }
}
