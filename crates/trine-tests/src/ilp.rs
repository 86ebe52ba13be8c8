//! The ilp engine against the explore engine, on random systems with random properties and queries.
//!
//! What an execution violates, no refutation may exclude; what is refuted, the judge accepts, and does not
//! accept any more when a number in it was changed.

mod against;
pub mod altered;
pub mod brute;
pub mod deadlock;
pub mod endless;

use std::cell::Cell;
use std::collections::BTreeSet;

use trine_ilp::{Answer, Cycles, Goal, Prepared};
use trine_judge::{Certified, certify_ilp};
use trine_property::{Claim, ClaimEdge, ClaimGuard, ClaimState, ClaimStateId, Interval};
use trine_property::{Property, PropertyKind};
use trine_system::generate::Wishes;
use trine_system::interpret::Move;
use trine_system::{Expr, GlobalId, Interpreter, System};
use trine_verdict::{IlpCertificate, IlpTree, Staging, Verdict};

use crate::flow::{explored, generated, generated_with};
use crate::rng::Rng;

/// What the comparison of one system came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// Violated, and never refuted.
    Violated,
    /// It holds, and ilp proved it.
    Proved,
    /// It holds, and ilp found flows.
    NotProved,
    /// Explore cannot tell.
    Open,
    /// Networks cannot say it.
    Skipped,
}

/// The system of a seed, and a property or a query of it.
pub fn asked(seed: u64) -> (System, Property) {
    let mut rng = Rng::new(seed ^ 0x11b);
    let (system, mut property) = made(seed);
    if let PropertyKind::Claim(claim) = &mut property.kind
        && rng.chance(50)
    {
        query(claim, &mut rng);
    }
    (system, property)
}

/// Every second system has only things of which networks can say more.
fn made(seed: u64) -> (System, Property) {
    if seed.is_multiple_of(2) {
        return generated(seed);
    }
    let wishes = Wishes { run: false, pools: false, observers: false, rules: false, ..Wishes::ALL };
    generated_with(seed, wishes)
}

/// Makes the claim of a random query.
fn query(claim: &mut Claim, rng: &mut Rng) {
    let events =
        claim.instrumentation.as_ref().map_or(0, |instrumentation| instrumentation.events.len())
            as u32;
    let count = rng.between(1, 3);
    let mut intervals = Vec::new();
    for _ in 0..count {
        let ends = 1 + rng.below(events as usize) as u32;
        let others: Vec<u32> = (1..=events).collect();
        let forbids = others.iter().copied().filter(|_| rng.chance(25)).collect();
        let requires = others.iter().copied().filter(|_| rng.chance(20)).collect();
        intervals.push(Interval { ends, requires, forbids });
    }
    of_intervals(claim, intervals);
}

/// Makes the claim of a query.
fn of_intervals(claim: &mut Claim, intervals: Vec<Interval>) {
    let Some(instrumentation) = &mut claim.instrumentation else { return };
    let events = instrumentation.events.len() as u32;
    // A claim that guesses where intervals end: one state for what each of them has seen.
    let mut states: Vec<ClaimState> = Vec::new();
    let edge = |guard: Expr, to: usize| ClaimEdge {
        guard: ClaimGuard::When(guard),
        assertion: None,
        to: ClaimStateId(to as u32),
    };
    let sets = 1usize << events;
    let place = |interval: usize, set: usize| interval * sets + set;
    for (number, interval) in intervals.iter().enumerate() {
        for set in 0..sets {
            let mut edges = vec![edge(Expr::Event(0), place(number, set))];
            for event in 1..=events {
                if !interval.forbids.contains(&event) {
                    let seen = set | 1 << (event - 1);
                    edges.push(edge(Expr::Event(event), place(number, seen)));
                }
            }
            if interval.requires.iter().all(|event| set >> (event - 1) & 1 == 1) {
                edges.push(edge(Expr::Event(interval.ends), place(number + 1, 0)));
            }
            states.push(ClaimState { edges, ..ClaimState::default() });
        }
    }
    states.push(ClaimState { final_: true, ..ClaimState::default() });
    instrumentation.intervals = intervals;
    claim.states = states.into_iter().collect();
    claim.initial = ClaimStateId(0);
    claim.infinite_only = false;
}

