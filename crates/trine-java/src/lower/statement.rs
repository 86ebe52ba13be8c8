//! Takes statements apart: blocks, loops, jumps, declarations.

use tree_sitter::Node;
use trine_program::*;

use super::call::Arg;
use super::constant::value_as;
use super::{Body, Next, Target, Val};
use crate::declare::{has_modifier, with_dimensions};
use crate::parse::{children, fields_of, first_child, is_comment, walk};
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// Lowers a statement; what is nested too deeply becomes unmodelled.
    pub fn statement(&mut self, node: Node<'t>) {
        if self.dive() {
            self.within(node, |body| body.statement_of_kind(node));
        } else {
            self.unmodelled("a statement that is nested too deeply", &[], Some(&Ty::Void));
        }
        self.surface();
        self.pending_labels.clear();
    }

    fn statement_of_kind(&mut self, node: Node<'t>) {
        match node.kind() {
            "block" | "constructor_body" => self.scoped(|body| {
                for statement in children(node) {
                    body.statement(statement);
                }
            }),
            "expression_statement" => {
                if let Some(inner) = first_child(node) {
                    self.effect(inner);
                }
            }
            "local_variable_declaration" => self.local_variables(node),
            "if_statement" => self.if_statement(node),
            "while_statement" => self.while_statement(node),
            "do_statement" => self.do_statement(node),
            "for_statement" => self.scoped(|body| body.for_statement(node)),
            "enhanced_for_statement" => self.scoped(|body| body.for_each(node)),
            "labeled_statement" => self.labeled(node),
            "break_statement" => self.break_statement(node),
            "continue_statement" => self.continue_statement(node),
            "return_statement" => match first_child(node) {
                Some(inner) => {
                    let result = self.result.clone();
                    let value = self.expression(inner, Some(&result));
                    self.give_back(value, node);
                }
                None => self.emit(StmtKind::Return(None)),
            },
            "yield_statement" => self.yield_statement(node),
            "switch_expression" => self.switch_statement(node),
            "synchronized_statement" => self.synchronized(node),
            "throw_statement" => {
                if let Some(inner) = first_child(node) {
                    let value = self.expression(inner, None);
                    let value = self.checked_as_said(value);
                    let value = self.operand(&value);
                    self.emit(StmtKind::Throw(value));
                }
            }
            "try_statement" => self.try_statement(node),
            "try_with_resources_statement" => self.try_with_resources(node),
            "assert_statement" => self.assert_statement(node),
            "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration" => self.local_class(node),
            "explicit_constructor_invocation" => {
                self.odd(node);
            }
            "import_declaration" | "package_declaration" | "module_declaration" => {}
            "line_comment" | "block_comment" | ";" => {}
            _ => {
                self.odd(node);
            }
        }
    }

    fn local_variables(&mut self, node: Node<'t>) {
        let Some(ty_node) = node.child_by_field_name("type") else {
            self.odd(node);
            return;
        };
        let is_final = has_modifier(self.world, self.unit, node, "final");
        let inferred = self.text(ty_node) == "var";
        let base = self.resolve(ty_node);
        for declarator in fields_of(node, "declarator") {
            let Some(name_node) = declarator.child_by_field_name("name") else {
                self.odd(declarator);
                continue;
            };
            let name = self.text(name_node);
            let span = Some(self.world.span(self.unit, name_node));
            let value = declarator.child_by_field_name("value");
            if inferred && let Some(value) = value {
                let value = self.expression(value, None);
                let value = self.checked_as_said(value);
                let ty = if value.ty == Ty::Null { self.world.object() } else { value.ty.clone() };
                let var = self.declare(name, &ty, span);
                self.within(declarator, |body| body.set(var, value.expr));
                continue;
            }
            let ty = with_dimensions(self.world, self.unit, base.clone(), declarator);
            let Some(value) = value else {
                self.declare(name, &ty, span);
                continue;
            };
            let value = self.expression(value, Some(&ty));
            let constant = if is_final { value_as(&value, &ty) } else { None };
            let value = self.convert(value, &ty);
            let var = self.declare(name, &ty, span);
            if let Some(binding) = self.scope.last_mut() {
                binding.constant = constant;
            }
            self.within(declarator, |body| body.set(var, value.expr));
        }
    }

    /// The operand of a condition.
    pub fn condition(&mut self, node: Node<'t>) -> Operand {
        let value = self.expression(node, Some(&Ty::Bool));
        let value = self.truth(value);
        self.within(node, |body| body.operand(&value))
    }

    fn if_statement(&mut self, node: Node<'t>) {
        let (Some(test), Some(yes)) =
            (node.child_by_field_name("condition"), node.child_by_field_name("consequence"))
        else {
            self.odd(node);
            return;
        };
        let names = self.scope.len();
        let condition = self.condition(test);
        let then = self.collect(|body| body.scoped(|body| body.statement(yes)));
        let otherwise = match node.child_by_field_name("alternative") {
            Some(no) => self.collect(|body| body.scoped(|body| body.statement(no))),
            None => Vec::new(),
        };
        self.within(test, |body| body.emit(StmtKind::If { condition, then, otherwise }));
        // Variables of patterns live on after `if (!(x instanceof C c)) return;`.
        if !super::switch::ends_abruptly(&[yes]) {
            self.scope.truncate(names);
        }
    }

    fn while_statement(&mut self, node: Node<'t>) {
        let (Some(condition), Some(inner)) =
            (node.child_by_field_name("condition"), node.child_by_field_name("body"))
        else {
            self.odd(node);
            return;
        };
        let id = self.open_loop();
        let body = self.collect(|body| {
            body.scoped(|body| {
                body.leave_loop_unless(condition, id);
                body.statement(inner);
            });
        });
        self.targets.pop();
        self.emit(StmtKind::Loop { id, body, update: Vec::new() });
    }

    /// Enters a loop whose start `continue` means.
    pub fn open_loop(&mut self) -> BlockId {
        let id = self.block_id();
        let labels = std::mem::take(&mut self.pending_labels);
        self.targets.push(Target { labels, breakable: true, leave: id, next: Next::Loop(id) });
        id
    }

    /// Ends the loop that was opened last: jumps do not find it any more.
    pub fn close_loop(&mut self) {
        self.targets.pop();
    }

    fn leave_loop_unless(&mut self, condition: Node<'t>, id: BlockId) {
        let value = self.expression(condition, Some(&Ty::Bool));
        let value = self.truth(value);
        match value.constant() {
            Some(Operand::Int(0)) => self.emit(StmtKind::Break(id)),
            Some(_) => {}
            None => self.within(condition, |body| {
                let condition = body.operand(&value);
                let otherwise = vec![Stmt { kind: StmtKind::Break(id), span: body.span }];
                body.emit(StmtKind::If { condition, then: Vec::new(), otherwise });
            }),
        }
    }

    fn do_statement(&mut self, node: Node<'t>) {
        let (Some(condition), Some(inner)) =
            (node.child_by_field_name("condition"), node.child_by_field_name("body"))
        else {
            self.odd(node);
            return;
        };
        let (id, rest) = (self.block_id(), self.block_id());
        let labels = std::mem::take(&mut self.pending_labels);
        self.targets.push(Target { labels, breakable: true, leave: id, next: Next::Leave(rest) });
        let round = self.collect(|body| body.scoped(|body| body.statement(inner)));
        self.targets.pop();
        let body = self.collect(|body| {
            body.emit(StmtKind::Block { id: rest, body: round });
            body.leave_loop_unless(condition, id);
        });
        self.emit(StmtKind::Loop { id, body, update: Vec::new() });
    }

    fn for_statement(&mut self, node: Node<'t>) {
        let labels = std::mem::take(&mut self.pending_labels);
        for init in fields_of(node, "init") {
            if init.kind() == "local_variable_declaration" {
                self.statement(init);
            } else {
                self.effect(init);
            }
        }
        self.pending_labels = labels;
        let id = self.open_loop();
        let body = self.collect(|body| {
            body.scoped(|body| {
                if let Some(condition) = node.child_by_field_name("condition") {
                    body.leave_loop_unless(condition, id);
                }
                if let Some(inner) = node.child_by_field_name("body") {
                    body.statement(inner);
                }
            });
        });
        self.targets.pop();
        let update = self.collect(|body| {
            for update in fields_of(node, "update") {
                body.effect(update);
            }
        });
        self.emit(StmtKind::Loop { id, body, update });
    }

    fn labeled(&mut self, node: Node<'t>) {
        let parts = children(node);
        let (Some(label), Some(inner)) = (parts.first(), parts.last()) else {
            self.odd(node);
            return;
        };
        let label = self.text(*label).to_string();
        self.emit(StmtKind::Label(label.clone()));
        let is_loop = matches!(
            inner.kind(),
            "while_statement"
                | "do_statement"
                | "for_statement"
                | "enhanced_for_statement"
                | "labeled_statement"
        );
        if is_loop {
            let mut labels = std::mem::take(&mut self.pending_labels);
            labels.push(label);
            let follow = self.dive();
            self.pending_labels = labels;
            if follow {
                self.within(*inner, |body| body.statement_of_kind(*inner));
            } else {
                self.odd(*inner);
            }
            self.surface();
            return;
        }
        let id = self.block_id();
        let target =
            Target { labels: vec![label], breakable: false, leave: id, next: Next::Nothing };
        self.targets.push(target);
        let body = self.collect(|body| body.statement(*inner));
        self.targets.pop();
        self.emit(StmtKind::Block { id, body });
    }

    /// A block that a plain `break` leaves.
    pub fn breakable(&mut self, run: impl FnOnce(&mut Self)) {
        let id = self.block_id();
        let target = Target { labels: Vec::new(), breakable: true, leave: id, next: Next::Nothing };
        self.targets.push(target);
        let body = self.collect(run);
        self.targets.pop();
        self.emit(StmtKind::Block { id, body });
    }

    fn label_of(&self, node: Node<'t>) -> Option<&'t str> {
        let mut cursor = node.walk();
        let label = node.named_children(&mut cursor).find(|child| !is_comment(*child));
        label.map(|label| self.text(label))
    }

    fn break_statement(&mut self, node: Node<'t>) {
        let label = self.label_of(node);
        let target = self.targets.iter().rev().find(|target| match label {
            Some(label) => target.labels.iter().any(|known| known == label),
            None => target.breakable,
        });
        match target.map(|target| target.leave) {
            Some(id) => self.emit(StmtKind::Break(id)),
            None => {
                self.odd(node);
            }
        }
    }

    fn continue_statement(&mut self, node: Node<'t>) {
        let label = self.label_of(node);
        let target = self.targets.iter().rev().find(|target| {
            target.next != Next::Nothing
                && label.is_none_or(|label| target.labels.iter().any(|known| known == label))
        });
        match target.map(|target| target.next) {
            Some(Next::Loop(id)) => self.emit(StmtKind::Continue(id)),
            Some(Next::Leave(id)) => self.emit(StmtKind::Break(id)),
            _ => {
                self.odd(node);
            }
        }
    }

    fn yield_statement(&mut self, node: Node<'t>) {
        let Some(inner) = first_child(node) else {
            self.odd(node);
            return;
        };
        let Some((var, ty, id)) = self.yields.last().cloned() else {
            self.odd(node);
            return;
        };
        let value = self.expression(inner, Some(&ty));
        let value = self.convert(value, &ty);
        self.set(var, value.expr);
        self.emit(StmtKind::Break(id));
    }

    fn synchronized(&mut self, node: Node<'t>) {
        let monitor =
            children(node).into_iter().find(|node| node.kind() == "parenthesized_expression");
        let (Some(monitor), Some(inner)) = (monitor, node.child_by_field_name("body")) else {
            self.odd(node);
            return;
        };
        let value = self.expression(monitor, None);
        let value = self.checked_as_said(value);
        // The variable may be assigned inside; the monitor stays.
        let value =
            if assigned_in(self.text(monitor), inner, self) { self.copy(value) } else { value };
        let operand = self.operand(&value);
        let body = self.collect(|body| body.statement(inner));
        // The place of the lock is what is locked, not the whole block.
        self.within(monitor, |this| {
            this.emit(StmtKind::Synchronized { monitor: operand, body });
        });
    }

    fn assert_statement(&mut self, node: Node<'t>) {
        let parts = children(node);
        let Some(condition) = parts.first() else {
            self.odd(node);
            return;
        };
        let operand = self.condition(*condition);
        let Some(message) = parts.get(1) else {
            self.emit(StmtKind::Assert(operand));
            return;
        };
        let (mut otherwise, (text, detail)) = self.collect_with(|body| {
            let detail = body.expression(*message, None);
            let detail = body.checked_as_said(detail);
            let detail = body.copy(detail);
            let text = body.as_text(detail.clone());
            (text, detail)
        });
        let string = self.world.string_ty();
        let said = match (text, otherwise.is_empty()) {
            (Some(text), true) => text,
            (text, _) => {
                let said = self.temp(&string);
                self.set(said, Expr::Operand(Operand::Null));
                let text = text.map_or(Expr::Opaque(Type::Reference), Expr::Operand);
                let then = Vec::new();
                otherwise.push(Stmt { kind: StmtKind::Set(said, text), span: self.span });
                self.emit(StmtKind::If { condition: operand, then, otherwise });
                Operand::Var(said)
            }
        };
        let stated = StmtKind::AssertSaying { condition: operand, detail: said };
        let plain = detail.ty.is_primitive()
            || self.world.is_string(&detail.ty)
            || self.world.unboxed(&detail.ty).is_some();
        match plain {
            true => self.emit(stated),
            false => self.assert_with_cause(stated, detail),
        }
    }

    /// What an assertion says may be an exception: that is the cause of its error.
    fn assert_with_cause(&mut self, stated: StmtKind, detail: Val) {
        let find = |name: &str| self.world.by_name.get(name).copied();
        let (Some(error), Some(throwable)) =
            (find("java.lang.AssertionError"), self.world.predefined.throwable)
        else {
            self.emit(stated);
            return;
        };
        let body = self.collect(|body| body.emit(stated));
        let (thrown, cause) = (Ty::class(error), Ty::class(throwable));
        let into = self.temp(&thrown);
        let handler = self.collect(|body| {
            let value = body.operand(&detail);
            let is_cause = body.temp(&Ty::Bool);
            body.emit(StmtKind::InstanceOf { into: is_cause, value, class: throwable });
            let then = body.collect(|body| {
                let receiver = Val::operand(Operand::Var(into), thrown);
                let cause = Arg::Val(Val::operand(value, cause));
                body.call_on(receiver, "initCause", vec![cause], None, false);
            });
            let condition = Operand::Var(is_cause);
            body.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
            body.emit(StmtKind::Throw(Operand::Var(into)));
        });
        let handlers = vec![Handler { classes: vec![error], into, body: handler }];
        self.emit(StmtKind::Try { body, handlers, finally: Vec::new() });
    }

    /// Throws a fresh exception of a class of the library.
    pub fn throw_new(&mut self, class: &str) {
        let known = self
            .world
            .by_name
            .get(class)
            .or_else(|| self.world.by_name.get("java.lang.RuntimeException"));
        let Some(class) = known.copied() else {
            self.unmodelled(format!("throw of {class}"), &[], Some(&Ty::Void));
            return;
        };
        // What the virtual machine says then is not known.
        let arguments = self.with_unknown_text(class, Vec::new());
        let value = self.create(&Ty::class(class), None, arguments);
        let value = self.operand(&value);
        self.emit(StmtKind::Throw(value));
    }

    /// An error where a reference is null.
    pub fn refuse_null(&mut self, value: &Val) {
        let is_null = self.binary(BinaryOp::Equal, value.clone(), Val::null());
        let condition = self.operand(&is_null);
        let then = self.collect(|body| body.throw_new("java.lang.NullPointerException"));
        self.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
    }
}

/// Whether a block assigns the variable that an expression names, brackets aside.
pub(super) fn assigned_in<'t>(text: &str, inner: Node<'t>, body: &Body<'_, 't>) -> bool {
    let name = text.trim_matches(|letter: char| letter.is_whitespace() || "()".contains(letter));
    let mut found = false;
    walk(inner, |node| {
        let target = match node.kind() {
            "assignment_expression" => node.child_by_field_name("left"),
            "update_expression" => first_child(node),
            _ => None,
        };
        found |= target.is_some_and(|target| body.text(target) == name);
        !found
    });
    found
}
