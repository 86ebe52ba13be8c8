//! Tagged types: what they inherit, which operations are primitive, and conversions between views (RM 3.9).
//!
//! A tagged type is a class with those of its parent and its interfaces as parents. `T'Class` is a subtype of `T` whose
//! objects may be of any class below. Task and protected types are classes below their interfaces (RM 9.1, 9.4).

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{ClassId, Operand};

use super::entity::*;
use super::expression::Value;
use super::lowering::*;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

/// A tagged type, an interface, or a task or protected type that has interfaces.
pub struct TaggedType {
    pub class: ClassId,
    /// The parent type and the interfaces.
    pub parents: Vec<TypeId>,
    /// The operations that are declared with the type or inherited.
    pub primitives: Vec<usize>,
    pub is_abstract: bool,
}

impl Lowering {
    /// A type that may be tagged was declared or announced: `T'Class` has a meaning from here on.
    pub fn declare_class_wide(&mut self, id: TypeId) {
        let kind = self.types.kind(id).clone();
        match self.class_wides.get(&id) {
            Some(wide) => self.types.all[*wide].kind = kind,
            None => {
                let wide = self.types.like(id, kind);
                self.types.all[wide].class_wide = true;
                self.types.all[wide].name.push_str("'Class");
                self.class_wides.insert(id, wide);
            }
        }
    }

    /// The record that a tagged type is: the components of its parent come first.
    pub fn tagged_kind(
        &mut self,
        name: &Ident,
        discriminants: &[Param],
        def: &Tagged,
        span: Span,
    ) -> Kind {
        let parents = self.parent_types(&def.parents);
        let inherits = match parents.first().map(|parent| self.types.kind(*parent)) {
            Some(Kind::Record { discriminants, .. }) => *discriminants > 0,
            Some(_) => true,
            None => false,
        };
        let known = parents.iter().all(|parent| {
            self.tagged.contains_key(parent)
                && !self.is_controlled(*parent)
                && matches!(self.types.kind(*parent), Kind::Record { .. })
        });
        if !known || (inherits && !discriminants.is_empty()) {
            return Kind::Unknown(format!("{EXTENSION} ({})", name.text));
        }
        self.record_kind(name, discriminants, &def.components, &parents, span)
    }

    fn parent_types(&mut self, parents: &[Indication]) -> Vec<TypeId> {
        let named = parents.iter().map(|parent| self.indicated(parent)).collect::<Vec<_>>();
        named.into_iter().map(|parent| self.types.base(parent)).collect()
    }

    /// A tagged type is complete: it has the operations that were declared since it was announced, and inherits
    /// those of its parents that these do not override.
    pub fn complete_tagged(&mut self, id: TypeId, def: &Tagged) {
        let Kind::Record { class, .. } = *self.types.kind(id) else { return };
        let parents = self.parent_types(&def.parents);
        let (primitives, is_abstract) = (Vec::new(), def.is_abstract);
        self.tagged.insert(id, TaggedType { class, parents, primitives, is_abstract });
        self.declare_class_wide(id);
        let scope = self.types.all[id].scope;
        let mut declared: Vec<usize> = Vec::new();
        for entity in self.scopes[scope].names.values().flatten() {
            declared.extend(match entity {
                Entity::Subprogram(id) => Some(*id),
                _ => None,
            });
        }
        declared.sort_unstable();
        for operation in declared {
            self.declare_primitive(operation);
        }
        self.inherit(id);
    }

    /// A task or protected type has interfaces.
    pub fn implement(&mut self, ty: TypeId, class: ClassId, interfaces: &[Indication]) {
        if interfaces.is_empty() {
            return;
        }
        let parents = self.parent_types(interfaces);
        for (parent, named) in parents.iter().zip(interfaces) {
            match self.tagged.get(parent) {
                Some(tagged) => {
                    let above = tagged.class;
                    self.program.classes[class].parents.push(above);
                }
                None => {
                    self.error(format!("`{}` is not an interface", shown(&named.mark)), named.span)
                }
            }
        }
        self.types.all[ty].scope = self.code.scope;
        let (primitives, is_abstract) = (Vec::new(), false);
        self.tagged.insert(ty, TaggedType { class, parents, primitives, is_abstract });
        self.inherit(ty);
    }

