//! The exact state store: remembers whole states.
//!
//! Records lie one after the other in large chunks: the marks, the length of the key, whatever the
//! caller adds, the key. A table of 64-bit words finds them: 40 bits of position and 24 bits of hash,
//! so that a look-up touches a record only where it is very likely the right one.

use super::Store;
use super::hash::hash;

/// A store of whole states.
pub struct Exact {
    chunks: Vec<Vec<u8>>,
    table: Vec<u64>,
    count: u64,
    used: u64,
    /// Bytes that the caller keeps with each state.
    extra: usize,
}

const CHUNK_BITS: u32 = 22;
const CHUNK: usize = 1 << CHUNK_BITS;
const POSITION_BITS: u32 = 40;
const POSITION: u64 = (1 << POSITION_BITS) - 1;
const SMALLEST_TABLE: usize = 1 << 10;

impl Exact {
    /// An empty store that keeps so many bytes beside each state.
    pub fn new(extra: usize) -> Exact {
        Exact { chunks: Vec::new(), table: vec![0; SMALLEST_TABLE], count: 0, used: 0, extra }
    }

    /// Adds a state with what the caller keeps for it.
    pub fn insert_with(&mut self, key: &[u8], extra: &[u8]) -> (u64, bool) {
        let hash = hash(key, 0);
        let slot = match self.look_up(key, hash) {
            Ok(handle) => return (handle, false),
            Err(slot) => slot,
        };
        let handle = self.append(key, extra);
        self.table[slot] = (handle + 1) | fragment(hash);
        self.count += 1;
        if self.count as usize >= most(self.table.len()) {
            self.grow();
        }
        (handle, true)
    }

    /// The handle of a key, or the slot where it would go.
    #[inline]
    fn look_up(&self, key: &[u8], hash: u64) -> Result<u64, usize> {
        let fragment = fragment(hash);
        let mut slot = self.slot(hash);
        loop {
            let word = self.table[slot];
            if word == 0 {
                return Err(slot);
            }
            if word & FRAGMENT_MASK == fragment {
                let handle = (word & POSITION) - 1;
                if self.key(handle) == key {
                    return Ok(handle);
                }
            }
            slot += 1;
            if slot == self.table.len() {
                slot = 0;
            }
        }
    }

