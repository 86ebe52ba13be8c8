//! Enabledness under partial knowledge: whether a process has to stay where it is.

use trine_system::{Guard, LocationId, Sync};

use crate::tuple::Layout;

impl Layout<'_, '_> {
    /// Whether a process at a location can surely step, in every state with this tuple.
    pub fn surely_goes_on(&self, tuple: &[i64], process: u32, at: LocationId) -> bool {
        let template = self.facts.template(process);
        let mut edges = self.facts.outgoing(process, at).iter().map(|id| &template.edges[*id]);
        template.provided.is_none()
            && edges.any(|edge| {
                let open = match &edge.guard {
                    Guard::Always => true,
                    Guard::When(guard) => {
                        self.value(tuple, Some(process), guard).is_some_and(|value| value != 0)
                    }
                    Guard::Else => false,
                };
                open && edge.sync.as_ref().is_none_or(|sync| self.is_ready(tuple, process, sync))
            })
    }

    /// Whether no process has to wait for a synchronisation, for sure.
    fn is_ready(&self, tuple: &[i64], process: u32, sync: &Sync) -> bool {
        let free = |of, me: Option<i64>| {
            let owner = self.facts.monitor(process, of).and_then(|one| self.monitors.get(&one));
            owner.is_some_and(|at| tuple[*at] == 0 || Some(tuple[*at]) == me)
        };
        match sync {
            sync if !sync.may_block() => true,
            Sync::Begin => self.starts.get(&process).is_some_and(|at| tuple[*at] == 1),
            Sync::Join(target) => {
                let target = self.value(tuple, Some(process), target);
                let slot = target.and_then(|target| self.joins.get(&(target as u32)));
                slot.is_some_and(|at| tuple[*at] != 1)
            }
            Sync::Enter(of) => free(of, Some(i64::from(process) + 1)),
            Sync::Notified(of) => free(of, None),
            Sync::Accept { entry, .. } => {
                self.waiting(tuple, process, entry).is_some_and(|count| count > 0)
            }
            Sync::Return { .. } => self.is_answered(tuple, process),
            _ => false,
        }
    }
}
