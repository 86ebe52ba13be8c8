//! What is known while a body is lowered: statements so far, variables, labels, and where jumps go.

use std::collections::BTreeMap;

use trine_base::{IndexVec, Span};
use trine_program::*;

use super::Lowering;
use crate::syntax::Name;
use crate::types::Ty;

/// A value: an expression over variables and constants, with its type. Of a struct or union it is the address of
/// where it is.
#[derive(Clone, Debug)]
pub(crate) struct Val {
    pub expr: Expr,
    pub ty: Ty,
}

impl Val {
    /// A whole number of a type.
    pub fn int(number: i64, ty: Ty) -> Val {
        Val { expr: Expr::Operand(Operand::Int(number)), ty }
    }

    /// What an expression without a value gives.
    pub fn void() -> Val {
        Val::int(0, Ty::Void)
    }

    /// What a variable of the method holds.
    pub fn var(var: VarId, ty: Ty) -> Val {
        Val { expr: Expr::Operand(Operand::Var(var)), ty }
    }

    /// What needs no evaluation.
    pub fn operand(operand: Operand, ty: Ty) -> Val {
        Val { expr: Expr::Operand(operand), ty }
    }

    /// The number, where it is known.
    pub fn constant(&self) -> Option<i64> {
        match self.expr {
            Expr::Operand(Operand::Int(number)) => Some(number),
            _ => None,
        }
    }
}

/// How a jump out of a loop or switch is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Jump {
    Break(BlockId),
    Continue(BlockId),
    Goto(LabelId),
}

/// Where `break` or `continue` goes, and how many scopes are open there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub jump: Jump,
    pub scopes: usize,
}

/// The labels of a switch that is being lowered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cases {
    /// First and last number.
    pub ranges: Vec<(i64, i64, LabelId)>,
    pub default: Option<LabelId>,
    pub ty: Option<Ty>,
}

/// The body that is being lowered.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub out: Vec<Stmt>,
    pub vars: IndexVec<VarId, Var>,
    pub labels: BTreeMap<Name, (LabelId, Option<Span>)>,
    pub defined: std::collections::BTreeSet<Name>,
    pub next_label: u32,
    pub next_block: u32,
    pub breaks: Vec<Target>,
    pub continues: Vec<Target>,
    pub switches: Vec<Cases>,
    pub result: Option<Ty>,
    /// Where a struct is returned to.
    pub result_pointer: Option<VarId>,
    pub addressed: std::collections::BTreeSet<Name>,
    /// The name of the function, for `__func__`.
    pub function: String,
}

impl Lowering {
    pub(super) fn emit(&mut self, kind: StmtKind, span: Span) {
        self.body.out.push(Stmt { kind, span: Some(span) });
    }

    pub(super) fn temp(&mut self, ty: Type, span: Span) -> VarId {
        let span = Some(span);
        self.body.vars.push(Var { name: String::new(), ty, temporary: true, span })
    }

    pub(super) fn new_label(&mut self) -> LabelId {
        self.body.next_label += 1;
        LabelId(self.body.next_label - 1)
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.body.next_block += 1;
        BlockId(self.body.next_block - 1)
    }

    /// The statements that some lowering emits.
    pub(super) fn collect<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (Vec<Stmt>, T) {
        let before = std::mem::take(&mut self.body.out);
        let result = lower(self);
        (std::mem::replace(&mut self.body.out, before), result)
    }

    /// A value as an operand, through a variable where it needs computing.
    pub(super) fn operand(&mut self, value: Val, span: Span) -> Operand {
        match value.expr {
            Expr::Operand(operand) => operand,
            expr => {
                let ty = self.types.cell(&value.ty);
                let var = self.temp(ty, span);
                self.emit(StmtKind::Set(var, expr), span);
                Operand::Var(var)
            }
        }
    }

    /// A value in a variable of its own, which later assignments to others do not change.
    pub(super) fn kept(&mut self, value: Val, span: Span) -> Val {
        match &value.expr {
            Expr::Operand(Operand::Var(var)) if self.body.vars[*var].temporary => value,
            Expr::Operand(operand) if !matches!(operand, Operand::Var(_)) => value,
            _ => {
                let var = self.temp(self.types.cell(&value.ty), span);
                self.emit(StmtKind::Set(var, value.expr), span);
                Val::var(var, value.ty)
            }
        }
    }

    /// What cannot be modelled: a statement that says so. Its result is unknown.
    pub(super) fn unmodelled(
        &mut self,
        what: impl Into<String>,
        arguments: Vec<Operand>,
        ty: &Ty,
        span: Span,
    ) -> Val {
        let ty = ty.plain().clone();
        let into = match ty.is_void() {
            true => None,
            false => Some(self.temp(self.types.cell(&ty), span)),
        };
        self.emit(StmtKind::Unmodelled { into, what: what.into(), arguments }, span);
        match into {
            Some(var) => Val::var(var, ty),
            None => Val::void(),
        }
    }

    /// An operation of the model.
    pub(super) fn operation(
        &mut self,
        into: Option<VarId>,
        operation: Operation,
        arguments: Vec<Operand>,
        span: Span,
    ) {
        self.emit(StmtKind::Do { into, operation, arguments }, span);
    }

    /// Notes that an order was chosen, where one of two operands has an effect and the other one looks at memory.
    pub(super) fn note_order(&mut self, parts: &[(usize, usize)], span: Span) {
        let is_effect =
            |statement: &Stmt| !matches!(statement.kind, StmtKind::Set(..) | StmtKind::Load(..));
        let out = &self.body.out;
        let acts = |part: &(usize, usize)| out[part.0..part.1].iter().any(is_effect);
        let looks = |part: &(usize, usize)| {
            out[part.0..part.1].iter().any(|statement| !matches!(statement.kind, StmtKind::Set(..)))
        };
        let chosen = parts.iter().any(acts) && parts.iter().filter(|part| looks(part)).count() > 1;
        if chosen && !self.in_library {
            let text = "operands and arguments are evaluated from left to right";
            self.note("evaluation-order", text, span);
        }
    }

    /// Runs a lowering whose statements are thrown away: for types, and for constants.
    pub(super) fn apart<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = std::mem::take(&mut self.body.out);
        let result = lower(self);
        let emitted = std::mem::replace(&mut self.body.out, before);
        (result, emitted.is_empty())
    }
}
