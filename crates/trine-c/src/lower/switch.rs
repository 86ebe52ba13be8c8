//! `switch`: labels are collected while the body is lowered, and a chain of tests behind it jumps to them.

use trine_base::Span;
use trine_program::{BinaryOp, Expr as PExpr, Operand, Stmt, StmtKind, Type};

use super::body::{Cases, Jump, Target};
use super::{Lowering, fold};
use crate::syntax::*;
use crate::types::Ty;

impl Lowering {
    pub(super) fn switch(&mut self, value: &Expr, body: &Statement, span: Span) {
        let value_span = value.span;
        let value = self.value(value);
        if !value.ty.is_integer() {
            return self.error("a switch is on a whole number", value_span);
        }
        let ty = self.types.promoted(&value.ty);
        let value = self.convert(value, &ty, value_span);
        let value = self.kept(value, value_span);
        let (dispatch, end) = (self.new_label(), self.new_label());
        self.emit(StmtKind::Goto(dispatch), span);
        let scopes = self.scopes.len();
        self.body.breaks.push(Target { jump: Jump::Goto(end), scopes });
        self.body.switches.push(Cases { ty: Some(ty.clone()), ..Cases::default() });
        self.scopes.push(Default::default());
        self.statement(body);
        self.leave_scope(true, span);
        self.body.breaks.pop();
        let cases = self.body.switches.pop().unwrap_or_default();
        self.emit(StmtKind::Goto(end), span);
        self.emit(StmtKind::Target(dispatch), span);
        let cell = self.types.cell(&ty);
        for (low, high, label) in cases.ranges {
            let number = |number: i64| PExpr::Operand(Operand::Int(number));
            let test = if low == high {
                fold::typed(BinaryOp::Equal, cell, value.expr.clone(), number(low))
            } else {
                let above =
                    fold::typed(BinaryOp::GreaterEqual, cell, value.expr.clone(), number(low));
                let below =
                    fold::typed(BinaryOp::LessEqual, cell, value.expr.clone(), number(high));
                fold::typed(BinaryOp::BitAnd, Type::INT, above, below)
            };
            let condition = self.operand(super::body::Val { expr: test, ty: Ty::INT }, value_span);
            let go = Stmt { kind: StmtKind::Goto(label), span: Some(value_span) };
            self.emit(
                StmtKind::If { condition, then: vec![go], otherwise: Vec::new() },
                value_span,
            );
        }
        if let Some(label) = cases.default {
            self.emit(StmtKind::Goto(label), span);
        }
        self.emit(StmtKind::Target(end), span);
    }

    pub(super) fn case(&mut self, first: &Expr, last: Option<&Expr>, span: Span) {
        let Some(ty) = self.body.switches.last().and_then(|cases| cases.ty.clone()) else {
            return self.error("this `case` is in no switch", span);
        };
        let cell = self.types.cell(&ty);
        let low = fold::keep(self.constant_or_error(first), cell);
        let high = last.map_or(low, |last| fold::keep(self.constant_or_error(last), cell));
        let label = self.new_label();
        self.emit(StmtKind::Target(label), span);
        if let Some(cases) = self.body.switches.last_mut() {
            cases.ranges.push((low, high, label));
        }
    }

    pub(super) fn default_case(&mut self, span: Span) {
        let label = self.new_label();
        match self.body.switches.last_mut() {
            Some(cases) => cases.default = Some(label),
            None => return self.error("this `default` is in no switch", span),
        }
        self.emit(StmtKind::Target(label), span);
    }
}
