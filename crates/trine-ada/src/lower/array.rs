//! Arrays: where their elements are kept, parts of them, and how they are compared in length and copied.
//!
//! A value of an array type is an array of the program, with a type that tells its bounds. Element `i` is at `i`
//! minus the shift of that type, so that a slice or a parameter is the same array seen through another type.

use trine_base::Span;
use trine_program as ir;
use trine_program::{Access, BinaryOp, Operand};

use super::entity::{Object, Storage};
use super::expression::Value;
use super::lowering::Lowering;
use super::name::{Place, SMALL, binary, int};
use super::types::*;
use crate::syntax::*;

/// Arrays of up to this many elements are filled one by one, without a loop.
const FEW: i64 = 64;

impl Lowering {
    /// What is subtracted from an index of an array with one dimension: small lower bounds leave the first
    /// places empty, so that elements have the numbers that people gave them.
    pub fn shift_of(&self, ty: TypeId) -> Bound {
        if let Some(shift) = self.types.all[ty].shift {
            return shift;
        }
        let low = match self.types.kind(ty) {
            Kind::Array { indices, .. } => {
                indices.first().and_then(|index| self.bounds_of_type(*index)).map(|(low, _)| low)
            }
            _ => None,
        };
        usual_shift(low.unwrap_or(Bound::Predefined(0)))
    }

    /// Where the first element is, if that is known.
    pub fn offset(&self, ty: TypeId) -> Option<i64> {
        let Kind::Array { indices, .. } = self.types.kind(ty) else { return None };
        let (low, _) = self.bounds_of_type(*indices.first()?)?;
        match (low, self.types.all[ty].shift) {
            (Bound::Predefined(low), Some(Bound::Predefined(shift))) => Some(low - shift),
            (Bound::Predefined(low), None) if (0..=SMALL).contains(&low) => Some(low),
            (_, None) => Some(0),
            _ => None,
        }
    }

    /// Whether the same elements are at the same places.
    fn same_layout(&self, one: TypeId, other: TypeId) -> bool {
        let (Kind::Array { indices, .. }, Kind::Array { indices: others, .. }) =
            (self.types.kind(one), self.types.kind(other))
        else {
            return false;
        };
        if let ([_], [_]) = (indices.as_slice(), others.as_slice()) {
            return self.offset(one).is_some() && self.offset(one) == self.offset(other);
        }
        indices.len() == others.len()
            && indices.iter().zip(others).all(|(one, other)| {
                one == other
                    || matches!(
                        (self.types.known_range(*one), self.types.known_range(*other)),
                        (Some(one), Some(other)) if one == other
                    )
            })
    }

    /// The element that an index of an array with one dimension means.
    pub fn position_in(&mut self, ty: TypeId, index: Operand) -> ir::Expr {
        let shift = self.shift_of(ty);
        shifted(self.bound_operand(shift), index)
    }

    /// The place of the first element, as something to compute with.
    pub fn first_place(&mut self, ty: TypeId) -> Operand {
        if let Some(offset) = self.offset(ty) {
            return Operand::Int(offset);
        }
        let Some((low, _)) = self.array_bounds(ty) else {
            self.leave_out("an array whose index type is not known is not modelled");
            return Operand::Int(0);
        };
        let low = self.bound_operand(low);
        let at = self.position_in(ty, low);
        self.operand(at, ir::Type::LONG)
    }

    fn array_bounds(&self, ty: TypeId) -> Option<(Bound, Bound)> {
        match self.types.kind(ty) {
            Kind::Array { indices, .. } => self.bounds_of_type(*indices.first()?),
            _ => None,
        }
    }

