//! Tests that have to end with an exception: `@Test(expected = X.class)`, `@Test(expectedExceptions = X.class)`.

use tree_sitter::Node;
use trine_base::{IndexVec, Span};
use trine_program::*;

use crate::declare::{Place, resolve_type};
use crate::parse::{child_of_kind, children, walk};
use crate::types::Ty;
use crate::world::World;

/// Finds the methods whose annotations name what they have to throw.
pub(crate) fn find_expected(world: &mut World<'_>) {
    let mut expected = Vec::new();
    for (id, method) in world.program.methods.enumerate() {
        let (Some(node), false) =
            (world.methods[id].node, world.program.classes[method.class].library)
        else {
            continue;
        };
        let modifiers = child_of_kind(node, "modifiers").map(children).unwrap_or_default();
        for annotation in modifiers.into_iter().filter(|child| child.kind() == "annotation") {
            let classes = thrown_by(world, method.class, annotation);
            if !classes.is_empty() {
                expected.push((id, classes));
            }
        }
    }
    world.program.expected = expected;
}

fn thrown_by<'t>(world: &World<'t>, class: ClassId, annotation: Node<'t>) -> Vec<ClassId> {
    let unit = world.classes[class].unit;
    let name = annotation.child_by_field_name("name").map_or("", |name| world.text(unit, name));
    let list = annotation.child_by_field_name("arguments");
    let (Some(list), Some("Test")) = (list, name.rsplit('.').next()) else { return Vec::new() };
    let place = Place { unit, class: Some(class), local_classes: &[], type_vars: &[] };
    let mut found = Vec::new();
    for pair in children(list).into_iter().filter(|child| child.kind() == "element_value_pair") {
        let key = pair.child_by_field_name("key").map_or("", |key| world.text(unit, key));
        let (true, Some(value)) =
            (matches!(key, "expected" | "expectedExceptions"), pair.child_by_field_name("value"))
        else {
            continue;
        };
        walk(value, |node| {
            if node.kind() == "class_literal"
                && let Some(ty) = children(node).first()
                && let Ty::Class(class, _) = resolve_type(world, place, *ty)
            {
                found.push(class);
            }
            true
        });
    }
    found
}

/// A call of a test that has to throw one of these: it fails where it ends without.
pub(crate) fn has_to_throw(
    vars: &mut IndexVec<VarId, Var>,
    test: StmtKind,
    classes: Vec<ClassId>,
    span: Option<Span>,
) -> Vec<StmtKind> {
    let mut var = |name: &str, ty: Type| {
        vars.push(Var { name: name.into(), ty, temporary: true, span: None })
    };
    let ended = var("ended", Type::Bool);
    let thrown = var("thrown", Type::Reference);
    let at = |kind: StmtKind| Stmt { kind, span };
    let set = |value: i64| StmtKind::Set(ended, Expr::Operand(Operand::Int(value)));
    let handler = Handler { classes, into: thrown, body: Vec::new() };
    let body = vec![at(test), at(set(1))];
    vec![
        set(0),
        StmtKind::Try { body, handlers: vec![handler], finally: Vec::new() },
        StmtKind::If {
            condition: Operand::Var(ended),
            then: vec![at(StmtKind::Assert(Operand::Int(0)))],
            otherwise: Vec::new(),
        },
    ]
}
