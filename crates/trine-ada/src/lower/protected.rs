//! Protected objects: their data, their operations, and how waiting callers are served.
//!
//! A procedure or entry body runs with the lock held. Before the lock is given back, callers whose
//! barriers have opened are served, one after the other, by the task that holds it.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{CallPart, EntryAt, Meeting, Operand, Patience};

use super::name::{binary, int};
use super::select::Called;
use super::types::*;
use super::world::*;
use crate::syntax::*;

impl Lowering {
    pub fn declare_protected(&mut self, decl: &Protected, span: Span) {
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
        let bodies = entries
            .iter()
            .map(|entry| {
                let barrier = method(self, &format!("$barrier {}", entry.key));
                let name = self.program.entries[entry.id].name.clone();
                (barrier, method(self, &name))
            })
            .collect();
        let data = decl.data.clone();
        let of = ProtectedType {
            class,
            entries,
            discriminants,
            scope,
            frame,
            data,
            init,
            service,
            bodies,
            outer,
        };
        let announced = self.announced(&name.key);
        let ty = match announced.filter(|_| decl.is_type) {
            Some(ty) => {
                self.types.all[ty].kind = Kind::Protected(Rc::new(of));
                ty
            }
            None => self.types.add(&name.text, Kind::Protected(Rc::new(of)), None),
        };
        // The data come first: operations and barriers speak of them.
        self.declare_data(ty);
        for signature in &decl.operations {
            let around = std::mem::replace(&mut self.code.scope, scope);
            let id = self.declare_subprogram(signature, class, Some(ty), span);
            self.code.scope = around;
            self.declare(scope, &signature.name.key, Entity::Subprogram(id));
        }
        self.work.push(Work::Service { ty });
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

    /// The fields of a protected object, and the method that sets them.
    fn declare_data(&mut self, ty: TypeId) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else { return };
        let before = std::mem::replace(&mut self.code, Code::new(of.frame, of.scope));
        let this = self.enter_protected(ty, &of);
        self.frames[of.frame].captured.insert("*".to_string());
        for decl in &of.data {
            self.declaration(decl);
        }
        self.finish_method(of.init, vec![this], before);
    }

