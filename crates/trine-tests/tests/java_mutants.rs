//! Examples with small changes in them: whatever the virtual machine dies of or hangs in, Trine does not say to hold.

use trine_tests::java::compare_mutants;

#[test]
fn what_happens_on_the_virtual_machine_does_not_hold() {
    let found = compare_mutants(0..120).expect("a JDK is installed");
    println!("{} programs, {} died, {} hung", found.programs, found.died, found.hung);
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    assert!(found.programs >= 60 && found.died >= 8 && found.hung >= 5);
}
