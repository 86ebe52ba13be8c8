//! The flow engine against the explore engine, on random systems with random properties.
//!
//! What an execution violates, no set of constraints may prove.

use std::cell::Cell;
use std::time::Duration;

use trine_automata::{Formula, translate_within};
use trine_flow::{Analysis, Answer, Constraint, Limits};
use trine_judge::{Certified, certify, unmet};
use trine_property::{
    Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId, EventInstrumentation,
    Level, Property, PropertyKind,
};
use trine_system::generate::{Wishes, generate_with};
use trine_system::{BinaryOp, Edge, EdgeId, Effect, Expr, Hold, System, TemplateId};
use trine_verdict::{Budget, Depth, FlowCertificate, Followed, Progress, Verdict, Watch};

use crate::rng::Rng;

/// Progress is not shown, and time stands still.
pub struct Quiet;

impl Watch for Quiet {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn cancelled(&self) -> bool {
        false
    }

    fn progress(&self, _: Progress) {}
}

/// What the comparison of one system came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// Violated, and never proved.
    Violated,
    /// It holds, and flow proved it with some constraints.
    Proved,
    /// It holds, and no constraints that were tried prove it.
    NotProved,
    /// It holds, and some constraints prove it while more do not: these show more steps, and so more
    /// paths.
    Lost,
    /// One of the engines has no answer.
    Skipped,
}

const EVENTS: usize = 3;

/// The system of a seed, and a property of it.
pub fn generated(seed: u64) -> (System, Property) {
    generated_with(seed, Wishes { run: false, pools: false, ..Wishes::ALL })
}

/// The same, of things that are wished for.
pub fn generated_with(seed: u64, wishes: Wishes) -> (System, Property) {
    let mut rng = Rng::new(seed ^ 0xf10f);
    let system = generate_with(seed, wishes);
    let mut claim = match rng.below(3) {
        0 => automaton(&mut rng, true),
        1 => automaton(&mut rng, false),
        _ => formula(&mut rng),
    };
    claim.instrumentation = Some(instrumentation(&system, &mut rng));
    let kind = PropertyKind::Claim(claim);
    (system, Property { name: "generated".to_string(), kind, level: Level::Error, span: None })
}

/// Events on some edges.
fn instrumentation(system: &System, rng: &mut Rng) -> EventInstrumentation {
    let mut edges: Vec<(TemplateId, Option<EdgeId>, Edge)> = Vec::new();
    for (template, code) in system.templates.enumerate() {
        for (id, edge) in code.edges.enumerate() {
            // Events of an endless loop inside exclusive control would pile up without end.
            if edge.hold == Hold::Release && rng.chance(25) {
                let mut edge = edge.clone();
                let event = 1 + rng.below(EVENTS) as u32;
                let me = Expr::binary(BinaryOp::Equal, Expr::Myself, Expr::Const(1));
                let when = if rng.chance(20) { me } else { Expr::TRUE };
                edge.effects.push(Effect::Emit { event, when });
                edges.push((template, Some(id), edge));
            }
        }
    }
    let events = (1..=EVENTS).map(|event| format!("e{event}")).collect();
    EventInstrumentation { events, edges, ..EventInstrumentation::default() }
}

/// A random automaton that is violated at an end, or as soon as it comes to its last state.
fn automaton(rng: &mut Rng, at_end: bool) -> Claim {
    let count = rng.between(2, 4);
    let bad = ClaimStateId(count as u32);
    let edge = |guard: Expr, to: ClaimStateId| ClaimEdge {
        guard: ClaimGuard::When(guard),
        assertion: None,
        to,
    };
    let mut states = Vec::new();
    for state in 0..count {
        let mut edges = vec![edge(Expr::Event(0), ClaimStateId(state as u32))];
        if at_end && state + 1 == count {
            let ended = Expr::binary(BinaryOp::And, Expr::Event(0), Expr::Terminated);
            edges.push(edge(ended, bad));
        }
        for event in 1..=EVENTS as u32 {
            let most = if at_end { count } else { count + 1 };
            let to = match rng.chance(40) {
                true => state,
                false => rng.below(most),
            };
            edges.push(edge(Expr::Event(event), ClaimStateId(to as u32)));
        }
        states.push(ClaimState { edges, ..ClaimState::default() });
    }
    states.push(ClaimState { final_: true, ..ClaimState::default() });
    Claim {
        states: states.into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation: None,
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Never,
        vacuous_if: Vec::new(),
    }
}

