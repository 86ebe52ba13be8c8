//! The channel events of an execution, in words, as `trace` assertions see them.

use trine_property::{ChannelEvent, Direction, EventTrace};
use trine_system::State;

use super::changes::Names;

/// Runs an event trace along an execution.
pub struct Follower<'t> {
    trace: &'t EventTrace,
    /// None once an event could not be followed.
    at: Option<usize>,
    /// The event that could not be.
    pub refused: Option<String>,
}

impl<'t> Follower<'t> {
    /// At the start of an event trace.
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
            let Some((global, cell)) = event.channel else { continue };
            if !self.trace.watches(global, cell, event.direction) {
                continue;
            }
            let words = words(event, names, state);
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

/// `q!get`, `q?(ack, 1)`.
fn words(event: &ChannelEvent, names: Names<'_, '_>, state: &State) -> String {
    let sign = match event.direction {
        Direction::Send => '!',
        Direction::Receive => '?',
    };
    let channel = names.channel(state, event.number);
    format!("{channel}{sign}{}", names.message(state, event.number, &event.message))
}
