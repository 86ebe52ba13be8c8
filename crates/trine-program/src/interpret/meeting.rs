//! Meetings at entries: calls, answers, completion and requeueing.
//!
//! Callers of an entry wait in order of arrival. The thread that accepts one serves it until it completes the meeting,
//! which answers the caller, or sends it on to another queue. A caller that waits may run out of patience, as long as it
//! was not accepted. A caller without patience, or with little of it, finds the owner of the entry waiting for just such
//! a call, and no other caller there: then it is certain to be served; otherwise one without patience goes on at once.
//! An owner that takes no more calls refuses its callers, which is an error of theirs.

use super::Stop;
use super::choice::Way;
use super::heap::Place;
use super::run::Run;
use super::state::Caller;
use super::thread::Phase;
use super::value::Value;
use crate::flat::Op;
use crate::program::*;

/// The queue of an entry.
pub type Queue = (Value, EntryId, i64);

/// Why there is no queue.
pub enum NoQueue {
    Error(ErrorKind),
    Stop(Stop),
}

impl Run<'_, '_> {
    /// Executes a meeting at an entry.
    pub fn meet(&mut self, meeting: &Meeting, way: Option<Way>) -> Result<bool, Stop> {
        match meeting {
            Meeting::Call(call) if call.part == CallPart::Await => self.await_answer(call, way),
            Meeting::Call(call) => self.call_entry(call, way),
            Meeting::Select(select) => self.select(select, way),
            Meeting::Complete(at, results) => self.complete(*at, results, way),
            Meeting::Requeue(requeue) => self.requeue(requeue, way),
            Meeting::Async(of) => self.asynchronous(of, way),
            Meeting::Waiting(into, at) => {
                let Some(queue) = self.found_queue(*at)? else { return Ok(true) };
                if way.is_none() {
                    return Ok(false);
                }
                let waiting = self.state.queues.get(&queue).map_or(0, Vec::len);
                self.assigned(Some(*into), Value::Int(waiting as i64));
                Ok(true)
            }
        }
    }

    /// Goes on with a meeting that has begun.
    pub fn meet_on(&mut self, way: Option<Way>) -> Result<bool, Stop> {
        match (self.op(), &self.thread().phase) {
            (Some(Op::Meet(Meeting::Call(call))), Phase::Queued) => self.await_answer(call, way),
            (Some(Op::Meet(Meeting::Async(Async { call: Some(call), .. }))), Phase::Queued) => {
                self.await_answer(call, way)
            }
            (Some(Op::Meet(Meeting::Select(select))), Phase::Selecting(open)) => {
                let open = open.clone();
                self.alternative(select, &open, way)
            }
            (op, phase) => trine_base::cannot_happen!("{phase:?} at {op:?}"),
        }
    }

    /// What can happen at the meeting that the thread is at; nothing if it has to wait.
    pub fn ways_of_meeting(&self) -> Vec<Way> {
        let Some(Op::Meet(meeting)) = self.op() else { return vec![Way::Go] };
        match (&meeting, &self.thread().phase) {
            (Meeting::Call(call), Phase::Queued) => self.ways_of_waiting_for_answer(call),
            (Meeting::Call(call), _) if call.part == CallPart::Await => {
                self.ways_of_waiting_for_answer(call)
            }
            (Meeting::Async(Async { call: Some(call), .. }), Phase::Queued) => {
                self.ways_of_waiting_for_answer(call)
            }
            (Meeting::Async(of), _) if of.part == AsyncPart::End => self.ways_of_async_end(of),
            (Meeting::Select(select), Phase::Selecting(open)) => self.ways_of_select(select, open),
            _ => vec![Way::Go],
        }
    }

    /// The queue of the entry that is meant.
    pub fn queue(&self, at: EntryAt) -> Result<Queue, NoQueue> {
        let owner = match self.operand(at.owner) {
            Value::Null => return Err(NoQueue::Error(ErrorKind::Null)),
            owner if owner.is_known() => owner,
            _ => {
                let what = "an object that is not known is used";
                return Err(NoQueue::Stop(Stop::unmodelled(what)));
            }
        };
        let count = i64::from(self.machine.program.entries[at.entry].count);
        match at.index.map(|index| self.operand(index)) {
            None => Ok((owner, at.entry, 0)),
            Some(Value::Int(index)) if (0..count).contains(&index) => Ok((owner, at.entry, index)),
            Some(Value::Int(_)) => Err(NoQueue::Error(ErrorKind::Index)),
            Some(_) => Err(NoQueue::Stop(Stop::unmodelled("which entry is meant is not known"))),
        }
    }

