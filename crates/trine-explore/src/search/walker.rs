//! The walk of depth-first searches over the product, one successor at a time, with its stack and cycle proviso.
//!
//! The walker holds the path from the initial state and, for each state on it, how far its steps were
//! followed. Successors are made process by process, when they are asked for. What was visited, and
//! what to do about it, is for the search that holds the walker.

use crate::expand::{Batch, Expander, Movers, Node};
use crate::machine::Machine;
use crate::trace::Path;

/// A depth-first walk with its stack.
pub struct Walker<'a, M: Machine> {
    pub expander: Expander<'a, M>,
    /// Follow only the steps of one process where that suffices.
    pub reduce: bool,
    frames: Vec<Frame>,
    /// The packed states of the path.
    path: Vec<u8>,
    /// Successors that were made and not yet asked for, those of the last frame at the end.
    pub batch: Batch,
    node: Node<M::State>,
    /// The frame whose state `node` is.
    loaded: Option<usize>,
    least_priority: u8,
    /// The claim can move in that state.
    claim_moves: bool,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    start: usize,
    hidden: u32,
    /// The first entry of the batch that belongs to this frame, and the next to hand out.
    first: u32,
    next: u32,
    /// What the caller keeps with the state.
    tag: u64,
    phase: Phase,
    /// The next process, plus one.
    process: u32,
    /// The process whose steps were followed first, for they may suffice.
    chosen: Option<u32>,
    fully_expanded: bool,
    /// Some step of the chosen process leads to a state that is not on the path.
    progressed: bool,
    any: bool,
    /// What the caller makes of it.
    flag: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Start,
    /// Only the chosen process was followed so far.
    Chosen,
    All,
    Timeout,
    Done,
}

/// What comes next at the end of the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This entry of the batch.
    Successor(usize),
    /// Something was met that is worth reporting; it is in the batch.
    Alarms,
    /// Nothing more. `rests`: the system cannot step here.
    Done { rests: bool },
}

impl<'a, M: Machine> Walker<'a, M> {
    /// A walk that has not started; `reduce` lets it use ample sets.
    pub fn new(expander: Expander<'a, M>, reduce: bool) -> Walker<'a, M> {
        Walker {
            expander,
            reduce,
            frames: Vec::new(),
            path: Vec::new(),
            batch: Batch::default(),
            node: Node::default(),
            loaded: None,
            least_priority: 0,
            claim_moves: true,
        }
    }

    /// How many states are on the stack.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Bytes held by the path and by what is still to be followed.
    pub fn bytes(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame>();
        let entries = self.batch.entries.capacity() * size_of::<crate::expand::Entry>();
        (frames + entries + self.path.capacity() + self.batch.bytes.capacity()) as u64
    }

    /// Bytes that the next push may need at once: vectors grow by doubling.
    pub fn next_growth(&self) -> u64 {
        let full = |used: usize, room: usize| if used + used / 8 >= room { room } else { 0 };
        let frames = full(self.frames.len(), self.frames.capacity()) * size_of::<Frame>();
        (frames + full(self.path.len(), self.path.capacity())) as u64
    }

    /// Goes on to a state that the batch holds.
    pub fn push_entry(&mut self, entry: usize, tag: u64) {
        let hidden = self.batch.entries[entry].hidden;
        let start = self.path.len();
        self.path.extend_from_slice(self.batch.packed(entry));
        // The last one of its batch: nothing of it is needed any more.
        if let Some(frame) = self.frames.last_mut()
            && frame.next as usize == self.batch.entries.len()
        {
            self.batch.truncate(frame.first as usize);
            frame.next = frame.first;
        }
        self.push_frame(start, hidden, tag);
    }

    /// Goes on to a packed state, with so many bytes at its end that are no part of the key.
    pub fn push(&mut self, packed: &[u8], hidden: u32, tag: u64) {
        let start = self.path.len();
        self.path.extend_from_slice(packed);
        self.push_frame(start, hidden, tag);
    }

    fn push_frame(&mut self, start: usize, hidden: u32, tag: u64) {
        let first = self.batch.entries.len() as u32;
        self.frames.push(Frame {
            start,
            hidden,
            first,
            next: first,
            tag,
            phase: Phase::Start,
            process: 0,
            chosen: None,
            fully_expanded: !self.reduce,
            progressed: false,
            any: false,
            flag: false,
        });
    }

    /// Goes back by one state, and returns what was kept with it.
    pub fn pop(&mut self) -> Option<u64> {
        let frame = self.frames.pop()?;
        self.path.truncate(frame.start);
        self.batch.truncate(frame.first as usize);
        self.loaded = self.loaded.filter(|loaded| *loaded < self.frames.len());
        Some(frame.tag)
    }

    /// The packed state at a depth, from 0.
    pub fn packed(&self, depth: usize) -> &[u8] {
        let end = self.frames.get(depth + 1).map_or(self.path.len(), |frame| frame.start);
        &self.path[self.frames[depth].start..end]
    }

    /// The states from the initial one to the end.
    pub fn path(&self) -> Path {
        let mut path = Path::default();
        for depth in 0..self.depth() {
            path.push(self.packed(depth), None);
        }
        path
    }

    /// What is kept with the state at a depth.
    pub fn tag(&self, depth: usize) -> u64 {
        self.frames[depth].tag
    }

    /// Sets a flag on the last state, which the caller can ask for again.
    pub fn set_flag(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.flag = true;
        }
    }

