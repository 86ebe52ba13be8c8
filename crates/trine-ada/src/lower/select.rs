//! Rendezvous: entry calls, accept statements and selection.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{EntryAt, Meeting, Operand, Operation, Patience};

use super::contract::{Contract, Remembered};
use super::entity::{Entity, Formal, Object, Storage};
use super::expression::Value;
use super::lowering::{Lowering, Return, Serving};
use super::name::{Place, binary, int};
use super::types::*;
use crate::syntax::*;

/// An entry of a task or protected object, as a name meant it.
pub struct Called {
    pub at: EntryAt,
    pub entry: Entry,
    pub number: usize,
    pub owner: TypeId,
}

/// A result, its type, and the variable that gets it.
type Back = (ir::VarId, TypeId, Option<(Place, TypeId)>);

/// A call whose arguments were computed.
#[derive(Clone)]
pub struct MadeCall {
    pub given: Vec<Operand>,
    /// What was raised comes first.
    pub results: Vec<ir::VarId>,
    thrown: ir::VarId,
    backs: Vec<Back>,
    span: Span,
    /// What the entry promises, where its parameters are named, and what was remembered before the call.
    promised: Option<(std::rc::Rc<Contract>, usize, Remembered)>,
    /// The parameters that come back, by name.
    named: Vec<(String, ir::VarId)>,
}

/// The parameters of an accept statement; those that are handed over have a variable.
type Params = Vec<(Formal, Option<ir::VarId>)>;

