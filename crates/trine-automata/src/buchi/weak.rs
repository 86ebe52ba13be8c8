//! The least deterministic automaton of a language that a weak deterministic one can accept.
//!
//! Formulas that combine safety with guarantee (obligations) have one, and it is often smaller
//! than what a tableau gives. After Dax, Eisinger and Klaedtke, "Mechanizing the Powerset
//! Construction for Restricted Classes of ω-Automata" (2007), and Löding, "Efficient Minimization
//! of Deterministic Weak ω-Automata" (2001).

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use trine_base::{Id, IndexVec};

use super::automaton::{Buchi, Edge, State, StateId};
use super::letters::Letters;
use crate::bits::Bits;
use crate::word::Lasso;
use trine_base::components::{Components, components};

const ATOM_LIMIT: usize = 8;
/// How many subsets there may be, counted once for each letter.
const SUBSET_LIMIT: usize = 1 << 16;

/// The minimal weak deterministic automaton of the same language, if there is one and it is not
/// large. The second automaton accepts the words that the first does not.
pub(crate) fn minimal_weak(automaton: &Buchi, complement: &Buchi) -> Option<Buchi> {
    let letters = Letters::of(&[automaton, complement], ATOM_LIMIT)?;
    // A deterministic automaton is as good for the complement: the smaller one is the easier start.
    let opposite = complement.states.len() < automaton.states.len();
    let (model, judge) = if opposite { (complement, automaton) } else { (automaton, complement) };
    let subsets = Subsets::of(model, &letters)?;
    let components = components(&subsets.next);
    let accepting: Vec<bool> = (0..components.members.len())
        .map(|component| subsets.accepts_cycle(model, &letters, &components, component))
        .collect();
    let good = |subset: usize| accepting[components.of[subset]];
    // The guess is right if it shares no word with the judge, nor its complement with the model.
    if subsets.meets(judge, &letters, &good)
        || subsets.meets(model, &letters, &|subset| !good(subset))
    {
        return None;
    }
    let accepting: Vec<bool> = accepting.into_iter().map(|good| good != opposite).collect();
    let colours = colour(&subsets, &components, &accepting);
    Some(subsets.minimal(&colours, &letters))
}

/// The deterministic automaton of the sets of states that a word can reach; `next` is indexed by
/// the subset and then by the letter.
struct Subsets {
    sets: Vec<Bits>,
    next: Vec<Vec<usize>>,
}

impl Subsets {
    fn of(automaton: &Buchi, letters: &Letters) -> Option<Subsets> {
        let start: Bits = [automaton.initial.index()].into_iter().collect();
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut sets = vec![start];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while let Some(set) = sets.get(next.len()).cloned() {
            let mut targets = Vec::with_capacity(letters.len());
            for letter in &letters.sets {
                let mut target = Bits::new();
                for state in set.iter() {
                    for edge in &automaton.states[StateId::from_index(state)].edges {
                        if edge.guard.allows(letter) {
                            target.insert(edge.target.index());
                        }
                    }
                }
                let number = *numbers.entry(target).or_insert_with_key(|target| {
                    sets.push(target.clone());
                    sets.len() - 1
                });
                targets.push(number);
            }
            next.push(targets);
            if sets.len() * letters.len() > SUBSET_LIMIT {
                return None;
            }
        }
        Some(Subsets { sets, next })
    }

    /// Does the automaton accept a word that goes round in the component for ever? If the language
    /// is weak, one word speaks for all.
    fn accepts_cycle(
        &self,
        automaton: &Buchi,
        letters: &Letters,
        components: &Components,
        component: usize,
    ) -> bool {
        let start = components.members[component][0];
        let Some(cycle) = self.cycle(start, components) else { return false };
        let cycle: Vec<_> = cycle.iter().map(|&letter| letters.sets[letter].clone()).collect();
        let Some(word) = Lasso::new(vec![], cycle) else { return false };
        let mut from = automaton.clone();
        self.sets[start].iter().any(|state| {
            from.initial = StateId::from_index(state);
            from.accepts_word(&word)
        })
    }

