//! Damages texts of any language with the tokens they are made of: ranges cut, doubled and moved, nesting that
//! explodes, numbers that are far too large.

use super::{mutate, tokens};
use crate::rng::Rng;

/// A damaged version of one of the texts, whatever their language; the same for the same seed.
pub fn damage(corpus: &[String], seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0xda3a);
    if corpus.is_empty() || rng.chance(25) {
        return mutate(corpus, seed);
    }
    let mut pieces = tokens(rng.pick::<String>(corpus));
    let gentle = rng.chance(45);
    for _ in 0..rng.weighted(&[(6, 1), (4, 2), (2, 4)]) {
        // Other numbers and names leave most texts readable, and what comes after reading gets its share.
        let how = if gentle { *rng.pick(&[5, 6, 8]) } else { rng.below(10) };
        once(&mut pieces, how, corpus, &mut rng);
    }
    pieces.concat()
}

fn once(pieces: &mut Vec<String>, how: usize, corpus: &[String], rng: &mut Rng) {
    if pieces.is_empty() {
        return;
    }
    let start = rng.below(pieces.len());
    let end = (start + rng.between(1, 12)).min(pieces.len());
    match how {
        0 => {
            pieces.drain(start..end);
        }
        1 => {
            let range: Vec<String> = pieces[start..end].to_vec();
            let times = rng.weighted(&[(6, 1), (2, 3), (1, 200)]);
            let copies = std::iter::repeat_n(range, times).flatten();
            pieces.splice(end..end, copies);
        }
        2 => {
            let range: Vec<String> = pieces.drain(start..end).collect();
            let at = rng.below(pieces.len() + 1);
            pieces.splice(at..at, range);
        }
        // Tokens of another text of the language.
        3 | 4 => {
            let other = tokens(rng.pick::<String>(corpus));
            if other.is_empty() {
                return;
            }
            let from = rng.below(other.len());
            let to = (from + rng.between(1, 12)).min(other.len());
            let stop = if rng.chance(50) { end } else { start };
            pieces.splice(start..stop, other[from..to].iter().cloned());
        }
        5 | 6 => {
            let is_number = |piece: &String| piece.starts_with(|c: char| c.is_ascii_digit());
            let numbers: Vec<usize> =
                (0..pieces.len()).filter(|at| is_number(&pieces[*at])).collect();
            let at = if numbers.is_empty() { start } else { *rng.pick(&numbers) };
            pieces[at] = (*rng.pick(NUMBERS)).to_string();
        }
        7 => nest(pieces, start, end, rng),
        8 => {
            // A name in the place of another.
            let is_name = |piece: &String| piece.starts_with(|c: char| c.is_alphabetic());
            let names: Vec<usize> = (0..pieces.len()).filter(|at| is_name(&pieces[*at])).collect();
            if names.len() > 1 {
                pieces[*rng.pick(&names)] = pieces[*rng.pick(&names)].clone();
            } else {
                pieces[start] = (*rng.pick(SIGNS)).to_string();
            }
        }
        _ => pieces[start] = (*rng.pick(SIGNS)).to_string(),
    }
}

/// Puts something inside itself many times.
fn nest(pieces: &mut Vec<String>, start: usize, end: usize, rng: &mut Rng) {
    let depth = rng.weighted(&[(4, 3), (3, 100), (2, 5_000), (1, 100_000)]);
    let (open, close) = *rng.pick(&[
        ("(", ")"),
        ("{", "}"),
        ("[", "]"),
        ("!", ""),
        ("-", ""),
        ("if (x) {", "}"),
        ("begin ", " end;"),
        ("(1 + ", ")"),
        ("\"", "\""),
        ("[] ", ""),
        ("if :: ", " fi"),
        ("not (", ")"),
    ]);
    pieces.insert(end, close.repeat(depth));
    pieces.insert(start, open.repeat(depth));
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "-1",
    "255",
    "256",
    "1000",
    "65536",
    "1000000",
    "100000000",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999999999999999999999999999",
    "2 ** 1000000",
];

const SIGNS: &[&str] = &[
    ";", ",", ".", "..", ":", "::", ":=", "=", "=>", "->", "(", ")", "[", "]", "{", "}", "<", ">",
    "+", "-", "*", "/", "%", "!", "?", "&", "|", "^", "~", "@", "#", "'", "\"", "\\", "/*", "*/",
    "--", "//", "\n", "\t", "\0", "é", "😀",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_repeatable_and_damages() {
        let corpus = vec!["class A { int x = 1; }".to_owned(), "class B { }".to_owned()];
        let damaged: Vec<String> = (0..500).map(|seed| damage(&corpus, seed)).collect();
        assert_eq!(damaged, (0..500).map(|seed| damage(&corpus, seed)).collect::<Vec<_>>());
        assert!(damaged.iter().filter(|text| !corpus.contains(text)).count() > 400);
        assert!(damaged.iter().any(|text| text.len() > 5_000));
    }
}
