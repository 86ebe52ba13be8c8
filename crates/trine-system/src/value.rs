//! Arithmetic, as the model defines it.

use crate::{BinaryOp, FaultKind, FloatBinary, FloatUnary, Type, UnaryOp, Width};

impl Width {
    /// The value in two's complement of this width.
    #[inline]
    pub fn wrap(self, value: i64) -> i64 {
        match self {
            Width::W32 => value as i32 as i64,
            Width::W64 => value,
        }
    }

    #[inline]
    fn bits(self) -> u32 {
        match self {
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }
}

impl Type {
    /// What a cell of this type holds after the assignment of a value.
    #[inline]
    pub fn store(self, value: i64) -> Result<i64, FaultKind> {
        Ok(match self {
            Type::Bool => value & 1,
            Type::Int { bits: 64, .. } | Type::Float => value,
            Type::Int { bits, signed: false } => value & ((1i64 << bits) - 1),
            Type::Int { bits, signed: true } => {
                let unused = 64 - u32::from(bits);
                (value << unused) >> unused
            }
            Type::Enum(_) | Type::Process => value & 0xff,
            Type::Channel => value & 0xffff,
            Type::Reference(_) => value,
            Type::Range { low, high } if value < low || value > high => {
                return Err(FaultKind::Range);
            }
            Type::Range { .. } => value,
        })
    }

