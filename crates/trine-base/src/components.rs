//! Strongly connected components (R. Tarjan, 1972).

/// The component of each node, and the nodes of each component. Components are numbered so that
/// edges lead to the same or a smaller number; a node without edges to itself and without company
/// is a component of its own.
pub struct Components {
    pub of: Vec<usize>,
    pub members: Vec<Vec<usize>>,
}

const UNSEEN: usize = usize::MAX;

/// Tarjan's algorithm, with its own stack.
pub fn components(successors: &[Vec<usize>]) -> Components {
    let count = successors.len();
    let mut order = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut of = vec![UNSEEN; count];
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut seen = 0;
    for root in 0..count {
        if order[root] != UNSEEN {
            continue;
        }
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if *next == 0 {
                order[node] = seen;
                low[node] = seen;
                seen += 1;
                open.push(node);
            }
            if let Some(&successor) = successors[node].get(*next) {
                *next += 1;
                if order[successor] == UNSEEN {
                    path.push((successor, 0));
                } else if of[successor] == UNSEEN {
                    low[node] = low[node].min(order[successor]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == order[node] {
                let start = open.iter().rposition(|&open| open == node).unwrap_or(0);
                let component: Vec<usize> = open.drain(start..).collect();
                for &member in &component {
                    of[member] = members.len();
                }
                members.push(component);
            }
        }
    }
    Components { of, members }
}

impl Components {
    /// Can a path stay in the component?
    pub fn has_cycle(&self, component: usize, successors: &[Vec<usize>]) -> bool {
        self.members[component]
            .iter()
            .any(|&node| successors[node].iter().any(|&next| self.of[next] == component))
    }
}

/// The nodes that can be reached from one, itself included.
pub fn reachable(from: usize, successors: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; successors.len()];
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            waiting.extend(successors[node].iter().copied());
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_of_a_small_graph() {
        let graph = vec![vec![1], vec![2, 3], vec![1], vec![3], vec![0]];
        let found = components(&graph);
        assert_eq!(found.of[1], found.of[2]);
        assert_ne!(found.of[0], found.of[1]);
        assert!(found.of[0] > found.of[1] && found.of[1] > found.of[3]);
        assert!(found.has_cycle(found.of[3], &graph));
        assert!(!found.has_cycle(found.of[0], &graph));
        assert_eq!(reachable(1, &graph), [false, true, true, true, false]);
    }
}
