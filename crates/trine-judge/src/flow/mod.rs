//! The certificate checker for proofs of the flow engine: an inductive invariant, checked with code of its own.
//!
//! The judge knows three things of a state: the tuple, where the process of the last visible step is,
//! and where those processes are that are followed. It walks through all that can be reached so, one
//! edge at a time (the engine leaps over edges that no other process sees), and asks at each point: is this among
//! the pairs of the certificate, and is it free of violations? What is said of locations is checked to be
//! true at the start and to stay so under every edge.

mod calls;
mod claim;
mod facts;
mod follow;
mod regions;
mod resting;

use std::collections::{HashMap, HashSet};

use trine_property::{Claim, Property, PropertyKind};
use trine_system::{Hold, LocationId, System};
use trine_verdict::{FlowCertificate, Followed, Node};

use claim::{accepts_for_ever, moves};
use facts::Facts;
use follow::Tuples;
use regions::Regions;

/// What the judge says of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certified {
    Confirmed,
    /// It is not a proof, and why.
    Refused(String),
    /// The judge cannot check such a proof, or it is too large.
    Undecided,
}

/// So many points are looked at.
const MOST: usize = 2_000_000;

/// Checks a proof that no execution violates a property, as long as it may go on.
pub fn certify(
    system: &System,
    property: &Property,
    proof: &FlowCertificate,
    go_on: &dyn Fn() -> bool,
) -> Certified {
    walk(system, property, proof, go_on).0
}

/// A step, none at the start, with a tuple that is possible after it.
type Pair = (Option<Node>, Box<[i64]>);

/// The pairs of a proof that the judge does not meet on its own walk, one edge at a time; none where it does
/// not accept the proof.
pub fn unmet(system: &System, property: &Property, proof: &FlowCertificate) -> Option<Vec<Pair>> {
    let (certified, met) = walk(system, property, proof, &|| true);
    let unmet = |pair: &&Pair| !met.contains(*pair);
    (certified == Certified::Confirmed).then(|| proof.pairs.iter().filter(unmet).cloned().collect())
}

/// Checks a proof, and tells what was met on the way.
fn walk(
    system: &System,
    property: &Property,
    proof: &FlowCertificate,
    go_on: &dyn Fn() -> bool,
) -> (Certified, HashSet<Pair>) {
    let none = HashSet::new;
    let PropertyKind::Claim(claim) = &property.kind else {
        return (Certified::Undecided, none());
    };
    let instrumented = property.system(system);
    // Neither regions nor constraints know of callers that are sent on.
    if instrumented.requeues() {
        return (Certified::Undecided, none());
    }
    let Some(facts) = Facts::new(&instrumented, &proof.followed) else {
        return (Certified::Undecided, none());
    };
    let regions = Regions::new(&facts, proof);
    if let Err(why) = regions.check(&facts) {
        return (Certified::Refused(why), none());
    }
    let tuples = Tuples::new(&facts, &regions, &proof.followed);
    let pairs: HashSet<(Option<Node>, &[i64])> =
        proof.pairs.iter().map(|(node, tuple)| (*node, &**tuple)).collect();
    let mut walk = Walk {
        claim,
        facts: &facts,
        regions: &regions,
        tuples: &tuples,
        pairs,
        numbers: HashMap::new(),
        points: Vec::new(),
        next: Vec::new(),
    };
    let certified = walk.run(go_on);
    let points = walk.points.into_iter();
    (certified, points.map(|point| (point.last, point.tuple.into())).collect())
}

/// What is known of a state, and what is next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Point {
    last: Option<Node>,
    tuple: Vec<i64>,
    /// Where processes are that are followed, in order, and then the one that stepped last.
    places: Vec<(u32, LocationId)>,
    /// Others can step.
    open: bool,
}

/// A point that comes next.
#[derive(Default)]
struct Successor {
    to: usize,
    /// Time passes on the way.
    time: bool,
    /// The claim observes something, or observes that nothing happens.
    observed: bool,
    /// It is a step that is seen.
    seen: bool,
    /// A process goes on that waits, again and again, for steps of others that are seen.
    waits: bool,
}

struct Walk<'a, 's> {
    claim: &'a Claim,
    facts: &'a Facts<'s>,
    regions: &'a Regions,
    tuples: &'a Tuples<'a, 's>,
    pairs: HashSet<(Option<Node>, &'a [i64])>,
    numbers: HashMap<Point, usize>,
    points: Vec<Point>,
    /// For each point, what comes next.
    next: Vec<Vec<Successor>>,
}

impl Walk<'_, '_> {
    fn run(&mut self, go_on: &dyn Fn() -> bool) -> Certified {
        let tasks = self.tuples.followed.iter().filter_map(|one| match one {
            Followed::Task(process) => Some((*process, self.facts.entry(*process))),
            _ => None,
        });
        let mut start =
            Point { last: None, tuple: self.tuples.initial(), places: tasks.collect(), open: true };
        let ends = self.may_end(&start);
        let first =
            moves(self.claim, self.claim.initial.0 as i64, 0, self.tuples, &start.tuple, ends);
        for at in first {
            start.tuple[0] = at;
            if let Err(refused) = self.point(start.clone()) {
                return refused;
            }
        }
        let mut next = 0;
        while next < self.points.len() {
            if next > MOST || next % 256 == 0 && !go_on() {
                return Certified::Undecided;
            }
            if let Err(refused) = self.expand(next) {
                return refused;
            }
            next += 1;
        }
        if self.claim.has_accepting() && self.has_bad_cycle() {
            return Certified::Refused("an endless path violates the property".to_string());
        }
        Certified::Confirmed
    }

