//! The effect of a step: the successor state, by definition.

use super::eval::{Context, mentions_timeout};
use super::state::Exclusive;
use super::steps::{Move, Partner, Step};
use super::{Fault, Interpreter, Outcome, PendingEvent, State};
use crate::{
    Edge, Effect, FaultKind, Guard, Hold, Init, MOST_PENDING_EVENTS, Pattern, Print, Sync, Template,
};

impl Interpreter<'_> {
    /// The outcome of a step that [`Interpreter::steps`] listed for this state.
    pub fn step(&self, state: &State, step: &Step) -> Outcome {
        let mut run = Run {
            interpreter: self,
            state: state.clone(),
            faults: Vec::new(),
            printed: Vec::new(),
            unmodelled: Vec::new(),
            limit: None,
        };
        let mut ended = false;
        if let Err(fault) = run.perform(step) {
            run.faults.push(fault);
            ended = true;
        }
        ended |= run.limit.is_some();
        Outcome {
            state: (!ended).then_some(run.state),
            faults: run.faults,
            printed: run.printed,
            unmodelled: run.unmodelled,
            limit: run.limit,
        }
    }

    /// The edges of a step: its own, and the receiver's.
    pub fn edges_of<'a>(&'a self, state: &State, step: &Step) -> Vec<(u32, &'a Edge)> {
        let edge_of = |process: u32, edge| {
            let template = state.processes[process as usize].template;
            (process, &self.system.templates[template].edges[edge])
        };
        let mut edges = Vec::new();
        if let Move::Edge(edge) = step.action {
            edges.push(edge_of(step.process, edge));
        }
        if let Some(partner) = step.partner {
            edges.push(edge_of(partner.process, partner.edge));
        }
        edges
    }
}

struct Run<'a, 's> {
    interpreter: &'a Interpreter<'s>,
    state: State,
    faults: Vec<Fault>,
    printed: Vec<String>,
    unmodelled: Vec<String>,
    limit: Option<String>,
}

impl Run<'_, '_> {
    fn perform(&mut self, step: &Step) -> Result<(), Fault> {
        let system = self.interpreter.system;
        if step.action == Move::ConsumeEvent {
            self.state.pending_events.remove(0);
            return Ok(());
        }
        if self.state.exclusive.is_none() {
            self.state.pending_events.clear();
        }
        let Move::Edge(edge) = step.action else {
            self.stepped(step.process, Hold::Release);
            self.state.exclusive = None;
            self.reap(step.process);
            return Ok(());
        };
        let template = self.state.processes[step.process as usize].template;
        let edge = &system.templates[template].edges[edge];
        self.conditions(step.process, &system.templates[template], edge)?;
        let mut choice = Choices::new(edge, step.choice);
        match &edge.sync {
            Some(Sync::Send { channel, values, sorted }) => {
                let context = self.context(step.process);
                let channel = context.channel(channel)?;
                let message = self.interpreter.message(&context, channel, values)?;
                match step.partner {
                    Some(partner) => return self.rendezvous(step, edge, partner, message, choice),
                    None => self.enqueue(channel, message, *sorted),
                }
            }
            Some(Sync::Receive { channel, patterns, anywhere, keep }) => {
                let context = self.context(step.process);
                let mut channel = context.channel(channel)?;
                if *keep {
                    channel = context.stored(channel)?;
                }
                if let Some(at) = context.find_message(channel, patterns, *anywhere)? {
                    let message = if *keep {
                        self.state.channels[channel].messages[at].clone()
                    } else {
                        self.state.channels[channel].messages.remove(at)
                    };
                    self.bind(step.process, patterns, &message)?;
                }
            }
            Some(sync) => {
                let woken = choice.sync;
                self.interpreter.synchronise(&mut self.state, step.process, sync, woken)?;
            }
            None => {}
        }
        self.effects(step.process, edge, &mut choice)?;
        self.state.processes[step.process as usize].location = edge.to;
        self.interpreter.watch.stop();
        self.stepped(step.process, edge.hold);
        self.hold(step.process, edge.hold)
    }

    /// What lets the process step is known to hold, unless evaluating it faults.
    fn conditions(&self, process: u32, template: &Template, edge: &Edge) -> Result<(), Fault> {
        let guard = match &edge.guard {
            Guard::When(guard) => Some(guard),
            Guard::Always | Guard::Else => None,
        };
        // Inside a d_step the clause counted when the process entered it.
        let inside = self.state.exclusive.is_some_and(|exclusive| exclusive.deterministic);
        let provided = template.provided.iter().filter(|_| !inside);
        for condition in provided.chain(guard) {
            let timeout = mentions_timeout(condition) && self.interpreter.is_timeout(&self.state);
            self.context_with(process, timeout).holds(condition)?;
        }
        Ok(())
    }

