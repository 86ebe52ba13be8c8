//! The arguments of every command.

use std::time::Duration;

pub use crate::choices::*;
pub use crate::outputs::Format;
use crate::outputs::{self, Output};
use clap::{Args, Parser, Subcommand};
use trine_session::{
    Budget, Constraints, Cycles, ExploreOptions, ProgramOptions, Request, Search, SolverName,
    Storage,
};

/// Proves or refutes properties of concurrent programs, from their source.
#[derive(Parser, Debug)]
#[command(name = "trine", version, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check programs and models: deadlocks, races, assertions, errors, and your own properties
    #[command(args_override_self = true)]
    Check(CheckArguments),
    /// Run a model: by chance, by your choices, or along a trace
    Simulate(SimulateArguments),
    /// Walk through a counterexample that `check --trace-dir` wrote, or find an execution by what it printed
    Replay(ReplayArguments),
    /// Show what Trine makes of a file
    Show(ShowArguments),
    /// Write a model in another form
    Export(ExportArguments),
    /// List what can be named in a specification of a program
    Events(ModelArguments),
    /// Show a source with the lines marked that its properties do not depend on
    Slice(SliceArguments),
    /// Say in plain words what a specification or a built-in check means
    Explain(ExplainArguments),
    /// Write a project file (trine.toml) for the programs of a directory
    Init(InitArguments),
    /// Tell which programs are installed that Trine can use
    Doctor,
    /// Speak with an editor: the language server protocol on standard input and output
    Lsp,
    /// Speak with an assistant: the model context protocol on standard input and output
    Mcp,
    /// Print a completion script for a shell
    Completions(CompletionArguments),
    /// Print the manual page
    Man(ManArguments),
}

impl Command {
    /// The files that a command reads, where it needs some.
    pub fn files(&self) -> Option<&[String]> {
        let model = match self {
            Command::Check(check) => &check.model,
            Command::Simulate(simulate) => &simulate.model,
            Command::Show(show) => &show.model,
            Command::Export(export) => &export.model,
            Command::Events(model) => model,
            Command::Slice(slice) => &slice.model,
            Command::Replay(_)
            | Command::Explain(_)
            | Command::Init(_)
            | Command::Doctor
            | Command::Lsp
            | Command::Mcp
            | Command::Completions(_)
            | Command::Man(_) => return None,
        };
        Some(&model.files)
    }
}

#[derive(Args, Debug)]
pub struct InitArguments {
    /// The directory
    #[arg(default_value = ".")]
    pub folder: String,
    /// Replace a project file that is there
    #[arg(long)]
    pub force: bool,
}

#[derive(Args, Debug)]
pub struct CompletionArguments {
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct ManArguments {
    /// The command; without it, the page of `trine` itself
    pub command: Option<String>,
}

#[derive(Args, Debug, Clone)]
pub struct ModelArguments {
    /// The files to read (.java .c .i .adb .ads .ada .pml .prom .promela .system); directories are searched for Java.
    /// `check` without files does what the project file trine.toml says
    pub files: Vec<String>,
    /// Define a preprocessor macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Take a preprocessor macro for undefined (C)
    #[arg(short = 'U', value_name = "NAME")]
    pub undefines: Vec<String>,
    /// Search a directory for headers (C)
    #[arg(short = 'I', value_name = "DIRECTORY")]
    pub include: Vec<String>,
    /// Integers, longs and pointers of C have 32 bits
    #[arg(long)]
    pub ilp32: bool,
    /// Check the properties of this specification (.trine)
    #[arg(long = "spec", value_name = "FILE")]
    pub specs: Vec<String>,
    /// Check this LTL formula, too
    #[arg(short = 'f', long = "formula", value_name = "FORMULA")]
    pub formulas: Vec<String>,
    /// Start in the main method of this class
    #[arg(long, value_name = "CLASS")]
    pub main: Option<String>,
    /// Start in this method
    #[arg(long, value_name = "CLASS#METHOD", conflicts_with = "main")]
    pub entry: Option<String>,
    /// Check a class under its most general client: threads that call any of its public methods
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["main", "entry"])]
    pub client: Option<String>,
    /// How many threads the client has
    #[arg(long, value_name = "K", default_value_t = 2)]
    pub client_threads: u32,
    /// How many methods each thread of the client calls
    #[arg(long, value_name = "M", default_value_t = 2)]
    pub client_calls: u32,
    /// How many objects of one origin can be alive where the execution decides how many are made
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub pool: u32,
    /// How often a method can be under way in one thread
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub recursion: usize,
    /// How many locations the code of all threads can have
    #[arg(long, value_name = "N", default_value_t = 60_000)]
    pub locations: usize,
    /// A wait can end without a notification
    #[arg(long)]
    pub spurious_wakeups: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
}

