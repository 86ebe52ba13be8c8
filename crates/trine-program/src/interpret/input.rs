//! Numbers that are decided outside of the program.
//!
//! An input can be any number of a range. A few are told apart at once; of more, nothing is decided before something
//! depends on it: a comparison with a constant cuts the range, exactly, and any other use asks which number it is. Where
//! there are too many for that, some are tried, and the others are a limit. What a clock shows is only compared: any
//! other use makes of it a value that is not known.

use super::Stop;
use super::choice::Way;
use super::eval::NoValue;
use super::run::Run;
use super::value::Value;
use crate::program::*;

/// So many numbers are told apart at once.
const FEW: i128 = 8;
/// So many are tried one by one where it matters which one it is.
const MOST: i128 = 256;
/// Of more, these are.
const SAMPLES: std::ops::RangeInclusive<i64> = 0..=3;

/// Inputs with odd numbers are moments.
fn moment(id: u32) -> bool {
    id % 2 == 1
}

impl Run<'_, '_> {
    /// A free choice.
    pub fn choose(
        &mut self,
        into: Option<VarId>,
        operation: Operation,
        arguments: &[Operand],
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        let Some(var) = into.filter(|var| self.is_used(*var)) else {
            self.assigned(into, Value::Unknown);
            return Ok(true);
        };
        if let Some(Way::Pick(number)) = way {
            self.assigned(into, Value::Int(number));
            return Ok(true);
        }
        match self.choice_range(var, operation, arguments) {
            None => self.assigned(into, Value::Unknown),
            Some(range) if size(range) <= FEW => return Ok(false),
            Some((low, high)) => {
                let parity = u32::from(operation == Operation::Moment);
                let taken: Vec<u32> = self.thread().inputs.iter().map(|(id, ..)| *id).collect();
                let id = (0..).map(|at| 2 * at + parity).find(|id| !taken.contains(id));
                let Some(id) = id else {
                    trine_base::cannot_happen!("every number of an input is taken")
                };
                self.thread_mut().inputs.push((id, low, high));
                self.thread_mut().inputs.sort_unstable();
                self.assigned(into, Value::Input(id));
            }
        }
        Ok(true)
    }

    /// What a choice can come to: each number of a small range, else one input that is narrowed later.
    pub fn ways_of_choice(&self, operation: Operation, arguments: &[Operand]) -> Vec<Way> {
        let into = match self.op() {
            Some(crate::flat::Op::Do { into, .. }) => *into,
            _ => None,
        };
        let range = into.and_then(|into| self.choice_range(into, operation, arguments));
        match range {
            Some((low, high)) if size((low, high)) <= FEW => (low..=high).map(Way::Pick).collect(),
            _ => vec![Way::Go],
        }
    }

    fn choice_range(
        &self,
        var: VarId,
        operation: Operation,
        arguments: &[Operand],
    ) -> Option<(i64, i64)> {
        match (operation, self.operands(arguments).as_slice()) {
            (Operation::Choose, [Value::Int(low), Value::Int(high)]) => {
                Some((*low, (*high).max(*low)))
            }
            // Clocks that show less than nothing, or that come to their end, are left out.
            (Operation::Moment, _) => Some((1, 1 << 62)),
            (Operation::Input, _) => self.at().and_then(|(code, _)| range_of(code.vars[var].ty)),
            _ => None,
        }
    }

    fn range(&self, id: u32) -> Option<(i64, i64)> {
        let found = self.thread().inputs.iter().find(|(known, ..)| *known == id);
        found.map(|(_, low, high)| (*low, *high))
    }

    /// Whether an input is what a clock shows.
    pub fn is_moment(&self, id: u32) -> bool {
        moment(id)
    }

    /// The parts of the range of an input in which a comparison has one answer.
    pub fn ways_of_side(&self, id: u32, op: BinaryOp, constant: i64) -> Vec<Way> {
        let Some(range) = self.range(id) else { return vec![Way::Go] };
        cut(range, op, constant).into_iter().map(|(low, high)| Way::Narrow(id, low, high)).collect()
    }

    /// Which number an input is.
    pub fn ways_of_which(&self, id: u32) -> Vec<Way> {
        let Some((low, high)) = self.range(id) else { return vec![Way::Go] };
        if size((low, high)) <= MOST {
            return (low..=high).map(|number| Way::Narrow(id, number, number)).collect();
        }
        let tried = SAMPLES.filter(|number| (low..=high).contains(number));
        let tried = tried.map(|number| Way::Narrow(id, number, number));
        tried.chain([Way::Beyond]).collect()
    }

