//! Branch and bound for a connected flow in whole numbers. Where a flow is fractional, it branches on the value of a
//! variable; where it has a component that is not connected to the start (a spurious cycle), on whether that component
//! is used at all or entered. What has no solution becomes a branch tree that proves it.

use rustc_hash::{FxHashMap, FxHashSet};
use trine_base::Id;
use trine_verdict::IlpTree;

use crate::augment::augmented;
use crate::bounds::Bounds;
use crate::exact;
use crate::problem::{Kind, Problem, Row, RowName, Variable, Vertex};
use crate::question::Ending;
use crate::simplex::{Basis, Program, Solved, columns};
use crate::solver::{Said, Solver};
use crate::write::mps;

/// What came of the search.
pub enum SearchResult {
    /// A flow, with how often each variable.
    Flow(Vec<i64>),
    /// There is none; without a tree, only floating point says so.
    Nothing(Option<IlpTree>),
    Stopped,
    /// More branches than it may try.
    TooMany,
    /// The numbers cannot be trusted.
    Unsound,
    /// The solver gives no answer; its words.
    NoAnswer(String),
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

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    pub programs: usize,
    pub leaves: usize,
    pub components: usize,
    pub variables: usize,
    /// How many variables and rows a program has before branches.
    pub width: usize,
    pub height: usize,
}

const MOST_PROGRAMS: usize = 4_000;
/// Branches below each other; more of them and there is no room on the stack.
const MOST_DEPTH: u32 = 600;

/// Branch and bound for one problem.
pub struct Search<'p, 'n> {
    problem: &'p Problem<'n>,
    cycles: Cycles,
    go_on: &'p dyn Fn() -> bool,
    /// The rows of the problem, and those that augment it.
    rows: Vec<Row>,
    variables: usize,
    columns: Vec<Vec<(u32, f64)>>,
    /// Another solver, if it is to be asked.
    solver: Option<Solver<'p>>,
    pub effort: Effort,
}

/// Where a branch stands.
#[derive(Clone)]
struct Node {
    zero: Vec<bool>,
    extra: Vec<Row>,
    basis: Basis,
    depth: u32,
    /// The networks and stages of which all that was not reached was looked at together.
    whole: Vec<(u32, u32)>,
}

/// A set of vertices of one network and stage.
struct Island {
    network: u32,
    vertices: Vec<Vertex>,
}

impl<'p, 'n> Search<'p, 'n> {
    /// A branch-and-bound search for a whole and connected flow; nothing is solved yet.
    pub fn new(
        problem: &'p Problem<'n>,
        cycles: Cycles,
        solver: Option<Solver<'p>>,
        go_on: &'p dyn Fn() -> bool,
    ) -> Search<'p, 'n> {
        let mut rows = problem.rows.clone();
        let mut variables = problem.variables.len();
        if cycles == Cycles::Augmented {
            let (more, count) = augmented(problem, &|network| problem.first(network));
            rows.extend(more);
            variables = count;
        }
        let columns = columns(variables, &rows);
        let effort = Effort { width: variables, height: rows.len(), ..Effort::default() };
        Search { problem, cycles, go_on, rows, variables, columns, solver, effort }
    }

    /// Solves relaxations and branches until a flow is found, all branches are refuted, or it may not go on.
    pub fn run(&mut self) -> SearchResult {
        let (variables, rows) = (self.variables, self.rows.len());
        let node = Node {
            zero: vec![false; variables],
            extra: Vec::new(),
            basis: Basis((0..rows).map(|row| (variables + row) as u32).collect()),
            depth: 0,
            whole: Vec::new(),
        };
        self.node(node)
    }

