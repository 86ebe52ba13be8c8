//! From temporal logic to automata by very weak alternating automata (P. Gastin, D. Oddoux, 2001).
//!
//! After Gastin and Oddoux, "Fast LTL to Büchi Automata Translation" (2001): every temporal term
//! is a state of a very weak alternating automaton, whose runs are folded into sets of terms. An
//! edge of a set belongs to the acceptance set of an until-term unless the edge goes on waiting for
//! it; a run is good when it stops waiting for each of them infinitely often. Edges that another
//! edge of the same set makes superfluous, and sets with the same edges, are merged on the fly.
//!
//! What holds at every moment or at none is put off while other terms of the set still wait for
//! something that comes once: as in Babiak et al., "LTL to Büchi Automata Translation: Fast and
//! More Deterministic" (2012), where it is called suspension. A term that is put off stands in the
//! set as `X` of it, which no formula contains: the simplifier knows that it is the term itself.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::normal::{FALSE, Pool, Shape, TRUE, Term};
use crate::bits::Bits;
use crate::buchi::generalised::{Edge, Generalised};
use crate::budget::{Budget, TooLarge};
use crate::guard::Cube;

/// Choices that change the size of the result, never its language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variant {
    /// A disjunction that must hold at the next moment becomes one edge for each of its parts,
    /// unless they speak of one moment only; otherwise it is decided at that moment.
    pub split: bool,
    /// Waiting ends at the first moment at which it can, where one moment is enough to know it:
    /// more edges, but fewer of them at a time.
    pub eager: bool,
}

/// The automaton of a term.
pub(crate) fn build(
    pool: &mut Pool,
    term: Term,
    variant: Variant,
    budget: &mut Budget,
) -> Result<Generalised, TooLarge> {
    let mut tableau = Tableau {
        pool,
        variant,
        moves: FxHashMap::default(),
        untils: Vec::new(),
        until_numbers: FxHashMap::default(),
        states: Vec::new(),
        numbers: FxHashMap::default(),
        by_edges: FxHashMap::default(),
        budget,
    };
    tableau.explore(term)
}

/// One way to satisfy a term: what holds now, and the terms that must hold at the next moment.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Move {
    guard: Cube,
    next: Vec<Term>,
}

impl Move {
    fn and(&self, other: &Move) -> Option<Move> {
        let guard = self.guard.and(&other.guard)?;
        Some(Move { guard, next: union(&self.next, &other.next) })
    }

    /// Nothing that `self` can do is lost if `other` is there.
    fn is_covered_by(&self, other: &Move) -> bool {
        self.guard.implies(&other.guard) && is_subset(&other.next, &self.next)
    }
}

/// The edges of a set while the numbers of its targets are still open.
type SetEdge = (Cube, Bits, Vec<Term>);

struct Tableau<'a> {
    pool: &'a mut Pool,
    variant: Variant,
    moves: FxHashMap<Term, Rc<Vec<Move>>>,
    /// The until-terms met so far; the position is the number of the acceptance set.
    untils: Vec<Term>,
    until_numbers: FxHashMap<Term, usize>,
    states: Vec<Vec<SetEdge>>,
    numbers: FxHashMap<Vec<Term>, usize>,
    by_edges: FxHashMap<Vec<SetEdge>, usize>,
    budget: &'a mut Budget,
}

