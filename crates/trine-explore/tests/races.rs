//! Races are found whatever orders of steps are left out: the same pairs of places, on random systems
//! and on small ones that were made for it.

mod common;
#[path = "common/racing.rs"]
mod racing;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use common::{Quiet, violated_naively};
use racing::racing;
use trine_base::{Diagnostics, FileId};
use trine_explore::{Options, Search, Storage, check};
use trine_property::checks::data_race::{Race, races};
use trine_property::{Check, Property};
use trine_system::generate::{Wishes, generate_with};
use trine_system::interpret::SharedCell;
use trine_system::{EdgeId, Interpreter, State, System, TemplateId};
use trine_verdict::{Budget, EngineOutcome, Finding, TraceMove, Verdict};

type Pair = [(TemplateId, EdgeId); 2];

/// The pairs of places that race, with the cells that they race for.
type Races = BTreeMap<Pair, BTreeSet<SharedCell>>;

fn pair(state: &State, race: &Race) -> Pair {
    let template = |process: u32| state.processes[process as usize].template;
    let mut pair = race.sides.map(|side| (template(side.process), side.edge));
    pair.sort_unstable();
    pair
}

/// All races, by a search without any tricks; none where there are too many states, or where something
/// is left out of the model.
fn races_naively(system: &System, limit: usize) -> Option<Races> {
    let interpreter = Interpreter::new(system);
    let mut found = Races::new();
    let mut open: Vec<State> = interpreter.initial().state.into_iter().collect();
    let mut known: HashSet<State> = open.iter().map(|state| interpreter.key(state)).collect();
    while let Some(state) = open.pop() {
        for race in races(&interpreter, &state) {
            found.entry(pair(&state, &race)).or_default().insert(race.cell);
        }
        for step in &interpreter.steps(&state) {
            let outcome = interpreter.step(&state, step);
            if !outcome.unmodelled.is_empty() || outcome.limit.is_some() {
                return None;
            }
            if let Some(next) = outcome.state
                && known.insert(interpreter.key(&next))
            {
                if known.len() > limit {
                    return None;
                }
                open.push(next);
            }
        }
    }
    Some(found)
}

fn outcome(system: &System, options: &Options) -> EngineOutcome {
    let properties = [Property::check(Check::DataRace)];
    check(system, &properties, options, &Budget::default(), &Quiet).remove(0)
}

/// The places of a finding and the cell, after its trace was run on the interpreter.
fn replayed(system: &System, finding: &Finding) -> (Pair, SharedCell) {
    let interpreter = Interpreter::new(system);
    let mut state = interpreter.initial().state.expect("a first state");
    for step in &finding.trace.steps {
        let TraceMove::System(step) = &step.action else { panic!("{step:?}") };
        assert!(interpreter.steps(&state).contains(step), "{step:?}");
        state = interpreter.step(&state, step).state.expect("a state after a step");
    }
    let race = finding.race.as_ref().expect("a race");
    assert!(races(&interpreter, &state).contains(race), "{race:?}");
    (pair(&state, race), race.cell)
}

/// Every way to search finds exactly these races.
fn compare(system: &System, expected: &Races, name: &str) {
    let many = Options { max_findings: 1_000, ..Options::default() };
    let ways = [
        many.clone(),
        Options { partial_order: false, ..many.clone() },
        Options { search: Search::Bfs, ..many.clone() },
        Options { every_state: true, ..many.clone() },
        Options { storage: Storage::Compressed, ..many.clone() },
        Options { raw: true, ..many.clone() },
    ];
    for options in &ways {
        let outcome = outcome(system, options);
        let found: Vec<_> = outcome.findings.iter().map(|one| replayed(system, one)).collect();
        let places: BTreeSet<Pair> = found.iter().map(|(pair, _)| *pair).collect();
        let wanted: BTreeSet<Pair> = expected.keys().copied().collect();
        let text = || trine_system::text::print(system);
        assert_eq!(places, wanted, "{name}, {options:?}\n{}", text());
        for (pair, cell) in found {
            assert!(expected[&pair].contains(&cell), "{name}, {options:?}: {pair:?} {cell:?}");
        }
    }
    let verdict = if expected.is_empty() { Verdict::Holds } else { Verdict::Violated };
    for options in [Options::default(), Options { symmetry: false, ..Options::default() }] {
        assert_eq!(outcome(system, &options).verdict, verdict, "{name}, {options:?}");
    }
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("SEEDS").ok().and_then(|many| many.parse().ok()).unwrap_or(count);
    first..first + count
}

#[test]
fn the_same_places_race_in_threads_with_and_without_reduction() {
    let (mut compared, mut racy, mut fewer) = (0, 0, 0);
    for seed in seeds(1_200) {
        let system = racing(seed);
        let Some(expected) = races_naively(&system, 2_000) else { continue };
        compared += 1;
        racy += u32::from(!expected.is_empty());
        compare(&system, &expected, &format!("seed {seed}"));
        let states = |partial_order| {
            let options = Options {
                partial_order,
                max_findings: 1_000,
                all_errors: true,
                ..Options::default()
            };
            outcome(&system, &options).stats.states
        };
        fewer += u32::from(states(true) < states(false));
    }
    println!("{compared} compared, {racy} with races, {fewer} reduced");
    assert!(racy * 4 > compared && fewer * 2 > compared, "{compared}, {racy}, {fewer}");
}