#[derive(Args, Debug, Clone, Copy)]
pub struct LimitArguments {
    /// Stop after this long: 90, 90s, 5m, 1h
    #[arg(long, value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Use no more memory than this: 500M, 4G
    #[arg(long, value_parser = parse_bytes)]
    pub memory_limit: Option<u64>,
}

#[derive(Args, Debug, Clone)]
pub struct CheckArguments {
    #[command(flatten)]
    pub model: ModelArguments,
    /// Of the checks in trine.toml, run only these
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Check only these properties (`all`: those checked by default)
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub property: Vec<String>,
    /// Check what a property file of the competition on software verification asks for (C)
    #[arg(long, value_name = "FILE.prp")]
    pub property_file: Option<String>,
    /// The engine to use
    #[arg(long, value_enum, default_value = "auto")]
    pub engine: Engine,
    /// Which generated constraints the flow engine uses: auto, none, all, or names such as
    /// `task philosopher1`, as reports name them; `trine show automaton --constraint` draws one
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "auto")]
    pub constraints: Vec<String>,
    /// How the ilp engine rules out flows that hang in the air: one by one, by inequalities for all of them
    /// (with a bound on how often things happen), or not at all
    #[arg(long, value_enum, value_name = "HOW", default_value = "lazy")]
    pub cycle_elimination: CycleElimination,
    /// The solver for the programs of the ilp engine: our own solver, or one that is installed and reads MPS files.
    /// What it answers is checked
    #[arg(long, value_enum, value_name = "NAME", default_value = "embedded")]
    pub solver: Solver,
    #[command(flatten)]
    pub search: SearchArguments,
    /// How to print the results; without it, the name of the file tells (.json .sarif .html .xml .md), and else text
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Write the results to this file (`-`: standard output); can be repeated
    #[arg(long, value_name = "FILE")]
    pub output: Vec<String>,
    /// Let a violation of this remark count in the exit code
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub deny: Vec<String>,
    /// Accept the findings in this file: they are counted, but not in the exit code
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<String>,
    /// Write all findings to this file, to be accepted from now on
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<String>,
    /// Write a trace file for each violated property into this directory
    #[arg(long, value_name = "DIR")]
    pub trace_dir: Option<String>,
    /// Leave out times, so that equal runs print equal bytes
    #[arg(long)]
    pub no_timing: bool,
    /// Print verdicts only
    #[arg(long)]
    pub quiet: bool,
    /// Print more: the code that was never reached, and what was switched on or off
    #[arg(long)]
    pub verbose: bool,
}

#[derive(Args, Debug, Clone)]
pub struct SearchArguments {
    /// No reduction of any kind: one statement, one step
    #[arg(long)]
    pub raw: bool,
    /// Go on after an error and report every place
    #[arg(long)]
    pub all_errors: bool,
    /// Show up to N different violations of each property
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub paths: usize,
    /// Depth first or breadth first
    #[arg(long, value_enum, default_value = "dfs")]
    pub search: SearchOrder,
    /// Find a shortest violation
    #[arg(long)]
    pub shortest: bool,
    /// Go no deeper than N steps
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// No partial-order reduction
    #[arg(long)]
    pub no_reduction: bool,
    /// No symmetry reduction: tell identical processes apart
    #[arg(long)]
    pub no_symmetry: bool,
    /// How visited states are kept
    #[arg(long, value_enum, default_value = "exact")]
    pub storage: StorageKind,
    /// Bitstate: how many bits each state sets
    #[arg(long, value_name = "K", default_value_t = 3)]
    pub bits: u32,
    /// Bitstate: how many independent runs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub runs: u32,
    /// Consider only executions that are fair
    #[arg(long, value_enum)]
    pub fairness: Option<Fairness>,
    /// Look for executions that go on without progress
    #[arg(long)]
    pub non_progress: bool,
    /// Threads to use; changes the time, never the answer (searches use one so far)
    #[arg(short = 'j', value_name = "N", default_value_t = 1)]
    pub jobs: usize,
}

