//! Guided replay: follows the steps of a trace of the elaborated system on the program, and fills in what elaboration
//! folded away.
//!
//! A [`Waypoint`] is a step of the trace: which process takes it, and the statement of the source that it came from.
//! The interpreter looks for an execution that passes the waypoints in their order and violates the check where the
//! trace does. Between two of them the thread of the next one may do what the system has no step for. A step of another
//! thread, and a waypoint that is left out, are *detours*: an execution with fewer of them is tried first, as in
//! limited-discrepancy search. So the search is complete, and what it finds is an execution of the program, whatever
//! guided it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;
use trine_base::Span;

use super::checks::Check;
use super::choice::Choice;
use super::state::State;
use super::{Machine, Outcome};

/// A step of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// The process that takes it; 0 is the first thread.
    pub process: usize,
    /// The statement of the user's own code.
    pub span: Option<Span>,
    /// The process that it starts.
    pub starts: Option<usize>,
    /// It touches nothing but variables of its process: the interpreter does it together with a step before it.
    pub local: bool,
}

/// How far a replay goes.
pub struct GuideBudget<'b> {
    /// So many states are visited.
    pub states: usize,
    /// So many objects of heaps are visited, all states together.
    pub work: u64,
    /// False: there is no time left.
    pub go_on: &'b dyn Fn() -> bool,
}

/// What came of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guided {
    /// An execution of the program goes along the waypoints and violates the check, with so many detours.
    Replayed { detours: u32 },
    /// No execution of the program does. The waypoint up to which the best one came.
    Refuted { at: usize },
    /// The budget was spent, or executions could not be followed.
    Unknown { at: usize },
}

/// Replays a trace on the program. No check: what is asked is whether an execution passes all waypoints, and none may
/// be left out.
pub fn guide(
    machine: &Machine<'_>,
    waypoints: &[Waypoint],
    check: Option<Check>,
    budget: &GuideBudget<'_>,
) -> Guided {
    // What is noted anywhere is a fact about the whole program: where more is found, all begins again.
    loop {
        let before = machine.facts();
        let guided = Guide::new(machine, waypoints, check).run(budget);
        if machine.facts() == before || matches!(guided, Guided::Unknown { .. }) {
            return guided;
        }
    }
}

/// A state, and how far along the trace it is.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    state: State,
    /// The waypoint that comes next.
    at: usize,
    /// By thread of the state: its process; none where that is not known yet.
    processes: Vec<Option<usize>>,
}

struct Guide<'g, 'p> {
    machine: &'g Machine<'p>,
    waypoints: &'g [Waypoint],
    check: Option<Check>,
    nodes: Vec<Node>,
    /// Few detours first, then those that are further along, then the older ones.
    open: BinaryHeap<(Reverse<u32>, usize, Reverse<usize>)>,
    seen: FxHashSet<Node>,
    /// From this waypoint on all are local.
    tail: usize,
    furthest: usize,
    /// Some execution could not be followed to its end, or depends on something that is not known.
    unclear: bool,
    work: u64,
}

impl<'g, 'p> Guide<'g, 'p> {
    fn new(
        machine: &'g Machine<'p>,
        waypoints: &'g [Waypoint],
        check: Option<Check>,
    ) -> Guide<'g, 'p> {
        let tail = waypoints.iter().rposition(|one| !one.local).map_or(0, |last| last + 1);
        Guide {
            machine,
            waypoints,
            check,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            seen: FxHashSet::default(),
            tail,
            furthest: 0,
            unclear: false,
            work: 0,
        }
    }

    fn run(mut self, budget: &GuideBudget<'_>) -> Guided {
        let first = self.machine.initial();
        if self.violates(&first, 0) {
            return Guided::Replayed { detours: 0 };
        }
        self.reached(first, 0, vec![Some(0)], 0);
        while let Some((Reverse(detours), _, Reverse(number))) = self.open.pop() {
            if self.nodes.len() > budget.states
                || self.work > budget.work
                || number.is_multiple_of(64) && !(budget.go_on)()
            {
                return Guided::Unknown { at: self.furthest };
            }
            if self.expand(number, detours) {
                return Guided::Replayed { detours };
            }
        }
        match self.unclear {
            true => Guided::Unknown { at: self.furthest },
            false => Guided::Refuted { at: self.furthest },
        }
    }

