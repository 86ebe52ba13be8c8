//! Bodies: of subprograms, with their parameters, and stretches of declarations and statements.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, Operand};

use super::call::default_operand;
use super::contract::Contract;
use super::entity::*;
use super::lowering::*;
use super::select::peeled;
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// Lowers what was put off.
    pub fn work_off(&mut self) {
        loop {
            let Some(work) = self.work.pop() else {
                if let Some(id) = self.dispatch_work.pop() {
                    self.lower_dispatcher(id);
                    continue;
                }
                while let Some(ty) = self.exact_work.pop() {
                    self.lower_exact_test(ty);
                }
                return;
            };
            match work {
                Work::Subprogram { subprogram, body, scope, frame } => {
                    self.lower_subprogram(subprogram, &body, scope, frame);
                }
                Work::Function { subprogram, value, scope, frame } => {
                    self.lower_function(subprogram, &value, scope, frame);
                }
                Work::Task { ty, body, scope } => self.lower_task(ty, &body, scope),
                Work::Entry { ty, entry, body, scope } => {
                    self.lower_entry(ty, entry, &body, scope);
                }
                Work::Service { ty } => self.lower_service(ty),
                Work::Refusal { ty } => self.lower_refusal(ty),
                Work::Once { ty, entry } => self.lower_once(ty, entry),
            }
        }
    }

    fn lower_function(&mut self, subprogram: usize, value: &Rc<Expr>, scope: usize, frame: usize) {
        let span = value.span;
        let kind = StmtKind::Return(Some((**value).clone()));
        let stmts = vec![Stmt { kind, label: None, span }];
        let stmts = Handled { stmts, handlers: Vec::new() };
        let body = Body { decls: Vec::new(), stmts, mentions: Rc::default(), span, end: span };
        self.lower_subprogram(subprogram, &body, scope, frame);
    }

    /// Lowers the body of a subprogram: parameters, contract, declarations and statements.
    pub fn lower_subprogram(&mut self, id: usize, body: &Body, scope: usize, around: usize) {
        let subprogram = &self.subprograms[id];
        let (method, protected, result) =
            (subprogram.method, subprogram.protected, subprogram.result);
        let params = subprogram.params.clone();
        let contract = subprogram.contract.clone();
        let captured = super::capture::captured(body);
        let frame = self.frames.len();
        self.frames.push(Frame { parent: Some(around), captured, ..Frame::default() });
        let name = self.program.methods[method].name.to_lowercase();
        let inner = self.add_scope(Some(scope), frame, &name);
        // Whether a body around has a frame is seen from the body around.
        let before = std::mem::replace(&mut self.code, Code::new(frame, inner));
        self.code.span = Some(body.span);
        self.code.result = result;
        let mut parameters = Vec::new();
        if let Some(ty) = protected {
            let this = self.var("this", ir::Type::Reference, None);
            parameters.push(this);
            self.frames[frame].outer = Some(this);
            self.code.this = Some((ty, this));
        } else if self.has_frame_around(scope) {
            let outer = self.temp(ir::Type::Reference);
            parameters.push(outer);
            self.frames[frame].outer = Some(outer);
        }
        let incoming = self.parameter_variables(&params, &mut parameters);
        self.make_frame(frame);
        let carried = self.declare_parameters(&params, incoming, body.span);
        if !contract.is_empty() {
            return self.checked_body(body, &contract, carried, |this| {
                this.finish_method(method, parameters, before);
            });
        }
        self.code.returns.push(Return::Method { result: carried.clone() });
        self.body_region(body, None);
        if carried.is_some() {
            self.give_back(None);
        } else if result.is_some() {
            // A function that runs off its end.
            self.throw(self.predefined.program_error);
        }
        self.finish_method(method, parameters, before);
    }

    /// Adds the variables in which arguments arrive, with their bounds where these are passed along; gives for each
    /// parameter its variable and its subtype in the body.
    fn parameter_variables(
        &mut self,
        params: &[Formal],
        parameters: &mut Vec<ir::VarId>,
    ) -> Vec<(ir::VarId, TypeId)> {
        let mut incoming = Vec::new();
        for param in params {
            let kept = match param.way {
                Passing::Cell => ir::Type::Reference,
                _ => self.types.ir(param.ty),
            };
            let var = self.var(&param.text, kept, None);
            parameters.push(var);
            let mut ty = param.ty;
            if param.view {
                let bounds: Vec<ir::VarId> = (0..3).map(|_| self.temp(ir::Type::LONG)).collect();
                parameters.extend(&bounds);
                ty = self.view_type(param.ty, &bounds);
            }
            incoming.push((var, ty));
        }
        incoming
    }

    /// Declares the parameters in the body, in the frame where a body inside uses them; gives the one whose last value
    /// is the result of the call.
    fn declare_parameters(
        &mut self,
        params: &[Formal],
        incoming: Vec<(ir::VarId, TypeId)>,
        span: Span,
    ) -> Option<Rc<Object>> {
        let frame = self.code.frame;
        let mut carried = None;
        for (param, (var, ty)) in params.iter().zip(incoming) {
            let is_captured = self.is_captured(&param.key) && self.frames[frame].class.is_some();
            let storage = match param.way {
                Passing::Cell => Storage::Cell(var),
                _ => Storage::Var(var),
            };
            let name = param.text.clone();
            let mut object = Rc::new(Object { name, ty, storage, value: None, frame, span: None });
            if let (true, Passing::Cell, Some(class)) =
                (is_captured, param.way, self.frames[frame].class)
            {
                let field = self.add_field(class, &param.text, ir::Type::Reference, false, None);
                let at = Access::Field(self.frame_of(frame), field);
                self.emit(ir::StmtKind::Store(at, Operand::Var(var)));
                let storage = Storage::FrameCell(frame, field);
                object = Rc::new(Object { storage, ..(*object).clone() });
            }
            if is_captured && param.way != Passing::Cell {
                let name = Ident { key: param.key.clone(), text: param.text.clone(), span };
                object = self.new_object(&name, ty, None);
                self.assign_object(&object, ir::Expr::Operand(Operand::Var(var)));
            }
            if param.way == Passing::Result {
                carried = Some(object.clone());
            }
            self.declare(self.code.scope, &param.key, Entity::Object(object));
        }
        carried
    }

    /// The subtype of a parameter that has the bounds of its argument.
    fn view_type(&mut self, ty: TypeId, bounds: &[ir::VarId]) -> TypeId {
        let Kind::Unconstrained { indices, element } = self.types.kind(ty).clone() else {
            return ty;
        };
        let (Some(index), [low, high, shift]) = (indices.first().copied(), bounds) else {
            return ty;
        };
        let Kind::Discrete { modulus, literals, .. } = self.types.kind(index).clone() else {
            return ty;
        };
        let base = self.types.base(index);
        let [low, high, shift] =
            [low, high, shift].map(|var| self.kept_here(Operand::Var(*var), base));
        let index = self.types.like(index, Kind::Discrete { low, high, modulus, literals });
        let own = self.types.like(ty, Kind::Array { indices: vec![index], element });
        self.types.all[own].shift = Some(shift);
        own
    }

    /// A body between its precondition and its postcondition.
    fn checked_body(
        &mut self,
        body: &Body,
        contract: &Contract,
        carried: Option<Rc<Object>>,
        finish: impl FnOnce(&mut Lowering),
    ) {
        let mut remembered = self.begin_contract(contract);
        let result = self.code.result.map(|ty| (self.temp(self.types.ir(ty)), ty));
        remembered.result = result;
        let id = self.fresh_block();
        self.code.returns.push(Return::Checked(id, result.map(|(var, _)| var)));
        let inner = self.block(|this| {
            this.body_region(body, None);
            if result.is_some() {
                this.throw(this.predefined.program_error);
            }
        });
        self.code.returns.pop();
        self.emit(ir::StmtKind::Block { id, body: inner });
        self.end_contract(contract, remembered);
        self.code.returns.push(Return::Method { result: carried.clone() });
        match (carried, result) {
            (Some(_), _) => self.give_back(None),
            (None, Some((var, _))) => self.emit(ir::StmtKind::Return(Some(Operand::Var(var)))),
            (None, None) => {}
        }
        finish(self);
    }

    fn has_frame_around(&self, scope: usize) -> bool {
        let mut at = Some(self.scopes[scope].body);
        while let Some(frame) = at {
            if self.frames[frame].class.is_some() {
                return true;
            }
            at = self.frames[frame].parent;
        }
        false
    }

    /// Whether a body inside uses this variable, so that it has to live in the frame.
    pub fn is_captured(&self, key: &str) -> bool {
        let captured = &self.frames[self.code.frame].captured;
        captured.contains(key) || captured.contains("*")
    }

    /// A frame for the variables that bodies inside use, where there are such bodies.
    fn make_frame(&mut self, frame: usize) {
        if self.frames[frame].captured.is_empty() {
            return;
        }
        let name = self.scopes[self.code.scope].name.clone();
        let class = self.add_class(&name, Vec::new(), false);
        let outer_field = self.add_field(class, "$outer", ir::Type::Reference, false, None);
        self.program.fields[outer_field].volatile = true;
        let var = self.temp(ir::Type::Reference);
        self.emit(ir::StmtKind::New { into: var, class });
        if let Some(outer) = self.frames[frame].outer {
            let access = Access::Field(Operand::Var(var), outer_field);
            self.emit(ir::StmtKind::Store(access, Operand::Var(outer)));
        }
        let own = &mut self.frames[frame];
        own.class = Some(class);
        own.var = Some(var);
        own.outer_field = Some(outer_field);
    }

    /// Declarations and statements that are a master: their tasks end before they are left.
    pub fn region(&mut self, body: &Body) {
        self.body_region(body, None);
    }

    /// As `region`. A task is given where others wait for it to be active: the end of its declarations is
    /// that moment, and an error in them ends the task.
    pub fn body_region(&mut self, body: &Body, active: Option<Operand>) {
        let before = self.code.span.replace(body.span);
        self.code.regions.push(Region::default());
        let inner = self.block(|this| {
            let declared = this.block(|this| {
                let declared = this.block(|this| this.declarations(&body.decls));
                match this.is_simple(&body.decls) {
                    true => this.append(declared),
                    false => this.elaborated(declared),
                }
            });
            match active {
                None => this.append(declared),
                Some(task) => this.announce(task, declared),
            }
            this.handled_after(&body.stmts, Lowering::activate_declared);
        });
        let region = self.code.regions.pop().unwrap_or_default();
        if region.is_plain() {
            self.append(inner);
        } else {
            let controlled = region.controlled.iter().map(|(object, _)| object);
            for object in region.tasks.iter().chain(&region.group).chain(controlled) {
                let null = default_operand(ir::Type::Reference);
                self.assign_object(object, ir::Expr::Operand(null));
            }
            let finally = self.block(|this| {
                this.code.span = Some(body.end);
                this.end_region(&region);
            });
            self.emit(ir::StmtKind::Try { body: inner, handlers: Vec::new(), finally });
        }
        self.code.span = before;
    }

    /// Adds statements that were collected before.
    pub fn append(&mut self, stmts: Vec<ir::Stmt>) {
        if let Some(block) = self.code.blocks.last_mut() {
            block.extend(stmts);
        }
    }

    /// The declarations of a task for whose activation its master waits.
    fn announce(&mut self, task: Operand, declared: Vec<ir::Stmt>) {
        let ready = Access::Field(task, self.predefined.task_ready);
        let into = self.temp(ir::Type::Reference);
        let deaf = Access::Field(task, self.predefined.task_deaf);
        let handler = self.block(|this| {
            // It is complete, and takes no calls, when its master gets to know.
            this.emit(ir::StmtKind::Store(deaf, Operand::Int(1)));
            this.emit(ir::StmtKind::Store(ready, Operand::Int(2)));
            this.emit(ir::StmtKind::Return(None));
        });
        let classes = vec![self.predefined.exception];
        let mut handlers = vec![ir::Handler { classes, into, body: handler }];
        // One that is aborted before it is active keeps no master waiting.
        handlers.extend(self.when_aborted(|this| {
            this.emit(ir::StmtKind::Store(ready, Operand::Int(1)));
        }));
        self.emit(ir::StmtKind::Try { body: declared, handlers, finally: Vec::new() });
        self.emit(ir::StmtKind::Store(ready, Operand::Int(1)));
        self.abort_point();
    }

    /// A procedure or entry call.
    pub fn call_statement(&mut self, call: &Expr, span: Span) {
        let (name, lists) = peeled(call);
        let arguments = lists.first().copied().unwrap_or(&[]);
        let found = self.entities(name);
        if let Some(id) = self.overloaded(&found, arguments, None) {
            if let Some(ty) = self.subprograms[id].protected {
                let this = match self.code.this {
                    Some((own, this)) if own == ty => Operand::Var(this),
                    _ => return self.leave_out("this call is not modelled"),
                };
                let _ = self.call(id, arguments, Some(this), span);
                return;
            }
            let _ = self.call(id, arguments, None, span);
            return;
        }
        if let Some((object, of, id)) = self.protected_operation(name, arguments) {
            let object = self.operand(object.expr, ir::Type::Reference);
            return self.call_protected(&of, object, id, arguments, span);
        }
        if let Some((called, arguments)) = self.called_entry(call) {
            let _ = self.call_entry(&called, arguments, ir::Patience::Forever, span);
            return;
        }
        if let Some((id, arguments)) = self.prefixed(name, arguments) {
            let _ = self.call(id, &arguments, None, span);
            return;
        }
        let library = found.iter().find_map(|entity| match entity {
            Entity::Library(unit) => Some(unit.clone()),
            _ => None,
        });
        match library {
            Some(unit) if self.abort_identified(&unit, arguments, span) => {}
            Some(unit) => self.library_call(&unit, arguments, span),
            None if self.is_unknown_part(name) => {
                self.leave_out(format!("a call of `{}` is not modelled", shown(name)));
            }
            None => {
                self.error(format!("`{}` is not declared here", shown(name)), name.span);
            }
        }
    }
}
