//! Looks for a connected flow in whole numbers. Where a flow is not whole, it divides the question by the
//! value of a variable; where it has a part that is not connected to the start, by whether that part is used
//! at all or entered. What is left without a solution becomes a tree that proves it.

use trine_base::Id;
use trine_property::Claim;
use trine_verdict::IlpTree;

use crate::exact;
use crate::problem::{Kind, Problem, Row, RowName, Vertex};
use crate::simplex::{Basis, Program, Solved};

/// What came of the search.
pub enum Found {
    /// A flow, with how often each variable.
    Flow(Vec<i64>),
    /// There is none; without a tree, only floating point says so.
    Nothing(Option<IlpTree>),
    Stopped,
    /// More branches than it may try.
    TooMany,
    /// The numbers cannot be trusted.
    Unsound,
}

/// How disconnected flows are dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cycles {
    /// Those that are found are ruled out, one by one.
    #[default]
    Lazy,
    /// None can be a solution of the augmented system.
    Augmented,
    /// They are taken as they are.
    Kept,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    pub programs: usize,
    pub leaves: usize,
    pub components: usize,
    pub variables: usize,
}

const MOST_PROGRAMS: usize = 4_000;

pub struct Search<'p, 'n> {
    problem: &'p Problem<'n>,
    claim: &'p Claim,
    cycles: Cycles,
    go_on: &'p dyn Fn() -> bool,
    pub effort: Effort,
}

/// Where a branch stands.
#[derive(Clone)]
struct Node {
    zero: Vec<bool>,
    extra: Vec<Row>,
    basis: Basis,
    depth: u32,
}

/// A set of vertices of one network and stage.
struct Island {
    network: u32,
    vertices: Vec<Vertex>,
}

impl<'p, 'n> Search<'p, 'n> {
    pub fn new(
        problem: &'p Problem<'n>,
        claim: &'p Claim,
        cycles: Cycles,
        go_on: &'p dyn Fn() -> bool,
    ) -> Search<'p, 'n> {
        Search { problem, claim, cycles, go_on, effort: Effort::default() }
    }

    pub fn run(&mut self) -> Found {
        let variables = self.problem.variables.len();
        let rows = self.problem.rows.len();
        let node = Node {
            zero: vec![false; variables],
            extra: Vec::new(),
            basis: Basis((0..rows).map(|row| (variables + row) as u32).collect()),
            depth: 0,
        };
        self.node(node)
    }

    fn node(&mut self, mut node: Node) -> Found {
        self.effort.programs += 1;
        if self.effort.programs > MOST_PROGRAMS {
            return Found::TooMany;
        }
        let rows: Vec<&Row> = self.problem.rows.iter().chain(&node.extra).collect();
        // What no whole numbers satisfy needs no search.
        if node.depth < 2
            && let Some((found, by)) = exact::indivisible(&rows, &node.zero)
        {
            self.effort.leaves += 1;
            let key = |(row, by): (u32, i128)| (self.problem.row_key(rows[row as usize].name), by);
            let rows = found.into_iter().map(key).collect();
            return Found::Nothing(Some(IlpTree::Indivisible { rows, by }));
        }
        let program = Program {
            variables: self.problem.variables.len(),
            rows: &self.problem.rows,
            extra: &node.extra,
            zero: &node.zero,
        };
        let (solved, basis) = program.solve(&node.basis, self.go_on);
        let values = match solved {
            Solved::Values(values) => values,
            Solved::Infeasible(found) => {
                self.effort.leaves += 1;
                let exact = exact::contradiction(&rows, &node.zero, &found);
                let keys = exact.map(|found| {
                    let key = |(row, by): (u32, i128)| {
                        (self.problem.row_key(rows[row as usize].name), by)
                    };
                    IlpTree::Leaf(found.into_iter().map(key).collect())
                });
                return Found::Nothing(keys);
            }
            Solved::Unsound => return Found::Unsound,
            Solved::Stopped => return Found::Stopped,
        };
        drop(rows);
        node.basis = basis;
        let Some(flow) = exact::whole(&values) else { return self.on_variable(&node, &values) };
        let mut all = self.problem.rows.iter().chain(&node.extra);
        if !all.all(|row| exact::satisfies(row, &flow)) {
            return Found::Unsound;
        }
        if self.cycles == Cycles::Kept {
            return Found::Flow(flow);
        }
        match self.island(&flow) {
            Some(island) => self.on_island(&node, &island),
            None => Found::Flow(flow),
        }
    }

    /// Branches on a variable that is not whole.
    fn on_variable(&mut self, node: &Node, values: &[f64]) -> Found {
        self.effort.variables += 1;
        let distance = |at: &usize| ((values[*at] - values[*at].floor()) - 0.5).abs();
        let fractional = |at: &usize| (values[*at] - values[*at].round()).abs() >= 1e-5;
        let chosen = (0..values.len())
            .filter(fractional)
            .min_by(|left, right| distance(left).total_cmp(&distance(right)));
        let Some(chosen) = chosen else { return Found::Unsound };
        let at = values[chosen].floor() as i64;
        let row = |by: i64, right: i64| Row {
            name: RowName::Branch(node.depth),
            terms: vec![(chosen as u32, by)],
            least: true,
            right,
        };
        let below = match self.child(node, Some(row(-1, -at)), &[]) {
            Found::Nothing(tree) => tree,
            other => return other,
        };
        let above = match self.child(node, Some(row(1, at + 1)), &[]) {
            Found::Nothing(tree) => tree,
            other => return other,
        };
        let variable = self.problem.variable_key(chosen as u32);
        Found::Nothing(match (below, above) {
            (Some(below), Some(above)) => Some(IlpTree::Variable {
                variable,
                at,
                below: Box::new(below),
                above: Box::new(above),
            }),
            _ => None,
        })
    }

