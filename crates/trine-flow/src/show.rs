//! What an analysis is made of, to be looked at: its graph, what may happen in parallel, and a
//! constraint as an automaton.

use rustc_hash::FxHashMap;
use trine_system::LocationId;
use trine_verdict::{LARGE, Node, UNKNOWN};

use crate::constraint::Constraint;
use crate::graph::Graph;
use crate::parallel::Parallel;
use crate::tuple::Layout;
use crate::{Analysis, propagate};

/// A step that can come after another, or first where there is none before; `across`: it is one of
/// another process, which may happen in parallel.
pub struct Follows {
    pub before: Option<usize>,
    pub next: usize,
    pub across: bool,
}

/// A constraint as an automaton: states in words, the first one initial, and steps between them.
pub struct Automaton {
    pub states: Vec<String>,
    pub steps: Vec<(usize, Node, usize)>,
}

/// A process at a location.
pub type Place = (u32, LocationId);

/// More states of a constraint than this are not drawn.
const MOST_STATES: usize = 200;

impl Analysis<'_> {
    /// The steps that an analysis with these constraints sees, and which can follow which.
    pub fn steps(&self, constraints: &[Constraint]) -> (Vec<Node>, Vec<Follows>) {
        let parallel = Parallel::new(&self.facts);
        let graph = Graph::new(&self.facts, &parallel, constraints, &|_, _| false);
        let mut follows = Vec::new();
        for (next, _) in graph.nodes.iter().enumerate() {
            if propagate::is_first(&graph, next as u32) {
                follows.push(Follows { before: None, next, across: false });
            }
        }
        for (number, before) in graph.nodes.iter().enumerate() {
            for (next, node) in graph.nodes.iter().enumerate() {
                if graph.may_follow(before, node) {
                    let own =
                        node.parts().any(|(one, _)| before.parts().any(|(two, _)| one == two));
                    follows.push(Follows { before: Some(number), next, across: !own });
                }
            }
        }
        (graph.nodes, follows)
    }

    /// For each location that a process can be at, the locations at which others can be at the same
    /// time.
    pub fn parallel_locations(&self) -> Vec<(Place, Vec<Place>)> {
        let parallel = Parallel::new(&self.facts);
        let mut all: Vec<Place> = Vec::new();
        for process in self.facts.processes() {
            let locations = self.facts.template(process).locations.ids();
            let reached = locations.filter(|at| parallel.held(process, *at).is_some());
            all.extend(reached.map(|at| (process, at)));
        }
        let with = |one: &Place| {
            let others = all.iter().filter(|two| two.0 != one.0 && parallel.may(*one, **two));
            others.copied().collect()
        };
        all.iter().map(|one| (*one, with(one))).collect()
    }

    /// A constraint as an automaton over the steps that it can see. None where it has too many states.
    pub fn automaton(&self, constraint: Constraint) -> Option<Automaton> {
        let parallel = Parallel::new(&self.facts);
        let own = [constraint];
        let graph = Graph::new(&self.facts, &parallel, &own, &|process, edge| {
            constraint == Constraint::Task(process)
                || constraint.sees(&self.facts, process, self.facts.edge(process, edge))
        });
        let layout = Layout::new(&self.facts, &parallel, &own);
        let mut known: FxHashMap<Vec<i64>, usize> = FxHashMap::default();
        let mut tuples = vec![layout.initial(0)];
        known.insert(tuples[0].clone(), 0);
        let mut steps = Vec::new();
        let mut next = 0;
        while next < tuples.len() {
            if tuples.len() > MOST_STATES {
                return None;
            }
            for node in &graph.nodes {
                let concerns = node.parts().any(|(process, edge)| {
                    constraint == Constraint::Task(process)
                        || constraint.sees(&self.facts, process, self.facts.edge(process, edge))
                });
                let placed = node.parts().all(|(process, edge)| {
                    layout.tasks.get(&process).is_none_or(|at| {
                        let from = self.facts.edge(process, edge).from;
                        tuples[next][*at] == i64::from(from.0)
                    })
                });
                if !concerns || !placed {
                    continue;
                }
                for fired in layout.fire(&tuples[next].clone(), node) {
                    let to = *known.entry(fired.tuple.clone()).or_insert_with(|| {
                        tuples.push(fired.tuple.clone());
                        tuples.len() - 1
                    });
                    if !steps.contains(&(next, *node, to)) {
                        steps.push((next, *node, to));
                    }
                }
            }
            next += 1;
        }
        let states = tuples.iter().map(|tuple| self.in_words(constraint, &tuple[1..])).collect();
        Some(Automaton { states, steps })
    }

    fn in_words(&self, constraint: Constraint, values: &[i64]) -> String {
        let value = values.first().copied().unwrap_or(0);
        match constraint {
            Constraint::Task(_) => format!("at s{value}"),
            Constraint::Variable(_) if value == UNKNOWN => "unknown".to_string(),
            Constraint::Variable(_) if value == LARGE => "large".to_string(),
            Constraint::Variable(_) => value.to_string(),
            Constraint::Monitor(_) if value == 0 => "free".to_string(),
            Constraint::Monitor(_) => {
                format!("held by {}", self.facts.process_name((value - 1) as u32))
            }
            Constraint::Start(_) if value == 0 => "not started".to_string(),
            Constraint::Start(_) => "started".to_string(),
            Constraint::Join(_) => match value {
                0 => "not started".to_string(),
                1 => "running".to_string(),
                _ => "ended".to_string(),
            },
            Constraint::Call(_) => self.call_in_words(value),
            Constraint::Wait(monitor) => {
                let waiters = crate::tuple::waiters(&self.facts, monitor);
                let mut words: Vec<String> = Vec::new();
                for (process, value) in waiters.into_iter().zip(values) {
                    let name = self.facts.process_name(process);
                    match value {
                        0 => {}
                        1 => words.push(format!("{name} waits")),
                        _ => words.push(format!("{name} told")),
                    }
                }
                if words.is_empty() { "no process".to_string() } else { words.join(", ") }
            }
        }
    }
}
