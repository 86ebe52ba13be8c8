//! The judge's own transfer function: what an edge makes of a tuple, with the rest of the state unknown.

use trine_property::{Claim, ClaimStateId};
use trine_system::interpret::Cell;
use trine_system::{
    BinaryOp, EdgeId, Effect, EntryRef, Expr, Guard, MonitorQuery, Pattern, Place, Root, Sync,
    Type, UnaryOp,
};
use trine_verdict::{Followed, LARGE, UNKNOWN};

use super::claim::moves;
use super::facts::Facts;
use super::regions::{Regions, find};

/// The judge's transfer function on tuples.
pub struct Tuples<'a, 's> {
    pub(super) facts: &'a Facts<'s>,
    regions: &'a Regions,
    pub followed: &'a [Followed],
    /// Where each followed part begins in a tuple; waiting processes in order.
    starts: Vec<usize>,
    waiters: Vec<Vec<u32>>,
}

type Ways = Vec<(Vec<i64>, Vec<u32>)>;

impl<'a, 's> Tuples<'a, 's> {
    /// Places in a tuple for what a certificate follows.
    pub fn new(facts: &'a Facts<'s>, regions: &'a Regions, followed: &'a [Followed]) -> Self {
        let mut tuples =
            Tuples { facts, regions, followed, starts: Vec::new(), waiters: Vec::new() };
        let mut next = 1;
        for one in followed {
            let waiters = match one {
                Followed::Wait(monitor) => tuples.may_wait(*monitor),
                _ => Vec::new(),
            };
            tuples.starts.push(next);
            next += match one {
                Followed::Wait(_) => waiters.len(),
                Followed::Call(process) => {
                    let (arguments, results) = facts.call_sizes(*process);
                    1 + arguments + results
                }
                _ => 1,
            };
            tuples.waiters.push(waiters);
        }
        tuples
    }

    fn may_wait(&self, monitor: u32) -> Vec<u32> {
        let waits = |process: &u32| {
            self.facts.template(*process).edges.iter().any(|edge| match &edge.sync {
                Some(Sync::Wait(of)) => self.facts.monitors(*process, of).contains(&monitor),
                _ => false,
            })
        };
        self.facts.processes().filter(waits).collect()
    }

    /// The tuple of the initial state.
    pub fn initial(&self) -> Vec<i64> {
        let facts = self.facts;
        let mut tuple = vec![0];
        for (one, waiters) in self.followed.iter().zip(&self.waiters) {
            match one {
                Followed::Task(process) => tuple.push(i64::from(facts.entry(*process).0)),
                Followed::Variable(Cell::Global(at)) => {
                    tuple.push(kept(facts.initial.globals[*at]))
                }
                Followed::Variable(Cell::Local(process, at)) => {
                    tuple.push(kept(facts.initial.processes[*process as usize].locals[*at]));
                }
                Followed::Variable(Cell::Record(..)) => tuple.push(UNKNOWN),
                Followed::Wait(_) => tuple.extend(waiters.iter().map(|_| 0)),
                Followed::Monitor(_) | Followed::Start(_) => tuple.push(0),
                Followed::Call(process) => {
                    let (arguments, results) = facts.call_sizes(*process);
                    tuple.extend(std::iter::repeat_n(0, 1 + arguments + results));
                }
                Followed::Join(process) => {
                    let edges = &facts.template(*process).edges;
                    let begins = edges.iter().any(|edge| edge.sync == Some(Sync::Begin));
                    tuple.push(i64::from(!begins));
                }
            }
        }
        tuple
    }

    pub(super) fn slot(&self, wanted: Followed) -> Option<usize> {
        let position = self.followed.iter().position(|one| *one == wanted)?;
        Some(self.starts[position])
    }

    /// The processes that may wait at a monitor that is followed, with their places in a tuple.
    fn waiting(&self, monitor: u32) -> Vec<(u32, usize)> {
        let position = self.followed.iter().position(|one| *one == Followed::Wait(monitor));
        position.map_or_else(Vec::new, |position| {
            self.waiters[position].iter().copied().zip(self.starts[position]..).collect()
        })
    }

