//! Programs from their text to what the direct search finds.

use std::path::PathBuf;

use trine_base::{Diagnostics, SourceMap};
use trine_c::{Settings, load};
use trine_program::Program;
use trine_program::direct::{Budget, Searched, search};
use trine_program::interpret::{Machine, Options};

/// The program that a text makes.
pub fn lowered(name: &str, text: &str) -> Result<Program, String> {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let mut diagnostics = Diagnostics::new();
    let settings = Settings::default();
    let lowered = load(&[file], &settings, &mut sources, &mut diagnostics, &|_| None, &|| true);
    if diagnostics.has_errors() {
        return Err(format!("{:?}", diagnostics.items));
    }
    let invalid = trine_program::validate(&lowered.program, &sources);
    match invalid.is_empty() {
        true => Ok(lowered.program),
        false => Err(format!("{invalid:?}")),
    }
}

/// All that is violated in a program, with or without partial-order reduction, in at most so many states.
pub fn searched(program: &Program, reduce: bool, most_states: u64) -> Searched {
    let machine = Machine::new(program, program.mains[0], Options::default());
    let few = |figures: &trine_program::direct::Figures| figures.states <= most_states;
    search(&machine, &[], &Budget { memory: 1 << 30, reduce, go_on: &few })
}

/// The examples, in order.
pub fn examples() -> Vec<PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the examples are there")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    files.sort();
    files
}
