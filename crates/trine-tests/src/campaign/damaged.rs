//! Damaged inputs of every kind through the program itself: it ends with an answer or a diagnostic, within its limits.
//!
//! Each input is a file of its own for a run of the binary, which is given a limit of time and one of memory. No run
//! may end by a signal or with an internal error, take more processor time than its limit and a second, or more
//! memory than its limit and a fifth.

use std::io::{Error, ErrorKind, Result};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::Tally;
use crate::{mutate, parallel, tricky};

const LIMITS: [&str; 4] = ["--time-limit", "2s", "--memory-limit", "1G"];
const MOST_SECONDS: f64 = 3.0;
const MOST_BYTES: u64 = 1_200_000_000;
/// What does not end by itself is ended.
const LONGEST: Duration = Duration::from_secs(20);

/// The kinds of inputs, by the ends of their names.
const KINDS: [&str; 6] = ["pml", "java", "adb", "trine", "system", "json"];

/// Runs the program on a damaged input of each kind for each seed.
pub fn damaged(seeds: Range<u64>) -> Result<Tally> {
    let program = program()?;
    let corpora = corpora(&program)?;
    let folder = tempfile::tempdir()?;
    let runs: Vec<(u64, usize)> =
        seeds.flat_map(|seed| (0..KINDS.len()).map(move |kind| (seed, kind))).collect();
    let answers = parallel::map(&runs, 2, |_, (seed, kind)| {
        let ran = one(&program, &corpora[*kind], KINDS[*kind], *seed, folder.path());
        ran.map_err(|why| format!("{} seed {seed}: {why}", KINDS[*kind]))
    });
    let mut tally = Tally { programs: runs.len() as u64, ..Tally::default() };
    for ((_, kind), answer) in runs.iter().zip(answers) {
        match answer {
            Ok(exit) => tally.count(&format!(".{} exit {exit}", KINDS[*kind]), 1),
            Err(why) => tally.differences.push(why),
        }
    }
    Ok(tally)
}

/// The damaged input of a kind and a seed.
pub fn input(kind: &str, seed: u64) -> Result<String> {
    let at = KINDS.iter().position(|known| *known == kind);
    let at = at.ok_or_else(|| Error::new(ErrorKind::InvalidInput, "no such kind of input"))?;
    Ok(mutate::damage(&corpora(&program()?)?[at].texts, seed))
}

/// Texts to damage, and for specifications the programs that they are about.
struct Corpus {
    texts: Vec<String>,
    programs: Vec<Option<PathBuf>>,
}

fn one(
    program: &Path,
    corpus: &Corpus,
    kind: &str,
    seed: u64,
    folder: &Path,
) -> std::result::Result<i32, String> {
    let text = mutate::damage(&corpus.texts, seed);
    let file = folder.join(format!("damaged{seed}.{kind}"));
    fs::write(&file, text).map_err(|why| why.to_string())?;
    let mut command = Command::new(program);
    match kind {
        "json" => command.arg("replay").arg(&file),
        "trine" => match &corpus.programs[seed as usize % corpus.programs.len()] {
            Some(about) if seed.is_multiple_of(2) => {
                command.arg("check").arg(about).arg("--spec").arg(&file)
            }
            _ => command.arg("explain").arg(&file),
        },
        _ => command.arg("check").arg(&file),
    };
    command.args(LIMITS).current_dir(folder);
    let ran = measured(&mut command);
    let _ = fs::remove_file(&file);
    let Ran { exit, seconds, bytes } = ran.map_err(|why| why.to_string())?;
    match exit {
        None => Err(format!("no end, or a signal, after {seconds:.1} s and {} MB", bytes >> 20)),
        Some(exit @ (0..=3)) if seconds <= MOST_SECONDS && bytes <= MOST_BYTES => Ok(exit),
        Some(exit) => Err(format!("exit {exit}, {seconds:.1} s, {} MB", bytes >> 20)),
    }
}

/// How a run ended, and what it took.
struct Ran {
    /// None: by a signal.
    exit: Option<i32>,
    /// Of processor time.
    seconds: f64,
    bytes: u64,
}

