//! Numbers that the environment decides. As long as nothing depends on which one it is, a number is any of
//! a range; a comparison with a constant cuts the range, exactly, what is computed of it and of nothing else is
//! again any of a range where nothing else depends on it, and any other use picks a value.

use std::rc::Rc;

use trine_system as sys;
use trine_system::{BinaryOp, Width};

mod image;

pub use image::{key, unkey};

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, binary};
use super::limit::Limit;
use super::step::opened;
use super::value::{Value, number_type};
use crate::flat::{Op, operands};
use crate::program::*;

/// So few values are told apart at once.
const FEW: i128 = 4;
/// So many values are tried one by one.
const MOST: i128 = 256;
/// Of more, these are.
const SAMPLES: std::ops::RangeInclusive<i64> = 0..=3;

/// What an expression wants to know of a number that is not decided.
enum Demand {
    /// On which side of a constant it is.
    Side(u32, BinaryOp, i64),
    /// Which one it is.
    All(u32),
}

/// The kinds of inputs, told apart by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Whole,
    /// In floating point; the range is one of keys, which are ordered as the numbers are. Only compared.
    Real,
    /// What a clock shows: a whole number that is only compared, as values to try are worth nothing.
    Moment,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Whole, Kind::Real, Kind::Moment];

    /// The kind of an input, which its number tells.
    pub fn of(id: u32) -> Kind {
        Kind::ALL[id as usize % Kind::ALL.len()]
    }
}

impl Builder<'_, '_> {
    /// Any number of the type of a variable.
    pub fn input(&mut self, config: AbstractState, into: Option<VarId>) -> StepResult {
        let Some((var, frame)) = into.zip(config.top().cloned()) else {
            return StepResult::Silent(config.next());
        };
        let range = number_type(self.code_type(&frame, var)).and_then(range_of);
        match range {
            Some(range) => self.any(config, var, range, Kind::Whole),
            None => self.assigned(config, into, Binding::Static(Value::Opaque)),
        }
    }

    /// Any number between two.
    pub fn free(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        arguments: &[Operand],
    ) -> StepResult {
        let Some(var) = into else { return StepResult::Silent(config.next()) };
        let bound = |position: usize| arguments.get(position).copied().unwrap_or(Operand::Int(0));
        let (low, high) = (self.val(&config, bound(0)), self.val(&config, bound(1)));
        match (&low, &high) {
            (Binding::Static(Value::Int(low)), Binding::Static(Value::Int(high))) => {
                self.any(config, var, (*low, *high.max(low)), Kind::Whole)
            }
            (Binding::Static(Value::Float(low)), Binding::Static(Value::Float(high))) => {
                let range = (key(f64::from_bits(*low)), key(f64::from_bits(*high)));
                self.any(config, var, range, Kind::Real)
            }
            (Binding::Dynamic(..) | Binding::Static(Value::Int(_)), Binding::Dynamic(..))
            | (Binding::Dynamic(..), Binding::Static(Value::Int(_))) => {
                self.between(config, var, (&low, &high))
            }
            _ => self.assigned(config, into, Binding::Static(Value::Opaque)),
        }
    }

