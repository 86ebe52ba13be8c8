//! The trace flow graph: the edges of processes that something can see, and what comes after what.
//!
//! Edges that neither the observer nor a constraint can see are passed silently, so that a process
//! without visible edges is not there at all.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use trine_base::Id;
use trine_system::{Edge, EdgeId, Effect, Expr, Guard, Hold, LocationId, Sync};
use trine_verdict::Node;

use crate::calls::Entries;
use crate::constraint::Constraint;
use crate::parallel::Parallel;
use crate::system_facts::SystemFacts;
use crate::tuple::opposite;

/// Those that have to do with an entry.
type Others = fn(&Entries, u32) -> &[u32];

/// The trace flow graph.
pub struct Graph<'f, 's> {
    pub facts: &'f SystemFacts<'s>,
    parallel: &'f Parallel<'f, 's>,
    pub nodes: Vec<Node>,
    /// For each process that has some, which of its edges are visible.
    visible: FxHashMap<u32, Vec<bool>>,
    closures: RefCell<FxHashMap<(u32, LocationId), Rc<Closure>>>,
    /// Every process can end, and can rest, somewhere.
    pub all_can_end: bool,
    pub all_can_rest: bool,
    /// A process of which nothing is visible can go on for ever.
    pub silent_divergence: bool,
    /// Other processes that can go on for ever in silence, somewhere.
    pub diverging: Vec<u32>,
}

/// Where a process can be without a visible step move on.
pub struct Closure {
    pub locations: Vec<LocationId>,
    /// Those at which others can step.
    open: Vec<LocationId>,
    pub ends: bool,
    pub rests: bool,
    pub diverges: bool,
}

impl<'f, 's> Graph<'f, 's> {
    /// The graph of the edges that emit events, that constraints see, or that are wanted anyway.
    pub fn new(
        facts: &'f SystemFacts<'s>,
        parallel: &'f Parallel<'f, 's>,
        constraints: &[Constraint],
        wanted: &dyn Fn(u32, EdgeId) -> bool,
    ) -> Graph<'f, 's> {
        let mut graph = Graph {
            facts,
            parallel,
            nodes: Vec::new(),
            visible: FxHashMap::default(),
            closures: RefCell::default(),
            all_can_end: true,
            all_can_rest: true,
            silent_divergence: false,
            diverging: Vec::new(),
        };
        for process in facts.processes() {
            let template = facts.template(process);
            let edges: Vec<bool> = template
                .edges
                .enumerate()
                .map(|(id, edge)| {
                    wanted(process, id)
                        || emits(facts, process, edge)
                        || constraints.iter().any(|one| graph.sees(*one, process, edge))
                })
                .collect();
            if edges.contains(&true) {
                graph.visible.insert(process, edges);
            }
        }
        graph.make_nodes();
        graph.look_at_others();
        graph
    }

    fn sees(&self, constraint: Constraint, process: u32, edge: &Edge) -> bool {
        let own = constraint.sees(self.facts, process, edge);
        own || edge.guard == Guard::Else && {
            let siblings = self.facts.outgoing(process, edge.from).iter();
            let mut siblings = siblings.map(|id| self.facts.edge(process, *id));
            siblings.any(|sibling| {
                let guard = sibling.guard.clone();
                let asking = Edge { guard, ..Edge::new(edge.from, edge.to) };
                constraint.sees(self.facts, process, &asking)
            })
        }
    }

    /// Whether an edge is a node of the graph: a step that events or constraints depend on.
    pub fn is_visible(&self, process: u32, edge: EdgeId) -> bool {
        self.visible.get(&process).is_some_and(|edges| edges[edge.index()])
    }

    /// The edges that send and that receive over channels without a buffer.
    fn rendezvous_edges(&self) -> [Vec<(u32, EdgeId)>; 2] {
        let facts = self.facts;
        let mut sends: Vec<(u32, EdgeId)> = Vec::new();
        let mut receives: Vec<(u32, EdgeId)> = Vec::new();
        if facts.system.channel_kinds.iter().any(|kind| kind.capacity == 0) {
            for process in facts.processes() {
                for (id, edge) in facts.template(process).edges.enumerate() {
                    match &edge.sync {
                        Some(Sync::Send { channel, .. }) if self.meets(process, channel) => {
                            sends.push((process, id));
                        }
                        Some(Sync::Receive { channel, .. }) if self.meets(process, channel) => {
                            receives.push((process, id));
                        }
                        _ => {}
                    }
                }
            }
        }
        [sends, receives]
    }

