//! Direct simulation: which states can match whatever another state does, step by step.

use crate::bits::Bits;
use crate::budget::{Budget, TooLarge};
use crate::guard::{Cube, covered};
use trine_base::components::components;

/// A step as the simulation game sees it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub guard: Cube,
    /// The marks that a matching step must offer.
    pub required: Bits,
    pub offered: Bits,
    pub target: usize,
}

/// For each state the states that simulate it: that carry at least its labels, and answer each of
/// its steps, on every letter, by a step with the required marks to a state that simulates its
/// target. It is the largest such relation; every state simulates itself if each of its steps
/// offers what it requires.
pub(crate) fn simulation(
    steps: &[Vec<Step>],
    labels: &[Bits],
    effort: &mut Budget,
) -> Result<Vec<Bits>, TooLarge> {
    let count = steps.len();
    let mut above: Vec<Bits> = (0..count)
        .map(|low| (0..count).filter(|&high| labels[low].is_subset(&labels[high])).collect())
        .collect();
    // From the targets to the sources: then a difference is seen in few rounds.
    let successors: Vec<Vec<usize>> =
        steps.iter().map(|steps| steps.iter().map(|step| step.target).collect()).collect();
    let order = components(&successors).members.concat();
    let mut changed = true;
    while changed {
        changed = false;
        for &low in &order {
            let mut losers: Vec<usize> = Vec::new();
            for high in above[low].iter().filter(|&high| high != low) {
                effort.spend(4 + steps[low].len() * steps[high].len())?;
                if !answers(&steps[low], &steps[high], &above) {
                    losers.push(high);
                }
            }
            changed |= !losers.is_empty();
            for loser in losers {
                above[low].remove(loser);
            }
        }
    }
    Ok(above)
}

fn answers(low: &[Step], high: &[Step], above: &[Bits]) -> bool {
    low.iter().all(|step| {
        let answers: Vec<&Cube> = high
            .iter()
            .filter(|answer| {
                step.required.is_subset(&answer.offered)
                    && above[step.target].contains(answer.target)
            })
            .map(|answer| &answer.guard)
            .collect();
        covered(&step.guard, &answers)
    })
}
