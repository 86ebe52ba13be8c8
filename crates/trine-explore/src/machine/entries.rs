//! How callers queue, are accepted and answered in a compiled state. The meaning is that of the reference
//! interpreter.

use smallvec::SmallVec;
use trine_system::{EntryId, FaultKind};

use super::Report;
use super::compiled::{Compiled, CompiledState};
use super::eval::{Eval, Moment};
use crate::compile::code::EntryOp;
use crate::compile::entries::{EntryCode, MOST_SERVED};

impl Moment<'_> {
    /// How many wait in the queue at these bytes.
    #[inline]
    pub fn waiting(&self, at: usize) -> u8 {
        self.bytes[at]
    }

    /// The positions at which a process waits in a queue.
    fn positions(&self, of: EntryId, at: usize, process: u32) -> impl Iterator<Item = usize> + '_ {
        let size = self.program.layout.entries[of].caller as usize;
        let count = usize::from(self.bytes[at]);
        (0..count)
            .filter(move |position| u32::from(self.bytes[at + 1 + position * size]) == process)
    }

    /// Whether a process waits in the queue of this entry.
    pub fn is_queued(&self, of: EntryId, at: usize, process: u32) -> bool {
        self.positions(of, at, process).next().is_some()
    }

    /// Whether a reply waits for a process to take it.
    pub fn has_reply(&self, process: u32) -> bool {
        self.bytes[self.program.layout.calls.reply(process)] != 0
    }

    /// Those that a process serves.
    pub fn serving(&self, process: u32) -> &[u8] {
        let at = self.program.layout.calls.serves(process);
        &self.bytes[at + 1..at + 1 + usize::from(self.bytes[at])]
    }

    /// Whether an operation on an entry can happen now.
    pub fn entry_open(&self, op: &EntryOp, of: EntryId, at: usize, process: u32) -> bool {
        match op {
            EntryOp::Call(_) | EntryOp::Complete(_) | EntryOp::Requeue(_) => true,
            EntryOp::Withdraw => self.is_queued(of, at, process),
            EntryOp::Return(_) => self.has_reply(process),
            EntryOp::Accept(_) => self.waiting(at) > 0,
        }
    }

    /// The processes that could answer a call; none where the answer is there.
    pub fn who_answers(&self, caller: u32, of: EntryId) -> Option<SmallVec<[u32; 2]>> {
        if self.has_reply(caller) {
            return None;
        }
        let count = self.shape.processes.len() as u32;
        let serves = |process: &u32| self.serving(*process).contains(&(caller as u8));
        if let Some(server) = (0..count).find(serves) {
            return Some(SmallVec::from_slice(&[server]));
        }
        Some(self.going(&self.program.layout.entries[of].acceptors))
    }

    /// The processes that could call; none where one has.
    pub fn who_calls(&self, of: EntryId, at: usize) -> Option<SmallVec<[u32; 2]>> {
        (self.waiting(at) == 0).then(|| self.going(&self.program.layout.entries[of].callers))
    }

    /// Those of some processes that have not ended.
    fn going(&self, processes: &[u32]) -> SmallVec<[u32; 2]> {
        processes.iter().copied().filter(|process| !self.has_ended(*process)).collect()
    }
}

impl Eval<'_> {
    /// Where the queue of an entry is.
    #[inline]
    pub fn entry(&self, of: &EntryCode) -> Result<usize, FaultKind> {
        let Some(index) = &of.index else {
            return if of.count == 0 { Err(FaultKind::Index) } else { Ok(of.offset as usize) };
        };
        let index = self.value(index)?;
        if index < 0 || index >= i64::from(of.count) {
            return Err(FaultKind::Index);
        }
        Ok(of.offset as usize + index as usize * of.size as usize)
    }
}

