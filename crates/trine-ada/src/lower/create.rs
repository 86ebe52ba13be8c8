//! Objects come to be: defaults, aggregates, allocators; and values of whole arrays and records.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, Operand};

use super::call::default_operand;
use super::expression::Value;
use super::name::{Place, SMALL, binary, int};
use super::types::*;
use super::world::{Lowering, Object};
use crate::syntax::*;

/// Arrays of up to this many elements are filled one by one, without a loop.
const FEW: i64 = 64;

impl Lowering {
    /// An aggregate or an allocator.
    pub fn made(&mut self, expr: &Expr, wanted: Option<TypeId>) -> Value {
        match &expr.kind {
            ExprKind::Aggregate(parts) => {
                let Some(ty) = wanted.filter(|ty| !self.types.is_scalar(*ty)) else {
                    return self.unknown(
                        "an aggregate of a type that is not known",
                        expr.span,
                        wanted,
                    );
                };
                let object = self.created(ty, &[], expr.span);
                self.fill(object, ty, parts, expr.span);
                Value { expr: ir::Expr::Operand(object), ty }
            }
            ExprKind::New(mark, arguments) => self.allocated(mark, arguments, expr.span, wanted),
            _ => self.unknown("this", expr.span, wanted),
        }
    }

    fn allocated(
        &mut self,
        mark: &Expr,
        arguments: &[Arg],
        span: Span,
        wanted: Option<TypeId>,
    ) -> Value {
        let Some(ty) = self.type_named(mark) else {
            return self.unknown("this allocator", span, wanted);
        };
        let access = wanted.unwrap_or(NULL);
        if self.types.is_scalar(ty) {
            let into = self.temp(ir::Type::Reference);
            self.emit(ir::StmtKind::New { into, class: self.known.cell });
            let value = match arguments.first() {
                Some(argument) => self.checked_value(&argument.value, ty),
                None => ir::Expr::Operand(self.default_scalar(ty)),
            };
            let value = self.operand(value, self.types.ir(ty));
            let field = self.cell_field(ty);
            self.emit(ir::StmtKind::Store(Access::Field(Operand::Var(into), field), value));
            return Value { expr: ir::Expr::Operand(Operand::Var(into)), ty: access };
        }
        self.unless_controlled(ty, "an allocated object");
        let object = match (self.types.kind(ty).clone(), arguments) {
            (Kind::Record { .. } | Kind::Array { .. }, [argument])
                if matches!(argument.value.kind, ExprKind::Aggregate(_)) =>
            {
                let value = self.value(&argument.value, Some(ty));
                self.operand(value.expr, ir::Type::Reference)
            }
            _ => self.created(ty, arguments, span),
        };
        if self.types.has_tasks(ty) {
            self.start_new(object, ty, access);
        }
        Value { expr: ir::Expr::Operand(object), ty: access }
    }

    /// What a scalar holds before anyone assigns to it. The language leaves that open; the value of its
    /// type that is nearest to zero is taken.
    pub fn default_scalar(&mut self, ty: TypeId) -> Operand {
        match self.types.known_range(ty) {
            Some((low, high)) if low <= high => Operand::Int(0i64.clamp(low, high)),
            _ => default_operand(self.types.ir(ty)),
        }
    }

    /// A fresh object of a composite type.
    pub fn created(&mut self, ty: TypeId, arguments: &[Arg], span: Span) -> Operand {
        self.created_as(ty, arguments, span, None)
    }

