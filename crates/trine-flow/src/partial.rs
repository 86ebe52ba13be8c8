//! Three-valued evaluation: a value, or nothing where it is unknown.

use trine_system::interpret::Cell;
use trine_system::value::{binary, unary};
use trine_system::{BinaryOp, Expr, Place, Root, Type, UnaryOp};

use crate::system_facts::SystemFacts;

/// What is known of parts of the state, beside what never changes.
#[derive(Clone, Copy)]
pub enum Term<'e> {
    Cell(Cell),
    Expr(&'e Expr),
}

/// What is known of parts of a state.
pub type Valuation<'k> = dyn Fn(Term<'_>) -> Option<i64> + 'k;

/// The value of an expression; none where it depends on what is not known, or faults.
pub fn value(
    facts: &SystemFacts<'_>,
    process: Option<u32>,
    expr: &Expr,
    known: &Valuation<'_>,
) -> Option<i64> {
    let inner = |expr: &Expr| value(facts, process, expr, known);
    match expr {
        Expr::Const(value) => Some(*value),
        Expr::Read(place) => {
            let cell = cell(facts, process, place, known)?;
            facts.fixed(cell).or_else(|| known(Term::Cell(cell)))
        }
        Expr::Unary(op, width, of) => Some(unary(*op, *width, inner(of)?)),
        Expr::Binary(BinaryOp::And, _, left, right) => match (inner(left), inner(right)) {
            (Some(0), _) => Some(0),
            (Some(_), right) => right.map(|right| i64::from(right != 0)),
            // The right side may fault, but then there is no value at all.
            (None, Some(0)) => Some(0),
            (None, _) => None,
        },
        Expr::Binary(BinaryOp::Or, _, left, right) => match (inner(left), inner(right)) {
            (Some(0), right) => right.map(|right| i64::from(right != 0)),
            (Some(_), _) => Some(1),
            (None, Some(right)) if right != 0 => Some(1),
            (None, _) => None,
        },
        Expr::Binary(op, width, left, right) => {
            binary(*op, *width, inner(left)?, inner(right)?).ok()
        }
        Expr::Conditional(condition, yes, no) => match inner(condition) {
            Some(0) => inner(no),
            Some(_) => inner(yes),
            None => inner(yes).filter(|yes| inner(no) == Some(*yes)),
        },
        Expr::Checked(of, length) => {
            inner(of).filter(|value| *value >= 0 && *value < i64::from(*length))
        }
        Expr::Myself => process.map(i64::from),
        other => known(Term::Expr(other)),
    }
}

/// The cell that a place names, where that is known. Those of other processes are not followed: a
/// process that is gone reads as 0.
pub fn cell(
    facts: &SystemFacts<'_>,
    process: Option<u32>,
    place: &Place,
    known: &Valuation<'_>,
) -> Option<Cell> {
    let index = match &place.index {
        None => 0,
        Some(index) => value(facts, process, index, known)?,
    };
    let inside = |cells: u32| (index >= 0 && index < i64::from(cells)).then_some(index as usize);
    match &place.root {
        Root::Global(id) => {
            let at = inside(facts.system.globals[*id].cells())?;
            Some(Cell::Global(facts.interpreter.global_offset(*id) + at))
        }
        Root::Local(id) => {
            let process = process?;
            let template = facts.initial.processes[process as usize].template;
            let at = inside(facts.system.templates[template].locals[*id].cells())?;
            Some(Cell::Local(process, facts.interpreter.local_offset(template, *id) + at))
        }
        Root::Remote { .. } | Root::Field { .. } => None,
    }
}

/// Whether an expression always has a value: what does not happen then shows that it is false.
pub fn is_sure(expr: &Expr) -> bool {
    let mut sure = true;
    expr.visit(&mut |part| {
        sure &= match part {
            Expr::Const(_) | Expr::Myself | Expr::Unary(..) => true,
            Expr::Read(place) => {
                place.index.is_none() && matches!(place.root, Root::Global(_) | Root::Local(_))
            }
            Expr::Binary(op, ..) => !matches!(op, BinaryOp::Divide | BinaryOp::Remainder),
            _ => false,
        }
    });
    sure
}

/// What the truth or falsehood of a condition shows about cells.
pub fn shown(
    facts: &SystemFacts<'_>,
    process: Option<u32>,
    condition: &Expr,
    truth: bool,
    known: &Valuation<'_>,
    tell: &mut dyn FnMut(Cell, i64),
) {
    match condition {
        Expr::Unary(UnaryOp::Not, _, inner) => {
            shown(facts, process, inner, !truth, known, tell);
        }
        Expr::Binary(BinaryOp::And, _, left, right) if truth => {
            shown(facts, process, left, true, known, tell);
            shown(facts, process, right, true, known, tell);
        }
        Expr::Binary(BinaryOp::Or, _, left, right) if !truth => {
            shown(facts, process, left, false, known, tell);
            shown(facts, process, right, false, known, tell);
        }
        Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), _, left, right) => {
            let equal = (*op == BinaryOp::Equal) == truth;
            for (one, other) in [(left, right), (right, left)] {
                let Expr::Read(place) = &**one else { continue };
                let Some(cell) = cell(facts, process, place, known) else { continue };
                let Some(other) = value(facts, process, other, known) else { continue };
                match (equal, facts.cell_type(cell)) {
                    (true, _) => tell(cell, other),
                    (false, Type::Bool) if other == 0 || other == 1 => tell(cell, 1 - other),
                    _ => {}
                }
            }
        }
        Expr::Read(place) => {
            let Some(cell) = cell(facts, process, place, known) else { return };
            match truth {
                false => tell(cell, 0),
                true if facts.cell_type(cell) == Type::Bool => tell(cell, 1),
                true => {}
            }
        }
        _ => {}
    }
}
