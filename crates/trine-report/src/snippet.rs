//! Source lines with carets under the places that matter.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
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
        group = group.element(snippet(file, &places, notice.places.first(), sources));
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
    let first = ranges.iter().map(|(start, _)| *start).min().unwrap_or(0);
    let last = ranges.iter().map(|(_, end)| *end).max().unwrap_or(0);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
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