    /// As `created`, and kept in an object before its parts are made, so that they have names.
    pub fn created_as(
        &mut self,
        ty: TypeId,
        arguments: &[Arg],
        span: Span,
        name: Option<&Object>,
    ) -> Operand {
        let into = self.temp(ir::Type::Reference);
        let object = Operand::Var(into);
        match self.types.kind(ty).clone() {
            Kind::Array { indices, element } => {
                let mut length = ir::Expr::Operand(Operand::Int(1));
                for index in &indices {
                    let extent = ir::Expr::Operand(self.extent(*index));
                    length = match length {
                        ir::Expr::Operand(Operand::Int(1)) => extent,
                        other => binary(ir::BinaryOp::Multiply, other, extent),
                    };
                }
                let length = self.operand(length, ir::Type::INT);
                let kept = self.types.ir(element);
                self.emit(ir::StmtKind::NewArray { into, element: kept, length });
                if let Some(name) = name {
                    self.assign_object(name, ir::Expr::Operand(object));
                }
                self.prefill(object, ty, element, arguments, span);
                return object;
            }
            Kind::Record { class, fields, discriminants } => {
                self.emit(ir::StmtKind::New { into, class });
                if let Some(name) = name {
                    self.assign_object(name, ir::Expr::Operand(object));
                }
                for (number, field) in fields.iter().enumerate() {
                    let given = argument_for(arguments, number, &field.key)
                        .filter(|_| number < discriminants)
                        .cloned()
                        .map(Rc::new);
                    let value = self.initial(field, given, span);
                    self.emit(ir::StmtKind::Store(Access::Field(object, field.field), value));
                }
            }
            Kind::Task(of) => {
                self.emit(ir::StmtKind::New { into, class: of.class });
                self.set_discriminants(object, &of.discriminants.clone(), arguments, span);
                if let Some(outer) = self.environment_of(of.scope) {
                    let field = self.known.task_outer;
                    self.emit(ir::StmtKind::Store(Access::Field(object, field), outer));
                }
            }
            Kind::Protected(of) => {
                self.emit(ir::StmtKind::New { into, class: of.class });
                self.set_discriminants(object, &of.discriminants.clone(), arguments, span);
                let around = self.scopes[of.scope].parent.unwrap_or(0);
                if let Some(outer) = self.environment_of(around) {
                    self.emit(ir::StmtKind::Store(Access::Field(object, of.outer), outer));
                }
                let callee = ir::Callee::Exact(of.init);
                self.emit(ir::StmtKind::Call { into: None, callee, arguments: vec![object] });
            }
            Kind::Unknown(what) if what.starts_with(EXTENSION) => {
                // It may be controlled: then it is initialised, adjusted and finalised.
                self.leave_out(format!("an object of {what} is not modelled"));
                self.emit(ir::StmtKind::Set(into, ir::Expr::Opaque(ir::Type::Reference)));
            }
            Kind::Unknown(what) => {
                let what = format!("an object of {what}");
                let arguments = Vec::new();
                self.emit(ir::StmtKind::Unmodelled { into: Some(into), what, arguments });
            }
            _ => self.emit(ir::StmtKind::Set(into, ir::Expr::Operand(Operand::Null))),
        }
        if let Some(name) = name {
            self.assign_object(name, ir::Expr::Operand(object));
        }
        object
    }

    fn set_discriminants(
        &mut self,
        object: Operand,
        fields: &[Part],
        arguments: &[Arg],
        span: Span,
    ) {
        for (number, field) in fields.iter().enumerate() {
            let given = argument_for(arguments, number, &field.key).cloned().map(Rc::new);
            let value = self.initial(field, given, span);
            self.emit(ir::StmtKind::Store(Access::Field(object, field.field), value));
        }
    }

    /// The first value of a component.
    fn initial(&mut self, field: &Part, given: Option<Rc<Expr>>, span: Span) -> Operand {
        let scope = match given {
            Some(_) => self.code.scope,
            None => field.scope,
        };
        match given.or_else(|| field.default.clone()) {
            Some(value) => {
                let before = std::mem::replace(&mut self.code.scope, scope);
                let value = match self.types.is_discrete(field.ty) {
                    true => self.checked_value(&value, field.ty),
                    false => self.value(&value, Some(field.ty)).expr,
                };
                self.code.scope = before;
                self.operand(value, self.types.ir(field.ty))
            }
            None if self.types.is_scalar(field.ty) => self.default_scalar(field.ty),
            None => {
                self.unless_controlled(field.ty, "a part");
                self.created(field.ty, &[], span)
            }
        }
    }

    /// Gives the elements of a fresh array their defaults.
    fn prefill(
        &mut self,
        array: Operand,
        ty: TypeId,
        element: TypeId,
        arguments: &[Arg],
        span: Span,
    ) {
        let default = match self.types.is_scalar(element) {
            true => Some(self.default_scalar(element)),
            false => None,
        };
        if matches!(default, Some(Operand::Int(0) | Operand::Null | Operand::Float(_))) {
            return;
        }
        self.each_place(array, ty, &mut |this, place| {
            let value = match default {
                Some(value) => value,
                None => this.created(element, arguments, span),
            };
            this.emit(ir::StmtKind::Store(Access::Element(array, place), value));
        });
    }

