//! The examples in text form: each is valid, has the outcome that its first lines promise, and has it
//! expanded, too.

use std::path::{Path, PathBuf};

use trine_base::{Diagnostics, SourceMap};
use trine_system::naive::{Exploration, explore_naively};
use trine_system::text::{parse, print};
use trine_system::*;

fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/system");
    let entries = std::fs::read_dir(&folder).expect("the folder of examples");
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "system"));
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        (name.unwrap_or_default(), std::fs::read_to_string(path).expect("a readable example"))
    };
    paths.iter().map(read).collect()
}

fn system(name: &str, text: &str) -> System {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let mut diagnostics = Diagnostics::new();
    let system = parse(text, file, &mut diagnostics).unwrap_or_else(|| {
        let first = &diagnostics.items[0];
        panic!("{}: {}", sources.describe(first.span.expect("a span")), first.message)
    });
    if let Err(problems) = validate(&system) {
        panic!("{name}: {}", problems.join("\n"));
    }
    system
}

/// As the line `// expect: …` has it.
fn outcome(found: &Exploration) -> String {
    assert!(found.complete);
    let deadlock = if found.deadlock { "deadlock" } else { "no deadlock" };
    let faults: Vec<&str> = found.faults.iter().map(|kind| kind.name()).collect();
    let faults = if faults.is_empty() {
        "no faults".to_string()
    } else {
        format!("faults: {}", faults.join(", "))
    };
    format!("{} states, {deadlock}, {faults}", found.raw_states)
}

#[test]
fn examples_have_the_outcomes_they_promise() {
    let examples = examples();
    assert!(examples.len() >= 8);
    for (name, text) in examples {
        let promised = text.lines().find_map(|line| line.strip_prefix("// expect: "));
        let found = outcome(&explore_naively(&system(&name, &text), 100_000));
        assert_eq!(promised, Some(found.as_str()), "{name}");
    }
}

#[test]
fn examples_mean_the_same_expanded() {
    for (name, text) in examples() {
        let system = system(&name, &text);
        let native = outcome(&explore_naively(&system, 100_000));
        for expanded in
            [expand_sync(&system), expand_channels(&system), expand_channels(&expand_sync(&system))]
        {
            if let Err(problems) = validate(&expanded) {
                panic!("{name}: {}", problems.join("\n"));
            }
            assert_eq!(outcome(&explore_naively(&expanded, 100_000)), native, "{name}");
        }
    }
}

#[test]
fn examples_are_read_back_as_they_were_printed() {
    for (name, text) in examples() {
        let first = system(&name, &text);
        let again = system(&name, &print(&first));
        assert_eq!(first.without_spans(), again.without_spans());
    }
}
