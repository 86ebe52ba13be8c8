//! Operators and conversions as C has them: at the width of a type, on numbers and on pointers.
//!
//! A signed number that is too large is a fault, and goes on as the machine goes on: with its lowest bits.

use super::Fault;
use super::block::Life;
use super::eval::NoValue;
use super::heap::Cell;
use super::run::Run;
use super::value::Value;
use crate::program::*;

impl Run<'_, '_> {
    /// An operator on two values of a type.
    pub fn typed(
        &mut self,
        op: BinaryOp,
        ty: Type,
        left: Value,
        right: Value,
    ) -> Result<Value, NoValue> {
        match (left, right) {
            (Value::Int(left), Value::Int(right)) if ty != Type::Reference => {
                self.whole(op, ty, left, right)
            }
            _ if left.is_reference() || right.is_reference() || ty == Type::Reference => {
                Ok(pointers(op, left, right))
            }
            _ => self.not_known(op, ty, right),
        }
    }

    /// What is not known may be too large, or zero.
    fn not_known(&mut self, op: BinaryOp, ty: Type, right: Value) -> Result<Value, NoValue> {
        use BinaryOp::*;
        if matches!(op, Divide | Remainder) && right == Value::Int(0) {
            return Err(NoValue::Error(ErrorKind::Division));
        }
        if matches!(op, Divide | Remainder) && !matches!(right, Value::Int(_)) {
            return Err(NoValue::Perhaps(ErrorKind::Division));
        }
        let signed = matches!(ty, Type::Int { signed: true, .. });
        let may = match op {
            Add | Subtract | Multiply => signed,
            Divide | Remainder => signed && right == Value::Int(-1),
            ShiftLeft => signed || !matches!(right, Value::Int(_)),
            ShiftRight => !matches!(right, Value::Int(_)),
            _ => false,
        };
        if may {
            self.perhaps(Fault::Overflow);
        }
        Ok(Value::Unknown)
    }

    fn whole(&mut self, op: BinaryOp, ty: Type, left: i64, right: i64) -> Result<Value, NoValue> {
        match whole(op, ty, left, right) {
            Whole::Is(value) => Ok(value),
            Whole::Wraps(value) => {
                let text =
                    "a signed number that is too large for its type wraps, as on the machine";
                self.assume("overflow-wraps", text.to_string());
                self.fault(Fault::Overflow);
                Ok(value)
            }
            Whole::TooFar => {
                self.fault(Fault::Overflow);
                Ok(Value::Unknown)
            }
            Whole::Stops(error) => Err(NoValue::Error(error)),
        }
    }

    /// A value as one of another kind.
    pub fn convert(&mut self, conversion: Conversion, value: Value) -> Value {
        match (conversion, value) {
            (Conversion::IntToPointer, Value::Int(0)) => Value::Null,
            (Conversion::IntToPointer, value) => value,
            (Conversion::PointerToInt(_), Value::Null) => Value::Int(0),
            (Conversion::PointerToInt(ty), value) => self.cut(ty, value),
            (Conversion::FloatToInt(ty), Value::Float(bits)) => {
                let number = f64::from_bits(bits).trunc();
                let (low, high) = match ty {
                    Type::Int { bits, signed: true } => {
                        let beyond = 2f64.powi(i32::from(bits) - 1);
                        (-beyond, beyond)
                    }
                    Type::Int { bits, signed: false } => (0.0, 2f64.powi(i32::from(bits))),
                    // Any number but 0 is true.
                    _ => return Value::truth(f64::from_bits(bits) != 0.0),
                };
                if !(low <= number && number < high) {
                    self.fault(Fault::Overflow);
                    return Value::Unknown;
                }
                Value::Int(number as i128 as i64).kept_as(ty)
            }
            (Conversion::IntToFloat { from, single }, Value::Int(number)) => {
                let unsigned = from == Type::Int { bits: 64, signed: false };
                let float = match (unsigned, single) {
                    (true, true) => f64::from(number as u64 as f32),
                    (true, false) => number as u64 as f64,
                    (false, true) => f64::from(number as f32),
                    (false, false) => number as f64,
                };
                Value::Float(float.to_bits())
            }
            (Conversion::FloatToInt(_), _) => {
                self.perhaps(Fault::Overflow);
                Value::Unknown
            }
            (Conversion::IntToFloat { .. }, _) => Value::Unknown,
        }
    }

    /// As a cell of this type keeps it. A pointer stays one only where there is room for it.
    pub fn cut(&self, ty: Type, value: Value) -> Value {
        let wide = u32::from(self.machine.program.pointer_bytes) * 8;
        match (value, ty) {
            (value, Type::Int { bits, .. }) if value.is_reference() && u32::from(bits) < wide => {
                Value::Unknown
            }
            (value, Type::Bool) if value.is_reference() => Value::truth(value != Value::Null),
            (value, ty) => value.kept_as(ty),
        }
    }

    /// A pointer, so many bytes further on.
    pub fn offset(&self, pointer: Value, count: Value, scale: i64) -> Result<Value, NoValue> {
        let distance = match count {
            Value::Int(count) => count.checked_mul(scale),
            _ if pointer == Value::Undefined => return Ok(Value::Undefined),
            _ => return Ok(Value::Unknown),
        };
        let outside = Err(NoValue::Error(ErrorKind::Memory(MemoryError::Outside)));
        let Some(distance) = distance else { return outside };
        match pointer {
            _ if distance == 0 => Ok(pointer),
            Value::Null => Ok(Value::Int(distance)),
            Value::Int(address) => Ok(Value::Int(address.wrapping_add(distance))),
            Value::Pointer(object, at) => {
                let bytes = match self.state.cell(object) {
                    Cell::Block(block) => block.bytes,
                    _ => return Ok(Value::Unknown),
                };
                match at.checked_add(distance) {
                    Some(at) if u64::try_from(at).is_ok_and(|at| at <= bytes) => {
                        Ok(Value::Pointer(object, at))
                    }
                    _ => outside,
                }
            }
            Value::Undefined => Ok(Value::Undefined),
            _ => Ok(Value::Unknown),
        }
    }

