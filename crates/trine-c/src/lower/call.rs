//! Calls: of functions by name, through pointers, and of what Trine knows by itself.

use std::sync::Arc;

use trine_base::Span;
use trine_program::{Callee, Operand, StmtKind};

use super::Lowering;
use super::body::Val;
use super::scope::{Entity, SymbolId};
use crate::syntax::*;
use crate::types::{Signature, Ty};

impl Lowering {
    pub(super) fn call(&mut self, callee: &Expr, arguments: &[Expr], span: Span) -> Val {
        if let ExprKind::Identifier(name) = &callee.kind {
            let local = matches!(
                self.find(name),
                Some(
                    Entity::Variable(..)
                        | Entity::Block(..)
                        | Entity::Typedef(_)
                        | Entity::Enumerator(..)
                )
            );
            if !local && let Some(result) = self.known_call(name, arguments, span) {
                return result;
            }
            match self.find(name).cloned() {
                Some(Entity::Symbol(symbol, ty)) if matches!(ty.plain(), Ty::Function(_)) => {
                    return self.call_symbol(name, symbol, &ty, arguments, span);
                }
                Some(_) => {}
                // Called without a declaration: it returns an int (C89).
                None => {
                    let signature = Signature {
                        result: Ty::INT,
                        parameters: Vec::new(),
                        variadic: false,
                        unspecified: true,
                    };
                    let ty = Ty::Function(Arc::new(signature));
                    let symbol = self.external_symbol(name, &ty, span);
                    let ty = match self.symbol(symbol).ty.plain() {
                        known @ Ty::Function(_) => known.clone(),
                        _ => ty,
                    };
                    return self.call_symbol(name, symbol, &ty, arguments, span);
                }
            }
        }
        let pointer = self.value(callee);
        let Some(signature) = pointer.ty.signature().cloned() else {
            self.error("this is no function", callee.span);
            return Val::int(0, Ty::INT);
        };
        let pointer = self.kept(pointer, span);
        let operand = self.operand(pointer, span);
        let callee = match operand {
            Operand::Function(method) => Callee::Exact(method),
            operand => Callee::Pointer(operand),
        };
        let arguments = self.arguments(&signature, arguments, span);
        self.emit_call(callee, &signature.result, arguments, span)
    }

    fn call_symbol(
        &mut self,
        name: &Name,
        symbol: SymbolId,
        ty: &Ty,
        arguments: &[Expr],
        span: Span,
    ) -> Val {
        let Some(signature) = ty.signature().cloned() else { return Val::int(0, Ty::INT) };
        let operands = self.arguments(&signature, arguments, span);
        let defined = self.symbol(symbol).function.is_some();
        if !defined {
            return self.unmodelled(
                format!("a call of `{name}`"),
                operands,
                &signature.result,
                span,
            );
        }
        let method = self.method_of(symbol);
        let callee = Callee::Exact(method);
        // By the rules of the verification competition these run without interruption.
        if name.starts_with("__VERIFIER_atomic_") {
            let (statements, result) =
                self.collect(|this| this.emit_call(callee, &signature.result, operands, span));
            self.emit(StmtKind::Atomic(statements), span);
            return result;
        }
        self.emit_call(callee, &signature.result, operands, span)
    }

    /// Arguments, converted to the parameters, in order.
    pub(super) fn arguments(
        &mut self,
        signature: &Signature,
        arguments: &[Expr],
        span: Span,
    ) -> Vec<Operand> {
        let mut operands = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            let value = match signature.parameters.get(at) {
                Some(ty) => self.convert_unless_record(value, ty, argument.span),
                None => self.default_promoted(value, argument.span),
            };
            if value.ty.is_void() {
                self.error("this argument has no value", argument.span);
            }
            operands.push(self.operand(value, argument.span));
        }
        let needed = signature.parameters.len();
        if !signature.unspecified && operands.len() < needed {
            self.error(format!("{needed} arguments are needed"), span);
            while let Some(ty) = signature.parameters.get(operands.len()) {
                operands.push(self.zero_of(ty));
            }
        }
        operands
    }

    pub(super) fn emit_call(
        &mut self,
        callee: Callee,
        result: &Ty,
        arguments: Vec<Operand>,
        span: Span,
    ) -> Val {
        let result = result.plain().clone();
        if result.is_record() {
            let block = self.allocate("", &result, false, span);
            let mut arguments = arguments;
            arguments.insert(0, Operand::Var(block));
            self.emit(StmtKind::Call { into: None, callee, arguments }, span);
            return Val::var(block, result);
        }
        let into = (!result.is_void()).then(|| self.temp(self.types.cell(&result), span));
        self.emit(StmtKind::Call { into, callee, arguments }, span);
        match into {
            Some(into) => Val::var(into, result),
            None => Val::void(),
        }
    }

    /// The values of all arguments.
    pub(super) fn values(&mut self, arguments: &[Expr]) -> Vec<Val> {
        arguments.iter().map(|argument| self.value(argument)).collect()
    }

    /// The arguments as operands, as they are.
    pub(super) fn operands(&mut self, arguments: &[Expr]) -> Vec<Operand> {
        let values = self.values(arguments);
        let spans = arguments.iter().map(|argument| argument.span);
        values.into_iter().zip(spans).map(|(value, span)| self.operand(value, span)).collect()
    }
}
