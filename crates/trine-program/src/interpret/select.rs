//! Selection: a thread waits for one of several things to happen, and may end together with its group.
//!
//! The guards of the alternatives are looked at once, before waiting. While a thread waits with an open `terminate`, its
//! groups do not count it among those that still work; when none of some group does, it ends.

use super::Stop;
use super::choice::Way;
use super::heap::Place;
use super::meeting::Queue;
use super::run::Run;
use super::state::Caller;
use super::thread::Phase;
use super::value::Value;
use crate::flat::Op;
use crate::program::*;

impl Run<'_, '_> {
    /// Comes to a select.
    pub fn select(&mut self, select: &Select, way: Option<Way>) -> Result<bool, Stop> {
        let mut open = Vec::new();
        for (number, alternative) in select.alternatives.iter().enumerate() {
            match alternative.guard.map(|guard| self.operand(guard)) {
                None => open.push(number as u32),
                Some(Value::Int(0)) => {}
                Some(Value::Int(_)) => open.push(number as u32),
                Some(_) => {
                    return Err(Stop::unmodelled("whether an alternative is open is not known"));
                }
            }
        }
        if open.is_empty() {
            match select.otherwise {
                true => self.chosen(select, select.alternatives.len() as u32),
                false => self.raise(ErrorKind::Closed, &[])?,
            }
            return Ok(true);
        }
        if way.is_none() {
            return Ok(false);
        }
        for at in self.open_entries(select, &open) {
            match self.queue(at) {
                Ok(_) => {}
                Err(super::meeting::NoQueue::Error(kind)) => {
                    return self.raise(kind, &[]).map(|()| true);
                }
                Err(super::meeting::NoQueue::Stop(stop)) => return Err(stop),
            }
        }
        if let Some(group) = terminates(select, &open) {
            self.count(group, -1)?;
        }
        self.thread_mut().phase = Phase::Selecting(open);
        Ok(true)
    }

    fn chosen(&mut self, select: &Select, number: u32) {
        self.assigned(Some(select.into), Value::Int(number.into()));
    }

    fn open_entries(&self, select: &Select, open: &[u32]) -> Vec<EntryAt> {
        let entries =
            open.iter().filter_map(|number| match select.alternatives[*number as usize].kind {
                AlternativeKind::Accept { at, .. } => Some(at),
                _ => None,
            });
        entries.collect()
    }

    /// The queues of the entries that are open.
    pub fn open_queues(&self, select: &Select, open: &[u32]) -> Vec<Queue> {
        let entries = self.open_entries(select, open).into_iter();
        entries.filter_map(|at| self.queue(at).ok()).collect()
    }

    /// What can happen where a select waits: a caller is accepted, time passes, or the group ends.
    pub fn ways_of_select(&self, select: &Select, open: &[u32]) -> Vec<Way> {
        let callers = |at: EntryAt| -> &[Caller] {
            let queue = self.queue(at).ok();
            queue.and_then(|queue| self.state.queues.get(&queue)).map_or(&[], Vec::as_slice)
        };
        let mut ways = Vec::new();
        let mut certain = false;
        for number in open {
            if let AlternativeKind::Accept { at, .. } = select.alternatives[*number as usize].kind {
                let waiting = callers(at);
                if waiting.iter().any(|caller| caller.certain) && !certain {
                    certain = true;
                    ways.clear();
                }
                let counts = !certain || waiting.iter().any(|caller| caller.certain);
                if !waiting.is_empty() && counts {
                    ways.push(Way::Alternative(*number));
                }
            }
        }
        let nobody = ways.is_empty();
        for number in open {
            match select.alternatives[*number as usize].kind {
                AlternativeKind::Accept { .. } => {}
                AlternativeKind::Delay if nobody => ways.push(Way::Alternative(*number)),
                AlternativeKind::Delay => {}
                AlternativeKind::Terminate { group } => {
                    if self.may_end(group) {
                        ways.push(Way::Alternative(*number));
                    }
                }
            }
        }
        if select.otherwise && nobody {
            ways.push(Way::Alternative(select.alternatives.len() as u32));
        }
        ways
    }

    /// Goes on with an alternative.
    pub fn alternative(
        &mut self,
        select: &Select,
        open: &[u32],
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        let Some(Way::Alternative(number)) = way else { return Ok(false) };
        let Some(alternative) = select.alternatives.get(number as usize) else {
            self.chosen(select, number);
            return Ok(true);
        };
        match &alternative.kind {
            AlternativeKind::Accept { at, parameters } => {
                let Ok(queue) = self.queue(*at) else { return Ok(false) };
                let Some(callers) = self.state.queues.get_mut(&queue) else { return Ok(false) };
                if callers.is_empty() {
                    return Ok(false);
                }
                let caller = callers.remove(0);
                if let Some(group) = terminates(select, open) {
                    self.count(group, 1)?;
                }
                self.thread_mut().serving.push(caller.thread);
                for (var, value) in parameters.iter().zip(caller.arguments) {
                    self.set(*var, value);
                }
                self.chosen(select, number);
            }
            AlternativeKind::Delay => self.chosen(select, number),
            AlternativeKind::Terminate { .. } => {
                // There is nothing more to say: its groups do not count it any more.
                self.finish(true);
            }
        }
        Ok(true)
    }

    /// Whether the thread waits at a select at which it may end when others have.
    pub fn can_terminate_later(&self, open: &[u32]) -> bool {
        match self.op() {
            Some(Op::Meet(Meeting::Select(select))) => terminates(select, open).is_some(),
            _ => false,
        }
    }

    /// What a thread that gives up waiting at a select undoes.
    pub fn leave_select(&mut self) -> Result<(), Stop> {
        if let (Some(Op::Meet(Meeting::Select(select))), Phase::Selecting(open)) =
            (self.op(), self.thread().phase.clone())
            && let Some(group) = terminates(select, &open)
        {
            self.count(group, 1)?;
        }
        Ok(())
    }

    /// A group, the one around it, and so on.
    fn groups(&self, group: Operand) -> Vec<Value> {
        let Some(roles) = self.machine.program.roles.groups else { return Vec::new() };
        let mut found = Vec::new();
        let mut next = self.operand(group);
        while let (Value::Object(_), false) = (next, found.contains(&next)) {
            found.push(next);
            next = self.field(next, roles.around).unwrap_or(Value::Null);
        }
        found
    }

    /// Adds to the number of threads that still work in the groups of a thread.
    fn count(&mut self, group: Operand, by: i64) -> Result<(), Stop> {
        let Some(roles) = self.machine.program.roles.groups else { return Ok(()) };
        for group in self.groups(group) {
            let (Value::Object(object), Some(active)) =
                (group, self.number_in(group, roles.active))
            else {
                return Err(Stop::unmodelled("which tasks end together is not known"));
            };
            let place = Place::Field(object, roles.active);
            self.machine.write(&mut self.state, place, Value::Int(active + by));
        }
        Ok(())
    }

    /// Whether all others of some group have ended or wait to end.
    fn may_end(&self, group: Operand) -> bool {
        let Some(roles) = self.machine.program.roles.groups else { return false };
        let groups = self.groups(group).into_iter();
        groups.into_iter().any(|group| self.number_in(group, roles.active) == Some(0))
    }
}

/// The group of an open terminate alternative.
fn terminates(select: &Select, open: &[u32]) -> Option<Operand> {
    open.iter().find_map(|number| match select.alternatives[*number as usize].kind {
        AlternativeKind::Terminate { group } => Some(group),
        _ => None,
    })
}
