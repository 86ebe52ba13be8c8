//! Names: what they stand for, and where the objects are that they name.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, Operand};

use super::entity::{Entity, Object, Storage};
use super::lowering::Lowering;
use super::operator::{binary_name, unary_name};
use super::types::*;
use crate::syntax::*;

/// Where a value is kept.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Var(ir::VarId),
    At(Access),
}

impl Lowering {
    /// What a name can stand for.
    pub fn entities(&self, expr: &Expr) -> Vec<Entity> {
        self.entities_in(expr, self.code.scope, 0)
    }

    fn entities_in(&self, expr: &Expr, scope: usize, depth: usize) -> Vec<Entity> {
        if depth > 20 {
            return Vec::new();
        }
        let found = match &expr.kind {
            ExprKind::Name(name) => self.lookup(scope, &name.key),
            ExprKind::Selected(prefix, name) => {
                let around = self.entities_in(prefix, scope, depth + 1);
                for entity in &around {
                    match entity {
                        Entity::Package(inside) => {
                            let names = self.scopes[*inside].names.get(&name.key);
                            return names.cloned().unwrap_or_default();
                        }
                        Entity::Library(unit) => {
                            return vec![Entity::Library(format!("{unit}.{}", name.key))];
                        }
                        _ => {}
                    }
                }
                // The name of a body around.
                let mut found = Vec::new();
                if let ExprKind::Name(prefix) = &prefix.kind {
                    let mut at = Some(scope);
                    while let Some(scope) = at {
                        if self.scopes[scope].name == prefix.key {
                            found = self.scopes[scope]
                                .names
                                .get(&name.key)
                                .cloned()
                                .unwrap_or_default();
                            break;
                        }
                        at = self.scopes[scope].parent;
                    }
                }
                found
            }
            _ => Vec::new(),
        };
        let renamed = |entity: Entity| match entity {
            Entity::Alias(of, scope) => {
                let inner = self.entities_in(&of, scope, depth + 1);
                if inner.is_empty() { vec![Entity::Alias(of, scope)] } else { inner }
            }
            other => vec![other],
        };
        found.into_iter().flat_map(renamed).collect()
    }

    /// The type that a name denotes, `'Base` and `'Class` included.
    pub fn type_named(&self, expr: &Expr) -> Option<TypeId> {
        if let ExprKind::Attribute(prefix, word, _) = &expr.kind
            && (word.key == "base" || word.key == "class")
        {
            let base = self.types.base(self.type_named(prefix)?);
            let wide = self.class_wides.get(&base).filter(|_| word.key == "class");
            return Some(wide.copied().unwrap_or(base));
        }
        let found = self.entities(expr);
        let named = found.iter().find_map(|entity| match entity {
            Entity::Type(ty) => Some(*ty),
            _ => None,
        });
        named.or_else(|| super::identification::type_named(&found))
    }

    /// Whether a name is a part of something whose type is not modelled, so that nothing is known of it.
    pub fn is_unknown_part(&mut self, expr: &Expr) -> bool {
        let prefix = match &expr.kind {
            ExprKind::Selected(prefix, _)
            | ExprKind::All(prefix)
            | ExprKind::Apply(prefix, _)
            | ExprKind::Attribute(prefix, ..) => prefix,
            _ => return false,
        };
        let unknown = self
            .type_of(prefix)
            .is_some_and(|ty| matches!(self.types.kind(self.designated(ty)), Kind::Unknown(_)));
        unknown || self.is_unknown_part(prefix)
    }

    /// Whether a name is of the standard library.
    pub fn is_library(&self, expr: &Expr) -> bool {
        if let ExprKind::Apply(inner, _) = &expr.kind {
            return self.is_library(inner);
        }
        self.entities(expr).iter().any(|entity| matches!(entity, Entity::Library(_)))
    }

