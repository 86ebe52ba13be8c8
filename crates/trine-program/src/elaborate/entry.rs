//! How threads meet at entries: calls, selection, completion.

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect, EntryRef, Place, Sync, Width};

use super::abstract_state::{AbstractState, Phase};
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, binary, equal, is_false, place};
use super::iteration::Mark;
use super::limit::Limit;
use super::program_facts::ProgramFacts;
use super::selective_accept::{urgent, waiting};
use super::step::opened;
use super::value::{Holder, InstanceId, Loc, Value, number_type};
use crate::program::*;

/// An entry as the system knows it.
pub fn declared(facts: &ProgramFacts<'_>, entry: EntryId, owner: String) -> sys::Entry {
    let declared = &facts.program.entries[entry];
    let own = |ty: &Type| number_type(*ty).unwrap_or(sys::Type::LONG);
    sys::Entry {
        name: format!("{owner}.{}", declared.name),
        count: declared.count,
        parameters: declared.parameters.iter().map(own).collect(),
        results: declared.results.iter().map(own).collect(),
        profile: declared.profile.clone(),
    }
}

impl Builder<'_, '_> {
    /// The step of a meeting at an entry.
    pub fn meet(&mut self, config: AbstractState, meeting: &Meeting) -> StepResult {
        match meeting {
            Meeting::Call(call) => self.call_entry(config, call),
            Meeting::Select(select) => self.select(config, select),
            Meeting::Complete(at, results) => self.complete(config, *at, results),
            Meeting::Async(of) => self.asynchronous(config, of),
            Meeting::Requeue(requeue) => self.requeue(config, requeue),
            Meeting::Waiting(into, at) => {
                let entry = match self.entry_ref(&config, *at) {
                    Ok((_, entry)) => entry,
                    Err(next) => return next,
                };
                let transition =
                    self.transition(&config, Some(*into), Binding::Dynamic(waiting(&entry), None));
                StepResult::Branch(config, vec![transition])
            }
        }
    }

    /// The entry that is meant, or what has to happen before that is known.
    pub(super) fn entry_ref(
        &mut self,
        config: &AbstractState,
        at: EntryAt,
    ) -> Result<(InstanceId, EntryRef), StepResult> {
        let owner = self.known_object(config, at.owner)?;
        let entry = self.iteration.entry(owner, at.entry);
        let count = i64::from(self.facts.program.entries[at.entry].count);
        let index = match at.index.map(|index| self.val(config, index)) {
            None => None,
            Some(Binding::Dynamic(index, _)) => Some(index),
            Some(Binding::Static(Value::Int(index))) if (0..count).contains(&index) => {
                Some(sys::Expr::Const(index))
            }
            Some(Binding::Static(Value::Int(_))) => {
                return Err(self.raise(config.clone(), ErrorKind::Index));
            }
            Some(Binding::Static(_)) => {
                return Err(self.stop(config.clone(), "which entry is meant is not known"));
            }
        };
        Ok((owner, EntryRef { entry, index }))
    }

    pub(super) fn entry_mark(&self, action: &'static str, at: EntryAt, owner: InstanceId) -> Mark {
        let name = self.facts.program.entries[at.entry].name.clone();
        Mark { action, name: Some(name), object: Some(owner) }
    }

    pub(super) fn call_entry(&mut self, config: AbstractState, call: &EntryCall) -> StepResult {
        let (owner, entry) = match self.entry_ref(&config, call.at) {
            Ok(found) => found,
            Err(next) => return next,
        };
        let gone = self.is_gone(&config, owner);
        if config.phase == Phase::Queued || call.part == CallPart::Await {
            return self.await_reply(config, call, owner, entry, gone);
        }
        if config.pending().any(|(_, _, pending)| pending.calls) {
            return self.stop(config, "a second entry call that others may answer meanwhile");
        }
        if matches!(gone, Binding::Static(Value::Int(1))) {
            return self.raise(config, ErrorKind::Callee);
        }
        let arguments = match self.handed_over(&config, owner, call.at.entry, &call.arguments) {
            Ok(arguments) => arguments,
            Err(next) => return next,
        };
        let queued = match call.part {
            CallPart::Arrive => config.clone().next(),
            _ => AbstractState { phase: Phase::Queued, ..config.clone() },
        };
        let mut transition = Transition::to(queued).meeting(Sync::Call { entry, arguments });
        transition.marks.push(self.entry_mark("call", call.at, owner));
        let mut transitions = match self.is_thread(owner) && call.patience != Patience::Forever {
            false => vec![transition],
            true => match self.unless_busy(&config, call, owner, transition) {
                Ok(transitions) => transitions,
                Err(next) => return next,
            },
        };
        if let Binding::Dynamic(gone, _) = &gone {
            transitions = transitions
                .into_iter()
                .map(|transition| transition.when(is_false(gone.clone())))
                .collect();
        }
        if let Binding::Dynamic(gone, _) = gone {
            transitions.extend(self.raised(&config, ErrorKind::Callee, Some(gone)));
        }
        StepResult::Branch(config, opened(transitions))
    }

