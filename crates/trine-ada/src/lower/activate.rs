//! Activation of tasks: together, right before the statements of the declarative region that declared them.
//!
//! A package is a declarative region of its own, but not a master: the master around it waits for its tasks. Tasks
//! whose activation is never reached, as something was raised before, have terminated.

use std::rc::Rc;

use trine_program as ir;
use trine_program::{Access, Operand, Operation};

use super::elaboration::Completed;
use super::entity::*;
use super::lowering::*;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

/// What `$started` of a task holds: it was made, it was started, it has terminated without being started.
pub const MADE: i64 = 0;
/// The task was started.
pub const STARTED: i64 = 1;
/// The task has terminated without being started.
pub const ABANDONED: i64 = 2;

impl Lowering {
    /// From here on declarations belong to this region; gives back what those before belong to.
    pub fn begin_declared(&mut self, declared: Declared) -> Declared {
        match self.code.regions.last_mut() {
            Some(region) => std::mem::replace(&mut region.declared, declared),
            None => Declared::default(),
        }
    }

    /// Notes what a package declared: its tasks are activated by its body.
    pub fn awaits_body(&mut self, scope: usize, own: Declared) {
        self.bodiless.insert(scope, own);
        if let Some(region) = self.code.regions.last_mut() {
            region.declared.packages.push(scope);
        }
    }

    /// The end of a declarative region: the implicit bodies of packages, then the activation of its own tasks.
    pub fn activate_declared(&mut self) {
        let declared = self.begin_declared(Declared::default());
        self.activate_all(declared);
    }

    /// The implicit body of a package, unless it had one.
    pub fn activate_package(&mut self, scope: usize) {
        if let Some(declared) = self.bodiless.remove(&scope) {
            self.activate_all(declared);
        }
    }

    fn activate_all(&mut self, declared: Declared) {
        for scope in declared.packages {
            self.activate_package(scope);
        }
        self.activate(&declared.tasks);
    }

    /// Starts the tasks of these objects, and waits until they are active.
    fn activate(&mut self, new: &[Rc<Object>]) {
        let Some(region) = self.code.regions.last().cloned() else { return };
        let group = region.group.as_ref().map(|group| self.read_object(group));
        let before = self.code.span;
        if !new.is_empty() {
            self.may_block();
            self.abort_point();
        }
        for ty in new.iter().flat_map(|object| self.task_types(object.ty)).collect::<Vec<_>>() {
            self.check_elaborated(Completed::Type(ty), |this| this.abandon(new));
        }
        for object in new {
            self.code.span = object.span.or(before);
            let reference = self.read_object(object);
            self.for_tasks(reference, object.ty, &mut |this, task, _| {
                this.unless_abandoned(task, |this| this.start(task, group, None));
            });
        }
        let mut failed = None;
        for object in new {
            let reference = self.read_object(object);
            self.for_tasks(reference, object.ty, &mut |this, task, ty| {
                this.await_activation(task, ty, &mut failed);
            });
        }
        self.code.span = before;
        self.raise_if_failed(failed);
    }

