//! Where entries lie in the bytes of a state.
//!
//! An entry has a queue: how many callers wait, then for each of them its number and what it hands over. A
//! process that calls has a byte for its answer (one more than the number of values, 0 for none) and room for
//! the values; one that accepts has those that it serves, the last one last.

use trine_base::IndexVec;
use trine_system::{EntryId, EntryRef, Sync, System, Type};

use super::cell::Form;
use super::expr::{Code, Correspondence};

/// A family of entries.
#[derive(Clone, Debug)]
pub struct EntryPlace {
    pub offset: u32,
    /// Bytes of one queue.
    pub size: u32,
    pub count: u32,
    /// The number of its first one, among all of the system.
    pub first: u32,
    /// For each argument, its place behind the number of the caller.
    pub arguments: Vec<(u32, Form, Type)>,
    /// Bytes of one caller.
    pub caller: u32,
    /// How many can wait.
    pub capacity: u32,
    pub results: Vec<Type>,
    /// The processes whose code has calls, and those whose code accepts them.
    pub callers: Vec<u32>,
    pub acceptors: Vec<u32>,
}

/// What processes have to do with entries.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallPlaces {
    pub replies: u32,
    /// How many values an answer has at most.
    pub values: u32,
    pub serving: u32,
}

/// One of a family, found when it is used.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryCode {
    pub entry: EntryId,
    pub offset: u32,
    pub size: u32,
    pub count: u32,
    pub first: u32,
    pub index: Option<Code>,
}

/// A process that serves more callers at once is beyond the compiled model.
pub const MOST_SERVED: u32 = 12;

impl CallPlaces {
    /// The bytes of one process's reply: whether there is one, and its values.
    pub fn reply_size(&self) -> u32 {
        1 + 8 * self.values
    }

    /// Where the reply to a process lies.
    pub fn reply(&self, process: u32) -> usize {
        (self.replies + process * self.reply_size()) as usize
    }

    /// Where the calls that a process serves lie.
    pub fn serves(&self, process: u32) -> usize {
        (self.serving + process * (1 + MOST_SERVED)) as usize
    }
}

/// Gives every process room for an answer, from `end` on.
pub fn place_replies(system: &System, end: &mut u32) -> CallPlaces {
    if system.entries.is_empty() {
        return CallPlaces::default();
    }
    let values = system.entries.iter().map(|entry| entry.results.len()).max().unwrap_or(0) as u32;
    let places = CallPlaces { replies: *end, values, serving: 0 };
    let size = places.reply_size().saturating_mul(system.processes.len() as u32);
    *end = end.saturating_add(size);
    places
}

/// Gives every entry its queue, from `end` on.
pub fn place_entries(system: &System, end: &mut u32) -> IndexVec<EntryId, EntryPlace> {
    let mut first = 0;
    let requeues = system.requeues();
    let mut places = IndexVec::new();
    for (id, entry) in system.entries.enumerate() {
        let mut caller = 1;
        let mut arguments = Vec::new();
        for ty in &entry.parameters {
            let form = Form::of(*ty);
            arguments.push((caller, form, *ty));
            caller += form.size() as u32;
        }
        let callers = with(system, |sync| {
            matches!(sync, Sync::Call { entry: EntryRef { entry, .. }, .. }
                | Sync::Requeue { entry: EntryRef { entry, .. }, .. } if *entry == id)
        });
        // A requeued caller is answered elsewhere.
        let acceptors = with(system, |sync| {
            matches!(sync, Sync::Accept { entry: EntryRef { entry, .. }, .. }
                if *entry == id || requeues)
        });
        // One more than can wait in a program.
        let waiting = match requeues {
            true => with(system, |sync| matches!(sync, Sync::Call { .. })).len(),
            false => callers.len(),
        };
        let capacity = waiting as u32 + 1;
        let size = 1 + capacity.saturating_mul(caller);
        places.push(EntryPlace {
            offset: *end,
            size,
            count: entry.count,
            first,
            arguments,
            caller,
            capacity,
            results: entry.results.clone(),
            callers,
            acceptors,
        });
        *end = end.saturating_add(size.saturating_mul(entry.count));
        first += entry.count;
    }
    places
}

/// The processes whose code has such a synchronisation, or may have one.
fn with(system: &System, wanted: impl Fn(&Sync) -> bool) -> Vec<u32> {
    let has = |template| {
        let edges = &system.templates[template].edges;
        // What is not modelled, or beyond a bound, may do it, too.
        edges.iter().any(|edge: &trine_system::Edge| {
            edge.sync.as_ref().is_some_and(&wanted) || edge.ends_knowledge()
        })
    };
    let processes = system.processes.iter().zip(0..);
    processes.filter(|(process, _)| has(process.template)).map(|(_, number)| number).collect()
}

impl Correspondence<'_> {
    /// The place of an entry; an index that is constant and within its bounds is resolved here.
    pub fn entry(&self, of: &EntryRef) -> EntryCode {
        let EntryPlace { offset, size, count, first, .. } = self.layout.entries[of.entry];
        let index = of.index.as_ref().map(|index| self.code(index));
        let entry = of.entry;
        match index {
            Some(Code::Const(value)) if value >= 0 && value < i64::from(count) => {
                let at = value as u32;
                let (offset, first) = (offset + at * size, first + at);
                EntryCode { entry, offset, size, count: 1, first, index: None }
            }
            index => EntryCode { entry, offset, size, count, first, index },
        }
    }
}
