//! Binary operators and assignments: usual conversions, pointer arithmetic, short circuits, compound assignment.

use trine_base::Span;
use trine_program::{BinaryOp, Expr as PExpr, Operand, StmtKind, Type};

use super::body::Val;
use super::place::Place;
use super::{Lowering, fold};
use crate::syntax::*;
use crate::types::{Float, Ty};

/// The operator of the program that does the same.
pub(super) fn program_op(operator: Binary) -> BinaryOp {
    match operator {
        Binary::Multiply => BinaryOp::Multiply,
        Binary::Divide => BinaryOp::Divide,
        Binary::Remainder => BinaryOp::Remainder,
        Binary::Add => BinaryOp::Add,
        Binary::Subtract => BinaryOp::Subtract,
        Binary::ShiftLeft => BinaryOp::ShiftLeft,
        Binary::ShiftRight => BinaryOp::ShiftRight,
        Binary::Less => BinaryOp::Less,
        Binary::Greater => BinaryOp::Greater,
        Binary::LessEqual => BinaryOp::LessEqual,
        Binary::GreaterEqual => BinaryOp::GreaterEqual,
        Binary::Equal => BinaryOp::Equal,
        Binary::NotEqual => BinaryOp::NotEqual,
        Binary::BitAnd => BinaryOp::BitAnd,
        Binary::BitXor => BinaryOp::BitXor,
        Binary::BitOr => BinaryOp::BitOr,
        Binary::And => BinaryOp::And,
        Binary::Or => BinaryOp::Or,
    }
}

fn compares(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::Less
            | Binary::Greater
            | Binary::LessEqual
            | Binary::GreaterEqual
            | Binary::Equal
            | Binary::NotEqual
    )
}

impl Lowering {
    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Val {
        if matches!(operator, Binary::And | Binary::Or) {
            return self.short_circuit(operator == Binary::And, left, right, span);
        }
        let left = self.value(left);
        let right = self.value(right);
        self.combine(operator, left, right, span)
    }

    /// `a && b`, `a || b`: the right side only where it matters.
    fn short_circuit(&mut self, and: bool, left: &Expr, right: &Expr, span: Span) -> Val {
        let first = self.value(left);
        let first = self.truth_of(first);
        if let Some(known) = first.constant() {
            if (known != 0) != and {
                return Val::int(known, Ty::INT);
            }
            let second = self.value(right);
            return self.truth_of(second);
        }
        let condition = self.operand(first, left.span);
        let into = self.temp(Type::INT, span);
        let (evaluate, ()) = self.collect(|this| {
            let second = this.value(right);
            let second = this.truth_of(second);
            this.emit(StmtKind::Set(into, second.expr), span);
        });
        let known = PExpr::Operand(Operand::Int(i64::from(!and)));
        let skip = vec![trine_program::Stmt { kind: StmtKind::Set(into, known), span: Some(span) }];
        let (then, otherwise) = if and { (evaluate, skip) } else { (skip, evaluate) };
        self.emit(StmtKind::If { condition, then, otherwise }, span);
        Val::var(into, Ty::INT)
    }

