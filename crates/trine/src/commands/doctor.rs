//! `trine doctor`: which programs are installed that Trine can use, and for what.

use std::fmt::Write;
use std::process::{Command, Stdio};

use super::deliver;
use crate::exit::Exit;

/// A program that Trine can use but does not need.
struct Optional {
    name: &'static str,
    version: &'static str,
    used_for: &'static str,
}

const OPTIONAL: [Optional; 10] = [
    Optional { name: "javac", version: "-version", used_for: "the tests: the oracle of Java" },
    Optional { name: "gnatmake", version: "--version", used_for: "the tests: the oracle of Ada" },
    Optional {
        name: "gcc",
        version: "--version",
        used_for: "the tests: the oracle of C; compiles SPIN's verifiers",
    },
    Optional { name: "spin", version: "-V", used_for: "the tests: the oracle of Promela" },
    Optional { name: "highs", version: "--version", used_for: "--solver highs" },
    Optional { name: "cbc", version: "-stop", used_for: "--solver cbc" },
    Optional { name: "glpsol", version: "--version", used_for: "--solver glpsol" },
    Optional { name: "scip", version: "--version", used_for: "--solver scip" },
    Optional { name: "dot", version: "-V", used_for: "drawings that --as dot writes" },
    Optional { name: "chromium", version: "--version", used_for: "looking at HTML reports" },
];

/// Prints which optional tools are installed, and what each is used for.
pub fn run() -> Exit {
    let mut text = format!("trine {}\n", env!("CARGO_PKG_VERSION"));
    text.push_str(
        "Checking needs no other program. These can be used where they are installed:\n\n",
    );
    for one in &OPTIONAL {
        let found = version(one).unwrap_or_else(|| "not found".to_string());
        let _ = writeln!(text, "  {:<9} {:<48} {}", one.name, found, one.used_for);
    }
    deliver(&text, None, Exit::HOLDS)
}

/// The first line that says a version; none where there is no such program.
fn version(program: &Optional) -> Option<String> {
    const LONGEST: usize = 46;
    let mut command = Command::new(program.name);
    command.arg(program.version).stdin(Stdio::null());
    let ran = command.output().ok()?;
    let said = [ran.stdout, ran.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let has_digit = |line: &&str| line.contains(|sign: char| sign.is_ascii_digit());
    let line = said.lines().map(str::trim).find(has_digit).unwrap_or("found");
    Some(line.chars().filter(|sign| !sign.is_control()).take(LONGEST).collect())
}
