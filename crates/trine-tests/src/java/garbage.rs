//! Programs that make objects, publish them and lose them, elaborated with and without making new ones in the
//! place of those that no thread reaches: the executions end in the same way.

use std::fmt::Write;

use trine_session::{ProgramOptions, Request, load};
use trine_system::finals::{Finals, finals};

use crate::host::TestHost;
use crate::parallel;
use crate::rng::Rng;

/// How programs with garbage compare.
#[derive(Clone, Debug, Default)]
pub struct Garbage {
    /// How many programs were compared of those that make objects again and again.
    pub compared: usize,
    /// How many others would make more objects than there is room for.
    pub saved: usize,
    pub wrong: Vec<String>,
}

/// Compares the programs of these seeds, where both ways to elaborate them come to an end.
pub fn compare_garbage(seeds: std::ops::Range<u64>) -> Garbage {
    let seeds: Vec<u64> = seeds.collect();
    let mut all = Garbage::default();
    for (seed, found) in parallel::map(&seeds, 2, |_, seed| (*seed, one(*seed))) {
        match found {
            [(Some(reused), one), (Some(fresh), other)] => {
                all.compared += usize::from(one != other);
                if reused.values != fresh.values {
                    let (reused, fresh) = (reused.values, fresh.values);
                    all.wrong.push(format!("seed {seed}: {reused:?}, and {fresh:?} without"));
                }
            }
            [(Some(_), _), (None, _)] => all.saved += 1,
            _ => {}
        }
    }
    all
}

/// How the program of a seed ends, with objects made in the place of others, and without; none where that is
/// not known. And how many locations and variables it has.
fn one(seed: u64) -> [(Option<Finals>, (usize, usize)); 2] {
    let host = TestHost::with("Main.java", &program(seed));
    let wanted = ["x", "y"].map(str::to_string).to_vec();
    [(true, 3), (false, 8)].map(|(reuse, pool)| {
        let request = Request {
            files: vec!["Main.java".to_string()],
            program: ProgramOptions {
                reuse,
                pool,
                // Otherwise each object of a loop that ends is one of its own.
                apart: if reuse { 1 } else { ProgramOptions::default().apart },
                constants: reuse,
                locations: 6_000,
                keep: wanted.clone(),
                ..ProgramOptions::default()
            },
            ..Request::default()
        };
        let loaded = load(&request, &host);
        let said: Vec<&str> =
            loaded.diagnostics.items.iter().map(|at| at.message.as_str()).collect();
        let system = loaded.system.as_ref().unwrap_or_else(|| panic!("seed {seed}: {said:?}"));
        if system.goes_nowhere() {
            return (None, (0, 0));
        }
        let found =
            finals(system, &wanted, 60_000).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let locations = system.templates.iter().map(|code| code.locations.len()).sum();
        (found.complete.then_some(found), (locations, system.globals.len()))
    })
}

/// Two threads that share two references and two numbers.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut text = String::from(
        "public class Main {
    static class Node {
        int value, mark0, mark1;
        Node next;
        Node(int value) { this.value = value; }
    }
    static Node a, b;
    static int x, y, go;
    static final Object lock = new Object();
",
    );
    let threads = 2;
    for thread in 0..threads {
        let _ = writeln!(
            text,
            "    static void run{thread}() {{\n        Node p = null, q = null;\n        int n = {thread};"
        );
        // From here on the state decides.
        let _ = writeln!(text, "        if (go == 0) go = 1;");
        block(&mut text, &mut rng, thread, (2, 2));
        let _ = writeln!(text, "    }}");
    }
    text.push_str("    public static void main(String[] args) throws InterruptedException {\n");
    for thread in 0..threads {
        let _ = writeln!(text, "        Thread t{thread} = new Thread(() -> run{thread}());");
    }
    for thread in 0..threads {
        let _ = writeln!(text, "        t{thread}.start();");
    }
    text.push_str("    }\n}\n");
    text
}

/// Statements of a thread, this far inside, with so many more blocks inside each other.
fn block(text: &mut String, rng: &mut Rng, thread: usize, (depth, inner): (usize, usize)) {
    for _ in 0..rng.between(3, 5) {
        let tabs = "    ".repeat(depth);
        let (one, other) = (["p", "q"][rng.below(2)], ["p", "q"][rng.below(2)]);
        let (shared, number) = (["a", "b"][rng.below(2)], ["x", "y"][rng.below(2)]);
        let constant = rng.between(1, 3);
        let line = match rng.below(if inner > 0 { 20 } else { 16 }) {
            // No two objects are alike.
            0..3 => format!("n += 2; {one} = new Node(n);"),
            3..5 => format!("{shared} = {one};"),
            5 => format!("{one} = {shared};"),
            6 => format!("{one} = {other};"),
            7..9 => format!("if ({one} != null) {number} = {one}.value;"),
            9 => format!("if ({one} != null) {one}.next = {other};"),
            10 => format!("if ({one} != null && {one}.next != null) {other} = {one}.next;"),
            11 => format!("if ({one} != null && {one}.next != null) {number} = {one}.next.value;"),
            12 => format!("if ({one} != null) {one}.value = {constant};"),
            13 => format!("{shared} = null;"),
            // What only one thread ever looks at.
            14..16 => format!(
                "if ({one} != null) {{ {number} = {one}.mark{thread}; {one}.mark{thread} = {constant}; }}"
            ),
            16 => {
                let _ = writeln!(text, "{tabs}synchronized (lock) {{");
                block(text, rng, thread, (depth + 1, inner - 1));
                "}".to_string()
            }
            _ => {
                let name = ["i", "j", "k"][inner.min(2)];
                let times = rng.between(2, 3);
                let _ = writeln!(text, "{tabs}for (int {name} = 0; {name} < {times}; {name}++) {{");
                block(text, rng, thread, (depth + 1, inner - 1));
                "}".to_string()
            }
        };
        let _ = writeln!(text, "{tabs}{line}");
    }
}
