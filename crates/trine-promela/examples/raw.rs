//! Prints the number of raw states of each model given, and what goes wrong in it.

use trine_base::SourceMap;
use trine_promela::{LoadRequest, load};

fn main() {
    let mut limit = 3_000_000;
    for path in std::env::args().skip(1) {
        if let Some(number) = path.strip_prefix("--limit=") {
            limit = number.parse().unwrap_or(limit);
            continue;
        }
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(problem) => {
                println!("{path}: {problem}");
                continue;
            }
        };
        let mut sources = SourceMap::new();
        let mut read = |path: &str| std::fs::read_to_string(path).map_err(|e| e.to_string());
        let request = LoadRequest { name: path.clone(), text, ..LoadRequest::default() };
        let loaded = load(request, &mut sources, &mut read);
        for item in &loaded.diagnostics.items {
            let at = item.span.map(|span| sources.describe(span)).unwrap_or_default();
            eprintln!("{at}: {}: {}", item.severity.name(), item.message);
        }
        let Some(system) = loaded.system else {
            println!("{path}\treject");
            continue;
        };
        if let Err(broken) = trine_system::validate::validate(&system) {
            eprintln!("{path}: {broken:?}");
        }
        let found = trine_system::naive::explore_naively(&system, limit);
        println!(
            "{path}\t{}\t{}\tdeadlock={}\tfaults={:?}\tcomplete={}",
            found.raw_states, found.transitions, found.deadlock, found.faults, found.complete
        );
    }
}
