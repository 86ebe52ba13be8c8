//! Threads that wait for each other for ever, whatever the others do.
//!
//! A thread waits for a monitor, for the end of a thread, for the answer to a call, or for a call. Each of these only some
//! threads can give: the holder, the thread itself, the one that serves the caller or could accept it, those that could
//! still call. The largest set of threads each of which waits only for others of the set is stuck. A thread that has
//! ended gives nothing any more.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::Machine;
use super::heap::Place;
use super::initialise::Use;
use super::run::Run;
use super::state::State;
use super::thread::Phase;
use super::value::Value;
use crate::flat::Op;
use crate::program::*;
use crate::show::visit;

/// What a blocked thread waits for, in the simplest cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitsFor {
    /// A monitor.
    Monitor(Value),
    /// The end of a thread.
    End(usize),
}

/// What a thread that executes a method may do before its end, as far as its text tells.
#[derive(Clone, Debug, Default)]
pub struct Abilities {
    calls: BTreeSet<EntryId>,
    accepts: BTreeSet<EntryId>,
    aborts: bool,
    requeues: bool,
    /// Something that is not modelled, and so perhaps anything.
    unmodelled: bool,
}

impl Machine<'_> {
    /// Threads, one of them no daemon, that wait for each other for ever; or none.
    pub fn circle(&self, state: &State) -> Vec<usize> {
        if state.exited {
            return Vec::new();
        }
        let count = state.threads.len();
        let mut stuck: Vec<Option<Vec<usize>>> =
            (0..count).map(|thread| self.givers(state, thread)).collect();
        loop {
            let freed = (0..count).find(|thread| {
                let givers = stuck[*thread].as_ref();
                givers.is_some_and(|givers| givers.iter().any(|giver| stuck[*giver].is_none()))
            });
            match freed {
                Some(thread) => stuck[thread] = None,
                None => break,
            }
        }
        let waits =
            |thread: &usize| stuck[*thread].is_some() && !state.threads[*thread].has_ended();
        let circle: Vec<usize> = (0..count).filter(waits).collect();
        match circle.iter().all(|thread| state.threads[*thread].daemon) {
            true => Vec::new(),
            false => circle,
        }
    }

    /// The monitor that a thread waits to get, or the end of a thread that it waits for.
    pub fn waits_for(&self, state: &State, thread: usize) -> Option<WaitsFor> {
        let at = &state.threads[thread];
        match at.phase {
            Phase::Over => return Some(WaitsFor::Monitor(at.object)),
            Phase::Waiting { monitor, wake: Some(_), .. } => {
                return Some(WaitsFor::Monitor(monitor));
            }
            Phase::Run => {}
            _ => return None,
        }
        let run = Run::look(self, state, thread);
        match run.op()? {
            Op::Do { operation: Operation::Enter | Operation::EnterOnce, arguments, .. } => {
                Some(WaitsFor::Monitor(run.operand(*arguments.first()?)))
            }
            Op::Do { operation: Operation::Join, arguments, .. } => {
                state.thread_of(run.operand(*arguments.first()?)).map(WaitsFor::End)
            }
            Op::Await(Condition::Ended(of)) => state.thread_of(run.operand(*of)).map(WaitsFor::End),
            _ => None,
        }
    }

    /// The threads one of which has to do something before this one can go on. None where it can go on, or where
    /// something else could let it.
    pub fn givers(&self, state: &State, thread: usize) -> Option<Vec<usize>> {
        let at = &state.threads[thread];
        if at.has_ended() {
            return Some(Vec::new());
        }
        if !self.ways(state, thread).is_empty() {
            return None;
        }
        let owner = |monitor| state.monitors.get(&monitor).map(|(owner, _)| vec![*owner]);
        let run = Run::look(self, state, thread);
        match &at.phase {
            Phase::Over => return owner(at.object),
            Phase::Waiting { monitor, wake: Some(_), .. } => return owner(*monitor),
            Phase::Queued => return self.answerers(state, &run),
            Phase::Selecting(open) => return self.callers(state, &run, open),
            Phase::Run => {}
            _ => return None,
        }
        let op = run.op()?;
        if run.class_use(op) != Use::Ready {
            return None;
        }
        match op {
            Op::Do { operation: Operation::Enter | Operation::EnterOnce, arguments, .. } => {
                owner(run.operand(*arguments.first()?))
            }
            // Where threads are interrupted at all, this one may be.
            Op::Do { operation: Operation::Join, arguments, .. } if !self.interrupts.get() => {
                state.thread_of(run.operand(*arguments.first()?)).map(|other| vec![other])
            }
            Op::Await(Condition::Ended(of)) => {
                state.thread_of(run.operand(*of)).map(|other| vec![other])
            }
            Op::Meet(Meeting::Call(call)) if call.part == CallPart::Await => {
                self.answerers(state, &run)
            }
            _ => None,
        }
    }

    /// The places one of which has to change before a thread can go on that waits for a condition. None where it can go on,
    /// or where something else could let it.
    pub fn awaited(&self, state: &State, thread: usize) -> Option<Vec<Place>> {
        if !self.ways(state, thread).is_empty() || state.threads[thread].phase != Phase::Run {
            return None;
        }
        let run = Run::look(self, state, thread);
        let op = run.op()?;
        match op {
            Op::Await(condition) if run.class_use(op) == Use::Ready => {
                let mut places = Vec::new();
                self.looked_at(&run, condition, &mut places).then_some(places)
            }
            _ => None,
        }
    }

    /// Lists the places that a condition depends on; whether these are all.
    fn looked_at(&self, run: &Run<'_, '_>, of: &Condition, places: &mut Vec<Place>) -> bool {
        match of {
            Condition::Operand(_) | Condition::Mine(_) => true,
            Condition::Load(access) => {
                let place = self.place(&run.state, *access, &run.access_operands(*access));
                place.map(|place| places.push(place)).is_ok()
            }
            Condition::Unary(_, _, inner) => self.looked_at(run, inner, places),
            Condition::Binary(_, _, left, right) => {
                self.looked_at(run, left, places) && self.looked_at(run, right, places)
            }
            Condition::Held(_)
            | Condition::Waiting(_)
            | Condition::Started(_)
            | Condition::Ended(_)
            | Condition::Length(_) => false,
        }
    }

    /// The threads one of which could answer the call of a thread.
    fn answerers(&self, state: &State, run: &Run<'_, '_>) -> Option<Vec<usize>> {
        let all = self.all_abilities(state);
        if all.iter().any(|one| one.aborts || one.unmodelled) {
            return None;
        }
        let serves = |at: &usize| state.threads[*at].serving.contains(&run.me);
        if let Some(server) = (0..state.threads.len()).find(serves) {
            return Some(vec![server]);
        }
        let ((owner, entry, _), _) = run.own_place()?;
        if run.is_thread(owner) {
            return state.thread_of(owner).map(|owner| vec![owner]);
        }
        let accepts = |at: &usize| all[*at].accepts.contains(&entry) || all[*at].requeues;
        Some((0..state.threads.len()).filter(accepts).collect())
    }

    /// The threads one of which could make a call for which a thread waits, where it waits for nothing else.
    fn callers(&self, state: &State, run: &Run<'_, '_>, open: &[u32]) -> Option<Vec<usize>> {
        let Some(Op::Meet(Meeting::Select(select))) = run.op() else { return None };
        let mut entries = BTreeSet::new();
        for number in open {
            match select.alternatives[*number as usize].kind {
                AlternativeKind::Accept { at, .. } => entries.insert(at.entry),
                _ => return None,
            };
        }
        let all = self.all_abilities(state);
        if all.iter().any(|one| one.aborts || one.unmodelled) {
            return None;
        }
        let calls = |at: &usize| !all[*at].calls.is_disjoint(&entries);
        Some((0..state.threads.len()).filter(calls).collect())
    }

    fn all_abilities(&self, state: &State) -> Vec<Abilities> {
        let of_thread = |thread: &Rc<super::Thread>| {
            let mut all = Abilities::default();
            for frame in &thread.frames {
                let one = self.abilities(frame.method);
                all.calls.extend(&one.calls);
                all.accepts.extend(&one.accepts);
                all.aborts |= one.aborts;
                all.requeues |= one.requeues;
                all.unmodelled |= one.unmodelled;
            }
            all
        };
        state.threads.iter().map(of_thread).collect()
    }

    fn abilities(&self, method: MethodId) -> Rc<Abilities> {
        if let Some(known) = self.abilities.borrow().get(&method) {
            return known.clone();
        }
        let mut found = Abilities::default();
        let mut seen = BTreeSet::from([method]);
        let mut open = vec![method];
        while let Some(method) = open.pop() {
            let mut next = Vec::new();
            let body = self.program.methods[method].body.as_deref().unwrap_or(&[]);
            visit(body, &mut |statement| self.note_ability(statement, &mut found, &mut next));
            open.extend(next.into_iter().filter(|method| seen.insert(*method)));
        }
        let found = Rc::new(found);
        self.abilities.borrow_mut().insert(method, found.clone());
        found
    }

    /// Notes what a statement does, and which methods it may start.
    fn note_ability(&self, statement: &Stmt, found: &mut Abilities, next: &mut Vec<MethodId>) {
        let methods = || self.program.methods.enumerate();
        let named = |selector: &str| {
            methods().filter(|(_, method)| method.selector == selector).map(|(id, _)| id).collect()
        };
        let mut called: Vec<MethodId> = match &statement.kind {
            StmtKind::Call { callee: Callee::Exact(method), .. } => vec![*method],
            StmtKind::Call { callee: Callee::Virtual { selector, .. }, .. } => named(selector),
            StmtKind::Do { operation: Operation::Start, .. } => named(&self.program.roles.run),
            _ => Vec::new(),
        };
        next.append(&mut called);
        match &statement.kind {
            StmtKind::Unmodelled { .. } => found.unmodelled = true,
            StmtKind::Call { callee: Callee::Pointer(_), .. } => found.unmodelled = true,
            StmtKind::Do { operation: Operation::Abort, .. } => found.aborts = true,
            StmtKind::Meet(Meeting::Call(call)) => {
                found.calls.insert(call.at.entry);
            }
            StmtKind::Meet(Meeting::Async(Async { call: Some(call), .. })) => {
                found.calls.insert(call.at.entry);
            }
            StmtKind::Meet(Meeting::Requeue(requeue)) => {
                found.calls.insert(requeue.to.entry);
                found.requeues = true;
            }
            StmtKind::Meet(Meeting::Select(select)) => {
                for alternative in &select.alternatives {
                    if let AlternativeKind::Accept { at, .. } = alternative.kind {
                        found.accepts.insert(at.entry);
                    }
                }
            }
            _ => {}
        }
    }
}
