//! Degeneralisation: several acceptance marks on edges become one on states, by counting through the marks.
//!
//! A state is copied once per level; a level says which marks, in a fixed order, have been seen
//! since the last accepting state. Levels belong to a strongly connected component: only the marks
//! that some edge inside the component lacks are counted there, and components without an
//! accepting cycle are not copied at all.

use rustc_hash::FxHashMap;

use super::generalised::{Edge, Generalised};
use crate::bits::Bits;
use trine_base::components::{Components, components};

/// Choices that change the size of the result, never its language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Count the marks from the last to the first.
    pub reversed: bool,
    /// Enter a component as if all marks had just been seen.
    pub enter_high: bool,
}

impl Style {
    /// The styles that can make a difference for an automaton.
    pub fn all(automaton: &Generalised) -> Vec<Style> {
        let orders: &[bool] = if automaton.marks < 2 { &[false] } else { &[false, true] };
        let style = |reversed, enter_high| Style { reversed, enter_high };
        orders.iter().flat_map(|&order| [style(order, false), style(order, true)]).collect()
    }
}

/// An automaton with one mark, carried by all edges of a state or by none.
pub(crate) fn degeneralise(automaton: &Generalised, style: Style) -> Generalised {
    let successors = automaton.successors();
    let components = components(&successors);
    let counted: Vec<Counting> = (0..components.members.len())
        .map(|component| counting(automaton, &components, component, style))
        .collect();
    let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    let mut copies: Vec<(usize, usize)> = Vec::new();
    let mut number = |copy: (usize, usize), copies: &mut Vec<(usize, usize)>| {
        *numbers.entry(copy).or_insert_with(|| {
            copies.push(copy);
            copies.len() - 1
        })
    };
    let entry = |state: usize| match &counted[components.of[state]] {
        Counting::Marks(order) if style.enter_high => order.len(),
        _ => 0,
    };
    number((automaton.initial, entry(automaton.initial)), &mut copies);
    let mut states = Vec::new();
    let mut next = 0;
    while let Some(&(state, level)) = copies.get(next) {
        next += 1;
        let component = components.of[state];
        let accepting = match &counted[component] {
            Counting::Never => false,
            Counting::Marks(order) => level == order.len(),
        };
        let marks = if accepting { Bits::below(1) } else { Bits::new() };
        let edges = automaton.states[state].iter().map(|edge| {
            let level = match &counted[component] {
                Counting::Marks(order) if components.of[edge.target] == component => {
                    let start = if accepting { 0 } else { level };
                    let seen = order[start..].iter().take_while(|&&mark| edge.marks.contains(mark));
                    start + seen.count()
                }
                _ => entry(edge.target),
            };
            let target = number((edge.target, level), &mut copies);
            Edge { guard: edge.guard.clone(), marks: marks.clone(), target }
        });
        states.push(edges.collect());
    }
    Generalised { initial: 0, marks: 1, states }
}

/// What is counted inside a component.
enum Counting {
    /// No cycle of the component is accepting.
    Never,
    /// These marks in this order; none means that every cycle is accepting.
    Marks(Vec<usize>),
}

fn counting(
    automaton: &Generalised,
    components: &Components,
    component: usize,
    style: Style,
) -> Counting {
    let mut everywhere = Bits::below(automaton.marks);
    let mut somewhere = Bits::new();
    let mut cycle = false;
    for &state in &components.members[component] {
        for edge in &automaton.states[state] {
            if components.of[edge.target] == component {
                cycle = true;
                everywhere.intersect_with(&edge.marks);
                somewhere.union_with(&edge.marks);
            }
        }
    }
    if !cycle || somewhere.len() < automaton.marks {
        return Counting::Never;
    }
    somewhere.subtract(&everywhere);
    let mut order: Vec<usize> = somewhere.iter().collect();
    if style.reversed {
        order.reverse();
    }
    Counting::Marks(order)
}