    fn make_nodes(&mut self) {
        let facts = self.facts;
        let mut nodes = Vec::new();
        let mut processes: Vec<u32> = self.visible.keys().copied().collect();
        processes.sort_unstable();
        let [sends, receives] = self.rendezvous_edges();
        for &process in &processes {
            for (id, edge) in facts.template(process).edges.enumerate() {
                let alone = match &edge.sync {
                    Some(Sync::Send { channel, .. } | Sync::Receive { channel, .. }) => {
                        self.stores(process, channel)
                    }
                    _ => true,
                };
                if self.is_visible(process, id) && alone {
                    nodes.push(Node { process, edge: id, partner: None });
                }
            }
        }
        for &(sender, send) in &sends {
            for &(receiver, receive) in &receives {
                if sender != receiver
                    && (self.is_visible(sender, send) || self.is_visible(receiver, receive))
                    && self.same_channel((sender, send), (receiver, receive))
                {
                    nodes.push(Node {
                        process: sender,
                        edge: send,
                        partner: Some((receiver, receive)),
                    });
                }
            }
        }
        // A process that meets one that is seen is seen; one that can meet only such is seen to do so.
        for node in &nodes {
            for (process, _) in node.parts() {
                let count = facts.template(process).edges.len();
                self.visible.entry(process).or_insert_with(|| vec![false; count]);
            }
        }
        for (process, edge) in self.never_silent(&sends, &receives) {
            if let Some(edges) = self.visible.get_mut(&process) {
                edges[edge.index()] = true;
            }
        }
        self.nodes = nodes;
    }

    /// Of these sends and receives, those that meet only visible ones.
    fn never_silent(
        &self,
        sends: &[(u32, EdgeId)],
        receives: &[(u32, EdgeId)],
    ) -> Vec<(u32, EdgeId)> {
        let mut found: Vec<(u32, EdgeId)> = Vec::new();
        for (mine, others) in [(sends, receives), (receives, sends)] {
            for &(process, id) in mine {
                let edge = self.facts.edge(process, id);
                let (Some(Sync::Send { channel, .. }) | Some(Sync::Receive { channel, .. })) =
                    &edge.sync
                else {
                    continue;
                };
                let silent = self.stores(process, channel)
                    || others.iter().any(|&(other, theirs)| {
                        other != process
                            && !self.is_visible(other, theirs)
                            && self.same_channel((process, id), (other, theirs))
                    });
                if !silent {
                    found.push((process, id));
                }
            }
        }
        found
    }

    /// Whether a channel may be one without a buffer, and whether it may be one with.
    fn meets(&self, process: u32, channel: &Expr) -> bool {
        self.capacity(process, channel).is_none_or(|capacity| capacity == 0)
    }

    fn stores(&self, process: u32, channel: &Expr) -> bool {
        self.capacity(process, channel).is_none_or(|capacity| capacity > 0)
    }

    fn capacity(&self, process: u32, channel: &Expr) -> Option<u32> {
        let number = self.facts.constant(process, channel)?;
        let channel = self.facts.initial.channels.get(usize::try_from(number - 1).ok()?)?;
        Some(self.facts.system.channel_kinds[channel.kind].capacity)
    }

    fn same_channel(&self, one: (u32, EdgeId), two: (u32, EdgeId)) -> bool {
        let number = |(process, edge): (u32, EdgeId)| match &self.facts.edge(process, edge).sync {
            Some(Sync::Send { channel, .. } | Sync::Receive { channel, .. }) => {
                self.facts.constant(process, channel)
            }
            _ => None,
        };
        match (number(one), number(two)) {
            (Some(one), Some(two)) => one == two,
            _ => true,
        }
    }

