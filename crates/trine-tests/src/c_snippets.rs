//! Small sequential C programs, one after the other by gcc and by Trine: conversions, arithmetic, bit fields, unions,
//! arrays and pointers, bit by bit.
//!
//! A snippet sets some variables and then looks at expressions over them. gcc compiles many snippets at once and prints
//! the values; then they are assertions, the last of which is `assert(0)`: Trine must get there, and find neither an
//! overflow nor a memory error on the way. What C leaves undefined is not generated: arithmetic is unsigned, shifts are
//! short, divisors are not 0.

use std::fmt::Write;
use std::ops::Range;
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use trine_session::{Request, check};
use trine_verdict::{Budget, Verdict};

use crate::campaign::Tally;
use crate::host::TestHost;
use crate::rng::Rng;

/// So many values are looked at.
const VALUES: usize = 8;

/// A snippet: declarations, statements, and the expressions whose values are looked at.
pub struct Snippet {
    pub seed: u64,
    declarations: String,
    statements: String,
    values: Vec<String>,
}

/// Integer types with their widths; the last one is a truth value.
const TYPES: [(&str, u32, bool); 11] = [
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("char", 8, true),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned", 32, false),
    ("long", 64, true),
    ("unsigned long", 64, false),
    ("long long", 64, true),
    ("_Bool", 1, false),
];

/// What a snippet looks at beside its own variables.
const PLACES: [&str; 12] = [
    "s.a",
    "s.b",
    "s.c",
    "s.d",
    "s.e[1]",
    "u.i",
    "u.c[1]",
    "u.h[1]",
    "*p",
    "(p - row)",
    "sizeof(struct s)",
    "t.d",
];

/// The snippet of a seed.
pub fn snippet(seed: u64) -> Snippet {
    let mut rng = Rng::new(seed);
    let mut declarations = String::from(
        "struct s { int a; unsigned b : 5; int c : 7; unsigned long d; signed char e[3]; } s, t;\n\
         union u { unsigned i; unsigned char c[4]; unsigned short h[2]; } u;\nint row[5];\n",
    );
    let mut names: Vec<String> = Vec::new();
    for number in 0..6 {
        let (ty, bits, signed) = *rng.pick(&TYPES);
        let value = constant(&mut rng, bits, signed);
        let _ = writeln!(declarations, "{ty} v{number} = {value};");
        names.push(format!("v{number}"));
    }
    let mut make = |depth: usize| expression(&mut rng, &names, depth);
    let mut statements = String::new();
    let _ = writeln!(statements, "s.a = (int)({});", make(2));
    let _ = writeln!(statements, "s.b = (unsigned)({}); s.c = (int)(({}) & 63);", make(2), make(2));
    let _ = writeln!(
        statements,
        "s.d = (unsigned long)({}); s.e[1] = (signed char)({});",
        make(2),
        make(1)
    );
    let _ = writeln!(statements, "t = s; t.d ^= 5;");
    let _ = writeln!(
        statements,
        "u.i = (unsigned)({}); u.c[2] = (unsigned char)({});",
        make(2),
        make(1)
    );
    statements.push_str(
        "for (int i = 0; i < 5; i++) row[i] = i * 3;\nint *p = row + 1; p += 2; *p++ = 7; *--p ^= 1; p[-1] += 5;\n",
    );
    names.extend(PLACES.map(str::to_string));
    let values = (0..VALUES)
        .map(|_| {
            let ty = TYPES[rng.below(TYPES.len())].0;
            format!("({ty})({})", expression(&mut rng, &names, 4))
        })
        .collect();
    Snippet { seed, declarations, statements, values }
}

/// A number of a type, often one at its limits.
fn constant(rng: &mut Rng, bits: u32, signed: bool) -> String {
    let numbers: [u64; 12] =
        [0, 1, 2, 7, 100, 127, 255, 32_767, 65_535, (1 << 31) - 1, u64::MAX, 1 << 62];
    let number = if rng.chance(70) { *rng.pick(&numbers) } else { rng.next_u64() };
    let cut = number & (u64::MAX >> (64 - bits));
    match signed {
        // The most negative number of 64 bits has no constant.
        true => {
            let value = ((cut << (64 - bits)) as i64 >> (64 - bits)).max(-i64::MAX);
            format!("{value}LL")
        }
        false => format!("{cut}ULL"),
    }
}

