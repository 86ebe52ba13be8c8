//! What is computed of one input and of constants, where nothing else depends on the input: any number of a range, and
//! each of them can come out.

use trine_system::{BinaryOp, FloatBinary, FloatUnary, UnaryOp, Width};

use super::super::abstract_state::AbstractState;
use super::super::build::Builder;
use super::super::eval::Binding;
use super::super::value::{Value, number_type};
use super::{Kind, MOST, comparison, cut, range_of, size, undecided};
use crate::program::*;

/// So many whole numbers are as good as all numbers in floating point between them.
const DENSE: i128 = 1 << 32;

/// All numbers between two.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Image {
    Whole(i64, i64),
    Real(f64, f64),
}

impl Builder<'_, '_> {
    /// The range of what an expression comes to, if it depends on one input that is not used again.
    pub fn image_of(
        &mut self,
        config: &AbstractState,
        var: VarId,
        expr: &Expr,
    ) -> Option<((i64, i64), Kind)> {
        let mut inputs = Vec::new();
        crate::flat::of_expr(expr, &mut |operands| {
            inputs.extend(operands.iter().filter_map(|operand| undecided(config, *operand)));
        });
        let [id] = inputs[..] else { return None };
        if self.is_used_again(config, var, id) {
            return None;
        }
        match self.image(config, expr)? {
            Image::Whole(low, high) => {
                let few = size((low, high)) <= MOST;
                let kind = match Kind::of(id) {
                    Kind::Moment if !few => Kind::Moment,
                    _ => Kind::Whole,
                };
                Some(((low, high), kind))
            }
            Image::Real(low, high) => Some(((key(low), key(high)), Kind::Real)),
        }
    }

    /// Whether an input is known to more than the next instruction, which sets a variable.
    fn is_used_again(&mut self, config: &AbstractState, var: VarId, id: u32) -> bool {
        let Some((top, below)) = config.frames.split_last() else { return true };
        let holds = |value: &Value| *value == Value::Input(id);
        if below.iter().any(|frame| frame.vars.iter().any(holds)) {
            return true;
        }
        let held =
            (0..top.vars.len()).filter(|at| holds(&top.vars[*at])).map(|at| VarId(at as u32));
        let held: Vec<VarId> = held.collect();
        held.into_iter().any(|held| held != var && self.is_used(config, held))
    }