    fn look_at_others(&mut self) {
        // Processes of one template differ only in what is visible of them.
        let mut silent: FxHashMap<usize, (bool, bool, bool)> = FxHashMap::default();
        for process in self.facts.processes() {
            let template = self.facts.initial.processes[process as usize].template.index();
            let everywhere = |graph: &Graph<'_, '_>| {
                let locations = graph.facts.template(process).locations.enumerate();
                let all: Vec<LocationId> = locations.map(|(id, _)| id).collect();
                let ends = all.iter().any(|at| graph.is_over(process, *at));
                let rests = all.iter().any(|at| graph.can_rest(process, *at));
                (ends, rests, graph.has_silent_cycle(process, &all))
            };
            let seen = self.visible.contains_key(&process);
            let (ends, rests, diverges) = match seen {
                true => everywhere(self),
                false => match silent.get(&template) {
                    Some(known) => *known,
                    None => {
                        let found = everywhere(self);
                        silent.insert(template, found);
                        found
                    }
                },
            };
            self.all_can_end &= ends;
            self.all_can_rest &= rests;
            if seen && diverges {
                self.diverging.push(process);
            }
            self.silent_divergence |= diverges && !seen;
        }
    }

    /// Where a process can be that was last seen to come to a location.
    pub fn closure(&self, process: u32, from: LocationId) -> Rc<Closure> {
        if let Some(known) = self.closures.borrow().get(&(process, from)) {
            return known.clone();
        }
        let made = Rc::new(self.make_closure(process, from));
        self.closures.borrow_mut().insert((process, from), made.clone());
        made
    }

    fn make_closure(&self, process: u32, from: LocationId) -> Closure {
        let mut locations = vec![from];
        let mut known = FxHashSet::from_iter([from]);
        let mut open: Vec<LocationId> = Vec::new();
        let mut known_open = FxHashSet::default();
        let mut next = 0;
        while next < locations.len() {
            let at = locations[next];
            next += 1;
            for id in self.facts.outgoing(process, at) {
                let edge = self.facts.edge(process, *id);
                if self.is_visible(process, *id) {
                    continue;
                }
                if self.opens(process, edge) && known_open.insert(edge.to) {
                    open.push(edge.to);
                }
                if known.insert(edge.to) {
                    locations.push(edge.to);
                }
            }
        }
        Closure {
            ends: locations.iter().any(|at| self.is_over(process, *at)),
            rests: locations.iter().any(|at| self.can_rest(process, *at)),
            diverges: self.has_silent_cycle(process, &locations),
            open,
            locations,
        }
    }

    /// Whether others can step after an edge: it releases, or the process may be stuck where it leads.
    fn opens(&self, process: u32, edge: &Edge) -> bool {
        match edge.hold {
            Hold::Release => true,
            Hold::Atomic => {
                // A process that sends without a buffer hands control over.
                let hands_over = match &edge.sync {
                    Some(Sync::Send { channel, .. }) => self.meets(process, channel),
                    _ => false,
                };
                hands_over || self.facts.system.rules.priorities || self.can_rest(process, edge.to)
            }
            Hold::DStep => false,
        }
    }

    /// Whether a process can have to stay where it is.
    pub fn can_rest(&self, process: u32, at: LocationId) -> bool {
        let template = self.facts.template(process);
        if template.provided.is_some() || template.locations[at].final_ {
            return true;
        }
        let edges: Vec<&Edge> = self
            .facts
            .outgoing(process, at)
            .iter()
            .map(|id| &template.edges[*id])
            .filter(|edge| !edge.sync.as_ref().is_some_and(Sync::may_block))
            .collect();
        let surely = edges.iter().any(|edge| edge.guard != Guard::Else && is_open(edge))
            || edges.iter().any(|edge| edge.guard == Guard::Else)
            || edges.iter().enumerate().any(|(position, one)| {
                edges[..position].iter().any(|two| opposite(&one.guard, &two.guard))
            });
        !surely
    }

    fn is_over(&self, process: u32, at: LocationId) -> bool {
        self.parallel.is_over(process, at)
    }

