//! State propagation, a worklist fixpoint: which tuples can come about after which steps, with a shortest path to each.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};
use trine_base::components::components;
use trine_property::{Claim, ClaimStateId};
use trine_system::{Effect, Expr};
use trine_verdict::{Budget, Node, Path, PathEnd as End, PathStep, Progress, Watch};

use crate::graph::Graph;
use crate::observe::{Observer, moves};
use crate::tuple::Layout;

/// What came of an analysis.
pub enum Answer {
    /// No path leads to what is looked for.
    Nothing,
    Found(Path),
    /// It was stopped: by what.
    Stopped(Stop),
}

/// Why a propagation stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Time,
    Memory,
    Interrupted,
    /// More places and tuples than the caller wanted.
    Size,
}

/// The limits of a propagation.
pub struct Limits<'l> {
    pub budget: &'l Budget,
    pub watch: &'l dyn Watch,
    /// So many pairs of a step and a tuple in one analysis.
    pub most: usize,
    /// So many are left for all analyses together.
    pub left: &'l Cell<usize>,
}

/// The size of a propagation.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    pub nodes: usize,
    pub tuples: usize,
    pub pairs: usize,
    pub bytes: usize,
}

/// A step, none at the start, with a tuple that is possible after it.
pub type Proved = (Option<Node>, Box<[i64]>);

/// A step of the graph by its number; none at the start, before the first step.
type StepNumber = Option<u32>;

struct Pair {
    node: StepNumber,
    tuple: u32,
    /// The pair before it; none at the start.
    parent: Option<u32>,
    /// The events of the step that led here; none where only the observer moved.
    events: Option<Vec<u32>>,
}

/// A state propagation under way.
pub struct Propagation<'a, 'f, 's> {
    graph: &'a Graph<'f, 's>,
    layout: &'a Layout<'f, 's>,
    observer: &'a Observer<'a>,
    tuples: Vec<Box<[i64]>>,
    numbers: FxHashMap<Box<[i64]>, u32>,
    pairs: Vec<Pair>,
    known: FxHashMap<(StepNumber, u32), u32>,
    /// For each pair what comes next, and whether by a step: kept only where cycles matter.
    next: Vec<Vec<(u32, bool)>>,
    followers: FxHashMap<StepNumber, std::rc::Rc<Vec<u32>>>,
    unmodelled: Option<(u32, String)>,
    pub figures: Figures,
}

/// With more steps than this, what follows what is found out again each time.
const KEPT_STEPS: usize = 4_000;

/// Looks for what the observer looks for.
pub fn propagate(
    graph: &Graph<'_, '_>,
    layout: &Layout<'_, '_>,
    observer: &Observer<'_>,
    limits: &Limits<'_>,
) -> (Answer, Figures, Vec<Proved>) {
    let mut run = Propagation {
        graph,
        layout,
        observer,
        tuples: Vec::new(),
        numbers: FxHashMap::default(),
        pairs: Vec::new(),
        known: FxHashMap::default(),
        next: Vec::new(),
        followers: FxHashMap::default(),
        unmodelled: None,
        figures: Figures { nodes: graph.nodes.len(), ..Figures::default() },
    };
    let answer = run.run(limits);
    let certificate = match (&answer, observer) {
        (Answer::Nothing, Observer::Claim(_)) => run.pairs(),
        _ => Vec::new(),
    };
    limits.left.set(limits.left.get().saturating_sub(run.pairs.len()));
    let words: usize = run.tuples.first().map_or(0, |tuple| tuple.len());
    run.figures.tuples = run.tuples.len();
    run.figures.pairs = run.pairs.len();
    run.figures.bytes = run.tuples.len() * (words * 16 + 48) + run.pairs.len() * 72;
    (answer, run.figures, certificate)
}

