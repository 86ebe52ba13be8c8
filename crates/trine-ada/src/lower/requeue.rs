//! Requeue statements: the caller that is being served goes on to another queue, unanswered.
//!
//! The statement notes where to and leaves the accept statement or the entry body; the caller is sent on there,
//! after everything inside has ended. In the body of a protected entry the number of the statement is the
//! result of its method, and the object and the place in its family are noted in the protected object.

use trine_base::cannot_happen;
use trine_program as ir;
use trine_program::{Access, EntryAt, Meeting, Operand};

use super::lowering::*;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// `requeue`: the caller goes on to another queue, and the body that serves it ends.
    pub fn requeue(&mut self, target: &Expr, with_abort: bool) {
        if self.code.serving.is_empty() {
            let span = target.span;
            return self.error("`requeue` belongs into an accept statement or an entry body", span);
        }
        let Some((called, _)) = self.called_entry(target) else {
            return self.left_unknown("`requeue` to something that is not an entry");
        };
        let with_params = !called.entry.params.is_empty();
        let params =
            self.code.serving.last().map(|serving| serving.params.clone()).unwrap_or_default();
        let loses = !with_params && params.iter().any(|param| self.is_given_back(param));
        if loses {
            let what = "a requeue to an entry without the parameters that go back is not modelled";
            return self.left_unknown(what);
        }
        let internal = matches!(peeled_name(target), ExprKind::Name(_));
        let span = self.code.span;
        let Some(serving) = self.code.serving.last_mut() else { return };
        let owner = called.owner;
        let to = called.at;
        serving.onward.push(Onward { to, owner, internal, with_params, with_abort, span });
        let number = serving.onward.len() as i64;
        match serving.block {
            Some(block) => {
                let sent = serving.sent;
                self.emit(ir::StmtKind::Set(sent, int(number)));
                self.emit(ir::StmtKind::Break(block));
            }
            None => {
                self.note_target(to);
                self.emit(ir::StmtKind::Return(Some(Operand::Int(number))));
            }
        }
    }

    fn left_unknown(&mut self, what: &str) {
        self.leave_out(what);
        self.give_back(None);
    }

    fn note_target(&mut self, to: EntryAt) {
        let Some((ty, this)) = self.code.this else { return };
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
        let Some((object, member)) = of.onward else { return };
        let this = Operand::Var(this);
        self.emit(ir::StmtKind::Store(Access::Field(this, object), to.owner));
        if let Some(index) = to.index {
            self.emit(ir::StmtKind::Store(Access::Field(this, member), index));
        }
    }

    /// The fields in which a protected object notes where a caller goes.
    pub fn onward_fields(&mut self, class: ir::ClassId) -> (ir::FieldId, ir::FieldId) {
        let object = self.add_field(class, "$onward", ir::Type::Reference, false, None);
        let member = self.add_field(class, "$member", ir::Type::INT, false, None);
        for field in [object, member] {
            self.program.fields[field].volatile = true;
        }
        (object, member)
    }

    /// The body of a protected entry whose callers may be requeued.
    pub fn requeuing_body(&mut self, ty: TypeId, entry: usize, method: ir::MethodId, body: &Body) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
        let sent = self.temp(ir::Type::BYTE);
        let params = of.entries[entry].params.clone();
        self.code.serving.push(Serving { sent, block: None, params, onward: Vec::new() });
        self.code.returns.push(Return::Entry);
        self.body_region(body, None);
        self.emit(ir::StmtKind::Return(Some(Operand::Int(0))));
        self.program.methods[method].result = Some(ir::Type::BYTE);
        if let Some(serving) = self.code.serving.pop() {
            self.onward.insert((ty, entry), serving.onward);
        }
    }

    /// The methods that serve one caller of each entry from which callers are requeued.
    pub fn push_once(&mut self, ty: TypeId) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
        for (entry, _) in of.once.iter().enumerate().filter(|(_, once)| once.is_some()) {
            self.work.push(Work::Once { ty, entry });
        }
    }

    /// Accepts a caller of an entry whose barrier is open, and runs the body for it.
    pub fn lower_once(&mut self, ty: TypeId, number: usize) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
        let Some(method) = of.once[number] else { return };
        let before = std::mem::replace(&mut self.code, Code::new(of.frame, of.scope));
        let this = self.enter_protected(ty, &of);
        let entry = of.entries[number].clone();
        let index = entry.family.map(|_| self.temp(ir::Type::INT));
        let at =
            EntryAt { owner: Operand::Var(this), entry: entry.id, index: index.map(Operand::Var) };
        let kept: Vec<ir::Type> = entry
            .params
            .iter()
            .filter(|param| self.is_handed_over(param))
            .map(|param| self.types.ir(param.ty))
            .collect();
        let parameters: Vec<ir::VarId> = kept.into_iter().map(|kept| self.temp(kept)).collect();
        let kind = ir::AlternativeKind::Accept { at, parameters: parameters.clone() };
        let alternatives = vec![ir::Alternative { guard: None, kind, span: None }];
        let into = self.temp(ir::Type::INT);
        let select = ir::Select { into, alternatives, otherwise: false };
        self.emit(ir::StmtKind::Meet(Meeting::Select(select)));
        self.serve_entry(ty, number, at, &parameters);
        self.finish_method(method, std::iter::once(this).chain(index).collect(), before);
    }

    /// Where the callers of a protected entry go, as its body noted it.
    pub fn located(
        &mut self,
        of: &ProtectedType,
        this: Operand,
        mut onward: Vec<Onward>,
    ) -> Vec<Onward> {
        let Some((object, member)) = of.onward else { return onward };
        let noted = self.load(Access::Field(this, object), ir::Type::Reference);
        for one in &mut onward {
            one.to.owner = if one.internal { this } else { noted };
            if one.to.index.is_some() {
                one.to.index = Some(self.load(Access::Field(this, member), ir::Type::INT));
            }
        }
        onward
    }

    /// Answers a caller, or sends it where the requeue statement of this number says.
    pub fn sent_on(
        &mut self,
        at: EntryAt,
        params: &[super::entity::Formal],
        onward: &[Onward],
        sent: ir::VarId,
        answer: Vec<ir::Stmt>,
        latest: &dyn Fn(&mut Lowering) -> Vec<Operand>,
    ) {
        let mut otherwise = answer;
        for (number, to) in onward.iter().enumerate().rev() {
            let mut condition = Operand::Int(0);
            let test = self.block(|this| {
                let number = int(number as i64 + 1);
                let this_one =
                    binary(ir::BinaryOp::Equal, ir::Expr::Operand(Operand::Var(sent)), number);
                condition = this.operand(this_one, ir::Type::Bool);
            });
            let then = self.block(|this| this.send(at, params, to, latest));
            let mut whole = test;
            let span = to.span;
            let kind = ir::StmtKind::If { condition, then, otherwise };
            whole.push(ir::Stmt { kind, span });
            otherwise = whole;
        }
        self.append(otherwise);
    }

    fn send(
        &mut self,
        at: EntryAt,
        params: &[super::entity::Formal],
        onward: &Onward,
        latest: &dyn Fn(&mut Lowering) -> Vec<Operand>,
    ) {
        let before = self.code.span;
        self.code.span = onward.span.or(before);
        let arguments = if onward.with_params { latest(self) } else { Vec::new() };
        let mut refused = Vec::new();
        if matches!(self.types.kind(onward.owner), Kind::Task(_)) {
            let into = self.temp(ir::Type::Reference);
            self.emit(ir::StmtKind::New { into, class: self.predefined.tasking_error });
            refused.push(Operand::Var(into));
            refused.extend(self.nothing_back(params));
        }
        let (to, with_abort) = (onward.to, onward.with_abort);
        let requeue = ir::Requeue { from: at, to, arguments, with_abort, refused };
        let requeue = ir::StmtKind::Meet(Meeting::Requeue(requeue));
        match self.types.kind(onward.owner).clone() {
            Kind::Protected(of) if !onward.internal => {
                let here = self.code.this.map(|(ty, _)| self.types.kind(ty).clone());
                if matches!(here, Some(Kind::Protected(_))) {
                    let text = "a requeue from one protected object to another comes before the lock is given back";
                    self.note("requeue-order", text, onward.span);
                }
                let body = self.block(|this| {
                    this.emit(requeue);
                    let serve = this.serve_all(&of, to.owner);
                    this.append(serve);
                });
                self.emit(ir::StmtKind::Synchronized { monitor: to.owner, body });
            }
            _ => self.emit(requeue),
        }
        self.code.span = before;
    }
}

fn peeled_name(target: &Expr) -> &ExprKind {
    &super::select::peeled(target).0.kind
}
