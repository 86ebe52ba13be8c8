//! The direct search of programs with partial-order reduction beside the one without: the verdicts are the same.

use std::path::{Path, PathBuf};
use std::{fs, io};

use trine_program::direct::{Budget, Ending, Figures, Searched, Unfinished, follow, search};
use trine_program::interpret::checks::Check;
use trine_program::interpret::{Machine, Options};

use crate::{parallel, programs};

/// What came of searching programs in both ways.
#[derive(Clone, Debug, Default)]
pub struct Reduced {
    /// The programs that the search without reduction has finished.
    pub programs: usize,
    /// So many states there are, and so many of them are visited with reduction.
    pub states: (u64, u64),
    /// By program, where fewer are visited.
    pub saved: Vec<(String, u64, u64)>,
    pub wrong: Vec<String>,
}

impl Reduced {
    fn add(&mut self, other: Reduced) {
        self.programs += other.programs;
        self.states.0 += other.states.0;
        self.states.1 += other.states.1;
        self.saved.extend(other.saved);
        self.wrong.extend(other.wrong);
    }
}

/// Compares the examples of a folder.
pub fn compare_examples(folder: &Path, most_states: u64) -> io::Result<Reduced> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| programs::is_source(file));
    files.sort();
    let mut all = Reduced::default();
    for one in parallel::map(&files, 2, |_, file| -> io::Result<Reduced> {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        Ok(compare(name, name, &fs::read_to_string(file)?, most_states))
    }) {
        all.add(one?);
    }
    Ok(all)
}

/// Compares the programs of these seeds.
pub fn compare_generated(seeds: std::ops::Range<u64>, most_states: u64) -> io::Result<Reduced> {
    let seeds: Vec<u64> = seeds.collect();
    let mut all = Reduced::default();
    for one in parallel::map(&seeds, 2, |_, seed| -> io::Result<Reduced> {
        let (file, text) = programs::program(*seed)?;
        Ok(compare(&format!("seed {seed}"), file, &text, most_states))
    }) {
        all.add(one?);
    }
    Ok(all)
}

/// Compares one program. One with too many states is left out.
pub fn compare(name: &str, file: &str, text: &str, most_states: u64) -> Reduced {
    let mut found = Reduced::default();
    let Some((program, entry)) = programs::load(file, text) else { return found };
    let few = |figures: &Figures| figures.states <= most_states;
    let [reduced, full] = [true, false].map(|reduce| {
        let machine = Machine::new(&program, entry, Options::default());
        let budget = Budget { reduce, memory: u64::MAX, go_on: &few };
        // A check that is not asked for is searched for all the same, and no search ends early.
        let searched = search(&machine, &[], &budget);
        for (check, way) in &searched.violated {
            if matches!(follow(&machine, *check, way).ending, Ending::Nothing) {
                found.wrong.push(format!("{name}: {check:?} does not repeat, reduced: {reduce}"));
            }
        }
        searched
    });
    if full.unfinished == Some(Unfinished::Stopped) {
        return found;
    }
    found.programs = 1;
    let states = (full.figures.states, reduced.figures.states);
    found.states = states;
    if states.1 < states.0 {
        found.saved.push((name.to_string(), states.0, states.1));
    }
    if verdicts(&reduced) != verdicts(&full) {
        let both = format!("{:?}, and without {:?}", verdicts(&reduced), verdicts(&full));
        found.wrong.push(format!("{name}: with reduction {both}\n{text}"));
    }
    found
}

/// What is violated, what may be, and why executions end early.
fn verdicts(searched: &Searched) -> (Vec<Check>, Vec<Check>, Vec<String>) {
    let violated = searched.violated.keys().copied().collect();
    let perhaps = searched.perhaps.keys().copied();
    let perhaps = perhaps.filter(|check| !searched.violated.contains_key(check)).collect();
    let stops = searched.stops.keys().map(|stop| format!("{stop:?}")).collect();
    (violated, perhaps, stops)
}