impl Lowering {
    /// The entry that a call means, with its arguments.
    pub fn called_entry<'e>(&mut self, call: &'e Expr) -> Option<(Called, &'e [Arg])> {
        let (name, mut lists) = peeled(call);
        let (owner, number, object) = self.entry_named(name)?;
        let entry = match self.types.kind(owner) {
            Kind::Task(of) => of.entries.get(number)?.clone(),
            Kind::Protected(of) => of.entries.get(number)?.clone(),
            _ => return None,
        };
        let mut index = None;
        if let Some(family) = entry.family {
            let list = lists.first()?;
            index = Some(self.family_index(family, &list.first()?.value));
            lists.remove(0);
        }
        let at = EntryAt { owner: object, entry: entry.id, index };
        Some((Called { at, entry, number, owner }, lists.first().copied().unwrap_or(&[])))
    }

    /// Which one of a family, counted from 0.
    pub fn family_index(&mut self, family: TypeId, index: &Expr) -> Operand {
        let value = self.checked_value(index, family);
        let low = match self.types.kind(family) {
            Kind::Discrete { low, .. } => *low,
            _ => Bound::Predefined(0),
        };
        let low = self.bound_operand(low);
        let position = match (&value, low) {
            (ir::Expr::Operand(Operand::Int(value)), Operand::Int(low)) => int(value - low),
            _ => binary(ir::BinaryOp::Subtract, value, ir::Expr::Operand(low)),
        };
        self.operand(position, ir::Type::INT)
    }

    /// The owner's type, the entry's number and the object that `T.E`, or `E` alone, means.
    fn entry_named(&mut self, name: &Expr) -> Option<(TypeId, usize, Operand)> {
        match &name.kind {
            ExprKind::Selected(prefix, entry) => {
                let ty = self.type_of(prefix)?;
                let owner = self.designated(ty);
                let number = self.entry_number(owner, &entry.key)?;
                let object = self.value(prefix, None);
                let object = self.operand(object.expr, ir::Type::Reference);
                Some((owner, number, object))
            }
            ExprKind::Name(entry) => {
                let (owner, this) = self.code.this?;
                let number = self.entry_number(owner, &entry.key)?;
                Some((owner, number, Operand::Var(this)))
            }
            _ => None,
        }
    }

    fn entry_number(&self, owner: TypeId, key: &str) -> Option<usize> {
        let entries = match self.types.kind(owner) {
            Kind::Task(of) => &of.entries,
            Kind::Protected(of) => &of.entries,
            _ => return None,
        };
        entries.iter().position(|entry| entry.key == key)
    }

    /// `E'Count`
    pub fn waiting(&mut self, prefix: &Expr) -> Option<Value> {
        let (called, _) = self.called_entry(prefix)?;
        let into = self.temp(ir::Type::INT);
        self.emit(ir::StmtKind::Meet(Meeting::Waiting(into, called.at)));
        Some(Value { expr: ir::Expr::Operand(Operand::Var(into)), ty: UNIVERSAL })
    }

    /// Calls an entry. The answer says whether it was served, where the caller may give up.
    pub fn call_entry(
        &mut self,
        called: &Called,
        arguments: &[Arg],
        patience: Patience,
        span: Span,
    ) -> Option<Operand> {
        let served = (patience != Patience::Forever).then(|| self.temp(ir::Type::Bool));
        let made = self.made_call(called, arguments, span)?;
        let before = self.code.span.replace(span);
        self.may_block();
        let MadeCall { given, results, .. } = made.clone();
        if let Kind::Protected(of) = self.types.kind(called.owner).clone() {
            self.abort_point();
            self.call_protected_entry(&of, called, given, results, patience, served);
        } else {
            let at = called.at;
            let call = ir::EntryCall {
                at,
                arguments: given,
                results,
                patience,
                served,
                part: ir::CallPart::Whole,
            };
            self.emit(ir::StmtKind::Meet(Meeting::Call(call)));
        }
        self.abort_point();
        match served {
            None => self.answered(&made),
            Some(served) => {
                let then = self.block(|this| this.answered(&made));
                let condition = Operand::Var(served);
                self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
            }
        }
        self.code.span = before;
        Some(served.map_or(Operand::Int(1), Operand::Var))
    }

    /// Computes what a call hands over, and where its results go.
    pub fn made_call(
        &mut self,
        called: &Called,
        arguments: &[Arg],
        span: Span,
    ) -> Option<MadeCall> {
        let matched = self.matched(&called.entry.params, arguments, span)?;
        let params = called.entry.params.clone();
        let mut passed = Vec::new();
        for (param, argument) in params.iter().zip(&matched) {
            passed.push(self.passed(param, argument));
        }
        let given: Vec<Operand> = params
            .iter()
            .zip(&passed)
            .filter(|(param, _)| self.is_handed_over(param))
            .map(|(_, passed)| passed.operand)
            .collect();
        let thrown = self.temp(ir::Type::Reference);
        let mut results = vec![thrown];
        let mut backs = Vec::new();
        let mut named = Vec::new();
        for (param, passed) in params.iter().zip(&passed) {
            if self.is_given_back(param) {
                let into = self.temp(self.types.ir(param.ty));
                results.push(into);
                backs.push((into, param.ty, passed.back));
                named.push((param.key.clone(), into));
            }
        }
        let contract = called.entry.contract.clone();
        let promised = (!contract.is_empty()).then(|| {
            let values: Vec<Operand> = passed.iter().map(|passed| passed.operand).collect();
            let scope = self.contract_scope(&contract, &params, &values);
            let around = std::mem::replace(&mut self.code.scope, scope);
            let remembered = self.begin_contract(&contract);
            self.code.scope = around;
            (contract, scope, remembered)
        });
        Some(MadeCall { given, results, thrown, backs, span, promised, named })
    }

    /// What happens once a call was answered.
    pub fn answered(&mut self, made: &MadeCall) {
        self.raise_again(made.thrown);
        if let Some((contract, scope, remembered)) = made.promised.clone() {
            self.end_entry_contract(&contract, scope, remembered, made);
        }
        for (into, ty, back) in &made.backs {
            let Some((place, target)) = *back else { continue };
            let value = Value { expr: ir::Expr::Operand(Operand::Var(*into)), ty: *ty };
            let value = self.fit(value, target, made.span);
            self.write(place, value, target);
        }
    }

    /// The postcondition of an entry: its parameters have the values that came back.
    fn end_entry_contract(
        &mut self,
        contract: &Contract,
        scope: usize,
        remembered: Remembered,
        made: &MadeCall,
    ) {
        for (key, into) in &made.named {
            let named = self.scopes[scope].names.get(key).and_then(|all| all.last().cloned());
            if let Some(Entity::Object(object)) = named {
                self.assign_object(&object, ir::Expr::Operand(Operand::Var(*into)));
            }
        }
        let around = std::mem::replace(&mut self.code.scope, scope);
        self.end_contract(contract, remembered);
        self.code.scope = around;
    }

    /// What a caller gets of what was raised while it was served.
    pub fn handed_over(&mut self, thrown: ir::VarId) -> Operand {
        let into = self.temp(ir::Type::Reference);
        let (operation, arguments) = (Operation::HandOver, vec![Operand::Var(thrown)]);
        self.emit(ir::StmtKind::Do { into: Some(into), operation, arguments });
        Operand::Var(into)
    }

    /// Raises what an acceptor raised.
    fn raise_again(&mut self, thrown: ir::VarId) {
        let truth = self.temp(ir::Type::Bool);
        let value = Operand::Var(thrown);
        self.emit(ir::StmtKind::InstanceOf {
            into: truth,
            value,
            class: self.predefined.exception,
        });
        let then = self.block(|this| this.emit(ir::StmtKind::Throw(value)));
        let condition = Operand::Var(truth);
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
    }

    /// Whether the argument is passed to the entry: by its mode, and always where callers may be requeued.
    pub fn is_handed_over(&self, param: &Formal) -> bool {
        // A caller that is requeued takes along what was assigned so far.
        let carried = !self.requeuing.is_empty();
        carried || param.mode.comes_in() || !self.types.is_scalar(param.ty)
    }

    /// Whether the parameter is copied back to the caller.
    pub fn is_given_back(&self, param: &Formal) -> bool {
        param.mode.goes_out() && self.types.is_scalar(param.ty)
    }

    /// An entry call that gives up at once, or after a while.
    pub fn call_or(&mut self, call: &Expr, then: &[Stmt], timed: bool, otherwise: &[Stmt]) {
        let Some((called, arguments)) = self.called_entry(call) else {
            if self.dispatching_call_or(call, then, timed, otherwise) {
                return;
            }
            return self.leave_out("a call that can be given up is not modelled");
        };
        let patience = if timed { Patience::ForAWhile } else { Patience::None };
        let Some(served) = self.call_entry(&called, arguments, patience, call.span) else { return };
        let then = self.block(|this| this.statements(then));
        let otherwise = self.block(|this| this.statements(otherwise));
        self.emit(ir::StmtKind::If { condition: served, then, otherwise });
    }

    /// Lowers an accept statement outside of a select.
    pub fn accept_statement(&mut self, accept: &Accept) {
        let before = self.code.span.replace(accept.span);
        self.may_block();
        if let Some((at, params)) = self.accepted(accept) {
            let parameters = params.iter().filter_map(|(_, var)| *var).collect();
            let into = self.temp(ir::Type::INT);
            let kind = ir::AlternativeKind::Accept { at, parameters };
            let alternative = ir::Alternative { guard: None, kind, span: Some(accept.span) };
            let alternatives = vec![alternative];
            let select = ir::Select { into, alternatives, otherwise: false };
            self.emit(ir::StmtKind::Meet(Meeting::Select(select)));
            self.serve(accept, at, &params);
        }
        self.code.span = before;
    }

    /// The entry of an accept statement, and variables for its parameters: those that are handed over.
    fn accepted(&mut self, accept: &Accept) -> Option<(EntryAt, Params)> {
        let Some((owner, this)) = self.code.this else {
            self.error("an accept statement belongs into a task", accept.span);
            return None;
        };
        let Kind::Task(of) = self.types.kind(owner).clone() else {
            self.error("an accept statement belongs into a task", accept.span);
            return None;
        };
        let Some(entry) = of.entries.iter().find(|entry| entry.key == accept.entry.key) else {
            self.error(format!("the task has no entry `{}`", accept.entry.text), accept.entry.span);
            return None;
        };
        let mut index = None;
        if let (Some(family), Some(of)) = (entry.family, &accept.index) {
            index = Some(self.family_index(family, of));
        }
        if entry.family.is_some() && index.is_none() {
            self.error("which entry of the family is missing here", accept.span);
            return None;
        }
        let mut params = Vec::new();
        for param in &entry.params {
            let var = self
                .is_handed_over(param)
                .then(|| self.var(&param.text, self.types.ir(param.ty), None));
            params.push((param.clone(), var));
        }
        Some((EntryAt { owner: Operand::Var(this), entry: entry.id, index }, params))
    }

    /// What is done for the caller, and the end of it, whatever becomes of the acceptor.
    fn serve(&mut self, accept: &Accept, at: EntryAt, params: &[(Formal, Option<ir::VarId>)]) {
        let body = self.block(|this| this.service(accept, at, params));
        let aborted = self.when_aborted(|this| {
            let into = this.temp(ir::Type::Reference);
            this.emit(ir::StmtKind::New { into, class: this.predefined.tasking_error });
            let formals: Vec<Formal> = params.iter().map(|(param, _)| param.clone()).collect();
            let back = this.nothing_back(&formals);
            let results = std::iter::once(Operand::Var(into)).chain(back).collect();
            this.emit(ir::StmtKind::Meet(Meeting::Complete(at, results)));
        });
        match aborted {
            None => self.append(body),
            Some(handler) => {
                let handlers = vec![handler];
                self.emit(ir::StmtKind::Try { body, handlers, finally: Vec::new() });
            }
        }
        self.abort_point();
    }

    fn service(&mut self, accept: &Accept, at: EntryAt, params: &[(Formal, Option<ir::VarId>)]) {
        let scope = self.code.scope;
        self.code.scope = self.add_scope(Some(scope), self.code.frame, &accept.entry.key);
        let objects = self.declare_accepted(accept, params);
        let returned = params.iter().zip(&objects);
        let returned = returned.filter(|((param, _), _)| self.is_given_back(param));
        let given_back: Vec<Rc<Object>> = returned.map(|(_, object)| object.clone()).collect();
        let results = |this: &mut Lowering, thrown: Operand| {
            let mut results = vec![thrown];
            for object in &given_back {
                results.push(this.read_object(object));
            }
            results
        };
        let mut serving = None;
        if let Some(body) = accept.body.as_ref().filter(|body| !is_idle(body)) {
            let id = self.fresh_block();
            let sent = self.temp(ir::Type::BYTE);
            let formals = params.iter().map(|(param, _)| param.clone()).collect();
            let block = Some(id);
            let own = Serving { sent, block, params: formals, onward: Vec::new() };
            self.code.serving.push(own);
            self.code.returns.push(Return::Accept(id));
            let inner = self.block(|this| this.handled(body));
            self.code.returns.pop();
            serving = self.code.serving.pop().filter(|serving| !serving.onward.is_empty());
            if serving.is_some() {
                self.emit(ir::StmtKind::Set(sent, int(0)));
            }
            let into = self.temp(ir::Type::Reference);
            let handler = self.block(|this| {
                let thrown = this.handed_over(into);
                let results = results(this, thrown);
                this.emit(ir::StmtKind::Meet(Meeting::Complete(at, results)));
                this.emit(ir::StmtKind::Throw(Operand::Var(into)));
            });
            let classes = vec![self.predefined.exception];
            let handlers = vec![ir::Handler { classes, into, body: handler }];
            let guarded = self.block(|this| {
                this.emit(ir::StmtKind::Try { body: inner, handlers, finally: Vec::new() });
            });
            self.emit(ir::StmtKind::Block { id, body: guarded });
        }
        let answer = self.block(|this| {
            let results = results(this, Operand::Null);
            this.emit(ir::StmtKind::Meet(Meeting::Complete(at, results)));
        });
        match serving {
            None => self.append(answer),
            Some(serving) => {
                let params: Vec<Formal> = params.iter().map(|(param, _)| param.clone()).collect();
                self.sent_on(at, &params, &serving.onward, serving.sent, answer, &|this| {
                    objects.iter().map(|object| this.read_object(object)).collect()
                });
            }
        }
        self.code.scope = scope;
    }

    /// Declares the parameters of an accept statement, which may have other names there than in the entry.
    fn declare_accepted(
        &mut self,
        accept: &Accept,
        params: &[(Formal, Option<ir::VarId>)],
    ) -> Vec<Rc<Object>> {
        let mut objects = Vec::new();
        let names = accept.params.iter().flat_map(|param| param.names.iter());
        let mut names = names.map(Some).chain(std::iter::repeat(None));
        for (param, var) in params {
            let span = accept.span;
            let name = names.next().flatten().cloned();
            let name =
                name.unwrap_or(Ident { key: param.key.clone(), text: param.text.clone(), span });
            let captured = self.is_captured(&name.key);
            let object = match (captured, var) {
                (false, Some(var)) => {
                    let storage = Storage::Var(*var);
                    let name = name.text.clone();
                    let frame = self.code.frame;
                    Object { name, ty: param.ty, storage, value: None, frame, span: None }.into()
                }
                _ => {
                    let object = self.new_object(&name, param.ty, None);
                    let value = match var {
                        Some(var) => Operand::Var(*var),
                        None => self.default_scalar(param.ty),
                    };
                    self.assign_object(&object, ir::Expr::Operand(value));
                    object
                }
            };
            self.declare(self.code.scope, &name.key, Entity::Object(object.clone()));
            objects.push(object);
        }
        objects
    }

    /// Lowers a selective accept.
    pub fn select(&mut self, alternatives: &[Alternative], otherwise: Option<&[Stmt]>) {
        self.may_block();
        let into = self.temp(ir::Type::INT);
        let mut kept = Vec::new();
        let mut served = Vec::new();
        for alternative in alternatives {
            let before = self.code.span.replace(alternative.span);
            let guard = alternative.guard.as_ref().map(|guard| self.condition(guard));
            let kind = match &alternative.kind {
                AlternativeKind::Accept(accept) => {
                    let Some((at, params)) = self.accepted(accept) else { continue };
                    let parameters = params.iter().filter_map(|(_, var)| *var).collect();
                    served.push(Some((accept, at, params)));
                    ir::AlternativeKind::Accept { at, parameters }
                }
                AlternativeKind::Delay(value) => {
                    self.duration(value);
                    served.push(None);
                    ir::AlternativeKind::Delay
                }
                AlternativeKind::Terminate => {
                    served.push(None);
                    let this = self.code.this.map_or(Operand::Null, |(_, this)| Operand::Var(this));
                    let field = ir::Access::Field(this, self.predefined.task_group);
                    let group = self.load(field, ir::Type::Reference);
                    ir::AlternativeKind::Terminate { group }
                }
            };
            let span = Some(alternative.span);
            kept.push((ir::Alternative { guard, kind, span }, alternative));
            self.code.span = before;
        }
        let (kept, sources): (Vec<_>, Vec<_>) = kept.into_iter().unzip();
        let select = ir::Select { into, alternatives: kept, otherwise: otherwise.is_some() };
        self.emit(ir::StmtKind::Meet(Meeting::Select(select)));
        self.chosen(into, 0, &sources, &served, otherwise);
    }

    /// What follows each alternative.
    fn chosen(
        &mut self,
        into: ir::VarId,
        number: usize,
        sources: &[&Alternative],
        served: &[Option<(&Accept, EntryAt, Params)>],
        otherwise: Option<&[Stmt]>,
    ) {
        let (Some(source), Some(serving)) = (sources.get(number), served.get(number)) else {
            return self.statements(otherwise.unwrap_or_default());
        };
        let this_one =
            binary(ir::BinaryOp::Equal, ir::Expr::Operand(Operand::Var(into)), int(number as i64));
        let condition = self.operand(this_one, ir::Type::Bool);
        let then = self.block(|this| {
            if let Some((accept, at, params)) = serving {
                let before = this.code.span.replace(accept.span);
                this.serve(accept, *at, params);
                this.code.span = before;
            }
            this.statements(&source.then);
        });
        let otherwise =
            self.block(|this| this.chosen(into, number + 1, sources, served, otherwise));
        self.emit(ir::StmtKind::If { condition, then, otherwise });
    }
}

fn is_idle(body: &Handled) -> bool {
    body.stmts.iter().all(|stmt| matches!(stmt.kind, StmtKind::Null))
}

/// A name, and the lists of arguments behind it.
pub fn peeled(expr: &Expr) -> (&Expr, Vec<&[Arg]>) {
    let mut lists = Vec::new();
    let mut at = expr;
    while let ExprKind::Apply(inner, arguments) = &at.kind {
        lists.push(arguments.as_slice());
        at = inner;
    }
    lists.reverse();
    (at, lists)
}
