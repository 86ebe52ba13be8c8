//! Paths of the flow engine: steps that are visible, in an order in which they may happen. What
//! happens between them is left open, and so is whether there is such an execution at all.

use trine_system::EdgeId;

/// A path that violates a property, as far as the engine can tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    pub steps: Vec<PathStep>,
    pub end: PathEnd,
}

/// A step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathStep {
    pub node: Node,
    pub events: Vec<u32>,
}

/// A step: an edge, or the two edges of sender and receiver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node {
    pub process: u32,
    pub edge: EdgeId,
    pub partner: Option<(u32, EdgeId)>,
}

impl Node {
    /// Its edges, each with its process.
    pub fn parts(&self) -> impl Iterator<Item = (u32, EdgeId)> {
        std::iter::once((self.process, self.edge)).chain(self.partner)
    }
}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// The last step completes it.
    Reached,
    /// All processes end after it.
    Ended,
    /// Nothing more is seen after it, for ever.
    Silence,
    /// The steps from there on repeat.
    Loop(usize),
    /// The last step goes through something that the model leaves out.
    Unmodelled(String),
}