    /// Does something for every place of an array that an index can mean.
    pub fn each_place(
        &mut self,
        array: Operand,
        ty: TypeId,
        act: &mut dyn FnMut(&mut Lowering, Operand),
    ) {
        let Kind::Array { indices, .. } = self.types.kind(ty).clone() else { return };
        let known: Option<Vec<(i64, i64)>> =
            indices.iter().map(|index| self.types.known_range(*index)).collect();
        if let Some(ranges) = known {
            let places = places(&ranges);
            if places.len() as i64 <= FEW {
                for place in places {
                    act(self, Operand::Int(place));
                }
                return;
            }
        }
        let length = self.temp(ir::Type::INT);
        self.emit(ir::StmtKind::Length(length, array));
        let at = self.temp(ir::Type::INT);
        let first = match indices.as_slice() {
            [only] => match self.types.known_range(*only) {
                Some((low, _)) if (0..=SMALL).contains(&low) => low,
                _ => 0,
            },
            _ => 0,
        };
        self.emit(ir::StmtKind::Set(at, int(first)));
        let id = self.fresh_block();
        let body = self.block(|this| {
            let inside = binary(
                ir::BinaryOp::Less,
                ir::Expr::Operand(Operand::Var(at)),
                ir::Expr::Operand(Operand::Var(length)),
            );
            let condition = this.operand(inside, ir::Type::Bool);
            let otherwise = this.block(|this| this.emit(ir::StmtKind::Break(id)));
            this.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
            act(this, Operand::Var(at));
        });
        let update = self.block(|this| {
            let next = binary(ir::BinaryOp::Add, ir::Expr::Operand(Operand::Var(at)), int(1));
            this.emit(ir::StmtKind::Set(at, next));
        });
        self.emit(ir::StmtKind::Loop { id, body, update });
    }

    /// Puts the parts of an aggregate into an object.
    fn fill(&mut self, object: Operand, ty: TypeId, parts: &[Arg], span: Span) {
        match self.types.kind(ty).clone() {
            Kind::Record { fields, .. } => {
                for (number, part) in parts.iter().enumerate() {
                    let names: Vec<String> =
                        part.choices.iter().map(|choice| shown(choice).to_lowercase()).collect();
                    let others = part.choices.iter().any(|c| matches!(c.kind, ExprKind::Others));
                    for (position, field) in fields.iter().enumerate() {
                        let meant = match part.choices.is_empty() {
                            true => position == number,
                            false => names.contains(&field.key) || others,
                        };
                        if meant && !matches!(part.value.kind, ExprKind::Box) {
                            let value = self.component_value(&part.value, field.ty);
                            self.emit(ir::StmtKind::Store(
                                Access::Field(object, field.field),
                                value,
                            ));
                        }
                    }
                }
            }
            Kind::Array { indices, element } => {
                let [index] = indices.as_slice() else {
                    return self.fill_rows(object, ty, parts, span);
                };
                self.fill_array(object, *index, element, parts, span);
            }
            _ => self.leave_out("an aggregate of this type is not modelled"),
        }
    }

    fn component_value(&mut self, expr: &Expr, ty: TypeId) -> Operand {
        let value = match self.types.is_discrete(ty) {
            true => self.checked_value(expr, ty),
            false => self.value(expr, Some(ty)).expr,
        };
        self.operand(value, self.types.ir(ty))
    }

    fn fill_array(
        &mut self,
        array: Operand,
        index: TypeId,
        element: TypeId,
        parts: &[Arg],
        span: Span,
    ) {
        let Some((low, high)) = self.types.known_range(index) else {
            // Bounds that are found out later: only one value for all.
            if let [Arg { choices, value }] = parts
                && choices.iter().all(|choice| matches!(choice.kind, ExprKind::Others))
                && !choices.is_empty()
            {
                let indices = vec![index];
                let ty = self.types.add("", Kind::Array { indices, element }, None);
                let value = value.clone();
                self.each_place(array, ty, &mut |this, place| {
                    let value = this.component_value(&value, element);
                    this.emit(ir::StmtKind::Store(Access::Element(array, place), value));
                });
                return;
            }
            return self.leave_out("an aggregate with bounds that are not known");
        };
        let offset = if (0..=SMALL).contains(&low) { 0 } else { low };
        let mut left: Vec<i64> = (low..=high.min(low.saturating_add(10_000))).collect();
        for (number, part) in parts.iter().enumerate() {
            let mut meant = Vec::new();
            if part.choices.is_empty() {
                meant.push(low + number as i64);
            }
            for choice in &part.choices {
                if matches!(choice.kind, ExprKind::Others) {
                    meant.extend(left.iter().copied());
                } else if let Some(value) = self.constant_of(choice, Some(index)) {
                    meant.push(value);
                } else if let Some((Bound::Known(from), Bound::Known(to))) =
                    self.bounds_of(choice, Some(index))
                {
                    meant.extend(from..=to.min(from.saturating_add(10_000)));
                } else {
                    return self.leave_out("an aggregate with choices that are not known");
                }
            }
            if matches!(part.value.kind, ExprKind::Box) {
                continue;
            }
            left.retain(|place| !meant.contains(place));
            for place in meant {
                if !(low..=high).contains(&place) {
                    let before = self.code.span.replace(span);
                    self.throw(self.known.constraint_error);
                    self.code.span = before;
                    return;
                }
                let value = self.component_value(&part.value, element);
                let place = Operand::Int(place - offset);
                self.emit(ir::StmtKind::Store(Access::Element(array, place), value));
            }
        }
    }

