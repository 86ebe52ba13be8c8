//! Declares classes and their members before any body is looked at.

mod header;
mod member;
mod selector;

pub(crate) use header::{
    Surroundings, blank, declare_class, declare_nested, resolve_headers, set_parents,
};
pub(crate) use member::{
    OUTER, Shape, add_made_field, add_shape, declare_members, read_parameters, synthesize_members,
    with_dimensions,
};
pub(crate) use selector::{assign_selectors, find_overloads, root_of};

use tree_sitter::Node;
use trine_program::ClassId;

use crate::parse::{child_of_kind, children, has_token};
use crate::types::{ParamId, Ty};
use crate::world::{Import, Visibility, World};

/// Where a type is written: what can be named there.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub unit: usize,
    pub class: Option<ClassId>,
    pub local_classes: &'a [(String, ClassId)],
    pub type_vars: &'a [(String, ParamId)],
}

/// Words such as `static` and `public` in front of a declaration.
pub(crate) fn has_modifier(world: &World<'_>, unit: usize, node: Node<'_>, word: &str) -> bool {
    let Some(modifiers) = child_of_kind(node, "modifiers") else { return false };
    let text = world.units[unit].text;
    children(modifiers).into_iter().any(|child| {
        matches!(child.kind(), "modifier" | "visibility" | "marker_annotation")
            && text.get(child.byte_range()) == Some(word)
    })
}

/// Where a member of a class can be named. Members of interfaces are public unless they are private.
pub(crate) fn visibility(
    world: &World<'_>,
    unit: usize,
    node: Node<'_>,
    in_interface: bool,
) -> Visibility {
    let is = |word| has_modifier(world, unit, node, word);
    if is("private") {
        Visibility::Private
    } else if in_interface || is("public") || is("protected") {
        Visibility::Inherited
    } else {
        Visibility::Package
    }
}

/// The imports and the package of a file.
pub(crate) fn read_header(root: Node<'_>, text: &str) -> (String, Vec<Import>) {
    let mut package = String::new();
    let mut imports = Vec::new();
    for node in children(root) {
        let name = || {
            children(node)
                .into_iter()
                .find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"))
                .and_then(|child| text.get(child.byte_range()))
                .map(without_blanks)
                .unwrap_or_default()
        };
        match node.kind() {
            "package_declaration" => package = name(),
            "import_declaration" => imports.push(Import {
                path: name(),
                wildcard: child_of_kind(node, "asterisk").is_some(),
                is_static: has_token(node, "static"),
            }),
            _ => {}
        }
    }
    (package, imports)
}

pub(crate) fn without_blanks(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// What the node says a type is.
pub(crate) fn resolve_type<'t>(world: &World<'t>, place: Place<'_>, node: Node<'t>) -> Ty {
    resolve_within(world, place, node, 0)
}

fn resolve_within<'t>(world: &World<'t>, place: Place<'_>, node: Node<'t>, depth: u32) -> Ty {
    let text = world.text(place.unit, node);
    if depth > 40 {
        return Ty::unknown("a deeply nested type");
    }
    match node.kind() {
        "void_type" | "integral_type" | "floating_point_type" | "boolean_type" => {
            Ty::primitive(text).unwrap_or(Ty::Int)
        }
        "array_type" => {
            let Some(element) = node.child_by_field_name("element") else {
                return Ty::unknown(text);
            };
            let mut ty = resolve_within(world, place, element, depth + 1);
            if let Some(dimensions) = node.child_by_field_name("dimensions") {
                for _ in 0..dimension_count(world, place.unit, dimensions) {
                    ty = Ty::array(ty);
                }
            }
            ty
        }
        "annotated_type" => match children(node).last() {
            Some(last) => resolve_within(world, place, *last, depth + 1),
            None => Ty::unknown(text),
        },
        "generic_type" => {
            let parts = children(node);
            let Some(base) = parts.first() else { return Ty::unknown(text) };
            let base = resolve_within(world, place, *base, depth + 1);
            let Ty::Class(class, _) = base else { return base };
            let Some(list) = parts.iter().find(|part| part.kind() == "type_arguments") else {
                return base;
            };
            let arguments: Vec<Ty> = children(*list)
                .into_iter()
                .map(|argument| match argument.kind() {
                    "wildcard" => children(argument)
                        .into_iter()
                        .rfind(|child| {
                            !child.kind().contains("annotation") && child.kind() != "super"
                        })
                        .map_or_else(
                            || world.object(),
                            |bound| resolve_within(world, place, bound, depth + 1),
                        ),
                    _ => resolve_within(world, place, argument, depth + 1),
                })
                .collect();
            Ty::Class(class, arguments.into())
        }
        "scoped_type_identifier" | "scoped_identifier" | "field_access" => {
            let name = plain_name(world, place.unit, node);
            resolve_name(world, place, &name)
        }
        _ => resolve_name(world, place, text),
    }
}

