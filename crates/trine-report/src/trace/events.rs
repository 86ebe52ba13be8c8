//! The channel events of a step, as `trace` assertions see them.

use trine_property::{Direction, EventTrace};
use trine_system::interpret::Context;
use trine_system::{Edge, Interpreter, State, Step, Sync};

use super::changes::Names;

pub struct ChannelEvent {
    /// The position of the channel in the state.
    pub channel: usize,
    pub direction: Direction,
    pub message: Vec<i64>,
}

/// The sends and receives of a step taken in this state; the sending half of a rendezvous is first.
pub fn channel_events(
    interpreter: &Interpreter<'_>,
    state: &State,
    step: &Step,
) -> Vec<ChannelEvent> {
    let mut found: Vec<ChannelEvent> = Vec::new();
    for (process, edge) in interpreter.edges_of(state, step) {
        let context = Context { timeout: true, ..Context::new(interpreter, state, Some(process)) };
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
    match edge.sync.as_ref()? {
        Sync::Send { channel, values, .. } => {
            let channel = context.channel(channel).ok()?;
            let kind = context.state.channels[channel].kind;
            let fields = &context.interpreter.system.channel_kinds[kind].fields;
            let field = |(position, ty): (usize, &trine_system::Type)| {
                let value = values.get(position).map_or(Ok(0), |value| context.eval(value)).ok()?;
                ty.store(value).ok()
            };
            let message = fields.iter().enumerate().map(field).collect::<Option<Vec<i64>>>()?;
            Some(ChannelEvent { channel, direction: Direction::Send, message })
        }
        Sync::Receive { channel, patterns, anywhere, keep: false } => {
            let channel = context.channel(channel).ok()?;
            let message = match sent {
                Some(message) => message,
                None => {
                    let at = context.find_message(channel, patterns, *anywhere).ok()??;
                    context.state.channels[channel].messages[at].clone()
                }
            };
            Some(ChannelEvent { channel, direction: Direction::Receive, message })
        }
        _ => None,
    }
}

impl ChannelEvent {
    /// `q!get`, `q?(ack, 1)`.
    pub fn words(&self, names: Names<'_, '_>, state: &State) -> String {
        let sign = match self.direction {
            Direction::Send => '!',
            Direction::Receive => '?',
        };
        let channel = names.channel(state, self.channel).name;
        format!("{channel}{sign}{}", names.message(state, self.channel, &self.message))
    }
}

/// Runs an event trace along an execution.
pub struct Follower<'t> {
    trace: &'t EventTrace,
    /// None once an event could not be followed.
    at: Option<usize>,
    /// The event that could not be.
    pub refused: Option<String>,
}

impl<'t> Follower<'t> {
    pub fn new(trace: &'t EventTrace) -> Follower<'t> {
        Follower { trace, at: Some(trace.initial), refused: None }
    }

    /// The words for those events that the trace watches.
    pub fn take(
        &mut self,
        names: Names<'_, '_>,
        state: &State,
        events: &[ChannelEvent],
    ) -> Vec<String> {
        let mut watched = Vec::new();
        for event in events {
            let Some((global, cell)) = names.channel(state, event.channel).global else { continue };
            if !self.trace.watches(global, cell, event.direction) {
                continue;
            }
            let words = event.words(names, state);
            if let Some(at) = self.at {
                self.at = self.trace.follow(at, global, cell, event.direction, &event.message);
                if self.at.is_none() {
                    self.refused = Some(words.clone());
                }
            }
            watched.push(words);
        }
        watched
    }
}
