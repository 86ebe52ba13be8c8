//! Small sets of small numbers.

use smallvec::SmallVec;

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits(SmallVec<[u64; 2]>);

impl Bits {
    /// Adds a number. True if it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        let word = number / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let bit = 1 << (number % 64);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Whether the number is in the set.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// Adds all of another set. True if that changed something.
    pub fn add(&mut self, other: &Bits) -> bool {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut changed = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            changed |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    /// Takes out all numbers of the other set.
    pub fn subtract(&mut self, other: &Bits) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= !theirs;
        }
    }

    /// Whether the two sets have a number in common.
    #[inline]
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Whether no number is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The numbers, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(position, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(position * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn sets_behave() {
        let mut one = Bits::default();
        assert!(one.insert(3) && one.insert(200) && !one.insert(3));
        let mut two = Bits::default();
        two.insert(200);
        assert!(one.meets(&two) && one.contains(200) && !one.contains(64));
        assert!(!one.add(&two) && two.add(&one));
        assert_eq!(two.iter().collect::<Vec<_>>(), [3, 200]);
        one.subtract(&two);
        assert!(one.is_empty());
    }
}
