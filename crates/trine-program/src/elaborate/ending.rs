//! The end of a thread: its last words, those that wait on it, and that it is gone.

use std::rc::Rc;

use trine_system as sys;
use trine_system::Sync;

use super::abstract_state::{AbstractState, Ending, Phase};
use super::build::{Builder, StepResult, Transition};
use super::iteration::Mark;
use super::mutant::{Mutant, is_planted};

impl Builder<'_, '_> {
    /// The end of the last frame.
    pub(super) fn finish(&mut self, mut config: AbstractState) -> StepResult {
        self.facts.ends_alone(self.me);
        config.phase = Phase::Over;
        config.frames.clear();
        self.speak_last(&mut config);
        StepResult::Silent(config)
    }

    /// A thread says that it ends; what it knew no longer matters.
    pub(super) fn over(&mut self, config: AbstractState) -> StepResult {
        let mut gone = config.clone();
        gone.focus.clear();
        gone.heap = Rc::default();
        gone.started = Default::default();
        // A lock that is left held is one that others have to see.
        for object in config.held.keys() {
            self.facts.contend(*object);
        }
        gone.held.clear();
        gone.made = Default::default();
        gone.fresh = Default::default();
        gone.open = false;
        let last = AbstractState { held: config.held.clone(), ..gone.clone() };
        if let Some(next) = self.told(&last) {
            return next;
        }
        gone.phase = Phase::Gone;
        if self.thread.is_none() {
            return StepResult::Silent(gone);
        }
        let mut transition = Transition::to(gone).meeting(Sync::End);
        transition.marks.push(Mark { action: "end", name: None, object: None });
        StepResult::Branch(last, vec![transition])
    }

    /// Notifies all that wait on the thread itself, under its monitor and at one moment with the end,
    /// where the language does that and others use the monitor.
    fn told(&mut self, last: &AbstractState) -> Option<StepResult> {
        if !self.facts.program.roles.end_notifies || is_planted(Mutant::SilentEnd) {
            return None;
        }
        self.iteration.locks(self.thread, self.me);
        if !self.facts.has_several_users(self.me) {
            return None;
        }
        let monitor: sys::MonitorRef = self.iteration.monitor(self.me);
        let to = |ending: Ending| {
            Transition::to(AbstractState { phase: Phase::Ending(ending), ..last.clone() })
        };
        let transition = match last.phase {
            Phase::Ending(Ending::Locked) => to(Ending::Told).meeting(Sync::NotifyAll(monitor)),
            Phase::Ending(Ending::Told) => to(Ending::Left).meeting(Sync::Exit(monitor)),
            Phase::Ending(Ending::Left) => return None,
            _ => to(Ending::Locked).meeting(Sync::Enter(monitor)),
        };
        Some(StepResult::Branch(last.clone(), vec![transition]))
    }
}
