//! Ample sets: finds a process whose steps form a persistent set, so that only they are followed from a state.

use trine_system::{ChannelQuery, FaultKind};

use super::eval::{Eval, Moment};
use crate::compile::code::MonitorOp;
use crate::compile::entries::EntryCode;
use crate::compile::expr::Code;
use crate::compile::layout::ChannelPlace;
use crate::compile::threads::{MonitorCode, NEW, STARTED};
use crate::reduce::access::Operation;
use crate::reduce::entries::{EntryUse, entries_conflict};
use crate::reduce::footprint::Source;
use crate::reduce::independence::{EdgePlan, Independence, Plan, conflict};
use crate::reduce::threads::{MonitorUse, ThreadUse, Which, monitors_conflict, threads_conflict};

/// With room for so many processes, those that ended and were not yet removed are taken never to fill
/// it up.
const MANY: usize = 200;

/// How an edge, or a use that it makes, stands.
enum Standing {
    /// It can be made now, and is independent of what others do.
    Independent,
    /// It depends on steps of another process, or another has to enable it first.
    Dependent,
    /// It is disabled, whatever others do, or waits for a timeout.
    Closed,
}

impl Standing {
    fn of(free: bool) -> Standing {
        if free { Standing::Independent } else { Standing::Dependent }
    }
}

