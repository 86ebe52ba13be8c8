//! What is computed of text that is known: lengths, parts, comparisons. Positions and lengths count units
//! of UTF-16, as Java counts them.

use crate::decimal;

/// An operation on text, or on the classes of things. Arguments in brackets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextOp {
    /// [text] How long it is.
    Length,
    /// [text, position] The unit there.
    At,
    /// [text, anything] Whether both are text, and the same.
    Same,
    /// [text, text] Negative, zero or positive, as Java orders text.
    Compare,
    /// [text, text] The same without regard to upper and lower case.
    CompareFolded,
    /// [text] Java's hash code.
    Hash,
    /// [text or null, text or null] One after the other.
    Join,
    /// [number or null]
    OfNumber,
    /// [number in floating point] As Java writes a double.
    OfDouble,
    /// [number in floating point] As Java writes a float.
    OfSingle,
    /// [number] The text of one unit.
    OfUnit,
    /// [number] As a truth value.
    OfTruth,
    /// [text, from, to]
    Part,
    /// [text, text, from] Where it occurs first, from there on; -1 if nowhere.
    Find,
    /// [text, text] Where it occurs last; -1 if nowhere.
    FindLast,
    /// [text] Without blanks at its ends.
    Trim,
    /// [text]
    Lower,
    /// [text]
    Upper,
    /// [text, text, text] Every occurrence of the second replaced by the third.
    Replace,
    /// [text] Whether it is a decimal number of 64 bits.
    IsNumber,
    /// [text] That number.
    Number,
    /// [number] Whether elaboration knows it, so that what follows happens once and not again and again.
    IsKnown,
    /// [anything] Whether it is followed: known, or known in the state.
    IsFollowed,
    /// [text] Something is done somewhere that matters to what is done elsewhere.
    Note,
    /// [text] Whether it is, anywhere in the program.
    IsNoted,
    /// [object] The object that stands for its class.
    ClassOf,
    /// [the object that stands for a class, anything] Whether it is one of these.
    IsInstance,
    /// [the object that stands for a class] Its name, without what encloses it.
    ClassName,
    /// [the object that stands for a class] Its full name, as the language gives it at run time.
    FullClassName,
    /// [text, text or null] The first, and after a colon the second unless it is null.
    Labelled,
}

/// What is known of an argument, or of a result.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    Text(String),
    Number(i64),
    /// In floating point.
    Real(f64),
    Null,
}

/// Longer results are not followed.
const LONGEST: usize = 120;

/// The result, where it can be known.
pub fn text(op: TextOp, arguments: &[Piece]) -> Option<Piece> {
    use Piece::{Null, Number, Real, Text};
    let truth = |value: bool| Some(Number(i64::from(value)));
    let position = |text: &str, at: &str, found: Option<usize>| match found {
        Some(byte) if text.is_char_boundary(byte) => units(&text[..byte]).len() as i64,
        _ if at.is_empty() => 0,
        _ => -1,
    };
    match (op, arguments) {
        (TextOp::Length, [Text(text)]) => Some(Number(units(text).len() as i64)),
        (TextOp::At, [Text(text), Number(at)]) => {
            let units = units(text);
            usize::try_from(*at)
                .ok()
                .and_then(|at| units.get(at))
                .map(|unit| Number((*unit).into()))
        }
        (TextOp::Same, [left, right]) => truth(left == right && matches!(left, Text(_))),
        (TextOp::Compare, [Text(left), Text(right)]) => Some(Number(compare(left, right))),
        (TextOp::CompareFolded, [Text(left), Text(right)]) => {
            Some(Number(compare(&left.to_lowercase(), &right.to_lowercase())))
        }
        (TextOp::Hash, [Text(text)]) => {
            let add = |hash: i32, unit: &u16| hash.wrapping_mul(31).wrapping_add((*unit).into());
            Some(Number(units(text).iter().fold(0i32, add).into()))
        }
        (TextOp::Join, [left, right]) => {
            let shown = |piece: &Piece| match piece {
                Text(text) => Some(text.clone()),
                Null => Some("null".to_string()),
                Number(_) | Real(_) => None,
            };
            made(shown(left)? + &shown(right)?)
        }
        (TextOp::Labelled, [Text(name), Null]) => made(name.clone()),
        (TextOp::Labelled, [Text(name), Text(text)]) => made(format!("{name}: {text}")),
        (TextOp::OfNumber, [Number(number)]) => made(number.to_string()),
        (TextOp::OfNumber, [Null]) => made("null".to_string()),
        (TextOp::OfDouble, [Real(number)]) => made(decimal::of_double(*number)?),
        (TextOp::OfSingle, [Real(number)]) => made(decimal::of_single(*number as f32)?),
        (TextOp::OfUnit, [Number(unit)]) => {
            made(String::from_utf16(&[u16::try_from(*unit).ok()?]).ok()?)
        }
        (TextOp::OfTruth, [Number(truth)]) => made((*truth != 0).to_string()),
        (TextOp::Part, [Text(text), Number(from), Number(to)]) => {
            let range = usize::try_from(*from).ok()?..usize::try_from(*to).ok()?;
            made(String::from_utf16(units(text).get(range)?).ok()?)
        }
        (TextOp::Find, [Text(text), Text(part), Number(from)]) => {
            let units = units(text);
            let from = usize::try_from(*from).unwrap_or(0).min(units.len());
            let rest = String::from_utf16(&units[from..]).ok()?;
            let found = position(&rest, part, rest.find(part.as_str()));
            Some(Number(if found < 0 { found } else { found + from as i64 }))
        }
        (TextOp::FindLast, [Text(text), Text(part)]) => {
            Some(Number(position(text, part, text.rfind(part.as_str()))))
        }
        (TextOp::Trim, [Text(text)]) => {
            made(text.trim_matches(|letter: char| letter <= ' ').to_string())
        }
        // Other letters may depend on where the program runs.
        (TextOp::Lower, [Text(text)]) if text.is_ascii() => made(text.to_ascii_lowercase()),
        (TextOp::Upper, [Text(text)]) if text.is_ascii() => made(text.to_ascii_uppercase()),
        (TextOp::Replace, [Text(text), Text(from), Text(to)]) => made(text.replace(from, to)),
        (TextOp::IsNumber, [Text(text)]) => truth(text.parse::<i64>().is_ok()),
        (TextOp::IsKnown, [Number(_)]) | (TextOp::IsFollowed, [_]) => truth(true),
        (TextOp::Note | TextOp::IsNoted, [_]) => truth(true),
        (TextOp::Number, [Text(text)]) => text.parse::<i64>().ok().map(Number),
        _ => None,
    }
}