    fn append(&mut self, key: &[u8], extra: &[u8]) -> u64 {
        debug_assert_eq!(extra.len(), self.extra);
        let size = 1 + length_bytes(key.len()) + self.extra + key.len();
        let full = self.chunks.last().is_none_or(|chunk| chunk.len() + size > CHUNK);
        if full {
            // A record that is larger than a chunk gets one of its own.
            self.chunks.push(Vec::with_capacity(CHUNK.max(size)));
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        let position = chunk.len();
        chunk.push(0);
        let mut rest = key.len();
        while rest >= 0x80 {
            chunk.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        chunk.push(rest as u8);
        chunk.extend_from_slice(extra);
        chunk.extend_from_slice(key);
        self.used += size as u64;
        (number as u64) << CHUNK_BITS | position as u64
    }

    /// Where the key of a record starts, and its length.
    #[inline]
    fn span(&self, handle: u64) -> (&[u8], usize, usize) {
        let chunk = &self.chunks[(handle >> CHUNK_BITS) as usize];
        let mut at = (handle as usize & (CHUNK - 1)) + 1;
        let mut length = 0;
        let mut shift = 0;
        loop {
            let byte = chunk[at];
            at += 1;
            length |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        (chunk, at, length)
    }

    /// The bytes of a state that was stored.
    #[inline]
    pub fn key(&self, handle: u64) -> &[u8] {
        let (chunk, at, length) = self.span(handle);
        let start = at + self.extra;
        &chunk[start..start + length]
    }

    /// What the caller keeps with a state.
    pub fn extra(&self, handle: u64) -> &[u8] {
        let (chunk, at, _) = self.span(handle);
        &chunk[at..at + self.extra]
    }

    /// The first state that was added.
    pub fn first(&self) -> Option<u64> {
        (self.count > 0).then_some(0)
    }

    /// The state that was added after this one.
    pub fn after(&self, handle: u64) -> Option<u64> {
        let (chunk, at, length) = self.span(handle);
        let end = at + self.extra + length;
        let number = handle >> CHUNK_BITS;
        if end < chunk.len() {
            return Some(number << CHUNK_BITS | end as u64);
        }
        let next = number + 1;
        ((next as usize) < self.chunks.len()).then_some(next << CHUNK_BITS)
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.table.len() as u128) >> 64) as usize
    }

    fn grow(&mut self) {
        let size = larger(self.table.len());
        self.table = Vec::new();
        self.table = vec![0; size];
        let mut next = self.first();
        while let Some(handle) = next {
            let hash = hash(self.key(handle), 0);
            let mut slot = self.slot(hash);
            while self.table[slot] != 0 {
                slot += 1;
                if slot == size {
                    slot = 0;
                }
            }
            self.table[slot] = (handle + 1) | fragment(hash);
            next = self.after(handle);
        }
    }
}

const FRAGMENT_MASK: u64 = !POSITION;

/// The lowest bits of a hash, which the place in the table does not depend on.
#[inline]
fn fragment(hash: u64) -> u64 {
    hash << POSITION_BITS
}

fn most(size: usize) -> usize {
    size / 4 * 3
}

fn larger(size: usize) -> usize {
    size + size / 2
}

fn length_bytes(length: usize) -> usize {
    let mut bytes = 1;
    let mut rest = length >> 7;
    while rest > 0 {
        bytes += 1;
        rest >>= 7;
    }
    bytes
}

impl Store for Exact {
    fn insert(&mut self, key: &[u8]) -> (u64, bool) {
        self.insert_with(key, &[])
    }

    fn find(&mut self, key: &[u8]) -> Option<u64> {
        self.look_up(key, hash(key, 0)).ok()
    }

    fn marks(&self, handle: u64) -> u8 {
        self.chunks[(handle >> CHUNK_BITS) as usize][handle as usize & (CHUNK - 1)]
    }

    fn set_marks(&mut self, handle: u64, marks: u8) {
        self.chunks[(handle >> CHUNK_BITS) as usize][handle as usize & (CHUNK - 1)] = marks;
    }

    fn len(&self) -> u64 {
        self.count
    }

    fn bytes(&self) -> u64 {
        self.used + 8 * self.table.len() as u64
    }

    fn next_growth(&self, more: u64) -> u64 {
        let size = self.table.len();
        if self.count + more < most(size) as u64 { 0 } else { 8 * (larger(size) - size) as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::{Exact, Store};

    #[test]
    fn finds_what_was_added_and_nothing_else() {
        let mut store = Exact::new(0);
        let key = |number: u32| {
            let mut key = number.to_le_bytes().to_vec();
            key.resize(4 + number as usize % 300, 7);
            key
        };
        let handles: Vec<u64> = (0..20_000)
            .map(|n| store.insert(&key(n)))
            .map(|(h, new)| {
                assert!(new);
                h
            })
            .collect();
        assert_eq!(store.len(), 20_000);
        for number in 0..20_000 {
            let (handle, new) = store.insert(&key(number));
            assert!(!new && handle == handles[number as usize]);
            assert_eq!(store.key(handle), key(number));
        }
        assert!(store.insert(&key(20_001)).1);
    }

    #[test]
    fn keeps_marks_and_extra_bytes_and_the_order_of_arrival() {
        let mut store = Exact::new(2);
        let (first, _) = store.insert_with(b"one", b"ab");
        let (second, _) = store.insert_with(b"two", b"cd");
        store.set_marks(second, 5);
        assert_eq!((store.marks(first), store.marks(second)), (0, 5));
        assert_eq!(store.extra(second), b"cd");
        assert_eq!(store.first(), Some(first));
        assert_eq!(store.after(first), Some(second));
        assert_eq!(store.after(second), None);
    }
}
