//! Decisions that follow one another on a process's own variables, as those of a case statement do, are made
//! in one step.

use trine_base::Id;
use trine_system::{
    BinaryOp, Edge, EdgeId, Effect, Expr, Guard, Hold, LocalId, LocationId, Place, Root, Template,
    Type, UnaryOp, Width,
};

use super::fold::rebuild;
use super::object_reuse::Notes;

/// Joins decisions with those that only they lead to.
pub fn decide(template: &mut Template, notes: &mut Notes) {
    let decisions = Decisions::of(template, notes);
    let mut kept = vec![false; template.locations.len()];
    let mut open = vec![template.entry];
    let mut edges: Vec<(usize, Edge)> = Vec::new();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut kept[at.index()], true) {
            continue;
        }
        for id in &decisions.out[at.index()] {
            let all = decisions.extended(*id);
            open.extend(all.iter().map(|edge| edge.to));
            edges.extend(all.into_iter().map(|edge| (id.index(), edge)));
        }
    }
    edges.sort_by_key(|(id, _)| *id);
    rebuild(template, notes, &kept, edges);
}

struct Decisions<'t> {
    template: &'t Template,
    out: Vec<Vec<EdgeId>>,
    /// By edge: it is a decision.
    decides: Vec<bool>,
    /// By location: one edge leads here, and only decisions follow.
    joins: Vec<bool>,
}

impl<'t> Decisions<'t> {
    fn of(template: &'t Template, notes: &Notes) -> Decisions<'t> {
        let mut out: Vec<Vec<EdgeId>> = vec![Vec::new(); template.locations.len()];
        let mut transitions = vec![0; template.locations.len()];
        transitions[template.entry.index()] += 1;
        let mut decides = Vec::new();
        for (id, edge) in template.edges.enumerate() {
            out[edge.from.index()].push(id);
            transitions[edge.to.index()] += 1;
            decides.push(is_decision(edge));
        }
        for edge in notes.pending() {
            decides[edge.index()] = false;
        }
        let joins = |id: LocationId| {
            let out = &out[id.index()];
            let plain = !template.locations[id].end && template.locations[id].names.is_empty();
            plain
                && transitions[id.index()] == 1
                && out.iter().all(|edge| decides[edge.index()])
                && is_complete(out.iter().map(|edge| &template.edges[*edge].guard))
        };
        let joins = template.locations.ids().map(joins).collect();
        Decisions { template, out, decides, joins }
    }

    /// A decision with all that follow it; any other step alone.
    fn extended(&self, id: EdgeId) -> Vec<Edge> {
        let first = self.template.edges[id].clone();
        if !self.decides[id.index()] {
            return vec![first];
        }
        let mut found = Vec::new();
        let mut open = vec![first];
        while let Some(edge) = open.pop() {
            let joined = match self.joins[edge.to.index()] {
                true => self.joined(&edge),
                false => None,
            };
            match joined {
                Some(all) => open.extend(all.into_iter().rev()),
                None => found.push(edge),
            }
        }
        found
    }

    /// A decision together with each that follows; none where they have to stay apart.
    fn joined(&self, edge: &Edge) -> Option<Vec<Edge>> {
        let mut all = Vec::new();
        for id in &self.out[edge.to.index()] {
            let next = &self.template.edges[*id];
            let mut both = edge.clone();
            both.to = next.to;
            both.effects.extend(next.effects.iter().cloned());
            let mut conditions = Vec::new();
            if let Guard::When(guard) = &edge.guard {
                split(guard, &mut conditions);
            }
            if let Guard::When(guard) = &next.guard {
                split(&self.before(guard, &edge.effects)?, &mut conditions);
            }
            if conditions.len() > MOST_CONDITIONS || both.effects.len() > MOST_EFFECTS {
                return None;
            }
            if let Some(guard) = together(conditions) {
                both.guard = guard;
                all.push(both);
            }
        }
        Some(all)
    }

    /// What a condition that holds after some assignments asks for before them.
    fn before(&self, condition: &Expr, effects: &[Effect]) -> Option<Expr> {
        let mut condition = condition.clone();
        for effect in effects.iter().rev() {
            let Effect::Assign(place, value) = effect else { return None };
            let Root::Local(local) = place.root else { return None };
            if !self.fits(value, self.template.locals[local].ty) {
                return None;
            }
            condition = condition.rebuilt(&|part| match part {
                Expr::Read(read) if is(&read, local) => value.clone(),
                other => other,
            });
        }
        Some(condition)
    }

    /// Whether a cell of this type holds just this value after its assignment.
    fn fits(&self, value: &Expr, ty: Type) -> bool {
        let (low, high) = ty.bounds();
        let (least, most) = match value {
            Expr::Const(value) => (*value, *value),
            Expr::Read(Place { root: Root::Local(id), .. }) => {
                self.template.locals[*id].ty.bounds()
            }
            Expr::Unary(UnaryOp::Not, ..) => (0, 1),
            Expr::Binary(op, ..) if op.is_truth() => (0, 1),
            _ => return false,
        };
        low <= least && most <= high
    }
}

/// More are not joined.
const MOST_CONDITIONS: usize = 256;
const MOST_EFFECTS: usize = 512;

/// Whether a step only looks at locals of its process, and sets some of them.
fn is_decision(edge: &Edge) -> bool {
    let guard = match &edge.guard {
        Guard::Always => true,
        Guard::When(guard) => is_own(guard),
        Guard::Else => false,
    };
    let local = |effect: &Effect| match effect {
        Effect::Assign(place, value) => {
            place.index.is_none() && matches!(place.root, Root::Local(_)) && is_own(value)
        }
        _ => false,
    };
    guard
        && edge.sync.is_none()
        && edge.hold == Hold::Release
        && edge.rank == 0
        && edge.effects.iter().all(local)
}

/// Whether one of these guards always holds: a process that decides nothing else waits here, and must not wait before
/// the decision that leads here.
fn is_complete<'g>(guards: impl Iterator<Item = &'g Guard>) -> bool {
    let guards: Vec<&Guard> = guards.collect();
    match guards[..] {
        [Guard::Always] => true,
        [Guard::When(one), Guard::When(other)] => {
            is_opposite(one, other) || is_opposite(other, one)
        }
        _ => false,
    }
}