    /// An aggregate of an array with several dimensions: one value for all, or nothing.
    fn fill_rows(&mut self, array: Operand, ty: TypeId, parts: &[Arg], _span: Span) {
        let mut inner = parts;
        while let [Arg { choices, value }] = inner
            && choices.iter().any(|choice| matches!(choice.kind, ExprKind::Others))
        {
            match &value.kind {
                ExprKind::Aggregate(more) => inner = more,
                _ => {
                    let Kind::Array { element, .. } = self.types.kind(ty).clone() else { return };
                    let value = value.clone();
                    return self.each_place(array, ty, &mut |this, place| {
                        let value = this.component_value(&value, element);
                        this.emit(ir::StmtKind::Store(Access::Element(array, place), value));
                    });
                }
            }
        }
        self.leave_out("an aggregate with several dimensions is not modelled");
    }

    /// Assigns a value to a place; arrays and records are copied part by part.
    pub fn assign(&mut self, place: Place, ty: TypeId, value: ir::Expr) {
        if self.types.is_scalar(ty) {
            return self.write(place, value, ty);
        }
        let from = self.operand(value, ir::Type::Reference);
        let into = self.read(place, ty);
        self.copy(into, from, ty);
    }

    fn copy(&mut self, into: Operand, from: Operand, ty: TypeId) {
        match self.types.kind(ty).clone() {
            Kind::Record { fields, .. } => {
                for field in fields.iter() {
                    let kept = self.types.ir(field.ty);
                    let value = self.load(Access::Field(from, field.field), kept);
                    if self.types.is_scalar(field.ty) {
                        self.emit(ir::StmtKind::Store(Access::Field(into, field.field), value));
                    } else {
                        let target = self.load(Access::Field(into, field.field), kept);
                        self.copy(target, value, field.ty);
                    }
                }
            }
            Kind::Array { element, .. } => {
                let scalar = self.types.is_scalar(element);
                let kept = self.types.ir(element);
                self.each_place(into, ty, &mut |this, place| {
                    let value = this.load(Access::Element(from, place), kept);
                    if scalar {
                        this.emit(ir::StmtKind::Store(Access::Element(into, place), value));
                    } else {
                        let target = this.load(Access::Element(into, place), kept);
                        this.copy(target, value, element);
                    }
                });
            }
            _ => self.leave_out("an assignment of this type is not modelled"),
        }
    }
}

/// The argument of a discriminant, by position or by name.
fn argument_for<'a>(arguments: &'a [Arg], number: usize, key: &str) -> Option<&'a Expr> {
    let named = |argument: &&Arg| {
        argument
            .choices
            .iter()
            .any(|choice| matches!(&choice.kind, ExprKind::Name(name) if name.key == key))
    };
    let by_name = arguments.iter().find(named);
    let by_position = arguments.get(number).filter(|argument| argument.choices.is_empty());
    by_name.or(by_position).map(|argument| &argument.value)
}

/// The places that the values of some indices mean.
fn places(ranges: &[(i64, i64)]) -> Vec<i64> {
    let mut found = vec![0i64];
    for (low, high) in ranges {
        let offset = if (0..=SMALL).contains(low) { 0 } else { *low };
        let extent = high.saturating_sub(offset).saturating_add(1).max(0);
        if high.saturating_sub(*low).saturating_mul(found.len() as i64) > 10_000 {
            return vec![0; 10_000];
        }
        found = found
            .iter()
            .flat_map(|row| (*low..=*high).map(move |index| row * extent + index - offset))
            .collect();
    }
    found
}
