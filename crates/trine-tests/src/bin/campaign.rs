//! The larger campaigns: `cargo xtask campaign oracle|promela|shrink|input|flow|java|java-mutants|ada`.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |position: usize, otherwise: u64| {
        arguments.get(position).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let done = match arguments.first().map(String::as_str) {
        Some("oracle") if arguments.iter().any(|word| word == "--regenerate") => {
            trine_tests::oracle::regenerate().map(|()| true)
        }
        Some("oracle") => trine_tests::campaign::oracle(),
        Some("promela") => {
            let kept = arguments.get(3).map(PathBuf::from);
            trine_tests::campaign::promela(number(2, 0), number(1, 5_000), kept)
        }
        Some("shrink") => trine_tests::campaign::shrunk(number(1, 0)),
        Some("input") => trine_tests::campaign::input(number(2, 0), number(1, 100_000)),
        Some("flow") => {
            let from = number(2, 0);
            trine_tests::flow::campaign(from..from + number(1, 20_000))
        }
        Some("java") => {
            let from = number(2, 0);
            trine_tests::campaign::java(from..from + number(1, 5_000))
        }
        Some("java-mutants") => {
            let from = number(2, 0);
            trine_tests::campaign::java_mutants(from..from + number(1, 1_000))
        }
        Some("ada") => {
            let from = number(2, 0);
            trine_tests::campaign::ada(from..from + number(1, 1_000))
        }
        Some("java-program") => {
            let seed = number(1, 0);
            print!("{}", trine_tests::java::print(&trine_tests::java::generate(seed), seed));
            Ok(true)
        }
        _ => {
            eprintln!(
                "usage: campaign oracle [--regenerate] | promela [COUNT [SEED [DIR]]] | shrink SEED | \
                 input [COUNT [SEED]] | flow [COUNT [SEED]] | java [COUNT [SEED]] | java-mutants [COUNT [SEED]] | ada [COUNT [SEED]] | java-program SEED"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("campaign: {why}");
            ExitCode::FAILURE
        }
    }
}
