//! The canonical state of all that differ only in what no later step can depend on: that is dropped, and the rest is
//! numbered in the order in which it is first reached.
//!
//! Two states with the same canonical form differ in garbage, in the order in which objects were made, and in variables
//! that are not asked for again; every step of one is a step of the other.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Machine;
use super::heap::Cell;
use super::state::{Caller, Initialisation, State};
use super::thread::{Call, Frame, Phase, Thread};
use super::value::{ObjectId, Value};
use crate::program::{ClassId, VarId};

impl Machine<'_> {
    /// The canonical form, and the number that each thread has in it.
    pub fn canonical(&self, mut state: State) -> (State, Vec<Option<usize>>) {
        for thread in &mut state.threads {
            self.forget(thread);
        }
        let mut renumber =
            Renumber { old: &state, new: vec![None; state.heap.len()], order: Vec::new() };
        // The blocks of globals keep their numbers.
        for number in 0..self.program.globals.len() as u32 {
            renumber.reach(Value::Object(ObjectId(number)));
        }
        for value in state.statics.values() {
            renumber.reach(*value);
        }
        let live = |thread: &&Rc<Thread>| !thread.has_ended();
        for thread in state.threads.iter().filter(live) {
            renumber.thread(thread);
        }
        renumber.queues();
        for monitor in state.monitors.keys() {
            renumber.reach(*monitor);
        }
        renumber.follow();
        let threads = renumber.kept_threads();
        for (number, thread) in state.threads.iter().enumerate() {
            if threads[number].is_some() && thread.has_ended() {
                renumber.reach(thread.object);
            }
        }
        renumber.follow();
        let Renumber { new, order, .. } = renumber;
        let value = |value: Value| match (value, value.object()) {
            (_, Some(object)) => match (value, new[object.0 as usize]) {
                (Value::Pointer(_, at), Some(number)) => Value::Pointer(ObjectId(number), at),
                (_, Some(number)) => Value::Object(ObjectId(number)),
                (_, None) => Value::Undefined,
            },
            (other, None) => other,
        };
        let thread = |number: usize| threads.get(number).copied().flatten().unwrap_or(usize::MAX);
        let heap = order.iter().map(|old| rebuilt(&state.heap[old.0 as usize], value)).collect();
        let statics = match state.statics.values().all(|old| value(*old) == *old) {
            true => state.statics.clone(),
            false => {
                Rc::new(state.statics.iter().map(|(field, old)| (*field, value(*old))).collect())
            }
        };
        let classes = renumbered_classes(&state, thread);
        let monitors =
            state.monitors.iter().map(|(of, (by, count))| (value(*of), (thread(*by), *count)));
        let queues = state.queues.iter().filter(|(_, callers)| !callers.is_empty());
        let queues = queues.map(|((owner, entry, index), callers)| {
            ((value(*owner), *entry, *index), renumbered_callers(callers, value, thread))
        });
        let kept = state.threads.iter().zip(&threads).filter(|(_, number)| number.is_some());
        let renumbered = kept.map(|(old, _)| match is_same(old, value, thread) {
            true => old.clone(),
            false => Rc::new(renumbered(old, value, thread)),
        });
        let canonical = State {
            heap,
            statics,
            classes,
            monitors: monitors.collect(),
            queues: queues.collect(),
            threads: renumbered.collect(),
            names: match state.names.renumbered(value) {
                same if same == *state.names => state.names.clone(),
                other => Rc::new(other),
            },
            automaton: state.automaton,
            exclusive: state.exclusive.map(thread),
            exited: state.exited,
            tainted: state.tainted,
        };
        (canonical, threads)
    }

    /// Whether a thread has variables, or inputs, that are not asked for again.
    fn has_more_than_is_live(&self, thread: &Thread) -> bool {
        if !thread.inputs.is_empty() {
            return true;
        }
        thread.frames.iter().enumerate().any(|(position, frame)| {
            let callee = thread.frames.get(position + 1).map(|frame| frame.call);
            let Some(code) = self.code(frame.method) else { return false };
            let pc = frame.pc as usize;
            let live = match callee {
                Some(Call::After(_)) => &code.during[pc.saturating_sub(1)],
                _ => &code.live[pc],
            };
            let mut live = live.iter().map(|var| var.0 as usize).peekable();
            frame.vars.iter().enumerate().any(|(var, value)| {
                while live.peek().is_some_and(|next| *next < var) {
                    live.next();
                }
                *value != Value::Undefined && live.peek() != Some(&var) && !self.keeps(frame, var)
            })
        })
    }

    /// Whether a pattern of an event may ask for the memory that a variable points at.
    fn keeps(&self, frame: &Frame, var: usize) -> bool {
        let Some(watch) = self.watch.as_ref().filter(|_| self.program.has_memory()) else {
            return false;
        };
        let method = &self.program.methods[frame.method];
        let var = method.vars.get(VarId(var as u32));
        !self.program.classes[method.class].library && var.is_some_and(|var| watch.keeps(var))
    }

    /// Drops the values of variables that are not asked for again.
    fn forget(&self, thread: &mut Rc<Thread>) {
        if thread.has_ended() || !self.has_more_than_is_live(thread) {
            return;
        }
        let thread = Rc::make_mut(thread);
        for position in 0..thread.frames.len() {
            let callee = thread.frames.get(position + 1).map(|frame| frame.call);
            let frame = &mut thread.frames[position];
            let Some(code) = self.code(frame.method) else { continue };
            let pc = frame.pc as usize;
            let live = match callee {
                Some(Call::After(_)) => &code.during[pc.saturating_sub(1)],
                _ => &code.live[pc],
            };
            for var in 0..frame.vars.len() {
                let unused = live.binary_search(&VarId(var as u32)).is_err();
                if frame.vars[var] != Value::Undefined && unused && !self.keeps(frame, var) {
                    frame.vars[var] = Value::Undefined;
                }
            }
        }
        let frames = &thread.frames;
        let used = |id: u32| frames.iter().any(|frame| frame.vars.contains(&Value::Input(id)));
        let unused: Vec<u32> =
            thread.inputs.iter().map(|(id, ..)| *id).filter(|id| !used(*id)).collect();
        thread.inputs.retain(|(id, ..)| !unused.contains(id));
    }
}