impl Moment<'_> {
    /// The youngest process whose steps are an ample set; `unseen`: with invisible steps only.
    pub fn ample_process(&self, rules: &Independence, unseen: bool) -> Option<u32> {
        let count = self.shape.processes.len() as u32;
        (0..count).rev().find(|process| {
            let template = self.shape.process(*process).template;
            let location = self.location(*process);
            if self.program.templates[template].locations[location].final_ {
                let youngest = *process + 1 == count;
                return self.program.reap && youngest && self.ends_unnoticed(rules, *process);
            }
            match &rules.plans[template][location] {
                Plan::Never => false,
                Plan::Private => self.can_step(*process, false),
                Plan::Check(edges) => {
                    self.is_persistent_here(rules, *process, edges, unseen).is_ok_and(|yes| yes)
                        && self.can_step(*process, false)
                }
            }
        })
    }

    fn others(&self, process: u32) -> impl Iterator<Item = u32> + use<> {
        let count = self.shape.processes.len() as u32;
        (0..count).filter(move |other| *other != process)
    }

    fn future<'r>(
        &self,
        rules: &'r Independence,
        process: u32,
    ) -> &'r crate::reduce::footprint::Future {
        &rules.futures[self.shape.process(process).template][self.location(process)]
    }

    /// Whether the edges of a process are a persistent set in this state: independent of all that the others may
    /// still do, and of what the property sees. A fault while finding out means no.
    fn is_persistent_here(
        &self,
        rules: &Independence,
        process: u32,
        edges: &[EdgePlan],
        unseen: bool,
    ) -> Result<bool, FaultKind> {
        let eval = self.eval(process, false);
        for edge in edges {
            if let Standing::Dependent = self.edge_standing(rules, &eval, process, edge, unseen)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How an edge stands to all that the others may still do, and to what the property sees.
    fn edge_standing(
        &self,
        rules: &Independence,
        eval: &Eval<'_>,
        process: u32,
        edge: &EdgePlan,
        unseen: bool,
    ) -> Result<Standing, FaultKind> {
        // It races with any process that writes what it looks at, also where it is closed.
        let written = |other: u32| edge.looks.meets(&self.future(rules, other).writes);
        if !edge.looks.is_empty() && self.others(process).any(written) {
            return Ok(Standing::Dependent);
        }
        if edge.timeout {
            return Ok(Standing::Closed);
        }
        for condition in &edge.own {
            if eval.value(condition)? == 0 {
                return Ok(Standing::Closed);
            }
        }
        if edge.never || edge.seen && unseen {
            return Ok(Standing::Dependent);
        }
        for (query, channel) in &edge.tests {
            let channel = self.channel(eval, channel)?;
            let kind = &self.program.layout.channel_kinds[channel.kind];
            let holds = match query {
                ChannelQuery::NotEmpty => self.length(channel) > 0,
                _ => self.length(channel) < kind.capacity as usize,
            };
            if !holds {
                return Ok(Standing::Dependent);
            }
        }
        for (operation, channel) in &edge.uses {
            if !self.is_free(rules, eval, process, edge, *operation, channel)? {
                return Ok(Standing::Dependent);
            }
        }
        for (used, of) in &edge.monitors {
            match self.monitor_is_free(rules, eval, process, *used, of)? {
                Standing::Independent => {}
                other => return Ok(other),
            }
        }
        for (used, of) in &edge.entries {
            match self.entry_is_free(rules, eval, process, *used, of)? {
                Standing::Independent => {}
                other => return Ok(other),
            }
        }
        for (used, of) in &edge.threads {
            match self.thread_is_free(rules, eval, process, *used, of.as_ref())? {
                Standing::Independent => {}
                other => return Ok(other),
            }
        }
        if let Some((channel, patterns, anywhere)) = &edge.receive {
            // Messages of others go to the end: the first one stays the first.
            let channel = self.channel(eval, channel)?;
            let found = eval.find_message(channel, patterns, *anywhere);
            if let Some(kind) = eval.fault() {
                return Err(kind);
            }
            if found.is_none() && *anywhere {
                return Ok(Standing::Dependent);
            }
        }
        match self.variables_are_shared(rules, process, edge) {
            true => Ok(Standing::Dependent),
            false => Ok(Standing::Independent),
        }
    }

    /// Whether another process may still access what the edge writes, or write what it reads.
    fn variables_are_shared(&self, rules: &Independence, process: u32, edge: &EdgePlan) -> bool {
        let touched = |other: u32| {
            let future = self.future(rules, other);
            edge.seen && rules.seen_globals.meets(&future.writes)
                || edge.writes.meets(&future.reads)
                || edge.writes.meets(&future.writes)
                || edge.reads.meets(&future.writes)
        };
        let shares = !edge.writes.is_empty() || !edge.reads.is_empty();
        shares && self.others(process).any(touched)
    }

    fn channel(
        &self,
        eval: &Eval<'_>,
        code: &crate::compile::expr::Code,
    ) -> Result<&ChannelPlace, FaultKind> {
        match eval.channel_index(code) {
            Some(index) => Ok(&self.shape.channels[index]),
            None => Err(eval.fault().unwrap_or(FaultKind::Channel)),
        }
    }

    /// Whether an operation can be done now and independently of others, unseen.
    fn is_free(
        &self,
        rules: &Independence,
        eval: &Eval<'_>,
        process: u32,
        edge: &EdgePlan,
        operation: Operation,
        code: &crate::compile::expr::Code,
    ) -> Result<bool, FaultKind> {
        let Some(index) = eval.channel_index(code) else {
            return Err(eval.fault().unwrap_or(FaultKind::Channel));
        };
        let channel = &self.shape.channels[index];
        let capacity = self.program.layout.channel_kinds[channel.kind].capacity as usize;
        let number = index as u32 + 1;
        let ready = match operation {
            Operation::Send | Operation::Insert => self.length(channel) + edge.sends <= capacity,
            Operation::Receive => self.length(channel) >= edge.receives,
            _ => true,
        };
        let changes = matches!(operation, Operation::Send | Operation::Insert | Operation::Receive);
        if capacity == 0
            || !ready
            || self.is_foreign(process, index)
            || changes && rules.seen.iter().any(|source| self.may_mean(*source, process, number))
        {
            return Ok(false);
        }
        let disturbs = |other: u32| {
            self.future(rules, other).uses.iter().any(|(theirs, source)| {
                conflict(operation, *theirs) && self.may_mean(*source, other, number)
            })
        };
        Ok(!self.others(process).any(disturbs))
    }

    /// How a use of a monitor stands.
    fn monitor_is_free(
        &self,
        rules: &Independence,
        eval: &Eval<'_>,
        process: u32,
        used: MonitorUse,
        of: &MonitorCode,
    ) -> Result<Standing, FaultKind> {
        let at = eval.monitor(of)?;
        let number = of.first + (at as u32 - of.offset) / of.size;
        let owner = self.owner(at);
        match used {
            // Once more, or once less, concerns no other process.
            MonitorUse::Enter if owner == Some(process) => return Ok(Standing::Independent),
            MonitorUse::Enter if owner.is_some() => return Ok(Standing::Dependent),
            MonitorUse::Notified if owner == Some(process) => return Ok(Standing::Closed),
            MonitorUse::Notified if owner.is_some() => return Ok(Standing::Dependent),
            MonitorUse::Exit | MonitorUse::Wait | MonitorUse::Notify if owner != Some(process) => {
                return Ok(Standing::Dependent);
            }
            MonitorUse::Waiting if self.monitor_ways(MonitorOp::Waiting, of, at, process) == 0 => {
                return Ok(Standing::Dependent);
            }
            MonitorUse::WakeUp if self.monitor_ways(MonitorOp::WakeUp, of, at, process) == 0 => {
                return Ok(Standing::Closed);
            }
            _ => {}
        }
        let means = |which: Which, other: u32| match which {
            Which::Range(from, to) => (from..to).contains(&number),
            Which::Local { first, offset, form } => {
                let at = self.shape.process(other).base + offset;
                i64::from(first) + form.read(self.bytes, at as usize) == i64::from(number)
            }
        };
        let disturbs = |other: u32| {
            let uses = &self.future(rules, other).monitors;
            uses.iter()
                .any(|(theirs, which)| monitors_conflict(used, *theirs) && means(*which, other))
        };
        Ok(Standing::of(!self.others(process).any(disturbs)))
    }

    /// How a use of an entry stands.
    fn entry_is_free(
        &self,
        rules: &Independence,
        eval: &Eval<'_>,
        process: u32,
        used: EntryUse,
        of: &EntryCode,
    ) -> Result<Standing, FaultKind> {
        let at = eval.entry(of)?;
        let number = of.first + (at as u32 - of.offset) / of.size;
        let may = |wanted: &dyn Fn(EntryUse) -> bool| {
            self.others(process).any(|other| {
                let uses = &self.future(rules, other).entries;
                let meant = |(from, to): (u32, u32)| (from..to).contains(&number);
                uses.iter().any(|(theirs, which)| wanted(*theirs) && meant(*which))
            })
        };
        match used {
            EntryUse::Return if !self.has_reply(process) => return Ok(Standing::Dependent),
            EntryUse::Withdraw if !self.is_queued(of.entry, at, process) => {
                let requeued = may(&|theirs| theirs == EntryUse::Requeue);
                return Ok(if requeued { Standing::Dependent } else { Standing::Closed });
            }
            EntryUse::Accept if self.waiting(at) == 0 => {
                let called = may(&|theirs| matches!(theirs, EntryUse::Call | EntryUse::Requeue));
                return Ok(if called { Standing::Dependent } else { Standing::Closed });
            }
            _ => {}
        }
        Ok(Standing::of(!may(&|theirs| entries_conflict(used, theirs))))
    }

    /// How a use of a process stands. One that has ended stays so, until it is removed.
    fn thread_is_free(
        &self,
        rules: &Independence,
        eval: &Eval<'_>,
        process: u32,
        used: ThreadUse,
        of: Option<&Code>,
    ) -> Result<Standing, FaultKind> {
        let target = match of {
            None => Some(process),
            // Where it is not known which process it will join, it may be any.
            Some(Code::Myself) if used == ThreadUse::Arrive => {
                let ended = self.others(process).all(|other| self.has_ended(other));
                return Ok(Standing::of(ended && !self.program.reap));
            }
            Some(code) => eval.process_at(eval.value(code)?),
        };
        // One that is not there, or is gone, stays so.
        let Some(target) = target else { return Ok(Standing::of(used != ThreadUse::Start)) };
        let phase = self.phase(target);
        match used {
            ThreadUse::Begin => {
                return Ok(match phase {
                    STARTED => Standing::Independent,
                    NEW => Standing::Dependent,
                    _ => Standing::Closed,
                });
            }
            ThreadUse::Arrive => {
                let stays = self.has_ended(target) && !self.program.reap;
                return Ok(Standing::of(target == process || stays));
            }
            ThreadUse::AskEnded => {
                let stays = match self.has_ended(target) {
                    true => !self.program.reap,
                    false => target == process || !self.future(rules, target).ends,
                };
                return Ok(Standing::of(stays));
            }
            ThreadUse::Join if self.has_ended(target) => return Ok(Standing::Independent),
            ThreadUse::Join | ThreadUse::Start if phase != NEW => return Ok(Standing::Dependent),
            ThreadUse::AskStarted if phase != NEW => {
                return Ok(Standing::of(!self.program.reap));
            }
            _ => {}
        }
        let disturbs = |other: u32| {
            let uses = &self.future(rules, other).threads;
            uses.iter().any(|(theirs, whom)| {
                threads_conflict(used, *theirs) && whom.is_none_or(|whom| whom == target)
            })
        };
        Ok(Standing::of(!self.others(process).any(disturbs)))
    }

    /// Whether a channel may be the one that a process takes from somewhere.
    fn may_mean(&self, source: Source, process: u32, number: u32) -> bool {
        match source {
            Source::Fixed(fixed) => fixed == number,
            Source::Range(from, to) => (from..to).contains(&number),
            Source::Local(offset, form) => {
                let at = self.shape.process(process).base + offset;
                form.read(self.bytes, at as usize) == i64::from(number)
            }
            // A parameter of a process that does not exist yet is resolved by which process creates it.
            Source::Parameter(_) | Source::Unknown => true,
        }
    }

    /// Whether a channel belongs to another process and may go with it before this process is gone:
    /// processes are removed youngest first.
    fn is_foreign(&self, process: u32, channel: usize) -> bool {
        self.program.reap && self.shape.owners[channel].is_some_and(|owner| owner > process)
    }

    /// Whether the end of the youngest process is invisible: no process uses its channels, or asks
    /// for the number that the next process gets.
    fn ends_unnoticed(&self, rules: &Independence, process: u32) -> bool {
        let mut own = (0..self.shape.channels.len() as u32)
            .filter(|channel| self.shape.owners[*channel as usize] == Some(process))
            .map(|channel| channel + 1);
        let used = |number: u32| {
            let seen = rules.seen.iter().any(|source| self.may_mean(*source, process, number));
            seen || self.others(process).any(|other| {
                let uses = &self.future(rules, other).uses;
                uses.iter().any(|(_, source)| self.may_mean(*source, other, number))
            })
        };
        let runs = |other: u32| self.future(rules, other).runs;
        rules.reaping
            && (!rules.numbered && self.program.process_limit >= MANY
                || !self.others(process).any(runs))
            && !own.any(used)
    }
}
