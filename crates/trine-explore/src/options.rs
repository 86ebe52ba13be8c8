//! How a search is to be done.

/// Everything a caller can choose. `Options::default()` is what `trine check` does by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub search: Search,
    /// Find shortest traces. Implies a breadth-first search without reductions where that can be done.
    pub shortest: bool,
    /// No reduction of any kind: one statement, one step.
    pub raw: bool,
    pub partial_order: bool,
    /// Take states for one that differ only in which of several processes that are alike is which.
    pub symmetry: bool,
    /// Partial-order reduction alone, with every state that it passes kept: what textbooks count.
    pub every_state: bool,
    pub storage: Storage,
    /// Go on after a violation until everything was searched.
    pub all_errors: bool,
    /// How many different violations of a property to keep.
    pub max_findings: usize,
    /// Only weakly fair executions count: a process that from some moment on can always step, does.
    pub fairness: bool,
    /// Use the reference interpreter to make steps, whatever the system is like.
    pub interpret: bool,
}

/// The order in which states are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    Dfs,
    Bfs,
}

/// How visited states are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Whole states.
    Exact,
    /// Whole states, by numbers of their parts.
    Compressed,
    /// 64 bits of hash for each state: two states with the same hash are taken for one.
    HashCompact,
    /// `functions` bits for each state in a table of 2^`log2_bits` bits, in `runs` searches with
    /// different hash functions.
    Bitstate { functions: u32, log2_bits: u32, runs: u32 },
}

impl Default for Options {
    fn default() -> Options {
        Options {
            search: Search::Dfs,
            shortest: false,
            raw: false,
            partial_order: true,
            symmetry: true,
            every_state: false,
            storage: Storage::Exact,
            all_errors: false,
            max_findings: 1,
            fairness: false,
            interpret: false,
        }
    }
}

impl Storage {
    /// Whether a state can be taken for another one, and so be missed.
    pub fn is_approximate(self) -> bool {
        matches!(self, Storage::HashCompact | Storage::Bitstate { .. })
    }
}
