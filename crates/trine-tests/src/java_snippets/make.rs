//! The generator of snippets: ideas, a file each, put together by chance.

mod arithmetic;
mod boxing;
mod jumps;
mod order;
mod scope;
mod templates;

use std::collections::BTreeMap;

use super::{Part, Snippet};
use crate::rng::Rng;

/// A name, how often it is taken, and the function that makes one.
type Idea = (&'static str, usize, fn(&mut Maker));

/// Ideas that are code.
const IDEAS: &[Idea] = &[
    ("arithmetic", 12, arithmetic::make),
    ("boxing", 10, boxing::make),
    ("jumps", 10, jumps::make),
    ("order", 8, order::make),
    ("scope", 8, scope::make),
];

/// The snippet of a seed: one to three ideas.
pub fn generate(seed: u64) -> Snippet {
    let mut maker = Maker::new(seed);
    let weights: Vec<(usize, usize)> = IDEAS
        .iter()
        .map(|(_, weight, _)| *weight)
        .chain(templates::all().iter().map(|template| template.weight))
        .enumerate()
        .map(|(at, weight)| (weight, at))
        .collect();
    for _ in 0..maker.rng.between(1, 3) {
        let at = maker.rng.weighted(&weights);
        match IDEAS.get(at) {
            Some((_, _, make)) => make(&mut maker),
            None => templates::all()[at - IDEAS.len()].make(&mut maker),
        }
    }
    maker.finish(seed)
}

/// The snippet of a seed with one idea or template only.
pub fn generate_of(name: &str, seed: u64) -> Option<Snippet> {
    let mut maker = Maker::new(seed);
    match IDEAS.iter().find(|(idea, ..)| *idea == name) {
        Some((_, _, make)) => make(&mut maker),
        None => templates::all().iter().find(|one| one.name == name)?.make(&mut maker),
    }
    Some(maker.finish(seed))
}

/// Snippets that do whatever tables and templates name, and some of each other idea.
pub fn every() -> Vec<Snippet> {
    let mut snippets = Vec::new();
    for (at, (_, _, make)) in IDEAS.iter().enumerate() {
        for seed in (0..20).map(|seed| 100_000_000 + 1_000 * at as u64 + seed) {
            let mut maker = Maker::new(seed);
            make(&mut maker);
            snippets.push(maker.finish(seed));
        }
    }
    for (at, template) in templates::all().iter().enumerate() {
        snippets.extend(template.make_all(200_000_000 + 100_000 * at as u64));
    }
    snippets
}

/// What is being made.
pub struct Maker {
    pub rng: Rng,
    parts: Vec<Part>,
    names: usize,
    /// Which of several texts is taken, instead of one by chance.
    forced: Option<usize>,
    /// The most texts that there were to choose from.
    alternatives: usize,
}

impl Maker {
    fn new(seed: u64) -> Maker {
        Maker {
            rng: Rng::new(seed ^ 0x736e_6970),
            parts: Vec::new(),
            names: 0,
            forced: None,
            alternatives: 0,
        }
    }

    fn finish(self, seed: u64) -> Snippet {
        Snippet { name: format!("s{seed}"), parts: self.parts }
    }

    /// A part of `main`, in a block of its own.
    pub fn body(&mut self, idea: &'static str, text: &str) {
        let text = format!("{{\n{}\n}}", text.trim_end());
        self.parts.push(Part { idea, member: false, text });
    }

    /// Adds a member to the class of the snippet.
    pub fn member(&mut self, idea: &'static str, text: &str) {
        self.parts.push(Part { idea, member: true, text: text.to_string() });
    }

    /// A name that nothing else has.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// One of these items, by chance.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        *self.rng.pick(items)
    }

    /// A text with something by chance in the place of each mark: `$i` a small number, `$n` any int, `$l` any long,
    /// `$p` a positive one, `$b` a truth value, `$c` a character, `$d` a floating-point number, `$s` a short text, `$k` one
    /// of few texts, `$e` an element (a number that is often equal to another, and sometimes not in the cache of boxes), `$@`
    /// a number that is this text's own, `$[one~other]` one of several texts. `$[X=one~other]` is one of them, too, and
    /// from there on the same for every `$X`.
    pub fn fill(&mut self, text: &str) -> String {
        self.names += 1;
        let own = self.names.to_string();
        self.fill_in(text, &own, &mut BTreeMap::new())
    }

    fn fill_in(&mut self, text: &str, own: &str, chosen: &mut BTreeMap<char, String>) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            filled.push_str(&rest[..at]);
            let mark = rest[at + 1..].chars().next().unwrap_or('$');
            rest = &rest[at + 1 + mark.len_utf8()..];
            if mark == '[' {
                let Some((alternatives, after)) = alternatives(rest) else { break };
                let first = alternatives[0].as_bytes();
                let binds = first.len() > 1 && first[0].is_ascii_uppercase() && first[1] == b'=';
                let at = match self.forced {
                    Some(forced) => forced % alternatives.len(),
                    None => self.rng.below(alternatives.len()),
                };
                self.alternatives = self.alternatives.max(alternatives.len());
                let text = if binds && at == 0 { &alternatives[0][2..] } else { alternatives[at] };
                let text = self.fill_in(text, own, chosen);
                filled.push_str(&text);
                if binds {
                    chosen.insert(char::from(first[0]), text);
                }
                rest = after;
                continue;
            }
            filled.push_str(&match mark {
                '@' => own.to_string(),
                'i' => self.pick(&["0", "1", "2", "3", "1", "2", "-1", "5"]).to_string(),
                'p' => self.pick(&["1", "2", "3", "4"]).to_string(),
                'n' => self.int().to_string(),
                'l' => format!("{}L", self.long()),
                'b' => self.pick(&["true", "false"]).to_string(),
                'c' => self.pick(&["'a'", "'b'", "'Z'", "'0'", "'7'", "' '", "'_'"]).to_string(),
                'd' => self.double().to_string(),
                's' => self.text().to_string(),
                'k' => self.pick(&["\"a\"", "\"b\"", "\"c\"", "\"a\"", "\"bb\""]).to_string(),
                'e' => self.pick(&["1", "2", "3", "2", "1000", "1", "1000", "-5"]).to_string(),
                other => chosen.get(&other).cloned().unwrap_or_else(|| format!("${other}")),
            });
        }
        filled + rest
    }

    /// An int literal, often one at a limit.
    pub fn int(&mut self) -> &'static str {
        self.pick(&[
            "0",
            "1",
            "-1",
            "2",
            "3",
            "7",
            "-8",
            "10",
            "31",
            "32",
            "33",
            "63",
            "127",
            "128",
            "-128",
            "-129",
            "255",
            "256",
            "1000",
            "32767",
            "32768",
            "65535",
            "65536",
            "46341",
            "123456789",
            "-987654321",
            "2147483647",
            "-2147483648",
        ])
    }

    /// A long value, without its suffix, often one at a limit.
    pub fn long(&mut self) -> &'static str {
        self.pick(&[
            "0",
            "1",
            "-1",
            "5",
            "64",
            "-100",
            "1000",
            "2147483647",
            "2147483648",
            "-2147483649",
            "4294967295",
            "4294967296",
            "9007199254740993",
            "123456789012345",
            "9223372036854775807",
            "-9223372036854775808",
        ])
    }

    /// A double expression, infinities and NaN included.
    pub fn double(&mut self) -> &'static str {
        self.pick(&[
            "0.0",
            "-0.0",
            "0.5",
            "1.0",
            "-1.5",
            "2.75",
            "3.999",
            "1e10",
            "-1e19",
            "1e300",
            "0.1",
            "100.25",
            "(0.0 / 0.0)",
            "(1.0 / 0.0)",
            "(-1.0 / 0.0)",
        ])
    }

    /// A string literal.
    pub fn text(&mut self) -> &'static str {
        self.pick(&[
            "\"\"",
            "\"a\"",
            "\"b\"",
            "\"ab\"",
            "\"abc\"",
            "\"abcabc\"",
            "\"A\"",
            "\"Ab c\"",
            "\" a \"",
            "\"12\"",
            "\"-7\"",
            "\"x,y,,z\"",
            "\"true\"",
            "\"tab\\t.\"",
            "\"bca\"",
        ])
    }
}

/// The texts between marks of choice, and what comes after the bracket that ends them.
fn alternatives(text: &str) -> Option<(Vec<&str>, &str)> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, character) in text.char_indices() {
        match character {
            '[' => depth += 1,
            ']' if depth == 0 => {
                found.push(&text[start..at]);
                return Some((found, &text[at + 1..]));
            }
            ']' => depth -= 1,
            '~' if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}
