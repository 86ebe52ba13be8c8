//! Event traces: automata over the sends and receives on named channels.
//!
//! The automaton watches every (channel, direction) that some edge of it mentions, and no other. A
//! watched event that the current state has no edge for is a violation (`trace`), and so is coming to
//! rest, with processes left, where the automaton may not stop; reaching the end of a negated one
//! (`notrace`) is. A receive that leaves the message where it is counts for nothing. The sending half of a rendezvous comes before the receiving half.

use trine_system::GlobalId;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventTrace {
    /// `notrace`: no execution may complete it.
    pub negated: bool,
    pub states: Vec<TraceState>,
    pub initial: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TraceState {
    /// The execution may stop here (an end label, or the end of the body).
    pub end: bool,
    /// The closing brace.
    pub final_: bool,
    pub edges: Vec<TraceEdge>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceEdge {
    pub event: TraceEvent,
    pub to: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceEvent {
    /// The global channel variable and which cell of it.
    pub channel: GlobalId,
    pub cell: u32,
    pub direction: Direction,
    /// A shorter list than the message has fields matches any rest.
    pub fields: Vec<FieldPattern>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    Send,
    Receive,
}

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
