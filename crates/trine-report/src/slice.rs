//! Source text with the lines marked that a slice leaves out.

use serde_json::{Value, json};
use trine_base::{FileId, SourceMap, Span};

/// The files as text, `-` before each line that is left out. `marks` are the places of statements, and
/// whether they are left out.
pub fn text(
    sources: &SourceMap,
    files: &[FileId],
    marks: &[(Span, bool)],
    properties: &[String],
) -> String {
    let mut text = String::new();
    for file in files {
        let lines = lines(sources, *file, marks);
        let source = sources.get(*file);
        let said = lines.iter().filter(|line| line.said).count();
        let left_out = lines.iter().filter(|line| line.said && line.dropped).count();
        text += &format!("{}, sliced for {}\n\n", source.name, properties.join(", "));
        let width = lines.len().to_string().len();
        for (number, line) in (1..).zip(&lines) {
            let mark = if line.dropped { '-' } else { ' ' };
            let code = source.line(number).trim_end();
            text += format!("{mark} {number:>width$} | {code}").trim_end();
            text.push('\n');
        }
        text += &format!("\n{left_out} of {said} lines with statements are left out\n");
    }
    text
}

/// The lines that are left out, file by file, as JSON.
pub fn json(
    sources: &SourceMap,
    files: &[FileId],
    marks: &[(Span, bool)],
    properties: &[String],
) -> String {
    let of_file = |file: &FileId| {
        let lines = lines(sources, *file, marks);
        let numbers = |wanted: fn(&Line) -> bool| -> Vec<usize> {
            let numbered = (1..).zip(&lines).filter(|(_, line)| wanted(line));
            numbered.map(|(number, _)| number).collect()
        };
        json!({
            "file": sources.get(*file).name,
            "kept": numbers(|line| line.said && !line.dropped),
            "dropped": numbers(|line| line.dropped),
        })
    };
    let files: Vec<Value> = files.iter().map(of_file).collect();
    format!("{:#}\n", json!({"version": 1, "properties": properties, "files": files}))
}

#[derive(Clone, Copy, Default)]
struct Line {
    /// It begins a statement or a declaration.
    said: bool,
    dropped: bool,
}

/// What is to be said of each line: it is left out where all that begins on it is. Of a line on which
/// nothing begins, such as the end of a block, nothing is said.
fn lines(sources: &SourceMap, file: FileId, marks: &[(Span, bool)]) -> Vec<Line> {
    let source = sources.get(file);
    let mut lines = vec![Line::default(); source.text.lines().count()];
    for (span, dropped) in marks.iter().filter(|(span, _)| span.file == file) {
        let at = sources.place(*span).line.saturating_sub(1) as usize;
        if let Some(line) = lines.get_mut(at) {
            line.dropped = *dropped && (line.dropped || !line.said);
            line.said = true;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_left_out_with_all_that_begins_on_it() {
        let mut sources = SourceMap::new();
        let file = sources.add("f", "a; b;\nc;\n{\nd;\n\n}\ne;\n");
        let mark = |start: usize, dropped: bool| (Span::new(file, start, start + 1), dropped);
        let marks = [mark(0, true), mark(3, false), mark(6, true), mark(11, true), mark(17, false)];
        let shown = text(&sources, &[file], &marks, &["p".to_string()]);
        let dropped: Vec<&str> = shown.lines().filter(|line| line.starts_with('-')).collect();
        assert_eq!(dropped, ["- 2 | c;", "- 4 | d;"]);
        assert!(shown.ends_with("2 of 4 lines with statements are left out\n"), "{shown}");
        let value: Value = serde_json::from_str(&json(&sources, &[file], &marks, &[])).unwrap();
        assert_eq!(value["files"][0]["dropped"], json!([2, 4]));
        assert_eq!(value["files"][0]["kept"], json!([1, 7]));
    }
}
