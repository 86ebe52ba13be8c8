//! Declarations: objects, subprograms, packages, instances of generic units.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{ClassId, Operand};

use super::elaboration::Completed;
use super::types::*;
use super::world::*;
use crate::syntax::*;

impl Lowering {
    pub fn declarations(&mut self, decls: &[Decl]) {
        for decl in decls {
            self.declaration(decl);
        }
    }

    pub fn declaration(&mut self, decl: &Decl) {
        let before = self.code.span.replace(decl.span);
        let span = decl.span;
        match &decl.kind {
            DeclKind::Type { name, discriminants, def } => {
                self.declare_type(name, discriminants, def, span);
                self.declare_access_group(name);
            }
            DeclKind::Subtype { name, of } => {
                let ty = self.indicated(of);
                self.declare(self.code.scope, &name.key, Entity::Type(ty));
            }
            DeclKind::Object { names, constant, ty, init, volatile } => {
                self.declare_objects(names, *constant, ty, init.as_ref(), *volatile);
            }
            DeclKind::Number { names, value } => {
                let entity = match (self.constant(value), &value.kind) {
                    (Some(value), _) => Entity::Number(value),
                    (None, ExprKind::Real(value)) => Entity::Real(*value),
                    _ => Entity::Alias(Rc::new(value.clone()), self.code.scope),
                };
                for name in names {
                    self.declare(self.code.scope, &name.key, entity.clone());
                }
            }
            DeclKind::Renaming { name, of } => {
                let entity = Entity::Alias(Rc::new(of.clone()), self.code.scope);
                self.declare(self.code.scope, &name.key, entity);
            }
            DeclKind::Exception { names } => {
                for name in names {
                    let class = self.add_class(&name.text, vec![self.known.exception], false);
                    self.declare(self.code.scope, &name.key, Entity::Exception(class));
                }
            }
            DeclKind::Subprogram(signature) => {
                let class = self.class_here();
                let id = self.declare_subprogram(signature, class, None, span);
                self.declare(self.code.scope, &signature.name.key, Entity::Subprogram(id));
                self.body_follows(Completed::Subprogram(id), &signature.name);
            }
            DeclKind::SubprogramBody(body, signature) => {
                let id = self.subprogram_with_body(signature, span);
                let (scope, frame) = (self.code.scope, self.code.frame);
                self.work.push(Work::Subprogram {
                    subprogram: id,
                    body: body.clone(),
                    scope,
                    frame,
                });
            }
            DeclKind::ExpressionFunction(signature, value, _) => {
                let id = self.subprogram_with_body(signature, span);
                let (scope, frame) = (self.code.scope, self.code.frame);
                let value = Rc::new(value.clone());
                self.work.push(Work::Function { subprogram: id, value, scope, frame });
            }
            DeclKind::NullProcedure(signature) => {
                let id = self.subprogram_with_body(signature, span);
                let body = Rc::new(Body {
                    decls: Vec::new(),
                    stmts: Handled::default(),
                    mentions: Rc::default(),
                    span,
                    end: span,
                });
                let (scope, frame) = (self.code.scope, self.code.frame);
                self.work.push(Work::Subprogram { subprogram: id, body, scope, frame });
            }
            DeclKind::Task { name, is_type, discriminants, entries } => {
                self.declare_task(name, *is_type, discriminants, entries, span);
            }
            DeclKind::TaskBody(name, body) => self.task_body(name, body),
            DeclKind::Protected(of) => self.declare_protected(of, span),
            DeclKind::ProtectedBody { name, items } => self.protected_body(name, items),
            DeclKind::EntryBody(body) => {
                self.error("an entry body belongs into a protected body", body.name.span);
            }
            DeclKind::Package { name, decls } => {
                let scope = self.add_scope(Some(self.code.scope), self.code.frame, &name.key);
                self.declare(self.code.scope, &name.key, Entity::Package(scope));
                let around = std::mem::replace(&mut self.code.scope, scope);
                let outer = self.begin_declared(Declared::default());
                self.declarations(decls);
                let own = self.begin_declared(outer);
                self.awaits_body(scope, own);
                self.code.scope = around;
            }
            DeclKind::PackageBody { name, body } => self.package_body(name, body),
            DeclKind::Generic { name, formals, decl } => {
                self.generics.push(GenericUnit {
                    formals: formals.clone(),
                    spec: (**decl).clone(),
                    body: None,
                    scope: self.code.scope,
                });
                let id = self.generics.len() - 1;
                self.declare(self.code.scope, &name.key, Entity::Generic(id));
                self.body_follows(Completed::Generic(id), name);
            }
            DeclKind::Instance { name, generic, actuals } => {
                self.instantiate(name, generic, actuals, span);
            }
            DeclKind::Use(names) => {
                for name in names {
                    self.use_package(name);
                }
            }
            DeclKind::Pragma { name, arguments } => match name.key.as_str() {
                "volatile" | "atomic" => {
                    for argument in arguments {
                        self.make_volatile(argument);
                    }
                }
                _ => self.pragma(name, arguments),
            },
            DeclKind::Stub(name) => {
                let found = self.subunits.iter().position(|(_, decl)| match &decl.kind {
                    DeclKind::SubprogramBody(_, signature) => signature.name.key == name.key,
                    DeclKind::TaskBody(own, _)
                    | DeclKind::PackageBody { name: own, .. }
                    | DeclKind::ProtectedBody { name: own, .. } => own.key == name.key,
                    _ => false,
                });
                match found {
                    Some(found) => {
                        let (_, decl) = self.subunits.remove(found);
                        self.declaration(&decl);
                    }
                    None => {
                        let what = format!("the body of `{}` is missing", name.text);
                        self.note("missing-body", what, Some(name.span));
                    }
                }
            }
            DeclKind::Subunit(_, decl) => self.declaration(decl),
            DeclKind::Nothing => {}
            DeclKind::Unmodelled(what) => self.leave_out(format!("`{what}` is not modelled")),
        }
        self.code.span = before;
    }

