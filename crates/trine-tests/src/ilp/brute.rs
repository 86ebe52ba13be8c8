//! Connected flows in the plainest way: all walks through each network up to a length, and whether some of
//! them agree on what they do together. Compared with what the engine makes of its equations.

use std::collections::{BTreeMap, HashSet};

use trine_ilp::{Answer, Cycles, Equations, Goal, Prepared, Prune};
use trine_property::PropertyKind;
use trine_verdict::{IlpEvent, IlpLabel, IlpPart, IlpVariable, Staging, Word};

use super::{asked, patience};

/// Walks are at most so long.
const LONGEST: i64 = 7;
/// So many different walks, and so many ways to put them together, are looked at.
const MOST: usize = 30_000;

/// What walks agree or disagree on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Matter {
    /// How often something is said to a part, less how often it observes it.
    Said { stage: u32, ending: bool, part: IlpPart, label: IlpLabel },
    /// How often a stage ends.
    Ends(u32),
    /// Whether an event that a stage requires occurs before its end.
    Requires(u32, u32),
}

/// What a walk adds to each matter, by their numbers.
type Sums = Box<[i8]>;

struct Matters {
    numbers: BTreeMap<Matter, usize>,
    /// For each variable, what it adds.
    of: Vec<Vec<(usize, i8)>>,
}

fn matters(equations: &Equations) -> Matters {
    let mut found = Matters { numbers: BTreeMap::new(), of: Vec::new() };
    for (stage, (ends, requires)) in equations.stages.iter().enumerate() {
        let stage = stage as u32;
        if !ends.is_empty() {
            found.number(Matter::Ends(stage));
        }
        for event in requires {
            found.number(Matter::Requires(stage, *event));
        }
    }
    for variable in &equations.variables {
        let mut adds = Vec::new();
        if let IlpVariable::Step { stage, ending, part, trigger, parts, events, .. } =
            &variable.name
        {
            let (stage, ending) = (*stage, *ending);
            let said = |part: IlpPart, label: IlpLabel| Matter::Said { stage, ending, part, label };
            for (part, label) in parts {
                adds.push((found.number(said(*part, label.clone())), 1));
            }
            if let Some(label) = trigger {
                adds.push((found.number(said(*part, label.clone())), -1));
            }
            for event in events {
                if equations.claim {
                    let label = IlpLabel::Event(*event);
                    adds.push((found.number(said(IlpPart::Claim, label)), 1));
                }
                let (ends, requires) = &equations.stages[stage as usize];
                if ending && ends.contains(event) {
                    adds.push((found.number(Matter::Ends(stage)), 1));
                }
                if let IlpEvent::Observed(event) = *event
                    && !ending
                    && requires.contains(&event)
                {
                    adds.push((found.number(Matter::Requires(stage, event)), 1));
                }
            }
        }
        found.of.push(adds);
    }
    found
}

impl Matters {
    fn number(&mut self, matter: Matter) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(matter).or_insert(next)
    }

    /// Whether a sum can still become right, or is, once these matters are settled.
    fn may_be(&self, sums: &Sums, settled: &dyn Fn(usize) -> bool) -> bool {
        self.numbers.iter().all(|(matter, at)| match matter {
            Matter::Said { .. } => sums[*at] == 0 || !settled(*at),
            Matter::Ends(_) => sums[*at] == 1 || (sums[*at] == 0 && !settled(*at)),
            Matter::Requires(..) => sums[*at] >= 1 || !settled(*at),
        })
    }
}

/// Whether there is a connected flow in which no network does more than so much; none where there are too
/// many walks.
pub fn flows(equations: &Equations, longest: i64) -> Option<bool> {
    let matters = matters(equations);
    // The last part that has to do with a matter settles it.
    let mut last = vec![0; matters.numbers.len()];
    for (position, (part, _)) in equations.starts.iter().enumerate() {
        for (at, variable) in equations.variables.iter().enumerate() {
            if variable.part == *part {
                matters.of[at].iter().for_each(|(matter, _)| last[*matter] = position);
            }
        }
    }
    let nothing: Sums = vec![0; matters.numbers.len()].into();
    let mut together: HashSet<Sums> = [nothing.clone()].into_iter().collect();
    for (position, (part, start)) in equations.starts.iter().enumerate() {
        let own = walks(equations, &matters, (*part, start), longest, &nothing)?;
        let mut next = HashSet::new();
        for before in &together {
            for walk in &own {
                let sums = before.iter().zip(walk).map(|(one, other)| one + other).collect();
                if matters.may_be(&sums, &|matter| last[matter] <= position) {
                    next.insert(sums);
                }
                if next.len() > MOST {
                    return None;
                }
            }
        }
        together = next;
    }
    Some(!together.is_empty())
}