    fn await_reply(
        &mut self,
        config: AbstractState,
        call: &EntryCall,
        owner: InstanceId,
        entry: EntryRef,
        gone: Binding,
    ) -> StepResult {
        let mut to = config.clone();
        let mut results = Vec::new();
        for (position, var) in call.results.iter().enumerate() {
            let from = Holder::Reply(owner, call.at.entry, position);
            results.push(self.receive(&mut to, *var, from));
        }
        let mut transition = self.transition(&to, call.served, Binding::Static(Value::Int(1)));
        transition.sync = Some(Sync::Return { entry: entry.clone(), results });
        let mut transitions = vec![transition];
        if let Binding::Dynamic(gone, _) = gone {
            for mut transition in self.raised(&config, ErrorKind::Callee, Some(gone)) {
                transition.sync = Some(Sync::Withdraw(entry.clone()));
                transitions.push(transition);
            }
        }
        if call.patience == Patience::ForAWhile {
            let transition = self.transition(&config, call.served, Binding::Static(Value::Int(0)));
            let mut transition = transition.meeting(Sync::Withdraw(entry.clone()));
            if self.facts.is_polled(owner) {
                // A process that was called while it waited for just that serves the caller.
                let certain = match self.index_of(call.at, &entry) {
                    Ok(index) => urgent(call.at.entry, index),
                    Err(limit) => return self.limit(config, &limit),
                };
                transition = transition.when(is_false(equal(self.rest_of(owner), certain)));
            }
            transitions.push(transition);
        }
        for (onward, entry) in self.sent_on(owner, call.at.entry) {
            let leave = Sync::Withdraw(entry);
            if let Binding::Dynamic(gone, _) = self.is_gone(&config, onward.owner) {
                for mut transition in self.raised(&config, ErrorKind::Callee, Some(gone)) {
                    transition.sync = Some(leave.clone());
                    transitions.push(transition);
                }
            }
            match call.patience {
                Patience::ForAWhile if onward.with_abort => {
                    let transition =
                        self.transition(&config, call.served, Binding::Static(Value::Int(0)));
                    transitions.push(transition.meeting(leave));
                }
                Patience::None if onward.with_abort => {
                    let what = "a conditional call is requeued with abort";
                    let stop = self.stop(config.clone(), what);
                    if let StepResult::Branch(_, stops) = stop {
                        transitions.extend(
                            stops.into_iter().map(|transition| transition.meeting(leave.clone())),
                        );
                    }
                }
                _ => {}
            }
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// A call that is given up at once, or after a while: it is certain to be served where the owner
    /// waits for just this and no other process came before.
    fn unless_busy(
        &mut self,
        config: &AbstractState,
        call: &EntryCall,
        owner: InstanceId,
        transition: Transition,
    ) -> Result<Vec<Transition>, StepResult> {
        self.facts.poll(owner);
        let Some(Sync::Call { entry, .. }) = &transition.sync else {
            cannot_happen!("a call arrives by {:?}", transition.sync)
        };
        let index = match self.index_of(call.at, entry) {
            Ok(index) => index,
            Err(limit) => return Err(self.limit(config.clone(), &limit)),
        };
        let rest = self.rest_of(owner);
        let mut ready = sys::Expr::Const(0);
        for (number, set) in self.facts.open_sets(owner).to_vec().into_iter().enumerate() {
            if !set.contains(&(call.at.entry, index)) {
                continue;
            }
            let mut here = equal(rest.clone(), number as i64 + 1);
            for (open, index) in set {
                let family = self.facts.program.entries[open].count > 1;
                let entry = self.iteration.entry(owner, open);
                let index = family.then_some(sys::Expr::Const(index));
                let nobody = equal(waiting(&EntryRef { entry, index }), 0);
                here = binary(BinaryOp::And, Width::W64, here, nobody);
            }
            ready = binary(BinaryOp::Or, Width::W64, ready, here);
        }
        let rests = place(self.iteration.global(Loc::Rest(owner)), Loc::Rest(owner), None);
        let certain = sys::Expr::Const(urgent(call.at.entry, index));
        let other = match call.patience {
            Patience::None => self.transition(config, call.served, Binding::Static(Value::Int(0))),
            _ => {
                let mut other = Transition::to(transition.to.clone());
                other.sync.clone_from(&transition.sync);
                other.marks.clone_from(&transition.marks);
                other
            }
        };
        let taken = transition.when(ready.clone()).doing(Effect::Assign(rests, certain));
        Ok(vec![taken, other.when(is_false(ready))])
    }

    fn rest_of(&mut self, owner: InstanceId) -> sys::Expr {
        let loc = Loc::Rest(owner);
        sys::Expr::Read(place(self.iteration.global(loc), loc, None))
    }

    /// The place in its family that is known of an entry.
    pub(super) fn index_of(&self, at: EntryAt, entry: &EntryRef) -> Result<i64, Limit> {
        match (&entry.index, at.index) {
            (None, _) => Ok(0),
            (Some(sys::Expr::Const(index)), _) => Ok(*index),
            _ => {
                let what = "which entry of a family is meant depends on the execution";
                Err(Limit::fixed(what))
            }
        }
    }

    pub(super) fn is_thread(&self, object: InstanceId) -> bool {
        let own = self.facts.class_of(object);
        let thread = self.facts.program.roles.thread;
        own.zip(thread).is_some_and(|(own, thread)| self.facts.is_a(own, thread))
    }

    /// Where a variable gets what a meeting hands over.
    pub(super) fn receive(
        &mut self,
        config: &mut AbstractState,
        var: VarId,
        from: Holder,
    ) -> Place {
        if let Some(holder) = self.holder(config, var) {
            self.facts.flow(from, holder);
        }
        let slot = self.slot(config, var);
        config.set(var, Value::Slot);
        Place::local(slot)
    }

    /// Whether the owner of an entry takes no more calls. Objects that are no threads always do.
    pub(super) fn is_gone(&mut self, config: &AbstractState, owner: InstanceId) -> Binding {
        let never = Binding::Static(Value::Int(0));
        let roles = &self.facts.program.roles;
        let Some(last) = roles.last_words.clone().filter(|_| self.is_thread(owner)) else {
            return never;
        };
        let ended = if self.outlasts(owner) { never } else { self.has_ended(owner) };
        let deaf = self.read(config, Loc::Field(owner, last.deaf));
        let gone = match deaf {
            Binding::Static(Value::Int(0)) => ended,
            deaf => self.binary(BinaryOp::Or, Width::W64, ended, deaf),
        };
        match self.is_abnormal(owner) {
            Binding::Static(_) => gone,
            abnormal => self.binary(BinaryOp::Or, Width::W64, gone, abnormal),
        }
    }

    fn complete(&mut self, config: AbstractState, at: EntryAt, results: &[Operand]) -> StepResult {
        let (owner, entry) = match self.entry_ref(&config, at) {
            Ok(found) => found,
            Err(next) => return next,
        };
        let given = match self.given_back(&config, owner, at.entry, results) {
            Ok(given) => given,
            Err(next) => return next,
        };
        let mut transition = Transition::to(config.clone().next());
        transition.sync = Some(Sync::Complete { entry, results: given });
        transition.marks.push(self.entry_mark("end", at, owner));
        StepResult::Branch(config, vec![transition])
    }

    /// What a caller gets back.
    pub(super) fn given_back(
        &mut self,
        config: &AbstractState,
        owner: InstanceId,
        entry: EntryId,
        results: &[Operand],
    ) -> Result<Vec<sys::Expr>, StepResult> {
        let types = self.facts.program.entries[entry].results.clone();
        let mut given = Vec::new();
        for (position, result) in results.iter().enumerate() {
            let mut val = self.val(config, *result);
            if matches!(val, Binding::Static(Value::Undefined)) {
                val = Binding::Static(Value::Int(0));
            }
            if matches!(val, Binding::Static(Value::Opaque)) {
                let what = "a value that is not known is given back by an entry";
                return Err(self.stop(config.clone(), what));
            }
            if types.get(position) == Some(&Type::Reference) {
                self.flow(&val, Holder::Reply(owner, entry, position));
            }
            given.push(self.expr(&val));
        }
        Ok(given)
    }
}
