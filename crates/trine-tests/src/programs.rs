//! Verdicts on the elaborated system beside those of a naive search of the program itself.
//!
//! Elaboration and the reference interpreter of programs share the program and nothing else, so that a mistake of either
//! shows as a difference. Where one of both does not know, nothing is compared.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use trine_base::{Diagnostics, SourceMap};
use trine_program::interpret::checks::Check;
use trine_program::interpret::{Answer, Answers, Budget, Machine, Options, search};
use trine_program::{MethodId, Program};
use trine_session::{Request, check};
use trine_verdict::{Budget as Limits, Verdict};

use crate::host::TestHost;
use crate::parallel;
use crate::rng::Rng;

/// So many states of a program are visited.
const MOST_STATES: usize = 60_000;
/// So long each side may take.
const MOST_TIME: Duration = Duration::from_secs(20);

/// What came of comparing programs.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    pub programs: usize,
    /// So many verdicts are the same on both sides.
    pub agreed: usize,
    /// By check: so many are violated, of those that agree.
    pub violated: BTreeMap<&'static str, usize>,
    /// So many are not known to the session, or to the search of the program.
    pub open: (usize, usize),
    /// So many states of programs were visited.
    pub states: usize,
    pub wrong: Vec<String>,
}

impl Compared {
    fn add(&mut self, other: Compared) {
        self.programs += other.programs;
        self.agreed += other.agreed;
        for (check, count) in other.violated {
            *self.violated.entry(check).or_default() += count;
        }
        self.open.0 += other.open.0;
        self.open.1 += other.open.1;
        self.states += other.states;
        self.wrong.extend(other.wrong);
    }
}

/// Compares the examples of a folder, each alone.
pub fn compare_examples(folder: &Path) -> io::Result<Compared> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| is_source(file));
    files.sort();
    let mut all = Compared::default();
    for one in parallel::map(&files, 2, |_, file| -> io::Result<Compared> {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        Ok(compare(name, name, &fs::read_to_string(file)?))
    }) {
        all.add(one?);
    }
    Ok(all)
}

/// Searches the examples of a folder with every access to the heap as a step, and with those that no other thread can
/// notice as local work: the answers and the final values are the same. How many were compared, and what differs.
pub fn compare_reduction(folder: &Path, most_states: usize) -> io::Result<(usize, Vec<String>)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| is_source(file));
    files.sort();
    let found = parallel::map(&files, 2, |_, file| -> io::Result<Option<Result<(), String>>> {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some((program, entry)) = load(name, &fs::read_to_string(file)?) else {
            return Ok(None);
        };
        let [reduced, full] = [true, false].map(|private_is_local| {
            let options = Options { private_is_local, ..Options::default() };
            let machine = Machine::new(&program, entry, options);
            search(&machine, &Budget { states: most_states, go_on: &|| true })
        });
        if reduced.states >= most_states || full.states >= most_states {
            return Ok(None);
        }
        let same = reduced.checks == full.checks && reduced.finals == full.finals;
        let differs = || format!("{name}: {reduced:?}, and without {full:?}");
        Ok(Some(if same { Ok(()) } else { Err(differs()) }))
    });
    let (mut count, mut wrong) = (0, Vec::new());
    for one in found {
        let Some(compared) = one? else { continue };
        count += 1;
        wrong.extend(compared.err());
    }
    Ok((count, wrong))
}

/// Compares the programs of these seeds.
pub fn compare_generated(seeds: Range<u64>) -> io::Result<Compared> {
    let examples = Examples::read()?;
    let seeds: Vec<u64> = seeds.collect();
    let mut all = Compared::default();
    for one in parallel::map(&seeds, 2, |_, seed| {
        let (file, text) = examples.program(*seed);
        compare(&format!("seed {seed}"), file, &text)
    }) {
        all.add(one);
    }
    Ok(all)
}

/// The program of a seed: the name of its file, and its text.
pub fn program(seed: u64) -> io::Result<(&'static str, String)> {
    Ok(Examples::read()?.program(seed))
}

/// The texts that are changed a little.
struct Examples {
    java: Vec<String>,
    ada: Vec<String>,
}

