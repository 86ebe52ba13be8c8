//! The verdict with slicing and without is the same, on random systems.

use std::time::Duration;

use trine_explore::{Options, check};
use trine_property::{
    Check, Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId,
    EventInstrumentation, Property, PropertyKind,
};
use trine_reduce::slice;
use trine_system::generate::{Wishes, generate_with};
use trine_system::naive::explore_naively;
use trine_system::{Effect, Expr, GlobalId, System, validate};
use trine_verdict::{Budget, Progress, Verdict, Watch};

struct Quiet;

impl Watch for Quiet {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn cancelled(&self) -> bool {
        false
    }
    fn progress(&self, _: Progress) {}
}

/// Without any other reduction, so that only slicing can make a difference.
fn verdict(system: &System, property: &Property) -> Verdict {
    let options = Options { raw: true, partial_order: false, ..Options::default() };
    let one = std::slice::from_ref(property);
    let budget = Budget { memory: Some(500 << 20), ..Budget::default() };
    check(system, one, &options, &budget, &Quiet)[0].verdict
}

/// The variable is not for ever after 0: violated where it is, from some moment on.
fn again_and_again(global: GlobalId, stutter_invariant: bool) -> Property {
    let read = || Expr::global(global);
    let edge = |guard: Expr, to: u32| ClaimEdge {
        guard: ClaimGuard::When(guard),
        assertion: None,
        to: ClaimStateId(to),
    };
    let waiting = ClaimState {
        edges: vec![edge(Expr::TRUE, 0), edge(read().negated(), 1)],
        ..ClaimState::default()
    };
    let stuck = ClaimState {
        accepting: true,
        edges: vec![edge(read().negated(), 1)],
        ..ClaimState::default()
    };
    let claim = Claim {
        states: [waiting, stuck].into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation: None,
        infinite_only: false,
        stutter_invariant,
        origin: ClaimOrigin::Formula("[]<> x".to_string()),
        vacuous_if: Vec::new(),
    };
    property(claim)
}

/// The variable is once not 0: violated where it is 0 for ever.
fn sooner_or_later(global: GlobalId, infinite_only: bool) -> Property {
    let guard = ClaimGuard::When(Expr::global(global).negated());
    let edges = vec![ClaimEdge { guard, assertion: None, to: ClaimStateId(0) }];
    let never = ClaimState { accepting: true, edges, ..ClaimState::default() };
    let claim = Claim {
        states: [never].into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation: None,
        infinite_only,
        stutter_invariant: true,
        origin: ClaimOrigin::Formula("<> x".to_string()),
        vacuous_if: Vec::new(),
    };
    property(claim)
}

/// Events are consumed, of some edges of each template: sooner or later one is, or never any is.
fn observing(system: &System, seed: u64, never: bool) -> Property {
    let mut instrumentation =
        EventInstrumentation { events: vec!["it".to_string()], ..EventInstrumentation::default() };
    for (id, template) in system.templates.enumerate() {
        for (edge, code) in template.edges.enumerate() {
            if (u64::from(edge.0) + seed).is_multiple_of(5) {
                let mut speaking = code.clone();
                speaking.effects.push(Effect::Emit { event: 1, when: Expr::TRUE });
                instrumentation.edges.push((id, Some(edge), speaking));
            }
        }
    }
    let edge = |guard: Expr, to: u32| ClaimEdge {
        guard: ClaimGuard::When(guard),
        assertion: None,
        to: ClaimStateId(to),
    };
    let silent = ClaimState {
        accepting: !never,
        edges: vec![edge(Expr::Event(1).negated(), 0), edge(Expr::Event(1), 1)],
        ..ClaimState::default()
    };
    let spoken = ClaimState { final_: never, ..ClaimState::default() };
    property(Claim {
        states: [silent, spoken].into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation: Some(instrumentation),
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Formula("<> it".to_string()),
        vacuous_if: Vec::new(),
    })
}

fn property(claim: Claim) -> Property {
    let kind = PropertyKind::Claim(claim);
    Property { name: "claim".to_string(), kind, ..Property::check(Check::Assertion) }
}

fn properties() -> Vec<Property> {
    let mut all: Vec<Property> = Check::ALL.map(Property::check).to_vec();
    for global in [GlobalId(0), GlobalId(1)] {
        all.push(again_and_again(global, true));
        all.push(again_and_again(global, false));
        all.push(sooner_or_later(global, false));
        all.push(sooner_or_later(global, true));
    }
    all
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("SEEDS").ok().and_then(|many| many.parse().ok()).unwrap_or(count);
    first..first + count
}

/// Compares, and returns how many slices were smaller than the system.
fn compare(wishes: Wishes, count: u64) -> usize {
    let mut smaller = 0;
    for seed in seeds(count) {
        let system = generate_with(seed, wishes);
        // A hidden variable is no part of a state: what is found then depends on the order of search.
        let hides = system.globals.iter().any(|global| global.hidden);
        let found = explore_naively(&system, 1_500);
        if hides || !found.complete {
            continue;
        }
        // Where something is left out of the model, which violation is found first decides whether it
        // counts; but what holds of one holds of the other.
        let open = found.unmodelled || found.bounded;
        let mut asked = properties();
        if !system.rules.instrumented {
            // Events that pile up in an atomic loop have no end, sliced or not.
            let finite = |one: &Property| explore_naively(&one.system(&system), 5_000).complete;
            let observed = [false, true].map(|never| observing(&system, seed, never));
            asked.extend(observed.into_iter().filter(finite));
        }
        for property in asked {
            let sliced = slice(&system, &property);
            assert_eq!(validate(&sliced.system), Ok(()), "seed {seed}, {}", property.name);
            for (id, template) in sliced.system.templates.enumerate() {
                assert_eq!(template.edges.len(), sliced.lift[id].len());
            }
            if sliced.system == system {
                continue;
            }
            smaller += 1;
            let (whole, part) = (verdict(&system, &property), verdict(&sliced.system, &property));
            let holds = |verdict: Verdict| verdict == Verdict::Holds;
            let same = if open { holds(whole) == holds(part) } else { whole == part };
            assert!(
                same,
                "seed {seed}, {property:?}: {whole:?}, sliced {part:?}\n{}\nsliced:\n{}",
                trine_system::text::print(&system),
                trine_system::text::print(&sliced.system)
            );
        }
    }
    smaller
}

#[test]
fn plain_systems_keep_their_verdicts() {
    assert!(compare(Wishes::NONE, 400) > 100);
}

#[test]
fn systems_with_channels_and_exclusive_control_keep_their_verdicts() {
    let wishes = Wishes { channels: true, holds: true, ..Wishes::NONE };
    assert!(compare(wishes, 300) > 100);
}

#[test]
fn systems_with_threads_keep_their_verdicts() {
    let wishes = Wishes { monitors: true, threads: true, holds: true, ..Wishes::NONE };
    assert!(compare(wishes, 300) > 100);
}

#[test]
fn all_systems_keep_their_verdicts() {
    assert!(compare(Wishes::ALL, 300) > 100);
}
