//! Ada examples with small changes in them: whatever GNAT's program dies of or hangs in, Trine does not say to hold.

use trine_tests::ada_mutants::campaign;

#[test]
fn what_happens_with_gnat_does_not_hold() {
    let tally = campaign(0..40).expect("GNAT is installed");
    println!("{} programs: {:?}", tally.programs, tally.counts);
    let wrong = &tally.differences;
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tally.programs >= 25 && tally.counts["hang"] >= 3 && tally.counts["die"] >= 1);
}
