//! Runs of a claim under partial knowledge, and when it accepts for ever.

use std::collections::{HashMap, HashSet};

use trine_property::{Claim, ClaimGuard, ClaimStateId};
use trine_system::{BinaryOp, Expr};

use super::Successor;
use super::follow::Tuples;

/// Where a claim can go when an event is consumed, or nothing.
pub fn moves(
    claim: &Claim,
    from: i64,
    event: u32,
    tuples: &Tuples<'_, '_>,
    tuple: &[i64],
    may_end: bool,
) -> Vec<i64> {
    let edges = &claim.states[ClaimStateId(from as u32)].edges;
    let truth = |guard: &Expr| observed(guard, event, may_end, tuples, tuple);
    let surely = edges.iter().any(|edge| match &edge.guard {
        ClaimGuard::When(guard) => matches!(truth(guard), Some(value) if value != 0),
        ClaimGuard::Else => false,
    });
    let open = edges.iter().filter(|edge| match &edge.guard {
        ClaimGuard::When(guard) => truth(guard) != Some(0),
        ClaimGuard::Else => !surely,
    });
    let mut found: Vec<i64> = open.map(|edge| i64::from(edge.to.0)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn observed(
    expr: &Expr,
    event: u32,
    may_end: bool,
    tuples: &Tuples<'_, '_>,
    tuple: &[i64],
) -> Option<i64> {
    let part = |expr: &Expr| observed(expr, event, may_end, tuples, tuple);
    match expr {
        Expr::Event(wanted) => Some(i64::from(*wanted == event)),
        Expr::Terminated if !may_end => Some(0),
        Expr::Terminated => None,
        Expr::Unary(op, width, inner) => {
            part(inner).map(|value| trine_system::value::unary(*op, *width, value))
        }
        Expr::Binary(BinaryOp::And, _, left, right) => {
            let (left, right) = (part(left), part(right));
            if left == Some(0) || right == Some(0) {
                return Some(0);
            }
            (left.is_some() && right.is_some()).then_some(1)
        }
        Expr::Binary(BinaryOp::Or, _, left, right) => {
            let sides = [part(left), part(right)];
            if sides.iter().flatten().any(|side| *side != 0) {
                return Some(1);
            }
            (sides == [Some(0), Some(0)]).then_some(0)
        }
        Expr::Binary(op, width, left, right) => {
            trine_system::value::binary(*op, *width, part(left)?, part(right)?).ok()
        }
        other => tuples.value(tuple, None, other),
    }
}

/// Whether an accepting point lies in a part of the graph whose points all reach each other, with a step
/// in it in which time passes and one that the claim observes.
pub fn accepts_for_ever(next: &[Vec<Successor>], accepts: impl Fn(usize) -> bool) -> bool {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for (from, targets) in next.iter().enumerate() {
        for step in targets {
            before[step.to].push(from);
        }
    }
    // Points already known to lie on no such cycle need not be asked again.
    let mut known = vec![false; next.len()];
    for start in (0..next.len()).filter(|point| accepts(*point)) {
        if known[start] {
            continue;
        }
        let there = reach(start, |at| next[at].iter().map(|step| step.to).collect());
        let back = reach(start, |at| before[at].clone());
        let inside: HashSet<usize> = there.intersection(&back).copied().collect();
        let within = |from: &usize| next[*from].iter().filter(|step| inside.contains(&step.to));
        let seen = inside.iter().flat_map(within).any(|step| step.seen);
        // Where nothing is seen, no process goes on that waits for what would be.
        let free = |step: &&Successor| seen || !step.waits;
        let mut backwards: HashMap<usize, Vec<usize>> = HashMap::new();
        for from in &inside {
            for step in within(from).filter(free) {
                backwards.entry(step.to).or_default().push(*from);
            }
        }
        let there = reach(start, |at| within(&at).filter(free).map(|step| step.to).collect());
        let back = reach(start, |at| backwards.get(&at).cloned().unwrap_or_default());
        let round: HashSet<usize> = there.intersection(&back).copied().collect();
        let goes = |from: &usize| {
            let steps = next[*from].iter().filter(free);
            steps.filter(|step| round.contains(&step.to)).map(|step| (step.time, step.observed))
        };
        let steps: Vec<(bool, bool)> = round.iter().flat_map(goes).collect();
        if steps.iter().any(|(time, _)| *time) && steps.iter().any(|(_, observed)| *observed) {
            return true;
        }
        let done = if seen { &inside } else { &round };
        done.iter().for_each(|point| known[*point] = true);
    }
    false
}

fn reach(start: usize, next: impl Fn(usize) -> Vec<usize>) -> HashSet<usize> {
    let mut found = HashSet::from([start]);
    let mut work = vec![start];
    while let Some(at) = work.pop() {
        for to in next(at) {
            if found.insert(to) {
                work.push(to);
            }
        }
    }
    found
}
