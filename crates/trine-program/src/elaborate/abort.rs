//! Threads that are aborted, and statements that are given up when something else happens.
//!
//! Whoever is aborted may go on until it comes to a point where it has to notice: where it calls, waits to be
//! called, or lets time pass. Until then every step may be the last one. Nothing is given up while a lock is
//! held, while others are waited for, or on the way out.

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect, EntryRef, Sync, Width};

use super::build::{Builder, Next, Way};
use super::config::{Call, Config, Pending, Phase};
use super::eval::{Val, binary, is_false, place};
use super::select::terminates;
use super::step::opened;
use super::value::{Holder, InstanceId, Loc, Shape, Value};
use crate::flat::Op;
use crate::program::*;

/// The edges of something that has to be noticed shut out the others.
const FIRST: u8 = 1;

impl Builder<'_, '_> {
    /// Marks a thread, and so all that depend on it.
    pub(super) fn abort(&mut self, config: Config, thread: InstanceId) -> Next {
        let Some(roles) = self.world.program.roles.abort else {
            cannot_happen!("a thread is aborted in a language without that")
        };
        self.world.abort(thread);
        let loc = Loc::Field(thread, roles.flag);
        self.world.share(loc);
        let global = self.round.global(loc);
        let set = Effect::Assign(place(global, loc, None), sys::Expr::Const(1));
        let way = Way::to(config.clone().next()).doing(set).marked("abort", thread);
        Next::Ways(config, vec![way])
    }

    /// Whether a thread, or one that it depends on, was aborted. None: nobody does that.
    pub(super) fn abnormal(&mut self, thread: InstanceId) -> Option<sys::Expr> {
        let roles = self.world.program.roles.abort?;
        let mut any: Option<sys::Expr> = None;
        for thread in self.world.masters(thread) {
            if !self.world.can_be_aborted(thread) {
                continue;
            }
            let loc = Loc::Field(thread, roles.flag);
            let read = sys::Expr::Read(place(self.round.global(loc), loc, None));
            any = Some(match any {
                None => read,
                Some(other) => binary(BinaryOp::Or, Width::W64, other, read),
            });
        }
        any
    }

    pub(super) fn is_abnormal(&mut self, thread: InstanceId) -> Val {
        match self.abnormal(thread) {
            Some(flag) => Val::State(flag, None),
            None => Val::Known(Value::Int(0)),
        }
    }

    /// A point at which a thread that was aborted goes no further.
    pub(super) fn abort_point(&mut self, config: Config) -> Next {
        match self.may_be_given_up(&config) {
            true => Next::Ways(config.clone(), vec![Way::to(config.next())]),
            false => Next::On(config.next()),
        }
    }

    pub(super) fn may_be_given_up(&mut self, config: &Config) -> bool {
        self.world.program.roles.abort.is_some()
            && !self.is_deferred(config)
            && (config.pending().next().is_some() || self.abnormal(self.me).is_some())
    }

