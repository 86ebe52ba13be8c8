//! Partial-order reduction changes no verdict.

mod common;

use common::{examples, lowered, searched};
use trine_program::direct::Searched;

fn verdicts(of: &Searched) -> String {
    let perhaps = of.perhaps.keys().filter(|check| !of.violated.contains_key(check));
    let perhaps: Vec<_> = perhaps.collect();
    format!("{:?} {perhaps:?} {:?}", of.violated.keys(), of.stops.keys())
}

#[test]
fn examples_have_the_same_verdicts_with_and_without_reduction() {
    let (mut full, mut reduced, mut wrong) = (0, 0, Vec::new());
    for path in examples() {
        let text = std::fs::read_to_string(&path).expect("an example can be read");
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let program = lowered(&name, &text).expect("an example is lowered");
        let [with, without] = [true, false].map(|reduce| searched(&program, reduce, u64::MAX));
        println!("{name:40} {:8} {:8}", without.figures.states, with.figures.states);
        full += without.figures.states;
        reduced += with.figures.states;
        if verdicts(&with) != verdicts(&without) {
            wrong.push(format!("{name}: {}, not {}", verdicts(&with), verdicts(&without)));
        }
    }
    println!("{full} states, reduced {reduced}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(3 * reduced < full, "{reduced} of {full}");
}
