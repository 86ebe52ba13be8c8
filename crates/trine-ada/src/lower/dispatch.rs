//! Dispatching calls: the class of an object decides which body is executed (RM 3.9.2), or which entry is called
//! (RM 9.5).
//!
//! A dispatching call goes to a method of its own that looks at the class of the controlling object. These methods
//! are made last, when all types are known.

use trine_base::Span;
use trine_program as ir;
use trine_program::Operand;

use super::entity::*;
use super::lowering::*;
use super::types::*;
use crate::syntax::*;

/// What a call of an operation executes for objects of a type.
enum Target {
    /// A subprogram of the type.
    Subprogram(usize),
    /// An entry or a protected operation, by its name.
    Member(String),
}

impl Lowering {
    /// The subprogram that a call of a primitive operation executes: that of the type of the controlling argument,
    /// or one that looks at the class of the object. Also which argument that is.
    pub fn bound_call(
        &mut self,
        id: usize,
        arguments: &[Arg],
        span: Span,
    ) -> (usize, Option<usize>) {
        let Some((above, position)) = self.controlling(id) else { return (id, None) };
        let key = self.subprograms[id].params[position].key.clone();
        let Some(actual) = super::create::argument_for(arguments, position, &key) else {
            return (id, None);
        };
        let Some(ty) = self.type_of(actual) else { return (id, None) };
        let of = self.designated(ty);
        let base = self.types.base(of);
        if !self.tagged.contains_key(&base) {
            return (id, None);
        }
        if self.is_class_wide(of) {
            return (self.dispatcher(id), Some(position));
        }
        let own = match base == above {
            true => Some(Target::Subprogram(id)),
            false => self.target_of(base, id, above),
        };
        match own {
            Some(Target::Subprogram(own)) => {
                if self.subprograms[own].is_abstract {
                    self.error("an abstract subprogram is called here", span);
                }
                (own, None)
            }
            Some(Target::Member(_)) => (self.dispatcher(id), Some(position)),
            None => (id, None),
        }
    }

    /// The tagged type whose operation a subprogram is, and the first parameter that controls calls of it.
    fn controlling(&self, id: usize) -> Option<(TypeId, usize)> {
        if self.tagged.is_empty() {
            return None;
        }
        let params = &self.subprograms[id].params;
        params.iter().enumerate().find_map(|(position, param)| {
            let ty = self.controls(param.ty)?;
            let is_primitive = self.tagged.get(&ty)?.primitives.contains(&id);
            is_primitive.then_some((ty, position))
        })
    }

    fn target_of(&self, ty: TypeId, id: usize, above: TypeId) -> Option<Target> {
        let own = self.conforming(ty, id, above);
        let inherited = own.is_some_and(|own| self.subprograms[own].inherited);
        if (own.is_none() || inherited)
            && let Some(member) = self.member(ty, id, above)
        {
            return Some(Target::Member(member));
        }
        own.map(Target::Subprogram)
    }

    /// The method that looks at the class of the controlling object.
    fn dispatcher(&mut self, id: usize) -> usize {
        if let Some(known) = self.dispatchers.get(&id) {
            return *known;
        }
        let of = &self.subprograms[id];
        let (scope, params, result) = (of.scope, of.params.clone(), of.result);
        let original = &self.program.methods[of.method];
        let (class, name, span) = (original.class, original.name.clone(), original.span);
        let kept = original.result;
        let selector = format!("$dispatch {name}");
        let method = self.add_method(class, &name, &selector, true, span);
        self.program.methods[method].result = kept;
        self.subprograms.push(Subprogram {
            method,
            scope,
            params,
            result,
            has_body: true,
            protected: None,
            contract: Default::default(),
            is_abstract: false,
            inherited: false,
        });
        let own = self.subprograms.len() - 1;
        self.dispatchers.insert(id, own);
        self.dispatch_work.push(id);
        own
    }