    fn is_deferred(&self, config: &Config) -> bool {
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
    pub(super) fn or_given_up(&mut self, config: &Config, mut ways: Vec<Way>) -> Vec<Way> {
        if !self.may_be_given_up(config) {
            return ways;
        }
        let Some(frame) = config.top() else { return ways };
        let Some(code) = self.world.code(frame.method) else { return ways };
        let op = &code.ops[frame.pc as usize].0;
        let notices = match op {
            Op::Do { operation: Operation::Join | Operation::TimedJoin, .. } | Op::Await(_) => {
                return ways;
            }
            Op::Meet(Meeting::Async(of)) if of.part == AsyncPart::End && of.call.is_some() => {
                return ways;
            }
            Op::Meet(Meeting::Complete(..) | Meeting::Requeue(_)) => return ways,
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
            Err(Next::Ways(_, stops)) => return stops,
            Err(Next::On(_)) => return ways,
        };
        let mut more = Vec::new();
        if let Some(flag) = self.abnormal(self.me) {
            if notices {
                let fine = is_false(flag.clone());
                ways = ways.into_iter().map(|way| way.when(fine.clone())).collect();
            }
            let class = self.world.program.roles.abort.map(|roles| roles.class);
            for class in class.into_iter().collect::<Vec<ClassId>>() {
                for leave in &leaves {
                    for way in self.given_up(&from, class) {
                        more.push(left(way.when(flag.clone()), leave.as_ref(), &effects));
                    }
                }
            }
        }
        for (depth, number, _) in config.pending().collect::<Vec<_>>() {
            match self.triggered(&from, (depth, number), &leaves, &effects) {
                Ok((found, gone)) => {
                    if let (true, Some(gone)) = (notices, gone) {
                        let fine = is_false(gone);
                        ways = ways.into_iter().map(|way| way.when(fine.clone())).collect();
                    }
                    more.extend(found.into_iter().map(|mut way| {
                        way.rank = if notices && way.is_answer() { FIRST } else { 0 };
                        way
                    }));
                }
                Err(Next::Ways(_, stops)) => more.extend(stops),
                Err(Next::On(_)) => {}
            }
        }
        ways.extend(more);
        opened(ways)
    }

    /// How a place in queues is given up, each one a way; what is undone otherwise; and the point from which to
    /// go.
    #[expect(clippy::type_complexity, reason = "three parts of one answer")]
    fn undone(
        &mut self,
        config: &Config,
        op: &Op,
    ) -> Result<(Vec<Option<Sync>>, Vec<Effect>, Config), Next> {
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
                let rests = place(self.round.global(loc), loc, None);
                effects.push(Effect::Assign(rests, sys::Expr::Const(0)));
            }
        }
        Ok((vec![None], effects, from))
    }

    /// The ways out of what is done, to whoever takes this class.
    fn given_up(&mut self, config: &Config, class: ClassId) -> Vec<Way> {
        let mut from = config.clone();
        from.unwinding = true;
        let error = self.numbered(&from, Shape::Object(class), 0);
        self.world.raised(error);
        match self.throw(from, error) {
            Next::On(to) => vec![Way::to(to)],
            Next::Ways(_, ways) => ways,
        }
    }

    /// The ways on which something has happened for which statements are given up; and when its owner is gone.
    fn triggered(
        &mut self,
        config: &Config,
        (depth, number): (usize, usize),
        leaves: &[Option<Sync>],
        effects: &[Effect],
    ) -> Result<(Vec<Way>, Option<sys::Expr>), Next> {
        let (method, pending) = (config.frames[depth].method, config.frames[depth].pending[number]);
        let Some(code) = self.world.code(method) else {
            cannot_happen!("{method:?} is on the stack and has no body")
        };
        let Op::Meet(Meeting::Async(of)) = &code.ops[pending.pc as usize].0 else {
            cannot_happen!("what is pending in {method:?} did not begin there")
        };
        let mut from = config.clone();
        from.frames[depth].pending.remove(number);
        let mut ways = Vec::new();
        let Some(call) = &of.call else {
            for leave in leaves {
                for way in self.given_up(&from, of.class) {
                    ways.push(left(way, leave.as_ref(), effects));
                }
            }
            return Ok((ways, None));
        };
        let mut base = config.clone();
        base.frames.truncate(depth + 1);
        base.focus.clear();
        let (owner, entry) = self.entry_ref(&base, call.at)?;
        for mut way in self.given_up(&from, of.class) {
            let results = self.received_at(&mut way.to, depth, call, owner);
            way.sync = Some(Sync::Return { entry: entry.clone(), results });
            way.effects.splice(0..0, effects.iter().cloned());
            ways.push(way);
        }
        let mut any: Option<sys::Expr> = None;
        let mut queues = vec![(owner, entry)];
        let sent_on = self.sent_on(owner, call.at.entry);
        queues.extend(sent_on.into_iter().map(|(onward, entry)| (onward.owner, entry)));
        for (owner, entry) in queues {
            let Val::State(gone, _) = self.is_gone(config, owner) else { continue };
            for way in self.given_up(&from, of.gone) {
                let leave = Sync::Withdraw(entry.clone());
                ways.push(left(way.when(gone.clone()), Some(&leave), effects));
            }
            any = any.or(Some(gone));
        }
        Ok((ways, any))
    }

    /// Where the variables of a frame below get what an answer brings.
    fn received_at(
        &mut self,
        to: &mut Config,
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

    pub(super) fn asynchronous(&mut self, config: Config, of: &Async) -> Next {
        match of.part {
            AsyncPart::Begin => self.begin_async(config, of),
            AsyncPart::End => self.end_async(config, of),
            AsyncPart::Caught => {
                let mut to = config.next();
                to.unwinding = false;
                Next::On(to)
            }
        }
    }

    /// From here on what follows may be given up, unless it has happened already.
    fn begin_async(&mut self, config: Config, of: &Async) -> Next {
        // A call that is waited for elsewhere is not one by somebody who works.
        self.world.meets_stranger();
        let pc = config.top().map_or(0, |frame| frame.pc);
        let calls = of.call.is_some();
        let mut going = config.clone();
        going.phase = Phase::Run;
        if let Some(frame) = going.frames.last_mut() {
            frame.pending.push(Pending { pc, calls });
        }
        let zero = Val::Known(Value::Int(0));
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
            Next::Ways(config, mut ways) => {
                // Where it is not certain to be served at once, it does not wait for it.
                for way in &mut ways {
                    let queues = matches!(way.sync, Some(Sync::Call { .. }));
                    let certain = way.effects.iter().any(|one| matches!(one, Effect::Assign(..)));
                    if queues && !certain {
                        let begun = self.way(&going, of.at_once, zero.clone());
                        way.to = begun.to;
                        way.effects.extend(begun.effects);
                    }
                }
                Next::Ways(config, opened(ways))
            }
            other => other,
        }
    }

    /// What was to be given up is over: a call that waits is taken back, one that is being served is waited for.
    fn end_async(&mut self, config: Config, of: &Async) -> Next {
        let depth = config.frames.len().saturating_sub(1);
        let Some(frame) = config.top().cloned() else { return Next::On(config) };
        let code = self.world.code(frame.method);
        let is_this = |pending: &Pending| {
            let begun = code.as_ref().and_then(|code| code.ops.get(pending.pc as usize));
            matches!(begun, Some((Op::Meet(Meeting::Async(other)), _)) if other.class == of.class)
        };
        let Some(number) = frame.pending.iter().rposition(is_this) else {
            return Next::On(config.next());
        };
        let mut done = config.clone();
        done.frames[depth].pending.remove(number);
        let Some(call) = &of.call else {
            return Next::Ways(config, vec![Way::to(done.next())]);
        };
        let (owner, entry) = match self.entry_ref(&config, call.at) {
            Ok(found) => found,
            Err(next) => return next,
        };
        let mut to = done.clone();
        let results = self.received_at(&mut to, depth, call, owner);
        let mut answered = self.way(&to, of.at_once, Val::Known(Value::Int(1)));
        answered.sync = Some(Sync::Return { entry: entry.clone(), results });
        let mut ways = vec![answered];
        let mut queues = vec![(owner, entry)];
        for (onward, entry) in self.sent_on(owner, call.at.entry) {
            if onward.with_abort {
                queues.push((onward.owner, entry));
            }
        }
        for (owner, entry) in queues {
            ways.extend(self.taken_back(&config, &done, owner, entry));
        }
        Next::Ways(config, opened(ways))
    }

    fn taken_back(
        &mut self,
        config: &Config,
        done: &Config,
        owner: InstanceId,
        entry: EntryRef,
    ) -> Vec<Way> {
        let leave = Sync::Withdraw(entry);
        let back = Way::to(done.clone().next()).meeting(leave.clone());
        match self.is_gone(config, owner) {
            Val::State(gone, _) if !config.unwinding => {
                let mut ways = vec![back.when(is_false(gone.clone()))];
                for mut way in self.raised(done, ErrorKind::Callee, Some(gone)) {
                    way.sync = Some(leave.clone());
                    ways.push(way);
                }
                ways
            }
            _ => vec![back],
        }
    }
}

/// A way that also leaves a queue, and undoes what it has to.
fn left(mut way: Way, leave: Option<&Sync>, effects: &[Effect]) -> Way {
    if let Some(leave) = leave {
        way.sync = Some(leave.clone());
    }
    way.effects.splice(0..0, effects.iter().cloned());
    way
}