impl Propagation<'_, '_, '_> {
    fn run(&mut self, limits: &Limits<'_>) -> Answer {
        let start = self.layout.initial(0);
        let may_end = self.may_end(None, &start);
        let going_on = self.observer.start(self.layout, false);
        for at in self.observer.start(self.layout, may_end) {
            let tuple = self.layout.initial(at);
            // What takes an end to be reached is a path that ends before its first step.
            let events = going_on.contains(&at).then(Vec::new);
            let (pair, _) = self.pair(None, tuple, None, events);
            if let Some(end) = self.is_reached(pair) {
                return Answer::Found(self.path(pair, end));
            }
        }
        let mut next = 0;
        while next < self.pairs.len() {
            if next % 1024 == 0
                && let Some(stop) = self.stop(limits)
            {
                return Answer::Stopped(stop);
            }
            if let Some((pair, end)) = self.expand(next as u32) {
                return Answer::Found(self.path(pair, end));
            }
            next += 1;
        }
        if self.observer.is_round()
            && let Some(path) = self.endless()
        {
            return Answer::Found(path);
        }
        match self.unmodelled.take() {
            Some((pair, what)) => Answer::Found(self.path(pair, End::Unmodelled(what))),
            None => Answer::Nothing,
        }
    }

    fn stop(&self, limits: &Limits<'_>) -> Option<Stop> {
        let bytes = (self.pairs.len() * 100) as u64;
        limits.watch.progress(Progress {
            states: self.pairs.len() as u64,
            transitions: 0,
            depth: 0,
            bytes,
        });
        if limits.watch.cancelled() {
            Some(Stop::Interrupted)
        } else if limits.budget.time.is_some_and(|most| limits.watch.elapsed() > most) {
            Some(Stop::Time)
        } else if limits.budget.memory.is_some_and(|most| bytes > most) {
            Some(Stop::Memory)
        } else {
            (self.pairs.len() > limits.most.min(limits.left.get())).then_some(Stop::Size)
        }
    }

    /// The pair of a step and a tuple, and whether it is new.
    fn pair(
        &mut self,
        node: StepNumber,
        tuple: Vec<i64>,
        parent: Option<u32>,
        events: Option<Vec<u32>>,
    ) -> (u32, bool) {
        let number = match self.numbers.get(tuple.as_slice()) {
            Some(number) => *number,
            None => {
                let number = self.tuples.len() as u32;
                let tuple: Box<[i64]> = tuple.into();
                self.tuples.push(tuple.clone());
                self.numbers.insert(tuple, number);
                number
            }
        };
        if let Some(known) = self.known.get(&(node, number)) {
            return (*known, false);
        }
        let pair = self.pairs.len() as u32;
        self.known.insert((node, number), pair);
        self.pairs.push(Pair { node, tuple: number, parent, events });
        (pair, true)
    }

    /// All that can come next; the first pair in which the observer found what it looks for.
    fn expand(&mut self, from: u32) -> Option<(u32, End)> {
        let Pair { node, tuple, .. } = self.pairs[from as usize];
        let tuple = self.tuples[tuple as usize].clone();
        let keeps = self.observer.is_round();
        let mut next: Vec<(u32, bool)> = Vec::new();
        let may_end = self.may_end(node, &tuple);
        for at in self.observer.silence(tuple[0], self.layout, &tuple, may_end) {
            let mut moved = tuple.to_vec();
            moved[0] = at;
            let (pair, new) = self.pair(node, moved, Some(from), None);
            next.push((pair, false));
            if new && let Some(end) = self.is_reached(pair) {
                return Some((pair, end));
            }
        }
        let followers = self.followers(node);
        for &follower in followers.iter() {
            let step = self.graph.nodes[follower as usize];
            if !self.observer.takes(tuple[0], &step) || !self.is_placed(&tuple, &step) {
                continue;
            }
            for fired in self.layout.fire(&tuple, &step) {
                let places = self.observer.step(tuple[0], &step, &fired, self.layout);
                for at in places {
                    let mut moved = fired.tuple.clone();
                    moved[0] = at;
                    let events = Some(fired.events.clone());
                    let (pair, new) = self.pair(Some(follower), moved, Some(from), events);
                    next.push((pair, true));
                    if !new {
                        continue;
                    }
                    if self.unmodelled.is_none()
                        && let Some(what) = left_out(self.graph, &step)
                    {
                        self.unmodelled = Some((pair, what));
                    }
                    if let Some(end) = self.is_reached(pair) {
                        return Some((pair, end));
                    }
                }
            }
        }
        if keeps {
            self.next.push(next);
        }
        None
    }

    /// The steps that can come after one, as far as code alone shows.
    fn followers(&mut self, node: StepNumber) -> std::rc::Rc<Vec<u32>> {
        if let Some(known) = self.followers.get(&node) {
            return known.clone();
        }
        let graph = self.graph;
        let found: Vec<u32> = match node {
            None => (0..graph.nodes.len() as u32).filter(|next| is_first(graph, *next)).collect(),
            Some(node) => {
                let before = graph.nodes[node as usize];
                let all = 0..graph.nodes.len() as u32;
                all.filter(|next| graph.may_follow(&before, &graph.nodes[*next as usize])).collect()
            }
        };
        let found = std::rc::Rc::new(found);
        if graph.nodes.len() <= KEPT_STEPS {
            self.followers.insert(node, found.clone());
        }
        found
    }

    /// Whether the processes in a step are, as far as they are followed, where they can take it.
    fn is_placed(&self, tuple: &[i64], step: &Node) -> bool {
        let facts = self.graph.facts;
        step.parts().all(|(process, edge)| {
            self.layout.tasks.get(&process).is_none_or(|at| {
                let place = trine_system::LocationId(tuple[*at] as u32);
                let closure = self.graph.closure(process, place);
                closure.locations.contains(&facts.edge(process, edge).from)
            })
        })
    }

    /// The processes whose place is known after a step, with that place.
    fn places(
        &self,
        node: StepNumber,
        tuple: &[i64],
    ) -> Vec<(u32, std::rc::Rc<crate::graph::Closure>)> {
        let facts = self.graph.facts;
        let mut found = Vec::new();
        if let Some(node) = node {
            for (process, edge) in self.graph.nodes[node as usize].parts() {
                let to = facts.edge(process, edge).to;
                found.push((process, self.graph.closure(process, to)));
            }
        }
        for (process, at) in &self.layout.tasks {
            let place = trine_system::LocationId(tuple[*at] as u32);
            found.push((*process, self.graph.closure(*process, place)));
        }
        found
    }

    /// Whether all processes can have ended without another visible step.
    fn may_end(&self, node: StepNumber, tuple: &[i64]) -> bool {
        self.graph.all_can_end && self.places(node, tuple).iter().all(|(_, closure)| closure.ends)
    }

    /// Whether nothing visible may ever happen again: no process can step, or one goes on without events.
    fn may_be_silent(&self, node: StepNumber, tuple: &[i64], endless: bool) -> bool {
        let places = self.places(node, tuple);
        let rests = !endless
            && self.graph.all_can_rest
            && places.iter().all(|(process, closure)| {
                closure.rests && self.may_rest(tuple, *process, &closure.locations)
            });
        let known = |process: &u32| places.iter().any(|(known, _)| known == process);
        rests
            || self.graph.silent_divergence
            || places.iter().any(|(_, closure)| closure.diverges)
            || self.graph.diverging.iter().any(|process| !known(process))
    }

    /// Whether a process may have to stay at one of these locations.
    fn may_rest(&self, tuple: &[i64], process: u32, among: &[trine_system::LocationId]) -> bool {
        among.iter().any(|at| {
            self.graph.can_rest(process, *at) && !self.layout.surely_goes_on(tuple, process, *at)
        })
    }

    /// Whether the observer has found what it looks for, and how that ends.
    fn is_reached(&self, pair: u32) -> Option<End> {
        let Pair { node, tuple, events, .. } = &self.pairs[pair as usize];
        let tuple = &self.tuples[*tuple as usize];
        match self.observer {
            Observer::Claim(claim) => {
                let state = &claim.states[ClaimStateId(tuple[0] as u32)];
                let ended = events.is_none() && mentions_end(claim);
                state.final_.then_some(if ended { End::Ended } else { End::Reached })
            }
            Observer::Path { path, endless, .. } => {
                let done = tuple[0] as usize == path.steps.len()
                    && match path.end {
                        End::Ended => self.may_end(*node, tuple),
                        End::Silence => self.may_be_silent(*node, tuple, *endless),
                        End::Reached | End::Unmodelled(_) => true,
                        End::Loop(_) => false,
                    };
                done.then_some(End::Reached)
            }
        }
    }

    /// A path that violates a claim by going on for ever, or by nothing happening any more; or one that goes
    /// round as the path does that is tried again.
    fn endless(&self) -> Option<Path> {
        if let Observer::Claim(claim) = self.observer {
            for (number, pair) in self.pairs.iter().enumerate() {
                let tuple = &self.tuples[pair.tuple as usize];
                let endless = claim.infinite_only;
                if self.accepts_silence(claim, pair.node, tuple)
                    && self.may_be_silent(pair.node, tuple, endless)
                {
                    return Some(self.path(number as u32, End::Silence));
                }
            }
        }
        let accepting = |pair: usize| {
            let at = self.tuples[self.pairs[pair].tuple as usize][0];
            match self.observer {
                Observer::Claim(claim) => claim.states[ClaimStateId(at as u32)].accepting,
                Observer::Path { path, .. } => at as usize == path.steps.len(),
            }
        };
        let targets = |next: &Vec<(u32, bool)>| next.iter().map(|(to, _)| *to as usize).collect();
        let next: Vec<Vec<usize>> = self.next.iter().map(targets).collect();
        for component in components(&next).members {
            let Some(&accepted) = component.iter().find(|pair| accepting(**pair)) else {
                continue;
            };
            if !self.moves_on(&component) {
                continue;
            }
            let inside: FxHashSet<u32> = component.iter().map(|pair| *pair as u32).collect();
            if let Some(round) = self.round(accepted as u32, &inside) {
                return Some(self.lasso(accepted as u32, round));
            }
        }
        None
    }

    /// Whether a path that is tried again takes its own steps among these pairs, and not only others do.
    fn moves_on(&self, component: &[usize]) -> bool {
        let Observer::Path { path, .. } = self.observer else { return true };
        let short = path.end == End::Loop(path.steps.len() - 1);
        let at = |pair: &usize| self.tuples[self.pairs[*pair].tuple as usize][0];
        short || component.iter().any(|pair| at(pair) as usize != path.steps.len())
    }

    /// Whether the claim, from here on, accepts that nothing is consumed any more.
    fn accepts_silence(&self, claim: &Claim, node: StepNumber, tuple: &[i64]) -> bool {
        let may_end = self.may_end(node, tuple);
        let silent = |from: i64| moves(claim, from, 0, self.layout, tuple, may_end);
        let mut reached = vec![tuple[0]];
        let mut next = 0;
        while next < reached.len() {
            for to in silent(reached[next]) {
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
            next += 1;
        }
        reached.iter().filter(|at| claim.states[ClaimStateId(**at as u32)].accepting).any(|at| {
            let mut after = silent(*at);
            let mut next = 0;
            while next < after.len() {
                if after[next] == *at {
                    return true;
                }
                for to in silent(after[next]) {
                    if !after.contains(&to) {
                        after.push(to);
                    }
                }
                next += 1;
            }
            false
        })
    }

    /// The shortest way round from a pair to itself within a component that has a step in it.
    fn round(&self, from: u32, inside: &FxHashSet<u32>) -> Option<Vec<u32>> {
        // Whether a step was taken is part of where one is.
        let mut parents: FxHashMap<(u32, bool), (u32, bool)> = FxHashMap::default();
        let mut work = std::collections::VecDeque::from([(from, false)]);
        while let Some((at, stepped)) = work.pop_front() {
            for &(to, step) in &self.next[at as usize] {
                let reached = (to, stepped || step);
                if !inside.contains(&to) || parents.contains_key(&reached) {
                    continue;
                }
                parents.insert(reached, (at, stepped));
                if reached == (from, true) {
                    let mut round = vec![from];
                    let mut back = (at, stepped);
                    while back != (from, false) {
                        round.push(back.0);
                        back = parents[&back];
                    }
                    round.reverse();
                    return Some(round);
                }
                work.push_back(reached);
            }
        }
        None
    }

    fn lasso(&self, from: u32, round: Vec<u32>) -> Path {
        let mut path = self.path(from, End::Reached);
        let start = path.steps.len();
        let mut before = from;
        for pair in round {
            let step = self.next[before as usize].iter().any(|(to, step)| *to == pair && *step);
            let at = &self.pairs[pair as usize];
            if let Some(node) = at.node.filter(|_| step) {
                let node = self.graph.nodes[node as usize];
                let events = at.events.clone().unwrap_or_default();
                path.steps.push(PathStep { node, events });
            }
            before = pair;
        }
        path.end = End::Loop(start);
        path
    }

    /// All that was found possible.
    fn pairs(&self) -> Vec<Proved> {
        let node = |number: StepNumber| number.map(|number| self.graph.nodes[number as usize]);
        let tuple = |number: u32| self.tuples[number as usize].clone();
        self.pairs.iter().map(|pair| (node(pair.node), tuple(pair.tuple))).collect()
    }

    fn path(&self, pair: u32, end: End) -> Path {
        let mut steps = Vec::new();
        let mut at = Some(pair);
        while let Some(pair) = at {
            let Pair { node, events, parent, .. } = &self.pairs[pair as usize];
            if let (Some(events), Some(node)) = (events, node) {
                let node = self.graph.nodes[*node as usize];
                steps.push(PathStep { node, events: events.clone() });
            }
            at = *parent;
        }
        steps.reverse();
        Path { steps, end }
    }
}

fn mentions_end(claim: &Claim) -> bool {
    let mut found = false;
    for expr in claim.expressions() {
        expr.visit(&mut |part| found |= *part == Expr::Terminated);
    }
    found
}

/// What the model leaves out in a step.
fn left_out(graph: &Graph<'_, '_>, node: &Node) -> Option<String> {
    let facts = graph.facts;
    let mut edges = node.parts().map(|(process, edge)| facts.edge(process, edge));
    edges.find_map(|edge| {
        edge.effects.iter().find_map(|effect| match effect {
            Effect::Limit { what, option: Some(option) } => {
                Some(format!("a limit ({what}; {option} raises it)"))
            }
            Effect::Unmodelled(what) | Effect::Limit { what, .. } => Some(what.clone()),
            _ => None,
        })
    })
}

/// Whether all processes in a step can come to it from where they begin.
pub fn is_first(graph: &Graph<'_, '_>, node: u32) -> bool {
    let facts = graph.facts;
    graph.nodes[node as usize].parts().all(|(process, edge)| {
        let closure = graph.closure(process, facts.entry(process));
        closure.locations.contains(&facts.edge(process, edge).from)
    })
}
