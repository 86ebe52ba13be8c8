//! Sequential Ada, line by line: what GNAT's program does is what Trine says.

use trine_tests::ada_snippets::campaign;

/// A share of the campaign `ada-snippets`.
#[test]
fn snippets_end_as_with_gnat() {
    let tally = campaign(0..240).expect("GNAT is installed");
    for (what, times) in &tally.counts {
        println!("{times} {what}");
    }
    let wrong = &tally.differences;
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tally.programs > 200, "{} programs", tally.programs);
}
