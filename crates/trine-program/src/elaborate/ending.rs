//! The end of a thread: its last words, those who wait on it, and that it is gone.

use std::rc::Rc;

use trine_system as sys;
use trine_system::Sync;

use super::build::{Builder, Next, Way};
use super::config::{Config, Ending, Phase};
use super::round::Mark;

impl Builder<'_, '_> {
    /// The end of the last frame.
    pub(super) fn finish(&mut self, mut config: Config) -> Next {
        self.world.ends_alone(self.me);
        config.phase = Phase::Over;
        config.frames.clear();
        self.speak_last(&mut config);
        Next::On(config)
    }

    /// A thread says that it ends; what it knew no longer matters.
    pub(super) fn over(&mut self, config: Config) -> Next {
        let mut gone = config.clone();
        gone.focus.clear();
        gone.heap = Rc::default();
        gone.started = Default::default();
        // A lock that is left held is one that others have to see.
        for object in config.held.keys() {
            self.world.contend(*object);
        }
        gone.held.clear();
        gone.made = Default::default();
        gone.fresh = Default::default();
        gone.open = false;
        let last = Config { held: config.held.clone(), ..gone.clone() };
        if let Some(next) = self.told(&last) {
            return next;
        }
        gone.phase = Phase::Gone;
        if self.thread.is_none() {
            return Next::On(gone);
        }
        let mut way = Way::to(gone).meeting(Sync::End);
        way.marks.push(Mark { action: "end", name: None, object: None });
        Next::Ways(last, vec![way])
    }

    /// Notifies all that wait on the thread itself, under its monitor and at one moment with the end,
    /// where the language does that and others use the monitor.
    fn told(&mut self, last: &Config) -> Option<Next> {
        if !self.world.program.roles.end_notifies {
            return None;
        }
        self.round.locks(self.thread, self.me);
        if !self.world.has_several_users(self.me) {
            return None;
        }
        let monitor: sys::MonitorRef = self.round.monitor(self.me);
        let to = |ending: Ending| Way::to(Config { phase: Phase::Ending(ending), ..last.clone() });
        let way = match last.phase {
            Phase::Ending(Ending::Locked) => to(Ending::Told).meeting(Sync::NotifyAll(monitor)),
            Phase::Ending(Ending::Told) => to(Ending::Left).meeting(Sync::Exit(monitor)),
            Phase::Ending(Ending::Left) => return None,
            _ => to(Ending::Locked).meeting(Sync::Enter(monitor)),
        };
        Some(Next::Ways(last.clone(), vec![way]))
    }
}
