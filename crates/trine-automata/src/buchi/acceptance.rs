//! Moves acceptance to where it lets more states be merged, without changing what is accepted.

use super::generalised::{Edge, Generalised};
use crate::bits::Bits;
use crate::budget::{Budget, TooLarge};
use trine_base::components::components;

/// Where acceptance may be, inside one component, without changing what is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Acceptance {
    /// On the edges, several marks.
    Edges,
    /// On as many states as possible.
    Most,
    /// On as few states as possible.
    Least,
}

/// Drops marks that say nothing: on edges that no cycle of an accepting component contains, and
/// altogether where another mark never comes without them.
pub(super) fn clean_marks(automaton: &mut Generalised) {
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

pub(super) fn accepting(automaton: &Generalised) -> Vec<bool> {
    let first = |edges: &Vec<Edge>| edges.first().is_some_and(|edge| edge.marks.contains(0));
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
pub(super) fn accept_most(automaton: &mut Generalised) {
    let mut accepting = accepting(automaton);
    let on_cycle = on_rejecting_cycle(automaton, &accepting);
    for (accepting, on_cycle) in accepting.iter_mut().zip(on_cycle) {
        *accepting |= !on_cycle;
    }
    set_accepting(automaton, &accepting);
}

/// Takes acceptance from one state after the other where each of its cycles keeps another one.
pub(super) fn accept_least(
    automaton: &mut Generalised,
    effort: &mut Budget,
) -> Result<(), TooLarge> {
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
