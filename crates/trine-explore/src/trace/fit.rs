//! Finds the accepting run of a claim along an execution.
//!
//! A search that leaves out states which nothing can tell apart lets the claim skip them too. The claim
//! does not mind, but its run must be found again on the execution with all its states.

use std::collections::VecDeque;

use trine_property::{Claim, ClaimStateId};
use trine_system::{Interpreter, State};
use trine_verdict::{Trace, TraceMove, TraceStep};

use super::close::Lasso;

/// The trace of an execution on which some move of the claim violates by itself, if there is such a
/// run of the claim. `states` has one more than `moves`.
pub fn fit_finite(
    interpreter: &Interpreter<'_>,
    claim: &Claim,
    moves: &[TraceMove],
    states: &[State],
) -> Option<Trace> {
    Product { interpreter, claim, moves, states, loop_from: None }.finite()
}

/// The trace of an infinite execution with an accepting run of the claim, if there is one.
pub fn fit_infinite(interpreter: &Interpreter<'_>, claim: &Claim, lasso: &Lasso) -> Option<Trace> {
    let Lasso { moves, states, loop_from, .. } = lasso;
    let loop_from = Some(*loop_from);
    let product = Product { interpreter, claim, moves, states, loop_from };
    product.finite().or_else(|| product.infinite())
}

struct Product<'a, 's> {
    interpreter: &'a Interpreter<'s>,
    claim: &'a Claim,
    moves: &'a [TraceMove],
    states: &'a [State],
    loop_from: Option<usize>,
}

/// A position of the execution and a state of the claim, as one number.
type Point = usize;

const UNSEEN: Point = usize::MAX;

impl Product<'_, '_> {
    fn width(&self) -> usize {
        self.claim.states.len()
    }

    fn point(&self, position: usize, claim: ClaimStateId) -> Point {
        position * self.width() + claim.0 as usize
    }

    fn start(&self) -> Point {
        self.point(0, self.claim.initial)
    }

    /// Where the claim can go at a point, and whether that violates by itself.
    fn claim_moves(&self, point: Point) -> Vec<(ClaimStateId, bool)> {
        let state = &self.states[point / self.width()];
        let from = ClaimStateId((point % self.width()) as u32);
        if state.exclusive.is_some() {
            return vec![(from, false)];
        }
        let moves = self.claim.moves(from, |expr| self.interpreter.eval(state, expr));
        let violates = |to: ClaimStateId, failed| failed || self.claim.states[to].final_;
        moves.into_iter().map(|(to, failed)| (to, violates(to, failed))).collect()
    }

    fn next(&self, point: Point) -> Vec<Point> {
        let position = point / self.width() + 1;
        let position = if position < self.states.len() { Some(position) } else { self.loop_from };
        let Some(position) = position else { return Vec::new() };
        self.claim_moves(point).into_iter().map(|(to, _)| self.point(position, to)).collect()
    }

    /// For each point, from where a breadth-first walk first came to it; `leave_out` says which points
    /// are not to be passed.
    fn reach(&self, start: Point, leave_out: &[bool], stop: impl Fn(Point) -> bool) -> Reach {
        let mut parents = vec![UNSEEN; self.states.len() * self.width()];
        let mut queue = VecDeque::from([start]);
        while let Some(point) = queue.pop_front() {
            if stop(point) {
                return Reach { parents, stopped: Some(point) };
            }
            for next in self.next(point) {
                let left_out = leave_out.get(next).copied().unwrap_or(false);
                if parents[next] == UNSEEN && !left_out {
                    parents[next] = point;
                    queue.push_back(next);
                }
            }
        }
        Reach { parents, stopped: None }
    }

    /// A shortest execution on which some move of the claim violates by itself.
    fn finite(&self) -> Option<Trace> {
        let violation =
            |point: Point| self.claim_moves(point).into_iter().find(|(_, violates)| *violates);
        let reach = self.reach(self.start(), &[], |point| violation(point).is_some());
        let point = reach.stopped?;
        let steps = self.steps(&reach.path(self.start(), point));
        let last_claim = violation(point).map(|(last, _)| last);
        Some(Trace { steps, loop_from: None, last_claim })
    }

    fn infinite(&self) -> Option<Trace> {
        let start = self.start();
        let reach = self.reach(start, &[], |_| false);
        let accepting = |point: &Point| {
            let claim = ClaimStateId((point % self.width()) as u32);
            (reach.parents[*point] != UNSEEN || *point == start)
                && self.claim.states[claim].accepting
                && self.loop_from.is_some_and(|from| point / self.width() >= from)
        };
        // A point that is on no cycle is on none of those that the others are looked for.
        let mut hopeless = vec![false; reach.parents.len()];
        for seed in (0..reach.parents.len()).filter(accepting) {
            let cycle = self.reach(seed, &hopeless, |_| false);
            if cycle.parents[seed] == UNSEEN {
                hopeless[seed] = true;
                continue;
            }
            let mut steps = self.steps(&reach.path(start, seed));
            let loop_from = Some(steps.len());
            let mut round = cycle.path(seed, cycle.parents[seed]);
            round.push(seed);
            steps.extend(self.steps(&round));
            return Some(Trace { steps, loop_from, last_claim: None });
        }
        None
    }

    /// The steps between consecutive points.
    fn steps(&self, path: &[Point]) -> Vec<TraceStep> {
        let step = |pair: &[Point]| {
            let position = pair[0] / self.width();
            let looks = self.states[position].exclusive.is_none();
            let to = ClaimStateId((pair[1] % self.width()) as u32);
            TraceStep { action: self.moves[position].clone(), claim: looks.then_some(to) }
        };
        path.windows(2).map(step).collect()
    }
}

struct Reach {
    parents: Vec<Point>,
    stopped: Option<Point>,
}

impl Reach {
    /// The points from the start of the walk to another, both included.
    fn path(&self, start: Point, to: Point) -> Vec<Point> {
        let mut path = vec![to];
        let mut at = to;
        while at != start {
            at = self.parents[at];
            path.push(at);
        }
        path.reverse();
        path
    }
}
