//! Callers that are sent on from the queue of one entry to that of another.

use trine_system as sys;
use trine_system::{EntryRef, Sync};

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, is_false};
use super::program_facts::Onward;
use super::step::opened;
use super::value::{Holder, InstanceId, Value};
use crate::program::*;

impl Builder<'_, '_> {
    pub(super) fn requeue(&mut self, config: AbstractState, requeue: &Requeue) -> StepResult {
        let Requeue { from, to, arguments, with_abort, refused } = requeue;
        let (source, left) = match self.entry_ref(&config, *from) {
            Ok(found) => found,
            Err(next) => return next,
        };
        let (owner, entry) = match self.entry_ref(&config, *to) {
            Ok(found) => found,
            Err(next) => return next,
        };
        let gone = self.is_gone(&config, owner);
        let arguments = match self.handed_over(&config, owner, to.entry, arguments) {
            Ok(arguments) => arguments,
            Err(next) => return next,
        };
        let index = match &entry.index {
            Some(sys::Expr::Const(index)) => Some(*index),
            _ => None,
        };
        let onward = Onward { owner, entry: to.entry, index, with_abort: *with_abort };
        self.facts.send_on(source, from.entry, onward);
        // A caller that is answered there is answered here.
        let results = self.facts.program.entries[from.entry].results.len();
        for position in 0..results {
            let there = Holder::Reply(owner, to.entry, position);
            self.facts.flow(there, Holder::Reply(source, from.entry, position));
        }
        let sent =
            Transition::to(config.clone().next()).meeting(Sync::Requeue { entry, arguments });
        let (sent, gone) = match gone {
            Binding::Static(Value::Int(0)) => return StepResult::Branch(config, vec![sent]),
            Binding::Dynamic(gone, _) => (Some(sent.when(is_false(gone.clone()))), Some(gone)),
            Binding::Static(_) => (None, None),
        };
        let results = match self.given_back(&config, source, from.entry, refused) {
            Ok(results) => results,
            Err(next) => return next,
        };
        let mut back = Transition::to(config.clone().next());
        back.sync = Some(Sync::Complete { entry: left, results });
        if let Some(gone) = gone {
            back = back.when(gone);
        }
        StepResult::Branch(config, opened(sent.into_iter().chain([back]).collect()))
    }

    /// The queues in which a caller may be found that called this entry, beside the entry's own.
    pub(super) fn sent_on(&mut self, owner: InstanceId, entry: EntryId) -> Vec<(Onward, EntryRef)> {
        let mut found = Vec::new();
        for onward in self.facts.onward(owner, entry) {
            let count = i64::from(self.facts.program.entries[onward.entry].count);
            let entry = self.iteration.entry(onward.owner, onward.entry);
            let members: Vec<Option<i64>> = match (onward.index, count) {
                (Some(index), _) => vec![Some(index)],
                (None, 1) => vec![None],
                (None, count) => (0..count).map(Some).collect(),
            };
            for index in members {
                let index = index.map(sys::Expr::Const);
                found.push((onward, EntryRef { entry, index }));
            }
        }
        found
    }
}
