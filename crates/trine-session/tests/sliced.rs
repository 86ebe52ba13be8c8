//! Answers are the same with slicing and without, on random systems, and every violation is replayed.

use std::time::Duration;

use trine_reduce::slice_for_search;
use trine_session::property::{
    Check, Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId, Ears, Property,
    PropertyKind,
};
use trine_session::system::generate::{Wishes, generate_with};
use trine_session::system::naive::explore_naively;
use trine_session::system::{Effect, Expr, GlobalId, System};
use trine_session::verdict::{Budget, Checked, Progress, PropertyResult, Reason, Verdict};
use trine_session::{Engine, ExploreOptions, Host, Loaded, Request, check_again};

struct Alone;

impl Host for Alone {
    fn read(&self, _: &str) -> Result<String, String> {
        Err("there are no files".to_string())
    }
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn cancelled(&self) -> bool {
        false
    }
    fn progress(&self, _: Progress) {}
}

fn ask(loaded: &Loaded, properties: &[Property], slicing: bool, fair: bool) -> Vec<PropertyResult> {
    let request = Request {
        engine: Engine::Explore,
        explore: ExploreOptions { fairness: fair, ..ExploreOptions::default() },
        budget: Budget { memory: Some(500 << 20), ..Budget::default() },
        search_again: 2_000,
        slicing,
        ..Request::default()
    };
    check_again(&request, loaded, properties.to_vec(), &Alone)
}

fn edge(guard: Expr, to: u32) -> ClaimEdge {
    ClaimEdge { guard: ClaimGuard::When(guard), assertion: None, to: ClaimStateId(to) }
}

fn claim(states: Vec<ClaimState>, stutter_invariant: bool, ears: Option<Ears>) -> Property {
    let claim = Claim {
        states: states.into_iter().collect(),
        initial: ClaimStateId(0),
        ears,
        infinite_only: false,
        stutter_invariant,
        origin: ClaimOrigin::Never,
        vacuous_if: Vec::new(),
    };
    let kind = PropertyKind::Claim(claim);
    Property { name: "claim".to_string(), kind, ..Property::check(Check::Assertion) }
}

/// Violated where the variable is 0 from some moment on.
fn again_and_again(global: GlobalId, stutter_invariant: bool) -> Property {
    let zero = || Expr::global(global).negated();
    let waiting =
        ClaimState { edges: vec![edge(Expr::TRUE, 0), edge(zero(), 1)], ..ClaimState::default() };
    let stuck =
        ClaimState { accepting: true, edges: vec![edge(zero(), 1)], ..ClaimState::default() };
    claim(vec![waiting, stuck], stutter_invariant, None)
}

/// Violated where the variable is not 0 at some moment.
fn always_zero(global: GlobalId) -> Property {
    let zero = || Expr::global(global).negated();
    let edges = vec![edge(zero(), 0), edge(Expr::global(global), 1)];
    let zero = ClaimState { edges, ..ClaimState::default() };
    let bad = ClaimState { final_: true, ..ClaimState::default() };
    claim(vec![zero, bad], true, None)
}

/// Some edges of each template say something: violated where nothing is ever said, or something is.
fn hearing(system: &System, seed: u64, never: bool) -> Property {
    let mut ears = Ears { events: vec!["it".to_string()], ..Ears::default() };
    for (id, template) in system.templates.enumerate() {
        for (edge, code) in template.edges.enumerate() {
            if (u64::from(edge.0) + seed).is_multiple_of(5) {
                let mut speaking = code.clone();
                speaking.effects.push(Effect::Emit { event: 1, when: Expr::TRUE });
                ears.edges.push((id, Some(edge), speaking));
            }
        }
    }
    let edges = vec![edge(Expr::Heard(1).negated(), 0), edge(Expr::Heard(1), 1)];
    let silent = ClaimState { accepting: !never, edges, ..ClaimState::default() };
    let spoken = ClaimState { final_: never, ..ClaimState::default() };
    claim(vec![silent, spoken], true, Some(ears))
}

