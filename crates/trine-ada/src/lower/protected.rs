//! Protected objects: their data, their operations, and how waiting callers are served.
//!
//! A procedure or entry body runs with the lock held. Before the lock is given back, callers whose
//! barriers have opened are served, one after the other, by the task that holds it.

use std::rc::Rc;

use trine_base::{Span, cannot_happen};
use trine_program as ir;
use trine_program::{CallPart, Meeting, Operand, Patience};

use super::elaboration::Completed;
use super::entity::*;
use super::lowering::*;
use super::name::{binary, int};
use super::select::Called;
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// Declares a protected type, or a single protected object of its own type.
    pub fn declare_protected(&mut self, decl: &Protected, span: Span) {
        let name = &decl.name;
        let of = self.protected_type(decl, span);
        let (class, scope) = (of.class, of.scope);
        let announced = self.announced(&name.key);
        let ty = match announced.filter(|_| decl.is_type) {
            Some(ty) => {
                self.types.all[ty].kind = Kind::Protected(Rc::new(of));
                ty
            }
            None => self.types.add(&name.text, Kind::Protected(Rc::new(of)), None),
        };
        self.body_follows(Completed::Type(ty), name);
        // The data come first: operations and barriers speak of them.
        self.declare_data(ty);
        for signature in &decl.operations {
            let around = std::mem::replace(&mut self.code.scope, scope);
            let id = self.declare_subprogram(signature, class, Some(ty), span);
            self.code.scope = around;
            self.declare(scope, &signature.name.key, Entity::Subprogram(id));
        }
        self.implement(ty, class, &decl.interfaces);
        self.work.push(Work::Service { ty });
        self.work.push(Work::Refusal { ty });
        self.push_once(ty);
        if decl.is_type {
            if announced.is_none() {
                self.declare(self.code.scope, &name.key, Entity::Type(ty));
            }
            return;
        }
        self.single_types.insert((self.code.scope, name.key.clone()), ty);
        let object = self.new_object(name, ty, None);
        self.declare(self.code.scope, &name.key, Entity::Object(object.clone()));
        let created = self.created(ty, &[], name.span);
        self.assign_object(&object, ir::Expr::Operand(created));
    }

    /// The class of a protected type, with its discriminants, its entries and the methods that serve them.
    fn protected_type(&mut self, decl: &Protected, span: Span) -> ProtectedType {
        let name = &decl.name;
        let class = self.add_class(&name.text, Vec::new(), false);
        self.program.classes[class].span = Some(span);
        let outer = self.add_field(class, "$outer", ir::Type::Reference, false, None);
        self.program.fields[outer].volatile = true;
        let discriminants = self.components(class, &decl.discriminants);
        let frame = self.add_frame(Some(class), outer);
        let scope = self.add_scope(Some(self.code.scope), frame, &name.key);
        for field in &discriminants {
            self.declare_component(scope, frame, field);
        }
        let entries = self.entries(class, &decl.entries);
        let method =
            |this: &mut Lowering, name: &str| this.add_method(class, name, name, false, Some(span));
        let init = method(self, "$init");
        let service = method(self, "$service");
        let refuse = method(self, "$refuse");
        let bodies = entries
            .iter()
            .map(|entry| {
                let barrier = method(self, &format!("$barrier {}", entry.key));
                let name = self.program.entries[entry.id].name.clone();
                (barrier, method(self, &name))
            })
            .collect();
        let data = decl.data.clone();
        let once: Vec<Option<ir::MethodId>> = entries
            .iter()
            .map(|entry| {
                let requeues = self.requeuing.contains(&entry.key);
                requeues.then(|| method(self, &format!("$serve {}", entry.key)))
            })
            .collect();
        let onward = once.iter().any(Option::is_some).then(|| self.onward_fields(class));
        ProtectedType {
            class,
            entries,
            discriminants,
            scope,
            frame,
            data,
            init,
            service,
            refuse,
            bodies,
            outer,
            once,
            onward,
        }
    }

    /// The fields of a protected object, and the method that sets them.
    fn declare_data(&mut self, ty: TypeId) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
        let before = std::mem::replace(&mut self.code, Code::new(of.frame, of.scope));
        let this = self.enter_protected(ty, &of);
        self.frames[of.frame].captured.insert("*".to_string());
        for decl in &of.data {
            self.declaration(decl);
        }
        self.finish_method(of.init, vec![this], before);
    }

    /// Starts a method of a protected type: its first variable is the object.
    pub fn enter_protected(&mut self, ty: TypeId, of: &ProtectedType) -> ir::VarId {
        let this = self.var("this", ir::Type::Reference, None);
        self.frames[of.frame].var = Some(this);
        self.code.this = Some((ty, this));
        this
    }

    /// Lowers the bodies of the operations and entries of a protected type.
    pub fn protected_body(&mut self, name: &Ident, items: &[Decl]) {
        let at = self.code.scope;
        let mut found = self.single_types.get(&(at, name.key.clone())).copied();
        if let (None, Some(parent)) = (found, self.scopes[at].parent) {
            found = self.single_types.get(&(parent, name.key.clone())).copied();
        }
        let named = self.lookup(at, &name.key).into_iter().find_map(|entity| match entity {
            Entity::Type(ty) => Some(ty),
            _ => None,
        });
        let Some(ty) = found.or(named) else {
            return self.error(format!("there is no protected `{}` here", name.text), name.span);
        };
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            return self.error(format!("`{}` is not protected", name.text), name.span);
        };
        self.body_elaborated(Completed::Type(ty));
        // What stands around the body is seen inside, too.
        self.scopes[of.scope].parent = Some(at);
        for item in items {
            match &item.kind {
                DeclKind::SubprogramBody(body, signature) => {
                    let Some(id) = self.protected_subprogram(ty, &of, signature, item.span) else {
                        continue;
                    };
                    let (scope, frame) = (of.scope, of.frame);
                    let body = body.clone();
                    self.work.push(Work::Subprogram { subprogram: id, body, scope, frame });
                }
                DeclKind::ExpressionFunction(signature, value, _) => {
                    let Some(id) = self.protected_subprogram(ty, &of, signature, item.span) else {
                        continue;
                    };
                    let (scope, frame) = (of.scope, of.frame);
                    let value = Rc::new(value.clone());
                    self.work.push(Work::Function { subprogram: id, value, scope, frame });
                }
                DeclKind::EntryBody(body) => {
                    let number = of.entries.iter().position(|entry| entry.key == body.name.key);
                    match number {
                        Some(entry) => self.work.push(Work::Entry {
                            ty,
                            entry,
                            body: body.clone(),
                            scope: of.scope,
                        }),
                        None => self.error("there is no such entry", body.name.span),
                    }
                }
                DeclKind::Subprogram(_) | DeclKind::Nothing | DeclKind::Pragma { .. } => {}
                _ => self.error("this does not belong into a protected body", item.span),
            }
        }
    }

    fn protected_subprogram(
        &mut self,
        ty: TypeId,
        of: &ProtectedType,
        signature: &Signature,
        span: Span,
    ) -> Option<usize> {
        let names = self.scopes[of.scope].names.get(&signature.name.key).cloned();
        let count: usize = signature.params.iter().map(|param| param.names.len()).sum();
        let known = names.unwrap_or_default().into_iter().find_map(|entity| match entity {
            Entity::Subprogram(id)
                if !self.subprograms[id].has_body && self.subprograms[id].params.len() == count =>
            {
                Some(id)
            }
            _ => None,
        });
        let id = match known {
            Some(id) => id,
            None => {
                let around = std::mem::replace(&mut self.code.scope, of.scope);
                let id = self.declare_subprogram(signature, of.class, Some(ty), span);
                self.code.scope = around;
                self.declare(of.scope, &signature.name.key, Entity::Subprogram(id));
                id
            }
        };
        self.subprograms[id].has_body = true;
        Some(id)
    }

    /// The barrier and the body of an entry, each a method.
    pub fn lower_entry(&mut self, ty: TypeId, number: usize, body: &EntryBody, scope: usize) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
        let entry = of.entries[number].clone();
        let (barrier, method) = of.bodies[number];
        for is_barrier in [true, false] {
            let frame = self.frames.len();
            let captured = super::capture::captured(&body.body);
            let parent = Some(of.frame);
            self.frames.push(Frame { parent, captured, ..Frame::default() });
            let inner = self.add_scope(Some(scope), frame, &body.name.key);
            let before = std::mem::replace(&mut self.code, Code::new(frame, inner));
            let this = self.var("this", ir::Type::Reference, None);
            self.frames[frame].outer = Some(this);
            self.code.this = Some((ty, this));
            self.code.span = Some(if is_barrier { body.barrier.span } else { body.body.span });
            let mut parameters = vec![this];
            if let Some(family) = entry.family {
                let index = self.temp(ir::Type::INT);
                parameters.push(index);
                if let Some(name) = &body.index {
                    let object = self.local(name, family);
                    let value = self.family_value(family, Operand::Var(index));
                    self.assign_object(&object, value);
                }
            }
            if is_barrier {
                self.program.methods[barrier].result = Some(ir::Type::Bool);
                let truth = self.condition(&body.barrier);
                self.emit(ir::StmtKind::Return(Some(truth)));
                self.finish_method(barrier, parameters, before);
                continue;
            }
            // Parameters that go back do so in cells that the caller of the method makes.
            let mut cells = Vec::new();
            let names = body.params.iter().flat_map(|param| param.names.clone());
            for (param, name) in entry.params.iter().zip(names) {
                if self.is_given_back(param) {
                    let cell = self.temp(ir::Type::Reference);
                    cells.push(cell);
                    let storage = Storage::Cell(cell);
                    let object = Object {
                        name: name.text.clone(),
                        ty: param.ty,
                        storage,
                        value: None,
                        frame,
                        span: None,
                    };
                    self.declare(inner, &name.key, Entity::Object(Rc::new(object)));
                    parameters.push(cell);
                } else {
                    let object = self.local(&name, param.ty);
                    if let Storage::Var(var) = object.storage {
                        parameters.push(var);
                    }
                }
            }
            match of.once[number] {
                None => {
                    self.code.returns.push(Return::Method { result: None });
                    self.body_region(&body.body, None);
                }
                Some(_) => self.requeuing_body(ty, number, method, &body.body),
            }
            self.finish_method(method, parameters, before);
        }
    }

    /// A variable of the method, whoever uses it.
    fn local(&mut self, name: &Ident, ty: TypeId) -> Rc<Object> {
        let var = self.var(&name.text, self.types.ir(ty), Some(name.span));
        let storage = Storage::Var(var);
        let frame = self.code.frame;
        let object = Rc::new(Object {
            name: name.text.clone(),
            ty,
            storage,
            value: None,
            frame,
            span: None,
        });
        self.declare(self.code.scope, &name.key, Entity::Object(object.clone()));
        object
    }

    /// The value of a family's index, from its position.
    fn family_value(&mut self, family: TypeId, position: Operand) -> ir::Expr {
        let low = match self.types.kind(family) {
            Kind::Discrete { low, .. } => *low,
            _ => Bound::Predefined(0),
        };
        let low = self.bound_operand(low);
        binary(ir::BinaryOp::Add, ir::Expr::Operand(position), ir::Expr::Operand(low))
    }

    /// Calls the body of an entry. Cells are made for what comes back.
    pub fn run_entry(
        &mut self,
        of: &ProtectedType,
        number: usize,
        this: Operand,
        index: Option<Operand>,
        given: &[Operand],
        into: Option<ir::VarId>,
    ) -> Vec<Operand> {
        let entry = of.entries[number].clone();
        let mut arguments: Vec<Operand> = std::iter::once(this).chain(index).collect();
        let mut given = given.iter();
        let mut cells = Vec::new();
        for param in &entry.params {
            let value = match self.is_handed_over(param) {
                true => given.next().copied().unwrap_or(Operand::Int(0)),
                false => self.default_scalar(param.ty),
            };
            if !self.is_given_back(param) {
                arguments.push(value);
                continue;
            }
            let into = self.temp(ir::Type::Reference);
            self.emit(ir::StmtKind::New { into, class: self.predefined.cell });
            let field = self.cell_field(param.ty);
            let access = ir::Access::Field(Operand::Var(into), field);
            self.emit(ir::StmtKind::Store(access, value));
            arguments.push(Operand::Var(into));
            cells.push((into, param.ty));
        }
        let callee = ir::Callee::Exact(of.bodies[number].1);
        self.emit(ir::StmtKind::Call { into, callee, arguments });
        cells
            .into_iter()
            .map(|(cell, ty)| {
                let field = self.cell_field(ty);
                self.load(ir::Access::Field(Operand::Var(cell), field), self.types.ir(ty))
            })
            .collect()
    }

    /// Evaluates a barrier. Where that raises something, all that wait for the object get Program_Error (RM
    /// 9.5.3), and it goes on as `failed` says.
    pub fn barrier(
        &mut self,
        of: &ProtectedType,
        number: usize,
        this: Operand,
        index: Option<Operand>,
        failed: impl FnOnce(&mut Lowering),
    ) -> Operand {
        let into = self.temp(ir::Type::Bool);
        let arguments = std::iter::once(this).chain(index).collect();
        let callee = ir::Callee::Exact(of.bodies[number].0);
        let body = self.block(|lower| {
            lower.emit(ir::StmtKind::Call { into: Some(into), callee, arguments });
        });
        let thrown = self.temp(ir::Type::Reference);
        let handler = self.block(|lower| {
            let callee = ir::Callee::Exact(of.refuse);
            let arguments = vec![this];
            lower.emit(ir::StmtKind::Call { into: None, callee, arguments });
            failed(lower);
        });
        let classes = vec![self.predefined.exception];
        let handlers = vec![ir::Handler { classes, into: thrown, body: handler }];
        self.emit(ir::StmtKind::Try { body, handlers, finally: Vec::new() });
        Operand::Var(into)
    }

    /// A procedure of a protected object, called from outside.
    pub fn call_protected(
        &mut self,
        of: &ProtectedType,
        object: Operand,
        id: usize,
        arguments: &[Arg],
        span: Span,
    ) {
        if let Some(ty) = self.subprograms[id].protected {
            self.check_elaborated(Completed::Type(ty), |_| {});
        }
        self.comes_from_outside(object);
        let body = self.block(|this| {
            let _ = this.call(id, arguments, Some(object), span);
        });
        let finally = self.serve_all(of, object);
        let body = match finally.is_empty() {
            true => body,
            false => self.block(|this| {
                this.emit(ir::StmtKind::Try { body, handlers: Vec::new(), finally });
            }),
        };
        self.emit(ir::StmtKind::Synchronized { monitor: object, body });
    }

    /// An entry of a protected object: at once where its barrier is open; otherwise the caller waits.
    pub fn call_protected_entry(
        &mut self,
        of: &ProtectedType,
        called: &Called,
        given: Vec<Operand>,
        results: Vec<ir::VarId>,
        patience: Patience,
        served: Option<ir::VarId>,
    ) {
        let call = ir::EntryCall {
            at: called.at,
            arguments: given,
            results,
            patience,
            served,
            part: CallPart::Await,
        };
        let owner = self.types.base(called.owner);
        self.check_elaborated(Completed::Type(owner), |_| {});
        let waits = self.arrive(of, called, &call);
        if patience != Patience::None || of.once[called.number].is_some() {
            let then = self.block(|this| this.emit(ir::StmtKind::Meet(Meeting::Call(call))));
            let condition = Operand::Var(waits);
            self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        }
    }

    /// The part of a call for which the lock is held. The answer says whether the caller has to wait.
    pub fn arrive(
        &mut self,
        of: &ProtectedType,
        called: &Called,
        whole: &ir::EntryCall,
    ) -> ir::VarId {
        let ir::EntryCall { arguments: given, results, patience, served, .. } = whole.clone();
        let object = called.at.owner;
        let waits = self.temp(ir::Type::Bool);
        let call = |part: CallPart| {
            ir::StmtKind::Meet(Meeting::Call(ir::EntryCall { part, ..whole.clone() }))
        };
        let body = self.block(|this| {
            this.emit(ir::StmtKind::Set(waits, int(0)));
            let open = this.barrier(of, called.number, object, called.at.index, |this| {
                this.throw(this.predefined.program_error);
            });
            let then = this.block(|this| {
                if let Some(once) = of.once[called.number] {
                    this.emit(call(CallPart::Arrive));
                    let callee = ir::Callee::Exact(once);
                    let arguments = std::iter::once(object).chain(called.at.index).collect();
                    let body = this.block(|this| {
                        this.emit(ir::StmtKind::Call { into: None, callee, arguments });
                    });
                    let finally = this.serve_all(of, object);
                    this.emit(ir::StmtKind::Try { body, handlers: Vec::new(), finally });
                    return this.emit(ir::StmtKind::Set(waits, int(1)));
                }
                let body = this.block(|this| {
                    let back =
                        this.run_entry(of, called.number, object, called.at.index, &given, None);
                    let all = std::iter::once(Operand::Null).chain(back);
                    for (into, value) in results.iter().zip(all) {
                        this.emit(ir::StmtKind::Set(*into, ir::Expr::Operand(value)));
                    }
                    if let Some(served) = served {
                        this.emit(ir::StmtKind::Set(served, int(1)));
                    }
                });
                let finally = this.serve_all(of, object);
                this.emit(ir::StmtKind::Try { body, handlers: Vec::new(), finally });
            });
            let otherwise = this.block(|this| {
                if patience == Patience::None {
                    if let Some(served) = served {
                        this.emit(ir::StmtKind::Set(served, int(0)));
                    }
                    return;
                }
                this.emit(call(CallPart::Arrive));
                // A barrier may depend on how many wait.
                let serve = this.serve_all(of, object);
                for stmt in serve {
                    this.emit(stmt.kind);
                }
                this.emit(ir::StmtKind::Set(waits, int(1)));
            });
            this.emit(ir::StmtKind::If { condition: open, then, otherwise });
        });
        self.emit(ir::StmtKind::Synchronized { monitor: object, body });
        waits
    }
}
