//! Ilp never proves what an execution violates, and the judge accepts its proofs.

#[test]
fn nothing_that_is_violated_is_proved() {
    assert!(trine_tests::ilp::campaign(0..2_000).expect("systems are made in memory"));
}

#[test]
fn every_execution_is_a_flow() {
    assert!(trine_tests::ilp::walks(0..3_000));
}