    /// Any number between two that the state knows: some are tried, where they are between them.
    fn between(
        &mut self,
        config: AbstractState,
        var: VarId,
        (low, high): (&Binding, &Binding),
    ) -> StepResult {
        let (low, high) = (self.expr(low), self.expr(high));
        let compare = |op: BinaryOp, number: i64, bound: &sys::Expr| {
            binary(op, Width::W64, sys::Expr::Const(number), bound.clone())
        };
        let mut transitions = Vec::new();
        for number in SAMPLES {
            let transition =
                self.transition(&config, Some(var), Binding::Static(Value::Int(number)));
            let transition = transition.when(compare(BinaryOp::GreaterEqual, number, &low));
            transitions.push(transition.when(compare(BinaryOp::LessEqual, number, &high)));
        }
        if let StepResult::Branch(_, stops) = self.limit(config.clone(), &untried()) {
            let below = compare(BinaryOp::Greater, *SAMPLES.start(), &low);
            let above = compare(BinaryOp::Less, *SAMPLES.end(), &high);
            let outside = binary(BinaryOp::Or, Width::W64, below, above);
            transitions
                .extend(stops.into_iter().map(|transition| transition.when(outside.clone())));
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// What a clock shows.
    pub fn clock(&mut self, config: AbstractState, into: Option<VarId>) -> StepResult {
        match into {
            // Clocks that show less than nothing, or that come to their end, are left out.
            Some(var) => self.any(config, var, (1, 1 << 62), Kind::Moment),
            None => StepResult::Silent(config.next()),
        }
    }

    fn any(
        &mut self,
        config: AbstractState,
        var: VarId,
        (low, high): (i64, i64),
        kind: Kind,
    ) -> StepResult {
        if !self.is_used(&config, var) {
            return self.assigned(config, Some(var), Binding::Static(Value::Opaque));
        }
        if size((low, high)) <= FEW && kind != Kind::Real {
            let transitions = (low..=high)
                .map(|number| {
                    self.transition(&config, Some(var), Binding::Static(Value::Int(number)))
                })
                .collect();
            return StepResult::Branch(config, opened(transitions));
        }
        let mut to = config;
        let taken = |id: &u32| to.heap.inputs.contains_key(id);
        let Some(id) = (0..).find(|id| Kind::of(*id) == kind && !taken(id)) else {
            trine_base::cannot_happen!("every number of an input is taken")
        };
        Rc::make_mut(&mut to.heap).inputs.insert(id, (low, high));
        self.assigned(to, Some(var), Binding::Static(Value::Input(id)))
    }

    /// Where an instruction depends on a number that is not decided: the ways to decide so much of it.
    pub fn decide(&mut self, config: &AbstractState, op: &Op) -> Option<StepResult> {
        if let Some(next) = self.settle(config, op) {
            return Some(next);
        }
        if config.heap.inputs.is_empty() {
            return None;
        }
        let demand = match op {
            // Copies depend on nothing.
            Op::Call { .. } | Op::Return(_) | Op::Unmodelled { .. } => None,
            Op::Set(_, expr) if bare(config, expr).is_some() => None,
            Op::Set(var, expr) => {
                if let Some((range, kind)) = self.image_of(config, *var, expr) {
                    return Some(self.any(config.clone(), *var, range, kind));
                }
                self.demand(config, expr)
            }
            _ => {
                let mut uses = Vec::new();
                operands(op, &mut uses);
                let input = |var: &VarId| undecided(config, Operand::Var(*var));
                uses.iter().find_map(input).map(Demand::All)
            }
        };
        match demand? {
            Demand::Side(id, op, constant) => {
                let pieces = cut(*config.heap.inputs.get(&id)?, op, constant);
                let transitions =
                    pieces.into_iter().map(|piece| Transition::to(narrowed(config, id, piece)));
                Some(StepResult::Branch(config.clone(), opened(transitions.collect())))
            }
            Demand::All(id) if Kind::of(id) == Kind::Whole => self.pick(config, id),
            Demand::All(id) => Some(StepResult::Silent(forgotten(config, id))),
        }
    }

    /// Which number it is.
    fn pick(&mut self, config: &AbstractState, id: u32) -> Option<StepResult> {
        let (low, high) = *config.heap.inputs.get(&id)?;
        let all = size((low, high)) <= MOST;
        let tried: Vec<i64> = match all {
            true => (low..=high).collect(),
            false => {
                let inside = |number: &i64| (low..=high).contains(number);
                let usual: Vec<i64> = SAMPLES.filter(inside).collect();
                if usual.is_empty() { (low..=low + 3).collect() } else { usual }
            }
        };
        let mut transitions: Vec<Transition> = tried
            .into_iter()
            .map(|number| Transition::to(narrowed(config, id, (number, number))))
            .collect();
        if let (false, StepResult::Branch(_, stops)) = (all, self.limit(config.clone(), &untried()))
        {
            transitions.extend(stops);
        }
        Some(StepResult::Branch(config.clone(), opened(transitions)))
    }

    fn demand(&mut self, config: &AbstractState, expr: &Expr) -> Option<Demand> {
        match expr {
            Expr::Operand(operand) => undecided(config, *operand).map(Demand::All),
            // Text that is made of it is not followed.
            Expr::Text(..) | Expr::Opaque(_) => None,
            Expr::Typed(..) | Expr::Convert(..) | Expr::Offset(..) => super::no_memory(),
            Expr::Unary(_, _, inner)
            | Expr::Cut(_, inner)
            | Expr::Box(_, inner)
            | Expr::Unbox(inner) => self.demand(config, inner),
            Expr::Binary(op, _, left, right) => {
                let (one, other, op) = match (bare(config, left), bare(config, right)) {
                    (Some(id), None) => (id, right, *op),
                    (None, Some(id)) => (id, left, mirrored(*op)),
                    _ => {
                        return self.demand(config, left).or_else(|| self.demand(config, right));
                    }
                };
                if let Some(demand) = self.demand(config, other) {
                    return Some(demand);
                }
                match self.eval(config, other) {
                    Binding::Static(value) => match comparison(one, op, value) {
                        Some((op, constant)) => {
                            let range = *config.heap.inputs.get(&one)?;
                            let several = cut(range, op, constant).len() > 1;
                            several.then_some(Demand::Side(one, op, constant))
                        }
                        None => Some(Demand::All(one)),
                    },
                    _ => Some(Demand::All(one)),
                }
            }
        }
    }
}

/// What a comparison comes to, where the range of an input settles it.
pub fn compare(
    config: &AbstractState,
    op: BinaryOp,
    left: &Binding,
    right: &Binding,
) -> Option<i64> {
    let (id, op, other) = match (left, right) {
        (Binding::Static(Value::Input(id)), Binding::Static(other)) => (id, op, *other),
        (Binding::Static(other), Binding::Static(Value::Input(id))) => (id, mirrored(op), *other),
        _ => return None,
    };
    let (op, constant) = comparison(*id, op, other)?;
    let range = *config.heap.inputs.get(id)?;
    if cut(range, op, constant).len() > 1 {
        return None;
    }
    sys::value::binary(op, Width::W64, range.0, constant).ok()
}

/// Whether all numbers of an input are numbers of a type.
pub fn fits(config: &AbstractState, id: u32, ty: Type) -> bool {
    if Kind::of(id) == Kind::Real || ty == Type::Float {
        return Kind::of(id) == Kind::Real && ty == Type::Float;
    }
    let types = number_type(ty).and_then(range_of);
    let range = config.heap.inputs.get(&id);
    range.zip(types).is_some_and(|(range, ty)| ty.0 <= range.0 && range.1 <= ty.1)
}

/// The comparison of an input with a constant, as one of whole numbers.
fn comparison(id: u32, op: BinaryOp, constant: Value) -> Option<(BinaryOp, i64)> {
    match (constant, op) {
        (Value::Int(number), _) if is_comparison(op) && Kind::of(id) != Kind::Real => {
            Some((op, number))
        }
        // Whether it is exactly one of so many numbers is not asked.
        (Value::Float(bits), BinaryOp::Float(op)) if Kind::of(id) == Kind::Real => {
            let op = op.whole();
            let number = f64::from_bits(bits);
            (mirrored(op) != op && !number.is_nan()).then(|| (op, key(number)))
        }
        _ => None,
    }
}

fn untried() -> Limit {
    Limit::fixed("argument values were sampled, not covered")
}

/// The input that an expression is, as it is.
fn bare(config: &AbstractState, expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Operand(operand) => undecided(config, *operand),
        Expr::Cut(ty, inner) => bare(config, inner).filter(|id| fits(config, *id, *ty)),
        _ => None,
    }
}

fn undecided(config: &AbstractState, operand: Operand) -> Option<u32> {
    match config.value(operand) {
        Value::Input(id) => Some(id),
        _ => None,
    }
}

fn range_of(ty: sys::Type) -> Option<(i64, i64)> {
    match ty {
        sys::Type::Bool => Some((0, 1)),
        sys::Type::Int { bits, signed: true } => {
            let high = i64::MAX >> (64 - u32::from(bits).clamp(1, 64));
            Some((-high - 1, high))
        }
        sys::Type::Int { bits, signed: false } if bits < 64 => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

fn size((low, high): (i64, i64)) -> i128 {
    i128::from(high) - i128::from(low) + 1
}

fn is_comparison(op: BinaryOp) -> bool {
    mirrored(op) != op || matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
}

/// The comparison with its sides changed.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        BinaryOp::Float(op) => {
            mirrored(op.whole()).float().map_or(BinaryOp::Float(op), BinaryOp::Float)
        }
        other => other,
    }
}

