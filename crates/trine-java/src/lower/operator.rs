//! Operators on values that are already there, with constants folded.

use trine_program::*;

use super::convert::cut;
use super::{Body, Val};
use crate::types::{Ty, binary_promotion};

pub(crate) fn binary_op(sign: &str) -> Option<BinaryOp> {
    Some(match sign {
        "+" | "+=" => BinaryOp::Add,
        "-" | "-=" => BinaryOp::Subtract,
        "*" | "*=" => BinaryOp::Multiply,
        "/" | "/=" => BinaryOp::Divide,
        "%" | "%=" => BinaryOp::Remainder,
        "<<" | "<<=" => BinaryOp::ShiftLeft,
        ">>" | ">>=" => BinaryOp::ShiftRight,
        ">>>" | ">>>=" => BinaryOp::ShiftRightUnsigned,
        "&" | "&=" => BinaryOp::BitAnd,
        "|" | "|=" => BinaryOp::BitOr,
        "^" | "^=" => BinaryOp::BitXor,
        "==" => BinaryOp::Equal,
        "!=" => BinaryOp::NotEqual,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        _ => return None,
    })
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
}

impl<'t> Body<'_, 't> {
    /// `left op right`, where neither `&&`, `||` nor text is meant.
    pub fn binary(&mut self, op: BinaryOp, left: Val, right: Val) -> Val {
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
            && !left.ty.is_primitive()
            && !right.ty.is_primitive()
        {
            return self.same_reference(op, left, right);
        }
        if matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned) {
            let left = self.unbox(left, None);
            let right = self.unbox(right, None);
            let ty = left.ty.promoted();
            return self.integral(op, left, right, ty);
        }
        let hint = |other: &Ty| other.is_primitive().then(|| other.clone());
        let (left_hint, right_hint) = (hint(&right.ty), hint(&left.ty));
        let left = self.unbox(left, left_hint.as_ref());
        let right = self.unbox(right, right_hint.as_ref());
        if left.ty == Ty::Bool || right.ty == Ty::Bool {
            return self.integral(op, left, right, Ty::Bool);
        }
        let ty = binary_promotion(&left.ty, &right.ty);
        let left = self.convert_primitive(left, &ty);
        let right = self.convert_primitive(right, &ty);
        if ty.is_floating() {
            self.floating(op, left, right, ty)
        } else {
            self.integral(op, left, right, ty)
        }
    }

    fn same_reference(&mut self, op: BinaryOp, left: Val, right: Val) -> Val {
        let unknown = |value: &Val| matches!(value.expr, Expr::Opaque(_));
        if unknown(&left) || unknown(&right) {
            return Val::new(Expr::Opaque(Type::Bool), Ty::Bool);
        }
        let boxes = self.world.may_be_box(&left.ty) && self.world.may_be_box(&right.ty);
        let same = Expr::Binary(op, Width::W32, Box::new(left.expr), Box::new(right.expr));
        let same = Val::new(same, Ty::Bool);
        // Whether boxes are one object is found out where nothing else is asked.
        if boxes { self.copy(same) } else { same }
    }

    fn integral(&mut self, op: BinaryOp, left: Val, right: Val, ty: Ty) -> Val {
        let result = if is_comparison(op) { Ty::Bool } else { ty.clone() };
        if let (Some(Operand::Int(a)), Some(Operand::Int(b))) = (left.constant(), right.constant())
            && let Some(value) = fold_integral(op, a, b, &ty)
        {
            return Val::operand(Operand::Int(value), result);
        }
        if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) {
            let left = Expr::Operand(self.operand(&left));
            let right = Expr::Operand(self.operand(&right));
            let var = self.temp(&result);
            self.set(var, Expr::Binary(op, ty.width(), Box::new(left), Box::new(right)));
            return Val::operand(Operand::Var(var), result);
        }
        // Comparisons of ints give the same in either width; the wider one is right for longs.
        let expr = Expr::Binary(op, ty.width(), Box::new(left.expr), Box::new(right.expr));
        Val::new(expr, result)
    }

    fn floating(&mut self, op: BinaryOp, left: Val, right: Val, ty: Ty) -> Val {
        let result = if is_comparison(op) { Ty::Bool } else { ty.clone() };
        if let (Some(Operand::Float(a)), Some(Operand::Float(b))) =
            (left.constant(), right.constant())
        {
            let folded = fold_floating(op, f64::from_bits(a), f64::from_bits(b), &ty);
            if let Some(operand) = folded {
                return Val::operand(operand, result);
            }
        }
        let Some(op) = op.float() else {
            return Val::new(Expr::Opaque(result.stored()), result);
        };
        let mut expr = Expr::float(op, left.expr, right.expr);
        if result == Ty::Float {
            expr = Expr::float_of(FloatUnary::Single, expr);
        }
        Val::new(expr, result)
    }

    /// `+x`, `-x`, `~x`, `!x`.
    pub fn unary(&mut self, sign: &str, value: Val) -> Val {
        if sign == "!" {
            let value = self.truth(value);
            return self.not(value);
        }
        let value = self.unbox(value, None);
        let ty = value.ty.promoted();
        let value = self.convert_primitive(value, &ty);
        match (sign, value.constant()) {
            ("+", _) => value,
            ("-", Some(Operand::Int(number))) => {
                Val::operand(Operand::Int(cut(number.wrapping_neg(), &ty)), ty)
            }
            ("~", Some(Operand::Int(number))) => Val::operand(Operand::Int(!number), ty),
            ("-", Some(Operand::Float(bits))) => {
                Val::operand(Operand::Float((-f64::from_bits(bits)).to_bits()), ty)
            }
            ("-", _) if ty.is_floating() => {
                Val::new(Expr::float_of(FloatUnary::Negate, value.expr), ty)
            }
            _ => {
                let op = if sign == "~" { UnaryOp::Complement } else { UnaryOp::Negate };
                Val::new(Expr::Unary(op, ty.width(), Box::new(value.expr)), ty)
            }
        }
    }

    /// Logical negation.
    pub fn not(&mut self, value: Val) -> Val {
        match value.constant() {
            Some(Operand::Int(number)) => Val::bool(number == 0),
            _ => Val::new(Expr::Unary(UnaryOp::Not, Width::W32, Box::new(value.expr)), Ty::Bool),
        }
    }
}

