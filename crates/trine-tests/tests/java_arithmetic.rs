//! Random arithmetic on shared fields comes to what the virtual machine makes of it, to the last bit.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use trine_session::{Request, load};
use trine_system::finals::finals;
use trine_tests::host::TestHost;
use trine_tests::rng::Rng;

const LINES: usize = 60;

const DOUBLES: [&str; 12] = [
    "0.0",
    "-0.0",
    "0.1",
    "-2.5",
    "100.0",
    "1e308",
    "4.9e-324",
    "1.0 / 3",
    "Double.NaN",
    "Double.POSITIVE_INFINITY",
    "-3e9",
    "9.3e18",
];
const INTS: [&str; 6] = ["0", "1", "-7", "12345", "Integer.MAX_VALUE", "Integer.MIN_VALUE"];
const LONGS: [&str; 6] = [
    "0L",
    "-1L",
    "1L << 53",
    // Half-way between two singles, but for the last bit.
    "(1L << 60) + (1L << 36) + 1",
    "Long.MAX_VALUE",
    "Long.MIN_VALUE",
];

/// What another thread has written, so that only the state knows it.
const INPUTS: [&str; 12] = ["d0", "d1", "d2", "d3", "f0", "f1", "i0", "i1", "i2", "l0", "l1", "l2"];

/// A number of any type.
fn number(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 || rng.chance(20) {
        return match rng.below(8) {
            0 => rng.pick(&DOUBLES).to_string(),
            1 => rng.pick(&INTS).to_string(),
            _ => rng.pick(&INPUTS).to_string(),
        };
    }
    let (left, right) = (number(rng, depth - 1), number(rng, depth - 1));
    match rng.below(12) {
        0 => format!("(float) ({left})"),
        1 => format!("(int) ({left})"),
        2 => format!("(long) ({left})"),
        3 if rng.chance(50) => format!("(short) ({left})"),
        3 => {
            let one = *rng.pick(&["sqrt", "floor", "ceil", "abs", "round"]);
            format!("Math.{one}({left})")
        }
        4 => format!("-({left})"),
        5 => format!("(({}) ? ({left}) : ({right}))", condition(rng, depth - 1)),
        6 if rng.chance(20) => format!("Math.{}({left}, {right})", rng.pick(&["max", "min"])),
        6 => format!("(({left}) - ({right}))"),
        7 => format!("(({left}) * ({right}))"),
        // Whole numbers would be divided by zero.
        8 => format!("(({left}) / (double) ({right}))"),
        9 => format!("((float) ({left}) % ({right}))"),
        _ => format!("(({left}) + ({right}))"),
    }
}

fn condition(rng: &mut Rng, depth: u32) -> String {
    let op = *rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
    format!("({}) {op} ({})", number(rng, depth), number(rng, depth))
}

/// The program, and the names of its results.
fn program(rng: &mut Rng) -> (String, Vec<String>) {
    let (mut fields, mut inputs, mut lines) = (String::new(), String::new(), String::new());
    for name in INPUTS {
        let (ty, value) = match &name[..1] {
            "d" => ("double", *rng.pick(&DOUBLES)),
            "f" => ("float", *rng.pick(&DOUBLES)),
            "i" => ("int", *rng.pick(&INTS)),
            _ => ("long", *rng.pick(&LONGS)),
        };
        let _ = writeln!(fields, "    static {ty} {name};");
        let _ = writeln!(inputs, "            {name} = ({ty}) ({value});");
    }
    let mut names = Vec::new();
    for line in 0..LINES {
        let ty = *rng.pick(&["double", "float", "int", "long", "boolean"]);
        let name = format!("r{line}");
        let value = match ty {
            "boolean" => condition(rng, 3),
            _ => format!("({ty}) ({})", number(rng, 4)),
        };
        let _ = writeln!(fields, "    static {ty} {name};");
        let _ = writeln!(lines, "        {name} = {value};");
        names.push(name);
    }
    let text = format!(
        "public class Main {{
{fields}    public static void main(String[] args) throws Exception {{
        Thread other = new Thread(() -> {{
{inputs}        }});
        other.start();
        other.join();
{lines}    }}
}}
"
    );
    (text, names)
}

/// Prints the results: those in floating point as doubles.
fn printer(names: &[String]) -> String {
    let lines: String = names.iter().map(|name| format!("        show(Main.{name});\n")).collect();
    format!(
        "public class Show {{
    static void show(double value) {{ System.out.println(value); }}
    static void show(long value) {{ System.out.println(value); }}
    static void show(boolean value) {{ System.out.println(value); }}
    public static void main(String[] args) throws Exception {{
        Main.main(args);
{lines}    }}
}}
"
    )
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a JDK is installed");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {told}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Texts of one number are alike, however it is written.
fn is_same(one: &str, other: &str) -> bool {
    match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(left), Ok(right))
            if one.contains(['.', 'f', 'N']) || other.contains(['.', 'f', 'N']) =>
        {
            left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan()
        }
        _ => one == other,
    }
}

#[test]
fn numbers_are_those_of_the_virtual_machine() {
    let count =
        std::env::var("ARITHMETIC_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    for seed in 0..count {
        let (text, names) = program(&mut Rng::new(seed));
        let folder = tempfile::tempdir().expect("a folder");
        let at = |file: &str| folder.path().join(file);
        fs::write(at("Main.java"), &text).expect("written");
        fs::write(at("Show.java"), printer(&names)).expect("written");
        run(Command::new("javac")
            .arg("-d")
            .arg(folder.path())
            .args([at("Main.java"), at("Show.java")]));
        let seen = run(Command::new("java").arg("-cp").arg(folder.path()).arg("Show"));
        let mut request = Request { files: vec!["Main.java".to_string()], ..Request::default() };
        request.program.keep = names.clone();
        let loaded = load(&request, &TestHost::with("Main.java", &text));
        let system = loaded.system.expect("a system");
        let wanted: Vec<String> = names.iter().map(|name| format!("Main.{name}")).collect();
        let foreseen = finals(&system, &wanted, 500_000).expect("the variables are there");
        assert!(foreseen.complete && foreseen.values.len() == 1, "{text}");
        let foreseen = foreseen.values.first().expect("one outcome");
        assert_eq!(seen.lines().count(), foreseen.len());
        for ((seen, foreseen), name) in seen.lines().zip(foreseen).zip(&names) {
            let line =
                text.lines().find(|line| line.trim_start().starts_with(&format!("{name} =")));
            assert!(
                is_same(seen, foreseen),
                "seed {seed}: {seen}, not {foreseen}: {line:?}\n{text}"
            );
        }
    }
}
