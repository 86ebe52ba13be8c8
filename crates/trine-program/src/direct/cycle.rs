//! Accepting cycles: whether some strongly connected component (Tarjan, 1972) has an accepting state and a step inside.

use super::collapse::StateId;

/// Whether a cycle of these steps passes an accepting state.
pub fn has_accepting_cycle(
    states: usize,
    edges: &[(StateId, StateId)],
    accepting: &dyn Fn(StateId) -> bool,
) -> bool {
    let mut starts = vec![0usize; states + 1];
    for (from, _) in edges {
        starts[*from as usize + 1] += 1;
    }
    for at in 0..states {
        starts[at + 1] += starts[at];
    }
    let mut targets = vec![0; edges.len()];
    let mut next = starts.clone();
    for (from, to) in edges {
        targets[next[*from as usize]] = *to;
        next[*from as usize] += 1;
    }
    let mut components = Components {
        starts,
        targets,
        order: vec![0; states],
        low: vec![0; states],
        stack: vec![],
        count: 0,
    };
    for root in 0..states as StateId {
        if components.order[root as usize] == 0 && components.from(root, accepting) {
            return true;
        }
    }
    false
}

struct Components {
    /// Where the targets of a state begin.
    starts: Vec<usize>,
    targets: Vec<StateId>,
    /// The order of discovery, from 1 on; `u32::MAX`: its component is complete.
    order: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<StateId>,
    count: u32,
}

impl Components {
    fn discover(&mut self, state: StateId) {
        self.count += 1;
        self.order[state as usize] = self.count;
        self.low[state as usize] = self.count;
        self.stack.push(state);
    }

    /// Completes all components that can be reached from a state; whether one of them is an accepting cycle.
    fn from(&mut self, root: StateId, accepting: &dyn Fn(StateId) -> bool) -> bool {
        self.discover(root);
        let mut open = vec![(root, self.starts[root as usize])];
        while let Some((state, at)) = open.last_mut() {
            let here = *state;
            if *at < self.starts[here as usize + 1] {
                let to = self.targets[*at];
                *at += 1;
                match self.order[to as usize] {
                    0 => {
                        self.discover(to);
                        open.push((to, self.starts[to as usize]));
                    }
                    u32::MAX => {}
                    order => self.low[here as usize] = self.low[here as usize].min(order),
                }
                continue;
            }
            open.pop();
            let low = self.low[here as usize];
            if let Some((parent, _)) = open.last() {
                let parent = *parent as usize;
                self.low[parent] = self.low[parent].min(low);
            }
            if low == self.order[here as usize] && self.complete(here, accepting) {
                return true;
            }
        }
        false
    }

    /// Takes a component off the stack; whether it is an accepting cycle.
    fn complete(&mut self, root: StateId, accepting: &dyn Fn(StateId) -> bool) -> bool {
        let from = self.stack.iter().rposition(|state| *state == root).unwrap_or(0);
        let component = self.stack.split_off(from);
        for state in &component {
            self.order[*state as usize] = u32::MAX;
        }
        let loops = |state: StateId| {
            let range = self.starts[state as usize]..self.starts[state as usize + 1];
            self.targets[range].contains(&state)
        };
        let is_cycle = component.len() > 1 || loops(root);
        is_cycle && component.iter().any(|state| accepting(*state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_counts_where_it_passes_an_accepting_state() {
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3)];
        let at = |wanted: StateId| has_accepting_cycle(4, &edges, &|state| state == wanted);
        assert_eq!([0, 1, 2, 3].map(at), [false, true, true, false]);
    }

    #[test]
    fn a_step_to_itself_is_a_cycle() {
        assert!(has_accepting_cycle(2, &[(0, 1), (1, 1)], &|state| state == 1));
        assert!(!has_accepting_cycle(2, &[(0, 0), (0, 1)], &|state| state == 1));
    }
}
