//! Runs the C preprocessor's part of a Promela file: includes, macros and conditional text.
//!
//! It works on tokens, never on text, so that every token that comes out still points into the file
//! that a person wrote: a token from a macro's body points at the use of the macro, a token from a
//! macro's argument at the argument. It has never heard of disks: included files come from a function.

mod condition;
mod directive;
mod expand;

use std::collections::HashMap;
use std::rc::Rc;

use trine_base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

use crate::lex::{Kind, Token, lex};
use crate::names::{Names, Symbol};

/// Reads a file by path: what it holds, or why it could not be read.
pub type Reader<'r> = dyn FnMut(&str) -> Result<String, String> + 'r;

/// The tokens of the main file with everything included and expanded. The last one is `End`.
pub fn preprocess(
    main: FileId,
    defines: &[(String, String)],
    names: &mut Names,
    sources: &mut SourceMap,
    read: &mut Reader<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Token> {
    let mut run = Preprocessor {
        names,
        sources,
        read,
        diagnostics,
        macros: HashMap::new(),
        files: Vec::new(),
        contexts: Vec::new(),
        fenced: false,
        prescans: 0,
        produced: 0,
        exhausted: false,
        pending_newline: false,
        files_read: 0,
        end: Span::new(main, 0, 0),
    };
    if !defines.is_empty() {
        run.command_line(defines);
    }
    run.open(main);
    run.drain()
}

/// Tokens that macros may produce in all; past it the text is not a model but a bomb.
const MOST_PRODUCED: usize = 8_000_000;
/// Files inside files.
const DEEPEST_INCLUDE: usize = 100;
/// Inclusions in all.
const MOST_FILES: usize = 10_000;
/// Macro calls inside the arguments of macro calls.
const DEEPEST_PRESCAN: usize = 200;

struct Preprocessor<'p, 'r> {
    names: &'p mut Names,
    sources: &'p mut SourceMap,
    read: &'p mut Reader<'r>,
    diagnostics: &'p mut Diagnostics,
    macros: HashMap<Symbol, Rc<Macro>>,
    files: Vec<OpenFile>,
    contexts: Vec<Context>,
    /// Tokens may come from contexts only: an argument is being expanded by itself.
    fenced: bool,
    prescans: usize,
    produced: usize,
    exhausted: bool,
    /// A line began with something that expanded to nothing.
    pending_newline: bool,
    files_read: usize,
    /// Where the text ends: complaints about its end need a place.
    end: Span,
}

struct Macro {
    name: Symbol,
    parameters: Option<Vec<Symbol>>,
    /// The last parameter takes all remaining arguments.
    variadic: bool,
    body: Vec<Token>,
    span: Span,
    /// It is being expanded: its own name in its expansion stays as it is.
    busy: std::cell::Cell<bool>,
}

/// Tokens waiting to be read again: an expansion, or a token put back.
struct Context {
    tokens: Vec<Token>,
    at: usize,
    of: Option<Rc<Macro>>,
}

struct OpenFile {
    tokens: Rc<Vec<Token>>,
    at: usize,
    directory: String,
    conditionals: Vec<Conditional>,
    end: Span,
}

struct Conditional {
    span: Span,
    active: bool,
    taken: bool,
    past_else: bool,
}

impl Preprocessor<'_, '_> {
    fn drain(&mut self) -> Vec<Token> {
        let mut out = Vec::new();
        loop {
            let token = self.next_expanded();
            out.push(token);
            if token.kind == Kind::End {
                return out;
            }
        }
    }

    fn command_line(&mut self, defines: &[(String, String)]) {
        let mut text = String::new();
        for (name, value) in defines {
            text += &format!("#define {} {}\n", one_line(name), one_line(value));
        }
        let file = self.sources.add("<command line>", text);
        self.open(file);
        // Definitions leave no tokens: reading to the end of this file is only for their effect.
        while self.next_raw().kind != Kind::End {}
    }

    fn open(&mut self, file: FileId) {
        let source = self.sources.get(file);
        let text = source.text.clone();
        let directory = match source.name.rfind('/') {
            Some(at) => source.name[..=at].to_string(),
            None => String::new(),
        };
        let tokens = Rc::new(lex(&text, file, self.names));
        self.files_read += 1;
        let end = Span::new(file, text.len(), text.len());
        self.files.push(OpenFile { tokens, at: 0, directory, conditionals: Vec::new(), end });
    }

    /// The next token, macros not expanded, directives obeyed.
    fn next_raw(&mut self) -> Token {
        while let Some(context) = self.contexts.last_mut() {
            if let Some(token) = context.tokens.get(context.at) {
                context.at += 1;
                return *token;
            }
            let done = self.contexts.pop().expect("just seen");
            if let Some(of) = done.of {
                of.busy.set(false);
            }
        }
        if self.fenced {
            return self.end_token();
        }
        loop {
            let Some(file) = self.files.last_mut() else { return self.end_token() };
            let Some(&token) = file.tokens.get(file.at) else {
                self.close_file();
                continue;
            };
            if token.kind == Kind::Hash && token.line_start {
                self.directive();
                continue;
            }
            file.at += 1;
            if file.conditionals.last().is_none_or(|conditional| conditional.active) {
                return token;
            }
        }
    }

    fn close_file(&mut self) {
        let Some(file) = self.files.pop() else { return };
        self.pending_newline = true;
        for conditional in file.conditionals {
            self.error("this condition has no #endif", conditional.span);
        }
        self.end = file.end;
    }

    fn end_token(&mut self) -> Token {
        let text = self.names.intern("");
        let (span, newline, line_start) = (self.end, true, true);
        Token { kind: Kind::End, text, span, newline, line_start, space: true, inert: true }
    }

    fn put_back(&mut self, token: Token) {
        self.contexts.push(Context { tokens: vec![token], at: 0, of: None });
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        self.diagnostics.error(message, span);
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests;
