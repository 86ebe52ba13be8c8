//! Looks for a weakly fair bad execution, where an unfair one was found.
//!
//! Weak fairness asks that every process that can always step from some moment on does step. A
//! strongly connected part of the graph has a fair cycle through all of it exactly if each process
//! steps in it or cannot step somewhere in it. So the whole graph is built with the reference
//! interpreter, without any reduction, and each component is asked. That is slow; it is done only
//! after a reduced search found an unfair violation, since without one there is no fair one either.

use std::collections::{HashMap, VecDeque};

use trine_property::{Claim, ClaimStateId};
use trine_system::{Interpreter, State, System};
use trine_verdict::{Trace, TraceMove, TraceStep};

use super::infinite::Badness;
use crate::gauge::Gauge;

/// What became of the search.
pub enum Fair {
    Found(Trace),
    None,
    /// The budget is spent: so many states were visited.
    Stopped(u64),
}

pub fn search(system: &System, badness: Badness<'_>, gauge: &mut Gauge<'_>) -> Fair {
    let interpreter = Interpreter::new(system);
    let claim = match badness {
        Badness::Claim(claim) => Some(claim),
        _ => None,
    };
    let mut graph = Graph { interpreter: &interpreter, claim, nodes: Vec::new() };
    if !graph.build(gauge) {
        return Fair::Stopped(graph.nodes.len() as u64);
    }
    let allowed = |node: &Node| !matches!(badness, Badness::NoProgress) || !node.progress;
    for component in graph.components(&allowed) {
        let bad = matches!(badness, Badness::NoProgress)
            || component.iter().any(|node| graph.nodes[*node].accept);
        if bad && let Some(goals) = graph.fair_goals(&component, badness) {
            return Fair::Found(graph.lasso(&component, &goals));
        }
    }
    Fair::None
}

struct Graph<'a, 's> {
    interpreter: &'a Interpreter<'s>,
    claim: Option<&'a Claim>,
    nodes: Vec<Node>,
}

struct Node {
    arcs: Vec<Arc>,
    /// The arc of the search that found this node: from where, and which.
    found_by: Option<(usize, usize)>,
    accept: bool,
    progress: bool,
    processes: u32,
    /// The processes that cannot step here.
    paused: Vec<u32>,
}

struct Arc {
    to: usize,
    step: TraceStep,
    by: [Option<u32>; 2],
}

impl Graph<'_, '_> {
    /// Builds the whole graph; false where the budget does not suffice.
    fn build(&mut self, gauge: &mut Gauge<'_>) -> bool {
        let Some(initial) = self.interpreter.initial().state else { return true };
        let start = self.claim.map(|claim| claim.initial);
        let mut numbers: HashMap<(State, Option<ClaimStateId>), usize> = HashMap::new();
        let mut states = VecDeque::from([(initial.clone(), start)]);
        numbers.insert((initial.clone(), start), 0);
        self.nodes.push(self.describe(&initial, start, None));
        let mut next = 0;
        while let Some((state, at)) = states.pop_front() {
            let bytes = self.nodes.len() as u64 * 600;
            let figures = || {
                let states = next as u64;
                (trine_verdict::Progress { states, transitions: 0, depth: 0, bytes }, bytes)
            };
            if !gauge.go_on(0, figures) {
                return false;
            }
            for (step, by, target, to) in self.successors(&state, at) {
                let key = (target, to);
                let number = match numbers.get(&key) {
                    Some(number) => *number,
                    None => {
                        let number = self.nodes.len();
                        let found_by = Some((next, self.nodes[next].arcs.len()));
                        self.nodes.push(self.describe(&key.0, to, found_by));
                        states.push_back(key.clone());
                        numbers.insert(key, number);
                        number
                    }
                };
                self.nodes[next].arcs.push(Arc { to: number, step, by });
            }
            next += 1;
        }
        true
    }

    #[expect(clippy::type_complexity, reason = "one list of what a step is, made in one place")]
    fn successors(
        &self,
        state: &State,
        at: Option<ClaimStateId>,
    ) -> Vec<(TraceStep, [Option<u32>; 2], State, Option<ClaimStateId>)> {
        let mut claims = vec![(at, None)];
        if let (Some(claim), Some(from), None) = (self.claim, at, state.exclusive) {
            let moves = claim.moves(from, |expr| self.interpreter.eval(state, expr));
            claims = moves.into_iter().map(|(to, _)| (Some(to), Some(to))).collect();
        }
        let steps = self.interpreter.steps(state);
        let mut found = Vec::new();
        if steps.is_empty() && self.claim.is_some() {
            for (to, moved) in &claims {
                let step = TraceStep { action: TraceMove::Rest, claim: *moved };
                found.push((step, [None, None], state.clone(), *to));
            }
        }
        for step in steps {
            let Some(target) = self.interpreter.step(state, &step).state else { continue };
            let by = [Some(step.process), step.partner.map(|partner| partner.process)];
            for (to, moved) in &claims {
                let step = TraceStep { action: TraceMove::System(step), claim: *moved };
                found.push((step, by, target.clone(), *to));
            }
        }
        found
    }

    fn describe(
        &self,
        state: &State,
        at: Option<ClaimStateId>,
        found_by: Option<(usize, usize)>,
    ) -> Node {
        let templates = &self.interpreter.system.templates;
        let somewhere = |wanted: fn(&trine_system::Location) -> bool| {
            let mut processes = state.processes.iter();
            processes
                .any(|process| wanted(&templates[process.template].locations[process.location]))
        };
        let accept = match (self.claim, at) {
            (Some(claim), Some(at)) => claim.states[at].accepting,
            _ => somewhere(|location| location.accept),
        };
        let released = State { exclusive: None, ..state.clone() };
        let steps = self.interpreter.steps(&released);
        let processes = state.processes.len() as u32;
        let can_step = |process: u32| {
            steps.iter().any(|step| {
                let partner = step.partner.map(|partner| partner.process);
                step.process == process || partner == Some(process)
            })
        };
        Node {
            arcs: Vec::new(),
            found_by,
            accept,
            progress: somewhere(|location| location.progress),
            processes,
            paused: (0..processes).filter(|process| !can_step(*process)).collect(),
        }
    }

