//! `try` in all its forms.

use tree_sitter::Node;
use trine_program::*;

use super::call::Arg;
use super::{Body, Val};
use crate::parse::{child_of_kind, children, first_child};
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// `try` with its `catch` clauses and `finally`.
    pub fn try_statement(&mut self, node: Node<'t>) {
        let Some(block) = node.child_by_field_name("body") else {
            self.odd(node);
            return;
        };
        let body = self.collect(|body| body.statement(block));
        self.finish_try(node, body);
    }

    /// Adds the handlers and the `finally` of a `try` around statements.
    fn finish_try(&mut self, node: Node<'t>, body: Vec<Stmt>) {
        let mut handlers = Vec::new();
        let mut finally = Vec::new();
        for part in children(node) {
            match part.kind() {
                "catch_clause" => match self.catch(part) {
                    Some(handler) => handlers.push(handler),
                    None => {
                        self.odd(part);
                    }
                },
                "finally_clause" => {
                    if let Some(block) = first_child(part) {
                        finally = self.collect(|body| body.statement(block));
                    }
                }
                _ => {}
            }
        }
        if handlers.is_empty() && finally.is_empty() {
            self.out.extend(body);
        } else {
            self.emit(StmtKind::Try { body, handlers, finally });
        }
    }

    fn catch(&mut self, node: Node<'t>) -> Option<Handler> {
        let param = child_of_kind(node, "catch_formal_parameter")?;
        let block = node.child_by_field_name("body")?;
        let types = child_of_kind(param, "catch_type").map(children).unwrap_or_default();
        let types: Vec<Ty> = types.into_iter().map(|ty| self.resolve(ty)).collect();
        let classes: Vec<ClassId> = types.iter().filter_map(|ty| self.world.class_of(ty)).collect();
        let ty = match types.as_slice() {
            [only @ Ty::Class(..)] => only.clone(),
            _ => self.world.predefined.throwable.map_or_else(|| self.world.object(), Ty::class),
        };
        let name = param.child_by_field_name("name")?;
        let span = Some(self.world.span(self.unit, name));
        self.scoped(|body| {
            let into = body.declare(body.text(name), &ty, span);
            let code = body.collect(|body| body.statement(block));
            // Exceptions without a model are never thrown by what is modelled.
            Some(Handler { classes, into, body: code })
        })
    }

    /// `try` that closes its resources, last one first, before its own `catch` and `finally`.
    pub fn try_with_resources(&mut self, node: Node<'t>) {
        let (Some(list), Some(block)) =
            (node.child_by_field_name("resources"), node.child_by_field_name("body"))
        else {
            self.odd(node);
            return;
        };
        let resources: Vec<Node<'t>> =
            children(list).into_iter().filter(|part| part.kind() == "resource").collect();
        let body = self.collect(|body| body.scoped(|body| body.with_resources(&resources, block)));
        self.finish_try(node, body);
    }

    fn with_resources(&mut self, resources: &[Node<'t>], block: Node<'t>) {
        let Some((first, rest)) = resources.split_first() else {
            self.statement(block);
            return;
        };
        if !self.dive() {
            self.odd(block);
            self.surface();
            return;
        }
        let resource = self.within(*first, |body| body.resource(*first));
        let resource = self.copy(resource);
        let throwable =
            self.world.predefined.throwable.map_or_else(|| self.world.object(), Ty::class);
        let primary = self.temp(&throwable);
        self.set(primary, Expr::Operand(Operand::Null));
        let body = self.collect(|body| body.with_resources(rest, block));
        let finally = self.within(*first, |body| {
            body.collect(|body| body.close_resource(resource, primary, &throwable))
        });
        let handlers = self.remember(primary, &throwable);
        self.emit(StmtKind::Try { body, handlers, finally });
        self.surface();
    }

    fn resource(&mut self, node: Node<'t>) -> Val {
        let Some(name) = node.child_by_field_name("name") else {
            return match first_child(node) {
                Some(inner) => self.expression(inner, None),
                None => self.odd(node),
            };
        };
        let Some(value) = node.child_by_field_name("value") else { return self.odd(node) };
        let written = node
            .child_by_field_name("type")
            .filter(|ty| self.text(*ty) != "var")
            .map(|ty| self.resolve(ty));
        let value = self.expression(value, written.as_ref());
        let ty = written.unwrap_or_else(|| value.ty.clone());
        let value = self.convert(value, &ty);
        let span = Some(self.world.span(self.unit, name));
        let var = self.declare(self.text(name), &ty, span);
        self.set(var, value.expr);
        Val::operand(Operand::Var(var), ty)
    }

    /// Keeps what the body threw, for the closing to know of, and throws it on.
    fn remember(&mut self, primary: VarId, throwable: &Ty) -> Vec<Handler> {
        let Some(class) = self.world.class_of(throwable) else {
            trine_base::cannot_happen!("there is no class of errors");
        };
        let into = self.temp(throwable);
        let body = self.collect(|body| {
            body.set(primary, Expr::Operand(Operand::Var(into)));
            body.emit(StmtKind::Throw(Operand::Var(into)));
        });
        vec![Handler { classes: vec![class], into, body }]
    }

    /// Closes unless it is null; where the body threw before, that keeps what closing throws (JLS 14.20.3.1).
    fn close_resource(&mut self, resource: Val, primary: VarId, throwable: &Ty) {
        let there = self.binary(BinaryOp::NotEqual, resource.clone(), Val::null());
        let there = self.operand(&there);
        let then = self.collect(|body| {
            let failed = Val::operand(Operand::Var(primary), throwable.clone());
            let failed = body.binary(BinaryOp::NotEqual, failed, Val::null());
            let condition = body.operand(&failed);
            let quiet = body.collect(|body| {
                let close = body.collect(|body| body.close(resource.clone()));
                let Some(class) = body.world.class_of(throwable) else {
                    trine_base::cannot_happen!("there is no class of errors");
                };
                let into = body.temp(throwable);
                let keep = body.collect(|body| {
                    let first = Val::operand(Operand::Var(primary), throwable.clone());
                    let second = Val::operand(Operand::Var(into), throwable.clone());
                    body.call_on(first, "addSuppressed", vec![Arg::Val(second)], None, false);
                });
                let handlers = vec![Handler { classes: vec![class], into, body: keep }];
                body.emit(StmtKind::Try { body: close, handlers, finally: Vec::new() });
            });
            let plain = body.collect(|body| body.close(resource.clone()));
            body.emit(StmtKind::If { condition, then: quiet, otherwise: plain });
        });
        self.emit(StmtKind::If { condition: there, then, otherwise: Vec::new() });
    }

    fn close(&mut self, resource: Val) {
        self.call_on(resource, "close", Vec::new(), None, false);
    }
}
