//! Ample sets of programs with memory: which threads can go on before one of them steps, and what they may do till then.
//!
//! Three things are found together, each to a fixpoint, because they depend on each other: the threads that can go on (one
//! that waits for what only threads can give that cannot go on is left out), the acts that their code ahead allows
//! ([`future`]), and the memory that these acts may write. Any other memory keeps its values till then, so that the
//! analysis may read them: were there a first write to it, all that came before would be covered by the analysis, and so
//! would be the write. An act is left out where one of its guards cannot come true: the monitor belongs to, or the end is
//! that of, a thread that does not go on.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::future::future;
use super::{Act, Future, Guard, Unstable, Where};
use crate::interpret::{Machine, ObjectId, Phase, Place, State, Thread, Touch, Value};

/// So many futures of one thread are kept.
const MOST_FUTURES: usize = 64;

/// Futures of threads that were seen before, by address; they are kept, so that it stays theirs.
#[derive(Default)]
pub struct Futures {
    known: FxHashMap<*const Thread, (Rc<Thread>, Vec<Rc<Future>>)>,
}

impl Futures {
    fn of(
        &mut self,
        machine: &Machine<'_>,
        state: &State,
        thread: usize,
        unstable: &Unstable,
    ) -> Rc<Future> {
        let own = &state.threads[thread];
        let (_, known) =
            self.known.entry(Rc::as_ptr(own)).or_insert_with(|| (own.clone(), Vec::new()));
        let fits = |future: &&Rc<Future>| {
            future.loads.iter().all(|load| {
                let cell = state.heap.get(load.block.0 as usize);
                let stable = !unstable.has(load.block, load.from, load.to);
                match (&load.known, cell) {
                    (Some(known), Some(cell)) => stable && Rc::ptr_eq(known, cell),
                    (Some(_), None) => false,
                    (None, _) => !stable,
                }
            })
        };
        if let Some(known) = known.iter().find(fits) {
            return known.clone();
        }
        let found = Rc::new(future(machine, state, thread, unstable));
        if known.len() == MOST_FUTURES {
            known.clear();
        }
        known.push(found.clone());
        found
    }
}

/// What the other threads may do before one of them steps.
pub struct Others<'o> {
    machine: &'o Machine<'o>,
    state: &'o State,
    me: usize,
    /// Those that can go on before it.
    free: Vec<bool>,
    futures: Vec<Option<Rc<Future>>>,
    /// The acts that can happen: of which thread, and under which of its guards.
    possible: Vec<(usize, usize)>,
    /// The objects that they can reach; found when it is needed.
    reached: Option<Vec<bool>>,
}

/// What the threads of a state wait for.
pub struct Waiting<'o> {
    state: &'o State,
    waits: Vec<Waits>,
}

impl<'o> Waiting<'o> {
    /// Looks at all threads of a state.
    pub fn of(machine: &Machine<'_>, state: &'o State) -> Waiting<'o> {
        let waits = (0..state.threads.len()).map(|at| waits(machine, state, at)).collect();
        Waiting { state, waits }
    }
}

/// What a thread that cannot step waits for.
enum Waits {
    /// It can step, or something else could let it.
    Not,
    /// It has ended, or is stuck.
    Always,
    /// For one of these threads to do something.
    For(Vec<usize>),
    /// For a signal.
    Signal(Value),
    /// For one of these parts of memory to be written.
    Written(Vec<Where>),
}

