//! Java against the virtual machine, line by line: what it computes, Trine computes, and what it dies of, Trine reports.

use trine_tests::java_snippets::{Compared, compare, coverage, every, generate};

fn agrees(found: &Compared) {
    println!("{}", found.report());
    assert_eq!(found.different(), 0, "{}", found.report());
    assert!(found.no_java.len() * 20 <= found.snippets, "javac refuses too many");
}

#[test]
fn snippets_made_by_chance_end_as_on_the_virtual_machine() {
    let found = compare((0..200).map(generate), 2).expect("a JDK is installed");
    agrees(&found);
    assert!(found.agreed * 4 >= found.snippets, "too much is left open");
}

#[test]
fn every_method_of_the_library_models_is_called() {
    let found = coverage(&every(), 2).expect("a JDK is installed");
    let wrong = found.wrong();
    assert!(wrong.is_empty(), "{} of the models:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_the_tables_name_is_as_on_the_virtual_machine() {
    // A share of them, by their places; all are in the campaign `java-library`.
    let some = every().into_iter().step_by(8);
    agrees(&compare(some, 2).expect("a JDK is installed"));
}
