//! Asks SPIN for its answer: generates, compiles and runs a verifier in a temporary directory.
//!
//! The flags of each mode are those with which the recorded oracle was made, so that an answer of
//! today can be laid beside a recorded one. A run never outlives its limits: what was stopped is
//! reported as a time-out and not as an answer.

mod answers;
mod graph;
mod output;
mod process;

pub use answers::{Answers, answers};
pub use graph::ControlEdge;
pub use output::{Completeness, ErrorKind, PanReport, Verdict, classify};

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use serde::{Deserialize, Serialize};

pub use process::children_seconds;
use process::{Finished, Limits};

/// A way of searching a model with SPIN.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mode {
    /// Assertions and invalid end states, reduced, up to the first error.
    Safety,
    /// The same, through the whole reduced state space.
    SafetyAll,
    /// The whole state space without partial-order reduction.
    NoReduce,
    /// The whole state space with no optimisation of any kind: one statement, one step.
    Raw,
    /// Breadth first, up to the first error.
    Bfs,
    /// Acceptance cycles through labels of the model, its claims left out.
    Accept,
    /// The never claim (`never`) or the `ltl` block of that name.
    Claim(String),
    /// As [`Mode::Claim`], without partial-order reduction.
    ClaimNoReduce(String),
    /// As [`Mode::Claim`], under weak fairness.
    Fair(String),
    /// As [`Mode::Claim`], with no optimisation of any kind.
    RawClaim(String),
    /// Non-progress cycles.
    Np,
    /// Non-progress cycles under weak fairness.
    NpFair,
    /// Non-progress cycles with no optimisation of any kind.
    RawNp,
    /// Acceptance cycles through labels, with no optimisation of any kind.
    RawAccept,
}

impl Mode {
    /// Reads the name a mode has in the recorded tables.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "safety" => Self::Safety,
            "safety0" => Self::SafetyAll,
            "noreduce" => Self::NoReduce,
            "raw" => Self::Raw,
            "bfs" => Self::Bfs,
            "accept" => Self::Accept,
            "np" => Self::Np,
            "npfair" => Self::NpFair,
            "rawnp" => Self::RawNp,
            "rawaccept" => Self::RawAccept,
            _ => {
                let (kind, claim) = name.split_once(':')?;
                match kind {
                    "claim" => match claim.strip_suffix(":NOREDUCE") {
                        Some(claim) => Self::ClaimNoReduce(claim.to_owned()),
                        None => Self::Claim(claim.to_owned()),
                    },
                    "fair" => Self::Fair(claim.to_owned()),
                    "rawclaim" => Self::RawClaim(claim.to_owned()),
                    _ => return None,
                }
            }
        })
    }

    /// The claim that is checked, if one is.
    pub fn claim(&self) -> Option<&str> {
        match self {
            Self::Claim(name)
            | Self::ClaimNoReduce(name)
            | Self::Fair(name)
            | Self::RawClaim(name) => Some(name),
            _ => None,
        }
    }

    fn is_raw(&self) -> bool {
        matches!(self, Self::Raw | Self::RawClaim(_) | Self::RawNp | Self::RawAccept)
    }

    fn is_fair(&self) -> bool {
        matches!(self, Self::Fair(_) | Self::NpFair)
    }

    /// The flags of the compiler, apart from those that every mode has.
    fn compile_flags(&self, has_claim: bool) -> Vec<String> {
        let mut flags: Vec<String> = Vec::new();
        let mut push = |flag: &str| flags.push(flag.to_owned());
        match self {
            Self::Safety | Self::SafetyAll => push("-DSAFETY"),
            Self::NoReduce | Self::Raw => {
                push("-DSAFETY");
                push("-DNOREDUCE");
            }
            Self::Bfs => {
                push("-DSAFETY");
                push("-DBFS");
            }
            Self::Np | Self::NpFair => push("-DNP"),
            Self::RawNp => {
                push("-DNP");
                push("-DNOREDUCE");
            }
            Self::RawClaim(_) | Self::ClaimNoReduce(_) | Self::RawAccept => push("-DNOREDUCE"),
            Self::Accept | Self::Claim(_) | Self::Fair(_) => {}
        }
        if has_claim && self.claim().is_none() {
            push("-DNOCLAIM");
        }
        flags
    }

    /// The arguments of the verifier, apart from its limits.
    fn run_flags(&self) -> Vec<String> {
        let mut flags: Vec<String> = Vec::new();
        let mut push = |flag: &str| flags.push(flag.to_owned());
        match self {
            Self::Safety | Self::Bfs => {}
            Self::SafetyAll | Self::NoReduce | Self::Raw => push("-c0"),
            Self::Accept
            | Self::RawAccept
            | Self::Claim(_)
            | Self::ClaimNoReduce(_)
            | Self::RawClaim(_) => push("-a"),
            Self::Fair(_) => {
                push("-a");
                push("-f");
            }
            Self::Np | Self::RawNp => push("-l"),
            Self::NpFair => {
                push("-l");
                push("-f");
            }
        }
        if let Some(name) = self.claim()
            && name != "never"
        {
            push("-N");
            push(name);
        }
        flags
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Safety => f.write_str("safety"),
            Self::SafetyAll => f.write_str("safety0"),
            Self::NoReduce => f.write_str("noreduce"),
            Self::Raw => f.write_str("raw"),
            Self::Bfs => f.write_str("bfs"),
            Self::Accept => f.write_str("accept"),
            Self::Np => f.write_str("np"),
            Self::NpFair => f.write_str("npfair"),
            Self::RawNp => f.write_str("rawnp"),
            Self::RawAccept => f.write_str("rawaccept"),
            Self::Claim(name) => write!(f, "claim:{name}"),
            Self::ClaimNoReduce(name) => write!(f, "claim:{name}:NOREDUCE"),
            Self::Fair(name) => write!(f, "fair:{name}"),
            Self::RawClaim(name) => write!(f, "rawclaim:{name}"),
        }
    }
}