struct Renumber<'s> {
    old: &'s State,
    new: Vec<Option<u32>>,
    /// The objects that were reached, in order; those before `done` were followed.
    order: Vec<ObjectId>,
}

impl Renumber<'_> {
    fn reach(&mut self, value: Value) {
        if let Some(object) = value.object()
            && self.new[object.0 as usize].is_none()
        {
            self.new[object.0 as usize] = Some(self.order.len() as u32);
            self.order.push(object);
        }
    }

    fn thread(&mut self, thread: &Thread) {
        self.reach(thread.object);
        thread.frames.iter().flat_map(|frame| &frame.vars).for_each(|value| self.reach(*value));
        if let Phase::Waiting { on, monitor, .. } = thread.phase {
            self.reach(on);
            self.reach(monitor);
        }
        thread.locals.iter().for_each(|local| self.reach(Value::Object(*local)));
        thread.master.iter().for_each(|master| self.reach(*master));
        thread.reply.iter().flatten().for_each(|value| self.reach(*value));
    }

    fn queues(&mut self) {
        let state = self.old;
        for ((owner, ..), callers) in state.queues.iter().filter(|(_, all)| !all.is_empty()) {
            self.reach(*owner);
            let arguments = callers.iter().flat_map(|caller| &caller.arguments);
            arguments.for_each(|value| self.reach(*value));
        }
    }

    /// For each thread, its number among those that are kept. One that has ended is kept as long as anything can ask
    /// for it.
    fn kept_threads(&self) -> Vec<Option<usize>> {
        let state = self.old;
        let serves = |number: usize| state.threads.iter().any(|one| one.serving.contains(&number));
        let mut threads: Vec<Option<usize>> = Vec::new();
        let mut kept = 0;
        for (number, thread) in state.threads.iter().enumerate() {
            let asked = match thread.object.object() {
                Some(object) => self.new[object.0 as usize].is_some(),
                None => true,
            };
            let needed = number == 0
                || !thread.has_ended()
                || asked
                || state.holds_any(number)
                || serves(number);
            threads.push(needed.then_some(kept));
            kept += usize::from(needed);
        }
        threads
    }

    /// Reaches what the objects that were reached refer to.
    fn follow(&mut self) {
        let mut at = 0;
        while let Some(object) = self.order.get(at).copied() {
            let old = self.old;
            old.cell(object).values().for_each(|value| self.reach(value));
            at += 1;
        }
    }
}