    /// The number of a point, which must be in the certificate and violate nothing.
    fn point(&mut self, point: Point) -> Result<usize, Certified> {
        if let Some(known) = self.numbers.get(&point) {
            return Ok(*known);
        }
        if self.tuples.is_final(self.claim, &point.tuple) {
            return Err(Certified::Refused("a path violates the property".to_string()));
        }
        if !self.pairs.contains(&(point.last, point.tuple.as_slice())) {
            return Err(Certified::Refused("it leaves out a tuple that is possible".to_string()));
        }
        let number = self.points.len();
        self.numbers.insert(point.clone(), number);
        self.points.push(point);
        self.next.push(Vec::new());
        Ok(number)
    }

    fn add(&mut self, from: usize, point: Point, how: Successor) -> Result<(), Certified> {
        let to = self.point(point)?;
        self.next[from].push(Successor { to, ..how });
        Ok(())
    }

    fn expand(&mut self, from: usize) -> Result<(), Certified> {
        let point = self.points[from].clone();
        // The claim moves while nothing happens.
        let ends = self.may_end(&point);
        for at in moves(self.claim, point.tuple[0], 0, self.tuples, &point.tuple, ends) {
            let mut moved = point.clone();
            moved.tuple[0] = at;
            let how =
                Successor { time: self.may_stay(&point), observed: true, ..Successor::default() };
            self.add(from, moved, how)?;
        }
        // A process whose place is known goes on unseen.
        for (position, (process, at)) in point.places.iter().enumerate() {
            for id in self.facts.outgoing(*process, *at) {
                if self.facts.is_visible(*process, id) {
                    continue;
                }
                let edge = self.facts.edge(*process, id);
                let mut moved = point.clone();
                moved.places[position].1 = edge.to;
                // The same process may be followed and have stepped last.
                for place in &mut moved.places {
                    if place.0 == *process {
                        place.1 = edge.to;
                    }
                }
                if point.last.is_some_and(|last| last.process == *process) {
                    moved.open = self.opens(*process, edge.hold, edge.to);
                }
                let waits = self.claim.has_accepting() && self.facts.waits(*process, id);
                self.add(from, moved, Successor { time: true, waits, ..Successor::default() })?;
            }
        }
        for (process, id) in self.facts.visible_edges() {
            self.step(from, &point, process, id)?;
        }
        Ok(())
    }

    /// A visible step, wherever its process may be.
    fn step(
        &mut self,
        from: usize,
        point: &Point,
        process: u32,
        id: trine_system::EdgeId,
    ) -> Result<(), Certified> {
        let edge = self.facts.edge(process, id);
        let place = point.places.iter().find(|(known, _)| *known == process);
        if place.is_some_and(|(_, at)| *at != edge.from) {
            return Ok(());
        }
        match point.last {
            None if place.is_none() && !self.facts.is_first(process, edge.from) => return Ok(()),
            Some(last) if last.process != process => {
                let at = point.places.last().map(|(_, at)| *at);
                let apart = at.is_none_or(|at| {
                    !self.regions.may((last.process, at), (process, edge.from), self.facts)
                });
                if !point.open || apart {
                    return Ok(());
                }
            }
            _ => {}
        }
        let node = Node { process, edge: id, partner: None };
        let open = self.opens(process, edge.hold, edge.to);
        for (tuple, events) in self.tuples.fire(&point.tuple, process, id) {
            for at in self.tuples.observe(self.claim, tuple[0], &events, &tuple) {
                if self.facts.leaves_out(process, id) {
                    let why = "a path goes through what is not modelled";
                    return Err(Certified::Refused(why.to_string()));
                }
                let mut tuple = tuple.clone();
                tuple[0] = at;
                let tasks = self.tuples.followed.iter().filter_map(|one| match one {
                    Followed::Task(task) => Some(*task),
                    _ => None,
                });
                let mut places: Vec<(u32, LocationId)> = tasks
                    .map(|task| match task == process {
                        true => (task, edge.to),
                        false => {
                            let known = point.places.iter().find(|(known, _)| *known == task);
                            known.copied().unwrap_or((task, self.facts.entry(task)))
                        }
                    })
                    .collect();
                places.push((process, edge.to));
                let after = Point { last: Some(node), tuple, places, open };
                let observed = !events.is_empty();
                let how = Successor { time: true, observed, seen: true, ..Successor::default() };
                self.add(from, after, how)?;
            }
        }
        Ok(())
    }

    fn opens(&self, process: u32, hold: Hold, to: LocationId) -> bool {
        match hold {
            Hold::Release => true,
            Hold::Atomic => self.facts.priorities() || self.facts.can_rest(process, to),
            Hold::DStep => false,
        }
    }

    /// Whether all processes may have ended.
    fn may_end(&self, point: &Point) -> bool {
        let known = |process: u32| point.places.iter().any(|(known, _)| *known == process);
        point.places.iter().all(|(process, at)| self.facts.is_over(*process, *at))
            && self.facts.others_can_end(known)
    }

    /// Whether time may pass without anything that is known here changing.
    fn may_stay(&self, point: &Point) -> bool {
        let known = |process: u32| point.places.iter().any(|(known, _)| *known == process);
        let rests = !self.claim.infinite_only
            && point.places.iter().all(|(process, at)| {
                self.facts.can_rest(*process, *at)
                    && !self.tuples.must_go_on(&point.tuple, *process, *at)
            })
            && self.facts.others_can_rest(known);
        rests || self.facts.another_goes_round(known)
    }

    /// Whether a cycle goes through a state that the claim accepts, in which time passes and the claim
    /// observes of it.
    fn has_bad_cycle(&self) -> bool {
        let accepts =
            |point: usize| self.tuples.is_accepting(self.claim, &self.points[point].tuple);
        accepts_for_ever(&self.next, accepts)
    }
}
