//! Broken, cut and random text gives diagnostics, never a panic and never a long wait.

use std::path::Path;

use trine_base::{Diagnostics, SourceMap};
use trine_promela::{LoadRequest, load};

/// A small generator of numbers: the same ones in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn read(text: &str) -> Diagnostics {
    let mut sources = SourceMap::new();
    let mut read = |path: &str| Err(format!("there is no {path}"));
    let request =
        LoadRequest { name: "test.pml".into(), text: text.into(), ..LoadRequest::default() };
    load(request, &mut sources, &mut read).diagnostics
}

const PIECES: &[&str] = &[
    "active ",
    "proctype ",
    "P",
    "(",
    ")",
    "{",
    "}",
    "byte ",
    "x",
    "=",
    "1",
    ";",
    "if ",
    "fi ",
    "do ",
    "od ",
    "::",
    "->",
    "else ",
    "chan ",
    "q",
    "[",
    "]",
    " of ",
    "!",
    "?",
    "??",
    "!!",
    "<",
    ">",
    ",",
    "atomic ",
    "d_step ",
    "unless ",
    "goto ",
    "L",
    ":",
    "ltl ",
    "[]",
    "<>",
    " U ",
    "&&",
    "||",
    "inline ",
    "f",
    "typedef ",
    "mtype ",
    "run ",
    "eval",
    "for ",
    "in ",
    "..",
    "select ",
    "never ",
    "trace ",
    "init ",
    "@",
    ".",
    "+",
    "-",
    "\n",
    "#define ",
    "#if ",
    "#endif\n",
    "##",
    "#include \"a\"\n",
    "\"s\"",
    "'c'",
    "c_code ",
    "c_expr ",
    "printf",
    "timeout ",
    "_",
    "_pid ",
    "é",
    "\\",
    "/*",
    "*/",
    "//",
    "'",
    "\"",
    "return ",
    "provided ",
    "priority ",
    "hidden ",
    "xr ",
];

fn examples() -> Vec<String> {
    let folder = Path::new("/usr/share/doc/spin/examples/Examples");
    let entries = std::fs::read_dir(folder).unwrap_or_else(|problem| {
        panic!("{} cannot be read ({problem}): install Debian's spin package", folder.display())
    });
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let models = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "pml"));
    models.map(|path| std::fs::read_to_string(path).expect("a readable model")).collect()
}

#[test]
fn random_pieces_never_panic() {
    let mut numbers = Numbers(7);
    for _ in 0..3000 {
        let text: String =
            (0..numbers.below(120)).map(|_| PIECES[numbers.below(PIECES.len())]).collect();
        read(&text);
    }
}

#[test]
fn mutated_models_never_panic() {
    let mut numbers = Numbers(11);
    let examples = examples();
    for round in 0..3000 {
        let mut text = examples[round % examples.len()].clone();
        for _ in 0..1 + numbers.below(4) {
            let mut at = numbers.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match numbers.below(4) {
                0 => text.truncate(at),
                1 => text.insert_str(at, PIECES[numbers.below(PIECES.len())]),
                2 => {
                    let mut end = (at + numbers.below(20)).min(text.len());
                    while !text.is_char_boundary(end) {
                        end += 1;
                    }
                    text.replace_range(at..end, "");
                }
                _ => {
                    let piece = text[at..].chars().take(30).collect::<String>();
                    text.insert_str(at, &piece);
                }
            }
        }
        read(&text);
    }
}

#[test]
fn deep_nesting_is_a_diagnostic() {
    let deep = 100_000;
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("!", ""),
        ("-", ""),
        ("if :: ", " fi"),
        ("do :: ", " od"),
        ("atomic { ", " }"),
        ("x[", "]"),
        ("(x -> ", " : 1)"),
        ("x + (", ")"),
        ("{ skip } unless { ", "}"),
        ("for (x : 1 .. 2) {", "}"),
    ] {
        let inside = format!("{}x{}", open.repeat(deep), close.repeat(deep));
        let model = format!("byte x; active proctype P() {{ {inside} }}");
        assert!(read(&model).has_errors(), "{open}");
    }
    let sum = format!("byte x; active proctype P() {{ x = {}1 }}", "1 + ".repeat(deep));
    assert!(read(&sum).has_errors());
    for operator in ["!", "[]", "(", "x U ", "x -> ", "<> ("] {
        let formula = format!("byte x; ltl {{ {}x }}", operator.repeat(deep));
        assert!(read(&formula).has_errors(), "{operator}");
    }
    let labels = format!("active proctype P() {{ {} skip }}", "L: ".repeat(deep));
    assert!(read(&labels).has_errors());
}

#[test]
fn inlines_that_explode_are_a_diagnostic() {
    let mut text = String::from("inline a0() { skip; skip }\n");
    for level in 1..60 {
        text += &format!("inline a{level}() {{ a{}(); a{}() }}\n", level - 1, level - 1);
    }
    assert!(read(&(text + "active proctype P() { a59() }")).has_errors());
    let cycle = "inline a() { b() }\ninline b() { a() }\nactive proctype P() { a() }";
    assert!(read(cycle).has_errors());
}

#[test]
fn records_that_explode_are_a_diagnostic() {
    let mut text = String::from("typedef T0 { byte x }\n");
    for level in 1..60 {
        text += &format!("typedef T{level} {{ T{} a; T{} b }}\n", level - 1, level - 1);
    }
    let text = text + "T59 t; chan q = [1] of { T59 }; active proctype P() { q!t; q?t }";
    assert!(read(&text).has_errors());
    let arrays: String = (0..100).map(|n| format!("byte a{n}[1000000] = {{ 1, 2 }};\n")).collect();
    assert!(read(&(arrays + "active proctype P() { skip }")).has_errors());
}

#[test]
fn wide_choices_are_read() {
    let options = ":: x == 1 -> x = 2 ".repeat(10_000);
    let choice = format!("if {options} :: else fi");
    let both = format!("{{ {choice} }} unless {{ {choice} }}");
    assert!(read(&format!("byte x; active proctype P() {{ {both} }}")).has_errors());
    for text in [
        format!("{{ {choice} }} unless {{ x == 3 }}"),
        format!("{{ x = 1; x = 2 }} unless {{ {choice} }}"),
        format!("atomic {{ {choice} }}"),
        format!("do {options} od"),
    ] {
        let model = format!("byte x; active proctype P() {{ {text} }}");
        assert!(!read(&model).has_errors());
    }
    assert!(read(&format!("byte x; active proctype P() {{ d_step {{ {choice} }} }}")).has_errors());
}

#[test]
fn ten_megabytes_are_read() {
    let line = "    x = (x + 1) % 7; if :: x > 3 -> q!x :: else -> skip fi;\n";
    let body = line.repeat(10_000_000 / line.len());
    let text = format!("int x; chan q = [4] of {{ byte }};\nactive proctype P() {{\n{body}}}\n");
    assert!(!read(&text).has_errors());
}
