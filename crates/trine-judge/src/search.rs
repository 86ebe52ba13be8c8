//! The naive second search: explores a small state space again to confirm a `holds`.
//!
//! The whole graph is built with the reference interpreter, moments inside atomic steps included, and
//! each question is answered on it in the most direct way: no reduction, no clever storage. Labels and
//! claims are looked at in raw states only; where an execution can stay inside an atomic step for ever,
//! nothing is said about infinite executions unless one of the others violates.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use trine_property::{Check, Claim, ClaimStateId, EventTrace, Property, PropertyKind};
use trine_system::interpret::Move;
use trine_system::{Interpreter, Location, State, System};

use crate::replay::moves_claim;
use crate::state_encoding::StateEncoding;
use crate::watch_events;

/// What a second search says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchAgain {
    /// The whole space was searched and no violation is there.
    Confirmed,
    /// There is a violation: the engine is wrong.
    Contradicted,
    /// More raw states than the limit, no more time, or a step that the model leaves out.
    Undecided,
}

/// The naive answer to each property, in order, as long as there is reason to go on.
pub fn search_again(
    system: &System,
    properties: &[&Property],
    fair: bool,
    limit: usize,
    go_on: &dyn Fn() -> bool,
) -> Vec<SearchAgain> {
    let limit = Limit { states: limit, go_on };
    let interpreter = Interpreter::new(system);
    let mut plain: Option<Option<Graph>> = None;
    let checks: Vec<Check> = properties
        .iter()
        .filter_map(|property| match property.kind {
            PropertyKind::Check(check) => Some(check),
            _ => None,
        })
        .collect();
    properties
        .iter()
        .map(|property| {
            let decide = |graph: &Graph| {
                if graph.violated(property, fair) {
                    SearchAgain::Contradicted
                } else if needs_cycles(property) && graph.can_stay_exclusive() {
                    SearchAgain::Undecided
                } else {
                    SearchAgain::Confirmed
                }
            };
            match &property.kind {
                PropertyKind::Check(_) => plain
                    .get_or_insert_with(|| {
                        let cycles = checks.iter().any(|check| check.needs_cycles());
                        build(&interpreter, Observer::Checks(&checks), (fair, cycles), limit)
                    })
                    .as_ref()
                    .map_or(SearchAgain::Undecided, decide),
                PropertyKind::Claim(claim) => {
                    let system = &*property.system(system);
                    let interpreter = Interpreter::new(system);
                    let cycles = needs_cycles(property);
                    build(&interpreter, Observer::Claim(claim), (fair, cycles), limit)
                        .map_or(SearchAgain::Undecided, |graph| decide(&graph))
                }
                PropertyKind::Events(events) => {
                    build(&interpreter, Observer::Events(events), (fair, false), limit)
                        .map_or(SearchAgain::Undecided, |graph| decide(&graph))
                }
            }
        })
        .collect()
}

/// Whether an infinite execution can violate it.
fn needs_cycles(property: &Property) -> bool {
    match &property.kind {
        PropertyKind::Check(check) => check.needs_cycles(),
        PropertyKind::Claim(claim) => claim.has_accepting(),
        PropertyKind::Events(_) => false,
    }
}

/// How far a search may go.
#[derive(Clone, Copy)]
struct Limit<'l> {
    states: usize,
    go_on: &'l dyn Fn() -> bool,
}