    /// What a cycle through a component must pass to be bad and fair: nodes, and arcs out of nodes.
    /// None where some process could always step and never does.
    fn fair_goals(
        &self,
        component: &[usize],
        badness: Badness<'_>,
    ) -> Option<Vec<(usize, Option<usize>)>> {
        let inside: std::collections::HashSet<usize> = component.iter().copied().collect();
        let mut goals = Vec::new();
        if !matches!(badness, Badness::NoProgress) {
            let accepting = component.iter().find(|node| self.nodes[**node].accept)?;
            goals.push((*accepting, None));
        }
        let processes = component.iter().map(|node| self.nodes[*node].processes).max()?;
        for process in 0..processes {
            let goal = component.iter().find_map(|node| {
                let at = &self.nodes[*node];
                if at.paused.contains(&process) {
                    return Some((*node, None));
                }
                let steps = |arc: &Arc| {
                    inside.contains(&arc.to)
                        && (arc.by.contains(&Some(process)) || arc.by == [None, None])
                };
                at.arcs.iter().position(steps).map(|arc| (*node, Some(arc)))
            })?;
            goals.push(goal);
        }
        Some(goals)
    }

    /// A path to the component, and a cycle in it that passes all goals.
    fn lasso(&self, component: &[usize], goals: &[(usize, Option<usize>)]) -> Trace {
        let inside: std::collections::HashSet<usize> = component.iter().copied().collect();
        let entry = goals.first().map_or(component[0], |(node, _)| *node);
        let mut steps = Vec::new();
        let mut at = entry;
        while let Some((from, arc)) = self.nodes[at].found_by {
            steps.push(self.nodes[from].arcs[arc].step.clone());
            at = from;
        }
        steps.reverse();
        let loop_from = steps.len();
        let mut at = entry;
        for (node, arc) in goals {
            steps.extend(self.way(at, *node, &inside));
            at = *node;
            if let Some(arc) = arc {
                steps.push(self.nodes[*node].arcs[*arc].step.clone());
                at = self.nodes[*node].arcs[*arc].to;
            }
        }
        steps.extend(self.way(at, entry, &inside));
        if steps.len() == loop_from {
            // One node with a step to itself, or a way around.
            let arcs = &self.nodes[entry].arcs;
            if let Some(arc) = arcs.iter().find(|arc| inside.contains(&arc.to)) {
                steps.push(arc.step.clone());
                steps.extend(self.way(arc.to, entry, &inside));
            }
        }
        Trace { steps, loop_from: Some(loop_from), last_claim: None }
    }

    /// A shortest way between two nodes inside a component.
    fn way(
        &self,
        from: usize,
        to: usize,
        inside: &std::collections::HashSet<usize>,
    ) -> Vec<TraceStep> {
        let mut before: HashMap<usize, (usize, usize)> = HashMap::new();
        let mut work = VecDeque::from([from]);
        while let Some(at) = work.pop_front() {
            if at == to {
                break;
            }
            for (number, arc) in self.nodes[at].arcs.iter().enumerate() {
                let new = arc.to != from && !before.contains_key(&arc.to);
                if new && inside.contains(&arc.to) {
                    before.insert(arc.to, (at, number));
                    work.push_back(arc.to);
                }
            }
        }
        let mut steps = Vec::new();
        let mut at = to;
        while at != from {
            let Some((previous, arc)) = before.get(&at) else { break };
            steps.push(self.nodes[*previous].arcs[*arc].step.clone());
            at = *previous;
        }
        steps.reverse();
        steps
    }

    /// The strongly connected components that have a cycle, among the allowed nodes (Tarjan).
    fn components(&self, allowed: &dyn Fn(&Node) -> bool) -> Vec<Vec<usize>> {
        const NEW: usize = usize::MAX;
        let count = self.nodes.len();
        let (mut index, mut low) = (vec![NEW; count], vec![0usize; count]);
        let mut on_stack = vec![false; count];
        let (mut stack, mut found, mut counter) = (Vec::new(), Vec::new(), 0);
        for root in 0..count {
            if index[root] != NEW || !allowed(&self.nodes[root]) {
                continue;
            }
            let mut calls = vec![(root, 0usize)];
            while let Some((node, position)) = calls.pop() {
                if position == 0 {
                    index[node] = counter;
                    low[node] = counter;
                    counter += 1;
                    stack.push(node);
                    on_stack[node] = true;
                }
                if let Some(arc) = self.nodes[node].arcs.get(position) {
                    calls.push((node, position + 1));
                    if allowed(&self.nodes[arc.to]) && index[arc.to] == NEW {
                        calls.push((arc.to, 0));
                    }
                    continue;
                }
                for arc in self.nodes[node].arcs.iter().filter(|arc| on_stack[arc.to]) {
                    low[node] = low[node].min(low[arc.to]);
                }
                if low[node] == index[node] {
                    let at = stack.iter().rposition(|member| *member == node).unwrap_or(0);
                    let component: Vec<usize> = stack.split_off(at);
                    component.iter().for_each(|member| on_stack[*member] = false);
                    let alone = component.len() == 1;
                    if !alone || self.nodes[node].arcs.iter().any(|arc| arc.to == node) {
                        found.push(component);
                    }
                }
            }
        }
        found
    }
}
