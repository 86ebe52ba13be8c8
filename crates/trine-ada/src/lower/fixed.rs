//! Fixed point types: values are whole multiples of the small of their type (RM 3.5.9), and computed as such.
//!
//! What is not a multiple is cut towards zero, as GNAT does; where that happens it is a printed assumption.

use trine_base::Span;
use trine_program as ir;
use trine_program::{BinaryOp, Operand};

use super::entity::Entity;
use super::expression::{Value, between};
use super::lowering::Lowering;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

/// A positive fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    fn new(over: i128, under: i128) -> Fraction {
        let (mut a, mut b) = (over.abs(), under.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let shared = a.max(1);
        Fraction { over: over / shared, under: under / shared }
    }

    /// The number that a literal writes, which is a decimal one.
    fn of_literal(value: f64) -> Option<Fraction> {
        let text = format!("{value}");
        let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
        let digits: i128 = format!("{whole}{rest}").parse().ok()?;
        let under = 10i128.checked_pow(u32::try_from(rest.len()).ok()?)?;
        (digits.abs() < 1 << 62 && under < 1 << 62).then(|| Fraction::new(digits, under))
    }

    fn times(self, other: Fraction) -> Option<Fraction> {
        let over = self.over.checked_mul(other.over)?;
        Some(Fraction::new(over, self.under.checked_mul(other.under)?))
    }

    fn over(self, other: Fraction) -> Option<Fraction> {
        self.times(Fraction { over: other.under, under: other.over })
    }
}

impl Lowering {
    /// A fixed point type, by its delta; with digits it is a decimal one, whose small is the delta.
    pub fn fixed_kind(
        &mut self,
        id: TypeId,
        name: &Ident,
        delta: &Expr,
        digits: Option<&Expr>,
        range: Option<&Expr>,
    ) -> Kind {
        let unknown = || Kind::Unknown(format!("a fixed-point type ({})", name.text));
        let Some(delta) = self.real_constant(delta).filter(|delta| *delta > 0.0) else {
            return unknown();
        };
        let small = match digits {
            Some(_) => Fraction::of_literal(delta),
            None => {
                let power = delta.log2().floor() as i32;
                let exact = 2f64.powi(power);
                let power = if exact > delta { power - 1 } else { power };
                match power {
                    0..=40 => Some(Fraction { over: 1 << power, under: 1 }),
                    -40..=-1 => Some(Fraction { over: 1, under: 1 << -power }),
                    _ => None,
                }
            }
        };
        let Some(small) = small else { return unknown() };
        let digits = match digits {
            None => None,
            Some(digits) => match self.constant(digits) {
                Some(digits @ 1..=18) => Some(10i64.pow(digits as u32) - 1),
                _ => return unknown(),
            },
        };
        self.types.all[id].small = Some(small);
        let range = match range.map(|range| self.real_range(range)) {
            Some(Some((low, high))) => {
                let (low, high) = (self.multiple(low, small), self.multiple(high, small));
                // A bound that is no multiple leaves open which values are inside.
                match (low, high) {
                    (Some((low, true)), Some((high, true))) => Some((low, high)),
                    _ => None,
                }
            }
            Some(None) => None,
            None => digits.map(|most| (-most, most)),
        };
        match range {
            Some((low, high)) => {
                let (low, high) = (Bound::Predefined(low), Bound::Predefined(high));
                Kind::Discrete { low, high, modulus: 0, literals: Default::default() }
            }
            None => unknown(),
        }
    }

    /// The small of a fixed point type; none for other types.
    pub fn small(&self, ty: TypeId) -> Option<Fraction> {
        self.types.all[ty].small
    }

    /// How many times the small a number is, and whether exactly.
    fn multiple(&self, value: f64, small: Fraction) -> Option<(i64, bool)> {
        let sign = if value < 0.0 { -1 } else { 1 };
        let times = Fraction::of_literal(value.abs())?.over(small)?;
        let whole = i64::try_from(times.over / times.under).ok()?;
        Some((sign * whole, times.over % times.under == 0))
    }

