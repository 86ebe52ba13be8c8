//! Hash compaction: remembers 64 bits of hash for each state.
//!
//! Two states with the same hash are taken for one, and what only the second leads to may be missed.

use trine_verdict::Coverage;

use super::Store;
use super::hash::hash;

/// A store of hashes.
pub struct HashCompact {
    /// Hashes, 0 for a free place; the marks lie beside them.
    table: Vec<u64>,
    marks: Vec<u8>,
    count: u64,
    seed: u64,
}

const SMALLEST_TABLE: usize = 1 << 10;

impl HashCompact {
    /// An empty store whose hashes depend on this seed.
    pub fn new(seed: u64) -> HashCompact {
        HashCompact {
            table: vec![0; SMALLEST_TABLE],
            marks: vec![0; SMALLEST_TABLE],
            count: 0,
            seed,
        }
    }

    /// The place of a hash: where it is, or where it would go.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        let size = self.table.len();
        let mut slot = ((u128::from(hash) * size as u128) >> 64) as usize;
        while self.table[slot] != 0 && self.table[slot] != hash {
            slot += 1;
            if slot == size {
                slot = 0;
            }
        }
        slot
    }

    fn hash(&self, key: &[u8]) -> u64 {
        hash(key, self.seed).max(1)
    }

    fn grow(&mut self) {
        let size = larger(self.table.len());
        let table = std::mem::replace(&mut self.table, vec![0; size]);
        let marks = std::mem::replace(&mut self.marks, vec![0; size]);
        for (hash, marks) in table.into_iter().zip(marks) {
            if hash != 0 {
                let slot = self.slot(hash);
                self.table[slot] = hash;
                self.marks[slot] = marks;
            }
        }
    }

    /// The chance that two of the states had the same hash; exact even where it is tiny.
    fn doubt(&self) -> f64 {
        let count = self.count as f64;
        -(-count * (count - 1.0).max(0.0) / 2f64.powi(65)).exp_m1()
    }
}

fn most(size: usize) -> usize {
    size / 4 * 3
}

fn larger(size: usize) -> usize {
    size + size / 2
}

impl Store for HashCompact {
    fn insert(&mut self, key: &[u8]) -> (u64, bool) {
        let hash = self.hash(key);
        let slot = self.slot(hash);
        if self.table[slot] == hash {
            return (hash, false);
        }
        self.table[slot] = hash;
        self.count += 1;
        if self.count as usize >= most(self.table.len()) {
            self.grow();
        }
        (hash, true)
    }

    fn find(&mut self, key: &[u8]) -> Option<u64> {
        let hash = self.hash(key);
        (self.table[self.slot(hash)] == hash).then_some(hash)
    }

    fn marks(&self, handle: u64) -> u8 {
        self.marks[self.slot(handle)]
    }

    fn set_marks(&mut self, handle: u64, marks: u8) {
        let slot = self.slot(handle);
        self.marks[slot] = marks;
    }

    fn len(&self) -> u64 {
        self.count
    }

    fn bytes(&self) -> u64 {
        9 * self.table.len() as u64
    }

    fn next_growth(&self, more: u64) -> u64 {
        let size = self.table.len();
        // The old table is there until the new one is filled.
        if self.count + more < most(size) as u64 { 0 } else { 9 * larger(size) as u64 }
    }

    fn coverage(&self) -> Option<Coverage> {
        let doubt = self.doubt();
        let text = format!(
            "the chance that two of {} states had the same 64 bits is {doubt:.1e}",
            self.count
        );
        Some(Coverage { runs: 1, estimate: 1.0 - doubt, text })
    }
}

#[cfg(test)]
mod tests {
    use super::{HashCompact, Store};

    #[test]
    fn keeps_what_was_added_with_its_marks() {
        let mut store = HashCompact::new(1);
        for number in 0..10_000u32 {
            let (handle, new) = store.insert(&number.to_le_bytes());
            assert!(new);
            store.set_marks(handle, number as u8);
        }
        for number in 0..10_000u32 {
            let handle = store.find(&number.to_le_bytes()).expect("it was added");
            assert_eq!(store.marks(handle), number as u8);
        }
        assert_eq!((store.find(b"no"), store.len()), (None, 10_000));
        assert!(store.doubt() > 0.0 && store.doubt() < 1e-10);
    }
}
