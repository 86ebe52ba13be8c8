//! Directives (C11 6.10): conditional groups, definitions, and what is left to others.

use std::sync::Arc;

use trine_base::Span;

use super::{Group, Kind, Macro, Preprocessor, Token};

impl Preprocessor<'_> {
    /// The next token of the files that are open; carries out the directives before it.
    pub(super) fn next_of_files(&mut self) -> Option<Token> {
        loop {
            if self.stopped {
                return None;
            }
            let file = self.files.last_mut()?;
            let token = file.tokens[file.at].clone();
            if token.kind == Kind::End {
                let open: Vec<Span> = file.conditions.iter().map(|group| group.span).collect();
                for span in open {
                    self.error("this conditional group has no #endif", span);
                }
                self.files.pop();
                continue;
            }
            let active = file.conditions.iter().all(|group| group.active);
            file.at += 1;
            if token.is("#") && token.starts_line {
                let line = self.rest_of_line();
                self.directive(&token, &line, active);
                if !self.may_take(token.span) {
                    return None;
                }
            } else if active {
                return self.may_take(token.span).then_some(token);
            }
        }
    }

    /// The tokens up to the end of the line.
    fn rest_of_line(&mut self) -> Vec<Token> {
        let Some(file) = self.files.last_mut() else { return Vec::new() };
        let start = file.at;
        while !file.tokens[file.at].starts_line && file.tokens[file.at].kind != Kind::End {
            file.at += 1;
        }
        file.tokens[start..file.at].to_vec()
    }

    fn directive(&mut self, hash: &Token, line: &[Token], active: bool) {
        let Some((name, rest)) = line.split_first() else { return };
        let span = hash.span.to(name.span);
        match &*name.text {
            "if" | "ifdef" | "ifndef" => {
                let holds = active && self.condition_holds(&name.text, rest, span);
                self.push_group(Group {
                    active: holds,
                    taken: holds || !active,
                    last: false,
                    span,
                });
            }
            "elif" => {
                let Some(group) = self.group(span) else { return };
                if group.last {
                    return self.error("#elif after #else", span);
                }
                let taken = group.taken;
                let holds = !taken && self.condition_holds("if", rest, span);
                if let Some(group) = self.group(span) {
                    (group.active, group.taken) = (holds, taken || holds);
                }
            }
            "else" => {
                let Some(group) = self.group(span) else { return };
                let again = group.last;
                (group.active, group.taken, group.last) = (!group.taken, true, true);
                if again {
                    self.error("this group has an #else already", span);
                }
            }
            "endif" => {
                if self.group(span).is_some()
                    && let Some(file) = self.files.last_mut()
                {
                    file.conditions.pop();
                }
            }
            _ if !active => {}
            "define" => self.define(rest),
            "undef" => match rest.first() {
                Some(name) if name.kind == Kind::Identifier => {
                    self.macros.remove(&name.text);
                }
                _ => self.error("#undef needs a name", span),
            },
            "include" | "include_next" | "import" => self.include(rest, span),
            "error" => {
                let text = spelled(rest);
                self.error(format!("#error {text}"), span);
            }
            "warning" => {
                let text = spelled(rest);
                self.warn(format!("#warning {text}"), span);
            }
            "pragma" => {
                if rest.first().is_some_and(|token| token.is("once"))
                    && let Some(file) = self.files.last()
                {
                    self.once.insert(file.file);
                }
            }
            "line" | "ident" | "sccs" | "assert" | "unassert" => {}
            // A line marker of a file that was preprocessed before.
            _ if name.kind == Kind::Number => {}
            other => self.error(format!("there is no directive #{other}"), span),
        }
    }

    fn push_group(&mut self, group: Group) {
        if let Some(file) = self.files.last_mut() {
            file.conditions.push(group);
        }
    }

    /// The innermost group that is open in the current file.
    fn group(&mut self, span: Span) -> Option<&mut Group> {
        if self.files.last().is_none_or(|file| file.conditions.is_empty()) {
            self.error("there is no #if for this", span);
            return None;
        }
        self.files.last_mut()?.conditions.last_mut()
    }

    fn condition_holds(&mut self, directive: &str, rest: &[Token], span: Span) -> bool {
        if directive == "if" {
            return self.evaluate(rest, span);
        }
        match rest.first() {
            Some(name) if name.kind == Kind::Identifier => {
                self.is_defined(&name.text) == (directive == "ifdef")
            }
            _ => {
                self.error(format!("#{directive} needs a name"), span);
                false
            }
        }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.macros.contains_key(name)
            || matches!(name, "__LINE__" | "__FILE__" | "__COUNTER__" | "__has_include")
    }

    /// `#define`, from the name on.
    pub(super) fn define(&mut self, tokens: &[Token]) {
        let Some((name, rest)) = tokens.split_first() else { return };
        if name.kind != Kind::Identifier || &*name.text == "defined" {
            return self.error("#define needs a name", name.span);
        }
        let (mut parameters, mut variadic, mut body) = (None, false, rest);
        if let Some(open) = rest.first()
            && open.is("(")
            && !open.spaced
        {
            let Some(end) = rest.iter().position(|token| token.is(")")) else {
                return self.error("the parameters of this macro do not end", name.span);
            };
            let mut names: Vec<Arc<str>> = Vec::new();
            for token in &rest[1..end] {
                match token.kind {
                    Kind::Identifier => names.push(token.text.clone()),
                    _ if token.is("...") => {
                        variadic = true;
                        // GNU: `args...` names what `...` alone calls `__VA_ARGS__`.
                        let before = rest[1..end].iter().rev().nth(1);
                        if before.is_none_or(|token| token.is(",")) {
                            names.push("__VA_ARGS__".into());
                        }
                    }
                    _ if token.is(",") => {}
                    _ => return self.error("this is no parameter of a macro", token.span),
                }
            }
            parameters = Some(names);
            body = &rest[end + 1..];
        }
        let body = body.to_vec();
        self.macros.insert(name.text.clone(), Arc::new(Macro { parameters, variadic, body }));
    }
}

/// Tokens as a line of text.
pub(super) fn spelled(tokens: &[Token]) -> String {
    let mut text = String::new();
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && token.spaced {
            text.push(' ');
        }
        text.push_str(&token.text);
    }
    text
}