    /// A real number where a value of a fixed point type is asked for.
    pub fn fixed_literal(&mut self, value: f64, ty: TypeId, span: Span) -> Option<Value> {
        let small = self.small(ty)?;
        let base = self.types.base(ty);
        Some(match self.multiple(value, small) {
            Some((whole, is_exact)) => {
                if !is_exact {
                    self.note_cut(span);
                }
                Value::new(int(whole), base)
            }
            None => self.unknown("this number", span, Some(base)),
        })
    }

    fn note_cut(&mut self, span: Span) {
        let text = "fixed point numbers that are no multiple of the small are cut towards zero, as GNAT does";
        self.note("fixed-point", text, Some(span));
    }

    /// An operation with a fixed point operand. Nothing, where the rules of whole numbers give the right answer.
    pub fn fixed_operation(
        &mut self,
        op: Binary,
        first: &Value,
        second: &Value,
        wanted: Option<TypeId>,
        literal: bool,
        span: Span,
    ) -> Option<Value> {
        let (left, right) = (self.small(first.ty), self.small(second.ty));
        if left.is_none() && right.is_none() {
            return None;
        }
        let whole = |this: &Lowering, value: &Value| {
            this.types.is_discrete(value.ty) && this.small(value.ty).is_none()
        };
        let result = match op {
            Binary::Multiply | Binary::Divide => wanted.filter(|ty| self.small(*ty).is_some()),
            _ => None,
        };
        let scale = match (op, left, right) {
            (Binary::Multiply, Some(_), None) if whole(self, second) => {
                return Some(self.scaled_product(first, second, first.ty, None, span));
            }
            (Binary::Multiply, None, Some(_)) if whole(self, first) => {
                return Some(self.scaled_product(first, second, second.ty, None, span));
            }
            (Binary::Divide, Some(_), None) if whole(self, second) => {
                self.note_cut(span);
                let base = self.types.base(first.ty);
                let (one, other) = (first.expr.clone(), second.expr.clone());
                return Some(self.divided(BinaryOp::Divide, one, other, base));
            }
            // Literals are exact in a product.
            (Binary::Multiply | Binary::Divide, ..) if literal => None,
            (Binary::Multiply, Some(left), Some(right)) => {
                result.and_then(|ty| left.times(right)?.over(self.small(ty)?).zip(Some(ty)))
            }
            (Binary::Divide, Some(left), Some(right)) => {
                result.and_then(|ty| left.over(right)?.over(self.small(ty)?).zip(Some(ty)))
            }
            (Binary::Multiply | Binary::Divide | Binary::Power, ..) => None,
            (_, Some(left), Some(right)) if left == right => return None,
            _ => None,
        };
        let fits = |number: i128| (1..1 << 30).contains(&number);
        let Some((scale, ty)) = scale.filter(|(scale, _)| fits(scale.over) && fits(scale.under))
        else {
            return Some(self.unknown("this operation of fixed point numbers", span, wanted));
        };
        if op == Binary::Multiply {
            return Some(self.scaled_product(first, second, ty, Some(scale), span));
        }
        self.note_cut(span);
        let over = binary(BinaryOp::Multiply, first.expr.clone(), int(scale.over as i64));
        let under = binary(BinaryOp::Multiply, second.expr.clone(), int(scale.under as i64));
        let base = self.types.base(ty);
        self.small_enough(&[&first.expr, &second.expr]);
        Some(self.divided(BinaryOp::Divide, over, under, base))
    }

    /// Products of numbers beyond 30 bits would leave 64 bits.
    fn small_enough(&mut self, values: &[&ir::Expr]) {
        for value in values {
            let operand = self.operand((*value).clone(), ir::Type::LONG);
            let most = (1 << 30) - 1;
            let condition = between(operand, Operand::Int(-most), Operand::Int(most));
            let condition = self.operand(condition, ir::Type::Bool);
            let otherwise = self.block(|this| {
                this.leave_out("a product of large fixed point numbers is not modelled");
            });
            self.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
        }
    }

