//! Takes expressions apart, those whose parts decide what is evaluated included.

use tree_sitter::Node;
use trine_program::*;

use super::convert::cut;
use super::operator::binary_op;
use super::{Body, Val};
use crate::parse::first_child;
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// Lowers an expression; `expected` is what it is assigned to, where that is known.
    pub fn expression(&mut self, node: Node<'t>, expected: Option<&Ty>) -> Val {
        let value = if self.dive() {
            self.within(node, |body| body.expression_of_kind(node, expected, true))
        } else {
            self.unmodelled("an expression that is nested too deeply", &[], None)
        };
        self.surface();
        value
    }

    /// Lowers an expression for what it does.
    pub fn effect(&mut self, node: Node<'t>) {
        if self.dive() {
            self.within(node, |body| body.expression_of_kind(node, None, false));
        } else {
            self.unmodelled("an expression that is nested too deeply", &[], Some(&Ty::Void));
        }
        self.surface();
    }

    fn expression_of_kind(&mut self, node: Node<'t>, expected: Option<&Ty>, used: bool) -> Val {
        match node.kind() {
            "identifier" => self.identifier(node),
            "this" => self.this_value(),
            "parenthesized_expression" => match first_child(node) {
                Some(inner) => self.expression(inner, expected),
                None => self.odd(node),
            },
            "field_access" => self.field_access(node),
            "array_access" => self.array_access(node),
            "method_invocation" => self.invocation(node, expected, used),
            "object_creation_expression" => self.creation(node, expected),
            "array_creation_expression" => self.array_creation(node),
            "array_initializer" => match expected {
                Some(Ty::Array(element)) => self.array_initializer(node, &element.clone()),
                _ => self.odd(node),
            },
            "assignment_expression" => self.assignment(node),
            "update_expression" => self.update(node, used),
            "binary_expression" => self.binary_expression(node),
            "unary_expression" => {
                let sign = self.operator(node);
                match node.child_by_field_name("operand") {
                    Some(operand) => {
                        let value = self.expression(operand, None);
                        self.unary(sign, value)
                    }
                    None => self.odd(node),
                }
            }
            "ternary_expression" => self.ternary(node, expected),
            "cast_expression" => self.cast_expression(node),
            "instanceof_expression" => self.instance_of(node),
            "lambda_expression" => self.lambda(node, expected).0,
            "method_reference" => self.method_reference(node, expected).0,
            "switch_expression" => self.switch_value(node, expected),
            "class_literal" => {
                let ty = first_child(node).map(|ty| self.resolve(ty));
                match ty {
                    Some(Ty::Class(class, _)) => {
                        let ty = self.world.by_name.get("java.lang.Class").copied();
                        let shown: std::rc::Rc<[Ty]> = [Ty::class(class)].into();
                        let ty = ty.map(|whole| Ty::Class(whole, shown));
                        let ty = ty.unwrap_or_else(|| self.world.object());
                        Val::operand(Operand::Class(class), ty)
                    }
                    _ => Val::new(Expr::Opaque(Type::Reference), self.world.object()),
                }
            }
            kind if kind.ends_with("literal") || matches!(kind, "true" | "false") => {
                self.literal(node)
            }
            _ => self.odd(node),
        }
    }

    /// Long chains lean to the left: they are taken apart in a loop, not by recursion.
    fn binary_expression(&mut self, node: Node<'t>) -> Val {
        let mut spine = Vec::new();
        let mut left = node;
        while left.kind() == "binary_expression" {
            let Some(next) = left.child_by_field_name("left") else { return self.odd(node) };
            spine.push(left);
            left = next;
        }
        let mut value = self.expression(left, None);
        for node in spine.into_iter().rev() {
            let sign = self.operator(node);
            let Some(right) = node.child_by_field_name("right") else { return self.odd(node) };
            value = self.within(node, |body| match sign {
                "&&" | "||" => body.short_circuit(sign == "&&", value, right),
                _ => {
                    // A box on the left is opened before the right side is evaluated.
                    let value = match body.world.unboxed(&value.ty) {
                        Some(_) if body.opens_boxes(sign, right) => body.unbox(value, None),
                        _ => value,
                    };
                    let value = body.settle(value, &[right]);
                    let right = body.expression(right, None);
                    match binary_op(sign) {
                        Some(BinaryOp::Add)
                            if body.world.is_string(&value.ty)
                                || body.world.is_string(&right.ty) =>
                        {
                            body.concatenate(value, right)
                        }
                        Some(op) => body.binary(op, value, right),
                        None => body.odd(node),
                    }
                }
            });
        }
        value
    }

    /// Whether an operator opens the box on its left: where it may mean text or references, the type of the right
    /// side decides.
    fn opens_boxes(&mut self, sign: &str, right: Node<'t>) -> bool {
        match sign {
            "+" | "==" | "!=" if self.dry => false,
            "+" => {
                let ty = self.type_of(right, &[], &[]);
                ty.is_primitive() || self.world.unboxed(&ty).is_some()
            }
            "==" | "!=" => self.type_of(right, &[], &[]).is_primitive(),
            _ => true,
        }
    }

    /// `left && right`: the right side is evaluated only where it matters.
    fn short_circuit(&mut self, and: bool, left: Val, right: Node<'t>) -> Val {
        let left = self.truth(left);
        if let Some(Operand::Int(known)) = left.constant() {
            if (known != 0) != and {
                // Patterns on the right still declare their variables.
                self.collect(|body| {
                    body.expression(right, None);
                });
                return left;
            }
            let right = self.expression(right, Some(&Ty::Bool));
            return self.truth(right);
        }
        let (mut code, value) = self.collect_with(|body| {
            let value = body.expression(right, Some(&Ty::Bool));
            body.truth(value)
        });
        if code.is_empty() {
            let op = if and { BinaryOp::BitAnd } else { BinaryOp::BitOr };
            return self.binary(op, left, value);
        }
        let var = self.temp(&Ty::Bool);
        self.set(var, left.expr);
        code.extend(self.collect(|body| body.set(var, value.expr)));
        let (then, otherwise) = if and { (code, Vec::new()) } else { (Vec::new(), code) };
        self.emit(StmtKind::If { condition: Operand::Var(var), then, otherwise });
        Val::operand(Operand::Var(var), Ty::Bool)
    }

    fn ternary(&mut self, node: Node<'t>, expected: Option<&Ty>) -> Val {
        let (Some(condition), Some(yes), Some(no)) = (
            node.child_by_field_name("condition"),
            node.child_by_field_name("consequence"),
            node.child_by_field_name("alternative"),
        ) else {
            return self.odd(node);
        };
        let condition = self.expression(condition, Some(&Ty::Bool));
        let condition = self.truth(condition);
        let known = condition.constant();
        let condition = self.operand(&condition);
        let (mut then, yes) = self.collect_with(|body| body.expression(yes, expected));
        let (mut otherwise, no) = self.collect_with(|body| body.expression(no, expected));
        let ty = self.common_type(&[yes.clone(), no.clone()], expected);
        if let Some(Operand::Int(known)) = known {
            let (code, value) = if known != 0 { (then, yes) } else { (otherwise, no) };
            self.out.extend(code);
            return self.convert(value, &ty);
        }
        let var = self.temp(&ty);
        for (code, value) in [(&mut then, yes), (&mut otherwise, no)] {
            code.extend(self.collect(|body| {
                let value = body.convert(value, &ty);
                body.set(var, value.expr);
            }));
        }
        self.emit(StmtKind::If { condition, then, otherwise });
        Val::operand(Operand::Var(var), ty)
    }

    /// The type of something that is one of several values: of a conditional expression (JLS 15.25) or of a
    /// switch expression (JLS 15.28.1).
    pub fn common_type(&self, values: &[Val], expected: Option<&Ty>) -> Ty {
        let unboxed: Option<Vec<Ty>> = values
            .iter()
            .map(|value| match value.ty.is_primitive() {
                true => Some(value.ty.clone()),
                false => self.world.unboxed(&value.ty),
            })
            .collect();
        let all_same = values.iter().all(|value| value.ty == values[0].ty);
        if let Some(unboxed) = unboxed.filter(|all| !all.is_empty()) {
            // Numbers and truth values have a type of their own, whatever is expected.
            if all_same {
                return values[0].ty.clone();
            }
            if unboxed.iter().all(|ty| *ty == unboxed[0]) {
                return unboxed[0].clone();
            }
            if unboxed.iter().all(Ty::is_numeric) {
                return numeric_type(values, &unboxed);
            }
        }
        if let Some(expected) = expected
            && *expected != Ty::Void
            && !expected.is_primitive()
        {
            return expected.clone();
        }
        let mut common: Option<Ty> = None;
        for Val { ty, .. } in values.iter().filter(|val| !matches!(val.ty, Ty::Null | Ty::Void)) {
            let ty = if ty.is_primitive() { self.world.boxed(ty) } else { ty.clone() };
            common = Some(match common {
                None => ty,
                Some(known) => self.world.least_upper_bound(&known, &ty),
            });
        }
        common.unwrap_or(Ty::Null)
    }

    fn cast_expression(&mut self, node: Node<'t>) -> Val {
        let (Some(ty), Some(value)) =
            (node.child_by_field_name("type"), node.child_by_field_name("value"))
        else {
            return self.odd(node);
        };
        let ty = self.resolve(ty);
        let value = self.expression(value, Some(&ty));
        self.cast(value, &ty)
    }
}

/// The type of one of several numbers: a small one where the others have it, too, or are constants that fit.
fn numeric_type(values: &[Val], unboxed: &[Ty]) -> Ty {
    if let Some(wide) =
        [Ty::Double, Ty::Float, Ty::Long].into_iter().find(|ty| unboxed.contains(ty))
    {
        return wide;
    }
    let fits = |small: &Ty, value: &Val, ty: &Ty| {
        let constant = match value.constant() {
            Some(Operand::Int(number)) if value.ty == Ty::Int => cut(number, small) == number,
            _ => false,
        };
        ty == small || constant || *small == Ty::Short && *ty == Ty::Byte
    };
    [Ty::Char, Ty::Short, Ty::Byte]
        .into_iter()
        .filter(|small| unboxed.contains(small))
        .find(|small| values.iter().zip(unboxed).all(|(value, ty)| fits(small, value, ty)))
        .unwrap_or(Ty::Int)
}
