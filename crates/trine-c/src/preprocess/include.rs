//! `#include`: files beside the one that asks, directories that were given, and our own headers.

use trine_base::Span;

use super::directive::spelled;
use super::{Kind, OpenFile, Preprocessor, Token};
use crate::headers;

/// Files that include each other deeper than this do so for ever.
const DEEPEST: usize = 100;

impl Preprocessor<'_> {
    pub(super) fn include(&mut self, rest: &[Token], span: Span) {
        let Some((name, quoted)) = self.header_name(rest) else {
            return self.error("#include needs \"FILE\" or <FILE>", span);
        };
        if self.files.len() > DEEPEST {
            self.stopped = true;
            return self.error("files include each other for ever", span);
        }
        if let Some(file) = self.find_file(&name, quoted) {
            if !self.once.contains(&file) {
                self.open(file);
            }
            return;
        }
        if let Some((path, text)) = headers::find(&name) {
            self.result.own_headers.insert(path);
            let shown = format!("<{path}>");
            let known = self.sources.find(&shown);
            let file = known.unwrap_or_else(|| self.sources.add(shown, text));
            if !self.once.contains(&file) {
                self.open(file);
                if let Some(OpenFile { own, .. }) = self.files.last_mut() {
                    *own = true;
                }
            }
            return;
        }
        if quoted {
            return self.error(format!("there is no file {name}"), span);
        }
        self.result.unknown_headers.entry(name).or_insert(span);
    }

    /// The name in a directive, and whether it is in quotes.
    fn header_name(&mut self, rest: &[Token]) -> Option<(String, bool)> {
        let direct = header(rest);
        if direct.is_some() {
            return direct;
        }
        let expanded = self.expand_list(rest.to_vec());
        header(&expanded)
    }

    /// A file of the user.
    fn find_file(&mut self, name: &str, quoted: bool) -> Option<trine_base::FileId> {
        let mut places: Vec<String> = Vec::new();
        if name.starts_with('/') {
            places.push(name.to_string());
        }
        if quoted && let Some(open) = self.files.last() {
            let asking = &self.sources.get(open.file).name;
            let beside =
                asking.rsplit_once('/').map_or(String::new(), |(place, _)| format!("{place}/"));
            places.push(format!("{beside}{name}"));
        }
        places.extend(self.settings.include.iter().map(|place| format!("{place}/{name}")));
        for place in places {
            if let Some(file) = self.sources.find(&place) {
                return Some(file);
            }
            if let Some(text) = (self.read)(&place) {
                return Some(self.sources.add(place, text));
            }
        }
        None
    }

    /// `__has_include`.
    pub(super) fn has_include(&mut self, rest: &[Token]) -> bool {
        header(rest).is_some_and(|(name, quoted)| {
            headers::find(&name).is_some() || self.find_file(&name, quoted).is_some()
        })
    }
}

fn header(tokens: &[Token]) -> Option<(String, bool)> {
    let first = tokens.first()?;
    if first.kind == Kind::Text && first.text.starts_with('"') {
        return Some((first.text.trim_matches('"').to_string(), true));
    }
    if !first.is("<") {
        return None;
    }
    let end = tokens.iter().position(|token| token.is(">"))?;
    Some((spelled(&tokens[1..end]), false))
}