    /// The types of the tasks in objects of a type.
    fn task_types(&self, ty: TypeId) -> Vec<TypeId> {
        match self.types.kind(ty) {
            Kind::Task(_) => vec![self.types.base(ty)],
            Kind::Array { element, .. } => self.task_types(*element),
            Kind::Record { fields, .. } => {
                fields.iter().flat_map(|field| self.task_types(field.ty)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn start(&mut self, task: Operand, group: Option<Operand>, master: Option<Operand>) {
        if let Some(group) = group {
            self.emit(ir::StmtKind::Store(Access::Field(task, self.predefined.task_group), group));
            self.count(group, 1);
        }
        let state = Access::Field(task, self.predefined.task_state);
        self.emit(ir::StmtKind::Store(state, Operand::Int(STARTED)));
        let (into, arguments) = (None, std::iter::once(task).chain(master).collect());
        self.emit(ir::StmtKind::Do { into, operation: Operation::Start, arguments });
    }

    fn await_activation(&mut self, task: Operand, ty: TypeId, failed: &mut Option<ir::VarId>) {
        if !self.announces.get(&ty).copied().unwrap_or(true) {
            return;
        }
        let failed = match *failed {
            Some(failed) => failed,
            None => {
                let into = self.temp(ir::Type::Bool);
                self.emit(ir::StmtKind::Set(into, int(0)));
                *failed = Some(into);
                into
            }
        };
        self.unless_abandoned(task, |this| this.await_announcement(task, failed));
    }

    /// Does something about a task, unless it was aborted before it could be activated.
    fn unless_abandoned(&mut self, task: Operand, act: impl FnOnce(&mut Lowering)) {
        if !self.aborts {
            return act(self);
        }
        let state = Access::Field(task, self.predefined.task_state);
        let now = self.load(state, ir::Type::BYTE);
        let over = binary(ir::BinaryOp::Equal, ir::Expr::Operand(now), int(ABANDONED));
        let condition = self.operand(over, ir::Type::Bool);
        let otherwise = self.block(act);
        self.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
    }

    fn await_announcement(&mut self, task: Operand, failed: ir::VarId) {
        let ready = Access::Field(task, self.predefined.task_ready);
        let mut condition = ir::Condition::Load(ready);
        if self.aborts || self.transfers {
            // One that is aborted before its first declaration announces nothing.
            let ended = ir::Condition::Ended(task);
            let (ready, ended) = (Box::new(condition), Box::new(ended));
            condition = ir::Condition::Binary(ir::BinaryOp::Or, ir::Width::W64, ready, ended);
        }
        self.emit(ir::StmtKind::Await(condition));
        let state = self.load(ready, ir::Type::BYTE);
        let is_two = binary(ir::BinaryOp::Equal, ir::Expr::Operand(state), int(2));
        let any = binary(ir::BinaryOp::Or, ir::Expr::Operand(Operand::Var(failed)), is_two);
        self.emit(ir::StmtKind::Set(failed, any));
    }

    fn raise_if_failed(&mut self, failed: Option<ir::VarId>) {
        let Some(failed) = failed else { return };
        let class = self.predefined.tasking_error;
        let then = self.block(|this| this.throw(class));
        let condition = Operand::Var(failed);
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
    }

    /// Starts the tasks of an object that an allocator made.
    pub fn start_new(&mut self, object: Operand, ty: TypeId, access: TypeId) {
        let base = self.types.base(access);
        let group = self.access_groups.get(&base).cloned();
        let Some(group) = group else {
            return self.leave_out("a task that nobody waits for is not modelled");
        };
        self.may_block();
        self.abort_point();
        for ty in self.task_types(ty) {
            self.check_elaborated(Completed::Type(ty), |_| {});
        }
        let group = self.read_object(&group);
        self.for_tasks(object, ty, &mut |this, task, _| {
            let link = this.block(|this| {
                let first = Access::Field(group, this.predefined.group_first);
                let before = this.load(first, ir::Type::Reference);
                let next = Access::Field(task, this.predefined.task_next);
                this.emit(ir::StmtKind::Store(next, before));
                this.emit(ir::StmtKind::Store(first, task));
            });
            this.emit(ir::StmtKind::Atomic(link));
            let owner = Access::Field(group, this.predefined.group_owner);
            let master =
                (this.aborts || this.transfers).then(|| this.load(owner, ir::Type::Reference));
            this.start(task, Some(group), master);
        });
        let mut failed = None;
        self.for_tasks(object, ty, &mut |this, task, ty| {
            this.await_activation(task, ty, &mut failed);
        });
        self.raise_if_failed(failed);
    }

    /// Declarations that may fail: then the tasks that they made are never activated, and have terminated.
    pub fn elaborated(&mut self, declared: Vec<ir::Stmt>) {
        let tasks = self.code.regions.last().map(|region| region.tasks.clone()).unwrap_or_default();
        if tasks.is_empty() {
            return self.append(declared);
        }
        let into = self.temp(ir::Type::Reference);
        let body = self.block(|this| {
            this.abandon(&tasks);
            this.emit(ir::StmtKind::Throw(Operand::Var(into)));
        });
        let classes = vec![self.predefined.exception];
        let mut handlers = vec![ir::Handler { classes, into, body }];
        handlers.extend(self.when_aborted(|this| this.abandon(&tasks)));
        self.emit(ir::StmtKind::Try { body: declared, handlers, finally: Vec::new() });
    }

    /// Those of these tasks that were made, but not started, have terminated.
    fn abandon(&mut self, objects: &[Rc<Object>]) {
        for object in objects {
            let reference = self.read_object(object);
            let condition = self.exists(reference);
            let ty = object.ty;
            let then = self.block(|this| {
                this.for_tasks(reference, ty, &mut |this, task, _| this.abandon_task(task));
            });
            self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        }
    }

    /// Marks a task that was made and is not activated as terminated; calls of its entries fail.
    pub fn abandon_task(&mut self, task: Operand) {
        let state = Access::Field(task, self.predefined.task_state);
        let now = self.load(state, ir::Type::BYTE);
        let is_made = binary(ir::BinaryOp::Equal, ir::Expr::Operand(now), int(MADE));
        let condition = self.operand(is_made, ir::Type::Bool);
        let then = self.block(|this| {
            let over = this.block(|this| {
                this.emit(ir::StmtKind::Store(state, Operand::Int(ABANDONED)));
                let deaf = Access::Field(task, this.predefined.task_deaf);
                this.emit(ir::StmtKind::Store(deaf, Operand::Int(1)));
            });
            this.emit(ir::StmtKind::Atomic(over));
        });
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
    }

    /// Whether declarations can neither fail nor wait, and touch nothing of others. Where that is not seen at once
    /// they may.
    pub fn is_simple(&mut self, decls: &[Decl]) -> bool {
        let own: Vec<&str> = decls
            .iter()
            .filter_map(|decl| match &decl.kind {
                DeclKind::Type { name, .. } | DeclKind::Subtype { name, .. } => Some(&*name.key),
                DeclKind::Task { name, is_type: true, .. } => Some(&*name.key),
                _ => None,
            })
            .collect();
        decls.iter().all(|decl| match &decl.kind {
            DeclKind::Object { ty, init, .. } => self.is_simple_object(&own, ty, init.as_ref()),
            DeclKind::Type { def, .. } => match def {
                TypeDef::Range(range) => is_literal_range(range),
                TypeDef::Fixed { .. } => true,
                TypeDef::Array { indices, .. } => indices.iter().all(is_literal_range),
                TypeDef::Enumeration(_) | TypeDef::Incomplete => true,
                TypeDef::Access(of) => matches!(of.constraint, Constraint::None),
                TypeDef::Record(components) => {
                    components.iter().all(|one| matches!(one.ty.constraint, Constraint::None))
                }
                TypeDef::Modular(_) | TypeDef::Float(_) => true,
                TypeDef::Derived(of) => matches!(of.constraint, Constraint::None),
                TypeDef::Controlled(_) | TypeDef::Tagged(_) => true,
                TypeDef::Other(_) => false,
            },
            DeclKind::Subtype { of, .. } => matches!(of.constraint, Constraint::None),
            DeclKind::Renaming { of, .. } => {
                matches!(of.kind, ExprKind::Name(_) | ExprKind::Text(_))
            }
            DeclKind::Pragma { name, .. } => {
                matches!(name.key.as_str(), "volatile" | "atomic" | "priority" | "inline" | "pack")
            }
            DeclKind::Protected(of) => of.is_type,
            DeclKind::Task { entries, .. } => entries.iter().all(|entry| entry.family.is_none()),
            DeclKind::Number { .. }
            | DeclKind::Exception { .. }
            | DeclKind::Subprogram(_)
            | DeclKind::SubprogramBody(..)
            | DeclKind::ExpressionFunction(..)
            | DeclKind::NullProcedure(_)
            | DeclKind::AbstractSubprogram(_)
            | DeclKind::TaskBody(..)
            | DeclKind::ProtectedBody { .. }
            | DeclKind::EntryBody(_)
            | DeclKind::Generic { .. }
            | DeclKind::Use(_)
            | DeclKind::Nothing => true,
            DeclKind::Instance { .. }
            | DeclKind::Package { .. }
            | DeclKind::PackageBody { .. }
            | DeclKind::Stub(_)
            | DeclKind::Subunit(..)
            | DeclKind::Unmodelled(_) => false,
        })
    }

    /// `own`: the types that stand beside it.
    fn is_simple_object(&mut self, own: &[&str], ty: &ObjectType, init: Option<&Expr>) -> bool {
        let named = |this: &Lowering, of: &Indication| match &of.mark.kind {
            _ if !matches!(of.constraint, Constraint::None) => None,
            ExprKind::Name(name) if own.contains(&&*name.key) => None,
            _ => this.type_named(&of.mark),
        };
        match (ty, init) {
            (ObjectType::Named(of), init) => {
                let Some(ty) = named(self, of) else { return false };
                let own = &self.types.all[ty];
                let free = own.predicates.is_empty() && own.reals.is_none() && !own.not_null;
                if init.is_some() && !free {
                    return false;
                }
                match (self.types.kind(ty), init.map(|init| &init.kind)) {
                    (Kind::Discrete { .. }, None) => true,
                    (Kind::Discrete { .. }, Some(ExprKind::Int(value))) => {
                        self.types.known_range(ty).is_some_and(|(low, high)| {
                            (i128::from(low)..=i128::from(high)).contains(value)
                        })
                    }
                    (Kind::Discrete { .. }, Some(ExprKind::Name(name))) => {
                        self.types.base(ty) == BOOLEAN
                            && (name.key == "true" || name.key == "false")
                    }
                    (Kind::Real, None | Some(ExprKind::Real(_))) => true,
                    (Kind::Access(_), None | Some(ExprKind::Null)) => true,
                    (Kind::Task(of), None) => of.discriminants.is_empty(),
                    _ => false,
                }
            }
            (ObjectType::Array { indices, element }, None) => {
                let Some(element) = named(self, element) else { return false };
                self.types.is_scalar(element) && indices.iter().all(is_literal_range)
            }
            _ => false,
        }
    }
}

/// A range that is written in numbers.
fn is_literal_range(range: &Expr) -> bool {
    match &range.kind {
        ExprKind::Range(low, high) => {
            matches!((&low.kind, &high.kind), (ExprKind::Int(_), ExprKind::Int(_)))
        }
        _ => false,
    }
}
