//! Bounds what variables can hold, so that wide ones can be printed as `int` where that is enough.
//!
//! Every assignment counts wherever it stands, and what is tested before it does not. A bound that
//! keeps growing goes to the next power of two a few times, and then to the end of the type.

use std::collections::BTreeMap;

use trine_system::{
    BinaryOp, Edge, Effect, Expr, GlobalId, Init, LocalId, Place, Root, Sync, System, TemplateId,
    Type, UnaryOp, Variable, Width,
};

use super::expr::cut_of;

/// The least and the greatest value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) low: i128,
    pub(super) high: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Global(GlobalId),
    Local(TemplateId, LocalId),
}

/// What every variable of a system can hold.
pub(super) struct Ranges {
    known: BTreeMap<Key, Range>,
}

const INT: Range = Range { low: i32::MIN as i128, high: i32::MAX as i128 };
const LONG: Range = Range { low: i64::MIN as i128, high: i64::MAX as i128 };
const TRUTH: Range = Range { low: 0, high: 1 };

impl Range {
    fn one(value: i64) -> Range {
        Range { low: value.into(), high: value.into() }
    }

    fn of_type(ty: Type) -> Range {
        let (low, high) = ty.bounds();
        Range { low: low.into(), high: high.into() }
    }

    fn join(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn is_inside(self, outer: Range) -> bool {
        self.low >= outer.low && self.high <= outer.high
    }

    pub(super) fn is_int(self) -> bool {
        self.is_inside(INT)
    }

    pub(super) fn is_of_type(self, ty: Type) -> bool {
        self.is_inside(Range::of_type(ty))
    }

    fn corners(self, other: Range, op: impl Fn(i128, i128) -> i128) -> Range {
        let all = [
            op(self.low, other.low),
            op(self.low, other.high),
            op(self.high, other.low),
            op(self.high, other.high),
        ];
        let [first, rest @ ..] = all;
        rest.into_iter().fold(Range { low: first, high: first }, |range, value| Range {
            low: range.low.min(value),
            high: range.high.max(value),
        })
    }

    /// The smallest power of two that bounds it on each side.
    fn widened(self) -> Range {
        let up = |value: i128| value.max(1).unsigned_abs().next_power_of_two() as i128;
        Range {
            low: if self.low < 0 { -up(-self.low) } else { 0 },
            high: if self.high > 0 { up(self.high) } else { 0 },
        }
    }
}

impl Ranges {
    pub(super) fn of(system: &System) -> Ranges {
        let mut ranges = Ranges { known: BTreeMap::new() };
        for (id, variable) in system.globals.enumerate() {
            let range = ranges.initial(variable, None);
            ranges.known.insert(Key::Global(id), range);
        }
        for (template, code) in system.templates.enumerate() {
            for (id, variable) in code.locals.enumerate() {
                let given = id.0 < code.parameters;
                let range = match given {
                    true => Range::of_type(variable.ty),
                    false => ranges.initial(variable, Some(template)),
                };
                ranges.known.insert(Key::Local(template, id), range);
            }
        }
        for round in 0.. {
            let mut changed = false;
            for (template, code) in system.templates.enumerate() {
                for edge in &code.edges {
                    changed |= ranges.pass(system, template, edge, round);
                }
            }
            if !changed {
                break;
            }
        }
        ranges
    }

    fn initial(&self, variable: &Variable, template: Option<TemplateId>) -> Range {
        let stored = |value: i64| variable.ty.store(value).map_or(Range::one(value), Range::one);
        match &variable.init {
            Init::Zero => Range::one(0),
            Init::Value(value) => stored(*value),
            Init::Values(values) => {
                let rest = if values.len() < variable.cells() as usize { Some(0) } else { None };
                let all = values.iter().copied().chain(rest);
                all.map(stored).reduce(Range::join).unwrap_or(Range::one(0))
            }
            Init::Computed(value) => self.stored(variable.ty, self.of_expr(value, template)),
            Init::Channels(_) => Range::of_type(variable.ty),
        }
    }

    /// What a cell holds after the assignment of such a value.
    fn stored(&self, ty: Type, value: Range) -> Range {
        let bounds = Range::of_type(ty);
        if value.is_inside(bounds) { value } else { bounds }
    }

    /// Takes one edge into account. True: something is less bounded than before.
    fn pass(&mut self, system: &System, template: TemplateId, edge: &Edge, round: u32) -> bool {
        let mut changed = false;
        if let Some(sync @ (Sync::Receive { .. } | Sync::Return { .. } | Sync::Accept { .. })) =
            &edge.sync
        {
            let mut places = Vec::new();
            sync.visit_writes(&mut |place| places.push(place));
            for place in places {
                changed |= self.assign(system, template, place, LONG, round);
            }
        }
        for effect in &edge.effects {
            let (into, value) = match effect {
                Effect::Assign(into, value) => (into, self.of_expr(value, Some(template))),
                Effect::Choose { into, low, high, .. } => {
                    (into, Range::one(*low).join(Range::one(*high)))
                }
                Effect::New { into, .. } | Effect::Run { into: Some(into), .. } => (into, LONG),
                _ => continue,
            };
            changed |= self.assign(system, template, into, value, round);
        }
        changed
    }

