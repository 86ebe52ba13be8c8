//! From syntax trees to the parts that matter. The tree gives bodies and statements their shape; what
//! is inside a single declaration or expression is read word by word.

mod declaration;
mod expression;
mod profile;
mod statement;
mod tokens;

use tree_sitter::Node;

pub use self::tokens::Source;
use crate::parse::children;
use crate::syntax::*;

/// The units of a file.
pub fn units(source: Source<'_>, root: Node<'_>) -> Vec<Unit> {
    let mut found = Vec::new();
    let mut withs = Vec::new();
    let mut uses = Vec::new();
    let items = children(root).into_iter().flat_map(|node| match node.kind() {
        "compilation_unit" => children(node),
        _ => vec![node],
    });
    for node in items {
        let span = source.span(node);
        match node.kind() {
            "with_clause" => {
                withs.extend(unit_names(source, node).into_iter().map(|name| (name, span)));
            }
            "use_clause" => {
                uses.extend(unit_names(source, node).into_iter().map(|name| (name, span)));
            }
            "pragma_g" => {}
            _ => {
                let decls = declaration::declaration(source, node, 0);
                for decl in decls {
                    let (withs, uses) = (std::mem::take(&mut withs), std::mem::take(&mut uses));
                    found.push(Unit { withs, uses, decl });
                }
            }
        }
    }
    found
}

/// `Ada.Text_IO, B` as `ada.text_io` and `b`.
fn unit_names(source: Source<'_>, node: Node<'_>) -> Vec<String> {
    let text = source.words(node).to_lowercase();
    let text = text.trim_end_matches(';');
    let parts = text.split(',').map(|part| {
        let words = part.split_whitespace();
        let skip = ["with", "use", "limited", "private", "type", "all"];
        words.filter(|word| !skip.contains(word)).collect::<String>()
    });
    parts.filter(|name| !name.is_empty()).collect()
}
