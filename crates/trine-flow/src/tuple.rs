//! Tuples, the abstract states of flow: what is known of the followed parts of a state, and how an edge changes it.
//!
//! The meaning is that of the reference interpreter, with everything that is not followed unknown: a
//! step that could be taken in some state with these parts is taken, in every way it could.

use rustc_hash::FxHashMap;
use trine_system::interpret::Cell;
use trine_system::{
    BinaryOp, EdgeId, Effect, EntryRef, Expr, Guard, MonitorQuery, Pattern, Place, Sync,
};
use trine_verdict::{LARGE, Node, UNKNOWN};

use crate::calls::CallSlots;
use crate::constraint::{Constraint, ends};
use crate::parallel::Parallel;
use crate::partial::{self, Term};
use crate::system_facts::SystemFacts;

/// Where each followed part is in a tuple; the first place is the observer's.
pub struct Layout<'f, 's> {
    pub facts: &'f SystemFacts<'s>,
    pub parallel: &'f Parallel<'f, 's>,
    pub tasks: FxHashMap<u32, usize>,
    cells: FxHashMap<Cell, usize>,
    pub(crate) monitors: FxHashMap<u32, usize>,
    pub(crate) waits: FxHashMap<u32, Vec<(u32, usize)>>,
    pub(crate) starts: FxHashMap<u32, usize>,
    pub(crate) joins: FxHashMap<u32, usize>,
    pub(crate) calls: FxHashMap<u32, CallSlots>,
    initial: Vec<i64>,
}

/// A tuple after a step, with the events of the step.
#[derive(Clone)]
pub struct Fired {
    pub tuple: Vec<i64>,
    pub events: Vec<u32>,
    /// Whose call was accepted, where that is known.
    pub caller: Option<u32>,
}

impl<'f, 's> Layout<'f, 's> {
    /// The places in a tuple of what the constraints follow.
    pub fn new(
        facts: &'f SystemFacts<'s>,
        parallel: &'f Parallel<'f, 's>,
        constraints: &[Constraint],
    ) -> Layout<'f, 's> {
        let mut layout = Layout {
            facts,
            parallel,
            tasks: FxHashMap::default(),
            cells: FxHashMap::default(),
            monitors: FxHashMap::default(),
            waits: FxHashMap::default(),
            starts: FxHashMap::default(),
            joins: FxHashMap::default(),
            calls: FxHashMap::default(),
            initial: vec![0],
        };
        for constraint in constraints {
            let next = layout.initial.len();
            match *constraint {
                Constraint::Task(process) => {
                    layout.tasks.insert(process, next);
                    layout.initial.push(i64::from(facts.entry(process).0));
                }
                Constraint::Variable(cell) => {
                    layout.cells.insert(cell, next);
                    layout.initial.push(small(facts.initially(cell)));
                }
                Constraint::Monitor(monitor) => {
                    layout.monitors.insert(monitor, next);
                    layout.initial.push(0);
                }
                Constraint::Wait(monitor) => {
                    let waiters = waiters(facts, monitor);
                    layout.initial.extend(waiters.iter().map(|_| 0));
                    let places = waiters.into_iter().zip(next..).collect();
                    layout.waits.insert(monitor, places);
                }
                Constraint::Start(process) => {
                    layout.starts.insert(process, next);
                    layout.initial.push(0);
                }
                Constraint::Join(process) => {
                    layout.joins.insert(process, next);
                    let runs = !facts.template(process).is_started();
                    layout.initial.push(i64::from(runs));
                }
                Constraint::Call(process) => {
                    let slots = CallSlots::new(facts, process, next);
                    layout.calls.insert(process, slots);
                    layout.initial.extend(std::iter::repeat_n(0, slots.size()));
                }
            }
        }
        layout
    }

    /// The tuple of the initial state, with the observer in a state of its own.
    pub fn initial(&self, observer: i64) -> Vec<i64> {
        let mut tuple = self.initial.clone();
        tuple[0] = observer;
        tuple
    }

    /// The value of an expression where only a tuple is known.
    pub fn value(&self, tuple: &[i64], process: Option<u32>, expr: &Expr) -> Option<i64> {
        partial::value(self.facts, process, expr, &|part| self.known(tuple, process, part))
    }