/// The parts of a range in which a comparison with a constant has one answer.
fn cut((low, high): (i64, i64), op: BinaryOp, constant: i64) -> Vec<(i64, i64)> {
    let (low, high, constant) = (i128::from(low), i128::from(high), i128::from(constant));
    let pieces = match op {
        BinaryOp::Less | BinaryOp::GreaterEqual => {
            vec![(low, high.min(constant - 1)), (low.max(constant), high)]
        }
        BinaryOp::LessEqual | BinaryOp::Greater => {
            vec![(low, high.min(constant)), (low.max(constant + 1), high)]
        }
        _ => vec![
            (low, high.min(constant - 1)),
            (low.max(constant), high.min(constant)),
            (low.max(constant + 1), high),
        ],
    };
    let whole = |(low, high): (i128, i128)| (low <= high).then_some((low as i64, high as i64));
    pieces.into_iter().filter_map(whole).collect()
}

/// The point where nothing is known of an input.
fn forgotten(config: &AbstractState, id: u32) -> AbstractState {
    decided(config, id, Value::Opaque)
}

/// The point where an input is known to be in a part of its range.
fn narrowed(config: &AbstractState, id: u32, (low, high): (i64, i64)) -> AbstractState {
    let mut to = config.clone();
    if low < high {
        Rc::make_mut(&mut to.heap).inputs.insert(id, (low, high));
        return to;
    }
    match Kind::of(id) {
        Kind::Whole | Kind::Moment => decided(config, id, Value::Int(low)),
        Kind::Real => decided(config, id, Value::Float(unkey(low).to_bits())),
    }
}

