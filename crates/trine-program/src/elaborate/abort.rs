//! Threads that are aborted, and statements that are given up when something else happens.
//!
//! A thread that is aborted may go on until it comes to a point where it has to notice: where it calls, waits to be
//! called, or lets time pass. Until then every step may be the last one. Nothing is given up while a lock is
//! held, while others are waited for, or on the way out.

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect, EntryRef, Sync, Width};

use super::abstract_state::{AbstractState, Call, Pending, Phase};
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, binary, is_false, place};
use super::select::terminates;
use super::step::opened;
use super::value::{Holder, InstanceId, Loc, Shape, Value};
use crate::flat::Op;
use crate::program::*;

/// The edges of something that has to be noticed shut out the others.
const FIRST: u8 = 1;

impl Builder<'_, '_> {
    /// Marks a thread, and so all that depend on it.
    pub(super) fn abort(&mut self, config: AbstractState, thread: InstanceId) -> StepResult {
        let Some(roles) = self.facts.program.roles.abort else {
            cannot_happen!("a thread is aborted in a language without that")
        };
        self.facts.abort(thread);
        let loc = Loc::Field(thread, roles.flag);
        self.facts.share(loc);
        let global = self.iteration.global(loc);
        let set = Effect::Assign(place(global, loc, None), sys::Expr::Const(1));
        let transition = Transition::to(config.clone().next()).doing(set).marked("abort", thread);
        StepResult::Branch(config, vec![transition])
    }

    /// Whether a thread, or one that it depends on, was aborted. None: that does not occur.
    pub(super) fn abnormal(&mut self, thread: InstanceId) -> Option<sys::Expr> {
        let roles = self.facts.program.roles.abort?;
        let mut any: Option<sys::Expr> = None;
        for thread in self.facts.masters(thread) {
            if !self.facts.can_be_aborted(thread) {
                continue;
            }
            let loc = Loc::Field(thread, roles.flag);
            let read = sys::Expr::Read(place(self.iteration.global(loc), loc, None));
            any = Some(match any {
                None => read,
                Some(other) => binary(BinaryOp::Or, Width::W64, other, read),
            });
        }
        any
    }

    pub(super) fn is_abnormal(&mut self, thread: InstanceId) -> Binding {
        match self.abnormal(thread) {
            Some(flag) => Binding::Dynamic(flag, None),
            None => Binding::Static(Value::Int(0)),
        }
    }

    /// A point at which a thread that was aborted goes no further.
    pub(super) fn abort_point(&mut self, config: AbstractState) -> StepResult {
        match self.may_be_given_up(&config) {
            true => StepResult::Branch(config.clone(), vec![Transition::to(config.next())]),
            false => StepResult::Silent(config.next()),
        }
    }

    pub(super) fn may_be_given_up(&mut self, config: &AbstractState) -> bool {
        self.facts.program.roles.abort.is_some()
            && !self.is_deferred(config)
            && (config.pending().next().is_some() || self.abnormal(self.me).is_some())
    }

    fn is_deferred(&self, config: &AbstractState) -> bool {
        config.unwinding
            || !config.held.is_empty()
            || config.is_atomic()
            || config.frames.iter().any(|frame| frame.call == Call::Last)
            || matches!(
                config.phase,
                Phase::Over | Phase::Ending(_) | Phase::Gone | Phase::Stopped | Phase::Stuck
            )
    }

