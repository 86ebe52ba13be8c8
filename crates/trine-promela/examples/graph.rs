//! Prints the control graph of each proctype of a model, one line for each edge, by state numbers.

use trine_base::SourceMap;
use trine_promela::{LoadRequest, load};
use trine_system::Hold;

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("give the name of a model");
        return;
    };
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut sources = SourceMap::new();
    let mut read = |path: &str| std::fs::read_to_string(path).map_err(|e| e.to_string());
    let request = LoadRequest { name: path, text, ..LoadRequest::default() };
    let loaded = load(request, &mut sources, &mut read);
    for item in &loaded.diagnostics.items {
        let at = item.span.map(|span| sources.describe(span)).unwrap_or_default();
        eprintln!("{at}: {}: {}", item.severity.name(), item.message);
    }
    let Some(system) = loaded.system else { return };
    for template in &system.templates {
        println!("proctype {}", template.name);
        for edge in &template.edges {
            let from = &template.locations[edge.from];
            let to = &template.locations[edge.to];
            let hold = match edge.hold {
                Hold::Release => '-',
                Hold::Atomic => 'A',
                Hold::DStep => 'D',
            };
            let marks: String = [(from.accept, 'a'), (from.end, 'e'), (from.progress, 'p')]
                .into_iter()
                .map(|(on, mark)| if on { mark } else { '-' })
                .collect();
            println!("{} {hold} {} [{marks}] rank {} {}", from.pc, to.pc, edge.rank, edge.text);
        }
    }
}