    /// Whether a process can go round in silence among these locations.
    fn has_silent_cycle(&self, process: u32, among: &[LocationId]) -> bool {
        // Take away, again and again, what nothing silent leads to.
        let mut inside: Vec<bool> = vec![false; self.facts.template(process).locations.len()];
        among.iter().for_each(|at| inside[at.index()] = true);
        let mut incoming: Vec<u32> = vec![0; inside.len()];
        let silent = |at: LocationId| {
            let outgoing = self.facts.outgoing(process, at).iter();
            let silent = outgoing
                .filter(|id| !self.is_visible(process, **id) && !self.needs_others(process, **id));
            silent.map(|id| self.facts.edge(process, *id).to).filter(|to| inside[to.index()])
        };
        for at in among {
            silent(*at).for_each(|to| incoming[to.index()] += 1);
        }
        let free = |at: &&LocationId| incoming[at.index()] == 0;
        let mut work: Vec<LocationId> = among.iter().filter(free).copied().collect();
        let mut removed = 0;
        while let Some(at) = work.pop() {
            removed += 1;
            let targets: Vec<LocationId> = silent(at).collect();
            for to in targets {
                incoming[to.index()] -= 1;
                if incoming[to.index()] == 0 {
                    work.push(to);
                }
            }
        }
        removed < among.len()
    }

    /// Whether an edge can be taken again and again only if others take visible ones: an answer needs
    /// a process that accepts, and one that accepts needs a caller.
    fn needs_others(&self, process: u32, edge: EdgeId) -> bool {
        let entries = &self.facts.entries;
        let (of, others, accepts) = match &self.facts.edge(process, edge).sync {
            Some(Sync::Return { entry, .. }) => (entry, Entries::acceptors as Others, true),
            Some(Sync::Accept { entry, .. }) => (entry, Entries::callers as Others, false),
            _ => return false,
        };
        let mut meant = entries.meant(self.facts, process, of);
        meant.all(|one| {
            others(entries, one).iter().all(|other| {
                self.facts.template(*other).edges.enumerate().all(|(id, edge)| {
                    let of = match &edge.sync {
                        Some(Sync::Accept { entry, .. }) if accepts => entry,
                        Some(Sync::Call { entry, .. }) if !accepts => entry,
                        _ => return true,
                    };
                    let meets = entries.meant(self.facts, *other, of).contains(&one);
                    !meets || self.is_visible(*other, id)
                })
            })
        })
    }

    /// Whether a step can be the next one that is seen after another, as far as the code of the
    /// processes in them shows.
    pub fn may_follow(&self, before: &Node, next: &Node) -> bool {
        next.parts().all(|(process, edge)| {
            let from = self.facts.edge(process, edge).from;
            before.parts().all(|(known, by)| match known == process {
                true => {
                    let closure = self.closure(known, self.facts.edge(known, by).to);
                    closure.locations.contains(&from)
                }
                // A process that sends without a buffer hands control over.
                false => {
                    let sent = before.partner.is_some() && known == before.process;
                    self.lets((known, by), sent, (process, from))
                }
            })
        }) && self.may_meet(next)
    }

    /// Whether, after a process came somewhere by an edge, another can leave a location.
    fn lets(&self, (process, edge): (u32, EdgeId), free: bool, other: (u32, LocationId)) -> bool {
        let edge = self.facts.edge(process, edge);
        let closure = self.closure(process, edge.to);
        let first = (free || self.opens(process, edge)).then_some(&edge.to);
        let mut open = first.into_iter().chain(&closure.open);
        open.any(|at| self.parallel.may((process, *at), other))
    }

    /// Whether both sides of a meeting can be there at the same time.
    fn may_meet(&self, node: &Node) -> bool {
        let at = |(process, edge): (u32, EdgeId)| (process, self.facts.edge(process, edge).from);
        node.partner
            .is_none_or(|partner| self.parallel.may(at((node.process, node.edge)), at(partner)))
    }
}

fn is_open(edge: &Edge) -> bool {
    match &edge.guard {
        Guard::Always => true,
        Guard::When(Expr::Const(value)) => *value != 0,
        Guard::When(_) | Guard::Else => false,
    }
}

/// Whether an event happens in an edge, as far as that is known in advance, or something that the model
/// leaves out.
fn emits(facts: &SystemFacts<'_>, process: u32, edge: &Edge) -> bool {
    edge.effects.iter().any(|effect| match effect {
        Effect::Emit { when, .. } => facts.constant(process, when) != Some(0),
        effect => effect.ends_knowledge(),
    })
}
