//! Statements (C11 6.8): declarations of local objects, loops, jumps, and the ends of scopes.

use trine_base::Span;
use trine_program::{Operand, StmtKind, VarId};

use super::Lowering;
use super::body::{Jump, Target};
use super::scope::{Entity, Scope};
use crate::syntax::*;
use crate::types::{Length, Ty};

impl Lowering {
    pub(super) fn statement(&mut self, statement: &Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Empty => {}
            StatementKind::Expr(expr) => {
                self.value(expr);
            }
            StatementKind::Declaration(declaration) => self.local_declaration(declaration),
            StatementKind::Block(block) => self.block(block),
            StatementKind::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                let (then, ()) = self.collect(|this| this.scoped(then));
                let (otherwise, ()) = self.collect(|this| {
                    if let Some(otherwise) = otherwise {
                        this.scoped(otherwise);
                    }
                });
                self.emit(StmtKind::If { condition, then, otherwise }, span);
            }
            StatementKind::While(condition, body) => {
                self.while_loop(Some(condition), None, body, span)
            }
            StatementKind::For(first, condition, update, body) => {
                self.scopes.push(Scope::default());
                if let Some(first) = first {
                    self.statement(first);
                }
                self.while_loop(condition.as_ref(), update.as_ref(), body, span);
                self.leave_scope(true, span);
            }
            StatementKind::DoWhile(body, condition) => self.do_loop(body, condition, span),
            StatementKind::Switch(value, body) => self.switch(value, body, span),
            StatementKind::Case(first, last, inner) => {
                self.case(first, last.as_ref(), span);
                self.statement(inner);
            }
            StatementKind::Default(inner) => {
                self.default_case(span);
                self.statement(inner);
            }
            StatementKind::Label(name, inner) => {
                self.define_label(name, span);
                self.statement(inner);
            }
            StatementKind::Goto(name) => {
                let label = self.label(name, span);
                // Which blocks a jump leaves is not looked at: they end with the function.
                if self.scopes.iter().any(|scope| !scope.blocks.is_empty()) {
                    let kept =
                        "a variable whose block is left by goto exists until its function returns";
                    self.emit(StmtKind::Assume(kept.to_string()), span);
                }
                self.emit(StmtKind::Goto(label), span);
            }
            StatementKind::GotoPointer(pointer) => {
                self.value(pointer);
                self.unmodelled("a jump to a computed label", Vec::new(), &Ty::Void, span);
            }
            StatementKind::Break => {
                let target = self.body.breaks.last().copied();
                self.jump(target, "there is nothing to break out of", span);
            }
            StatementKind::Continue => {
                let target = self.body.continues.last().copied();
                self.jump(target, "there is no loop to continue", span);
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span),
            StatementKind::Asm(text, operands) => self.assembly(text, *operands, span),
            StatementKind::NestedFunction(name) => {
                self.unmodelled(
                    format!("the function `{name}` inside a function"),
                    Vec::new(),
                    &Ty::Void,
                    span,
                );
            }
        }
    }

    /// An empty one with or without clobbers is a barrier for the compiler, and no step.
    fn assembly(&mut self, text: &str, operands: bool, span: Span) {
        let barriers = [
            "",
            "mfence",
            "lfence",
            "sfence",
            "pause",
            "nop",
            "rep; nop",
            "lock; addl $0,0(%%esp)",
        ];
        if barriers.contains(&text.trim()) && !operands {
            return;
        }
        self.unmodelled("inline assembly", Vec::new(), &Ty::Void, span);
    }

    pub(super) fn condition(&mut self, condition: &Expr) -> Operand {
        let value = self.value(condition);
        if !value.ty.is_scalar() {
            let name = self.types.name(&value.ty);
            self.error(format!("a condition is a number or a pointer, not {name}"), condition.span);
            return Operand::Int(0);
        }
        let truth = self.truth_of(value);
        self.operand(truth, condition.span)
    }

    fn scoped(&mut self, statement: &Statement) {
        self.scopes.push(Scope::default());
        self.statement(statement);
        self.leave_scope(true, statement.span);
    }

    pub(super) fn block(&mut self, block: &Block) {
        self.scopes.push(Scope::default());
        for statement in &block.items {
            self.statement(statement);
        }
        self.leave_scope(true, block.span);
    }

    /// Ends a scope, and the blocks of its variables.
    pub(super) fn leave_scope(&mut self, end_blocks: bool, span: Span) {
        if let Some(scope) = self.scopes.pop()
            && end_blocks
        {
            self.end_blocks(&scope.blocks, span);
        }
    }

    fn end_blocks(&mut self, blocks: &[VarId], span: Span) {
        for block in blocks.iter().rev() {
            self.emit(StmtKind::EndLife(Operand::Var(*block)), span);
        }
    }

    fn jump(&mut self, target: Option<Target>, message: &str, span: Span) {
        let Some(target) = target else { return self.error(message, span) };
        let left: Vec<Vec<VarId>> =
            self.scopes[target.scopes..].iter().rev().map(|scope| scope.blocks.clone()).collect();
        for blocks in left {
            self.end_blocks(&blocks, span);
        }
        self.emit(
            match target.jump {
                Jump::Break(block) => StmtKind::Break(block),
                Jump::Continue(block) => StmtKind::Continue(block),
                Jump::Goto(label) => StmtKind::Goto(label),
            },
            span,
        );
    }

    fn while_loop(
        &mut self,
        condition: Option<&Expr>,
        update: Option<&Expr>,
        body: &Statement,
        span: Span,
    ) {
        let id = self.new_block();
        let scopes = self.scopes.len();
        self.body.breaks.push(Target { jump: Jump::Break(id), scopes });
        self.body.continues.push(Target { jump: Jump::Continue(id), scopes });
        let (body, ()) = self.collect(|this| {
            if let Some(condition) = condition {
                this.leave_unless(condition, id);
            }
            this.scoped(body);
        });
        let (update, ()) = self.collect(|this| {
            if let Some(update) = update {
                this.value(update);
            }
        });
        self.body.breaks.pop();
        self.body.continues.pop();
        self.emit(StmtKind::Loop { id, body, update }, span);
    }

    fn leave_unless(&mut self, condition: &Expr, id: trine_program::BlockId) {
        let span = condition.span;
        let condition = self.condition(condition);
        if matches!(condition, Operand::Int(number) if number != 0) {
            return;
        }
        let leave = trine_program::Stmt { kind: StmtKind::Break(id), span: Some(span) };
        self.emit(StmtKind::If { condition, then: Vec::new(), otherwise: vec![leave] }, span);
    }

    fn do_loop(&mut self, body: &Statement, condition: &Expr, span: Span) {
        let (id, inner) = (self.new_block(), self.new_block());
        let scopes = self.scopes.len();
        self.body.breaks.push(Target { jump: Jump::Break(id), scopes });
        self.body.continues.push(Target { jump: Jump::Break(inner), scopes });
        let (once, ()) = self.collect(|this| this.scoped(body));
        self.body.breaks.pop();
        self.body.continues.pop();
        let (whole, ()) = self.collect(|this| {
            this.emit(StmtKind::Block { id: inner, body: once }, span);
            this.leave_unless(condition, id);
        });
        self.emit(StmtKind::Loop { id, body: whole, update: Vec::new() }, span);
    }

    fn label(&mut self, name: &Name, span: Span) -> trine_program::LabelId {
        if let Some((label, _)) = self.body.labels.get(name) {
            return *label;
        }
        let label = self.new_label();
        self.body.labels.insert(name.clone(), (label, Some(span)));
        label
    }

    fn define_label(&mut self, name: &Name, span: Span) {
        let label = self.label(name, span);
        if !self.body.defined.insert(name.clone()) {
            return self.error(format!("the label `{name}` is there twice"), span);
        }
        self.emit(StmtKind::Target(label), span);
        self.emit(StmtKind::Label(name.to_string()), span);
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) {
        let result = self.body.result.clone().unwrap_or(Ty::Void);
        let Some(expr) = value else {
            let operand = self.unknown_result(&result, span);
            return self.emit(StmtKind::Return(operand), span);
        };
        let value = self.value(expr);
        if result.is_void() {
            return self.emit(StmtKind::Return(None), span);
        }
        if let (true, Some(pointer)) = (result.is_record(), self.body.result_pointer) {
            let pointer = trine_program::Expr::Operand(Operand::Var(pointer));
            let place = super::place::Place::memory(pointer, result);
            self.store(&place, value, span);
            return self.emit(StmtKind::Return(None), span);
        }
        let value = self.convert(value, &result, span);
        let operand = self.operand(value, span);
        self.emit(StmtKind::Return(Some(operand)), span);
    }

    /// What a function returns that does not say what; none where it returns nothing.
    pub(super) fn unknown_result(&mut self, result: &Ty, span: Span) -> Option<Operand> {
        if result.is_void() || result.is_record() {
            return None;
        }
        let cell = self.types.cell(result);
        let var = self.temp(cell, span);
        self.emit(StmtKind::Set(var, trine_program::Expr::Opaque(cell)), span);
        Some(Operand::Var(var))
    }

    fn local_declaration(&mut self, declaration: &Declaration) {
        self.check_assertion(declaration, declaration.span);
        let base = self.specified(&declaration.specifiers);
        for InitDeclarator { declarator, initializer } in &declaration.declarators {
            let Some(name) = &declarator.name else { continue };
            let mut ty = match (&declaration.specifiers.ty, initializer) {
                (TypeSpecifier::Auto, Some(Initializer::Expr(expr))) => {
                    self.apart(|this| this.value(expr)).0.ty
                }
                _ => self.derived(base.clone(), declarator),
            };
            let span = declarator.span;
            if declarator.attributes.cleanup.is_some() {
                self.unmodelled("a variable with a cleanup function", Vec::new(), &Ty::Void, span);
            }
            let storage = declaration.specifiers.storage;
            let is_function = matches!(ty.plain(), Ty::Function(_));
            match storage {
                Storage::Typedef => self.declare(name, Entity::Typedef(ty)),
                Storage::Static if !is_function => {
                    let symbol = self.add_symbol(name, &ty, span);
                    let thread_local = declaration.specifiers.thread_local;
                    self.define_object(symbol, &ty, initializer.as_ref(), true, thread_local);
                    ty = self.symbol(symbol).ty.clone();
                    self.declare(name, Entity::Symbol(symbol, ty));
                    self.symbol_mut(symbol).scopes = Some(self.scopes.clone());
                }
                Storage::Extern | Storage::Static => self.declare_linked(name, &ty, span),
                _ if is_function => self.declare_linked(name, &ty, span),
                _ => self.local_object(name, ty, initializer.as_ref(), span),
            }
        }
    }

    fn declare_linked(&mut self, name: &Name, ty: &Ty, span: Span) {
        let symbol = self.linked(name, ty, false, span);
        self.declare(name, Entity::Symbol(symbol, ty.clone()));
    }

    /// A variable of the function, or a block where its address is taken or it is no scalar.
    fn local_object(&mut self, name: &Name, ty: Ty, initializer: Option<&Initializer>, span: Span) {
        let mut ty = ty;
        if let (Ty::Array(element, Length::Unknown), Some(given)) = (ty.plain(), initializer) {
            let element = element.clone();
            let count = self.initialized_length(&element, given);
            ty = Ty::Array(element, Length::Known(count));
        }
        if ty.is_scalar() && !self.body.addressed.contains(name) {
            let var = self.variable(name, &ty, span);
            self.declare(name, Entity::Variable(var, ty.clone()));
            if let Some(given) = initializer {
                let kind = super::place::PlaceKind::Var(var);
                let place = super::place::Place { kind, ty: ty.clone() };
                let mut parts = Vec::new();
                self.flatten(&ty, given, 0, &mut parts);
                for part in parts {
                    let value = match part.value {
                        super::initial::PartValue::Expr(expr) => self.value(expr),
                        super::initial::PartValue::Unit(..) => super::body::Val::int(0, Ty::INT),
                    };
                    let value = self.convert(value, &ty, span);
                    self.store(&place, value, span);
                }
            }
            return;
        }
        if ty.is_void() || (self.types.size(&ty).is_none() && !matches!(ty.plain(), Ty::Array(..)))
        {
            let shown = self.types.name(&ty);
            return self
                .error(format!("`{name}` has the type {shown}, whose size is not known"), span);
        }
        let zeroed = matches!(initializer, Some(Initializer::List(..)))
            || matches!((ty.plain(), initializer), (Ty::Array(..), Some(_)));
        let block = self.allocate(name, &ty, zeroed, span);
        if let Some(scope) = self.scopes.last_mut() {
            scope.blocks.push(block);
        }
        self.declare(name, Entity::Block(block, ty.clone()));
        if let Some(given) = initializer {
            self.initialize(Operand::Var(block), &ty, given, zeroed);
        }
    }

    pub(super) fn variable(&mut self, name: &str, ty: &Ty, span: Span) -> VarId {
        if let Ty::Pointer(_) = ty.plain() {
            self.pointer_variables.push((span, ty.clone()));
        }
        let ty = self.types.cell(ty);
        let name = name.to_string();
        self.body.vars.push(trine_program::Var { name, ty, temporary: false, span: Some(span) })
    }
}