    /// The value of an expression where only a tuple is known; none where it could be several.
    pub fn value(&self, tuple: &[i64], process: Option<u32>, expr: &Expr) -> Option<i64> {
        let known = |cell: Cell| {
            self.slot(Followed::Variable(cell)).map(|at| tuple[at]).filter(|v| *v != UNKNOWN)
        };
        let parts = |expr: &Expr| match expr {
            Expr::Monitor(query, of) => {
                let process = process?;
                let meant = self.facts.monitors(process, of);
                let number = (meant.len() == 1).then_some(meant.start)?;
                match query {
                    MonitorQuery::Waiting => {
                        self.slot(Followed::Wait(number))?;
                        let waiting = self.waiting(number);
                        Some(waiting.iter().filter(|(_, at)| tuple[*at] == 1).count() as i64)
                    }
                    MonitorQuery::Held => {
                        self.slot(Followed::Monitor(number)).map(|at| i64::from(tuple[at] != 0))
                    }
                    MonitorQuery::Mine => {
                        let owner = tuple[self.slot(Followed::Monitor(number))?];
                        (owner != i64::from(process) + 1).then_some(0)
                    }
                }
            }
            Expr::Started(of) => {
                let of = self.value(tuple, process, of)? as u32;
                let at = self.slot(Followed::Start(of)).or(self.slot(Followed::Join(of)))?;
                Some(i64::from(tuple[at] != 0))
            }
            Expr::Ended(of) => {
                let of = self.value(tuple, process, of)? as u32;
                Some(i64::from(tuple[self.slot(Followed::Join(of))?] == 2))
            }
            Expr::Waiting(entry, index) => {
                let index = index.as_deref().cloned();
                self.count_waiting(tuple, process?, &EntryRef { entry: *entry, index })
            }
            _ => None,
        };
        self.facts.value(process, expr, &known, &parts)
    }

    /// Whether the claim is violated in a tuple.
    pub fn is_final(&self, claim: &Claim, tuple: &[i64]) -> bool {
        claim.states[ClaimStateId(tuple[0] as u32)].final_
    }

    /// Whether the claim accepts a cycle through a tuple.
    pub fn is_accepting(&self, claim: &Claim, tuple: &[i64]) -> bool {
        claim.states[ClaimStateId(tuple[0] as u32)].accepting
    }

    /// Where the claim can be after these events; where it is violated it stays.
    pub fn observe(&self, claim: &Claim, from: i64, events: &[u32], tuple: &[i64]) -> Vec<i64> {
        let mut here = vec![from];
        for event in events {
            let violated =
                here.iter().copied().find(|at| claim.states[ClaimStateId(*at as u32)].final_);
            if let Some(violated) = violated {
                return vec![violated];
            }
            let next = here.iter().flat_map(|at| moves(claim, *at, *event, self, tuple, false));
            here = next.collect();
            here.sort_unstable();
            here.dedup();
        }
        here
    }

    /// All that an edge can make of a tuple, with the events that happen.
    pub fn fire(&self, tuple: &[i64], process: u32, id: EdgeId) -> Ways {
        let template = self.facts.template(process);
        let edge = &template.edges[id];
        let mut tuple = tuple.to_vec();
        if let Some(provided) = &template.provided
            && self.value(&tuple, Some(process), provided) == Some(0)
        {
            return Vec::new();
        }
        match &edge.guard {
            Guard::Always => {}
            Guard::When(guard) => {
                if !self.suppose(&mut tuple, process, guard, true) {
                    return Vec::new();
                }
            }
            Guard::Else => {
                for other in self.facts.outgoing(process, edge.from) {
                    let other = &template.edges[other];
                    if other.rank != edge.rank || other.sync.as_ref().is_some_and(Sync::may_block) {
                        continue;
                    }
                    let possible = match &other.guard {
                        Guard::Always => false,
                        Guard::When(guard) => self.suppose(&mut tuple, process, guard, false),
                        Guard::Else => true,
                    };
                    if !possible {
                        return Vec::new();
                    }
                }
            }
        }
        if !self.can_serve(&tuple, process, edge.from) {
            return Vec::new();
        }
        let met = match &edge.sync {
            Some(
                sync @ (Sync::Call { .. }
                | Sync::Withdraw(_)
                | Sync::Return { .. }
                | Sync::Accept { .. }
                | Sync::Complete { .. }),
            ) => self.at_entry(&tuple, process, edge.from, sync),
            Some(sync) => {
                let ways = self.meet(&tuple, process, edge.from, sync);
                ways.into_iter().map(|tuple| (tuple, None)).collect()
            }
            None => vec![(tuple, None)],
        };
        let mut ways: Ways = Vec::new();
        for (tuple, caller) in met {
            let mut here = vec![(tuple, Vec::new())];
            for effect in &edge.effects {
                let effect = told(effect, caller);
                let next = here.into_iter().flat_map(|way| self.effect(way, process, &effect));
                here = next.collect();
            }
            ways.extend(here);
        }
        for (tuple, _) in &mut ways {
            if let Some(at) = self.slot(Followed::Task(process)) {
                tuple[at] = i64::from(edge.to.0);
            }
            if let Some(at) = self.slot(Followed::Join(process))
                && self.facts.ends(process, edge)
            {
                tuple[at] = 2;
            }
        }
        ways
    }

