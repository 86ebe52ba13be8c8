//! What must hold of one moment: letters, and guards that are conjunctions of literals.

use std::fmt;

use trine_base::Id;

use crate::AtomId;
use crate::bits::Bits;

/// One letter of an infinite word: the atoms that are true at one moment. Atoms are numbered
/// densely by the owner of their names; the set takes space in proportion to the largest number.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomSet(pub(crate) Bits);

impl AtomSet {
    /// The letter in which no atom holds.
    pub fn new() -> AtomSet {
        AtomSet::default()
    }

    /// Makes an atom hold.
    pub fn insert(&mut self, atom: AtomId) {
        self.0.insert(atom.index());
    }

    /// Whether the atom holds.
    pub fn contains(&self, atom: AtomId) -> bool {
        self.0.contains(atom.index())
    }

    /// Whether no atom holds.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many atoms hold.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The atoms that hold, in order.
    pub fn iter(&self) -> impl Iterator<Item = AtomId> + '_ {
        self.0.iter().map(AtomId::from_index)
    }
}

impl FromIterator<AtomId> for AtomSet {
    fn from_iter<I: IntoIterator<Item = AtomId>>(atoms: I) -> AtomSet {
        AtomSet(atoms.into_iter().map(Id::index).collect())
    }
}

impl fmt::Debug for AtomSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}

/// A conjunction of literals that no atom contradicts; without literals it is always true.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    positive: Bits,
    negative: Bits,
}

impl Cube {
    /// The guard that every letter satisfies.
    pub fn always() -> Cube {
        Cube::default()
    }

    /// The guard that asks for one atom to hold, or not to hold.
    pub fn literal(atom: AtomId, positive: bool) -> Cube {
        let mut cube = Cube::default();
        let side = if positive { &mut cube.positive } else { &mut cube.negative };
        side.insert(atom.index());
        cube
    }

    /// Whether every letter satisfies the guard.
    pub fn is_always(&self) -> bool {
        self.positive.is_empty() && self.negative.is_empty()
    }

    /// Both guards at once; `None` where they contradict each other.
    pub fn and(&self, other: &Cube) -> Option<Cube> {
        if self.positive.meets(&other.negative) || self.negative.meets(&other.positive) {
            return None;
        }
        let mut both = self.clone();
        both.positive.union_with(&other.positive);
        both.negative.union_with(&other.negative);
        Some(both)
    }

    /// Whether every letter that satisfies this guard satisfies the other one; for guards that can be satisfied,
    /// exactly then.
    pub fn implies(&self, other: &Cube) -> bool {
        other.positive.is_subset(&self.positive) && other.negative.is_subset(&self.negative)
    }

    /// Whether the letter satisfies the guard.
    pub fn allows(&self, letter: &AtomSet) -> bool {
        self.positive.is_subset(&letter.0) && !self.negative.meets(&letter.0)
    }

    /// The atoms of the guard in their order, each with the value that it must have.
    pub fn literals(&self) -> Vec<(AtomId, bool)> {
        let mut literals: Vec<_> = (self.positive.iter().map(|atom| (atom, true)))
            .chain(self.negative.iter().map(|atom| (atom, false)))
            .collect();
        literals.sort_unstable();
        literals.into_iter().map(|(atom, value)| (AtomId::from_index(atom), value)).collect()
    }

    /// The least letter that satisfies the guard.
    pub fn example(&self) -> AtomSet {
        AtomSet(self.positive.clone())
    }

    /// How many literals the guard has.
    pub fn size(&self) -> usize {
        self.positive.len() + self.negative.len()
    }

    /// `p && !q`, or `true`, in the caller's names.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(AtomId) -> String) -> impl fmt::Display + 'a {
        Named { cube: self, name }
    }

    fn without(&self, atom: usize) -> Cube {
        let mut cube = self.clone();
        cube.positive.remove(atom);
        cube.negative.remove(atom);
        cube
    }

    /// The atom on which the two guards contradict each other, when there is exactly one.
    fn only_conflict(&self, other: &Cube) -> Option<usize> {
        let mut conflicts = self.positive.clone();
        conflicts.intersect_with(&other.negative);
        let mut rest = self.negative.clone();
        rest.intersect_with(&other.positive);
        conflicts.union_with(&rest);
        if conflicts.len() == 1 { conflicts.iter().next() } else { None }
    }
}

