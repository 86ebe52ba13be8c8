//! The transfer function of synchronisations on tuples.

use trine_system::{Expr, LocationId, MonitorRef, Pattern, Sync};

use crate::tuple::{Fired, Layout};

/// A process at a location.
type At = (u32, LocationId);

impl Layout<'_, '_> {
    pub(crate) fn sync(&self, at: At, sync: &Sync, way: Fired, next: &mut Vec<Fired>) {
        let process = at.0;
        match sync {
            Sync::Send { .. } => next.push(way),
            Sync::Receive { patterns, .. } => {
                let mut way = way;
                for pattern in patterns {
                    if let Pattern::Bind(place) = pattern {
                        self.assign(&mut way.tuple, process, place, None);
                    }
                }
                next.push(way);
            }
            // There are none: the facts refuses them.
            Sync::Requeue { .. } => next.push(way),
            Sync::Call { .. }
            | Sync::Withdraw(_)
            | Sync::Return { .. }
            | Sync::Accept { .. }
            | Sync::Complete { .. } => self.call(at, sync, way, next),
            Sync::Start(target) => {
                self.life(process, target, way, next, |layout, of, way, next| {
                    if let Some(at) = layout.starts.get(&of) {
                        // A second start is a fault.
                        if way.tuple[*at] != 0 {
                            return;
                        }
                        way.tuple[*at] = 1;
                    }
                    if let Some(at) = layout.joins.get(&of) {
                        if way.tuple[*at] != 0 {
                            return;
                        }
                        way.tuple[*at] = 1;
                    }
                    next.push(way.clone());
                })
            }
            Sync::Join(target) => self.life(process, target, way, next, |layout, of, way, next| {
                if layout.joins.get(&of).is_none_or(|at| way.tuple[*at] != 1) {
                    next.push(way.clone());
                }
            }),
            Sync::Begin => {
                if self.starts.get(&process).is_none_or(|at| way.tuple[*at] == 1) {
                    next.push(way);
                }
            }
            Sync::End => next.push(way),
            Sync::Enter(monitor)
            | Sync::Exit(monitor)
            | Sync::Wait(monitor)
            | Sync::Waiting(monitor)
            | Sync::WakeUp(monitor)
            | Sync::Notified(monitor)
            | Sync::Notify(monitor)
            | Sync::NotifyAll(monitor) => self.monitor(at, sync, monitor, way, next),
        }
    }

    /// Acts on the process that an expression names, or on any that it may name.
    fn life(
        &self,
        process: u32,
        target: &Expr,
        way: Fired,
        next: &mut Vec<Fired>,
        act: impl Fn(&Layout<'_, '_>, u32, &mut Fired, &mut Vec<Fired>),
    ) {
        match self.value(&way.tuple, Some(process), target) {
            Some(of) => act(self, of as u32, &mut way.clone(), next),
            None => {
                let followed = self.starts.keys().chain(self.joins.keys());
                let mut followed: Vec<u32> = followed.copied().collect();
                followed.sort_unstable();
                followed.dedup();
                for of in followed {
                    act(self, of, &mut way.clone(), next);
                }
                next.push(way);
            }
        }
    }

    fn monitor(
        &self,
        from: At,
        sync: &Sync,
        monitor: &MonitorRef,
        way: Fired,
        next: &mut Vec<Fired>,
    ) {
        let process = from.0;
        let index =
            monitor.index.as_ref().map(|index| self.value(&way.tuple, Some(process), index));
        let meant = match index {
            Some(Some(index)) => {
                let exact = Some(Expr::Const(index));
                let exact = MonitorRef { monitor: monitor.monitor, index: exact };
                self.facts.monitors(process, &exact)
            }
            _ => self.facts.monitors(process, monitor),
        };
        let sure = meant.len() == 1;
        let mut followed: Vec<u32> =
            self.monitors.keys().chain(self.waits.keys()).copied().collect();
        followed.retain(|one| meant.contains(one));
        followed.sort_unstable();
        followed.dedup();
        if followed.is_empty() {
            next.push(way);
            return;
        }
        for one in followed {
            self.act(from, sync, one, way.clone(), next);
        }
        if !sure {
            next.push(way);
        }
    }

    /// What a synchronisation does to one monitor that is followed.
    fn act(&self, from: At, sync: &Sync, one: u32, mut way: Fired, next: &mut Vec<Fired>) {
        let process = from.0;
        let me = i64::from(process) + 1;
        let owner = self.monitors.get(&one).copied();
        let waits = self.waits.get(&one);
        let mine = waits
            .and_then(|waits| waits.iter().find(|(who, _)| *who == process).map(|(_, at)| *at));
        // A process that waits, notifies or leaves must hold it: otherwise the execution ends in a fault.
        let holds = |way: &Fired| owner.is_none_or(|at| way.tuple[at] == me);
        match sync {
            Sync::Enter(_) => {
                if let Some(at) = owner {
                    if way.tuple[at] != 0 && way.tuple[at] != me {
                        return;
                    }
                    way.tuple[at] = me;
                }
                next.push(way);
            }
            Sync::Exit(_) if holds(&way) => {
                let Some(at) = owner else {
                    next.push(way);
                    return;
                };
                let (least, most) = self.depth(from, one);
                if most > 1 {
                    next.push(way.clone());
                }
                if least <= 1 {
                    way.tuple[at] = 0;
                    next.push(way);
                }
            }
            Sync::Wait(_) if holds(&way) => {
                if let Some(at) = owner {
                    way.tuple[at] = 0;
                }
                if let Some(at) = mine {
                    way.tuple[at] = 1;
                }
                next.push(way);
            }
            Sync::Waiting(_) if mine.is_none_or(|at| way.tuple[at] == 2) => next.push(way),
            Sync::WakeUp(_) if mine.is_none_or(|at| way.tuple[at] == 1) => {
                if let Some(at) = mine {
                    way.tuple[at] = 2;
                }
                next.push(way);
            }
            Sync::Notified(_) => {
                if owner.is_some_and(|at| way.tuple[at] != 0) {
                    return;
                }
                if let Some(at) = mine {
                    way.tuple[at] = 0;
                }
                // One that does not wait takes nothing.
                if let Some(at) = owner {
                    if !self.surely_waits(from, one) {
                        next.push(way.clone());
                    }
                    way.tuple[at] = me;
                }
                next.push(way);
            }
            Sync::Notify(_) if holds(&way) => {
                let waiting = waits.into_iter().flatten().filter(|(_, at)| way.tuple[*at] == 1);
                let waiting: Vec<usize> = waiting.map(|(_, at)| *at).collect();
                for at in &waiting {
                    let mut told = way.clone();
                    told.tuple[*at] = 2;
                    next.push(told);
                }
                if waiting.is_empty() {
                    next.push(way);
                }
            }
            Sync::NotifyAll(_) if holds(&way) => {
                for (_, at) in waits.into_iter().flatten() {
                    if way.tuple[*at] == 1 {
                        way.tuple[*at] = 2;
                    }
                }
                next.push(way);
            }
            _ => {}
        }
    }

    /// How often a process holds a monitor at a location.
    fn depth(&self, at: At, monitor: u32) -> (u8, u8) {
        self.parallel.held(at.0, at.1).map_or((0, 0), |held| held.depth(monitor))
    }

    fn surely_waits(&self, at: At, monitor: u32) -> bool {
        self.parallel.held(at.0, at.1).is_some_and(|held| held.waits(monitor))
    }
}