fn is_opposite(one: &Expr, other: &Expr) -> bool {
    matches!(one, Expr::Unary(UnaryOp::Not, _, inner) if **inner == *other)
}

/// Whether an expression reads only locals that are no arrays, and never fails.
fn is_own(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) => true,
        Expr::Read(place) => place.index.is_none() && matches!(place.root, Root::Local(_)),
        Expr::Unary(_, _, inner) => is_own(inner),
        Expr::Binary(op, _, left, right) => {
            !matches!(op, BinaryOp::Divide | BinaryOp::Remainder) && is_own(left) && is_own(right)
        }
        _ => false,
    }
}

fn is(place: &Place, local: LocalId) -> bool {
    place.index.is_none() && matches!(place.root, Root::Local(id) if id == local)
}

/// The conditions that a guard asks for all of.
fn split(guard: &Expr, into: &mut Vec<Expr>) {
    match guard {
        Expr::Binary(BinaryOp::And, _, left, right) => {
            split(left, into);
            split(right, into);
        }
        Expr::Unary(UnaryOp::Not, _, inner) => match &**inner {
            Expr::Unary(UnaryOp::Not, _, again) => split(again, into),
            _ => into.push(guard.clone()),
        },
        _ => into.push(guard.clone()),
    }
}

/// A guard that asks for all conditions; none where they exclude each other.
fn together(conditions: Vec<Expr>) -> Option<Guard> {
    let mut needed: Vec<Expr> = Vec::new();
    for condition in &conditions {
        let excluded = conditions.iter().any(|other| excludes(other, condition));
        if excluded {
            return None;
        }
        let implied = conditions.iter().any(|other| implies(other, condition));
        if !implied && !needed.contains(condition) {
            needed.push(condition.clone());
        }
    }
    let all = needed.into_iter().reduce(|left, right| {
        Expr::Binary(BinaryOp::And, Width::W64, Box::new(left), Box::new(right))
    });
    Some(all.map_or(Guard::Always, Guard::When))
}

/// Whether two conditions are known never to hold both.
fn excludes(one: &Expr, other: &Expr) -> bool {
    match (equality(one), equality(other)) {
        (Some((left, value)), Some((right, another))) => left == right && value != another,
        _ => is_opposite(one, other),
    }
}

