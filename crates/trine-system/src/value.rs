//! Arithmetic, as the model defines it.

use crate::{BinaryOp, FaultKind, Type, UnaryOp, Width};

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
            Type::Int { bits: 64, .. } => value,
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
            Type::Int { bits: 64, .. } => (i64::MIN, i64::MAX),
            Type::Int { bits, signed: false } => (0, (1i64 << bits) - 1),
            Type::Int { bits, signed: true } => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
            Type::Enum(_) | Type::Process => (0, 0xff),
            Type::Channel => (0, 0xffff),
            Type::Reference(_) => (0, i64::from(u32::MAX)),
            Type::Range { low, high } => (low, high),
        }
    }
}

#[inline]
pub fn unary(op: UnaryOp, width: Width, value: i64) -> i64 {
    match op {
        UnaryOp::Negate => width.wrap(value.wrapping_neg()),
        UnaryOp::Not => i64::from(value == 0),
        UnaryOp::Complement => width.wrap(!value),
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
    })
}
