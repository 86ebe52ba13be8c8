//! Reads Ada text into a syntax tree and says what cannot be read.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};
use trine_base::{Diagnostics, FileId, Span};

/// At most so many syntax errors are told per file; the rest are mostly echoes of the first.
const MAX_ERRORS: usize = 20;

/// Brackets that stand in each other deeper than this are refused before the grammar sees them; expressions are not
/// followed further.
const DEEPEST: usize = 190;

/// Reports brackets that are nested too deeply; whether there are any.
pub(crate) fn report_nesting(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> bool {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            diagnostics.error("this is nested too deeply", Span::new(file, at, at + 1));
            return true;
        }
    }
    false
}

/// The syntax tree of a text. Text that is not Ada gives a tree too, with errors in it; there is none where the
/// work is stopped.
pub(crate) fn parse(text: &str, stop: &AtomicBool) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_ada::LANGUAGE.into()).ok()?;
    let mut look = |_: &ParseState| match stop.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let options = ParseOptions::new().progress_callback(&mut look);
    let bytes = text.as_bytes();
    let mut rest = |at: usize, _| bytes.get(at..).unwrap_or_default();
    parser.parse_with_options(&mut rest, None, Some(options))
}

/// Reports what the grammar could not place.
pub(crate) fn report_errors(file: FileId, tree: &Tree, text: &str, diagnostics: &mut Diagnostics) {
    let mut found = 0;
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_missing() {
            found += 1;
            let span = Span::new(file, node.start_byte(), node.start_byte());
            diagnostics.error(format!("`{}` is missing here", node.kind()), span);
        } else if node.is_error() {
            found += 1;
            let shown = shorten(text.get(node.byte_range()).unwrap_or(""));
            let message = match shown.is_empty() {
                true => "this is not Ada".to_string(),
                false => format!("`{shown}` does not fit here"),
            };
            diagnostics.error(message, span_of(file, node));
        }
        if found >= MAX_ERRORS {
            return;
        }
        if node.has_error() && !node.is_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

pub(crate) fn span_of(file: FileId, node: Node<'_>) -> Span {
    Span::new(file, node.start_byte(), node.end_byte())
}

/// One line of at most forty characters.
pub(crate) fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    match line.chars().count() > 40 {
        true => line.chars().take(39).chain(std::iter::once('…')).collect(),
        false => line,
    }
}

/// The named children, without comments.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

/// All children, words and signs included, without comments.
pub(crate) fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

pub(crate) fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    children(node).into_iter().find(|child| child.kind() == kind)
}

/// Whether a word or sign of its own stands directly in the node.
pub(crate) fn has_word(node: Node<'_>, word: &str) -> bool {
    parts(node).iter().any(|part| !part.is_named() && part.kind() == word)
}

/// The leaves under a node, in the order of the text.
pub(crate) fn leaves(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if node.kind() == "comment" {
            continue;
        }
        let whole = matches!(node.kind(), "string_literal" | "character_literal" | "identifier");
        if node.child_count() == 0 || whole {
            found.push(node);
            continue;
        }
        let mut cursor = node.walk();
        let inside: Vec<Node<'_>> = node.children(&mut cursor).collect();
        open.extend(inside.into_iter().rev());
    }
    found
}