#[test]
fn the_same_places_race_in_systems_of_all_kinds() {
    let threads =
        Wishes { entries: false, channels: false, run: false, rules: false, ..Wishes::ALL };
    let mut racy = 0;
    for seed in seeds(1_500) {
        let wishes = match seed % 4 {
            0 => Wishes::ALL,
            1 => Wishes { entries: true, run: true, ..threads },
            _ => threads,
        };
        let mut system = generate_with(seed, wishes);
        system.rules.threads = true;
        let Some(expected) = races_naively(&system, 2_000) else { continue };
        racy += u32::from(!expected.is_empty());
        compare(&system, &expected, &format!("seed {seed}"));
    }
    assert!(racy > 100, "{racy}");
}

#[track_caller]
fn has_races(text: &str, count: usize) {
    let mut diagnostics = Diagnostics::new();
    let text = format!("rules no reap, threads\n{text}");
    let system = trine_system::text::parse(&text, FileId(0), &mut diagnostics).expect("a system");
    trine_system::validate(&system).expect("a valid system");
    let expected = races_naively(&system, 10_000).expect("a small system");
    assert_eq!(expected.len(), count, "naively");
    compare(&system, &expected, "by hand");
}

/// Writes, but not at once: the others could be past their places by then.
const WRITER: &str = "global other: byte volatile
    template Writer() {
      s0: s0 -> s1 do other := 1
      s1: s1 -> s2 do x := 1
      s2 final:
    }";

#[test]
fn what_a_closed_edge_looks_at_races() {
    // The reader goes on by itself and closes its other way for good.
    let reader = |condition: &str| {
        format!(
            "global x: byte
            {WRITER}
            template Reader() {{
              local mine: byte
              s0: s0 -> s1 when {condition}
                  s0 -> s1 when mine == 0
              s1 final:
            }}
            process writer: Writer()
            process reader: Reader()"
        )
    };
    has_races(&reader("x == 1 && mine == 1"), 1);
    has_races(&reader("x == 1 && timeout"), 1);
    // What is not evaluated is what comes after what is false.
    has_races(&reader("mine == 1 && x == 1"), 0);
}

#[test]
fn what_is_printed_races() {
    let either = "print(\"%d\", if mine == 1 then x else 0)";
    for (first, second) in [
        ("print(\"%d\", x)".to_string(), "mine := 0"),
        (format!("mine := 1; {either}; mine := 0"), "mine := 0"),
        // Nothing needs the variable but to know what is read.
        ("mine := 1".to_string(), either),
    ] {
        has_races(
            &format!(
                "global x: byte
                {WRITER}
                template Teller() {{
                  local mine: byte
                  s0: s0 -> s1 do {first}
                  s1: s1 -> s2 do {second}
                  s2 final:
                }}
                process writer: Writer()
                process teller: Teller()"
            ),
            1,
        );
    }
}

#[test]
fn what_nobody_reads_races() {
    has_races(
        &format!("global x: byte\n{WRITER}\nprocess one: Writer()\nprocess two: Writer()"),
        1,
    );
}

#[test]
fn nobody_waits_for_one_who_goes_round() {
    // The last process suffices for ever.
    has_races(
        &format!(
            "global x: byte
            {WRITER}
            template Round() {{
              local mine: byte
              s0: s0 -> s1 do mine := 1
              s1: s1 -> s0 do mine := 0
            }}
            process one: Writer()
            process two: Writer()
            process round: Round()"
        ),
        1,
    );
}

#[test]
fn a_race_is_shown_without_what_is_not_known() {
    let system = |effect: &str| {
        let text = format!(
            "rules no reap, threads
            global x: byte
            {WRITER}
            template Other() {{
              local mine: byte
              s0: s0 -> s1 do {effect}
              s1 final:
            }}
            process one: Writer()
            process two: Writer()
            process other: Other()"
        );
        let mut diagnostics = Diagnostics::new();
        trine_system::text::parse(&text, FileId(0), &mut diagnostics).expect("a system")
    };
    for effect in ["unmodelled \"this\"", "choose mine in 0..1 unknown"] {
        let outcome = outcome(&system(effect), &Options::default());
        assert_eq!(outcome.verdict, Verdict::Violated, "{effect}: {outcome:?}");
    }
}

#[test]
fn whoever_creates_a_process_reads_what_it_begins_with() {
    let text = "global x: byte
        template Main() {
          s0: s0 -> s1 do run Child()
          s1 final:
        }
        template Child() {
          local first: byte := x
          s0: s0 -> s1 do assert first == 1
          s1 final:
        }
        template Writer() {
          s0: s0 -> s1 do x := 1
          s1 final:
        }
        process main: Main()
        process writer: Writer()";
    let mut diagnostics = Diagnostics::new();
    let system = trine_system::text::parse(text, FileId(0), &mut diagnostics).expect("a system");
    let expected = races_naively(&system, 1_000).expect("a small system");
    assert_eq!(expected.len(), 1);
    compare(&system, &expected, "by hand");
    // It may be created before the variable is written.
    let naive = violated_naively(&system, 1_000).expect("a small system");
    assert!(naive.contains(&Check::Assertion));
    let properties = [Property::check(Check::Assertion)];
    let options = Options::default();
    let outcome = check(&system, &properties, &options, &Budget::default(), &Quiet).remove(0);
    assert_eq!(outcome.verdict, Verdict::Violated);
}
