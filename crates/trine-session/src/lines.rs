//! The lines of a program that specifications speak of: by file and number, or by a comment above them.

use std::collections::BTreeSet;

use trine_base::{FileId, SourceMap, Span};
use trine_program::{Program, StmtKind};
use trine_spec::ast::Names;
use trine_spec::system::{Lines, declared_lines, next_statement};

/// The lines of some files on which statements start.
pub fn of_program(program: &Program, files: &[FileId], sources: &SourceMap) -> Lines {
    let mut lines = Lines::default();
    for method in program.methods.iter() {
        trine_program::visit(method.body.as_deref().unwrap_or(&[]), &mut |statement| {
            if let Some(span) = statement.span.filter(|span| files.contains(&span.file)) {
                let line = (span.file, sources.place(span).line);
                lines.statements.insert(line);
                if matches!(statement.kind, StmtKind::Loop { .. }) {
                    lines.loops.insert(line);
                }
            }
        });
    }
    lines
}

/// The text of the lines that specifications, and comments with events, are about.
pub fn spoken_of(names: &Names, lines: &Lines, files: &[FileId], sources: &SourceMap) -> Vec<Span> {
    let mut found = BTreeSet::new();
    // Where one loop is marked as going on for ever, the others are meant, too.
    if names.endless_loops {
        found.extend(lines.loops.iter().copied());
    }
    for file in files {
        let source = sources.get(*file);
        for after in declared_lines(&source.text) {
            found.extend(next_statement(&lines.statements, *file, after).map(|line| (*file, line)));
        }
        for (name, line) in &names.lines {
            if source.name == *name || source.name.ends_with(&format!("/{name}")) {
                found.insert((*file, *line));
            }
        }
    }
    found.into_iter().filter_map(|(file, line)| whole_line(sources, file, line)).collect()
}

/// The text of a line of the file of this name, or whose name ends so.
pub(crate) fn line_of_file(sources: &SourceMap, name: &str, line: u32) -> Option<Span> {
    let is = |known: &str| known == name || known.ends_with(&format!("/{name}"));
    let (file, _) = sources.files().find(|(_, source)| is(&source.name))?;
    whole_line(sources, file, line)
}

fn whole_line(sources: &SourceMap, file: FileId, line: u32) -> Option<Span> {
    let text = &sources.get(file).text;
    let position = line.checked_sub(1)? as usize;
    let mut lines = text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(position).map(str::len).sum();
    lines.next().map(|line| Span::new(file, start, start + line.len()))
}
