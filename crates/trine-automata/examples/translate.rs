//! Translates the formulas on the command line, or one per line of the standard input, and prints
//! the size of each automaton; with `--hoa` the automaton itself.

use std::io::BufRead;

use trine_automata::hoa::write_hoa;
use trine_automata::ltl::{DEFAULT_LIMIT, Names, parse_with_names, simplify};
use trine_automata::translate_within;

fn main() {
    let mut formulas: Vec<String> = std::env::args().skip(1).collect();
    let hoa = formulas.first().is_some_and(|first| first == "--hoa");
    if hoa {
        formulas.remove(0);
    }
    if formulas.is_empty() {
        formulas = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    }
    for text in formulas {
        let mut names = Names::new();
        let formula = match parse_with_names(&text, &mut names) {
            Ok(formula) => formula,
            Err(error) => {
                eprintln!("{text}: at {}: {error}", error.range.start);
                std::process::exit(2);
            }
        };
        let automaton = match translate_within(&formula, DEFAULT_LIMIT) {
            Ok(automaton) => automaton,
            Err(error) => {
                println!("-\t-\t{text}\t{error}");
                continue;
            }
        };
        if hoa {
            print!("{}", write_hoa(&automaton, &|atom| names.name(atom)));
        } else {
            let simple = simplify(&formula);
            let simple = simple.display(&|atom| names.name(atom)).to_string();
            let (states, edges) = (automaton.states.len(), automaton.edge_count());
            println!("{states}\t{edges}\t{text}\t{simple}");
        }
    }
}
