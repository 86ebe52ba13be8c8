//! Contracts: preconditions, postconditions and cases of subprograms and entries, predicates of subtypes,
//! assertions in pragmas, and the policies that switch them off.
//!
//! A contract that fails is a failed assertion. Preconditions of a subprogram are looked at in its method, before
//! the body and outside of its handlers; those of an entry in the caller, before the call.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{Operand, VarId};

use super::entity::*;
use super::expression::Value;
use super::lowering::*;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

/// What a subprogram or entry promises, and what it asks for.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    pub pre: Vec<Rc<Expr>>,
    pub post: Vec<Rc<Expr>>,
    /// Guards with their consequences; exactly one guard holds. None is `others`.
    pub cases: Vec<(Option<Rc<Expr>>, Rc<Expr>)>,
    /// What is promised in a way that is not modelled.
    pub unmodelled: Option<String>,
    pub scope: usize,
}

impl Contract {
    /// Whether nothing is to be checked.
    pub fn is_empty(&self) -> bool {
        self.pre.is_empty()
            && self.post.is_empty()
            && self.cases.is_empty()
            && self.unmodelled.is_none()
    }
}

/// What every value of a subtype satisfies.
#[derive(Clone, Debug)]
pub struct Predicate {
    pub condition: Rc<Expr>,
    /// What is raised instead of a failed assertion.
    pub failure: Option<Rc<Expr>>,
    /// The name of the subtype, which stands for the value.
    pub key: String,
    pub scope: usize,
}

/// What the present subprogram or entry call remembers for its postcondition.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    pub old: Vec<(Span, VarId, TypeId)>,
    pub result: Option<(VarId, TypeId)>,
    /// Which guards of the cases held.
    guards: Vec<VarId>,
}

impl Lowering {
    /// Whether assertions of a kind are checked where the code is now.
    pub fn is_checked(&self, kind: &str) -> bool {
        let mut at = Some(self.code.scope);
        while let Some(scope) = at {
            let own = &self.scopes[scope];
            let found = own.policies.iter().rev().find(|(of, _)| of.is_empty() || of == kind);
            if let Some((_, on)) = found {
                return *on;
            }
            at = own.parent;
        }
        true
    }

    /// `pragma Assertion_Policy (Ignore)`, `(Pre => Ignore, Post => Check)`, `pragma Check_Policy (Pre, Off)`
    pub fn policy(&mut self, name: &Ident, arguments: &[Arg]) {
        let word = |expr: &Expr| shown(expr).to_lowercase();
        let on = |policy: &str| !matches!(policy, "ignore" | "disable" | "off");
        let mut found = Vec::new();
        match (name.key.as_str(), arguments) {
            ("check_policy", [kind, policy])
                if kind.choices.is_empty() && policy.choices.is_empty() =>
            {
                found.push((word(&kind.value), on(&word(&policy.value))));
            }
            _ => {
                for argument in arguments {
                    let policy = on(&word(&argument.value));
                    match argument.choices.is_empty() {
                        true => found.push((String::new(), policy)),
                        false => {
                            let kinds = argument.choices.iter().map(&word);
                            found.extend(kinds.map(|kind| (kind, policy)));
                        }
                    }
                }
            }
        }
        let scope = self.code.scope;
        self.scopes[scope].policies.extend(found);
    }

    /// What aspects promise.
    pub fn contract(&mut self, aspects: &[Aspect]) -> Rc<Contract> {
        let mut found = Contract { scope: self.code.scope, ..Contract::default() };
        for aspect in aspects {
            let key = aspect.name.key.as_str();
            if !self.is_checked(key) {
                continue;
            }
            match (key, &aspect.value) {
                ("pre", Some(value)) => found.pre.push(value.clone()),
                ("post", Some(value)) => found.post.push(value.clone()),
                ("contract_cases", Some(value)) => match cases(value) {
                    Some(cases) => found.cases = cases,
                    None => found.unmodelled = Some("Contract_Cases".to_string()),
                },
                (
                    "pre'class" | "post'class" | "no_return" | "max_queue_length"
                    | "subprogram_variant" | "exceptional_cases",
                    _,
                ) => found.unmodelled = Some(format!("the aspect {}", aspect.name.text)),
                _ => {}
            }
        }
        Rc::new(found)
    }

