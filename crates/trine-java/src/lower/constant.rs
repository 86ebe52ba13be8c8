//! The values of constant fields, known before anything runs.

use tree_sitter::Node;
use trine_program::*;

use super::convert::fold_conversion;
use super::{Body, Val};
use crate::types::Ty;
use crate::world::{Constant, World};

/// The value of a final field of primitive type or text whose initialiser is constant (JLS 4.12.4).
pub(crate) fn field_constant(world: &mut World<'_>, field: FieldId) -> Option<Operand> {
    match world.fields[field].constant {
        Constant::Predefined(value) => return value,
        Constant::Visiting => return None,
        Constant::Unknown => {}
    }
    world.fields[field].constant = Constant::Visiting;
    let ty = world.fields[field].ty.clone();
    let node = world.fields[field].initializer;
    let class = world.program.fields[field].class;
    let is_static = world.program.fields[field].is_static;
    let value =
        node.filter(|node| (ty.is_primitive() || world.is_string(&ty)) && may_be_constant(*node));
    let value = value.and_then(|node| {
        let mut body = Body::new(world, class);
        body.dry = true;
        // Another constant of the same object may be named; of any other field nothing is known.
        body.this = (!is_static).then(|| body.temp(&Ty::Null));
        let value = body.expression(node, Some(&ty));
        if !body.out.is_empty() {
            return None;
        }
        value_as(&value, &ty)
    });
    world.fields[field].constant = Constant::Predefined(value);
    value
}

/// A constant converted to the type of what keeps it.
pub(crate) fn value_as(value: &Val, ty: &Ty) -> Option<Operand> {
    let constant = value.constant()?;
    match constant {
        Operand::String(_) => (!ty.is_primitive()).then_some(constant),
        _ if ty.is_primitive() => Some(fold_conversion(constant, &value.ty, ty)),
        _ => None,
    }
}

/// Whether only operators, literals and names stand in the expression.
fn may_be_constant(node: Node<'_>) -> bool {
    let mut may = true;
    crate::parse::walk(node, |node| {
        match node.kind() {
            "method_invocation"
            | "object_creation_expression"
            | "lambda_expression"
            | "method_reference"
            | "array_creation_expression"
            | "array_access"
            | "assignment_expression"
            | "update_expression"
            | "switch_expression"
            | "array_initializer"
            | "ERROR" => may = false,
            _ => {}
        }
        may
    });
    may
}
