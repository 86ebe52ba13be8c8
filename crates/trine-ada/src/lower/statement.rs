//! Statements become statements of the program, with the checks that the language asks for.

use trine_program as ir;
use trine_program::{BinaryOp, Operand};

use super::entity::Entity;
use super::expression::Value;
use super::lowering::{Lowering, Return};
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// Lowers statements in order; those after a label that a jump back reaches become a loop.
    pub fn statements(&mut self, stmts: &[Stmt]) {
        // Labels that a jump back can reach make loops; others cannot be reached again.
        for (number, stmt) in stmts.iter().enumerate() {
            if let Some(label) = &stmt.label {
                let rest = &stmts[number..];
                if jumps_to(rest, &label.key) {
                    return self.labelled(label, rest);
                }
            }
            self.statement(stmt);
        }
    }

    /// Statements that jump back to the first of them.
    fn labelled(&mut self, label: &Ident, stmts: &[Stmt]) {
        let id = self.fresh_block();
        self.code.exits.push((Some(format!("<<{}>>", label.key)), id, true));
        let body = self.block(|this| {
            if let Some((first, rest)) = stmts.split_first() {
                this.statement(first);
                this.statements(rest);
            }
            this.emit(ir::StmtKind::Break(id));
        });
        self.code.exits.pop();
        self.emit(ir::StmtKind::Loop { id, body, update: Vec::new() });
    }

    /// Statements with handlers.
    pub fn handled(&mut self, handled: &Handled) {
        self.handled_after(handled, |_| {});
    }

    /// Statements with handlers that are also for what comes right before the statements.
    pub fn handled_after(&mut self, handled: &Handled, before: impl FnOnce(&mut Lowering)) {
        if handled.handlers.is_empty() {
            before(self);
            return self.statements(&handled.stmts);
        }
        let body = self.block(|this| {
            before(this);
            this.statements(&handled.stmts);
        });
        let mut handlers = Vec::new();
        for handler in &handled.handlers {
            let mut classes = Vec::new();
            for choice in &handler.choices {
                match choice {
                    None => classes.push(self.predefined.exception),
                    Some(choice) => classes.extend(self.exception(choice)),
                }
            }
            let into = self.temp(ir::Type::Reference);
            self.code.handled.push(into);
            let body = self.block(|this| {
                let scope = this.code.scope;
                this.code.scope = this.add_scope(Some(scope), this.code.frame, "");
                if let Some(name) = &handler.name {
                    let ty = UNKNOWN;
                    let storage = super::entity::Storage::Var(into);
                    let name_of = name.text.clone();
                    let object = super::entity::Object {
                        name: name_of,
                        ty,
                        storage,
                        value: None,
                        frame: this.code.frame,
                        span: None,
                    };
                    this.declare(this.code.scope, &name.key, Entity::Object(object.into()));
                }
                this.abort_point();
                this.statements(&handler.stmts);
                this.code.scope = scope;
            });
            self.code.handled.pop();
            handlers.push(ir::Handler { classes, into, body });
        }
        self.emit(ir::StmtKind::Try { body, handlers, finally: Vec::new() });
    }

    /// The class of an exception.
    pub fn exception(&mut self, name: &Expr) -> Option<ir::ClassId> {
        let mut found = None;
        for entity in self.entities(name) {
            found = found.or(match entity {
                Entity::Exception(class) => Some(class),
                Entity::Library(unit) => Some(self.library_exception(&unit)),
                _ => None,
            });
        }
        if found.is_none() {
            self.error(format!("there is no exception `{}` here", shown(name)), name.span);
        }
        found
    }

    /// The value of a condition.
    pub fn condition(&mut self, expr: &Expr) -> Operand {
        let value = self.value(expr, Some(BOOLEAN));
        self.operand(value.expr, ir::Type::Bool)
    }

    fn statement(&mut self, stmt: &Stmt) {
        if self.is_stopped() {
            return;
        }
        let before = self.code.span.replace(stmt.span);
        if let Some(label) = &stmt.label {
            self.emit(ir::StmtKind::Label(label.text.clone()));
        }
        match &stmt.kind {
            StmtKind::Null => {}
            StmtKind::Assign(into, value) => self.assignment(into, value),
            StmtKind::Call(call) => self.call_statement(call, stmt.span),
            StmtKind::If(ways, otherwise) => self.conditional_statement(ways, otherwise),
            StmtKind::Case(value, ways) => self.case(value, ways),
            StmtKind::Loop { name, scheme, body } => self.repeat(name.as_ref(), scheme, body),
            StmtKind::Block { name, body } => self.block_statement(name.as_ref(), body),
            StmtKind::Exit { name, when } => self.exit(name.as_ref(), when.as_ref(), stmt),
            StmtKind::Return(value) => self.give_back(value.as_ref()),
            StmtKind::Raise(what) => match what {
                None => match self.code.handled.last() {
                    Some(var) => self.emit(ir::StmtKind::Throw(Operand::Var(*var))),
                    None => self.error("there is nothing to raise again here", stmt.span),
                },
                Some((name, message)) => self.raise(name, message.as_ref()),
            },
            StmtKind::Goto(label) => self.goto(label),
            StmtKind::Delay(value) => {
                self.duration(value);
                self.may_block();
                let (into, arguments) = (None, Vec::new());
                let operation = ir::Operation::Sleep;
                self.emit(ir::StmtKind::Do { into, operation, arguments });
            }
            StmtKind::Accept(accept) => self.accept_statement(accept),
            StmtKind::Select { alternatives, otherwise } => {
                self.select(alternatives, otherwise.as_deref());
            }
            StmtKind::CallOr { call, then, timed, otherwise } => {
                self.call_or(call, then, *timed, otherwise);
            }
            StmtKind::Pragma { name, arguments } => self.pragma(name, arguments),
            StmtKind::Abort(tasks) => self.abort(tasks),
            StmtKind::Requeue { target, with_abort } => self.requeue(target, *with_abort),
            StmtKind::Async { trigger, then, abortable } => {
                self.asynchronous(trigger, then, abortable);
            }
            StmtKind::Unmodelled(what) => self.leave_out(format!("`{what}` is not modelled")),
        }
        self.code.span = before;
    }

    /// How long a delay takes does not matter; computing it might.
    pub fn duration(&mut self, value: &Expr) {
        if let Some(ty) = self.type_of(value)
            && !matches!(value.kind, ExprKind::Real(_))
            && !matches!(self.types.kind(ty), Kind::Unknown(_))
        {
            let _ = self.value(value, Some(REAL));
        }
    }

    fn assignment(&mut self, into: &Expr, value: &Expr) {
        let Some(ty) = self.type_of(into) else {
            if self.is_unknown_part(into) {
                return self
                    .leave_out(format!("an assignment to `{}` is not modelled", shown(into)));
            }
            self.error(format!("`{}` is not a variable", shown(into)), into.span);
            return;
        };
        if self.types.is_scalar(ty) {
            let new = self.checked_value(value, ty);
            let Some((place, ty)) = self.place(into) else {
                return self
                    .leave_out(format!("an assignment to `{}` is not modelled", shown(into)));
            };
            let new = Value::new(new, ty);
            return self.assign(place, ty, new, value.span);
        }
        let Some((place, ty)) = self.place(into) else {
            return self.leave_out(format!("an assignment to `{}` is not modelled", shown(into)));
        };
        if self.types.all[ty].library {
            // Times and their like are not followed; computing them may fail.
            let _ = self.value(value, Some(ty));
            return;
        }
        if matches!(self.types.kind(ty), Kind::Unknown(_)) {
            return self.leave_out(format!("an assignment to `{}` is not modelled", shown(into)));
        }
        let new = self.value(value, Some(ty));
        let new = match self.types.all[ty].predicates.is_empty() {
            true => new,
            false => {
                let of = new.ty;
                let operand = self.operand(new.expr, ir::Type::Reference);
                self.check_predicates(operand, ty, value.span);
                Value::new(ir::Expr::Operand(operand), of)
            }
        };
        if !self.has_controlled(ty) {
            return self.assign(place, ty, new, value.span);
        }
        let of = new.ty;
        let new = self.operand(new.expr, ir::Type::Reference);
        let target = self.read(place, ty);
        // Nothing happens where an object is assigned to itself: the manual leaves that open (RM 7.6(19)).
        let operand = ir::Expr::Operand;
        let differs = binary(BinaryOp::NotEqual, operand(new), operand(target));
        let condition = self.operand(differs, ir::Type::Bool);
        let then = self.block(|this| {
            this.before_assignment(ty, value, target);
            this.assign(place, ty, Value::new(operand(new), of), value.span);
            this.after_assignment(ty, target);
        });
        self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        let text = "an assignment of a controlled object to itself does nothing, as with GNAT";
        self.note("controlled-assignment", text, Some(into.span));
    }

    fn conditional_statement(&mut self, ways: &[(Expr, Vec<Stmt>)], otherwise: &[Stmt]) {
        let Some(((condition, stmts), rest)) = ways.split_first() else {
            return self.statements(otherwise);
        };
        let before = self.code.span.replace(condition.span);
        let condition = self.condition(condition);
        let then = self.block(|this| this.statements(stmts));
        let otherwise = self.block(|this| this.conditional_statement(rest, otherwise));
        self.emit(ir::StmtKind::If { condition, then, otherwise });
        self.code.span = before;
    }

    fn case(&mut self, value: &Expr, ways: &[(Vec<Expr>, Vec<Stmt>)]) {
        let before = self.code.span.replace(value.span);
        let at = value.span;
        let value = self.value(value, None);
        let value = self.in_base(value, at);
        let ty = value.ty;
        let operand = self.operand(value.expr, self.types.ir(ty));
        self.covered(ty, ways.iter().map(|(choices, _)| choices.as_slice()), at);
        self.case_ways(operand, ty, ways);
        self.code.span = before;
    }

    fn case_ways(&mut self, operand: Operand, ty: TypeId, ways: &[(Vec<Expr>, Vec<Stmt>)]) {
        let Some(((choices, stmts), rest)) = ways.split_first() else { return };
        // The last alternative covers what is left.
        if rest.is_empty() {
            return self.statements(stmts);
        }
        let truth = self.is_among(operand, ty, choices);
        let condition = self.operand(truth, ir::Type::Bool);
        let then = self.block(|this| this.statements(stmts));
        let otherwise = self.block(|this| this.case_ways(operand, ty, rest));
        self.emit(ir::StmtKind::If { condition, then, otherwise });
    }

    /// The alternatives of a case statement or expression cover every value of the subtype, and none twice.
    pub fn covered<'e>(
        &mut self,
        ty: TypeId,
        ways: impl Iterator<Item = &'e [Expr]>,
        span: trine_base::Span,
    ) {
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        for choice in ways.flatten() {
            if matches!(choice.kind, ExprKind::Others) {
                return;
            }
            let one = match self.is_range(choice) {
                true => match self.bounds_of(choice, Some(ty)) {
                    Some((Bound::Predefined(low), Bound::Predefined(high))) => Some((low, high)),
                    _ => None,
                },
                false => self.constant_of(choice, Some(ty)).map(|value| (value, value)),
            };
            let Some((low, high)) = one else { return };
            if low <= high {
                ranges.push((low, high));
            }
        }
        let (Some((low, high)), true) =
            (self.types.known_range(ty), self.types.all[ty].predicates.is_empty())
        else {
            return;
        };
        ranges.sort_unstable();
        let mut next = Some(low);
        for (from, to) in ranges {
            match next {
                Some(at) if from > at => break,
                Some(at) if from < at && from >= low => {
                    return self.error("a value has two alternatives here", span);
                }
                Some(at) => next = to.checked_add(1).map(|after| after.max(at)),
                None => break,
            }
        }
        if next.is_some_and(|next| next <= high) && ty != UNIVERSAL {
            self.error("the alternatives do not cover every value", span);
        }
    }

    fn repeat(&mut self, name: Option<&Ident>, scheme: &Scheme, body: &[Stmt]) {
        let key = name.map(|name| name.key.clone());
        match scheme {
            Scheme::Forever => {
                let id = self.fresh_block();
                self.code.exits.push((key, id, true));
                let body = self.block(|this| this.statements(body));
                self.code.exits.pop();
                self.emit(ir::StmtKind::Loop { id, body, update: Vec::new() });
            }
            Scheme::While(condition) => {
                let id = self.fresh_block();
                self.code.exits.push((key, id, true));
                let body = self.block(|this| {
                    let before = this.code.span.replace(condition.span);
                    let condition = this.condition(condition);
                    let otherwise = this.block(|this| this.emit(ir::StmtKind::Break(id)));
                    this.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
                    this.code.span = before;
                    this.statements(body);
                });
                self.code.exits.pop();
                self.emit(ir::StmtKind::Loop { id, body, update: Vec::new() });
            }
            Scheme::For { var, reverse, range } => {
                self.count_loop(key, var, *reverse, range, body, None);
            }
            Scheme::Of { var, reverse, array } => {
                self.each_element(key, var, *reverse, array, body)
            }
        }
    }

    /// Each element of an array has the name of the loop parameter, one after the other. The array itself is named
    /// once: a name that calls something is not followed.
    fn each_element(
        &mut self,
        key: Option<String>,
        var: &Ident,
        reverse: bool,
        array: &Expr,
        body: &[Stmt],
    ) {
        let ty = self.type_of(array).map(|ty| self.designated(ty));
        let dimensions = match ty.map(|ty| self.types.kind(ty)) {
            Some(Kind::Array { indices, .. }) => indices.len(),
            _ => 0,
        };
        let named = self.entities(array).iter().any(|entity| matches!(entity, Entity::Object(_)));
        if dimensions != 1 || !named {
            return self.leave_out("a loop over the elements of this is not modelled");
        }
        let span = array.span;
        let word = Ident { key: "range".to_string(), text: "Range".to_string(), span };
        let kind = ExprKind::Attribute(Box::new(array.clone()), word, Vec::new());
        let range = Expr { kind, span };
        let index = Ident { key: format!("index of {}", var.key), ..var.clone() };
        let value = Expr { kind: ExprKind::Name(index.clone()), span };
        let arguments = vec![Arg { choices: Vec::new(), value }];
        let element = Expr { kind: ExprKind::Apply(Box::new(array.clone()), arguments), span };
        self.count_loop(key, &index, reverse, &range, body, Some((var, element)));
    }

    fn count_loop(
        &mut self,
        key: Option<String>,
        var: &Ident,
        reverse: bool,
        range: &Expr,
        body: &[Stmt],
        element: Option<(&Ident, Expr)>,
    ) {
        let id = self.fresh_block();
        let ty = self.range_type(range);
        let Kind::Discrete { low, high, .. } = self.types.kind(ty).clone() else {
            return self.leave_out("a loop over this range is not modelled");
        };
        // The values of a subtype with a predicate are those that satisfy it.
        let predicates = match self.type_named(range) {
            Some(named) => self.types.all[named].predicates.clone(),
            None => Default::default(),
        };
        let (low, high) = (self.bound_operand(low), self.bound_operand(high));
        let (first, last) = if reverse { (high, low) } else { (low, high) };
        let last = self.operand(ir::Expr::Operand(last), ir::Type::LONG);
        let at = self.temp(ir::Type::LONG);
        self.emit(ir::StmtKind::Set(at, ir::Expr::Operand(first)));
        let scope = self.code.scope;
        self.code.scope = self.add_scope(Some(scope), self.code.frame, "");
        // A local copy, unless bodies inside use the parameter.
        let captured = self.is_captured(&var.key);
        let object = match captured {
            true => self.new_object(var, ty, None),
            false => {
                let storage = super::entity::Storage::Var(self.var(
                    &var.text,
                    self.types.ir(ty),
                    Some(var.span),
                ));
                super::entity::Object {
                    name: var.text.clone(),
                    ty,
                    storage,
                    value: None,
                    frame: self.code.frame,
                    span: None,
                }
                .into()
            }
        };
        self.declare(self.code.scope, &var.key, Entity::Object(object.clone()));
        if let Some((name, of)) = element {
            let entity = Entity::Alias(std::rc::Rc::new(of), self.code.scope);
            self.declare(self.code.scope, &name.key, entity);
        }
        self.code.exits.push((key, id, true));
        let counter = || ir::Expr::Operand(Operand::Var(at));
        let inner = self.block(|this| {
            let op = if reverse { BinaryOp::GreaterEqual } else { BinaryOp::LessEqual };
            let before = this.code.span.replace(range.span);
            let inside = binary(op, counter(), ir::Expr::Operand(last));
            let condition = this.operand(inside, ir::Type::Bool);
            let otherwise = this.block(|this| this.emit(ir::StmtKind::Break(id)));
            this.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
            this.code.span = before;
            this.assign_object(&object, counter());
            for predicate in predicates.iter() {
                let value = this.read_object(&object);
                let condition = this.satisfies(predicate, value, ty);
                let otherwise = this.block(|this| this.emit(ir::StmtKind::Continue(id)));
                this.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
            }
            this.statements(body);
        });
        let update = self.block(|this| {
            let next = binary(BinaryOp::Add, counter(), int(if reverse { -1 } else { 1 }));
            this.emit(ir::StmtKind::Set(at, next));
        });
        self.code.exits.pop();
        self.code.scope = scope;
        self.emit(ir::StmtKind::Loop { id, body: inner, update });
    }

    fn block_statement(&mut self, name: Option<&Ident>, body: &Body) {
        let scope = self.code.scope;
        let called = name.map_or("", |name| name.key.as_str());
        self.code.scope = self.add_scope(Some(scope), self.code.frame, called);
        self.region(body);
        self.code.scope = scope;
    }

    fn exit(&mut self, name: Option<&Ident>, when: Option<&Expr>, stmt: &Stmt) {
        let found = self.code.exits.iter().rev().find(|(key, _, _)| match name {
            Some(name) => key.as_deref() == Some(name.key.as_str()),
            None => !key.as_deref().is_some_and(|key| key.starts_with("<<")),
        });
        let Some((_, id, _)) = found else {
            return self.error("there is no such loop to leave here", stmt.span);
        };
        let id = *id;
        match when {
            None => self.emit(ir::StmtKind::Break(id)),
            Some(when) => {
                let condition = self.condition(when);
                let then = self.block(|this| this.emit(ir::StmtKind::Break(id)));
                self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
            }
        }
    }

    fn goto(&mut self, label: &Ident) {
        let key = format!("<<{}>>", label.key);
        let found = self.code.exits.iter().rev().find(|(name, ..)| name.as_ref() == Some(&key));
        match found {
            Some((_, id, _)) => {
                let id = *id;
                self.emit(ir::StmtKind::Continue(id));
            }
            None => {
                self.leave_out("a jump forward is not modelled");
                self.give_back(None);
            }
        }
    }

    /// `return`: leaves the body, with the value of a function where there is one.
    pub fn give_back(&mut self, value: Option<&Expr>) {
        let value = match (value, self.code.result) {
            (Some(value), Some(ty)) => {
                self.unless_controlled(ty, "the value of a function");
                let value = match self.types.kind(ty) {
                    Kind::Unconstrained { .. } => {
                        self.unknown("a result with bounds of its own", value.span, Some(ty)).expr
                    }
                    _ => self.checked_value(value, ty),
                };
                Some(self.operand(value, self.types.ir(ty)))
            }
            _ => None,
        };
        match self.code.returns.last().cloned() {
            Some(Return::Accept(id)) => self.emit(ir::StmtKind::Break(id)),
            Some(Return::Checked(id, into)) => {
                if let Some((into, value)) = into.zip(value) {
                    self.emit(ir::StmtKind::Set(into, ir::Expr::Operand(value)));
                }
                self.emit(ir::StmtKind::Break(id));
            }
            Some(Return::Entry) => self.emit(ir::StmtKind::Return(Some(Operand::Int(0)))),
            Some(Return::Method { result: Some(object) }) if value.is_none() => {
                let last = self.read_object(&object);
                self.emit(ir::StmtKind::Return(Some(last)));
            }
            _ => self.emit(ir::StmtKind::Return(value)),
        }
    }
}

/// Whether some statement jumps to a label.
fn jumps_to(stmts: &[Stmt], key: &str) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Goto(label) => label.key == key,
        StmtKind::If(ways, otherwise) => {
            ways.iter().any(|(_, stmts)| jumps_to(stmts, key)) || jumps_to(otherwise, key)
        }
        StmtKind::Case(_, ways) => ways.iter().any(|(_, stmts)| jumps_to(stmts, key)),
        StmtKind::Loop { body, .. } => jumps_to(body, key),
        StmtKind::Block { body, .. } => jumps_to(&body.stmts.stmts, key),
        StmtKind::Select { alternatives, otherwise } => {
            alternatives.iter().any(|one| jumps_to(&one.then, key))
                || otherwise.as_ref().is_some_and(|stmts| jumps_to(stmts, key))
        }
        StmtKind::CallOr { then, otherwise, .. }
        | StmtKind::Async { then, abortable: otherwise, .. } => {
            jumps_to(then, key) || jumps_to(otherwise, key)
        }
        _ => false,
    })
}