    /// Lowers the method of a dispatching call. Types whose objects it may meet are all known by now.
    pub fn lower_dispatcher(&mut self, id: usize) {
        let Some(((above, position), own)) = self.controlling(id).zip(self.dispatchers.get(&id))
        else {
            return;
        };
        let own = *own;
        let of = &self.subprograms[own];
        let (around, params, result) = (of.scope, of.params.clone(), of.result);
        let frame = self.scopes[around].body;
        let name = self.key_of(own);
        let scope = self.add_scope(Some(around), frame, &name);
        let span = self.program.methods[of_method(&self.subprograms[own])].span;
        let span = span.unwrap_or(Span::new(trine_base::FileId(0), 0, 0));
        let make = Synthesis { span };
        let what = format!("a dispatching call of {name} for an object of this type");
        let mut chain = vec![make.stmt(StmtKind::Unmodelled(what.clone()))];
        let below: Vec<TypeId> = self
            .tagged
            .iter()
            .filter(|(ty, tagged)| !tagged.is_abstract && self.descends(**ty, above))
            .map(|(ty, _)| *ty)
            .collect();
        let controlled = &params[position];
        let object = match self.types.kind(controlled.ty) {
            Kind::Access(_) => make.all(make.name(&controlled.key)),
            _ => make.name(&controlled.key),
        };
        for ty in below {
            let (wide, plain) = self.names_of(ty, scope);
            let (wide, plain) = (make.name(&wide), make.name(&plain));
            let view = |expr: Expr| make.apply(plain.clone(), vec![expr]);
            let mut given = Vec::new();
            for param in &params {
                let name = make.name(&param.key);
                let controls = self.controls(param.ty) == Some(above);
                let converts = controls && !matches!(self.types.kind(param.ty), Kind::Access(_));
                given.push(if converts { view(name) } else { name });
            }
            let call = match self.target_of(ty, id, above) {
                Some(Target::Subprogram(target)) if self.is_reachable(target, frame) => {
                    let key = format!("$operation {ty}");
                    self.declare(scope, &key, Entity::Subprogram(target));
                    Some(make.apply(make.name(&key), given))
                }
                Some(Target::Member(member)) => {
                    given.remove(position);
                    let member = make.selected(view(object.clone()), &member);
                    Some(make.apply(member, given))
                }
                _ => None,
            };
            let then = match (call, result) {
                (Some(call), Some(_)) => StmtKind::Return(Some(call)),
                (Some(call), None) => StmtKind::Call(call),
                (None, _) => StmtKind::Unmodelled(what.clone()),
            };
            let test = make.expr(ExprKind::In(Box::new(object.clone()), vec![wide], false));
            let others = params.iter().enumerate().filter(|(number, _)| *number != position);
            let others = others.map(|(_, param)| param);
            let mut stmts = self.tag_checks(&make, others, above, &plain);
            stmts.push(make.stmt(then));
            chain = vec![make.stmt(StmtKind::If(vec![(test, stmts)], chain))];
        }
        let error = Entity::Exception(self.predefined.constraint_error);
        self.declare(scope, "$constraint_error", error);
        let body = Lowering::plain_body(chain, span);
        self.lower_subprogram(own, &body, scope, frame);
    }