impl Examples {
    fn read() -> io::Result<Examples> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        let texts = |folder: &str| -> io::Result<Vec<String>> {
            let mut files: Vec<PathBuf> = fs::read_dir(root.join(folder))?
                .map(|entry| Ok(entry?.path()))
                .collect::<io::Result<_>>()?;
            files.retain(|file| is_source(file));
            files.sort();
            files.iter().map(fs::read_to_string).collect()
        };
        Ok(Examples { java: texts("java")?, ada: texts("ada")? })
    }

    /// Threads over locks and numbers, objects that are made and lost, tasks that meet, classes of all kinds, and
    /// examples with small changes.
    fn program(&self, seed: u64) -> (&'static str, String) {
        let mut rng = Rng::new(seed ^ 0x7072_6f67);
        let twice = |text: &String, rng: &mut Rng, mutated: fn(&str, &mut Rng) -> String| {
            let once = mutated(text, rng);
            if rng.chance(40) { mutated(&once, rng) } else { once }
        };
        match seed % 8 {
            0 => ("Main.java", crate::java::print(&crate::java::generate(seed), seed)),
            1 => ("Main.java", crate::java::garbage_program(seed)),
            2 => ("main.adb", crate::ada::print_ada(&crate::ada::generate(seed))),
            3 => ("main.adb", twice(rng.pick(&self.ada), &mut rng, crate::ada_mutants::mutated)),
            4 | 5 => ("Main.java", crate::java::rich_program(seed)),
            _ => ("Main.java", twice(rng.pick(&self.java), &mut rng, crate::java::mutated)),
        }
    }
}

pub(crate) fn is_source(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "java" || ending == "adb")
}

/// Compares the verdicts on one program. A text that is not taken for a program is none.
pub fn compare(name: &str, file: &str, text: &str) -> Compared {
    let mut compared = Compared::default();
    let Some(answers) = of_program(file, text) else { return compared };
    let checks = Check::ALL.map(Check::name);
    let request = Request {
        files: vec![file.to_string()],
        properties: Some(checks.map(str::to_string).to_vec()),
        budget: Limits { time: Some(MOST_TIME), memory: Some(1 << 30), depth: None },
        search_again: 2_000,
        ..Request::default()
    };
    let checked = check(&request, &TestHost::with(file, text));
    compared.programs = 1;
    compared.states = answers.states;
    for check in Check::ALL {
        let name_of = check.name();
        let found = checked.results.iter().find(|result| result.property.name == name_of);
        match (found.map(|result| result.verdict), answers.of(check)) {
            (None, _) => compared.wrong.push(format!("{name}: no verdict on {name_of}")),
            (Some(Verdict::Inconclusive), _) => compared.open.0 += 1,
            (Some(_), Answer::Unknown) => compared.open.1 += 1,
            (Some(Verdict::Holds), Answer::Holds) => compared.agreed += 1,
            (Some(Verdict::Violated), Answer::Violated) => {
                compared.agreed += 1;
                *compared.violated.entry(name_of).or_default() += 1;
            }
            (Some(session), program) => compared.wrong.push(format!(
                "{name}: {name_of} is {session:?}, and {program:?} for the program\n{text}"
            )),
        }
    }
    compared
}

/// What the search of the program says; none where the text is not a program.
fn of_program(file: &str, text: &str) -> Option<Answers> {
    let start = Instant::now();
    let go_on = || start.elapsed() < MOST_TIME;
    let (program, entry) = load(file, text)?;
    let machine = Machine::new(&program, entry, Options::default());
    Some(search(&machine, &Budget { states: MOST_STATES, go_on: &go_on }))
}

/// The program of a text, and where it starts.
pub fn load(file: &str, text: &str) -> Option<(Program, MethodId)> {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let id = sources.add(file, text);
    let found = match file.ends_with(".java") {
        true => {
            let mut program = trine_java::load(&[id], &mut sources, &mut diagnostics);
            if diagnostics.has_errors() {
                return None;
            }
            let wanted = trine_java::Entry::Default;
            let entry = trine_java::entry(&mut program, wanted, &mut diagnostics)?;
            (program, entry)
        }
        false if file.ends_with(".c") => {
            let settings = trine_c::Settings::default();
            let read = |_: &str| None;
            let lowered =
                trine_c::load(&[id], &settings, &mut sources, &mut diagnostics, &read, &|| true);
            let entry = *lowered.program.mains.first()?;
            (lowered.program, entry)
        }
        false => {
            let lowered = trine_ada::load(&[id], None, &sources, &mut diagnostics, &|| true);
            let entry = *lowered.program.mains.first()?;
            (lowered.program, entry)
        }
    };
    (!diagnostics.has_errors()).then_some(found)
}
