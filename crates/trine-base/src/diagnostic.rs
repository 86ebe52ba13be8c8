//! Problems described for the user: what, where, and what to do.

use crate::Span;

/// How serious a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

impl Severity {
    /// The word that reports print in front of the message.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A problem, with its place, what belongs to it, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    pub span: Option<Span>,
    /// Other places that matter, each with what it has to do with this one.
    pub related: Vec<(Span, String)>,
    /// What the reader can do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A problem without related places or help; without a span it concerns no one place.
    pub fn new(severity: Severity, message: impl Into<String>, span: Option<Span>) -> Diagnostic {
        Diagnostic { severity, message: message.into(), span, related: Vec::new(), help: None }
    }

    /// An error at a place.
    pub fn error(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Error, message, Some(span))
    }

    /// A warning at a place.
    pub fn warning(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message, Some(span))
    }

    /// Adds another place that has to do with the problem, and what it has to do with it.
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.related.push((span, message.into()));
        self
    }

    /// Says what the user can do about it; a second call replaces the first text.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }
}

/// What a pass has to say, in the order in which it found it.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    pub items: Vec<Diagnostic>,
}

impl Diagnostics {
    /// No problems yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a problem after the others.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.items.push(diagnostic);
    }

    /// Adds an error at a place.
    pub fn error(&mut self, message: impl Into<String>, span: Span) {
        self.push(Diagnostic::error(message, span));
    }

    /// Adds a warning at a place.
    pub fn warning(&mut self, message: impl Into<String>, span: Span) {
        self.push(Diagnostic::warning(message, span));
    }

    /// Whether one of them is an error: then there is no result to rely on.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|item| item.severity == Severity::Error)
    }
}