    /// The class of the methods that are declared here.
    fn class_here(&self) -> ClassId {
        let mut at = Some(self.code.frame);
        while let Some(frame) = at {
            let frame = &self.frames[frame];
            if let Some(class) = frame.is_static.or(frame.class) {
                return class;
            }
            at = frame.parent;
        }
        self.known.cell
    }

    pub fn use_package(&mut self, name: &str) {
        let mut parts = name.split('.');
        let mut found = parts
            .next()
            .map(|first| self.lookup(self.code.scope, first))
            .unwrap_or_default()
            .into_iter()
            .find(|entity| matches!(entity, Entity::Package(_) | Entity::Library(_)));
        for part in parts {
            found = match found {
                Some(Entity::Package(scope)) => {
                    self.scopes[scope].names.get(part).and_then(|all| all.first().cloned())
                }
                Some(Entity::Library(unit)) => Some(Entity::Library(format!("{unit}.{part}"))),
                _ => None,
            };
        }
        let scope = self.code.scope;
        match found {
            Some(Entity::Package(package)) => self.scopes[scope].uses.push(package),
            Some(Entity::Library(unit)) => self.scopes[scope].library.push(unit),
            _ => {}
        }
    }

    fn make_volatile(&mut self, name: &Expr) {
        for entity in self.entities(name) {
            if let Entity::Object(object) = entity
                && let Storage::Static(field) | Storage::Frame(_, field) = object.storage
            {
                self.program.fields[field].volatile = true;
            }
        }
    }

    fn declare_access_group(&mut self, name: &Ident) {
        let Some(Entity::Type(ty)) =
            self.scopes[self.code.scope].names.get(&name.key).and_then(|all| all.last().cloned())
        else {
            return;
        };
        let Kind::Access(to) = *self.types.kind(ty) else { return };
        // The designated type may be announced only: then it could turn out to be a task.
        let unknown = matches!(self.types.kind(to), Kind::Unknown(_));
        if !self.types.has_tasks(to) && !unknown {
            return;
        }
        if let Some(region) = self.code.regions.last_mut() {
            region.has_access = true;
        }
        if let Some(group) = self.group() {
            self.access_groups.insert(ty, group);
        }
    }

