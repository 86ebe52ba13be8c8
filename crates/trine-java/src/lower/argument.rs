//! Arguments whose evaluation ends with opening a box: that comes before the next argument is evaluated
//! (JLS 15.12.4.2).

use tree_sitter::Node;
use trine_program::{MethodId, Operand};

use super::call::Arg;
use super::{Body, Val};
use crate::parse::{children, walk};

impl<'t> Body<'_, 't> {
    /// The arguments for one of these methods.
    pub fn arguments_for(&mut self, list: Node<'t>, candidates: &[MethodId]) -> Vec<Arg<'t>> {
        let opened = self.opened(list, candidates);
        self.arguments_opening(list, &opened)
    }

    /// Which arguments are boxes that are opened while others are still to be evaluated.
    fn opened(&mut self, list: Node<'t>, candidates: &[MethodId]) -> Vec<bool> {
        let nodes = children(list);
        let takes_numbers = candidates.iter().any(|method| {
            let info = &self.world.methods[*method];
            info.params.len() == nodes.len() && info.params.iter().any(|ty| ty.is_primitive())
        });
        if self.dry || !takes_numbers || !nodes.iter().skip(1).any(|node| has_effect(*node)) {
            return Vec::new();
        }
        let arguments: Vec<Arg<'t>> = nodes
            .iter()
            .map(|node| match node.kind() {
                "lambda_expression" | "method_reference" => Arg::Lambda(*node),
                _ => Arg::Val(Val::operand(Operand::Null, self.type_of(*node, &[], &[]))),
            })
            .collect();
        let boxes: Vec<bool> = arguments
            .iter()
            .map(|one| matches!(one, Arg::Val(value) if self.world.unboxed(&value.ty).is_some()))
            .collect();
        if !boxes.contains(&true) {
            return Vec::new();
        }
        match self.choose(candidates, &arguments) {
            Some(chosen) if !chosen.spread => {
                let params = &self.world.methods[chosen.method].params;
                boxes.iter().zip(params).map(|(is_box, ty)| *is_box && ty.is_primitive()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether it can be seen that an expression was evaluated.
fn has_effect(node: Node<'_>) -> bool {
    let mut found = false;
    walk(node, |node| {
        found |= matches!(
            node.kind(),
            "method_invocation"
                | "object_creation_expression"
                | "assignment_expression"
                | "update_expression"
                | "array_access"
                | "field_access"
                | "binary_expression"
                | "cast_expression"
        );
        !found && !matches!(node.kind(), "lambda_expression" | "class_body")
    });
    found
}