    /// Sender and receiver step together; control goes to the receiver.
    fn rendezvous(
        &mut self,
        step: &Step,
        edge: &Edge,
        partner: Partner,
        message: Vec<i64>,
        mut choice: Choices,
    ) -> Result<(), Fault> {
        if self.state.exclusive.is_some_and(|exclusive| exclusive.deterministic) {
            // Control would go to another process in the middle of the d_step.
            return Err(Fault::of_kind(FaultKind::DStep));
        }
        let template = self.state.processes[partner.process as usize].template;
        let receiving = &self.interpreter.system.templates[template].edges[partner.edge];
        self.effects(step.process, edge, &mut choice)?;
        self.state.processes[step.process as usize].location = edge.to;
        if let Some(Sync::Receive { patterns, .. }) = &receiving.sync {
            self.bind(partner.process, patterns, &message)?;
        }
        let mut none = Choices::new(receiving, 0);
        self.effects(partner.process, receiving, &mut none)?;
        self.state.processes[partner.process as usize].location = receiving.to;
        self.stepped(partner.process, receiving.hold);
        self.hold(partner.process, receiving.hold)
    }

    fn enqueue(&mut self, channel: usize, message: Vec<i64>, sorted: bool) {
        let at = &mut self.state.channels[channel];
        let capacity = self.interpreter.system.channel_kinds[at.kind].capacity as usize;
        if at.messages.len() >= capacity {
            return; // a lossy channel
        }
        let position = if sorted {
            at.messages.iter().position(|other| *other > message).unwrap_or(at.messages.len())
        } else {
            at.messages.len()
        };
        at.messages.insert(position, message);
    }

    fn bind(&mut self, process: u32, patterns: &[Pattern], message: &[i64]) -> Result<(), Fault> {
        for (pattern, value) in patterns.iter().zip(message) {
            if let Pattern::Bind(place) = pattern {
                self.interpreter.assign(&mut self.state, Some(process), place, *value)?;
            }
        }
        Ok(())
    }

