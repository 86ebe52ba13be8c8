//! Controlled types: objects are initialised, adjusted after assignments, and finalised when their master is left
//! (RM 7.6).
//!
//! Followed are objects that are declared, and assignments to them. Controlled components, allocated objects and
//! values of functions are not, nor what is aborted while an object is initialised, adjusted or finalised.

use std::rc::Rc;

use trine_base::cannot_happen;
use trine_program as ir;
use trine_program::Operand;

use super::entity::*;
use super::lowering::*;
use super::name::int;
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// Whether objects of a type are controlled themselves.
    pub fn is_controlled(&self, ty: TypeId) -> bool {
        self.controlled.contains_key(&self.types.base(ty))
    }

    /// Whether objects of a type are controlled, or have parts that are.
    pub fn has_controlled(&self, ty: TypeId) -> bool {
        self.is_controlled(ty)
            || match self.types.kind(ty) {
                Kind::Array { element, .. } | Kind::Unconstrained { element, .. } => {
                    self.has_controlled(*element)
                }
                Kind::Record { fields, .. } => {
                    fields.iter().any(|field| self.has_controlled(field.ty))
                }
                _ => false,
            }
    }

    /// Marks a use of controlled objects that is not followed.
    pub fn unless_controlled(&mut self, ty: TypeId, what: &str) {
        if self.has_controlled(ty) {
            self.leave_out(format!("{what} of a controlled type is not modelled"));
        }
    }

    /// An object was declared: from here on its master finalises it.
    pub fn begins_control(&mut self, object: &Rc<Object>, init: Option<&Expr>) {
        if !self.has_controlled(object.ty) {
            return;
        }
        if !self.is_controlled(object.ty) || self.code.regions.is_empty() {
            return self.leave_out("an object with controlled parts is not modelled");
        }
        let reference = self.read_object(object);
        match init.map(|init| &init.kind) {
            None => self.control(object.ty, "initialize", reference),
            // What an aggregate makes is the object itself.
            Some(ExprKind::Aggregate(_)) => {}
            Some(ExprKind::Name(_) | ExprKind::Selected(..)) => {
                self.control(object.ty, "adjust", reference);
            }
            Some(_) => self.leave_out("this value of a controlled type is not modelled"),
        }
        let Some(span) = object.span.or(self.code.span) else {
            cannot_happen!("a declaration has a place")
        };
        let kept = self.hidden_object("controlled", NULL, span);
        self.assign_object(&kept, ir::Expr::Operand(reference));
        if let Some(region) = self.code.regions.last_mut() {
            region.controlled.push((kept, object.ty));
        }
    }

    /// The old value of the target of an assignment is finalised.
    pub fn before_assignment(&mut self, ty: TypeId, value: &Expr, target: Operand) {
        if !self.has_controlled(ty) {
            return;
        }
        let named = matches!(value.kind, ExprKind::Name(_) | ExprKind::Selected(..));
        if !self.is_controlled(ty) || !named {
            return self.leave_out("this assignment of a controlled type is not modelled");
        }
        self.control(ty, "finalize", target);
    }

    /// Adjusts a controlled object after a value was assigned to it.
    pub fn after_assignment(&mut self, ty: TypeId, target: Operand) {
        if self.is_controlled(ty) {
            self.control(ty, "adjust", target);
        }
    }

    /// Calls an operation of a controlled type, where the type has one of its own.
    fn control(&mut self, ty: TypeId, operation: &str, object: Operand) {
        let base = self.types.base(ty);
        let Some(scope) = self.controlled.get(&base).copied() else { return };
        let declared = self.scopes[scope].names.get(operation).cloned().unwrap_or_default();
        let own = declared.into_iter().find_map(|entity| match entity {
            Entity::Subprogram(id) => match self.subprograms[id].params.as_slice() {
                [only] if self.types.base(only.ty) == base => Some(id),
                _ => None,
            },
            _ => None,
        });
        let Some(id) = own else { return };
        if self.aborts || self.transfers {
            return self.leave_out("controlled objects beside abort are not modelled");
        }
        self.check_elaborated(super::elaboration::Completed::Subprogram(id), |_| {});
        let (method, around) = (self.subprograms[id].method, self.subprograms[id].scope);
        let arguments = self.environment_of(around).into_iter().chain([object]).collect();
        let callee = ir::Callee::Exact(method);
        self.emit(ir::StmtKind::Call { into: None, callee, arguments });
    }

    /// The master is left: its objects are finalised, the last one first. What is raised meanwhile is Program_Error,
    /// after all of them.
    pub fn finalise(&mut self, objects: &[(Rc<Object>, TypeId)]) {
        if objects.is_empty() {
            return;
        }
        let failed = self.temp(ir::Type::Bool);
        self.emit(ir::StmtKind::Set(failed, int(0)));
        for (object, ty) in objects.iter().rev() {
            let reference = self.read_object(object);
            let condition = self.exists(reference);
            let then = self.block(|this| {
                let body = this.block(|this| this.control(*ty, "finalize", reference));
                let into = this.temp(ir::Type::Reference);
                let handler = this.block(|this| this.emit(ir::StmtKind::Set(failed, int(1))));
                let classes = vec![this.predefined.exception];
                let handlers = vec![ir::Handler { classes, into, body: handler }];
                this.emit(ir::StmtKind::Try { body, handlers, finally: Vec::new() });
            });
            self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        }
        let class = self.predefined.program_error;
        let then = self.block(|this| this.throw(class));
        let condition = Operand::Var(failed);
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
    }
}
