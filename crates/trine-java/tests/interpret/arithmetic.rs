//! Numbers as Java computes them.

use trine_program::*;

use super::Value;

pub fn wrap(width: Width, value: i64) -> i64 {
    match width {
        Width::W32 => i64::from(value as i32),
        Width::W64 => value,
    }
}

pub fn cut(ty: Type, value: Value) -> Value {
    let Value::Int(number) = value else { return value };
    Value::Int(match ty {
        Type::Bool => {
            assert!(number == 0 || number == 1, "a boolean is {number}");
            number
        }
        Type::Int { bits: 8, .. } => i64::from(number as i8),
        Type::Int { bits: 16, signed: true } => i64::from(number as i16),
        Type::Int { bits: 16, signed: false } => i64::from(number as u16),
        Type::Int { bits: 32, .. } => i64::from(number as i32),
        Type::Int { .. } => number,
        Type::Float | Type::Reference => panic!("{number} kept as {ty:?}"),
    })
}

pub fn binary(op: BinaryOp, width: Width, a: i64, b: i64) -> Option<i64> {
    let distance = (b & if width == Width::W64 { 63 } else { 31 }) as u32;
    Some(match op {
        BinaryOp::Add => wrap(width, a.wrapping_add(b)),
        BinaryOp::Subtract => wrap(width, a.wrapping_sub(b)),
        BinaryOp::Multiply => wrap(width, a.wrapping_mul(b)),
        BinaryOp::Divide | BinaryOp::Remainder if b == 0 => return None,
        BinaryOp::Divide => wrap(width, a.wrapping_div(b)),
        BinaryOp::Remainder => wrap(width, a.wrapping_rem(b)),
        BinaryOp::ShiftLeft => wrap(width, a.wrapping_shl(distance)),
        BinaryOp::ShiftRight => wrap(width, a >> distance),
        BinaryOp::ShiftRightUnsigned if width == Width::W64 => ((a as u64) >> distance) as i64,
        BinaryOp::ShiftRightUnsigned => i64::from(((a as u32) >> distance) as i32),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Equal => i64::from(a == b),
        BinaryOp::NotEqual => i64::from(a != b),
        BinaryOp::Less => i64::from(a < b),
        BinaryOp::LessEqual => i64::from(a <= b),
        BinaryOp::Greater => i64::from(a > b),
        BinaryOp::GreaterEqual => i64::from(a >= b),
        BinaryOp::And => i64::from(a != 0 && b != 0),
        BinaryOp::Or => i64::from(a != 0 || b != 0),
        BinaryOp::Float(op) => panic!("{op:?} of {a} and {b}"),
    })
}

pub fn float_unary(op: FloatUnary, a: f64) -> Value {
    match op {
        FloatUnary::Negate => Value::Float(-a),
        FloatUnary::SquareRoot => Value::Float(a.sqrt()),
        FloatUnary::Of | FloatUnary::SingleOf => panic!("{a} is no whole number"),
        FloatUnary::ToInt => Value::Int(i64::from(a as i32)),
        FloatUnary::ToLong => Value::Int(a as i64),
        FloatUnary::Single => Value::Float(f64::from(a as f32)),
    }
}

pub fn float_binary(op: FloatBinary, a: f64, b: f64) -> Value {
    let truth = |value: bool| Value::Int(i64::from(value));
    match op {
        FloatBinary::Add => Value::Float(a + b),
        FloatBinary::Subtract => Value::Float(a - b),
        FloatBinary::Multiply => Value::Float(a * b),
        FloatBinary::Divide => Value::Float(a / b),
        FloatBinary::Remainder => Value::Float(a % b),
        FloatBinary::Equal => truth(a == b),
        FloatBinary::NotEqual => truth(a != b),
        FloatBinary::Less => truth(a < b),
        FloatBinary::LessEqual => truth(a <= b),
        FloatBinary::Greater => truth(a > b),
        FloatBinary::GreaterEqual => truth(a >= b),
    }
}