    fn effects(&mut self, process: u32, edge: &Edge, choice: &mut Choices) -> Result<(), Fault> {
        for effect in &edge.effects {
            self.effect(process, effect, choice)?;
            if self.limit.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn effect(&mut self, process: u32, effect: &Effect, choice: &mut Choices) -> Result<(), Fault> {
        let system = self.interpreter.system;
        match effect {
            Effect::Assign(place, value) => {
                let value = self.context(process).eval(value)?;
                self.interpreter.assign(&mut self.state, Some(process), place, value)?;
            }
            Effect::Assert(condition) => {
                if !self.context(process).holds(condition)? {
                    self.faults.push(Fault::of_kind(FaultKind::Assertion));
                }
            }
            Effect::Print(print) => {
                let text = self.format(process, print)?;
                self.printed.push(text);
            }
            Effect::Run { template, arguments, priority, into } => {
                let context = self.context(process);
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(context.eval(argument)?);
                }
                let priority = match priority {
                    Some(priority) => context.eval(priority)? as u8,
                    None => 1,
                };
                let room = self.state.processes.len() < system.rules.process_limit as usize;
                let number = if room {
                    self.interpreter.create(&mut self.state, *template, &values, priority)?
                } else {
                    0
                };
                if let Some(into) = into {
                    let number = i64::from(number);
                    self.interpreter.assign(&mut self.state, Some(process), into, number)?;
                }
            }
            Effect::SetPriority(target, priority) => {
                let context = self.context(process);
                let priority = context.eval(priority)?;
                if let Some(target) = context.process_at(context.eval(target)?) {
                    self.state.processes[target as usize].priority = priority.clamp(0, 255) as u8;
                }
            }
            Effect::Choose { into, low, high, known } => {
                let value = choice.take(*low, *high);
                if !known {
                    self.unmodelled.push("a value that is not known".to_string());
                }
                self.interpreter.assign(&mut self.state, Some(process), into, value)?;
            }
            Effect::New { pool, into } => {
                let records = &mut self.state.pools[pool.0 as usize];
                let (_, size) = self.interpreter.field_offsets[pool.0 as usize];
                let size = size.max(1);
                let decl = &system.pools[*pool];
                let used = records.len() / size;
                if used >= decl.capacity as usize {
                    self.limit =
                        Some(format!("the pool {} has only {} records", decl.name, decl.capacity));
                    return Ok(());
                }
                for field in &decl.fields {
                    for cell in 0..field.cells() as usize {
                        let value = match &field.init {
                            Init::Value(value) => *value,
                            Init::Values(values) => values.get(cell).copied().unwrap_or(0),
                            Init::Zero | Init::Channels(_) | Init::Computed(_) => 0,
                        };
                        records.push(field.ty.store(value).map_err(Fault::of_kind)?);
                    }
                }
                records.resize((used + 1) * size, 0);
                let number = used as i64 + 1;
                self.interpreter.assign(&mut self.state, Some(process), into, number)?;
            }
            Effect::Fail(kind, message) => {
                self.faults.push(Fault { kind: *kind, message: message.clone() });
            }
            Effect::Abort(kind, message) => {
                return Err(Fault { kind: *kind, message: message.clone() });
            }
            Effect::Emit { event, when } => {
                let instrumented = self.interpreter.system.rules.instrumented;
                if instrumented && matches!(self.context(process).holds(when), Ok(true)) {
                    // A step that never ends would never stop to pile them up.
                    if self.state.pending_events.len() == MOST_PENDING_EVENTS {
                        self.limit =
                            Some(format!("more than {MOST_PENDING_EVENTS} events in one step"));
                        return Ok(());
                    }
                    self.state.pending_events.push(PendingEvent { event: *event, process });
                }
            }
            Effect::Unmodelled(what) => self.unmodelled.push(what.clone()),
            Effect::Limit { what, .. } => self.limit = Some(what.clone()),
        }
        Ok(())
    }

    /// Notes the process whose step it was, once the step is over: while it lasts, the one before counts. A d_step
    /// is one step.
    fn stepped(&mut self, process: u32, hold: Hold) {
        if self.interpreter.system.rules.tracks_last && hold != Hold::DStep {
            self.state.last = process;
        }
    }

    /// Sets the process with exclusive control; a process that cannot go on loses control, and in a d_step that is a
    /// fault.
    fn hold(&mut self, process: u32, hold: Hold) -> Result<(), Fault> {
        self.state.exclusive = None;
        if hold == Hold::Release {
            return Ok(());
        }
        if hold == Hold::DStep {
            // No other process comes in between, whatever its priority.
            self.state.exclusive = Some(Exclusive { process, deterministic: true });
            if !self.interpreter.can_step(&self.state, process, false) {
                return Err(Fault::of_kind(FaultKind::DStep));
            }
        } else if self.interpreter.can_go_on(&self.state, process) {
            self.state.exclusive = Some(Exclusive { process, deterministic: false });
        }
        Ok(())
    }

    fn reap(&mut self, process: u32) {
        self.state.processes.truncate(process as usize);
        self.state.channels.retain(|channel| channel.owner != Some(process));
    }

    fn context(&self, process: u32) -> Context<'_, '_> {
        self.context_with(process, false)
    }

    fn context_with(&self, process: u32, timeout: bool) -> Context<'_, '_> {
        Context { timeout, ..Context::new(self.interpreter, &self.state, Some(process)) }
    }

    fn format(&self, process: u32, print: &Print) -> Result<String, Fault> {
        let context = self.context(process);
        let mut arguments = print.arguments.iter();
        let mut text = String::new();
        let mut characters = print.format.chars();
        while let Some(character) = characters.next() {
            if character != '%' {
                text.push(character);
                continue;
            }
            let Some(kind) = characters.next() else { break };
            if kind == '%' {
                text.push('%');
                continue;
            }
            let Some(argument) = arguments.next() else { continue };
            let value = context.eval(argument)?;
            match kind {
                'c' => text.push(char::from(value as u8)),
                'e' => text.push_str(&self.enum_name(value)),
                'o' => text.push_str(&format!("{:o}", value as u32)),
                'u' => text.push_str(&(value as u32).to_string()),
                'x' => text.push_str(&format!("{:x}", value as u32)),
                _ => text.push_str(&value.to_string()),
            }
        }
        Ok(text)
    }

    fn enum_name(&self, value: i64) -> String {
        let names = self.interpreter.system.enums.iter();
        match names.filter_map(|decl| decl.name_of(value)).next() {
            Some(name) => name.to_string(),
            None => value.to_string(),
        }
    }
}

/// The free choices of a step, taken apart: that of the synchronisation first, then those of the
/// effects in order.
struct Choices {
    sync: u32,
    values: std::vec::IntoIter<u32>,
}

impl Choices {
    fn new(edge: &Edge, choice: u32) -> Choices {
        let mut rest = choice;
        let mut values = Vec::new();
        for effect in edge.effects.iter().rev() {
            if let Effect::Choose { low, high, .. } = effect {
                let count = (high - low + 1).max(1) as u32;
                values.push(rest % count);
                rest /= count;
            }
        }
        values.reverse();
        Choices { sync: rest, values: values.into_iter() }
    }

    fn take(&mut self, low: i64, high: i64) -> i64 {
        let offset = self.values.next().unwrap_or(0);
        low.saturating_add(i64::from(offset)).min(high)
    }
}
