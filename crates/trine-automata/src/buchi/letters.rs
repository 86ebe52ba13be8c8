//! The letters over a few atoms, one by one, and short guards for sets of them.

use crate::AtomId;
use crate::bits::Bits;
use crate::buchi::Buchi;
use crate::guard::{AtomSet, Cube};

/// All letters over the given atoms, by number: bit `i` of the number is the value of atom `i`.
#[derive(Clone, Debug)]
pub(crate) struct Letters {
    pub atoms: Vec<AtomId>,
    pub sets: Vec<AtomSet>,
}

impl Letters {
    /// The letters over the atoms of the automata; `None` if there are more than `limit` atoms.
    pub fn of(automata: &[&Buchi], limit: usize) -> Option<Letters> {
        let mut atoms: Vec<AtomId> = (automata.iter())
            .flat_map(|automaton| automaton.edges())
            .flat_map(|(_, edge)| edge.guard.literals())
            .map(|(atom, _)| atom)
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        (atoms.len() <= limit).then(|| Letters::over(atoms))
    }

    /// All sets of these atoms. There are 2ⁿ, so the caller limits how many atoms there are.
    pub fn over(atoms: Vec<AtomId>) -> Letters {
        let set = |number: usize| {
            let chosen = atoms.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            chosen.map(|(_, &atom)| atom).collect()
        };
        let sets = (0..1usize << atoms.len()).map(set).collect();
        Letters { atoms, sets }
    }

    /// How many letters there are: 2ⁿ for n atoms.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// A few cubes that together allow exactly these letters.
    pub fn guards(&self, letters: &Bits) -> Vec<Cube> {
        let wanted: Vec<bool> = (0..self.len()).map(|letter| letters.contains(letter)).collect();
        self.cover(&wanted, &wanted, self.atoms.len())
    }

    /// Cubes over the first `atoms` atoms that allow at least `lower` and at most `upper`, after
    /// Minato's irredundant sums of products.
    fn cover(&self, lower: &[bool], upper: &[bool], atoms: usize) -> Vec<Cube> {
        if !lower.contains(&true) {
            return vec![];
        }
        if !upper.contains(&false) {
            return vec![Cube::always()];
        }
        let half = lower.len() / 2;
        let ((low0, low1), (up0, up1)) = (lower.split_at(half), upper.split_at(half));
        let minus = |one: &[bool], other: &[bool]| -> Vec<bool> {
            one.iter().zip(other).map(|(one, other)| *one && !other).collect()
        };
        let without = self.cover(&minus(low0, up1), up0, atoms - 1);
        let with = self.cover(&minus(low1, up0), up1, atoms - 1);
        let missing = |lower: &[bool], cubes: &[Cube], letter: usize| {
            lower[letter] && !cubes.iter().any(|cube| cube.allows(&self.sets[letter]))
        };
        let rest: Vec<bool> = (0..half)
            .map(|letter| missing(low0, &without, letter) || missing(low1, &with, letter))
            .collect();
        let both: Vec<bool> = up0.iter().zip(up1).map(|(one, other)| *one && *other).collect();
        let mut cubes = self.cover(&rest, &both, atoms - 1);
        for (value, part) in [(false, without), (true, with)] {
            let literal = Cube::literal(self.atoms[atoms - 1], value);
            cubes.extend(part.iter().filter_map(|cube| cube.and(&literal)));
        }
        cubes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_allow_exactly_their_letters() {
        let letters = Letters::over((0..3).map(AtomId).collect());
        for number in 0..256usize {
            let wanted: Bits = (0..8).filter(|letter| number >> letter & 1 == 1).collect();
            let cubes = letters.guards(&wanted);
            for letter in 0..8 {
                let allowed = cubes.iter().any(|cube| cube.allows(&letters.sets[letter]));
                assert_eq!(allowed, wanted.contains(letter), "{wanted:?}: {cubes:?}");
            }
        }
        assert_eq!(letters.guards(&Bits::below(8)), [Cube::always()]);
    }
}
