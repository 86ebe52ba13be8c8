//! Control flow of a template: reachability, cycles and post-dominators.

use trine_base::Id;
use trine_base::components::components;
use trine_system::{LocationId, Template};

/// The control flow graph of a template.
pub struct Graph {
    /// The locations after each location, one for each edge.
    next: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    /// The strongly connected component of each location; those that are reached first have the
    /// greatest numbers.
    component: Vec<usize>,
    /// For each component, whether it has a cycle.
    cyclic: Vec<bool>,
    /// The nearest location that all ways from a location pass, if there is one.
    joins: Vec<Option<usize>>,
}

impl Graph {
    /// Finds the cycles and post-dominators of a template's control flow.
    pub fn new(template: &Template) -> Graph {
        let count = template.locations.len();
        let mut next = vec![Vec::new(); count];
        let mut before = vec![Vec::new(); count];
        for edge in &template.edges {
            next[edge.from.index()].push(edge.to.index());
            before[edge.to.index()].push(edge.from.index());
        }
        let component = components(&next).of;
        let mut size = vec![0usize; count];
        let mut cyclic = vec![false; count];
        for location in 0..count {
            size[component[location]] += 1;
            cyclic[component[location]] |= next[location].contains(&location);
        }
        for (cyclic, size) in cyclic.iter_mut().zip(&size) {
            *cyclic |= *size > 1;
        }
        let joins = joins(&next, &before, &component, template.entry.index());
        Graph { next, before, component, cyclic, joins }
    }

    /// Whether an edge between two locations lies on a cycle.
    pub fn on_cycle(&self, from: LocationId, to: LocationId) -> bool {
        self.component[from.index()] == self.component[to.index()]
    }

    /// For each location, whether one of these can be reached from it; each reaches itself.
    pub fn reaching(&self, targets: impl Iterator<Item = usize>) -> Vec<bool> {
        let mut reaching = vec![false; self.next.len()];
        let mut open: Vec<usize> = targets.collect();
        while let Some(location) = open.pop() {
            if !std::mem::replace(&mut reaching[location], true) {
                open.extend(&self.before[location]);
            }
        }
        reaching
    }

    /// For each location, whether an execution can go round in a cycle after it.
    pub fn reaching_cycles(&self) -> Vec<bool> {
        let on_cycle = |location: &usize| self.cyclic[self.component[*location]];
        self.reaching((0..self.next.len()).filter(on_cycle))
    }

    /// For each location, whether it can be reached from the entry.
    pub fn reached(&self, entry: LocationId) -> Vec<bool> {
        let mut reached = vec![false; self.next.len()];
        let mut open = vec![entry.index()];
        while let Some(location) = open.pop() {
            if !std::mem::replace(&mut reached[location], true) {
                open.extend(&self.next[location]);
            }
        }
        reached
    }

    /// The bubble that begins at a location: the locations between it and the one where all ways from it
    /// join again, and that one. None where there is no such place, or where one can go round in between.
    pub fn bubble(&self, from: usize) -> Option<(Vec<usize>, usize)> {
        // A path that comes back to where it begins goes round.
        let join = self.joins[from].filter(|join| *join != from)?;
        let mut inside = Vec::new();
        let mut seen = vec![false; self.next.len()];
        let mut open = vec![from];
        while let Some(location) = open.pop() {
            if location == join || std::mem::replace(&mut seen[location], true) {
                continue;
            }
            inside.push(location);
            if self.next[location].is_empty() {
                return None;
            }
            open.extend(&self.next[location]);
        }
        self.is_acyclic(&inside, join).then_some((inside, join))
    }

    /// Whether nothing goes round among these locations without passing `join`.
    fn is_acyclic(&self, inside: &[usize], join: usize) -> bool {
        let mut arriving = vec![0usize; self.next.len()];
        for location in inside {
            for next in self.next[*location].iter().filter(|next| **next != join) {
                arriving[*next] += 1;
            }
        }
        let mut free: Vec<usize> =
            inside.iter().copied().filter(|location| arriving[*location] == 0).collect();
        let mut done = 0;
        while let Some(location) = free.pop() {
            done += 1;
            for next in self.next[location].iter().filter(|next| **next != join) {
                arriving[*next] -= 1;
                if arriving[*next] == 0 {
                    free.push(*next);
                }
            }
        }
        done == inside.len()
    }
}

