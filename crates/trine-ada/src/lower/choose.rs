//! Expressions that choose: short circuits, conditional and case expressions, quantifiers, raise.

use trine_program as ir;
use trine_program::{BinaryOp, Operand};

use super::entity::{Entity, Object, Storage};
use super::expression::Value;
use super::lowering::Lowering;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// `and then` and `or else`: the right side is evaluated only if it decides.
    pub fn short_circuit(&mut self, op: Binary, left: &Expr, right: &Expr) -> Value {
        let into = self.temp(ir::Type::Bool);
        let first = self.value(left, Some(BOOLEAN));
        self.emit(ir::StmtKind::Set(into, first.expr));
        let more = self.block(|this| {
            let second = this.value(right, Some(BOOLEAN));
            this.emit(ir::StmtKind::Set(into, second.expr));
        });
        let condition = Operand::Var(into);
        let (then, otherwise) = match op {
            Binary::AndThen => (more, Vec::new()),
            _ => (Vec::new(), more),
        };
        self.emit(ir::StmtKind::If { condition, then, otherwise });
        Value::new(ir::Expr::Operand(Operand::Var(into)), BOOLEAN)
    }

    /// `if` as an expression.
    pub fn conditional(
        &mut self,
        ways: &[(Expr, Expr)],
        otherwise: Option<&Expr>,
        wanted: Option<TypeId>,
    ) -> Value {
        let ty = match wanted {
            Some(ty) => ty,
            None => ways.first().and_then(|(_, value)| self.type_of(value)).unwrap_or(BOOLEAN),
        };
        let kept = if self.types.is_discrete(ty) { ir::Type::LONG } else { self.types.ir(ty) };
        let into = self.temp(kept);
        self.ways(into, ty, ways, otherwise);
        let read = ir::Expr::Operand(Operand::Var(into));
        // Computed, so that its range is looked at.
        match self.types.is_discrete(ty) {
            true => Value::new(binary(BinaryOp::Add, read, int(0)), ty),
            false => Value::new(read, ty),
        }
    }

    fn ways(
        &mut self,
        into: ir::VarId,
        ty: TypeId,
        ways: &[(Expr, Expr)],
        otherwise: Option<&Expr>,
    ) {
        let Some(((condition, value), rest)) = ways.split_first() else {
            let value = match otherwise {
                Some(value) => self.value(value, Some(ty)).expr,
                None => int(1),
            };
            self.emit(ir::StmtKind::Set(into, value));
            return;
        };
        let condition = self.value(condition, Some(BOOLEAN));
        let condition = self.operand(condition.expr, ir::Type::Bool);
        let then = self.block(|this| {
            let value = this.value(value, Some(ty));
            this.emit(ir::StmtKind::Set(into, value.expr));
        });
        let otherwise = self.block(|this| this.ways(into, ty, rest, otherwise));
        self.emit(ir::StmtKind::If { condition, then, otherwise });
    }

    /// `(case X is when A => V, …)`: an alternative that is missing is an error of the text.
    pub fn case_value(
        &mut self,
        value: &Expr,
        ways: &[(Vec<Expr>, Expr)],
        wanted: Option<TypeId>,
    ) -> Value {
        let ty = match wanted {
            Some(ty) => ty,
            None => ways.first().and_then(|(_, value)| self.type_of(value)).unwrap_or(BOOLEAN),
        };
        let kept = if self.types.is_discrete(ty) { ir::Type::LONG } else { self.types.ir(ty) };
        let into = self.temp(kept);
        let span = value.span;
        let chosen = self.value(value, None);
        let chosen = self.in_base(chosen, span);
        let of = chosen.ty;
        self.covered(of, ways.iter().map(|(choices, _)| choices.as_slice()), span);
        let operand = self.operand(chosen.expr, self.types.ir(of));
        self.case_alternatives(into, ty, operand, of, ways);
        let read = ir::Expr::Operand(Operand::Var(into));
        match self.types.is_discrete(ty) {
            true => Value::new(binary(BinaryOp::Add, read, int(0)), ty),
            false => Value::new(read, ty),
        }
    }

    fn case_alternatives(
        &mut self,
        into: ir::VarId,
        ty: TypeId,
        operand: Operand,
        of: TypeId,
        ways: &[(Vec<Expr>, Expr)],
    ) {
        let Some(((choices, value), rest)) = ways.split_first() else { return };
        let then = self.block(|this| {
            let value = this.value(value, Some(ty));
            this.emit(ir::StmtKind::Set(into, value.expr));
        });
        if rest.is_empty() {
            return self.append(then);
        }
        let truth = self.is_among(operand, of, choices);
        let condition = self.operand(truth, ir::Type::Bool);
        let otherwise = self.block(|this| this.case_alternatives(into, ty, operand, of, rest));
        self.emit(ir::StmtKind::If { condition, then, otherwise });
    }

    /// Raises an exception, by its name.
    pub fn raise(&mut self, name: &Expr, message: Option<&Expr>) {
        if let Some(message) = message.filter(|message| !matches!(message.kind, ExprKind::Text(_)))
        {
            let _ = self.value(message, Some(TEXT));
        }
        match self.exception(name) {
            Some(class) => self.throw(class),
            None => self.leave_out("the exception that is raised here is not declared"),
        }
    }

    /// `for all` and `for some`: one value after the other, until the answer is known.
    pub fn quantified(
        &mut self,
        all: bool,
        var: &Ident,
        elements: bool,
        range: &Expr,
        condition: &Expr,
    ) -> Value {
        let unknown = |this: &mut Lowering| {
            this.unknown("this quantified expression", range.span, Some(BOOLEAN))
        };
        if elements {
            return unknown(self);
        }
        let ty = self.range_type(range);
        let Kind::Discrete { low, high, .. } = self.types.kind(ty).clone() else {
            return unknown(self);
        };
        let (low, high) = (self.bound_operand(low), self.bound_operand(high));
        let last = self.operand(ir::Expr::Operand(high), ir::Type::LONG);
        let at = self.temp(ir::Type::LONG);
        self.emit(ir::StmtKind::Set(at, ir::Expr::Operand(low)));
        let truth = self.temp(ir::Type::Bool);
        self.emit(ir::StmtKind::Set(truth, int(i64::from(all))));
        let scope = self.code.scope;
        self.code.scope = self.add_scope(Some(scope), self.code.frame, "");
        let kept = self.var(&var.text, self.types.ir(ty), Some(var.span));
        let object = Object {
            name: var.text.clone(),
            ty,
            storage: Storage::Var(kept),
            value: None,
            frame: self.code.frame,
            span: None,
        };
        self.declare(self.code.scope, &var.key, Entity::Object(object.into()));
        let id = self.fresh_block();
        let counter = || ir::Expr::Operand(Operand::Var(at));
        let body = self.block(|this| {
            let inside = binary(BinaryOp::LessEqual, counter(), ir::Expr::Operand(last));
            let inside = this.operand(inside, ir::Type::Bool);
            let otherwise = this.block(|this| this.emit(ir::StmtKind::Break(id)));
            this.emit(ir::StmtKind::If { condition: inside, then: Vec::new(), otherwise });
            this.emit(ir::StmtKind::Set(kept, counter()));
            let one = this.condition(condition);
            let settle = this.block(|this| {
                this.emit(ir::StmtKind::Set(truth, int(i64::from(!all))));
                this.emit(ir::StmtKind::Break(id));
            });
            let (then, otherwise) = match all {
                true => (Vec::new(), settle),
                false => (settle, Vec::new()),
            };
            this.emit(ir::StmtKind::If { condition: one, then, otherwise });
        });
        let update = self.block(|this| {
            this.emit(ir::StmtKind::Set(at, binary(BinaryOp::Add, counter(), int(1))));
        });
        self.code.scope = scope;
        self.emit(ir::StmtKind::Loop { id, body, update });
        Value::new(ir::Expr::Operand(Operand::Var(truth)), BOOLEAN)
    }
}
