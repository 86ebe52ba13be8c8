//! Finds the operations after which a variable of a parameterised type may refer to something else (heap pollution,
//! JLS 4.12.2): casts to what erasure forgets, raw types, and arrays made for arguments of such types.

use rustc_hash::FxHashSet;
use tree_sitter::Node;

use crate::parse::{child_of_kind, children, walk};
use crate::world::World;

/// Whether the user's files have such an operation. Names decide, so some are taken for one that are none.
pub(crate) fn may_pollute(world: &World<'_>) -> bool {
    let generic: FxHashSet<&str> = world
        .classes
        .iter()
        .filter(|class| !class.type_params.is_empty())
        .map(|class| class.simple.as_str())
        .collect();
    (0..world.units.len()).filter(|unit| !world.units[*unit].library).any(|unit| {
        let root = world.units[unit].root;
        let mut variables: FxHashSet<&str> = FxHashSet::default();
        walk(root, |node| {
            if node.kind() == "type_parameter" {
                let name = children(node).into_iter().find(|part| part.kind() == "type_identifier");
                variables.extend(name.map(|name| world.text(unit, name)));
            }
            true
        });
        let mut found = false;
        walk(root, |node| {
            found |= match node.kind() {
                "cast_expression" => node
                    .child_by_field_name("type")
                    .is_some_and(|ty| is_erased(world, unit, ty, &variables)),
                "spread_parameter" => {
                    children(node).iter().any(|ty| is_erased(world, unit, *ty, &variables))
                }
                "type_identifier" => generic.contains(world.text(unit, node)) && is_raw(node),
                _ => false,
            };
            !found
        });
        found
    })
}

/// Whether a type is one of which the virtual machine knows only a part.
fn is_erased(world: &World<'_>, unit: usize, ty: Node<'_>, variables: &FxHashSet<&str>) -> bool {
    let mut found = false;
    walk(ty, |node| {
        found |= match node.kind() {
            "type_arguments" => children(node).iter().any(|one| one.kind() != "wildcard"),
            "type_identifier" => {
                let text = world.units[unit].text.get(node.byte_range()).unwrap_or("");
                variables.contains(text)
            }
            _ => false,
        };
        !found
    });
    found
}

/// Whether the name of a generic class stands without type arguments where a type with them could stand.
fn is_raw(name: Node<'_>) -> bool {
    let mut node = name;
    while let Some(around) = node.parent() {
        match around.kind() {
            // Of `A.B` only the last name is the type.
            "scoped_type_identifier" => {
                if children(around).last() != Some(&node) {
                    return false;
                }
            }
            "generic_type" => return child_of_kind(around, "type_arguments").is_none(),
            "instanceof_expression" | "class_literal" | "method_reference" => return false,
            _ => return true,
        }
        node = around;
    }
    true
}
