//! Damaged Java programs: a model, perhaps a degraded one, or diagnostics; never a panic.

use trine_tests::damaged::survive;

#[test]
fn five_thousand_damaged_programs_are_survived() {
    let models = survive("java", "Damaged.java", 5_000);
    assert!(models > 500, "{models}");
}
