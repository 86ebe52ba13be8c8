//! Where an event trace stands, in two bytes: it is a part of every state that the search stores.

/// A state of an event trace, or that the execution has left it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TracePosition(u16);

impl TracePosition {
    /// The execution has left the trace, one way or the other; it is followed no further.
    pub const LEFT: TracePosition = TracePosition(u16::MAX);

    /// At a state of the trace.
    pub fn at(state: usize) -> TracePosition {
        match u16::try_from(state) {
            Ok(state) if state != u16::MAX => TracePosition(state),
            _ => trine_base::cannot_happen!("an event trace with {state} states"),
        }
    }

    /// The state of the trace; none where it was left.
    pub fn state(self) -> Option<usize> {
        (self != TracePosition::LEFT).then_some(usize::from(self.0))
    }

    /// As it is stored.
    pub fn bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    /// As it was stored.
    pub fn from_bytes(bytes: [u8; 2]) -> TracePosition {
        TracePosition(u16::from_le_bytes(bytes))
    }
}
