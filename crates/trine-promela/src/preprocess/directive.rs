//! Obeys the lines that begin with `#`.

use std::cell::Cell;
use std::rc::Rc;

use trine_base::{Diagnostic, Span, nearest};

use super::{Conditional, DEEPEST_INCLUDE, MOST_FILES, Macro, Preprocessor};
use crate::lex::{Kind, Token};

const DIRECTIVES: [&str; 13] = [
    "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error",
    "warning", "pragma", "line",
];

impl Preprocessor<'_, '_> {
    /// Reads one directive from the top file, which stands at its `#`.
    pub(super) fn directive(&mut self) {
        let Some(file) = self.files.last_mut() else { return };
        let tokens = file.tokens.clone();
        let begin = file.at;
        let mut end = begin + 1;
        while tokens.get(end).is_some_and(|token| !token.line_start) {
            end += 1;
        }
        file.at = end;
        let hash = tokens[begin];
        let line = &tokens[begin + 1..end];
        let Some(&first) = line.first() else { return };
        let rest = &line[1..];
        let place = hash.span.to(first.span);
        let name = self.names.text(first.text).to_string();
        match name.as_str() {
            "if" | "ifdef" | "ifndef" => self.begin_condition(&name, rest, place),
            "elif" => self.elif(rest, place),
            "else" => self.switch_to_else(place),
            "endif" => {
                if self.conditionals().pop().is_none() {
                    self.error("#endif without #if", place);
                }
            }
            _ if !self.active() => {}
            "define" => self.define(rest, place),
            "undef" => match rest.first() {
                Some(word) if word.kind == Kind::Word => {
                    self.macros.remove(&word.text);
                }
                _ => self.error("#undef needs the name of a macro", place),
            },
            "include" => self.include(rest, place),
            "error" => {
                let text = self.line_text(rest);
                self.error(format!("#error {text}"), place);
            }
            "warning" => {
                let text = self.line_text(rest);
                self.diagnostics.warning(format!("#warning {text}"), place);
            }
            "pragma" | "line" | "ident" => {}
            // What a preprocessor that ran before left behind: `# 12 "file.pml"`.
            _ if first.kind == Kind::Number => {}
            _ => {
                let mut problem = Diagnostic::error(format!("unknown directive #{name}"), place);
                if let Some(known) = nearest(&name, DIRECTIVES) {
                    problem = problem.help(format!("did you mean #{known}?"));
                }
                self.push(problem);
            }
        }
    }

    fn conditionals(&mut self) -> &mut Vec<Conditional> {
        &mut self.files.last_mut().expect("a directive stands in a file").conditionals
    }

    fn active(&mut self) -> bool {
        self.conditionals().last().is_none_or(|conditional| conditional.active)
    }

    fn begin_condition(&mut self, name: &str, rest: &[Token], span: Span) {
        let active = self.active()
            && match (name, rest.first()) {
                ("if", _) => self.condition(rest, span),
                (_, Some(word)) if word.kind == Kind::Word => {
                    self.macros.contains_key(&word.text) == (name == "ifdef")
                }
                _ => {
                    self.error(format!("#{name} needs the name of a macro"), span);
                    false
                }
            };
        let taken = active || !self.active();
        self.conditionals().push(Conditional { span, active, taken, past_else: false });
    }

    fn elif(&mut self, rest: &[Token], span: Span) {
        let (taken, past_else) = match self.conditionals().last() {
            Some(conditional) => (conditional.taken, conditional.past_else),
            None => return self.error("#elif without #if", span),
        };
        if past_else {
            self.error("#elif after #else", span);
        }
        let active = !taken && self.condition(rest, span);
        if let Some(conditional) = self.conditionals().last_mut() {
            conditional.active = active;
            conditional.taken |= active;
        }
    }