    /// The same; none where an error was raised.
    fn found_queue(&mut self, at: EntryAt) -> Result<Option<Queue>, Stop> {
        match self.queue(at) {
            Ok(queue) => Ok(Some(queue)),
            Err(NoQueue::Error(kind)) => self.raise(kind, &[]).map(|()| None),
            Err(NoQueue::Stop(stop)) => Err(stop),
        }
    }

    /// What is handed over at an entry, as its parameters keep it.
    fn handed_over(&self, entry: EntryId, arguments: &[Operand]) -> Result<Vec<Value>, Stop> {
        let types = &self.machine.program.entries[entry].parameters;
        let values = self.operands(arguments);
        if !values.iter().all(|value| value.is_known()) {
            return Err(Stop::unmodelled("a value that is not known is handed over at an entry"));
        }
        Ok(values.into_iter().zip(types).map(|(value, ty)| value.kept_as(*ty)).collect())
    }

    /// What is given back, as the results of the entry keep it. What was never set is zero.
    fn given_back(&self, entry: EntryId, results: &[Operand]) -> Result<Vec<Value>, Stop> {
        let types = &self.machine.program.entries[entry].results;
        let mut values = Vec::new();
        for (result, ty) in results.iter().zip(types) {
            values.push(match self.operand(*result) {
                Value::Undefined => Value::zero(*ty),
                value if value.is_known() => value.kept_as(*ty),
                _ => {
                    let what = "a value that is not known is given back by an entry";
                    return Err(Stop::unmodelled(what));
                }
            });
        }
        Ok(values)
    }

    /// Queues the thread at an entry, or raises an error if its owner takes no more calls.
    pub fn call_entry(&mut self, call: &EntryCall, way: Option<Way>) -> Result<bool, Stop> {
        let Some(queue) = self.found_queue(call.at)? else { return Ok(true) };
        if self.pending_calls() {
            return Err(Stop::unmodelled("a second entry call that others may answer meanwhile"));
        }
        if way.is_none() {
            return Ok(false);
        }
        if self.is_gone(queue.0) {
            return self.raise(ErrorKind::Callee, &[]).map(|()| true);
        }
        let impatient = call.patience != Patience::Forever && self.is_thread(queue.0);
        let certain = impatient && self.waits_for_just(queue);
        if call.patience == Patience::None && impatient && !certain {
            self.assigned(call.served, Value::Int(0));
            return Ok(true);
        }
        self.arrive(queue, call, certain)?;
        match call.part {
            CallPart::Arrive => self.next(),
            _ => self.thread_mut().phase = Phase::Queued,
        }
        Ok(true)
    }

    /// The caller joins the queue.
    pub fn arrive(&mut self, queue: Queue, call: &EntryCall, certain: bool) -> Result<(), Stop> {
        let arguments = self.handed_over(call.at.entry, &call.arguments)?;
        arguments.iter().for_each(|argument| self.publish(*argument));
        self.publish(queue.0);
        self.thread_mut().reply = None;
        let thread = self.me;
        let caller = Caller { thread, arguments, may_leave: true, requeued: false, certain };
        self.state.queues.entry(queue).or_default().push(caller);
        Ok(())
    }

    /// Whether the owner of an entry waits at a select for such a call, and no other caller is there.
    pub fn waits_for_just(&self, queue: Queue) -> bool {
        let Some(owner) = self.state.thread_of(queue.0) else { return false };
        let Phase::Selecting(open) = &self.state.threads[owner].phase else { return false };
        let there = Run::look(self.machine, &self.state, owner);
        let Some(Op::Meet(Meeting::Select(select))) = there.op() else { return false };
        let queues = there.open_queues(select, open);
        let empty = |queue: &Queue| self.state.queues.get(queue).is_none_or(Vec::is_empty);
        !select.otherwise && queues.contains(&queue) && queues.iter().all(empty)
    }

    /// The queue in which this thread waits, and how.
    pub fn own_place(&self) -> Option<(Queue, Caller)> {
        self.state.queues.iter().find_map(|(queue, callers)| {
            let mine = callers.iter().find(|caller| caller.thread == self.me)?;
            Some((*queue, mine.clone()))
        })
    }

    /// Leaves the queue in which the thread waits.
    pub fn withdraw(&mut self) {
        let me = self.me;
        for callers in self.state.queues.values_mut() {
            callers.retain(|caller| caller.thread != me);
        }
    }

    fn ways_of_waiting_for_answer(&self, call: &EntryCall) -> Vec<Way> {
        if self.thread().reply.is_some() {
            return vec![Way::Go];
        }
        let Some((queue, caller)) = self.own_place() else { return Vec::new() };
        let mut ways = Vec::new();
        if self.is_gone(queue.0) {
            ways.push(Way::Refused);
        }
        let leaves = match call.patience {
            Patience::Forever => false,
            Patience::ForAWhile => caller.may_leave && !caller.certain,
            Patience::None => caller.may_leave && caller.requeued,
        };
        if leaves {
            ways.push(Way::GiveUp);
        }
        ways
    }