    /// The type of an expression, where it can be told without computing it.
    pub fn type_of(&mut self, expr: &Expr) -> Option<TypeId> {
        match &expr.kind {
            ExprKind::Int(_) => Some(UNIVERSAL),
            ExprKind::Real(_) => Some(REAL),
            ExprKind::Text(_) => Some(TEXT),
            ExprKind::Character(_) => Some(CHARACTER),
            ExprKind::Null => Some(NULL),
            ExprKind::In(..) => Some(BOOLEAN),
            ExprKind::Qualified(mark, _) => self.type_named(mark),
            ExprKind::Unary(op, inner) => {
                match self.operator(unary_name(*op), &[inner.as_ref()], None) {
                    Some(id) => self.subprograms[id].result,
                    None => self.type_of(inner),
                }
            }
            ExprKind::Binary(op, left, right) => {
                let operands = [left.as_ref(), right.as_ref()];
                match self.operator(binary_name(*op), &operands, None) {
                    Some(id) => self.subprograms[id].result,
                    None => self.predefined_type(*op, left, right),
                }
            }
            ExprKind::If(ways, _) => {
                let first = &ways.first()?.1;
                self.type_of(first)
            }
            ExprKind::Case(_, ways) => {
                let first = &ways.first()?.1;
                self.type_of(first)
            }
            ExprKind::Quantified { .. } => Some(BOOLEAN),
            ExprKind::Attribute(prefix, word, _) => match word.key.as_str() {
                "count" | "pos" | "length" => Some(UNIVERSAL),
                "old" => self.type_of(prefix),
                "result" => self.code.remembered.result.map(|(_, ty)| ty),
                "terminated" | "callable" | "valid" => Some(BOOLEAN),
                "identity" => Some(TASK_ID),
                "image" => Some(TEXT),
                "first" | "last" => self.array_index(prefix, &[]).map(|ty| self.types.base(ty)),
                _ => self.type_named(prefix),
            },
            ExprKind::Name(_) | ExprKind::Selected(..) | ExprKind::All(_) => {
                let found = self.entities(expr);
                if let Some(ty) = super::identification::type_of(&found) {
                    return Some(ty);
                }
                for entity in found {
                    match entity {
                        Entity::Object(object) => return Some(object.ty),
                        Entity::Literal(ty, _) => return Some(ty),
                        Entity::Number(_) => return Some(UNIVERSAL),
                        Entity::Real(_) => return Some(REAL),
                        Entity::Subprogram(id) => return self.subprograms[id].result,
                        Entity::Alias(of, scope) => {
                            let before = std::mem::replace(&mut self.code.scope, scope);
                            let ty = self.type_of(&of);
                            self.code.scope = before;
                            return ty;
                        }
                        _ => {}
                    }
                }
                match &expr.kind {
                    ExprKind::Selected(prefix, name) => self.component_type(prefix, &name.key),
                    ExprKind::All(prefix) => {
                        let ty = self.type_of(prefix)?;
                        match self.types.kind(ty) {
                            Kind::Access(to) => Some(*to),
                            _ => None,
                        }
                    }
                    _ => None,
                }
            }
            ExprKind::Apply(prefix, arguments) => {
                if let Some(ty) = self.type_named(prefix) {
                    return Some(ty);
                }
                let found = self.entities(prefix);
                if let Some(ty) = super::identification::type_of(&found) {
                    return Some(ty);
                }
                let called = self.overloaded(&found, arguments, None);
                if let Some(id) = called {
                    return self.subprograms[id].result;
                }
                let ty = self.type_of(prefix)?;
                let of = self.designated(ty);
                match self.types.kind(of) {
                    Kind::Array { element, .. } | Kind::Unconstrained { element, .. } => {
                        match arguments.as_slice() {
                            [argument] if self.is_range(&argument.value) => Some(of),
                            _ => Some(*element),
                        }
                    }
                    _ => self.operation_result(prefix),
                }
            }
            ExprKind::New { .. }
            | ExprKind::Raise(..)
            | ExprKind::Aggregate(_)
            | ExprKind::Extension(..)
            | ExprKind::Range(..)
            | ExprKind::Constrained(..)
            | ExprKind::Box
            | ExprKind::Others
            | ExprKind::Unmodelled(_) => None,
        }
    }

    fn predefined_type(&mut self, op: Binary, left: &Expr, right: &Expr) -> Option<TypeId> {
        match op {
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual
            | Binary::AndThen
            | Binary::OrElse => Some(BOOLEAN),
            Binary::Concatenate => Some(TEXT),
            _ => match self.type_of(left) {
                Some(UNIVERSAL) | None => self.type_of(right),
                Some(ty) => Some(self.types.base(ty)),
            },
        }
    }

    /// What an access type leads to; any other type is itself.
    pub fn designated(&self, ty: TypeId) -> TypeId {
        match self.types.kind(ty) {
            Kind::Access(to) => *to,
            _ => ty,
        }
    }

