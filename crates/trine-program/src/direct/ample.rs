//! Ample sets: a thread whose next step is independent of all that the others may do before it is enough to go on with
//! (persistent sets, Godefroid 1996; ample sets, Peled 1993).
//!
//! What the others may do is summed up from the code ahead of them ([`effects`](super::effects)), refined by three things
//! that the state knows: threads that cannot go on before this one does are left out; objects that the others cannot
//! reach, along the fields that they may still read, they do not touch; an access under the monitor of the object is
//! independent of those that need that monitor, too. The argument that races, deadlocks, faults and all else that is
//! reported are kept is that of decision 015; for each of them the step of a third thread changes nothing.
//!
//! A step that ends an execution, or that goes on with a guess, is never enough: what it leads to is not known.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::effects::{Effects, Flag, Summaries};
use super::memory;
use super::memory::ample::Futures;
use crate::interpret::{
    Cell, Choice, Machine, ObjectId, Outcome, Phase, Place, State, Thread, Touch, Value,
};
use crate::program::*;

/// Finds threads that are enough to go on with.
pub enum Reduction<'r, 'p> {
    Objects(OnObjects<'r, 'p>),
    Memory(&'r Machine<'p>, Futures),
}

/// A thread whose steps are enough to leave a state.
pub struct Ample {
    /// The number of its first choice among those of the state.
    pub first: usize,
    pub thread: usize,
    pub outcomes: Vec<Outcome>,
}

/// What one thread may rely on: the others, and what they may do before it steps.
enum Others<'o> {
    Objects(OtherUsers<'o>),
    Memory(memory::ample::Others<'o>),
}

/// A state, as a reduction sees it.
enum View<'o> {
    Objects(&'o State),
    Memory(memory::ample::Waiting<'o>),
}

impl<'r, 'p> Reduction<'r, 'p> {
    /// The reduction for programs with memory, or for those with objects.
    pub fn new(machine: &'r Machine<'p>) -> Reduction<'r, 'p> {
        match machine.program.has_memory() {
            true => Reduction::Memory(machine, Futures::default()),
            false => Reduction::Objects(OnObjects::new(machine)),
        }
    }

    /// Finds a thread whose steps are enough to leave a state, and what comes of them. `step` makes a step.
    ///
    /// A step that was compared with an event is never enough (condition C2); the proviso is the caller's.
    pub fn ample(
        &mut self,
        state: &State,
        choices: &[Choice],
        step: &mut dyn FnMut(&Choice) -> Outcome,
    ) -> Option<Ample> {
        let view = self.view(state);
        let mut first = 0;
        for own in choices.chunk_by(|one, next| one.thread == next.thread) {
            if own.len() == choices.len() {
                return None;
            }
            if let Some(outcomes) = self.enough(&view, state, own, step) {
                return Some(Ample { first, thread: own[0].thread, outcomes });
            }
            first += own.len();
        }
        None
    }

    /// What comes of the steps of one thread, if they are enough.
    fn enough(
        &mut self,
        view: &View<'_>,
        state: &State,
        own: &[Choice],
        step: &mut dyn FnMut(&Choice) -> Outcome,
    ) -> Option<Vec<Outcome>> {
        let mut others = self.others(view, own[0].thread);
        let touched = self.machine().footprint(state, own);
        if !self.is_independent(&touched, &mut others) {
            return None;
        }
        let mut outcomes = Vec::new();
        for choice in own {
            let outcome = step(choice);
            let fits = !outcome.told
                && goes_on(state, &outcome)
                && self.is_independent(&outcome.touched, &mut others);
            if !fits {
                return None;
            }
            outcomes.push(outcome);
        }
        Some(outcomes)
    }

    fn machine(&self) -> &'r Machine<'p> {
        match self {
            Reduction::Objects(objects) => objects.machine,
            Reduction::Memory(machine, _) => machine,
        }
    }

    /// A state to be left, with what all its threads have in common.
    fn view<'o>(&self, state: &'o State) -> View<'o> {
        match self {
            Reduction::Objects(_) => View::Objects(state),
            Reduction::Memory(machine, _) => {
                View::Memory(memory::ample::Waiting::of(machine, state))
            }
        }
    }

    /// What the other threads may do before this one steps.
    fn others<'o>(&mut self, view: &View<'o>, me: usize) -> Others<'o>
    where
        'r: 'o,
    {
        match (self, view) {
            (Reduction::Objects(objects), View::Objects(state)) => {
                Others::Objects(objects.others(state, me))
            }
            (Reduction::Memory(machine, futures), View::Memory(waiting)) => {
                Others::Memory(memory::ample::Others::of(machine, waiting, me, futures))
            }
            _ => mixed(),
        }
    }

    /// Whether a step touches nothing that the others may touch before it.
    fn is_independent(&self, touched: &[Touch], others: &mut Others<'_>) -> bool {
        match (self, others) {
            (Reduction::Objects(objects), Others::Objects(others)) => {
                objects.is_independent(touched, others)
            }
            (Reduction::Memory(..), Others::Memory(others)) => others.are_independent_of(touched),
            _ => mixed(),
        }
    }
}

