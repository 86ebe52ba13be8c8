//! Source lines with carets under the places that matter.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use trine_base::{FileId, SourceMap, Span};

use crate::look::Look;

/// How serious a title is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    Error,
    Warning,
    Note,
}

/// A title, the places under it, and what the reader can do.
#[derive(Debug)]
pub struct Notice<'a> {
    pub weight: Weight,
    /// The word before the title, where it is not the weight's own: `violated`.
    pub word: Option<&'a str>,
    /// What the notice is about: `deadlock`.
    pub subject: Option<&'a str>,
    pub title: &'a str,
    /// The first one is where it is; the others say what they have to do with it.
    pub places: Vec<(Span, String)>,
    pub help: Option<&'a str>,
}

/// The notice as text, ended by a line break.
pub fn render(notice: &Notice<'_>, sources: &SourceMap, look: &Look) -> String {
    let level = match notice.weight {
        Weight::Error => Level::ERROR,
        Weight::Warning => Level::WARNING,
        Weight::Note => Level::NOTE,
    };
    let level = match notice.word {
        Some(word) => level.with_name(word),
        None => level,
    };
    let mut title = level.primary_title(notice.title);
    if let Some(subject) = notice.subject {
        title = title.id(subject);
    }
    let mut group = Group::with_title(title);
    for (file, places) in by_file(&notice.places, sources) {
        group = place_all(group, file, &places, notice.places.first(), sources);
    }
    if let Some(help) = notice.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if look.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(look.width.max(60));
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

type Places<'a> = Vec<&'a (Span, String)>;

/// Places of the same file together, files in order of their first place. Places outside the
/// texts that were read are left out.
fn by_file<'a>(places: &'a [(Span, String)], sources: &SourceMap) -> Vec<(FileId, Places<'a>)> {
    let known = sources.files().count() as u32;
    let mut files: Vec<(FileId, Places<'a>)> = Vec::new();
    for place in places.iter().filter(|(span, _)| span.file.0 < known) {
        match files.iter_mut().find(|(file, _)| *file == place.0.file) {
            Some((_, places)) => places.push(place),
            None => files.push((place.0.file, vec![place])),
        }
    }
    files
}

/// All places of a file in one picture; places that are far apart, in one each. A line too long to
/// show is only named.
fn place_all<'a>(
    mut group: Group<'a>,
    file: FileId,
    places: &[&'a (Span, String)],
    primary: Option<&(Span, String)>,
    sources: &'a SourceMap,
) -> Group<'a> {
    const MOST: usize = 20_000;
    let text = &*sources.get(file).text;
    let window = |places: &[&(Span, String)]| window(text, places);
    if window(places).len() <= MOST {
        return group.element(snippet(file, places, primary, sources));
    }
    for place in places {
        if window(&[place]).len() <= MOST {
            group = group.element(snippet(file, &[place], primary, sources));
        } else {
            let at = sources.place(place.0);
            let origin = Origin::path(sources.get(file).name.as_str());
            let origin = origin.line(at.line as usize).char_column(at.column as usize);
            group = group.element(origin);
        }
    }
    group
}

/// The whole lines from the first of the places to the last.
fn window(text: &str, places: &[&(Span, String)]) -> Range<usize> {
    let ranges = || places.iter().map(|(span, _)| inside(text, *span));
    let first = ranges().map(|(start, _)| start).min().unwrap_or(0);
    let last = ranges().map(|(_, end)| end).max().unwrap_or(0);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    start..text[last..].find('\n').map_or(text.len(), |at| last + at)
}

fn snippet<'a>(
    file: FileId,
    places: &[&'a (Span, String)],
    primary: Option<&(Span, String)>,
    sources: &'a SourceMap,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let source = sources.get(file);
    let text = &*source.text;
    // Only the lines that are needed: sources can be long.
    let ranges: Vec<(usize, usize)> = places.iter().map(|(span, _)| inside(text, *span)).collect();
    let Range { start, end } = window(text, places);
    let line = source.place(start as u32).line as usize;
    let mut snippet =
        Snippet::source(&text[start..end]).line_start(line).path(source.name.as_str()).fold(true);
    for ((from, to), place) in ranges.into_iter().zip(places) {
        let main = primary.is_some_and(|primary| primary.0 == place.0);
        let kind = if main { AnnotationKind::Primary } else { AnnotationKind::Context };
        let mut annotation = kind.span(from - start..to - start);
        if !place.1.is_empty() {
            annotation = annotation.label(place.1.as_str());
        }
        snippet = snippet.annotation(annotation);
    }
    snippet
}

/// The span in bytes of this text, on character boundaries, at most its first line.
fn inside(text: &str, span: Span) -> (usize, usize) {
    let boundary = |at: u32| {
        let mut at = (at as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(span.start);
    let end = boundary(span.end).max(start);
    let line = text[start..end].find('\n').map_or(end, |at| start + at);
    (start, line.max(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(sources: &SourceMap, places: Vec<(Span, String)>) -> String {
        let title = "title";
        let notice =
            Notice { weight: Weight::Error, word: None, subject: None, title, places, help: None };
        render(&notice, sources, &Look::default())
    }

    #[test]
    fn every_span_of_a_nasty_text_can_be_shown() {
        let text = "\ta é\r\n\n日本 \u{1b}[31m\u{200d}x\n\n  end";
        let mut sources = SourceMap::new();
        let file = sources.add("nasty.pml", text);
        for start in 0..text.len() + 2 {
            for end in start..text.len() + 3 {
                let two = Span::new(file, end.min(7), end);
                let places =
                    vec![(Span::new(file, start, end), "here".to_string()), (two, String::new())];
                let shown = show(&sources, places);
                assert!(shown.contains("nasty.pml"), "{start}..{end}: {shown}");
                assert!(!shown.contains('\u{1b}'), "{start}..{end}: {shown}");
            }
        }
    }

    #[test]
    fn distant_places_and_long_lines_are_no_burden() {
        let mut sources = SourceMap::new();
        let lines: String = (0..5000).map(|line| format!("line {line}\n")).collect();
        let file = sources.add("long.pml", lines.clone());
        let wide = sources.add("wide.pml", "x ".repeat(100_000));
        let places = vec![
            (Span::new(file, 0, 4), "first".to_string()),
            (Span::new(file, lines.len() - 10, lines.len() - 6), "second".to_string()),
            (Span::new(wide, 1000, 1001), "third".to_string()),
        ];
        let shown = show(&sources, places);
        assert!(shown.contains("first") && shown.contains("second"), "{shown}");
        assert!(shown.contains("wide.pml:1:1001"), "{shown}");
        assert!(shown.len() < 2000, "{shown}");
    }

    #[test]
    fn a_file_that_was_not_read_is_left_out() {
        let sources = SourceMap::new();
        let shown = show(&sources, vec![(Span::new(FileId(3), 1, 2), String::new())]);
        assert_eq!(shown, "error: title\n");
    }
}
