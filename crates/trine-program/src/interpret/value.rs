//! Values of a running program: numbers, references with identity, and what is not known.

use std::fmt;

use crate::program::*;

/// An object, an array, a box or a string that the execution made, by its place in the heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// What a variable, a field or an element holds.
///
/// Two references are the same object exactly if they are equal here, with one exception: whether two strings with
/// the same text are one object is not defined where one of them was made by the execution
/// (see `Machine::same_reference`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A variable before its first assignment, or one whose value is never asked for again.
    Undefined,
    Int(i64),
    /// In floating point, as its bits.
    Float(u64),
    Null,
    Object(ObjectId),
    /// A string constant of the program.
    String(StringId),
    /// The one box that a class has of this number.
    Boxed(ClassId, i64),
    /// The object that stands for a class.
    Class(ClassId),
    /// Not followed: the result of what is not modelled. An execution that branches on one is tainted.
    Unknown,
    /// A place in a block of memory: so many bytes from its start.
    Pointer(ObjectId, i64),
    /// The address of a function.
    Function(MethodId),
    /// Any number of a range, of the inputs of the thread: nothing has depended on which one it is so far.
    Input(u32),
}

impl Value {
    /// What a cell of this type holds before the first assignment.
    pub fn zero(ty: Type) -> Value {
        match ty {
            Type::Bool | Type::Int { .. } => Value::Int(0),
            Type::Float => Value::Float(0),
            Type::Reference => Value::Null,
        }
    }

    /// 1 or 0.
    pub fn truth(value: bool) -> Value {
        Value::Int(i64::from(value))
    }

    /// As a cell of this type keeps it: whole numbers wrap.
    pub fn kept_as(self, ty: Type) -> Value {
        match (self, ty) {
            (Value::Int(number), Type::Bool) => Value::Int(number & 1),
            (Value::Int(number), Type::Int { bits, signed }) if bits < 64 => {
                let unused = 64 - u32::from(bits);
                Value::Int(match signed {
                    true => (number << unused) >> unused,
                    false => (((number as u64) << unused) >> unused) as i64,
                })
            }
            (other, _) => other,
        }
    }

    /// The number of the operators of [`trine_system::value`]: a whole one, or the bits of one in floating point.
    pub fn number(self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(number),
            Value::Float(bits) => Some(bits as i64),
            _ => None,
        }
    }

    /// Whether it refers to something. (What a cast made of an address does not.)
    pub fn is_reference(self) -> bool {
        matches!(self, Value::Pointer(..) | Value::Function(_) | Value::Object(_))
    }

    /// The object or block that it refers to.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Object(object) | Value::Pointer(object, _) => Some(object),
            _ => None,
        }
    }

    /// Whether the value is decided: not unknown, not undefined and no input.
    pub fn is_known(self) -> bool {
        !matches!(self, Value::Unknown | Value::Undefined | Value::Input(_))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Undefined => out.write_str("-"),
            Value::Int(number) => write!(out, "{number}"),
            Value::Float(bits) => out.write_str(&trine_system::value::show_float(*bits as i64)),
            Value::Null => out.write_str("null"),
            Value::Object(object) => write!(out, "#{}", object.0),
            Value::String(string) => write!(out, "{string}"),
            Value::Boxed(_, number) => write!(out, "box {number}"),
            Value::Class(class) => write!(out, "{class}"),
            Value::Unknown => out.write_str("unknown"),
            Value::Pointer(object, at) => write!(out, "#{}+{at}", object.0),
            Value::Function(method) => write!(out, "&{method}"),
            Value::Input(number) => write!(out, "input {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_wrap_whole_numbers() {
        assert_eq!(Value::Int(200).kept_as(Type::BYTE), Value::Int(-56));
        assert_eq!(Value::Int(-1).kept_as(Type::CHAR), Value::Int(65_535));
        assert_eq!(Value::Int(3).kept_as(Type::Bool), Value::Int(1));
        assert_eq!(Value::Int(i64::MIN).kept_as(Type::LONG), Value::Int(i64::MIN));
        assert_eq!(Value::Null.kept_as(Type::Reference), Value::Null);
    }
}