    fn known(&self, tuple: &[i64], process: Option<u32>, part: Term<'_>) -> Option<i64> {
        match part {
            Term::Cell(cell) => {
                let value = tuple[*self.cells.get(&cell)?];
                (value != UNKNOWN).then_some(value)
            }
            Term::Expr(Expr::Monitor(query, of)) => {
                let number = self.facts.monitor(process?, of)?;
                match query {
                    MonitorQuery::Held => Some(i64::from(tuple[*self.monitors.get(&number)?] != 0)),
                    MonitorQuery::Mine => {
                        let owner = tuple[*self.monitors.get(&number)?];
                        (owner != i64::from(process?) + 1).then_some(0)
                    }
                    MonitorQuery::Waiting => {
                        let waits = self.waits.get(&number)?.iter();
                        Some(waits.filter(|(_, at)| tuple[*at] == 1).count() as i64)
                    }
                }
            }
            Term::Expr(Expr::Started(of)) => {
                let of = self.value(tuple, process, of)? as u32;
                match (self.starts.get(&of), self.joins.get(&of)) {
                    (Some(at), _) | (None, Some(at)) => Some(i64::from(tuple[*at] != 0)),
                    (None, None) => None,
                }
            }
            Term::Expr(Expr::Ended(of)) => {
                let of = self.value(tuple, process, of)? as u32;
                Some(i64::from(tuple[*self.joins.get(&of)?] == 2))
            }
            Term::Expr(Expr::Waiting(entry, index)) => {
                let index = index.as_deref().cloned();
                self.waiting(tuple, process?, &EntryRef { entry: *entry, index })
            }
            Term::Expr(_) => None,
        }
    }

    /// Everything that a step can make of a tuple; nothing where it cannot be taken.
    pub fn fire(&self, tuple: &[i64], node: &Node) -> Vec<Fired> {
        let mut tuple = tuple.to_vec();
        for (process, edge) in node.parts() {
            if !self.asked(&mut tuple, process, edge) {
                return Vec::new();
            }
        }
        for (process, edge) in node.parts() {
            let from = self.facts.edge(process, edge).from;
            if !self.may_serve(&tuple, process, from) {
                return Vec::new();
            }
        }
        let mut ways = vec![Fired { tuple, events: Vec::new(), caller: None }];
        match node.partner {
            None => {
                let edge = self.facts.edge(node.process, node.edge);
                if let Some(sync) = &edge.sync {
                    let at = (node.process, edge.from);
                    ways = self.each(ways, |way, next| self.sync(at, sync, way, next));
                }
                ways = self.effects(node.process, node.edge, ways);
            }
            Some((receiver, receiving)) => {
                let (sending, taking) = (
                    &self.facts.edge(node.process, node.edge).sync,
                    &self.facts.edge(receiver, receiving).sync,
                );
                let (Some(Sync::Send { values, .. }), Some(Sync::Receive { patterns, .. })) =
                    (sending, taking)
                else {
                    return Vec::new();
                };
                let before = ways[0].tuple.clone();
                let message: Vec<Option<i64>> = values
                    .iter()
                    .map(|value| self.value(&before, Some(node.process), value))
                    .collect();
                for (pattern, value) in patterns.iter().zip(&message) {
                    if let (Pattern::Match(wanted), Some(value)) = (pattern, value)
                        && let Some(wanted) = self.value(&before, Some(receiver), wanted)
                        && wanted != *value
                    {
                        return Vec::new();
                    }
                }
                ways = self.effects(node.process, node.edge, ways);
                for way in &mut ways {
                    for (position, pattern) in patterns.iter().enumerate() {
                        if let Pattern::Bind(place) = pattern {
                            let value = message.get(position).copied().flatten();
                            self.assign(&mut way.tuple, receiver, place, value);
                        }
                    }
                }
                ways = self.effects(receiver, receiving, ways);
            }
        }
        for way in &mut ways {
            for (process, edge) in node.parts() {
                let edge = self.facts.edge(process, edge);
                if let Some(at) = self.tasks.get(&process) {
                    way.tuple[*at] = i64::from(edge.to.0);
                }
                if let Some(at) = self.joins.get(&process)
                    && ends(self.facts, process, edge)
                {
                    way.tuple[*at] = 2;
                }
            }
        }
        ways
    }

    fn each(&self, ways: Vec<Fired>, mut act: impl FnMut(Fired, &mut Vec<Fired>)) -> Vec<Fired> {
        let mut next = Vec::with_capacity(ways.len());
        for way in ways {
            act(way, &mut next);
        }
        next
    }

    /// Whether the conditions of an edge can hold; what they show is noted.
    fn asked(&self, tuple: &mut [i64], process: u32, id: EdgeId) -> bool {
        let template = self.facts.template(process);
        let edge = &template.edges[id];
        if let Some(provided) = &template.provided
            && self.value(tuple, Some(process), provided) == Some(0)
        {
            return false;
        }
        match &edge.guard {
            Guard::Always => true,
            Guard::When(guard) => self.assume(tuple, process, guard, true),
            Guard::Else => {
                let siblings = self.facts.outgoing(process, edge.from).iter();
                let siblings = siblings.map(|id| &template.edges[*id]).filter(|other| {
                    other.rank == edge.rank && !other.sync.as_ref().is_some_and(Sync::may_block)
                });
                for sibling in siblings {
                    match &sibling.guard {
                        Guard::Always => return false,
                        Guard::When(guard) => {
                            if !self.assume(tuple, process, guard, false) {
                                return false;
                            }
                        }
                        Guard::Else => {}
                    }
                }
                true
            }
        }
    }