#[derive(Args, Debug)]
pub struct SimulateArguments {
    #[command(flatten)]
    pub model: ModelArguments,
    /// The seed of the random choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Choose each step yourself
    #[arg(long, conflicts_with = "trace")]
    pub interactive: bool,
    /// Follow this trace file
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    /// Stop after N steps
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub steps: usize,
}

#[derive(Args, Debug)]
pub struct ReplayArguments {
    /// A trace file, or, with --events, a program or a model
    pub file: String,
    /// Look for an execution that prints what this file says
    #[arg(long, value_name = "LOG")]
    pub events: Option<String>,
    /// Start in the main method of this class
    #[arg(long, value_name = "CLASS", requires = "events")]
    pub main: Option<String>,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct ShowArguments {
    /// What to show
    #[arg(value_enum)]
    pub what: Shown,
    #[command(flatten)]
    pub model: ModelArguments,
    /// The claim or template to show; without it, all
    #[arg(long)]
    pub name: Option<String>,
    /// How to draw it
    #[arg(long = "as", value_enum, default_value = "text")]
    pub form: Drawing,
    /// automaton: the generated constraint to show, as in `monitor fork1`
    #[arg(long, value_name = "NAME")]
    pub constraint: Option<String>,
    /// tfg: the constraints whose steps are shown, too: auto, none, all, or NAME,…
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "none")]
    pub constraints: Vec<String>,
    /// finals: the variables to show
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub vars: Vec<String>,
    /// finals: how to print them
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct ExplainArguments {
    /// A specification (.trine), or the name of a check; without either, all checks are listed
    pub what: Option<String>,
    /// Sources whose comments declare events of the specification
    pub files: Vec<String>,
    /// How to show the automata of a specification
    #[arg(long = "as", value_enum, default_value = "text")]
    pub form: Explanation,
    #[command(flatten)]
    pub limits: LimitArguments,
}

#[derive(Args, Debug)]
pub struct SliceArguments {
    #[command(flatten)]
    pub model: ModelArguments,
    /// Slice for these properties only (`all`: those checked by default)
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub property: Vec<String>,
    /// How to print the slice
    #[arg(long = "as", value_enum, default_value = "text")]
    pub form: SliceForm,
}

#[derive(Args, Debug)]
pub struct ExportArguments {
    #[command(flatten)]
    pub model: ModelArguments,
    /// The form to write
    #[arg(long = "as", value_enum)]
    pub form: Exported,
    /// mps, lp: the query or property; without it, the only one
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,
    /// Write to this file
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
}

impl ModelArguments {
    /// What a model is read for; limits and other options have their defaults.
    pub fn request(&self) -> Request {
        let defines = self.defines.iter().map(|define| match define.split_once('=') {
            Some((name, value)) => (name.to_string(), value.to_string()),
            None => (define.clone(), "1".to_string()),
        });
        Request {
            files: self.files.clone(),
            defines: defines.collect(),
            specs: self.specs.clone(),
            formulas: self.formulas.clone(),
            program: ProgramOptions {
                main: self.main.clone(),
                entry: self.entry.clone(),
                client: self.client.clone(),
                client_threads: self.client_threads,
                client_calls: self.client_calls,
                pool: self.pool,
                recursion: self.recursion,
                locations: self.locations,
                spurious_wakeups: self.spurious_wakeups,
                keep_all: false,
                reuse: true,
                constants: true,
                apart: ProgramOptions::default().apart,
                keep: Vec::new(),
                include: self.include.clone(),
                undefines: self.undefines.clone(),
                ilp32: self.ilp32,
            },
            budget: Budget { time: self.limits.time_limit, ..Budget::default() },
            ..Request::default()
        }
    }
}