    /// A pragma that belongs to the subprogram before it. Says whether there was one.
    pub fn contract_pragma(&mut self, name: &Ident, arguments: &[Arg]) -> bool {
        let last = self.last_subprogram.filter(|id| self.subprograms[*id].scope == self.code.scope);
        let (Some(id), Some(argument)) = (last, arguments.first()) else { return false };
        let key = match name.key.as_str() {
            "precondition" | "pre" => "pre",
            "postcondition" | "post" => "post",
            _ => "contract_cases",
        };
        let value = Some(Rc::new(argument.value.clone()));
        let name = Ident { key: key.to_string(), ..name.clone() };
        let more = self.contract(&[Aspect { name, value }]);
        let mut whole = (*self.subprograms[id].contract).clone();
        whole.pre.extend(more.pre.iter().cloned());
        whole.post.extend(more.post.iter().cloned());
        whole.cases.extend(more.cases.iter().cloned());
        whole.scope = self.code.scope;
        self.subprograms[id].contract = Rc::new(whole);
        true
    }

    /// Asserts a condition, at its own place.
    pub fn assert_that(&mut self, condition: &Expr) {
        let before = self.code.span.replace(condition.span);
        let condition = self.condition(condition);
        self.emit(ir::StmtKind::Assert(condition));
        self.code.span = before;
    }

    /// What is asked for before a body or a call; and what the postcondition will speak of.
    pub fn begin_contract(&mut self, contract: &Contract) -> Remembered {
        if let Some(what) = &contract.unmodelled {
            self.leave_out(format!("{what} is not modelled"));
        }
        for condition in &contract.pre {
            self.assert_that(condition);
        }
        let mut remembered = Remembered::default();
        if !contract.cases.is_empty() {
            self.guards(contract, &mut remembered);
        }
        let mut olds = Vec::new();
        let consequences = contract.cases.iter().map(|(_, consequence)| consequence);
        contract.post.iter().chain(consequences).for_each(|post| olds_in(post, &mut olds));
        for (span, prefix) in olds {
            let value = self.value(&prefix, None);
            let value = match self.types.is_scalar(value.ty) {
                true => value,
                false => self.copied(value, prefix.span),
            };
            let ty = value.ty;
            let into = self.temp(self.types.ir(ty));
            self.emit(ir::StmtKind::Set(into, value.expr));
            remembered.old.push((span, into, ty));
        }
        remembered
    }

    /// Exactly one guard holds.
    fn guards(&mut self, contract: &Contract, remembered: &mut Remembered) {
        let count = self.temp(ir::Type::INT);
        self.emit(ir::StmtKind::Set(count, int(0)));
        let counted = || ir::Expr::Operand(Operand::Var(count));
        let mut last = None;
        for (guard, consequence) in &contract.cases {
            let kept = self.temp(ir::Type::Bool);
            last = Some(consequence.span);
            match guard {
                Some(guard) => {
                    let truth = self.condition(guard);
                    self.emit(ir::StmtKind::Set(kept, ir::Expr::Operand(truth)));
                    let then = self.block(|this| {
                        let more = binary(ir::BinaryOp::Add, counted(), int(1));
                        this.emit(ir::StmtKind::Set(count, more));
                    });
                    let condition = Operand::Var(kept);
                    self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
                }
                None => {
                    let none = binary(ir::BinaryOp::Equal, counted(), int(0));
                    self.emit(ir::StmtKind::Set(kept, none));
                    let then = self.block(|this| this.emit(ir::StmtKind::Set(count, int(1))));
                    let condition = Operand::Var(kept);
                    self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
                }
            }
            remembered.guards.push(kept);
        }
        let one = binary(ir::BinaryOp::Equal, counted(), int(1));
        let one = self.operand(one, ir::Type::Bool);
        let before = std::mem::replace(&mut self.code.span, last);
        self.emit(ir::StmtKind::Assert(one));
        self.code.span = before;
    }

    /// What is promised after a body or a call.
    pub fn end_contract(&mut self, contract: &Contract, remembered: Remembered) {
        let guards = remembered.guards.clone();
        let around = std::mem::replace(&mut self.code.remembered, remembered);
        for condition in &contract.post {
            self.assert_that(condition);
        }
        for ((_, consequence), guard) in contract.cases.iter().zip(guards) {
            let then = self.block(|this| this.assert_that(consequence));
            let condition = Operand::Var(guard);
            self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        }
        self.code.remembered = around;
    }

    /// `X'Old` and `F'Result`
    pub fn remembered(&self, expr: &Expr, word: &str) -> Option<Value> {
        let (var, ty) = match word {
            "result" => self.code.remembered.result?,
            _ => {
                let old = &self.code.remembered.old;
                let (_, var, ty) = old.iter().find(|(span, ..)| *span == expr.span)?;
                (*var, *ty)
            }
        };
        Some(Value::new(ir::Expr::Operand(Operand::Var(var)), ty))
    }

