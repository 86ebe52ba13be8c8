//! Boxed numbers: how they are kept, and which of them are the same object (identity).

use trine_system as sys;
use trine_system::{BinaryOp, Width};

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult};
use super::eval::{Binding, Source, binary, equal, is_false};
use super::mutant::{Mutant, is_planted};
use super::step::opened;
use super::value::{Boxed, Target, Value};
use crate::program::*;

impl Builder<'_, '_> {
    /// A number as an object.
    pub fn boxed(&mut self, boxing: Boxing, number: Binding) -> Binding {
        let boxes = &self.facts.program.roles.boxes;
        let Some(kind) = boxes.iter().position(|known| known.class == boxing.class) else {
            return Binding::Static(Value::Opaque);
        };
        let cached = boxes[kind].cached;
        let kind = kind as u8;
        let mut boxing = boxing;
        if is_planted(Mutant::OneBoxPerNumber) {
            boxing.origin = 0;
        }
        match number {
            Binding::Static(Value::Int(number)) => {
                let has_one = cached.is_none_or(|(low, high)| (low..=high).contains(&number));
                let origin = if has_one && !boxing.fresh { 0 } else { boxing.origin };
                Binding::Static(Value::Boxed(Boxed { kind, origin, number }))
            }
            Binding::Static(_) => Binding::Static(Value::Opaque),
            Binding::Dynamic(number, _) => {
                let wide = |op, left, right| binary(op, Width::W64, left, right);
                let shift = sys::Expr::Const(sys::boxed::SHIFT);
                let high = wide(BinaryOp::ShiftLeft, number.clone(), shift);
                let origin = if boxing.fresh { boxing.origin } else { 0 };
                let tag = sys::Expr::Const(sys::boxed::tag(kind, origin));
                let mut boxed = wide(BinaryOp::BitOr, high, tag);
                if let (Some((low, high)), false) = (cached, boxing.fresh) {
                    let below = wide(BinaryOp::Less, number.clone(), sys::Expr::Const(low));
                    let above = wide(BinaryOp::Greater, number, sys::Expr::Const(high));
                    let outside = wide(BinaryOp::Or, below, above);
                    let own = sys::Expr::Const(i64::from(boxing.origin));
                    boxed = wide(BinaryOp::BitOr, boxed, wide(BinaryOp::Multiply, own, outside));
                }
                Binding::Dynamic(boxed, Some(Source::Number(kind)))
            }
        }
    }

    /// The classes of which a reference can be a box; none where it surely is one that all share.
    fn own_boxes(&self, val: &Binding) -> Vec<u8> {
        let kinds: Vec<u8> = match val {
            Binding::Static(Value::Boxed(Boxed { origin: 0, .. })) => Vec::new(),
            Binding::Static(Value::Boxed(boxed)) => vec![boxed.kind],
            Binding::Dynamic(_, Some(Source::Number(kind))) => vec![*kind],
            Binding::Dynamic(_, Some(Source::Held(holder))) => {
                let targets = self.facts.targets(*holder).into_iter();
                let kinds = targets.filter_map(|target| match target {
                    Target::Number(kind) => Some(kind),
                    _ => None,
                });
                kinds.collect()
            }
            _ => Vec::new(),
        };
        kinds
    }

    /// Whether two references can be boxes of one class and number of which nothing tells whether they are one
    /// object.
    pub fn may_be_equal_boxes(&self, left: &Binding, right: &Binding) -> bool {
        if let (Binding::Static(left), Binding::Static(right)) = (left, right) {
            return left == right && matches!(left, Value::Boxed(Boxed { origin: 1.., .. }));
        }
        let right = self.own_boxes(right);
        self.own_boxes(left).iter().any(|kind| right.contains(kind))
    }

    /// A comparison of references that may be boxes, where it stands alone: it is known in all states but those
    /// in which both are of one class, number and origin. None where it is known, or never.
    pub fn compare_boxes(
        &mut self,
        config: &AbstractState,
        var: VarId,
        expr: &Expr,
    ) -> Option<StepResult> {
        let Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), width, left, right) = expr
        else {
            return None;
        };
        let (left, right) = (self.eval(config, left), self.eval(config, right));
        if matches!((&left, &right), (Binding::Static(_), Binding::Static(_)))
            || !self.may_be_equal_boxes(&left, &right)
            || self.may_be_unknown(&left)
            || self.may_be_unknown(&right)
            || self.may_be_twins(&left, &right)
        {
            return None;
        }
        let wide = |op, left, right| binary(op, Width::W64, left, right);
        let (one, other) = (self.expr(&left), self.expr(&right));
        let same = wide(BinaryOp::Equal, one.clone(), other);
        let bits = |mask: i64| {
            let mask = sys::Expr::Const(mask);
            is_false(equal(wide(BinaryOp::BitAnd, one.clone(), mask), 0))
        };
        let own = wide(BinaryOp::And, bits(sys::boxed::MARK), bits(sys::boxed::ORIGIN));
        let unclear = wide(BinaryOp::And, same, own);
        let known = self.compared(*op, *width, left, right);
        let known = self.transition(config, Some(var), known).when(is_false(unclear.clone()));
        let opaque =
            self.transition(config, Some(var), Binding::Static(Value::Opaque)).when(unclear);
        Some(StepResult::Branch(config.clone(), opened(vec![known, opaque])))
    }
}
