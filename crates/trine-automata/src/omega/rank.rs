//! Complements of automata that guess, by ranks: a word is not accepted exactly when the states of
//! all its runs can be ranked so that ranks never grow along a run, accepting states have even
//! ranks, and every run ends up in an odd rank for ever.
//!
//! The complement guesses such ranks. From some moment on they can be taken to be tight: the
//! largest is odd, and no odd rank below it is missing (Friedgut, Kupferman and Vardi; Schewe,
//! "Büchi Complementation Made Tight", 2009, whose order of checking the even ranks one after the
//! other, and choice of ranks as large as possible, are followed here).

use rustc_hash::FxHashMap;
use trine_base::Id;

use super::automaton::LetterBuchi;
use crate::StateId;
use crate::budget::{Budget, TooLarge};
use crate::finite::Letter;

pub(super) fn complement(
    automaton: &LetterBuchi,
    budget: &mut Budget,
) -> Result<LetterBuchi, TooLarge> {
    let mut complement = LetterBuchi::new(automaton.letter_count());
    let first = Node::Subset(vec![automaton.initial()]);
    let mut number = FxHashMap::from_iter([(first.clone(), complement.state(false))]);
    let mut nodes = vec![first];
    let mut next = 0;
    while let Some(node) = nodes.get(next).cloned() {
        let from = StateId::from_index(next);
        next += 1;
        for letter in automaton.letters() {
            for target in successors(automaton, &node, letter, budget)? {
                budget.spend(1 + automaton.letter_count())?;
                let to = *number.entry(target).or_insert_with_key(|target| {
                    nodes.push(target.clone());
                    complement.state(target.is_accepting())
                });
                complement.edge(from, letter, to);
            }
        }
    }
    Ok(complement)
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Node {
    /// Where the runs are, in order; ranks are not guessed yet.
    Subset(Vec<StateId>),
    Ranked(Ranked),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Ranked {
    /// Where the runs are, in order, each with its rank.
    ranks: Vec<(StateId, u32)>,
    /// The runs that have had the rank under watch since the watch began, in order.
    owing: Vec<StateId>,
    /// The even rank that every run must leave.
    watched: u32,
}

impl Node {
    fn is_accepting(&self) -> bool {
        match self {
            // No run is left.
            Node::Subset(states) => states.is_empty(),
            Node::Ranked(ranked) => ranked.owing.is_empty(),
        }
    }
}

fn successors(
    automaton: &LetterBuchi,
    node: &Node,
    letter: Letter,
    budget: &mut Budget,
) -> Result<Vec<Node>, TooLarge> {
    match node {
        Node::Subset(states) => {
            let next = step(automaton, states, letter);
            let mut found: Vec<Node> = tight_rankings(automaton, &next, budget)?
                .into_iter()
                .map(|ranks| Node::Ranked(Ranked { ranks, owing: vec![], watched: 0 }))
                .collect();
            found.push(Node::Subset(next));
            Ok(found)
        }
        Node::Ranked(ranked) => {
            let found = ranked_successors(automaton, ranked, letter);
            Ok(found.into_iter().map(Node::Ranked).collect())
        }
    }
}

/// The ranks after a letter: as large as they may be, and then also lowered by one for the runs
/// that would otherwise stay in the watched rank.
fn ranked_successors(automaton: &LetterBuchi, ranked: &Ranked, letter: Letter) -> Vec<Ranked> {
    let mut ranks: Vec<(StateId, u32)> = Vec::new();
    for &(state, rank) in &ranked.ranks {
        for &to in automaton.targets(state, letter) {
            let rank = if automaton.is_accepting(to) { rank & !1 } else { rank };
            match ranks.binary_search_by_key(&to, |(known, _)| *known) {
                Ok(place) => ranks[place].1 = ranks[place].1.min(rank),
                Err(place) => ranks.insert(place, (to, rank)),
            }
        }
    }
    let largest = largest(&ranked.ranks);
    let (owing, watched) = if ranked.owing.is_empty() {
        // All runs have left the watched rank: the next even one, or again the first.
        let watched = (ranked.watched + 2) % (largest + 1);
        (ranks.iter().map(|(state, _)| *state).collect(), watched)
    } else {
        (step(automaton, &ranked.owing, letter), ranked.watched)
    };
    let has_watched = |state: &StateId| ranks.contains(&(*state, watched));
    let owing: Vec<StateId> = owing.into_iter().filter(has_watched).collect();
    let mut found = Vec::new();
    let lowers = watched > 0
        && !owing.is_empty()
        && !owing.iter().any(|&state| automaton.is_accepting(state));
    if lowers {
        let lower = |&(state, rank): &(StateId, u32)| {
            (state, if owing.contains(&state) { rank - 1 } else { rank })
        };
        let ranks: Vec<(StateId, u32)> = ranks.iter().map(lower).collect();
        found.push(Ranked { ranks, owing: vec![], watched });
    }
    found.push(Ranked { ranks, owing, watched });
    found.retain(|next| is_tight(&next.ranks, largest));
    found
}

/// Where the letter leads from any of the states, in order.
fn step(automaton: &LetterBuchi, states: &[StateId], letter: Letter) -> Vec<StateId> {
    let mut next: Vec<StateId> =
        states.iter().flat_map(|&state| automaton.targets(state, letter)).copied().collect();
    next.sort_unstable();
    next.dedup();
    next
}

fn largest(ranks: &[(StateId, u32)]) -> u32 {
    ranks.iter().map(|(_, rank)| *rank).max().unwrap_or(0)
}

/// Is the largest rank this odd one, with every smaller odd rank in use?
fn is_tight(ranks: &[(StateId, u32)], expected: u32) -> bool {
    expected % 2 == 1
        && largest(ranks) == expected
        && (1..=expected).step_by(2).all(|odd| ranks.iter().any(|(_, rank)| *rank == odd))
}

/// All tight rankings of the states.
fn tight_rankings(
    automaton: &LetterBuchi,
    states: &[StateId],
    budget: &mut Budget,
) -> Result<Vec<Vec<(StateId, u32)>>, TooLarge> {
    let others = states.iter().filter(|&&state| !automaton.is_accepting(state)).count() as u32;
    let mut found = Vec::new();
    for used in 1..=others {
        let largest = 2 * used - 1;
        let mut partial: Vec<Vec<(StateId, u32)>> = vec![vec![]];
        for &state in states {
            let step = if automaton.is_accepting(state) { 2 } else { 1 };
            let mut longer = Vec::new();
            for ranks in &partial {
                for rank in (0..=largest).step_by(step) {
                    budget.spend(1 + ranks.len())?;
                    let mut ranks = ranks.clone();
                    ranks.push((state, rank));
                    longer.push(ranks);
                }
            }
            partial = longer;
        }
        found.extend(partial.into_iter().filter(|ranks| is_tight(ranks, largest)));
    }
    Ok(found)
}
