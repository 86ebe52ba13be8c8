//! What several tests of the language need: reading, and problems as people would see them.

use trine_base::{Diagnostics, SourceMap, Span};
use trine_spec::ast::Spec;

pub fn read(name: &str, text: &str) -> (SourceMap, Spec, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let mut diagnostics = Diagnostics::new();
    let mut specs = trine_spec::read(&[(file, text)], &[], &mut diagnostics);
    (sources, specs.remove(0), diagnostics)
}

/// Each problem with its line and a caret under the place, as plain text.
pub fn render(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    let mut text = String::new();
    for item in &diagnostics.items {
        text.push_str(&format!("{}: {}\n", item.severity.name(), item.message));
        if let Some(span) = item.span {
            text.push_str(&caret(sources, span));
        }
        for (span, message) in &item.related {
            text.push_str(&format!("  {message}:\n{}", caret(sources, *span)));
        }
        if let Some(help) = &item.help {
            text.push_str(&format!("  help: {help}\n"));
        }
    }
    text
}

fn caret(sources: &SourceMap, span: Span) -> String {
    let place = sources.place(span);
    let line = sources.get(span.file).line(place.line);
    let before = place.column as usize - 1;
    let marked = sources.text(span).lines().next().unwrap_or("").chars().count().max(1);
    let number = format!("{:>4} | ", place.line);
    let indent = " ".repeat(number.len() + before);
    format!("{number}{line}\n{indent}{}\n", "^".repeat(marked))
}
