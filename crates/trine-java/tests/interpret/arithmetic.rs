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
    })
}

pub fn float(op: FloatOp, values: &[Value]) -> Value {
    if let (FloatOp::FromInt, [Value::Int(value)]) = (op, values) {
        return Value::Float(*value as f64);
    }
    let numbers: Option<Vec<f64>> = values
        .iter()
        .map(|value| match value {
            Value::Float(number) => Some(*number),
            _ => None,
        })
        .collect();
    let Some(numbers) = numbers else { return Value::Opaque };
    let a = numbers[0];
    let b = numbers.get(1).copied().unwrap_or(0.0);
    let truth = |value: bool| Value::Int(i64::from(value));
    match op {
        FloatOp::Add => Value::Float(a + b),
        FloatOp::Subtract => Value::Float(a - b),
        FloatOp::Multiply => Value::Float(a * b),
        FloatOp::Divide => Value::Float(a / b),
        FloatOp::Remainder => Value::Float(a % b),
        FloatOp::Negate => Value::Float(-a),
        FloatOp::Equal => truth(a == b),
        FloatOp::NotEqual => truth(a != b),
        FloatOp::Less => truth(a < b),
        FloatOp::LessEqual => truth(a <= b),
        FloatOp::Greater => truth(a > b),
        FloatOp::GreaterEqual => truth(a >= b),
        FloatOp::FromInt => Value::Opaque,
        FloatOp::ToInt => Value::Int(i64::from(a as i32)),
        FloatOp::ToLong => Value::Int(a as i64),
        FloatOp::Single => Value::Float(f64::from(a as f32)),
    }
}
