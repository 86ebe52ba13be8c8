//! Damaged Ada programs: a model, perhaps a degraded one, or diagnostics; never a panic.

use trine_tests::damaged::survive;

#[test]
fn three_thousand_damaged_programs_are_survived() {
    let models = survive("ada", "damaged.adb", 3_000);
    assert!(models > 150, "{models}");
}
