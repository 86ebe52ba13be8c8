//! The built-in checks, a file each: what violates them, and the words `trine explain` prints.
//!
//! A check is violated by a fault that it owns, by a step, in a state, or where no process can step; each of
//! these is defined here on the states of the interpreter, and every engine and the judge go by that.

mod acceptance;
mod assertion;
mod claim;
pub mod data_race;
pub mod dead_interaction;
pub mod deadlock;
mod memory;
mod monitor_misuse;
mod non_progress;
mod overflow;
mod premature_join;
mod reach_error;
mod thread_restarted;
mod uncaught_error;
mod unnecessary_notify;
pub mod wait_forever;

use trine_system::interpret::{Context, Move};
use trine_system::{FaultKind, Guard, Interpreter, State, Step, Sync, System};

use crate::Level;

/// A built-in check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    Assertion,
    Deadlock,
    WaitForever,
    DataRace,
    UncaughtError,
    MonitorMisuse,
    ThreadRestarted,
    Memory,
    Overflow,
    ReachError,
    PrematureJoin,
    DeadInteraction,
    UnnecessaryNotify,
    Acceptance,
    NonProgress,
}

impl Check {
    /// All checks, in the order of reports.
    pub const ALL: [Check; 15] = [
        Check::Assertion,
        Check::Deadlock,
        Check::WaitForever,
        Check::DataRace,
        Check::UncaughtError,
        Check::MonitorMisuse,
        Check::ThreadRestarted,
        Check::Memory,
        Check::Overflow,
        Check::ReachError,
        Check::PrematureJoin,
        Check::DeadInteraction,
        Check::UnnecessaryNotify,
        Check::Acceptance,
        Check::NonProgress,
    ];

