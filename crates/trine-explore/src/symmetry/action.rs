//! Canonicalization: automorphisms applied to the bytes of a compiled state, and the choice of one representative.
//!
//! A state becomes the least of those that single renamings make of it, and again, until none makes it
//! less. For threads that can be exchanged with each other that sorts them; for a ring it tries every
//! turn. Any state that renamings lead to would do, so it does not matter where this stops.

use std::cell::RefCell;
use std::collections::BTreeMap;

use trine_system::{EdgeId, Interpreter, System, TemplateId};

use super::{Automorphism, JoinRun, Symmetry};
use crate::compile::cell::Form;
use crate::compile::layout::{Layout, Segment, Shape};
use crate::compile::threads::{ENDED, NEW, WAITERS};

/// The renamings of a system, ready for states of one shape.
#[derive(Debug)]
pub struct Actions {
    pub symmetry: Symmetry,
    pub shape: u32,
    actions: Vec<Action>,
    runs: Vec<Run>,
    /// What processes were told once and for all. It may have been forgotten where it is not needed any
    /// more, by one that does not need it in the place of one that does.
    constants: Vec<(At, i64)>,
    /// Where something is kept only as far as it is in use, with all the room that it has.
    rooms: Vec<(u32, Form, u32, u32)>,
    buffer: RefCell<Vec<u8>>,
    /// The edges that some renaming lays on each other.
    alike: BTreeMap<(TemplateId, EdgeId), Vec<(TemplateId, EdgeId)>>,
}

/// A cell in bytes.
type At = (u32, Form);

#[derive(Debug, Default)]
struct Action {
    /// For each process, the process that it becomes.
    processes: Vec<u8>,
    /// Bytes that move: from, to, how many.
    copies: Vec<(u32, u32, u32)>,
    /// Bytes whose value does not matter any more.
    blanks: Vec<(u32, u32)>,
    /// Locations that become others.
    locations: Vec<(At, At, Vec<u32>)>,
    /// Monitors: from, to, and whether each has bytes for those that wait.
    monitors: Vec<(u32, u32, bool, bool)>,
    /// Queues of callers: from, to, bytes of all and of one caller.
    queues: Vec<(u32, u32, u32, u32)>,
    /// The locations of processes that stay, at which it counts.
    stay_at: Vec<(At, Vec<bool>)>,
    runs: Vec<usize>,
}

#[derive(Debug)]
struct Run {
    at: At,
    locations: Vec<u32>,
    after: u32,
    targets: Vec<Target>,
    /// For each location, which of the targets will be started before the run.
    starts: Vec<Vec<bool>>,
}

#[derive(Debug)]
struct Target {
    /// The byte that says how far the thread is.
    phase: Option<u32>,
    at: At,
    ends: Vec<bool>,
}

impl Actions {
    /// Prepares each automorphism for the bytes of states of this shape.
    pub fn new(
        system: &System,
        layout: &Layout,
        shape: (u32, &Shape),
        symmetry: Symmetry,
    ) -> Actions {
        let (number, shape) = shape;
        let maker = Maker { system, layout, shape };
        Actions {
            actions: symmetry
                .automorphisms
                .iter()
                .map(|automorphism| maker.action(automorphism))
                .collect(),
            runs: symmetry.runs.iter().map(|run| maker.run(run)).collect(),
            constants: maker.constants(&symmetry),
            rooms: maker.rooms(),
            alike: maker.alike(&symmetry),
            shape: number,
            symmetry,
            buffer: RefCell::default(),
        }
    }

