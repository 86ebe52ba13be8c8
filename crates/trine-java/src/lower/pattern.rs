//! `instanceof` and patterns: tests that name what they find.

use tree_sitter::Node;
use trine_program::*;

use super::{Body, Val};
use crate::parse::{child_of_kind, children};
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// `instanceof`, with a type, a name to bind or a pattern.
    pub fn instance_of(&mut self, node: Node<'t>) -> Val {
        let Some(left) = node.child_by_field_name("left") else { return self.odd(node) };
        let value = self.expression(left, None);
        let value = self.copy(value);
        if let Some(pattern) = node.child_by_field_name("pattern") {
            return self.matches(pattern, value);
        }
        let Some(right) = node.child_by_field_name("right") else { return self.odd(node) };
        let ty = self.resolve(right);
        let is = self.is_instance(&value, &ty);
        match node.child_by_field_name("name") {
            Some(name) => self.bind_if(is, value, &ty, name),
            None => is,
        }
    }

    fn is_instance(&mut self, value: &Val, ty: &Ty) -> Val {
        let class = match ty {
            Ty::Class(class, _) => *class,
            _ => {
                let what = format!("instanceof {}", self.world.show(ty));
                return self.unmodelled(what, std::slice::from_ref(value), Some(&Ty::Bool));
            }
        };
        let operand = self.operand(value);
        let into = self.temp(&Ty::Bool);
        self.emit(StmtKind::InstanceOf { into, value: operand, class });
        Val::operand(Operand::Var(into), Ty::Bool)
    }

    /// Declares the variable of a pattern; it gets the value where the test holds.
    fn bind_if(&mut self, is: Val, value: Val, ty: &Ty, name: Node<'t>) -> Val {
        let condition = self.operand(&is);
        let span = Some(self.world.span(self.unit, name));
        let var = self.declare(self.text(name), ty, span);
        let then = self.within(name, |body| {
            body.collect(|body| {
                let value = if ty.is_primitive() { body.unbox(value, Some(ty)) } else { value };
                body.set(var, value.expr);
            })
        });
        match is.constant() {
            Some(Operand::Int(1)) => self.out.extend(then),
            _ => self.emit(StmtKind::If { condition, then, otherwise: Vec::new() }),
        }
        Val::operand(condition, Ty::Bool)
    }

    /// Whether a value matches a pattern; variables of the pattern are declared.
    pub fn matches(&mut self, node: Node<'t>, value: Val) -> Val {
        if !self.dive() {
            self.surface();
            return self.unmodelled("a pattern that is nested too deeply", &[], Some(&Ty::Bool));
        }
        let result = match node.kind() {
            "pattern" => match children(node).first() {
                Some(inner) => self.matches(*inner, value),
                None => self.odd(node),
            },
            "type_pattern" | "record_pattern_component" => self.type_pattern(node, value),
            "record_pattern" => self.record_pattern(node, value),
            _ => self.unmodelled("a pattern", &[value], Some(&Ty::Bool)),
        };
        self.surface();
        result
    }

    fn type_pattern(&mut self, node: Node<'t>, value: Val) -> Val {
        let parts: Vec<Node<'t>> =
            children(node).into_iter().filter(|part| part.kind() != "modifiers").collect();
        match parts.as_slice() {
            [ty, name] => {
                let inferred = self.text(*ty) == "var";
                let ty = if inferred { value.ty.clone() } else { self.resolve(*ty) };
                let total = inferred || ty.is_primitive();
                let is = if total { Val::bool(true) } else { self.is_instance(&value, &ty) };
                self.bind_if(is, value, &ty, *name)
            }
            // `_` matches everything.
            _ => Val::bool(true),
        }
    }

    fn record_pattern(&mut self, node: Node<'t>, value: Val) -> Val {
        let parts = children(node);
        let Some(ty) = parts.first() else { return self.odd(node) };
        let ty = self.resolve(*ty);
        let Ty::Class(class, _) = &ty else {
            return self.unmodelled("a record pattern", &[value], Some(&Ty::Bool));
        };
        let components = self.world.classes[*class].record_components.clone();
        let is = self.is_instance(&value, &ty);
        let result = self.temp(&Ty::Bool);
        self.set(result, is.expr);
        let patterns = child_of_kind(node, "record_pattern_body").map(children).unwrap_or_default();
        let object = self.operand(&value);
        for ((_, component, field), pattern) in components.into_iter().zip(patterns) {
            let then = self.collect(|body| {
                let access = Access::Field(object, field);
                let seen = body.field_type(&ty, field);
                let seen = if component.is_primitive() { component } else { seen };
                let value = body.load(access, seen, None);
                let inner = body.matches(pattern, value);
                body.set(result, inner.expr);
            });
            let condition = Operand::Var(result);
            self.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
        }
        Val::operand(Operand::Var(result), Ty::Bool)
    }
}
