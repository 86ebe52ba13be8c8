//! Mutation test of the trust boundary: elaboration with one deliberate mistake at a time, on programs whose right
//! verdicts are known, and what the judge says to it.
//!
//! A mutant is *caught* where a check ends in an internal error: the model and the program contradict each other, a
//! violation does not replay, or an invariant is broken. It is *silent* where a verdict is the opposite of the right
//! one and nothing says so.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use trine_program::elaborate::mutant::{Mutant, with};
use trine_program::interpret::checks::Check;
use trine_session::{Request, check};
use trine_verdict::{Budget, Reason, Verdict};

use crate::host::TestHost;
use crate::parallel;

/// What came of all mutants.
#[derive(Clone, Debug, Default)]
pub struct Caught {
    /// By mutant: the programs on which it was caught, and the check that did it.
    pub by: BTreeMap<Mutant, Vec<(String, String)>>,
    /// Wrong verdicts that nothing was said about.
    pub silent: Vec<String>,
    pub programs: usize,
}

impl Caught {
    /// The mutants that were never caught.
    pub fn missed(&self) -> Vec<Mutant> {
        Mutant::ALL.into_iter().filter(|mutant| !self.by.contains_key(mutant)).collect()
    }

    /// A row for each mutant: how many programs caught it, the first of them, and how.
    pub fn table(&self) -> String {
        let mut text = format!("{:<22}{:>9}  first caught on\n", "mutant", "programs");
        for mutant in Mutant::ALL {
            let all = self.by.get(&mutant).map_or(&[][..], Vec::as_slice);
            let first = all.first().map(|(file, how)| format!("{file}: {how}"));
            let name = format!("{mutant:?}");
            let _ = writeln!(text, "{name:<22}{:>9}  {}", all.len(), first.unwrap_or_default());
        }
        text
    }
}

/// What is said of one program: its verdicts by check, or what shows the mistake.
enum Said {
    Verdicts(BTreeMap<String, Verdict>),
    Caught(String),
}

/// All examples and regressions that are one file of Java or Ada each.
pub fn programs() -> io::Result<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let regressions = root.join("crates/trine/tests/regressions");
    let mut files = Vec::new();
    let mut open = vec![root.join("examples/java"), root.join("examples/ada")];
    for area in ["arrays", "errors", "initialisation", "library", "scope", "threads"] {
        open.push(regressions.join("java").join(area));
    }
    open.push(regressions.join("ada"));
    for folder in open {
        let mut inside: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        inside.retain(|file| file.extension().is_some_and(|end| end == "java" || end == "adb"));
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

/// Plants every mutant and checks these programs with it.
pub fn plant_all(files: &[PathBuf]) -> io::Result<Caught> {
    let all: Vec<(PathBuf, Vec<Mutant>)> =
        files.iter().map(|file| (file.clone(), Mutant::ALL.to_vec())).collect();
    plant_each(&all)
}

/// Plants mutants, and checks a program with each of those that are listed for it.
pub fn plant_each(files: &[(PathBuf, Vec<Mutant>)]) -> io::Result<Caught> {
    let found = parallel::map(files, 2, |_, (file, mutants)| -> io::Result<Caught> {
        let text = fs::read_to_string(file)?;
        let found = plant(&name_of(file), &text, mutants);
        let caught: Vec<&Mutant> = found.by.keys().collect();
        println!("{}: caught {caught:?}", name_of(file));
        Ok(found)
    });
    let mut all = Caught::default();
    for one in found {
        let one = one?;
        for (mutant, programs) in one.by {
            all.by.entry(mutant).or_default().extend(programs);
        }
        all.silent.extend(one.silent);
        all.programs += one.programs;
    }
    Ok(all)
}

fn name_of(file: &Path) -> String {
    file.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_string()
}

fn plant(file: &str, text: &str, mutants: &[Mutant]) -> Caught {
    let mut caught = Caught::default();
    let right = match said(file, text, None) {
        Said::Verdicts(right) => right,
        Said::Caught(what) => {
            caught.silent.push(format!("{file}: wrong without a mutant: {what}"));
            return caught;
        }
    };
    caught.programs = 1;
    for mutant in mutants.iter().copied() {
        match said(file, text, Some(mutant)) {
            Said::Caught(how) => {
                caught.by.entry(mutant).or_default().push((file.to_string(), how));
            }
            Said::Verdicts(verdicts) => {
                for (check, verdict) in &right {
                    let now = verdicts.get(check).copied().unwrap_or(Verdict::Inconclusive);
                    let opposite = *verdict != Verdict::Inconclusive
                        && now != Verdict::Inconclusive
                        && *verdict != now;
                    if opposite {
                        caught.silent.push(format!("{file}: {mutant:?} makes {check} {now:?}"));
                    }
                }
            }
        }
    }
    caught
}

fn said(file: &str, text: &str, mutant: Option<Mutant>) -> Said {
    let request = Request {
        files: vec![file.to_string()],
        properties: Some(Check::ALL.map(|check| check.name().to_string()).to_vec()),
        budget: Budget { time: Some(Duration::from_secs(20)), memory: Some(1 << 30), depth: None },
        search_again: 2_000,
        ..Request::default()
    };
    let run = || with(mutant, || check(&request, &TestHost::with(file, text)).results);
    let Ok(results) = catch_unwind(AssertUnwindSafe(run)) else {
        return Said::Caught("an invariant is broken".to_string());
    };
    let mut verdicts = BTreeMap::new();
    for result in results {
        if let Some(Reason::Internal { what }) = &result.reason {
            let what = what.rsplit(": ").next().unwrap_or_default();
            return Said::Caught(format!("{}: {what}", result.property.name));
        }
        verdicts.insert(result.property.name, result.verdict);
    }
    Said::Verdicts(verdicts)
}