    fn component_type(&mut self, prefix: &Expr, key: &str) -> Option<TypeId> {
        let ty = self.type_of(prefix)?;
        let operations = self.operations_named(self.designated(ty), key);
        let result = operations.into_iter().find_map(|entity| match entity {
            Entity::Subprogram(id) => self.subprograms[id].result,
            _ => None,
        });
        match self.types.kind(self.designated(ty)) {
            Kind::Record { fields, .. } => {
                let field = fields.iter().find(|field| field.key == key);
                field.map(|field| field.ty).or(result)
            }
            Kind::Protected(of) => {
                let inside = self.scopes[of.scope].names.get(key)?;
                inside.iter().find_map(|entity| match entity {
                    Entity::Subprogram(id) => self.subprograms[*id].result,
                    _ => None,
                })
            }
            Kind::Task(of) => {
                of.discriminants.iter().find(|field| field.key == key).map(|field| field.ty)
            }
            _ => None,
        }
    }

    /// The result of a protected function, by its full name.
    fn operation_result(&mut self, name: &Expr) -> Option<TypeId> {
        match &name.kind {
            ExprKind::Selected(prefix, name) => self.component_type(prefix, &name.key),
            _ => None,
        }
    }

    /// The place that a name means.
    pub fn place(&mut self, expr: &Expr) -> Option<(Place, TypeId)> {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::Selected(..) | ExprKind::All(_) => {
                for entity in self.entities(expr) {
                    match entity {
                        Entity::Object(object) => {
                            return Some((self.object_place(&object), object.ty));
                        }
                        Entity::Alias(of, scope) => {
                            let before = std::mem::replace(&mut self.code.scope, scope);
                            let place = self.place(&of);
                            self.code.scope = before;
                            return place;
                        }
                        _ => {}
                    }
                }
                match &expr.kind {
                    ExprKind::Selected(prefix, name) => self.component(prefix, &name.key),
                    ExprKind::All(prefix) => self.target(prefix),
                    _ => None,
                }
            }
            ExprKind::Apply(prefix, arguments) => match arguments.as_slice() {
                [_] if self.type_named(prefix).is_some() => {
                    // A view of an object is the object.
                    let ty = self.type_of(expr).filter(|ty| self.is_tagged(*ty))?;
                    let value = self.value(expr, Some(ty));
                    let var = self.temp(ir::Type::Reference);
                    self.emit(ir::StmtKind::Set(var, value.expr));
                    Some((Place::Var(var), ty))
                }
                [argument] if self.is_range(&argument.value) => {
                    self.slice_place(prefix, &argument.value)
                }
                _ => self.element(prefix, arguments),
            },
            _ => None,
        }
    }

    /// The object that an access value leads to.
    fn target(&mut self, prefix: &Expr) -> Option<(Place, TypeId)> {
        let pointer = self.value(prefix, None);
        let Kind::Access(to) = self.types.kind(pointer.ty).clone() else { return None };
        let reference = self.operand(pointer.expr, ir::Type::Reference);
        if !self.types.is_scalar(to) {
            // The object itself: kept in a variable, so that it is a place, too.
            let var = self.temp(ir::Type::Reference);
            self.emit(ir::StmtKind::Set(var, ir::Expr::Operand(reference)));
            return Some((Place::Var(var), to));
        }
        Some((Place::At(Access::Field(reference, self.cell_field(to))), to))
    }

    /// The field of a cell in which values of a type are kept.
    pub fn cell_field(&self, ty: TypeId) -> ir::FieldId {
        match self.types.ir(ty) {
            ir::Type::Reference => self.predefined.cell_reference,
            ir::Type::Float => self.predefined.cell_real,
            ir::Type::Bool | ir::Type::Int { .. } => self.predefined.cell_number,
        }
    }

    fn component(&mut self, prefix: &Expr, key: &str) -> Option<(Place, TypeId)> {
        let ty = self.type_of(prefix)?;
        let (fields, discriminants) = match self.types.kind(self.designated(ty)).clone() {
            Kind::Record { fields, discriminants, .. } => (fields, discriminants),
            Kind::Task(of) => (Rc::new(of.discriminants.clone()), of.discriminants.len()),
            Kind::Protected(of) => (Rc::new(of.discriminants.clone()), of.discriminants.len()),
            _ => return None,
        };
        let field = fields.iter().find(|field| field.key == key)?.clone();
        let record = self.value(prefix, None);
        let record = self.operand(record.expr, ir::Type::Reference);
        if !field.variants.is_empty() {
            // A component of another variant is not there.
            let truth = self.is_present(&field, record, &fields);
            self.require(truth, self.predefined.constraint_error);
        }
        let ty = self.resolved(field.ty, record, &fields[..discriminants]);
        Some((Place::At(Access::Field(record, field.field)), ty))
    }

    /// Whether the discriminants of a record have values for which a component is there.
    pub fn is_present(
        &mut self,
        field: &RecordField,
        record: Operand,
        fields: &[RecordField],
    ) -> ir::Expr {
        let mut all: Option<ir::Expr> = None;
        let around = std::mem::replace(&mut self.code.scope, field.scope);
        for variant in field.variants.iter() {
            let Some(own) = fields.iter().find(|part| part.key == variant.discriminant.key) else {
                let span = variant.discriminant.span;
                self.error("there is no such discriminant", span);
                continue;
            };
            let value = self.load(Access::Field(record, own.field), self.types.ir(own.ty));
            let mut truth = self.is_among(value, own.ty, &variant.choices);
            if variant.others {
                truth = super::expression::not(truth);
            }
            all = Some(match all {
                None => truth,
                Some(before) => binary(ir::BinaryOp::And, before, truth),
            });
        }
        self.code.scope = around;
        all.unwrap_or_else(|| int(1))
    }

    fn element(&mut self, prefix: &Expr, arguments: &[Arg]) -> Option<(Place, TypeId)> {
        let ty = self.type_of(prefix)?;
        if !matches!(self.types.kind(self.designated(ty)), Kind::Array { .. }) {
            return None;
        }
        let array = self.value(prefix, None);
        let of = self.designated(array.ty);
        let Kind::Array { indices, element } = self.types.kind(of).clone() else { return None };
        let array = self.operand(array.expr, ir::Type::Reference);
        if arguments.len() != indices.len() {
            return None;
        }
        let mut at: Option<ir::Expr> = None;
        for (argument, index) in arguments.iter().zip(&indices) {
            let value = self.checked_value(&argument.value, *index);
            let value = self.operand(value, ir::Type::LONG);
            if indices.len() == 1 {
                at = Some(self.position_in(of, value));
                break;
            }
            let position = self.position(*index, value);
            at = Some(match at {
                None => position,
                Some(before) => {
                    let length = self.extent(*index);
                    let row = binary(ir::BinaryOp::Multiply, before, ir::Expr::Operand(length));
                    binary(ir::BinaryOp::Add, row, position)
                }
            });
        }
        let at = self.operand(at?, ir::Type::INT);
        Some((Place::At(Access::Element(array, at)), element))
    }

    /// Where an index of one of several dimensions is: small lower bounds leave the first places empty.
    fn position(&mut self, index: TypeId, value: Operand) -> ir::Expr {
        let value = ir::Expr::Operand(value);
        match self.types.kind(index).clone() {
            Kind::Discrete { low: Bound::Predefined(low), .. } if (0..=SMALL).contains(&low) => {
                value
            }
            Kind::Discrete { low, .. } => {
                let low = self.bound_operand(low);
                binary(ir::BinaryOp::Subtract, value, ir::Expr::Operand(low))
            }
            _ => value,
        }
    }

    /// How many places the values of an index need.
    pub fn extent(&mut self, index: TypeId) -> Operand {
        let Kind::Discrete { low, high, .. } = self.types.kind(index).clone() else {
            self.leave_out("an array whose index type is not known is not modelled");
            return Operand::Int(1);
        };
        if let (Bound::Predefined(low), Bound::Predefined(high)) = (low, high) {
            let first = if (0..=SMALL).contains(&low) { 0 } else { low };
            return Operand::Int(high.saturating_sub(first).saturating_add(1).max(0));
        }
        let high = self.bound_operand(high);
        let mut length = binary(ir::BinaryOp::Add, ir::Expr::Operand(high), int(1));
        match low {
            Bound::Predefined(low) if (0..=SMALL).contains(&low) => {}
            low => {
                let low = self.bound_operand(low);
                length = binary(ir::BinaryOp::Subtract, length, ir::Expr::Operand(low));
            }
        }
        // An empty range may end far below its start.
        let into = self.temp(ir::Type::LONG);
        self.emit(ir::StmtKind::Set(into, length));
        let read = || ir::Expr::Operand(Operand::Var(into));
        let negative = binary(ir::BinaryOp::Less, read(), int(0));
        let condition = self.operand(negative, ir::Type::Bool);
        let then = self.block(|this| this.emit(ir::StmtKind::Set(into, int(0))));
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        self.operand(read(), ir::Type::INT)
    }

    /// Where an object is kept, as seen from the body that is being lowered.
    pub fn object_place(&mut self, object: &Object) -> Place {
        if matches!(object.storage, Storage::Var(_) | Storage::Cell(_))
            && object.frame != self.code.frame
        {
            self.leave_out(format!("`{}` of another body is used", object.name));
            return Place::Var(self.temp(self.types.ir(object.ty)));
        }
        match object.storage {
            Storage::Var(var) => Place::Var(var),
            Storage::Static(field) => Place::At(Access::Static(field)),
            Storage::Cell(var) => {
                let field = self.cell_field(object.ty);
                Place::At(Access::Field(Operand::Var(var), field))
            }
            Storage::FrameCell(frame, field) => {
                let reference = self.frame_of(frame);
                let cell = self.load(Access::Field(reference, field), ir::Type::Reference);
                Place::At(Access::Field(cell, self.cell_field(object.ty)))
            }
            Storage::Frame(frame, field) => {
                let reference = self.frame_of(frame);
                Place::At(Access::Field(reference, field))
            }
        }
    }

    /// The value at a place.
    pub fn read(&mut self, place: Place, ty: TypeId) -> Operand {
        match place {
            Place::Var(var) => Operand::Var(var),
            Place::At(access) => self.load(access, self.types.ir(ty)),
        }
    }

    /// The value of an object; for a constant that is known, no read.
    pub fn read_object(&mut self, object: &Object) -> Operand {
        if let Some(value) = object.value {
            return Operand::Int(value);
        }
        let place = self.object_place(object);
        self.read(place, object.ty)
    }

    /// Assigns to a place.
    pub fn write(&mut self, place: Place, value: ir::Expr, ty: TypeId) {
        match place {
            Place::Var(var) => self.emit(ir::StmtKind::Set(var, value)),
            Place::At(access) => {
                let value = self.operand(value, self.types.ir(ty));
                self.emit(ir::StmtKind::Store(access, value));
            }
        }
    }

    /// Assigns to an object, without a check of its subtype.
    pub fn assign_object(&mut self, object: &Object, value: ir::Expr) {
        let place = self.object_place(object);
        self.write(place, value, object.ty);
    }

    /// An object of the present body, kept where the bodies that use it can reach it.
    pub fn new_object(&mut self, name: &Ident, ty: TypeId, value: Option<i64>) -> Rc<Object> {
        let storage = self.storage(&name.text, &name.key, ty, name.span);
        let frame = self.code.frame;
        let span = Some(name.span);
        Rc::new(Object { name: name.text.clone(), ty, storage, value, frame, span })
    }

    /// An object that nobody named.
    pub fn hidden_object(&mut self, name: &str, ty: TypeId, span: Span) -> Rc<Object> {
        let frame = &self.frames[self.code.frame];
        let captured = frame.class.is_some() || frame.is_static.is_some();
        let storage = match captured {
            true => self.storage(&format!("${name}"), "*", ty, span),
            false => Storage::Var(self.temp(self.types.ir(ty))),
        };
        let frame = self.code.frame;
        Rc::new(Object { name: name.to_string(), ty, storage, value: None, frame, span: None })
    }

    fn storage(&mut self, text: &str, key: &str, ty: TypeId, span: Span) -> Storage {
        let kept = self.types.ir(ty);
        let frame = self.code.frame;
        if let Some(class) = self.frames[frame].is_static {
            return Storage::Static(self.add_field(class, text, kept, true, Some(span)));
        }
        let captured = key == "*" || self.is_captured(key);
        match self.frames[frame].class.filter(|_| captured) {
            Some(class) => {
                Storage::Frame(frame, self.add_field(class, text, kept, false, Some(span)))
            }
            None => Storage::Var(self.var(text, kept, Some(span))),
        }
    }
}

/// Lower bounds up to here leave places empty.
pub const SMALL: i64 = 4;

/// An operation in 64 bits.
pub fn binary(op: ir::BinaryOp, left: ir::Expr, right: ir::Expr) -> ir::Expr {
    ir::Expr::Binary(op, ir::Width::W64, Box::new(left), Box::new(right))
}

/// A whole number.
pub fn int(value: i64) -> ir::Expr {
    ir::Expr::Operand(Operand::Int(value))
}
