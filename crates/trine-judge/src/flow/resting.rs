//! Where the judge knows enough of a state to say that some process can step in it.

use trine_system::{Guard, LocationId, MonitorRef, Sync};
use trine_verdict::Followed;

use super::calls::ANSWERED;
use super::follow::Tuples;

impl Tuples<'_, '_> {
    /// Whether one of the edges of a location can be taken in all states that a tuple describes.
    pub(super) fn must_go_on(&self, tuple: &[i64], process: u32, at: LocationId) -> bool {
        if self.facts.template(process).provided.is_some() {
            return false;
        }
        self.facts.outgoing(process, at).into_iter().any(|id| {
            let edge = self.facts.edge(process, id);
            let asked = match &edge.guard {
                Guard::Always => Some(1),
                Guard::When(guard) => self.value(tuple, Some(process), guard),
                Guard::Else => None,
            };
            let waits =
                edge.sync.as_ref().is_some_and(|sync| self.may_wait_for(tuple, process, sync));
            !waits && asked.is_some_and(|value| value != 0)
        })
    }

    /// Whether a process may have to wait for a synchronisation.
    fn may_wait_for(&self, tuple: &[i64], process: u32, sync: &Sync) -> bool {
        let slot = |followed: Followed| self.slot(followed).map(|at| tuple[at]);
        let owner = |of: &MonitorRef| {
            let meant = self.facts.monitors(process, of);
            (meant.len() == 1).then(|| slot(Followed::Monitor(meant.start))).flatten()
        };
        let me = i64::from(process) + 1;
        match sync {
            Sync::Begin => slot(Followed::Start(process)) != Some(1),
            Sync::Join(of) => {
                let other = self.value(tuple, Some(process), of);
                let life = other.and_then(|other| slot(Followed::Join(other as u32)));
                life.is_none_or(|life| life == 1)
            }
            Sync::Enter(of) => owner(of).is_none_or(|owner| owner != 0 && owner != me),
            Sync::Notified(of) => owner(of).is_none_or(|owner| owner != 0),
            Sync::Accept { entry, .. } => {
                self.count_waiting(tuple, process, entry).is_none_or(|count| count == 0)
            }
            Sync::Return { .. } => self.status(tuple, process) != Some(ANSWERED),
            sync => sync.may_block(),
        }
    }
}