    /// Takes a condition to be true or false; whether it can be.
    fn suppose(&self, tuple: &mut [i64], process: u32, condition: &Expr, truth: bool) -> bool {
        if let Some(value) = self.value(tuple, Some(process), condition) {
            return (value != 0) == truth;
        }
        let mut told = Vec::new();
        self.learn(tuple, process, condition, truth, &mut told);
        told.into_iter().all(|(at, value)| {
            if tuple[at] == UNKNOWN {
                tuple[at] = kept(value);
            }
            tuple[at] == UNKNOWN || tuple[at] == value
        })
    }

    /// The followed cells whose value a condition gives away.
    fn learn(
        &self,
        tuple: &[i64],
        process: u32,
        condition: &Expr,
        truth: bool,
        told: &mut Vec<(usize, i64)>,
    ) {
        let cell = |place: &Place| {
            let index = match &place.index {
                None => 0,
                Some(index) => self.value(tuple, Some(process), index)?,
            };
            let (cell, _) = self.facts.cell(Some(process), place, index)?;
            Some((self.slot(Followed::Variable(cell))?, self.ty(cell)))
        };
        match condition {
            Expr::Unary(UnaryOp::Not, _, inner) => {
                self.learn(tuple, process, inner, !truth, told);
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, left, right)
                if truth == (*op == BinaryOp::And) =>
            {
                self.learn(tuple, process, left, truth, told);
                self.learn(tuple, process, right, truth, told);
            }
            Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), _, left, right) => {
                let same = truth == (*op == BinaryOp::Equal);
                for (one, other) in [(left, right), (right, left)] {
                    let Expr::Read(place) = &**one else { continue };
                    let other = self.value(tuple, Some(process), other);
                    if let (Some((at, ty)), Some(other)) = (cell(place), other) {
                        match (same, ty) {
                            (true, _) => told.push((at, other)),
                            (false, Type::Bool) if (0..=1).contains(&other) => {
                                told.push((at, 1 - other));
                            }
                            _ => {}
                        }
                    }
                }
            }
            Expr::Read(place) => {
                if let Some((at, ty)) = cell(place) {
                    if !truth {
                        told.push((at, 0));
                    } else if ty == Type::Bool {
                        told.push((at, 1));
                    }
                }
            }
            _ => {}
        }
    }

    fn ty(&self, cell: Cell) -> Type {
        let system = self.facts.system;
        match cell {
            Cell::Global(at) => {
                let offset = |id| self.facts.interpreter.global_offset(id);
                let found = system.globals.enumerate().find(|(id, variable)| {
                    (offset(*id)..offset(*id) + variable.cells() as usize).contains(&at)
                });
                found.map_or(Type::LONG, |(_, variable)| variable.ty)
            }
            Cell::Local(process, at) => {
                let template = self.facts.initial.processes[process as usize].template;
                let offset = |id| self.facts.interpreter.local_offset(template, id);
                let found = system.templates[template].locals.enumerate().find(|(id, variable)| {
                    (offset(*id)..offset(*id) + variable.cells() as usize).contains(&at)
                });
                found.map_or(Type::LONG, |(_, variable)| variable.ty)
            }
            Cell::Record(..) => Type::LONG,
        }
    }

    pub(super) fn assign(
        &self,
        tuple: &mut [i64],
        process: u32,
        place: &Place,
        value: Option<i64>,
    ) {
        let index = match &place.index {
            None => Some(0),
            Some(index) => self.value(tuple, Some(process), index),
        };
        let exact = index.and_then(|index| self.facts.cell(Some(process), place, index));
        for (one, at) in self.followed.iter().zip(&self.starts) {
            let Followed::Variable(cell) = one else { continue };
            match exact {
                Some((written, _)) if written == *cell => {
                    let stored = value.and_then(|value| self.ty(*cell).store(value).ok());
                    tuple[*at] = stored.map_or(UNKNOWN, kept);
                }
                Some(_) => {}
                // Perhaps it is this one.
                None => {
                    if self.facts.may_mean(process, place, *cell) && value != Some(tuple[*at]) {
                        tuple[*at] = UNKNOWN;
                    }
                }
            }
        }
    }

    fn effect(&self, way: (Vec<i64>, Vec<u32>), process: u32, effect: &Effect) -> Ways {
        let (mut tuple, mut events) = way;
        match effect {
            Effect::Assign(place, value) => {
                let value = self.value(&tuple, Some(process), value);
                self.assign(&mut tuple, process, place, value);
            }
            Effect::Choose { into, low, high, known } => {
                let value = (*known && low == high).then_some(*low);
                self.assign(&mut tuple, process, into, value);
            }
            Effect::Emit { event, when } => match self.value(&tuple, Some(process), when) {
                Some(0) => {}
                Some(_) => events.push(*event),
                None => {
                    let mut with = (tuple.clone(), events.clone());
                    with.1.push(*event);
                    let possible = self.suppose(&mut with.0, process, when, true);
                    let with = possible.then_some(with);
                    let mut without = (tuple, events);
                    // A condition that always has a value is false where nothing happens.
                    let possible =
                        !has_a_value(when) || self.suppose(&mut without.0, process, when, false);
                    return with.into_iter().chain(possible.then_some(without)).collect();
                }
            },
            Effect::Abort(..) => return Vec::new(),
            _ => {}
        }
        vec![(tuple, events)]
    }

    fn meet(
        &self,
        tuple: &[i64],
        process: u32,
        at: trine_system::LocationId,
        sync: &Sync,
    ) -> Vec<Vec<i64>> {
        let forget = |places: &mut dyn Iterator<Item = &Place>| {
            let mut after = tuple.to_vec();
            places.for_each(|place| self.assign(&mut after, process, place, None));
            vec![after]
        };
        match sync {
            Sync::Receive { patterns, .. } => {
                forget(&mut patterns.iter().filter_map(|one| match one {
                    Pattern::Bind(place) => Some(place),
                    _ => None,
                }))
            }
            Sync::Start(of) | Sync::Join(of) => {
                let starts = matches!(sync, Sync::Start(_));
                let act = |other: u32| self.live(tuple, other, starts);
                match self.value(tuple, Some(process), of) {
                    Some(other) => act(other as u32).into_iter().collect(),
                    None => {
                        let mut ways = vec![tuple.to_vec()];
                        ways.extend(self.facts.processes().filter_map(act));
                        ways.dedup();
                        ways
                    }
                }
            }
            Sync::Begin => {
                let started = self.slot(Followed::Start(process));
                started
                    .is_none_or(|at| tuple[at] == 1)
                    .then(|| tuple.to_vec())
                    .into_iter()
                    .collect()
            }
            Sync::Enter(of)
            | Sync::Exit(of)
            | Sync::Wait(of)
            | Sync::Waiting(of)
            | Sync::WakeUp(of)
            | Sync::Notified(of)
            | Sync::Notify(of)
            | Sync::NotifyAll(of) => {
                let mut meant = self.facts.monitors(process, of);
                if let Some(index) = &of.index
                    && let Some(index) = self.value(tuple, Some(process), index)
                {
                    let exact = trine_system::MonitorRef {
                        monitor: of.monitor,
                        index: Some(Expr::Const(index)),
                    };
                    meant = self.facts.monitors(process, &exact);
                }
                let sure = meant.len() == 1;
                let followed = meant.filter(|one| {
                    self.slot(Followed::Monitor(*one)).is_some()
                        || self.followed.contains(&Followed::Wait(*one))
                });
                let followed: Vec<u32> = followed.collect();
                let mut ways: Vec<Vec<i64>> = Vec::new();
                if !sure || followed.is_empty() {
                    ways.push(tuple.to_vec());
                }
                for one in followed {
                    ways.extend(self.monitor(tuple, process, at, sync, one));
                }
                ways
            }
            _ => vec![tuple.to_vec()],
        }
    }

    fn live(&self, tuple: &[i64], other: u32, starts: bool) -> Option<Vec<i64>> {
        let mut after = tuple.to_vec();
        let (start, join) = (self.slot(Followed::Start(other)), self.slot(Followed::Join(other)));
        if starts {
            for at in [start, join].into_iter().flatten() {
                if after[at] != 0 {
                    return None;
                }
                after[at] = 1;
            }
            return Some(after);
        }
        join.is_none_or(|at| tuple[at] != 1).then_some(after)
    }

    /// What a synchronisation with one monitor does.
    fn monitor(
        &self,
        tuple: &[i64],
        process: u32,
        from: trine_system::LocationId,
        sync: &Sync,
        one: u32,
    ) -> Vec<Vec<i64>> {
        let me = i64::from(process) + 1;
        let owner = self.slot(Followed::Monitor(one));
        let waiting = self.waiting(one);
        let mine = waiting.iter().find(|(who, _)| *who == process).map(|(_, at)| *at);
        let with = |changes: &[(Option<usize>, i64)]| {
            let mut after = tuple.to_vec();
            for (at, value) in changes {
                if let Some(at) = at {
                    after[*at] = *value;
                }
            }
            after
        };
        let holder = owner.map(|at| tuple[at]);
        let holds = holder.is_none_or(|holder| holder == me);
        match sync {
            Sync::Enter(_) if holder.is_none_or(|holder| holder == 0 || holder == me) => {
                vec![with(&[(owner, me)])]
            }
            Sync::Exit(_) if holds => {
                let (least, most) = find(&self.regions.at(process, from).held, one);
                let mut ways = Vec::new();
                if owner.is_none() || most > 1 {
                    ways.push(tuple.to_vec());
                }
                if owner.is_some() && least <= 1 {
                    ways.push(with(&[(owner, 0)]));
                }
                ways
            }
            Sync::Wait(_) if holds => vec![with(&[(owner, 0), (mine, 1)])],
            Sync::Waiting(_) if mine.is_none_or(|at| tuple[at] == 2) => vec![tuple.to_vec()],
            Sync::WakeUp(_) if mine.is_none_or(|at| tuple[at] == 1) => vec![with(&[(mine, 2)])],
            Sync::Notified(_) if holder.is_none_or(|holder| holder == 0) => {
                let waits = &self.regions.at(process, from).waits;
                let sure = waits.iter().any(|depth| depth.monitor == one);
                match owner.is_some() && !sure {
                    true => vec![with(&[(owner, me), (mine, 0)]), with(&[(mine, 0)])],
                    false => vec![with(&[(owner, me), (mine, 0)])],
                }
            }
            Sync::Notify(_) if holds => {
                let told = waiting.iter().filter(|(_, at)| tuple[*at] == 1);
                let ways: Vec<Vec<i64>> = told.map(|(_, at)| with(&[(Some(*at), 2)])).collect();
                if ways.is_empty() { vec![tuple.to_vec()] } else { ways }
            }
            Sync::NotifyAll(_) if holds => {
                let told = waiting.iter().filter(|(_, at)| tuple[*at] == 1);
                let changes: Vec<(Option<usize>, i64)> =
                    told.map(|(_, at)| (Some(*at), 2)).collect();
                vec![with(&changes)]
            }
            _ => Vec::new(),
        }
    }
}

/// Whether evaluating an expression cannot fault.
fn has_a_value(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Myself => true,
        Expr::Read(place) => {
            let plain = matches!(place.root, Root::Global(_) | Root::Local(_));
            plain && place.index.is_none()
        }
        Expr::Unary(_, _, of) => has_a_value(of),
        Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, ..) => false,
        Expr::Binary(_, _, left, right) => has_a_value(left) && has_a_value(right),
        _ => false,
    }
}

/// An effect once it is known whose call was accepted.
fn told(effect: &Effect, caller: Option<u32>) -> Effect {
    let Some(caller) = caller else { return effect.clone() };
    let caller = Expr::Const(i64::from(caller));
    let change = |part| if part == Expr::Served { caller.clone() } else { part };
    match effect {
        Effect::Emit { event, when } => Effect::Emit { event: *event, when: when.rebuilt(&change) },
        other => other.clone(),
    }
}

pub(super) fn kept(value: i64) -> i64 {
    if value.abs() <= LARGE { value } else { UNKNOWN }
}