impl fmt::Debug for Cube {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.display(&|atom| atom.to_string()), out)
    }
}

struct Named<'a> {
    cube: &'a Cube,
    name: &'a dyn Fn(AtomId) -> String,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cube.is_always() {
            return out.write_str("true");
        }
        for (index, (atom, positive)) in self.cube.literals().into_iter().enumerate() {
            let join = if index == 0 { "" } else { " && " };
            let sign = if positive { "" } else { "!" };
            write!(out, "{join}{sign}{}", (self.name)(atom))?;
        }
        Ok(())
    }
}

/// Past this many cubes a disjunction is only freed of cubes that others contain.
const CONSENSUS_LIMIT: usize = 64;

/// The same disjunction with fewer and weaker cubes: prime implicants by iterated consensus, then
/// those that the others cover are left out.
pub(crate) fn simplify_disjunction(cubes: &[Cube]) -> Vec<Cube> {
    let mut primes: Vec<Cube> = Vec::new();
    let mut waiting: Vec<Cube> = cubes.to_vec();
    waiting.sort();
    waiting.reverse();
    while let Some(cube) = waiting.pop() {
        if primes.iter().any(|prime| cube.implies(prime)) {
            continue;
        }
        primes.retain(|prime| !prime.implies(&cube));
        if primes.len() < CONSENSUS_LIMIT {
            for prime in &primes {
                if let Some(atom) = prime.only_conflict(&cube)
                    && let Some(consensus) = prime.without(atom).and(&cube.without(atom))
                {
                    waiting.push(consensus);
                }
            }
        }
        primes.push(cube);
    }
    primes.sort_by_cached_key(|cube| (cube.size(), cube.clone()));
    if primes.len() <= CONSENSUS_LIMIT {
        for index in (0..primes.len()).rev() {
            let others = primes.iter().enumerate().filter(|(other, _)| *other != index);
            let others: Vec<&Cube> = others.map(|(_, cube)| cube).collect();
            if covered(&primes[index], &others) {
                primes.remove(index);
            }
        }
    }
    primes
}

/// Is every letter of the cube in one of the others?
pub(crate) fn covered(cube: &Cube, others: &[&Cube]) -> bool {
    let near: Vec<&Cube> =
        others.iter().copied().filter(|other| cube.and(other).is_some()).collect();
    if near.iter().any(|other| cube.implies(other)) {
        return true;
    }
    // Split on an atom of some other cube that this cube leaves open; none left: not covered.
    let split = near.iter().find_map(|other| {
        let mut open = other.positive.clone();
        open.union_with(&other.negative);
        open.subtract(&cube.positive);
        open.subtract(&cube.negative);
        open.iter().next()
    });
    let Some(atom) = split else { return false };
    [true, false].into_iter().all(|value| {
        let half = cube.and(&Cube::literal(AtomId::from_index(atom), value));
        half.is_none_or(|half| covered(&half, &near))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(text: &str) -> Cube {
        let mut cube = Cube::always();
        for word in text.split_whitespace() {
            let (positive, name) = match word.strip_prefix('!') {
                Some(name) => (false, name),
                None => (true, word),
            };
            let atom = AtomId(u32::from(name.as_bytes()[0] - b'a'));
            cube = cube.and(&Cube::literal(atom, positive)).unwrap();
        }
        cube
    }

    #[test]
    fn disjunctions_become_short() {
        let check = |before: &[&str], after: &[&str]| {
            let before: Vec<_> = before.iter().map(|text| cube(text)).collect();
            let mut after: Vec<_> = after.iter().map(|text| cube(text)).collect();
            let mut found = simplify_disjunction(&before);
            after.sort();
            found.sort();
            assert_eq!(found, after);
        };
        check(&["a b", "a !b"], &["a"]);
        check(&["a", "!a b"], &["a", "b"]);
        check(&["a", "!a"], &[""]);
        check(&["a b", "!a c", "b c"], &["a b", "!a c"]);
        check(&[], &[]);
    }

    #[test]
    fn cover_by_several() {
        assert!(covered(&cube("a"), &[&cube("b"), &cube("!b")]));
        assert!(!covered(&cube("a"), &[&cube("b"), &cube("!b c")]));
    }
}
