//! The augmented system of paper 004, section 3.2, which rules out spurious cycles: variables that choose a tree of
//! edges with flow, and depths that grow along it, so that every flow is connected to the start. It needs a bound on how
//! often anything happens, and what it refutes it refutes only below that bound.

use rustc_hash::FxHashMap;

use crate::problem::{Problem, Row, RowName, Vertex};

/// Nothing is looked for that happens more often.
pub const BOUND: i64 = 10_000;

/// The rows that are added, and how many variables there are then: first whether an edge is in the tree, for each
/// variable, then the depths.
pub fn augmented(problem: &Problem<'_>, first: &dyn Fn(u32) -> u32) -> (Vec<Row>, usize) {
    let edges = problem.variables.len();
    let mut vertices: FxHashMap<(u32, Vertex), u32> = FxHashMap::default();
    let mut into: Vec<Vec<u32>> = Vec::new();
    let mut starts: Vec<bool> = Vec::new();
    let mut vertex = |network: u32, vertex: Vertex| {
        *vertices.entry((network, vertex)).or_insert_with(|| {
            into.push(Vec::new());
            starts.push(vertex.stage == 0 && vertex.state == first(network));
            into.len() as u32 - 1
        })
    };
    let mut ends: Vec<(u32, Option<u32>)> = Vec::new();
    for variable in &problem.variables {
        let from = vertex(variable.network, variable.from);
        let to = variable.to.map(|to| vertex(variable.network, to));
        ends.push((from, to));
    }
    for (edge, (_, to)) in ends.iter().enumerate() {
        if let Some(to) = to {
            into[*to as usize].push(edge as u32);
        }
    }
    let depth = into.len() as i64;
    let in_tree = |edge: u32| edges as u32 + edge;
    let depth_of = |vertex: u32| 2 * edges as u32 + vertex;
    let mut rows = Vec::new();
    let mut add = |terms: Vec<(u32, i64)>, right: i64| {
        rows.push(Row { name: RowName::Augmented, terms, least: true, right });
    };
    for (edge, (from, to)) in ends.iter().enumerate() {
        let edge = edge as u32;
        add(vec![(edge, -1)], -BOUND);
        let Some(to) = to else { continue };
        // (9), (11) and (12).
        add(vec![(in_tree(edge), -1)], -1);
        add(vec![(edge, 1), (in_tree(edge), -1)], 0);
        match from == to {
            // A loop is never in a tree.
            true => add(vec![(in_tree(edge), -1)], 0),
            false => {
                let tree = (in_tree(edge), -(depth + 1));
                add(vec![tree, (depth_of(*from), -1), (depth_of(*to), 1)], -depth);
            }
        }
    }
    for (vertex, edges) in into.iter().enumerate() {
        // (10) and (13).
        add(vec![(depth_of(vertex as u32), -1)], -depth);
        if !starts[vertex] && !edges.is_empty() {
            let most = BOUND * edges.len() as i64;
            let mut terms: Vec<(u32, i64)> = edges.iter().map(|edge| (*edge, -1)).collect();
            terms.extend(edges.iter().map(|edge| (in_tree(*edge), most)));
            terms.sort_unstable();
            add(terms, 0);
        }
    }
    (rows, 2 * edges + into.len())
}
