//! Bitstate hashing (supertrace): remembers a few bits for each state, in a table that never grows.
//!
//! A state whose bits are all set already is taken for visited. The fuller the table, the more states
//! are missed that way; how many is estimated as the search goes on.

use rustc_hash::FxHashMap;
use trine_verdict::Coverage;

use super::hash::{again, hash};
use super::{ON_PATH, ON_SECOND_PATH, SECOND, Store};

/// A bitstate store.
pub struct Bitstate {
    bits: Vec<u64>,
    mask: u64,
    functions: u32,
    seed: u64,
    count: u64,
    set: u64,
    /// How many states are expected to have been taken for others.
    missed: f64,
    /// The marks of the states on the path: the table has no room for them.
    marks: FxHashMap<u64, u8>,
}

/// What the second search adds to a hash, so that its bits are others.
const SECOND_VISIT: u64 = 0x5851_f42d_4c95_7f2d;

impl Bitstate {
    /// A table of 2ⁿ bits, n from 6 to 40, in which each state sets one bit for each hash function.
    pub fn new(functions: u32, log2_bits: u32, seed: u64) -> Bitstate {
        let words = 1usize << log2_bits.clamp(6, 40).saturating_sub(6);
        Bitstate {
            bits: vec![0; words],
            mask: words as u64 * 64 - 1,
            functions: functions.clamp(1, 64),
            seed,
            count: 0,
            set: 0,
            missed: 0.0,
            marks: FxHashMap::default(),
        }
    }

    /// The bytes of a table with so many bits.
    pub fn table_bytes(log2_bits: u32) -> u64 {
        1u64 << log2_bits.clamp(6, 40).saturating_sub(3)
    }

    /// The positions that belong to a hash.
    fn positions(&self, hash: u64) -> impl Iterator<Item = u64> + use<> {
        let step = again(hash, self.seed) | 1;
        let mask = self.mask;
        (0..u64::from(self.functions)).map(move |n| hash.wrapping_add(n.wrapping_mul(step)) & mask)
    }

    fn has(&self, hash: u64) -> bool {
        self.positions(hash).all(|at| self.bits[(at / 64) as usize] & (1 << (at % 64)) != 0)
    }

    fn set(&mut self, hash: u64) {
        for at in self.positions(hash) {
            let word = &mut self.bits[(at / 64) as usize];
            let bit = 1 << (at % 64);
            self.set += u64::from(*word & bit == 0);
            *word |= bit;
        }
    }

    fn hash(&self, key: &[u8]) -> u64 {
        hash(key, again(self.seed, 1))
    }

    /// The expected share of the states met that were visited.
    fn visited_share(&self) -> f64 {
        let visited = self.count as f64;
        if visited == 0.0 { 1.0 } else { visited / (visited + self.missed) }
    }

    /// The share of the bits that are set.
    fn fill(&self) -> f64 {
        self.set as f64 / (self.mask + 1) as f64
    }
}

impl Store for Bitstate {
    fn insert(&mut self, key: &[u8]) -> (u64, bool) {
        let hash = self.hash(key);
        if self.has(hash) {
            return (hash, false);
        }
        // For each new state that gets through, so many did not.
        let unlucky = self.fill().powi(self.functions as i32);
        self.missed += unlucky / (1.0 - unlucky).max(1e-9);
        self.set(hash);
        self.count += 1;
        (hash, true)
    }

    fn find(&mut self, key: &[u8]) -> Option<u64> {
        let hash = self.hash(key);
        self.has(hash).then_some(hash)
    }

    fn marks(&self, handle: u64) -> u8 {
        let visited = if self.has(handle ^ SECOND_VISIT) { SECOND } else { 0 };
        self.marks.get(&handle).copied().unwrap_or(0) | visited
    }

    fn set_marks(&mut self, handle: u64, marks: u8) {
        if marks & (ON_PATH | ON_SECOND_PATH) != 0 {
            self.marks.insert(handle, marks & !SECOND);
        } else {
            self.marks.remove(&handle);
        }
        if marks & SECOND != 0 {
            self.set(handle ^ SECOND_VISIT);
        }
    }

    fn len(&self) -> u64 {
        self.count
    }

    fn bytes(&self) -> u64 {
        8 * self.bits.len() as u64 + 16 * self.marks.capacity() as u64
    }

    fn next_growth(&self, _more: u64) -> u64 {
        0
    }

    fn coverage(&self) -> Option<Coverage> {
        let estimate = self.visited_share();
        let text = format!(
            "{:.4} % of the states met are expected to have been visited ({} functions, {:.1} % of 2^{} \
             bits set)",
            100.0 * estimate,
            self.functions,
            100.0 * self.fill(),
            (self.mask + 1).ilog2()
        );
        Some(Coverage { runs: 1, estimate, text })
    }
}

#[cfg(test)]
mod tests {
    use super::{Bitstate, Store};

    #[test]
    fn misses_about_as_many_as_it_says() {
        let mut store = Bitstate::new(3, 16, 5);
        let states = 20_000u32;
        let visited = (0..states).filter(|n| store.insert(&n.to_le_bytes()).1).count();
        let share = visited as f64 / f64::from(states);
        assert!((share - store.visited_share()).abs() < 0.02, "{share} {}", store.visited_share());
        assert!(share < 0.95 && store.fill() > 0.3);
    }
}
