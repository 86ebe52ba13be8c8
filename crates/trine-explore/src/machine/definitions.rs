//! The compiled forms of the checks beside their definitions in `trine-property`, state by state and step by step, on
//! random systems. The other tests compare verdicts; here a difference shows where it arises.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use trine_base::{Diagnostics, FileId};
use trine_property::Check;
use trine_property::checks::{data_race, deadlock};
use trine_system::generate::{Wishes, generate_requeuing, generate_with};
use trine_system::{FaultKind, Interpreter, State, Step, System, text};

use super::compiled::{Compiled, CompiledState};
use super::{Machine, Planned, Report};
use crate::compile::{Program, Purpose};
use crate::reduce::visibility::Visibility;

/// Systems with more states are left where this is reached: what was compared so far counts.
const LIMIT: usize = 400;

/// The checks that a step can violate by itself.
const OF_STEPS: [Check; 4] =
    [Check::PrematureJoin, Check::UnnecessaryNotify, Check::DeadInteraction, Check::MonitorMisuse];

/// How often each check was violated, or a fault was met.
#[derive(Default)]
struct Seen {
    checks: BTreeMap<Check, usize>,
    faults: BTreeMap<FaultKind, usize>,
}

impl Seen {
    fn note(&mut self, check: Check, violated: bool) {
        *self.checks.entry(check).or_default() += usize::from(violated);
    }
}

/// Visits states of a system and compares both forms of every check there.
fn compare(system: &System, name: &str, seen: &mut Seen) {
    let visibility = Visibility::of_system(system);
    let (reduce, merge, partial_order, unhide) = (false, false, false, true);
    let purpose = Purpose { claim: None, visibility, reduce, merge, partial_order, unhide };
    let Some(program) = Program::new(system, &purpose) else { return };
    let interpreter = Interpreter::new(system);
    let mut machine = Compiled::new(system, Rc::new(program));
    let mut open: Vec<State> = interpreter.initial().state.into_iter().collect();
    let mut known: HashSet<State> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        let steps = interpreter.steps(&state);
        let compiled = machine.encode(&interpreter, &state);
        if state.exclusive.is_none() {
            compare_state(
                &interpreter,
                &machine,
                (&state, &compiled),
                steps.is_empty(),
                name,
                seen,
            );
        }
        for step in &steps {
            let outcome = interpreter.step(&state, step);
            let after = outcome.state.as_ref();
            // The compiled form goes on to where control is given up.
            let goes_on = after.is_some_and(|after| after.exclusive.is_some());
            if outcome.limit.is_none() && !goes_on {
                let violated =
                    |check: &Check| check.violated_by_step(&interpreter, &state, step, after);
                let expected: Vec<Check> = OF_STEPS.into_iter().filter(violated).collect();
                let faults = outcome.faults.iter().map(|fault| fault.kind).collect();
                compare_step(&mut machine, &compiled, step, (expected, faults), name, seen);
            }
            if let Some(next) = outcome.state
                && known.len() < LIMIT
                && known.insert(next.clone())
            {
                open.push(next);
            }
        }
    }
}

fn compare_state(
    interpreter: &Interpreter<'_>,
    machine: &Compiled<'_>,
    (state, compiled): (&State, &CompiledState),
    rests: bool,
    name: &str,
    seen: &mut Seen,
) {
    let circle = match deadlock::has_circle(interpreter, state) {
        true => deadlock::stuck(interpreter, state),
        false => Vec::new(),
    };
    // A search asks for circles and races among threads only.
    if interpreter.system.rules.threads {
        assert_eq!(machine.circle(compiled), circle, "circle in {name}: {state:?}");
        seen.note(Check::Deadlock, !circle.is_empty());
        let races = data_race::races(interpreter, state);
        assert_eq!(machine.races(compiled), races, "races in {name}: {state:?}");
        seen.note(Check::DataRace, !races.is_empty());
    }
    if rests {
        let invalid = Check::Deadlock.violated_at_rest(interpreter, state);
        assert_eq!(machine.is_invalid_end(compiled), invalid, "end in {name}: {state:?}");
        let waits = Check::WaitForever.violated_at_rest(interpreter, state);
        assert_eq!(machine.is_waiting_forever(compiled), waits, "wait in {name}: {state:?}");
        seen.note(Check::Deadlock, invalid);
        seen.note(Check::WaitForever, waits);
    }
}