    /// The ways on from a point, and beside them those on which what is done there is given up.
    pub(super) fn or_given_up(
        &mut self,
        config: &AbstractState,
        mut transitions: Vec<Transition>,
    ) -> Vec<Transition> {
        if !self.may_be_given_up(config) {
            return transitions;
        }
        let Some(frame) = config.top() else { return transitions };
        let Some(code) = self.facts.code(frame.method) else { return transitions };
        let op = &code.ops[frame.pc as usize].0;
        let notices = match op {
            Op::Do { operation: Operation::Join | Operation::TimedJoin, .. } | Op::Await(_) => {
                return transitions;
            }
            Op::Meet(Meeting::Async(of)) if of.part == AsyncPart::End && of.call.is_some() => {
                return transitions;
            }
            Op::Meet(Meeting::Complete(..) | Meeting::Requeue(_)) => return transitions,
            Op::Do { operation: Operation::Sleep | Operation::AbortPoint, .. } => true,
            Op::Meet(Meeting::Call(call)) => {
                config.phase != Phase::Queued && call.part != CallPart::Await
            }
            Op::Meet(Meeting::Async(of)) => {
                of.part == AsyncPart::Begin && config.phase != Phase::Queued
            }
            Op::Meet(Meeting::Select(_)) => true,
            _ => false,
        };
        // What has to be undone on the way out: a place in a queue, or at a select.
        let (leaves, effects, from) = match self.undone(config, op) {
            Ok(undone) => undone,
            Err(StepResult::Branch(_, stops)) => return stops,
            Err(StepResult::Silent(_)) => return transitions,
        };
        let mut more = Vec::new();
        if let Some(flag) = self.abnormal(self.me) {
            if notices {
                let fine = is_false(flag.clone());
                transitions = transitions
                    .into_iter()
                    .map(|transition| transition.when(fine.clone()))
                    .collect();
            }
            let class = self.facts.program.roles.abort.map(|roles| roles.class);
            for class in class.into_iter().collect::<Vec<ClassId>>() {
                for leave in &leaves {
                    for transition in self.given_up(&from, class) {
                        more.push(left(transition.when(flag.clone()), leave.as_ref(), &effects));
                    }
                }
            }
        }
        for (depth, number, _) in config.pending().collect::<Vec<_>>() {
            match self.triggered(&from, (depth, number), &leaves, &effects) {
                Ok((found, gone)) => {
                    if let (true, Some(gone)) = (notices, gone) {
                        let fine = is_false(gone);
                        transitions = transitions
                            .into_iter()
                            .map(|transition| transition.when(fine.clone()))
                            .collect();
                    }
                    more.extend(found.into_iter().map(|mut transition| {
                        transition.rank = if notices && transition.is_answer() { FIRST } else { 0 };
                        transition
                    }));
                }
                Err(StepResult::Branch(_, stops)) => more.extend(stops),
                Err(StepResult::Silent(_)) => {}
            }
        }
        transitions.extend(more);
        opened(transitions)
    }

    /// How a place in queues is given up, each one a way; what is undone otherwise; and the point from which to
    /// go.
    #[expect(clippy::type_complexity, reason = "three parts of one answer")]
    fn undone(
        &mut self,
        config: &AbstractState,
        op: &Op,
    ) -> Result<(Vec<Option<Sync>>, Vec<Effect>, AbstractState), StepResult> {
        let mut from = config.clone();
        let call = match op {
            Op::Meet(Meeting::Call(call)) => Some(call),
            Op::Meet(Meeting::Async(of)) => of.call.as_ref(),
            _ => None,
        };
        if let Some(call) = call
            && (config.phase == Phase::Queued || call.part == CallPart::Await)
            && matches!(op, Op::Meet(Meeting::Call(_))) | (config.phase == Phase::Queued)
        {
            let (owner, entry) = self.entry_ref(config, call.at)?;
            let mut leaves = vec![Some(Sync::Withdraw(entry))];
            for (onward, entry) in self.sent_on(owner, call.at.entry) {
                if onward.with_abort {
                    leaves.push(Some(Sync::Withdraw(entry)));
                }
            }
            return Ok((leaves, Vec::new(), from));
        }
        let mut effects = Vec::new();
        if let (Op::Meet(Meeting::Select(select)), Phase::Selecting(open)) = (op, config.phase) {
            let open = self.selections.open(open);
            if let Some(group) = terminates(select, &open) {
                effects = self.count(&mut from, group, 1)?;
            }
            if self.resting(config, select, &open)?.is_some() {
                let loc = Loc::Rest(self.me);
                let rests = place(self.iteration.global(loc), loc, None);
                effects.push(Effect::Assign(rests, sys::Expr::Const(0)));
            }
        }
        Ok((vec![None], effects, from))
    }