    /// Whether the state at this depth of the stack was marked.
    pub fn has_flag(&self, depth: usize) -> bool {
        self.frames[depth].flag
    }

    /// How many bytes at the end of the state at this depth are hidden.
    pub fn hidden(&self, depth: usize) -> u32 {
        self.frames[depth].hidden
    }

    /// All steps of the last state are to be followed, whatever would suffice.
    pub fn expand_fully(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.fully_expanded = true;
        }
    }

    /// The successor that was handed out last is not on the path.
    pub fn note_progress(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.progressed = true;
        }
    }

    /// Whether all steps of the last state are followed.
    pub fn is_fully_expanded(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.fully_expanded || !frame.progressed)
    }

    /// The state at the end of the path.
    pub fn node(&mut self) -> &Node<M::State> {
        self.load();
        &self.node
    }

    /// The state that was loaded last.
    pub fn loaded_node(&self) -> &Node<M::State> {
        &self.node
    }

    /// The processes that can step in the state that was loaded last, and how many processes there are.
    pub fn able(&mut self) -> (Movers, u32) {
        self.expander.able(&self.node)
    }

    fn load(&mut self) -> bool {
        let last = self.frames.len() - 1;
        if self.loaded == Some(last) {
            return self.claim_moves;
        }
        self.expander.unpack(&self.path[self.frames[last].start..], &mut self.node);
        self.loaded = Some(last);
        let alarms = self.batch.alarms.len();
        self.claim_moves = self.expander.look(&self.node, &mut self.batch);
        if self.frames[last].phase != Phase::Start {
            // It was looked at before.
            self.batch.alarms.truncate(alarms);
        }
        let phase = self.frames[last].phase;
        self.least_priority = match phase {
            Phase::All | Phase::Timeout => {
                self.expander.least_priority(&self.node, phase == Phase::Timeout)
            }
            _ => 0,
        };
        self.claim_moves
    }

    /// What comes next at the end of the path.
    pub fn next(&mut self) -> Next {
        let last = self.frames.len() - 1;
        loop {
            if !self.batch.alarms.is_empty() {
                return Next::Alarms;
            }
            let frame = &mut self.frames[last];
            if (frame.next as usize) < self.batch.entries.len() {
                frame.next += 1;
                return Next::Successor(frame.next as usize - 1);
            }
            self.batch.truncate(frame.first as usize);
            frame.next = frame.first;
            match frame.phase {
                Phase::Done => return Next::Done { rests: !frame.any },
                Phase::Start => self.start(last),
                Phase::Chosen => {
                    // A cycle in which the others are never followed would ignore them for ever.
                    if !frame.fully_expanded && frame.progressed {
                        frame.phase = Phase::Done;
                        continue;
                    }
                    frame.phase = Phase::All;
                    self.enter(last, false);
                }
                Phase::All | Phase::Timeout => self.advance(last),
            }
        }
    }

    fn start(&mut self, last: usize) {
        if !self.load() {
            // The claim cannot move: nothing here is its business.
            self.frames[last].any = true;
            self.frames[last].phase = Phase::Done;
            return;
        }
        if self.reduce
            && let Some(process) = self.expander.machine.ample_process(&self.node.state, false)
        {
            let alarms = self.batch.alarms.len();
            let any = self.expander.expand(&self.node, process, false, &mut self.batch);
            let frame = &mut self.frames[last];
            // A step that ends the execution would cut off what others can still do.
            let ends = self.batch.entries.len() == frame.first as usize;
            let frame = &mut self.frames[last];
            frame.any |= any;
            frame.chosen = Some(process);
            frame.phase = Phase::Chosen;
            frame.fully_expanded |= ends || self.batch.alarms.len() > alarms;
            return;
        }
        self.frames[last].phase = Phase::All;
        self.enter(last, false);
    }

    /// Begins to follow all processes, the youngest first.
    fn enter(&mut self, last: usize, timeout: bool) {
        self.load();
        self.least_priority = self.expander.least_priority(&self.node, timeout);
        self.frames[last].process = self.expander.machine.processes(&self.node.state);
    }

    /// Follows the next process that can step.
    fn advance(&mut self, last: usize) {
        self.load();
        let timeout = self.frames[last].phase == Phase::Timeout;
        while self.frames[last].process > 0 {
            let frame = &mut self.frames[last];
            frame.process -= 1;
            let process = frame.process;
            if Some(process) == frame.chosen {
                continue;
            }
            let machine = &self.expander.machine;
            if self.least_priority > 0
                && machine.priority(&self.node.state, process) < self.least_priority
            {
                continue;
            }
            let any = self.expander.expand(&self.node, process, timeout, &mut self.batch);
            self.frames[last].any |= any;
            if any {
                return;
            }
        }
        let frame = &mut self.frames[last];
        if !frame.any && !timeout && self.expander.machine.uses_timeout() {
            frame.phase = Phase::Timeout;
            self.enter(last, true);
            return;
        }
        frame.phase = Phase::Done;
        if !frame.any && self.expander.claim().is_some() {
            self.expander.rest(&self.node, &mut self.batch);
        }
    }
}
