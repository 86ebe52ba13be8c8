//! Event traces: automata over the sends and receives on named channels.
//!
//! The automaton watches every (channel, direction) that some edge of it mentions, and no other. A
//! watched event that the current state has no edge for is a violation (`trace`), and so is coming to
//! rest, with processes left, where the automaton may not stop; reaching the end of a negated one
//! (`notrace`) is. A receive that leaves the message where it is counts for nothing. The sending half of a rendezvous comes before the receiving half.

use trine_system::interpret::Context;
use trine_system::{Edge, GlobalId, Init, Interpreter, State, Step, Sync, Type};

/// An automaton over sends and receives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventTrace {
    /// `notrace`: no execution may complete it.
    pub negated: bool,
    pub states: Vec<TraceState>,
    pub initial: usize,
}

/// A state of an event trace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TraceState {
    /// The execution may stop here (an end label, or the end of the body).
    pub end: bool,
    /// The closing brace.
    pub final_: bool,
    pub edges: Vec<TraceEdge>,
}

/// An edge of an event trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceEdge {
    pub event: TraceEvent,
    pub to: usize,
}

/// A send or receive on a channel, with its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceEvent {
    /// The global channel variable and which cell of it.
    pub channel: GlobalId,
    pub cell: u32,
    pub direction: Direction,
    /// A shorter list than the message has fields matches any rest.
    pub fields: Vec<FieldPattern>,
}

/// Send or receive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    Send,
    Receive,
}

/// What a field of a message has to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldPattern {
    Any,
    Equals(i64),
}

impl EventTrace {
    /// Whether events of this channel cell and direction concern the trace.
    pub fn watches(&self, channel: GlobalId, cell: u32, direction: Direction) -> bool {
        self.states.iter().flat_map(|state| &state.edges).any(|edge| {
            edge.event.channel == channel
                && edge.event.cell == cell
                && edge.event.direction == direction
        })
    }

    /// The state after an event, or none where no edge takes it.
    pub fn follow(
        &self,
        from: usize,
        channel: GlobalId,
        cell: u32,
        direction: Direction,
        message: &[i64],
    ) -> Option<usize> {
        let edge = self.states[from].edges.iter().find(|edge| {
            edge.event.channel == channel
                && edge.event.cell == cell
                && edge.event.direction == direction
                && edge.event.fields.iter().zip(message).all(|(pattern, value)| match pattern {
                    FieldPattern::Any => true,
                    FieldPattern::Equals(wanted) => wanted == value,
                })
        })?;
        Some(edge.to)
    }
}

/// A message that goes into or out of a channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelEvent {
    /// The position of the channel in the state.
    pub number: usize,
    /// The global variable, and the cell of it, that was declared with this channel.
    pub channel: Option<(GlobalId, u32)>,
    pub direction: Direction,
    pub message: Vec<i64>,
}

/// The sends and receives of a step taken in a state, those of the sender first.
pub fn channel_events(
    interpreter: &Interpreter<'_>,
    before: &State,
    step: &Step,
) -> Vec<ChannelEvent> {
    let mut found: Vec<ChannelEvent> = Vec::new();
    for (process, edge) in interpreter.edges_of(before, step) {
        let context = Context { timeout: true, ..Context::new(interpreter, before, Some(process)) };
        let sent = found.first().map(|event| event.message.clone());
        found.extend(channel_event(&context, edge, sent));
    }
    found
}

fn channel_event(
    context: &Context<'_, '_>,
    edge: &Edge,
    sent: Option<Vec<i64>>,
) -> Option<ChannelEvent> {
    let event = |number: usize, direction: Direction, message: Vec<i64>| ChannelEvent {
        number,
        channel: global_name(context, number),
        direction,
        message,
    };
    match edge.sync.as_ref()? {
        Sync::Send { channel, values, .. } => {
            let number = context.channel(channel).ok()?;
            let kind = context.state.channels[number].kind;
            let fields = &context.interpreter.system.channel_kinds[kind].fields;
            let field = |(position, ty): (usize, &Type)| {
                let value = values.get(position).map_or(Ok(0), |value| context.eval(value)).ok()?;
                ty.store(value).ok()
            };
            let message = fields.iter().enumerate().map(field).collect::<Option<Vec<i64>>>()?;
            Some(event(number, Direction::Send, message))
        }
        Sync::Receive { channel, patterns, anywhere, keep: false } => {
            let number = context.channel(channel).ok()?;
            let message = match sent {
                Some(message) => message,
                None => {
                    let at = context.find_message(number, patterns, *anywhere).ok()??;
                    context.state.channels[number].messages[at].clone()
                }
            };
            Some(event(number, Direction::Receive, message))
        }
        _ => None,
    }
}

fn global_name(context: &Context<'_, '_>, channel: usize) -> Option<(GlobalId, u32)> {
    let interpreter = context.interpreter;
    interpreter.system.globals.enumerate().find_map(|(id, variable)| {
        if !matches!(variable.init, Init::Channels(_)) {
            return None;
        }
        let start = interpreter.global_offset(id);
        let number = channel as i64 + 1;
        let mut cells = 0..variable.cells();
        let cell = cells.find(|cell| context.state.globals[start + *cell as usize] == number)?;
        Some((id, cell))
    })
}