/// How hard SPIN may try.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Limit of one run of `spin` or the compiler.
    pub time: Duration,
    /// Limit of one run of the verifier.
    pub run_time: Duration,
    /// Limit on the memory of the verifier, in megabytes.
    pub memory_mb: u64,
    /// Depth limit of the search.
    pub depth: u64,
    /// `-O0` compiles a small model quickly; `-O2` is what the benchmark measures.
    pub optimise: bool,
    /// Log2 of the slots of the hash table; none is the default of the verifier (24, 128 MB).
    pub hash_bits: Option<u32>,
    /// Further definitions for the preprocessor of `spin`, such as `N=8`.
    pub defines: Vec<String>,
    /// Where [`answers`] keeps what SPIN said, for the next time it is asked the same.
    pub kept: Option<PathBuf>,
}

impl Settings {
    /// For models of a few thousand states, many of them: quick to compile, small tables.
    pub fn small() -> Self {
        Self {
            time: Duration::from_secs(60),
            // A few thousand states take a few hundredths of a second. What takes longer is mostly an
            // endless loop inside atomic, where the verifier stores nothing.
            run_time: Duration::from_secs(6),
            memory_mb: 200,
            depth: 100_000,
            optimise: false,
            hash_bits: Some(18),
            defines: Vec::new(),
            kept: None,
        }
    }

    /// What the recorded oracle was made with.
    pub fn oracle() -> Self {
        Self {
            time: Duration::from_secs(60),
            run_time: Duration::from_secs(60),
            memory_mb: 8000,
            depth: 1_000_000,
            optimise: true,
            hash_bits: None,
            defines: Vec::new(),
            kept: None,
        }
    }
}

/// What SPIN said of a model in one mode.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SpinResult {
    pub mode: Mode,
    pub report: PanReport,
    pub spin_seconds: f64,
    pub gcc_seconds: f64,
    /// Set when the verifier refused partial-order reduction and was compiled again without it.
    pub without_reduction: bool,
}

