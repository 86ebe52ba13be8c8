//! What lowering gives does what Java does: a program that asserts it runs on a plain machine.

mod common;

use common::{load, run};
use trine_base::Diagnostics;
use trine_java::{Entry, entry};

#[test]
fn the_conformance_program_holds() {
    let mut loaded = load(&[("Conformance.java", include_str!("programs/Conformance.java"))]);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics.items);
    assert_eq!(loaded.unmodelled(false), Vec::<String>::new());
    let mut diagnostics = Diagnostics::new();
    let main = entry(&mut loaded.program, Entry::Default, &mut diagnostics).expect("one main");
    let problems = trine_program::validate(&loaded.program, &loaded.sources);
    assert!(problems.is_empty(), "{problems:#?}");
    let execution = run(&loaded, main);
    assert!(execution.asserted > 150, "only {} assertions", execution.asserted);
    assert_eq!(execution.printed, ["done {counter}"]);
}

#[test]
fn newer_java_holds() {
    let mut loaded = load(&[("Newer.java", include_str!("programs/Newer.java"))]);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics.items);
    assert_eq!(loaded.unmodelled(false), Vec::<String>::new());
    let mut diagnostics = Diagnostics::new();
    let main = entry(&mut loaded.program, Entry::Default, &mut diagnostics).expect("one main");
    let execution = run(&loaded, main);
    assert!(execution.asserted >= 10, "only {} assertions", execution.asserted);
}

#[test]
fn more_holds() {
    let mut loaded = load(&[("More.java", include_str!("programs/More.java"))]);
    assert_eq!(loaded.unmodelled(false), Vec::<String>::new());
    let mut diagnostics = Diagnostics::new();
    let main = entry(&mut loaded.program, Entry::Default, &mut diagnostics).expect("one main");
    run(&loaded, main);
}