    fn declare_objects(
        &mut self,
        names: &[Ident],
        constant: bool,
        ty: &ObjectType,
        init: Option<&Expr>,
        volatile: bool,
    ) {
        let (ty, arguments) = match ty {
            ObjectType::Named(indication) => {
                let arguments = match &indication.constraint {
                    Constraint::Of(arguments) => arguments.clone(),
                    _ => Vec::new(),
                };
                (self.indicated(indication), arguments)
            }
            ObjectType::Array { indices, element } => {
                let arguments = match &element.constraint {
                    Constraint::Of(arguments) => arguments.clone(),
                    _ => Vec::new(),
                };
                let element = self.indicated(element);
                let indices = indices.iter().map(|index| self.range_type(index)).collect();
                (self.types.add("", Kind::Array { indices, element }, None), arguments)
            }
            ObjectType::Access(to) => {
                let to = self.indicated(to);
                (self.types.add("", Kind::Access(to), None), Vec::new())
            }
        };
        for name in names {
            let known = match (constant, init) {
                (true, Some(init)) if self.types.is_discrete(ty) => {
                    self.constant_of(init, Some(ty))
                }
                _ => None,
            };
            let known = known.filter(|value| {
                self.types.known_range(ty).is_some_and(|(low, high)| (low..=high).contains(value))
            });
            if let Some(value) = known {
                let storage = Storage::Var(ir::VarId(0));
                let frame = self.code.frame;
                let object = Object {
                    name: name.text.clone(),
                    ty,
                    storage,
                    value: Some(value),
                    frame,
                    span: None,
                };
                self.declare(self.code.scope, &name.key, Entity::Object(Rc::new(object)));
                continue;
            }
            let made = init.is_none()
                && matches!(
                    self.types.kind(ty),
                    Kind::Array { .. } | Kind::Record { .. } | Kind::Task(_) | Kind::Protected(_)
                );
            let object = match made {
                true => {
                    let object = self.new_object(name, ty, None);
                    self.created_as(ty, &arguments, name.span, Some(&object));
                    object
                }
                false => {
                    let value = self.first_value(ty, &arguments, init, name);
                    let object = self.new_object(name, ty, None);
                    self.assign_object(&object, value);
                    object
                }
            };
            self.declare(self.code.scope, &name.key, Entity::Object(object.clone()));
            if volatile && let Storage::Static(field) | Storage::Frame(_, field) = object.storage {
                self.program.fields[field].volatile = true;
            }
            self.begins_control(&object, init);
            if self.types.has_tasks(ty) {
                self.holds_tasks(object);
            }
        }
    }

    fn first_value(
        &mut self,
        ty: TypeId,
        arguments: &[Arg],
        init: Option<&Expr>,
        name: &Ident,
    ) -> ir::Expr {
        let Some(init) = init else {
            if self.types.is_scalar(ty) {
                if self.types.is_discrete(ty) {
                    let text = "variables without an initial value start with the value of their type \
                                that is nearest to zero";
                    self.note("initial-values", text, Some(name.span));
                }
                return ir::Expr::Operand(self.default_scalar(ty));
            }
            if let Kind::Unknown(what) = self.types.kind(ty)
                && what.starts_with(EXTENSION)
            {
                return ir::Expr::Operand(self.created(ty, arguments, name.span));
            }
            if let Kind::Unknown(_) | Kind::Unconstrained { .. } = self.types.kind(ty) {
                // It is used only in ways that are marked where they occur.
                return ir::Expr::Opaque(ir::Type::Reference);
            }
            return ir::Expr::Operand(self.created(ty, arguments, name.span));
        };
        if self.types.is_discrete(ty) {
            return self.checked_value(init, ty);
        }
        if self.types.is_scalar(ty) || matches!(init.kind, ExprKind::Aggregate(_)) {
            return self.value(init, Some(ty)).expr;
        }
        if let Kind::Unknown(what) = self.types.kind(ty)
            && what.starts_with(EXTENSION)
        {
            return ir::Expr::Operand(self.created(ty, arguments, name.span));
        }
        if let Kind::Unknown(_) | Kind::Unconstrained { .. } = self.types.kind(ty) {
            return self.unknown("this value", init.span, Some(ty)).expr;
        }
        let value = self.value(init, Some(ty));
        let from = self.operand(value.expr, ir::Type::Reference);
        let created = self.created(ty, arguments, name.span);
        if let Operand::Var(var) = created {
            self.assign(super::name::Place::Var(var), ty, ir::Expr::Operand(from));
        }
        ir::Expr::Operand(created)
    }

