//! The built-in checks, defined on states of programs.
//!
//! | check | violated |
//! |---|---|
//! | `assertion` | where an assertion is false |
//! | `uncaught-error` | where an error ends a thread that no other check reports |
//! | `monitor-misuse` | where a monitor is used without holding it, or held by a thread that ends |
//! | `memory` | where memory is used in a way that is not defined |
//! | `overflow` | where a signed number is too large for its type, or a shift too far |
//! | `reach-error` | where control reaches what must not be reached |
//! | `thread-restarted` | where a thread is started that was started before |
//! | `data-race` | in a state in which two threads are about to access the same place, one of them to write it, and the place is not volatile; not while one is inside an atomic block |
//! | `deadlock` | at rest, where a thread has not ended that is no daemon; and in a state in which some threads wait for what only others of them could give (`circle.rs`) |
//! | `wait-forever` | at rest, where such a thread waits for a notification, an answer or a condition |

use super::heap::Place;
use super::initialise::Use;
use super::run::Run;
use super::state::State;
use super::thread::Phase;
use super::{Fault, Machine};
use crate::flat::Op;
use crate::program::*;

/// A built-in check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    Deadlock,
    WaitForever,
    DataRace,
    Assertion,
    UncaughtError,
    MonitorMisuse,
    ThreadRestarted,
    Memory,
    Overflow,
    ReachError,
}

impl Check {
    /// Every check there is.
    pub const ALL: [Check; 10] = [
        Check::Deadlock,
        Check::WaitForever,
        Check::DataRace,
        Check::Assertion,
        Check::UncaughtError,
        Check::MonitorMisuse,
        Check::ThreadRestarted,
        Check::Memory,
        Check::Overflow,
        Check::ReachError,
    ];

    /// The name of the check on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Check::Deadlock => "deadlock",
            Check::WaitForever => "wait-forever",
            Check::DataRace => "data-race",
            Check::Assertion => "assertion",
            Check::UncaughtError => "uncaught-error",
            Check::MonitorMisuse => "monitor-misuse",
            Check::ThreadRestarted => "thread-restarted",
            Check::Memory => "memory",
            Check::Overflow => "overflow",
            Check::ReachError => "reach-error",
        }
    }

    /// The check that a fault violates.
    pub fn of(fault: Fault) -> Check {
        match fault {
            Fault::Assertion => Check::Assertion,
            Fault::Uncaught => Check::UncaughtError,
            Fault::Monitor => Check::MonitorMisuse,
            Fault::ThreadState => Check::ThreadRestarted,
            Fault::Memory => Check::Memory,
            Fault::Overflow => Check::Overflow,
            Fault::ReachError => Check::ReachError,
            Fault::Race => Check::DataRace,
        }
    }
}

/// An access that a thread is about to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intent {
    pub place: Place,
    pub writes: bool,
    pub atomic: bool,
}

impl Intent {
    /// Whether both at the same moment are a race.
    fn races(&self, other: &Intent) -> bool {
        (self.writes || other.writes)
            && !(self.atomic && other.atomic)
            && self.place.overlaps(other.place)
    }
}

impl Machine<'_> {
    /// The checks that a state violates by itself. `at_rest`: nothing can happen in it.
    pub fn violated_in(&self, state: &State, at_rest: bool) -> Vec<Check> {
        let mut found = Vec::new();
        if state.exited {
            return found;
        }
        if state.exclusive.is_none_or(|alone| self.ways(state, alone).is_empty()) {
            if self.race(state).is_some() {
                found.push(Check::DataRace);
            }
            if !self.circle(state).is_empty() {
                found.push(Check::Deadlock);
            }
        }
        if at_rest {
            let left =
                |thread: usize| !state.threads[thread].has_ended() && !state.threads[thread].daemon;
            let left: Vec<usize> = (0..state.threads.len()).filter(|at| left(*at)).collect();
            if !left.is_empty() {
                found.push(Check::Deadlock);
            }
            if left.iter().any(|thread| self.waits_for_signal(state, *thread)) {
                found.push(Check::WaitForever);
            }
        }
        found
    }

    /// A place that two threads are about to access: which threads, and whether each writes it.
    pub fn race(&self, state: &State) -> Option<(Place, [(usize, bool); 2])> {
        let mut before: Vec<(usize, Intent)> = Vec::new();
        for thread in 0..state.threads.len() {
            let own = self.intents(state, thread);
            for intent in &own {
                if let Some((other, first)) = before.iter().find(|(_, first)| first.races(intent)) {
                    return Some((intent.place, [(*other, first.writes), (thread, intent.writes)]));
                }
            }
            before.extend(own.into_iter().map(|intent| (thread, intent)));
        }
        None
    }

    /// Whether a thread is about to access what another one is about to access.
    pub fn races_with_others(&self, state: &State, thread: usize) -> bool {
        let own = self.intents(state, thread);
        let others = (0..state.threads.len()).filter(|other| *other != thread);
        let clash = |other: usize| {
            let theirs = self.intents(state, other);
            theirs.iter().any(|their| own.iter().any(|own| own.races(their)))
        };
        !own.is_empty() && others.into_iter().any(clash)
    }

    /// What a thread is about to access.
    pub fn intents(&self, state: &State, thread: usize) -> Vec<Intent> {
        let run = Run::look(self, state, thread);
        let (Phase::Run, Some(op)) = (&state.threads[thread].phase, run.op()) else {
            return Vec::new();
        };
        if run.class_use(op) != Use::Ready {
            return Vec::new();
        }
        let mut accesses: Vec<(Access, bool)> = Vec::new();
        match &op {
            Op::Load(_, access) => accesses.push((*access, false)),
            Op::Store(access, _) => accesses.push((*access, true)),
            Op::Await(condition) => loads(condition, &mut accesses),
            _ => {}
        }
        let intent = |(access, writes): (Access, bool)| {
            let place = self.place(state, access, &run.access_operands(access)).ok()?;
            let atomic = run.is_atomic_access(access);
            Some(Intent { place, writes, atomic })
        };
        let found = accesses.into_iter().filter_map(intent);
        let mut found: Vec<Intent> =
            found.filter(|intent| !self.is_volatile(state, intent.place)).collect();
        found.extend(run.touched(op));
        found
    }

    /// Whether a thread that cannot go on waits for a notification, an answer or a condition.
    fn waits_for_signal(&self, state: &State, thread: usize) -> bool {
        let run = Run::look(self, state, thread);
        match &state.threads[thread].phase {
            Phase::Waiting { wake: None, .. } | Phase::Queued => true,
            Phase::Selecting(open) => run.can_terminate_later(open),
            Phase::Run => match run.op() {
                Some(op) if run.class_use(op) == Use::UnderWay => true,
                Some(Op::Await(_)) => true,
                Some(Op::Meet(_)) => run.awaits_answer(),
                _ => false,
            },
            _ => false,
        }
    }
}

fn loads(condition: &Condition, found: &mut Vec<(Access, bool)>) {
    match condition {
        Condition::Load(access) => found.push((*access, false)),
        Condition::Unary(_, _, inner) => loads(inner, found),
        Condition::Binary(_, _, left, right) => {
            loads(left, found);
            loads(right, found);
        }
        _ => {}
    }
}
