//! Which steps a compiled state allows. The order and the meaning are those of the reference
//! interpreter.

use smallvec::SmallVec;
use trine_system::interpret::{Move, Partner};
use trine_system::{EdgeId, FaultKind, Step};

use super::Planned;
use super::eval::{Eval, Moment};
use crate::compile::code::{EdgeCode, SyncCode};
use crate::compile::expr::Code;
use crate::compile::layout::ChannelPlace;

impl<'a> Moment<'a> {
    /// Whether a step of this process is enabled.
    pub fn can_step(&self, process: u32, timeout: bool) -> bool {
        let mut any = false;
        self.each_step(process, timeout, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// Whether a process that holds exclusive control keeps it: it can step, and where priorities count
    /// none above it can.
    pub fn can_go_on(&self, process: u32) -> bool {
        if !self.can_step(process, false) {
            return false;
        }
        let others = 0..self.shape.processes.len() as u32;
        let above = |other: &u32| self.priority(*other) > self.priority(process);
        !self.program.priorities || !others.filter(above).any(|other| self.can_step(other, false))
    }

    /// Whether a step of any process is enabled without a timeout.
    pub fn some_process_can_step(&self) -> bool {
        (0..self.shape.processes.len() as u32).any(|process| self.can_step(process, false))
    }

    /// Calls back with the steps of one process until it says to stop by returning false.
    #[inline]
    pub fn each_step(&self, process: u32, timeout: bool, found: &mut impl FnMut(Planned) -> bool) {
        let place = self.shape.process(process);
        let template = &self.program.templates[place.template];
        let location = &template.locations[self.location(process)];
        let eval = self.eval(process, timeout);
        // Where it cannot even be told whether the process may step, every step makes that fault.
        let mut not_provided = None;
        let free = self.asked || self.inside == Some(process);
        if let Some(provided) = template.provided.as_ref().filter(|_| !free) {
            match eval.value(provided) {
                Ok(0) => return,
                Ok(_) => {}
                Err(kind) => not_provided = Some(kind),
            }
        }
        if location.final_ {
            let youngest = process as usize + 1 == self.shape.processes.len();
            if self.program.reap && youngest {
                let step = Step { process, action: Move::Reap, partner: None, choice: 0 };
                found(Planned { step, fault: None });
            }
            return;
        }
        for group in &location.groups {
            let mut any = false;
            for edges in [&group.edges, &group.otherwise] {
                if any {
                    break;
                }
                for id in edges {
                    let edge = &template.edges[*id];
                    let mut stop = false;
                    let listed = self.alternatives(&eval, *id, edge, &mut |step| {
                        any = true;
                        stop = !found(Planned { step, fault: not_provided });
                        !stop
                    });
                    if let Err(kind) = listed {
                        any = true;
                        let fault = not_provided.or(Some(kind));
                        stop = !found(Planned { step: Step::edge(process, *id), fault });
                    }
                    if stop {
                        return;
                    }
                }
            }
            if any {
                return;
            }
        }
        if not_provided.is_some() {
            // The fault shows whether or not there is something to do.
            let edges =
                location.groups.iter().flat_map(|group| group.edges.iter().chain(&group.otherwise));
            if let Some(first) = edges.min() {
                found(Planned { step: Step::edge(process, *first), fault: not_provided });
            }
        }
    }

    #[inline]
    fn alternatives(
        &self,
        eval: &Eval<'_>,
        id: EdgeId,
        edge: &EdgeCode,
        found: &mut impl FnMut(Step) -> bool,
    ) -> Result<(), FaultKind> {
        let process = eval.process.unwrap_or(0);
        if let Some(guard) = &edge.guard {
            let holds = eval.eval(guard) != 0;
            if edge.guard_can_fault
                && let Some(kind) = eval.fault()
            {
                return Err(kind);
            }
            if !holds {
                return Ok(());
            }
        }
        if edge.spawns && self.shape.processes.len() >= self.program.process_limit {
            return Ok(());
        }
        let mut choices = edge.choices;
        match &edge.sync {
            SyncCode::None => {}
            SyncCode::Monitor(op, of) => {
                let at = eval.monitor(of)?;
                choices = choices.saturating_mul(self.monitor_ways(*op, of, at, process));
            }
            SyncCode::Thread(op) => {
                if !self.thread_open(eval, op)? {
                    return Ok(());
                }
            }
            SyncCode::Entry(op, of) => {
                let at = eval.entry(of)?;
                if !self.entry_open(op, of.entry, at, process) {
                    return Ok(());
                }
            }
            SyncCode::Receive { channel, patterns, anywhere, keep } => {
                let Some(channel) = eval.channel(channel) else { return Err(fault_of(eval)) };
                if *keep && self.program.layout.channel_kinds[channel.kind].capacity == 0 {
                    return Err(FaultKind::Channel);
                }
                let message = eval.find_message(channel, patterns, *anywhere);
                if let Some(kind) = eval.fault() {
                    return Err(kind);
                }
                if message.is_none() {
                    return Ok(());
                }
            }
            SyncCode::Send { channel, values, .. } => {
                let Some(channel) = eval.channel(channel) else { return Err(fault_of(eval)) };
                let kind = &self.program.layout.channel_kinds[channel.kind];
                if kind.capacity == 0 {
                    return self.rendezvous(eval, id, edge, channel, values, found);
                }
                let full = self.length(channel) >= kind.capacity as usize;
                if full && !self.program.lossy {
                    return Ok(());
                }
            }
        }
        if choices == 1 {
            found(Step::edge(process, id));
            return Ok(());
        }
        for choice in 0..choices {
            if !found(Step { choice, ..Step::edge(process, id) }) {
                break;
            }
        }
        Ok(())
    }

    /// The steps in which a process takes a message that is offered on a rendezvous channel.
    fn rendezvous(
        &self,
        eval: &Eval<'_>,
        id: EdgeId,
        edge: &EdgeCode,
        channel: &ChannelPlace,
        values: &[Code],
        found: &mut impl FnMut(Step) -> bool,
    ) -> Result<(), FaultKind> {
        let process = eval.process.unwrap_or(0);
        let message = message(eval, channel, values)?;
        for other in (0..self.shape.processes.len() as u32).rev() {
            if other == process {
                continue;
            }
            let template = &self.program.templates[self.shape.process(other).template];
            let location = &template.locations[self.location(other)];
            if location.groups.is_empty() {
                continue;
            }
            let there = self.eval(other, eval.timeout);
            if let Some(provided) = &template.provided
                && matches!(there.value(provided), Ok(0))
            {
                continue;
            }
            for group in &location.groups {
                let mut any = false;
                // The order of the template, in which `else` has no place of its own.
                let mut receivers: Vec<EdgeId> = Vec::new();
                for partner in group.edges.iter().chain(&group.otherwise) {
                    if self.takes(&there, &template.edges[*partner], channel, &message) {
                        receivers.push(*partner);
                    }
                }
                receivers.sort_unstable();
                for partner in receivers {
                    any = true;
                    let partner = Some(Partner { process: other, edge: partner });
                    for choice in 0..edge.choices {
                        let step = Step { partner, choice, ..Step::edge(process, id) };
                        if !found(step) {
                            return Ok(());
                        }
                    }
                }
                if any {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether an edge would receive a message that is offered on a rendezvous channel.
    fn takes(
        &self,
        there: &Eval<'_>,
        edge: &EdgeCode,
        channel: &ChannelPlace,
        message: &[i64],
    ) -> bool {
        let SyncCode::Receive { channel: from, patterns, .. } = &edge.sync else { return false };
        if let Some(guard) = &edge.guard
            && !matches!(there.value(guard), Ok(value) if value != 0)
        {
            return false;
        }
        let Some(from) = there.channel(from) else {
            there.fault();
            return false;
        };
        // Rendezvous channels have no bytes of their own, so their records tell them apart.
        let takes =
            std::ptr::eq(from, channel) && there.matches(channel, patterns, |field| message[field]);
        there.fault().is_none() && takes
    }
}

/// The fields of a message.
pub type Message = SmallVec<[i64; 8]>;

/// The message a send would put into a channel, cut to the types of its fields.
pub fn message(
    eval: &Eval<'_>,
    channel: &ChannelPlace,
    values: &[Code],
) -> Result<Message, FaultKind> {
    let kind = &eval.at.program.layout.channel_kinds[channel.kind];
    let mut message = Message::new();
    for (position, (_, _, ty)) in kind.fields.iter().enumerate() {
        let value = match values.get(position) {
            Some(value) => eval.value(value)?,
            None => 0,
        };
        message.push(ty.store(value)?);
    }
    Ok(message)
}

fn fault_of(eval: &Eval<'_>) -> FaultKind {
    eval.fault().unwrap_or(FaultKind::Channel)
}
