//! Accesses to a private object, and others that no other thread can notice: they are local work.
//!
//! Two kinds are. First, accesses to a private object, one that only the executing thread can reach: no other thread can get to it
//! before this one hands it on, which is a later operation. Second, reads of a final field that no other thread is
//! about to write: a final field is written in constructors and initialisers only, so that once none of those is under
//! way elsewhere, it keeps its value. Such an operation is independent of everything that others can do before or
//! after it: executing it at once leaves out no state in which a check could be violated. A thread that would only do
//! local work for ever rests now and then (`run.rs`), so that no other thread is left out.
//!
//! This is a reduction, and no part of the meaning: without
//! [`Options::private_is_local`](super::Options::private_is_local) every access is a step, and the verdicts are the same.

use super::Phase;
use super::heap::Place;
use super::run::Run;
use super::state::{Initialisation, State};
use super::value::{ObjectId, Value};

/// By object: the thread that alone can reach it; none where several can, or all.
pub struct Private(Option<Vec<Option<usize>>>);

impl Private {
    /// No object is private: every access is a step.
    pub fn nothing() -> Private {
        Private(None)
    }

    /// Finds the objects that one thread alone can reach.
    ///
    /// The blocks of globals, the first so many objects, belong to all.
    pub fn of(state: &State, globals: usize) -> Private {
        // None: not reached; Some(None): shared.
        let mut owners: Vec<Option<Option<usize>>> = vec![None; state.heap.len()];
        let shared = state.statics.values().copied();
        let queued = state.queues.iter().flat_map(|((owner, ..), callers)| {
            let arguments = callers.iter().flat_map(|caller| caller.arguments.iter().copied());
            std::iter::once(*owner).chain(arguments)
        });
        let threads = state.threads.iter().map(|thread| thread.object);
        let replies =
            state.threads.iter().flat_map(|thread| thread.reply.iter().flatten().copied());
        let monitors = state.monitors.keys().copied();
        let globals = (0..globals as u32).map(|number| Value::Object(ObjectId(number)));
        let roots =
            globals.chain(shared).chain(queued).chain(threads).chain(replies).chain(monitors);
        reach(state, roots, None, &mut owners);
        for (number, thread) in state.threads.iter().enumerate() {
            if thread.phase == Phase::Ended {
                continue;
            }
            let variables = thread.frames.iter().flat_map(|frame| frame.vars.iter().copied());
            let locals = thread.locals.iter().map(|local| Value::Object(*local));
            reach(state, variables.chain(locals), Some(number), &mut owners);
        }
        Private(Some(owners.into_iter().map(Option::flatten).collect()))
    }
}

/// Marks what can be reached from these: as that of a thread where nothing else reaches it, otherwise as shared.
fn reach(
    state: &State,
    roots: impl Iterator<Item = Value>,
    thread: Option<usize>,
    owners: &mut [Option<Option<usize>>],
) {
    let mut open: Vec<(Value, Option<usize>)> = roots.map(|root| (root, thread)).collect();
    while let Some((value, by)) = open.pop() {
        let Some(object) = value.object() else { continue };
        let known = &mut owners[object.0 as usize];
        let now = match *known {
            None => by,
            Some(before) if before == by => continue,
            Some(None) => continue,
            Some(Some(_)) => None,
        };
        *known = Some(now);
        open.extend(state.cell(object).values().map(|value| (value, now)));
    }
}

impl Run<'_, '_> {
    /// Whether only the executing thread can reach an object.
    pub fn is_private_object(&self, object: Value) -> bool {
        let (Some(owners), Some(object)) = (&self.private.0, object.object()) else { return false };
        // What was made in this step and not handed on is not listed.
        owners.get(object.0 as usize).is_none_or(|owner| *owner == Some(self.me))
    }

    /// Whether no other thread can notice an access.
    pub fn is_private(&self, place: Place, write: bool) -> bool {
        match place {
            Place::Static(field) => {
                let class = self.machine.program.fields[field].class;
                let done = self.state.classes.get(&class) == Some(&Initialisation::Done);
                !write && done && self.stays(place)
            }
            Place::Field(object, _) => {
                self.is_private_object(Value::Object(object)) || !write && self.stays(place)
            }
            Place::Element(object, _) | Place::Memory(object, ..) => {
                self.is_private_object(Value::Object(object))
            }
        }
    }

    /// Whether a final field is not about to be written by another thread.
    fn stays(&self, place: Place) -> bool {
        let (Place::Static(field) | Place::Field(_, field)) = place else { return false };
        if self.private.0.is_none() || !self.machine.program.fields[field].is_final {
            return false;
        }
        let Some(writers) = self.machine.writers.get(&field) else { return true };
        let others = self.state.threads.iter().enumerate().filter(|(at, _)| *at != self.me);
        let mut frames = others.flat_map(|(_, thread)| &thread.frames);
        !frames.any(|frame| writers.contains(&frame.method))
    }

    /// A reference was stored: where others can reach the place, they can reach what it refers to.
    pub fn publish_in(&mut self, place: Place, value: Value) {
        let private = match place {
            Place::Static(_) => false,
            Place::Field(object, _) | Place::Element(object, _) | Place::Memory(object, ..) => {
                self.is_private_object(Value::Object(object))
            }
        };
        if !private {
            self.publish(value);
        }
    }

    /// Others can reach an object, and all that it refers to.
    pub fn publish(&mut self, value: Value) {
        let Some(owners) = &mut self.private.0 else { return };
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            let Some(ObjectId(number)) = value.object() else { continue };
            let number = number as usize;
            if owners.len() <= number {
                owners.resize(self.state.heap.len(), Some(self.me));
            }
            if owners[number].take().is_none() {
                continue;
            }
            open.extend(self.state.heap[number].values());
        }
    }
}
