//! Visited states under collapse compression (Holzmann, *State compression in SPIN*, 1997): each component of a state
//! is stored once, and a state is the vector of the numbers of its components.
//!
//! The components are the objects of the heap, the threads, and all that is left. Canonical states share most of
//! them, so that a state takes some four bytes for each object and thread.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::events::Bindings;
use crate::interpret::{Caller, Cell, Frame, Initialisation, State, Thread, Value};
use crate::program::*;

/// The number of a visited state, in the order of their discovery.
pub type StateId = u32;

/// All states that were visited.
#[derive(Default)]
pub struct Visited {
    cells: Components<Cell>,
    threads: Components<Thread>,
    rests: Components<Rest>,
    /// The vectors, one behind the other.
    vectors: Vec<u32>,
    /// Where the vector of a state ends.
    ends: Vec<usize>,
    /// Open addressing; a state's number and 1, or 0.
    slots: Vec<u32>,
}

/// What a state has beside its objects and threads.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Rest {
    statics: Rc<BTreeMap<FieldId, Value>>,
    classes: Rc<BTreeMap<ClassId, Initialisation>>,
    monitors: BTreeMap<Value, (usize, u32)>,
    queues: BTreeMap<(Value, EntryId, i64), Vec<Caller>>,
    threads: usize,
    names: Rc<Bindings>,
    automaton: u32,
    exclusive: Option<usize>,
    exited: bool,
    tainted: bool,
}

/// The different components of one kind, numbered.
struct Components<T> {
    numbers: FxHashMap<Rc<T>, u32>,
    /// By address: what a step does not change it shares with the state before, so that most need no comparison. A
    /// component is never dropped, and its address is its own.
    addresses: FxHashMap<*const T, u32>,
    all: Vec<Rc<T>>,
    /// What they hold beside themselves.
    bytes: u64,
}

/// What a component takes on the heap, in bytes, about.
trait Size {
    fn size(&self) -> usize;
}

impl Size for Cell {
    fn size(&self) -> usize {
        match self {
            Cell::Object { fields, .. } => fields.len() * size_of::<Value>(),
            Cell::Array { items, .. } => items.len() * size_of::<Value>(),
            Cell::Text(text) => text.len(),
            Cell::Block(block) => block.entries().count() * 2 * size_of::<Value>(),
            Cell::Box(..) => 0,
        }
    }
}

impl Size for Thread {
    fn size(&self) -> usize {
        let frame = |frame: &Frame| size_of::<Frame>() + frame.vars.len() * size_of::<Value>();
        self.frames.iter().map(frame).sum()
    }
}

impl Size for Rest {
    fn size(&self) -> usize {
        let callers = self.queues.values().map(Vec::len).sum::<usize>();
        64 * (self.statics.len() + self.classes.len() + self.monitors.len() + callers)
    }
}

impl<T> Default for Components<T> {
    fn default() -> Components<T> {
        Components {
            numbers: FxHashMap::default(),
            addresses: FxHashMap::default(),
            all: Vec::new(),
            bytes: 0,
        }
    }
}

impl<T: Hash + Eq + Size> Components<T> {
    fn number(&mut self, component: &Rc<T>) -> u32 {
        if let Some(known) = self.addresses.get(&Rc::as_ptr(component)) {
            return *known;
        }
        if let Some(known) = self.numbers.get(component) {
            return *known;
        }
        let number = self.all.len() as u32;
        self.all.push(component.clone());
        self.addresses.insert(Rc::as_ptr(component), number);
        self.numbers.insert(component.clone(), number);
        self.bytes += component.size() as u64;
        number
    }

    /// About so many bytes.
    fn bytes(&self) -> u64 {
        let one = size_of::<T>() + 3 * size_of::<Rc<T>>() + 2 * size_of::<u32>() + 64;
        (self.all.len() * one) as u64 + self.bytes
    }
}

impl Visited {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// About so many bytes.
    pub fn bytes(&self) -> u64 {
        let vectors = self.vectors.len() * 4 + self.ends.len() * 8 + self.slots.len() * 4;
        vectors as u64 + self.cells.bytes() + self.threads.bytes() + self.rests.bytes()
    }

    /// Adds a state: its number, and whether it is new.
    pub fn insert(&mut self, state: &State) -> (StateId, bool) {
        if self.slots.len() < 2 * (self.len() + 1) {
            self.grow();
        }
        let start = self.vectors.len();
        self.compress(state);
        let mask = self.slots.len() - 1;
        let mut slot = hash(&self.vectors[start..]) as usize & mask;
        while self.slots[slot] != 0 {
            let known = self.slots[slot] - 1;
            if self.vector(known) == &self.vectors[start..] {
                self.vectors.truncate(start);
                return (known, false);
            }
            slot = (slot + 1) & mask;
        }
        self.ends.push(self.vectors.len());
        self.slots[slot] = self.ends.len() as u32;
        (self.ends.len() as u32 - 1, true)
    }

    /// The state with a number.
    pub fn state(&self, id: StateId) -> State {
        let vector = self.vector(id);
        let rest = &*self.rests.all[vector[0] as usize];
        let (threads, cells) = vector[1..].split_at(rest.threads);
        State {
            heap: cells.iter().map(|cell| self.cells.all[*cell as usize].clone()).collect(),
            statics: rest.statics.clone(),
            classes: rest.classes.clone(),
            monitors: rest.monitors.clone(),
            queues: rest.queues.clone(),
            threads: threads.iter().map(|at| self.threads.all[*at as usize].clone()).collect(),
            names: rest.names.clone(),
            automaton: rest.automaton,
            exclusive: rest.exclusive,
            exited: rest.exited,
            tainted: rest.tainted,
        }
    }

    /// The state of the automaton in a state.
    pub fn automaton(&self, id: StateId) -> u32 {
        self.rests.all[self.vector(id)[0] as usize].automaton
    }

    fn vector(&self, id: StateId) -> &[u32] {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.vectors[start..self.ends[id]]
    }

    fn compress(&mut self, state: &State) {
        let rest = Rest {
            statics: state.statics.clone(),
            classes: state.classes.clone(),
            monitors: state.monitors.clone(),
            queues: state.queues.clone(),
            threads: state.threads.len(),
            names: state.names.clone(),
            automaton: state.automaton,
            exclusive: state.exclusive,
            exited: state.exited,
            tainted: state.tainted,
        };
        self.vectors.push(self.rests.number(&Rc::new(rest)));
        self.vectors.extend(state.threads.iter().map(|thread| self.threads.number(thread)));
        self.vectors.extend(state.heap.iter().map(|cell| self.cells.number(cell)));
    }

    fn grow(&mut self) {
        let size = (4 * self.len().max(256)).next_power_of_two();
        let mut slots = vec![0; size];
        for id in 0..self.len() as u32 {
            let mut slot = hash(self.vector(id)) as usize & (size - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = id + 1;
        }
        self.slots = slots;
    }
}

fn hash(vector: &[u32]) -> u64 {
    use std::hash::Hasher;
    let mut hasher = FxHasher::default();
    vector.hash(&mut hasher);
    hasher.finish()
}