/// What the walks of a part from its start to the end add up to.
fn walks(
    equations: &Equations,
    matters: &Matters,
    (part, start): (IlpPart, &Word),
    longest: i64,
    nothing: &Sums,
) -> Option<HashSet<Sums>> {
    let mut steps: BTreeMap<(u32, &Word), Vec<usize>> = BTreeMap::new();
    for (at, variable) in equations.variables.iter().enumerate() {
        if variable.part == part {
            steps.entry((variable.from.0, &variable.from.1)).or_default().push(at);
        }
    }
    let mut found = HashSet::new();
    let mut seen: HashSet<((u32, &Word), Sums)> = HashSet::new();
    let mut now = vec![((0, start), nothing.clone())];
    for _ in 0..longest {
        let mut next = Vec::new();
        for (place, sums) in now {
            for at in steps.get(&place).into_iter().flatten() {
                let mut sums = sums.clone();
                for (matter, by) in &matters.of[*at] {
                    sums[*matter] += by;
                }
                match &equations.variables[*at].to {
                    None => {
                        found.insert(sums);
                    }
                    Some((stage, word)) => {
                        if seen.insert(((*stage, word), sums.clone())) {
                            next.push(((*stage, word), sums));
                        }
                    }
                }
            }
            if seen.len() > MOST {
                return None;
            }
        }
        now = next;
    }
    Some(found)
}

/// How a comparison went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// There is a flow, and everybody finds one.
    Flow,
    /// No process finds one.
    Nothing,
    /// There are flows, and only of more steps than were tried.
    Longer,
    /// Too much to be tried.
    Large,
}

/// Compares walks, cuts and the augmented system on the system of a seed; what is wrong, if anything.
pub fn compare(seed: u64) -> Result<Vec<Compared>, String> {
    let (system, property) = asked(seed);
    let PropertyKind::Claim(claim) = &property.kind else { return Ok(Vec::new()) };
    let instrumented = property.system(&system);
    let Ok(prepared) = Prepared::new(&instrumented, &|| true) else { return Ok(Vec::new()) };
    let Ok(analysis) = prepared.analysis(Goal::Claim(claim)) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for staging in [Staging::Intervals, Staging::Automaton, Staging::Split] {
        let Some(all) = analysis.equations(staging, Prune::Nothing) else { continue };
        if all.iter().any(|one| one.variables.len() > 400) {
            found.push(Compared::Large);
            continue;
        }
        let walked: Vec<Option<bool>> = all.iter().map(|one| flows(one, LONGEST)).collect();
        let walked = match () {
            () if walked.contains(&Some(true)) => Some(true),
            () if walked.contains(&None) => None,
            () => Some(false),
        };
        let mut how = match walked {
            Some(true) => Compared::Flow,
            Some(false) => Compared::Nothing,
            None => Compared::Large,
        };
        for cycles in [Cycles::Lazy, Cycles::Augmented] {
            let (answer, _) = analysis.run(staging, cycles, &patience());
            let wrong = match (&answer, walked) {
                (Answer::Nothing(_) | Answer::Bounded(_), Some(true)) => Some("misses a flow"),
                (Answer::Flow(flow), Some(false)) if flow.longest <= LONGEST => {
                    Some("finds a flow that is none")
                }
                (Answer::Flow(_), Some(false)) => {
                    how = Compared::Longer;
                    None
                }
                _ => None,
            };
            if let Some(wrong) = wrong {
                return Err(format!("seed {seed}: {cycles:?} {wrong} ({staging:?})"));
            }
        }
        found.push(how);
    }
    Ok(found)
}

/// Compares many; whether nothing is wrong.
pub fn campaign(seeds: std::ops::Range<u64>) -> bool {
    let mut counts = [0u64; 4];
    let mut wrong = Vec::new();
    for seed in seeds {
        match compare(seed) {
            Ok(all) => all.into_iter().for_each(|one| counts[one as usize] += 1),
            Err(what) => wrong.push(what),
        }
    }
    let [flow, nothing, longer, large] = counts;
    println!(
        "{flow} with a flow, {nothing} without, {longer} with longer ones only, {large} too large, {} wrong",
        wrong.len()
    );
    wrong.iter().take(20).for_each(|what| println!("{what}"));
    wrong.is_empty() && flow > 0 && nothing > 0
}