/// Whether a condition says that a place has a value, and another that it has not a different one.
fn implies(one: &Expr, other: &Expr) -> bool {
    let Expr::Unary(UnaryOp::Not, _, inner) = other else { return false };
    match (equality(one), equality(inner)) {
        (Some((left, value)), Some((right, another))) => left == right && value != another,
        _ => false,
    }
}

/// The place and the value that a condition says it has.
fn equality(condition: &Expr) -> Option<(&Place, i64)> {
    match condition {
        Expr::Binary(BinaryOp::Equal, _, left, right) => match (&**left, &**right) {
            (Expr::Read(place), Expr::Const(value)) | (Expr::Const(value), Expr::Read(place)) => {
                Some((place, *value))
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use trine_system::Variable;

    use super::*;

    /// `case x is when 1 => … when 2 => … when others => …`, one question after the other.
    #[test]
    fn a_case_statement_is_one_decision() {
        let mut template = Template::new("t");
        let x = template.add_local(Variable::scalar("x", Type::BYTE));
        let truth = template.add_local(Variable::scalar("t", Type::Bool));
        let [first, second, third, one, two, other] =
            std::array::from_fn(|_| template.add_location());
        template.entry = first;
        let is = |value: i64| Expr::binary(BinaryOp::Equal, Expr::local(x), Expr::Const(value));
        let when =
            |from, to, guard: Expr| Edge { guard: Guard::When(guard), ..Edge::new(from, to) };
        template.add_edge(when(first, one, is(1)));
        let ask = Effect::Assign(Place::local(truth), is(2));
        template.add_edge(when(first, second, is(1).negated()).doing(ask));
        template.add_edge(when(second, two, Expr::local(truth)));
        template.add_edge(when(second, third, Expr::local(truth).negated()));
        template.add_edge(when(third, one, is(1)));
        template.add_edge(when(third, other, is(1).negated()));
        decide(&mut template, &mut Notes::default());
        let guards: Vec<&Guard> = template.edges.iter().map(|edge| &edge.guard).collect();
        assert_eq!(template.locations.len(), 4);
        assert_eq!(guards.len(), 3, "{guards:?}");
        assert_eq!(guards[0], &Guard::When(is(1)));
        assert_eq!(guards[1], &Guard::When(is(2)));
        let Guard::When(Expr::Binary(BinaryOp::And, _, left, right)) = guards[2] else {
            panic!("{guards:?}");
        };
        assert_eq!((&**left, &**right), (&is(1).negated(), &is(2).negated()));
    }

    /// The second question may have no answer, and a process that waits for one has made the first decision.
    #[test]
    fn who_may_wait_behind_a_decision_does_so() {
        let mut template = Template::new("t");
        let x = template.add_local(Variable::scalar("x", Type::Bool));
        let [first, second, last, other] = std::array::from_fn(|_| template.add_location());
        template.entry = first;
        let when =
            |from, to, guard: Expr| Edge { guard: Guard::When(guard), ..Edge::new(from, to) };
        template.add_edge(Edge::new(first, second));
        template.add_edge(Edge::new(first, other));
        template.add_edge(when(second, last, Expr::local(x)));
        decide(&mut template, &mut Notes::default());
        assert_eq!((template.locations.len(), template.edges.len()), (4, 3));
    }

    /// Two ways lead to the second question, so that joining would double what follows.
    #[test]
    fn decisions_that_meet_stay_apart() {
        let mut template = Template::new("t");
        let x = template.add_local(Variable::scalar("x", Type::Bool));
        let [first, second, yes, no] = std::array::from_fn(|_| template.add_location());
        template.entry = first;
        let when =
            |from, to, guard: Expr| Edge { guard: Guard::When(guard), ..Edge::new(from, to) };
        for guard in [Expr::local(x), Expr::local(x).negated()] {
            template.add_edge(when(first, second, guard));
        }
        template.add_edge(when(second, yes, Expr::local(x)));
        template.add_edge(when(second, no, Expr::local(x).negated()));
        decide(&mut template, &mut Notes::default());
        assert_eq!((template.locations.len(), template.edges.len()), (4, 4));
    }
}