fn compare_step(
    machine: &mut Compiled<'_>,
    before: &CompiledState,
    step: &Step,
    (expected, faults): (Vec<Check>, Vec<FaultKind>),
    name: &str,
    seen: &mut Seen,
) {
    let mut listed: Vec<Planned> = Vec::new();
    machine.steps(before, step.process, false, &mut listed);
    machine.steps(before, step.process, true, &mut listed);
    let Some(planned) = listed.into_iter().find(|planned| planned.step == *step) else {
        panic!("{step:?} is not listed in {name}");
    };
    let mut state = before.clone();
    let mut report = Report { wanted: OF_STEPS.to_vec(), ..Report::default() };
    machine.fire(&mut state, &planned, &mut report);
    let mut noted: Vec<Check> = report.noted.to_vec();
    noted.sort_unstable_by_key(|check| OF_STEPS.iter().position(|one| one == check));
    assert_eq!(noted, expected, "{step:?} in {name}");
    let met: Vec<FaultKind> = report.failed.iter().copied().chain(report.fault).collect();
    assert_eq!(met, faults, "{step:?} in {name}");
    OF_STEPS.iter().for_each(|check| seen.note(*check, expected.contains(check)));
    faults.iter().for_each(|kind| *seen.faults.entry(*kind).or_default() += 1);
}

const ENDS_WITH_LOCK: &str = "rules no reap, threads
monitor m
template p() {
  s0: s0 -> s1 begin
  s1: s1 -> s2 enter m
  s2:
    s2 -> s3 exit m
    s2 -> s3
  s3: s3 -> s4 end
  s4 final:
}
template main() {
  s0: s0 -> s1 start 1
  s1 final:
}
process main: main()
process a: p()";

const DIES_WITH_LOCK: &str = "rules no reap, threads
monitor m
template p() {
  s0: s0 -> s1 enter m
  s1: s1 -> s2
  s2 final:
}
process a: p()
process b: p()";

#[test]
fn compiled_checks_are_their_definitions() {
    let mut seen = Seen::default();
    let threads = Wishes { entries: false, channels: false, run: false, ..Wishes::ALL };
    for seed in 0..300 {
        let wishes = match seed % 3 {
            0 => threads,
            1 => Wishes { rules: false, ..threads },
            _ => Wishes { entries: true, monitors: false, ..threads },
        };
        let mut system = generate_with(seed, wishes);
        system.rules.threads = true;
        compare(&system, &format!("threads {seed}"), &mut seen);
        let plain = Wishes { monitors: false, threads: false, entries: false, ..Wishes::ALL };
        compare(&generate_with(seed, plain), &format!("plain {seed}"), &mut seen);
        let entries = Wishes { entries: true, threads: true, holds: true, ..Wishes::NONE };
        let mut system = generate_requeuing(seed, entries);
        system.rules.threads = true;
        compare(&system, &format!("requeue {seed}"), &mut seen);
    }
    for (name, text) in [("ends with a lock", ENDS_WITH_LOCK), ("dies with a lock", DIES_WITH_LOCK)]
    {
        let mut diagnostics = Diagnostics::new();
        let system = text::parse(text, FileId(0), &mut diagnostics);
        compare(&system.expect("a system"), name, &mut seen);
    }
    // What never happened would prove nothing.
    let states = [Check::Deadlock, Check::WaitForever, Check::DataRace];
    for check in states.iter().chain(&OF_STEPS) {
        // Random threads rarely end while they hold a lock.
        let least = if *check == Check::MonitorMisuse { 2 } else { 20 };
        assert!(seen.checks.get(check).is_some_and(|count| *count >= least), "{:?}", seen.checks);
    }
    for kind in [FaultKind::Assertion, FaultKind::Monitor, FaultKind::ThreadState] {
        assert!(seen.faults.get(&kind).is_some_and(|count| *count >= 20), "{:?}", seen.faults);
    }
}