/// What runs beside the system.
#[derive(Clone, Copy)]
enum Observer<'a> {
    /// No observer; but these checks are asked for.
    Checks(&'a [Check]),
    Claim(&'a Claim),
    Events(&'a EventTrace),
}

#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    /// Violations that need no cycle: by a fault's check, at rest, or by the observer.
    checks: BTreeSet<Check>,
    /// The checks that an expression asks for.
    asked: Vec<Check>,
    observed: bool,
    /// The system can come to rest at an accept label, and so stay there for ever.
    rests_at_accept: bool,
}

#[derive(Default)]
struct Node {
    next: Vec<Arc>,
    /// No process holds exclusive control.
    raw: bool,
    accept: bool,
    progress: bool,
    /// Processes that cannot step here.
    paused: Vec<u32>,
    processes: u32,
}

struct Arc {
    to: u32,
    /// The process that steps; none where the system rests.
    by: [Option<u32>; 2],
}

/// The graph, or nothing where it is too large or not fully modelled. Where nothing asks for cycles, its nodes are
/// visited but not kept.
fn build(
    interpreter: &Interpreter<'_>,
    observer: Observer<'_>,
    (fair, cycles): (bool, bool),
    limit: Limit<'_>,
) -> Option<Graph> {
    let mut graph = Graph::default();
    if let Observer::Checks(asked) = observer {
        graph.asked = asked.to_vec();
    }
    let initial = interpreter.initial();
    note_faults(&mut graph, &initial.faults);
    let Some(initial) = initial.state else { return Some(graph) };
    let start = match observer {
        Observer::Checks(_) => 0,
        Observer::Claim(claim) => claim.initial.0 as usize,
        Observer::Events(events) => events.initial,
    };
    let hides = interpreter.hides();
    let mut encoding = StateEncoding::default();
    let mut numbers: FxHashMap<Box<[u8]>, u32> = FxHashMap::default();
    let mut work: Vec<(u32, (Rc<State>, usize))> = Vec::new();
    let mut raw = 1;
    let initial = (Rc::new(initial), start);
    let encode = |encoding: &mut StateEncoding, (state, observed): &(Rc<State>, usize)| match hides
    {
        true => encoding.encode(&interpreter.key(state), *observed),
        false => encoding.encode(state, *observed),
    };
    encode(&mut encoding, &initial);
    numbers.insert(encoding.bytes().into(), 0);
    graph.nodes.extend(cycles.then(Node::default));
    work.push((0, initial));
    // What was found last is looked at first: so few states wait.
    while let Some((number, (state, observed))) = work.pop() {
        let targets = successors(interpreter, observer, &mut graph, &state, observed)?;
        let mut node = cycles.then(|| describe(interpreter, observer, fair, &state, observed));
        for (target, observed, by) in targets {
            let exclusive = target.exclusive.is_some();
            let at = (target, observed);
            encode(&mut encoding, &at);
            let to = match numbers.get(encoding.bytes()) {
                Some(known) => *known,
                None => {
                    if !exclusive {
                        raw += 1;
                        if raw > limit.states || raw % 256 == 0 && !(limit.go_on)() {
                            return None;
                        }
                    }
                    let number = numbers.len() as u32;
                    numbers.insert(encoding.bytes().into(), number);
                    graph.nodes.extend(cycles.then(Node::default));
                    work.push((number, at));
                    number
                }
            };
            if let Some(node) = &mut node {
                node.next.push(Arc { to, by });
            }
        }
        if let Some(node) = node {
            graph.nodes[number as usize] = node;
        }
    }
    Some(graph)
}

type Target = (Rc<State>, usize, [Option<u32>; 2]);

fn successors(
    interpreter: &Interpreter<'_>,
    observer: Observer<'_>,
    graph: &mut Graph,
    state: &Rc<State>,
    observed: usize,
) -> Option<Vec<Target>> {
    // Where the observer stands while the system steps.
    let mut stands = vec![observed];
    if let Observer::Claim(claim) = observer
        && moves_claim(state)
    {
        let from = ClaimStateId(observed as u32);
        let moves = claim.moves(from, |expr| interpreter.eval(state, expr));
        graph.observed |= moves.iter().any(|(to, failed)| *failed || claim.states[*to].final_);
        stands = moves.into_iter().map(|(to, _)| to.0 as usize).collect();
    }
    let steps = interpreter.steps(state);
    let mut targets = Vec::new();
    if matches!(observer, Observer::Checks(_)) && moves_claim(state) {
        graph.note(|check| check.violated_in(interpreter, state));
    }
    if steps.is_empty() {
        graph.note(|check| check.violated_at_rest(interpreter, state));
        match observer {
            Observer::Claim(claim) if claim.infinite_only => {}
            Observer::Claim(_) => {
                targets.extend(stands.iter().map(|to| (state.clone(), *to, [None, None])));
            }
            Observer::Events(events) => {
                let stopped = &events.states[observed];
                let left = !state.processes.is_empty();
                graph.observed |= left && !events.negated && !stopped.end && !stopped.final_;
            }
            Observer::Checks(_) => {
                graph.rests_at_accept |= is_at(interpreter, state, |location| location.accept);
            }
        }
    }
    for step in &steps {
        let outcome = interpreter.step(state, step);
        if !outcome.unmodelled.is_empty() || outcome.limit.is_some() {
            return None;
        }
        note_faults(graph, &outcome.faults);
        if matches!(observer, Observer::Checks(_)) {
            let after = outcome.state.as_ref();
            graph.note(|check| check.violated_by_step(interpreter, state, step, after));
        }
        let by = match step.action {
            Move::ConsumeEvent => [None, None],
            _ => [Some(step.process), step.partner.map(|partner| partner.process)],
        };
        if let Observer::Events(events) = observer {
            match watch_events::follow(interpreter, events, observed, state, step) {
                Some(to) => {
                    graph.observed |= events.negated && events.states[to].final_;
                    stands = vec![to];
                }
                None => {
                    graph.observed |= !events.negated;
                    continue;
                }
            }
        }
        if let Some(next) = outcome.state.map(Rc::new) {
            targets.extend(stands.iter().map(|to| (next.clone(), *to, by)));
        }
    }
    Some(targets)
}

fn note_faults(graph: &mut Graph, faults: &[trine_system::interpret::Fault]) {
    for fault in faults {
        graph.note(|check| check.owns(fault.kind));
    }
}

fn describe(
    interpreter: &Interpreter<'_>,
    observer: Observer<'_>,
    fair: bool,
    state: &State,
    observed: usize,
) -> Node {
    let raw = moves_claim(state);
    let accept = match observer {
        Observer::Claim(claim) => claim.states[ClaimStateId(observed as u32)].accepting,
        _ => is_at(interpreter, state, |location| location.accept),
    };
    let steps = match fair {
        true => interpreter.steps(&State {
            exclusive: None,
            pending_events: Vec::new(),
            ..state.clone()
        }),
        false => Vec::new(),
    };
    let can_step = |process: u32| {
        steps.iter().any(|step| {
            step.process == process
                || step.partner.is_some_and(|partner| partner.process == process)
        })
    };
    let processes = state.processes.len() as u32;
    Node {
        next: Vec::new(),
        raw,
        accept: raw && accept,
        progress: raw && is_at(interpreter, state, |location| location.progress),
        paused: (0..processes).filter(|process| fair && !can_step(*process)).collect(),
        processes,
    }
}

/// Whether some process is at such a location.
fn is_at(interpreter: &Interpreter<'_>, state: &State, wanted: fn(&Location) -> bool) -> bool {
    state.processes.iter().any(|process| {
        wanted(&interpreter.system.templates[process.template].locations[process.location])
    })
}

impl Graph {
    /// Notes the checks that something violates, of those not yet known to be violated.
    fn note(&mut self, violated: impl Fn(Check) -> bool) {
        let asked = self.asked.iter().filter(|check| !self.checks.contains(check));
        let found: Vec<Check> = asked.copied().filter(|check| violated(*check)).collect();
        self.checks.extend(found);
    }

    fn violated(&self, property: &Property, fair: bool) -> bool {
        match &property.kind {
            PropertyKind::Check(Check::Acceptance) => {
                self.rests_at_accept || self.has_cycle(fair, |_| true)
            }
            PropertyKind::Check(Check::NonProgress) => self
                .components(|node| !node.progress)
                .iter()
                .filter(|component| component.iter().any(|node| self.nodes[*node as usize].raw))
                .any(|component| !fair || self.is_fair(component, |node: &Node| !node.progress)),
            PropertyKind::Check(check) => self.checks.contains(check),
            PropertyKind::Claim(_) => self.observed || self.has_cycle(fair, |_| true),
            PropertyKind::Events(_) => self.observed,
        }
    }

    fn has_cycle(&self, fair: bool, allowed: impl Fn(&Node) -> bool + Copy) -> bool {
        self.components(allowed).iter().any(|component| {
            component.iter().any(|node| self.nodes[*node as usize].accept)
                && (!fair || self.is_fair(component, allowed))
        })
    }

    /// Whether an execution can stay inside exclusive control for ever.
    fn can_stay_exclusive(&self) -> bool {
        !self.components(|node| !node.raw).is_empty()
    }

    /// Whether every process that lives through a component is paused in it or steps in it.
    fn is_fair(&self, component: &[u32], allowed: impl Fn(&Node) -> bool) -> bool {
        let inside: std::collections::HashSet<u32> = component.iter().copied().collect();
        let nodes = || component.iter().map(|node| &self.nodes[*node as usize]);
        let processes = nodes().map(|node| node.processes).max().unwrap_or(0);
        (0..processes).all(|process| {
            nodes().any(|node| {
                node.paused.contains(&process)
                    || node.next.iter().any(|arc| {
                        inside.contains(&arc.to)
                            && allowed(&self.nodes[arc.to as usize])
                            && (arc.by.contains(&Some(process)) || arc.by == [None, None])
                    })
            })
        })
    }

    /// The strongly connected components that have a cycle, among the allowed nodes.
    fn components(&self, allowed: impl Fn(&Node) -> bool) -> Vec<Vec<u32>> {
        let next = |node: &Node| -> Vec<usize> {
            let arcs = node.next.iter().map(|arc| arc.to as usize);
            arcs.filter(|to| allowed(node) && allowed(&self.nodes[*to])).collect()
        };
        let next: Vec<Vec<usize>> = self.nodes.iter().map(next).collect();
        let all = trine_base::components::components(&next).members.into_iter();
        let has_cycle =
            |members: &Vec<usize>| members.len() > 1 || next[members[0]].contains(&members[0]);
        let number = |members: Vec<usize>| members.into_iter().map(|at| at as u32).collect();
        all.filter(has_cycle).map(number).collect()
    }
}
