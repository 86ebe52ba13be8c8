//! Follows an event trace along steps of the interpreter.

use trine_property::{Direction, EventTrace};
use trine_system::interpret::{Context, Move};
use trine_system::{GlobalId, Init, Interpreter, State, Step, Sync};

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
    for (global, cell, direction, message) in channel_events(interpreter, before, step) {
        if events.watches(global, cell, direction) {
            at = events.follow(at, global, cell, direction, &message)?;
        }
    }
    Some(at)
}

/// The sends and receives of a step on global channels, in order, with their messages; a receive that
/// only copies is none.
pub fn channel_events(
    interpreter: &Interpreter<'_>,
    before: &State,
    step: &Step,
) -> Vec<(GlobalId, u32, Direction, Vec<i64>)> {
    let mut found = Vec::new();
    if !matches!(step.action, Move::Edge(_)) {
        return found;
    }
    let mut offered = None;
    for (process, edge) in interpreter.edges_of(before, step) {
        let context = Context::new(interpreter, before, Some(process));
        match &edge.sync {
            Some(Sync::Send { channel, values, .. }) => {
                let Ok(channel) = context.channel(channel) else { continue };
                let kind = &interpreter.system.channel_kinds[before.channels[channel].kind];
                let message: Vec<i64> = kind
                    .fields
                    .iter()
                    .zip(values)
                    .filter_map(|(ty, value)| ty.store(context.eval(value).ok()?).ok())
                    .collect();
                if let Some((global, cell)) = global_name(interpreter, before, channel) {
                    found.push((global, cell, Direction::Send, message.clone()));
                }
                offered = Some(message);
            }
            Some(Sync::Receive { channel, patterns, anywhere, keep: false }) => {
                let Ok(channel) = context.channel(channel) else { continue };
                let message = match offered.take() {
                    Some(message) => Some(message),
                    None => context
                        .find_message(channel, patterns, *anywhere)
                        .ok()
                        .flatten()
                        .map(|position| before.channels[channel].messages[position].clone()),
                };
                if let (Some(message), Some((global, cell))) =
                    (message, global_name(interpreter, before, channel))
                {
                    found.push((global, cell, Direction::Receive, message));
                }
            }
            _ => {}
        }
    }
    found
}

/// The global variable, and the cell of it, that was declared with this channel.
fn global_name(
    interpreter: &Interpreter<'_>,
    state: &State,
    channel: usize,
) -> Option<(GlobalId, u32)> {
    interpreter.system.globals.enumerate().find_map(|(id, variable)| {
        if !matches!(variable.init, Init::Channels(_)) {
            return None;
        }
        let start = interpreter.global_offset(id);
        (0..variable.cells())
            .find(|cell| state.globals[start + *cell as usize] == channel as i64 + 1)
            .map(|cell| (id, cell))
    })
}
