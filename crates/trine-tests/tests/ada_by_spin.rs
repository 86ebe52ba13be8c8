//! Random rendezvous programs get the deadlock verdict from Trine that SPIN gives for a translation that
//! shares nothing with the front end.

use trine_tests::java::by_spin::{ask_spin, ask_trine};
use trine_tests::{ada, parallel};

#[test]
fn random_rendezvous_programs_get_the_same_verdicts_from_spin() {
    let count =
        std::env::var("ADA_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let seeds: Vec<u64> = (0..count).collect();
    let asked = parallel::map(&seeds, 2, |_, seed| {
        let mini = ada::generate(*seed);
        let known = ask_spin(&ada::print_promela(&mini));
        let asked = ask_trine("main.adb", &ada::print_ada(&mini));
        (known, asked.and_then(|(_, trine)| trine))
    });
    let mut wrong = Vec::new();
    let mut deadlocks = 0;
    for (seed, (known, asked)) in seeds.iter().zip(asked) {
        match (known, asked) {
            (Ok(known), Ok(trine)) if trine == known => deadlocks += usize::from(known.deadlock),
            (known, asked) => wrong.push(format!("seed {seed}: known {known:?}, but {asked:?}")),
        }
    }
    println!("{deadlocks} of {count} programs can deadlock");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(deadlocks * 20 > seeds.len() && deadlocks * 20 < seeds.len() * 19);
}
