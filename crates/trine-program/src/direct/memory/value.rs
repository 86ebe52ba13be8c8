//! Abstract values: what a variable of a thread may hold later on. A constant lattice with pointers into known blocks.

use crate::interpret::{ObjectId, Value, Whole, whole};
use crate::program::*;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Abstract {
    Any,
    Is(Value),
    /// A pointer to somewhere in a block.
    Into(ObjectId),
    /// Null, or a pointer into a block that is allocated later.
    Fresh,
    /// A number that is not 0 only where the thread holds this monitor.
    Held(Value),
}

impl Abstract {
    /// A value of the state; any, where the state does not know it.
    pub fn of(value: Value) -> Abstract {
        match value {
            Value::Unknown | Value::Undefined | Value::Input(_) => Abstract::Any,
            value => Abstract::Is(value),
        }
    }

    /// What is one or the other.
    pub fn join(self, other: Abstract) -> Abstract {
        use Abstract::*;
        match (self, other) {
            (one, two) if one == two => one,
            (Is(Value::Pointer(one, _)) | Into(one), Is(Value::Pointer(two, _)) | Into(two))
                if one == two =>
            {
                Into(one)
            }
            (Fresh, Is(Value::Null | Value::Int(0))) | (Is(Value::Null | Value::Int(0)), Fresh) => {
                Fresh
            }
            (Held(of), Is(Value::Int(0))) | (Is(Value::Int(0)), Held(of)) => Held(of),
            _ => Any,
        }
    }

    /// Whether it is true; none where it may be both.
    pub fn truth(self) -> Option<bool> {
        match self {
            Abstract::Is(Value::Int(number)) => Some(number != 0),
            Abstract::Is(Value::Null) => Some(false),
            Abstract::Is(Value::Pointer(..) | Value::Function(_)) => Some(true),
            _ => None,
        }
    }
}

/// The value of an expression. What raises an error has any value: no step comes after it.
pub fn evaluate(expr: &Expr, operand: &mut dyn FnMut(Operand) -> Abstract) -> Abstract {
    use Abstract::*;
    match expr {
        Expr::Operand(of) => operand(*of),
        Expr::Cut(ty, inner) => match evaluate(inner, operand) {
            Is(value @ Value::Int(_)) => Is(value.kept_as(*ty)),
            Is(value) if value.is_reference() && *ty == Type::Bool => Is(Value::Int(1)),
            // Whether there is room for a pointer is not looked at: in a smaller type it is not known.
            Is(value) if value.is_reference() && is_small(*ty) => Any,
            Into(_) | Fresh if is_small(*ty) || *ty == Type::Bool => Any,
            other => other,
        },
        Expr::Typed(op, ty, left, right) => {
            let (left, right) = (evaluate(left, operand), evaluate(right, operand));
            typed(*op, *ty, left, right)
        }
        Expr::Convert(conversion, inner) => {
            let inner = evaluate(inner, operand);
            match (conversion, inner) {
                (Conversion::IntToPointer, Is(Value::Int(0))) => Is(Value::Null),
                (Conversion::IntToPointer, value) => value,
                (Conversion::PointerToInt(_), Is(Value::Null)) => Is(Value::Int(0)),
                (Conversion::PointerToInt(ty), Is(value @ Value::Int(_))) => Is(value.kept_as(*ty)),
                (Conversion::PointerToInt(ty), value) if !is_small(*ty) && *ty != Type::Bool => {
                    value
                }
                _ => Any,
            }
        }
        Expr::Offset(pointer, count, scale) => {
            let (pointer, count) = (evaluate(pointer, operand), evaluate(count, operand));
            let distance = match count {
                Is(Value::Int(count)) => count.checked_mul(*scale),
                _ => None,
            };
            match (pointer, distance) {
                (pointer, Some(0)) => pointer,
                (Is(Value::Pointer(block, at)), Some(distance)) => {
                    at.checked_add(distance).map_or(Into(block), |at| Is(Value::Pointer(block, at)))
                }
                (Is(Value::Pointer(block, _)) | Into(block), _) => Into(block),
                (Fresh, _) => Fresh,
                _ => Any,
            }
        }
        Expr::Unary(op, width, inner) => match evaluate(inner, operand) {
            Is(Value::Int(number)) if !op.is_float() => {
                Is(Value::Int(trine_system::value::unary(*op, *width, number)))
            }
            _ => Any,
        },
        Expr::Binary(op, width, left, right) => {
            let (left, right) = (evaluate(left, operand), evaluate(right, operand));
            match (left, right) {
                (Is(Value::Int(left)), Is(Value::Int(right))) if !op.is_float() => {
                    let result = trine_system::value::binary(*op, *width, left, right);
                    result.map_or(Any, |number| Is(Value::Int(number)))
                }
                _ => Any,
            }
        }
        Expr::Text(..) | Expr::Box(..) | Expr::Unbox(_) | Expr::Opaque(_) => Any,
    }
}

fn is_small(ty: Type) -> bool {
    matches!(ty, Type::Int { bits, .. } if bits < 64)
}

fn typed(op: BinaryOp, ty: Type, left: Abstract, right: Abstract) -> Abstract {
    use Abstract::Is;
    match (left, right) {
        (Is(Value::Int(left)), Is(Value::Int(right))) if ty != Type::Reference => {
            match whole(op, ty, left, right) {
                Whole::Is(value) | Whole::Wraps(value) => Is(value),
                Whole::TooFar | Whole::Stops(_) => Abstract::Any,
            }
        }
        (left, right) => compared(op, left, right),
    }
}

/// Whether two values are equal, where that is certain.
fn compared(op: BinaryOp, left: Abstract, right: Abstract) -> Abstract {
    use Abstract::*;
    let zero = |of: Abstract| matches!(of, Is(Value::Null | Value::Int(0)));
    let address = |of: Abstract| matches!(of, Is(Value::Pointer(..) | Value::Function(_)));
    let same = match (left, right) {
        (Held(of), _) if zero(right) => {
            return match op {
                BinaryOp::NotEqual | BinaryOp::Greater => Held(of),
                _ => Any,
            };
        }
        _ if zero(left) && zero(right) => true,
        _ if zero(left) && address(right) || address(left) && zero(right) => false,
        _ if address(left) && address(right) => left == right,
        _ => return Any,
    };
    match op {
        BinaryOp::Equal => Is(Value::truth(same)),
        BinaryOp::NotEqual => Is(Value::truth(!same)),
        _ => Any,
    }
}
