//! Atomic operations: `__atomic_…`, which C11's become, and the older `__sync_…`.

use trine_base::Span;
use trine_program::{BinaryOp, Expr as PExpr, Operand, StmtKind, Type};

use super::body::Val;
use super::place::Place;
use super::{Lowering, fold};
use crate::syntax::{Binary, Expr};
use crate::types::Ty;

fn operator(name: &str) -> Option<Binary> {
    Some(match name {
        "add" => Binary::Add,
        "sub" => Binary::Subtract,
        "and" | "nand" => Binary::BitAnd,
        "or" => Binary::BitOr,
        "xor" => Binary::BitXor,
        _ => return None,
    })
}

impl Lowering {
    pub(super) fn atomic_builtin(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Val> {
        if matches!(name, "thread_fence" | "signal_fence") {
            self.values(arguments);
            return Some(Val::void());
        }
        if matches!(name, "always_lock_free" | "is_lock_free") {
            return Some(Val::int(1, Ty::INT));
        }
        let values = self.values(arguments);
        let orders = match name {
            "compare_exchange_n" | "compare_exchange" => 4,
            "load_n" | "clear" | "test_and_set" => 1,
            "exchange" => 3,
            _ => 2,
        };
        self.check_orders(values.get(orders..).unwrap_or(&[]), span);
        let place = self.atomic_place(values.first()?, span)?;
        let value = |at: usize| values.get(at).cloned();
        match name {
            "load_n" => Some(self.load(&place, span)),
            "store_n" => {
                let value = self.convert(value(1)?, &place.ty, span);
                self.store(&place, value, span);
                Some(Val::void())
            }
            "load" => {
                let loaded = self.load(&place, span);
                let into = pointee(value(1)?)?;
                self.store(&into, loaded, span);
                Some(Val::void())
            }
            "store" => {
                let from = pointee(value(1)?)?;
                let loaded = self.load(&from, span);
                self.store(&place, loaded, span);
                Some(Val::void())
            }
            "exchange_n" => {
                let value = self.convert(value(1)?, &place.ty, span);
                Some(self.update(&place, span, |_, _| value).0)
            }
            "test_and_set" => {
                let old = self.update(&place, span, |_, old| Val::int(1, old.ty)).0;
                Some(self.truth_of(old))
            }
            "clear" => {
                self.store(&place, Val::int(0, place.ty.plain().clone()), span);
                Some(Val::void())
            }
            "compare_exchange_n" => {
                let weak = value(3)?.constant() != Some(0);
                let desired = self.convert(value(2)?, &place.ty, span);
                Some(self.compare_exchange(&place, &pointee(value(1)?)?, desired, weak, span))
            }
            "compare_exchange" => {
                let weak = value(3)?.constant() != Some(0);
                let desired = pointee(value(2)?)?;
                let desired = self.load(&desired, span);
                Some(self.compare_exchange(&place, &pointee(value(1)?)?, desired, weak, span))
            }
            _ => {
                let (op, old) = match (name.strip_prefix("fetch_"), name.strip_suffix("_fetch")) {
                    (Some(op), _) => (op, true),
                    (_, Some(op)) => (op, false),
                    _ => return None,
                };
                self.fetch(op, old, &place, value(1)?, span)
            }
        }
    }

    pub(super) fn sync_builtin(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Val> {
        if name == "synchronize" {
            return Some(Val::void());
        }
        let values = self.values(arguments);
        let place = self.atomic_place(values.first()?, span)?;
        let value = |at: usize| values.get(at).cloned();
        match name {
            "lock_test_and_set" => {
                let value = self.convert(value(1)?, &place.ty, span);
                Some(self.update(&place, span, |_, _| value).0)
            }
            "lock_release" => {
                let zero = self.zero_of(&place.ty);
                self.store(&place, Val::operand(zero, place.ty.plain().clone()), span);
                Some(Val::void())
            }
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let expected = self.convert(value(1)?, &place.ty, span);
                let desired = self.convert(value(2)?, &place.ty, span);
                let (old, equal) = self.swap(&place, expected, desired, span);
                Some(if name.starts_with("bool") { equal } else { old })
            }
            _ => {
                let (op, old) =
                    match (name.strip_prefix("fetch_and_"), name.strip_suffix("_and_fetch")) {
                        (Some(op), _) => (op, true),
                        (_, Some(op)) => (op, false),
                        _ => return None,
                    };
                self.fetch(op, old, &place, value(1)?, span)
            }
        }
    }

    /// What a pointer points at, accessed atomically.
    fn atomic_place(&mut self, pointer: &Val, span: Span) -> Option<Place> {
        let Some(target) = pointer.ty.target().cloned() else {
            self.error("an atomic operation takes a pointer", span);
            return None;
        };
        let target = match target.plain() {
            // `void *` of test_and_set: a byte.
            Ty::Void => Ty::CHAR,
            other => other.clone(),
        };
        if !target.is_scalar() {
            self.unmodelled("an atomic operation on a struct", Vec::new(), &Ty::Void, span);
            return None;
        }
        let pointer =
            self.kept(Val { expr: pointer.expr.clone(), ty: Ty::Void.pointer_to() }, span);
        Some(Place::memory(pointer.expr, Ty::Atomic(target.into())))
    }

    fn check_orders(&mut self, orders: &[Val], span: Span) {
        if orders.iter().any(|order| order.constant() != Some(5)) {
            let text =
                "atomic operations with weaker orders behave as sequentially consistent ones";
            self.note("weak-memory-order", text, span);
        }
    }

    fn fetch(&mut self, op: &str, old: bool, place: &Place, value: Val, span: Span) -> Option<Val> {
        let operator = operator(op)?;
        if place.ty.is_pointer() {
            let ty = place.ty.clone();
            return Some(self.unmodelled(
                "an atomic operation that moves a pointer",
                Vec::new(),
                &ty,
                span,
            ));
        }
        let value = self.convert(value, &place.ty, span);
        let value = self.kept(value, span);
        let ty = place.ty.plain().clone();
        let (before, after) = self.update(place, span, |this, old| {
            // Atomic arithmetic wraps (7.17.7.5).
            let wide = this.types.cell(&ty);
            let unsigned = match wide {
                Type::Int { bits, .. } => Type::Int { bits, signed: false },
                other => other,
            };
            let left = PExpr::Cut(unsigned, Box::new(old.expr));
            let right = PExpr::Cut(unsigned, Box::new(value.expr));
            let mut made =
                fold::typed(super::operator::program_op(operator), unsigned, left, right);
            if op == "nand" {
                let ones = PExpr::Operand(Operand::Int(fold::keep(-1, unsigned)));
                made = fold::typed(BinaryOp::BitXor, unsigned, made, ones);
            }
            Val { expr: PExpr::Cut(wide, Box::new(made)), ty: ty.clone() }
        });
        Some(if old { before } else { after })
    }

    /// The value before, and whether it was the expected one and so is replaced.
    fn swap(&mut self, place: &Place, expected: Val, desired: Val, span: Span) -> (Val, Val) {
        let expected = self.kept(expected, span);
        let desired = self.kept(desired, span);
        let equal = self.temp(Type::INT, span);
        let (statements, old) = self.collect(|this| {
            let old = this.load(place, span);
            let same = this.combine(Binary::Equal, old.clone(), expected, span);
            this.emit(StmtKind::Set(equal, same.expr), span);
            let (then, _) = this.collect(|this| this.store(place, desired, span));
            this.emit(
                StmtKind::If { condition: Operand::Var(equal), then, otherwise: Vec::new() },
                span,
            );
            old
        });
        self.emit(StmtKind::Atomic(statements), span);
        (old, Val::var(equal, Ty::INT))
    }

    fn compare_exchange(
        &mut self,
        place: &Place,
        expected: &Place,
        desired: Val,
        weak: bool,
        span: Span,
    ) -> Val {
        if weak {
            let text = "a weak compare-and-exchange fails only where the values differ";
            self.note("weak-exchange", text, span);
        }
        let wanted = self.load(expected, span);
        let (old, equal) = self.swap(place, wanted, desired, span);
        let (otherwise, _) = self.collect(|this| this.store(expected, old, span));
        let condition = self.operand(equal.clone(), span);
        self.emit(StmtKind::If { condition, then: Vec::new(), otherwise }, span);
        equal
    }
}

/// What a pointer points at.
fn pointee(pointer: Val) -> Option<Place> {
    let target = pointer.ty.target()?.clone();
    Some(Place::memory(pointer.expr, target))
}