    /// A part of an array: the same array, with other bounds. One that is not empty lies inside.
    pub fn slice(&mut self, prefix: &Expr, range: &Expr) -> Option<Value> {
        let ty = self.type_of(prefix)?;
        if !matches!(self.types.kind(self.designated(ty)), Kind::Array { indices, .. } if indices.len() == 1)
        {
            return None;
        }
        let array = self.value(prefix, None);
        let of = self.designated(array.ty);
        let Kind::Array { indices, element } = self.types.kind(of).clone() else { return None };
        let index = *indices.first()?;
        let (least, most) = self.bounds_of_type(index)?;
        let (low, high) = self.bounds_of(range, Some(self.types.base(index)))?;
        self.inside(low, high, least, most, range.span);
        let Kind::Discrete { modulus, literals, .. } = self.types.kind(index).clone() else {
            return None;
        };
        let index = self.types.like(index, Kind::Discrete { low, high, modulus, literals });
        let shift = self.shift_of(of);
        let part = self.types.like(of, Kind::Array { indices: vec![index], element });
        self.types.all[part].shift = Some(shift);
        Some(Value::new(array.expr, part))
    }

    /// Whether an argument in parentheses is a range: of a slice.
    pub fn is_range(&self, argument: &Expr) -> bool {
        match &argument.kind {
            ExprKind::Range(..) | ExprKind::Constrained(..) => true,
            ExprKind::Attribute(_, word, _) => word.key == "range",
            ExprKind::Name(_) | ExprKind::Selected(..) => self.type_named(argument).is_some(),
            _ => false,
        }
    }

    /// A subtype whose bounds depend on discriminants, for one object.
    pub fn resolved(&mut self, ty: TypeId, record: Operand, parts: &[RecordField]) -> TypeId {
        let own = |bound: &Bound| matches!(bound, Bound::Own(_));
        match self.types.kind(ty).clone() {
            Kind::Array { indices, element } => {
                let depends = indices.iter().any(|index| {
                    self.bounds_of_type(*index).is_some_and(|(low, high)| own(&low) || own(&high))
                });
                if !depends {
                    return ty;
                }
                let mut all = Vec::new();
                for index in indices {
                    let Kind::Discrete { low, high, modulus, literals } =
                        self.types.kind(index).clone()
                    else {
                        continue;
                    };
                    let low = self.resolved_bound(low, record, parts);
                    let high = self.resolved_bound(high, record, parts);
                    all.push(
                        self.types.like(index, Kind::Discrete { low, high, modulus, literals }),
                    );
                }
                self.types.like(ty, Kind::Array { indices: all, element })
            }
            kind => {
                let Some(bounds) = self.types.all[ty].discriminants.clone() else { return ty };
                if !bounds.iter().any(own) {
                    return ty;
                }
                let bounds = bounds
                    .iter()
                    .map(|bound| self.resolved_bound(*bound, record, parts))
                    .collect::<Vec<Bound>>();
                let ty = self.types.like(ty, kind);
                self.types.all[ty].discriminants = Some(bounds.into());
                ty
            }
        }
    }

    fn resolved_bound(&mut self, bound: Bound, record: Operand, parts: &[RecordField]) -> Bound {
        let (Bound::Own(number), ty) = (bound, |part: &RecordField| part.ty) else { return bound };
        let Some(part) = parts.get(number).cloned() else { return bound };
        let kept = self.types.ir(ty(&part));
        let value = self.load(Access::Field(record, part.field), kept);
        self.kept_here(value, part.ty)
    }

    /// A bound that is a variable of the present body.
    pub fn kept_here(&mut self, value: Operand, ty: TypeId) -> Bound {
        if let Operand::Int(value) = value {
            return Bound::Predefined(value);
        }
        let var = match value {
            Operand::Var(var) if self.code.vars[var].temporary => var,
            other => {
                let var = self.temp(self.types.ir(ty));
                self.emit(ir::StmtKind::Set(var, ir::Expr::Operand(other)));
                var
            }
        };
        let (storage, frame) = (Storage::Var(var), self.code.frame);
        let name = "bound".to_string();
        let object = Object { name, ty, storage, value: None, frame, span: None };
        self.types.kept.push(object.into());
        Bound::Kept(self.types.kept.len() - 1)
    }

