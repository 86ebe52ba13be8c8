//! Damaged specifications are read to their end: problems, but no panic.

use std::fs;

use crate::random::Random;
use crate::{examples, golden, support};

const PIECES: [&str; 38] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "[]",
    "<>",
    "->",
    "<->",
    "*",
    "+",
    "?",
    ";",
    ",",
    ":",
    ".",
    "|",
    "\"",
    "\\",
    "//",
    "/*",
    "*/",
    "\n",
    "=",
    "==",
    "!",
    "-",
    "event",
    "property",
    "constraint",
    "query",
    "loop",
    "automaton",
    "99999999999999999999",
    "é",
    "\u{0}",
    "\r\n",
];

fn damage(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.between(1, 6) {
        let at = random.below(characters.len() + 1);
        let until = (at + random.below(12)).min(characters.len());
        match random.below(5) {
            0 => drop(characters.drain(at..until)),
            1 => {
                let piece: Vec<char> = random.pick(&PIECES).chars().collect();
                characters.splice(at..at, piece);
            }
            2 => {
                let piece: Vec<char> = random.pick(&PIECES).chars().collect();
                characters.splice(at..until, piece);
            }
            3 => {
                let copy = characters[at..until].to_vec();
                let to = random.below(characters.len() + 1);
                characters.splice(to..to, copy);
            }
            _ => characters.truncate(at.max(1)),
        }
    }
    characters.into_iter().collect()
}

#[test]
fn five_thousand_damaged_specifications_are_read() {
    let paths = golden::files("good").into_iter().chain(golden::files("bad"));
    let texts: Vec<String> = paths
        .chain(examples::files())
        .map(|path| fs::read_to_string(path).expect("a text"))
        .collect();
    let mut random = Random(5);
    let mut faulty = 0;
    for number in 0..5000 {
        let text = damage(&texts[number % texts.len()], &mut random);
        let (sources, spec, diagnostics) = support::read("damaged.trine", &text);
        faulty += usize::from(diagnostics.has_errors());
        // Every problem has a place that can be shown.
        support::render(&sources, &diagnostics);
        // What could be read can be printed and read again.
        let printed = trine_spec::print(&spec);
        let (_, again, _) = support::read("again.trine", &printed);
        assert_eq!(again.items, spec.items, "number {number}: {text}\n-----\n{printed}");
    }
    assert!(faulty > 2500, "the damage is too small: {faulty}");
}

#[test]
fn deep_and_long_specifications_end_in_problems_not_in_overflow() {
    let deep = |open: &str, close: &str, head: &str| {
        format!("{head}{}a{}", open.repeat(20_000), close.repeat(20_000))
    };
    let texts = [
        deep("(", ")", "property p { all paths satisfy "),
        deep("(", ")", "property p { ltl "),
        deep("!", "", "property p { ltl "),
        deep("a -> ", "", "property p { ltl "),
        deep("a U ", "", "property p { ltl "),
        deep("a <-> ", "", "property p { ltl "),
        deep("", "+", "property p { all paths satisfy "),
        deep("(", "*)", "property p { all paths satisfy "),
        deep("(", ")", "event e = "),
        format!("{}\" }}", deep("(", ")", "property p { invariant \"")),
        format!("{}\" }}", deep("a[", "]", "property p { invariant \"")),
        format!("{}\" }}", deep("-", "", "property p { invariant \"")),
        format!("{}\" }}", deep("1 + ", "", "property p { invariant \"")),
        deep("{", "}", "property p "),
        deep("property p { automaton { ", "", ""),
        "property p { ".repeat(20_000),
        "event ".repeat(20_000),
        "x ".repeat(20_000),
        "loop/".repeat(20_000),
    ];
    for text in texts {
        let (_, _, diagnostics) = support::read("deep.trine", &text);
        assert!(diagnostics.has_errors(), "{}", &text[..60]);
        assert!(diagnostics.items.len() < 200);
    }
}

#[test]
fn wide_specifications_are_read() {
    let wide = |piece: &str, head: &str| format!("{head}{}a }}", piece.repeat(20_000));
    for text in [
        wide("a; ", "event a = lock property p { all paths satisfy "),
        wide("a | ", "event a = lock property p { all paths satisfy "),
        wide("a && ", "event a = lock property p { ltl "),
        wide("a || ", "event a = lock property p { ltl "),
        wide("a or ", "event a = lock property p { absence of "),
    ] {
        let (sources, spec, diagnostics) = support::read("wide.trine", &text);
        assert_eq!(support::render(&sources, &diagnostics), "");
        trine_spec::print(&spec);
    }
}