impl Compiled<'_> {
    /// Performs an operation on an entry that can happen now.
    pub(super) fn use_entry(
        &self,
        state: &mut CompiledState,
        process: u32,
        (op, of): (&EntryOp, &EntryCode),
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        let layout = &self.program.layout;
        let place = &layout.entries[of.entry];
        let size = place.caller as usize;
        let own = layout.calls.reply(process);
        let reply_size = layout.calls.reply_size() as usize;
        match op {
            EntryOp::Call(arguments) | EntryOp::Requeue(arguments) => {
                let eval = self.eval(state, process, false);
                let at = eval.entry(of)?;
                let mut values: SmallVec<[i64; 4]> = SmallVec::new();
                for (argument, (_, _, ty)) in arguments.iter().zip(&place.arguments) {
                    values.push(ty.store(eval.value(argument)?)?);
                }
                let mut caller = process as u8;
                if matches!(op, EntryOp::Requeue(_)) {
                    let serves = layout.calls.serves(process);
                    let Some(depth) = state.bytes[serves].checked_sub(1) else { return Ok(()) };
                    let served = serves + 1 + usize::from(depth);
                    caller = std::mem::take(&mut state.bytes[served]);
                    state.bytes[serves] = depth;
                }
                let waiting = usize::from(state.bytes[at]);
                if waiting as u32 == place.capacity {
                    report.limit = true;
                    return Ok(());
                }
                let slot = at + 1 + waiting * size;
                state.bytes[slot..slot + size].fill(0);
                state.bytes[slot] = caller;
                for ((offset, form, _), value) in place.arguments.iter().zip(values) {
                    form.write(&mut state.bytes, slot + *offset as usize, value);
                }
                state.bytes[at] += 1;
                if matches!(op, EntryOp::Call(_)) {
                    state.bytes[own..own + reply_size].fill(0);
                }
            }
            EntryOp::Withdraw => {
                let at = self.eval(state, process, false).entry(of)?;
                let moment = self.moment(state);
                let positions: SmallVec<[usize; 2]> =
                    moment.positions(of.entry, at, process).collect();
                for position in positions.into_iter().rev() {
                    leave(&mut state.bytes, at, position, size);
                }
            }
            EntryOp::Return(results) => {
                let count = usize::from(state.bytes[own].saturating_sub(1));
                let values: SmallVec<[i64; 4]> = (0..count)
                    .map(|at| crate::compile::cell::Form::I64.read(&state.bytes, own + 1 + 8 * at))
                    .collect();
                state.bytes[own..own + reply_size].fill(0);
                for (result, value) in results.iter().zip(values) {
                    self.assign(state, process, result, value)?;
                }
            }
            EntryOp::Accept(parameters) => {
                let at = self.eval(state, process, false).entry(of)?;
                let caller = state.bytes[at + 1];
                let value = |(offset, form, _): &(u32, crate::compile::cell::Form, _)| {
                    form.read(&state.bytes, at + 1 + *offset as usize)
                };
                let values: SmallVec<[i64; 4]> = place.arguments.iter().map(value).collect();
                leave(&mut state.bytes, at, 0, size);
                let serves = layout.calls.serves(process);
                let depth = state.bytes[serves];
                if u32::from(depth) == MOST_SERVED {
                    report.limit = true;
                    return Ok(());
                }
                state.bytes[serves] += 1;
                state.bytes[serves + 1 + usize::from(depth)] = caller;
                for (parameter, value) in parameters.iter().zip(values) {
                    self.assign(state, process, parameter, value)?;
                }
            }
            EntryOp::Complete(results) => {
                let eval = self.eval(state, process, false);
                let mut values: SmallVec<[i64; 4]> = SmallVec::new();
                for (result, ty) in results.iter().zip(&place.results) {
                    values.push(ty.store(eval.value(result)?)?);
                }
                let serves = layout.calls.serves(process);
                let Some(depth) = state.bytes[serves].checked_sub(1) else { return Ok(()) };
                state.bytes[serves] = depth;
                let caller = u32::from(state.bytes[serves + 1 + usize::from(depth)]);
                let reply = layout.calls.reply(caller);
                state.bytes[reply..reply + reply_size].fill(0);
                state.bytes[reply] = values.len() as u8 + 1;
                for (position, value) in values.into_iter().enumerate() {
                    let at = reply + 1 + 8 * position;
                    crate::compile::cell::Form::I64.write(&mut state.bytes, at, value);
                }
            }
        }
        Ok(())
    }
}

/// Takes a caller out of a queue.
fn leave(bytes: &mut [u8], at: usize, position: usize, size: usize) {
    let waiting = usize::from(bytes[at]);
    let first = at + 1 + position * size;
    bytes.copy_within(first + size..at + 1 + waiting * size, first);
    bytes[at] -= 1;
}
