//! Objects come to be: defaults and aggregates, and values of whole arrays and records.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, Operand};

use super::call::default_operand;
use super::entity::Object;
use super::expression::Value;
use super::lowering::Lowering;
use super::name::{Place, binary};
use super::types::*;
use crate::syntax::*;

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
                match self.types.kind(ty).clone() {
                    Kind::Record { .. } => self.record_aggregate(parts, ty, None, expr.span),
                    Kind::Array { indices, .. } | Kind::Unconstrained { indices, .. }
                        if indices.len() == 1 =>
                    {
                        self.array_aggregate(parts, ty, expr.span)
                    }
                    Kind::Array { .. } => {
                        let object = self.created(ty, &[], expr.span);
                        self.fill_rows(object, ty, parts);
                        Value { expr: ir::Expr::Operand(object), ty }
                    }
                    _ => self.unknown("an aggregate of this type", expr.span, wanted),
                }
            }
            ExprKind::New { mark, arguments, qualified } => {
                self.allocated(mark, arguments, *qualified, expr.span, wanted)
            }
            _ => self.unknown("this", expr.span, wanted),
        }
    }

    /// What a scalar holds before the first assignment. The language leaves that open; the value of its
    /// type that is nearest to zero is taken.
    pub fn default_scalar(&mut self, ty: TypeId) -> Operand {
        if let Some(value) = self.types.all[ty].default {
            return Operand::Int(value);
        }
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
                self.new_array(into, &indices, element);
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
                self.fill_record(object, ty, &fields, discriminants, arguments, span);
            }
            Kind::Task(of) => {
                self.emit(ir::StmtKind::New { into, class: of.class });
                self.set_discriminants(object, ty, &of.discriminants.clone(), arguments, span);
                if let Some(outer) = self.environment_of(of.scope) {
                    let field = self.predefined.task_outer;
                    self.emit(ir::StmtKind::Store(Access::Field(object, field), outer));
                }
            }
            Kind::Protected(of) => {
                self.emit(ir::StmtKind::New { into, class: of.class });
                self.set_discriminants(object, ty, &of.discriminants.clone(), arguments, span);
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
                let arguments = match self.types.all[ty].library {
                    true => Vec::new(),
                    false => vec![Operand::Class(self.predefined.task)],
                };
                self.emit(ir::StmtKind::Unmodelled { into: Some(into), what, arguments });
            }
            _ => {
                self.leave_out("an object of this type is not modelled");
                self.emit(ir::StmtKind::Set(into, ir::Expr::Operand(Operand::Null)));
            }
        }
        if let Some(name) = name {
            self.assign_object(name, ir::Expr::Operand(object));
        }
        object
    }

    /// An array whose elements are not filled yet; it is kept flat, whatever its dimensions.
    fn new_array(&mut self, into: ir::VarId, indices: &[TypeId], element: TypeId) {
        let mut length = ir::Expr::Operand(Operand::Int(1));
        for index in indices {
            let extent = ir::Expr::Operand(self.extent(*index));
            length = match length {
                ir::Expr::Operand(Operand::Int(1)) => extent,
                other => binary(ir::BinaryOp::Multiply, other, extent),
            };
        }
        let length = self.operand(length, ir::Type::INT);
        let element = self.types.ir(element);
        let of = ir::ElementType::Any;
        self.emit(ir::StmtKind::NewArray { into, element, of, length });
    }

    /// The first values of the discriminants and components of a record.
    fn fill_record(
        &mut self,
        object: Operand,
        ty: TypeId,
        fields: &[RecordField],
        discriminants: usize,
        arguments: &[Arg],
        span: Span,
    ) {
        let constrained = self.types.all[ty].discriminants.clone();
        for (number, field) in fields.iter().enumerate() {
            if let Some(bound) = constrained.as_ref().and_then(|all| all.get(number)) {
                let value = self.bound_operand(*bound);
                self.emit(ir::StmtKind::Store(Access::Field(object, field.field), value));
                continue;
            }
            let given = argument_for(arguments, number, &field.key)
                .filter(|_| number < discriminants)
                .cloned()
                .map(Rc::new);
            if number < discriminants && given.is_none() && field.default.is_none() {
                self.error("a discriminant has no value here", span);
                break;
            }
            self.default_component(object, field, fields, discriminants, given, span);
        }
        if constrained.is_some() {
            self.keep_discriminants(object, ty);
        }
    }

    /// The first value of a component, where it is there at all.
    fn default_component(
        &mut self,
        object: Operand,
        field: &RecordField,
        fields: &[RecordField],
        discriminants: usize,
        given: Option<Rc<Expr>>,
        span: Span,
    ) {
        let fill = |this: &mut Lowering| {
            let ty = this.resolved(field.ty, object, &fields[..discriminants]);
            let field = RecordField { ty, ..field.clone() };
            let value = this.initial(&field, given, span);
            this.emit(ir::StmtKind::Store(Access::Field(object, field.field), value));
        };
        if field.variants.is_empty() {
            return fill(self);
        }
        let truth = self.is_present(field, object, fields);
        let condition = self.operand(truth, ir::Type::Bool);
        let then = self.block(fill);
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
    }

    /// An object keeps the discriminants that it has.
    pub fn keep_discriminants(&mut self, object: Operand, ty: TypeId) {
        if let Kind::Record { class, .. } = self.types.kind(ty)
            && let Some(field) = self.constrained_fields.get(class)
        {
            let access = Access::Field(object, *field);
            self.emit(ir::StmtKind::Store(access, Operand::Int(1)));
        }
    }

    fn set_discriminants(
        &mut self,
        object: Operand,
        ty: TypeId,
        fields: &[RecordField],
        arguments: &[Arg],
        span: Span,
    ) {
        let constrained = self.types.all[ty].discriminants.clone();
        for (number, field) in fields.iter().enumerate() {
            if let Some(bound) = constrained.as_ref().and_then(|all| all.get(number)) {
                let value = self.bound_operand(*bound);
                self.emit(ir::StmtKind::Store(Access::Field(object, field.field), value));
                continue;
            }
            let given = argument_for(arguments, number, &field.key).cloned().map(Rc::new);
            let value = self.initial(field, given, span);
            self.emit(ir::StmtKind::Store(Access::Field(object, field.field), value));
        }
    }

    /// The first value of a component.
    fn initial(&mut self, field: &RecordField, given: Option<Rc<Expr>>, span: Span) -> Operand {
        let scope = match given {
            Some(_) => self.code.scope,
            None => field.scope,
        };
        match given.or_else(|| field.default.clone()) {
            Some(value) => {
                let before = std::mem::replace(&mut self.code.scope, scope);
                let value = self.component_value(&value, field.ty);
                self.code.scope = before;
                value
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

    /// An aggregate of a record: its discriminants first, for other components depend on them.
    pub fn record_aggregate(
        &mut self,
        parts: &[Arg],
        ty: TypeId,
        ancestor: Option<(Operand, TypeId)>,
        span: Span,
    ) -> Value {
        let Kind::Record { class, fields, discriminants } = self.types.kind(ty).clone() else {
            return self.unknown("an aggregate of this type", span, Some(ty));
        };
        let into = self.temp(ir::Type::Reference);
        let object = Operand::Var(into);
        self.emit(ir::StmtKind::New { into, class });
        let mut used = vec![false; parts.len()];
        let mut position = 0;
        let inherited = match ancestor.map(|(_, ty)| self.types.kind(ty)) {
            Some(Kind::Record { fields, .. }) => fields.len(),
            _ => 0,
        };
        for (number, field) in fields.iter().enumerate() {
            if let Some((from, _)) = ancestor.filter(|_| number < inherited) {
                let value = self.load(Access::Field(from, field.field), self.types.ir(field.ty));
                self.emit(ir::StmtKind::Store(Access::Field(object, field.field), value));
                continue;
            }
            let mut found = None;
            for (number, part) in parts.iter().enumerate() {
                let names = |choice: &Expr| shown(choice).to_lowercase() == field.key;
                if part.choices.iter().any(names) {
                    found = Some(number);
                }
            }
            let by_position = parts.get(position).is_some_and(|part| part.choices.is_empty());
            if found.is_none() && by_position && field.variants.is_empty() {
                found = Some(position);
                position += 1;
            }
            let others =
                |part: &Arg| part.choices.iter().any(|c| matches!(c.kind, ExprKind::Others));
            if found.is_none() && field.variants.is_empty() {
                found = parts.iter().position(others);
            }
            if let Some(used) = found.and_then(|found| used.get_mut(found)) {
                *used = true;
            }
            let value = found.map(|found| &parts[found].value);
            match value {
                Some(value) if !matches!(value.kind, ExprKind::Box) => {
                    if !field.variants.is_empty() {
                        let truth = self.is_present(field, object, &fields);
                        self.require(truth, self.predefined.constraint_error);
                    }
                    let of = self.resolved(field.ty, object, &fields[..discriminants]);
                    let value = self.component_value(value, of);
                    self.emit(ir::StmtKind::Store(Access::Field(object, field.field), value));
                }
                Some(_) => {
                    self.default_component(object, field, &fields, discriminants, None, span);
                }
                None if !field.variants.is_empty() => {}
                None => self.error(format!("`{}` has no value here", field.key), span),
            }
        }
        for (part, used) in parts.iter().zip(used) {
            let others = part.choices.iter().any(|c| matches!(c.kind, ExprKind::Others));
            if !used && !others {
                self.leave_out("an aggregate with parts of variants by position is not modelled");
                let span = part.value.span;
                if fields.iter().all(|field| field.variants.is_empty()) {
                    self.error("there is no component for this", span);
                }
            }
        }
        // It has the discriminants that it was given; whether they are those of the subtype is looked at.
        let plain = match self.types.all[ty].discriminants.is_some() {
            true => self.types.base(ty),
            false => ty,
        };
        Value { expr: ir::Expr::Operand(object), ty: plain }
    }

    /// The value of a component: an object of its own where it is composite.
    pub fn component_value(&mut self, expr: &Expr, ty: TypeId) -> Operand {
        let value = self.checked_value(expr, ty);
        let value = self.operand(value, self.types.ir(ty));
        let fresh = matches!(expr.kind, ExprKind::Aggregate(_));
        if fresh || !matches!(self.types.kind(ty), Kind::Array { .. } | Kind::Record { .. }) {
            return value;
        }
        let copy = self.copied(Value::new(ir::Expr::Operand(value), ty), expr.span);
        self.operand(copy.expr, ir::Type::Reference)
    }

    /// An aggregate of an array with several dimensions: one value for all, or nothing.
    fn fill_rows(&mut self, array: Operand, ty: TypeId, parts: &[Arg]) {
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
    pub fn assign(&mut self, place: Place, ty: TypeId, value: Value, span: Span) {
        if self.types.is_scalar(ty) {
            return self.write(place, value.expr, ty);
        }
        let of = value.ty;
        let from = self.operand(value.expr, ir::Type::Reference);
        let into = self.read(place, ty);
        if self.is_class_wide(ty) {
            return self.leave_out("an assignment to a class-wide object is not modelled");
        }
        match self.types.kind(ty).clone() {
            Kind::Array { .. } => match self.types.kind(of) {
                Kind::Array { .. } => {
                    self.same_length(of, ty, span);
                    self.copy_array(into, ty, from, of);
                }
                _ => self.leave_out("an assignment of an array of unknown length is not modelled"),
            },
            Kind::Record { class, fields, discriminants } if discriminants > 0 => {
                // Discriminants change only with the whole, and only where the object is not constrained.
                let differs = |this: &mut Lowering| {
                    for field in &fields[..discriminants] {
                        let kept = this.types.ir(field.ty);
                        let old = this.load(Access::Field(into, field.field), kept);
                        let new = this.load(Access::Field(from, field.field), kept);
                        let (old, new) = (ir::Expr::Operand(old), ir::Expr::Operand(new));
                        let same = binary(ir::BinaryOp::Equal, old, new);
                        this.require(same, this.predefined.constraint_error);
                    }
                };
                let before = self.code.span.replace(span);
                match self.constrained_fields.get(&class).copied() {
                    None => differs(self),
                    Some(field) => {
                        let condition = self.load(Access::Field(into, field), ir::Type::Bool);
                        let then = self.block(differs);
                        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
                    }
                }
                self.code.span = before;
                self.copy(into, from, ty);
            }
            _ => self.copy(into, from, ty),
        }
    }

    /// Copies a record or array whose parts are of the same subtypes.
    pub fn copy(&mut self, into: Operand, from: Operand, ty: TypeId) {
        match self.types.kind(ty).clone() {
            Kind::Record { fields, discriminants, .. } => {
                for field in fields.iter() {
                    if field.variants.is_empty() {
                        self.copy_field(into, from, field, &fields[..discriminants]);
                        continue;
                    }
                    let truth = self.is_present(field, from, &fields);
                    let condition = self.operand(truth, ir::Type::Bool);
                    let then = self.block(|this| {
                        this.copy_field(into, from, field, &fields[..discriminants]);
                    });
                    self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
                }
            }
            Kind::Array { .. } => self.copy_array(into, ty, from, ty),
            _ => self.leave_out("an assignment of this type is not modelled"),
        }
    }

    fn copy_field(
        &mut self,
        into: Operand,
        from: Operand,
        field: &RecordField,
        parts: &[RecordField],
    ) {
        let kept = self.types.ir(field.ty);
        let (source, target) = (Access::Field(from, field.field), Access::Field(into, field.field));
        let value = self.load(source, kept);
        if self.types.is_scalar(field.ty) {
            return self.emit(ir::StmtKind::Store(target, value));
        }
        // What depends on discriminants is made anew: they may have changed.
        let ty = self.resolved(field.ty, from, parts);
        if ty != field.ty || !field.variants.is_empty() {
            let span = self.code.span.unwrap_or(Span::new(trine_base::FileId(0), 0, 0));
            let copy = self.copied(Value::new(ir::Expr::Operand(value), ty), span);
            let copy = self.operand(copy.expr, ir::Type::Reference);
            return self.emit(ir::StmtKind::Store(target, copy));
        }
        let target = self.load(target, kept);
        match self.types.kind(ty) {
            Kind::Record { discriminants: 1.., .. } => {
                let var = self.temp(ir::Type::Reference);
                self.emit(ir::StmtKind::Set(var, ir::Expr::Operand(target)));
                let span = self.code.span.unwrap_or(Span::new(trine_base::FileId(0), 0, 0));
                self.assign(Place::Var(var), ty, Value::new(ir::Expr::Operand(value), ty), span);
            }
            _ => self.copy(target, value, ty),
        }
    }
}

/// The argument of a discriminant, by position or by name.
pub fn argument_for<'a>(arguments: &'a [Arg], number: usize, key: &str) -> Option<&'a Expr> {
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
