//! Events that comments in the sources declare: `//@ event NAME` names the statement that follows.

use std::collections::BTreeSet;

use trine_base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

use super::happen::{Moment, What};
use crate::ast::{
    Action, Event, FileLine, Ident, LabelPattern, Operand, Pattern, PatternKind, Place,
};

/// The events that comments declare. A comment that no statement follows is an error. `statements` are
/// lines of statements that the system may not have.
pub fn annotated(
    sources: &SourceMap,
    moments: &[Moment],
    statements: &BTreeSet<(FileId, u32)>,
    diagnostics: &mut Diagnostics,
) -> Vec<Event> {
    let mut lines = statements.clone();
    for moment in moments {
        if let What::Statement(span) | What::Reached(span) = &moment.what {
            lines.insert((span.file, sources.place(*span).line));
        }
    }
    let mut found = Vec::new();
    for (file, source) in sources.files() {
        let mut offset = 0;
        for (number, line) in source.text.split_inclusive('\n').enumerate() {
            let start = offset;
            offset += line.len();
            let Some((at, name)) = declared(line) else { continue };
            let span = Span::new(file, start + at, start + at + name.len());
            let Some(line) = next_statement(&lines, file, number as u32 + 1) else {
                let message = format!("no statement follows that could be the event `{name}`");
                diagnostics.push(Diagnostic::error(message, span));
                continue;
            };
            let place = Place(span);
            let target = FileLine { file: source.name.clone(), line, place };
            let label = LabelPattern {
                action: Action::At,
                operand: Operand::Line(target),
                object: None,
                process: None,
            };
            let pattern = Pattern { kind: PatternKind::Label(label), place };
            found.push(Event { name: Ident { name: name.to_string(), place }, pattern });
        }
    }
    found
}

/// The names of the events that comments of a text declare.
pub fn declared_names(text: &str) -> Vec<String> {
    text.lines().filter_map(declared).map(|(_, name)| name.to_string()).collect()
}

/// The name in a line that has such a comment, and where it starts.
fn declared(line: &str) -> Option<(usize, &str)> {
    let marks = ["//@", "--@", "/*@"];
    let at = marks.iter().find_map(|mark| line.find(mark).map(|at| at + mark.len()))?;
    let rest = line[at..].trim_start();
    let rest = rest.strip_prefix("event")?;
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let name = rest.split_whitespace().next()?.trim_end_matches("*/");
    let start = line.find(name).filter(|_| !name.is_empty())?;
    let start = line[at..].find(name).map_or(start, |inside| at + inside);
    Some((start, name))
}

/// The first line after this one on which a statement starts.
pub fn next_statement(
    statements: &BTreeSet<(FileId, u32)>,
    file: FileId,
    after: u32,
) -> Option<u32> {
    let later = statements.range((file, after + 1)..=(file, u32::MAX));
    later.map(|(_, line)| *line).next()
}

/// The lines of the comments of a text that declare events.
pub fn declared_lines(text: &str) -> Vec<u32> {
    let lines = text.lines().enumerate();
    lines.filter(|(_, line)| declared(line).is_some()).map(|(at, _)| at as u32 + 1).collect()
}
