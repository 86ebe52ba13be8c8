//! Guided search: looks for an execution that follows a path, with anything in between that the path
//! does not show.

use std::collections::{HashMap, HashSet, VecDeque};

use trine_property::{Check, Claim, ClaimStateId, Property, PropertyKind};
use trine_system::interpret::Move;
use trine_system::{EdgeId, Interpreter, State, Step, System};
use trine_verdict::{Node, Path, PathEnd, Trace, TraceMove, TraceStep};

use crate::replay::moves_claim;

/// What came of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guided {
    /// An execution that violates the property along the path; it is still to be replayed.
    Found(Trace),
    /// There is none: so many steps of the path can be followed.
    Refuted { deepest: usize },
    /// Too many states were looked at.
    Undecided,
}

/// Looks for an execution that violates a claim along a path. `seen` are the steps that the path would
/// show if they were taken; at most `limit` states are looked at, as long as it may go on.
pub fn guide(
    system: &System,
    property: &Property,
    path: &Path,
    seen: &dyn Fn(&Node) -> bool,
    limit: usize,
    go_on: &dyn Fn() -> bool,
) -> Guided {
    let PropertyKind::Claim(claim) = &property.kind else { return Guided::Undecided };
    let instrumented = property.system(system);
    let interpreter = Interpreter::new(&instrumented);
    let mut search = Search {
        interpreter: &interpreter,
        claim,
        path,
        seen,
        points: Vec::new(),
        numbers: HashMap::new(),
        parents: Vec::new(),
        arcs: Vec::new(),
        deepest: 0,
    };
    search.run(limit, go_on)
}

/// Looks for an execution that violates a claim with steps by these edges only; at most `limit` states are
/// looked at, as long as it may go on.
pub fn guide_among(
    system: &System,
    property: &Property,
    edges: &[(u32, EdgeId)],
    limit: usize,
    go_on: &dyn Fn() -> bool,
) -> Guided {
    let among: HashSet<(u32, EdgeId)> = edges.iter().copied().collect();
    let path = Path { steps: Vec::new(), end: PathEnd::Reached };
    // A step is seen, and then it is not on the path, if one of its edges is not among them.
    let seen = |node: &Node| !node.parts().all(|part| among.contains(&part));
    guide(system, property, &path, &seen, limit, go_on)
}

/// Looks for an execution that comes to a state which violates a check, with steps by these edges only; at
/// most `limit` states are looked at, as long as it may go on.
pub fn guide_to_rest(
    system: &System,
    check: Check,
    edges: &[(u32, EdgeId)],
    limit: usize,
    go_on: &dyn Fn() -> bool,
) -> Guided {
    let among: HashSet<(u32, EdgeId)> = edges.iter().copied().collect();
    let interpreter = Interpreter::new(system);
    let Some(initial) = interpreter.initial().state else { return Guided::Undecided };
    let mut known: HashSet<State> = [initial.clone()].into_iter().collect();
    // The states, each with the one before it and the step between them.
    let mut found: Vec<(State, Option<(usize, Step)>)> = vec![(initial, None)];
    let mut next = 0;
    while next < found.len() {
        if next > limit || next % 256 == 0 && !go_on() {
            return Guided::Undecided;
        }
        let state = found[next].0.clone();
        let steps = interpreter.steps(&state);
        if steps.is_empty() && check.violated_at_rest(&interpreter, &state)
            || state.exclusive.is_none() && check.violated_in(&interpreter, &state)
        {
            let mut steps = Vec::new();
            let mut at = next;
            while let Some((before, step)) = found[at].1 {
                steps.push(TraceStep { action: TraceMove::System(step), claim: None });
                at = before;
            }
            steps.reverse();
            return Guided::Found(Trace { steps, loop_from: None, last_claim: None });
        }
        for step in steps {
            if let Move::Edge(edge) = step.action {
                let partner = step.partner.map(|partner| (partner.process, partner.edge));
                let node = Node { process: step.process, edge, partner };
                if !node.parts().all(|part| among.contains(&part)) {
                    continue;
                }
            }
            if let Some(after) = interpreter.step(&state, &step).state
                && known.insert(after.clone())
            {
                found.push((after, Some((next, step))));
            }
        }
        next += 1;
    }
    Guided::Refuted { deepest: 0 }
}

/// Cycles are looked for when so many states, and then twice as many each time, were looked at.
const LOOK: usize = 64;

type Point = (State, ClaimStateId, usize);

struct Arc {
    to: usize,
    step: TraceStep,
}

struct Search<'a, 's> {
    interpreter: &'a Interpreter<'s>,
    claim: &'a Claim,
    path: &'a Path,
    seen: &'a dyn Fn(&Node) -> bool,
    points: Vec<Point>,
    numbers: HashMap<Point, usize>,
    parents: Vec<Option<(usize, TraceStep)>>,
    arcs: Vec<Vec<Arc>>,
    deepest: usize,
}

impl Search<'_, '_> {
    fn run(&mut self, limit: usize, go_on: &dyn Fn() -> bool) -> Guided {
        let Some(initial) = self.interpreter.initial().state else { return Guided::Undecided };
        self.point((initial, self.claim.initial, 0), None);
        let mut next = 0;
        while next < self.points.len() {
            if next > limit || next % 256 == 0 && !go_on() {
                let cycle = self.claim.has_accepting().then(|| self.lasso()).flatten();
                return cycle.map_or(Guided::Undecided, Guided::Found);
            }
            if let Some(trace) = self.expand(next) {
                return Guided::Found(trace);
            }
            next += 1;
            // A cycle can often be seen long before everything was looked at.
            if self.claim.has_accepting()
                && next >= LOOK
                && next.is_power_of_two()
                && let Some(trace) = self.lasso()
            {
                return Guided::Found(trace);
            }
        }
        match self.claim.has_accepting().then(|| self.lasso()).flatten() {
            Some(trace) => Guided::Found(trace),
            None => Guided::Refuted { deepest: self.deepest },
        }
    }

