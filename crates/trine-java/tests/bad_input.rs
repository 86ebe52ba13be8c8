//! Text that is not Java, or hardly: diagnostics or a degraded program, never a panic.

mod common;

use common::load;

const SEED: &str = include_str!("programs/Conformance.java");

/// Small, seeded, the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    ";",
    "\"",
    "'",
    "<",
    ">",
    "->",
    "::",
    "new ",
    "class ",
    "int ",
    "this",
    "super",
    "case ",
    "yield ",
    "synchronized ",
    "try ",
    "@",
    "[",
    "]",
    ".",
    ",",
    "\\",
    "/*",
    "*/",
    "é",
    "\0",
    "switch (x) {",
    "enum E { A }",
    "record R(int x) { R { } }",
    "int... ",
    "? super ",
    "&&",
    "!",
    "0x",
    "1e",
    "\"\"\"",
    "extends ",
    "Trine.atomic(",
    "lambda -> ",
    "goto",
    "static ",
    "return ",
    "break;",
];

#[test]
fn mutated_programs_never_panic() {
    for seed in 1..=300u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // A part of the program keeps each of many runs short.
        let letters: Vec<char> = SEED.chars().collect();
        let start = random.below(letters.len());
        let end = (start + 200 + random.below(2500)).min(letters.len());
        let mut text: Vec<char> = letters[start..end].to_vec();
        for _ in 0..=random.below(8) {
            let at = random.below(text.len());
            match random.below(4) {
                0 => drop(text.drain(at..(at + random.below(30)).min(text.len()))),
                1 => {
                    let piece = PIECES[random.below(PIECES.len())];
                    text.splice(at..at, piece.chars());
                }
                2 => {
                    let to = (at + random.below(80)).min(text.len());
                    let part: Vec<char> = text[at..to].to_vec();
                    let target = random.below(text.len());
                    text.splice(target..target, part);
                }
                _ => text.truncate(at.max(1)),
            }
            if text.is_empty() {
                break;
            }
        }
        let text: String = text.into_iter().collect();
        load(&[("Main.java", &text)]);
    }
}

#[test]
fn random_pieces_never_panic() {
    for seed in 1..=200u64 {
        let mut random = Random(seed.wrapping_mul(0xd134_2543_de82_ef95));
        let count = random.below(120);
        let text: String = (0..count).map(|_| PIECES[random.below(PIECES.len())]).collect();
        load(&[("Main.java", &text)]);
    }
}

#[test]
fn deep_nesting_is_bounded() {
    let deep = |open: &str, middle: &str, close: &str, count: usize| {
        format!("{}{middle}{}", open.repeat(count), close.repeat(count))
    };
    let expression = |text: String| format!("class A {{ int x = 1; void f() {{ x = {text}; }} }}");
    let statement = |text: String| format!("class A {{ void f(boolean b) {{ {text} }} }}");
    let cases = [
        expression(deep("(", "1", ")", 20_000)),
        expression(deep("-(", "x", ")", 20_000)),
        expression(deep("f(", "1", ")", 5_000)),
        expression(deep("1 + (", "1", ")", 20_000)),
        expression(vec!["x"; 20_000].join(" + ")),
        expression(vec!["x"; 5_000].join(" = ")),
        expression(deep("b ? 1 : ", "2", "", 5_000)),
        expression(deep("() -> ", "2", "", 3_000)),
        statement(deep("{", ";", "}", 20_000)),
        statement(deep("if (b) ", ";", "", 5_000)),
        statement(deep("while (b) { ", ";", "}", 5_000)),
        statement(deep("l: ", ";", "", 5_000)),
        statement(deep("new Object() { void g() { ", "", " } };", 2_000)),
        statement(deep("try { ", "", " } finally { }", 5_000)),
        deep("class A { ", "", " }", 5_000),
        format!("class A {{ {} x; }}", deep("java.util.List<", "A", ">", 5_000)),
        format!("class A {{ int{} x; }}", "[]".repeat(1_000)),
        format!("class A extends {} {{ }}", vec!["A"; 5_000].join(".")),
    ];
    for text in cases {
        load(&[("Main.java", &text)]);
    }
}

#[test]
fn classes_in_circles_are_cut() {
    load(&[("Main.java", "class A extends B { } class B extends A { int x = y; } interface I extends I { }
        class C<T extends T> { T f(T t) { return t.g(); } } class D extends D.E { class E extends D { } }
        class F { static final int A = B, B = A; int x = A; }")]);
}

#[test]
fn several_syntax_errors_are_told_with_their_places() {
    let text = "class A {\n  void f() { int = 3; }\n  void g( { }\n  int x = ;\n}\n";
    let loaded = load(&[("Main.java", text)]);
    let places: Vec<String> = loaded
        .diagnostics
        .items
        .iter()
        .filter_map(|item| item.span)
        .map(|span| loaded.sources.describe(span))
        .collect();
    assert!(places.len() >= 2, "{places:?}");
    assert!(loaded.diagnostics.has_errors());
    assert!(places.iter().all(|place| place.starts_with("Main.java:")), "{places:?}");
}
