//! Automata whose edges carry several acceptance marks, as the translation makes them.

use crate::bits::Bits;
use crate::guard::{Cube, simplify_disjunction};

/// A run is accepting when it sees each of the marks infinitely often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Generalised {
    pub initial: usize,
    pub marks: usize,
    pub states: Vec<Vec<Edge>>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Edge {
    pub target: usize,
    pub marks: Bits,
    pub guard: Cube,
}

impl Generalised {
    /// The automaton that accepts no word: one state without edges.
    pub fn empty() -> Generalised {
        Generalised { initial: 0, marks: 0, states: vec![vec![]] }
    }

    /// How many edges all states have together.
    pub fn edge_count(&self) -> usize {
        self.states.iter().map(Vec::len).sum()
    }

    /// The graph without guards and marks: the targets of each state's edges, in their order.
    pub fn successors(&self) -> Vec<Vec<usize>> {
        let targets = |edges: &Vec<Edge>| edges.iter().map(|edge| edge.target).collect();
        self.states.iter().map(targets).collect()
    }

    /// Keeps the states for which the array holds a number, under that number; edges to others go.
    pub fn renumber(&mut self, numbers: &[Option<usize>]) {
        let Some(initial) = numbers[self.initial] else {
            let marks = self.marks;
            *self = Generalised { marks, ..Generalised::empty() };
            return;
        };
        let count = numbers.iter().flatten().max().map_or(0, |largest| largest + 1);
        let mut states = vec![Vec::new(); count];
        for (old, edges) in self.states.drain(..).enumerate() {
            let Some(new) = numbers[old] else { continue };
            let edges = edges
                .into_iter()
                .filter_map(|edge| numbers[edge.target].map(|target| Edge { target, ..edge }));
            states[new] = edges.collect();
        }
        self.initial = initial;
        self.states = states;
    }

    /// Joins the guards of edges with the same marks and target.
    pub fn tidy_edges(&mut self) {
        for edges in &mut self.states {
            edges.sort();
            edges.dedup();
            let mut tidy: Vec<Edge> = Vec::with_capacity(edges.len());
            for group in
                edges.chunk_by(|one, other| one.target == other.target && one.marks == other.marks)
            {
                let guards: Vec<Cube> = group.iter().map(|edge| edge.guard.clone()).collect();
                tidy.extend(simplify_disjunction(&guards).into_iter().map(|guard| Edge {
                    guard,
                    target: group[0].target,
                    marks: group[0].marks.clone(),
                }));
            }
            *edges = tidy;
        }
    }
}