/// The negation of a formula that silent steps do not matter to.
fn formula(rng: &mut Rng) -> Claim {
    let atom = |event: usize| Formula::atom(trine_automata::AtomId(event as u32));
    let (p, q) = (atom(rng.below(EVENTS)), atom(rng.below(EVENTS)));
    let formula = match rng.below(6) {
        0 => p.always_not(),
        1 => p.eventually(),
        2 => p.implies(q.eventually()).always(),
        3 => p.eventually().always(),
        4 => p.clone().not().always().or(q.eventually()),
        _ => p.eventually().always().implies(q.eventually().always()),
    };
    let automaton = translate_within(&formula.not(), 1_000_000).expect("small formulas");
    let atoms: Vec<Expr> = (1..=EVENTS as u32).map(Expr::Event).collect();
    let infinite_only = rng.chance(20);
    let claim = Claim::of_automaton(&automaton, &atoms, ClaimOrigin::Never);
    Claim { stutter_invariant: true, infinite_only, ..claim }
}

trait Never {
    fn always_not(self) -> Formula;
}

impl Never for Formula {
    fn always_not(self) -> Formula {
        self.not().always()
    }
}

/// The judge accepts a proof, or does not know such; it never accepts one that leaves something out.
fn judged(
    seed: u64,
    system: &System,
    property: &Property,
    proof: &FlowCertificate,
) -> Result<(), String> {
    match certify(system, property, proof, &|| true) {
        Certified::Undecided => return Ok(()),
        Certified::Confirmed => {}
        Certified::Refused(why) => {
            return Err(format!("seed {seed}: the judge refuses the proof: {why}"));
        }
    }
    // A plain walk, one edge at a time, meets the same tuples; fewer where it remembers how far a process
    // that is followed has gone unseen, which the engine does not.
    let remembers = |one: &Followed| matches!(one, Followed::Task(_) | Followed::Call(_));
    let unmet = unmet(system, property, proof).unwrap_or_default();
    if !unmet.is_empty() && !proof.followed.iter().any(remembers) {
        return Err(format!("seed {seed}: the judge never meets {unmet:?}"));
    }
    // Without the first pair nothing is left to begin with.
    let mut spoiled = proof.clone();
    if spoiled.pairs.is_empty() {
        return Ok(());
    }
    spoiled.pairs.remove(0);
    if certify(system, property, &spoiled, &|| true) == Certified::Confirmed {
        return Err(format!("seed {seed}: the judge accepts a proof without its beginning"));
    }
    // A lock that no process holds.
    let mut spoiled = proof.clone();
    let monitors: u32 = system.monitors.iter().map(|monitor| monitor.count).sum();
    if let Some(region) = spoiled.regions.first_mut()
        && monitors > 0
        && region.held.is_empty()
    {
        region.held.push(Depth { monitor: 0, least: 1, most: 1 });
        if certify(system, property, &spoiled, &|| true) == Certified::Confirmed {
            return Err(format!("seed {seed}: the judge believes in a lock that no process took"));
        }
    }
    Ok(())
}

/// What the search says of a property. Where the model does not know a value, a violation with one near
/// those that it stands for counts, too: nothing that depends on them is proved.
pub fn explored(system: &System, property: &Property) -> Verdict {
    let budget = Budget { depth: Some(100_000), memory: Some(200 << 20), ..Budget::default() };
    let options = trine_explore::Options::default();
    let ask = |system: &System, property: &Property| {
        let one = std::slice::from_ref(property);
        trine_explore::check(system, one, &options, &budget, &Quiet)[0].verdict
    };
    match (ask(system, property), widened(system, property)) {
        (Verdict::Inconclusive, Some((system, property))) => match ask(&system, &property) {
            Verdict::Violated => Verdict::Violated,
            Verdict::Holds | Verdict::Inconclusive => Verdict::Inconclusive,
        },
        (verdict, _) => verdict,
    }
}

