//! Specifications of one run share their names, and know the events that sources declare.

use trine_base::{Diagnostics, SourceMap};

use crate::support;

fn problems(texts: &[&str], annotated: &[&str]) -> String {
    let mut sources = SourceMap::new();
    let names = (1..).map(|number| format!("{number}.trine"));
    let files: Vec<_> =
        texts.iter().zip(names).map(|(text, name)| (sources.add(name, *text), *text)).collect();
    let mut diagnostics = Diagnostics::new();
    let specs = trine_spec::read(&files, annotated, &mut diagnostics);
    assert_eq!(specs.len(), texts.len());
    support::render(&sources, &diagnostics)
}

#[test]
fn an_event_of_one_file_is_known_in_the_other() {
    assert_eq!(problems(&["event a = call a", "property p { absence of a }"], &[]), "");
}

#[test]
fn a_name_is_taken_in_all_files() {
    let found =
        problems(&["property p { no deadlock }", "query p { interval { ends a } }"], &["a"]);
    assert!(found.starts_with("error: the query `p` has a name that is taken\n"), "{found}");
}

#[test]
fn events_that_the_sources_declare_are_known_and_suggested() {
    let text = "property p { eating responds to hungry }";
    assert_eq!(problems(&[text], &["eating", "hungry"]), "");
    let found = problems(&[text], &["eating", "hungri"]);
    assert!(found.contains("no event `hungry`") && found.contains("`hungri`"), "{found}");
}

#[test]
fn unreadable_parts_are_not_held_against_the_rest() {
    // `a` cannot be read but is known; `b` may have been used in what could not be read.
    let found = problems(&["event a = cal a\nevent b = call b\nproperty p { absence of a }"], &[]);
    assert_eq!(found.matches("error").count(), 1, "{found}");
    assert!(!found.contains("warning"), "{found}");
}

#[test]
fn empty_texts_say_nothing() {
    assert_eq!(problems(&["", " \n", "// nothing", "\u{feff}// with a mark"], &[]), "");
}