    /// Two arrays have as many elements in each dimension: Constraint_Error where they have not.
    pub fn same_length(&mut self, one: TypeId, other: TypeId, span: Span) {
        let (Kind::Array { indices, .. }, Kind::Array { indices: others, .. }) =
            (self.types.kind(one).clone(), self.types.kind(other).clone())
        else {
            return;
        };
        for (one, other) in indices.into_iter().zip(others) {
            if one == other {
                continue;
            }
            if let (Some(one), Some(other)) =
                (self.types.known_range(one), self.types.known_range(other))
            {
                let length =
                    |(low, high): (i64, i64)| (i128::from(high) - i128::from(low) + 1).max(0);
                if length(one) != length(other) {
                    self.raise_at(span);
                }
                continue;
            }
            let (Some(one), Some(other)) = (self.bounds_of_type(one), self.bounds_of_type(other))
            else {
                continue;
            };
            let before = self.code.span.replace(span);
            let gap = |this: &mut Lowering, (low, high): (Bound, Bound)| {
                let (low, high) = (this.bound_operand(low), this.bound_operand(high));
                let gap = binary(BinaryOp::Subtract, of(high), of(low));
                this.operand(gap, ir::Type::LONG)
            };
            let (one, other) = (gap(self, one), gap(self, other));
            let same = binary(BinaryOp::Equal, of(one), of(other));
            let empty = |gap: Operand| binary(BinaryOp::Less, of(gap), int(0));
            let both = binary(BinaryOp::And, empty(one), empty(other));
            self.require(binary(BinaryOp::Or, same, both), self.predefined.constraint_error);
            self.code.span = before;
        }
    }

    /// Two arrays have the same bounds: Constraint_Error where they have not.
    pub fn same_bounds(&mut self, one: TypeId, other: TypeId, span: Span) {
        let (Kind::Array { indices, .. }, Kind::Array { indices: others, .. }) =
            (self.types.kind(one).clone(), self.types.kind(other).clone())
        else {
            return self.leave_out("a check of the bounds of this array is not modelled");
        };
        for (one, other) in indices.into_iter().zip(others) {
            let (Some(one), Some(other)) = (self.bounds_of_type(one), self.bounds_of_type(other))
            else {
                continue;
            };
            for (one, other) in [(one.0, other.0), (one.1, other.1)] {
                if let (Bound::Predefined(one), Bound::Predefined(other)) = (one, other) {
                    if one != other {
                        self.raise_at(span);
                    }
                    continue;
                }
                let before = self.code.span.replace(span);
                let (one, other) = (self.bound_operand(one), self.bound_operand(other));
                let same = binary(BinaryOp::Equal, of(one), of(other));
                self.require(same, self.predefined.constraint_error);
                self.code.span = before;
            }
        }
    }

    /// An array that is to belong to a subtype: as many elements, and at the places of the subtype.
    pub fn fit_array(&mut self, value: Value, ty: TypeId, span: Span) -> ir::Expr {
        if value.ty == ty {
            return value.expr;
        }
        if let Kind::Text | Kind::Unconstrained { .. } = self.types.kind(value.ty) {
            self.leave_out("the length of this array is not modelled");
            return value.expr;
        }
        if !matches!(self.types.kind(value.ty), Kind::Array { .. }) {
            return value.expr;
        }
        self.same_length(value.ty, ty, span);
        if self.same_layout(value.ty, ty) {
            return value.expr;
        }
        let from = self.operand(value.expr, ir::Type::Reference);
        let into = self.created(ty, &[], span);
        self.copy_array(into, ty, from, value.ty);
        ir::Expr::Operand(into)
    }

    /// Whether a variable of one array type can be passed where the other is expected.
    pub fn passes_unchanged(&self, own: TypeId, expected: TypeId) -> bool {
        match self.types.kind(expected) {
            Kind::Array { .. } => own == expected || self.same_layout(own, expected),
            _ => true,
        }
    }

