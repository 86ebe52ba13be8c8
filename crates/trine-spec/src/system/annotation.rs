//! Events that comments in the sources declare: `//@ event NAME` names the statement that follows.

use trine_base::{FileId, SourceMap, Span};

use super::happen::{Moment, What};
use crate::ast::{
    Action, Event, FileLine, Ident, LabelPattern, Operand, Pattern, PatternKind, Place,
};

/// The events that comments declare. A comment that no statement follows declares nothing.
pub fn annotated(sources: &SourceMap, moments: &[Moment]) -> Vec<Event> {
    let mut found = Vec::new();
    for (file, source) in sources.files() {
        let mut offset = 0;
        for (number, line) in source.text.split_inclusive('\n').enumerate() {
            let start = offset;
            offset += line.len();
            let Some((at, name)) = declared(line) else { continue };
            let span = Span::new(file, start + at, start + at + name.len());
            let Some(line) = next_statement(sources, moments, file, number as u32 + 1) else {
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
fn next_statement(
    sources: &SourceMap,
    moments: &[Moment],
    file: FileId,
    after: u32,
) -> Option<u32> {
    let lines = moments.iter().filter_map(|moment| match &moment.what {
        What::Statement(span) if span.file == file => Some(sources.place(*span).line),
        _ => None,
    });
    lines.filter(|line| *line > after).min()
}