fn rebuilt(cell: &Rc<Cell>, value: impl Fn(Value) -> Value) -> Rc<Cell> {
    if cell.values().all(|old| value(old) == old) {
        return cell.clone();
    }
    let mut cell = (**cell).clone();
    match &mut cell {
        Cell::Object { fields: values, .. } | Cell::Array { items: values, .. } => {
            values.iter_mut().for_each(|old| *old = value(*old));
        }
        Cell::Block(block) => block.values_mut().for_each(|old| *old = value(*old)),
        Cell::Box(..) | Cell::Text(_) => {}
    }
    Rc::new(cell)
}

/// How far classes are initialised, and by which threads; shared where no number changes.
fn renumbered_classes(
    state: &State,
    thread: impl Fn(usize) -> usize,
) -> Rc<BTreeMap<ClassId, Initialisation>> {
    let renumbered = state.classes.iter().map(|(class, how_far)| {
        let how_far = match how_far {
            Initialisation::UnderWay(by) => Initialisation::UnderWay(thread(*by)),
            other => *other,
        };
        (*class, how_far)
    });
    let classes: BTreeMap<_, _> = renumbered.collect();
    if classes == *state.classes { state.classes.clone() } else { Rc::new(classes) }
}

/// Those that wait in the queue of an entry, with their arguments.
fn renumbered_callers(
    callers: &[Caller],
    value: impl Fn(Value) -> Value,
    thread: impl Fn(usize) -> usize,
) -> Vec<Caller> {
    let mut callers = callers.to_vec();
    for caller in &mut callers {
        caller.thread = thread(caller.thread);
        caller.arguments.iter_mut().for_each(|argument| *argument = value(*argument));
    }
    callers
}

/// Whether nothing in a thread gets another number.
fn is_same(old: &Thread, value: impl Fn(Value) -> Value, thread: impl Fn(usize) -> usize) -> bool {
    let same = |old: &Value| value(*old) == *old;
    let stays = |block: &ObjectId| same(&Value::Object(*block));
    let waits = match &old.phase {
        Phase::Waiting { on, monitor, .. } => same(on) && same(monitor),
        _ => true,
    };
    waits
        && same(&old.object)
        && old.frames.iter().all(|frame| frame.vars.iter().all(same))
        && old.frames.iter().flat_map(|frame| &frame.blocks).all(|(_, block)| stays(block))
        && old.locals.iter().all(stays)
        && old.master.iter().all(|master| !old.has_ended() && same(master))
        && old.serving.iter().all(|caller| thread(*caller) == *caller)
        && old.reply.iter().flatten().all(same)
}

fn renumbered(
    old: &Thread,
    value: impl Fn(Value) -> Value,
    thread: impl Fn(usize) -> usize,
) -> Thread {
    let mut new = old.clone();
    new.object = value(new.object);
    for var in new.frames.iter_mut().flat_map(|frame| &mut frame.vars) {
        *var = value(*var);
    }
    if let Phase::Waiting { on, monitor, .. } = &mut new.phase {
        *on = value(*on);
        *monitor = value(*monitor);
    }
    let block = |id: ObjectId| value(Value::Object(id)).object();
    for frame in &mut new.frames {
        // What nothing refers to any more ends unnoticed.
        let blocks = frame.blocks.iter().filter_map(|(pc, id)| Some((*pc, block(*id)?)));
        frame.blocks = blocks.collect();
    }
    new.locals = new.locals.iter().filter_map(|local| block(*local)).collect();
    new.master = match new.has_ended() {
        true => None,
        false => new.master.map(&value),
    };
    new.serving.iter_mut().for_each(|caller| *caller = thread(*caller));
    new.reply.iter_mut().flatten().for_each(|answer| *answer = value(*answer));
    new
}