/// Whether the outcome of a step is one to go on with alone.
fn goes_on(before: &State, outcome: &Outcome) -> bool {
    let state = &outcome.state;
    outcome.stop.is_none()
        && state.exclusive.is_none()
        && !state.exited
        && state.tainted == before.tainted
}

/// The reduction of programs with objects and fields.
pub struct OnObjects<'r, 'p> {
    machine: &'r Machine<'p>,
    summaries: Summaries<'r, 'p>,
    /// Of threads that were seen before, by address; they are kept, so that it stays theirs.
    threads: FxHashMap<*const Thread, (Rc<Thread>, Rc<Ahead>)>,
}

/// What is ahead of a thread.
struct Ahead {
    effects: Effects,
    /// The classes among it that have an initialiser.
    classes: Vec<ClassId>,
}

/// The others of a program with objects and fields.
pub struct OtherUsers<'o> {
    state: &'o State,
    me: usize,
    /// Those that can go on before this one does.
    free: Vec<usize>,
    effects: Effects,
    /// The objects that they can reach; found when it is needed.
    reached: Option<Vec<bool>>,
}

impl<'r, 'p> OnObjects<'r, 'p> {
    fn new(machine: &'r Machine<'p>) -> OnObjects<'r, 'p> {
        OnObjects { machine, summaries: Summaries::of(machine), threads: FxHashMap::default() }
    }

