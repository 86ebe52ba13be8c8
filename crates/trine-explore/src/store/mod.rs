//! State stores: what a search remembers of the states it visited.

mod bitstate;
mod compressed;
mod exact;
pub mod hash;
mod hash_compact;

pub use bitstate::Bitstate;
pub use compressed::{Compressed, Cutter};
pub use exact::Exact;
pub use hash_compact::HashCompact;

use trine_verdict::Coverage;

/// A set of visited states, each with a few marks.
pub trait Store {
    /// Adds a state, given by its key, unless it is there. Says whether it is new, and under which
    /// handle its marks are found.
    fn insert(&mut self, key: &[u8]) -> (u64, bool);

    /// The handle of a state that is there.
    fn find(&mut self, key: &[u8]) -> Option<u64>;

    fn marks(&self, handle: u64) -> u8;

    fn set_marks(&mut self, handle: u64, marks: u8);

    /// How many states are in it.
    fn len(&self) -> u64;

    /// Bytes in use.
    fn bytes(&self) -> u64;

    /// Bytes that will be asked for at once, at the latest when this many more states were added.
    fn next_growth(&self, more: u64) -> u64;

    /// How much of the states it can have lost, if it can lose any.
    fn coverage(&self) -> Option<Coverage> {
        None
    }
}

/// The state is on the path of the search.
pub const ON_PATH: u8 = 1;
/// All its steps were followed, although fewer would seem to suffice.
pub const FULLY_EXPANDED: u8 = 2;
/// It was visited by the second search.
pub const SECOND: u8 = 4;
/// It is on the path of the second search.
pub const ON_SECOND_PATH: u8 = 8;
/// It is accepting.
pub const ACCEPTING: u8 = 16;