    /// Replaces a state by the one that stands for it; `applied` gets the renamings, in order.
    pub fn canonicalize(&self, bytes: &mut Vec<u8>, mut applied: Option<&mut Vec<u16>>) {
        for (start, length, message, size) in &self.rooms {
            let start = *start as usize;
            let used = length.read(bytes, start) as usize * *message as usize;
            bytes[start + length.size() + used..start + *size as usize].fill(0);
        }
        for ((offset, form), value) in &self.constants {
            form.write(bytes, *offset as usize, *value);
        }
        let image = &mut *self.buffer.borrow_mut();
        loop {
            let mut changed = false;
            for (action, at) in self.actions.iter().zip(0..) {
                // Where a process waits for several others, an image may count on other renamings.
                if !self.applies_in(action, bytes) {
                    continue;
                }
                self.apply(action, bytes, image);
                if *image < *bytes {
                    std::mem::swap(image, bytes);
                    changed = true;
                    applied.iter_mut().for_each(|applied| applied.push(at));
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The edges that are taken in states which one with this edge may stand for.
    pub fn alike(&self, template: TemplateId, edge: EdgeId) -> &[(TemplateId, EdgeId)] {
        self.alike.get(&(template, edge)).map_or(&[], Vec::as_slice)
    }

    /// A process that waits for an end that has come, where the order of ends is not seen.
    pub fn may_pass(&self, bytes: &[u8]) -> Option<u32> {
        let waits = |run: &Run| {
            let at = run.at.1.read(bytes, run.at.0 as usize) as u32;
            let position = run.locations.iter().position(|one| *one == at);
            position.is_some_and(|position| run.targets[position].has_ended(bytes))
        };
        let run = self.runs.iter().position(waits)?;
        Some(self.symmetry.runs[run].process)
    }

    fn applies_in(&self, action: &Action, bytes: &[u8]) -> bool {
        let stays = action
            .stay_at
            .iter()
            .all(|((offset, form), at)| at[form.read(bytes, *offset as usize) as usize]);
        stays
            && action.runs.iter().all(|run| {
                let run = &self.runs[*run];
                let starts = &run.starts[run.at.1.read(bytes, run.at.0 as usize) as usize];
                let started = run.targets.iter().zip(starts).all(|(target, later)| {
                    *later || target.phase.is_none_or(|phase| bytes[phase as usize] != NEW)
                });
                started && run.is_consistent(bytes)
            })
    }

    fn apply(&self, action: &Action, bytes: &[u8], image: &mut Vec<u8>) {
        image.clear();
        image.extend_from_slice(bytes);
        for (from, to, size) in &action.copies {
            let (from, to, size) = (*from as usize, *to as usize, *size as usize);
            image[to..to + size].copy_from_slice(&bytes[from..from + size]);
        }
        for (start, size) in &action.blanks {
            image[*start as usize..(*start + *size) as usize].fill(0);
        }
        for ((from, form), (to, into), table) in &action.locations {
            let at = form.read(bytes, *from as usize) as usize;
            into.write(image, *to as usize, i64::from(table[at]));
        }
        for (from, to, has, gets) in &action.monitors {
            let (from, to) = (*from as usize, *to as usize);
            let owner = usize::from(bytes[from]);
            image[to] = if owner == 0 { 0 } else { action.processes[owner - 1] + 1 };
            image[to + 1] = bytes[from + 1];
            for (who, becomes) in action.processes.iter().enumerate().filter(|_| *gets) {
                let waits = if *has { bytes[from + WAITERS + who] } else { 0 };
                image[to + WAITERS + usize::from(*becomes)] = waits;
            }
        }
        for (from, to, size, caller) in &action.queues {
            let (from, to) = (*from as usize, *to as usize);
            image[to..to + *size as usize].copy_from_slice(&bytes[from..from + *size as usize]);
            for position in 0..usize::from(bytes[from]) {
                let who = 1 + position * *caller as usize;
                image[to + who] = action.processes[usize::from(bytes[from + who])];
            }
        }
        for run in &action.runs {
            self.runs[*run].put_in_place(image);
        }
    }
}

impl Run {
    fn missing(&self, bytes: &[u8]) -> Option<usize> {
        self.targets.iter().position(|target| !target.has_ended(bytes))
    }

    fn position(&self, bytes: &[u8]) -> Option<usize> {
        let at = self.at.1.read(bytes, self.at.0 as usize) as u32;
        self.locations.iter().position(|one| *one == at)
    }

    fn is_consistent(&self, bytes: &[u8]) -> bool {
        self.position(bytes).is_none_or(|position| self.missing(bytes) == Some(position))
    }

    fn put_in_place(&self, bytes: &mut [u8]) {
        if self.position(bytes).is_some() {
            let place = self.missing(bytes).map_or(self.after, |missing| self.locations[missing]);
            self.at.1.write(bytes, self.at.0 as usize, i64::from(place));
        }
    }
}

impl Target {
    fn has_ended(&self, bytes: &[u8]) -> bool {
        self.phase.is_some_and(|phase| bytes[phase as usize] == ENDED)
            || self.ends[self.at.1.read(bytes, self.at.0 as usize) as usize]
    }
}

/// Turns renamings into moves of bytes.
struct Maker<'a> {
    system: &'a System,
    layout: &'a Layout,
    shape: &'a Shape,
}

impl Maker<'_> {
    fn location(&self, process: u32) -> At {
        let place = self.shape.process(process);
        (place.base, self.layout.frames[place.template].location)
    }

    fn action(&self, automorphism: &Automorphism) -> Action {
        let permutation = &automorphism.permutation;
        let layout = self.layout;
        let mut action = Action {
            processes: permutation.processes.iter().map(|to| *to as u8).collect(),
            runs: automorphism.runs.clone(),
            ..Action::default()
        };
        for (process, at) in &automorphism.stay_at {
            action.stay_at.push((self.location(*process), at.clone()));
        }
        self.frames(automorphism, &mut action);
        let interpreter = Interpreter::new(self.system);
        for (id, slot) in layout.globals.enumerate() {
            let start = interpreter.global_offset(id) as u32;
            for at in 0..slot.cells {
                let Some(to) = permutation.cells.get(&(start + at)) else { continue };
                let size = slot.form.size() as u32;
                let from = slot.kept.then(|| slot.offset + at * size);
                let into = self.cell(&interpreter, *to);
                action.moves(from, into, size);
            }
        }
        for (from, to) in &permutation.channels {
            let (from, to) =
                (self.shape.channels[*from as usize], self.shape.channels[*to as usize]);
            let size = layout.channel_kinds[from.kind].size;
            action.moves(Some(from.offset), Some(to.offset), size);
        }
        let monitors = layout.monitors.iter().flat_map(|family| {
            (0..family.count)
                .map(move |at| (family.offset + at * family.size, family.size as usize > WAITERS))
        });
        let monitors: Vec<(u32, bool)> = monitors.collect();
        for ((offset, has), from) in monitors.iter().zip(0u32..) {
            let to = permutation.monitors.get(&from).copied().unwrap_or(from);
            let (into, gets) = monitors[to as usize];
            action.monitors.push((*offset, into, *has, gets));
        }
        if let Some(start) = layout.threads {
            for process in permutation.moved() {
                action.copies.push((start + process, start + permutation.process(process), 1));
            }
        }
        self.calls(automorphism, &mut action);
        action
    }

    fn frames(&self, automorphism: &Automorphism, action: &mut Action) {
        for (process, code) in &automorphism.permutation.code {
            let to = automorphism.permutation.process(*process);
            let (place, into) = (self.shape.process(*process), self.shape.process(to));
            let locations = self.system.templates[place.template].locations.ids();
            let table = locations.map(|at| code.locations.get(&at).unwrap_or(&at).0).collect();
            action.locations.push((self.location(*process), self.location(to), table));
            for (local, becomes) in &code.locals {
                let from = &self.layout.frames[place.template].locals[*local];
                let slot = &self.layout.frames[into.template].locals[*becomes];
                let size = from.cells * from.form.size() as u32;
                let from = from.kept.then(|| place.base + from.offset);
                action.moves(from, slot.kept.then(|| into.base + slot.offset), size);
            }
        }
    }

    fn calls(&self, automorphism: &Automorphism, action: &mut Action) {
        let layout = self.layout;
        let permutation = &automorphism.permutation;
        if layout.entries.is_empty() {
            return;
        }
        let queues = layout.entries.iter().flat_map(|entry| {
            (0..entry.count).map(move |at| (entry.offset + at * entry.size, entry))
        });
        let queues: Vec<_> = queues.collect();
        for ((offset, entry), from) in queues.iter().zip(0u32..) {
            let to = permutation.entries.get(&from).copied().unwrap_or(from);
            let (into, other) = queues[to as usize];
            action.queues.push((*offset, into, entry.size.min(other.size), entry.caller));
        }
        for (process, to) in (0u32..).zip(&permutation.processes) {
            let (from, into) = (layout.calls.serves(process), layout.calls.serves(*to));
            let size = 1 + crate::compile::entries::MOST_SERVED;
            action.queues.push((from as u32, into as u32, size, 1));
            if process != *to {
                let (from, into) = (layout.calls.reply(process), layout.calls.reply(*to));
                action.copies.push((from as u32, into as u32, layout.calls.reply_size()));
            }
        }
    }

    /// Where a cell of the interpreter's globals lies, if anything reads it.
    fn cell(&self, interpreter: &Interpreter<'_>, wanted: u32) -> Option<u32> {
        self.layout.globals.enumerate().find_map(|(id, slot)| {
            let start = interpreter.global_offset(id) as u32;
            let inside = slot.kept && (start..start + slot.cells).contains(&wanted);
            inside.then(|| slot.offset + (wanted - start) * slot.form.size() as u32)
        })
    }

    fn run(&self, run: &JoinRun) -> Run {
        let target = |process: &u32| {
            let template = self.shape.process(*process).template;
            let locations = &self.system.templates[template].locations;
            Target {
                phase: self.layout.threads.map(|start| start + *process),
                at: self.location(*process),
                ends: locations.iter().map(|location| location.final_).collect(),
            }
        };
        Run {
            at: self.location(run.process),
            locations: run.locations.iter().map(|at| at.0).collect(),
            after: run.after.0,
            starts: run
                .starts
                .iter()
                .map(|starts| run.targets.iter().map(|target| starts.contains(target)).collect())
                .collect(),
            targets: run.targets.iter().map(target).collect(),
        }
    }

    fn alike(
        &self,
        symmetry: &Symmetry,
    ) -> BTreeMap<(TemplateId, EdgeId), Vec<(TemplateId, EdgeId)>> {
        let mut alike: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for automorphism in &symmetry.automorphisms {
            for (process, code) in &automorphism.permutation.code {
                let template = self.shape.process(*process).template;
                let other = self.shape.process(automorphism.permutation.process(*process)).template;
                if template == other {
                    continue;
                }
                let codes = (&self.system.templates[template], &self.system.templates[other]);
                let outgoing = (codes.0.outgoing(), codes.1.outgoing());
                for (from, to) in &code.locations {
                    for (edge, image) in outgoing.0[*from].iter().zip(&outgoing.1[*to]) {
                        let images = alike.entry((other, *image)).or_default();
                        if !images.contains(&(template, *edge)) {
                            images.push((template, *edge));
                        }
                    }
                }
            }
        }
        alike
    }

    fn constants(&self, symmetry: &Symmetry) -> Vec<(At, i64)> {
        let mut constants = Vec::new();
        for (known, process) in symmetry.constants.iter().zip(0..) {
            let place = self.shape.process(process);
            for (local, value) in known {
                let slot = &self.layout.frames[place.template].locals[*local];
                if slot.kept {
                    constants.push(((place.base + slot.offset, slot.form), *value));
                }
            }
        }
        constants
    }

    fn rooms(&self) -> Vec<(u32, Form, u32, u32)> {
        let layout = self.layout;
        let mut rooms = Vec::new();
        for channel in &self.shape.channels {
            let kind = &layout.channel_kinds[channel.kind];
            if kind.size > 0 {
                rooms.push((channel.offset, kind.length, kind.message, kind.size));
            }
        }
        for pool in &layout.pools {
            rooms.push((pool.offset, pool.length, pool.record, pool.size()));
        }
        for segment in &layout.tail.0 {
            let Segment::Channel { start, length, message } = *segment else { continue };
            let entry = layout.entries.iter().find(|entry| {
                start >= entry.offset && start < entry.offset + entry.size * entry.count
            });
            let serves = !layout.entries.is_empty() && start >= layout.calls.serving;
            match entry {
                Some(entry) => rooms.push((start, length, message, entry.size)),
                None if serves => {
                    let size = 1 + crate::compile::entries::MOST_SERVED;
                    rooms.push((start, length, message, size));
                }
                None => {}
            }
        }
        rooms
    }
}

impl Action {
    /// A value moves if a process reads it where it was; where only the new place is read, it does not
    /// matter any more.
    fn moves(&mut self, from: Option<u32>, to: Option<u32>, size: u32) {
        match (from, to) {
            (Some(from), Some(to)) if size > 0 => self.copies.push((from, to, size)),
            (None, Some(to)) if size > 0 => self.blanks.push((to, size)),
            _ => {}
        }
    }
}