    /// The letters of a shortest way from a subset back to itself.
    fn cycle(&self, start: usize, components: &Components) -> Option<Vec<usize>> {
        let mut reached: Vec<Option<(usize, usize)>> = vec![None; self.sets.len()];
        let mut waiting = VecDeque::from([start]);
        while let Some(subset) = waiting.pop_front() {
            for (letter, &target) in self.next[subset].iter().enumerate() {
                if components.of[target] != components.of[start] || reached[target].is_some() {
                    continue;
                }
                reached[target] = Some((subset, letter));
                waiting.push_back(target);
                if target == start {
                    let mut letters = Vec::new();
                    let mut at = start;
                    while let Some((before, letter)) = reached[at] {
                        letters.push(letter);
                        at = before;
                        if at == start {
                            break;
                        }
                    }
                    letters.reverse();
                    return Some(letters);
                }
            }
        }
        None
    }

    /// Is there a word that the other automaton accepts and on which the subsets stay for ever
    /// among the good ones?
    fn meets(&self, other: &Buchi, letters: &Letters, good: &dyn Fn(usize) -> bool) -> bool {
        let mut numbers = FxHashMap::from_iter([((0, other.initial), 0)]);
        let mut pairs = vec![(0, other.initial)];
        let mut successors: Vec<Vec<usize>> = Vec::new();
        while let Some(&(subset, state)) = pairs.get(successors.len()) {
            let mut targets = Vec::new();
            for (letter, &next) in self.next[subset].iter().enumerate() {
                for edge in &other.states[state].edges {
                    if edge.guard.allows(&letters.sets[letter]) {
                        let pair = (next, edge.target);
                        targets.push(*numbers.entry(pair).or_insert_with(|| {
                            pairs.push(pair);
                            pairs.len() - 1
                        }));
                    }
                }
            }
            targets.sort_unstable();
            targets.dedup();
            successors.push(targets);
        }
        let components = components(&successors);
        components.members.iter().enumerate().any(|(component, members)| {
            good(pairs[members[0]].0)
                && members.iter().any(|&node| other.states[pairs[node].1].accepting)
                && components.has_cycle(component, &successors)
        })
    }

    /// Merges subsets that no continuation tells apart. Even colours accept.
    fn minimal(&self, colours: &[usize], letters: &Letters) -> Buchi {
        let mut class: Vec<usize> = colours.iter().map(|colour| colour % 2).collect();
        let mut count = 0;
        loop {
            let mut signatures: FxHashMap<(usize, Vec<usize>), usize> = FxHashMap::default();
            let finer: Vec<usize> = (0..self.sets.len())
                .map(|subset| {
                    let next = self.next[subset].iter().map(|&next| class[next]).collect();
                    let fresh = signatures.len();
                    *signatures.entry((class[subset], next)).or_insert(fresh)
                })
                .collect();
            class = finer;
            if signatures.len() == count {
                break;
            }
            count = signatures.len();
        }
        // Classes are numbered as the subsets come, and the initial subset comes first.
        let mut states: Vec<Option<State>> = vec![None; count];
        for (subset, &class_number) in class.iter().enumerate() {
            if states[class_number].is_some() {
                continue;
            }
            let mut by_target: Vec<Bits> = vec![Bits::new(); count];
            for (letter, &next) in self.next[subset].iter().enumerate() {
                by_target[class[next]].insert(letter);
            }
            let edges = by_target.iter().enumerate().flat_map(|(target, allowed)| {
                let target = StateId::from_index(target);
                letters.guards(allowed).into_iter().map(move |guard| Edge { guard, target })
            });
            let accepting = colours[subset].is_multiple_of(2);
            states[class_number] = Some(State { accepting, edges: edges.collect() });
        }
        let states: IndexVec<StateId, State> = states.into_iter().flatten().collect();
        Buchi { states, initial: StateId::from_index(class[0]) }
    }
}

/// Colours that fall along every path, even where words that stay are accepted, and as high as
/// they can be: then subsets with the same language have colours of the same parity.
fn colour(subsets: &Subsets, components: &Components, accepting: &[bool]) -> Vec<usize> {
    let highest = 2 * components.members.len() + 2;
    let mut colours: Vec<usize> = Vec::with_capacity(components.members.len());
    for (component, members) in components.members.iter().enumerate() {
        let below = members
            .iter()
            .flat_map(|&subset| &subsets.next[subset])
            .filter(|&&next| components.of[next] != component)
            .map(|&next| colours[components.of[next]])
            .min();
        let cycle = components.has_cycle(component, &subsets.next);
        let parity = usize::from(!accepting[component]);
        colours.push(match below {
            None => highest + parity,
            Some(below) if !cycle || below % 2 == parity => below,
            Some(below) => below - 1,
        });
    }
    components.of.iter().map(|&component| colours[component]).collect()
}