/// The system with every value that it does not know chosen among a few more; none where it knows all.
fn widened(system: &System, property: &Property) -> Option<(System, Property)> {
    let (mut system, mut property) = (system.clone(), property.clone());
    let mut any = false;
    let mut widen = |edge: &mut Edge| {
        for effect in &mut edge.effects {
            if let Effect::Choose { low, high, known, .. } = effect
                && !*known
            {
                (*low, *high, *known) = (*low - 1, *high + 1, true);
                any = true;
            }
        }
    };
    for template in system.templates.iter_mut() {
        template.edges.iter_mut().for_each(&mut widen);
    }
    if let PropertyKind::Claim(Claim { instrumentation: Some(instrumentation), .. }) =
        &mut property.kind
    {
        instrumentation.edges.iter_mut().for_each(|(_, _, edge)| widen(edge));
    }
    any.then_some((system, property))
}

/// Compares the engines on the system of a seed; what is wrong, if anything.
pub fn compare(seed: u64) -> Result<Compared, String> {
    let (system, property) = generated(seed);
    let expected = explored(&system, &property);
    let instrumented = property.system(&system);
    let PropertyKind::Claim(claim) = &property.kind else { return Ok(Compared::Skipped) };
    let Ok(analysis) = Analysis::new(&instrumented, claim) else { return Ok(Compared::Skipped) };
    let left = Cell::new(usize::MAX);
    let budget = Budget::default();
    let limits = Limits { budget: &budget, watch: &Quiet, most: 20_000, left: &left };
    let all = analysis.all();
    let mut rng = Rng::new(seed);
    let mut sets: Vec<Vec<Constraint>> = vec![Vec::new(), all.clone()];
    for _ in 0..3 {
        let some: Vec<Constraint> = all.iter().copied().filter(|_| rng.chance(30)).collect();
        let more = all.iter().copied().filter(|one| some.contains(one) || rng.chance(40));
        let more: Vec<Constraint> = more.collect();
        sets.push(some);
        sets.push(more);
    }
    let mut proved: Vec<Option<bool>> = Vec::new();
    for set in &sets {
        let (answer, _, proof) = analysis.prove(set, &limits);
        if matches!(answer, Answer::Nothing) {
            judged(seed, &system, &property, &proof)?;
        }
        proved.push(match answer {
            Answer::Nothing => Some(true),
            Answer::Found(_) => Some(false),
            Answer::Stopped(_) => None,
        });
        if proved.last() == Some(&Some(true)) && expected == Verdict::Violated {
            let names: Vec<String> = set.iter().map(|one| analysis.name(*one)).collect();
            return Err(format!("seed {seed}: violated, but proved with {names:?}"));
        }
    }
    let loses = |(smaller, one): (&Vec<Constraint>, &Option<bool>)| {
        sets.iter().zip(&proved).any(|(larger, two)| {
            let within = smaller.iter().all(|constraint| larger.contains(constraint));
            within && (*one, *two) == (Some(true), Some(false))
        })
    };
    Ok(match (expected, proved.contains(&Some(true))) {
        (Verdict::Holds, true) if sets.iter().zip(&proved).any(loses) => Compared::Lost,
        (Verdict::Violated, _) => Compared::Violated,
        (Verdict::Holds, true) => Compared::Proved,
        (Verdict::Holds, false) => Compared::NotProved,
        (Verdict::Inconclusive, _) => Compared::Skipped,
    })
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
    let [violated, proved, open, lost, skipped] = counts;
    println!(
        "{violated} violated, {proved} proved, {open} not proved, {lost} proved only with fewer \
         constraints, {skipped} skipped, {} wrong",
        wrong.len()
    );
    wrong.iter().take(20).for_each(|what| println!("{what}"));
    Ok(wrong.is_empty() && violated > 0)
}