    fn inherit(&mut self, id: TypeId) {
        let parents = self.tagged[&id].parents.clone();
        for parent in parents {
            let inherited = match self.tagged.get(&parent) {
                Some(above) => above.primitives.clone(),
                None => continue,
            };
            for operation in inherited {
                if self.member(id, operation, parent).is_some() {
                    continue;
                }
                match self.conforming(id, operation, parent) {
                    None => self.inherit_operation(id, operation, parent),
                    Some(own)
                        if self.subprograms[own].is_abstract
                            && self.subprograms[own].inherited
                            && !self.subprograms[operation].is_abstract =>
                    {
                        self.forget_primitive(id, own);
                        self.inherit_operation(id, operation, parent);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// The operation of a parent, for the new type: the same body.
    fn inherit_operation(&mut self, id: TypeId, operation: usize, parent: TypeId) {
        let of = &self.subprograms[operation];
        let (method, scope, contract) = (of.method, of.scope, of.contract.clone());
        let (is_abstract, result) = (of.is_abstract, of.result);
        let mut params = of.params.clone();
        for param in &mut params {
            param.ty = self.in_place_of(param.ty, parent, id);
        }
        let result = result.map(|result| self.in_place_of(result, parent, id));
        self.subprograms.push(Subprogram {
            method,
            scope,
            params,
            result,
            has_body: true,
            protected: None,
            contract,
            is_abstract,
            inherited: true,
        });
        let own = self.subprograms.len() - 1;
        self.inherited_from.insert(own, operation);
        let key = self.key_of(own);
        let scope = self.types.all[id].scope;
        self.declare(scope, &key, Entity::Subprogram(own));
        if let Some(tagged) = self.tagged.get_mut(&id) {
            tagged.primitives.push(own);
        }
    }

    fn in_place_of(&mut self, ty: TypeId, from: TypeId, to: TypeId) -> TypeId {
        if self.controls(ty) != Some(from) {
            return ty;
        }
        match self.types.kind(ty) {
            Kind::Access(_) => {
                let own = self.types.like(ty, Kind::Access(to));
                self.types.all[own].base = own;
                own
            }
            _ => to,
        }
    }

    fn forget_primitive(&mut self, ty: TypeId, operation: usize) {
        if let Some(tagged) = self.tagged.get_mut(&ty) {
            tagged.primitives.retain(|own| *own != operation);
        }
        let key = self.key_of(operation);
        let scope = self.types.all[ty].scope;
        if let Some(named) = self.scopes[scope].names.get_mut(&key) {
            named.retain(|entity| !matches!(entity, Entity::Subprogram(own) if *own == operation));
        }
    }

    /// A subprogram was declared: where it stands beside a tagged type that it has a parameter or result of, it is
    /// one of its operations, and overrides what was inherited.
    pub fn declare_primitive(&mut self, id: usize) {
        if self.tagged.is_empty() || self.subprograms[id].protected.is_some() {
            return;
        }
        let of = &self.subprograms[id];
        let mut types: Vec<TypeId> =
            of.params.iter().map(|param| param.ty).chain(of.result).collect();
        types = types.into_iter().filter_map(|ty| self.controls(ty)).collect();
        types.sort_unstable();
        types.dedup();
        let scope = of.scope;
        for ty in types {
            if self.types.all[ty].scope != scope || !self.tagged.contains_key(&ty) {
                continue;
            }
            let primitives = self.tagged[&ty].primitives.clone();
            let replaced = primitives.into_iter().find(|own| {
                *own != id && self.subprograms[*own].inherited && self.conforms(*own, ty, id, ty)
            });
            if let Some(replaced) = replaced {
                self.forget_primitive(ty, replaced);
            }
            if let Some(tagged) = self.tagged.get_mut(&ty)
                && !tagged.primitives.contains(&id)
            {
                tagged.primitives.push(id);
            }
        }
    }

    /// The specific type that a parameter of this type controls a call for.
    pub fn controls(&self, ty: TypeId) -> Option<TypeId> {
        let of = match self.types.kind(ty) {
            Kind::Access(to) if self.types.all[ty].name.is_empty() => *to,
            Kind::Access(_) => return None,
            _ => ty,
        };
        (!self.types.all[of].class_wide).then(|| self.types.base(of))
    }

    /// The name of a subprogram in small letters, by which overriding is found.
    pub fn key_of(&self, id: usize) -> String {
        self.program.methods[self.subprograms[id].method].name.to_lowercase()
    }

    /// Whether an operation of one type has the profile of one of another, each with its own type.
    fn conforms(&self, one: usize, of: TypeId, other: usize, by: TypeId) -> bool {
        let same = |one: TypeId, other: TypeId| match self.controls(one) {
            Some(own) if own == of => self.controls(other) == Some(by),
            _ => {
                let (one, other) = (self.designated(one), self.designated(other));
                self.types.base(one) == self.types.base(other)
            }
        };
        let (left, right) = (&self.subprograms[one], &self.subprograms[other]);
        let results = match (left.result, right.result) {
            (None, None) => true,
            (Some(one), Some(other)) => same(one, other),
            _ => false,
        };
        results
            && self.key_of(one) == self.key_of(other)
            && left.params.len() == right.params.len()
            && left.params.iter().zip(&right.params).all(|(one, other)| same(one.ty, other.ty))
    }

    /// The operation of a type that stands for one of a type above.
    pub fn conforming(&self, ty: TypeId, operation: usize, above: TypeId) -> Option<usize> {
        let own = self.tagged.get(&ty)?;
        own.primitives.iter().copied().find(|own| self.conforms(operation, above, *own, ty))
    }

    /// The entry or protected operation of a type that implements an operation of an interface, by name.
    pub fn member(&self, ty: TypeId, operation: usize, above: TypeId) -> Option<String> {
        let (first, rest) = self.subprograms[operation].params.split_first()?;
        if self.controls(first.ty) != Some(above) {
            return None;
        }
        let key = self.key_of(operation);
        let same = |params: &[super::entity::Formal]| {
            let mut types = params.iter().zip(rest);
            let same = |(one, other): (&super::entity::Formal, &super::entity::Formal)| {
                self.types.base(one.ty) == self.types.base(other.ty)
            };
            params.len() == rest.len() && types.all(same)
        };
        let entries = match self.types.kind(ty) {
            Kind::Task(of) => &of.entries,
            Kind::Protected(of) => {
                let declared = self.scopes[of.scope].names.get(&key);
                let operation = declared.into_iter().flatten().any(|entity| match entity {
                    Entity::Subprogram(id) => same(&self.subprograms[*id].params),
                    _ => false,
                });
                if operation {
                    return Some(key);
                }
                &of.entries
            }
            _ => return None,
        };
        let entry =
            |entry: &Entry| entry.key == key && entry.family.is_none() && same(&entry.params);
        entries.iter().any(entry).then_some(key)
    }

    /// Whether the type is tagged.
    pub fn is_tagged(&self, ty: TypeId) -> bool {
        self.tagged.contains_key(&self.types.base(ty))
    }

    /// Whether the type is class-wide.
    pub fn is_class_wide(&self, ty: TypeId) -> bool {
        self.types.all[ty].class_wide
    }

    /// Whether a type is another one or below it.
    pub fn descends(&self, ty: TypeId, above: TypeId) -> bool {
        let (ty, above) = (self.types.base(ty), self.types.base(above));
        ty == above
            || self
                .tagged
                .get(&ty)
                .is_some_and(|own| own.parents.iter().any(|parent| self.descends(*parent, above)))
    }

    fn tagged_class(&self, ty: TypeId) -> Option<ClassId> {
        self.tagged.get(&self.types.base(ty)).map(|tagged| tagged.class)
    }

    /// A view of a tagged object, or an access to one, as another type: its tag is looked at where the type is not
    /// above (RM 4.6). Nothing, where other rules hold.
    pub fn view(&mut self, value: &Value, ty: TypeId, span: Span) -> Option<Value> {
        let (from, to) = match (self.types.kind(value.ty), self.types.kind(ty)) {
            (Kind::Access(from), Kind::Access(to)) => (*from, *to),
            _ => (value.ty, ty),
        };
        let class = self.tagged_class(to)?;
        self.tagged_class(from)?;
        if self.descends(from, to) {
            return Some(Value::new(value.expr.clone(), ty));
        }
        let reference = self.operand(value.expr.clone(), ir::Type::Reference);
        let truth = self.temp(ir::Type::Bool);
        self.emit(ir::StmtKind::InstanceOf { into: truth, value: reference, class });
        let mut truth = ir::Expr::Operand(Operand::Var(truth));
        if matches!(self.types.kind(ty), Kind::Access(_)) {
            let null = ir::Expr::Operand(Operand::Null);
            let none = binary(ir::BinaryOp::Equal, ir::Expr::Operand(reference), null);
            truth = binary(ir::BinaryOp::Or, none, truth);
        }
        let before = self.code.span.replace(span);
        self.require(truth, self.predefined.constraint_error);
        self.code.span = before;
        Some(Value::new(ir::Expr::Operand(reference), ty))
    }

    /// `X in T'Class` and `X in T`, for a tagged object.
    pub fn is_in_class(&mut self, value: &Value, choices: &[Expr]) -> Option<ir::Expr> {
        self.tagged_class(value.ty)?;
        let reference = self.operand(value.expr.clone(), ir::Type::Reference);
        let mut any: Option<ir::Expr> = None;
        for choice in choices {
            let ty = self.type_named(choice)?;
            let (into, class) = (self.temp(ir::Type::Bool), self.tagged_class(ty)?);
            if self.is_class_wide(ty) {
                self.emit(ir::StmtKind::InstanceOf { into, value: reference, class });
            } else {
                let callee = ir::Callee::Exact(self.exact_test(self.types.base(ty), class));
                let arguments = vec![reference];
                self.emit(ir::StmtKind::Call { into: Some(into), callee, arguments });
            }
            let truth = ir::Expr::Operand(Operand::Var(into));
            any = Some(match any {
                None => truth,
                Some(other) => binary(ir::BinaryOp::Or, other, truth),
            });
        }
        Some(any.unwrap_or_else(|| int(0)))
    }

    /// The method that tells whether an object is of a type and of none below. It is made when all types are known.
    fn exact_test(&mut self, ty: TypeId, class: ClassId) -> ir::MethodId {
        if let Some(method) = self.exact_tests.get(&ty) {
            return *method;
        }
        let name = format!("$is {}", self.types.all[ty].name);
        let method = self.add_method(class, &name, &name, true, None);
        self.program.methods[method].result = Some(ir::Type::Bool);
        self.exact_tests.insert(ty, method);
        self.exact_work.push(ty);
        method
    }

    /// Writes the method that tells whether an object is exactly of a type, and not of one derived from it.
    pub fn lower_exact_test(&mut self, ty: TypeId) {
        let Some((class, method)) = self.tagged_class(ty).zip(self.exact_tests.get(&ty).copied())
        else {
            return;
        };
        let below: Vec<ClassId> = self
            .tagged
            .values()
            .filter(|tagged| tagged.parents.contains(&ty))
            .map(|tagged| tagged.class)
            .collect();
        let before = std::mem::replace(&mut self.code, Code::new(0, 0));
        let object = self.temp(ir::Type::Reference);
        let mut truth = None;
        for (class, wanted) in std::iter::once((class, 1)).chain(below.into_iter().map(|c| (c, 0)))
        {
            let into = self.temp(ir::Type::Bool);
            self.emit(ir::StmtKind::InstanceOf { into, value: Operand::Var(object), class });
            let own =
                binary(ir::BinaryOp::Equal, ir::Expr::Operand(Operand::Var(into)), int(wanted));
            truth = Some(match truth {
                None => own,
                Some(other) => binary(ir::BinaryOp::And, other, own),
            });
        }
        let truth = self.operand(truth.unwrap_or_else(|| int(0)), ir::Type::Bool);
        self.emit(ir::StmtKind::Return(Some(truth)));
        self.finish_method(method, vec![object], before);
    }

    /// The first components of an extension come from a value of an ancestor, or have their defaults.
    pub fn extension_aggregate(
        &mut self,
        ancestor: &Expr,
        parts: &[Arg],
        wanted: Option<TypeId>,
        span: Span,
    ) -> Value {
        let record = wanted.filter(|ty| {
            let plain = matches!(self.types.kind(*ty), Kind::Record { discriminants: 0, .. });
            plain && self.tagged_class(*ty).is_some() && !self.is_class_wide(*ty)
        });
        let Some(ty) = record else {
            return self.unknown("this extension aggregate", span, wanted);
        };
        let value = match self.type_named(ancestor) {
            Some(of) => {
                let object = self.created(of, &[], span);
                Value::new(ir::Expr::Operand(object), of)
            }
            None => {
                let value = self.value(ancestor, None);
                match self.types.kind(value.ty) {
                    Kind::Record { .. } => self.copied(value, ancestor.span),
                    _ => return self.unknown("this extension aggregate", span, wanted),
                }
            }
        };
        if !self.descends(ty, value.ty) {
            return self.unknown("this extension aggregate", span, wanted);
        }
        let from = self.operand(value.expr, ir::Type::Reference);
        self.record_aggregate(parts, ty, Some((from, value.ty)), span)
    }

    /// A copy of a value whose class only the program knows.
    pub fn copied_class(&mut self, value: Value, span: Span) -> Value {
        let from = self.operand(value.expr, ir::Type::Reference);
        let into = self.temp(ir::Type::Reference);
        let below: Vec<(TypeId, ClassId)> = self
            .tagged
            .iter()
            .filter(|(ty, tagged)| !tagged.is_abstract && self.descends(**ty, value.ty))
            .map(|(ty, tagged)| (*ty, tagged.class))
            .collect();
        let mut otherwise =
            self.block(|this| this.leave_out("a copy of a class-wide value is not modelled"));
        for (ty, class) in below {
            let rest = otherwise;
            otherwise = self.block(|this| {
                let truth = this.temp(ir::Type::Bool);
                this.emit(ir::StmtKind::InstanceOf { into: truth, value: from, class });
                let then = this.block(|this| {
                    let copy = this.copied(Value::new(ir::Expr::Operand(from), ty), span);
                    this.emit(ir::StmtKind::Set(into, copy.expr));
                });
                let condition = Operand::Var(truth);
                this.emit(ir::StmtKind::If { condition, then, otherwise: rest });
            });
        }
        self.append(otherwise);
        Value::new(ir::Expr::Operand(Operand::Var(into)), value.ty)
    }

    /// A body of statements alone.
    pub fn plain_body(stmts: Vec<Stmt>, span: Span) -> Body {
        let stmts = Handled { stmts, handlers: Vec::new() };
        Body { decls: Vec::new(), stmts, mentions: Rc::default(), span, end: span }
    }
}
