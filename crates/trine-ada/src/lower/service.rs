//! How the callers of protected entries are served, one after the other, by the task that holds the lock.

use trine_base::cannot_happen;
use trine_program as ir;
use trine_program::{EntryAt, Meeting, Operand};

use super::entity::Formal;
use super::lowering::{Code, Lowering};
use super::name::{binary, int};
use super::types::*;

impl Lowering {
    /// Serves callers while there are some whose barriers are open.
    pub fn lower_service(&mut self, ty: TypeId) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
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
                        let truth = lower.barrier(&of, number, me, index, |lower| {
                            lower.emit(ir::StmtKind::Break(id));
                        });
                        lower.emit(ir::StmtKind::Set(open, ir::Expr::Operand(truth)));
                    });
                    lower.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
                    let parameters = lower.accepted_parameters(entry);
                    let kind = ir::AlternativeKind::Accept { at, parameters: parameters.clone() };
                    let guard = Some(Operand::Var(open));
                    alternatives.push(ir::Alternative { guard, kind, span: None });
                    serving.push((number, at, parameters));
                }
            }
            let into = lower.temp(ir::Type::INT);
            let select = ir::Select { into, alternatives, otherwise: true };
            lower.emit(ir::StmtKind::Meet(Meeting::Select(select)));
            lower.served(ty, into, 0, &serving, id);
        });
        self.emit(ir::StmtKind::Loop { id, body, update: Vec::new() });
        self.finish_method(of.service, vec![this], before);
    }

    /// Answers all that wait for some entry with Program_Error.
    pub fn lower_refusal(&mut self, ty: TypeId) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
        let before = std::mem::replace(&mut self.code, Code::new(of.frame, of.scope));
        let this = self.enter_protected(ty, &of);
        let id = self.fresh_block();
        let body = self.block(|lower| {
            let mut alternatives = Vec::new();
            let mut answers = Vec::new();
            for entry in &of.entries {
                let count = lower.program.entries[entry.id].count;
                for position in 0..count {
                    let index = entry.family.map(|_| Operand::Int(i64::from(position)));
                    let at = EntryAt { owner: Operand::Var(this), entry: entry.id, index };
                    let parameters = lower.accepted_parameters(entry);
                    let kind = ir::AlternativeKind::Accept { at, parameters };
                    alternatives.push(ir::Alternative { guard: None, kind, span: None });
                    answers.push((at, entry.params.clone()));
                }
            }
            let into = lower.temp(ir::Type::INT);
            let select = ir::Select { into, alternatives, otherwise: true };
            lower.emit(ir::StmtKind::Meet(Meeting::Select(select)));
            let mut otherwise = lower.block(|lower| lower.emit(ir::StmtKind::Break(id)));
            for (number, (at, params)) in answers.into_iter().enumerate().rev() {
                let mut condition = Operand::Int(0);
                let mut whole = lower.block(|lower| {
                    let chosen = ir::Expr::Operand(Operand::Var(into));
                    let this_one = binary(ir::BinaryOp::Equal, chosen, int(number as i64));
                    condition = lower.operand(this_one, ir::Type::Bool);
                });
                let then = lower.block(|lower| {
                    let error = lower.temp(ir::Type::Reference);
                    let class = lower.predefined.program_error;
                    lower.emit(ir::StmtKind::New { into: error, class });
                    let mut results = vec![Operand::Var(error)];
                    results.extend(lower.nothing_back(&params));
                    lower.emit(ir::StmtKind::Meet(Meeting::Complete(at, results)));
                });
                let kind = ir::StmtKind::If { condition, then, otherwise };
                whole.push(ir::Stmt { kind, span: None });
                otherwise = whole;
            }
            lower.append(otherwise);
        });
        self.emit(ir::StmtKind::Loop { id, body, update: Vec::new() });
        self.finish_method(of.refuse, vec![this], before);
    }

    /// Variables for what the callers of an entry hand over.
    fn accepted_parameters(&mut self, entry: &Entry) -> Vec<ir::VarId> {
        let kept: Vec<ir::Type> = entry
            .params
            .iter()
            .filter(|param| self.is_handed_over(param))
            .map(|param| self.types.ir(param.ty))
            .collect();
        kept.into_iter().map(|kept| self.temp(kept)).collect()
    }

    fn served(
        &mut self,
        ty: TypeId,
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
            this.serve_entry(ty, *number, *at, parameters);
        });
        let otherwise = self.block(|this| this.served(ty, into, chosen + 1, serving, id));
        self.emit(ir::StmtKind::If { condition, then, otherwise });
    }

    /// Runs the body of an entry for the caller that was accepted, and answers it or requeues it.
    pub fn serve_entry(
        &mut self,
        ty: TypeId,
        number: usize,
        at: EntryAt,
        parameters: &[ir::VarId],
    ) {
        let Kind::Protected(of) = self.types.kind(ty).clone() else {
            cannot_happen!("{ty} was declared as a protected type")
        };
        let params = of.entries[number].params.clone();
        let given: Vec<Operand> = parameters.iter().map(|var| Operand::Var(*var)).collect();
        let onward = self.onward.get(&(ty, number)).cloned().unwrap_or_default();
        let sent = of.once[number].map(|_| self.temp(ir::Type::BYTE));
        let body = self.block(|this| {
            let back = this.run_entry(&of, number, at.owner, at.index, &given, sent);
            let answer = this.block(|this| {
                let results = std::iter::once(Operand::Null).chain(back.clone()).collect();
                this.emit(ir::StmtKind::Meet(Meeting::Complete(at, results)));
            });
            let Some(sent) = sent.filter(|_| !onward.is_empty()) else {
                return this.append(answer);
            };
            let onward = this.located(&of, at.owner, onward);
            this.sent_on(at, &params, &onward, sent, answer, &|this| {
                let (mut given, mut back) = (given.iter(), back.iter());
                let mut latest = |param: &Formal| {
                    let given = given.next().copied().unwrap_or(Operand::Int(0));
                    match this.is_given_back(param) {
                        true => back.next().copied().unwrap_or(given),
                        false => given,
                    }
                };
                params.iter().map(&mut latest).collect()
            });
        });
        let thrown = self.temp(ir::Type::Reference);
        let handler = self.block(|this| {
            let mut results = vec![this.handed_over(thrown)];
            results.extend(this.nothing_back(&params));
            this.emit(ir::StmtKind::Meet(Meeting::Complete(at, results)));
        });
        let classes = vec![self.predefined.exception];
        let handlers = vec![ir::Handler { classes, into: thrown, body: handler }];
        self.emit(ir::StmtKind::Try { body, handlers, finally: Vec::new() });
    }

    /// What goes back of parameters where there is nothing to give.
    pub fn nothing_back(&mut self, params: &[Formal]) -> Vec<Operand> {
        let back: Vec<TypeId> =
            params.iter().filter(|param| self.is_given_back(param)).map(|param| param.ty).collect();
        back.into_iter().map(|ty| self.default_scalar(ty)).collect()
    }

    /// Serves the callers whose barriers are open, before the lock is given back.
    pub fn serve_all(&mut self, of: &ProtectedType, object: Operand) -> Vec<ir::Stmt> {
        self.block(|this| {
            if !of.entries.is_empty() {
                let callee = ir::Callee::Exact(of.service);
                let arguments = vec![object];
                this.emit(ir::StmtKind::Call { into: None, callee, arguments });
            }
        })
    }
}
