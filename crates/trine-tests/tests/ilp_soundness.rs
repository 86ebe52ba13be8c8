//! Ilp never proves what an execution violates, and the judge accepts its proofs.

#[test]
fn nothing_that_is_violated_is_proved() {
    assert!(trine_tests::ilp::campaign(0..2_000).expect("systems are made in memory"));
}

#[test]
fn every_execution_is_a_flow() {
    assert!(trine_tests::ilp::walks(0..3_000));
}

#[test]
fn walks_cuts_and_the_augmented_system_agree() {
    assert!(trine_tests::ilp::brute::campaign(0..300));
}

#[test]
fn altered_proofs_are_refused_unless_they_are_proofs() {
    assert!(trine_tests::ilp::altered::campaign(0..400));
}

#[test]
fn no_deadlock_is_proved_away() {
    assert!(trine_tests::ilp::deadlock::campaign(0..1_000));
}

#[test]
fn nothing_endless_is_proved_away() {
    assert!(trine_tests::ilp::endless::campaign(0..1_000));
}
