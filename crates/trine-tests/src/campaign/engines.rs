//! The engines against each other, and their proofs against the judge, on random systems and models.

use std::io;
use std::ops::Range;

use super::Tally;
use crate::ilp::{self, altered, brute, deadlock, endless};
use crate::same_verdicts::{self, Subject};
use crate::{flow, generate, parallel};

/// Flow proves nothing that an execution violates, and the judge accepts its proofs.
pub fn flow(seeds: Range<u64>) -> io::Result<Tally> {
    Ok(Tally::of_each(seeds, |seed| flow::compare(seed).map(|how| format!("{how:?}"))))
}

/// Ilp proves nothing that an execution violates, and the judge accepts its proofs.
pub fn ilp(seeds: Range<u64>) -> io::Result<Tally> {
    Ok(Tally::of_each(seeds, |seed| ilp::compare(seed).map(|how| format!("{how:?}"))))
}

/// Every execution is a flow.
pub fn ilp_walks(seeds: Range<u64>) -> io::Result<Tally> {
    let named = |is_flow| if is_flow { "executions" } else { "skipped" }.to_string();
    Ok(Tally::of_each(seeds, |seed| ilp::allows(seed).map(named)))
}

/// Cuts, the augmented system and an enumeration of small flows agree.
pub fn ilp_flows(seeds: Range<u64>) -> io::Result<Tally> {
    Ok(Tally::of_each(seeds, |seed| brute::compare(seed).map(|all| format!("{} flows", all.len()))))
}

/// The judge refuses proofs in which a number was altered, unless they still are proofs.
pub fn ilp_altered(seeds: Range<u64>) -> io::Result<Tally> {
    let altered_of = |seed| {
        let mut tally = altered::Tally::default();
        altered::alter(seed, &mut tally).map(|()| match tally.proofs {
            0 => "without a proof".to_string(),
            _ => "with proofs".to_string(),
        })
    };
    Ok(Tally::of_each(seeds, altered_of))
}

/// No deadlock is proved away by ilp.
pub fn ilp_deadlock(seeds: Range<u64>) -> io::Result<Tally> {
    Ok(Tally::of_each(seeds, |seed| {
        deadlock::compare(seed, &mut altered::Tally::default()).map(worth)
    }))
}

/// Nothing endless is proved away by ilp.
pub fn ilp_endless(seeds: Range<u64>) -> io::Result<Tally> {
    Ok(Tally::of_each(seeds, |seed| {
        endless::compare(seed, &mut altered::Tally::default()).map(worth)
    }))
}

fn worth(compared: Option<(trine_verdict::Verdict, bool)>) -> String {
    match compared {
        None => "skipped".to_string(),
        Some((verdict, true)) => format!("{verdict:?}, proved"),
        Some((verdict, false)) => format!("{verdict:?}"),
    }
}

/// Every way of searching has one verdict on generated models.
pub fn searches(seeds: Range<u64>) -> io::Result<Tally> {
    let seeds: Vec<u64> = seeds.collect();
    let found = parallel::map(&seeds, 2, |_, seed| {
        let text = Some(generate::model(*seed).text);
        same_verdicts::compare(&Subject { name: format!("seed-{seed}.pml"), text })
    });
    let mut tally = Tally { programs: seeds.len() as u64, ..Tally::default() };
    for one in found {
        tally.count("models", one.models);
        tally.count("pairs of verdicts", one.compared);
        tally.count("violations", one.violated);
        tally.differences.extend(one.different);
    }
    Ok(tally)
}