    /// The name by which users select the check.
    pub fn name(self) -> &'static str {
        match self {
            Check::Assertion => assertion::NAME,
            Check::Deadlock => deadlock::NAME,
            Check::WaitForever => wait_forever::NAME,
            Check::DataRace => data_race::NAME,
            Check::UncaughtError => uncaught_error::NAME,
            Check::MonitorMisuse => monitor_misuse::NAME,
            Check::ThreadRestarted => thread_restarted::NAME,
            Check::Memory => memory::NAME,
            Check::Overflow => overflow::NAME,
            Check::ReachError => reach_error::NAME,
            Check::PrematureJoin => premature_join::NAME,
            Check::DeadInteraction => dead_interaction::NAME,
            Check::UnnecessaryNotify => unnecessary_notify::NAME,
            Check::Acceptance => acceptance::NAME,
            Check::NonProgress => non_progress::NAME,
        }
    }

    /// What it means, for people.
    pub fn documentation(self) -> &'static str {
        match self {
            Check::Assertion => assertion::DOCUMENTATION,
            Check::Deadlock => deadlock::DOCUMENTATION,
            Check::WaitForever => wait_forever::DOCUMENTATION,
            Check::DataRace => data_race::DOCUMENTATION,
            Check::UncaughtError => uncaught_error::DOCUMENTATION,
            Check::MonitorMisuse => monitor_misuse::DOCUMENTATION,
            Check::ThreadRestarted => thread_restarted::DOCUMENTATION,
            Check::Memory => memory::DOCUMENTATION,
            Check::Overflow => overflow::DOCUMENTATION,
            Check::ReachError => reach_error::DOCUMENTATION,
            Check::PrematureJoin => premature_join::DOCUMENTATION,
            Check::DeadInteraction => dead_interaction::DOCUMENTATION,
            Check::UnnecessaryNotify => unnecessary_notify::DOCUMENTATION,
            Check::Acceptance => acceptance::DOCUMENTATION,
            Check::NonProgress => non_progress::DOCUMENTATION,
        }
    }

    /// Whether a violation is an error, or a remark that changes no exit code.
    pub fn level(self) -> Level {
        match self {
            Check::PrematureJoin | Check::DeadInteraction | Check::UnnecessaryNotify => {
                Level::Remark
            }
            _ => Level::Error,
        }
    }

    /// The check with a name.
    pub fn named(name: &str) -> Option<Check> {
        Check::ALL.into_iter().find(|check| check.name() == name)
    }

    /// Whether the check says something about a system, so that it is made unless others are asked for;
    /// those for cycles are for the caller to decide.
    pub fn concerns(self, system: &System) -> bool {
        let threads = system.rules.threads;
        let mut edges = system.templates.iter().flat_map(|template| &template.edges);
        match self {
            Check::Assertion | Check::Deadlock | Check::UncaughtError => true,
            Check::MonitorMisuse => threads || !system.monitors.is_empty(),
            Check::ThreadRestarted => {
                threads || edges.any(|edge| matches!(edge.sync, Some(Sync::Start(_))))
            }
            Check::WaitForever
            | Check::DataRace
            | Check::PrematureJoin
            | Check::DeadInteraction
            | Check::UnnecessaryNotify => threads,
            // A system has no memory and no types that overflow.
            Check::Memory | Check::Overflow | Check::ReachError => false,
            Check::Acceptance | Check::NonProgress => false,
        }
    }

    /// Whether the check is made of a program with memory, unless others are asked for: those that the search of the
    /// program itself decides.
    pub fn concerns_memory(self) -> bool {
        matches!(
            self,
            Check::Assertion
                | Check::Deadlock
                | Check::WaitForever
                | Check::DataRace
                | Check::UncaughtError
                | Check::MonitorMisuse
                | Check::Memory
                | Check::Overflow
                | Check::ReachError
        )
    }

    /// Whether only infinite executions violate it.
    pub fn needs_cycles(self) -> bool {
        matches!(self, Check::Acceptance | Check::NonProgress)
    }

    /// The claim that an execution violates exactly where it violates the check, if there is one.
    pub fn claim(self, system: &System) -> Option<crate::Claim> {
        claim::claim(self, system)
    }

    /// Whether a fault of this kind violates the check.
    pub fn owns(self, fault: FaultKind) -> bool {
        match self {
            Check::Assertion => fault == FaultKind::Assertion,
            Check::UncaughtError => uncaught_error::owns(fault),
            Check::MonitorMisuse => fault == FaultKind::Monitor,
            Check::ThreadRestarted => fault == FaultKind::ThreadState,
            _ => false,
        }
    }

    /// Whether a step that the interpreter lists in a state violates the check by itself, its faults
    /// aside. `after` is the state it leads to, if it does not end the execution.
    pub fn violated_by_step(
        self,
        interpreter: &Interpreter<'_>,
        before: &State,
        step: &Step,
        after: Option<&State>,
    ) -> bool {
        let Move::Edge(edge) = step.action else { return false };
        let process = step.process;
        let template = &interpreter.system.templates[before.processes[process as usize].template];
        let edge = &template.edges[edge];
        let sync = edge.sync.as_ref();
        let concerned = match self {
            Check::PrematureJoin => matches!(sync, Some(Sync::Join(_))),
            Check::UnnecessaryNotify => {
                matches!(sync, Some(Sync::Notify(_) | Sync::NotifyAll(_)))
            }
            Check::DeadInteraction | Check::MonitorMisuse => true,
            _ => false,
        };
        if !concerned {
            return false;
        }
        let context = Context::new(interpreter, before, Some(process));
        let guard = match &edge.guard {
            Guard::When(guard) => Some(guard),
            Guard::Always | Guard::Else => None,
        };
        // A step that fails to find out whether it can be taken does nothing.
        if template.provided.iter().chain(guard).any(|condition| context.eval(condition).is_err()) {
            return false;
        }
        match (self, sync) {
            (Check::PrematureJoin, Some(Sync::Join(target))) => {
                premature_join::is_premature(interpreter, before, process, target)
            }
            (Check::UnnecessaryNotify, Some(Sync::Notify(of) | Sync::NotifyAll(of))) => {
                unnecessary_notify::reaches_nobody(interpreter, before, process, of)
            }
            (Check::DeadInteraction, sync) => {
                let starts = matches!(sync, Some(Sync::Start(target))
                    if dead_interaction::is_dead(&context, target));
                starts
                    || after.is_some_and(|after| {
                        dead_interaction::comes_too_late(interpreter, after, process)
                    })
            }
            (Check::MonitorMisuse, _) => after
                .is_some_and(|after| monitor_misuse::ended_with_lock(interpreter, after, process)),
            _ => false,
        }
    }

    /// Whether a state in which no process holds exclusive control violates the check by itself.
    pub fn violated_in(self, interpreter: &Interpreter<'_>, state: &State) -> bool {
        match self {
            Check::Deadlock => deadlock::has_circle(interpreter, state),
            Check::DataRace => !data_race::races(interpreter, state).is_empty(),
            _ => false,
        }
    }

    /// Whether a state in which no process can step violates the check.
    pub fn violated_at_rest(self, interpreter: &Interpreter<'_>, state: &State) -> bool {
        match self {
            Check::Deadlock => deadlock::is_invalid_end(interpreter, state),
            Check::WaitForever => wait_forever::is_waiting_forever(interpreter, state),
            _ => false,
        }
    }
}
