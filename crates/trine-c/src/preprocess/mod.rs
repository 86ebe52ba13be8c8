//! The C preprocessor (C11 6.10, with GNU extensions): from files to one list of tokens.
//!
//! Tokens are pulled: from the expansions that are under way, then from the files that are open. A token that a macro
//! brings is at the place where the user wrote the name of the macro; what the user wrote as an argument keeps its own
//! place.

mod condition;
mod directive;
mod expand;
mod include;
#[cfg(test)]
mod tests;
mod token;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use trine_base::{Diagnostic, Diagnostics, FileId, Severity, SourceMap, Span};

use self::expand::Context;
pub use self::token::{Kind, Token};
use self::token::{tokenize, tokenize_at};

/// More tokens than this come of no program, but of a macro bomb.
const MOST_TOKENS: usize = 6_000_000;

/// What the preprocessor is told from outside.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Directories that are searched for headers.
    pub include: Vec<String>,
    /// Macros of the command line, with their text.
    pub defines: Vec<(String, String)>,
    pub undefines: Vec<String>,
    /// `int`, `long` and pointers have 32 bits.
    pub ilp32: bool,
}

/// A macro.
#[derive(Clone, Debug)]
struct Macro {
    /// None: no arguments are taken.
    parameters: Option<Vec<Arc<str>>>,
    /// The last parameter takes all arguments that are left.
    variadic: bool,
    body: Vec<Token>,
}

/// What came of a file.
#[derive(Debug, Default)]
pub struct Preprocessed {
    pub tokens: Vec<Token>,
    /// Headers that nothing is known of, and where they are asked for.
    pub unknown_headers: BTreeMap<String, Span>,
    /// Which of our own headers were read.
    pub own_headers: BTreeSet<&'static str>,
}

/// Reads a file of the source map and all that it includes.
pub fn preprocess(
    file: FileId,
    settings: &Settings,
    sources: &mut SourceMap,
    read: &dyn Fn(&str) -> Option<String>,
    diagnostics: &mut Diagnostics,
) -> Preprocessed {
    let mut preprocessor = Preprocessor {
        settings,
        sources,
        read,
        diagnostics,
        macros: FxHashMap::default(),
        files: Vec::new(),
        contexts: Vec::new(),
        taken: 0,
        stopped: false,
        once: BTreeSet::new(),
        result: Preprocessed::default(),
        depth: 0,
        counter: 0,
    };
    preprocessor.predefine();
    preprocessor.open(file);
    while let Some(token) = preprocessor.next_expanded() {
        preprocessor.result.tokens.push(token);
    }
    preprocessor.result
}

/// A file that is being read.
struct OpenFile {
    file: FileId,
    tokens: Arc<[Token]>,
    at: usize,
    conditions: Vec<Group>,
    /// One of our own headers.
    own: bool,
}

/// An `#if` that is open.
struct Group {
    /// The current part is read.
    active: bool,
    /// One of its parts was read, or none can be.
    taken: bool,
    /// `#else` was there.
    last: bool,
    span: Span,
}

struct Preprocessor<'s> {
    settings: &'s Settings,
    sources: &'s mut SourceMap,
    read: &'s dyn Fn(&str) -> Option<String>,
    diagnostics: &'s mut Diagnostics,
    macros: FxHashMap<Arc<str>, Arc<Macro>>,
    files: Vec<OpenFile>,
    contexts: Vec<Context>,
    /// So many tokens were pulled.
    taken: usize,
    stopped: bool,
    /// Files that say `#pragma once`.
    once: BTreeSet<FileId>,
    result: Preprocessed,
    depth: usize,
    counter: u64,
}

