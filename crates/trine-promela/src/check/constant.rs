//! Works out constant expressions: array lengths, capacities, numbers of instances.

use super::{Checker, Meaning};
use crate::ast::*;

impl Checker<'_> {
    /// The value of an expression of constants only.
    pub(super) fn constant(&self, expr: &Expr) -> Option<i32> {
        Some(match &expr.kind {
            ExprKind::Number(value) => *value,
            ExprKind::Variable(variable) if variable.path.len() == 1 => {
                self.constants.get(&variable.base().name)?.0
            }
            ExprKind::Unary(operator, inner) => {
                let value = self.constant(inner)?;
                match operator {
                    UnaryOp::Minus => value.wrapping_neg(),
                    UnaryOp::Not => i32::from(value == 0),
                    UnaryOp::Complement => !value,
                }
            }
            ExprKind::Binary(operator, left, right) => {
                fold(*operator, self.constant(left)?, self.constant(right)?)?
            }
            ExprKind::Conditional(test, yes, no) => {
                if self.constant(test)? != 0 {
                    self.constant(yes)?
                } else {
                    self.constant(no)?
                }
            }
            _ => return None,
        })
    }

    /// As `constant`, but a scalar may stand there, and counts for its initial value.
    pub(super) fn constant_or_initial(&mut self, expr: &Expr, what: &str) -> Option<i32> {
        if let Some(value) = self.constant(expr) {
            return Some(value);
        }
        if let ExprKind::Variable(variable) = &expr.kind
            && variable.path.len() == 1
            && variable.path[0].index.is_none()
            && let Some(found) = self.find(&variable.base().name)
        {
            self.out.meanings[variable.id] = Some(Meaning::Variable(found));
            let initial = self.out.variables[found].constant;
            let value = initial.filter(|value| *value > 0).unwrap_or(8);
            let name = &variable.base().name;
            self.diagnostics.warning(
                format!(
                    "{what} must be constant: `{name}` is taken for {value}, its initial value"
                ),
                expr.span,
            );
            return Some(value);
        }
        self.error(format!("{what} must be a constant"), expr.span);
        None
    }
}

fn fold(operator: BinaryOp, left: i32, right: i32) -> Option<i32> {
    Some(match operator {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide => left.checked_div(right)?,
        BinaryOp::Remainder => left.checked_rem(right)?,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::ShiftLeft => left.wrapping_shl(right as u32),
        BinaryOp::ShiftRight => left.wrapping_shr(right as u32),
        BinaryOp::Less => i32::from(left < right),
        BinaryOp::LessEqual => i32::from(left <= right),
        BinaryOp::Greater => i32::from(left > right),
        BinaryOp::GreaterEqual => i32::from(left >= right),
        BinaryOp::Equal => i32::from(left == right),
        BinaryOp::NotEqual => i32::from(left != right),
        BinaryOp::And => i32::from(left != 0 && right != 0),
        BinaryOp::Or => i32::from(left != 0 || right != 0),
    })
}
