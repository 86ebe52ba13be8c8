//! What is known of an expression before anything runs.

use super::types::*;
use super::world::{Entity, Lowering};
use crate::syntax::*;

impl Lowering {
    /// The type of an expression whose value is known.
    pub fn constant_type(&mut self, expr: &Expr, wanted: Option<TypeId>) -> TypeId {
        match self.type_of(expr) {
            Some(ty) => ty,
            None => wanted.unwrap_or(UNIVERSAL),
        }
    }

    pub fn constant(&mut self, expr: &Expr) -> Option<i64> {
        self.constant_of(expr, None)
    }

    /// The value of an expression that is the same in every execution.
    pub fn constant_of(&mut self, expr: &Expr, wanted: Option<TypeId>) -> Option<i64> {
        match &expr.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Character(character) => Some(i64::from(u32::from(*character))),
            ExprKind::Name(_) | ExprKind::Selected(..) => {
                let found = self.entities(expr);
                let literal = |want: Option<TypeId>| {
                    found.iter().find_map(|entity| match entity {
                        Entity::Literal(ty, position)
                            if want.is_none_or(|want| self.types.base(want) == *ty) =>
                        {
                            Some(*position)
                        }
                        _ => None,
                    })
                };
                match found.first()? {
                    Entity::Number(value) => Some(*value),
                    Entity::Object(object) => object.value,
                    Entity::Literal(..) => literal(wanted).or_else(|| literal(None)),
                    _ => None,
                }
            }
            ExprKind::Unary(op, inner) => {
                let value = self.constant_of(inner, wanted)?;
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
                let (of_left, of_right) = (self.type_of(left), self.type_of(right));
                let modular = [of_left, of_right]
                    .into_iter()
                    .flatten()
                    .any(|ty| matches!(self.types.kind(ty), Kind::Discrete { modulus: 1.., .. }));
                if modular {
                    return None;
                }
                let left = self.constant_of(left, of_right)?;
                let right = self.constant_of(right, of_left)?;
                fold(*op, left, right)
            }
            ExprKind::Qualified(_, inner) => self.constant_of(inner, wanted),
            ExprKind::Attribute(prefix, word, arguments) => {
                let index = match word.key.as_str() {
                    "first" | "last" | "length" => self.array_index(prefix, arguments)?,
                    "pos" | "val" | "succ" | "pred" | "max" | "min" => self.type_named(prefix)?,
                    _ => return None,
                };
                let range = self.types.known_range(index);
                let argument = |this: &mut Lowering, number: usize| {
                    this.constant_of(&arguments.get(number)?.value, Some(index))
                };
                match word.key.as_str() {
                    "first" => range.map(|(low, _)| low),
                    "last" => range.map(|(_, high)| high),
                    "length" => range.map(|(low, high)| (high - low + 1).max(0)),
                    "pos" | "val" => argument(self, 0),
                    "succ" => argument(self, 0).map(|value| value + 1),
                    "pred" => argument(self, 0).map(|value| value - 1),
                    "max" => Some(argument(self, 0)?.max(argument(self, 1)?)),
                    "min" => Some(argument(self, 0)?.min(argument(self, 1)?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn fold(op: Binary, left: i64, right: i64) -> Option<i64> {
    let truth = |value: bool| Some(i64::from(value));
    match op {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide => left.checked_div(right),
        Binary::Rem => left.checked_rem(right),
        Binary::Mod if right > 0 => left.checked_rem_euclid(right),
        Binary::Mod => None,
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