    fn assign(
        &mut self,
        system: &System,
        template: TemplateId,
        place: &Place,
        value: Range,
        round: u32,
    ) -> bool {
        let Some(key) = key(place, Some(template)) else { return false };
        let ty = match key {
            Key::Global(id) => system.globals[id].ty,
            Key::Local(template, id) => system.templates[template].locals[id].ty,
        };
        let before = self.known.get(&key).copied().unwrap_or(Range::of_type(ty));
        let mut after = before.join(self.stored(ty, value));
        if after == before {
            return false;
        }
        if round > 4 {
            after = self.stored(ty, after.widened());
        }
        if round > 100 {
            after = Range::of_type(ty);
        }
        self.known.insert(key, after);
        true
    }

    pub(super) fn of_place(&self, place: &Place, template: Option<TemplateId>) -> Range {
        key(place, template).and_then(|key| self.known.get(&key).copied()).unwrap_or(LONG)
    }

    /// What an expression can come to.
    pub(super) fn of_expr(&self, expr: &Expr, template: Option<TemplateId>) -> Range {
        match expr {
            Expr::Const(value) => Range::one(*value),
            Expr::Read(place) => self.of_place(place, template),
            Expr::Unary(UnaryOp::Not, ..) => TRUTH,
            Expr::Unary(UnaryOp::Float(_), ..) => LONG,
            Expr::Unary(op, width, inner) => {
                let inner = self.of_expr(inner, template);
                let less = i128::from(*op == UnaryOp::Complement);
                fitted(Range { low: -inner.high - less, high: -inner.low - less }, *width)
            }
            Expr::Binary(op, width, left, right) => {
                if let Some((inner, bits)) = cut_of(expr) {
                    return self
                        .stored(Type::Int { bits, signed: true }, self.of_expr(inner, template));
                }
                let (left, right) = (self.of_expr(left, template), self.of_expr(right, template));
                binary(*op, *width, left, right)
            }
            Expr::Conditional(_, yes, no) => {
                self.of_expr(yes, template).join(self.of_expr(no, template))
            }
            Expr::Checked(_, length) => Range { low: 0, high: i128::from(*length) },
            Expr::Timeout
            | Expr::NonProgress
            | Expr::Enabled(_)
            | Expr::At { .. }
            | Expr::Started(_)
            | Expr::Ended(_)
            | Expr::Terminated
            | Expr::Event(_) => TRUTH,
            // Numbers of processes, messages and locations.
            _ => Range { low: 0, high: INT.high },
        }
    }
}

fn key(place: &Place, template: Option<TemplateId>) -> Option<Key> {
    match (&place.root, template) {
        (Root::Global(id), _) => Some(Key::Global(*id)),
        (Root::Local(id), Some(template)) => Some(Key::Local(template, *id)),
        (Root::Remote { template, local, .. }, _) => Some(Key::Local(*template, *local)),
        _ => None,
    }
}

/// The range, unless the arithmetic wraps.
fn fitted(range: Range, width: Width) -> Range {
    let bounds = match width {
        Width::W32 => INT,
        Width::W64 => LONG,
    };
    if range.is_inside(bounds) { range } else { bounds }
}

fn binary(op: BinaryOp, width: Width, left: Range, right: Range) -> Range {
    let exact = match op {
        BinaryOp::Add => left.corners(right, |a, b| a + b),
        BinaryOp::Subtract => left.corners(right, |a, b| a - b),
        BinaryOp::Multiply => left.corners(right, |a, b| a.saturating_mul(b)),
        BinaryOp::Divide => Range { low: left.low.min(-left.high), high: left.high.max(-left.low) },
        BinaryOp::Remainder => {
            let most = (right.low.abs().max(right.high.abs()) - 1).max(0);
            let low = if left.low < 0 { -most } else { 0 };
            Range { low: low.max(left.low.min(0)), high: most.min(left.high.max(0)) }
        }
        BinaryOp::ShiftLeft if right.low == right.high && (0..=31).contains(&right.low) => {
            let times = 1i128 << right.low;
            Range { low: left.low.saturating_mul(times), high: left.high.saturating_mul(times) }
        }
        BinaryOp::ShiftRight if right.low == right.high && (0..=31).contains(&right.low) => {
            let left = fitted(left, width);
            Range { low: left.low >> right.low, high: left.high >> right.low }
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => LONG,
        BinaryOp::BitAnd if left.low >= 0 || right.low >= 0 => {
            let non_negative = [left, right].into_iter().filter(|range| range.low >= 0);
            Range { low: 0, high: non_negative.map(|range| range.high).min().unwrap_or(0) }
        }
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
            // No more bits than the wider side has.
            let both = left.join(right).widened();
            Range {
                low: if both.low < 0 { both.low.min(-both.high) } else { 0 },
                high: { both.high.max(-both.low) * 2 },
            }
        }
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::And
        | BinaryOp::Or => return TRUTH,
        BinaryOp::Float(_) => LONG,
    };
    fitted(exact, width)
}