    /// The parameters of a subprogram or entry.
    pub fn formals(&mut self, params: &[Param], is_entry: bool) -> Vec<super::world::Formal> {
        let mut found = Vec::new();
        for param in params {
            let ty = self.indicated(&param.ty);
            for name in &param.names {
                let default = param.default.clone().map(Rc::new);
                let way = match param.mode.goes_out() && self.types.is_scalar(ty) && !is_entry {
                    true => Passing::Cell,
                    false => Passing::Value,
                };
                let (key, text) = (name.key.clone(), name.text.clone());
                found.push(super::world::Formal { key, text, mode: param.mode, ty, default, way });
            }
        }
        found
    }

    pub fn declare_subprogram(
        &mut self,
        signature: &Signature,
        class: ClassId,
        protected: Option<TypeId>,
        span: Span,
    ) -> usize {
        let mut params = self.formals(&signature.params, false);
        let result = signature.result.as_ref().map(|result| self.indicated(result));
        let cells = params.iter().filter(|param| param.way == Passing::Cell).count();
        if result.is_none() && cells == 1 {
            for param in params.iter_mut().filter(|param| param.way == Passing::Cell) {
                param.way = Passing::Result;
            }
        }
        let name = &signature.name.text;
        let method = self.add_method(class, name, name, protected.is_none(), Some(span));
        let carried = params.iter().find(|param| param.way == Passing::Result);
        self.program.methods[method].result =
            result.or(carried.map(|param| param.ty)).map(|ty| self.types.ir(ty));
        let scope = self.code.scope;
        self.subprograms.push(Subprogram {
            method,
            scope,
            params,
            result,
            has_body: false,
            protected,
        });
        self.subprograms.len() - 1
    }

    /// The subprogram that a body belongs to; a new one, unless it was declared before.
    fn subprogram_with_body(&mut self, signature: &Signature, span: Span) -> usize {
        let params = self.formals(&signature.params, false);
        let mut scopes = vec![self.code.scope];
        scopes.extend(self.spec_scopes.get(&self.code.scope));
        let mut known = None;
        for scope in scopes {
            let here =
                self.scopes[scope].names.get(&signature.name.key).cloned().unwrap_or_default();
            known = known.or(here.into_iter().find_map(|entity| match entity {
                Entity::Subprogram(id) => {
                    let other = &self.subprograms[id];
                    let same = other.params.len() == params.len()
                        && other.params.iter().zip(&params).all(|(one, other)| {
                            self.types.base(one.ty) == self.types.base(other.ty)
                        })
                        && other.result.is_some() == signature.result.is_some();
                    (!other.has_body && same).then_some(id)
                }
                _ => None,
            }));
        }
        let id = known.unwrap_or_else(|| {
            let class = self.class_here();
            let id = self.declare_subprogram(signature, class, None, span);
            self.declare(self.code.scope, &signature.name.key, Entity::Subprogram(id));
            id
        });
        // The body may name its parameters only by its own words.
        self.subprograms[id].has_body = true;
        self.body_elaborated(Completed::Subprogram(id));
        id
    }

    fn package_body(&mut self, name: &Ident, body: &Body) {
        let found = self.lookup(self.code.scope, &name.key);
        let generic = found.iter().find_map(|entity| match entity {
            Entity::Generic(id) => Some(*id),
            _ => None,
        });
        if let Some(id) = generic {
            let kind = DeclKind::PackageBody { name: name.clone(), body: Rc::new(body.clone()) };
            self.generics[id].body = Some(Decl { kind, span: body.span });
            return self.body_elaborated(Completed::Generic(id));
        }
        let spec = found.iter().find_map(|entity| match entity {
            Entity::Package(scope) => Some(*scope),
            _ => None,
        });
        let Some(spec) = spec else {
            return self.error(format!("there is no package `{}` here", name.text), name.span);
        };
        let scope = self.add_scope(Some(spec), self.code.frame, &name.key);
        self.spec_scopes.insert(scope, spec);
        let around = std::mem::replace(&mut self.code.scope, scope);
        let own = self.bodiless.remove(&spec).unwrap_or_default();
        let outer = self.begin_declared(own);
        self.declarations(&body.decls);
        self.handled_after(&body.stmts, Lowering::activate_declared);
        self.begin_declared(outer);
        self.code.scope = around;
    }