impl CheckArguments {
    /// Where the results go.
    pub fn outputs(&self) -> Vec<Output> {
        outputs::outputs(self.format, &self.output)
    }

    /// The request of a check, with as much memory where no limit is given.
    pub fn request(&self, memory: u64) -> Request {
        let search = &self.search;
        let budget = Budget {
            time: self.model.limits.time_limit,
            memory: Some(self.model.limits.memory_limit.unwrap_or(memory)),
            depth: search.depth,
        };
        Request {
            properties: (!self.property.is_empty()).then(|| self.property.clone()),
            non_progress: search.non_progress,
            engine: match self.engine {
                Engine::Auto => trine_session::Engine::Auto,
                Engine::Ilp => trine_session::Engine::Ilp,
                Engine::Explore => trine_session::Engine::Explore,
                Engine::Flow => trine_session::Engine::Flow,
                Engine::All => trine_session::Engine::All,
            },
            constraints: constraints_of(&self.constraints),
            cycles: match self.cycle_elimination {
                CycleElimination::Lazy => Cycles::Lazy,
                CycleElimination::Augmented => Cycles::Augmented,
                CycleElimination::None => Cycles::Kept,
            },
            solver: match self.solver {
                Solver::Embedded => SolverName::Embedded,
                Solver::Highs => SolverName::Highs,
                Solver::Cbc => SolverName::Cbc,
                Solver::Glpsol => SolverName::Glpsol,
                Solver::Scip => SolverName::Scip,
            },
            explore: ExploreOptions {
                search: match search.search {
                    SearchOrder::Dfs => Search::Dfs,
                    SearchOrder::Bfs => Search::Bfs,
                },
                shortest: search.shortest,
                raw: search.raw,
                partial_order: !search.no_reduction && !search.raw,
                symmetry: !search.no_symmetry && !search.raw,
                storage: match search.storage {
                    StorageKind::Exact => Storage::Exact,
                    StorageKind::Compressed => Storage::Compressed,
                    StorageKind::HashCompact => Storage::HashCompact,
                    StorageKind::Bitstate => Storage::Bitstate {
                        functions: search.bits.clamp(1, 64),
                        log2_bits: bitstate_size(self.model.limits.memory_limit),
                        runs: search.runs.max(1),
                    },
                },
                all_errors: search.all_errors,
                max_findings: search.paths.max(1),
                fairness: search.fairness.is_some(),
                ..ExploreOptions::default()
            },
            budget,
            ..self.model.request()
        }
    }
}

/// The largest power of two of bits that fits into half the memory; 128 MB where there is no limit.
fn bitstate_size(memory: Option<u64>) -> u32 {
    match memory {
        Some(bytes) => (bytes.max(64) / 2 * 8).ilog2().clamp(10, 40),
        None => 30,
    }
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is not a duration"))?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1000.0,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time: use s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is not a duration"))
}

fn parse_bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is not a size"))?;
    let scale = match unit.trim_end_matches(['b', 'B']).trim_end_matches('i') {
        "" => 1u64,
        "k" | "K" => 1 << 10,
        "m" | "M" => 1 << 20,
        "g" | "G" => 1 << 30,
        _ => return Err(format!("`{unit}` is not a unit of memory: use K, M or G")),
    };
    if number.is_finite() && number >= 0.0 {
        Ok((number * scale as f64) as u64)
    } else {
        Err(format!("`{text}` is not a size"))
    }
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| character.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].trim(), text[end..].trim())
}

/// The constraints that are meant by names, or by `auto`, `none` and `all`.
pub fn constraints_of(names: &[String]) -> Constraints {
    match names {
        [one] if one == "auto" => Constraints::Auto,
        [one] if one == "none" => Constraints::None,
        [one] if one == "all" => Constraints::All,
        names => Constraints::Named(names.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_take_units() {
        assert_eq!(parse_duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert!(parse_duration("5 parsecs").is_err());
        assert!(parse_duration("-1").is_err());
        assert_eq!(parse_bytes("4G"), Ok(4 << 30));
        assert_eq!(parse_bytes("500 MiB"), Ok(500 << 20));
        assert!(parse_bytes("lots").is_err());
    }

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
