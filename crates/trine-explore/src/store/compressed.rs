//! Collapse compression (recursive indexing): remembers whole states by the numbers of their components.
//!
//! A state is cut into its globals, its processes and its channels. Each component takes few values, so it
//! is kept once in a table of its own, and a state is the row of the numbers of its components, in as few
//! bytes as they need. Nothing is lost.

use super::{Exact, Store};

/// Says where a key falls into parts: the end of each.
pub type Cutter = Box<dyn Fn(&[u8], &mut Vec<usize>)>;

/// A store by collapse compression.
pub struct Compressed {
    cutter: Cutter,
    /// For each position of a state, the values that its part has had.
    parts: Vec<Exact>,
    states: Exact,
    cuts: Vec<usize>,
    row: Vec<u8>,
}

impl Compressed {
    /// An empty store; the cutter says where the components of a state end.
    pub fn new(cutter: Cutter) -> Compressed {
        Compressed {
            cutter,
            parts: Vec::new(),
            states: Exact::new(0),
            cuts: Vec::new(),
            row: Vec::new(),
        }
    }

    /// Writes the row of a key's parts, adding parts that are new. False where one is and must not be
    /// added.
    fn write_row(&mut self, key: &[u8], add: bool) -> bool {
        let mut cuts = std::mem::take(&mut self.cuts);
        cuts.clear();
        (self.cutter)(key, &mut cuts);
        if cuts.last().is_none_or(|last| *last < key.len()) {
            // Whatever the search has added to the key.
            cuts.push(key.len());
        }
        self.row.clear();
        let mut start = 0;
        let mut known = true;
        for (position, end) in cuts.iter().enumerate() {
            if position == self.parts.len() {
                self.parts.push(Exact::new(4));
            }
            let part = &key[start..*end];
            start = *end;
            let table = &mut self.parts[position];
            let number = match table.find(part) {
                Some(handle) => number(table.extra(handle)),
                None if add => {
                    let number = table.len() as u32;
                    table.insert_with(part, &number.to_le_bytes());
                    number
                }
                None => {
                    known = false;
                    break;
                }
            };
            let mut rest = number;
            while rest >= 0x80 {
                self.row.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            self.row.push(rest as u8);
        }
        self.cuts = cuts;
        known
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.try_into().map_or(0, u32::from_le_bytes)
}

impl Store for Compressed {
    fn insert(&mut self, key: &[u8]) -> (u64, bool) {
        self.write_row(key, true);
        self.states.insert(&self.row)
    }

    fn find(&mut self, key: &[u8]) -> Option<u64> {
        if self.write_row(key, false) { self.states.find(&self.row) } else { None }
    }

    fn marks(&self, handle: u64) -> u8 {
        self.states.marks(handle)
    }

    fn set_marks(&mut self, handle: u64, marks: u8) {
        self.states.set_marks(handle, marks);
    }

    fn len(&self) -> u64 {
        self.states.len()
    }

    fn bytes(&self) -> u64 {
        self.states.bytes() + self.parts.iter().map(Exact::bytes).sum::<u64>()
    }

    fn next_growth(&self, more: u64) -> u64 {
        let parts = self.parts.iter().map(|part| part.next_growth(more)).sum::<u64>();
        self.states.next_growth(more) + parts
    }
}

#[cfg(test)]
mod tests {
    use super::{Compressed, Store};

    #[test]
    fn tells_states_apart_as_the_exact_store_does() {
        let cutter = |key: &[u8], cuts: &mut Vec<usize>| {
            cuts.extend((0..key.len()).skip(3).step_by(3));
            cuts.push(key.len());
        };
        let mut store = Compressed::new(Box::new(cutter));
        let mut seen = std::collections::HashSet::new();
        let mut value = 1u32;
        for _ in 0..5_000 {
            value = value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key: Vec<u8> =
                (0..4 + (value >> 28)).map(|n| ((value >> (n % 24)) & 3) as u8).collect();
            assert_eq!(store.find(&key).is_some(), seen.contains(&key));
            let (handle, new) = store.insert(&key);
            assert_eq!(new, seen.insert(key.clone()));
            assert_eq!(store.find(&key), Some(handle));
        }
        assert_eq!(store.len(), seen.len() as u64);
    }
}