    fn scaled_product(
        &mut self,
        first: &Value,
        second: &Value,
        ty: TypeId,
        scale: Option<Fraction>,
        span: Span,
    ) -> Value {
        let base = self.types.base(ty);
        self.small_enough(&[&first.expr, &second.expr]);
        let product = binary(BinaryOp::Multiply, first.expr.clone(), second.expr.clone());
        let Some(scale) = scale else { return Value::new(product, base) };
        if scale.over != 1 {
            return self.unknown("this product of fixed point numbers", span, Some(base));
        }
        self.note_cut(span);
        self.divided(BinaryOp::Divide, product, int(scale.under as i64), base)
    }

    /// A conversion from or to a fixed point type. Nothing, where there is none.
    pub fn fixed_conversion(&mut self, value: &Value, ty: TypeId, span: Span) -> Option<Value> {
        let (from, to) = (self.small(value.ty), self.small(ty));
        if from.is_none() && to.is_none() {
            return None;
        }
        let one = Fraction { over: 1, under: 1 };
        let discrete = |this: &Lowering, ty: TypeId| this.types.is_discrete(ty);
        let known = discrete(self, value.ty) && discrete(self, ty);
        let scale = from.unwrap_or(one).over(to.unwrap_or(one)).filter(|_| known);
        let fits = |number: i128| (1..1 << 30).contains(&number);
        let Some(scale) = scale.filter(|scale| fits(scale.over) && fits(scale.under)) else {
            return Some(self.unknown("this conversion of a fixed point number", span, Some(ty)));
        };
        let base = self.types.base(ty);
        if scale == one {
            let value = Value::new(value.expr.clone(), base);
            let operand = self.operand(value.expr, ir::Type::LONG);
            let sum = binary(BinaryOp::Add, ir::Expr::Operand(operand), int(0));
            let fit = self.fit(Value::new(sum, base), ty, span);
            return Some(Value::new(fit, ty));
        }
        self.small_enough(&[&value.expr]);
        let over = binary(BinaryOp::Multiply, value.expr.clone(), int(scale.over as i64));
        let under = scale.under as i64;
        let whole = match to {
            Some(_) => {
                if under != 1 {
                    self.note_cut(span);
                }
                self.divided(BinaryOp::Divide, over, int(under), base)
            }
            // To a whole number it is rounded, away from zero in the middle (RM 4.6(33)).
            None => {
                let over = self.operand(over, ir::Type::LONG);
                let half = self.temp(ir::Type::LONG);
                self.emit(ir::StmtKind::Set(half, int(under)));
                let negative = binary(BinaryOp::Less, ir::Expr::Operand(over), int(0));
                let condition = self.operand(negative, ir::Type::Bool);
                let then = self.block(|this| this.emit(ir::StmtKind::Set(half, int(-under))));
                self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
                let twice = binary(BinaryOp::Multiply, ir::Expr::Operand(over), int(2));
                let sum = binary(BinaryOp::Add, twice, ir::Expr::Operand(Operand::Var(half)));
                self.divided(BinaryOp::Divide, sum, int(2 * under), base)
            }
        };
        let fit = self.fit(whole, ty, span);
        Some(Value::new(fit, ty))
    }

    /// The value of a real literal or named number.
    pub fn real_literal(&self, expr: &Expr) -> Option<f64> {
        match &expr.kind {
            ExprKind::Real(value) => Some(*value),
            ExprKind::Unary(Unary::Minus, inner) => Some(-self.real_literal(inner)?),
            ExprKind::Name(_) | ExprKind::Selected(..) => {
                self.entities(expr).into_iter().find_map(|entity| match entity {
                    Entity::Real(value) => Some(value),
                    _ => None,
                })
            }
            _ => None,
        }
    }
}
