//! How cells hold references with numbers among them.
//!
//! A number is the value of a box: an object of one of a few classes, which are told apart, too. What boxes of
//! equal numbers are the same object is known as far as their origins tell: boxes of different origins are
//! different objects, those of origin 0 with one class and number are one, and of others nothing is known.

use crate::System;

/// The number is in the bits above these.
pub const SHIFT: i64 = 20;
/// Set in a box; not set in a reference.
pub const MARK: i64 = 1 << 19;
/// Where the class is, and which bits are the origin.
pub const KIND_SHIFT: i64 = 16;
/// The bits of an origin.
pub const ORIGIN: i64 = (1 << KIND_SHIFT) - 1;
/// The mark and the class.
pub const KIND: i64 = (1 << SHIFT) - 1 - ORIGIN;
/// So many classes can be told apart.
pub const KINDS: usize = 8;

/// Whether a number can be kept so.
pub fn fits(number: i64) -> bool {
    (number << SHIFT) >> SHIFT == number
}

/// The bits below the number.
pub fn tag(kind: u8, origin: u16) -> i64 {
    MARK | (i64::from(kind) << KIND_SHIFT) | i64::from(origin)
}

/// The cell of a number that lies in a box: the number, tagged with the kind of the box and its origin.
pub fn put(kind: u8, origin: u16, number: i64) -> i64 {
    (number << SHIFT) | tag(kind, origin)
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
            assert_eq!(take(put(0, 0, number)), Some(number));
            assert_eq!(take(put(7, u16::MAX, number)), Some(number));
        }
        assert!(!fits(i64::MAX));
        assert!((0..300).all(|reference| take(reference).is_none()));
    }

    #[test]
    fn boxes_are_told_apart_by_class_and_origin() {
        let boxes = [put(0, 0, 5), put(1, 0, 5), put(0, 3, 5), put(0, 0, 6)];
        assert!(boxes.iter().enumerate().all(|(at, one)| !boxes[..at].contains(one)));
        assert_eq!(
            boxes.map(|value| value & KIND).map(|kind| kind == tag(0, 0)),
            [true, false, true, true]
        );
    }
}
