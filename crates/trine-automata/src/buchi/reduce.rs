//! Makes automata smaller without changing their language.
//!
//! States that no accepting run passes go; states that simulate each other, forwards or backwards,
//! become one; edges that a better edge makes superfluous go; acceptance is moved to where it lets
//! more states be merged. All of it repeats until nothing changes.

use trine_base::{Id, IndexVec};

use super::automaton::{self, Buchi, State, StateId};
use super::components::{components, reachable};
use super::generalised::Generalised;
use super::simulation::{Step, simulation};
use crate::bits::Bits;
use crate::budget::{Budget, TooLarge};

/// Where acceptance may be, inside one component, without changing what is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Acceptance {
    /// On the edges, several marks.
    Edges,
    /// On as many states as possible.
    Most,
    /// On as few states as possible.
    Least,
}

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
        let edges = state.edges.iter().map(|edge| super::generalised::Edge {
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

/// Drops marks that say nothing: on edges that no cycle of an accepting component contains, and
/// altogether where another mark never comes without them.
fn clean_marks(automaton: &mut Generalised) {
    let components = components(&automaton.successors());
    let mut somewhere = vec![Bits::new(); components.members.len()];
    for (state, edges) in automaton.states.iter().enumerate() {
        let component = components.of[state];
        for edge in edges.iter().filter(|edge| components.of[edge.target] == component) {
            somewhere[component].union_with(&edge.marks);
        }
    }
    let all = Bits::below(automaton.marks);
    let mut matters: Vec<Bits> = Vec::new();
    for (state, edges) in automaton.states.iter_mut().enumerate() {
        let component = components.of[state];
        for edge in edges {
            if components.of[edge.target] != component {
                edge.marks = all.clone();
            } else if somewhere[component] != all {
                edge.marks = Bits::new();
            } else {
                matters.push(edge.marks.clone());
            }
        }
    }
    matters.sort();
    matters.dedup();
    let mut kept: Vec<usize> = (0..automaton.marks).collect();
    for mark in (0..automaton.marks).rev() {
        let free = matters.iter().all(|marks| marks.contains(mark));
        let implied = kept.iter().any(|&other| {
            other != mark
                && matters.iter().all(|marks| !marks.contains(other) || marks.contains(mark))
        });
        if free || implied {
            kept.retain(|&other| other != mark);
        }
    }
    // A mark that all cycles carry must still fail in components that are not accepting: there is
    // nothing to lose in keeping one mark for them.
    if kept.is_empty()
        && somewhere.iter().enumerate().any(|(component, marks)| {
            *marks != all && components.has_cycle(component, &automaton.successors())
        })
    {
        kept = (0..automaton.marks.min(1)).collect();
    }
    if kept.len() == automaton.marks {
        return;
    }
    automaton.marks = kept.len();
    for edge in automaton.states.iter_mut().flatten() {
        let marks = kept.iter().enumerate().filter(|(_, old)| edge.marks.contains(**old));
        edge.marks = marks.map(|(new, _)| new).collect();
    }
}

fn accepting(automaton: &Generalised) -> Vec<bool> {
    let first = |edges: &Vec<super::generalised::Edge>| {
        edges.first().is_some_and(|edge| edge.marks.contains(0))
    };
    automaton.states.iter().map(first).collect()
}

fn set_accepting(automaton: &mut Generalised, accepting: &[bool]) {
    for (edges, &accepting) in automaton.states.iter_mut().zip(accepting) {
        for edge in edges {
            edge.marks = if accepting { Bits::below(1) } else { Bits::new() };
        }
    }
}

/// Makes every state accepting that is on no cycle of states that are not.
fn accept_most(automaton: &mut Generalised) {
    let mut accepting = accepting(automaton);
    let on_cycle = on_rejecting_cycle(automaton, &accepting);
    for (accepting, on_cycle) in accepting.iter_mut().zip(on_cycle) {
        *accepting |= !on_cycle;
    }
    set_accepting(automaton, &accepting);
}

/// Takes acceptance from one state after the other where each of its cycles keeps another one.
fn accept_least(automaton: &mut Generalised, effort: &mut Budget) -> Result<(), TooLarge> {
    let mut accepting = accepting(automaton);
    for state in 0..accepting.len() {
        if accepting[state] {
            effort.spend(automaton.edge_count())?;
            accepting[state] = false;
            accepting[state] = on_rejecting_cycle(automaton, &accepting)[state];
        }
    }
    set_accepting(automaton, &accepting);
    Ok(())
}

/// The states on a cycle that passes no accepting state.
fn on_rejecting_cycle(automaton: &Generalised, accepting: &[bool]) -> Vec<bool> {
    let mut successors = automaton.successors();
    for (state, targets) in successors.iter_mut().enumerate() {
        if accepting[state] {
            targets.clear();
        } else {
            targets.retain(|&target| !accepting[target]);
        }
    }
    let components = components(&successors);
    (0..accepting.len())
        .map(|state| !accepting[state] && components.has_cycle(components.of[state], &successors))
        .collect()
}

fn forward_steps(automaton: &Generalised) -> Vec<Vec<Step>> {
    let steps = |edges: &Vec<super::generalised::Edge>| {
        let step = |edge: &super::generalised::Edge| Step {
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
    let mut joined: Vec<Vec<super::generalised::Edge>> = vec![Vec::new(); count];
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