fn expression(rng: &mut Rng, names: &[String], depth: usize) -> String {
    if depth == 0 || rng.chance(15) {
        let constants = ["0", "1", "2", "3", "31", "7u", "9L", "3UL", "'a'"];
        return match rng.chance(80) {
            true => rng.pick(names).clone(),
            false => (*rng.pick(&constants)).to_string(),
        };
    }
    let kind = rng.below(8);
    let mut inner = || expression(rng, names, depth - 1);
    let (left, right, third) = (inner(), inner(), inner());
    match kind {
        0 | 1 => {
            let ops = ["&", "|", "^", "==", "!=", "<", ">", "<=", ">=", "&&", "||"];
            format!("({left} {} {right})", rng.pick(&ops))
        }
        2 => {
            let cut = *rng.pick(&["unsigned", "unsigned long", "unsigned char", "unsigned short"]);
            let wide = if cut == "unsigned long" { cut } else { "unsigned" };
            let op = rng.pick(&["+", "-", "*"]);
            format!("(({cut})(({wide}){left} {op} ({wide}){right}))")
        }
        3 => format!("(({}){left})", TYPES[rng.below(TYPES.len())].0),
        4 => format!("({}{left})", rng.pick(&["~", "!"])),
        5 => format!("({left} >> ({right} & 7))"),
        6 => {
            let op = rng.pick(&["/", "%"]);
            format!("((unsigned long){left} {op} (((unsigned long){right} & 15) + 1))")
        }
        _ => format!("({left} ? {right} : {third})"),
    }
}

impl Snippet {
    /// As a function that prints the values, with names of its own.
    fn printing(&self) -> String {
        let mut text = format!("static void snippet_{}(void) {{\n", self.seed);
        text.push_str(&self.declarations);
        text.push_str(&self.statements);
        for value in &self.values {
            let _ = writeln!(text, "printf(\"%llu\\n\", (unsigned long long)({value}));");
        }
        text + "}\n"
    }

    /// As a program that asserts the values.
    fn asserting(&self, values: &[&str]) -> String {
        let mut text = String::from("#include <assert.h>\n");
        text.push_str(&self.declarations);
        text.push_str("int main(void) {\n");
        text.push_str(&self.statements);
        for (expression, value) in self.values.iter().zip(values) {
            let _ = writeln!(text, "assert((unsigned long long)({expression}) == {value}ULL);");
        }
        text + "assert(0);\nreturn 0;\n}\n"
    }
}

/// Compares the snippets of these seeds.
pub fn campaign(seeds: Range<u64>) -> io::Result<Tally> {
    let snippets: Vec<Snippet> = seeds.map(snippet).collect();
    let printed = by_gcc(&snippets)?;
    let lines: Vec<&str> = printed.lines().collect();
    let mut tally = Tally::default();
    for (snippet, values) in snippets.iter().zip(lines.chunks(VALUES)) {
        tally.programs += 1;
        tally.count("values", values.len());
        if let Err(why) = agrees(&snippet.asserting(values)) {
            tally.differences.push(format!("seed {}: {why}", snippet.seed));
        }
    }
    if lines.len() != snippets.len() * VALUES {
        tally.differences.push(format!("gcc's program printed {} values", lines.len()));
    }
    Ok(tally)
}

/// What the snippets print, compiled by gcc.
fn by_gcc(snippets: &[Snippet]) -> io::Result<String> {
    let folder = tempfile::tempdir()?;
    let mut text = String::from("#include <stdio.h>\n");
    snippets.iter().for_each(|snippet| text.push_str(&snippet.printing()));
    text.push_str("int main(void) {\n");
    snippets.iter().for_each(|snippet| {
        let _ = writeln!(text, "snippet_{}();", snippet.seed);
    });
    text.push_str("return 0;\n}\n");
    let (source, program) = (folder.path().join("snippets.c"), folder.path().join("snippets"));
    fs::write(&source, text)?;
    let made = Command::new("gcc").args(["-w", "-O0", "-o"]).arg(&program).arg(&source).output()?;
    if !made.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&made.stderr).into_owned()));
    }
    Ok(String::from_utf8_lossy(&Command::new(&program).output()?.stdout).into_owned())
}

/// Whether Trine gets to the last assertion of a program, without an error before it.
fn agrees(text: &str) -> Result<(), String> {
    let request = Request {
        files: vec!["snippet.c".to_string()],
        budget: Budget { time: Some(Duration::from_secs(30)), ..Budget::default() },
        ..Request::default()
    };
    let checked = check(&request, &TestHost::with("snippet.c", text));
    if let Some(first) = checked.loaded.diagnostics.items.first() {
        return Err(format!("{}\n{text}", first.message));
    }
    let last = text.lines().position(|line| line == "assert(0);").map_or(0, |at| at + 1);
    for result in &checked.results {
        let name = &result.property.name;
        let expected = if name == "assertion" { Verdict::Violated } else { Verdict::Holds };
        if result.verdict != expected {
            let reason = &result.reason;
            return Err(format!("{name} is {}: {reason:?}\n{text}", result.verdict.name()));
        }
        let program = result.findings.first().and_then(|finding| finding.program.as_ref());
        let span = program.and_then(|execution| execution.span);
        let line = span.map_or(last, |span| checked.loaded.sources.place(span).line as usize);
        if line != last {
            let failed = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
            return Err(format!("fails at line {line}: {failed}\n{text}"));
        }
    }
    match checked.results.is_empty() {
        true => Err("nothing was checked".to_string()),
        false => Ok(()),
    }
}
