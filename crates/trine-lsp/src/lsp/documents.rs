//! Open documents, their names, and places in them as the protocol counts: lines and UTF-16 units from zero.

use std::sync::Arc;

use serde_json::{Value, json};
use trine_session::{Source, SourceMap, Span};

use crate::host::Documents;

/// The documents that are open.
#[derive(Default)]
pub struct Open {
    texts: Arc<Documents>,
    uris: std::collections::BTreeMap<String, String>,
}

impl Open {
    /// Takes over the text of a document.
    pub fn set(&mut self, path: &str, uri: &str, text: &str) {
        Arc::make_mut(&mut self.texts).insert(path.to_string(), text.into());
        self.uris.insert(path.to_string(), uri.to_string());
    }

    /// From now on the disk has its text.
    pub fn close(&mut self, path: &str) {
        Arc::make_mut(&mut self.texts).remove(path);
        self.uris.remove(path);
    }

    /// All texts, as they are now.
    pub fn documents(&self) -> Arc<Documents> {
        self.texts.clone()
    }

    /// The text of a document that is open.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        self.texts.get(path).cloned()
    }

    /// The name of a document, as the editor gave it.
    pub fn uri(&self, path: &str) -> String {
        self.uris.get(path).cloned().unwrap_or_else(|| uri_of(path))
    }
}

/// The path of a `file:` name.
pub fn path_of(uri: &str) -> Option<String> {
    let encoded = uri.strip_prefix("file://")?;
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// The `file:` name of a path.
pub fn uri_of(path: &str) -> String {
    let mut uri = String::from("file://");
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}

/// A stretch of text.
pub fn range(sources: &SourceMap, span: Span) -> Value {
    let source = sources.get(span.file);
    json!({"start": position(source, span.start), "end": position(source, span.end.max(span.start))})
}

/// The first character of a text, for what has no place.
pub fn top() -> Value {
    json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}})
}

fn position(source: &Source, offset: u32) -> Value {
    let place = source.place(offset.min(source.text.len() as u32));
    let line = source.line(place.line);
    let before = line.chars().take(place.column as usize - 1);
    let units: usize = before.map(char::len_utf16).sum();
    json!({"line": place.line - 1, "character": units})
}

/// The byte of a text at a place.
pub fn offset(text: &str, position: &Value) -> Option<usize> {
    let line = usize::try_from(position["line"].as_u64()?).ok()?;
    let character = usize::try_from(position["character"].as_u64()?).ok()?;
    let start = match line {
        0 => 0,
        line => text.match_indices('\n').nth(line - 1)?.0 + 1,
    };
    let mut units = 0;
    for (at, sign) in text[start..].char_indices() {
        if units >= character || sign == '\n' {
            return Some(start + at);
        }
        units += sign.len_utf16();
    }
    Some(text.len())
}

/// The word around a place.
pub fn word_at(text: &str, at: usize) -> &str {
    let part = |sign: char| sign.is_alphanumeric() || "_-.$".contains(sign);
    let start = text[..at]
        .rfind(|sign: char| !part(sign))
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|sign: char| !part(sign)).map_or(text.len(), |end| at + end);
    &text[start..end]
}

/// Comments that accept the findings in a range.
pub fn actions(open: &Open, path: &str, parameters: &Value) -> Value {
    let Some(text) = open.text(path) else { return json!([]) };
    let comment = if path.ends_with(".adb") || path.ends_with(".ads") { "--" } else { "//" };
    let given = parameters["context"]["diagnostics"].as_array().cloned().unwrap_or_default();
    let ours = given.into_iter().filter(|one| one["source"] == "trine" && one["code"].is_string());
    let action = |finding: Value| {
        let property = finding["code"].as_str().unwrap_or("").to_string();
        let line = finding["range"]["start"]["line"].as_u64().unwrap_or(0);
        let shown = text.lines().nth(usize::try_from(line).unwrap_or(usize::MAX)).unwrap_or("");
        let indent: String = shown.chars().take_while(|sign| sign.is_whitespace()).collect();
        let at = json!({"line": line, "character": 0});
        let edit = json!({"range": {"start": at, "end": at},
            "newText": format!("{indent}{comment} trine: allow {property}\n")});
        json!({"title": format!("Accept this finding of {property}"), "kind": "quickfix",
            "diagnostics": [finding], "edit": {"changes": {open.uri(path): [edit]}}})
    };
    Value::Array(ours.map(action).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_come_back() {
        let path = "/a b/ü%.java";
        assert_eq!(path_of(&uri_of(path)).as_deref(), Some(path));
        assert_eq!(path_of("https://x"), None);
        assert_eq!(path_of("file:///a%2"), None);
    }

    #[test]
    fn places_count_utf_16_units() {
        let text = "ab\n𝕏y z\n";
        let at = |line: u64, character: u64| {
            offset(text, &json!({"line": line, "character": character}))
        };
        assert_eq!(at(1, 2), Some(7));
        assert_eq!(at(1, 99), Some(10));
        assert_eq!(at(9, 0), None);
        assert_eq!(word_at(text, 8), "𝕏y");
        let mut sources = SourceMap::new();
        let file = sources.add("a", text);
        let found = range(&sources, Span::new(file, 7, 8));
        assert_eq!(found["start"], json!({"line": 1, "character": 2}));
    }
}
