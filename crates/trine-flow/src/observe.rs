//! The observer of the steps of an analysis: a claim that looks for violations, or a path that is tried
//! again with more constraints.

use rustc_hash::FxHashSet;
use trine_property::{Claim, ClaimGuard, ClaimStateId};
use trine_system::{BinaryOp, Expr};
use trine_verdict::{Node, Path, PathEnd as End, PathStep};

use crate::tuple::{Fired, Layout};

/// What runs along with the propagation.
pub enum Observer<'o> {
    Claim(&'o Claim),
    Path {
        path: &'o Path,
        /// The steps that were visible when the path was found.
        seen: &'o FxHashSet<Node>,
        /// Only executions that go on for ever are meant.
        endless: bool,
    },
}

impl<'o> Observer<'o> {
    /// An observer that accepts the executions along a path, to try it again with more constraints.
    pub fn of_path(path: &'o Path, seen: &'o FxHashSet<Node>, endless: bool) -> Observer<'o> {
        Observer::Path { path, seen, endless }
    }

    /// Where a path goes round has to be found going round.
    pub fn is_round(&self) -> bool {
        match self {
            Observer::Claim(claim) => claim.has_accepting(),
            Observer::Path { path, .. } => matches!(path.end, End::Loop(_)),
        }
    }

    /// Where the observer is before the first step.
    pub fn start(&self, layout: &Layout<'_, '_>, may_end: bool) -> Vec<i64> {
        match self {
            Observer::Claim(claim) => {
                let tuple = layout.initial(0);
                moves(claim, i64::from(claim.initial.0), 0, layout, &tuple, may_end)
            }
            Observer::Path { .. } => vec![0],
        }
    }

    /// Whether a step may come next at all.
    pub fn takes(&self, at: i64, node: &Node) -> bool {
        match self {
            Observer::Claim(_) => true,
            Observer::Path { path, seen, .. } => {
                let next = expected(path, at).map(|(_, step)| &step.node);
                !seen.contains(node) || next == Some(node)
            }
        }
    }

    /// Where the observer can be after a step.
    pub fn step(&self, at: i64, node: &Node, fired: &Fired, layout: &Layout<'_, '_>) -> Vec<i64> {
        match self {
            Observer::Claim(claim) => {
                let mut here = vec![at];
                for event in &fired.events {
                    let mut next: Vec<i64> = Vec::new();
                    for from in here {
                        // What is violated stays so, whatever else the step does.
                        if claim.states[ClaimStateId(from as u32)].final_ {
                            return vec![from];
                        }
                        next.extend(moves(claim, from, *event, layout, &fired.tuple, false));
                    }
                    next.sort_unstable();
                    next.dedup();
                    here = next;
                }
                here
            }
            Observer::Path { path, seen, .. } => {
                if !seen.contains(node) {
                    return vec![at];
                }
                match expected(path, at) {
                    Some((at, step)) if step.node == *node && step.events == fired.events => {
                        vec![at + 1]
                    }
                    _ => Vec::new(),
                }
            }
        }
    }

    /// Where the observer can go while nothing happens.
    pub fn silence(
        &self,
        at: i64,
        layout: &Layout<'_, '_>,
        tuple: &[i64],
        may_end: bool,
    ) -> Vec<i64> {
        match self {
            Observer::Claim(claim) => moves(claim, at, 0, layout, tuple, may_end),
            Observer::Path { .. } => Vec::new(),
        }
    }
}

/// The step of a path that comes next, with its position: after the last one, the first of its loop.
fn expected(path: &Path, at: i64) -> Option<(i64, &PathStep)> {
    let at = match path.end {
        End::Loop(from) if at as usize == path.steps.len() => from,
        _ => at as usize,
    };
    path.steps.get(at).map(|step| (at as i64, step))
}

/// The states a claim can move to when it observes an event, or nothing, and only parts of the state are
/// known.
pub fn moves(
    claim: &Claim,
    from: i64,
    event: u32,
    layout: &Layout<'_, '_>,
    tuple: &[i64],
    may_end: bool,
) -> Vec<i64> {
    let state = &claim.states[ClaimStateId(from as u32)];
    let value =
        |expr: &Expr| observed(expr, event, may_end, &|expr| layout.value(tuple, None, expr));
    let mut surely = false;
    let mut found = Vec::new();
    for edge in &state.edges {
        if let ClaimGuard::When(guard) = &edge.guard {
            let open = value(guard);
            surely |= open.is_some_and(|open| open != 0);
            if open != Some(0) {
                found.push(i64::from(edge.to.0));
            }
        }
    }
    if !surely {
        let otherwise = state.edges.iter().filter(|edge| edge.guard == ClaimGuard::Else);
        found.extend(otherwise.map(|edge| i64::from(edge.to.0)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The value of a claim's condition while an event is consumed.
fn observed(
    expr: &Expr,
    event: u32,
    may_end: bool,
    other: &dyn Fn(&Expr) -> Option<i64>,
) -> Option<i64> {
    let inner = |expr: &Expr| observed(expr, event, may_end, other);
    match expr {
        Expr::Event(wanted) => Some(i64::from(*wanted == event)),
        Expr::Terminated => (!may_end).then_some(0),
        Expr::Unary(op, width, of) => Some(trine_system::value::unary(*op, *width, inner(of)?)),
        Expr::Binary(BinaryOp::And, _, left, right) => match (inner(left), inner(right)) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(_), Some(_)) => Some(1),
            _ => None,
        },
        Expr::Binary(BinaryOp::Or, _, left, right) => match (inner(left), inner(right)) {
            (Some(0), Some(0)) => Some(0),
            (Some(one), _) | (_, Some(one)) if one != 0 => Some(1),
            _ => None,
        },
        Expr::Binary(op, width, left, right) => {
            trine_system::value::binary(*op, *width, inner(left)?, inner(right)?).ok()
        }
        expr => other(expr),
    }
}