fn made(text: String) -> Option<Piece> {
    (text.len() <= LONGEST).then_some(Piece::Text(text))
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn compare(left: &str, right: &str) -> i64 {
    let (left, right) = (units(left), units(right));
    let differ = left.iter().zip(&right).find(|(left, right)| left != right);
    match differ {
        Some((left, right)) => i64::from(*left) - i64::from(*right),
        None => left.len() as i64 - right.len() as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(op: TextOp, texts: &[&str], numbers: &[i64]) -> Option<Piece> {
        let mut pieces: Vec<Piece> =
            texts.iter().map(|text| Piece::Text(text.to_string())).collect();
        pieces.extend(numbers.iter().map(|number| Piece::Number(*number)));
        text(op, &pieces)
    }

    #[test]
    fn results_are_those_of_java() {
        let number = |value: i64| Some(Piece::Number(value));
        let made = |value: &str| Some(Piece::Text(value.to_string()));
        assert_eq!(apply(TextOp::Length, &["a\u{1f600}"], &[]), number(3));
        assert_eq!(apply(TextOp::At, &["abc"], &[1]), number(98));
        assert_eq!(apply(TextOp::At, &["abc"], &[3]), None);
        assert_eq!(apply(TextOp::Compare, &["apple", "banana"], &[]), number(-1));
        assert_eq!(apply(TextOp::Compare, &["ab", "abcd"], &[]), number(-2));
        assert_eq!(apply(TextOp::CompareFolded, &["Ab", "aB"], &[]), number(0));
        assert_eq!(apply(TextOp::Hash, &["hello"], &[]), number(99_162_322));
        assert_eq!(apply(TextOp::Part, &["hello"], &[1, 3]), made("el"));
        assert_eq!(apply(TextOp::Part, &["hello"], &[3, 9]), None);
        assert_eq!(apply(TextOp::Find, &["banana", "an"], &[2]), number(3));
        assert_eq!(apply(TextOp::Find, &["banana", "x"], &[0]), number(-1));
        assert_eq!(apply(TextOp::Find, &["abc", ""], &[2]), number(2));
        assert_eq!(apply(TextOp::FindLast, &["banana", "an"], &[]), number(3));
        assert_eq!(apply(TextOp::FindLast, &["abc", ""], &[]), number(3));
        assert_eq!(apply(TextOp::IsNumber, &["+7"], &[]), number(1));
        assert_eq!(apply(TextOp::IsNumber, &[" 7"], &[]), number(0));
        assert_eq!(apply(TextOp::Upper, &["ß"], &[]), None);
        assert_eq!(text(TextOp::OfNumber, &[Piece::Null]), made("null"));
        assert_eq!(apply(TextOp::Join, &["x", &"y".repeat(LONGEST)], &[]), None);
    }
}
