//! `switch` in both forms, as statement and as expression, as a chain of tests.

use tree_sitter::Node;
use trine_program::*;

use super::{Body, Val};
use crate::parse::{child_of_kind, children, first_child, has_token};
use crate::types::Ty;
use crate::world::ClassKind;

/// Some labels and what they lead to.
struct Group<'t> {
    labels: Vec<Node<'t>>,
    body: Vec<Node<'t>>,
    /// `->`: never falls through.
    arrow: bool,
}

impl<'t> Body<'_, 't> {
    /// `switch` as a statement, in both forms.
    pub fn switch_statement(&mut self, node: Node<'t>) {
        let Some((value, groups)) = self.switch_parts(node) else {
            self.odd(node);
            return;
        };
        self.breakable(|body| body.scoped(|body| body.switch(&value, &groups, None, false)));
    }

    /// A switch that gives a value.
    pub fn switch_value(&mut self, node: Node<'t>, expected: Option<&Ty>) -> Val {
        let Some((value, groups)) = self.switch_parts(node) else { return self.odd(node) };
        let ty = match expected {
            Some(ty) if *ty != Ty::Void && !matches!(ty, Ty::Unknown(_)) => ty.clone(),
            _ => self.type_of_switch(&groups),
        };
        let var = self.temp(&ty);
        if self.dry {
            return Val::operand(Operand::Var(var), ty);
        }
        let id = self.block_id();
        self.yields.push((var, ty.clone(), id));
        // `break` and `continue` cannot leave a switch expression.
        let targets = std::mem::take(&mut self.targets);
        let code = self.collect(|body| {
            body.scoped(|body| body.switch(&value, &groups, Some((var, &ty, id)), true));
        });
        self.targets = targets;
        self.yields.pop();
        self.emit(StmtKind::Block { id, body: code });
        Val::operand(Operand::Var(var), ty)
    }

    fn switch_parts(&mut self, node: Node<'t>) -> Option<(Val, Vec<Group<'t>>)> {
        let condition = node.child_by_field_name("condition")?;
        let block = node.child_by_field_name("body")?;
        let mut groups = Vec::new();
        for part in children(block) {
            let arrow = part.kind() == "switch_rule";
            let (labels, body) =
                children(part).into_iter().partition(|child| child.kind() == "switch_label");
            groups.push(Group { labels, body, arrow });
        }
        let value = self.expression(condition, None);
        let value = self.checked_as_said(value);
        let value = match self.world.unboxed(&value.ty) {
            Some(inner) => self.unbox(value, Some(&inner)),
            None => value,
        };
        Some((self.copy(value), groups))
    }

    /// The type of the values that a switch gives, without keeping anything.
    fn type_of_switch(&mut self, groups: &[Group<'t>]) -> Ty {
        let mut results = Vec::new();
        for group in groups.iter() {
            for node in &group.body {
                match node.kind() {
                    "expression_statement" if group.arrow => results.extend(first_child(*node)),
                    _ => crate::parse::walk(*node, |node| {
                        if node.kind() == "yield_statement" {
                            results.extend(first_child(node));
                        }
                        !matches!(
                            node.kind(),
                            "switch_expression" | "lambda_expression" | "class_body"
                        )
                    }),
                }
            }
        }
        let values: Vec<Val> =
            results.into_iter().map(|node| self.value_without_effect(node, &[], &[])).collect();
        let values: Vec<Val> = values.into_iter().filter(|value| value.ty != Ty::Void).collect();
        self.common_type(&values, None)
    }

    fn switch(
        &mut self,
        value: &Val,
        groups: &[Group<'t>],
        into: Option<(VarId, &Ty, BlockId)>,
        complete: bool,
    ) {
        if value.ty.is_reference() && !groups.iter().any(|group| self.takes_null(group)) {
            self.refuse_null(value);
        }
        let falls = groups
            .iter()
            .take(groups.len().saturating_sub(1))
            .any(|group| !group.arrow && !ends_abruptly(&group.body));
        if falls {
            self.falling_switch(value, groups, into);
        } else {
            self.chain(value, groups, into, complete);
        }
    }

    fn takes_null(&self, group: &Group<'t>) -> bool {
        group
            .labels
            .iter()
            .any(|label| children(*label).iter().any(|child| child.kind() == "null_literal"))
    }

    fn is_default(&self, group: &Group<'t>) -> bool {
        group.labels.iter().any(|label| {
            has_token(*label, "default")
                || children(*label).iter().any(|child| self.text(*child) == "default")
        })
    }

    /// No group falls into the next one: tests in the order of the text, the default last.
    fn chain(
        &mut self,
        value: &Val,
        groups: &[Group<'t>],
        into: Option<(VarId, &Ty, BlockId)>,
        complete: bool,
    ) {
        let id = self.block_id();
        let mut default = None;
        let code = self.collect(|body| {
            for group in groups {
                if body.is_default(group) {
                    default = Some(group);
                    let only = group.labels.iter().all(|label| children(*label).is_empty());
                    if only && group.labels.len() == 1 {
                        continue;
                    }
                }
                body.scoped(|body| {
                    let condition = body.group_matches(group, value);
                    let then = body.collect(|body| {
                        body.group_body(group, into);
                        body.emit(StmtKind::Break(id));
                    });
                    body.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
                });
            }
            match default {
                Some(group) => body.group_body(group, into),
                None if complete => body.throw_new("java.lang.MatchException"),
                None => {}
            }
        });
        self.emit(StmtKind::Block { id, body: code });
    }

    /// Finds the group to start in, then runs it and those behind it.
    fn falling_switch(
        &mut self,
        value: &Val,
        groups: &[Group<'t>],
        into: Option<(VarId, &Ty, BlockId)>,
    ) {
        let start = self.temp(&Ty::Int);
        let default = groups.iter().position(|group| self.is_default(group));
        let nowhere = default.unwrap_or(groups.len()) as i64;
        self.set(start, Expr::Operand(Operand::Int(nowhere)));
        let id = self.block_id();
        let find = self.collect(|body| {
            for (at, group) in groups.iter().enumerate() {
                let condition = body.group_matches(group, value);
                let then = body.collect(|body| {
                    body.set(start, Expr::Operand(Operand::Int(at as i64)));
                    body.emit(StmtKind::Break(id));
                });
                body.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
            }
        });
        self.emit(StmtKind::Block { id, body: find });
        for (at, group) in groups.iter().enumerate() {
            let entered = self.temp(&Ty::Bool);
            let test = Expr::Binary(
                BinaryOp::LessEqual,
                Width::W32,
                Box::new(Expr::Operand(Operand::Var(start))),
                Box::new(Expr::Operand(Operand::Int(at as i64))),
            );
            self.set(entered, test);
            let then = self.collect(|body| body.group_body(group, into));
            let condition = Operand::Var(entered);
            self.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
        }
    }

    fn group_body(&mut self, group: &Group<'t>, into: Option<(VarId, &Ty, BlockId)>) {
        for node in &group.body {
            if group.arrow
                && node.kind() == "expression_statement"
                && let (Some((var, ty, id)), Some(inner)) = (into, first_child(*node))
            {
                let value = self.expression(inner, Some(ty));
                let value = self.convert(value, ty);
                self.within(inner, |body| {
                    body.set(var, value.expr);
                    body.emit(StmtKind::Break(id));
                });
            } else {
                self.statement(*node);
            }
        }
    }

    /// Whether one of the labels of a group takes the value.
    fn group_matches(&mut self, group: &Group<'t>, value: &Val) -> Operand {
        // Tests only look, so all of them may be made before the first one decides.
        let mut result: Option<Val> = None;
        for label in &group.labels {
            let guard = child_of_kind(*label, "guard");
            for child in children(*label) {
                if child.kind() == "guard" || self.text(child) == "default" {
                    continue;
                }
                let test = self.label_matches(child, value);
                let test = match guard.and_then(first_child) {
                    Some(guard) => self.guarded(test, guard),
                    None => test,
                };
                result = Some(match result {
                    Some(known) => self.binary(BinaryOp::BitOr, known, test),
                    None => test,
                });
            }
        }
        match result {
            Some(test) => self.operand(&test),
            None => Operand::Int(0),
        }
    }

    fn guarded(&mut self, test: Val, guard: Node<'t>) -> Val {
        let result = self.temp(&Ty::Bool);
        self.set(result, test.expr);
        let then = self.collect(|body| {
            let value = body.expression(guard, Some(&Ty::Bool));
            let value = body.truth(value);
            body.set(result, value.expr);
        });
        let condition = Operand::Var(result);
        self.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
        Val::operand(Operand::Var(result), Ty::Bool)
    }

    fn label_matches(&mut self, node: Node<'t>, value: &Val) -> Val {
        self.within(node, |body| {
            if node.kind() == "pattern" {
                return body.matches(node, value.clone());
            }
            if node.kind() == "identifier"
                && let Some(class) = body.world.class_of(&value.ty)
                && body.world.classes[class].kind == ClassKind::Enum
                && let Some(field) = body.world.find_field(class, body.text(node))
            {
                let ty = body.world.fields[field].ty.clone();
                let known = body.load(Access::Static(field), ty, Some(field));
                return body.binary(BinaryOp::Equal, value.clone(), known);
            }
            let known = body.expression(node, None);
            if body.world.is_string(&value.ty) {
                let pair = vec![body.operand(value), body.operand(&known)];
                return body.of_text(TextOp::Same, pair, Some(Ty::Bool));
            }
            body.binary(BinaryOp::Equal, value.clone(), known)
        })
    }
}

/// Whether control never runs out of the end of these statements, as far as one sees at a glance.
pub(super) fn ends_abruptly(body: &[Node<'_>]) -> bool {
    match body.last() {
        Some(last) => match last.kind() {
            "break_statement" | "return_statement" | "throw_statement" | "continue_statement"
            | "yield_statement" => true,
            "block" => ends_abruptly(&children(*last)),
            _ => false,
        },
        None => false,
    }
}
