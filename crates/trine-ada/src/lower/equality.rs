//! Predefined equality of records and arrays: part by part (RM 4.5.2).

use trine_program as ir;
use trine_program::{Access, BinaryOp, Operand};

use super::expression::Value;
use super::lowering::Lowering;
use super::name::{binary, int};
use super::types::*;

/// Parts inside parts are compared this far.
const DEEPEST: usize = 8;

impl Lowering {
    /// Whether two composite values are equal. Nothing, where that is not followed: a program that defines `=` may
    /// mean its own for some part.
    pub fn equal_composites(&mut self, first: &Value, second: &Value) -> Option<ir::Expr> {
        let defined = self.operators.contains("=");
        if defined || !self.is_comparable(first.ty, 0) || !self.is_comparable(second.ty, 0) {
            return None;
        }
        let alike = match (self.types.kind(first.ty), self.types.kind(second.ty)) {
            (Kind::Record { class, .. }, Kind::Record { class: other, .. }) => class == other,
            (Kind::Array { element, .. }, Kind::Array { element: other, .. }) => {
                self.types.base(*element) == self.types.base(*other)
            }
            _ => false,
        };
        if !alike {
            return None;
        }
        let left = self.operand(first.expr.clone(), ir::Type::Reference);
        let right = self.operand(second.expr.clone(), ir::Type::Reference);
        let same = self.temp(ir::Type::Bool);
        self.emit(ir::StmtKind::Set(same, int(1)));
        self.compare(same, (left, first.ty), (right, second.ty));
        Some(ir::Expr::Operand(Operand::Var(same)))
    }

    /// Whether all parts of a type are of types whose values are compared.
    fn is_comparable(&self, ty: TypeId, depth: usize) -> bool {
        if depth > DEEPEST || self.is_class_wide(ty) {
            return false;
        }
        match self.types.kind(ty) {
            Kind::Discrete { .. } | Kind::Access(_) => true,
            Kind::Array { indices, element } => {
                indices.len() == 1 && self.is_comparable(*element, depth + 1)
            }
            Kind::Record { fields, .. } => fields
                .iter()
                .all(|field| field.variants.is_empty() && self.is_comparable(field.ty, depth + 1)),
            _ => false,
        }
    }

    /// Notes that values differ, where some part does.
    fn compare(&mut self, same: ir::VarId, left: (Operand, TypeId), right: (Operand, TypeId)) {
        match self.types.kind(left.1).clone() {
            Kind::Record { fields, discriminants, .. } => {
                for field in fields.iter() {
                    let kept = self.types.ir(field.ty);
                    let one = self.load(Access::Field(left.0, field.field), kept);
                    let other = self.load(Access::Field(right.0, field.field), kept);
                    let parts = &fields[..discriminants];
                    let of_one = self.resolved(field.ty, left.0, parts);
                    let of_other = self.resolved(field.ty, right.0, parts);
                    self.compare(same, (one, of_one), (other, of_other));
                }
            }
            Kind::Array { element, .. } => {
                let (count, length) = (self.count_of(left.1), self.count_of(right.1));
                let operand = ir::Expr::Operand;
                let alike = binary(BinaryOp::Equal, operand(count), operand(length));
                let condition = self.operand(alike, ir::Type::Bool);
                let (here, there) = (self.first_place(left.1), self.first_place(right.1));
                let then = self.block(|this| {
                    this.count_up(count, &mut |this, number| {
                        let at = |this: &mut Lowering, first: Operand| match (first, number) {
                            (Operand::Int(first), Operand::Int(number)) => {
                                Operand::Int(first + number)
                            }
                            _ => {
                                let sum = binary(BinaryOp::Add, operand(first), operand(number));
                                this.operand(sum, ir::Type::LONG)
                            }
                        };
                        let (here, there) = (at(this, here), at(this, there));
                        let kept = this.types.ir(element);
                        let one = this.load(Access::Element(left.0, here), kept);
                        let other = this.load(Access::Element(right.0, there), kept);
                        this.compare(same, (one, element), (other, element));
                    });
                });
                let otherwise = self.block(|this| this.emit(ir::StmtKind::Set(same, int(0))));
                self.emit(ir::StmtKind::If { condition, then, otherwise });
            }
            _ => {
                let (one, other) = (ir::Expr::Operand(left.0), ir::Expr::Operand(right.0));
                let alike = binary(BinaryOp::Equal, one, other);
                let condition = self.operand(alike, ir::Type::Bool);
                let otherwise = self.block(|this| this.emit(ir::StmtKind::Set(same, int(0))));
                self.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
            }
        }
    }
}
