//! The enabled steps of a state, by definition.

use super::eval::Context;
use super::{Fault, Interpreter, PendingEvent, State};
use crate::{Edge, EdgeId, Effect, Expr, Guard, Sync};

/// One step: the process, its edge, its partner, and how its free choices fall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    pub process: u32,
    pub action: Move,
    /// The receiver of a rendezvous.
    pub partner: Option<Partner>,
    /// Which of the step's free choices: the values of its `Choose` effects and the process that a
    /// notification wakes, in mixed radix, the last one varying fastest.
    pub choice: u32,
}

/// What moves in a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    Edge(EdgeId),
    /// The removal of the youngest process, which has ended.
    Reap,
    /// No process steps; the claim consumes the next event.
    ConsumeEvent,
}

/// The partner of a rendezvous.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Partner {
    pub process: u32,
    pub edge: EdgeId,
}

impl Step {
    /// The step of a process along an edge, without a partner.
    pub fn edge(process: u32, edge: EdgeId) -> Step {
        Step { process, action: Move::Edge(edge), partner: None, choice: 0 }
    }
}

impl Interpreter<'_> {
    /// All steps of a state, those of younger processes first. An edge whose guard cannot be evaluated
    /// is listed too: taking it is how its fault shows.
    pub fn steps(&self, state: &State) -> Vec<Step> {
        if let Some(exclusive) = state.exclusive {
            let mut steps = self.process_steps(state, exclusive.process, false);
            if exclusive.deterministic {
                let first = steps.first().map(|step| step.action);
                steps.retain(|step| Some(step.action) == first);
                // Partners and choices other than the first would be a second way to go on.
                steps.truncate(1);
            }
            return steps;
        }
        let observe = |observed: &PendingEvent| Step {
            process: observed.process,
            action: Move::ConsumeEvent,
            partner: None,
            choice: 0,
        };
        if let [first, _, ..] = state.pending_events.as_slice() {
            return vec![observe(first)];
        }
        let mut steps = self.all_steps(state, false);
        if steps.is_empty() {
            steps = self.all_steps(state, true);
        }
        if steps.is_empty() {
            steps.extend(state.pending_events.first().map(observe));
        }
        steps
    }

    fn all_steps(&self, state: &State, timeout: bool) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut highest = 0;
        for process in (0..state.processes.len() as u32).rev() {
            let more = self.process_steps(state, process, timeout);
            if more.is_empty() {
                continue;
            }
            if self.system.rules.priorities {
                let priority = state.processes[process as usize].priority;
                if priority < highest {
                    continue;
                }
                if priority > highest {
                    steps.clear();
                    highest = priority;
                }
            }
            steps.extend(more);
        }
        steps
    }

    /// Whether the steps of a state are those that only a time-out allows.
    pub(super) fn is_timeout(&self, state: &State) -> bool {
        state.exclusive.is_none() && self.all_steps(state, false).is_empty()
    }

    /// Whether any process can step without a time-out.
    pub(super) fn some_process_can_step(&self, state: &State) -> bool {
        (0..state.processes.len() as u32).any(|process| self.can_step(state, process, false))
    }

    /// Whether a process that holds exclusive control keeps it: it can step, and where priorities count
    /// none above it can.
    pub(super) fn can_go_on(&self, state: &State, process: u32) -> bool {
        let priority = |process: u32| state.processes[process as usize].priority;
        let above =
            |other: &u32| self.system.rules.priorities && priority(*other) > priority(process);
        self.can_step(state, process, false)
            && !(0..state.processes.len() as u32)
                .filter(above)
                .any(|other| self.can_step(state, other, false))
    }

    /// Whether a process has an executable edge.
    pub(super) fn can_step(&self, state: &State, process: u32, timeout: bool) -> bool {
        !self.process_steps(state, process, timeout).is_empty()
    }

    /// What `enabled` says: whether a process has an executable edge, its `provided` clause aside.
    pub(super) fn is_enabled(&self, state: &State, process: u32, timeout: bool) -> bool {
        let context = Context::new(self, state, Some(process));
        !self.steps_in(&Context { timeout, asked: true, ..context }, process).is_empty()
    }

    /// The steps of one process, exclusive control and priorities aside.
    pub fn process_steps(&self, state: &State, process: u32, timeout: bool) -> Vec<Step> {
        let at = &state.processes[process as usize];
        let context = Context { timeout, ..Context::new(self, state, Some(process)) };
        // Inside a d_step the clause counted when the process entered it.
        let inside = state.exclusive.is_some_and(|one| one.deterministic && one.process == process);
        let mut cannot_tell = false;
        if let Some(provided) = &self.system.templates[at.template].provided
            && !inside
        {
            match context.holds(provided) {
                Ok(true) => {}
                Ok(false) => return Vec::new(),
                Err(_) => cannot_tell = true,
            }
        }
        let steps = self.steps_in(&context, process);
        if steps.is_empty() && cannot_tell {
            // The fault shows whether or not there is something to do.
            let first = self.outgoing(at.template, at.location).first();
            return first.map(|edge| Step::edge(process, *edge)).into_iter().collect();
        }
        steps
    }

    fn steps_in(&self, context: &Context<'_, '_>, process: u32) -> Vec<Step> {
        let state = context.state;
        let at = &state.processes[process as usize];
        let template = &self.system.templates[at.template];
        if template.locations[at.location].final_ {
            let youngest = process as usize + 1 == state.processes.len();
            if self.system.rules.reap && youngest {
                return vec![Step { process, action: Move::Reap, partner: None, choice: 0 }];
            }
            return Vec::new();
        }
        let edges = self.outgoing(at.template, at.location);
        let mut ranks: Vec<u8> = edges.iter().map(|id| template.edges[*id].rank).collect();
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        ranks.dedup();
        for rank in ranks {
            let of_rank = || edges.iter().filter(|id| template.edges[**id].rank == rank);
            let mut steps = Vec::new();
            for id in of_rank() {
                let edge = &template.edges[*id];
                if edge.guard != Guard::Else {
                    self.edge_steps(context, *id, edge, &mut steps);
                }
            }
            if steps.is_empty() {
                for id in of_rank() {
                    let edge = &template.edges[*id];
                    if edge.guard == Guard::Else {
                        self.edge_steps(context, *id, edge, &mut steps);
                    }
                }
            }
            if !steps.is_empty() {
                return steps;
            }
        }
        Vec::new()
    }

    fn edge_steps(
        &self,
        context: &Context<'_, '_>,
        id: EdgeId,
        edge: &Edge,
        steps: &mut Vec<Step>,
    ) {
        match self.alternatives(context, id, edge) {
            Ok(found) => steps.extend(found),
            // The fault shows when the step is taken.
            Err(_) => steps.push(Step::edge(context.process.unwrap_or(0), id)),
        }
    }

    fn alternatives(
        &self,
        context: &Context<'_, '_>,
        id: EdgeId,
        edge: &Edge,
    ) -> Result<Vec<Step>, Fault> {
        let process = context.process.unwrap_or(0);
        if let Guard::When(guard) = &edge.guard
            && !context.holds(guard)?
        {
            return Ok(Vec::new());
        }
        let spawns = |effect: &Effect| matches!(effect, Effect::Run { into: None, .. });
        let room = context.state.processes.len() < self.system.rules.process_limit as usize;
        if !room && edge.effects.iter().any(spawns) {
            return Ok(Vec::new());
        }
        let mut choices = self.sync_choices(context, edge.sync.as_ref())?;
        for effect in &edge.effects {
            if let Effect::Choose { low, high, .. } = effect {
                choices = choices.saturating_mul((high - low + 1).max(0) as u32);
            }
        }
        if let Some(Sync::Send { channel, values, .. }) = &edge.sync
            && self.is_rendezvous(context, channel)?
        {
            let channel = context.channel(channel)?;
            let message = self.message(context, channel, values)?;
            let mut found = Vec::new();
            for partner in self.receivers(context, channel, &message) {
                found.extend((0..choices).map(|choice| Step {
                    process,
                    action: Move::Edge(id),
                    partner: Some(partner),
                    choice,
                }));
            }
            return Ok(found);
        }
        Ok((0..choices).map(|choice| Step { choice, ..Step::edge(process, id) }).collect())
    }

    /// The processes and edges that would take a message offered on a rendezvous channel. Only such
    /// edges are executable in that moment: edges of higher rank do not shut them out, unless they
    /// would take the message too.
    fn receivers(
        &self,
        context: &Context<'_, '_>,
        channel: usize,
        message: &[i64],
    ) -> Vec<Partner> {
        let state = context.state;
        let mut found = Vec::new();
        for other in (0..state.processes.len() as u32).rev() {
            if Some(other) == context.process {
                continue;
            }
            let at = &state.processes[other as usize];
            let template = &self.system.templates[at.template];
            let there = Context { process: Some(other), ..*context };
            if let Some(provided) = &template.provided
                && matches!(there.holds(provided), Ok(false))
            {
                continue;
            }
            let mut best: Option<u8> = None;
            let mut here = Vec::new();
            for id in self.outgoing(at.template, at.location) {
                let edge = &template.edges[*id];
                let Some(Sync::Receive { channel: from, patterns, .. }) = &edge.sync else {
                    continue;
                };
                if let Guard::When(guard) = &edge.guard
                    && !matches!(there.holds(guard), Ok(true))
                {
                    continue;
                }
                let takes = there.channel(from) == Ok(channel)
                    && there.matches(message, patterns) == Ok(true);
                if takes {
                    best = best.max(Some(edge.rank));
                    here.push((edge.rank, Partner { process: other, edge: *id }));
                }
            }
            found.extend(
                here.into_iter()
                    .filter(|(rank, _)| Some(*rank) == best)
                    .map(|(_, partner)| partner),
            );
        }
        found
    }

    pub(super) fn is_rendezvous(
        &self,
        context: &Context<'_, '_>,
        channel: &Expr,
    ) -> Result<bool, Fault> {
        let channel = context.channel(channel)?;
        let kind = context.state.channels[channel].kind;
        Ok(self.system.channel_kinds[kind].capacity == 0)
    }

    /// The message a send would put into a channel, cut to the types of its fields.
    pub(super) fn message(
        &self,
        context: &Context<'_, '_>,
        channel: usize,
        values: &[Expr],
    ) -> Result<Vec<i64>, Fault> {
        let kind = &self.system.channel_kinds[context.state.channels[channel].kind];
        let mut message = Vec::with_capacity(kind.fields.len());
        for (position, field) in kind.fields.iter().enumerate() {
            let value = match values.get(position) {
                Some(value) => context.eval(value)?,
                None => 0,
            };
            message.push(field.store(value).map_err(Fault::of_kind)?);
        }
        Ok(message)
    }
}