impl Preprocessor<'_> {
    fn open(&mut self, file: FileId) {
        let text = self.sources.get(file).text.clone();
        let tokens = tokenize(file, &text).into();
        self.files.push(OpenFile { file, tokens, at: 0, conditions: Vec::new(), own: false });
    }

    /// The macros that every file starts with, as gcc has them where programs ask for them.
    fn predefine(&mut self) {
        let long = if self.settings.ilp32 { "4" } else { "8" };
        let mut fixed: Vec<(&str, &str)> = vec![
            ("__STDC__", "1"),
            ("__STDC_VERSION__", "201112L"),
            ("__STDC_HOSTED__", "1"),
            ("__GNUC__", "12"),
            ("__GNUC_MINOR__", "2"),
            ("__GNUC_PATCHLEVEL__", "0"),
            ("__linux__", "1"),
            ("__linux", "1"),
            ("linux", "1"),
            ("__unix__", "1"),
            ("__unix", "1"),
            ("unix", "1"),
            ("__ELF__", "1"),
            ("__CHAR_BIT__", "8"),
            ("__INT_MAX__", "2147483647"),
            ("__SHRT_MAX__", "32767"),
            ("__SCHAR_MAX__", "127"),
            ("__LONG_LONG_MAX__", "9223372036854775807LL"),
            ("__SIZEOF_INT__", "4"),
            ("__SIZEOF_SHORT__", "2"),
            ("__SIZEOF_LONG_LONG__", "8"),
            ("__SIZEOF_LONG__", long),
            ("__SIZEOF_POINTER__", long),
            ("__SIZEOF_SIZE_T__", long),
            ("__BYTE_ORDER__", "1234"),
            ("__ORDER_LITTLE_ENDIAN__", "1234"),
            ("__ORDER_BIG_ENDIAN__", "4321"),
            ("__ATOMIC_RELAXED", "0"),
            ("__ATOMIC_CONSUME", "1"),
            ("__ATOMIC_ACQUIRE", "2"),
            ("__ATOMIC_RELEASE", "3"),
            ("__ATOMIC_ACQ_REL", "4"),
            ("__ATOMIC_SEQ_CST", "5"),
            ("__DATE__", "\"Jan  1 2024\""),
            ("__TIME__", "\"00:00:00\""),
            ("__VERSION__", "\"12.2.0\""),
            ("_REENTRANT", "1"),
            ("__SIZE_TYPE__", if self.settings.ilp32 { "unsigned int" } else { "unsigned long" }),
            ("__PTRDIFF_TYPE__", if self.settings.ilp32 { "int" } else { "long" }),
            ("__WCHAR_TYPE__", "int"),
            (
                "__LONG_MAX__",
                if self.settings.ilp32 { "2147483647L" } else { "9223372036854775807L" },
            ),
        ];
        match self.settings.ilp32 {
            true => fixed.extend([
                ("__i386__", "1"),
                ("__i386", "1"),
                ("i386", "1"),
                ("__ILP32__", "1"),
            ]),
            false => fixed.extend([
                ("__x86_64__", "1"),
                ("__x86_64", "1"),
                ("__LP64__", "1"),
                ("_LP64", "1"),
            ]),
        }
        for (name, text) in fixed {
            self.define_text(name, text);
        }
        for (name, text) in &self.settings.defines.clone() {
            self.define_text(name, text);
        }
        for name in &self.settings.undefines.clone() {
            self.macros.remove(name.as_str());
        }
    }

    /// Defines a macro as `-D` does: `NAME`, or `NAME(a,b)`, with its text.
    fn define_text(&mut self, name: &str, text: &str) {
        let line = format!("{name} {text}");
        let file = self.sources.add("<command line>", line.as_str());
        let tokens = tokenize_at(&line, Span::new(file, 0, line.len()));
        self.define(&tokens);
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        self.diagnostics.push(Diagnostic::new(Severity::Error, message, Some(span)));
    }

    fn warn(&mut self, message: impl Into<String>, span: Span) {
        self.diagnostics.push(Diagnostic::new(Severity::Warning, message, Some(span)));
    }

    /// Counts a token; false from where there are too many on.
    fn may_take(&mut self, span: Span) -> bool {
        self.taken += 1;
        if self.taken > MOST_TOKENS && !self.stopped {
            self.stopped = true;
            self.error("macros expand to more text than is followed", span);
        }
        !self.stopped
    }
}