/// A model translated by `spin -a`, from which verifiers for many modes can be built.
///
/// Binaries are kept by their flags, so that modes that differ only in run-time arguments compile
/// once.
pub struct SpinModel {
    directory: tempfile::TempDir,
    file: PathBuf,
    settings: Settings,
    plain: Translation,
    raw: Option<Translation>,
    binaries: Vec<(Vec<String>, bool, PathBuf, f64)>,
    vector: Option<u32>,
    /// The raw search uses the verifier that looks for acceptance cycles, too.
    one_verifier: bool,
}

#[derive(Clone, Debug)]
struct Translation {
    source: PathBuf,
    claims: Vec<String>,
    has_never: bool,
    seconds: f64,
}

/// Why SPIN could not be asked.
#[derive(Debug)]
pub enum SpinError {
    /// `spin -a` does not take the model; its first complaint.
    Rejected(String),
    /// A program is missing or the temporary directory is not writable.
    Io(io::Error),
}

impl fmt::Display for SpinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(why) => write!(f, "spin rejects the model: {why}"),
            Self::Io(error) => write!(f, "cannot run spin: {error}"),
        }
    }
}

impl std::error::Error for SpinError {}

impl From<io::Error> for SpinError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Checks a model, given as text, in one mode.
pub fn check(text: &str, mode: &Mode, settings: &Settings) -> Result<SpinResult, SpinError> {
    SpinModel::from_text(text, settings)?.check(mode)
}

/// True when SPIN takes the model.
pub fn accepts(text: &str, settings: &Settings) -> Result<(), SpinError> {
    SpinModel::from_text(text, settings).map(|_| ())
}

impl SpinModel {
    /// Translates a model given as text.
    pub fn from_text(text: &str, settings: &Settings) -> Result<Self, SpinError> {
        let directory = tempfile::tempdir()?;
        let file = PathBuf::from("model.pml");
        fs::write(directory.path().join(&file), text)?;
        Self::translate(directory, file, settings, false)
    }

    /// Translates a model given as text that is only searched in raw modes: one translation less.
    fn raw_from_text(text: &str, settings: &Settings) -> Result<Self, SpinError> {
        let directory = tempfile::tempdir()?;
        let file = PathBuf::from("model.pml");
        fs::write(directory.path().join(&file), text)?;
        Self::translate(directory, file, settings, true)
    }

