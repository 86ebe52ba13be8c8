//! Tasks: their types, their activation, and how masters wait for them.

use std::rc::Rc;

use trine_base::{Span, cannot_happen};
use trine_program as ir;
use trine_program::{Access, Operand, Operation};

use super::elaboration::Completed;
use super::entity::*;
use super::lowering::*;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

/// Families have at most so many entries.
const MOST_OF_A_FAMILY: i128 = 1000;

impl Lowering {
    /// Declares a task type, or a single task of its own type, with its entries.
    pub fn declare_task(
        &mut self,
        name: &Ident,
        is_type: bool,
        discriminants: &[Param],
        interfaces: &[Indication],
        entries: &[EntrySpec],
        span: Span,
    ) {
        let class = self.add_class(&name.text, vec![self.predefined.task], false);
        self.program.classes[class].span = Some(span);
        let run = self.add_method(class, &name.text, "run", false, Some(span));
        let fields = self.components(class, discriminants);
        let frame = self.add_frame(Some(class), self.predefined.task_outer);
        let scope = self.add_scope(Some(self.code.scope), frame, &name.key);
        for field in &fields {
            self.declare_component(scope, frame, field);
        }
        let entries = self.entries(class, entries);
        let around = self.code.scope;
        let of = TaskType { class, entries, discriminants: fields, scope: around, frame, run };
        let announced = self.announced(&name.key);
        let ty = match announced.filter(|_| is_type) {
            Some(ty) => {
                self.types.all[ty].kind = Kind::Task(Rc::new(of));
                ty
            }
            None => self.types.add(&name.text, Kind::Task(Rc::new(of)), None),
        };
        self.task_scopes.insert(ty, scope);
        self.body_follows(Completed::Type(ty), name);
        self.implement(ty, class, interfaces);
        if is_type {
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
        self.holds_tasks(object);
    }

    /// Makes a discriminant or a component visible in the bodies of its type.
    pub fn declare_component(&mut self, scope: usize, frame: usize, field: &RecordField) {
        let object = Object {
            name: self.program.fields[field.field].name.clone(),
            ty: field.ty,
            storage: Storage::Frame(frame, field.field),
            value: None,
            frame,
            span: None,
        };
        self.declare(scope, &field.key, Entity::Object(Rc::new(object)));
    }

    /// The incomplete or private type of this name that a full declaration completes.
    pub fn announced(&self, key: &str) -> Option<TypeId> {
        match self.scopes[self.code.scope].names.get(key).map(Vec::as_slice) {
            Some([Entity::Type(id)]) if matches!(self.types.kind(*id), Kind::Unknown(_)) => {
                Some(*id)
            }
            _ => None,
        }
    }

    /// A body inside the present one.
    pub fn add_frame(&mut self, class: Option<ir::ClassId>, outer: ir::FieldId) -> usize {
        let parent = Some(self.code.frame);
        let outer_field = class.map(|_| outer);
        self.frames.push(Frame { parent, class, outer_field, ..Frame::default() });
        self.frames.len() - 1
    }

    /// Declares the entries of a task or protected type, families included.
    pub fn entries(&mut self, class: ir::ClassId, specs: &[EntrySpec]) -> Vec<Entry> {
        let mut found = Vec::new();
        for spec in specs {
            let family = spec.family.as_ref().map(|range| self.range_type(range));
            let params = self.formals(&spec.params, true);
            let count = match family.map(|family| self.types.known_range(family)) {
                None => 1,
                Some(Some((low, high))) => {
                    let count = i128::from(high) - i128::from(low) + 1;
                    if count > MOST_OF_A_FAMILY {
                        let text = "a family of more than 1,000 entries is not supported";
                        self.error(text, spec.name.span);
                    }
                    count.clamp(1, MOST_OF_A_FAMILY) as u32
                }
                Some(None) => {
                    self.error("the range of a family must be known here", spec.name.span);
                    1
                }
            };
            let handed: Vec<ir::Type> = params
                .iter()
                .filter(|param| self.is_handed_over(param))
                .map(|param| self.types.ir(param.ty))
                .collect();
            let back = params
                .iter()
                .filter(|param| self.is_given_back(param))
                .map(|param| self.types.ir(param.ty));
            let results = std::iter::once(ir::Type::Reference).chain(back).collect();
            // An exception comes back first.
            let (mut given, mut back) = (0.., 1..);
            let first = match family.map(|family| self.types.known_range(family)) {
                Some(Some((low, _))) => Some(low),
                _ => None,
            };
            let member = first.map(|_| ir::Slot { member: first, ..ir::Slot::default() });
            let parameters = params.iter().map(|param| ir::Slot {
                member: None,
                given: self
                    .is_handed_over(param)
                    .then(|| given.next())
                    .flatten()
                    .filter(|_| param.mode.comes_in() || !self.types.is_scalar(param.ty)),
                back: self.is_given_back(param).then(|| back.next()).flatten(),
            });
            let profile = member.into_iter().chain(parameters).collect();
            let id = self.program.entries.push(ir::EntryDecl {
                name: spec.name.text.clone(),
                class,
                count,
                parameters: handed,
                results,
                profile,
                span: Some(spec.name.span),
            });
            let contract = self.contract(&spec.aspects);
            found.push(Entry { key: spec.name.key.clone(), id, family, params, contract });
        }
        found
    }

    /// Lowers the body of a task: what its thread runs.
    pub fn task_body(&mut self, name: &Ident, body: &Rc<Body>) {
        let found = self.single_types.get(&(self.code.scope, name.key.clone())).copied();
        let found = found.or_else(|| {
            let parent = self.scopes[self.code.scope].parent?;
            self.single_types.get(&(parent, name.key.clone())).copied()
        });
        let named = self.lookup(self.code.scope, &name.key).into_iter().find_map(|e| match e {
            Entity::Type(ty) => Some(ty),
            Entity::Object(object) => Some(object.ty),
            _ => None,
        });
        let Some(ty) = found.or(named).filter(|ty| matches!(self.types.kind(*ty), Kind::Task(_)))
        else {
            return self.error(format!("there is no task `{}` here", name.text), name.span);
        };
        let waits = !self.is_simple(&body.decls);
        self.announces.insert(ty, waits);
        self.body_elaborated(Completed::Type(ty));
        let scope = self.add_scope(Some(self.code.scope), 0, &name.key);
        self.work.push(Work::Task { ty, body: body.clone(), scope });
    }

    /// The body of a task.
    pub fn lower_task(&mut self, ty: TypeId, body: &Body, scope: usize) {
        let Kind::Task(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a task type")
        };
        let own = self.task_scopes.get(&ty).copied().unwrap_or(of.scope);
        // Discriminants are seen first, then what is around the body.
        self.scopes[scope].body = of.frame;
        let names = self.scopes[own].names.clone();
        self.scopes[scope].names.extend(names);
        self.frames[of.frame].captured = super::capture::captured(body);
        let before = std::mem::replace(&mut self.code, Code::new(of.frame, scope));
        let this = self.var("this", ir::Type::Reference, None);
        self.frames[of.frame].var = Some(this);
        self.code.this = Some((ty, this));
        self.code.span = Some(body.span);
        self.declare_self(ty, scope, this);
        let waits = self.announces.get(&ty).copied().unwrap_or(true);
        self.body_region(body, waits.then_some(Operand::Var(this)));
        self.finish_method(of.run, vec![this], before);
    }

    /// Inside its body the name of a task type means the task itself.
    fn declare_self(&mut self, ty: TypeId, scope: usize, this: ir::VarId) {
        let key = self.types.all[ty].name.to_lowercase();
        let name = self.types.all[ty].name.clone();
        let frame = self.code.frame;
        let object =
            Object { name, ty, storage: Storage::Var(this), value: None, frame, span: None };
        self.declare(scope, &key, Entity::Object(Rc::new(object)));
    }

    /// Notes that an object of the present region is or has tasks.
    pub fn holds_tasks(&mut self, object: Rc<Object>) {
        if self.code.regions.is_empty() {
            // No master waits for it, and nothing activates it.
            return self.leave_out("a task inside a protected object is not modelled");
        }
        self.group();
        if let Some(region) = self.code.regions.last_mut() {
            region.declared.tasks.push(object.clone());
            region.tasks.push(object);
        }
    }

    /// The group of the tasks of the present region, where it matters.
    pub fn group(&mut self) -> Option<Rc<Object>> {
        let region = self.code.regions.last()?;
        if region.group.is_some() || !(self.terminates || region.has_access) {
            return region.group.clone();
        }
        let span = self.code.span?;
        let object = self.hidden_object("group", NULL, span);
        let into = self.temp(ir::Type::Reference);
        let class = self.predefined.group;
        self.emit(ir::StmtKind::New { into, class });
        let group = Operand::Var(into);
        let set = |field, value| ir::StmtKind::Store(Access::Field(group, field), value);
        self.emit(set(self.predefined.group_active, Operand::Int(1)));
        let me = self.temp(ir::Type::Reference);
        let operation = Operation::CurrentThread;
        self.emit(ir::StmtKind::Do { into: Some(me), operation, arguments: Vec::new() });
        let around = self
            .load(Access::Field(Operand::Var(me), self.predefined.task_group), ir::Type::Reference);
        self.emit(set(self.predefined.group_around, around));
        if self.aborts || self.transfers {
            self.emit(set(self.predefined.group_owner, Operand::Var(me)));
        }
        self.assign_object(&object, ir::Expr::Operand(group));
        if let Some(region) = self.code.regions.last_mut() {
            region.group = Some(object.clone());
        }
        Some(object)
    }

    /// Adds to the number of tasks of a group that are at work, where groups end together.
    pub fn count(&mut self, group: Operand, by: i64) {
        if self.terminates {
            let arguments = vec![group, Operand::Int(by)];
            let callee = ir::Callee::Exact(self.predefined.count);
            self.emit(ir::StmtKind::Call { into: None, callee, arguments });
        }
    }

    /// The task that made a group for a region is done with it, and goes on to work in the groups around it.
    fn complete_region(&mut self, group: Operand) {
        if self.terminates {
            let body = self.block(|this| {
                let active = Access::Field(group, this.predefined.group_active);
                let now = this.load(active, ir::Type::SHORT);
                let less = binary(ir::BinaryOp::Add, ir::Expr::Operand(now), int(-1));
                let less = this.operand(less, ir::Type::SHORT);
                this.emit(ir::StmtKind::Store(active, less));
            });
            self.emit(ir::StmtKind::Atomic(body));
        }
    }

    /// Waits for the tasks of a region, whatever became of it.
    pub fn end_region(&mut self, region: &Region) {
        if let (true, Some((ty, this))) = (self.code.regions.is_empty(), self.code.this)
            && matches!(self.types.kind(ty), Kind::Task(_))
        {
            // It is complete, and takes no more calls while it waits.
            let deaf = Access::Field(Operand::Var(this), self.predefined.task_deaf);
            self.emit(ir::StmtKind::Store(deaf, Operand::Int(1)));
        }
        let group = region.group.as_ref().map(|group| self.read_object(group));
        if let Some(group) = group {
            self.complete_region(group);
        }
        self.abort_dependents(region);
        for object in &region.tasks {
            let reference = self.read_object(object);
            let exists = self.exists(reference);
            let ty = object.ty;
            let then = self.block(|this| {
                this.for_tasks(reference, ty, &mut |this, task, _| {
                    let (into, arguments) = (None, vec![task]);
                    this.emit(ir::StmtKind::Do { into, operation: Operation::Join, arguments });
                });
            });
            self.emit(ir::StmtKind::If { condition: exists, then, otherwise: Vec::new() });
        }
        if let Some(group) = group.filter(|_| region.has_access) {
            self.join_new(group);
        }
        self.finalise(&region.controlled);
    }

    /// Waits for the tasks that allocators made, one after the other.
    fn join_new(&mut self, group: Operand) {
        let id = self.fresh_block();
        let body = self.block(|this| {
            let task = this.temp(ir::Type::Reference);
            let first = Access::Field(group, this.predefined.group_first);
            let take = this.block(|this| {
                this.emit(ir::StmtKind::Load(task, first));
                let exists = this.exists(Operand::Var(task));
                let then = this.block(|this| {
                    let next = Access::Field(Operand::Var(task), this.predefined.task_next);
                    let next = this.load(next, ir::Type::Reference);
                    this.emit(ir::StmtKind::Store(first, next));
                });
                this.emit(ir::StmtKind::If { condition: exists, then, otherwise: Vec::new() });
            });
            this.emit(ir::StmtKind::Atomic(take));
            let exists = this.exists(Operand::Var(task));
            let otherwise = this.block(|this| this.emit(ir::StmtKind::Break(id)));
            this.emit(ir::StmtKind::If { condition: exists, then: Vec::new(), otherwise });
            let (into, arguments) = (None, vec![Operand::Var(task)]);
            this.emit(ir::StmtKind::Do { into, operation: Operation::Join, arguments });
        });
        self.emit(ir::StmtKind::Loop { id, body, update: Vec::new() });
    }

    /// Whether a reference is not null.
    pub fn exists(&mut self, reference: Operand) -> Operand {
        let null = ir::Expr::Operand(Operand::Null);
        let exists = binary(ir::BinaryOp::NotEqual, ir::Expr::Operand(reference), null);
        self.operand(exists, ir::Type::Bool)
    }

    /// Does something for every task in an object.
    pub fn for_tasks(
        &mut self,
        object: Operand,
        ty: TypeId,
        act: &mut dyn FnMut(&mut Lowering, Operand, TypeId),
    ) {
        match self.types.kind(ty).clone() {
            Kind::Task(_) => act(self, object, self.types.base(ty)),
            Kind::Array { element, .. } if self.types.has_tasks(element) => {
                self.each_place(object, ty, &mut |this, place| {
                    let inner = this.load(Access::Element(object, place), ir::Type::Reference);
                    this.for_tasks(inner, element, act);
                });
            }
            Kind::Record { fields, .. } => {
                for field in fields.iter() {
                    if !self.types.has_tasks(field.ty) {
                        continue;
                    }
                    let inner = self.load(Access::Field(object, field.field), ir::Type::Reference);
                    self.for_tasks(inner, field.ty, act);
                }
            }
            _ => {}
        }
    }
}