    /// The ways out of what is done, to the handler of this class.
    fn given_up(&mut self, config: &AbstractState, class: ClassId) -> Vec<Transition> {
        let mut from = config.clone();
        from.unwinding = true;
        let error = self.numbered(&from, Shape::Object(class), 0);
        self.facts.raised(error);
        match self.throw(from, error) {
            StepResult::Silent(to) => vec![Transition::to(to)],
            StepResult::Branch(_, transitions) => transitions,
        }
    }

    /// The ways on which something has happened for which statements are given up; and when its owner is gone.
    fn triggered(
        &mut self,
        config: &AbstractState,
        (depth, number): (usize, usize),
        leaves: &[Option<Sync>],
        effects: &[Effect],
    ) -> Result<(Vec<Transition>, Option<sys::Expr>), StepResult> {
        let (method, pending) = (config.frames[depth].method, config.frames[depth].pending[number]);
        let Some(code) = self.facts.code(method) else {
            cannot_happen!("{method:?} is on the stack and has no body")
        };
        let Op::Meet(Meeting::Async(of)) = &code.ops[pending.pc as usize].0 else {
            cannot_happen!("what is pending in {method:?} did not begin there")
        };
        let mut from = config.clone();
        from.frames[depth].pending.remove(number);
        let mut transitions = Vec::new();
        let Some(call) = &of.call else {
            for leave in leaves {
                for transition in self.given_up(&from, of.class) {
                    transitions.push(left(transition, leave.as_ref(), effects));
                }
            }
            return Ok((transitions, None));
        };
        let mut base = config.clone();
        base.frames.truncate(depth + 1);
        base.focus.clear();
        let (owner, entry) = self.entry_ref(&base, call.at)?;
        for mut transition in self.given_up(&from, of.class) {
            let results = self.received_at(&mut transition.to, depth, call, owner);
            transition.sync = Some(Sync::Return { entry: entry.clone(), results });
            transition.effects.splice(0..0, effects.iter().cloned());
            transitions.push(transition);
        }
        let mut any: Option<sys::Expr> = None;
        let mut queues = vec![(owner, entry)];
        let sent_on = self.sent_on(owner, call.at.entry);
        queues.extend(sent_on.into_iter().map(|(onward, entry)| (onward.owner, entry)));
        for (owner, entry) in queues {
            let Binding::Dynamic(gone, _) = self.is_gone(config, owner) else { continue };
            for transition in self.given_up(&from, of.gone) {
                let leave = Sync::Withdraw(entry.clone());
                transitions.push(left(transition.when(gone.clone()), Some(&leave), effects));
            }
            any = any.or(Some(gone));
        }
        Ok((transitions, any))
    }

    /// Where the variables of a frame below get what an answer brings.
    fn received_at(
        &mut self,
        to: &mut AbstractState,
        depth: usize,
        call: &EntryCall,
        owner: InstanceId,
    ) -> Vec<sys::Place> {
        let mut base = to.clone();
        base.frames.truncate(depth + 1);
        let mut places = Vec::new();
        for (position, var) in call.results.iter().enumerate() {
            let from = Holder::Reply(owner, call.at.entry, position);
            places.push(self.receive(&mut base, *var, from));
        }
        if let (Some(frame), Some(changed)) = (to.frames.get_mut(depth), base.frames.pop()) {
            frame.vars = changed.vars;
        }
        places
    }

    pub(super) fn asynchronous(&mut self, config: AbstractState, of: &Async) -> StepResult {
        match of.part {
            AsyncPart::Begin => self.begin_async(config, of),
            AsyncPart::End => self.end_async(config, of),
            AsyncPart::Caught => {
                let mut to = config.next();
                to.unwinding = false;
                StepResult::Silent(to)
            }
        }
    }

