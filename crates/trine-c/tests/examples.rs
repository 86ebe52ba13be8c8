//! The examples, from their text to what the direct search finds: exactly what their first lines say.

use std::path::Path;

use trine_base::{Diagnostics, SourceMap};
use trine_c::{Settings, load};
use trine_program::direct::{Budget, search};
use trine_program::interpret::checks::Check;
use trine_program::interpret::{Machine, Options};

const CHECKS: [(&str, Check); 8] = [
    ("deadlock", Check::Deadlock),
    ("wait-forever", Check::WaitForever),
    ("data-race", Check::DataRace),
    ("assertion", Check::Assertion),
    ("monitor-misuse", Check::MonitorMisuse),
    ("memory", Check::Memory),
    ("overflow", Check::Overflow),
    ("reach-error", Check::ReachError),
];

/// What is violated, in the order of the table; or why that is not known.
fn found(name: &str, text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let mut diagnostics = Diagnostics::new();
    let settings = Settings::default();
    let lowered = load(&[file], &settings, &mut sources, &mut diagnostics, &|_| None, &|| true);
    if diagnostics.has_errors() {
        return format!("{:?}", diagnostics.items);
    }
    let invalid = trine_program::validate(&lowered.program, &sources);
    if !invalid.is_empty() {
        return format!("{invalid:?}");
    }
    let machine = Machine::new(&lowered.program, lowered.program.mains[0], Options::default());
    let checks: Vec<Check> = CHECKS.iter().map(|(_, check)| *check).collect();
    let searched =
        search(&machine, &checks, &Budget { memory: 1 << 30, reduce: true, go_on: &|_| true });
    if !searched.stops.is_empty() || !searched.perhaps.is_empty() {
        return format!("{:?} {:?}", searched.stops, searched.perhaps);
    }
    let violated = CHECKS.iter().filter(|(_, check)| searched.violated.contains_key(check));
    let names: Vec<&str> = violated.map(|(name, _)| *name).collect();
    if names.is_empty() { "nothing".to_string() } else { names.join(", ") }
}

#[test]
fn examples_have_the_verdicts_that_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the examples are there")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 60, "{}", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("an example can be read");
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let said = text.lines().next().and_then(|line| line.split_once("Expected: "));
        let said = said.map_or("", |(_, said)| said).trim_end_matches('.');
        let found = found(&name, &text);
        if said != found {
            wrong.push(format!("{name}: said {said}; found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
