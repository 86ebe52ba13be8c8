//! The whole pipeline: from files to verdicts.
//!
//! Chooses the front end by file extension and the engine by property, has every answer backed by the
//! judge, and returns plain results. What it needs from outside comes through [`Host`], so that the
//! command line, an editor and a test are the same caller.
//!
//! **Architecture invariant.** This crate has never heard of argument parsers, disks or terminals.

mod accepted;
mod ada;
mod c;
mod check;
mod competition;
mod confirm;
mod confirm_on_program;
pub mod diagrams;
mod direct;
mod event_patterns;
mod events;
mod explain;
mod export;
mod flow;
mod host;
mod ilp;
mod java;
mod lines;
mod load;
mod log;
mod observed;
mod observed_claim;
mod outline;
mod plan;
mod replay;
mod replay_on_program;
mod select;
mod shorter_trace;
mod simulate;
mod slice;
mod sliced;
mod spoken;
mod trace_file;
mod vacuity;

pub use accepted::{Acceptance, Reported, report};
pub use check::{Checked, check, check_again, check_loaded};
pub use competition::apply_task;
pub use direct::{Runnable, replay_program};
pub use events::{list_events, list_program_events};
pub use explain::{
    ExplainedFile, check_names, explain_check, explain_specification, nearest_check,
};
pub use export::{ExportForm, export};
pub use flow::Constraints;
pub use host::{Host, Known};
pub use ilp::{show_network, write_equations};
pub use load::{Loaded, load};
pub use log::{Pursuit, pursue};
pub use observed::decide_events;
pub use outline::{Declared, Outline, event_patterns, outline};
pub use plan::{Asks, Plan, Spends, Stage, Worth};
pub use replay::{Repeated, repeat};
pub use simulate::{Simulation, describe_steps};
pub use slice::{Slicing, slice};
pub use trace_file::TraceFile;

// What requests and answers are made of. The crates themselves are not seen through the session.
pub use trine_base::{
    Diagnostic, Diagnostics, Severity, Source, SourceMap, Span, cannot_happen, nearest,
    on_large_stack,
};
pub use trine_explore::{Options as ExploreOptions, Search, Storage};
pub use trine_ilp::{
    Argument as SolverArgument, Call as SolverCall, Cycles, Form as EquationForm, PROGRAMS,
    Ran as SolverRan, SolverName,
};
pub use trine_property::{Level, Property};
pub use trine_system::finals::finals as final_values;
pub use trine_system::{Step, System};
pub use trine_verdict::{Budget, Diagram, Progress, PropertyResult, Reason, Verdict};

use serde::{Deserialize, Serialize};

/// Where a program starts, and how far it is followed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct ProgramOptions {
    /// The class whose main method is meant.
    pub main: Option<String>,
    /// The method to start in: `CLASS#METHOD`.
    pub entry: Option<String>,
    /// The class to be used by its most general client.
    pub client: Option<String>,
    pub client_threads: u32,
    pub client_calls: u32,
    /// How many objects of one origin can be alive where the execution decides how many are made.
    pub pool: u32,
    /// How many objects of one origin are told apart by which process came how often to where they are made.
    pub apart: u32,
    /// How often a method can be under way in one thread.
    pub recursion: usize,
    /// How many locations the code of all threads can have.
    pub locations: usize,
    pub spurious_wakeups: bool,
    /// Keep all that can be named in the system, also what nothing depends on.
    pub keep_all: bool,
    /// Make objects in the place of those that nothing can reach any more.
    pub reuse: bool,
    /// Take what stays in a field once others can have its object for known.
    pub constants: bool,
    /// Names to keep beside those of the specifications.
    pub keep: Vec<String>,
    /// Directories with headers.
    pub include: Vec<String>,
    /// Preprocessor macros that are not defined.
    pub undefines: Vec<String>,
    /// `int`, `long` and pointers of C have 32 bits.
    pub ilp32: bool,
}

impl Default for ProgramOptions {
    fn default() -> ProgramOptions {
        ProgramOptions {
            main: None,
            entry: None,
            client: None,
            client_threads: 2,
            client_calls: 2,
            pool: 8,
            apart: 64,
            recursion: 12,
            locations: 60_000,
            spurious_wakeups: false,
            keep_all: false,
            reuse: true,
            constants: true,
            keep: Vec::new(),
            include: Vec::new(),
            undefines: Vec::new(),
            ilp32: false,
        }
    }
}

/// The engine that is to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Those that can, by the plan.
    #[default]
    Auto,
    Explore,
    Flow,
    Ilp,
    /// All that can, and they must not contradict each other.
    All,
}

/// What a caller wants to know.
#[derive(Clone, Debug)]
pub struct Request {
    /// The program's files; the first one is the main one.
    pub files: Vec<String>,
    /// Preprocessor definitions, with their values.
    pub defines: Vec<(String, String)>,
    /// Specifications of what must hold.
    pub specs: Vec<String>,
    /// Further formulas to check, in LTL.
    pub formulas: Vec<String>,
    /// The properties to check by name; none means the default ones.
    pub properties: Option<Vec<String>>,
    /// Look for executions without progress, too.
    pub non_progress: bool,
    pub program: ProgramOptions,
    pub engine: Engine,
    pub constraints: Constraints,
    /// How the ilp engine deals with flows that are not connected.
    pub cycles: Cycles,
    /// The solver for its programs.
    pub solver: SolverName,
    pub explore: ExploreOptions,
    pub budget: Budget,
    /// Make a system of a program; else only the program itself can be executed.
    pub elaborate: bool,
    /// A proof is searched again naively where there are at most this many raw states.
    pub search_again: usize,
    /// Search only what a property depends on, where the other options allow that.
    pub slicing: bool,
    /// So many steps are tried to fill in what a trace of a slice leaves out, beside those that it has.
    pub filling: usize,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            files: Vec::new(),
            defines: Vec::new(),
            specs: Vec::new(),
            formulas: Vec::new(),
            properties: None,
            non_progress: false,
            program: ProgramOptions::default(),
            engine: Engine::Auto,
            constraints: Constraints::Auto,
            cycles: Cycles::Lazy,
            solver: SolverName::Embedded,
            explore: ExploreOptions::default(),
            budget: Budget::default(),
            elaborate: true,
            search_again: 200_000,
            slicing: true,
            filling: 50_000,
        }
    }
}