fn measured(command: &mut Command) -> Result<Ran> {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn()?;
    let start = Instant::now();
    let (mut seconds, mut bytes) = (0.0, 0);
    // A process that has ended keeps its times until it is waited for.
    while let Some((ended, time)) = times(&child) {
        (seconds, bytes) = (time, bytes.max(peak(&child).unwrap_or(0)));
        if ended {
            break;
        }
        if start.elapsed() > LONGEST {
            child.kill()?;
        }
        thread::sleep(Duration::from_millis(4));
    }
    let exit = child.wait()?.code();
    Ok(Ran { exit, seconds, bytes })
}

/// Whether a child has ended, and the processor time it took, from the table of processes.
fn times(child: &Child) -> Option<(bool, f64)> {
    let text = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // The name in parentheses may have anything in it.
    let rest = text.rsplit_once(')')?.1;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    let all = ticks(11)? + ticks(12)?;
    Some((matches!(*fields.first()?, "Z" | "X"), all as f64 / 100.0))
}

/// The most memory that a child has had so far.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// The program as users build it, or the one that `TRINE_BINARY` names.
fn program() -> Result<PathBuf> {
    if let Some(given) = std::env::var_os("TRINE_BINARY") {
        return fs::canonicalize(given);
    }
    let built = root().join("target/release/trine");
    fs::canonicalize(&built).map_err(|why| {
        let what = format!("{}: {why}; cargo build --release makes it", built.display());
        Error::new(ErrorKind::NotFound, what)
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts to damage, by the kind of input; made once.
fn corpora(program: &Path) -> Result<&'static [Corpus]> {
    static MADE: OnceLock<Vec<Corpus>> = OnceLock::new();
    if let Some(made) = MADE.get() {
        return Ok(made);
    }
    let examples = files(&root().join("examples"))?;
    let regressions = files(&root().join("crates/trine/tests/regressions"))?;
    let all: Vec<PathBuf> = examples.iter().chain(&regressions).cloned().collect();
    let mut made = Vec::new();
    for kind in KINDS {
        let mut corpus = Corpus { texts: Vec::new(), programs: Vec::new() };
        if kind == "json" {
            corpus.texts = traces(program, &examples)?;
        }
        if kind == "pml" {
            corpus.texts = tricky::models()?.into_iter().map(|(_, text)| text).collect();
        }
        for file in all.iter().filter(|file| file.extension().is_some_and(|end| end == kind)) {
            corpus.texts.push(fs::read_to_string(file)?);
            if kind == "trine" {
                corpus.programs.push(about(file, &all));
            }
        }
        made.push(corpus);
    }
    Ok(MADE.get_or_init(|| made))
}

/// The program beside a specification, by its name.
fn about(spec: &Path, all: &[PathBuf]) -> Option<PathBuf> {
    let plain = |file: &Path| {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        stem.replace(['_', '-'], "")
    };
    let is_program = |file: &&PathBuf| {
        file.extension()
            .is_some_and(|end| ["java", "adb", "pml", "system"].iter().any(|known| end == *known))
    };
    all.iter().filter(is_program).find(|file| plain(file) == plain(spec)).cloned()
}

/// Trace files of examples that are violated.
fn traces(program: &Path, examples: &[PathBuf]) -> Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let models = examples.iter().filter(|file| {
        file.extension().is_some_and(|end| end == "pml" || end == "system" || end == "adb")
    });
    for (number, file) in models.enumerate() {
        let into = folder.path().join(number.to_string());
        let mut command = Command::new(program);
        command.arg("check").arg(file).args(LIMITS).arg("--trace-dir").arg(into);
        measured(&mut command)?;
    }
    let found = files(folder.path())?;
    if found.len() < 5 {
        let what = format!("only {} examples have a trace", found.len());
        return Err(Error::new(ErrorKind::InvalidData, what));
    }
    found.iter().map(fs::read_to_string).collect()
}

/// The files in a folder and below it, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![fs::canonicalize(folder)?];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}
