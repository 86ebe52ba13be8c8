//! Translates a formula into a Büchi automaton that accepts exactly the words that satisfy it.

use std::fmt;

use super::formula::Formula;
use super::normal::Pool;
use super::tableau::{self, Disjunctions};
use crate::buchi::degeneralise::{Style, degeneralise};
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
    let mut best: Option<Buchi> = None;
    for disjunctions in [Disjunctions::Whole, Disjunctions::Split] {
        let mut budget = Budget { left: limit };
        let mut pool = Pool::simplifying();
        let term = pool.add(formula);
        let generalised = tableau::build(&mut pool, term, disjunctions, &mut budget);
        let mut generalised = match generalised {
            Ok(generalised) => generalised,
            Err(TooLarge) => continue,
        };
        reduce::shrink(&mut generalised);
        for (reversed, enter_high) in [(false, false), (false, true), (true, false), (true, true)] {
            let style = Style { reversed, enter_high };
            let automaton = reduce::finish(&degeneralise(&generalised, style));
            if best.as_ref().is_none_or(|best| automaton.size() < best.size()) {
                best = Some(automaton);
            }
        }
    }
    best.ok_or(TooLarge)
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
