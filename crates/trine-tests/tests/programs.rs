//! What elaboration makes of a program has the verdicts of the program itself.

use std::path::Path;

use trine_tests::programs::{Compared, compare_examples, compare_generated};

fn examples(folder: &str) -> Compared {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    compare_examples(&root.join(folder)).expect("there are examples")
}

fn expect(found: &Compared, programs: usize, agreed: usize) {
    println!("{} programs, {} agree, open {:?}", found.programs, found.agreed, found.open);
    assert!(found.wrong.is_empty(), "{} wrong:\n{}", found.wrong.len(), found.wrong.join("\n"));
    assert!(found.programs >= programs && found.agreed >= agreed, "{found:?}");
}

#[test]
fn java_examples_mean_what_is_made_of_them() {
    expect(&examples("java"), 160, 1_120);
}

#[test]
fn ada_examples_mean_what_is_made_of_them() {
    expect(&examples("ada"), 60, 1);
}

#[test]
fn generated_programs_mean_what_is_made_of_them() {
    let found = compare_generated(0..300).expect("there are examples to change");
    expect(&found, 250, 1_500);
}
