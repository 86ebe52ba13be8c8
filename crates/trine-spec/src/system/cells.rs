//! Conditions on cells that hold more than whole numbers. References with numbers among them: a number is compared with
//! the number inside, and null and objects are not numbers. Floating point: what is whole becomes so, too.

use trine_system::{
    BinaryOp, Expr, FloatUnary, Root, System, Type, UnaryOp, Variable, Width, boxed,
};

/// The variable that an expression reads.
fn variable<'s>(system: &'s System, expr: &Expr) -> Option<&'s Variable> {
    let Expr::Read(place) = expr else { return None };
    match &place.root {
        Root::Global(id) => system.globals.get(*id),
        Root::Remote { template, local, .. } => system.templates.get(*template)?.locals.get(*local),
        _ => None,
    }
}

/// Whether an expression reads such a cell.
fn is_boxed(system: &System, expr: &Expr) -> bool {
    variable(system, expr).is_some_and(|variable| variable.boxed)
}

/// Whether an expression reads a cell that holds references, none of which is a number.
fn is_plain_reference(system: &System, expr: &Expr) -> bool {
    variable(system, expr).is_some_and(|variable| matches!(variable.ty, Type::Enum(_)))
}

/// The number inside; 0 where there is none.
pub fn unboxed(system: &System, expr: Expr) -> Expr {
    match is_boxed(system, &expr) {
        true => wide(BinaryOp::ShiftRight, expr, Expr::Const(boxed::SHIFT)),
        false => expr,
    }
}

/// Whether an expression comes to a number in floating point.
pub fn is_float(system: &System, expr: &Expr) -> bool {
    match expr {
        Expr::Unary(op, ..) => op.is_float(),
        Expr::Binary(op, ..) => op.is_float(),
        _ => variable(system, expr).is_some_and(|variable| variable.ty == Type::Float),
    }
}

/// The same number in floating point.
fn float(system: &System, expr: Expr) -> Expr {
    match is_float(system, &expr) {
        true => expr,
        false => {
            let inner = Box::new(unboxed(system, expr));
            Expr::Unary(UnaryOp::Float(FloatUnary::Of), Width::W64, inner)
        }
    }
}

/// An operator between what is held in cells and other numbers. `references`: these are compared as such.
pub fn operated(system: &System, op: BinaryOp, left: Expr, right: Expr, references: bool) -> Expr {
    if let Some(op) = op.float()
        && (is_float(system, &left) || is_float(system, &right))
    {
        return wide(BinaryOp::Float(op), float(system, left), float(system, right));
    }
    let (left_boxed, right_boxed) = (is_boxed(system, &left), is_boxed(system, &right));
    let plain = |side| is_plain_reference(system, side);
    let references = references || plain(&left) || plain(&right);
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual if references || left_boxed == right_boxed => {
            let same = wide(BinaryOp::Equal, left.clone(), right.clone());
            let same = match left_boxed && right_boxed {
                true => wide(BinaryOp::Or, same, same_numbers(left, right)),
                false => same,
            };
            if op == BinaryOp::Equal { same } else { same.negated() }
        }
        BinaryOp::Equal | BinaryOp::NotEqual => {
            let (cell, number) = if left_boxed { (left, right) } else { (right, left) };
            let same = wide(BinaryOp::Equal, unboxed(system, cell.clone()), number);
            let same = wide(BinaryOp::And, holds_number(cell), same);
            if op == BinaryOp::Equal { same } else { same.negated() }
        }
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
            let cells = [&left, &right].into_iter().filter(|side| is_boxed(system, side));
            let numbers: Vec<Expr> = cells.cloned().map(holds_number).collect();
            let compared = wide(op, unboxed(system, left), unboxed(system, right));
            numbers.into_iter().fold(compared, |all, one| wide(BinaryOp::And, one, all))
        }
        _ => wide(op, unboxed(system, left), unboxed(system, right)),
    }
}

fn wide(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Width::W64, Box::new(left), Box::new(right))
}

/// Whether two cells hold boxes of one number.
fn same_numbers(left: Expr, right: Expr) -> Expr {
    let inside = |cell: &Expr| wide(BinaryOp::ShiftRight, cell.clone(), Expr::Const(boxed::SHIFT));
    let same = wide(BinaryOp::Equal, inside(&left), inside(&right));
    wide(BinaryOp::And, holds_number(left), wide(BinaryOp::And, holds_number(right), same))
}

/// Whether a cell holds a box of this number.
pub fn holds(cell: Expr, number: i64) -> Expr {
    let inside = wide(BinaryOp::ShiftRight, cell.clone(), Expr::Const(boxed::SHIFT));
    let same = wide(BinaryOp::Equal, inside, Expr::Const(number));
    wide(BinaryOp::And, holds_number(cell), same)
}

fn holds_number(cell: Expr) -> Expr {
    let mark = || Expr::Const(boxed::MARK);
    wide(BinaryOp::Equal, wide(BinaryOp::BitAnd, cell, mark()), mark())
}
