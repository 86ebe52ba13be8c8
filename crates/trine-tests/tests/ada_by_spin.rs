//! Random rendezvous programs get the deadlock verdict from Trine that SPIN gives for a translation that
//! shares nothing with the front end, and for what Trine exports.

use trine_tests::ada;

#[test]
fn random_rendezvous_programs_get_the_same_verdicts_from_spin() {
    let count =
        std::env::var("ADA_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let compared = ada::compare(0..count);
    println!("{} of {count} programs can deadlock", compared.deadlocks);
    assert!(compared.wrong.is_empty(), "{}", compared.wrong.join("\n"));
    let (deadlocks, programs) = (compared.deadlocks * 20, compared.programs);
    assert!(deadlocks > programs && deadlocks < programs * 19);
}

/// A call that gives up because the other task is still on its way.
#[test]
fn programs_that_were_told_apart_are_not_any_more() {
    for seed in [5144, 5160] {
        let compared = trine_tests::ada::compare(seed..seed + 1);
        assert!(compared.wrong.is_empty(), "{:?}", compared.wrong);
    }
}
