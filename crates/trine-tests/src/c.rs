//! C programs with threads whose answers are known by construction, checked by Trine, and compiled and run.

pub mod families;
pub mod generate;
pub mod oracle;

use std::io;
use std::ops::Range;
use std::time::Duration;

use trine_program::direct::{Budget as Direct, Figures, Searched, search};
use trine_program::interpret::{Machine, Options};
use trine_session::{Request, check};
use trine_verdict::{Budget, Verdict};

use crate::campaign::Tally;
use crate::host::TestHost;
use crate::parallel;

/// The verdict of each check on a program, by name.
pub fn verdicts(text: &str, seconds: u64) -> Result<Vec<(String, Verdict)>, String> {
    let request = Request {
        files: vec!["program.c".to_string()],
        budget: Budget { time: Some(Duration::from_secs(seconds)), ..Budget::default() },
        ..Request::default()
    };
    let checked = check(&request, &TestHost::with("program.c", text));
    if let Some(first) = checked.loaded.diagnostics.items.first() {
        return Err(format!("{}\n{text}", first.message));
    }
    let results = checked.results.iter();
    Ok(results.map(|of| (of.property.name.to_string(), of.verdict)).collect())
}

/// What both searches of a program find, with and without reduction; none where it has too many states.
fn both_ways(text: &str, most_states: u64) -> Option<[Searched; 2]> {
    let (program, entry) = crate::programs::load("program.c", text)?;
    let few = |figures: &Figures| figures.states <= most_states;
    let found = [true, false].map(|reduce| {
        let machine = Machine::new(&program, entry, Options::default());
        search(&machine, &[], &Direct { reduce, memory: u64::MAX, go_on: &few })
    });
    found.iter().all(|of| of.unfinished.is_none()).then_some(found)
}

/// Programs of these seeds: what is planted in them is found, where nothing is planted all holds, the search with reduction
/// finds what the one without finds, and, of every so manyth, what a run under gcc's sanitizer shows is no surprise.
pub fn compare(seeds: Range<u64>, run_every: u64, most_states: u64) -> io::Result<Tally> {
    let seeds: Vec<u64> = seeds.collect();
    let mut tally = Tally::default();
    for one in
        parallel::map(&seeds, 2, |_, seed| compare_one(*seed, seed % run_every == 0, most_states))
    {
        tally.add(one?);
    }
    Ok(tally)
}

/// The campaign `c`.
pub fn campaign(seeds: Range<u64>) -> io::Result<Tally> {
    compare(seeds, 1, 20_000)
}

fn compare_one(seed: u64, run: bool, most_states: u64) -> io::Result<Tally> {
    let program = generate::program(seed);
    let text = &program.text;
    let mut tally = Tally { programs: 1, ..Tally::default() };
    let kind = program.planted.map_or("nothing planted", |planted| planted.name());
    tally.count(kind, 1);
    let mut differences = Vec::new();
    let mut wrong = |why: String| differences.push(format!("seed {seed}: {why}\n{text}"));
    let found = match verdicts(text, 60) {
        Ok(found) => found,
        Err(why) => {
            wrong(why);
            return Ok(Tally { differences, ..tally });
        }
    };
    let expected = program.planted.map(|planted| planted.check());
    for (name, verdict) in &found {
        match expected {
            Some(check) if check == name && *verdict != Verdict::Violated => {
                wrong(format!("{kind} is planted, and {name} is {}", verdict.name()));
            }
            None if *verdict != Verdict::Holds => {
                wrong(format!("nothing is planted, and {name} is {}", verdict.name()));
            }
            _ => {}
        }
    }
    if found.is_empty() {
        wrong("nothing was checked".to_string());
    }
    let both = both_ways(text, most_states);
    if let Some([with, without]) = &both
        && !with.violated.keys().eq(without.violated.keys())
    {
        let names = |of: &Searched| format!("{:?}", of.violated.keys());
        wrong(format!("reduced {}, else {}", names(with), names(without)));
    }
    if run {
        let holds = |name: &str| found.iter().any(|of| of.0 == name && of.1 == Verdict::Holds);
        for shown in oracle::run(text, seed, 3)? {
            if shown.checks().iter().all(|check| holds(check)) {
                wrong(format!("a run shows {shown:?}, and Trine says that it cannot"));
            }
            tally.count(&format!("shown by a run: {shown:?}"), 1);
        }
    }
    if let Some([with, without]) = both {
        tally.count("searched both ways", 1);
        tally.count("states", without.figures.states as usize);
        tally.count("states with reduction", with.figures.states as usize);
    }
    tally.differences = differences;
    Ok(tally)
}