/// Immediate dominators of the reversed graph. Code that never ends gets a way out from where it goes
/// back to the beginning of its endless cycle; that can only hide a place where ways join, and code that relies
/// on one looks at what lies before it.
fn joins(
    next: &[Vec<usize>],
    before: &[Vec<usize>],
    component: &[usize],
    entry: usize,
) -> Vec<Option<usize>> {
    let count = next.len();
    let exit = count;
    let reached_in_order = depth_first(next, entry);
    let mut leaves = vec![false; count];
    for (location, after) in next.iter().enumerate() {
        for to in after {
            leaves[component[location]] |= component[location] != component[*to];
        }
    }
    let mut given = vec![false; count];
    let mut ways_out: Vec<usize> = Vec::new();
    for location in reached_in_order {
        let inside = |other: usize| component[other] == component[location];
        let component = component[location];
        if !leaves[component] && !std::mem::replace(&mut given[component], true) {
            match next[location].is_empty() {
                true => ways_out.push(location),
                false => ways_out.extend(before[location].iter().filter(|one| inside(**one))),
            }
        }
    }
    // The reversed graph, from the exit on.
    let mut reversed: Vec<Vec<usize>> = before.to_vec();
    reversed.push(ways_out.clone());
    let order = postorder(&reversed, exit);
    let mut number = vec![usize::MAX; count + 1];
    for (position, location) in order.iter().enumerate() {
        number[*location] = position;
    }
    let mut dominator: Vec<Option<usize>> = vec![None; count + 1];
    dominator[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for location in order.iter().rev().copied().filter(|location| *location != exit) {
            let out = ways_out.contains(&location).then_some(exit);
            let mut nearest: Option<usize> = None;
            for other in next[location].iter().copied().chain(out) {
                if dominator[other].is_none() {
                    continue;
                }
                nearest = Some(match nearest {
                    None => other,
                    Some(known) => meet(&dominator, &number, known, other),
                });
            }
            if nearest != dominator[location] {
                dominator[location] = nearest;
                changed = true;
            }
        }
    }
    let join = |location: usize| match next[location].as_slice() {
        [only, rest @ ..] if rest.iter().all(|other| other == only) => Some(*only),
        _ => dominator[location].filter(|join| *join != exit),
    };
    (0..count).map(join).collect()
}

/// The nearest common dominator.
fn meet(dominator: &[Option<usize>], number: &[usize], left: usize, right: usize) -> usize {
    let (mut left, mut right) = (left, right);
    while left != right {
        let later = if number[left] < number[right] { &mut left } else { &mut right };
        match dominator[*later] {
            Some(above) => *later = above,
            None => return left.max(right),
        }
    }
    left
}

/// Locations in the order in which a depth-first search comes to them.
fn depth_first(next: &[Vec<usize>], entry: usize) -> Vec<usize> {
    let mut seen = vec![false; next.len()];
    let mut order = Vec::new();
    let mut open = vec![entry];
    while let Some(location) = open.pop() {
        if location < next.len() && !std::mem::replace(&mut seen[location], true) {
            order.push(location);
            open.extend(next[location].iter().rev());
        }
    }
    order
}

fn postorder(next: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut seen = vec![false; next.len()];
    let mut order = Vec::new();
    let mut calls = vec![(root, 0)];
    seen[root] = true;
    while let Some((at, position)) = calls.pop() {
        match next[at].get(position) {
            Some(to) => {
                calls.push((at, position + 1));
                if !std::mem::replace(&mut seen[*to], true) {
                    calls.push((*to, 0));
                }
            }
            None => order.push(at),
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_system::Edge;

    fn graph(count: usize, edges: &[(u32, u32)]) -> Graph {
        let mut template = Template::new("t");
        for _ in 0..count {
            template.add_location();
        }
        for (from, to) in edges {
            template.edges.push(Edge::new(LocationId(*from), LocationId(*to)));
        }
        Graph::new(&template)
    }

    #[test]
    fn ways_that_join_again_are_a_bubble() {
        let graph = graph(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]);
        let (mut inside, join) = graph.bubble(0).unwrap();
        inside.sort_unstable();
        assert_eq!((inside, join), (vec![0, 1, 2], 3));
    }

    #[test]
    fn a_loop_inside_is_no_bubble() {
        let graph = graph(4, &[(0, 1), (1, 1), (1, 2), (2, 3)]);
        assert_eq!(graph.bubble(0), Some((vec![0], 1)));
        assert_eq!(graph.bubble(1), None);
    }

    #[test]
    fn a_step_to_where_it_begins_is_no_bubble() {
        let graph = graph(2, &[(0, 1), (1, 1)]);
        assert_eq!(graph.bubble(0), Some((vec![0], 1)));
        assert_eq!(graph.bubble(1), None);
    }

    #[test]
    fn bubbles_are_found_in_code_that_never_ends() {
        let graph = graph(5, &[(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1)]);
        assert_eq!(graph.bubble(1).map(|(_, join)| join), Some(4));
        assert!(graph.reaching_cycles().iter().all(|reaches| *reaches));
    }

    #[test]
    fn ways_to_different_ends_do_not_join() {
        let graph = graph(3, &[(0, 1), (0, 2)]);
        assert_eq!(graph.bubble(0), None);
        assert!(!graph.reaching_cycles().iter().any(|reaches| *reaches));
    }
}
