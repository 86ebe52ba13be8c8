//! Follows an event trace along steps of the interpreter.

use trine_property::{EventTrace, channel_events};
use trine_system::{Interpreter, State, Step};

/// The state of the trace automaton after a step taken in `before`, or none where the step has an
/// event that the automaton cannot follow.
pub fn follow(
    interpreter: &Interpreter<'_>,
    events: &EventTrace,
    at: usize,
    before: &State,
    step: &Step,
) -> Option<usize> {
    let mut at = at;
    for event in channel_events(interpreter, before, step) {
        let Some((global, cell)) = event.channel else { continue };
        if events.watches(global, cell, event.direction) {
            at = events.follow(at, global, cell, event.direction, &event.message)?;
        }
    }
    Some(at)
}