    /// Whether a pointer is into a block that can be used.
    pub fn is_alive(&self, pointer: Value) -> bool {
        match pointer {
            Value::Pointer(object, _) => {
                matches!(self.state.cell(object), Cell::Block(block) if block.life == Life::Alive)
            }
            _ => false,
        }
    }
}

/// Whether two values are the same address; none where that is not known.
fn same_address(left: Value, right: Value) -> Option<bool> {
    let number = |value: Value| match value {
        Value::Null => Some(0),
        Value::Int(number) => Some(number),
        _ => None,
    };
    match (number(left), number(right)) {
        (Some(left), Some(right)) => Some(left == right),
        // No object is in the first page, or in the upper half of the addresses.
        (Some(number), None) | (None, Some(number)) => {
            let pointer = left.is_reference() || right.is_reference();
            (pointer && number < 4096).then_some(false)
        }
        (None, None) if left.is_reference() && right.is_reference() => Some(left == right),
        (None, None) => None,
    }
}

/// An operator on pointers, or on whole numbers one of which is a pointer that was cast.
fn pointers(op: BinaryOp, left: Value, right: Value) -> Value {
    use BinaryOp::*;
    let same = same_address(left, right);
    let order = match (left, right) {
        (Value::Pointer(one, left), Value::Pointer(other, right)) if one == other => {
            Some(left.cmp(&right))
        }
        _ if same == Some(true) => Some(std::cmp::Ordering::Equal),
        _ => None,
    };
    let answer = match op {
        Equal => same,
        NotEqual => same.map(|same| !same),
        Less => order.map(|order| order.is_lt()),
        LessEqual => order.map(|order| order.is_le()),
        Greater => order.map(|order| order.is_gt()),
        GreaterEqual => order.map(|order| order.is_ge()),
        Subtract => {
            return match (left, right) {
                (Value::Pointer(one, left), Value::Pointer(other, right)) if one == other => {
                    Value::Int(left - right)
                }
                (Value::Pointer(block, at), Value::Int(number)) => {
                    Value::Pointer(block, at.wrapping_sub(number))
                }
                _ if same == Some(true) => Value::Int(0),
                (left, Value::Int(0) | Value::Null) => left,
                _ => Value::Unknown,
            };
        }
        Add => {
            return match (left, right) {
                (Value::Pointer(block, at), Value::Int(number))
                | (Value::Int(number), Value::Pointer(block, at)) => {
                    Value::Pointer(block, at.wrapping_add(number))
                }
                (other, Value::Int(0)) | (Value::Int(0), other) => other,
                _ => Value::Unknown,
            };
        }
        _ => None,
    };
    answer.map_or(Value::Unknown, Value::truth)
}

/// What comes of an operator on two whole numbers.
pub enum Whole {
    Is(Value),
    /// It does not fit into the signed type: its lowest bits.
    Wraps(Value),
    /// A shift by more than the type has bits.
    TooFar,
    /// The machine stops the program.
    Stops(ErrorKind),
}

/// An operator on whole numbers of a type.
pub fn whole(op: BinaryOp, ty: Type, left: i64, right: i64) -> Whole {
    use BinaryOp::*;
    let (bits, signed) = match ty {
        Type::Int { bits, signed } => (u32::from(bits), signed),
        _ => (1, false),
    };
    let wide = |number: i64| match signed {
        true => i128::from(number),
        false => i128::from(number as u64 & (u64::MAX >> (64 - bits))),
    };
    let (a, b) = (wide(left), wide(right));
    let truth = |answer: bool| Whole::Is(Value::truth(answer));
    let result = match op {
        Add => a + b,
        Subtract => a - b,
        // Of unsigned numbers only the lowest bits count.
        Multiply => a.wrapping_mul(b),
        Divide | Remainder if b == 0 => return Whole::Stops(ErrorKind::Division),
        Divide | Remainder if signed && b == -1 && a == -(1 << (bits - 1)) => {
            return Whole::Stops(ErrorKind::Overflow);
        }
        Divide => a / b,
        Remainder => a % b,
        ShiftLeft | ShiftRight if !(0..i64::from(bits)).contains(&right) => return Whole::TooFar,
        ShiftLeft => a << right,
        ShiftRight => a >> right,
        BitAnd => a & b,
        BitOr => a | b,
        BitXor => a ^ b,
        Equal => return truth(a == b),
        NotEqual => return truth(a != b),
        Less => return truth(a < b),
        LessEqual => return truth(a <= b),
        Greater => return truth(a > b),
        GreaterEqual => return truth(a >= b),
        And | Or | ShiftRightUnsigned | Float(_) => {
            trine_base::cannot_happen!("{op:?} is no operator on whole numbers of a type")
        }
    };
    let fits = (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&result);
    let value = Value::Int(result as i64).kept_as(ty);
    match signed && (!fits || op == ShiftLeft && a < 0) {
        true => Whole::Wraps(value),
        false => Whole::Is(value),
    }
}
