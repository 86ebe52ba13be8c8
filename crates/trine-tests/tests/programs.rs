//! What elaboration makes of a program has the verdicts of the program itself.

use std::path::{Path, PathBuf};

use trine_tests::programs::{Compared, compare_examples, compare_generated, compare_reduction};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn examples(name: &str) -> Compared {
    compare_examples(&folder(name)).expect("there are examples")
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
    expect(&examples("ada"), 60, 380);
}

#[test]
fn generated_programs_mean_what_is_made_of_them() {
    let found = compare_generated(0..300).expect("there are examples to change");
    expect(&found, 250, 1_500);
}

/// What no other thread can notice is local work, and changes no answer.
#[test]
fn private_accesses_change_nothing() {
    for (name, least) in [("java", 140), ("ada", 40)] {
        let (count, wrong) = compare_reduction(&folder(name), 4_000).expect("there are examples");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(count >= least, "only {count} of {name}");
    }
}

/// Partial-order reduction of the direct search keeps what is violated.
#[test]
fn reduced_searches_find_what_full_ones_find() {
    use trine_tests::direct::{Reduced, compare_examples, compare_generated};
    let expect = |name: &str, found: Reduced, least: usize| {
        let (full, reduced) = found.states;
        println!("{name}: {} programs, {full} states, reduced {reduced}", found.programs);
        assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
        assert!(found.programs >= least && reduced <= full, "{name}: {}", found.programs);
    };
    for (name, least) in [("java", 140), ("ada", 40)] {
        let found = compare_examples(&folder(name), 4_000).expect("there are examples");
        expect(name, found, least);
    }
    expect("generated", compare_generated(0..120, 2_000).expect("there are examples"), 60);
}
