//! Small expressions and effects, named as one would say them.

use crate::{
    BinaryOp, Edge, Effect, Expr, FaultKind, GlobalId, Guard, LocalId, LocationId, Place, Root,
    System, TemplateId, Type, UnaryOp, Variable, Width,
};

/// What the variables of an expansion start with: never the name of a variable of a program.
pub(super) const MARK: &str = "$";

pub(super) fn number(value: impl Into<i64>) -> Expr {
    Expr::Const(value.into())
}

/// Arithmetic on positions and process numbers stays far below 32 bits.
pub(super) fn plus(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Const(a), Expr::Const(b)) => Expr::Const(a + b),
        (_, Expr::Const(0)) => left,
        (Expr::Const(0), _) => right,
        _ => Expr::binary(BinaryOp::Add, left, right),
    }
}

pub(super) fn minus(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Subtract, left, right)
}

pub(super) fn times(left: Expr, right: u32) -> Expr {
    match left {
        Expr::Const(value) => Expr::Const(value * i64::from(right)),
        _ if right == 1 => left,
        _ => Expr::binary(BinaryOp::Multiply, left, number(right)),
    }
}

pub(super) fn equal(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Equal, left, right)
}

pub(super) fn differs(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::NotEqual, left, right)
}

pub(super) fn less(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Less, left, right)
}

pub(super) fn greater(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Greater, left, right)
}

pub(super) fn not(inner: Expr) -> Expr {
    if let Expr::Const(value) = inner {
        return number(value == 0);
    }
    Expr::Unary(UnaryOp::Not, Width::W32, Box::new(inner))
}

pub(super) fn choose(condition: Expr, yes: Expr, no: Expr) -> Expr {
    Expr::Conditional(Box::new(condition), Box::new(yes), Box::new(no))
}

/// All of them, looked at in order; true if there are none.
pub(super) fn all(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    let open = conditions.into_iter().filter(|condition| *condition != Expr::TRUE);
    let joined = open.reduce(|left, right| match left {
        Expr::Const(0) => left,
        left => Expr::binary(BinaryOp::And, left, right),
    });
    joined.unwrap_or(Expr::TRUE)
}

/// One of them, looked at in order; false if there are none.
pub(super) fn any(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    let open = conditions.into_iter().filter(|condition| *condition != Expr::Const(0));
    let joined = open.reduce(|left, right| match left {
        Expr::Const(_) => left,
        left => Expr::binary(BinaryOp::Or, left, right),
    });
    joined.unwrap_or(Expr::Const(0))
}

/// The number of the stepping process, plus one: 0 means none.
pub(super) fn myself() -> Expr {
    plus(Expr::Myself, number(1))
}

pub(super) fn set(place: Place, value: Expr) -> Effect {
    Effect::Assign(place, value)
}

pub(super) fn abort(kind: FaultKind, message: &str) -> Effect {
    Effect::Abort(kind, message.to_string())
}

/// An edge like this one without its synchronisation: enabled where besides its guard this holds, and
/// doing this before its effects.
pub(super) fn variant(edge: &Edge, condition: Option<Expr>, before: Vec<Effect>) -> Edge {
    let guard = match (&edge.guard, condition) {
        (guard, None) => guard.clone(),
        (Guard::When(guard), Some(condition)) => Guard::When(all([guard.clone(), condition])),
        (Guard::Always | Guard::Else, Some(condition)) => Guard::When(condition),
    };
    let effects = before.into_iter().chain(edge.effects.iter().cloned()).collect();
    Edge { guard, sync: None, effects, ..edge.clone() }
}

/// The same for a step that ends the execution: nothing comes after it.
pub(super) fn failing(edge: &Edge, condition: Expr, kind: FaultKind, message: &str) -> Edge {
    let mut failing = variant(edge, Some(condition), Vec::new());
    failing.effects = vec![abort(kind, message)];
    failing
}

/// A value of a type that stands for nothing: 0 wherever it can.
pub(super) fn blank(ty: Type) -> i64 {
    match ty {
        Type::Range { low, high } if low > 0 || high < 0 => low,
        _ => 0,
    }
}

/// An unsigned type that can count up to this.
pub(super) fn counter(most: u32) -> Type {
    let bits = (u32::BITS - most.leading_zeros()).max(1) as u8;
    Type::Int { bits, signed: false }
}

pub(super) fn new_variable(name: String, cells: u32, ty: Type) -> Variable {
    let mut variable =
        if cells == 1 { Variable::scalar(name, ty) } else { Variable::array(name, cells, ty) };
    if blank(ty) != 0 {
        variable.init = crate::Init::Value(blank(ty));
    }
    variable
}

/// Adds a global to a system.
pub(super) fn add_global(system: &mut System, name: String, cells: u32, ty: Type) -> GlobalId {
    system.globals.push(new_variable(name, cells, ty))
}

/// Adds the same local to every template, and returns its number in each.
pub(super) fn add_locals(system: &mut System, name: &str, cells: u32, ty: Type) -> Vec<LocalId> {
    let templates = system.templates.iter_mut();
    templates
        .map(|template| template.locals.push(new_variable(name.to_string(), cells, ty)))
        .collect()
}

pub(super) fn cell(global: GlobalId, index: Expr) -> Place {
    Place::global(global).at(index)
}

/// The cell of one of a family; where there is only one, the variable itself.
pub(super) fn member(global: GlobalId, count: u32, index: Expr) -> Place {
    match index {
        Expr::Const(0) if count == 1 => Place::global(global),
        index => cell(global, index),
    }
}

/// A local of another process that runs this template.
pub(super) fn remote(process: Expr, template: TemplateId, local: LocalId) -> Place {
    let process = Some(Box::new(process));
    Place { root: Root::Remote { process, template, local }, index: None }
}

/// The process is there and runs this template.
pub(super) fn runs(system: &System, process: Expr, template: TemplateId) -> Expr {
    let locations: Vec<LocationId> = system.templates[template].locations.ids().collect();
    Expr::At { process: Some(Box::new(process)), template, locations }
}