    fn enter_protected(&mut self, ty: TypeId, of: &ProtectedType) -> ir::VarId {
        let this = self.var("this", ir::Type::Reference, None);
        self.frames[of.frame].var = Some(this);
        self.code.this = Some((ty, this));
        this
    }

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
        // What stands around the body is seen inside, too.
        if self.scopes[of.scope].parent != Some(at) {
            let inner = self.add_scope(Some(at), of.frame, "");
            self.scopes[inner].uses.push(of.scope);
        }
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
        let Kind::Protected(of) = self.types.kind(ty).clone() else { return };
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
            self.code.returns.push(Return::Method { result: None });
            self.body_region(&body.body, None);
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
            _ => Bound::Known(0),
        };
        let low = self.bound_operand(low);
        binary(ir::BinaryOp::Add, ir::Expr::Operand(position), ir::Expr::Operand(low))
    }

    /// Calls the body of an entry. Cells are made for what comes back.
    fn run_entry(
        &mut self,
        of: &ProtectedType,
        number: usize,
        this: Operand,
        index: Option<Operand>,
        given: &[Operand],
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
            self.emit(ir::StmtKind::New { into, class: self.known.cell });
            let field = self.cell_field(param.ty);
            let access = ir::Access::Field(Operand::Var(into), field);
            self.emit(ir::StmtKind::Store(access, value));
            arguments.push(Operand::Var(into));
            cells.push((into, param.ty));
        }
        let callee = ir::Callee::Exact(of.bodies[number].1);
        self.emit(ir::StmtKind::Call { into: None, callee, arguments });
        cells
            .into_iter()
            .map(|(cell, ty)| {
                let field = self.cell_field(ty);
                self.load(ir::Access::Field(Operand::Var(cell), field), self.types.ir(ty))
            })
            .collect()
    }

    fn barrier(
        &mut self,
        of: &ProtectedType,
        number: usize,
        this: Operand,
        index: Option<Operand>,
    ) -> Operand {
        let into = self.temp(ir::Type::Bool);
        let arguments = std::iter::once(this).chain(index).collect();
        let callee = ir::Callee::Exact(of.bodies[number].0);
        self.emit(ir::StmtKind::Call { into: Some(into), callee, arguments });
        Operand::Var(into)
    }

    /// Serves callers while there are some whose barriers are open.
    pub fn lower_service(&mut self, ty: TypeId) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else { return };
        let before = std::mem::replace(&mut self.code, Code::new(of.frame, of.scope));
        let this = self.enter_protected(ty, &of);
        let me = Operand::Var(this);
        let id = self.fresh_block();
        let body = self.block(|lower| {
            let mut alternatives = Vec::new();
            let mut serving = Vec::new();
            for (number, entry) in of.entries.iter().enumerate() {
                let count = lower.program.entries[entry.id].count;
                for position in 0..count {
                    let index = entry.family.map(|_| Operand::Int(i64::from(position)));
                    let at = EntryAt { owner: me, entry: entry.id, index };
                    // A barrier is looked at only where somebody waits for it.
                    let waiting = lower.temp(ir::Type::INT);
                    lower.emit(ir::StmtKind::Meet(Meeting::Waiting(waiting, at)));
                    let open = lower.temp(ir::Type::Bool);
                    lower.emit(ir::StmtKind::Set(open, int(0)));
                    let some = binary(
                        ir::BinaryOp::Greater,
                        ir::Expr::Operand(Operand::Var(waiting)),
                        int(0),
                    );
                    let condition = lower.operand(some, ir::Type::Bool);
                    let then = lower.block(|lower| {
                        let truth = lower.barrier(&of, number, me, index);
                        lower.emit(ir::StmtKind::Set(open, ir::Expr::Operand(truth)));
                    });
                    lower.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
                    let parameters: Vec<ir::VarId> = entry
                        .params
                        .iter()
                        .filter(|param| lower.is_handed_over(param))
                        .map(|param| lower.types.ir(param.ty))
                        .collect::<Vec<ir::Type>>()
                        .into_iter()
                        .map(|kept| lower.temp(kept))
                        .collect();
                    let kind = ir::AlternativeKind::Accept { at, parameters: parameters.clone() };
                    let guard = Some(Operand::Var(open));
                    alternatives.push(ir::Alternative { guard, kind, span: None });
                    serving.push((number, at, parameters));
                }
            }
            let into = lower.temp(ir::Type::INT);
            let select = ir::Select { into, alternatives, otherwise: true };
            lower.emit(ir::StmtKind::Meet(Meeting::Select(select)));
            lower.served(&of, me, into, 0, &serving, id);
        });
        self.emit(ir::StmtKind::Loop { id, body, update: Vec::new() });
        self.finish_method(of.service, vec![this], before);
    }

    fn served(
        &mut self,
        of: &ProtectedType,
        me: Operand,
        into: ir::VarId,
        chosen: usize,
        serving: &[(usize, EntryAt, Vec<ir::VarId>)],
        id: ir::BlockId,
    ) {
        let Some((number, at, parameters)) = serving.get(chosen) else {
            return self.emit(ir::StmtKind::Break(id));
        };
        let this_one =
            binary(ir::BinaryOp::Equal, ir::Expr::Operand(Operand::Var(into)), int(chosen as i64));
        let condition = self.operand(this_one, ir::Type::Bool);
        let then = self.block(|this| {
            let given: Vec<Operand> = parameters.iter().map(|var| Operand::Var(*var)).collect();
            let body = this.block(|this| {
                let back = this.run_entry(of, *number, me, at.index, &given);
                let results = std::iter::once(Operand::Null).chain(back).collect();
                this.emit(ir::StmtKind::Meet(Meeting::Complete(*at, results)));
            });
            let thrown = this.temp(ir::Type::Reference);
            let handler = this.block(|this| {
                let entry = &of.entries[*number];
                let back: Vec<TypeId> = entry
                    .params
                    .iter()
                    .filter(|param| this.is_given_back(param))
                    .map(|param| param.ty)
                    .collect();
                let mut results = vec![Operand::Var(thrown)];
                results.extend(back.into_iter().map(|ty| this.default_scalar(ty)));
                this.emit(ir::StmtKind::Meet(Meeting::Complete(*at, results)));
            });
            let classes = vec![this.known.exception];
            let handlers = vec![ir::Handler { classes, into: thrown, body: handler }];
            this.emit(ir::StmtKind::Try { body, handlers, finally: Vec::new() });
        });
        let otherwise = self.block(|this| this.served(of, me, into, chosen + 1, serving, id));
        self.emit(ir::StmtKind::If { condition, then, otherwise });
    }

    fn serve_all(&mut self, of: &ProtectedType, object: Operand) -> Vec<ir::Stmt> {
        self.block(|this| {
            if !of.entries.is_empty() {
                let callee = ir::Callee::Exact(of.service);
                let arguments = vec![object];
                this.emit(ir::StmtKind::Call { into: None, callee, arguments });
            }
        })
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
        let object = called.at.owner;
        let waits = self.temp(ir::Type::Bool);
        let call = |part: CallPart| {
            ir::StmtKind::Meet(Meeting::Call(ir::EntryCall {
                at: called.at,
                arguments: given.clone(),
                results: results.clone(),
                patience,
                served,
                part,
            }))
        };
        let body = self.block(|this| {
            this.emit(ir::StmtKind::Set(waits, int(0)));
            let open = this.barrier(of, called.number, object, called.at.index);
            let then = this.block(|this| {
                let body = this.block(|this| {
                    let back = this.run_entry(of, called.number, object, called.at.index, &given);
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
        if patience != Patience::None {
            let then = self.block(|this| this.emit(call(CallPart::Await)));
            let condition = Operand::Var(waits);
            self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        }
    }
}
