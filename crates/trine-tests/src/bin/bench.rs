//! The side-by-side measurements: `cargo xtask bench ada|c|explore|flow|ilp|java|ltl|program|reduction|storage`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rest = arguments.get(1..).unwrap_or_default();
    let done = match arguments.first().map(String::as_str) {
        Some("ada") => trine_tests::bench::ada(),
        Some("c") => trine_tests::bench::c(),
        Some("explore") => trine_tests::bench::explore(rest),
        Some("flow") => trine_tests::bench::flow(),
        Some("ilp") => trine_tests::bench::ilp(rest),
        Some("java") => trine_tests::bench::java(),
        Some("ltl") => trine_tests::bench::ltl(),
        Some("program") => trine_tests::bench::program(),
        Some("reduction") => trine_tests::bench::reduction(),
        Some("storage") => trine_tests::bench::storage(),
        _ => {
            eprintln!(
                "usage: bench ada | bench c | bench explore [MODEL…] | bench flow | bench ilp [NAME…] | bench java | bench ltl | bench program | bench reduction | bench storage"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bench: {why}");
            ExitCode::FAILURE
        }
    }
}
