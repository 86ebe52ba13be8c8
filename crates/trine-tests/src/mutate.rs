//! Damages texts in ways that users and disks do: for campaigns with bad input.

mod structure;

use crate::rng::Rng;

pub use structure::damage;

/// A damaged version of one of the texts; the same for the same seed.
pub fn mutate(corpus: &[String], seed: u64) -> String {
    let mut rng = Rng::new(seed);
    if corpus.is_empty() {
        return random_text(&mut rng);
    }
    let mut text = rng.pick(corpus).clone();
    for _ in 0..rng.weighted(&[(6, 1), (3, 2), (1, 5)]) {
        text = once(&text, corpus, &mut rng);
    }
    text
}

/// A text of random bytes, read as UTF-8 as far as it goes.
pub fn random_text(rng: &mut Rng) -> String {
    let length = rng.between(0, 400);
    let bytes: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A model in which every construct that nests does so `depth` times.
pub fn deeply_nested(depth: usize) -> Vec<String> {
    let wrap = |open: &str, middle: &str, close: &str| {
        format!(
            "byte x; active proctype P() {{ {}{middle}{} }}\n",
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    let body =
        |open: &str, close: &str| format!("{}x = 1{}", open.repeat(depth), close.repeat(depth));
    vec![
        wrap("if :: ", "x = 1", " fi"),
        wrap("do :: ", "x = 1", " od"),
        wrap("{ ", "x = 1", " }"),
        wrap("atomic { ", "x = 1", " }"),
        wrap("d_step { ", "x = 1", " }"),
        format!("byte x; active proctype P() {{ {} }}\n", body("{ ", " } unless { x == 9 }")),
        format!(
            "byte x; active proctype P() {{ x = {}1{} }}\n",
            "(".repeat(depth),
            ")".repeat(depth)
        ),
        format!("byte x; active proctype P() {{ x = {}x }}\n", "- ".repeat(depth)),
        format!(
            "byte x; active proctype P() {{ x = {}1{} }}\n",
            "(x -> ".repeat(depth),
            " : 0)".repeat(depth)
        ),
        format!("byte x; active proctype P() {{ x = 1{} }}\n", " + 1".repeat(depth)),
        format!(
            "byte x; active proctype P() {{ x = 1 }}\nltl p {{ {}(x == 1) }}\n",
            "[] <> ".repeat(depth)
        ),
        format!(
            "byte x; active proctype P() {{ x = 1 }}\nltl p {{ {}(x == 1){} }}\n",
            "(".repeat(depth),
            ")".repeat(depth)
        ),
        format!(
            "byte a[3]; active proctype P() {{ a[{}0{}] = 1 }}\n",
            "a[".repeat(depth),
            "]".repeat(depth)
        ),
        format!("{}byte x; {}\n", "#if 1\n".repeat(depth), "\n#endif".repeat(depth)),
        format!(
            "#define A0 1\n{}byte x = A{depth};\n",
            (1..=depth).map(|i| format!("#define A{i} (A{} + 1)\n", i - 1)).collect::<String>()
        ),
    ]
}

/// A well-formed model of about `bytes` bytes.
pub fn huge(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 100);
    text.push_str("byte x;\nactive proctype P()\n{\n");
    let mut line = 0usize;
    while text.len() < bytes {
        text.push_str(&format!("\tx = (x + {}) % 7; /* {line} */\n", line % 5));
        line += 1;
    }
    text.push_str("\tskip\n}\n");
    text
}

fn once(text: &str, corpus: &[String], rng: &mut Rng) -> String {
    match rng.below(12) {
        0 => truncated(text, rng),
        1 => with_random_bytes(text, rng),
        2 => without_a_piece(text, rng),
        3 => on_tokens(text, rng, |tokens, at, _| {
            tokens.remove(at);
        }),
        4 => on_tokens(text, rng, |tokens, at, _| {
            let token = tokens[at].clone();
            tokens.insert(at, token);
        }),
        5 => on_tokens(text, rng, |tokens, at, rng| {
            let other = rng.below(tokens.len());
            tokens.swap(at, other);
        }),
        6 => on_tokens(text, rng, |tokens, at, rng| {
            tokens[at] = (*rng.pick(WORDS)).to_owned();
        }),
        7 => on_tokens(text, rng, |tokens, at, rng| {
            tokens[at] = (*rng.pick(NUMBERS)).to_owned();
        }),
        8 => shuffled_lines(text, rng),
        9 => {
            let other = rng.pick(corpus).clone();
            spliced(text, &other, rng)
        }
        10 => on_tokens(text, rng, |tokens, at, rng| {
            tokens.insert(at, (*rng.pick(WORDS)).to_owned());
        }),
        _ => text.repeat(rng.between(2, 3)),
    }
}

/// Words that mean something somewhere in Promela.
const WORDS: &[&str] = &[
    "if",
    "fi",
    "do",
    "od",
    "::",
    "->",
    ";",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "else",
    "timeout",
    "goto",
    "break",
    "skip",
    "atomic",
    "d_step",
    "unless",
    "run",
    "proctype",
    "active",
    "init",
    "never",
    "trace",
    "notrace",
    "ltl",
    "chan",
    "of",
    "byte",
    "bit",
    "int",
    "unsigned",
    ":",
    "mtype",
    "typedef",
    "inline",
    "assert",
    "printf",
    "len",
    "full",
    "eval",
    "_",
    "_pid",
    "_last",
    "np_",
    "enabled",
    "pc_value",
    "!",
    "!!",
    "?",
    "??",
    "<",
    ">",
    "@",
    "=",
    "==",
    "++",
    "--",
    "&&",
    "||",
    ",",
    ".",
    "..",
    "for",
    "select",
    "in",
    "hidden",
    "show",
    "xr",
    "xs",
    "provided",
    "priority",
    "c_code",
    "c_expr",
    "#define",
    "#include",
    "#if",
    "#endif",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "\\",
    "\n",
    "\0",
    "é",
    "D_proctype",
    "return",
    "STDIN",
    "set_priority",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "99999999999999999999999",
    "0x10",
    "1e9",
    "'a'",
    "007",
];

fn truncated(text: &str, rng: &mut Rng) -> String {
    text.chars().take(rng.below(text.chars().count() + 1)).collect()
}

fn with_random_bytes(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.between(1, 8) {
        let at = rng.below(bytes.len() + 1);
        let byte = rng.next_u64() as u8;
        if at < bytes.len() && rng.chance(60) {
            bytes[at] = byte;
        } else {
            bytes.insert(at, byte);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn without_a_piece(text: &str, rng: &mut Rng) -> String {
    let characters: Vec<char> = text.chars().collect();
    let start = rng.below(characters.len() + 1);
    let end = (start + rng.between(1, 40)).min(characters.len());
    characters[..start].iter().chain(&characters[end..]).collect()
}

fn shuffled_lines(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    for _ in 0..rng.between(1, 6) {
        if lines.len() > 1 {
            let (one, other) = (rng.below(lines.len()), rng.below(lines.len()));
            lines.swap(one, other);
        }
    }
    lines.join("\n")
}

/// The beginning of one text and the end of another.
fn spliced(text: &str, other: &str, rng: &mut Rng) -> String {
    let head = truncated(text, rng);
    let skip = rng.below(other.chars().count() + 1);
    head.chars().chain(other.chars().skip(skip)).collect()
}

fn on_tokens(
    text: &str,
    rng: &mut Rng,
    change: impl Fn(&mut Vec<String>, usize, &mut Rng),
) -> String {
    let mut tokens = tokens(text);
    if tokens.is_empty() {
        return text.to_owned();
    }
    let at = rng.below(tokens.len());
    change(&mut tokens, at, rng);
    tokens.concat()
}

/// Words, single punctuation characters and blanks; joined they are the text again.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let class = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            1
        } else if c.is_whitespace() {
            2
        } else {
            0
        }
    };
    let mut last = 0;
    for c in text.chars() {
        let this = class(c);
        match tokens.last_mut() {
            Some(token) if this != 0 && this == last => token.push(c),
            _ => tokens.push(c.to_string()),
        }
        last = this;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_mutant() {
        let corpus = vec!["byte x; init { x = 1 }".to_owned(), "mtype = { a }".to_owned()];
        let mutants: Vec<String> = (0..500).map(|seed| mutate(&corpus, seed)).collect();
        assert_eq!(mutants, (0..500).map(|seed| mutate(&corpus, seed)).collect::<Vec<_>>());
        let changed = mutants.iter().filter(|mutant| !corpus.contains(mutant)).count();
        assert!(changed > 450, "{changed}");
        assert!(!mutate(&[], 3).is_empty());
    }

    #[test]
    fn tokens_are_the_text() {
        let text = "do :: x1 = x_2+3 ->  skip\tod // é\n";
        assert_eq!(tokens(text).concat(), text);
    }

    #[test]
    fn sizes_are_as_asked() {
        assert!((1_000_000..1_001_000).contains(&huge(1_000_000).len()));
        assert!(deeply_nested(1000).iter().all(|text| text.len() > 1000));
    }
}
