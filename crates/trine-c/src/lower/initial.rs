//! Initialisers (C11 6.7.9): flattened to offsets, types and expressions, with designators and left-out braces.

use trine_base::Span;
use trine_program::{Expr as PExpr, Initial, Operand, StmtKind, Type, Unit};

use super::body::Val;
use super::place::{Place, PlaceKind};
use super::{Lowering, fold};
use crate::syntax::*;
use crate::types::{Bits, Int, Length, RecordId, Ty};

/// A part of an object, and what it starts with.
pub(super) struct Part<'i> {
    pub offset: u64,
    pub ty: Ty,
    pub bits: Option<Bits>,
    pub value: PartValue<'i>,
}

pub(super) enum PartValue<'i> {
    Expr(&'i Expr),
    /// A character of a string.
    Unit(u32, Span),
}

/// Initialisers with more parts than this are not followed.
const MOST_PARTS: usize = 100_000;

impl Lowering {
    /// How many elements an initialiser gives an array.
    pub(super) fn initialized_length(&mut self, element: &Ty, given: &Initializer) -> u64 {
        let mut parts = Vec::new();
        let ty = Ty::Array(element.clone().into(), Length::Unknown);
        self.flatten(&ty, given, 0, &mut parts)
    }

    /// Takes an initialiser apart; for an array, how many elements it has.
    pub(super) fn flatten<'i>(
        &mut self,
        ty: &Ty,
        given: &'i Initializer,
        offset: u64,
        parts: &mut Vec<Part<'i>>,
    ) -> u64 {
        if parts.len() > MOST_PARTS {
            return 0;
        }
        match (ty.plain(), given) {
            (Ty::Array(element, length), Initializer::Expr(expr)) => {
                self.flatten_text(element, *length, expr, offset, parts)
            }
            (Ty::Array(element, length), Initializer::List(items, _)) => {
                // A string in braces.
                if let [(designators, Initializer::Expr(expr))] = items.as_slice()
                    && designators.is_empty()
                    && matches!(expr.kind, ExprKind::Text(..))
                    && element.is_integer()
                {
                    return self.flatten_text(element, *length, expr, offset, parts);
                }
                let mut at = 0;
                self.flatten_list(ty, items, &mut at, offset, true, parts)
            }
            (Ty::Record(_), Initializer::List(items, _)) => {
                let mut at = 0;
                self.flatten_list(ty, items, &mut at, offset, true, parts)
            }
            (_, Initializer::Expr(expr)) => {
                let value = PartValue::Expr(expr);
                parts.push(Part { offset, ty: ty.clone(), bits: None, value });
                1
            }
            (_, Initializer::List(items, span)) => match items.first() {
                Some((_, first)) => self.flatten(ty, first, offset, parts),
                None => {
                    parts.push(Part {
                        offset,
                        ty: ty.clone(),
                        bits: None,
                        value: PartValue::Unit(0, *span),
                    });
                    1
                }
            },
        }
    }

    fn flatten_text<'i>(
        &mut self,
        element: &Ty,
        length: Length,
        expr: &'i Expr,
        offset: u64,
        parts: &mut Vec<Part<'i>>,
    ) -> u64 {
        let ExprKind::Text(units, _) = &expr.kind else {
            self.error("an array starts with a list or a string", expr.span);
            return 0;
        };
        let size = self.types.size(element).unwrap_or(1);
        let room = match length {
            Length::Known(count) => count,
            _ => units.len() as u64 + 1,
        };
        for (at, unit) in units.iter().chain([&0]).enumerate().take(room as usize) {
            let offset = offset + at as u64 * size;
            let value = PartValue::Unit(*unit, expr.span);
            parts.push(Part { offset, ty: element.clone(), bits: None, value });
        }
        room
    }

    /// The items of a list, for the parts of one array or record, from `at` on. `braced`: the list is that of this
    /// very object.
    fn flatten_list<'i>(
        &mut self,
        ty: &Ty,
        items: &'i [(Vec<Designator>, Initializer)],
        at: &mut usize,
        offset: u64,
        braced: bool,
        parts: &mut Vec<Part<'i>>,
    ) -> u64 {
        let (mut index, mut most) = (0u64, 0u64);
        while let Some((designators, given)) = items.get(*at) {
            if parts.len() > MOST_PARTS {
                break;
            }
            if let Some(first) = designators.first() {
                if !braced {
                    break;
                }
                *at += 1;
                let Some((low, high)) = self.designated(ty, first) else { continue };
                for position in low..=high.min(low.saturating_add(MOST_PARTS as u64)) {
                    if let Some((part, place, bits)) = self.part(ty, position) {
                        let rest = self.designators_left(ty, position, designators);
                        self.flatten_designated(&part, rest, given, offset + place, bits, parts);
                    }
                }
                index = high + 1;
                most = most.max(index);
                continue;
            }
            let Some((part, place, bits)) = self.part(ty, index) else {
                if braced {
                    // Further items are ignored, as gcc does with a warning.
                    *at += 1;
                    continue;
                }
                break;
            };
            self.flatten_item(&part, bits, items, at, offset + place, given, parts);
            index += 1;
            most = most.max(index);
            if matches!(ty.plain(), Ty::Record(id) if self.types.records[id.0].union) {
                index = u64::MAX;
            }
        }
        most
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one item, where it goes, and what comes after it"
    )]
    fn flatten_item<'i>(
        &mut self,
        part: &Ty,
        bits: Option<Bits>,
        items: &'i [(Vec<Designator>, Initializer)],
        at: &mut usize,
        offset: u64,
        given: &'i Initializer,
        parts: &mut Vec<Part<'i>>,
    ) {
        let aggregate = matches!(part.plain(), Ty::Array(..) | Ty::Record(_));
        match given {
            Initializer::Expr(expr) if aggregate => {
                let text = matches!(expr.kind, ExprKind::Text(..))
                    && part.target().is_some_and(Ty::is_integer)
                    && matches!(part.plain(), Ty::Array(..));
                if text {
                    *at += 1;
                    self.flatten(part, given, offset, parts);
                } else if part.is_record() && self.is_record_value(expr) {
                    *at += 1;
                    let value = PartValue::Expr(expr);
                    parts.push(Part { offset, ty: part.clone(), bits: None, value });
                } else {
                    let before = *at;
                    self.flatten_list(part, items, at, offset, false, parts);
                    // An empty part takes nothing.
                    if *at == before && self.types.size(part) != Some(0) {
                        *at += 1;
                    }
                }
            }
            Initializer::Expr(expr) => {
                *at += 1;
                parts.push(Part { offset, ty: part.clone(), bits, value: PartValue::Expr(expr) });
            }
            Initializer::List(..) => {
                *at += 1;
                self.flatten(part, given, offset, parts);
            }
        }
    }

    fn is_record_value(&mut self, expr: &Expr) -> bool {
        if matches!(expr.kind, ExprKind::Number(_) | ExprKind::Character(_) | ExprKind::Text(..)) {
            return false;
        }
        self.type_of(expr).is_record()
    }

    /// The positions that a designator names.
    fn designated(&mut self, ty: &Ty, designator: &Designator) -> Option<(u64, u64)> {
        match (ty.plain(), designator) {
            (Ty::Record(id), Designator::Member(name, span)) => {
                let position = self.member_position(*id, name);
                if position.is_none() {
                    let record = self.types.name(ty);
                    self.error(format!("{record} has no member `{name}`"), *span);
                }
                position.map(|position| (position, position))
            }
            (Ty::Array(..), Designator::Index(index)) => {
                let index = u64::try_from(self.constant_or_error(index)).ok()?;
                Some((index, index))
            }
            (Ty::Array(..), Designator::Range(low, high)) => {
                let low = u64::try_from(self.constant_or_error(low)).ok()?;
                let high = u64::try_from(self.constant_or_error(high)).ok()?;
                Some((low, high))
            }
            (_, Designator::Member(_, span)) => {
                self.error("this is no struct or union", *span);
                None
            }
            (_, Designator::Index(index) | Designator::Range(index, _)) => {
                self.error("this is no array", index.span);
                None
            }
        }
    }

    /// The position of the member that has a name, or has it inside.
    fn member_position(&self, record: RecordId, name: &str) -> Option<u64> {
        let members = &self.types.records[record.0].members;
        let has = |member: &crate::types::Member| match &member.name {
            Some(known) => &**known == name,
            None => match member.ty.plain() {
                Ty::Record(inner) => self.types.member(*inner, name).is_some(),
                _ => false,
            },
        };
        members.iter().position(has).map(|position| position as u64)
    }

    /// What is left of designators inside of a part. A member of a member without a name is designated once more there.
    fn designators_left<'d>(
        &self,
        ty: &Ty,
        position: u64,
        designators: &'d [Designator],
    ) -> &'d [Designator] {
        if let (Ty::Record(id), Some(Designator::Member(..))) = (ty.plain(), designators.first())
            && let Some(member) = self.types.records[id.0].members.get(position as usize)
            && member.name.is_none()
        {
            return designators;
        }
        &designators[1..]
    }

    /// What stands at a position of an array or record: type, offset, and place of a bit field.
    fn part(&self, ty: &Ty, position: u64) -> Option<(Ty, u64, Option<Bits>)> {
        match ty.plain() {
            Ty::Array(element, length) => {
                let inside = match length {
                    Length::Known(count) => position < *count,
                    _ => true,
                };
                let offset = self.types.size(element)?.checked_mul(position)?;
                inside.then(|| ((**element).clone(), offset, None))
            }
            Ty::Record(id) => {
                let member =
                    self.types.records[id.0].members.get(usize::try_from(position).ok()?)?;
                Some((member.ty.clone(), member.offset, member.bits))
            }
            _ => (position == 0).then(|| (ty.clone(), 0, None)),
        }
    }

    fn flatten_designated<'i>(
        &mut self,
        ty: &Ty,
        rest: &[Designator],
        given: &'i Initializer,
        offset: u64,
        bits: Option<Bits>,
        parts: &mut Vec<Part<'i>>,
    ) {
        let Some(first) = rest.first() else {
            match given {
                Initializer::Expr(expr) if !matches!(ty.plain(), Ty::Array(..)) => {
                    parts.push(Part { offset, ty: ty.clone(), bits, value: PartValue::Expr(expr) });
                }
                _ => {
                    self.flatten(ty, given, offset, parts);
                }
            }
            return;
        };
        let Some((low, high)) = self.designated(ty, first) else { return };
        for position in low..=high.min(low.saturating_add(MOST_PARTS as u64)) {
            if let Some((part, place, bits)) = self.part(ty, position) {
                let after = self.designators_left(ty, position, rest);
                self.flatten_designated(&part, after, given, offset + place, bits, parts);
            }
        }
    }

    /// What a global holds at first.
    pub(super) fn static_initial(&mut self, ty: &Ty, given: &Initializer) -> Vec<Initial> {
        let mut parts = Vec::new();
        self.flatten(ty, given, 0, &mut parts);
        let mut initial: Vec<Initial> = Vec::new();
        for part in &parts {
            let (value, span) = match &part.value {
                PartValue::Unit(unit, span) => (Val::int(i64::from(*unit), Ty::INT), *span),
                PartValue::Expr(expr) => {
                    let (value, pure) = self.apart(|this| {
                        let value = this.value(expr);
                        if part.ty.is_record() {
                            value
                        } else {
                            this.convert(value, &part.ty, expr.span)
                        }
                    });
                    if !pure || part.ty.is_record() {
                        self.error("what a static object starts with is no constant", expr.span);
                        continue;
                    }
                    (value, expr.span)
                }
            };
            if let Some(bits) = part.bits {
                self.add_bits(&mut initial, part.offset, bits, value.constant().unwrap_or(0));
                continue;
            }
            match constant_part(&value.expr) {
                Some((value, plus)) => {
                    let unit = self.types.unit(&part.ty);
                    let value = match value {
                        Operand::Int(number) => Operand::Int(fold::keep(number, unit.ty)),
                        other => other,
                    };
                    initial.retain(|other| other.at != part.offset);
                    initial.push(Initial { at: part.offset, unit, value, plus });
                }
                None => self.error("what a static object starts with is no constant", span),
            }
        }
        initial.retain(|part| {
            let zero = matches!(part.value, Operand::Int(0) | Operand::Null | Operand::Float(0));
            !(zero && part.plus == 0)
        });
        initial
    }

    fn add_bits(&self, initial: &mut Vec<Initial>, at: u64, bits: Bits, number: i64) {
        let mask = if bits.width >= 64 { -1 } else { (1i64 << bits.width) - 1 };
        let number = (number & mask) << bits.shift;
        let ty = Type::Int { bits: 8 * bits.unit, signed: false };
        if let Some(known) = initial.iter_mut().find(|known| known.at == at) {
            if let Operand::Int(before) = known.value {
                known.value = Operand::Int(before | number);
            }
            return;
        }
        let unit = Unit { ty, bytes: bits.unit };
        initial.push(Initial { at, unit, value: Operand::Int(number), plus: 0 });
    }

    /// Gives a local object its first value. `zeroed`: it holds zeros so far.
    pub(super) fn initialize(&mut self, base: Operand, ty: &Ty, given: &Initializer, zeroed: bool) {
        let mut parts = Vec::new();
        self.flatten(ty, given, 0, &mut parts);
        for part in parts {
            let (value, span) = match part.value {
                PartValue::Unit(unit, span) => (Val::int(i64::from(unit), Ty::Int(Int::Int)), span),
                PartValue::Expr(expr) => (self.value(expr), expr.span),
            };
            let value = match part.ty.is_record() {
                true => value,
                false => self.convert(value, &part.ty, span),
            };
            let zero = matches!(
                value.expr,
                PExpr::Operand(Operand::Int(0) | Operand::Null | Operand::Float(0))
            );
            if zeroed && zero {
                continue;
            }
            let pointer = fold::offset(
                PExpr::Operand(base),
                PExpr::Operand(Operand::Int(part.offset as i64)),
                1,
            );
            let kind = PlaceKind::Memory { pointer, bits: part.bits };
            // Nothing else can see the object yet.
            let place = Place { kind, ty: part.ty.plain().clone() };
            self.store(&place, value, span);
        }
    }

    /// A fresh block for an object of the function.
    pub(super) fn allocate(
        &mut self,
        name: &str,
        ty: &Ty,
        zeroed: bool,
        span: Span,
    ) -> trine_program::VarId {
        let bytes = self.size_value(ty, span);
        let bytes = self.operand(bytes, span);
        let layout = self.layout_of(ty);
        let into = self.body.vars.push(trine_program::Var {
            name: name.to_string(),
            ty: Type::Reference,
            temporary: name.is_empty(),
            span: Some(span),
        });
        let storage = trine_program::Storage::Block;
        self.emit(StmtKind::Allocate { into, storage, bytes, zeroed, layout }, span);
        into
    }
}

/// A constant as a global holds it: a number, or an address with an offset.
fn constant_part(expr: &PExpr) -> Option<(Operand, i64)> {
    match expr {
        PExpr::Operand(Operand::Var(_)) => None,
        PExpr::Operand(operand) => Some((*operand, 0)),
        PExpr::Offset(base, index, scale) => match (&**base, &**index) {
            (PExpr::Operand(base @ Operand::Global(_)), PExpr::Operand(Operand::Int(index))) => {
                Some((*base, index.wrapping_mul(*scale)))
            }
            _ => None,
        },
        PExpr::Convert(trine_program::Conversion::PointerToInt(_), inner) => constant_part(inner),
        _ => None,
    }
}