    fn others<'o>(&mut self, state: &'o State, me: usize) -> OtherUsers<'o> {
        let all: Vec<Rc<Ahead>> =
            state.threads.iter().map(|thread| self.of_thread(thread)).collect();
        let free = self.free(state, me, &all);
        let mut effects = Effects::default();
        let mut initialises = false;
        for thread in &free {
            effects.add(&all[*thread].effects);
            let known = |class: &ClassId| state.classes.contains_key(class);
            initialises |= !all[*thread].classes.iter().all(known);
        }
        if initialises {
            self.add_initialisers(state, &mut effects);
        }
        OtherUsers { state, me, free, effects, reached: None }
    }

    fn is_independent(&self, touched: &[Touch], others: &mut OtherUsers<'_>) -> bool {
        touched.iter().all(|touch| !self.conflicts(*touch, others))
    }

    fn of_thread(&mut self, thread: &Rc<Thread>) -> Rc<Ahead> {
        if let Some((_, known)) = self.threads.get(&Rc::as_ptr(thread)) {
            return known.clone();
        }
        let effects = self.summaries.of_thread(thread);
        let initialised =
            |class: &ClassId| self.machine.program.classes[*class].initializer.is_some();
        let classes = self.summaries.used(&effects).filter(initialised).collect();
        let ahead = Rc::new(Ahead { effects, classes });
        self.threads.insert(Rc::as_ptr(thread), (thread.clone(), ahead.clone()));
        ahead
    }

    /// The others without those that wait for this one, or for others that do.
    fn free(&self, state: &State, me: usize, all: &[Rc<Ahead>]) -> Vec<usize> {
        let waits = |thread: usize| match state.threads[thread].phase {
            Phase::Ended | Phase::Stuck => Waits::Always,
            Phase::Waiting { monitor, wake: None, .. } => {
                match self.machine.ways(state, thread).is_empty() {
                    true => Waits::ToBeNotified(monitor),
                    false => Waits::Not,
                }
            }
            _ => self.machine.givers(state, thread).map_or(Waits::Not, Waits::For),
        };
        let waits: Vec<Waits> = (0..state.threads.len()).map(waits).collect();
        let mut free: Vec<bool> = waits
            .iter()
            .enumerate()
            .map(|(at, how)| at != me && matches!(how, Waits::Not))
            .collect();
        loop {
            let freed = (0..free.len()).find(|at| {
                let by = |other: usize| free[other] && other != me;
                !free[*at]
                    && *at != me
                    && match &waits[*at] {
                        Waits::Not => true,
                        Waits::Always => false,
                        Waits::For(givers) => givers.iter().any(|giver| by(*giver)),
                        Waits::ToBeNotified(monitor) => {
                            (0..free.len()).filter(|other| by(*other)).any(|other| {
                                self.may_notify(state, other, &all[other].effects, *monitor)
                            })
                        }
                    }
            });
            match freed {
                Some(thread) => free[thread] = true,
                None => return (0..free.len()).filter(|at| free[*at]).collect(),
            }
        }
    }

    /// Whether a thread may wake those that wait on a monitor.
    fn may_notify(&self, state: &State, thread: usize, effects: &Effects, monitor: Value) -> bool {
        let roles = &self.machine.program.roles;
        let interrupts = roles
            .interrupted
            .is_some_and(|flag| self.summaries.conflicts(effects, flag, false, false));
        let ends = roles.end_notifies && state.threads[thread].object == monitor;
        interrupts
            || ends
            || self.summaries.does(effects, Flag::Notifies)
            // A thread that is started notifies those that wait for it when it ends.
            || roles.end_notifies && self.summaries.does(effects, Flag::Starts)
    }

    /// Adds what the initialisers of classes may do that are not initialised yet.
    fn add_initialisers(&self, state: &State, effects: &mut Effects) {
        let mut done: Vec<ClassId> = Vec::new();
        loop {
            let open: Vec<ClassId> = self
                .summaries
                .used(effects)
                .filter(|class| !state.classes.contains_key(class) && !done.contains(class))
                .collect();
            if open.is_empty() {
                return;
            }
            for class in open {
                done.push(class);
                if let Some(more) = self.summaries.of_initialiser(class) {
                    effects.add(&more);
                }
            }
        }
    }

    fn conflicts(&self, touch: Touch, others: &mut OtherUsers<'_>) -> bool {
        let does = |others: &OtherUsers<'_>, flag| self.summaries.does(&others.effects, flag);
        let held = |others: &OtherUsers<'_>, of| others.state.hold_count(others.me, of) > 0;
        match touch {
            Touch::Everything => !others.free.is_empty(),
            Touch::Place(Place::Memory(..), _) | Touch::Signal(_) | Touch::EnterWaitSet(_) => {
                no_memory()
            }
            Touch::Place(Place::Static(field), write) => {
                let class = Value::Class(self.machine.program.fields[field].class);
                let guarded = held(others, class);
                self.summaries.conflicts(&others.effects, field, write, guarded)
            }
            Touch::Place(Place::Field(object, field), write) => {
                let guarded = held(others, Value::Object(object));
                self.summaries.conflicts(&others.effects, field, write, guarded)
                    && self.reach(others, Value::Object(object))
            }
            Touch::Place(Place::Element(array, _), write) => {
                let conflicting = does(others, Flag::WritesElements)
                    || write && does(others, Flag::ReadsElements);
                conflicting && self.reach(others, Value::Object(array))
            }
            Touch::Elements(array) => {
                let used = does(others, Flag::WritesElements) || does(others, Flag::ReadsElements);
                used && self.reach(others, array)
            }
            Touch::Acquire(monitor) => self.is_locked_by(monitor, others),
            Touch::Release(monitor) => {
                does(others, Flag::LooksAtMonitors) && self.reach(others, monitor)
            }
            Touch::Notify(monitor) => {
                let state = others.state;
                let leaves = |thread: &usize| {
                    state.threads[*thread].waits_on(monitor)
                        && !self.machine.ways(state, *thread).is_empty()
                };
                let interrupted = self.interrupts(others) && does(others, Flag::MayBeInterrupted);
                others.free.iter().any(leaves)
                    || interrupted
                    || does(others, Flag::LooksAtMonitors) && self.reach(others, monitor)
            }
            Touch::LeaveWaitSet(monitor) => {
                let notified = does(others, Flag::Notifies) || does(others, Flag::LooksAtMonitors);
                notified && self.reach(others, monitor) || self.is_thread_of(monitor, others)
            }
            Touch::Interrupt(_) => self.interrupts(others) || does(others, Flag::MayBeInterrupted),
            Touch::Life(thread) => {
                let asked = [Flag::LooksAtThreads, Flag::Joins, Flag::Starts]
                    .into_iter()
                    .any(|flag| does(others, flag));
                self.is_thread_of(thread, others) || asked && self.reach(others, thread)
            }
            Touch::End(thread) => does(others, Flag::LooksAtThreads) && self.reach(others, thread),
            Touch::Initialise(class) => self.summaries.is_used(&others.effects, class),
        }
    }

    /// Whether one of the others may interrupt a thread, or look at such a flag.
    fn interrupts(&self, others: &OtherUsers<'_>) -> bool {
        let flag = self.machine.program.roles.interrupted;
        flag.is_some_and(|flag| self.summaries.conflicts(&others.effects, flag, true, false))
    }

    /// Whether an object is one of the others, or may become one.
    fn is_thread_of(&self, object: Value, others: &mut OtherUsers<'_>) -> bool {
        let is = |thread: &usize| others.state.threads[*thread].object == object;
        others.free.iter().any(is)
            || self.summaries.does(&others.effects, Flag::Starts) && self.reach(others, object)
    }

    fn is_locked_by(&self, monitor: Value, others: &mut OtherUsers<'_>) -> bool {
        let by_name = match monitor {
            Value::Class(class) => self.summaries.locks_class(&others.effects, class),
            _ => false,
        };
        let locks = self.summaries.does(&others.effects, Flag::Locks)
            || self.summaries.does(&others.effects, Flag::LooksAtMonitors);
        let ends = self.machine.program.roles.end_notifies;
        by_name
            || locks && self.reach(others, monitor)
            || ends && self.is_thread_of(monitor, others)
    }

    /// Whether the others can reach an object, along the fields that they may read. What is no object of the heap is
    /// always reached.
    fn reach(&self, others: &mut OtherUsers<'_>, value: Value) -> bool {
        let Value::Object(object) = value else { return true };
        // What the step itself has made is its own.
        if object.0 as usize >= others.state.heap.len() {
            return false;
        }
        let reached = match others.reached.take() {
            Some(known) => known,
            None => self.reachable(others),
        };
        let is = reached[object.0 as usize];
        others.reached = Some(reached);
        is
    }

    fn reachable(&self, others: &OtherUsers<'_>) -> Vec<bool> {
        let state = others.state;
        let mut reached = vec![false; state.heap.len()];
        let mut open: Vec<ObjectId> = Vec::new();
        let mut add = |value: Value, open: &mut Vec<ObjectId>| {
            if let Value::Object(object) = value
                && !std::mem::replace(&mut reached[object.0 as usize], true)
            {
                open.push(object);
            }
        };
        for (field, value) in &*state.statics {
            if self.summaries.reads(&others.effects, *field) {
                add(*value, &mut open);
            }
        }
        for thread in &others.free {
            let thread = &state.threads[*thread];
            let values = thread.frames.iter().flat_map(|frame| &frame.vars);
            let values = values.chain(thread.reply.iter().flatten()).chain(&thread.master);
            values.chain([&thread.object]).for_each(|value| add(*value, &mut open));
            if let Phase::Waiting { monitor, .. } = thread.phase {
                add(monitor, &mut open);
            }
        }
        for ((owner, ..), callers) in &state.queues {
            add(*owner, &mut open);
            let arguments = callers.iter().flat_map(|caller| &caller.arguments);
            arguments.for_each(|value| add(*value, &mut open));
        }
        let elements = self.summaries.does(&others.effects, Flag::ReadsElements);
        while let Some(object) = open.pop() {
            match state.cell(object) {
                Cell::Object { class, fields, .. } => {
                    let layout = self.machine.layout(*class);
                    for (field, value) in layout.iter().zip(fields) {
                        if self.summaries.reads(&others.effects, *field) {
                            add(*value, &mut open);
                        }
                    }
                }
                Cell::Array { items, .. } if elements => {
                    items.iter().for_each(|value| add(*value, &mut open));
                }
                Cell::Block(_) => no_memory(),
                Cell::Array { .. } | Cell::Box(..) | Cell::Text(_) => {}
            }
        }
        reached
    }
}

fn mixed() -> ! {
    trine_base::cannot_happen!("a program with memory is not reduced as one without")
}

/// Programs with memory have an analysis of their own ([`memory`]).
pub fn no_memory() -> ! {
    trine_base::cannot_happen!("a program with objects has no memory")
}

/// What a thread that cannot step waits for.
enum Waits {
    /// It can step, or something else could let it.
    Not,
    /// It has ended, or is stuck.
    Always,
    /// For one of these threads to do something.
    For(Vec<usize>),
    ToBeNotified(Value),
}