fn decided(config: &AbstractState, id: u32, as_value: Value) -> AbstractState {
    let mut to = config.clone();
    Rc::make_mut(&mut to.heap).inputs.remove(&id);
    for value in to.frames.iter_mut().flat_map(|frame| &mut frame.vars) {
        if *value == Value::Input(id) {
            *value = as_value;
        }
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_cut_where_the_answer_changes() {
        assert_eq!(cut((0, 9), BinaryOp::Less, 5), [(0, 4), (5, 9)]);
        assert_eq!(cut((0, 9), BinaryOp::Greater, 5), [(0, 5), (6, 9)]);
        assert_eq!(cut((0, 9), BinaryOp::Equal, 5), [(0, 4), (5, 5), (6, 9)]);
        assert_eq!(cut((0, 9), BinaryOp::NotEqual, 0), [(0, 0), (1, 9)]);
        assert_eq!(cut((0, 9), BinaryOp::LessEqual, 9), [(0, 9)]);
        let all = (i64::MIN, i64::MAX);
        assert_eq!(cut(all, BinaryOp::Less, i64::MIN), [all]);
        assert_eq!(cut(all, BinaryOp::LessEqual, i64::MAX), [all]);
        assert_eq!(range_of(sys::Type::LONG), Some(all));
        assert_eq!(range_of(sys::Type::BYTE), Some((0, 255)));
    }
}