    fn node(&mut self, mut node: Node) -> SearchResult {
        self.effort.programs += 1;
        if self.effort.programs > MOST_PROGRAMS || node.depth > MOST_DEPTH {
            return SearchResult::TooMany;
        }
        if self.effort.programs.is_multiple_of(8) && !(self.go_on)() {
            return SearchResult::Stopped;
        }
        if let Some(solver) = self.solver {
            return self.asked(node, solver);
        }
        let rows: Vec<&Row> = self.rows.iter().chain(&node.extra).collect();
        if self.cycles == Cycles::Augmented {
            // What is chosen for the tree is whole, too; depths need not be.
            let whole = 2 * self.problem.variables.len();
            let Some(bounds) = Bounds::of(&rows, &node.zero, whole) else {
                self.effort.leaves += 1;
                return SearchResult::Nothing(None);
            };
            for (at, zero) in node.zero.iter_mut().enumerate() {
                *zero |= bounds.is_zero(at);
            }
        }
        let program = Program {
            variables: self.variables,
            rows: &self.rows,
            columns: &self.columns,
            extra: &node.extra,
            zero: &node.zero,
        };
        let (solved, basis) = program.solve(&node.basis, self.go_on);
        let values = match solved {
            Solved::Values(values) => values,
            Solved::Infeasible(found) => {
                self.effort.leaves += 1;
                let exact = match self.cycles {
                    Cycles::Augmented => None,
                    _ => exact::contradiction(&rows, &node.zero, &found),
                };
                let key = |(row, by): (u32, i128)| {
                    Some((self.problem.row_key(rows[row as usize].name)?, by))
                };
                let keys: Option<_> = exact.and_then(|found| found.into_iter().map(key).collect());
                return SearchResult::Nothing(keys.map(IlpTree::Leaf));
            }
            Solved::Unsound => return SearchResult::Unsound,
            Solved::Stopped => return SearchResult::Stopped,
        };
        drop(rows);
        node.basis = basis;
        // A flow that is whole and connected has a tree, so that nothing else needs to be whole; one that is not
        // connected says better than the tree where to branch.
        let values = &values[..self.problem.variables.len()];
        let Some(flow) = exact::whole(values) else {
            return match self.indivisible(&node) {
                Some(tree) => SearchResult::Nothing(Some(tree)),
                None => self.on_variable(&node, values),
            };
        };
        if !self.is_flow(&node, &flow) {
            return SearchResult::Unsound;
        }
        self.connected(node, flow)
    }

    /// Has another solver answer. What it finds is looked at as always; that there is nothing is proved again.
    fn asked(&mut self, node: Node, solver: Solver<'p>) -> SearchResult {
        let rows: Vec<&Row> = self.rows.iter().chain(&node.extra).collect();
        let count = self.problem.variables.len();
        let text = mps("flow", &rows, (self.variables, count), &node.zero);
        drop(rows);
        match solver.solve(&text) {
            Err(_) if !(self.go_on)() => SearchResult::Stopped,
            Err(words) => SearchResult::NoAnswer(words),
            Ok(Said::Values(values)) => {
                let name = solver.name.program();
                let wrong =
                    |what: &str| SearchResult::NoAnswer(format!("{name} gives a solution {what}"));
                let mut flow = vec![0.0; self.variables];
                for (at, value) in values {
                    match flow.get_mut(at as usize) {
                        Some(place) => *place = value,
                        None => return wrong("in variables that there are not"),
                    }
                }
                let Some(flow) = exact::whole(&flow[..count]) else {
                    return wrong("that is not whole");
                };
                match self.is_flow(&node, &flow) {
                    true => self.connected(node, flow),
                    false => wrong("that does not satisfy the equations"),
                }
            }
            // What rests on the bound is no proof anyway.
            Ok(Said::Infeasible) if self.cycles == Cycles::Augmented => SearchResult::Nothing(None),
            Ok(Said::Infeasible) => {
                let (cycles, before) = (self.cycles, self.effort);
                (self.solver, self.cycles) = (None, Cycles::Kept);
                self.effort = Effort::default();
                let found = self.node(node);
                self.effort = Effort { leaves: before.leaves + 1, ..before };
                (self.solver, self.cycles) = (Some(solver), cycles);
                match found {
                    SearchResult::Flow(_) => {
                        let name = solver.name.program();
                        SearchResult::NoAnswer(format!(
                            "{name} finds no solution where there is one"
                        ))
                    }
                    // Floating point says so, and that cannot be shown exactly.
                    SearchResult::TooMany | SearchResult::Unsound => SearchResult::Nothing(None),
                    other => other,
                }
            }
        }
    }