    /// Whether a node, or a step from it, is where the trace leads.
    fn expand(&mut self, number: usize, detours: u32) -> bool {
        let node = self.nodes[number].clone();
        let choices = self.machine.enabled(&node.state);
        let at_goal = node.at >= self.tail;
        if at_goal && !node.state.tainted {
            let found = match self.check {
                None => true,
                Some(check) => {
                    self.machine.violated_in(&node.state, choices.is_empty()).contains(&check)
                }
            };
            if found {
                return true;
            }
        }
        if node.at < self.waypoints.len() && self.check.is_some() {
            let at = self.after(node.at + 1);
            self.add(Node { at, ..node.clone() }, detours + 1);
        }
        choices.iter().any(|choice| self.step(&node, choice, detours))
    }

    /// Does what can happen. Whether that violates the check where the trace does.
    fn step(&mut self, node: &Node, choice: &Choice, detours: u32) -> bool {
        self.work += node.state.heap.len() as u64;
        let outcome = self.machine.step(&node.state, choice);
        let next = self.waypoints.get(node.at);
        let mut processes = node.processes.clone();
        let own = match (next, processes[choice.thread]) {
            (None, _) => true,
            (Some(next), Some(process)) => next.process == process,
            // A thread whose start was folded away is the one that the trace speaks of next.
            (Some(next), None) if !processes.contains(&Some(next.process)) => {
                processes[choice.thread] = Some(next.process);
                true
            }
            (Some(_), None) => false,
        };
        let span = self.machine.user_span(&node.state, choice.thread);
        let passes = own && next.is_some_and(|next| next.span == span);
        let detours = detours + u32::from(!own);
        if let (true, Some(next)) = (passes, next) {
            let at = self.after(node.at + 1);
            if self.violates(&outcome, at) {
                return true;
            }
            let renumbered = renumbered(&processes, &outcome, next.starts);
            self.reached(outcome.clone(), at, renumbered, detours);
        }
        if self.violates(&outcome, node.at) {
            return true;
        }
        let renumbered = renumbered(&processes, &outcome, None);
        self.reached(outcome, node.at, renumbered, detours);
        false
    }

    /// The first waypoint from here on that is a step of the program.
    fn after(&self, at: usize) -> usize {
        let rest = &self.waypoints[at..];
        at + rest.iter().position(|one| !one.local).unwrap_or(rest.len())
    }

    fn violates(&mut self, outcome: &Outcome, at: usize) -> bool {
        let Some(check) = self.check.filter(|_| at >= self.tail) else { return false };
        let fault = outcome.happened.iter().any(|one| Check::of(one.fault) == check);
        self.unclear |= fault && outcome.state.tainted;
        fault && !outcome.state.tainted
    }

    fn reached(
        &mut self,
        outcome: Outcome,
        at: usize,
        processes: Vec<Option<usize>>,
        detours: u32,
    ) {
        if outcome.stop.is_some() {
            self.unclear = true;
            return;
        }
        self.unclear |= outcome.state.tainted;
        let at = self.after(at);
        self.furthest = self.furthest.max(at);
        self.add(Node { state: outcome.state, at, processes }, detours);
    }

    fn add(&mut self, node: Node, detours: u32) {
        if self.seen.insert(node.clone()) {
            self.open.push((Reverse(detours), node.at, Reverse(self.nodes.len())));
            self.nodes.push(node);
        }
    }
}

/// The processes of the threads after a step. A thread that it has started is the process that it starts.
fn renumbered(
    before: &[Option<usize>],
    outcome: &Outcome,
    starts: Option<usize>,
) -> Vec<Option<usize>> {
    let mut now = vec![None; outcome.state.threads.len()];
    for (old, new) in outcome.threads.iter().enumerate() {
        if let Some(new) = new {
            now[*new] = before.get(old).copied().unwrap_or(starts);
        }
    }
    now
}