    /// Translates a model file; the files beside it are at hand for `#include`.
    pub fn from_file(path: &Path, settings: &Settings) -> Result<Self, SpinError> {
        let directory = tempfile::tempdir()?;
        let beside = path.parent().filter(|p| !p.as_os_str().is_empty());
        for entry in fs::read_dir(beside.unwrap_or(Path::new(".")))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::copy(entry.path(), directory.path().join(entry.file_name()))?;
            }
        }
        let file = path.file_name().map(PathBuf::from).ok_or_else(|| {
            SpinError::Io(io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))
        })?;
        Self::translate(directory, file, settings, false)
    }

    fn translate(
        directory: tempfile::TempDir,
        file: PathBuf,
        settings: &Settings,
        raw: bool,
    ) -> Result<Self, SpinError> {
        let plain = generate(directory.path(), &file, settings, raw)?;
        let settings = settings.clone();
        Ok(Self {
            directory,
            file,
            settings,
            raw: raw.then(|| plain.clone()),
            plain,
            binaries: Vec::new(),
            vector: None,
            one_verifier: false,
        })
    }

    /// Compiles one verifier for the raw search and for the acceptance labels: it stores the same
    /// states when it is not asked for cycles.
    fn one_verifier_for_labels(&mut self) {
        self.one_verifier = true;
    }

    /// The claims of the model: the names of its `ltl` blocks, or `never`.
    pub fn claims(&self) -> Vec<String> {
        if self.plain.claims.is_empty() && self.plain.has_never {
            vec!["never".to_owned()]
        } else {
            self.plain.claims.clone()
        }
    }

    /// Runs the verifier of one mode, compiling it first if need be.
    pub fn check(&mut self, mode: &Mode) -> Result<SpinResult, SpinError> {
        let mut extra: Vec<String> = Vec::new();
        // Each refusal of the verifier names the flag it wants; none is asked for twice.
        for _ in 0..4 {
            let result = self.attempt(mode, &extra)?;
            let said = &result.report.complaints;
            let wants = |what: &str| said.iter().any(|line| line.contains(what));
            if self.vector.is_none() && wants("VECTORSZ") {
                self.vector = Some(16384);
            } else if mode.is_fair() && !has(&extra, "-DNFAIR=4") && wants("NFAIR") {
                extra.push("-DNFAIR=4".to_owned());
            } else if mode.is_fair()
                && !has(&extra, "-DNOREDUCE")
                && wants("not compatible with fairness")
            {
                extra.push("-DNFAIR=4".to_owned());
                extra.push("-DNOREDUCE".to_owned());
            } else {
                return Ok(result);
            }
        }
        self.attempt(mode, &extra)
    }

    /// The model after preprocessing, as the compiler sees it.
    pub fn preprocessed(&self) -> Result<String, SpinError> {
        let mut arguments = ["-E", "-P", "-x", "c"].map(str::to_owned).to_vec();
        arguments.extend(self.settings.defines.iter().map(|define| format!("-D{define}")));
        arguments.push(self.file.display().to_string());
        let limits = Limits { time: self.settings.time, memory_mb: None };
        let finished = process::run(Path::new("gcc"), &arguments, self.directory.path(), limits)?;
        Ok(finished.text)
    }

    /// The control graph of each proctype, as it is without any optimisation.
    pub fn control_graph(&mut self) -> Result<Vec<ControlEdge>, SpinError> {
        let translation = self.translation(&Mode::Raw)?;
        let flags = Mode::Raw.compile_flags(false);
        let (binary, _) = self.compile(&translation, true, flags)?.map_err(|finished| {
            SpinError::Rejected(finished.text.lines().next().unwrap_or("gcc failed").to_owned())
        })?;
        let limits = Limits { time: self.settings.time, memory_mb: None };
        let finished = process::run(&binary, &["-d".to_owned()], self.directory.path(), limits)?;
        Ok(graph::read(&finished.text))
    }

    fn attempt(&mut self, mode: &Mode, extra: &[String]) -> Result<SpinResult, SpinError> {
        let translation = self.translation(mode)?;
        let has_claim = translation.has_never || !translation.claims.is_empty();
        let mut flags = mode.compile_flags(has_claim);
        if self.one_verifier && *mode == Mode::Raw {
            flags.retain(|flag| flag != "-DSAFETY");
        }
        for flag in extra {
            if !has(&flags, flag) {
                flags.push(flag.clone());
            }
        }
        if let Some(bytes) = self.vector {
            flags.push(format!("-DVECTORSZ={bytes}"));
        }
        let without_reduction = has(&flags, "-DNOREDUCE");
        let (binary, gcc_seconds) = match self.compile(&translation, mode.is_raw(), flags)? {
            Ok(built) => built,
            Err(finished) => {
                return Ok(SpinResult {
                    mode: mode.clone(),
                    report: PanReport::failed(&finished),
                    spin_seconds: translation.seconds,
                    gcc_seconds: finished.seconds,
                    without_reduction,
                });
            }
        };
        let mut arguments = vec![format!("-m{}", self.settings.depth), "-n".to_owned()];
        if let Some(bits) = self.settings.hash_bits {
            arguments.push(format!("-w{bits}"));
        }
        arguments.extend(mode.run_flags());
        // The address space is wider than what the verifier may use: it asks for its table first.
        let limits = Limits {
            time: self.settings.run_time,
            memory_mb: Some(self.settings.memory_mb.saturating_mul(2) + 1024),
        };
        let finished = process::run(&binary, &arguments, self.directory.path(), limits)?;
        Ok(SpinResult {
            mode: mode.clone(),
            report: PanReport::read(&finished),
            spin_seconds: translation.seconds,
            gcc_seconds,
            without_reduction,
        })
    }

    fn translation(&mut self, mode: &Mode) -> Result<Translation, SpinError> {
        if !mode.is_raw() {
            return Ok(self.plain.clone());
        }
        if let Some(raw) = &self.raw {
            return Ok(raw.clone());
        }
        let raw = generate(self.directory.path(), &self.file, &self.settings, true)?;
        self.raw = Some(raw.clone());
        Ok(raw)
    }

    fn compile(
        &mut self,
        translation: &Translation,
        raw: bool,
        flags: Vec<String>,
    ) -> Result<Result<(PathBuf, f64), Finished>, SpinError> {
        if let Some((_, _, binary, seconds)) =
            self.binaries.iter().find(|(f, r, ..)| *f == flags && *r == raw)
        {
            return Ok(Ok((binary.clone(), *seconds)));
        }
        let binary = self.directory.path().join(format!("verifier{}", self.binaries.len()));
        let mut arguments = vec![
            "-w".to_owned(),
            if self.settings.optimise { "-O2" } else { "-O0" }.to_owned(),
            format!("-DMEMLIM={}", self.settings.memory_mb),
        ];
        if !self.settings.optimise {
            // The verifier's ints overflow, which C leaves undefined; even -O0 folds comparisons then.
            arguments.push("-fwrapv".to_owned());
        }
        arguments.extend(flags.iter().cloned());
        arguments.push("-o".to_owned());
        arguments.push(binary.display().to_string());
        arguments.push("pan.c".to_owned());
        let limits = Limits { time: self.settings.time, memory_mb: None };
        let finished = process::run(Path::new("gcc"), &arguments, &translation.source, limits)?;
        if finished.code != Some(0) {
            return Ok(Err(finished));
        }
        self.binaries.push((flags, raw, binary.clone(), finished.seconds));
        Ok(Ok((binary, finished.seconds)))
    }
}