    fn point(&mut self, point: Point, parent: Option<(usize, TraceStep)>) -> usize {
        if let Some(known) = self.numbers.get(&point) {
            return *known;
        }
        let number = self.points.len();
        self.deepest = self.deepest.max(point.2);
        self.numbers.insert(point.clone(), number);
        self.points.push(point);
        self.parents.push(parent);
        self.arcs.push(Vec::new());
        number
    }

    /// Takes all steps that the path allows; a trace, if the claim comes to its end.
    fn expand(&mut self, from: usize) -> Option<Trace> {
        let (state, observed, position) = self.points[from].clone();
        let mut stands = vec![(observed, None)];
        if moves_claim(&state) {
            let moves = self.claim.moves(observed, |expr| self.interpreter.eval(&state, expr));
            if let Some((to, _)) =
                moves.iter().find(|(to, failed)| *failed || self.claim.states[*to].final_)
            {
                let steps = self.steps_to(from);
                return Some(Trace { steps, loop_from: None, last_claim: Some(*to) });
            }
            stands = moves.into_iter().map(|(to, _)| (to, Some(to))).collect();
        }
        let steps = self.interpreter.steps(&state);
        if steps.is_empty() && !self.claim.infinite_only {
            for (to, claim) in &stands {
                let step = TraceStep { action: TraceMove::Stutter, claim: *claim };
                self.arc(from, (state.clone(), *to, position), step);
            }
        }
        for step in steps {
            let Some(position) = self.follow(&step, position) else { continue };
            let Some(next) = self.interpreter.step(&state, &step).state else { continue };
            for (to, claim) in &stands {
                let taken = TraceStep { action: TraceMove::System(step), claim: *claim };
                self.arc(from, (next.clone(), *to, position), taken);
            }
        }
        None
    }

    fn arc(&mut self, from: usize, point: Point, step: TraceStep) {
        let to = self.point(point, Some((from, step.clone())));
        self.arcs[from].push(Arc { to, step });
    }

    /// Where on the path a step leads, if the path allows it.
    fn follow(&self, step: &Step, position: usize) -> Option<usize> {
        let Move::Edge(edge) = step.action else { return Some(position) };
        let partner = step.partner.map(|partner| (partner.process, partner.edge));
        let node = Node { process: step.process, edge, partner };
        if !(self.seen)(&node) {
            return Some(position);
        }
        let steps = &self.path.steps;
        // After the last step a loop begins again.
        let position = match self.path.end {
            PathEnd::Loop(start) if position == steps.len() => start,
            _ => position,
        };
        (steps.get(position)?.node == node).then_some(position + 1)
    }

    fn steps_to(&self, point: usize) -> Vec<TraceStep> {
        let mut steps = Vec::new();
        let mut at = point;
        while let Some((before, step)) = &self.parents[at] {
            steps.push(step.clone());
            at = *before;
        }
        steps.reverse();
        steps
    }

    /// A cycle that the claim accepts.
    fn lasso(&self) -> Option<Trace> {
        let accepts = |point: &Point| self.claim.states[point.1].accepting && moves_claim(&point.0);
        let between = self.between_cycles();
        let candidates =
            (0..self.points.len()).filter(|point| between[*point] && accepts(&self.points[*point]));
        for point in candidates.take(64) {
            if let Some(round) = self.round(point) {
                let mut steps = self.steps_to(point);
                let loop_from = Some(steps.len());
                steps.extend(round);
                return Some(Trace { steps, loop_from, last_claim: None });
            }
        }
        None
    }

    /// The points that are on cycles or on ways from one to another: the others fall away from both ends.
    fn between_cycles(&self) -> Vec<bool> {
        let count = self.points.len();
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (from, arcs) in self.arcs.iter().enumerate() {
            arcs.iter().for_each(|arc| back[arc.to].push(from));
        }
        let forth: Vec<Vec<usize>> =
            self.arcs.iter().map(|arcs| arcs.iter().map(|arc| arc.to).collect()).collect();
        let mut left = vec![true; count];
        for (after, before) in [(&forth, &back), (&back, &forth)] {
            let mut degrees: Vec<usize> =
                before.iter().map(|ways| ways.iter().filter(|way| left[**way]).count()).collect();
            let mut open: Vec<usize> =
                (0..count).filter(|point| left[*point] && degrees[*point] == 0).collect();
            while let Some(point) = open.pop() {
                left[point] = false;
                for next in after[point].iter().copied().filter(|next| left[*next]) {
                    degrees[next] -= 1;
                    if degrees[next] == 0 {
                        open.push(next);
                    }
                }
            }
        }
        left
    }

    fn round(&self, start: usize) -> Option<Vec<TraceStep>> {
        let mut parents: HashMap<usize, (usize, TraceStep)> = HashMap::new();
        let mut known: HashSet<usize> = HashSet::new();
        let mut work = VecDeque::from([start]);
        while let Some(at) = work.pop_front() {
            for arc in &self.arcs[at] {
                if arc.to == start {
                    let mut steps = vec![arc.step.clone()];
                    let mut back = at;
                    while back != start {
                        let (before, step) = &parents[&back];
                        steps.push(step.clone());
                        back = *before;
                    }
                    steps.reverse();
                    return Some(steps);
                }
                if known.insert(arc.to) {
                    parents.insert(arc.to, (at, arc.step.clone()));
                    work.push_back(arc.to);
                }
            }
        }
        None
    }
}