/// How often something came out one way or another.
#[derive(Default, Debug)]
struct Tally {
    sliced: usize,
    /// Violations that were brought back from a slice, and those without end among them.
    filled: usize,
    endless: usize,
    /// Violations of which a slice was searched, but which come from the whole system.
    searched_again: usize,
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("SEEDS").ok().and_then(|many| many.parse().ok()).unwrap_or(count);
    first..first + count
}

fn compare(wishes: Wishes, count: u64, fair: bool) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds(count) {
        let system = generate_with(seed, wishes);
        let hides = system.globals.iter().any(|global| global.hidden);
        let found = explore_naively(&system, 1_500);
        if hides || !found.complete {
            continue;
        }
        // Which violation is found first decides whether one that goes through something left out of
        // the model counts.
        let open = found.unmodelled || found.bounded;
        let mut asked: Vec<Property> = Check::ALL.map(Property::check).to_vec();
        let together = asked.clone();
        for global in [GlobalId(0), GlobalId(1)] {
            asked.push(again_and_again(global, true));
            asked.push(again_and_again(global, false));
            asked.push(always_zero(global));
        }
        if !system.rules.listens {
            let finite = |one: &Property| explore_naively(&one.system(&system), 5_000).complete;
            let heard = [false, true].map(|never| hearing(&system, seed, never));
            asked.extend(heard.into_iter().filter(finite));
        }
        let loaded = Loaded { system: Some(system), ..Loaded::default() };
        let all = asked.iter().map(std::slice::from_ref).chain([&together[..]]);
        for properties in all {
            let sliced = ask(&loaded, properties, true, fair);
            let whole = ask(&loaded, properties, false, fair);
            for (part, whole) in sliced.iter().zip(&whole) {
                look(seed, &loaded, part, whole, open, &mut tally);
                let system = loaded.system.as_ref().unwrap();
                let one = properties.len() == 1 && part.verdict == Verdict::Violated;
                if one
                    && part.stats.left_out.is_none()
                    && slice_for_search(system, &[&part.property]).is_some()
                {
                    println!("again {seed} {:?}", part.property);
                    tally.searched_again += 1;
                }
            }
        }
    }
    tally
}

fn look(
    seed: u64,
    loaded: &Loaded,
    part: &PropertyResult,
    whole: &PropertyResult,
    open: bool,
    tally: &mut Tally,
) {
    let holds = |result: &PropertyResult| result.verdict == Verdict::Holds;
    let same = if open { holds(whole) == holds(part) } else { whole.verdict == part.verdict };
    let bug = matches!(part.reason, Some(Reason::Internal { .. }));
    assert!(
        same && !bug,
        "seed {seed}, {:?}: {:?}, sliced {:?}, {:?}\n{}",
        part.property,
        whole.verdict,
        part.verdict,
        part.reason,
        loaded.system.as_ref().map_or(String::new(), trine_session::system::text::print)
    );
    let violated = part.verdict == Verdict::Violated;
    if violated {
        assert_eq!(part.checked, Checked::Replay);
    }
    assert!(whole.stats.left_out.is_none());
    if part.stats.left_out.is_some() {
        tally.sliced += 1;
        tally.filled += usize::from(violated);
        let endless = part.findings.iter().any(|finding| finding.trace.loop_from.is_some());
        tally.endless += usize::from(endless);
    }
}

#[test]
fn plain_systems_have_the_same_answers() {
    let tally = compare(Wishes::NONE, 150, false);
    assert!(tally.filled > 10, "{tally:?}");
    println!("{tally:?}");
}

#[test]
fn systems_with_channels_and_exclusive_control_have_the_same_answers() {
    let wishes = Wishes { channels: true, holds: true, ..Wishes::NONE };
    let tally = compare(wishes, 150, false);
    assert!(tally.filled > 10, "{tally:?}");
    println!("{tally:?}");
}

#[test]
fn all_systems_have_the_same_answers() {
    let tally = compare(Wishes::ALL, 150, false);
    assert!(tally.filled > 10, "{tally:?}");
    println!("{tally:?}");
}

#[test]
fn fair_executions_have_the_same_answers() {
    let wishes = Wishes { channels: true, ..Wishes::NONE };
    let tally = compare(wishes, 100, true);
    assert!(tally.endless > 10, "{tally:?}");
    println!("{tally:?}");
}
