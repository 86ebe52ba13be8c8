//! Loops over arrays and collections.

use tree_sitter::Node;
use trine_program::*;

use super::statement::assigned_in;
use super::{Body, Val};
use crate::declare::with_dimensions;
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// Counts from zero; no other code can leave the loop or see the counter.
    pub fn count_loop(&mut self, length: Operand, run: impl FnOnce(&mut Self, Operand)) {
        let index = self.temp(&Ty::Int);
        self.set(index, Expr::Operand(Operand::Int(0)));
        let id = self.block_id();
        let body = self.collect(|body| {
            body.stop_at(index, length, id);
            run(body, Operand::Var(index));
        });
        let update = self.collect(|body| body.step(index));
        self.emit(StmtKind::Loop { id, body, update });
    }

    fn stop_at(&mut self, index: VarId, length: Operand, id: BlockId) {
        let more = self.temp(&Ty::Bool);
        let less = Expr::Binary(
            BinaryOp::Less,
            Width::W32,
            Box::new(Expr::Operand(Operand::Var(index))),
            Box::new(Expr::Operand(length)),
        );
        self.set(more, less);
        let otherwise = vec![Stmt { kind: StmtKind::Break(id), span: self.span }];
        let condition = Operand::Var(more);
        self.emit(StmtKind::If { condition, then: Vec::new(), otherwise });
    }

    fn step(&mut self, index: VarId) {
        let next = Expr::Binary(
            BinaryOp::Add,
            Width::W32,
            Box::new(Expr::Operand(Operand::Var(index))),
            Box::new(Expr::Operand(Operand::Int(1))),
        );
        self.set(index, next);
    }

    /// `for (T x : values) …`
    pub fn for_each(&mut self, node: Node<'t>) {
        let (Some(ty_node), Some(name_node), Some(value), Some(inner)) = (
            node.child_by_field_name("type"),
            node.child_by_field_name("name"),
            node.child_by_field_name("value"),
            node.child_by_field_name("body"),
        ) else {
            self.odd(node);
            return;
        };
        let labels = std::mem::take(&mut self.pending_labels);
        let written = (self.text(ty_node) != "var").then(|| {
            let ty = self.resolve(ty_node);
            with_dimensions(self.world, self.unit, ty, node)
        });
        let values = self.expression(value, None);
        let values = self.checked_as_said(values);
        let values =
            if assigned_in(self.text(value), inner, self) { self.copy(values) } else { values };
        self.pending_labels = labels;
        let name = (name_node, written);
        match &values.ty {
            Ty::Array(element) => {
                let element = (**element).clone();
                self.over_array(value, values, &element, name, inner);
            }
            ty => {
                let known = self.world.class_of(ty).is_some_and(|class| {
                    let found = self.world.find_methods(class, "iterator");
                    found.iter().any(|method| self.world.methods[*method].params.is_empty())
                });
                if known {
                    self.over_iterable(value, values, name, inner);
                } else {
                    self.over_unknown(value, values, name, inner);
                }
            }
        }
    }

    fn over_array(
        &mut self,
        node: Node<'t>,
        array: Val,
        element: &Ty,
        name: (Node<'t>, Option<Ty>),
        inner: Node<'t>,
    ) {
        let array = self.operand(&array);
        let (length, index) = (self.temp(&Ty::Int), self.temp(&Ty::Int));
        self.within(node, |body| body.emit(StmtKind::Length(length, array)));
        self.set(index, Expr::Operand(Operand::Int(0)));
        let id = self.open_loop();
        let body = self.collect(|body| {
            body.stop_at(index, Operand::Var(length), id);
            let access = Access::Element(array, Operand::Var(index));
            let value = body.within(node, |body| body.load(access, element.clone(), None));
            body.round(value, name, inner);
        });
        self.close_loop();
        let update = self.collect(|body| body.step(index));
        self.emit(StmtKind::Loop { id, body, update });
    }

    fn over_iterable(
        &mut self,
        node: Node<'t>,
        values: Val,
        name: (Node<'t>, Option<Ty>),
        inner: Node<'t>,
    ) {
        let iterator =
            self.within(node, |body| body.call_on(values, "iterator", Vec::new(), None, true));
        let iterator = self.copy(iterator);
        let id = self.open_loop();
        let body = self.collect(|body| {
            let value = body.within(node, |body| {
                let it = iterator.clone();
                let more = body.call_on(it, "hasNext", Vec::new(), Some(&Ty::Bool), true);
                let more = body.truth(more);
                let condition = body.operand(&more);
                let otherwise = vec![Stmt { kind: StmtKind::Break(id), span: body.span }];
                body.emit(StmtKind::If { condition, then: Vec::new(), otherwise });
                body.call_on(iterator, "next", Vec::new(), None, true)
            });
            body.round(value, name, inner);
        });
        self.close_loop();
        self.emit(StmtKind::Loop { id, body, update: Vec::new() });
    }

    fn over_unknown(
        &mut self,
        node: Node<'t>,
        values: Val,
        name: (Node<'t>, Option<Ty>),
        inner: Node<'t>,
    ) {
        let what = format!("loop over {}", self.world.show(&values.ty));
        let id = self.open_loop();
        let body = self.collect(|body| {
            let value = body.within(node, |body| {
                let more =
                    body.unmodelled(what.clone(), std::slice::from_ref(&values), Some(&Ty::Bool));
                let condition = body.operand(&more);
                let otherwise = vec![Stmt { kind: StmtKind::Break(id), span: body.span }];
                body.emit(StmtKind::If { condition, then: Vec::new(), otherwise });
                body.unmodelled(what, &[values], name.1.as_ref())
            });
            body.round(value, name, inner);
        });
        self.close_loop();
        self.emit(StmtKind::Loop { id, body, update: Vec::new() });
    }

    fn round(&mut self, value: Val, name: (Node<'t>, Option<Ty>), inner: Node<'t>) {
        let (node, written) = name;
        let ty = written.unwrap_or_else(|| value.ty.clone());
        let value = self.convert(value, &ty);
        let span = Some(self.world.span(self.unit, node));
        self.scoped(|body| {
            let var = body.declare(body.text(node), &ty, span);
            body.within(node, |body| body.set(var, value.expr));
            body.statement(inner);
        });
    }
}
