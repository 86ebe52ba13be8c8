//! The product of two Büchi automata, and emptiness.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use trine_base::Id;

use super::automaton::Buchi;
use super::degeneralise::{Style, degeneralise};
use super::generalised::{Edge, Generalised};
use super::reduce;
use crate::bits::Bits;
use crate::word::Lasso;
use trine_base::components::components;

impl Buchi {
    /// The automaton of the words that both accept.
    pub fn intersect(&self, other: &Buchi) -> Buchi {
        let mut numbers = FxHashMap::default();
        let mut pairs = vec![(self.initial, other.initial)];
        numbers.insert(pairs[0], 0);
        let mut states: Vec<Vec<Edge>> = Vec::new();
        while let Some(&(one, two)) = pairs.get(states.len()) {
            let (one, two) = (&self.states[one], &other.states[two]);
            let accepting = [one.accepting, two.accepting];
            let marks: Bits = (0..2).filter(|&side| accepting[side]).collect();
            let mut edges = Vec::new();
            for left in &one.edges {
                for right in &two.edges {
                    let Some(guard) = left.guard.and(&right.guard) else { continue };
                    let pair = (left.target, right.target);
                    let target = *numbers.entry(pair).or_insert_with(|| {
                        pairs.push(pair);
                        pairs.len() - 1
                    });
                    edges.push(Edge { guard, marks: marks.clone(), target });
                }
            }
            states.push(edges);
        }
        let mut both = Generalised { initial: 0, marks: 2, states };
        reduce::prune(&mut both);
        both.tidy_edges();
        let style = Style { reversed: false, enter_high: false };
        reduce::plain(&degeneralise(&both, style))
    }

    /// Is no word accepted?
    pub fn is_empty(&self) -> bool {
        self.example().is_none()
    }

    /// A word that the automaton accepts, if there is one: a shortest way to a state that some
    /// accepting cycle passes, then a short accepting cycle.
    pub fn example(&self) -> Option<Lasso> {
        let successors: Vec<Vec<usize>> = (self.states.iter())
            .map(|state| state.edges.iter().map(|edge| edge.target.index()).collect())
            .collect();
        let components = components(&successors);
        let good: Vec<bool> = (components.members.iter().enumerate())
            .map(|(component, members)| {
                members.iter().any(|&state| self.states.as_slice()[state].accepting)
                    && components.has_cycle(component, &successors)
            })
            .collect();
        let everywhere = |_: usize| true;
        let start = self.initial.index();
        let way_in = self.shortest(start, &everywhere, &|state| {
            good[components.of[state]] && self.states.as_slice()[state].accepting
        })?;
        let knot = way_in.last().map_or(start, |&(_, target)| target);
        let inside = |state: usize| components.of[state] == components.of[knot];
        let mut cycle = None;
        for (index, &next) in successors[knot].iter().enumerate() {
            if !inside(next) {
                continue;
            }
            let Some(mut back) = self.shortest(next, &inside, &|state| state == knot) else {
                continue;
            };
            back.insert(0, ((knot, index), next));
            if cycle.as_ref().is_none_or(|best: &Path| back.len() < best.len()) {
                cycle = Some(back);
            }
        }
        let letters = |path: &Path| {
            let letter = |&((state, edge), _): &Taken| {
                self.states.as_slice()[state].edges[edge].guard.example()
            };
            path.iter().map(letter).collect()
        };
        Lasso::new(letters(&way_in), letters(&cycle?))
    }

    /// A shortest path through the allowed states to a state that is wanted.
    fn shortest(
        &self,
        from: usize,
        allowed: &dyn Fn(usize) -> bool,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Option<Path> {
        let mut reached: Vec<Option<(usize, usize)>> = vec![None; self.states.len()];
        let mut waiting = VecDeque::from([from]);
        while let Some(state) = waiting.pop_front() {
            if wanted(state) {
                let mut path = Vec::new();
                let mut at = state;
                while at != from {
                    let (before, edge) = reached[at]?;
                    path.push(((before, edge), at));
                    at = before;
                }
                path.reverse();
                return Some(path);
            }
            for (index, edge) in self.states.as_slice()[state].edges.iter().enumerate() {
                let target = edge.target.index();
                if target != from && reached[target].is_none() && allowed(target) {
                    reached[target] = Some((state, index));
                    waiting.push_back(target);
                }
            }
        }
        None
    }
}

/// An edge, as its state and its place among the state's edges, and where it leads.
type Taken = ((usize, usize), usize);
type Path = Vec<Taken>;