    /// Branches on whether a part of the flow that hangs in the air is used or entered.
    fn on_island(&mut self, node: &Node, island: &Island) -> Found {
        self.effort.components += 1;
        let inside = |network: u32, vertex: Vertex| {
            network == island.network && island.vertices.binary_search(&vertex).is_ok()
        };
        let mut out = Vec::new();
        let mut into = Vec::new();
        for (at, variable) in self.problem.variables.iter().enumerate() {
            let from = inside(variable.network, variable.from);
            let to = variable.to.is_some_and(|to| inside(variable.network, to));
            if from {
                out.push(at as u32);
            } else if to {
                into.push((at as u32, 1));
            }
        }
        let unused = match self.child(node, None, &out) {
            Found::Nothing(tree) => tree,
            other => return other,
        };
        let name = RowName::Branch(node.depth);
        let entered = Row { name, terms: into, least: true, right: 1 };
        let entered = match self.child(node, Some(entered), &[]) {
            Found::Nothing(tree) => tree,
            other => return other,
        };
        let stage = island.vertices[0].stage;
        let word = |vertex: &Vertex| self.problem.word(island.network, vertex.state);
        Found::Nothing(match (unused, entered) {
            (Some(unused), Some(entered)) => Some(IlpTree::Component {
                stage,
                part: self.problem.part(island.network),
                states: island.vertices.iter().map(word).collect(),
                unused: Box::new(unused),
                entered: Box::new(entered),
            }),
            _ => None,
        })
    }

    fn child(&mut self, node: &Node, row: Option<Row>, zero: &[u32]) -> Found {
        let mut child = node.clone();
        child.depth += 1;
        for at in zero {
            child.zero[*at as usize] = true;
        }
        child.extra.extend(row);
        self.node(child)
    }

    /// The first part of a flow that the start does not reach.
    fn island(&self, flow: &[i64]) -> Option<Island> {
        islands(self.problem, self.claim, flow).into_iter().next()
    }
}

/// The parts of a flow that the start does not reach.
fn islands(problem: &Problem<'_>, claim: &Claim, flow: &[i64]) -> Vec<Island> {
    let mut found = Vec::new();
    let mut of_networks: Vec<Vec<usize>> = vec![Vec::new(); problem.count() as usize];
    for (at, variable) in problem.variables.iter().enumerate().filter(|(at, _)| flow[*at] > 0) {
        of_networks[variable.network as usize].push(at);
    }
    for (network, own) in of_networks.iter().enumerate() {
        let first = Vertex { stage: 0, state: problem.first(network as u32, claim) };
        let mut reached: Vec<Vertex> = vec![first];
        let mut next = 0;
        while next < reached.len() {
            for at in own {
                let variable = &problem.variables[*at];
                if variable.from == reached[next]
                    && let Some(to) = variable.to
                    && !reached.contains(&to)
                {
                    reached.push(to);
                }
            }
            next += 1;
        }
        // What is left falls apart into islands.
        let mut rest: Vec<Vertex> = own
            .iter()
            .map(|at| problem.variables[*at].from)
            .filter(|vertex| !reached.contains(vertex))
            .collect();
        rest.sort_unstable();
        rest.dedup();
        while let Some(start) = rest.pop() {
            let mut island = vec![start];
            let mut next = 0;
            while next < island.len() {
                for at in own {
                    let variable = &problem.variables[*at];
                    let Some(to) = variable.to else { continue };
                    let here = island[next];
                    let other = if variable.from == here { to } else { variable.from };
                    let touches = variable.from == here || to == here;
                    if touches && other.stage == here.stage && !island.contains(&other) {
                        island.push(other);
                        rest.retain(|vertex| *vertex != other);
                    }
                }
                next += 1;
            }
            island.sort_unstable();
            found.push(Island { network: network as u32, vertices: island });
        }
    }
    found.sort_by_key(|island| island.vertices.len());
    found
}

/// The edges of processes that a flow uses.
pub fn edges_of(problem: &Problem<'_>, flow: &[i64]) -> Vec<(u32, trine_system::EdgeId)> {
    let mut found = Vec::new();
    for (variable, _) in problem.variables.iter().zip(flow).filter(|(_, count)| **count > 0) {
        if let Kind::Step(at) | Kind::End(at) = variable.kind {
            found.extend(&problem.transitions(variable.network)[at as usize].edges);
        }
    }
    found.sort_unstable_by_key(|(process, edge)| (*process, edge.index()));
    found.dedup();
    found
}