/// A query that an execution of the system of a seed is like, by construction; none where there is no event.
fn walked(seed: u64) -> Option<(System, Property)> {
    let mut rng = Rng::new(seed ^ 0x3a1c);
    let (system, mut property) = made(seed);
    let instrumented = System::clone(&property.system(&system));
    let interpreter = Interpreter::new(&instrumented);
    let mut state = interpreter.initial().state?;
    let mut events: Vec<u32> = Vec::new();
    let mut complete = 0;
    for _ in 0..80 {
        let steps = interpreter.steps(&state);
        if steps.is_empty() {
            break;
        }
        let step = steps[rng.below(steps.len())];
        let outcome = interpreter.step(&state, &step);
        // What is left out, or goes wrong, ends the walk.
        let Some(next) = outcome.state.filter(|_| outcome.unmodelled.is_empty()) else { break };
        if step.action != Move::ConsumeEvent {
            let known = if state.exclusive.is_some() { state.pending_events.len() } else { 0 };
            events.extend(next.pending_events.iter().skip(known).map(|observed| observed.event));
        }
        state = next;
        if state.exclusive.is_none() {
            complete = events.len();
        }
    }
    events.truncate(complete);
    let mut ends: Vec<usize> = (0..events.len()).filter(|_| rng.chance(30)).collect();
    ends.truncate(3);
    let mut from = 0;
    let mut intervals = Vec::new();
    for end in ends {
        let between = &events[from..end];
        let (mut requires, mut forbids) = (Vec::new(), Vec::new());
        for event in 1..=3 {
            match between.contains(&event) {
                true if rng.chance(60) => requires.push(event),
                false if rng.chance(60) => forbids.push(event),
                _ => {}
            }
        }
        intervals.push(Interval { ends: events[end], requires, forbids });
        from = end + 1;
    }
    if intervals.is_empty() {
        return None;
    }
    if let PropertyKind::Claim(claim) = &mut property.kind {
        of_intervals(claim, intervals);
    }
    Some((system, property))
}

/// Whether what an execution is like is never refuted; false where there was nothing to ask.
pub fn allows(seed: u64) -> Result<bool, String> {
    let Some((system, property)) = walked(seed) else { return Ok(false) };
    let PropertyKind::Claim(claim) = &property.kind else { return Ok(false) };
    let instrumented = property.system(&system);
    let Ok(prepared) = Prepared::new(&instrumented, &|| true) else { return Ok(false) };
    let Ok(analysis) = prepared.analysis(Goal::Claim(claim)) else { return Ok(false) };
    for staging in [Staging::Intervals, Staging::Automaton, Staging::Split] {
        let (answer, _) = analysis.run(staging, Cycles::Lazy, &patience());
        if matches!(answer, Answer::Nothing(_)) {
            return Err(format!("seed {seed}: an execution is no flow ({staging:?})"));
        }
        // Every execution is in some case, however stages are divided.
        let mut rng = Rng::new(seed ^ 0xd1f);
        let divisions: Vec<(usize, usize, bool)> = (0..rng.between(1, 3))
            .map(|_| (rng.below(4), rng.below(1_000), rng.chance(50)))
            .collect();
        let found = analysis.has_flow_divided(staging, &divisions, &patience());
        if found == Some(false) && !matches!(answer, Answer::NotSo(_)) {
            return Err(format!("seed {seed}: an execution is in no case ({staging:?})"));
        }
    }
    Ok(true)
}

/// Stops a search that asks too often whether it may go on: always at the same point.
fn patience() -> impl Fn() -> bool {
    let asked = Cell::new(0);
    move || {
        asked.set(asked.get() + 1);
        asked.get() < 400
    }
}

/// Questions with at most so many variables are asked twice.
const SMALL: usize = 40;

/// Globals of which nothing is to be said, for some seeds.
fn left_out(system: &System, seed: u64) -> BTreeSet<GlobalId> {
    let mut rng = Rng::new(seed ^ 0x0b5c);
    if rng.chance(60) {
        return BTreeSet::new();
    }
    system.globals.ids().filter(|_| rng.chance(50)).collect()
}

