//! What steps of processes do to what they share: cells, channels that keep messages, and monitors.

use trine_verdict::{CellUse, ChannelUse, IlpLabel, IlpPart, MonitorUse, Word};

use crate::system_facts::SystemFacts;

/// The first state of a shared part.
pub fn first(facts: &SystemFacts<'_>, part: IlpPart) -> Word {
    match part {
        IlpPart::Cell(cell) => [facts.initial.globals[cell as usize]].into(),
        IlpPart::Channel(channel) => {
            let messages = &facts.initial.channels[channel as usize].messages;
            contents(messages.iter().map(Vec::as_slice))
        }
        _ => [0, 0].into(),
    }
}

/// Where a step with this label leads a shared part, if it can be taken there.
pub fn after(facts: &SystemFacts<'_>, part: IlpPart, state: &[i64], label: &IlpLabel) -> Vec<Word> {
    match (part, label) {
        (IlpPart::Cell(_), IlpLabel::Cell(cell)) => match cell {
            CellUse::Reads(value) if state[0] == *value => vec![[*value].into()],
            CellUse::Writes(value) => vec![[*value].into()],
            CellUse::Changes { from, to } if state[0] == *from => vec![[*to].into()],
            CellUse::Reads(_) | CellUse::Changes { .. } => Vec::new(),
        },
        (IlpPart::Channel(channel), IlpLabel::Channel { how, message }) => {
            after_channel(facts, channel as usize, state, (*how, message))
        }
        (IlpPart::Monitor(_), IlpLabel::Monitor { operation, process }) => {
            // A process that waits does nothing else there.
            let process = i64::from(*process);
            let mut waiters = state[2..].chunks(3);
            let waits = waiters.any(|waiter| waiter[0] == process);
            let of_waiter = matches!(
                operation,
                MonitorUse::Waiting | MonitorUse::WakeUp | MonitorUse::Notified
            );
            match waits && facts.waiters_wait && !of_waiter {
                true => Vec::new(),
                false => after_monitor(state, *operation, process),
            }
        }
        _ => Vec::new(),
    }
}

fn contents<'m>(messages: impl ExactSizeIterator<Item = &'m [i64]>) -> Word {
    let mut word = vec![messages.len() as i64];
    word.extend(messages.flatten());
    word.into()
}

fn after_channel(
    facts: &SystemFacts<'_>,
    channel: usize,
    state: &[i64],
    (how, message): (ChannelUse, &[i64]),
) -> Vec<Word> {
    let kind = &facts.system.channel_kinds[facts.initial.channels[channel].kind];
    let width = kind.fields.len();
    let mut messages: Vec<&[i64]> = match width {
        0 => vec![&[]; state[0] as usize],
        width => state[1..].chunks(width).collect(),
    };
    match how {
        ChannelUse::Sends if messages.len() >= kind.capacity as usize => {
            // A message that finds no room is lost, or waits.
            return if facts.system.rules.lossy { vec![state.into()] } else { Vec::new() };
        }
        ChannelUse::Sends => {
            // Some senders sort their messages in; where one could, all may.
            if facts.sorts {
                let at = messages.iter().position(|other| *other > message);
                let mut sorted = messages.clone();
                sorted.insert(at.unwrap_or(messages.len()), message);
                messages.push(message);
                let mut ways = vec![contents(messages.into_iter()), contents(sorted.into_iter())];
                ways.dedup();
                return ways;
            }
            messages.push(message);
        }
        ChannelUse::Takes if messages.first() == Some(&message) => {
            messages.remove(0);
        }
        ChannelUse::LooksAt if messages.first() == Some(&message) => {}
        ChannelUse::TakesAnywhere => match messages.iter().position(|other| *other == message) {
            Some(at) => {
                messages.remove(at);
            }
            None => return Vec::new(),
        },
        ChannelUse::Takes | ChannelUse::LooksAt => return Vec::new(),
    }
    vec![contents(messages.into_iter())]
}

/// A monitor that is held so often may be held more often.
const DEEP: i64 = 3;

fn after_monitor(state: &[i64], operation: MonitorUse, process: i64) -> Vec<Word> {
    let me = process + 1;
    let (holder, depth) = (state[0], state[1]);
    let waiters: Vec<[i64; 3]> = state[2..].chunks(3).map(|one| [one[0], one[1], one[2]]).collect();
    let word = |holder: i64, depth: i64, waiters: &[[i64; 3]]| -> Word {
        let mut word = vec![holder, depth];
        word.extend(waiters.iter().flatten());
        word.into()
    };
    let mine = holder == me;
    let place = waiters.iter().position(|waiter| waiter[0] == process);
    match operation {
        MonitorUse::Enter if holder == 0 || mine => vec![word(me, (depth + 1).min(DEEP), &waiters)],
        // From as deep as is counted it may have been deeper.
        MonitorUse::Exit if mine && depth == DEEP => {
            vec![word(me, DEEP - 1, &waiters), word(me, DEEP, &waiters)]
        }
        MonitorUse::Exit if mine && depth > 1 => vec![word(me, depth - 1, &waiters)],
        MonitorUse::Exit if mine => vec![word(0, 0, &waiters)],
        MonitorUse::Wait if mine => {
            let mut waiters = waiters;
            let at = waiters.partition_point(|waiter| waiter[0] < process);
            waiters.insert(at, [process, depth, 0]);
            vec![word(0, 0, &waiters)]
        }
        MonitorUse::Waiting if place.is_some_and(|at| waiters[at][2] == 1) => vec![state.into()],
        MonitorUse::WakeUp => match place {
            Some(at) if waiters[at][2] == 0 => {
                let mut waiters = waiters;
                waiters[at][2] = 1;
                vec![word(holder, depth, &waiters)]
            }
            _ => Vec::new(),
        },
        MonitorUse::Notified if holder == 0 => match place {
            Some(at) => {
                let mut waiters = waiters;
                let [_, held, _] = waiters.remove(at);
                vec![word(me, held, &waiters)]
            }
            None => vec![state.into()],
        },
        MonitorUse::Notify if mine => {
            let open: Vec<usize> = (0..waiters.len()).filter(|at| waiters[*at][2] == 0).collect();
            if open.is_empty() {
                return vec![state.into()];
            }
            let told = |at: &usize| {
                let mut waiters = waiters.clone();
                waiters[*at][2] = 1;
                word(holder, depth, &waiters)
            };
            open.iter().map(told).collect()
        }
        MonitorUse::NotifyAll if mine => {
            let mut waiters = waiters;
            waiters.iter_mut().for_each(|waiter| waiter[2] = 1);
            vec![word(holder, depth, &waiters)]
        }
        _ => Vec::new(),
    }
}