    /// The predicates that aspects of a subtype give it.
    pub fn predicates(&mut self, name: &Ident, aspects: &[Aspect]) -> Vec<Predicate> {
        let failure = aspects.iter().find(|aspect| aspect.name.key == "predicate_failure");
        let failure = failure.and_then(|aspect| aspect.value.clone());
        let kinds = ["predicate", "static_predicate", "dynamic_predicate", "ghost_predicate"];
        let mut found = Vec::new();
        for aspect in aspects {
            let kind = aspect.name.key.as_str();
            let Some(condition) = aspect.value.clone().filter(|_| kinds.contains(&kind)) else {
                continue;
            };
            if self.is_checked(kind) {
                let (key, scope) = (name.key.clone(), self.code.scope);
                let failure = failure.clone();
                found.push(Predicate { condition, failure, key, scope });
            }
        }
        found
    }

    /// Whether a value satisfies a predicate.
    pub fn satisfies(&mut self, predicate: &Predicate, value: Operand, ty: TypeId) -> Operand {
        let scope = self.code.scope;
        let inner = self.add_scope(Some(predicate.scope), self.code.frame, "");
        let var = match value {
            Operand::Var(var) => var,
            other => {
                let var = self.temp(self.types.ir(ty));
                self.emit(ir::StmtKind::Set(var, ir::Expr::Operand(other)));
                var
            }
        };
        let object = Object {
            name: predicate.key.clone(),
            ty: self.types.base(ty),
            storage: Storage::Var(var),
            value: None,
            frame: self.code.frame,
            span: None,
        };
        self.declare(inner, &predicate.key, Entity::Object(Rc::new(object)));
        self.code.scope = inner;
        let truth = self.condition(&predicate.condition);
        self.code.scope = scope;
        truth
    }

    /// Looks at the predicates of a subtype that a value is to belong to.
    pub fn check_predicates(&mut self, value: Operand, ty: TypeId, span: Span) {
        let predicates = self.types.all[ty].predicates.clone();
        let before = self.code.span.replace(span);
        for predicate in predicates.iter() {
            let truth = self.satisfies(predicate, value, ty);
            match predicate.failure.as_deref().map(|failure| &failure.kind) {
                Some(ExprKind::Raise(name, message)) => {
                    let otherwise = self.block(|this| this.raise(name, message.as_deref()));
                    let condition = truth;
                    self.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
                }
                _ => self.emit(ir::StmtKind::Assert(truth)),
            }
        }
        self.code.span = before;
    }

    /// The names of parameters, for a contract that a caller looks at.
    pub fn contract_scope(
        &mut self,
        contract: &Contract,
        params: &[super::entity::Formal],
        values: &[Operand],
    ) -> usize {
        let inner = self.add_scope(Some(contract.scope), self.code.frame, "");
        for (param, value) in params.iter().zip(values) {
            let kept = self.types.ir(param.ty);
            let var = self.temp(kept);
            self.emit(ir::StmtKind::Set(var, ir::Expr::Operand(*value)));
            let object = Object {
                name: param.text.clone(),
                ty: param.ty,
                storage: Storage::Var(var),
                value: None,
                frame: self.code.frame,
                span: None,
            };
            self.declare(inner, &param.key, Entity::Object(Rc::new(object)));
        }
        inner
    }

