//! Calls of subprograms, and of the operations of protected objects.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, Operand};

use super::elaboration::Completed;
use super::entity::{Entity, Formal, Passing};
use super::expression::Value;
use super::lowering::Lowering;
use super::name::Place;
use super::types::*;
use crate::syntax::*;

/// An argument after it was computed: what is passed, and where its last value goes.
pub struct Passed {
    pub operand: Operand,
    pub back: Option<(Place, TypeId)>,
    /// The cell that carries it.
    pub cell: Option<ir::VarId>,
    /// The bounds of an array, and its shift.
    pub view: Vec<Operand>,
}

impl Lowering {
    /// The subprogram that is meant, among several of one name.
    pub fn overloaded(
        &mut self,
        found: &[Entity],
        arguments: &[Arg],
        wanted: Option<TypeId>,
    ) -> Option<usize> {
        let mut fitting: Vec<usize> = Vec::new();
        for entity in found {
            let Entity::Subprogram(id) = entity else { continue };
            let params = &self.subprograms[*id].params;
            let needed = params.iter().filter(|param| param.default.is_none()).count();
            if arguments.len() <= params.len() && arguments.len() >= needed && !fitting.contains(id)
            {
                fitting.push(*id);
            }
        }
        if fitting.len() > 1 {
            let types: Vec<Option<TypeId>> =
                arguments.iter().map(|argument| self.type_of(&argument.value)).collect();
            let fits = |id: &usize| {
                let params = &self.subprograms[*id].params;
                let arguments = types.iter().zip(params).all(|(ty, param)| match ty {
                    None | Some(UNIVERSAL | NULL) => true,
                    Some(ty) => {
                        let (own, wanted) = (self.designated(*ty), self.designated(param.ty));
                        self.types.base(*ty) == self.types.base(param.ty)
                            || (self.is_class_wide(wanted) && self.descends(own, wanted))
                            || (own != *ty
                                && self.types.all[param.ty].name.is_empty()
                                && wanted != param.ty
                                && self.types.base(own) == self.types.base(wanted))
                    }
                });
                let result = match (wanted, self.subprograms[*id].result) {
                    (Some(wanted), Some(result)) if wanted != UNIVERSAL => {
                        self.types.base(wanted) == self.types.base(result)
                    }
                    _ => true,
                };
                arguments && result
            };
            let better: Vec<usize> = fitting.iter().copied().filter(fits).collect();
            if !better.is_empty() {
                fitting = better;
            }
        }
        // A body completes the declaration that came before: they are one.
        fitting.first().copied()
    }

