//! Allocators: `new` makes cells, copies and objects with default values, and starts tasks (RM 4.8).

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, Operand};

use super::expression::Value;
use super::lowering::Lowering;
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// The access value that an allocator gives.
    pub fn allocated(
        &mut self,
        mark: &Expr,
        arguments: &[Arg],
        qualified: bool,
        span: Span,
        wanted: Option<TypeId>,
    ) -> Value {
        let Some(mut ty) = self.type_named(mark) else {
            return self.unknown("this allocator", span, wanted);
        };
        let access = wanted.unwrap_or(NULL);
        if self.types.is_scalar(ty) && !matches!(self.types.kind(ty), Kind::Text) {
            return self.allocated_cell(ty, arguments, access, span);
        }
        self.unless_controlled(ty, "an allocated object");
        let composite = matches!(
            self.types.kind(ty),
            Kind::Record { .. } | Kind::Array { .. } | Kind::Unconstrained { .. }
        );
        let given = match arguments {
            // `new T'(…)`: a copy of a value.
            [argument] if composite && qualified => Some(&argument.value),
            _ => None,
        };
        let object = match given {
            Some(given) => {
                let value = self.allocated_copy(given, ty, access, span);
                ty = value.ty;
                self.operand(value.expr, ir::Type::Reference)
            }
            None => {
                if !arguments.is_empty() {
                    let indication = Indication {
                        mark: mark.clone(),
                        constraint: Constraint::Of(arguments.to_vec()),
                        not_null: false,
                        access: false,
                        span,
                    };
                    ty = self.indicated(&indication);
                }
                if let Kind::Unconstrained { .. } | Kind::Text = self.types.kind(ty) {
                    return self.unknown("an allocator without bounds", span, wanted);
                }
                self.created(ty, arguments, span)
            }
        };
        // What an allocator makes keeps its discriminants, and is of the subtype that is designated.
        self.keep_discriminants(object, ty);
        let own = self.types.add("", Kind::Access(ty), None);
        if matches!(self.types.kind(access), Kind::Access(_)) && composite {
            let value = Value::new(ir::Expr::Operand(object), own);
            let _ = self.fit(value, access, span);
        }
        if self.types.has_tasks(ty) {
            self.start_new(object, ty, access);
        }
        if let Kind::Unconstrained { .. } = self.types.kind(self.designated(access)) {
            // Its users do not know its bounds.
            return self.unknown("an access to an array with bounds of its own", span, wanted);
        }
        Value { expr: ir::Expr::Operand(object), ty: access }
    }

    /// `new` for a scalar: a cell with its value.
    fn allocated_cell(
        &mut self,
        ty: TypeId,
        arguments: &[Arg],
        access: TypeId,
        span: Span,
    ) -> Value {
        let into = self.temp(ir::Type::Reference);
        let value = match arguments.first() {
            Some(argument) => self.checked_value(&argument.value, ty),
            None => ir::Expr::Operand(self.default_scalar(ty)),
        };
        let to = self.designated(access);
        let value = match self.types.is_scalar(to) {
            true => self.fit(Value::new(value, ty), to, span),
            false => value,
        };
        let value = self.operand(value, self.types.ir(ty));
        self.emit(ir::StmtKind::New { into, class: self.predefined.cell });
        let field = self.cell_field(ty);
        self.emit(ir::StmtKind::Store(Access::Field(Operand::Var(into), field), value));
        Value { expr: ir::Expr::Operand(Operand::Var(into)), ty: access }
    }

    /// `new T'(…)` for a composite type: a copy of the value, of the subtype that the access type designates.
    fn allocated_copy(&mut self, given: &Expr, ty: TypeId, access: TypeId, span: Span) -> Value {
        let fresh = matches!(given.kind, ExprKind::Aggregate(_));
        let value = self.value(given, Some(ty));
        let of = value.ty;
        let expr = self.fit(value, ty, span);
        let value = match self.types.kind(ty) {
            Kind::Unconstrained { .. } => Value::new(expr, of),
            _ => Value::new(expr, ty),
        };
        let value = if fresh { value } else { self.copied(value, span) };
        // The value is converted to the subtype that is designated: an array slides.
        let to = self.designated(access);
        match (self.types.kind(to), self.types.kind(value.ty)) {
            (Kind::Array { .. }, Kind::Array { .. }) if to != value.ty => {
                Value::new(self.fit(value, to, span), to)
            }
            _ => value,
        }
    }
}