    /// An operator on two values.
    pub(super) fn combine(&mut self, operator: Binary, left: Val, right: Val, span: Span) -> Val {
        if left.ty.is_pointer() || right.ty.is_pointer() {
            return self.on_pointers(operator, left, right, span);
        }
        if !left.ty.is_arithmetic() || !right.ty.is_arithmetic() {
            if let (Ty::Unmodelled(name), _) | (_, Ty::Unmodelled(name)) =
                (left.ty.plain(), right.ty.plain())
            {
                let what = format!("an operator on {name}");
                let ty = if compares(operator) { Ty::INT } else { left.ty.clone() };
                return self.unmodelled(what, Vec::new(), &ty, span);
            }
            let (a, b) = (self.types.name(&left.ty), self.types.name(&right.ty));
            self.error(format!("this operator takes no {a} and {b}"), span);
            return Val::int(0, Ty::INT);
        }
        let op = program_op(operator);
        if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) {
            let ty = self.types.promoted(&left.ty);
            let count = self.types.promoted(&right.ty);
            let left = self.convert(left, &ty, span);
            let right = self.convert(right, &count, span);
            return Val { expr: fold::typed(op, self.types.cell(&ty), left.expr, right.expr), ty };
        }
        let common = self.types.common(&left.ty, &right.ty);
        let left = self.convert(left, &common, span);
        let right = self.convert(right, &common, span);
        let ty = if compares(operator) { Ty::INT } else { common.clone() };
        if let Ty::Float(float) = common {
            let Some(op) = op.float() else {
                self.error("this operator takes whole numbers", span);
                return Val::int(0, Ty::INT);
            };
            if float == Float::Long {
                self.note("long-double", "`long double` is computed as `double`", span);
            }
            let expr = fold::float(op, left.expr, right.expr, float == Float::Single);
            return Val { expr, ty };
        }
        Val { expr: fold::typed(op, self.types.cell(&common), left.expr, right.expr), ty }
    }

    fn on_pointers(&mut self, operator: Binary, left: Val, right: Val, span: Span) -> Val {
        match operator {
            Binary::Add if left.ty.is_pointer() => self.moved(left, right, false, span),
            Binary::Add => self.moved(right, left, false, span),
            Binary::Subtract if right.ty.is_pointer() => self.distance(left, right, span),
            Binary::Subtract => self.moved(left, right, true, span),
            _ if compares(operator) => {
                let ty = if left.ty.is_pointer() { left.ty.clone() } else { right.ty.clone() };
                let left = self.convert(left, &ty, span);
                let right = self.convert(right, &ty, span);
                let expr =
                    fold::typed(program_op(operator), Type::Reference, left.expr, right.expr);
                Val { expr, ty: Ty::INT }
            }
            _ => {
                self.error("this operator takes no pointers", span);
                Val::int(0, Ty::INT)
            }
        }
    }

    fn distance(&mut self, left: Val, right: Val, span: Span) -> Val {
        let ty = self.types.difference_type();
        let element = left.ty.target().cloned().unwrap_or(Ty::Void);
        if !left.ty.is_pointer() {
            self.error("a pointer is subtracted from a number", span);
            return Val::int(0, ty);
        }
        let size = self.size_value(&element, span);
        let bytes = PExpr::Typed(
            BinaryOp::Subtract,
            Type::Reference,
            Box::new(left.expr),
            Box::new(right.expr),
        );
        let expr = match size.constant() {
            Some(0 | 1) => bytes,
            _ => PExpr::Typed(
                BinaryOp::Divide,
                self.types.cell(&ty),
                Box::new(bytes),
                Box::new(size.expr),
            ),
        };
        Val { expr, ty }
    }

    pub(super) fn assign(
        &mut self,
        operator: Option<Binary>,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Val {
        let place = self.place(left);
        let value = self.value(right);
        match operator {
            None => {
                let value = self.convert_unless_record(value, &place.ty.clone(), span);
                self.store(&place, value, span)
            }
            Some(operator) => {
                let value = match place.ty.is_atomic() {
                    true => self.kept(value, span),
                    false => value,
                };
                self.update(&place, span, |this, old| {
                    let made = this.combine(operator, old, value, span);
                    this.convert(made, &place.ty, span)
                })
                .1
            }
        }
    }

    /// Reads a place, computes, and writes it; one step where the type is atomic. Gives the value before and after.
    pub(super) fn update(
        &mut self,
        place: &Place,
        span: Span,
        compute: impl FnOnce(&mut Self, Val) -> Val,
    ) -> (Val, Val) {
        let run = |this: &mut Self| {
            let old = this.load(place, span);
            let old = this.kept(old, span);
            let new = compute(this, old.clone());
            let new = this.kept(new, span);
            let stored = this.store(place, new, span);
            (old, stored)
        };
        if !place.ty.is_atomic() {
            return run(self);
        }
        let (statements, result) = self.collect(run);
        self.emit(StmtKind::Atomic(statements), span);
        result
    }
}