    fn image(&mut self, config: &AbstractState, expr: &Expr) -> Option<Image> {
        match expr {
            Expr::Operand(operand) => {
                let id = undecided(config, *operand)?;
                let (low, high) = *config.heap.inputs.get(&id)?;
                Some(match Kind::of(id) {
                    Kind::Real => Image::Real(unkey(low), unkey(high)),
                    Kind::Whole | Kind::Moment => Image::Whole(low, high),
                })
            }
            Expr::Cut(ty, inner) => match self.image(config, inner)? {
                Image::Whole(low, high) => {
                    let (least, most) = number_type(*ty).and_then(range_of)?;
                    (least <= low && high <= most).then_some(Image::Whole(low, high))
                }
                Image::Real(..) => None,
            },
            Expr::Unary(op, width, inner) => of_unary(*op, *width, self.image(config, inner)?),
            Expr::Binary(op, width, left, right) => {
                match (self.known_number(config, left), self.known_number(config, right)) {
                    (None, Some(constant)) => {
                        of_binary(*op, *width, self.image(config, left)?, constant)
                    }
                    (Some(constant), None) => {
                        let image = self.image(config, right)?;
                        of_mirrored(*op, *width, constant, image)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn known_number(&mut self, config: &AbstractState, expr: &Expr) -> Option<Value> {
        match self.eval(config, expr) {
            Binding::Static(value @ (Value::Int(_) | Value::Float(_))) => Some(value),
            _ => None,
        }
    }
}

fn of_unary(op: UnaryOp, width: Width, image: Image) -> Option<Image> {
    match (op, image) {
        (UnaryOp::Negate, Image::Whole(low, high)) => {
            let least = if width == Width::W64 { i64::MIN } else { i64::from(i32::MIN) };
            (low > least).then(|| Image::Whole(-high, -low))
        }
        (UnaryOp::Not, Image::Whole(0, 1)) => Some(image),
        (UnaryOp::Float(op), Image::Whole(low, high)) => match op {
            FloatUnary::Of if size((low, high)) >= DENSE => {
                Some(Image::Real(low as f64, high as f64))
            }
            _ => None,
        },
        (UnaryOp::Float(op), Image::Real(low, high)) => match op {
            FloatUnary::Negate => Some(Image::Real(-high, -low)),
            FloatUnary::Single => Some(Image::Real(f64::from(low as f32), f64::from(high as f32))),
            FloatUnary::SquareRoot if low >= 0.0 => Some(Image::Real(low.sqrt(), high.sqrt())),
            FloatUnary::ToInt => Some(Image::Whole(i64::from(low as i32), i64::from(high as i32))),
            FloatUnary::ToLong => Some(Image::Whole(low as i64, high as i64)),
            _ => None,
        },
        _ => None,
    }
}

/// An operator between a range and a constant to its right.
fn of_binary(op: BinaryOp, width: Width, image: Image, constant: Value) -> Option<Image> {
    match (image, constant) {
        (Image::Whole(low, high), Value::Int(constant)) => {
            of_whole(op, width, (low, high), constant)
        }
        (Image::Real(low, high), Value::Float(bits)) => {
            let BinaryOp::Float(op) = op else { return None };
            let constant = f64::from_bits(bits);
            let ends = match op {
                FloatBinary::Add => (low + constant, high + constant),
                FloatBinary::Subtract => (low - constant, high - constant),
                FloatBinary::Multiply if constant > 0.0 => (low * constant, high * constant),
                FloatBinary::Multiply if constant < 0.0 => (high * constant, low * constant),
                FloatBinary::Divide if constant > 0.0 => (low / constant, high / constant),
                FloatBinary::Divide if constant < 0.0 => (high / constant, low / constant),
                _ => {
                    // Any input in floating point will do to ask by.
                    let (op, constant) = comparison(1, BinaryOp::Float(op), Value::Float(bits))?;
                    return truth((key(low), key(high)), op, constant);
                }
            };
            (ends.0.is_finite() && ends.1.is_finite()).then_some(Image::Real(ends.0, ends.1))
        }
        _ => None,
    }
}

fn of_mirrored(op: BinaryOp, width: Width, constant: Value, image: Image) -> Option<Image> {
    match (op, image, constant) {
        (BinaryOp::Add, ..) | (BinaryOp::Float(FloatBinary::Add | FloatBinary::Multiply), ..) => {
            of_binary(op, width, image, constant)
        }
        (BinaryOp::Float(FloatBinary::Subtract), Image::Real(low, high), Value::Float(bits)) => {
            let constant = f64::from_bits(bits);
            let ends = (constant - high, constant - low);
            (ends.0.is_finite() && ends.1.is_finite()).then_some(Image::Real(ends.0, ends.1))
        }
        _ if super::is_comparison(op) => of_binary(super::mirrored(op), width, image, constant),
        (BinaryOp::Float(op), ..) if super::is_comparison(op.whole()) => {
            of_binary(super::mirrored(BinaryOp::Float(op)), width, image, constant)
        }
        _ => None,
    }
}

fn of_whole(op: BinaryOp, width: Width, range: (i64, i64), constant: i64) -> Option<Image> {
    let (low, high) = range;
    let most = if width == Width::W64 { i64::MAX } else { i64::from(i32::MAX) };
    let moved = |by: i128| {
        let (from, to) = (i128::from(low) + by, i128::from(high) + by);
        let inside = from >= -i128::from(most) - 1 && to <= i128::from(most);
        if inside {
            Some(Image::Whole(from as i64, to as i64))
        } else {
            // All numbers, moved round, are all numbers.
            (low == -most - 1 && high == most).then_some(Image::Whole(low, high))
        }
    };
    match op {
        BinaryOp::Add => moved(i128::from(constant)),
        BinaryOp::Subtract => moved(-i128::from(constant)),
        BinaryOp::Remainder if constant != 0 && constant != i64::MIN => {
            let rest = constant.abs() - 1;
            let enough = i128::from(rest);
            let (below, above) = (-i128::from(low), i128::from(high));
            match (low >= 0, high <= 0) {
                (true, _) => (size(range) > enough).then_some(Image::Whole(0, rest)),
                (_, true) => (size(range) > enough).then_some(Image::Whole(-rest, 0)),
                _ => (below >= enough && above >= enough).then_some(Image::Whole(-rest, rest)),
            }
        }
        BinaryOp::BitAnd if constant >= 0 && constant & (constant + 1) == 0 => {
            (size(range) > i128::from(constant)).then_some(Image::Whole(0, constant))
        }
        op if super::is_comparison(op) => truth(range, op, constant),
        _ => None,
    }
}

/// What a comparison comes to.
fn truth(range: (i64, i64), op: BinaryOp, constant: i64) -> Option<Image> {
    if cut(range, op, constant).len() > 1 {
        return Some(Image::Whole(0, 1));
    }
    let answer = trine_system::value::binary(op, Width::W64, range.0, constant).ok()?;
    Some(Image::Whole(answer, answer))
}

/// A number that is ordered as numbers in floating point are.
pub fn key(number: f64) -> i64 {
    let bits = (number + 0.0).to_bits() as i64;
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// The floating-point number of a key, whose order is that of the numbers.
pub fn unkey(key: i64) -> f64 {
    let bits = if key < 0 { i64::MIN.wrapping_sub(key) } else { key };
    f64::from_bits(bits as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_ordered_as_numbers_are() {
        let numbers = [-1e300, -2.5, -1.0, -1e-300, 0.0, 1e-300, 0.5, 1.0, 7.25, 1e300];
        assert!(numbers.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
        assert!(numbers.iter().all(|number| unkey(key(*number)) == *number));
        assert_eq!(key(-0.0), key(0.0));
    }

    #[test]
    fn what_is_computed_of_a_range_is_a_range() {
        let all = (i64::from(i32::MIN), i64::from(i32::MAX));
        let whole = |op, range, by| of_whole(op, Width::W32, range, by);
        assert_eq!(whole(BinaryOp::Add, (0, 9), 1), Some(Image::Whole(1, 10)));
        assert_eq!(whole(BinaryOp::Add, all, 1), Some(Image::Whole(all.0, all.1)));
        assert_eq!(whole(BinaryOp::Add, (0, all.1), 1), None);
        assert_eq!(whole(BinaryOp::Remainder, all, 3), Some(Image::Whole(-2, 2)));
        assert_eq!(whole(BinaryOp::Remainder, (0, 9), -3), Some(Image::Whole(0, 2)));
        assert_eq!(whole(BinaryOp::Remainder, (4, 5), 3), None);
        assert_eq!(whole(BinaryOp::Less, (0, 9), 3), Some(Image::Whole(0, 1)));
        assert_eq!(whole(BinaryOp::Less, (0, 2), 3), Some(Image::Whole(1, 1)));
        let fraction = Image::Real(0.0, 1.0 - f64::EPSILON);
        let ten = Value::Float(10f64.to_bits());
        let times = of_binary(BinaryOp::Float(FloatBinary::Multiply), Width::W64, fraction, ten);
        let cut =
            of_unary(UnaryOp::Float(FloatUnary::ToInt), Width::W64, times.unwrap_or(fraction));
        assert_eq!(cut, Some(Image::Whole(0, 9)));
    }
}
