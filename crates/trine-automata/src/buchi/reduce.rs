//! Makes automata smaller without changing their language.
//!
//! States that no accepting run passes go; states that simulate each other, forwards or backwards,
//! become one; edges that a better edge makes superfluous go; acceptance is moved to where it lets
//! more states be merged. All of it repeats until nothing changes.

use trine_base::{Id, IndexVec};

use super::acceptance::{Acceptance, accept_least, accept_most, accepting, clean_marks};
use super::automaton::{self, Buchi, State, StateId};
use super::generalised::{Edge, Generalised};
use super::simulation::{Step, simulation};
use crate::bits::Bits;
use crate::budget::{Budget, TooLarge};
use trine_base::components::{components, reachable};

/// Shrinks an automaton with marks on edges.
pub(crate) fn shrink(automaton: &mut Generalised, effort: &mut Budget) {
    settle(automaton, Acceptance::Edges, effort);
}

/// Shrinks an automaton whose single mark is on all edges of a state or on none.
pub(crate) fn finish(automaton: &Generalised, effort: &mut Budget) -> Buchi {
    let mut best: Option<Generalised> = None;
    let mut current = automaton.clone();
    for acceptance in [Acceptance::Most, Acceptance::Least, Acceptance::Most] {
        settle(&mut current, acceptance, effort);
        if best.as_ref().is_none_or(|best| size(&current) < size(best)) {
            best = Some(current.clone());
        }
    }
    let mut best = best.unwrap_or_else(Generalised::empty);
    let _ = accept_least(&mut best, effort);
    plain(&best)
}

/// The same language with fewer states, where reductions find them.
pub(crate) fn reduced(automaton: &Buchi, effort: &mut Budget) -> Buchi {
    let states = automaton.states.iter().map(|state| {
        let marks = if state.accepting { Bits::below(1) } else { Bits::new() };
        let edges = state.edges.iter().map(|edge| Edge {
            guard: edge.guard.clone(),
            marks: marks.clone(),
            target: edge.target.index(),
        });
        edges.collect()
    });
    let states = states.collect();
    finish(&Generalised { initial: automaton.initial.index(), marks: 1, states }, effort)
}

fn size(automaton: &Generalised) -> (usize, usize) {
    (automaton.states.len(), automaton.edge_count())
}

/// Repeats all reductions until they bring nothing more or the effort is spent.
fn settle(automaton: &mut Generalised, acceptance: Acceptance, effort: &mut Budget) {
    loop {
        prune(automaton);
        let before = size(automaton);
        let done = pass(automaton, acceptance, effort);
        prune(automaton);
        automaton.tidy_edges();
        if done.is_err() || size(automaton) >= before {
            return;
        }
    }
}

fn pass(
    automaton: &mut Generalised,
    acceptance: Acceptance,
    effort: &mut Budget,
) -> Result<(), TooLarge> {
    match acceptance {
        Acceptance::Edges => clean_marks(automaton),
        Acceptance::Most => accept_most(automaton),
        Acceptance::Least => accept_least(automaton, effort)?,
    }
    automaton.tidy_edges();
    merge_forwards(automaton, effort)?;
    prune(automaton);
    merge_backwards(automaton, acceptance != Acceptance::Edges, effort)?;
    prune(automaton);
    redirect(automaton, effort)
}

/// Removes what no accepting run from the initial state passes.
pub(super) fn prune(automaton: &mut Generalised) {
    let successors = automaton.successors();
    let components = components(&successors);
    let reachable = reachable(automaton.initial, &successors);
    let mut alive = vec![false; components.members.len()];
    for (component, members) in components.members.iter().enumerate() {
        let mut seen = Bits::new();
        let mut cycle = false;
        for &state in members {
            for edge in &automaton.states[state] {
                if components.of[edge.target] == component {
                    cycle = true;
                    seen.union_with(&edge.marks);
                } else if alive[components.of[edge.target]] {
                    alive[component] = true;
                }
            }
        }
        alive[component] |= cycle && seen.len() == automaton.marks;
    }
    let mut count = 0;
    let numbers: Vec<Option<usize>> = (0..automaton.states.len())
        .map(|state| {
            let keep = reachable[state] && alive[components.of[state]];
            keep.then(|| {
                count += 1;
                count - 1
            })
        })
        .collect();
    automaton.renumber(&numbers);
}

fn forward_steps(automaton: &Generalised) -> Vec<Vec<Step>> {
    let steps = |edges: &Vec<Edge>| {
        let step = |edge: &Edge| Step {
            guard: edge.guard.clone(),
            required: edge.marks.clone(),
            offered: edge.marks.clone(),
            target: edge.target,
        };
        edges.iter().map(step).collect()
    };
    automaton.states.iter().map(steps).collect()
}

/// Merges states that simulate each other and drops edges that a better one covers.
fn merge_forwards(automaton: &mut Generalised, effort: &mut Budget) -> Result<(), TooLarge> {
    let labels = vec![Bits::new(); automaton.states.len()];
    let above = simulation(&forward_steps(automaton), &labels, effort)?;
    let representative = representatives(&above);
    for state in 0..automaton.states.len() {
        if representative[state] != state {
            automaton.states[state].clear();
            continue;
        }
        let mut edges = std::mem::take(&mut automaton.states[state]);
        for edge in &mut edges {
            edge.target = representative[edge.target];
        }
        edges.sort();
        edges.dedup();
        let superfluous = |index: usize| {
            let edge = &edges[index];
            edges.iter().enumerate().any(|(number, other)| {
                number != index
                    && edge.guard.implies(&other.guard)
                    && edge.marks.is_subset(&other.marks)
                    && above[edge.target].contains(other.target)
            })
        };
        automaton.states[state] = (0..edges.len())
            .filter(|&index| !superfluous(index))
            .map(|i| edges[i].clone())
            .collect();
    }
    automaton.initial = representative[automaton.initial];
    Ok(())
}