/// `Map.Entry` from `Map<K, V>.Entry`, without annotations and blanks.
fn plain_name<'t>(world: &World<'t>, unit: usize, node: Node<'t>) -> String {
    let text = without_blanks(world.text(unit, node));
    let mut name = String::new();
    let mut nested = 0;
    for letter in text.chars() {
        match letter {
            '<' => nested += 1,
            '>' => nested -= 1,
            _ if nested == 0 => name.push(letter),
            _ => {}
        }
    }
    name
}

pub(crate) fn dimension_count<'t>(world: &World<'t>, unit: usize, node: Node<'t>) -> usize {
    world.text(unit, node).matches('[').count().min(255)
}

/// A name with or without dots.
pub(crate) fn resolve_name(world: &World<'_>, place: Place<'_>, name: &str) -> Ty {
    if let Some(found) = world.by_name.get(name)
        && name.contains('.')
    {
        return Ty::class(*found);
    }
    let mut parts = name.split('.');
    let first = parts.next().unwrap_or("");
    let Some(mut ty) = resolve_simple(world, place, first) else {
        return Ty::unknown(name);
    };
    for part in parts {
        let inner = match ty {
            Ty::Class(class, _) => world.find_member_class(class, part),
            _ => None,
        };
        match inner {
            Some(inner) => ty = Ty::class(inner),
            None => return Ty::unknown(name),
        }
    }
    ty
}

/// The type that a simple name stands for, if there is one.
pub(crate) fn resolve_simple(world: &World<'_>, place: Place<'_>, name: &str) -> Option<Ty> {
    if let Some((_, id)) = place.type_vars.iter().rev().find(|(known, _)| known == name) {
        return Some(Ty::Param(*id));
    }
    if let Some((_, class)) = place.local_classes.iter().rev().find(|(known, _)| known == name) {
        return Some(Ty::class(*class));
    }
    let mut around = place.class;
    while let Some(class) = around {
        let info = &world.classes[class];
        if let Some((_, id)) = info.type_vars.iter().rev().find(|(known, _)| known == name) {
            return Some(Ty::Param(*id));
        }
        // The name of a class belongs to the scope around it.
        if let Some(member) = world.find_member_class(class, name) {
            return Some(Ty::class(member));
        }
        if info.simple == name {
            return Some(Ty::class(class));
        }
        if let Some((_, local)) = info.local_classes.iter().rev().find(|(known, _)| known == name) {
            return Some(Ty::class(*local));
        }
        around = info.outer;
    }
    let unit = &world.units[place.unit];
    let known = |qualified: String| world.by_name.get(&qualified).map(|class| Ty::class(*class));
    for import in unit.imports.iter().filter(|import| !import.wildcard) {
        if import.path.rsplit('.').next() == Some(name) {
            if let Some(found) = known(import.path.clone()) {
                return Some(found);
            }
            if !import.is_static {
                return Some(Ty::unknown(&import.path));
            }
        }
    }
    let own =
        if unit.package.is_empty() { name.to_string() } else { format!("{}.{name}", unit.package) };
    known(own)
        .or_else(|| {
            unit.imports
                .iter()
                .filter(|import| import.wildcard)
                .find_map(|import| known(format!("{}.{name}", import.path)))
        })
        .or_else(|| known(format!("java.lang.{name}")))
}
