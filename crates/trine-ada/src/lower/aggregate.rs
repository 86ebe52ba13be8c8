//! Aggregates of arrays: the bounds that they have by themselves, and their elements.

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, BinaryOp, Operand};

use super::array::of;
use super::expression::Value;
use super::lowering::Lowering;
use super::name::{binary, int};
use super::types::*;
use crate::syntax::*;

/// Aggregates are spelled out for up to this many elements.
const MOST: i64 = 10_000;

impl Lowering {
    /// The subtype that an aggregate without `others` has by itself, by its choices.
    fn aggregate_type(&mut self, parts: &[Arg], wanted: TypeId, span: Span) -> Option<TypeId> {
        let (index, element) = match self.types.kind(wanted).clone() {
            Kind::Array { indices, element } | Kind::Unconstrained { indices, element } => {
                let [index] = indices.as_slice() else { return None };
                (*index, element)
            }
            _ => return None,
        };
        let whole = match self.types.kind(self.types.base(wanted)).clone() {
            Kind::Unconstrained { indices, .. } => indices.first().copied().unwrap_or(index),
            _ => index,
        };
        let others = |choice: &Expr| matches!(choice.kind, ExprKind::Others);
        let (low, high) = if parts.iter().all(|part| part.choices.is_empty()) {
            // The first position is the first index of the subtype.
            let (low, _) = self.bounds_of_type(index)?;
            match low {
                Bound::Predefined(low) => {
                    (Bound::Predefined(low), Bound::Predefined(low + parts.len() as i64 - 1))
                }
                low => {
                    let first = self.bound_operand(low);
                    let last = binary(BinaryOp::Add, of(first), int(parts.len() as i64 - 1));
                    let last = self.operand(last, ir::Type::LONG);
                    (low, self.kept_here(last, self.types.base(index)))
                }
            }
        } else if let [Arg { choices, .. }] = parts
            && let [choice] = choices.as_slice()
            && !others(choice)
            && self.is_range(choice)
        {
            self.bounds_of(choice, Some(self.types.base(index)))?
        } else {
            let mut ends: Option<(i64, i64)> = None;
            for choice in parts.iter().flat_map(|part| &part.choices) {
                if others(choice) {
                    return None;
                }
                let (low, high) = self.choice_range(choice, index)?;
                if low <= high {
                    let (least, most) = ends.unwrap_or((low, high));
                    ends = Some((least.min(low), most.max(high)));
                }
            }
            let (low, high) = ends?;
            (Bound::Predefined(low), Bound::Predefined(high))
        };
        if let Some((least, most)) = self.bounds_of_type(whole) {
            self.inside(low, high, least, most, span);
        }
        let Kind::Discrete { modulus, literals, .. } = self.types.kind(index).clone() else {
            return None;
        };
        let index = self.types.like(index, Kind::Discrete { low, high, modulus, literals });
        let own = self.types.like(wanted, Kind::Array { indices: vec![index], element });
        self.types.all[own].shift = None;
        self.types.all[own].predicates = Default::default();
        Some(own)
    }

    /// The values that a choice of an aggregate means, where they are known.
    fn choice_range(&mut self, choice: &Expr, index: TypeId) -> Option<(i64, i64)> {
        if !self.is_range(choice) {
            let value = self.constant_of(choice, Some(index))?;
            return Some((value, value));
        }
        match self.bounds_of(choice, Some(index))? {
            (Bound::Predefined(low), Bound::Predefined(high)) => Some((low, high)),
            _ => None,
        }
    }

    /// An aggregate of an array with one dimension.
    pub fn array_aggregate(&mut self, parts: &[Arg], wanted: TypeId, span: Span) -> Value {
        let has_others = parts
            .iter()
            .any(|part| part.choices.iter().any(|c| matches!(c.kind, ExprKind::Others)));
        let own = match has_others {
            true => Some(wanted),
            false => self.aggregate_type(parts, wanted, span),
        };
        let Some(own) = own else {
            return self.unknown(
                "an aggregate with choices that are not known",
                span,
                Some(wanted),
            );
        };
        let Kind::Array { indices, element } = self.types.kind(own).clone() else {
            return self.unknown("an aggregate with `others` and no bounds", span, Some(wanted));
        };
        let ty = match self.types.known_range(indices[0]) {
            Some(range) => match self.types.kind(wanted) {
                Kind::Array { indices, .. }
                    if self.types.known_range(indices[0]) == Some(range) =>
                {
                    wanted
                }
                _ => own,
            },
            None => own,
        };
        let array = self.created(ty, &[], span);
        self.fill_array(array, ty, indices[0], element, parts, span);
        Value::new(ir::Expr::Operand(array), ty)
    }

