//! State encoding: states as bytes, equal exactly when the states are, in little room.

use std::hash::{Hash, Hasher};

use trine_system::State;

/// Everything that a state and its observer consist of, in order; small numbers take a byte, and runs of
/// zeros are counted.
///
/// What a derived `Hash` hands to its hasher tells all parts and lengths, so that nothing is lost: two states
/// that agree so far hand over equally many bytes next.
#[derive(Default)]
pub struct StateEncoding(Vec<u8>);

impl StateEncoding {
    /// Spells a state with an observer.
    pub fn encode(&mut self, state: &State, observed: usize) {
        self.0.clear();
        state.hash(self);
        observed.hash(self);
    }

    /// The bytes of what was encoding last.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Below this, a number is its own encoding; from here on, so many bytes of it follow.
const LONG: u64 = 0xf0;
/// The number -1.
const MINUS_ONE: u8 = 0xff;

impl StateEncoding {
    fn number(&mut self, number: u64) {
        match number {
            u64::MAX => self.0.push(MINUS_ONE),
            0..LONG => self.0.push(number as u8),
            _ => {
                let length = (u64::BITS - number.leading_zeros()).div_ceil(u8::BITS) as usize;
                self.0.push(LONG as u8 + length as u8);
                self.0.extend_from_slice(&number.to_le_bytes()[..length]);
            }
        }
    }
}

impl Hasher for StateEncoding {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut zeros = 0u8;
        for word in words {
            let word = u64::from_le_bytes(*word);
            if zeros > 0 && (word != 0 || zeros == u8::MAX) {
                self.0.push(zeros);
                zeros = 0;
            }
            if word != 0 {
                self.number(word);
            } else {
                if zeros == 0 {
                    self.0.push(0);
                }
                zeros += 1;
            }
        }
        if zeros > 0 {
            self.0.push(zeros);
        }
        self.0.extend_from_slice(rest);
    }

    fn write_u32(&mut self, number: u32) {
        self.number(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.number(number as u64);
    }

    // The numbers of variants of an enumeration.
    fn write_isize(&mut self, number: isize) {
        self.number(number as u64);
    }

    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_states_are_spelled_differently() {
        let state = |globals: &[i64], last: u32| State {
            globals: globals.to_vec(),
            last,
            ..State::default()
        };
        let long = vec![0; 300];
        let longer = vec![0; 301];
        let all = [
            (state(&[], 0), 0),
            (state(&[0], 0), 0),
            (state(&[0, 0], 0), 0),
            (state(&[0, 256], 0), 0),
            (state(&[256, 0], 0), 0),
            (state(&[-1], 0), 0),
            (state(&[255], 0), 0),
            (state(&[240], 0), 0),
            (state(&[239], 0), 0),
            (state(&[0, 1], 0), 0),
            (state(&[1, 0], 0), 0),
            (state(&[1, 0, 0, 1], 0), 0),
            (state(&[1, 0, 1, 0], 0), 0),
            (state(&[i64::MIN], 0), 0),
            (state(&[i64::MAX], 0), 0),
            (state(&[1], 0), 1),
            (state(&[1], 1), 0),
            (state(&long, 0), 0),
            (state(&longer, 0), 0),
        ];
        let encoding = |(state, observed): &(State, usize)| {
            let mut encoding = StateEncoding::default();
            encoding.encode(state, *observed);
            encoding.bytes().to_vec()
        };
        for (position, one) in all.iter().enumerate() {
            assert_eq!(encoding(one), encoding(&one.clone()));
            assert!(all[..position].iter().all(|other| encoding(other) != encoding(one)));
        }
    }
}
