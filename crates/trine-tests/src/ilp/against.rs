//! What a proof of the ilp engine is worth: explore says nothing else, the judge accepts it, and none of which a
//! number was altered.

use trine_ilp::{Analysis, Answer};
use trine_judge::{Certified, certify_ilp};
use trine_property::Property;
use trine_system::System;
use trine_verdict::Verdict;

use super::altered::{Tally, alter_proof};
use crate::rng::Rng;

/// What explore says, and whether ilp proved it; none where that cannot be compared.
pub type Compared = Result<Option<(Verdict, bool)>, String>;

/// Compares an answer with what explore says.
pub fn weigh(
    seed: u64,
    (system, property): (&System, &Property),
    analysis: &Analysis<'_>,
    (answer, expected): (Answer, Verdict),
    tally: &mut Tally,
) -> Compared {
    let Answer::Nothing(proof) = answer else { return Ok(Some((expected, false))) };
    if expected == Verdict::Violated {
        return Err(format!("seed {seed}: violated, but proved"));
    }
    let Some(proof) = proof else {
        return Err(format!("seed {seed}: a proof without a certificate"));
    };
    match certify_ilp(system, property, &proof, &|| true) {
        Certified::Undecided => return Ok(None),
        Certified::Refused(why) => {
            return Err(format!("seed {seed}: the judge refuses the proof: {why}"));
        }
        Certified::Confirmed => {}
    }
    let mut rng = Rng::new(seed ^ 0xa17f);
    alter_proof(seed, (system, property), analysis, &proof, &mut rng, tally)?;
    Ok(Some((expected, true)))
}

/// Compares many; whether nothing is wrong, and there was something of each kind.
pub fn campaign(
    seeds: std::ops::Range<u64>,
    compare: impl Fn(u64, &mut Tally) -> Compared,
) -> bool {
    let (mut violated, mut proved, mut open, mut skipped) = (0, 0, 0, 0);
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    for seed in seeds {
        match compare(seed, &mut tally) {
            Ok(None) => skipped += 1,
            Ok(Some((Verdict::Violated, _))) => violated += 1,
            Ok(Some((_, true))) => proved += 1,
            Ok(Some((_, false))) => open += 1,
            Err(what) => wrong.push(what),
        }
    }
    println!(
        "{violated} violated, {proved} proved, {open} not proved, {skipped} skipped, {tally:?}, {} wrong",
        wrong.len()
    );
    wrong.iter().take(20).for_each(|what| println!("{what}"));
    wrong.is_empty() && violated > 0 && proved > 0 && tally.refused > 0
}
