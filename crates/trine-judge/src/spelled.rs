//! States spelled out as bytes: two are equal exactly when their bytes are, and the bytes take little room.

use std::hash::{Hash, Hasher};

use trine_system::State;

/// Everything that a state and its observer consist of, in order; runs of zeros are counted.
///
/// What a derived `Hash` hands to its hasher tells all parts and lengths, so that nothing is lost.
#[derive(Default)]
pub struct Spelled(Vec<u8>);

impl Spelled {
    /// The bytes of a state with an observer.
    pub fn spell(&mut self, state: &State, observed: usize) -> &[u8] {
        self.0.clear();
        state.hash(self);
        observed.hash(self);
        &self.0
    }
}

impl Hasher for Spelled {
    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((&byte, after)) = rest.split_first() {
            self.0.push(byte);
            rest = after;
            if byte == 0 {
                let zeros = rest.iter().take(254).take_while(|byte| **byte == 0).count();
                self.0.push(zeros as u8);
                rest = &rest[zeros..];
            }
        }
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
            (state(&[1], 0), 1),
            (state(&[1], 1), 0),
            (state(&long, 0), 0),
            (state(&longer, 0), 0),
        ];
        let spelled = |(state, observed): &(State, usize)| {
            Spelled::default().spell(state, *observed).to_vec()
        };
        for (position, one) in all.iter().enumerate() {
            assert_eq!(spelled(one), spelled(&one.clone()));
            assert!(all[..position].iter().all(|other| spelled(other) != spelled(one)));
        }
    }
}
