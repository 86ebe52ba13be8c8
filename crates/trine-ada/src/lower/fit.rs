//! The checks that values belong to the subtypes that they are used for.

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, BinaryOp, Operand};

use super::expression::{Value, between};
use super::lowering::Lowering;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// A value that is to belong to a subtype: Constraint_Error where it does not, and a failed assertion
    /// where a predicate is false.
    pub fn checked_value(&mut self, expr: &Expr, ty: TypeId) -> ir::Expr {
        let value = self.value(expr, Some(ty));
        self.fit(value, ty, expr.span)
    }

    /// As `checked_value`, of a value that was computed.
    pub fn fit(&mut self, value: Value, ty: TypeId, span: Span) -> ir::Expr {
        let of = value.ty;
        if self.small(ty) != self.small(of) && of != UNKNOWN {
            // Only a conversion makes one of the other.
            return self.unknown("this value of a fixed point type", span, Some(ty)).expr;
        }
        let kept = match self.types.kind(ty).clone() {
            Kind::Discrete { .. } => self.in_range(value, ty, span),
            Kind::Real => match self.types.all[ty].reals {
                Some((low, high)) if of != ty => {
                    let operand = self.operand(value.expr, ir::Type::Float);
                    let float = |number: f64| ir::Expr::Operand(Operand::Float(number.to_bits()));
                    let read = || ir::Expr::Operand(operand);
                    let above = ir::Expr::float(ir::FloatBinary::GreaterEqual, read(), float(low));
                    let below = ir::Expr::float(ir::FloatBinary::LessEqual, read(), float(high));
                    let before = self.code.span.replace(span);
                    let above = self.operand(above, ir::Type::Bool);
                    let below = self.operand(below, ir::Type::Bool);
                    let of = ir::Expr::Operand;
                    let truth = binary(BinaryOp::And, of(above), of(below));
                    self.require(truth, self.predefined.constraint_error);
                    self.code.span = before;
                    ir::Expr::Operand(operand)
                }
                _ => value.expr,
            },
            Kind::Record { .. } => self.fit_record(value, ty, span),
            Kind::Array { .. } => self.fit_array(value, ty, span),
            Kind::Access(_) => self.fit_access(value, ty, span),
            _ => value.expr,
        };
        if self.types.all[ty].predicates.is_empty() || of == ty {
            return kept;
        }
        let operand = self.operand(kept, self.types.ir(ty));
        self.check_predicates(operand, ty, span);
        ir::Expr::Operand(operand)
    }

    /// The discriminants of a record are those of the subtype.
    fn fit_record(&mut self, value: Value, ty: TypeId, span: Span) -> ir::Expr {
        let Some(bounds) = self.types.all[ty].discriminants.clone() else { return value.expr };
        if value.ty == ty {
            return value.expr;
        }
        let Kind::Record { fields, .. } = self.types.kind(ty).clone() else { return value.expr };
        let record = self.operand(value.expr, ir::Type::Reference);
        let before = self.code.span.replace(span);
        for (bound, field) in bounds.iter().zip(fields.iter()) {
            let own = self.load(Access::Field(record, field.field), self.types.ir(field.ty));
            let wanted = self.bound_operand(*bound);
            let of = ir::Expr::Operand;
            let same = binary(BinaryOp::Equal, of(own), of(wanted));
            self.require(same, self.predefined.constraint_error);
        }
        self.code.span = before;
        ir::Expr::Operand(record)
    }

    /// An access value is not null where that is excluded, and what it leads to is of the subtype.
    fn fit_access(&mut self, value: Value, ty: TypeId, span: Span) -> ir::Expr {
        let Kind::Access(to) = *self.types.kind(ty) else { return value.expr };
        let own = self.designated(value.ty);
        let constrains = own != to
            && value.ty != NULL
            && self.types.base(own) == self.types.base(to)
            && (self.types.all[to].discriminants.is_some()
                || (matches!(self.types.kind(to), Kind::Array { .. })
                    && self.types.base(to) != to));
        let excludes = self.types.all[ty].not_null && !self.types.all[value.ty].not_null;
        if !constrains && !excludes {
            return value.expr;
        }
        let reference = self.operand(value.expr, ir::Type::Reference);
        let before = self.code.span.replace(span);
        let null = ir::Expr::Operand(Operand::Null);
        let exists = binary(BinaryOp::NotEqual, ir::Expr::Operand(reference), null);
        if excludes {
            self.require(exists.clone(), self.predefined.constraint_error);
        }
        if constrains {
            let condition = self.operand(exists, ir::Type::Bool);
            let then = self.block(|this| {
                let inner = Value::new(ir::Expr::Operand(reference), own);
                match this.types.kind(to) {
                    Kind::Array { .. } => this.same_bounds(inner.ty, to, span),
                    _ => {
                        let _ = this.fit(inner, to, span);
                    }
                }
            });
            self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        }
        self.code.span = before;
        ir::Expr::Operand(reference)
    }

    /// The value, with the check that it is in the range of a discrete type; no check where the range surely has
    /// it.
    pub fn in_range(&mut self, value: Value, ty: TypeId, span: Span) -> ir::Expr {
        let Kind::Discrete { low, high, .. } = self.types.kind(ty).clone() else {
            return value.expr;
        };
        if !self.types.is_discrete(value.ty) {
            return value.expr;
        }
        if let (ir::Expr::Operand(Operand::Int(value)), Some((low, high))) =
            (&value.expr, self.types.known_range(ty))
            && (low..=high).contains(value)
        {
            return int(*value);
        }
        // What was computed may be anything; what was read is in the range of its type.
        let was_read = matches!(value.expr, ir::Expr::Operand(Operand::Var(_)));
        if was_read
            && let (Some(from), Some(to)) =
                (self.types.known_range(value.ty), self.types.known_range(ty))
            && from.0 >= to.0
            && from.1 <= to.1
        {
            return value.expr;
        }
        if was_read && value.ty == ty {
            return value.expr;
        }
        let before = self.code.span.replace(span);
        let operand = self.operand(value.expr, ir::Type::LONG);
        let (low, high) = (self.bound_operand(low), self.bound_operand(high));
        let truth = between(operand, low, high);
        self.require(truth, self.predefined.constraint_error);
        self.code.span = before;
        ir::Expr::Operand(operand)
    }

    /// What was computed and is used in a further computation lies in the range of its base type: arithmetic
    /// that leaves it is an overflow.
    pub fn in_base(&mut self, value: Value, span: Span) -> Value {
        let base = self.types.base(value.ty);
        let arithmetic = matches!(
            value.expr,
            ir::Expr::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, ..)
        );
        let (Some((low, high)), true) = (self.types.known_range(base), arithmetic) else {
            return value;
        };
        let all = (i128::from(low), i128::from(high));
        if base == UNIVERSAL
            || self.interval(&value.expr).is_some_and(|own| own.0 >= all.0 && own.1 <= all.1)
        {
            return value;
        }
        let before = self.code.span.replace(span);
        let operand = self.operand(value.expr, ir::Type::LONG);
        let truth = between(operand, Operand::Int(low), Operand::Int(high));
        self.require(truth, self.predefined.constraint_error);
        self.code.span = before;
        Value::new(ir::Expr::Operand(operand), value.ty)
    }

    /// Between what an expression lies, by the kinds of its variables.
    fn interval(&self, expr: &ir::Expr) -> Option<(i128, i128)> {
        match expr {
            ir::Expr::Operand(Operand::Int(value)) => {
                Some((i128::from(*value), i128::from(*value)))
            }
            ir::Expr::Operand(Operand::Var(var)) => match self.code.vars[*var].ty {
                ir::Type::Bool => Some((0, 1)),
                ir::Type::Int { bits, signed: false } => Some((0, (1 << bits) - 1)),
                ir::Type::Int { bits, signed: true } => {
                    Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1))
                }
                _ => None,
            },
            ir::Expr::Binary(op, _, left, right) => {
                let (left, right) = (self.interval(left)?, self.interval(right)?);
                match op {
                    BinaryOp::Add => {
                        Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?))
                    }
                    BinaryOp::Subtract => {
                        Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?))
                    }
                    BinaryOp::Multiply => {
                        let ends = [
                            left.0.checked_mul(right.0)?,
                            left.0.checked_mul(right.1)?,
                            left.1.checked_mul(right.0)?,
                            left.1.checked_mul(right.1)?,
                        ];
                        Some((*ends.iter().min()?, *ends.iter().max()?))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Raises an exception unless a condition holds.
    pub fn require(&mut self, truth: ir::Expr, class: ir::ClassId) {
        let condition = self.operand(truth, ir::Type::Bool);
        let otherwise = self.block(|this| this.throw(class));
        self.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
    }
}