/// Compares the engines on the system of a seed; what is wrong, if anything.
pub fn compare(seed: u64) -> Result<Compared, String> {
    let (system, property) = asked(seed);
    let PropertyKind::Claim(claim) = &property.kind else { return Ok(Compared::Skipped) };
    let instrumented = property.system(&system);
    let Ok(prepared) =
        Prepared::leaving_out(&instrumented, left_out(&instrumented, seed), &|| true)
    else {
        return Ok(Compared::Skipped);
    };
    let Ok(analysis) = prepared.analysis(Goal::Claim(claim)) else {
        return Ok(Compared::Skipped);
    };
    let expected = explored(&system, &property);
    let mut proved = false;
    for staging in [Staging::Intervals, Staging::Automaton, Staging::Split, Staging::Endless] {
        let (answer, figures) = analysis.run(staging, Cycles::Lazy, &patience());
        if figures.variables <= SMALL {
            // What is connected does not depend on how the rest is ruled out.
            let (other, _) = analysis.run(staging, Cycles::Augmented, &patience());
            let nothing = matches!(answer, Answer::Nothing(_));
            let none = matches!(other, Answer::Nothing(_) | Answer::Bounded(_));
            let some = matches!((&answer, &other), (Answer::Flow(_), _) | (_, Answer::Flow(_)));
            if some && (nothing || none) {
                return Err(format!(
                    "seed {seed}: cuts and the augmented system differ ({staging:?})"
                ));
            }
        }
        // Where it is not proved at once, it may be with stages divided.
        let answer = match answer {
            Answer::Flow(_) => analysis.refine(staging, &mut |_| {}, &patience()).answer,
            answer => answer,
        };
        let Answer::Nothing(proof) = answer else { continue };
        proved = true;
        if expected == Verdict::Violated {
            return Err(format!("seed {seed}: violated, but proved ({staging:?})"));
        }
        let Some(proof) = proof else {
            return Err(format!("seed {seed}: a proof without a certificate ({staging:?})"));
        };
        judged(seed, &system, &property, &proof)?;
    }
    Ok(match (expected, proved) {
        (Verdict::Violated, _) => Compared::Violated,
        (Verdict::Holds, true) => Compared::Proved,
        (Verdict::Holds, false) => Compared::NotProved,
        (Verdict::Inconclusive, _) => Compared::Open,
    })
}

/// The judge accepts a proof, or does not follow it; it never accepts one with a number changed.
fn judged(
    seed: u64,
    system: &System,
    property: &Property,
    proof: &IlpCertificate,
) -> Result<(), String> {
    match certify_ilp(system, property, proof, &|| true) {
        Certified::Undecided => return Ok(()),
        Certified::Confirmed => {}
        Certified::Refused(why) => {
            return Err(format!("seed {seed}: the judge refuses the proof: {why}"));
        }
    }
    let mut spoiled = proof.clone();
    if spoiled.trees.iter_mut().any(spoil)
        && certify_ilp(system, property, &spoiled, &|| true) == Certified::Confirmed
    {
        return Err(format!("seed {seed}: the judge accepts a proof with a changed number"));
    }
    Ok(())
}

/// Changes a number that matters: the sign of all multipliers of a leaf; whether there is one.
fn spoil(tree: &mut IlpTree) -> bool {
    match tree {
        IlpTree::Leaf(rows) => {
            for (_, by) in rows.iter_mut() {
                *by = -*by;
            }
            !rows.is_empty()
        }
        IlpTree::Indivisible { by, .. } => {
            *by = 1;
            true
        }
        IlpTree::Variable { below, .. } => spoil(below),
        IlpTree::Component { unused, .. } => spoil(unused),
        IlpTree::Divided { none, some, .. } => spoil(none) || spoil(some),
    }
}

/// Compares many systems; whether nothing is wrong.
pub fn campaign(seeds: std::ops::Range<u64>) -> std::io::Result<bool> {
    let mut counts = [0u64; 5];
    let mut wrong = Vec::new();
    for seed in seeds {
        match compare(seed) {
            Ok(compared) => counts[compared as usize] += 1,
            Err(what) => wrong.push(what),
        }
    }
    let [violated, proved, not_proved, open, skipped] = counts;
    println!(
        "{violated} violated, {proved} proved, {not_proved} not proved, {open} open, {skipped} skipped, {} wrong",
        wrong.len()
    );
    wrong.iter().take(20).for_each(|what| println!("{what}"));
    Ok(wrong.is_empty() && violated > 0 && proved > 0)
}

/// Asks about what executions are like; whether nothing is wrong.
pub fn walks(seeds: std::ops::Range<u64>) -> bool {
    let answers: Vec<Result<bool, String>> = seeds.map(allows).collect();
    let wrong: Vec<&String> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    let asked = answers.iter().filter(|answer| **answer == Ok(true)).count();
    println!("{asked} executions are flows, {} are not", wrong.len());
    wrong.iter().take(20).for_each(|what| println!("{what}"));
    wrong.is_empty() && asked > 0
}