/// Runs `spin -a` in a directory of its own, so that the raw translation does not overwrite the
/// optimised one.
fn generate(
    directory: &Path,
    file: &Path,
    settings: &Settings,
    raw: bool,
) -> Result<Translation, SpinError> {
    let source = directory.join(if raw { "raw" } else { "plain" });
    fs::create_dir_all(&source)?;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        let ours = name.to_string_lossy().starts_with("verifier");
        if entry.file_type()?.is_file() && !ours {
            fs::copy(entry.path(), source.join(name))?;
        }
    }
    let mut arguments = vec!["-a".to_owned()];
    if raw {
        arguments.extend(["-o1", "-o2", "-o3"].map(str::to_owned));
    }
    arguments.extend(settings.defines.iter().map(|define| format!("-D{define}")));
    arguments.push(file.display().to_string());
    let limits = Limits { time: settings.time, memory_mb: Some(4000) };
    let finished = process::run(Path::new("spin"), &arguments, &source, limits)?;
    if finished.code != Some(0) || !source.join("pan.c").exists() {
        return Err(SpinError::Rejected(complaint(&finished)));
    }
    let claims = finished
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("ltl ")?.split_once(':'))
        .map(|(name, _)| name.to_owned())
        .collect();
    let header = fs::read_to_string(source.join("pan.h"))?;
    let has_never = header.contains("#define NCLAIMS\t") && header.contains("#ifndef NOCLAIM");
    Ok(Translation { source, claims, has_never, seconds: finished.seconds })
}

/// The line in which `spin` says what is wrong.
fn complaint(finished: &Finished) -> String {
    if finished.timed_out {
        return "time limit".to_owned();
    }
    // Complaints that it can live with come first.
    let telling = |line: &&str| line.contains("rror") || line.contains("saw");
    let line = finished.text.lines().rfind(telling).or_else(|| finished.text.lines().next());
    match (line, finished.signal) {
        (_, Some(signal)) => format!("spin died of signal {signal}"),
        (Some(line), None) => line.trim().to_owned(),
        (None, None) => "no output".to_owned(),
    }
}

fn has(flags: &[String], flag: &str) -> bool {
    flags.iter().any(|f| f == flag)
}

/// The kinds of errors as one word each, in a fixed order, `-` when there are none.
pub fn kinds_text(kinds: &BTreeSet<ErrorKind>) -> String {
    if kinds.is_empty() {
        return "-".to_owned();
    }
    kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