    /// A fresh object with the same value.
    pub fn copied(&mut self, value: Value, span: Span) -> Value {
        if self.is_class_wide(value.ty) {
            return self.copied_class(value, span);
        }
        let from = self.operand(value.expr, ir::Type::Reference);
        let mut ty = value.ty;
        if self.types.all[ty].shift.is_some() {
            ty = self.types.like(ty, self.types.kind(ty).clone());
            self.types.all[ty].shift = None;
        }
        if !matches!(self.types.kind(ty), Kind::Array { .. } | Kind::Record { .. }) {
            self.leave_out("a copy of this is not modelled");
            return Value::new(ir::Expr::Operand(from), value.ty);
        }
        let into = self.created(ty, &[], span);
        match self.types.kind(ty) {
            Kind::Array { .. } => self.copy_array(into, ty, from, value.ty),
            _ => self.copy(into, from, ty),
        }
        Value::new(ir::Expr::Operand(into), ty)
    }

    /// Copies the elements of an array to one that has as many.
    pub fn copy_array(&mut self, into: Operand, ty: TypeId, from: Operand, of_from: TypeId) {
        let Kind::Array { indices, element } = self.types.kind(ty).clone() else {
            return self.leave_out("an array whose bounds are not known is not modelled");
        };
        if indices.len() > 1 || (self.same_layout(ty, of_from) && !self.is_view(ty)) {
            if !self.same_layout(ty, of_from) {
                return self.leave_out("an assignment of these arrays is not modelled");
            }
            return self.each_place(into, ty, &mut |this, place| {
                this.copy_element(into, place, from, place, element);
            });
        }
        // Parts of one array may overlap: what is read is kept before anything is written.
        let (mut from, mut of_from) = (from, of_from);
        if self.is_view(ty) && self.is_view(of_from) {
            let read = Value::new(ir::Expr::Operand(from), of_from);
            let span = self.code.span.unwrap_or(Span::new(trine_base::FileId(0), 0, 0));
            let kept = self.copied(read, span);
            of_from = kept.ty;
            from = self.operand(kept.expr, ir::Type::Reference);
        }
        let (to, source) = (self.first_place(ty), self.first_place(of_from));
        let count = self.count_of(ty);
        self.count_up(count, &mut |this, number| {
            let at = |first: Operand| match (first, number) {
                (Operand::Int(first), Operand::Int(number)) => int(first + number),
                _ => binary(BinaryOp::Add, of(first), of(number)),
            };
            let to = this.operand(at(to), ir::Type::LONG);
            let source = this.operand(at(source), ir::Type::LONG);
            this.copy_element(into, to, from, source, element);
        });
    }

    /// A part of another array, or the parameter of a body.
    fn is_view(&self, ty: TypeId) -> bool {
        self.types.all[ty].shift.is_some()
    }

    fn copy_element(
        &mut self,
        into: Operand,
        to: Operand,
        from: Operand,
        source: Operand,
        element: TypeId,
    ) {
        let kept = self.types.ir(element);
        let value = self.load(Access::Element(from, source), kept);
        if self.types.is_scalar(element) {
            return self.emit(ir::StmtKind::Store(Access::Element(into, to), value));
        }
        let target = self.load(Access::Element(into, to), kept);
        self.copy(target, value, element);
    }

    /// How many elements an array with one dimension has.
    pub fn count_of(&mut self, ty: TypeId) -> Operand {
        let Some((low, high)) = self.array_bounds(ty) else {
            self.leave_out("an array whose index type is not known is not modelled");
            return Operand::Int(0);
        };
        if let (Bound::Predefined(low), Bound::Predefined(high)) = (low, high) {
            return Operand::Int(high.saturating_sub(low).saturating_add(1).max(0));
        }
        let (low, high) = (self.bound_operand(low), self.bound_operand(high));
        let gap = binary(BinaryOp::Subtract, of(high), of(low));
        self.operand(binary(BinaryOp::Add, gap, int(1)), ir::Type::LONG)
    }

