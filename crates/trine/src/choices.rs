//! What options of the command line can be set to.

use clap::ValueEnum;

/// The engine of a check.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Auto,
    Explore,
    Flow,
    Ilp,
    All,
}

/// The solver of the ilp engine.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solver {
    Embedded,
    Highs,
    Cbc,
    Glpsol,
    Scip,
}

/// How flows that are not connected are ruled out.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CycleElimination {
    Lazy,
    Augmented,
    None,
}

/// The order of a search.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchOrder {
    Dfs,
    Bfs,
}

/// How visited states are stored.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageKind {
    Exact,
    Compressed,
    HashCompact,
    Bitstate,
}

/// Which executions count.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fairness {
    Weak,
}

/// What is shown.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    System,
    Cfg,
    /// The automaton of a property, or of a constraint (--constraint)
    Automaton,
    /// The trace flow graph of a property
    Tfg,
    /// Where processes can be at the same time
    Mhp,
    /// The networks and equations of the ilp engine, for each query
    Network,
    /// What variables hold when nothing goes on, over all executions
    Finals,
}

/// How it is drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    Text,
    Dot,
    Svg,
    Hoa,
}

/// How an explanation is drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explanation {
    Text,
    Dot,
    Svg,
}

/// How a slice is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SliceForm {
    Text,
    Json,
}

/// What is exported.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exported {
    System,
    Promela,
    /// The equations of a query for the ilp engine, as solvers read them
    Mps,
    Lp,
}