    /// The least and the greatest value that a cell can hold.
    pub fn bounds(self) -> (i64, i64) {
        match self {
            Type::Bool => (0, 1),
            Type::Int { bits: 64, .. } | Type::Float => (i64::MIN, i64::MAX),
            Type::Int { bits, signed: false } => (0, (1i64 << bits) - 1),
            Type::Int { bits, signed: true } => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
            Type::Enum(_) | Type::Process => (0, 0xff),
            Type::Channel => (0, 0xffff),
            Type::Reference(_) => (0, i64::from(u32::MAX)),
            Type::Range { low, high } => (low, high),
        }
    }
}

/// The value of an operation on one number. Results wrap at the width; operations on floats work on their bits.
#[inline]
pub fn unary(op: UnaryOp, width: Width, value: i64) -> i64 {
    match op {
        UnaryOp::Negate => width.wrap(value.wrapping_neg()),
        UnaryOp::Not => i64::from(value == 0),
        UnaryOp::Complement => width.wrap(!value),
        UnaryOp::Float(op) => float_unary(op, value),
    }
}

/// The value of an operator whose both sides are evaluated; `And` and `Or` too, for callers that did.
#[inline]
pub fn binary(op: BinaryOp, width: Width, left: i64, right: i64) -> Result<i64, FaultKind> {
    let truth = i64::from;
    Ok(match op {
        BinaryOp::Add => width.wrap(left.wrapping_add(right)),
        BinaryOp::Subtract => width.wrap(left.wrapping_sub(right)),
        BinaryOp::Multiply => width.wrap(left.wrapping_mul(right)),
        BinaryOp::Divide if right == 0 => return Err(FaultKind::Division),
        BinaryOp::Divide => width.wrap(left.wrapping_div(right)),
        BinaryOp::Remainder if right == 0 => return Err(FaultKind::Division),
        BinaryOp::Remainder => width.wrap(left.wrapping_rem(right)),
        BinaryOp::ShiftLeft => width.wrap(left.wrapping_shl(right as u32 % width.bits())),
        BinaryOp::ShiftRight => width.wrap(left) >> (right as u32 % width.bits()),
        BinaryOp::ShiftRightUnsigned => match width {
            Width::W32 => i64::from(((left as u32) >> (right as u32 % 32)) as i32),
            Width::W64 => ((left as u64) >> (right as u32 % 64)) as i64,
        },
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::Equal => truth(left == right),
        BinaryOp::NotEqual => truth(left != right),
        BinaryOp::Less => truth(left < right),
        BinaryOp::LessEqual => truth(left <= right),
        BinaryOp::Greater => truth(left > right),
        BinaryOp::GreaterEqual => truth(left >= right),
        BinaryOp::And => truth(left != 0 && right != 0),
        BinaryOp::Or => truth(left != 0 || right != 0),
        BinaryOp::Float(op) => float_binary(op, float(left), float(right)),
    })
}

/// The number in floating point that a cell holds.
pub fn float(value: i64) -> f64 {
    f64::from_bits(value as u64)
}

/// That number as people write it.
pub fn show_float(value: i64) -> String {
    let number = float(value);
    match number.is_infinite() {
        true if number > 0.0 => "Infinity".to_string(),
        true => "-Infinity".to_string(),
        false => format!("{number:?}"),
    }
}

/// What a cell holds that holds this number. There is one way only to be no number.
pub fn of_float(number: f64) -> i64 {
    if number.is_nan() { f64::NAN } else { number }.to_bits() as i64
}

fn float_unary(op: FloatUnary, value: i64) -> i64 {
    match op {
        FloatUnary::Negate => of_float(-float(value)),
        FloatUnary::SquareRoot => of_float(float(value).sqrt()),
        FloatUnary::Single => of_float(f64::from(float(value) as f32)),
        FloatUnary::Of => of_float(value as f64),
        FloatUnary::SingleOf => of_float(f64::from(value as f32)),
        FloatUnary::ToInt => i64::from(float(value) as i32),
        FloatUnary::ToLong => float(value) as i64,
    }
}

fn float_binary(op: FloatBinary, left: f64, right: f64) -> i64 {
    let truth = i64::from;
    match op {
        FloatBinary::Add => of_float(left + right),
        FloatBinary::Subtract => of_float(left - right),
        FloatBinary::Multiply => of_float(left * right),
        FloatBinary::Divide => of_float(left / right),
        FloatBinary::Remainder => of_float(left % right),
        FloatBinary::Equal => truth(left == right),
        FloatBinary::NotEqual => truth(left != right),
        FloatBinary::Less => truth(left < right),
        FloatBinary::LessEqual => truth(left <= right),
        FloatBinary::Greater => truth(left > right),
        FloatBinary::GreaterEqual => truth(left >= right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_floating_point_are_computed_by_their_bits() {
        let of = |op, left, right| {
            binary(BinaryOp::Float(op), Width::W32, of_float(left), of_float(right))
        };
        assert_eq!(of(FloatBinary::Add, 0.1, 0.2), Ok(of_float(0.1 + 0.2)));
        assert_eq!(of(FloatBinary::Divide, 1.0, 0.0), Ok(of_float(f64::INFINITY)));
        assert_eq!(of(FloatBinary::Divide, 0.0, 0.0), Ok(of_float(f64::NAN)));
        assert_eq!(of(FloatBinary::Remainder, -7.5, 2.0), Ok(of_float(-1.5)));
        assert_eq!(of(FloatBinary::Equal, 0.0, -0.0), Ok(1));
        assert_eq!(of(FloatBinary::Equal, f64::NAN, f64::NAN), Ok(0));
        assert_eq!(of(FloatBinary::Less, -2.0, -1.0), Ok(1));
        let shown = [0.5, -0.0, 100.0, f64::NAN, f64::NEG_INFINITY].map(of_float).map(show_float);
        assert_eq!(shown, ["0.5", "-0.0", "100.0", "NaN", "-Infinity"]);
        let one = |op, value| unary(UnaryOp::Float(op), Width::W32, value);
        assert_eq!(one(FloatUnary::Of, -3), of_float(-3.0));
        // As a double, it is half-way between two others.
        let twice = (1 << 60) + (1 << 36) + 1;
        assert_eq!(one(FloatUnary::SingleOf, twice), of_float(((1_u64 << 60) + (1 << 37)) as f64));
        assert_ne!(
            one(FloatUnary::Single, one(FloatUnary::Of, twice)),
            one(FloatUnary::SingleOf, twice)
        );
        assert_eq!(one(FloatUnary::ToInt, of_float(-2.9)), -2);
        assert_eq!(one(FloatUnary::ToInt, of_float(1e10)), i64::from(i32::MAX));
        assert_eq!(one(FloatUnary::ToLong, of_float(f64::NAN)), 0);
        assert_eq!(one(FloatUnary::Single, of_float(0.1)), of_float(f64::from(0.1_f32)));
    }
}
