//! Successor batches: successors packed one behind the other, with what was met on the way to them.

use trine_property::Check;
use trine_system::interpret::Move;
use trine_system::{FaultKind, Step, TemplateId};

/// Something worth reporting, met by the last of the steps that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alarm {
    /// A fault of the program, and the edge that makes it.
    Fault(FaultKind, TemplateId, Move),
    /// A fault while the initial state is made.
    InitialFault(FaultKind),
    /// A check that a step violates by itself, and the edge.
    Check(Check, TemplateId, Move),
    /// This event trace is violated.
    Events(usize),
    /// The claim reaches a final state, or fails an assertion, by moving here from the state looked at.
    Claim(u32),
}

/// Processes, as a set of small numbers.
pub type Movers = [u64; 4];

/// Packed states, one after the other, and what was met on the way to them.
#[derive(Default)]
pub struct Batch {
    pub bytes: Vec<u8>,
    pub entries: Vec<Entry>,
    pub alarms: Vec<(Alarm, Vec<Step>)>,
    /// The steps to each entry, when the expander records.
    pub recorded: Vec<Vec<Step>>,
    /// The renamings after those steps.
    pub renamed: Vec<Vec<u16>>,
    /// The process that stepped on the way to each entry, when the expander tracks it.
    pub movers: Vec<Movers>,
}

/// A successor in a batch.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub start: usize,
    pub length: u32,
    /// Bytes at the end that are no part of the key.
    pub hidden: u32,
}

impl Batch {
    /// The bytes of a successor, with what is hidden at their end.
    pub fn packed(&self, entry: usize) -> &[u8] {
        let entry = &self.entries[entry];
        &self.bytes[entry.start..entry.start + entry.length as usize]
    }

    /// The bytes that tell a successor from others: without what is hidden.
    pub fn key(&self, entry: usize) -> &[u8] {
        let entry = &self.entries[entry];
        &self.bytes[entry.start..entry.start + (entry.length - entry.hidden) as usize]
    }

    /// Forgets all entries from one on.
    pub fn truncate(&mut self, entries: usize) {
        if let Some(first) = self.entries.get(entries) {
            self.bytes.truncate(first.start);
            self.entries.truncate(entries);
            self.recorded.truncate(entries);
            self.renamed.truncate(entries);
            self.movers.truncate(entries);
        }
    }

    /// Forgets all successors and alarms; the memory is kept.
    pub fn clear(&mut self) {
        self.truncate(0);
        self.alarms.clear();
    }
}
