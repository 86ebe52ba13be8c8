//! Attributes of types, arrays, tasks and entries.

use trine_base::Span;
use trine_program as ir;
use trine_program::Operand;

use super::expression::Value;
use super::lowering::Lowering;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// The value of an attribute; unknown for those that are not modelled.
    pub fn attribute(
        &mut self,
        expr: &Expr,
        prefix: &Expr,
        word: &Ident,
        arguments: &[Arg],
        wanted: Option<TypeId>,
    ) -> Value {
        let unknown = |this: &mut Lowering| {
            let what = format!("the attribute {}", word.text);
            this.unknown(&what, expr.span, wanted)
        };
        match word.key.as_str() {
            "first" | "last" | "length" => {
                let Some(index) = self.object_index(prefix, arguments) else {
                    return unknown(self);
                };
                let Kind::Discrete { low, high, .. } = self.types.kind(index).clone() else {
                    return unknown(self);
                };
                let (low, high) = (self.bound_operand(low), self.bound_operand(high));
                let (low, high) = (ir::Expr::Operand(low), ir::Expr::Operand(high));
                match word.key.as_str() {
                    "first" => Value { expr: low, ty: index },
                    "last" => Value { expr: high, ty: index },
                    _ => {
                        let gap = binary(ir::BinaryOp::Subtract, high, low);
                        let length = binary(ir::BinaryOp::Add, gap, int(1));
                        let length = self.operand(length, ir::Type::LONG);
                        let value = self.extreme(length, Operand::Int(0), true, UNIVERSAL);
                        Value { ty: UNIVERSAL, ..value }
                    }
                }
            }
            "pos" | "val" | "succ" | "pred" | "max" | "min" | "mod" => {
                let found = self.discrete_attribute(expr.span, prefix, &word.key, arguments);
                found.unwrap_or_else(|| unknown(self))
            }
            "old" | "result" => self.remembered(expr, &word.key).unwrap_or_else(|| unknown(self)),
            "count" => self.waiting(prefix).unwrap_or_else(|| unknown(self)),
            "terminated" | "callable" => {
                let task = self.value(prefix, None);
                if !matches!(self.types.kind(self.designated(task.ty)), Kind::Task(_)) {
                    return unknown(self);
                }
                let task = self.operand(task.expr, ir::Type::Reference);
                self.task_state(task, word.key == "callable")
            }
            "identity" => self.identity(prefix).unwrap_or_else(|| unknown(self)),
            "image" => {
                for argument in arguments {
                    let _ = self.value(&argument.value, None);
                }
                Value { expr: ir::Expr::Opaque(ir::Type::Reference), ty: TEXT }
            }
            "access" | "unchecked_access" => {
                let ty = self.type_of(prefix);
                match ty {
                    Some(ty) if !self.types.is_scalar(ty) => {
                        let value = self.value(prefix, None);
                        Value { expr: value.expr, ty: wanted.unwrap_or(NULL) }
                    }
                    _ => unknown(self),
                }
            }
            _ => unknown(self),
        }
    }

    /// An attribute of a discrete type that is given values of it.
    fn discrete_attribute(
        &mut self,
        span: Span,
        prefix: &Expr,
        word: &str,
        arguments: &[Arg],
    ) -> Option<Value> {
        let ty = self.type_named(prefix)?;
        let first = arguments.first()?;
        let asked = if word == "val" { None } else { Some(ty) };
        let value = self.value(&first.value, asked);
        Some(match word {
            "pos" => {
                let value = self.in_base(value, first.value.span);
                Value { expr: value.expr, ty: UNIVERSAL }
            }
            "val" => {
                let value = self.in_base(value, first.value.span);
                let value = Value { ty: UNIVERSAL, ..value };
                let base = self.types.base(ty);
                Value { expr: self.in_range(value, base, span), ty: base }
            }
            "succ" | "pred" => {
                let by = if word == "succ" { 1 } else { -1 };
                let value = self.in_base(value, first.value.span);
                if let Kind::Discrete { modulus: modulus @ 1.., .. } =
                    *self.types.kind(self.types.base(ty))
                {
                    return Some(self.turned(value.expr, by, modulus, ty));
                }
                let moved = binary(ir::BinaryOp::Add, value.expr, int(by));
                let base = self.types.base(ty);
                let moved = Value { expr: moved, ty: UNIVERSAL };
                Value { expr: self.in_range(moved, base, span), ty: base }
            }
            "max" | "min" => {
                let second = arguments.get(1)?;
                let left = self.operand(value.expr, ir::Type::LONG);
                let other = self.value(&second.value, Some(ty));
                let right = self.operand(other.expr, ir::Type::LONG);
                self.extreme(left, right, word == "max", ty)
            }
            _ => return None,
        })
    }

    /// The next value of a modular type, around its end.
    fn turned(&mut self, value: ir::Expr, by: i64, modulus: i64, ty: TypeId) -> Value {
        let moved = binary(ir::BinaryOp::Add, value, int(by + modulus));
        let moved = self.operand(moved, ir::Type::LONG);
        let rest = binary(ir::BinaryOp::Remainder, ir::Expr::Operand(moved), int(modulus));
        let rest = self.operand(rest, ir::Type::LONG);
        Value { expr: ir::Expr::Operand(rest), ty: self.types.base(ty) }
    }

    /// As `array_index`, of an object whose bounds depend on its discriminants, too.
    pub fn object_index(&mut self, prefix: &Expr, arguments: &[Arg]) -> Option<TypeId> {
        if let Some(index) = self.array_index(prefix, arguments) {
            return Some(index);
        }
        if self.type_named(prefix).is_some() || self.type_of(prefix).is_none() {
            return None;
        }
        let number = match arguments.first() {
            Some(argument) => usize::try_from(self.constant(&argument.value)? - 1).ok()?,
            None => 0,
        };
        let array = self.value(prefix, None);
        match self.types.kind(self.designated(array.ty)) {
            Kind::Array { indices, .. } => indices.get(number).copied(),
            _ => None,
        }
    }

    fn extreme(&mut self, left: Operand, right: Operand, largest: bool, ty: TypeId) -> Value {
        let into = self.temp(ir::Type::LONG);
        self.emit(ir::StmtKind::Set(into, ir::Expr::Operand(left)));
        let op = if largest { ir::BinaryOp::Less } else { ir::BinaryOp::Greater };
        let other = binary(op, ir::Expr::Operand(left), ir::Expr::Operand(right));
        let condition = self.operand(other, ir::Type::Bool);
        let then = self.block(|this| {
            this.emit(ir::StmtKind::Set(into, ir::Expr::Operand(right)));
        });
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        let read = ir::Expr::Operand(Operand::Var(into));
        Value { expr: binary(ir::BinaryOp::Add, read, int(0)), ty: self.types.base(ty) }
    }

    /// Whether a task has terminated, or still takes calls. A task that was not started yet does.
    pub fn task_state(&mut self, task: Operand, callable: bool) -> Value {
        let into = self.temp(ir::Type::Bool);
        let ended = self.block(|this| this.emit(ir::StmtKind::Set(into, int(1))));
        let going = self.block(|this| this.emit(ir::StmtKind::Set(into, int(0))));
        let alive = self.temp(ir::Type::Bool);
        let arguments = vec![task];
        let operation = ir::Operation::IsAlive;
        self.emit(ir::StmtKind::Do { into: Some(alive), operation, arguments });
        let access = ir::Access::Field(task, self.predefined.task_state);
        let state = self.load(access, ir::Type::BYTE);
        let is = |number| binary(ir::BinaryOp::Equal, ir::Expr::Operand(state), int(number));
        let over = binary(
            ir::BinaryOp::And,
            is(super::activate::STARTED),
            super::expression::not(ir::Expr::Operand(Operand::Var(alive))),
        );
        let over = binary(ir::BinaryOp::Or, over, is(super::activate::ABANDONED));
        let condition = self.operand(over, ir::Type::Bool);
        self.emit(ir::StmtKind::If { condition, then: ended, otherwise: going });
        let over = ir::Expr::Operand(Operand::Var(into));
        if !callable {
            return Value { expr: over, ty: BOOLEAN };
        }
        let deaf = self.load(ir::Access::Field(task, self.predefined.task_deaf), ir::Type::Bool);
        let mut gone = binary(ir::BinaryOp::Or, over, ir::Expr::Operand(deaf));
        if self.aborts || self.transfers {
            let abnormal = self.temp(ir::Type::Bool);
            let (into, arguments) = (Some(abnormal), vec![task]);
            let operation = ir::Operation::IsAbnormal;
            self.emit(ir::StmtKind::Do { into, operation, arguments });
            gone = binary(ir::BinaryOp::Or, gone, ir::Expr::Operand(Operand::Var(abnormal)));
        }
        Value { expr: super::expression::not(gone), ty: BOOLEAN }
    }
}
