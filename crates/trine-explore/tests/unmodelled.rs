//! What is not modelled might do anything: no process is said to wait in vain for it.

mod common;

use common::{Quiet, violated_naively};
use trine_base::{Diagnostics, FileId};
use trine_explore::{Options, check};
use trine_property::{Check, Property};
use trine_verdict::{Budget, Verdict};

fn verdict(step: &str) -> Verdict {
    let text = format!(
        "rules no reap, threads
        entry n()
        template Server() {{
          s0: s0 -> s1 accept n()
          s1: s1 -> s2 complete n()
          s2 final:
        }}
        template Client() {{
          s0: s0 -> s0
            s0 -> s1 {step}
          s1 final:
        }}
        process server: Server()
        process client: Client()"
    );
    let mut diagnostics = Diagnostics::new();
    let system = trine_system::text::parse(&text, FileId(0), &mut diagnostics);
    let system = system.expect("a system");
    let naively = violated_naively(&system, 1_000);
    assert_eq!(naively.is_some_and(|found| found.contains(&Check::Deadlock)), step.is_empty());
    let deadlock = [Property::check(Check::Deadlock)];
    check(&system, &deadlock, &Options::default(), &Budget::default(), &Quiet)[0].verdict
}

#[test]
fn what_is_not_modelled_may_make_a_call() {
    assert_eq!(verdict(""), Verdict::Violated);
    assert_ne!(verdict("do unmodelled \"a call\""), Verdict::Violated);
}
