//! What the tests of the interpreter share.

use std::collections::BTreeSet;

use trine_base::{Diagnostics, FileId};
use trine_system::naive::explore_naively;
use trine_system::text::{parse, print};
use trine_system::*;

pub fn read(text: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    let Some(system) = parse(text, FileId(0), &mut diagnostics) else {
        panic!("{:?}", diagnostics.items);
    };
    if let Err(problems) = validate(&system) {
        panic!("{}", problems.join("\n"));
    }
    system
}

/// Explores a system and compares the number of raw states, whether there is a deadlock, and the kinds
/// of faults; then does so again with its synchronisations expanded.
pub fn check(text: &str, states: usize, deadlock: bool, faults: &[FaultKind]) {
    let system = read(text);
    let faults: BTreeSet<FaultKind> = faults.iter().copied().collect();
    for form in [system.clone(), expand_sync(&system), expand_channels(&expand_sync(&system))] {
        let found = explore_naively(&form, 10_000);
        assert!(found.complete, "{text}");
        assert_eq!(
            (found.raw_states, found.deadlock, found.faults),
            (states, deadlock, faults.clone()),
            "{}",
            print(&form)
        );
    }
}