    /// Goes on with the answer, or without.
    pub fn await_answer(&mut self, call: &EntryCall, way: Option<Way>) -> Result<bool, Stop> {
        match way {
            None => return Ok(false),
            Some(Way::Refused) => {
                self.withdraw();
                self.raise(ErrorKind::Callee, &[])?;
            }
            Some(Way::GiveUp) if call.patience == Patience::None => {
                return Err(Stop::unmodelled("a conditional call is requeued with abort"));
            }
            Some(Way::GiveUp) => {
                self.withdraw();
                self.assigned(call.served, Value::Int(0));
            }
            Some(_) => {
                let Some(answer) = self.thread_mut().reply.take() else { return Ok(false) };
                for (var, value) in call.results.iter().zip(answer) {
                    self.set(*var, value);
                }
                self.assigned(call.served, Value::Int(1));
            }
        }
        Ok(true)
    }

    fn complete(
        &mut self,
        at: EntryAt,
        results: &[Operand],
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        let Some(queue) = self.found_queue(at)? else { return Ok(true) };
        if way.is_none() {
            return Ok(false);
        }
        let answer = self.given_back(queue.1, results)?;
        self.answer(answer);
        self.next();
        Ok(true)
    }

    /// Answers the caller that was accepted last.
    fn answer(&mut self, answer: Vec<Value>) {
        answer.iter().for_each(|value| self.publish(*value));
        if let Some(caller) = self.thread_mut().serving.pop()
            && caller < self.state.threads.len()
            && !self.state.threads[caller].has_ended()
        {
            self.state.thread_mut(caller).reply = Some(answer);
        }
    }

    fn requeue(&mut self, requeue: &Requeue, way: Option<Way>) -> Result<bool, Stop> {
        let Some(from) = self.found_queue(requeue.from)? else { return Ok(true) };
        let Some(to) = self.found_queue(requeue.to)? else { return Ok(true) };
        if way.is_none() {
            return Ok(false);
        }
        if self.is_gone(to.0) {
            let answer = self.given_back(from.1, &requeue.refused)?;
            self.answer(answer);
        } else {
            let arguments = self.handed_over(to.1, &requeue.arguments)?;
            arguments.iter().for_each(|argument| self.publish(*argument));
            if let Some(thread) = self.thread_mut().serving.pop() {
                let may_leave = requeue.with_abort;
                let (requeued, certain) = (true, false);
                let caller = Caller { thread, arguments, may_leave, requeued, certain };
                self.state.queues.entry(to).or_default().push(caller);
            }
        }
        self.next();
        Ok(true)
    }

    /// Whether the object is a thread.
    pub fn is_thread(&self, object: Value) -> bool {
        let own = self.machine.class_of(&self.state, object);
        let thread = self.machine.program.roles.thread;
        own.zip(thread).is_some_and(|(own, thread)| self.machine.is_a(own, thread))
    }

    /// Whether the owner of an entry takes no more calls: it has ended, is about to, or was aborted. Objects that are no
    /// threads always do.
    pub fn is_gone(&self, owner: Value) -> bool {
        let Some(last) = &self.machine.program.roles.last_words else { return false };
        if !self.is_thread(owner) {
            return false;
        }
        let ended =
            self.state.thread_of(owner).is_some_and(|at| self.state.threads[at].has_ended());
        ended || self.flag(owner, Some(last.deaf)) || self.is_abnormal(owner)
    }

    /// Whether the thread waits for the answer to a call.
    pub fn awaits_answer(&self) -> bool {
        match self.op() {
            Some(Op::Meet(Meeting::Call(call))) => call.part == CallPart::Await,
            Some(Op::Meet(Meeting::Async(of))) => of.part == AsyncPart::End && of.call.is_some(),
            _ => false,
        }
    }

    /// A whole number in a field of an object.
    pub fn number_in(&self, object: Value, field: FieldId) -> Option<i64> {
        match self.field(object, field) {
            Some(Value::Int(number)) => Some(number),
            _ => None,
        }
    }

    /// The value of a field; none if the object has no such field.
    pub fn field(&self, object: Value, field: FieldId) -> Option<Value> {
        let Value::Object(object) = object else { return None };
        let class = self.machine.class_of(&self.state, Value::Object(object))?;
        let known = self.machine.layout(class).contains(&field);
        known.then(|| self.machine.read(&self.state, Place::Field(object, field)))
    }
}
