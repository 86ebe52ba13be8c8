//! Reads Java text into a syntax tree and says what cannot be read.

#[cfg(test)]
mod against_javac;

use tree_sitter::{Node, Parser, Tree};
use trine_base::{Diagnostics, FileId, Span};

/// At most so many syntax errors are told per file; the rest are mostly echoes of the first.
const MAX_ERRORS: usize = 20;

/// Brackets that stand in each other deeper than this are refused before the grammar sees them.
const DEEPEST: usize = 2_000;

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

/// The syntax tree of a text. Text that is not Java gives a tree too, with errors in it.
pub(crate) fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java_orchard::LANGUAGE.into()).ok()?;
    let mut tree = parser.parse(text, None)?;
    let mut read: Option<String> = None;
    for _ in 0..MOST_READINGS {
        let misread = no_casts(&tree);
        if misread.is_empty() {
            break;
        }
        let mut bytes = read.unwrap_or_else(|| text.to_string()).into_bytes();
        misread.into_iter().for_each(|at| bytes[at] = b' ');
        let again = String::from_utf8(bytes).ok()?;
        tree = parser.parse(&again, None)?;
        read = Some(again);
    }
    Some(tree)
}

/// A text is read so often, each time without what the last reading showed to be misread.
const MOST_READINGS: usize = 8;

/// Where the parentheses are of `(a.b) - c`, which the grammar takes for a cast of `-c`. No cast to a class is
/// followed by a sign; without the parentheses, which change nothing, it is read as what it is.
fn no_casts(tree: &Tree) -> Vec<usize> {
    let mut found = Vec::new();
    walk(tree.root_node(), |node| {
        if node.kind() == "cast_expression"
            && let Some(ty) = node.child_by_field_name("type")
            && let Some(value) = node.child_by_field_name("value")
            && matches!(ty.kind(), "type_identifier" | "scoped_type_identifier")
            && !ty.has_error()
            && value.kind() == "unary_expression"
            && (has_token(value, "+") || has_token(value, "-"))
        {
            let mut cursor = node.walk();
            let signs =
                node.children(&mut cursor).filter(|child| matches!(child.kind(), "(" | ")"));
            found.extend(signs.map(|sign| sign.start_byte()));
        }
        true
    });
    found
}

/// Reports what the grammar could not place.
pub(crate) fn report_errors(file: FileId, tree: &Tree, text: &str, diagnostics: &mut Diagnostics) {
    if !tree.root_node().has_error() {
        return;
    }
    let mut found = 0;
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let inside = if node.is_missing() {
            found += 1;
            let span = Span::new(file, node.start_byte(), node.start_byte());
            diagnostics.error(format!("`{}` is missing here", node.kind()), span);
            false
        } else if node.is_error() {
            found += 1;
            let shown = shorten(text.get(node.byte_range()).unwrap_or(""));
            let message = if shown.is_empty() {
                "this is not Java".to_string()
            } else {
                format!("`{shown}` does not fit here")
            };
            diagnostics.error(message, span_of(file, node));
            false
        } else {
            node.has_error()
        };
        if found >= MAX_ERRORS {
            return;
        }
        if inside && cursor.goto_first_child() {
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
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        if words.chars().count() > 40 {
            let mut short: String = words.chars().take(39).collect();
            short.push('…');
            return short;
        }
    }
    words
}

pub(crate) fn is_comment(node: Node<'_>) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

/// The named children, without comments.
pub(crate) fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !is_comment(*child)).collect()
}

pub(crate) fn first_child<'t>(node: Node<'t>) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| !is_comment(*child))
}

pub(crate) fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

/// Whether a word or sign of its own stands directly in the node.
pub(crate) fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == token)
}

pub(crate) fn fields_of<'t>(node: Node<'t>, field: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(field, &mut cursor).filter(|child| child.is_named()).collect()
}

/// Shows every node of a tree in the order of the text; the visitor says whether to go inside. Needs
/// no stack, however deep the tree is.
pub(crate) fn walk<'t>(root: Node<'t>, mut see: impl FnMut(Node<'t>) -> bool) {
    walk_fields(root, |node, _| see(node));
}

/// As `walk`, with what the node is to the one around it.
pub(crate) fn walk_fields<'t>(
    root: Node<'t>,
    mut see: impl FnMut(Node<'t>, Option<&'t str>) -> bool,
) {
    let mut cursor = root.walk();
    let mut depth = 0usize;
    loop {
        if see(cursor.node(), cursor.field_name()) && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        loop {
            if depth == 0 {
                return;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
            depth -= 1;
        }
    }
}