    /// An input is known to be in a part of its range.
    pub fn narrow(&mut self, id: u32, low: i64, high: i64) {
        if low == high {
            return self.decide(id, Value::Int(low));
        }
        for input in &mut self.thread_mut().inputs {
            if input.0 == id {
                *input = (id, low, high);
            }
        }
    }

    /// Nothing is known of an input any more.
    pub fn forget_input(&mut self, id: u32) {
        self.decide(id, Value::Unknown);
    }

    fn decide(&mut self, id: u32, value: Value) {
        let thread = self.thread_mut();
        thread.inputs.retain(|(known, ..)| *known != id);
        for var in thread.frames.iter_mut().flat_map(|frame| &mut frame.vars) {
            if *var == Value::Input(id) {
                *var = value;
            }
        }
    }

    /// What a comparison of an input comes to, where that is settled; none where it is not such a comparison.
    pub fn compare_input(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Result<Option<Value>, NoValue> {
        let (id, other, op) = match (self.bare(left), self.bare(right)) {
            (Some(id), None) => (id, right, op),
            (None, Some(id)) => (id, left, mirrored(op)),
            _ => return Ok(None),
        };
        let Expr::Operand(other) = other else { return Ok(None) };
        let (Value::Int(constant), true) = (self.operand(*other), is_comparison(op)) else {
            return Ok(None);
        };
        let Some(range) = self.range(id) else { return Ok(None) };
        if cut(range, op, constant).len() > 1 {
            return Err(NoValue::Side(id, op, constant));
        }
        self.binary(op, Width::W64, Value::Int(range.0), Value::Int(constant)).map(Some)
    }

    /// The input that an expression is, as it is.
    fn bare(&self, expr: &Expr) -> Option<u32> {
        match expr {
            Expr::Operand(operand) => match self.operand(*operand) {
                Value::Input(id) => Some(id),
                _ => None,
            },
            Expr::Cut(ty, inner) => self.bare(inner).filter(|id| {
                let (range, all) = (self.range(*id), range_of(*ty));
                range.zip(all).is_some_and(|(range, all)| all.0 <= range.0 && range.1 <= all.1)
            }),
            _ => None,
        }
    }
}

fn size((low, high): (i64, i64)) -> i128 {
    i128::from(high) - i128::from(low) + 1
}

/// All numbers of a type.
fn range_of(ty: Type) -> Option<(i64, i64)> {
    match ty {
        Type::Bool => Some((0, 1)),
        Type::Int { bits: 64, signed: true } => Some((i64::MIN, i64::MAX)),
        Type::Int { bits, signed: true } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Type::Int { bits, signed: false } if bits < 64 => Some((0, (1 << bits) - 1)),
        _ => None,
    }
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
        other => other,
    }
}

/// The parts of a range that a comparison with a constant tells apart.
fn cut((low, high): (i64, i64), op: BinaryOp, constant: i64) -> Vec<(i64, i64)> {
    let (low, high, constant) = (i128::from(low), i128::from(high), i128::from(constant));
    // The first number of each part but the first.
    let borders = match op {
        BinaryOp::Less | BinaryOp::GreaterEqual => vec![constant],
        BinaryOp::LessEqual | BinaryOp::Greater => vec![constant + 1],
        _ => vec![constant, constant + 1],
    };
    let mut parts = Vec::new();
    let mut from = low;
    for border in borders.into_iter().chain([high + 1]) {
        let to = (border - 1).min(high);
        if from <= to {
            parts.push((from as i64, to as i64));
            from = to + 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_cuts_a_range_where_its_answer_changes() {
        assert_eq!(cut((0, 9), BinaryOp::Less, 3), [(0, 2), (3, 9)]);
        assert_eq!(cut((0, 9), BinaryOp::Greater, 3), [(0, 3), (4, 9)]);
        assert_eq!(cut((0, 9), BinaryOp::Equal, 3), [(0, 2), (3, 3), (4, 9)]);
        assert_eq!(cut((0, 9), BinaryOp::Equal, 0), [(0, 0), (1, 9)]);
        assert_eq!(cut((0, 9), BinaryOp::Less, 30), [(0, 9)]);
        assert_eq!(cut((i64::MIN, i64::MAX), BinaryOp::NotEqual, i64::MAX).len(), 2);
    }
}
