//! Translates a formula into a Büchi automaton that accepts exactly the words that satisfy it.

use super::formula::Formula;
use super::normal::Pool;
use super::tableau::{self, Variant};
use crate::buchi::automaton::REDUCTION_EFFORT;
use crate::buchi::degeneralise::{Style, degeneralise};
use crate::buchi::generalised::Generalised;
use crate::buchi::weak::minimal_weak;
use crate::buchi::{Buchi, reduce};
use crate::budget::{Budget, TooLarge};

/// A small automaton that accepts exactly the words on which the formula holds.
///
/// The size can be exponential in the formula: for formulas from outside use [`translate_within`].
pub fn translate(formula: &Formula) -> Buchi {
    match translate_within(formula, u64::MAX) {
        Ok(automaton) => automaton,
        Err(TooLarge) => unreachable!("there is no limit"),
    }
}

/// As [`translate`], but gives up when building the automaton takes more than the given number of
/// steps, [`DEFAULT_LIMIT`] for instance. However large the limit, the reductions that follow are
/// cut short when they take long.
pub fn translate_within(formula: &Formula, limit: u64) -> Result<Buchi, TooLarge> {
    let mut effort = Budget::new(REDUCTION_EFFORT);
    let mut best = smallest(formula, limit, &Portfolio::FULL, &mut effort)?;
    if best.states.len() <= WEAK_LIMIT {
        let negation = formula.clone().not();
        let limit = limit.min(COMPLEMENT_EFFORT);
        if let Ok(complement) = smallest(&negation, limit, &Portfolio::SHORT, &mut effort)
            && complement.states.len() <= WEAK_LIMIT
            && let Some(weak) = minimal_weak(&best, &complement)
        {
            best = smaller(best, reduce::reduced(&weak, &mut effort));
        }
    }
    Ok(best)
}

/// Enough for formulas that people write; more steps take some seconds.
pub const DEFAULT_LIMIT: u64 = 50_000_000;

/// Steps for the complement, which only serves to find a deterministic automaton.
const COMPLEMENT_EFFORT: u64 = 20_000;
/// Larger automata are not made deterministic: it would take long and hardly help.
const WEAK_LIMIT: usize = 64;
/// Larger automata are built in one way only.
const PORTFOLIO_LIMIT: usize = 1_000;

/// Which variants of the construction are tried.
struct Portfolio {
    variants: &'static [(bool, bool)],
    all_styles: bool,
}

impl Portfolio {
    const FULL: Portfolio = Portfolio {
        variants: &[(false, false), (true, false), (false, true), (true, true)],
        all_styles: true,
    };
    const SHORT: Portfolio = Portfolio { variants: &[(false, false)], all_styles: false };
}

/// The smallest of what the variants of the construction make.
fn smallest(
    formula: &Formula,
    limit: u64,
    portfolio: &Portfolio,
    effort: &mut Budget,
) -> Result<Buchi, TooLarge> {
    let mut pool = Pool::simplifying();
    let simplified = pool.add(formula);
    let mut terms = vec![simplified, pool.gather(simplified)];
    terms.dedup();
    let mut best: Option<Buchi> = None;
    let (mut built, mut seen): (Vec<Generalised>, Vec<Generalised>) = (vec![], vec![]);
    for term in terms {
        for &(split, eager) in portfolio.variants {
            if best.is_some() && effort.is_exhausted() {
                break;
            }
            let mut budget = Budget::new(limit);
            let variant = Variant { split, eager };
            let Ok(mut generalised) = tableau::build(&mut pool, term, variant, &mut budget) else {
                continue;
            };
            if built.contains(&generalised) {
                continue;
            }
            built.push(generalised.clone());
            reduce::shrink(&mut generalised, effort);
            if seen.contains(&generalised) {
                continue;
            }
            let large = generalised.edge_count() > PORTFOLIO_LIMIT;
            let mut styles = Style::all(&generalised);
            if large || !portfolio.all_styles {
                styles.truncate(1);
            }
            for style in styles {
                let automaton = reduce::finish(&degeneralise(&generalised, style), effort);
                best = Some(match best {
                    Some(best) => smaller(best, automaton),
                    None => automaton,
                });
            }
            if large {
                return best.ok_or(TooLarge);
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
