//! From syntax trees to the parts that matter. The tree gives bodies and statements their shape; what
//! is inside a single declaration or expression is read word by word.

mod declaration;
mod definition;
mod expression;
mod profile;
mod statement;
mod tokens;

use tree_sitter::Node;

pub use self::tokens::Source;
use crate::parse::{children, leaves};
use crate::syntax::*;

/// What a name begins with that stands in `use all type`.
pub const ALL_OF_TYPE: &str = "all type ";

/// The units of a file.
pub fn units(source: Source<'_>, root: Node<'_>) -> Vec<Unit> {
    let mut found = Vec::new();
    let mut withs = Vec::new();
    let mut uses = Vec::new();
    let mut pragmas: Vec<(Ident, Vec<Arg>)> = Vec::new();
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
            "pragma_g" => {
                let mut tokens = source.tokens(node);
                tokens.word("pragma");
                if let Some(name) = tokens.name() {
                    pragmas.push((name, expression::arguments(&mut tokens)));
                }
            }
            _ => {
                let decls = declaration::declaration(source, node, 0);
                for decl in decls {
                    let (withs, uses) = (std::mem::take(&mut withs), std::mem::take(&mut uses));
                    let pragmas = pragmas.clone();
                    let parent = parent(source, node);
                    found.push(Unit { withs, uses, pragmas, parent, decl });
                }
            }
        }
    }
    found
}

/// `a.b.` of a unit `A.B.C`.
fn parent(source: Source<'_>, node: Node<'_>) -> String {
    let mut tokens = source.tokens(node);
    let words = ["private", "package", "procedure", "function", "body", "generic"];
    while words.iter().any(|word| tokens.word(word)) {}
    let mut found = String::new();
    let mut name = tokens.name();
    while tokens.sign(".") {
        if let Some(part) = name {
            found.push_str(&part.key);
            found.push('.');
        }
        name = tokens.name();
    }
    found
}

/// `Ada.Text_IO, B` as `ada.text_io` and `b`. Of `use type` there is nothing to keep, for operators are found
/// with their types; `use all type T` is kept as such.
fn unit_names(source: Source<'_>, node: Node<'_>) -> Vec<String> {
    let words = leaves(node).into_iter().map(|leaf| source.words(leaf).to_lowercase());
    let words: Vec<String> = words.collect();
    let is = |number: usize, word: &str| words.get(number).is_some_and(|own| own == word);
    if is(0, "use") && is(1, "type") {
        return Vec::new();
    }
    let all = is(0, "use") && is(1, "all");
    let text = words.join(" ");
    let text = text.trim_end_matches(';');
    let parts = text.split(',').map(|part| {
        let words = part.split_whitespace();
        let skip = ["with", "use", "limited", "private", "type", "all"];
        words.filter(|word| !skip.contains(word)).collect::<String>()
    });
    let marked = |name: String| if all { format!("{ALL_OF_TYPE}{name}") } else { name };
    parts.filter(|name| !name.is_empty()).map(marked).collect()
}