impl Tableau<'_> {
    fn explore(&mut self, term: Term) -> Result<Generalised, TooLarge> {
        let start = self.conjuncts(term);
        // The closure is known before the first edge, so that every edge knows every acceptance set.
        let mut waiting = start.clone();
        let mut seen: Vec<Term> = Vec::new();
        while let Some(term) = waiting.pop() {
            if seen.contains(&term) {
                continue;
            }
            seen.push(term);
            if let Shape::Until(..) = self.pool.shape(term) {
                self.until_numbers.insert(term, self.untils.len());
                self.untils.push(term);
            }
            for step in self.moves_of(term)?.iter() {
                waiting.extend(step.next.iter().copied());
            }
        }
        let mut pending = vec![start.clone()];
        let initial = 0;
        let mut merged: FxHashMap<Vec<Term>, usize> = FxHashMap::default();
        while let Some(set) = pending.pop() {
            if merged.contains_key(&set) {
                continue;
            }
            let edges = self.edges_of(&set)?;
            self.budget.spend(1 + edges.len())?;
            for (_, _, target) in &edges {
                if !merged.contains_key(target) {
                    pending.push(target.clone());
                }
            }
            let number = match self.by_edges.get(&edges) {
                Some(&number) => number,
                None => {
                    self.by_edges.insert(edges.clone(), self.states.len());
                    self.states.push(edges);
                    self.states.len() - 1
                }
            };
            merged.insert(set, number);
        }
        self.numbers = merged;
        let edges = self.states.iter().map(|edges| {
            let edges = edges.iter().map(|(guard, marks, target)| Edge {
                guard: guard.clone(),
                marks: marks.clone(),
                target: self.numbers[target],
            });
            edges.collect()
        });
        Ok(Generalised { initial, marks: self.untils.len(), states: edges.collect() })
    }

    fn edges_of(&mut self, set: &[Term]) -> Result<Vec<SetEdge>, TooLarge> {
        // What a choice goes on waiting for is compared too: an edge that fulfils an until-term is
        // not superfluous because of a weaker one that does not.
        let (off, active): (Vec<Term>, Vec<Term>) =
            set.iter().partition(|&&term| self.postponed(term).is_some());
        let start = Move { guard: Cube::always(), next: off.clone() };
        let mut choices = vec![(start, Bits::new())];
        for &term in &active {
            let own = self.moves_of(term)?;
            let mut longer: Vec<(Move, Bits)> = Vec::new();
            for (step, waiting) in &choices {
                for way in own.iter() {
                    let Some(both) = step.and(way) else { continue };
                    let mut waiting = waiting.clone();
                    if let Some(&number) = self.until_numbers.get(&term)
                        && way.next.contains(&term)
                    {
                        waiting.insert(number);
                    }
                    longer.push((both, waiting));
                }
            }
            choices = undominated(longer, self.budget, |(step, waiting), (other, others)| {
                step.is_covered_by(other) && others.is_subset(waiting)
            })?;
        }
        let mut edges = Vec::new();
        for (step, _) in choices {
            // A run that puts something off for ever must not be good.
            let marks = if off.is_empty() { self.marks_of(&step)? } else { Bits::new() };
            let target = self.without_repeated(self.take_up(step.next));
            edges.push((step.guard, marks, target));
        }
        let mut kept = undominated(edges, self.budget, |(guard, marks, target), other| {
            guard.implies(&other.0) && marks.is_subset(&other.1) && is_subset(&other.2, target)
        })?;
        kept.sort();
        Ok(kept)
    }

    /// The parts of a conjunction, those put off that can be.
    fn put_off(&mut self, parts: &[Term]) -> Vec<Term> {
        let (timeless, mut set): (Vec<Term>, Vec<Term>) =
            parts.iter().partition(|term| self.pool.facts(**term).timeless());
        if timeless.is_empty() || !self.comes_to_an_end(&set) {
            return parts.to_vec();
        }
        set.extend(timeless.into_iter().map(|term| self.pool.intern(Shape::Next(term))));
        set.sort_unstable();
        set
    }

    /// Takes up again what was put off, if nothing is left to wait for first.
    fn take_up(&self, set: Vec<Term>) -> Vec<Term> {
        let (off, active): (Vec<Term>, Vec<Term>) =
            set.iter().partition(|&&term| self.postponed(term).is_some());
        if off.is_empty() || self.comes_to_an_end(&active) {
            return set;
        }
        let mut set = active;
        set.extend(off.into_iter().filter_map(|term| self.postponed(term)));
        set.sort_unstable();
        set.dedup();
        set
    }

    /// Leaves out the terms that an always-term of the set asks for again anyway. What they wait for
    /// is in the marks of the edge already, and the set has the same edges without them.
    fn without_repeated(&self, mut set: Vec<Term>) -> Vec<Term> {
        let mut repeated: Vec<Term> = Vec::new();
        for &term in &set {
            if let Shape::Release(FALSE, body) = *self.pool.shape(term) {
                match self.pool.shape(body) {
                    Shape::And(parts) => repeated.extend_from_slice(parts),
                    _ => repeated.push(body),
                }
            }
        }
        set.retain(|term| !repeated.contains(term));
        set
    }

    fn postponed(&self, term: Term) -> Option<Term> {
        match *self.pool.shape(term) {
            Shape::Next(part) if self.pool.facts(part).timeless() => Some(part),
            _ => None,
        }
    }

    /// Do the terms wait for something, none of them again and again?
    fn comes_to_an_end(&self, terms: &[Term]) -> bool {
        terms.iter().all(|&term| !self.pool.facts(term).recurs)
            && terms.iter().any(|&term| self.pool.facts(term).waits)
    }

    /// An edge stops waiting for an until-term when the term is not in the target, or could have
    /// been fulfilled at once without asking more of the target.
    fn marks_of(&mut self, step: &Move) -> Result<Bits, TooLarge> {
        let mut marks = Bits::below(self.untils.len());
        for term in &step.next {
            let Some(&number) = self.until_numbers.get(term) else { continue };
            let fulfilled = self.moves_of(*term)?.iter().any(|way| {
                !way.next.contains(term)
                    && step.guard.implies(&way.guard)
                    && is_subset(&way.next, &step.next)
            });
            if !fulfilled {
                marks.remove(number);
            }
        }
        Ok(marks)
    }

    fn moves_of(&mut self, term: Term) -> Result<Rc<Vec<Move>>, TooLarge> {
        if let Some(moves) = self.moves.get(&term) {
            return Ok(moves.clone());
        }
        let moves = match self.pool.shape(term).clone() {
            Shape::True => vec![Move { guard: Cube::always(), next: vec![] }],
            Shape::False => vec![],
            Shape::Literal(atom, positive) => {
                vec![Move { guard: Cube::literal(atom, positive), next: vec![] }]
            }
            Shape::And(parts) => {
                let set = self.put_off(&parts);
                let (off, active): (Vec<Term>, Vec<Term>) =
                    set.iter().partition(|&&term| self.postponed(term).is_some());
                let mut moves = vec![Move { guard: Cube::always(), next: off }];
                for &part in &active {
                    let own = self.moves_of(part)?;
                    moves = self.product(&moves, &own)?;
                }
                moves
            }
            Shape::Or(parts) => {
                let mut moves = Vec::new();
                for &part in &parts {
                    moves.extend(self.moves_of(part)?.iter().cloned());
                }
                undominated(moves, self.budget, Move::is_covered_by)?
            }
            Shape::Next(part) => self.later(part),
            Shape::Until(left, right) => {
                let wait = self.wait(term, right)?;
                let left = self.moves_of(left)?;
                let mut moves = self.product(&left, &wait)?;
                moves.extend(self.moves_of(right)?.iter().cloned());
                undominated(moves, self.budget, Move::is_covered_by)?
            }
            Shape::Release(left, right) => {
                let mut stop = self.wait(term, left)?;
                stop.extend(self.moves_of(left)?.iter().cloned());
                let right = self.moves_of(right)?;
                self.product(&right, &stop)?
            }
        };
        let moves = Rc::new(moves);
        self.moves.insert(term, moves.clone());
        Ok(moves)
    }

    /// The ways to go on with an until-term or release-term while `end` does not end it.
    fn wait(&mut self, term: Term, end: Term) -> Result<Vec<Move>, TooLarge> {
        let wait = vec![Move { guard: Cube::always(), next: vec![term] }];
        if !self.variant.eager || !self.pool.facts(end).boolean {
            return Ok(wait);
        }
        let contrary = self.pool.not(end);
        let not_yet = self.moves_of(contrary)?;
        self.product(&not_yet, &wait)
    }

    /// The ways to ask for a term at the next moment.
    fn later(&mut self, term: Term) -> Vec<Move> {
        let mut sets = vec![vec![]];
        for part in self.conjuncts(term) {
            let choices: Vec<Vec<Term>> = match self.pool.shape(part).clone() {
                Shape::Or(choices) if self.variant.split && !self.pool.facts(part).boolean => {
                    choices.iter().map(|&choice| self.conjuncts(choice)).collect()
                }
                _ => vec![vec![part]],
            };
            sets = sets
                .iter()
                .flat_map(|set| choices.iter().map(|choice| union(set, choice)))
                .collect();
        }
        sets.into_iter().map(|next| Move { guard: Cube::always(), next }).collect()
    }

    fn conjuncts(&mut self, term: Term) -> Vec<Term> {
        match self.pool.shape(term).clone() {
            Shape::And(parts) => self.put_off(&parts),
            _ if term == TRUE => vec![],
            _ => vec![term],
        }
    }

    fn product(&mut self, left: &[Move], right: &[Move]) -> Result<Vec<Move>, TooLarge> {
        self.budget.spend(left.len() * right.len())?;
        let both = left.iter().flat_map(|one| right.iter().filter_map(|other| one.and(other)));
        undominated(both.collect(), self.budget, Move::is_covered_by)
    }
}

/// The items without those that another one is better than; of equals the first stays.
fn undominated<T>(
    items: Vec<T>,
    budget: &mut Budget,
    is_worse: impl Fn(&T, &T) -> bool,
) -> Result<Vec<T>, TooLarge> {
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    for item in items {
        budget.spend(1 + kept.len())?;
        if kept.iter().any(|other| is_worse(&item, other)) {
            continue;
        }
        kept.retain(|other| !is_worse(other, &item));
        kept.push(item);
    }
    Ok(kept)
}

fn union(one: &[Term], other: &[Term]) -> Vec<Term> {
    let mut both = Vec::with_capacity(one.len() + other.len());
    both.extend_from_slice(one);
    both.extend_from_slice(other);
    both.sort_unstable();
    both.dedup();
    both
}

/// Both are sorted.
fn is_subset(one: &[Term], other: &[Term]) -> bool {
    one.iter().all(|term| other.binary_search(term).is_ok())
}
