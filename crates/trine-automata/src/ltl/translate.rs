//! Translates a formula into a Büchi automaton that accepts exactly the words that satisfy it.

use std::fmt;

use super::formula::Formula;
use super::normal::Pool;
use super::tableau::{self, Variant};
use crate::buchi::degeneralise::{Style, degeneralise};
use crate::buchi::generalised::Generalised;
use crate::buchi::weak::minimal_weak;
use crate::buchi::{Buchi, reduce};

/// A small automaton that accepts exactly the words on which the formula holds.
///
/// The size can be exponential in the formula: for formulas from outside use [`translate_within`].
pub fn translate(formula: &Formula) -> Buchi {
    match translate_within(formula, u64::MAX) {
        Ok(automaton) => automaton,
        Err(TooLarge) => unreachable!("there is no limit"),
    }
}

/// As [`translate`], but gives up when the work, counted in edges looked at, passes the limit.
/// A few million are a few seconds.
pub fn translate_within(formula: &Formula, limit: u64) -> Result<Buchi, TooLarge> {
    let mut best = smallest(formula, limit)?;
    if best.states.len() <= WEAK_LIMIT
        && let Ok(complement) = smallest(&formula.clone().not(), limit)
        && let Some(weak) = minimal_weak(&best, &complement)
    {
        best = smaller(best, reduce::reduced(&weak));
    }
    Ok(best)
}

/// Larger automata are not made deterministic: it would take long and hardly help.
const WEAK_LIMIT: usize = 40;

/// The smallest of what the variants of the construction make.
fn smallest(formula: &Formula, limit: u64) -> Result<Buchi, TooLarge> {
    let mut pool = Pool::simplifying();
    let simplified = pool.add(formula);
    let mut terms = vec![simplified, pool.gather(simplified)];
    terms.dedup();
    let mut best: Option<Buchi> = None;
    let mut seen: Vec<Generalised> = Vec::new();
    for term in terms {
        for (split, eager) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut budget = Budget { left: limit };
            let variant = Variant { split, eager };
            let Ok(mut generalised) = tableau::build(&mut pool, term, variant, &mut budget) else {
                continue;
            };
            reduce::shrink(&mut generalised);
            if seen.contains(&generalised) {
                continue;
            }
            for style in Style::all(&generalised) {
                let automaton = reduce::finish(&degeneralise(&generalised, style));
                best = Some(match best {
                    Some(best) => smaller(best, automaton),
                    None => automaton,
                });
            }
            seen.push(generalised);
        }
    }
    best.ok_or(TooLarge)
}

/// The first one if they are equally small.
fn smaller(one: Buchi, other: Buchi) -> Buchi {
    if other.size() < one.size() { other } else { one }
}

/// The automaton would be larger than the caller allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the automaton of the formula is too large")
    }
}

impl std::error::Error for TooLarge {}

/// How much work may still be done.
pub(crate) struct Budget {
    left: u64,
}

impl Budget {
    pub fn spend(&mut self, amount: usize) -> Result<(), TooLarge> {
        self.left = self.left.checked_sub(amount as u64).ok_or(TooLarge)?;
        Ok(())
    }
}
