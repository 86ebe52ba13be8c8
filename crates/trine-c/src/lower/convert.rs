//! Conversions (C11 6.3): between integers, floating point and pointers, made explicit.

use trine_base::Span;
use trine_program::*;

use super::body::Val;
use super::{Lowering, fold};
use crate::types::{Float, Int, Ty, Types};

impl Lowering {
    /// A value as one of another type.
    pub(super) fn convert(&mut self, value: Val, to: &Ty, span: Span) -> Val {
        let to = to.plain().clone();
        let from = value.ty.plain().clone();
        if from == to {
            return Val { expr: value.expr, ty: to };
        }
        let expr = match (&from, &to) {
            (_, Ty::Void) => return Val::void(),
            (Ty::Unmodelled(name), _) | (_, Ty::Unmodelled(name)) => {
                let what = format!("a value of the type {name}");
                return self.unmodelled(what, Vec::new(), &to, span);
            }
            (_, Ty::Int(Int::Bool)) => return Val { expr: self.truth_of(value).expr, ty: to },
            (Ty::Int(a), Ty::Int(b)) => self.int_to_int(value.expr, *a, *b),
            (Ty::Int(_), Ty::Float(float)) => {
                let single = *float == Float::Single;
                self.int_to_float(value, single)
            }
            (Ty::Float(_), Ty::Int(_)) => self.float_to_int(value.expr, &to),
            (Ty::Float(a), Ty::Float(b)) => float_to_float(value.expr, *a, *b),
            (Ty::Int(_), Ty::Pointer(_)) => match value.constant() {
                Some(0) => Expr::Operand(Operand::Null),
                _ => Expr::Convert(Conversion::IntToPointer, Box::new(value.expr)),
            },
            (Ty::Pointer(_), Ty::Int(_)) => match value.expr {
                Expr::Operand(Operand::Null) => Expr::Operand(Operand::Int(0)),
                expr => {
                    Expr::Convert(Conversion::PointerToInt(self.types.cell(&to)), Box::new(expr))
                }
            },
            (Ty::Pointer(_), Ty::Pointer(_)) => value.expr,
            // A transparent union takes any of its members.
            (Ty::Record(_), _) | (_, Ty::Record(_)) => value.expr,
            _ => {
                let (a, b) = (self.types.name(&from), self.types.name(&to));
                if !from.is_void() {
                    self.error(format!("{a} cannot be converted to {b}"), span);
                }
                return Val::operand(self.zero_of(&to), to);
            }
        };
        Val { expr, ty: to }
    }

    /// A constant of a type that stands where a message says why there is no value.
    pub(super) fn zero_of(&self, ty: &Ty) -> Operand {
        match self.types.cell(ty) {
            Type::Reference => Operand::Null,
            Type::Float => Operand::Float(0),
            Type::Bool | Type::Int { .. } => Operand::Int(0),
        }
    }

    fn int_to_int(&self, expr: Expr, from: Int, to: Int) -> Expr {
        let (a, b) = (self.types.int_bytes(from), self.types.int_bytes(to));
        let (signed, into_signed) = (Types::is_signed(from), Types::is_signed(to));
        // Both are kept as the same number.
        if signed == into_signed && a <= b
            || b == 8 && (a == 8 || into_signed || !signed)
            || !signed && a < b
        {
            return expr;
        }
        if b == 8 {
            return expr;
        }
        let ty = self.types.cell(&Ty::Int(to));
        match expr {
            Expr::Operand(Operand::Int(number)) => {
                Expr::Operand(Operand::Int(fold::keep(number, ty)))
            }
            expr => Expr::Cut(ty, Box::new(expr)),
        }
    }

    fn int_to_float(&self, value: Val, single: bool) -> Expr {
        let from = self.types.cell(&value.ty);
        if let Some(number) = value.constant() {
            let unsigned = matches!(from, Type::Int { signed: false, .. });
            let number = match (unsigned, single) {
                (true, true) => f64::from(number as u64 as f32),
                (true, false) => number as u64 as f64,
                (false, true) => f64::from(number as f32),
                (false, false) => number as f64,
            };
            return Expr::Operand(Operand::Float(number.to_bits()));
        }
        Expr::Convert(Conversion::IntToFloat { from, single }, Box::new(value.expr))
    }

    fn float_to_int(&self, expr: Expr, to: &Ty) -> Expr {
        let ty = self.types.cell(to);
        if let Expr::Operand(Operand::Float(bits)) = expr {
            let number = f64::from_bits(bits).trunc();
            let whole = number as i64;
            if number.abs() < 9e18 && fold::keep(whole, ty) == whole {
                return Expr::Operand(Operand::Int(whole));
            }
        }
        Expr::Convert(Conversion::FloatToInt(ty), Box::new(expr))
    }

    /// Whether a scalar is not zero: an `int` that is 0 or 1.
    pub(super) fn truth_of(&mut self, value: Val) -> Val {
        if is_truth(&value.expr) {
            return Val { expr: value.expr, ty: Ty::INT };
        }
        let expr = match value.ty.plain() {
            Ty::Float(_) => {
                let zero = Expr::Operand(Operand::Float(0));
                fold::float(FloatBinary::NotEqual, value.expr, zero, false)
            }
            Ty::Pointer(_) | Ty::Function(_) | Ty::Array(..) => match value.expr {
                Expr::Operand(Operand::Function(_) | Operand::Global(_)) => {
                    Expr::Operand(Operand::Int(1))
                }
                expr => fold::typed(
                    BinaryOp::NotEqual,
                    Type::Reference,
                    expr,
                    Expr::Operand(Operand::Null),
                ),
            },
            _ => {
                let ty = self.types.cell(&value.ty);
                fold::typed(BinaryOp::NotEqual, ty, value.expr, Expr::Operand(Operand::Int(0)))
            }
        };
        Val { expr, ty: Ty::INT }
    }

    /// The type of an argument without a parameter (6.5.2.2).
    pub(super) fn default_promoted(&mut self, value: Val, span: Span) -> Val {
        let to = match value.ty.plain() {
            Ty::Float(Float::Single) => Ty::Float(Float::Double),
            Ty::Int(_) => self.types.promoted(&value.ty),
            other => other.clone(),
        };
        self.convert(value, &to, span)
    }
}

/// Whether an expression is 0 or 1 in any case.
fn is_truth(expr: &Expr) -> bool {
    let compares = |op: &BinaryOp| {
        matches!(
            op,
            BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
        )
    };
    match expr {
        Expr::Typed(op, ..) => compares(op),
        Expr::Binary(BinaryOp::Float(op), ..) => compares(&op.whole()),
        Expr::Operand(Operand::Int(0 | 1)) => true,
        _ => false,
    }
}

fn float_to_float(expr: Expr, from: Float, to: Float) -> Expr {
    if to != Float::Single || from == Float::Single {
        return expr;
    }
    match expr {
        Expr::Operand(Operand::Float(bits)) => {
            let rounded = f64::from(f64::from_bits(bits) as f32);
            Expr::Operand(Operand::Float(rounded.to_bits()))
        }
        expr => Expr::float_of(FloatUnary::Single, expr),
    }
}