    fn assume(&self, tuple: &mut [i64], process: u32, condition: &Expr, truth: bool) -> bool {
        if let Some(known) = self.value(tuple, Some(process), condition) {
            return (known != 0) == truth;
        }
        let mut told: Vec<(usize, i64)> = Vec::new();
        partial::shown(
            self.facts,
            Some(process),
            condition,
            truth,
            &|part| self.known(tuple, Some(process), part),
            &mut |cell, value| told.extend(self.cells.get(&cell).map(|at| (*at, value))),
        );
        for (at, value) in told {
            if tuple[at] == UNKNOWN {
                tuple[at] = small(value);
            } else if tuple[at] != value {
                return false;
            }
        }
        true
    }

    fn effects(&self, process: u32, edge: EdgeId, mut ways: Vec<Fired>) -> Vec<Fired> {
        for effect in &self.facts.edge(process, edge).effects {
            match effect {
                Effect::Assign(place, value) => {
                    for way in &mut ways {
                        let value = self.value(&way.tuple, Some(process), value);
                        self.assign(&mut way.tuple, process, place, value);
                    }
                }
                Effect::Choose { into, low, high, known } => {
                    let value = (*known && low == high).then_some(*low);
                    for way in &mut ways {
                        self.assign(&mut way.tuple, process, into, value);
                    }
                }
                Effect::Emit { event, when } => {
                    ways = self.each(ways, |way, next| {
                        let told;
                        let when = match way.caller {
                            Some(caller) => {
                                told = with_caller(when, caller);
                                &told
                            }
                            None => when,
                        };
                        let happens = self.value(&way.tuple, Some(process), when);
                        // A condition that cannot be evaluated does not hold.
                        if happens != Some(0) {
                            let mut with = way.clone();
                            with.events.push(*event);
                            // That it happens shows what it depends on.
                            if self.assume(&mut with.tuple, process, when, true) {
                                next.push(with);
                            }
                        }
                        if happens.is_none_or(|value| value == 0) {
                            let mut without = way.clone();
                            if !partial::is_sure(when)
                                || self.assume(&mut without.tuple, process, when, false)
                            {
                                next.push(without);
                            }
                        }
                    });
                }
                // Nothing goes on after it.
                Effect::Abort(..) => ways.clear(),
                Effect::Assert(_)
                | Effect::Print(_)
                | Effect::Run { .. }
                | Effect::SetPriority(..)
                | Effect::New { .. }
                | Effect::Fail(..)
                | Effect::Unmodelled(_)
                | Effect::Limit { .. } => {}
            }
        }
        ways
    }

    pub(crate) fn assign(
        &self,
        tuple: &mut [i64],
        process: u32,
        place: &Place,
        value: Option<i64>,
    ) {
        if self.cells.is_empty() {
            return;
        }
        let known = |part: Term<'_>| self.known(tuple, Some(process), part);
        match partial::cell(self.facts, Some(process), place, &known) {
            Some(cell) => {
                if let Some(at) = self.cells.get(&cell) {
                    let kept = value.and_then(|value| self.facts.cell_type(cell).store(value).ok());
                    tuple[*at] = kept.map_or(UNKNOWN, small);
                }
            }
            // Any of its cells may be meant.
            None => {
                for cell in self.facts.cells(Some(process), place) {
                    if let Some(at) = self.cells.get(&cell)
                        && value != Some(tuple[*at])
                    {
                        tuple[*at] = UNKNOWN;
                    }
                }
            }
        }
    }
}

/// Processes that may wait at a monitor.
pub fn waiters(facts: &SystemFacts<'_>, monitor: u32) -> Vec<u32> {
    let waits = |process: &u32| {
        facts.template(*process).edges.iter().any(|edge| match &edge.sync {
            Some(Sync::Wait(of)) => facts.monitors(*process, of).contains(&monitor),
            _ => false,
        })
    };
    facts.processes().filter(waits).collect()
}

/// A condition about which caller was accepted.
fn with_caller(when: &Expr, caller: u32) -> Expr {
    when.rebuilt(&|part| match part {
        Expr::Served => Expr::Const(i64::from(caller)),
        part => part,
    })
}

pub(crate) fn small(value: i64) -> i64 {
    if (-LARGE..=LARGE).contains(&value) { value } else { UNKNOWN }
}

/// Whether two guards are opposites, so that one of them always holds.
pub fn opposite(one: &Guard, two: &Guard) -> bool {
    let (Guard::When(one), Guard::When(two)) = (one, two) else { return false };
    let negates = |whole: &Expr, inner: &Expr| match whole {
        Expr::Unary(trine_system::UnaryOp::Not, _, of) => **of == *inner,
        _ => false,
    };
    let complement = match (one, two) {
        (Expr::Binary(first, width, a, b), Expr::Binary(second, other, c, d)) => {
            let pair = |x, y| (*first, *second) == (x, y) || (*second, *first) == (x, y);
            width == other
                && a == c
                && b == d
                && (pair(BinaryOp::Equal, BinaryOp::NotEqual)
                    || pair(BinaryOp::Less, BinaryOp::GreaterEqual)
                    || pair(BinaryOp::Greater, BinaryOp::LessEqual))
        }
        _ => false,
    };
    negates(one, two) || negates(two, one) || complement
}