impl<'o> Others<'o> {
    /// What the other threads wait for, and what they may do before `me` steps.
    pub fn of(
        machine: &'o Machine<'o>,
        Waiting { state, waits }: &Waiting<'o>,
        me: usize,
        futures: &mut Futures,
    ) -> Others<'o> {
        let mut unstable = Unstable::default();
        let mut others = Others {
            machine,
            state,
            me,
            free: Vec::new(),
            futures: Vec::new(),
            possible: Vec::new(),
            reached: None,
        };
        loop {
            others.free = vec![false; waits.len()];
            others.futures = vec![None; waits.len()];
            others.release(waits, &unstable, futures);
            let mut changed = false;
            for act in others.acts() {
                match act {
                    Act::Write(part) => changed |= unstable.add(*part),
                    Act::Everything => changed |= unstable.add(Where::Anywhere),
                    _ => {}
                }
            }
            if !changed {
                return others;
            }
        }
    }

    /// Finds the threads that can go on, and what they may do.
    fn release(&mut self, waits: &[Waits], unstable: &Unstable, futures: &mut Futures) {
        loop {
            let freed: Vec<usize> = (0..waits.len())
                .filter(|at| !self.free[*at] && *at != self.me && self.is_freed(&waits[*at]))
                .collect();
            if freed.is_empty() {
                return;
            }
            for thread in freed {
                self.free[thread] = true;
                let future = futures.of(self.machine, self.state, thread, unstable);
                self.futures[thread] = Some(future);
            }
            self.collect();
        }
    }

    fn is_freed(&mut self, waits: &Waits) -> bool {
        match waits {
            Waits::Not => true,
            Waits::Always => false,
            Waits::For(givers) => givers.iter().any(|giver| self.free[*giver]),
            Waits::Signal(on) => {
                let on = place_of(*on);
                self.any(&|act| matches!(act, Act::Signals(_)), on)
            }
            Waits::Written(parts) => {
                parts.iter().any(|part| self.any(&|act| matches!(act, Act::Write(_)), Some(*part)))
            }
        }
    }

    /// Finds the acts that can happen, of the threads that can go on.
    fn collect(&mut self) {
        let mut possible = Vec::new();
        for (thread, future) in self.futures.iter().enumerate() {
            let acts = future.iter().flat_map(|future| future.acts.iter().enumerate());
            let acts = acts.filter(|(_, (guards, _))| self.is_possible(guards));
            possible.extend(acts.map(|(at, _)| (thread, at)));
        }
        self.possible = possible;
        self.reached = None;
    }

    fn acts(&self) -> impl Iterator<Item = &Act> {
        self.possible.iter().flat_map(|(thread, at)| {
            let future = self.futures[*thread].as_ref();
            future.into_iter().flat_map(|future| &future.acts[*at].1)
        })
    }

    fn is_possible(&self, guards: &[Guard]) -> bool {
        guards.iter().all(|guard| match guard {
            Guard::Holds(monitor) => {
                let owner = self.state.monitors.get(monitor);
                owner.is_none_or(|(owner, _)| self.free[*owner])
            }
            Guard::Ended(thread) => self
                .state
                .thread_of(*thread)
                .is_none_or(|thread| self.state.threads[thread].has_ended() || self.free[thread]),
        })
    }

    /// Whether a step touches nothing that the others may touch before it.
    pub fn are_independent_of(&mut self, touched: &[Touch]) -> bool {
        touched.iter().all(|touch| !self.conflict(*touch))
    }

    fn conflict(&mut self, touch: Touch) -> bool {
        match touch {
            Touch::Everything => self.free.contains(&true),
            Touch::Place(Place::Memory(block, at, bytes), write) => {
                let part = Where::At(block, at as i64, (at + bytes) as i64);
                let kind = |act: &Act| match act {
                    Act::Write(_) => true,
                    Act::Read(_) => write,
                    _ => false,
                };
                self.any(&kind, Some(part))
            }
            Touch::Acquire(monitor) => {
                let kind = |act: &Act| matches!(act, Act::Locks(_) | Act::LooksAtMonitor(_));
                self.any(&kind, place_of(monitor))
            }
            Touch::Release(monitor) => {
                self.any(&|act| matches!(act, Act::LooksAtMonitor(_)), place_of(monitor))
            }
            Touch::Signal(on) => {
                let kind = |act: &Act| matches!(act, Act::Waits(_) | Act::Signals(_));
                self.any(&kind, place_of(on))
            }
            Touch::EnterWaitSet(on) | Touch::LeaveWaitSet(on) => {
                let kind = |act: &Act| matches!(act, Act::Signals(_) | Act::LooksAtMonitor(_));
                self.any(&kind, place_of(on))
            }
            Touch::Life(thread) => {
                let kind = |act: &Act| matches!(act, Act::StartsOrJoins(_) | Act::LooksAtThread(_));
                self.any(&kind, place_of(thread))
            }
            Touch::End(thread) => {
                self.any(&|act| matches!(act, Act::LooksAtThread(_)), place_of(thread))
            }
            Touch::Place(..)
            | Touch::Elements(_)
            | Touch::Notify(_)
            | Touch::Interrupt(_)
            | Touch::Initialise(_) => self.free.contains(&true),
        }
    }

    /// Whether one of the acts is of a kind, and about a part of memory. No part: something that is not followed.
    fn any(&mut self, kind: &dyn Fn(&Act) -> bool, part: Option<Where>) -> bool {
        let Some(Where::At(block, from, to)) = part else { return self.free.contains(&true) };
        let mut wild = false;
        for act in self.acts() {
            let of = match act {
                Act::Everything => return true,
                act if !kind(act) => continue,
                Act::Read(of)
                | Act::Write(of)
                | Act::Locks(of)
                | Act::LooksAtMonitor(of)
                | Act::Signals(of)
                | Act::Waits(of)
                | Act::StartsOrJoins(of)
                | Act::LooksAtThread(of) => *of,
            };
            match of {
                Where::Anywhere => wild = true,
                Where::At(other, low, high) if other == block && low < to && from < high => {
                    return true;
                }
                Where::At(..) => {}
            }
        }
        wild && self.reach(block)
    }

    /// Whether the others can reach a block. What the step itself has made is its own.
    fn reach(&mut self, block: ObjectId) -> bool {
        if block.0 as usize >= self.state.heap.len() {
            return false;
        }
        let reached = match self.reached.take() {
            Some(known) => known,
            None => self.reachable(),
        };
        let is = reached[block.0 as usize];
        self.reached = Some(reached);
        is
    }

    fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.state.heap.len()];
        let mut open: Vec<ObjectId> = Vec::new();
        let free = (0..self.free.len()).filter(|at| self.free[*at]);
        for thread in free.map(|at| &self.state.threads[at]) {
            let values = thread.frames.iter().flat_map(|frame| &frame.vars).chain([&thread.object]);
            open.extend(values.filter_map(|value| value.object()));
            open.extend(&thread.locals);
            open.extend(thread.frames.iter().flat_map(|frame| &frame.blocks).map(|(_, of)| *of));
            if let Phase::Waiting { on, monitor, .. } = thread.phase {
                open.extend([on, monitor].iter().filter_map(|value| value.object()));
            }
        }
        let globals = self.futures.iter().flatten().flat_map(|future| &future.globals);
        open.extend(globals.map(|global| ObjectId(global.0)));
        while let Some(object) = open.pop() {
            if !std::mem::replace(&mut reached[object.0 as usize], true) {
                open.extend(self.state.cell(object).values().filter_map(Value::object));
            }
        }
        reached
    }
}

/// The byte that stands for a monitor, a condition or a thread.
fn place_of(value: Value) -> Option<Where> {
    match value {
        Value::Pointer(block, at) => Some(Where::At(block, at, at.saturating_add(1))),
        _ => None,
    }
}

fn waits(machine: &Machine<'_>, state: &State, thread: usize) -> Waits {
    let at = &state.threads[thread];
    match at.phase {
        Phase::Ended | Phase::Stuck => return Waits::Always,
        Phase::Waiting { on, wake: None, .. } => {
            return match machine.ways(state, thread).is_empty() {
                true => Waits::Signal(on),
                false => Waits::Not,
            };
        }
        _ => {}
    }
    if let Some(givers) = machine.givers(state, thread) {
        return Waits::For(givers);
    }
    match machine.awaited(state, thread) {
        Some(places) => Waits::Written(places.into_iter().filter_map(part_of).collect()),
        None => Waits::Not,
    }
}

fn part_of(place: Place) -> Option<Where> {
    match place {
        Place::Memory(block, at, bytes) => Some(Where::At(block, at as i64, (at + bytes) as i64)),
        Place::Static(_) | Place::Field(..) | Place::Element(..) => None,
    }
}
