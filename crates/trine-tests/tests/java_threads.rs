//! Examples and changed ones whose threads may be late before every statement: what the virtual machine dies of or
//! hangs in, Trine does not say to hold.

use trine_tests::java::compare_late;

#[test]
fn what_happens_to_late_threads_does_not_hold() {
    // The first numbers are the examples as they are; the last ones are changed.
    let mut programs = 0;
    for seeds in [20..40, 300..340] {
        let found = compare_late(seeds).expect("a JDK is installed");
        println!("{} programs, {} died, {} hung", found.programs, found.died, found.hung);
        assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
        programs += found.programs;
    }
    assert!(programs >= 30);
}