    /// A pragma among declarations or statements.
    pub fn pragma(&mut self, name: &Ident, arguments: &[Arg]) {
        let key = name.key.as_str();
        let named = |wanted: &str| {
            let is =
                |choice: &Expr| matches!(&choice.kind, ExprKind::Name(own) if own.key == wanted);
            arguments.iter().find(|argument| argument.choices.iter().any(is))
        };
        match key {
            "assert" | "assert_and_cut" | "assume" | "loop_invariant" => {
                let condition = named("check").or(arguments.first());
                if let (Some(condition), true) = (condition, self.is_checked(key)) {
                    let condition = self.condition(&condition.value);
                    self.emit(ir::StmtKind::Assert(condition));
                }
            }
            "check" => {
                let kind = named("name").or(arguments.first());
                let kind = kind.map(|kind| shown(&kind.value).to_lowercase()).unwrap_or_default();
                let condition = named("check").or(arguments.get(1));
                if let (Some(condition), true) = (condition, self.is_checked(&kind)) {
                    let condition = self.condition(&condition.value);
                    self.emit(ir::StmtKind::Assert(condition));
                }
            }
            "assertion_policy" | "check_policy" => self.policy(name, arguments),
            "precondition" | "pre" | "postcondition" | "post" | "contract_cases" => {
                let is_read = self.contract_pragma(name, arguments);
                if !is_read {
                    self.leave_out(format!("pragma {} here is not modelled", name.text));
                }
            }
            "debug" => match arguments {
                [call] => self.call_statement(&call.value, call.value.span),
                _ => self.leave_out("pragma Debug is not modelled"),
            },
            "queuing_policy" | "locking_policy" => {
                let policy =
                    arguments.first().map(|argument| shown(&argument.value).to_lowercase());
                if !matches!(policy.as_deref(), Some("fifo_queuing" | "concurrent_readers_locking"))
                {
                    self.leave_out(format!("pragma {} is not modelled", name.text));
                }
            }
            "loop_variant"
            | "subprogram_variant"
            | "type_invariant"
            | "invariant"
            | "predicate"
            | "static_predicate"
            | "dynamic_predicate"
            | "profile"
            | "initial_condition"
            | "default_initial_condition"
            | "pre_class"
            | "post_class"
            | "max_queue_length"
            | "initialize_scalars"
            | "interrupt_handler"
            | "attach_handler"
            | "no_return" => {
                self.leave_out(format!("pragma {} is not modelled", name.text));
            }
            "suppress" => {
                let text = "checks are made although pragma Suppress switches them off";
                self.note("suppressed-checks", text, Some(name.span));
            }
            "priority" | "interrupt_priority" | "task_dispatching_policy" | "relative_deadline" => {
                let text =
                    "priorities and deadlines are not followed: any task that can go on may do so";
                self.note("priorities", text, Some(name.span));
            }
            "import" | "interface" => {
                let named = arguments.iter().map(|argument| &argument.value);
                let objects: Vec<&Expr> = named
                    .filter(|name| {
                        self.entities(name).iter().any(|of| matches!(of, Entity::Object(_)))
                    })
                    .collect();
                if !objects.is_empty() {
                    self.leave_out(format!("pragma {} of an object is not modelled", name.text));
                }
            }
            _ => {}
        }
    }
}

/// A guard, none for `others`, and the consequence of a contract case.
type ContractCase = (Option<Rc<Expr>>, Rc<Expr>);

/// The cases of an aggregate `(Guard => Consequence, …)`.
fn cases(value: &Expr) -> Option<Vec<ContractCase>> {
    let ExprKind::Aggregate(parts) = &value.kind else { return None };
    let mut found = Vec::new();
    for part in parts {
        let [guard] = part.choices.as_slice() else { return None };
        let guard = match guard.kind {
            ExprKind::Others => None,
            _ => Some(Rc::new(guard.clone())),
        };
        found.push((guard, Rc::new(part.value.clone())));
    }
    Some(found)
}

/// The prefixes of `'Old` in a condition, with the places of the attributes.
fn olds_in(expr: &Expr, found: &mut Vec<(Span, Expr)>) {
    let list = |arguments: &[Arg], found: &mut Vec<(Span, Expr)>| {
        arguments.iter().for_each(|argument| olds_in(&argument.value, found));
    };
    match &expr.kind {
        ExprKind::Attribute(prefix, word, _) if word.key == "old" => {
            found.push((expr.span, (**prefix).clone()));
        }
        ExprKind::Attribute(prefix, _, arguments) | ExprKind::Apply(prefix, arguments) => {
            olds_in(prefix, found);
            list(arguments, found);
        }
        ExprKind::New { arguments, .. } | ExprKind::Aggregate(arguments) => list(arguments, found),
        ExprKind::Extension(ancestor, arguments) => {
            olds_in(ancestor, found);
            list(arguments, found);
        }
        ExprKind::Selected(inner, _)
        | ExprKind::All(inner)
        | ExprKind::Qualified(_, inner)
        | ExprKind::Unary(_, inner) => olds_in(inner, found),
        ExprKind::Binary(_, left, right) | ExprKind::Range(left, right) => {
            olds_in(left, found);
            olds_in(right, found);
        }
        ExprKind::In(inner, choices, _) => {
            olds_in(inner, found);
            choices.iter().for_each(|choice| olds_in(choice, found));
        }
        ExprKind::If(ways, otherwise) => {
            for (condition, value) in ways {
                olds_in(condition, found);
                olds_in(value, found);
            }
            otherwise.iter().for_each(|value| olds_in(value, found));
        }
        ExprKind::Case(value, ways) => {
            olds_in(value, found);
            ways.iter().for_each(|(_, value)| olds_in(value, found));
        }
        ExprKind::Quantified { range, condition, .. } => {
            olds_in(range, found);
            olds_in(condition, found);
        }
        _ => {}
    }
}