/// What an operator gives for constants; None where it raises an error.
pub(crate) fn fold_integral(op: BinaryOp, a: i64, b: i64, ty: &Ty) -> Option<i64> {
    let long = *ty == Ty::Long;
    let mask = if long { 63 } else { 31 };
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide if b == 0 => return None,
        BinaryOp::Remainder if b == 0 => return None,
        BinaryOp::Divide => a.wrapping_div(b),
        BinaryOp::Remainder => a.wrapping_rem(b),
        BinaryOp::ShiftLeft => a.wrapping_shl((b & mask) as u32),
        BinaryOp::ShiftRight => a.wrapping_shr((b & mask) as u32),
        BinaryOp::ShiftRightUnsigned if long => ((a as u64) >> (b & mask)) as i64,
        BinaryOp::ShiftRightUnsigned => i64::from(((a as u32) >> (b & mask)) as i32),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Equal => return Some(i64::from(a == b)),
        BinaryOp::NotEqual => return Some(i64::from(a != b)),
        BinaryOp::Less => return Some(i64::from(a < b)),
        BinaryOp::LessEqual => return Some(i64::from(a <= b)),
        BinaryOp::Greater => return Some(i64::from(a > b)),
        BinaryOp::GreaterEqual => return Some(i64::from(a >= b)),
        BinaryOp::And => return Some(i64::from(a != 0 && b != 0)),
        BinaryOp::Or => return Some(i64::from(a != 0 || b != 0)),
        BinaryOp::Float(_) => return None,
    };
    Some(cut(value, ty))
}

fn fold_floating(op: BinaryOp, a: f64, b: f64, ty: &Ty) -> Option<Operand> {
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        BinaryOp::Remainder => a % b,
        BinaryOp::Equal => return Some(Operand::Int(i64::from(a == b))),
        BinaryOp::NotEqual => return Some(Operand::Int(i64::from(a != b))),
        BinaryOp::Less => return Some(Operand::Int(i64::from(a < b))),
        BinaryOp::LessEqual => return Some(Operand::Int(i64::from(a <= b))),
        BinaryOp::Greater => return Some(Operand::Int(i64::from(a > b))),
        BinaryOp::GreaterEqual => return Some(Operand::Int(i64::from(a >= b))),
        _ => return None,
    };
    let value = if *ty == Ty::Float { f64::from(value as f32) } else { value };
    Some(Operand::Float(value.to_bits()))
}
