//! How cells hold references with numbers among them.

use crate::System;

/// So many low bits are all set in a number, which is in the bits above; in a reference they are not.
pub const SHIFT: i64 = 20;
pub const MARK: i64 = (1 << SHIFT) - 1;

/// Whether a number can be kept so.
pub fn fits(number: i64) -> bool {
    (number << SHIFT) >> SHIFT == number
}

pub fn put(number: i64) -> i64 {
    (number << SHIFT) | MARK
}

/// The number that is kept, if it is one.
pub fn take(value: i64) -> Option<i64> {
    (value & MARK == MARK).then_some(value >> SHIFT)
}

/// A value as people write it. The names of references are those of the first enumeration.
pub fn show(system: &System, value: i64) -> String {
    let names = system.enums.iter().next();
    match (take(value), names.and_then(|names| names.name_of(value))) {
        (Some(number), _) => number.to_string(),
        (None, Some(name)) => name.to_string(),
        (None, None) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_references() {
        for number in [0, 1, -1, 127, -128, i64::from(i32::MAX), i64::from(i32::MIN)] {
            assert!(fits(number));
            assert_eq!(take(put(number)), Some(number));
        }
        assert!(!fits(i64::MAX));
        assert!((0..300).all(|reference| take(reference).is_none()));
    }
}