    fn fill_array(
        &mut self,
        array: Operand,
        ty: TypeId,
        index: TypeId,
        element: TypeId,
        parts: &[Arg],
        span: Span,
    ) {
        let boxed = |value: &Expr| matches!(value.kind, ExprKind::Box);
        // One value for all of them.
        if let [Arg { choices, value }] = parts
            && let [choice] = choices.as_slice()
            && (matches!(choice.kind, ExprKind::Others) || self.is_range(choice))
        {
            if !boxed(value) {
                let value = value.clone();
                self.each_place(array, ty, &mut |this, place| {
                    let value = this.component_value(&value, element);
                    this.emit(ir::StmtKind::Store(Access::Element(array, place), value));
                });
            }
            return;
        }
        let Some((low, high)) = self.types.known_range(index) else {
            return self.fill_positions(array, ty, element, parts);
        };
        if high.saturating_sub(low) > MOST {
            return self.leave_out("an aggregate with more than 10,000 elements is not modelled");
        }
        let Some(offset) = self.offset(ty).map(|offset| low - offset) else {
            return self.leave_out("an aggregate of this subtype is not modelled");
        };
        let mut given = vec![false; usize::try_from(high - low + 1).unwrap_or(0)];
        for (number, part) in parts.iter().enumerate() {
            let mut meant = Vec::new();
            if part.choices.is_empty() {
                meant.push(low + number as i64);
            }
            for choice in &part.choices {
                if matches!(choice.kind, ExprKind::Others) {
                    let left = given.iter().enumerate().filter(|(_, given)| !**given);
                    meant.extend(left.map(|(number, _)| low + number as i64));
                } else if let Some((from, to)) = self.choice_range(choice, index) {
                    if from <= to && (from < low || to > high) {
                        return self.raise_at(span);
                    }
                    meant.extend(from..=to);
                } else {
                    return self.leave_out("an aggregate with choices that are not known");
                }
            }
            for place in meant {
                let Some(given) =
                    usize::try_from(place - low).ok().and_then(|at| given.get_mut(at))
                else {
                    return self.raise_at(span);
                };
                if *given {
                    return self.error("an element has two values here", part.value.span);
                }
                *given = true;
                if boxed(&part.value) {
                    continue;
                }
                let value = self.component_value(&part.value, element);
                let place = Operand::Int(place - offset);
                self.emit(ir::StmtKind::Store(Access::Element(array, place), value));
            }
        }
        if given.iter().any(|given| !given) {
            self.error("an element has no value here", span);
        }
    }

    /// Values one after the other, for bounds that only the program knows.
    fn fill_positions(&mut self, array: Operand, ty: TypeId, element: TypeId, parts: &[Arg]) {
        if parts.iter().any(|part| !part.choices.is_empty()) {
            return self.leave_out("an aggregate with bounds that are not known");
        }
        let first = self.first_place(ty);
        for (number, part) in parts.iter().enumerate() {
            let value = self.component_value(&part.value, element);
            let place = binary(BinaryOp::Add, of(first), int(number as i64));
            let place = self.operand(place, ir::Type::LONG);
            self.emit(ir::StmtKind::Store(Access::Element(array, place), value));
        }
    }

    /// A string literal where an array of characters is expected.
    pub fn text_array(&mut self, text: &str, wanted: TypeId, span: Span) -> Value {
        let parts: Vec<Arg> = text
            .chars()
            .map(|character| Arg {
                choices: Vec::new(),
                value: Expr { kind: ExprKind::Character(character), span },
            })
            .collect();
        self.array_aggregate(&parts, wanted, span)
    }
}