    fn switch_to_else(&mut self, span: Span) {
        let Some(conditional) = self.conditionals().last_mut() else {
            return self.error("#else without #if", span);
        };
        let twice = conditional.past_else;
        conditional.active = !conditional.taken;
        conditional.taken = true;
        conditional.past_else = true;
        if twice {
            self.error("a second #else for the same #if", span);
        }
    }

    fn define(&mut self, rest: &[Token], place: Span) {
        let Some(&name) = rest.first().filter(|token| token.kind == Kind::Word) else {
            return self.error("#define needs a name", place);
        };
        let mut body = &rest[1..];
        let mut parameters = None;
        let mut variadic = false;
        // Only a parenthesis that touches the name makes a macro with parameters.
        if body.first().is_some_and(|token| token.kind == Kind::OpenParen && !token.space) {
            let Some(close) = body.iter().position(|token| token.kind == Kind::CloseParen) else {
                return self.error("the parameters of this macro have no `)`", name.span);
            };
            let mut list = Vec::new();
            for part in body[1..close].split(|token| token.kind == Kind::Comma) {
                match part {
                    [] if close == 1 => {}
                    [word] if word.kind == Kind::Word => list.push(word.text),
                    [dots, dot] if dots.kind == Kind::DotDot && dot.kind == Kind::Dot => {
                        list.push(self.names.intern("__VA_ARGS__"));
                        variadic = true;
                    }
                    [word, dots, dot]
                        if word.kind == Kind::Word
                            && dots.kind == Kind::DotDot
                            && dot.kind == Kind::Dot =>
                    {
                        list.push(word.text);
                        variadic = true;
                    }
                    _ => return self.error("parameters of a macro are names", name.span),
                }
            }
            parameters = Some(list);
            body = &body[close + 1..];
        }
        let body = body.to_vec();
        if let Some(old) = self.macros.get(&name.text) {
            let same = old.parameters == parameters
                && old.body.len() == body.len()
                && old.body.iter().zip(&body).all(|(a, b)| (a.kind, a.text) == (b.kind, b.text));
            if !same {
                let text = self.names.text(name.text).to_string();
                let problem =
                    Diagnostic::warning(format!("macro `{text}` is defined again"), name.span)
                        .related(old.span, "it was defined here");
                self.push(problem);
            }
        }
        let (name, span, busy) = (name.text, name.span, Cell::new(false));
        self.macros.insert(name, Rc::new(Macro { name, parameters, variadic, body, span, busy }));
    }

    fn include(&mut self, rest: &[Token], place: Span) {
        let expanded;
        let mut rest = rest;
        if rest.first().is_some_and(|token| token.kind == Kind::Word) {
            expanded = self.prescan(rest, place);
            rest = &expanded;
        }
        let path = match rest {
            [name, ..] if name.kind == Kind::String => {
                self.names.text(name.text).trim_matches('"').to_string()
            }
            [open, .., close] if open.kind == Kind::Less && close.kind == Kind::Greater => {
                let inside = Span { start: open.span.end, end: close.span.start, ..open.span };
                self.sources.text(inside).to_string()
            }
            _ => return self.error("#include needs the name of a file in quotes", place),
        };
        let span = rest.first().map_or(place, |first| first.span);
        if self.files.len() >= DEEPEST_INCLUDE || self.files_read >= MOST_FILES {
            return self.error("files include each other too deeply", span);
        }
        let path = match self.files.last() {
            Some(file) if !path.starts_with('/') => format!("{}{path}", file.directory),
            _ => path,
        };
        if let Some(known) = self.sources.find(&path) {
            return self.open(known);
        }
        match (self.read)(&path) {
            Ok(text) if u32::try_from(text.len()).is_ok() => {
                let file = self.sources.add(path, text);
                self.open(file);
            }
            Ok(_) => self.error(format!("{path} is too large"), span),
            Err(reason) => self.error(format!("cannot include {path}: {reason}"), span),
        }
    }

    fn line_text(&self, tokens: &[Token]) -> String {
        let words: Vec<&str> = tokens.iter().map(|token| self.names.text(token.text)).collect();
        words.join(" ")
    }
}