    /// Whether whole numbers are a solution here.
    fn is_flow(&self, node: &Node, flow: &[i64]) -> bool {
        let own = |row: &&Row| row.terms.iter().all(|(at, _)| (*at as usize) < flow.len());
        let mut all = self.problem.rows.iter().chain(node.extra.iter().filter(own));
        flow.iter().zip(&node.zero).all(|(count, zero)| *count == 0 || (*count > 0 && !zero))
            && all.all(|row| exact::satisfies(row, flow))
    }

    /// Whether a flow is connected, and if not, where to branch.
    fn connected(&mut self, mut node: Node, flow: Vec<i64>) -> SearchResult {
        if self.cycles == Cycles::Kept {
            return SearchResult::Flow(flow);
        }
        let Some(mut island) = self.island(&flow) else { return SearchResult::Flow(flow) };
        // At first everything that the flow does not reach is one island: often that is enough.
        let place = (island.network, island.vertices[0].stage);
        if !node.whole.contains(&place) {
            node.whole.push(place);
            island.vertices = self.unreached(&flow, place);
        }
        self.on_island(&node, &island)
    }

    /// Why no whole numbers satisfy the equations, if it is as simple as that.
    fn indivisible(&mut self, node: &Node) -> Option<IlpTree> {
        if self.effort.variables > 3 {
            return None;
        }
        let rows: Vec<&Row> = self.rows.iter().chain(&node.extra).collect();
        let (found, by) = exact::indivisible(&rows, &node.zero)?;
        self.effort.leaves += 1;
        let key =
            |(row, by): (u32, i128)| Some((self.problem.row_key(rows[row as usize].name)?, by));
        let rows = found.into_iter().map(key).collect::<Option<_>>()?;
        Some(IlpTree::Indivisible { rows, by })
    }

