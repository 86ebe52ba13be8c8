//! What is known of an expression before anything runs.

use super::entity::Entity;
use super::lowering::Lowering;
use super::operator::{binary_name, unary_name};
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// The type of an expression whose value is known.
    pub fn constant_type(&mut self, expr: &Expr, wanted: Option<TypeId>) -> TypeId {
        match self.type_of(expr) {
            Some(ty) => ty,
            None => wanted.unwrap_or(UNIVERSAL),
        }
    }

    /// The value of a static expression that is a whole number.
    pub fn constant(&mut self, expr: &Expr) -> Option<i64> {
        self.constant_of(expr, None)
    }

    /// The value of an expression that is the same in every execution, where 64 bits hold it.
    pub fn constant_of(&mut self, expr: &Expr, wanted: Option<TypeId>) -> Option<i64> {
        self.exact(expr, wanted).and_then(|value| i64::try_from(value).ok())
    }

    /// As `constant_of`. What is computed beforehand is computed exactly, in up to 127 bits; beyond these
    /// it is not known.
    pub fn exact(&mut self, expr: &Expr, wanted: Option<TypeId>) -> Option<i128> {
        match &expr.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Character(character) => Some(i128::from(u32::from(*character))),
            ExprKind::Name(_) | ExprKind::Selected(..) => {
                let found = self.entities(expr);
                let literal = |want: Option<TypeId>| {
                    found.iter().find_map(|entity| match entity {
                        Entity::Literal(ty, position)
                            if want.is_none_or(|want| self.types.base(want) == *ty) =>
                        {
                            Some(i128::from(*position))
                        }
                        _ => None,
                    })
                };
                match found.first()? {
                    Entity::Number(value) => Some(*value),
                    Entity::Object(object) => object.value.map(i128::from),
                    Entity::Literal(..) => literal(wanted).or_else(|| literal(None)),
                    _ => None,
                }
            }
            ExprKind::Unary(op, inner) => {
                let value = self.exact(inner, wanted)?;
                let ty = self.type_of(inner).or(wanted);
                let modular = ty.is_some_and(|ty| {
                    matches!(self.types.kind(ty), Kind::Discrete { modulus: 1.., .. })
                });
                if modular || self.operator(unary_name(*op), &[inner], wanted).is_some() {
                    return None;
                }
                match op {
                    Unary::Plus => Some(value),
                    Unary::Minus => value.checked_neg(),
                    Unary::Abs => value.checked_abs(),
                    Unary::Not
                        if self.type_of(inner).map(|ty| self.types.base(ty)) == Some(BOOLEAN) =>
                    {
                        Some(1 - value)
                    }
                    Unary::Not => None,
                }
            }
            ExprKind::Binary(op, left, right) => {
                let of_right = self.type_of(right);
                let first = self.exact(left, of_right)?;
                let of_left = self.type_of(left);
                let second = self.exact(right, of_left)?;
                let modular = [of_left, of_right]
                    .into_iter()
                    .flatten()
                    .any(|ty| matches!(self.types.kind(ty), Kind::Discrete { modulus: 1.., .. }));
                let fixed =
                    [of_left, of_right].into_iter().flatten().any(|ty| self.small(ty).is_some());
                if modular
                    || fixed
                    || self.operator(binary_name(*op), &[left, right], wanted).is_some()
                {
                    return None;
                }
                fold(*op, first, second)
            }
            ExprKind::Qualified(mark, inner) => {
                let ty = self.type_named(mark)?;
                let value = self.exact(inner, Some(ty))?;
                let (low, high) = self.types.known_range(ty)?;
                (i128::from(low)..=i128::from(high)).contains(&value).then_some(value)
            }
            ExprKind::Attribute(prefix, word, arguments) => {
                let index = match word.key.as_str() {
                    "first" | "last" | "length" => self.array_index(prefix, arguments)?,
                    "pos" | "val" | "succ" | "pred" | "max" | "min" => self.type_named(prefix)?,
                    _ => return None,
                };
                let (low, high) = match word.key.as_str() {
                    "first" | "last" | "length" => self.types.known_range(index)?,
                    _ => self.types.known_range(self.types.base(index))?,
                };
                let (low, high) = (i128::from(low), i128::from(high));
                let argument = |this: &mut Lowering, number: usize| {
                    let wanted = if word.key == "val" { None } else { Some(index) };
                    this.exact(&arguments.get(number)?.value, wanted)
                };
                // What is outside the type raises an exception where it is evaluated.
                let inside = |value: i128| (low..=high).contains(&value).then_some(value);
                match word.key.as_str() {
                    "first" => Some(low),
                    "last" => Some(high),
                    "length" => Some((high - low + 1).max(0)),
                    "pos" => argument(self, 0),
                    "val" => inside(argument(self, 0)?),
                    "succ" => inside(argument(self, 0)? + 1),
                    "pred" => inside(argument(self, 0)? - 1),
                    "max" => Some(argument(self, 0)?.max(argument(self, 1)?)),
                    "min" => Some(argument(self, 0)?.min(argument(self, 1)?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn fold(op: Binary, left: i128, right: i128) -> Option<i128> {
    let truth = |value: bool| Some(i128::from(value));
    match op {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide => left.checked_div(right),
        Binary::Rem => left.checked_rem(right),
        // The remainder with the sign of the divisor.
        Binary::Mod => match left.checked_rem(right)? {
            rest if rest != 0 && (rest < 0) != (right < 0) => Some(rest + right),
            rest => Some(rest),
        },
        Binary::Power => left.checked_pow(u32::try_from(right).ok()?),
        Binary::Equal => truth(left == right),
        Binary::NotEqual => truth(left != right),
        Binary::Less => truth(left < right),
        Binary::LessEqual => truth(left <= right),
        Binary::Greater => truth(left > right),
        Binary::GreaterEqual => truth(left >= right),
        Binary::And | Binary::AndThen => truth(left != 0 && right != 0),
        Binary::Or | Binary::OrElse => truth(left != 0 || right != 0),
        Binary::Xor | Binary::Concatenate => None,
    }
}
