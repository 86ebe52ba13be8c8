//! Generated Java programs get the verdicts that are known of them.

use trine_tests::java::{compare, compare_garbage};

#[test]
fn generated_programs_get_the_verdicts_that_are_known_of_them() {
    let found = compare(0..330);
    assert!(found.programs >= 300, "{}", found.programs);
    assert!(found.violated.iter().all(|count| *count >= 10), "{:?}", found.violated);
    assert!(found.wrong.is_empty(), "{} wrong:\n{}", found.wrong.len(), found.wrong.join("\n"));
}

/// Objects are made in the place of others, and fields are taken for constants, only where nobody can tell.
#[test]
fn making_objects_anew_changes_nothing() {
    let found = compare_garbage(0..600);
    assert!(found.compared >= 80 && found.saved >= 10, "{found:?}");
    assert!(found.wrong.is_empty(), "{} wrong:\n{}", found.wrong.len(), found.wrong.join("\n"));
}