    /// Branches on a variable that is not whole.
    fn on_variable(&mut self, node: &Node, values: &[f64]) -> SearchResult {
        self.effort.variables += 1;
        let distance = |at: &usize| ((values[*at] - values[*at].floor()) - 0.5).abs();
        let fractional = |at: &usize| (values[*at] - values[*at].round()).abs() >= 1e-5;
        // Where things rest, or a round begins, says most: each part is in one place.
        let rests = |at: &usize| {
            let variable = self.problem.variables.get(*at);
            let question = self.problem.question;
            (question.rest.is_some() || question.claim == Some(Ending::Round))
                && variable.is_some_and(|one| matches!(one.kind, Kind::Connect | Kind::Stuck))
        };
        let chosen = (0..values.len()).filter(fractional).min_by(|left, right| {
            let rest = rests(right).cmp(&rests(left));
            rest.then(distance(left).total_cmp(&distance(right)))
        });
        let Some(chosen) = chosen else { return SearchResult::Unsound };
        let at = values[chosen].floor() as i64;
        let row = |by: i64, right: i64| Row {
            name: RowName::Branch(node.depth),
            terms: vec![(chosen as u32, by)],
            least: true,
            right,
        };
        let below = match self.child(node, Some(row(-1, -at)), &[]) {
            SearchResult::Nothing(tree) => tree,
            other => return other,
        };
        let above = match self.child(node, Some(row(1, at + 1)), &[]) {
            SearchResult::Nothing(tree) => tree,
            other => return other,
        };
        let variable = self.problem.variable_key(chosen as u32);
        SearchResult::Nothing(match (below, above) {
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
    fn on_island(&mut self, node: &Node, island: &Island) -> SearchResult {
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
            SearchResult::Nothing(tree) => tree,
            other => return other,
        };
        let name = RowName::Branch(node.depth);
        let entered = Row { name, terms: into, least: true, right: 1 };
        let entered = match self.child(node, Some(entered), &[]) {
            SearchResult::Nothing(tree) => tree,
            other => return other,
        };
        let stage = island.vertices[0].stage;
        let word = |vertex: &Vertex| self.problem.word(island.network, vertex.state);
        SearchResult::Nothing(match (unused, entered) {
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

    fn child(&mut self, node: &Node, row: Option<Row>, zero: &[u32]) -> SearchResult {
        let mut child = node.clone();
        child.depth += 1;
        for at in zero {
            child.zero[*at as usize] = true;
        }
        child.extra.extend(row);
        self.node(child)
    }

    /// All states of a network in a stage that a flow does not reach from the start.
    fn unreached(&self, flow: &[i64], (network, stage): (u32, u32)) -> Vec<Vertex> {
        let used = self.problem.variables.iter().zip(flow);
        let own = used.filter(|(variable, count)| variable.network == network && **count > 0);
        let own: Vec<(Vertex, Option<Vertex>)> =
            own.map(|(variable, _)| (variable.from, variable.to)).collect();
        let reached = reached(self.problem, network, &own);
        let states = 0..self.problem.states(network) as u32;
        let vertices = states.map(|state| Vertex { stage, state });
        vertices.filter(|vertex| !reached.contains(vertex)).collect()
    }

    /// The first part of a flow that the start does not reach.
    fn island(&self, flow: &[i64]) -> Option<Island> {
        islands(self.problem, flow).into_iter().next()
    }
}

/// The parts of a flow that the start does not reach.
fn islands(problem: &Problem<'_>, flow: &[i64]) -> Vec<Island> {
    let mut found = Vec::new();
    let mut of_networks: Vec<Vec<usize>> = vec![Vec::new(); problem.count() as usize];
    for (at, variable) in problem.variables.iter().enumerate().filter(|(at, _)| flow[*at] > 0) {
        of_networks[variable.network as usize].push(at);
    }
    for (network, own) in of_networks.iter().enumerate() {
        let ends: Vec<(Vertex, Option<Vertex>)> =
            own.iter().map(|at| (problem.variables[*at].from, problem.variables[*at].to)).collect();
        let reached = reached(problem, network as u32, &ends);
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

/// The vertices that the flow of a network reaches from its start.
fn reached(
    problem: &Problem<'_>,
    network: u32,
    flow: &[(Vertex, Option<Vertex>)],
) -> FxHashSet<Vertex> {
    let mut next: FxHashMap<Vertex, Vec<Vertex>> = FxHashMap::default();
    for (from, to) in flow {
        next.entry(*from).or_default().extend(to);
    }
    let first = Vertex { stage: 0, state: problem.first(network) };
    let mut found: FxHashSet<Vertex> = [first].into_iter().collect();
    let mut open = vec![first];
    while let Some(at) = open.pop() {
        for to in next.get(&at).into_iter().flatten() {
            if found.insert(*to) {
                open.push(*to);
            }
        }
    }
    found
}

/// For each variable, whether its flow hangs in the air.
pub fn hanging(problem: &Problem<'_>, flow: &[i64]) -> Vec<bool> {
    let islands = islands(problem, flow);
    let of = |variable: &Variable| {
        let on = |island: &Island| {
            island.network == variable.network && island.vertices.contains(&variable.from)
        };
        islands.iter().any(on)
    };
    problem.variables.iter().map(of).collect()
}

/// How much flow there is in the network that has most of it.
pub fn longest(problem: &Problem<'_>, flow: &[i64]) -> i64 {
    let mut totals = vec![0; problem.count() as usize];
    for (variable, count) in problem.variables.iter().zip(flow) {
        totals[variable.network as usize] += count;
    }
    totals.into_iter().max().unwrap_or(0)
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