    fn instantiate(&mut self, name: &Ident, generic: &Expr, actuals: &[Arg], span: Span) {
        let found = self.entities(generic).into_iter().find_map(|entity| match entity {
            Entity::Generic(id) => Some(id),
            _ => None,
        });
        let Some(id) = found else {
            if self.is_library(generic) {
                let entity = Entity::Library(shown(generic).to_lowercase());
                return self.declare(self.code.scope, &name.key, entity);
            }
            return self.error(format!("`{}` is not generic", shown(generic)), generic.span);
        };
        self.check_elaborated(Completed::Generic(id), |_| {});
        self.instances += 1;
        if self.instances > 200 {
            return self.leave_out("too many instances of generic units");
        }
        let unit = &self.generics[id];
        let (formals, spec, body) = (unit.formals.clone(), unit.spec.clone(), unit.body.clone());
        let scope = self.add_scope(Some(unit.scope), self.code.frame, "");
        for (number, formal) in formals.iter().enumerate() {
            let key = match formal {
                crate::syntax::Formal::Type(name) => name.key.clone(),
                crate::syntax::Formal::Object(names, ..) => {
                    names.first().map(|name| name.key.clone()).unwrap_or_default()
                }
                crate::syntax::Formal::Subprogram(signature) => signature.name.key.clone(),
                crate::syntax::Formal::Other(what, span) => {
                    let before = self.code.span.replace(*span);
                    self.leave_out(format!("the formal `{what}` is not modelled"));
                    self.code.span = before;
                    continue;
                }
            };
            let by_name = actuals.iter().find(|actual| {
                actual
                    .choices
                    .iter()
                    .any(|choice| matches!(&choice.kind, ExprKind::Name(name) if name.key == key))
            });
            let by_position = actuals.get(number).filter(|actual| actual.choices.is_empty());
            let actual = by_name.or(by_position).map(|actual| actual.value.clone());
            match (formal, actual) {
                (crate::syntax::Formal::Type(_), Some(actual)) => match self.type_named(&actual) {
                    Some(ty) => self.declare(scope, &key, Entity::Type(ty)),
                    None => self.error("a type is needed here", actual.span),
                },
                (crate::syntax::Formal::Object(_, ty, default), actual) => {
                    let Some(actual) = actual.or_else(|| default.clone()) else {
                        self.error("an actual value is missing", span);
                        continue;
                    };
                    let around = std::mem::replace(&mut self.code.scope, scope);
                    let ty = self.indicated(ty);
                    self.code.scope = around;
                    if let Some(value) = self.constant_of(&actual, Some(ty)) {
                        let storage = Storage::Var(ir::VarId(0));
                        let (name, frame) = (key.clone(), self.code.frame);
                        let object =
                            Object { name, ty, storage, value: Some(value), frame, span: None };
                        self.declare(scope, &key, Entity::Object(Rc::new(object)));
                        continue;
                    }
                    let value = self.value(&actual, Some(ty));
                    let object = self.hidden_object(&key, ty, actual.span);
                    self.assign_object(&object, value.expr);
                    self.declare(scope, &key, Entity::Object(object));
                }
                (crate::syntax::Formal::Subprogram(_), Some(actual)) => {
                    let entity = Entity::Alias(Rc::new(actual), self.code.scope);
                    self.declare(scope, &key, entity);
                }
                (_, None) => self.error("an actual is missing", span),
                (crate::syntax::Formal::Other(..), _) => {}
            }
        }
        let around = std::mem::replace(&mut self.code.scope, scope);
        self.declaration(&spec);
        if matches!(spec.kind, DeclKind::Subprogram(_)) {
            // The flag is that of the generic unit.
            self.flags.remove(&Completed::Subprogram(self.subprograms.len() - 1));
        }
        if let Some(body) = &body {
            self.declaration(body);
        }
        self.code.scope = around;
        let key = match &spec.kind {
            DeclKind::Package { name, .. } => name.key.clone(),
            DeclKind::Subprogram(signature) => signature.name.key.clone(),
            _ => return,
        };
        let made = self.scopes[scope].names.get(&key).and_then(|all| all.last().cloned());
        if let Some(made) = made {
            if let Entity::Package(scope) = made {
                // The body of an instance comes right behind its declaration, also an implicit one.
                self.activate_package(scope);
            }
            self.declare(self.code.scope, &name.key, made);
        }
    }
}
