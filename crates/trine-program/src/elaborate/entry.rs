//! How threads meet at entries: calls, selection, completion.

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect, EntryRef, Place, Sync, Width};

use super::build::{Builder, Next, Way};
use super::config::{Config, Phase};
use super::eval::{Val, binary, equal, is_false, place};
use super::limit::Limit;
use super::round::Mark;
use super::select::{open_ones, terminates};
use super::step::opened;
use super::value::{Holder, InstanceId, Loc, Value, number_type};
use super::world::World;
use crate::program::*;

/// So many sets of open alternatives are told apart where the execution decides about guards.
const MOST_CASES: usize = 1 << 12;

/// An entry as the system knows it.
pub fn declared(world: &World<'_>, entry: EntryId, owner: String) -> sys::Entry {
    let declared = &world.program.entries[entry];
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
    pub fn meet(&mut self, config: Config, meeting: &Meeting) -> Next {
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
                let way = self.way(&config, Some(*into), Val::State(waiting(&entry), None));
                Next::Ways(config, vec![way])
            }
        }
    }

    /// The entry that is meant, or what has to happen before that is known.
    pub(super) fn entry_ref(
        &mut self,
        config: &Config,
        at: EntryAt,
    ) -> Result<(InstanceId, EntryRef), Next> {
        let owner = self.known_object(config, at.owner)?;
        let entry = self.round.entry(owner, at.entry);
        let count = i64::from(self.world.program.entries[at.entry].count);
        let index = match at.index.map(|index| self.val(config, index)) {
            None => None,
            Some(Val::State(index, _)) => Some(index),
            Some(Val::Known(Value::Int(index))) if (0..count).contains(&index) => {
                Some(sys::Expr::Const(index))
            }
            Some(Val::Known(Value::Int(_))) => {
                return Err(self.raise(config.clone(), ErrorKind::Index));
            }
            Some(Val::Known(_)) => {
                return Err(self.stop(config.clone(), "which entry is meant is not known"));
            }
        };
        Ok((owner, EntryRef { entry, index }))
    }

    fn entry_mark(&self, action: &'static str, at: EntryAt, owner: InstanceId) -> Mark {
        let name = self.world.program.entries[at.entry].name.clone();
        Mark { action, name: Some(name), object: Some(owner) }
    }

    pub(super) fn call_entry(&mut self, config: Config, call: &EntryCall) -> Next {
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
        if matches!(gone, Val::Known(Value::Int(1))) {
            return self.raise(config, ErrorKind::Callee);
        }
        let arguments = match self.handed_over(&config, owner, call.at.entry, &call.arguments) {
            Ok(arguments) => arguments,
            Err(next) => return next,
        };
        let queued = match call.part {
            CallPart::Arrive => config.clone().next(),
            _ => Config { phase: Phase::Queued, ..config.clone() },
        };
        let mut way = Way::to(queued).meeting(Sync::Call { entry, arguments });
        way.marks.push(self.entry_mark("call", call.at, owner));
        let mut ways = match self.is_thread(owner) && call.patience != Patience::Forever {
            false => vec![way],
            true => match self.unless_busy(&config, call, owner, way) {
                Ok(ways) => ways,
                Err(next) => return next,
            },
        };
        if let Val::State(gone, _) = &gone {
            ways = ways.into_iter().map(|way| way.when(is_false(gone.clone()))).collect();
        }
        if let Val::State(gone, _) = gone {
            ways.extend(self.raised(&config, ErrorKind::Callee, Some(gone)));
        }
        Next::Ways(config, opened(ways))
    }

    fn await_reply(
        &mut self,
        config: Config,
        call: &EntryCall,
        owner: InstanceId,
        entry: EntryRef,
        gone: Val,
    ) -> Next {
        let mut to = config.clone();
        let mut results = Vec::new();
        for (position, var) in call.results.iter().enumerate() {
            let from = Holder::Reply(owner, call.at.entry, position);
            results.push(self.receive(&mut to, *var, from));
        }
        let mut way = self.way(&to, call.served, Val::Known(Value::Int(1)));
        way.sync = Some(Sync::Return { entry: entry.clone(), results });
        let mut ways = vec![way];
        if let Val::State(gone, _) = gone {
            for mut way in self.raised(&config, ErrorKind::Callee, Some(gone)) {
                way.sync = Some(Sync::Withdraw(entry.clone()));
                ways.push(way);
            }
        }
        if call.patience == Patience::ForAWhile {
            let way = self.way(&config, call.served, Val::Known(Value::Int(0)));
            let mut way = way.meeting(Sync::Withdraw(entry.clone()));
            if self.world.is_polled(owner) {
                // Who was called while it waited for just that serves the caller.
                let certain = match self.index_of(call.at, &entry) {
                    Ok(index) => urgent(call.at.entry, index),
                    Err(limit) => return self.limit(config, &limit),
                };
                way = way.when(is_false(equal(self.rest_of(owner), certain)));
            }
            ways.push(way);
        }
        for (onward, entry) in self.sent_on(owner, call.at.entry) {
            let leave = Sync::Withdraw(entry);
            if let Val::State(gone, _) = self.is_gone(&config, onward.owner) {
                for mut way in self.raised(&config, ErrorKind::Callee, Some(gone)) {
                    way.sync = Some(leave.clone());
                    ways.push(way);
                }
            }
            match call.patience {
                Patience::ForAWhile if onward.with_abort => {
                    let way = self.way(&config, call.served, Val::Known(Value::Int(0)));
                    ways.push(way.meeting(leave));
                }
                Patience::None if onward.with_abort => {
                    let what = "a conditional call is requeued with abort";
                    let stop = self.stop(config.clone(), what);
                    if let Next::Ways(_, stops) = stop {
                        ways.extend(stops.into_iter().map(|way| way.meeting(leave.clone())));
                    }
                }
                _ => {}
            }
        }
        Next::Ways(config, opened(ways))
    }

    /// A call that is given up at once, or after a while: it is certain to be served where the owner
    /// waits for just this and nobody else came before.
    fn unless_busy(
        &mut self,
        config: &Config,
        call: &EntryCall,
        owner: InstanceId,
        way: Way,
    ) -> Result<Vec<Way>, Next> {
        self.world.poll(owner);
        let Some(Sync::Call { entry, .. }) = &way.sync else {
            cannot_happen!("a call arrives by {:?}", way.sync)
        };
        let index = match self.index_of(call.at, entry) {
            Ok(index) => index,
            Err(limit) => return Err(self.limit(config.clone(), &limit)),
        };
        let rest = self.rest_of(owner);
        let mut ready = sys::Expr::Const(0);
        for (number, set) in self.world.open_sets(owner).to_vec().into_iter().enumerate() {
            if !set.contains(&(call.at.entry, index)) {
                continue;
            }
            let mut here = equal(rest.clone(), number as i64 + 1);
            for (open, index) in set {
                let family = self.world.program.entries[open].count > 1;
                let entry = self.round.entry(owner, open);
                let index = family.then_some(sys::Expr::Const(index));
                let nobody = equal(waiting(&EntryRef { entry, index }), 0);
                here = binary(BinaryOp::And, Width::W64, here, nobody);
            }
            ready = binary(BinaryOp::Or, Width::W64, ready, here);
        }
        let rests = place(self.round.global(Loc::Rest(owner)), Loc::Rest(owner), None);
        let certain = sys::Expr::Const(urgent(call.at.entry, index));
        let other = match call.patience {
            Patience::None => self.way(config, call.served, Val::Known(Value::Int(0))),
            _ => {
                let mut other = Way::to(way.to.clone());
                other.sync.clone_from(&way.sync);
                other.marks.clone_from(&way.marks);
                other
            }
        };
        let taken = way.when(ready.clone()).doing(Effect::Assign(rests, certain));
        Ok(vec![taken, other.when(is_false(ready))])
    }

    fn rest_of(&mut self, owner: InstanceId) -> sys::Expr {
        let loc = Loc::Rest(owner);
        sys::Expr::Read(place(self.round.global(loc), loc, None))
    }

    /// The place in its family that is known of an entry.
    fn index_of(&self, at: EntryAt, entry: &EntryRef) -> Result<i64, Limit> {
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
        let own = self.world.class_of(object);
        let thread = self.world.program.roles.thread;
        own.zip(thread).is_some_and(|(own, thread)| self.world.is_a(own, thread))
    }

    /// Where a variable gets what a meeting hands over.
    pub(super) fn receive(&mut self, config: &mut Config, var: VarId, from: Holder) -> Place {
        if let Some(holder) = self.holder(config, var) {
            self.world.flow(from, holder);
        }
        let slot = self.slot(config, var);
        config.set(var, Value::Slot);
        Place::local(slot)
    }

    /// Whether the owner of an entry takes no more calls. Objects that are no threads always do.
    pub(super) fn is_gone(&mut self, config: &Config, owner: InstanceId) -> Val {
        let never = Val::Known(Value::Int(0));
        let roles = &self.world.program.roles;
        let Some(last) = roles.last_words.clone().filter(|_| self.is_thread(owner)) else {
            return never;
        };
        let ended = if self.outlasts(owner) { never } else { self.has_ended(owner) };
        let deaf = self.read(config, Loc::Field(owner, last.deaf));
        let gone = match deaf {
            Val::Known(Value::Int(0)) => ended,
            deaf => self.binary(BinaryOp::Or, Width::W64, ended, deaf),
        };
        match self.is_abnormal(owner) {
            Val::Known(_) => gone,
            abnormal => self.binary(BinaryOp::Or, Width::W64, gone, abnormal),
        }
    }

    fn complete(&mut self, config: Config, at: EntryAt, results: &[Operand]) -> Next {
        let (owner, entry) = match self.entry_ref(&config, at) {
            Ok(found) => found,
            Err(next) => return next,
        };
        let given = match self.given_back(&config, owner, at.entry, results) {
            Ok(given) => given,
            Err(next) => return next,
        };
        let mut way = Way::to(config.clone().next());
        way.sync = Some(Sync::Complete { entry, results: given });
        way.marks.push(self.entry_mark("end", at, owner));
        Next::Ways(config, vec![way])
    }

    /// What a caller gets back.
    pub(super) fn given_back(
        &mut self,
        config: &Config,
        owner: InstanceId,
        entry: EntryId,
        results: &[Operand],
    ) -> Result<Vec<sys::Expr>, Next> {
        let types = self.world.program.entries[entry].results.clone();
        let mut given = Vec::new();
        for (position, result) in results.iter().enumerate() {
            let mut val = self.val(config, *result);
            if matches!(val, Val::Known(Value::Undefined)) {
                val = Val::Known(Value::Int(0));
            }
            if matches!(val, Val::Known(Value::Opaque)) {
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

    fn select(&mut self, config: Config, select: &Select) -> Next {
        match config.phase {
            Phase::Selecting(open) => {
                let open = self.selections.open(open);
                self.rest(config, select, &open)
            }
            _ => self.look_at_guards(config, select),
        }
    }

    /// Finds which alternatives are open.
    fn look_at_guards(&mut self, config: Config, select: &Select) -> Next {
        let mut cases: Vec<(Vec<u32>, Option<sys::Expr>, bool)> = vec![(Vec::new(), None, false)];
        for (number, alternative) in select.alternatives.iter().enumerate() {
            let with = |open: &[u32]| [open, &[number as u32]].concat();
            let val = match alternative.guard {
                None => Val::Known(Value::Int(1)),
                Some(guard) => self.val(&config, guard),
            };
            cases = cases
                .into_iter()
                .flat_map(|(open, when, guessed)| match &val {
                    Val::Known(Value::Int(0)) => vec![(open, when, guessed)],
                    Val::Known(Value::Int(_)) => vec![(with(&open), when, guessed)],
                    Val::Known(_) => {
                        vec![(with(&open), when.clone(), true), (open, when, true)]
                    }
                    Val::State(guard, _) => {
                        let and = |more: sys::Expr| {
                            Some(match when.clone() {
                                None => more,
                                Some(when) => binary(BinaryOp::And, Width::W64, when, more),
                            })
                        };
                        let closed = and(is_false(guard.clone()));
                        vec![(with(&open), and(guard.clone()), guessed), (open, closed, guessed)]
                    }
                })
                .collect();
            if cases.len() > MOST_CASES {
                let what = "the guards of a select leave open which of many alternatives are open";
                return self.limit(config, &Limit::fixed(what));
            }
        }
        let mut ways: Vec<Way> = Vec::new();
        let only = cases.len() == 1;
        for (open, when, guessed) in cases {
            let found = self.opened_with(&config, select, &open);
            if only && !guessed {
                return found.unwrap_or_else(|way| Next::Ways(config, vec![*way]));
            }
            let more = match found {
                Ok(Next::On(to)) => vec![Way::to(to)],
                Ok(Next::Ways(_, ways)) => ways,
                Err(way) => vec![*way],
            };
            for mut way in more {
                if let Some(when) = &when {
                    way = way.when(when.clone());
                }
                if guessed {
                    let taint = self.guess(way.to.clone()).effects;
                    way.effects.extend(taint);
                }
                ways.push(way);
            }
        }
        Next::Ways(config, opened(ways))
    }

    /// What follows once it is known which alternatives are open; in a box, a step that is needed.
    fn opened_with(
        &mut self,
        config: &Config,
        select: &Select,
        open: &[u32],
    ) -> Result<Next, Box<Way>> {
        if open.is_empty() {
            if select.otherwise {
                let number = select.alternatives.len() as i64;
                let val = Val::Known(Value::Int(number));
                return Ok(self.assigned(config.clone(), Some(select.into), val));
            }
            return Ok(self.raise(config.clone(), ErrorKind::Closed));
        }
        let mut to =
            Config { phase: Phase::Selecting(self.selections.number(open)), ..config.clone() };
        let mut effects = Vec::new();
        if let Some(group) = terminates(select, open) {
            // It no longer works: its groups may end.
            match self.count(&mut to, group, -1) {
                Ok(more) => effects.extend(more),
                Err(next) => return Ok(next),
            }
        }
        match self.resting(config, select, open) {
            Ok(None) => {}
            Ok(Some(set)) => {
                let rests = place(self.round.global(Loc::Rest(self.me)), Loc::Rest(self.me), None);
                effects.push(Effect::Assign(rests, sys::Expr::Const(set)));
            }
            Err(next) => return Ok(next),
        }
        if effects.is_empty() {
            return Ok(Next::On(to));
        }
        let mut way = Way::to(to);
        way.effects = effects;
        Err(Box::new(way))
    }

    /// The number of what is open at a select, where others want to know.
    pub(super) fn resting(
        &mut self,
        config: &Config,
        select: &Select,
        open: &[u32],
    ) -> Result<Option<i64>, Next> {
        if select.otherwise || !self.world.is_polled(self.me) {
            return Ok(None);
        }
        let mut set = Vec::new();
        for (_, alternative) in open_ones(select, open) {
            let AlternativeKind::Accept { at, .. } = &alternative.kind else { continue };
            let (owner, entry) = self.entry_ref(config, *at)?;
            if owner != self.me {
                return Ok(None);
            }
            match self.index_of(*at, &entry) {
                Ok(index) => set.push((at.entry, index)),
                Err(limit) => return Err(self.limit(config.clone(), &limit)),
            }
        }
        set.sort();
        set.dedup();
        Ok(Some(self.world.open_set(self.me, set)))
    }

    /// Waits at a select.
    fn rest(&mut self, config: Config, select: &Select, open: &[u32]) -> Next {
        let resting = match self.resting(&config, select, open) {
            Ok(resting) => resting,
            Err(next) => return next,
        };
        // Where it waits, and what it says when it goes on.
        let resting = resting.map(|set| {
            let rests = place(self.round.global(Loc::Rest(self.me)), Loc::Rest(self.me), None);
            let at_rest = equal(sys::Expr::Read(rests.clone()), set);
            (rests.clone(), at_rest, Effect::Assign(rests, sys::Expr::Const(0)))
        });
        let group = terminates(select, open);
        let mut ways = Vec::new();
        let mut nobody: Option<sys::Expr> = None;
        for (number, alternative) in open_ones(select, open) {
            let AlternativeKind::Accept { at, parameters } = &alternative.kind else { continue };
            let (owner, entry) = match self.entry_ref(&config, *at) {
                Ok(found) => found,
                Err(next) => return next,
            };
            let mut to = config.clone();
            let mut effects = Vec::new();
            if let Some(group) = group {
                match self.count(&mut to, group, 1) {
                    Ok(more) => effects = more,
                    Err(next) => return next,
                }
            }
            let mut places = Vec::new();
            for (position, var) in parameters.iter().enumerate() {
                places.push(self.received(&mut to, owner, at.entry, position, *var));
            }
            let mut way = self.way(&to, Some(select.into), Val::Known(Value::Int(number as i64)));
            way.effects.splice(0..0, effects);
            way.sync = Some(Sync::Accept { entry: entry.clone(), parameters: places });
            way.marks.push(self.entry_mark("accept", *at, owner));
            way.marks.push(self.entry_mark("rendezvous", *at, owner));
            if let Some((rests, at_rest, leave)) = &resting {
                let index = self.index_of(*at, &entry).unwrap_or(0);
                let called = equal(sys::Expr::Read(rests.clone()), urgent(at.entry, index));
                way = way.when(binary(BinaryOp::Or, Width::W64, at_rest.clone(), called));
                way.effects.push(leave.clone());
            }
            ways.push(way);
            let empty = equal(waiting(&entry), 0);
            nobody = Some(match nobody {
                None => empty,
                Some(other) => binary(BinaryOp::And, Width::W64, other, empty),
            });
        }
        let unless_called = |way: Way| {
            let way = match &nobody {
                Some(nobody) => way.when(nobody.clone()),
                None => way,
            };
            match &resting {
                Some((_, at_rest, leave)) => way.when(at_rest.clone()).doing(leave.clone()),
                None => way,
            }
        };
        for (number, alternative) in open_ones(select, open) {
            match &alternative.kind {
                AlternativeKind::Accept { .. } => {}
                AlternativeKind::Delay => {
                    let val = Val::Known(Value::Int(number as i64));
                    let way = self.way(&config, Some(select.into), val);
                    ways.push(unless_called(way));
                }
                AlternativeKind::Terminate { group } => match self.may_end(&config, *group) {
                    Ok(condition) => {
                        let mut to = config.clone();
                        to.focus.clear();
                        to.frames.clear();
                        // Its groups count it no longer, and there is nothing more to say.
                        to.phase = Phase::Over;
                        ways.push(Way::to(to).when(condition));
                    }
                    Err(next) => return next,
                },
            }
        }
        if select.otherwise {
            let val = Val::Known(Value::Int(select.alternatives.len() as i64));
            let way = self.way(&config, Some(select.into), val);
            ways.push(unless_called(way));
        }
        Next::Ways(config, opened(ways))
    }
}

/// The number that says that a caller of an entry is certain to be served.
fn urgent(entry: EntryId, index: i64) -> i64 {
    -1 - (i64::from(entry.0) * 1024 + index)
}

fn waiting(entry: &EntryRef) -> sys::Expr {
    sys::Expr::Waiting(entry.entry, entry.index.clone().map(Box::new))
}
