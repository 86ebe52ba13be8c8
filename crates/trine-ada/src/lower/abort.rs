//! `abort`, and the asynchronous transfer of control: what is done is given up, and no handler takes that.

use trine_program as ir;
use trine_program::{AsyncPart, CallPart, Meeting, Operand, Operation, Patience};

use super::lowering::*;
use super::name::int;
use super::select::MadeCall;
use super::types::*;
use crate::syntax::*;

/// The entry call that triggers an asynchronous transfer of control.
struct TriggeringCall {
    entry: ir::EntryCall,
    made: MadeCall,
    /// Set if the call of a protected entry waits: whether it does is decided before anything can be given up.
    waits: Option<ir::VarId>,
}

impl Lowering {
    /// `abort`: gives up the named tasks, all in one step.
    pub fn abort(&mut self, tasks: &[Expr]) {
        self.may_block();
        let mut found = Vec::new();
        for name in tasks {
            let task = self.value(name, None);
            if !matches!(self.types.kind(self.designated(task.ty)), Kind::Task(_)) {
                self.error("only tasks can be aborted", name.span);
                continue;
            }
            found.push(self.operand(task.expr, ir::Type::Reference));
        }
        self.abort_all(&found);
    }

    /// Aborts tasks, all of them at the same moment.
    pub fn abort_all(&mut self, tasks: &[Operand]) {
        let all = self.block(|this| {
            for task in tasks {
                this.mark_aborted(*task);
                // One that is not active yet never will be.
                this.abandon_task(*task);
            }
        });
        self.emit(ir::StmtKind::Atomic(all));
        self.abort_point();
    }

    /// Says that what is aborted gets no further than this.
    pub fn abort_point(&mut self) {
        if self.aborts || self.transfers {
            let (into, arguments) = (None, Vec::new());
            self.emit(ir::StmtKind::Do { into, operation: Operation::AbortPoint, arguments });
        }
    }

    /// Says that what follows may block, which is an error inside a protected action.
    pub fn may_block(&mut self) {
        if self.has_protected {
            let (into, arguments) = (None, Vec::new());
            self.emit(ir::StmtKind::Do { into, operation: Operation::MayWait, arguments });
        }
    }

    /// Says that an operation of a protected object is called from outside it.
    pub fn comes_from_outside(&mut self, object: Operand) {
        let (into, arguments) = (None, vec![object]);
        self.emit(ir::StmtKind::Do { into, operation: Operation::MayWaitFor, arguments });
    }

    fn mark_aborted(&mut self, task: Operand) {
        let (into, arguments) = (None, vec![task]);
        self.emit(ir::StmtKind::Do { into, operation: Operation::Abort, arguments });
    }

    /// A handler for what is given up, which goes on outwards.
    pub fn when_aborted(&mut self, act: impl FnOnce(&mut Lowering)) -> Option<ir::Handler> {
        if !self.aborts && !self.transfers {
            return None;
        }
        let into = self.temp(ir::Type::Reference);
        let body = self.block(|this| {
            act(this);
            this.emit(ir::StmtKind::Throw(Operand::Var(into)));
        });
        Some(ir::Handler { classes: vec![self.predefined.abort], into, body })
    }

    /// Where a region is given up, its tasks are aborted. (Those of a task that is aborted are so already.)
    pub fn abort_dependents(&mut self, region: &Region) {
        if !self.transfers || (region.tasks.is_empty() && !region.has_access) {
            return;
        }
        let unwinding = self.temp(ir::Type::Bool);
        let (into, arguments) = (Some(unwinding), Vec::new());
        self.emit(ir::StmtKind::Do { into, operation: Operation::Unwinding, arguments });
        let then = self.block(|this| {
            if region.has_access {
                this.leave_out("tasks made by allocators inside what is given up are not modelled");
            }
            for object in &region.tasks {
                let reference = this.read_object(object);
                let condition = this.exists(reference);
                let ty = object.ty;
                let then = this.block(|this| {
                    this.for_tasks(reference, ty, &mut |this, task, _| this.mark_aborted(task));
                });
                this.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
            }
        });
        let condition = Operand::Var(unwinding);
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
    }

    /// `select` a trigger `then abort` statements.
    pub fn asynchronous(&mut self, trigger: &Trigger, then: &[Stmt], abortable: &[Stmt]) {
        self.may_block();
        let done = self.temp(ir::Type::Bool);
        let triggering = match trigger {
            Trigger::Delay(value) => {
                self.duration(value);
                None
            }
            Trigger::Call(name) => match self.triggering_call(name, done) {
                Some(triggering) => Some(triggering),
                None => return,
            },
        };
        let call = triggering.as_ref().map(|triggering| triggering.entry.clone());
        let mut class = |name: &str| self.add_class(name, vec![self.predefined.abort], true);
        let (class, gone) = (class("trigger"), class("trigger that never comes"));
        let part = |part: AsyncPart| {
            let (call, at_once) = (call.clone(), Some(done));
            ir::StmtKind::Meet(Meeting::Async(ir::Async { part, call, class, gone, at_once }))
        };
        let body = self.block(|this| {
            this.emit(part(AsyncPart::Begin));
            let body = this.block(|this| this.statements(abortable));
            let finally = this.block(|this| this.emit(part(AsyncPart::End)));
            let otherwise = this.block(|this| {
                this.emit(ir::StmtKind::Try { body, handlers: Vec::new(), finally });
            });
            let condition = Operand::Var(done);
            this.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
        });
        let handlers = [class, gone].map(|taken| {
            let into = self.temp(ir::Type::Reference);
            let body = self.block(|this| {
                this.emit(part(AsyncPart::Caught));
                match taken == class {
                    true => this.emit(ir::StmtKind::Set(done, int(1))),
                    false => this.throw(this.predefined.tasking_error),
                }
            });
            ir::Handler { classes: vec![taken], into, body }
        });
        let handlers = handlers.into_iter().collect();
        let guarded = self.block(|this| {
            this.emit(ir::StmtKind::Try { body, handlers, finally: Vec::new() });
        });
        match triggering.as_ref().and_then(|triggering| triggering.waits) {
            None => self.append(guarded),
            Some(waits) => {
                self.emit(ir::StmtKind::Set(done, int(1)));
                let condition = Operand::Var(waits);
                self.emit(ir::StmtKind::If { condition, then: guarded, otherwise: Vec::new() });
            }
        }
        let then = self.block(|this| {
            if let Some(triggering) = &triggering {
                this.answered(&triggering.made);
            }
            this.statements(then);
        });
        let condition = Operand::Var(done);
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
    }

    /// Computes the arguments of the entry call that is a trigger; none where the call is not modelled.
    fn triggering_call(&mut self, name: &Expr, done: ir::VarId) -> Option<TriggeringCall> {
        let Some((called, arguments)) = self.called_entry(name) else {
            self.leave_out("a trigger that is not an entry call is not modelled");
            return None;
        };
        let made = self.made_call(&called, arguments, name.span)?;
        let mut entry = ir::EntryCall {
            at: called.at,
            arguments: made.given.clone(),
            results: made.results.clone(),
            patience: Patience::ForAWhile,
            served: Some(done),
            part: CallPart::Whole,
        };
        let mut waits = None;
        if let Kind::Protected(of) = self.types.kind(called.owner).clone() {
            if of.once[called.number].is_some() {
                self.leave_out("a trigger that may be requeued is not modelled");
                return None;
            }
            entry.part = CallPart::Await;
            waits = Some(self.arrive(&of, &called, &entry));
        }
        Some(TriggeringCall { entry, made, waits })
    }
}
