//! Source text, held once, and places in it.

use std::fmt;
use std::sync::Arc;

use crate::IndexVec;

crate::define_id!(
    /// One text that was read: a file, or a formula from the command line.
    FileId,
    "file"
);

/// A stretch of one source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, and without, `end`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest stretch that covers both; where the files differ, the first one.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}..{}", self.file, self.start, self.end)
    }
}

/// A place as people say it: both count from one; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

/// One text with its name and the starts of its lines.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl Source {
    /// Keeps the text and finds where its lines start. The name is what reports show.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.match_indices('\n').map(|(at, _)| at as u32 + 1));
        Source { name: name.into(), text, line_starts }
    }

    /// Line and column of a byte, both from 1; columns count characters. Past the end of the text: the place behind
    /// it.
    pub fn place(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1);
        let start = self.line_starts[line - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        let column = match self.text.get(start..end) {
            Some(before) => before.chars().count(),
            None => end.saturating_sub(start),
        };
        LineColumn { line: line as u32, column: column as u32 + 1 }
    }

    /// The text of a line, counted from one, without its line break.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = self.line_starts.get((line as usize).wrapping_sub(1)) else {
            return "";
        };
        self.text[start as usize..].lines().next().unwrap_or("")
    }

    /// How many lines there are; the empty text has one, and so has what follows the last line break.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }
}

/// All texts of one run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: IndexVec<FileId, Source>,
}

impl SourceMap {
    /// A map without files.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a file. The same name may be added twice: these are two files.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.sources.push(Source::new(name, text))
    }

    /// The file of an id that this map gave out.
    pub fn get(&self, file: FileId) -> &Source {
        &self.sources[file]
    }

    /// All files with their ids, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.sources.enumerate()
    }

    /// The file of that name, if it was read.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.sources.enumerate().find(|(_, source)| source.name == name).map(|(file, _)| file)
    }

    /// The text of a span; empty where the span does not lie within the text.
    pub fn text(&self, span: Span) -> &str {
        let text = &self.get(span.file).text;
        text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column at which a span starts.
    pub fn place(&self, span: Span) -> LineColumn {
        self.get(span.file).place(span.start)
    }

    /// `Dining.java:12:9`, as every report prints a place.
    pub fn describe(&self, span: Span) -> String {
        let source = self.get(span.file);
        let LineColumn { line, column } = source.place(span.start);
        format!("{}:{line}:{column}", source.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_one() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.pml", "byte x;\n/* é */ int y\n");
        let at = |start| sources.describe(Span::new(file, start, start + 1));
        assert_eq!(at(0), "a.pml:1:1");
        assert_eq!(at(5), "a.pml:1:6");
        assert_eq!(at(8), "a.pml:2:1");
        assert_eq!(at(17), "a.pml:2:9");
        assert_eq!(sources.get(file).line(2), "/* é */ int y");
    }

    #[test]
    fn a_place_past_the_end_is_the_end() {
        let source = Source::new("x", "ab");
        assert_eq!(source.place(99), LineColumn { line: 1, column: 3 });
        assert_eq!(source.line(7), "");
    }
}
