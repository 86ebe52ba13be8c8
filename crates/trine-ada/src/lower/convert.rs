//! Conversions and qualified expressions.

use trine_base::Span;
use trine_program as ir;

use super::expression::Value;
use super::lowering::Lowering;
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// `T (X)`
    pub fn converted(&mut self, inner: &Expr, ty: TypeId) -> Value {
        let value = match inner.kind {
            ExprKind::Aggregate(_) => self.value(inner, Some(ty)),
            _ if self.small(ty).is_some() && self.real_literal(inner).is_some() => {
                return Value::new(self.checked_value(inner, ty), ty);
            }
            _ => self.value(inner, None),
        };
        let value = self.in_base(value, inner.span);
        if let Some(fixed) = self.fixed_conversion(&value, ty, inner.span) {
            return fixed;
        }
        if let Some(view) = self.view(&value, ty, inner.span) {
            return view;
        }
        match (self.types.kind(ty), self.types.kind(value.ty)) {
            (Kind::Real, Kind::Discrete { .. }) => {
                let float = ir::Expr::float_of(ir::FloatUnary::Of, value.expr);
                Value::new(self.fit(Value::new(float, REAL), ty, inner.span), ty)
            }
            (Kind::Discrete { .. }, Kind::Real) => {
                self.unknown("the rounding of a number", inner.span, Some(ty))
            }
            (Kind::Unconstrained { .. }, Kind::Array { .. }) => {
                let own = self.types.like(value.ty, self.types.kind(value.ty).clone());
                self.types.all[own].base = self.types.base(ty);
                Value::new(value.expr, own)
            }
            (Kind::Unknown(_), _) | (_, Kind::Unknown(_)) if value.ty != ty => {
                self.unknown("this conversion", inner.span, Some(ty))
            }
            (Kind::Record { .. }, Kind::Record { .. })
                if self.types.base(ty) != self.types.base(value.ty)
                    && !self.same_class(ty, value.ty) =>
            {
                self.unknown("a conversion between record types", inner.span, Some(ty))
            }
            _ => Value::new(self.fit(value, ty, inner.span), ty),
        }
    }

    fn same_class(&self, one: TypeId, other: TypeId) -> bool {
        matches!(
            (self.types.kind(one), self.types.kind(other)),
            (Kind::Record { class: one, .. }, Kind::Record { class: other, .. }) if one == other
        )
    }

    /// `T'(X)`: the value belongs to the subtype as it is; an array has its very bounds.
    pub fn qualified(&mut self, inner: &Expr, ty: TypeId, span: Span) -> Value {
        match self.types.kind(ty) {
            Kind::Unconstrained { .. } => self.value(inner, Some(ty)),
            Kind::Array { .. } => {
                let value = self.value(inner, Some(ty));
                if value.ty != ty && matches!(self.types.kind(value.ty), Kind::Array { .. }) {
                    self.same_bounds(value.ty, ty, span);
                }
                Value::new(self.fit(value, ty, span), ty)
            }
            _ => Value::new(self.checked_value(inner, ty), ty),
        }
    }
}
