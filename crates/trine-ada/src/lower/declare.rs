//! Declarations: objects, subprograms, packages, instances of generic units.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::ClassId;

use super::elaboration::Completed;
use super::entity::*;
use super::expression::Value;
use super::lowering::*;
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// Lowers declarations in the order of the text.
    pub fn declarations(&mut self, decls: &[Decl]) {
        for decl in decls {
            self.declaration(decl);
        }
    }

    /// Lowers one declaration: it becomes visible, and its initialisation is emitted.
    pub fn declaration(&mut self, decl: &Decl) {
        if self.is_stopped() {
            return;
        }
        self.declared_once(decl);
        let before = self.code.span.replace(decl.span);
        let span = decl.span;
        match &decl.kind {
            DeclKind::Type { name, discriminants, def, aspects } => {
                self.declare_type(name, discriminants, def, aspects, span);
                self.declare_access_group(name);
            }
            DeclKind::Subtype { name, of, aspects } => {
                let ty = self.indicated(of);
                let ty = self.promised_subtype(ty, name, aspects);
                self.declare(self.code.scope, &name.key, Entity::Type(ty));
            }
            DeclKind::Object { names, constant, ty, init, volatile } => {
                self.declare_objects(names, *constant, ty, init.as_ref(), *volatile);
            }
            DeclKind::Number { names, value } => {
                let entity = match (self.exact(value, None), &value.kind) {
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
                    let class = self.add_class(&name.text, vec![self.predefined.exception], false);
                    self.declare(self.code.scope, &name.key, Entity::Exception(class));
                }
            }
            DeclKind::Subprogram(signature) => {
                let class = self.class_here();
                let id = self.declare_subprogram(signature, class, None, span);
                self.declare(self.code.scope, &signature.name.key, Entity::Subprogram(id));
                self.declare_primitive(id);
                self.body_follows(Completed::Subprogram(id), &signature.name);
            }
            DeclKind::SubprogramBody(_, signature) if self.generic_body(signature, decl) => {}
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
            DeclKind::AbstractSubprogram(signature) => {
                let class = self.class_here();
                let id = self.declare_subprogram(signature, class, None, span);
                self.subprograms[id].is_abstract = true;
                self.subprograms[id].has_body = true;
                self.declare(self.code.scope, &signature.name.key, Entity::Subprogram(id));
                self.declare_primitive(id);
            }
            DeclKind::Task { name, is_type, discriminants, interfaces, entries } => {
                self.declare_task(name, *is_type, discriminants, interfaces, entries, span);
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
                        self.make_volatile(&argument.value);
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

    /// Only subprograms and literals share a name in one declarative region; a type or constant that was
    /// announced is completed.
    fn declared_once(&mut self, decl: &Decl) {
        let names: Vec<&Ident> = match &decl.kind {
            DeclKind::Type { name, .. }
            | DeclKind::Subtype { name, .. }
            | DeclKind::Renaming { name, .. }
            | DeclKind::Task { name, .. }
            | DeclKind::Package { name, .. }
            | DeclKind::Generic { name, .. }
            | DeclKind::Instance { name, .. } => vec![name],
            DeclKind::Protected(of) => vec![&of.name],
            DeclKind::Object { names, .. }
            | DeclKind::Number { names, .. }
            | DeclKind::Exception { names } => names.iter().collect(),
            _ => return,
        };
        let overloads = matches!(decl.kind, DeclKind::Renaming { .. } | DeclKind::Instance { .. });
        let constant = matches!(decl.kind, DeclKind::Object { constant: true, .. });
        let scopes = [Some(self.code.scope), self.spec_scopes.get(&self.code.scope).copied()];
        for name in names {
            for scope in scopes.into_iter().flatten() {
                let known = self.scopes[scope].names.get(&name.key).cloned().unwrap_or_default();
                let clash = known.iter().any(|entity| match entity {
                    Entity::Subprogram(_) | Entity::Literal(..) => !overloads,
                    // Announced, or not modelled.
                    Entity::Type(ty) => !matches!(self.types.kind(*ty), Kind::Unknown(_)),
                    Entity::Object(_) => !constant,
                    Entity::Alias(..) => !overloads,
                    _ => true,
                });
                if clash {
                    let message = format!("`{}` is declared twice here", name.text);
                    return self.error(message, name.span);
                }
            }
        }
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
        self.predefined.cell
    }

    fn make_volatile(&mut self, name: &Expr) {
        for entity in self.entities(name) {
            match entity {
                Entity::Object(object) => {
                    if let Storage::Static(field) | Storage::Frame(_, field) = object.storage {
                        self.program.fields[field].volatile = true;
                    }
                }
                Entity::Type(ty) => {
                    self.volatile_types.insert(ty);
                }
                _ => {}
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
        let may_be_task = self.is_class_wide(to) && self.tasks_implement;
        if !self.types.has_tasks(to) && !unknown && !may_be_task {
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
        let (ty, arguments) = self.object_type(ty);
        let volatile = volatile || self.volatile_types.contains(&ty);
        for name in names {
            let known = match (constant, init) {
                (true, Some(init)) if self.types.is_discrete(ty) => {
                    self.constant_of(init, Some(ty))
                }
                _ => None,
            };
            let known = known.filter(|value| {
                self.types.known_range(ty).is_some_and(|(low, high)| (low..=high).contains(value))
                    && self.types.all[ty].predicates.is_empty()
            });
            match (known, init, self.types.kind(ty)) {
                (Some(value), ..) => {
                    let (storage, frame) = (Storage::Var(ir::VarId(0)), self.code.frame);
                    let (name_text, value) = (name.text.clone(), Some(value));
                    let object = Object { name: name_text, ty, storage, value, frame, span: None };
                    self.declare(self.code.scope, &name.key, Entity::Object(Rc::new(object)));
                }
                (None, Some(init), Kind::Unconstrained { .. }) => {
                    self.declare_with_bounds(name, ty, init, volatile);
                }
                _ => self.declare_object(name, ty, &arguments, init, volatile),
            }
        }
    }

    /// The type of declared objects, and the values that their declaration gives to discriminants or bounds.
    fn object_type(&mut self, ty: &ObjectType) -> (TypeId, Vec<Arg>) {
        match ty {
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
        }
    }

    /// Makes an object whose value is not static, with its first value.
    fn declare_object(
        &mut self,
        name: &Ident,
        ty: TypeId,
        arguments: &[Arg],
        init: Option<&Expr>,
        volatile: bool,
    ) {
        let made = init.is_none()
            && matches!(
                self.types.kind(ty),
                Kind::Array { .. } | Kind::Record { .. } | Kind::Task(_) | Kind::Protected(_)
            );
        let object = match made {
            true => {
                let object = self.new_object(name, ty, None);
                self.created_as(ty, arguments, name.span, Some(&object));
                object
            }
            false => {
                let value = self.first_value(ty, arguments, init, name);
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
        if self.types.is_scalar(ty) {
            return self.checked_value(init, ty);
        }
        if let Kind::Unknown(what) = self.types.kind(ty).clone() {
            if self.types.all[ty].library {
                return self.value(init, Some(ty)).expr;
            }
            return self.unknown(&format!("a value of {what}"), init.span, Some(ty)).expr;
        }
        if !matches!(self.types.kind(ty), Kind::Array { .. } | Kind::Record { .. }) {
            return self.unknown("this value", init.span, Some(ty)).expr;
        }
        let value = self.value(init, Some(ty));
        if self.is_class_wide(ty) {
            return self.copied(value, init.span).expr;
        }
        let expr = self.fit(value, ty, init.span);
        let mut value = Value::new(expr, ty);
        if !matches!(init.kind, ExprKind::Aggregate(_)) {
            value = self.copied(value, init.span);
        }
        let object = self.operand(value.expr, ir::Type::Reference);
        if self.types.all[ty].discriminants.is_some() {
            self.keep_discriminants(object, ty);
        }
        ir::Expr::Operand(object)
    }

    /// An array that has the bounds of its first value.
    fn declare_with_bounds(&mut self, name: &Ident, ty: TypeId, init: &Expr, volatile: bool) {
        let value = self.value(init, Some(ty));
        let value = match self.types.kind(value.ty) {
            Kind::Array { .. } if matches!(init.kind, ExprKind::Aggregate(_)) => value,
            Kind::Array { .. } => self.copied(value, init.span),
            _ => self.unknown("an array whose bounds are not known", init.span, Some(ty)),
        };
        let object = self.new_object(name, value.ty, None);
        self.assign_object(&object, value.expr);
        if volatile && let Storage::Static(field) | Storage::Frame(_, field) = object.storage {
            self.program.fields[field].volatile = true;
        }
        self.declare(self.code.scope, &name.key, Entity::Object(object));
    }

    /// The parameters of a subprogram or entry.
    pub fn formals(&mut self, params: &[Param], is_entry: bool) -> Vec<super::entity::Formal> {
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
                let view = !is_entry
                    && matches!(self.types.kind(ty), Kind::Unconstrained { indices, .. } if indices.len() == 1);
                let mode = param.mode;
                found.push(super::entity::Formal { key, text, mode, ty, default, way, view });
            }
        }
        found
    }

    /// Declares a subprogram and the method that its body will have. Its number is that of `subprograms`.
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
        if !signature.name.key.starts_with(char::is_alphabetic) || is_operator(&signature.name.key)
        {
            self.operators.insert(signature.name.key.clone());
        }
        let name = &signature.name.text;
        let method = self.add_method(class, name, name, protected.is_none(), Some(span));
        let carried = params.iter().find(|param| param.way == Passing::Result);
        self.program.methods[method].result =
            result.or(carried.map(|param| param.ty)).map(|ty| self.types.ir(ty));
        let scope = self.code.scope;
        let contract = self.contract(&signature.aspects);
        self.subprograms.push(Subprogram {
            method,
            scope,
            params,
            result,
            has_body: false,
            protected,
            contract,
            is_abstract: false,
            inherited: false,
        });
        self.last_subprogram = Some(self.subprograms.len() - 1);
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
            self.declare_primitive(id);
            id
        });
        // The body may name its parameters only by its own words.
        self.subprograms[id].has_body = true;
        self.body_elaborated(Completed::Subprogram(id));
        id
    }
}

/// Words that are operators where they are the name of a function.
fn is_operator(key: &str) -> bool {
    matches!(key, "and" | "or" | "xor" | "mod" | "rem" | "not" | "abs")
}
