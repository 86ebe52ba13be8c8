//! Unary operators: signs, complement, negation, address, increment and decrement.

use trine_base::Span;
use trine_program::{BinaryOp, Expr as PExpr, FloatUnary, Operand};

use super::body::Val;
use super::{Lowering, fold};
use crate::syntax::*;
use crate::types::Ty;

impl Lowering {
    pub(super) fn unary(&mut self, operator: Unary, inner: &Expr, span: Span) -> Val {
        match operator {
            Unary::Address => self.address(inner, span),
            Unary::PreIncrement => self.increment(inner, false, span).1,
            Unary::PreDecrement => self.increment(inner, true, span).1,
            Unary::PostIncrement => self.increment(inner, false, span).0,
            Unary::PostDecrement => self.increment(inner, true, span).0,
            Unary::Not => {
                let value = self.value(inner);
                let truth = self.truth_of(value);
                let zero = PExpr::Operand(Operand::Int(0));
                let ty = self.types.cell(&Ty::INT);
                Val { expr: fold::typed(BinaryOp::Equal, ty, truth.expr, zero), ty: Ty::INT }
            }
            Unary::Real => self.value(inner),
            Unary::Imaginary => {
                let ty = self.type_of(inner);
                self.unmodelled("an imaginary part", Vec::new(), &ty, span)
            }
            // Handled where places are.
            Unary::Dereference => Val::int(0, Ty::INT),
            Unary::Plus | Unary::Minus | Unary::Complement => {
                self.arithmetic(operator, inner, span)
            }
        }
    }

    fn arithmetic(&mut self, operator: Unary, inner: &Expr, span: Span) -> Val {
        let value = self.value(inner);
        if let Ty::Unmodelled(name) = value.ty {
            return self.unmodelled(format!("an operator on {name}"), Vec::new(), &value.ty, span);
        }
        if !value.ty.is_arithmetic() {
            let name = self.types.name(&value.ty);
            self.error(format!("this operator takes no {name}"), span);
            return Val::int(0, Ty::INT);
        }
        let ty = self.types.promoted(&value.ty);
        let value = self.convert(value, &ty, span);
        let cell = self.types.cell(&ty);
        let expr = match (operator, ty.plain()) {
            (Unary::Plus, _) => value.expr,
            (Unary::Minus, Ty::Float(_)) => match value.expr {
                PExpr::Operand(Operand::Float(bits)) => {
                    PExpr::Operand(Operand::Float((-f64::from_bits(bits)).to_bits()))
                }
                expr => PExpr::float_of(FloatUnary::Negate, expr),
            },
            (Unary::Minus, _) => {
                fold::typed(BinaryOp::Subtract, cell, PExpr::Operand(Operand::Int(0)), value.expr)
            }
            (_, Ty::Float(_)) => {
                self.error("this operator takes whole numbers", span);
                value.expr
            }
            _ => {
                let ones = PExpr::Operand(Operand::Int(fold::keep(-1, cell)));
                fold::typed(BinaryOp::BitXor, cell, value.expr, ones)
            }
        };
        Val { expr, ty }
    }

    /// The value before and after.
    fn increment(&mut self, inner: &Expr, down: bool, span: Span) -> (Val, Val) {
        let place = self.place(inner);
        let ty = place.ty.clone();
        self.update(&place, span, |this, old| {
            if old.ty.is_pointer() {
                let one = Val::int(1, Ty::INT);
                return this.moved(old, one, down, span);
            }
            let one = Val::int(1, Ty::INT);
            let operator = if down { Binary::Subtract } else { Binary::Add };
            let made = this.combine(operator, old, one, span);
            this.convert(made, &ty, span)
        })
    }
}
