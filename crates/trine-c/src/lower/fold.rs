//! Constant folding: typed operators on numbers that are known.

use trine_program::{BinaryOp, Expr, FloatBinary, FloatUnary, Operand, Type};

/// A typed operator, computed where both sides are known and nothing goes wrong.
pub(super) fn typed(op: BinaryOp, ty: Type, left: Expr, right: Expr) -> Expr {
    if let (Expr::Operand(Operand::Int(a)), Expr::Operand(Operand::Int(b))) = (&left, &right)
        && let Some(number) = compute(op, ty, *a, *b)
    {
        return Expr::Operand(Operand::Int(number));
    }
    if let (Expr::Operand(Operand::Null), Expr::Operand(Operand::Null)) = (&left, &right) {
        match op {
            BinaryOp::Equal => return Expr::Operand(Operand::Int(1)),
            BinaryOp::NotEqual => return Expr::Operand(Operand::Int(0)),
            _ => {}
        }
    }
    Expr::Typed(op, ty, Box::new(left), Box::new(right))
}

fn compute(op: BinaryOp, ty: Type, a: i64, b: i64) -> Option<i64> {
    let (bits, signed) = match ty {
        Type::Int { bits, signed } => (u32::from(bits), signed),
        Type::Bool => (8, false),
        Type::Float | Type::Reference => return None,
    };
    let (x, y) = (wide(a, signed), wide(b, signed));
    let truth = |holds: bool| Some(i64::from(holds));
    let fit = |number: i128| {
        let cut = keep(number as i64, ty);
        (!signed || wide(cut, true) == number).then_some(cut)
    };
    let too_far = || b < 0 || b >= i64::from(bits);
    match op {
        BinaryOp::Add => fit(x + y),
        BinaryOp::Subtract => fit(x - y),
        BinaryOp::Multiply => fit(x.checked_mul(y)?),
        BinaryOp::Divide if y != 0 => fit(x / y),
        BinaryOp::Remainder if y != 0 && fit(x / y).is_some() => fit(x % y),
        BinaryOp::ShiftLeft if !too_far() && (!signed || x >= 0) => fit(x << b),
        BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned if !too_far() => fit(x >> b),
        BinaryOp::BitAnd => Some(keep(a & b, ty)),
        BinaryOp::BitOr => Some(keep(a | b, ty)),
        BinaryOp::BitXor => Some(keep(a ^ b, ty)),
        BinaryOp::Equal => truth(x == y),
        BinaryOp::NotEqual => truth(x != y),
        BinaryOp::Less => truth(x < y),
        BinaryOp::LessEqual => truth(x <= y),
        BinaryOp::Greater => truth(x > y),
        BinaryOp::GreaterEqual => truth(x >= y),
        _ => None,
    }
}

/// The number that a cell stands for: unsigned ones of 64 bits are kept as the signed one with the same bits.
fn wide(number: i64, signed: bool) -> i128 {
    if signed { i128::from(number) } else { i128::from(number as u64) }
}

/// As a cell of this type keeps a number.
pub(super) fn keep(number: i64, ty: Type) -> i64 {
    match ty {
        Type::Int { bits, signed } if bits < 64 => {
            let unused = 64 - u32::from(bits);
            match signed {
                true => (number << unused) >> unused,
                false => (((number as u64) << unused) >> unused) as i64,
            }
        }
        _ => number,
    }
}

/// An operator in floating point; rounded to single precision where that is meant.
pub(super) fn float(op: FloatBinary, left: Expr, right: Expr, single: bool) -> Expr {
    let known = |expr: &Expr| match expr {
        Expr::Operand(Operand::Float(bits)) => Some(f64::from_bits(*bits)),
        _ => None,
    };
    if let (Some(a), Some(b)) = (known(&left), known(&right)) {
        let value = |number: f64| {
            let number = if single { f64::from(number as f32) } else { number };
            Expr::Operand(Operand::Float(number.to_bits()))
        };
        let truth = |holds: bool| Expr::Operand(Operand::Int(i64::from(holds)));
        return match op {
            FloatBinary::Add => value(a + b),
            FloatBinary::Subtract => value(a - b),
            FloatBinary::Multiply => value(a * b),
            FloatBinary::Divide => value(a / b),
            FloatBinary::Remainder => value(a % b),
            FloatBinary::Equal => truth(a == b),
            FloatBinary::NotEqual => truth(a != b),
            FloatBinary::Less => truth(a < b),
            FloatBinary::LessEqual => truth(a <= b),
            FloatBinary::Greater => truth(a > b),
            FloatBinary::GreaterEqual => truth(a >= b),
        };
    }
    let computed = Expr::float(op, left, right);
    let arithmetic = matches!(
        op,
        FloatBinary::Add
            | FloatBinary::Subtract
            | FloatBinary::Multiply
            | FloatBinary::Divide
            | FloatBinary::Remainder
    );
    if single && arithmetic { Expr::float_of(FloatUnary::Single, computed) } else { computed }
}

/// A pointer moved by so many bytes.
pub(super) fn offset(pointer: Expr, index: Expr, scale: i64) -> Expr {
    match (pointer, index) {
        (pointer, Expr::Operand(Operand::Int(0))) => pointer,
        (Expr::Offset(base, inner, 1), Expr::Operand(Operand::Int(number)))
            if matches!(*inner, Expr::Operand(Operand::Int(_)))
                && matches!(*base, Expr::Operand(Operand::Global(_))) =>
        {
            let before = match *inner {
                Expr::Operand(Operand::Int(before)) => before,
                _ => 0,
            };
            let bytes = before.wrapping_add(number.wrapping_mul(scale));
            offset(*base, Expr::Operand(Operand::Int(bytes)), 1)
        }
        (pointer, Expr::Operand(Operand::Int(number))) => {
            let bytes = Expr::Operand(Operand::Int(number.wrapping_mul(scale)));
            Expr::Offset(Box::new(pointer), Box::new(bytes), 1)
        }
        (pointer, index) => Expr::Offset(Box::new(pointer), Box::new(index), scale),
    }
}