/// The first of the states that simulate each other, for each state.
fn representatives(above: &[Bits]) -> Vec<usize> {
    (0..above.len())
        .map(|state| {
            let equal = |other: &usize| above[*other].contains(state);
            above[state].iter().find(equal).unwrap_or(state)
        })
        .collect()
}

/// Merges states whose pasts are the same, as far as steps and marks can tell.
fn merge_backwards(
    automaton: &mut Generalised,
    on_states: bool,
    effort: &mut Budget,
) -> Result<(), TooLarge> {
    let count = automaton.states.len();
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); count];
    for (state, edges) in automaton.states.iter().enumerate() {
        for edge in edges {
            steps[edge.target].push(Step {
                guard: edge.guard.clone(),
                required: edge.marks.clone(),
                offered: edge.marks.clone(),
                target: state,
            });
        }
    }
    let accepting = accepting(automaton);
    let labels: Vec<Bits> = (0..count)
        .map(|state| {
            let start = (state == automaton.initial).then_some(0);
            start.into_iter().chain((on_states && accepting[state]).then_some(1)).collect()
        })
        .collect();
    let above = simulation(&steps, &labels, effort)?;
    let representative = representatives(&above);
    // The incoming edges of the representative stay, the outgoing ones of all are joined.
    let mut joined: Vec<Vec<Edge>> = vec![Vec::new(); count];
    for (state, edges) in automaton.states.drain(..).enumerate() {
        let kept = edges.into_iter().filter(|edge| representative[edge.target] == edge.target);
        joined[representative[state]].extend(kept);
    }
    // An edge goes if another one leads to the same place, from a state with a better past.
    let superfluous = |source: usize, index: usize| {
        let edge = &joined[source][index];
        joined.iter().enumerate().any(|(other_source, others)| {
            other_source != source
                && above[source].contains(other_source)
                && others.iter().any(|other| {
                    other.target == edge.target
                        && edge.guard.implies(&other.guard)
                        && edge.marks.is_subset(&other.marks)
                })
        })
    };
    let states = (0..count).map(|state| {
        let indices = (0..joined[state].len()).filter(|&index| !superfluous(state, index));
        indices.map(|index| joined[state][index].clone()).collect()
    });
    automaton.states = states.collect();
    automaton.initial = representative[automaton.initial];
    Ok(())
}

/// Sends edges to a state of a lower component that accepts the same words, where there is one.
///
/// A run leaves a component for good, so it is redirected only finitely often and keeps its
/// acceptance. For the same reason marks on edges between components need not be matched.
fn redirect(automaton: &mut Generalised, effort: &mut Budget) -> Result<(), TooLarge> {
    let successors = automaton.successors();
    let components = components(&successors);
    let all = Bits::below(automaton.marks);
    let mut steps = forward_steps(automaton);
    for (state, steps) in steps.iter_mut().enumerate() {
        for step in steps {
            if components.of[step.target] != components.of[state] {
                step.required = Bits::new();
                step.offered = all.clone();
            }
        }
    }
    let labels = vec![Bits::new(); automaton.states.len()];
    let above = simulation(&steps, &labels, effort)?;
    // Lower components have smaller numbers. A state can only be redirected to where it is not
    // reachable from; the numbers see to that.
    let better: Vec<usize> = (0..automaton.states.len())
        .map(|state| {
            let equal = |other: &usize| {
                above[*other].contains(state) && components.of[*other] < components.of[state]
            };
            above[state].iter().filter(equal).min_by_key(|&other| components.of[other])
        })
        .enumerate()
        .map(|(state, better)| better.unwrap_or(state))
        .collect();
    for edge in automaton.states.iter_mut().flatten() {
        edge.target = better[edge.target];
    }
    automaton.initial = better[automaton.initial];
    // An edge into another component goes if another edge of its state leads where more is
    // accepted and from where the state cannot be reached again.
    for (state, edges) in automaton.states.iter_mut().enumerate() {
        let leaves = |target: usize| components.of[target] < components.of[state];
        let mut index = 0;
        while index < edges.len() {
            let edge = &edges[index];
            let superfluous = leaves(edge.target)
                && edges.iter().enumerate().any(|(number, other)| {
                    number != index
                        && leaves(other.target)
                        && edge.guard.implies(&other.guard)
                        && above[edge.target].contains(other.target)
                });
            if superfluous {
                edges.remove(index);
            } else {
                index += 1;
            }
        }
    }
    Ok(())
}

/// The automaton in the form that others read, states numbered as a walk from the initial one
/// meets them.
pub(crate) fn plain(automaton: &Generalised) -> Buchi {
    let accepting = accepting(automaton);
    let mut numbers = vec![None; automaton.states.len()];
    let mut order = vec![automaton.initial];
    numbers[automaton.initial] = Some(StateId(0));
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        next += 1;
        for edge in &automaton.states[state] {
            if numbers[edge.target].is_none() {
                numbers[edge.target] = Some(StateId::from_index(order.len()));
                order.push(edge.target);
            }
        }
    }
    let states = order.iter().map(|&state| {
        let mut edges: Vec<automaton::Edge> = automaton.states[state]
            .iter()
            .filter_map(|edge| {
                let target = numbers[edge.target]?;
                Some(automaton::Edge { guard: edge.guard.clone(), target })
            })
            .collect();
        edges.sort_by_key(|edge| (edge.target, edge.guard.clone()));
        State { accepting: accepting[state], edges }
    });
    Buchi { states: states.collect::<IndexVec<_, _>>(), initial: StateId(0) }
}