    /// The arguments in the order of the parameters.
    pub fn matched<'e>(
        &mut self,
        params: &[Formal],
        arguments: &'e [Arg],
        span: Span,
    ) -> Option<Vec<std::borrow::Cow<'e, Expr>>> {
        let mut found: Vec<Option<std::borrow::Cow<'e, Expr>>> = vec![None; params.len()];
        for (number, argument) in arguments.iter().enumerate() {
            let position = match argument.choices.first().map(|choice| &choice.kind) {
                None => number,
                Some(ExprKind::Name(name)) => {
                    let named = params.iter().position(|param| param.key == name.key);
                    named.unwrap_or(params.len())
                }
                Some(_) => params.len(),
            };
            let Some(slot) = found.get_mut(position) else {
                self.leave_out("a call whose arguments fit no parameters is not modelled");
                return None;
            };
            *slot = Some(std::borrow::Cow::Borrowed(&argument.value));
        }
        for (slot, param) in found.iter_mut().zip(params) {
            if slot.is_none() {
                let default = param.default.clone();
                *slot = default.map(|default| std::borrow::Cow::Owned((*default).clone()));
            }
        }
        let complete: Option<Vec<_>> = found.into_iter().collect();
        if complete.is_none() {
            self.error("an argument is missing here", span);
        }
        complete
    }

    /// Computes an argument.
    pub fn passed(&mut self, param: &Formal, argument: &Expr) -> Passed {
        if matches!(argument.kind, ExprKind::Aggregate(_)) {
            self.unless_controlled(param.ty, "an aggregate");
        }
        let kept = self.types.ir(param.ty);
        if !param.mode.goes_out() || !self.types.is_scalar(param.ty) {
            let value = self.value(argument, Some(param.ty));
            let of = value.ty;
            if param.mode.goes_out() && !self.passes_unchanged(of, param.ty) {
                self.leave_out("an array that is passed with other bounds is not modelled");
            }
            let value = self.fit(value, param.ty, argument.span);
            let operand = self.operand(value, kept);
            let operand = self.detached(operand);
            let view = match param.view {
                true => self.view_of(of),
                false => Vec::new(),
            };
            return Passed { operand, back: None, cell: None, view };
        }
        let inner = match &argument.kind {
            // A conversion around a variable is undone on the way back.
            ExprKind::Apply(mark, arguments) if self.type_named(mark).is_some() => {
                arguments.first().map_or(argument, |argument| &argument.value)
            }
            _ => argument,
        };
        let back = self.place(inner);
        if back.is_none() {
            self.error("a variable is needed here", argument.span);
        }
        let mut operand = default_operand(kept);
        if let (true, Some((place, ty))) = (param.mode.comes_in(), back) {
            let value = self.read(place, ty);
            let value = Value { expr: ir::Expr::Operand(value), ty };
            let value = self.fit(value, param.ty, argument.span);
            operand = self.operand(value, kept);
        }
        let mut cell = None;
        if param.way == Passing::Cell {
            let into = self.temp(ir::Type::Reference);
            self.emit(ir::StmtKind::New { into, class: self.predefined.cell });
            let field = self.cell_field(param.ty);
            self.emit(ir::StmtKind::Store(Access::Field(Operand::Var(into), field), operand));
            operand = Operand::Var(into);
            cell = Some(into);
        }
        Passed { operand, back, cell, view: Vec::new() }
    }

    /// The bounds of an array and its shift, for a parameter that has those of its argument.
    fn view_of(&mut self, ty: TypeId) -> Vec<Operand> {
        let bounds = match self.types.kind(ty) {
            Kind::Array { indices, .. } => self.bounds_of_type(indices[0]),
            _ => None,
        };
        let Some((low, high)) = bounds else {
            self.leave_out("an array whose bounds are not known is passed");
            return vec![Operand::Int(0); 3];
        };
        let shift = self.shift_of(ty);
        [low, high, shift].map(|bound| self.bound_operand(bound)).to_vec()
    }

    /// A variable that has a name may change before the call: what was computed is passed.
    fn detached(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Var(var) if !self.code.vars[var].temporary => {
                let into = self.temp(self.code.vars[var].ty);
                self.emit(ir::StmtKind::Set(into, ir::Expr::Operand(operand)));
                Operand::Var(into)
            }
            other => other,
        }
    }

    /// Calls a subprogram, and brings back what comes back.
    pub fn call(
        &mut self,
        id: usize,
        arguments: &[Arg],
        receiver: Option<Operand>,
        span: Span,
    ) -> Option<Value> {
        let (id, dispatches) = match receiver {
            None => self.bound_call(id, arguments, span),
            Some(_) => (id, None),
        };
        let params = self.subprograms[id].params.clone();
        let matched = self.matched(&params, arguments, span)?;
        let before = self.code.span.replace(span);
        let mut declared = id;
        while let Some(above) = self.inherited_from.get(&declared) {
            declared = *above;
        }
        self.check_elaborated(Completed::Subprogram(declared), |_| {});
        self.code.span = before;
        let passed: Vec<Passed> =
            params.iter().zip(&matched).map(|(param, expr)| self.passed(param, expr)).collect();
        if let Some(object) = dispatches.and_then(|position| passed.get(position)) {
            // Where there is no object, there is no class to look at.
            let exists = self.exists(object.operand);
            let before = self.code.span.replace(span);
            self.require(ir::Expr::Operand(exists), self.predefined.constraint_error);
            self.code.span = before;
        }
        let subprogram = &self.subprograms[id];
        let (method, result, scope) = (subprogram.method, subprogram.result, subprogram.scope);
        let mut operands: Vec<Operand> = Vec::new();
        match receiver {
            Some(receiver) => operands.push(receiver),
            None => operands.extend(self.environment_of(scope)),
        }
        for passed in &passed {
            operands.push(passed.operand);
            operands.extend(&passed.view);
        }
        let carried = params.iter().position(|param| param.way == Passing::Result);
        let kept = match (result, carried) {
            (Some(result), _) => Some(self.types.ir(result)),
            (None, Some(carried)) => Some(self.types.ir(params[carried].ty)),
            (None, None) => None,
        };
        let into = kept.map(|kept| self.temp(kept));
        let before = self.code.span.replace(span);
        let callee = ir::Callee::Exact(method);
        self.emit(ir::StmtKind::Call { into, callee, arguments: operands });
        self.code.span = before;
        for (number, (param, passed)) in params.iter().zip(&passed).enumerate() {
            let Some((place, ty)) = passed.back else { continue };
            let last = match passed.cell {
                Some(cell) => {
                    let field = self.cell_field(param.ty);
                    self.load(Access::Field(Operand::Var(cell), field), self.types.ir(param.ty))
                }
                None if carried == Some(number) && result.is_none() => {
                    into.map_or(Operand::Int(0), Operand::Var)
                }
                None => continue,
            };
            let last = Value { expr: ir::Expr::Operand(last), ty: param.ty };
            let last = self.fit(last, ty, span);
            self.write(place, last, ty);
        }
        let (ty, into) = result.zip(into)?;
        Some(Value { expr: ir::Expr::Operand(Operand::Var(into)), ty })
    }

    /// What a subprogram of this scope gets, to reach the frames around it.
    pub fn environment_of(&mut self, scope: usize) -> Option<Operand> {
        let frame = self.scopes[scope].body;
        let mut at = Some(frame);
        // The innermost body at or around its declaration that has a frame.
        while let Some(frame) = at {
            if self.frames[frame].class.is_some() {
                return Some(self.frame_of(frame));
            }
            at = self.frames[frame].parent;
        }
        None
    }

    /// A call of a function, with the lock of its protected object unless the caller has it.
    pub fn function_value(
        &mut self,
        id: usize,
        arguments: &[Arg],
        receiver: Option<Operand>,
        span: Span,
        wanted: Option<TypeId>,
    ) -> Value {
        // Inside its own protected object an operation is called without taking the lock again.
        let receiver = match (receiver, self.subprograms[id].protected, self.code.this) {
            (None, Some(ty), Some((own, this))) if ty == own => Some(Operand::Var(this)),
            (receiver, ..) => receiver,
        };
        match self.call(id, arguments, receiver, span) {
            Some(value) => value,
            None => self.unknown("the value of this call", span, wanted),
        }
    }

    /// The value of a function of a protected object, called from outside.
    pub fn protected_function(
        &mut self,
        name: &Expr,
        arguments: &[Arg],
        wanted: Option<TypeId>,
    ) -> Option<Value> {
        let (object, _, id) = self.protected_operation(name, arguments)?;
        let result = self.subprograms[id].result?;
        let text = "functions of a protected object run one at a time";
        self.note("protected-functions", text, Some(name.span));
        let receiver = self.operand(object.expr, ir::Type::Reference);
        if let Some(ty) = self.subprograms[id].protected {
            self.check_elaborated(Completed::Type(ty), |_| {});
        }
        self.comes_from_outside(receiver);
        let into = self.temp(self.types.ir(result));
        let body = self.block(|this| {
            let value = this.function_value(id, arguments, Some(receiver), name.span, wanted);
            this.emit(ir::StmtKind::Set(into, value.expr));
        });
        self.emit(ir::StmtKind::Synchronized { monitor: receiver, body });
        Some(Value { expr: ir::Expr::Operand(Operand::Var(into)), ty: result })
    }

    /// The object and the operation that `P.Op` means.
    pub fn protected_operation(
        &mut self,
        name: &Expr,
        arguments: &[Arg],
    ) -> Option<(Value, Rc<ProtectedType>, usize)> {
        let ExprKind::Selected(prefix, operation) = &name.kind else { return None };
        let ty = self.type_of(prefix)?;
        let Kind::Protected(of) = self.types.kind(self.designated(ty)).clone() else { return None };
        let found = self.scopes[of.scope].names.get(&operation.key)?.clone();
        let id = self.overloaded(&found, arguments, None)?;
        let object = self.value(prefix, None);
        Some((object, of, id))
    }
}

/// What an object holds before anyone assigns to it.
pub fn default_operand(kept: ir::Type) -> Operand {
    match kept {
        ir::Type::Reference => Operand::Null,
        ir::Type::Float => Operand::Float(0),
        _ => Operand::Int(0),
    }
}