    /// From here on what follows may be given up, unless it has happened already.
    fn begin_async(&mut self, config: AbstractState, of: &Async) -> StepResult {
        // A call that is waited for elsewhere is not one by a process that works.
        self.facts.meets_outside_caller();
        let pc = config.top().map_or(0, |frame| frame.pc);
        let calls = of.call.is_some();
        let mut going = config.clone();
        going.phase = Phase::Run;
        if let Some(frame) = going.frames.last_mut() {
            frame.pending.push(Pending { pc, calls });
        }
        let zero = Binding::Static(Value::Int(0));
        let Some(call) = &of.call else { return self.assigned(going, of.at_once, zero) };
        if config.phase == Phase::Queued {
            return self.call_entry(config, call);
        }
        if config.pending().any(|(_, _, pending)| pending.calls) {
            return self.stop(config, "a second entry call that others may answer meanwhile");
        }
        if call.part == CallPart::Await {
            return self.assigned(going, of.at_once, zero);
        }
        match self.call_entry(config, call) {
            StepResult::Branch(config, mut transitions) => {
                // Where it is not certain to be served at once, it does not wait for it.
                for transition in &mut transitions {
                    let queues = matches!(transition.sync, Some(Sync::Call { .. }));
                    let certain =
                        transition.effects.iter().any(|one| matches!(one, Effect::Assign(..)));
                    if queues && !certain {
                        let begun = self.transition(&going, of.at_once, zero.clone());
                        transition.to = begun.to;
                        transition.effects.extend(begun.effects);
                    }
                }
                StepResult::Branch(config, opened(transitions))
            }
            other => other,
        }
    }

    /// What was to be given up is over: a call that waits is taken back, one that is being served is waited for.
    fn end_async(&mut self, config: AbstractState, of: &Async) -> StepResult {
        let depth = config.frames.len().saturating_sub(1);
        let Some(frame) = config.top().cloned() else { return StepResult::Silent(config) };
        let code = self.facts.code(frame.method);
        let is_this = |pending: &Pending| {
            let begun = code.as_ref().and_then(|code| code.ops.get(pending.pc as usize));
            matches!(begun, Some((Op::Meet(Meeting::Async(other)), _)) if other.class == of.class)
        };
        let Some(number) = frame.pending.iter().rposition(is_this) else {
            return StepResult::Silent(config.next());
        };
        let mut done = config.clone();
        done.frames[depth].pending.remove(number);
        let Some(call) = &of.call else {
            return StepResult::Branch(config, vec![Transition::to(done.next())]);
        };
        let (owner, entry) = match self.entry_ref(&config, call.at) {
            Ok(found) => found,
            Err(next) => return next,
        };
        let mut to = done.clone();
        let results = self.received_at(&mut to, depth, call, owner);
        let mut answered = self.transition(&to, of.at_once, Binding::Static(Value::Int(1)));
        answered.sync = Some(Sync::Return { entry: entry.clone(), results });
        let mut transitions = vec![answered];
        let mut queues = vec![(owner, entry)];
        for (onward, entry) in self.sent_on(owner, call.at.entry) {
            if onward.with_abort {
                queues.push((onward.owner, entry));
            }
        }
        for (owner, entry) in queues {
            transitions.extend(self.taken_back(&config, &done, owner, entry));
        }
        StepResult::Branch(config, opened(transitions))
    }

    fn taken_back(
        &mut self,
        config: &AbstractState,
        done: &AbstractState,
        owner: InstanceId,
        entry: EntryRef,
    ) -> Vec<Transition> {
        let leave = Sync::Withdraw(entry);
        let back = Transition::to(done.clone().next()).meeting(leave.clone());
        match self.is_gone(config, owner) {
            Binding::Dynamic(gone, _) if !config.unwinding => {
                let mut transitions = vec![back.when(is_false(gone.clone()))];
                for mut transition in self.raised(done, ErrorKind::Callee, Some(gone)) {
                    transition.sync = Some(leave.clone());
                    transitions.push(transition);
                }
                transitions
            }
            _ => vec![back],
        }
    }
}

/// A way that also leaves a queue, and undoes what it has to.
fn left(mut transition: Transition, leave: Option<&Sync>, effects: &[Effect]) -> Transition {
    if let Some(leave) = leave {
        transition.sync = Some(leave.clone());
    }
    transition.effects.splice(0..0, effects.iter().cloned());
    transition
}