    /// All controlling arguments have the same tag, or Constraint_Error is raised (RM 3.9.2(16)).
    fn tag_checks<'f>(
        &self,
        make: &Synthesis,
        others: impl Iterator<Item = &'f Formal>,
        above: TypeId,
        plain: &Expr,
    ) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for param in others.filter(|param| self.controls(param.ty) == Some(above)) {
            let other = match self.types.kind(param.ty) {
                Kind::Access(_) => make.all(make.name(&param.key)),
                _ => make.name(&param.key),
            };
            let differs = ExprKind::In(Box::new(other), vec![plain.clone()], true);
            let raise = StmtKind::Raise(Some((make.name("$constraint_error"), None)));
            let ways = vec![(make.expr(differs), vec![make.stmt(raise)])];
            stmts.push(make.stmt(StmtKind::If(ways, Vec::new())));
        }
        stmts
    }

    /// Names for `T'Class` and `T` that only the code of a dispatching call has.
    fn names_of(&mut self, ty: TypeId, scope: usize) -> (String, String) {
        if !self.class_wides.contains_key(&ty) {
            self.declare_class_wide(ty);
        }
        let (wide, plain) = (format!("$class {ty}"), format!("$type {ty}"));
        if let Some(id) = self.class_wides.get(&ty).copied() {
            self.declare(scope, &wide, Entity::Type(id));
        }
        self.declare(scope, &plain, Entity::Type(ty));
        (wide, plain)
    }

    /// Whether the frames that a subprogram needs can be reached from a body.
    fn is_reachable(&self, id: usize, from: usize) -> bool {
        let framed = |frame: usize| {
            let mut at = Some(frame);
            while let Some(frame) = at {
                if self.frames[frame].class.is_some() {
                    return Some(frame);
                }
                at = self.frames[frame].parent;
            }
            None
        };
        let Some(wanted) = framed(self.scopes[self.subprograms[id].scope].body) else {
            return true;
        };
        let mut at = Some(from);
        while let Some(frame) = at {
            if frame == wanted {
                return true;
            }
            at = self.frames[frame].parent;
        }
        false
    }

    /// `X.Op (…)` for a tagged X: the operation, with X as its first argument (RM 4.1.3).
    pub fn prefixed(&mut self, name: &Expr, arguments: &[Arg]) -> Option<(usize, Vec<Arg>)> {
        let ExprKind::Selected(prefix, operation) = &name.kind else { return None };
        if self.tagged.is_empty() {
            return None;
        }
        let ty = self.type_of(prefix)?;
        let is_access = matches!(self.types.kind(ty), Kind::Access(_));
        let found = self.operations_named(self.designated(ty), &operation.key);
        let make = Synthesis { span: prefix.span };
        let object = match is_access {
            true => make.all((**prefix).clone()),
            false => (**prefix).clone(),
        };
        let first = |value: Expr| Arg { choices: Vec::new(), value };
        let mut whole: Vec<Arg> = std::iter::once(first(object)).collect();
        whole.extend(arguments.iter().cloned());
        let id = self.overloaded(&found, &whole, None)?;
        let formal = self.subprograms[id].params.first()?.ty;
        if matches!(self.types.kind(formal), Kind::Access(_)) {
            let prefix = (**prefix).clone();
            let access =
                Ident { key: "access".to_string(), text: "Access".to_string(), span: prefix.span };
            whole[0].value = match is_access {
                true => prefix,
                false => make.expr(ExprKind::Attribute(Box::new(prefix), access, Vec::new())),
            };
        }
        Some((id, whole))
    }

    /// The operations of a tagged type of one name: primitive ones, and those beside it and its ancestors that have a
    /// class-wide first parameter.
    pub fn operations_named(&self, ty: TypeId, key: &str) -> Vec<Entity> {
        let base = self.types.base(ty);
        let Some(tagged) = self.tagged.get(&base) else { return Vec::new() };
        let own = tagged.primitives.iter().filter(|id| self.key_of(**id) == key);
        let mut found: Vec<Entity> = own.map(|id| Entity::Subprogram(*id)).collect();
        for above in self.tagged.keys().filter(|above| self.descends(base, **above)) {
            let scope = self.types.all[*above].scope;
            for entity in self.scopes[scope].names.get(key).into_iter().flatten() {
                let Entity::Subprogram(id) = entity else { continue };
                let first = self.subprograms[*id].params.first().map(|param| param.ty);
                let wide = first.map(|first| self.designated(first));
                if wide.is_some_and(|ty| self.is_class_wide(ty) && self.descends(base, ty)) {
                    found.push(entity.clone());
                }
            }
        }
        found
    }

    /// A conditional or timed call of an operation of an interface: an entry call where an entry implements it;
    /// anything else is called at once (RM 9.7.2).
    pub fn dispatching_call_or(
        &mut self,
        call: &Expr,
        then: &[Stmt],
        timed: bool,
        otherwise: &[Stmt],
    ) -> bool {
        let (name, lists) = super::select::peeled(call);
        let arguments = lists.first().copied().unwrap_or(&[]).to_vec();
        let Some((id, whole)) = self.prefixed(name, &arguments) else { return false };
        let (Some((above, 0)), Some(object)) = (self.controlling(id), whole.first()) else {
            return false;
        };
        let make = Synthesis { span: call.span };
        let around = self.code.scope;
        let scope = self.add_scope(Some(around), self.code.frame, "");
        self.code.scope = scope;
        let value = self.value(&object.value, None);
        let wide = value.ty;
        let var = self.temp(ir::Type::Reference);
        self.emit(ir::StmtKind::Set(var, value.expr));
        let exists = self.exists(Operand::Var(var));
        self.require(ir::Expr::Operand(exists), self.predefined.constraint_error);
        let (storage, frame) = (Storage::Var(var), self.code.frame);
        let name = "object".to_string();
        let held = Object { name, ty: wide, storage, value: None, frame, span: None };
        self.declare(scope, "$object", Entity::Object(held.into()));
        let what = "a dispatching call of this type of object".to_string();
        let mut chain = vec![make.stmt(StmtKind::Unmodelled(what.clone()))];
        let below: Vec<TypeId> = self
            .tagged
            .iter()
            .filter(|(ty, tagged)| !tagged.is_abstract && self.descends(**ty, wide))
            .map(|(ty, _)| *ty)
            .collect();
        for ty in below {
            let (class, plain) = self.names_of(ty, scope);
            let object = make.name("$object");
            let view = make.apply(make.name(&plain), vec![object.clone()]);
            let entry = |this: &Lowering, key: &str| match this.types.kind(ty) {
                Kind::Task(of) => of.entries.iter().any(|entry| entry.key == key),
                Kind::Protected(of) => of.entries.iter().any(|entry| entry.key == key),
                _ => false,
            };
            let with = |prefix: Expr, more: Option<Expr>| {
                let first = more.map(|value| Arg { choices: Vec::new(), value });
                let all = first.into_iter().chain(arguments.iter().cloned()).collect();
                make.expr(ExprKind::Apply(Box::new(prefix), all))
            };
            let stmts = match self.target_of(ty, id, above) {
                Some(Target::Member(member)) if entry(self, &member) => {
                    let call = with(make.selected(view, &member), None);
                    let (then, otherwise) = (then.to_vec(), otherwise.to_vec());
                    vec![make.stmt(StmtKind::CallOr { call, then, timed, otherwise })]
                }
                Some(Target::Member(member)) => {
                    let call = with(make.selected(view, &member), None);
                    let call = make.stmt(StmtKind::Call(call));
                    std::iter::once(call).chain(then.iter().cloned()).collect()
                }
                Some(Target::Subprogram(target)) => {
                    let key = format!("$operation {ty}");
                    self.declare(scope, &key, Entity::Subprogram(target));
                    let call = make.stmt(StmtKind::Call(with(make.name(&key), Some(view))));
                    std::iter::once(call).chain(then.iter().cloned()).collect()
                }
                None => vec![make.stmt(StmtKind::Unmodelled(what.clone()))],
            };
            let test = ExprKind::In(Box::new(object), vec![make.name(&class)], false);
            let ways = vec![(make.expr(test), stmts)];
            chain = vec![make.stmt(StmtKind::If(ways, chain))];
        }
        self.statements(&chain);
        self.code.scope = around;
        true
    }
}

fn of_method(subprogram: &Subprogram) -> ir::MethodId {
    subprogram.method
}

/// Makes expressions and statements that stand for a place in the text.
struct Synthesis {
    span: Span,
}

impl Synthesis {
    fn expr(&self, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span }
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, label: None, span: self.span }
    }

    fn ident(&self, key: &str) -> Ident {
        Ident { key: key.to_string(), text: key.to_string(), span: self.span }
    }

    fn name(&self, key: &str) -> Expr {
        self.expr(ExprKind::Name(self.ident(key)))
    }

    fn all(&self, inner: Expr) -> Expr {
        self.expr(ExprKind::All(Box::new(inner)))
    }

    fn selected(&self, prefix: Expr, key: &str) -> Expr {
        self.expr(ExprKind::Selected(Box::new(prefix), self.ident(key)))
    }

    /// A call or a conversion; a name alone where there are no arguments.
    fn apply(&self, prefix: Expr, arguments: Vec<Expr>) -> Expr {
        if arguments.is_empty() {
            return prefix;
        }
        let of = |value| Arg { choices: Vec::new(), value };
        let arguments = arguments.into_iter().map(of).collect();
        self.expr(ExprKind::Apply(Box::new(prefix), arguments))
    }
}