    /// Does something for each number from 0 to below a count.
    pub fn count_up(&mut self, count: Operand, act: &mut dyn FnMut(&mut Lowering, Operand)) {
        if let Operand::Int(count @ ..=FEW) = count {
            for number in 0..count {
                act(self, Operand::Int(number));
            }
            return;
        }
        let at = self.temp(ir::Type::LONG);
        self.emit(ir::StmtKind::Set(at, int(0)));
        let id = self.fresh_block();
        let body = self.block(|this| {
            let inside = binary(BinaryOp::Less, of(Operand::Var(at)), of(count));
            let condition = this.operand(inside, ir::Type::Bool);
            let otherwise = this.block(|this| this.emit(ir::StmtKind::Break(id)));
            this.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
            act(this, Operand::Var(at));
        });
        let update = self.block(|this| {
            let next = binary(BinaryOp::Add, of(Operand::Var(at)), int(1));
            this.emit(ir::StmtKind::Set(at, next));
        });
        self.emit(ir::StmtKind::Loop { id, body, update });
    }

    /// Does something for every place of an array that an index can mean.
    pub fn each_place(
        &mut self,
        array: Operand,
        ty: TypeId,
        act: &mut dyn FnMut(&mut Lowering, Operand),
    ) {
        let Kind::Array { indices, .. } = self.types.kind(ty).clone() else {
            return self.leave_out("an array whose bounds are not known is not modelled");
        };
        if let [_] = indices.as_slice() {
            let first = self.first_place(ty);
            let count = self.count_of(ty);
            return self.count_up(count, &mut |this, number| match (first, number) {
                (Operand::Int(0), number) => act(this, number),
                (Operand::Int(first), Operand::Int(number)) => {
                    act(this, Operand::Int(first + number))
                }
                _ => {
                    let place = binary(BinaryOp::Add, of(first), of(number));
                    let place = this.operand(place, ir::Type::LONG);
                    act(this, place);
                }
            });
        }
        let known: Option<Vec<(i64, i64)>> =
            indices.iter().map(|index| self.types.known_range(*index)).collect();
        if let Some(places) = known.and_then(|ranges| places(&ranges)) {
            for place in places {
                act(self, Operand::Int(place));
            }
            return;
        }
        let length = self.temp(ir::Type::INT);
        self.emit(ir::StmtKind::Length(length, array));
        self.count_up(Operand::Var(length), act);
    }

    /// The array that an expression names, as a place: assignments to it copy elements.
    pub fn slice_place(&mut self, prefix: &Expr, range: &Expr) -> Option<(Place, TypeId)> {
        let value = self.slice(prefix, range)?;
        let var = self.temp(ir::Type::Reference);
        self.emit(ir::StmtKind::Set(var, value.expr));
        Some((Place::Var(var), value.ty))
    }
}

/// An operand as an expression.
pub fn of(operand: Operand) -> ir::Expr {
    ir::Expr::Operand(operand)
}

fn usual_shift(low: Bound) -> Bound {
    match low {
        Bound::Predefined(low) if (0..=SMALL).contains(&low) => Bound::Predefined(0),
        low => low,
    }
}

fn shifted(shift: Operand, index: Operand) -> ir::Expr {
    match (index, shift) {
        (index, Operand::Int(0)) => of(index),
        (Operand::Int(index), Operand::Int(shift)) => int(index.saturating_sub(shift)),
        _ => binary(BinaryOp::Subtract, of(index), of(shift)),
    }
}

/// The places that the values of some indices mean, where they are few.
fn places(ranges: &[(i64, i64)]) -> Option<Vec<i64>> {
    let mut found = vec![0i64];
    for (low, high) in ranges {
        let offset = if (0..=SMALL).contains(low) { 0 } else { *low };
        let extent = high.saturating_sub(offset).saturating_add(1).max(0);
        let count = high.saturating_sub(*low).saturating_add(1).max(0);
        if count.saturating_mul(found.len() as i64) > FEW {
            return None;
        }
        found = found
            .iter()
            .flat_map(|row| (*low..=*high).map(move |index| row * extent + index - offset))
            .collect();
    }
    Some(found)
}
