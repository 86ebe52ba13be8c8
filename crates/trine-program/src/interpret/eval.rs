//! Expressions: they read variables of the executing frame, and make boxes and text.

use trine_system::value::{binary, unary};

use super::heap::Cell;
use super::run::Run;
use super::value::Value;
use crate::program::*;

/// Why an expression has no value yet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NoValue {
    /// It raises this error.
    Error(ErrorKind),
    /// It raises this error or is something that is not known: which of both is not known either.
    Perhaps(ErrorKind),
    /// It depends on which side of a constant an input is.
    Side(u32, BinaryOp, i64),
    /// It depends on which number an input is.
    Which(u32),
}

impl Run<'_, '_> {
    /// What an operand is in the innermost frame.
    pub fn operand(&self, operand: Operand) -> Value {
        match operand {
            Operand::Var(var) => {
                self.thread().top().map_or(Value::Undefined, |frame| frame.vars[var.0 as usize])
            }
            Operand::Int(number) => Value::Int(number),
            Operand::Float(bits) => Value::Float(bits),
            Operand::Null => Value::Null,
            Operand::String(string) => Value::String(string),
            Operand::Class(class) => Value::Class(class),
            Operand::Global(global) => self.address_of(global),
            Operand::Function(method) => Value::Function(method),
        }
    }

    /// The values of operands in the executing frame.
    pub fn operands(&self, operands: &[Operand]) -> Vec<Value> {
        operands.iter().map(|operand| self.operand(*operand)).collect()
    }

    /// The value of an expression that stands at the top of an assignment.
    pub fn eval(&mut self, expr: &Expr) -> Result<Value, NoValue> {
        match expr {
            // A copy depends on nothing.
            Expr::Operand(operand) => Ok(self.operand(*operand)),
            Expr::Text(op, operands) => Ok(self.text(*op, operands)),
            other => self.part(other),
        }
    }

    /// The value of a part of an expression, on which its value depends.
    fn part(&mut self, expr: &Expr) -> Result<Value, NoValue> {
        match expr {
            Expr::Operand(operand) => match self.operand(*operand) {
                Value::Input(id) => Err(NoValue::Which(id)),
                value => Ok(value),
            },
            Expr::Opaque(_) => Ok(Value::Unknown),
            Expr::Text(op, operands) => Ok(self.text(*op, operands)),
            Expr::Cut(ty, inner) => {
                let inner = self.part(inner)?;
                Ok(self.cut(*ty, inner))
            }
            Expr::Typed(op, ty, left, right) => {
                let unsigned = *ty == Type::Int { bits: 64, signed: false };
                if !unsigned && let Some(answer) = self.compare_input(*op, left, right)? {
                    return Ok(answer);
                }
                let (left, right) = (self.part(left)?, self.part(right)?);
                self.typed(*op, *ty, left, right)
            }
            Expr::Convert(conversion, inner) => {
                let inner = self.part(inner)?;
                Ok(self.convert(*conversion, inner))
            }
            Expr::Offset(pointer, count, scale) => {
                let (pointer, count) = (self.part(pointer)?, self.part(count)?);
                self.offset(pointer, count, *scale)
            }
            Expr::Unary(op, width, inner) => Ok(match self.part(inner)?.number() {
                Some(number) => as_result(unary(*op, *width, number), op.is_float()),
                None => Value::Unknown,
            }),
            Expr::Binary(op, width, left, right) => {
                if let Some(answer) = self.compare_input(*op, left, right)? {
                    return Ok(answer);
                }
                let (left, right) = (self.part(left)?, self.part(right)?);
                self.binary(*op, *width, left, right)
            }
            Expr::Box(boxing, inner) => Ok(match self.part(inner)? {
                Value::Int(number) => self.boxed(*boxing, number),
                _ => Value::Unknown,
            }),
            Expr::Unbox(inner) => match self.part(inner)? {
                Value::Boxed(_, number) => Ok(Value::Int(number)),
                Value::Object(object) => match self.state.cell(object) {
                    Cell::Box(_, number) => Ok(Value::Int(*number)),
                    _ => Ok(Value::Unknown),
                },
                Value::Null => Err(NoValue::Error(ErrorKind::Null)),
                _ => Err(NoValue::Perhaps(ErrorKind::Null)),
            },
        }
    }

    /// The value of an operation, or the error that it raises.
    pub fn binary(
        &self,
        op: BinaryOp,
        width: Width,
        left: Value,
        right: Value,
    ) -> Result<Value, NoValue> {
        if let (Some(left), Some(right)) = (left.number(), right.number()) {
            return match binary(op, width, left, right) {
                Ok(number) => Ok(as_result(number, op.is_float())),
                Err(_) => Err(NoValue::Error(ErrorKind::Division)),
            };
        }
        match op {
            BinaryOp::Divide | BinaryOp::Remainder => match right {
                Value::Int(0) => Err(NoValue::Error(ErrorKind::Division)),
                Value::Int(_) => Ok(Value::Unknown),
                _ => Err(NoValue::Perhaps(ErrorKind::Division)),
            },
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let same = self.machine.same_reference(&self.state, left, right);
                let answer = |same: bool| Value::truth(same == (op == BinaryOp::Equal));
                Ok(same.map_or(Value::Unknown, answer))
            }
            _ => Ok(Value::Unknown),
        }
    }

    /// A whole number as an object: the one that its class keeps, or a new one.
    fn boxed(&mut self, boxing: Boxing, number: i64) -> Value {
        let roles = &self.machine.program.roles;
        let Some(known) = roles.boxes.iter().find(|known| known.class == boxing.class) else {
            return Value::Unknown;
        };
        let kept = known.cached.is_none_or(|(low, high)| (low..=high).contains(&number));
        match kept && !boxing.fresh {
            true => Value::Boxed(boxing.class, number),
            false => self.state.add(Cell::Box(boxing.class, number)),
        }
    }
}

fn as_result(number: i64, float: bool) -> Value {
    if float { Value::Float(number as u64) } else { Value::Int(number) }
}
