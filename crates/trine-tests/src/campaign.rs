//! Campaigns: comparisons that take longer than a test may, in one list, each run alone or all in a share of a time.
//!
//! A new campaign is a function from seeds to a [`Tally`] and a line in [`CAMPAIGNS`]; the clock, the table and the
//! command line are here for all.

pub mod damaged;
pub mod engines;
pub mod input;
pub mod programs;
pub mod promela;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

pub use input::{corpus, survives};

/// A comparison that can be made for any number of programs.
#[derive(Clone, Copy)]
pub struct Campaign {
    /// As on the command line.
    pub name: &'static str,
    /// What is compared with what.
    pub compares: &'static str,
    /// So many seeds, unless a number is given.
    pub seeds: u64,
    /// So many seeds between two looks at the clock: a few seconds of work.
    pub batch: u64,
    /// Compares the programs of these seeds. A tally without programs ends the campaign.
    pub run: fn(Range<u64>) -> io::Result<Tally>,
}

/// What came of some programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// So many programs were compared.
    pub programs: u64,
    /// What is wrong, each with what makes it again.
    pub differences: Vec<String>,
    /// What else is worth counting, by its name.
    pub counts: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts something.
    pub fn count(&mut self, what: &str, times: usize) {
        *self.counts.entry(what.to_string()).or_default() += times as u64;
    }

    /// Adds what came of more programs.
    pub fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.differences.extend(other.differences);
        for (what, times) in other.counts {
            *self.counts.entry(what).or_default() += times;
        }
    }

    /// One program per seed: its kind, or what is wrong with it.
    pub fn of_each(seeds: Range<u64>, compare: impl Fn(u64) -> Result<String, String>) -> Tally {
        let mut tally = Tally::default();
        for seed in seeds {
            tally.programs += 1;
            match compare(seed) {
                Ok(kind) => tally.count(&kind, 1),
                Err(why) => tally.differences.push(why),
            }
        }
        tally
    }
}

/// Every campaign there is, quick ones first, so that time they leave goes to the others.
pub const CAMPAIGNS: &[Campaign] = &[
    Campaign {
        name: "flow",
        compares: "proofs of the flow engine with the explore engine and the judge",
        seeds: 20_000,
        batch: 500,
        run: engines::flow,
    },
    Campaign {
        name: "ilp",
        compares: "proofs of the ilp engine with the explore engine and the judge",
        seeds: 10_000,
        batch: 100,
        run: engines::ilp,
    },
    Campaign {
        name: "ilp-walks",
        compares: "executions with the flow equations",
        seeds: 10_000,
        batch: 200,
        run: engines::ilp_walks,
    },
    Campaign {
        name: "ilp-flows",
        compares: "cuts and the augmented system with an enumeration of flows",
        seeds: 2_000,
        batch: 20,
        run: engines::ilp_flows,
    },
    Campaign {
        name: "ilp-altered",
        compares: "the judge on proofs with a number altered",
        seeds: 2_000,
        batch: 20,
        run: engines::ilp_altered,
    },
    Campaign {
        name: "ilp-deadlock",
        compares: "deadlocks by the ilp engine with the explore engine",
        seeds: 5_000,
        batch: 50,
        run: engines::ilp_deadlock,
    },
    Campaign {
        name: "ilp-endless",
        compares: "endless executions by the ilp engine with the explore engine",
        seeds: 5_000,
        batch: 50,
        run: engines::ilp_endless,
    },
    Campaign {
        name: "searches",
        compares: "every way of searching with the plainest one, on generated models",
        seeds: 2_000,
        batch: 20,
        run: engines::searches,
    },
    Campaign {
        name: "programs",
        compares: "verdicts on elaborated Java and Ada programs with a search of the programs",
        seeds: 5_000,
        batch: 40,
        run: programs::elaboration,
    },
    Campaign {
        name: "elaboration-mutants",
        compares: "what the judge says to deliberate mistakes in elaboration, on examples and regressions",
        seeds: 400,
        batch: 4,
        run: programs::elaboration_mutants,
    },
    Campaign {
        name: "oracle",
        compares: "recorded answers of SPIN with Trine",
        seeds: 100_000,
        batch: 20,
        run: promela::recorded,
    },
    Campaign {
        name: "promela",
        compares: "generated Promela models by SPIN and by Trine, raw states included",
        seeds: 5_000,
        batch: 20,
        run: promela::promela,
    },
    Campaign {
        name: "input",
        compares: "damaged Promela models in one process: verdicts or diagnostics with a place",
        seeds: 100_000,
        batch: 500,
        run: input::input,
    },
    Campaign {
        name: "damaged",
        compares: "the program on damaged inputs of six kinds each: no signal, no internal error, limits kept",
        seeds: 20_000,
        batch: 50,
        run: damaged::damaged,
    },
    Campaign {
        name: "java",
        compares: "generated Java programs with their known answers",
        seeds: 5_000,
        batch: 20,
        run: programs::java,
    },
    Campaign {
        name: "java-garbage",
        compares: "Java programs with and without object reuse",
        seeds: 5_000,
        batch: 50,
        run: programs::java_garbage,
    },
    Campaign {
        name: "java-mutants",
        compares: "changed Java examples on the virtual machine with Trine",
        seeds: 1_000,
        batch: 40,
        run: programs::java_mutants,
    },
    Campaign {
        name: "java-threads",
        compares: "Java examples and changed ones, late by chance on the virtual machine, with Trine",
        seeds: 300,
        batch: 20,
        run: programs::java_threads,
    },
    Campaign {
        name: "java-snippets",
        compares: "Java snippets line by line on the virtual machine with Trine",
        seeds: 20_000,
        batch: 1_000,
        run: programs::java_snippets,
    },
    Campaign {
        name: "java-library",
        compares: "every call of the library that the snippets know on the virtual machine with Trine",
        seeds: 5_000,
        batch: 200,
        run: programs::java_library,
    },
    Campaign {
        name: "c",
        compares: "C programs with threads: what is planted in them, with and without reduction, and runs of gcc's",
        seeds: 5_000,
        batch: 20,
        run: crate::c::campaign,
    },
    Campaign {
        name: "c-snippets",
        compares: "small sequential C programs, by gcc and by Trine, bit by bit",
        seeds: 20_000,
        batch: 200,
        run: crate::c_snippets::campaign,
    },
    Campaign {
        name: "ada",
        compares: "random Ada programs, a translation of them and their export, by Trine and by SPIN",
        seeds: 1_000,
        batch: 20,
        run: programs::ada,
    },
    Campaign {
        name: "ada-rules",
        compares: "a program for each rule of Ada's tasking, by GNAT and by Trine",
        seeds: 1_000,
        batch: 20,
        run: crate::ada_rules::campaign,
    },
    Campaign {
        name: "ada-snippets",
        compares: "small sequential Ada programs, by GNAT and by Trine",
        seeds: 20_000,
        batch: 150,
        run: crate::ada_snippets::campaign,
    },
    Campaign {
        name: "ada-threads",
        compares: "changed Ada examples, run by GNAT with pauses at random, with Trine",
        seeds: 1_000,
        batch: 20,
        run: crate::ada_mutants::campaign,
    },
];

/// The campaign of a name.
pub fn named(name: &str) -> Option<&'static Campaign> {
    CAMPAIGNS.iter().find(|one| one.name == name)
}

/// Runs a campaign on these seeds, until a time if there is one; differences are printed as they are found.
pub fn run(campaign: &Campaign, seeds: Range<u64>, until: Option<Instant>) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let mut first = seeds.start;
    while first < seeds.end && until.is_none_or(|until| Instant::now() < until) {
        let last = seeds.end.min(first + campaign.batch.max(1));
        let found = (campaign.run)(first..last)?;
        if found.programs == 0 && found.differences.is_empty() && is_over(campaign, last) {
            break;
        }
        found.differences.iter().for_each(|what| println!("{}: {what}", campaign.name));
        tally.add(found);
        eprintln!(
            "{}: {} programs, {} differences",
            campaign.name,
            tally.programs,
            tally.differences.len()
        );
        first = last;
    }
    Ok(tally)
}

/// Whether there is nothing more after these seeds: some seeds make no program, so more than one batch says so.
fn is_over(campaign: &Campaign, from: u64) -> bool {
    let next = (campaign.run)(from..from + campaign.batch.max(1));
    next.is_ok_and(|found| found.programs == 0)
}

/// Runs one campaign and prints what came of it; whether nothing is wrong.
pub fn alone(campaign: &Campaign, seeds: Range<u64>) -> io::Result<bool> {
    let start = Instant::now();
    let tally = run(campaign, seeds, None)?;
    for (what, times) in &tally.counts {
        println!("{times} x {what}");
    }
    print!("{}", table(&[(campaign.name, tally.clone(), start.elapsed())]));
    Ok(tally.differences.is_empty() && tally.programs > 0)
}

/// Runs a share of every campaign within a time and prints one table; whether nothing is wrong and none was idle.
pub fn all(time: Duration, first: u64) -> io::Result<bool> {
    let start = Instant::now();
    let mut rows = Vec::new();
    for (place, campaign) in CAMPAIGNS.iter().enumerate() {
        let begun = Instant::now();
        let left = time.saturating_sub(start.elapsed());
        let share = left / (CAMPAIGNS.len() - place) as u32;
        let seeds = first..first.saturating_add(campaign.seeds);
        let tally = match run(campaign, seeds, Some(begun + share)) {
            Ok(tally) => tally,
            Err(why) => Tally { differences: vec![format!("stopped: {why}")], ..Tally::default() },
        };
        rows.push((campaign.name, tally, begun.elapsed()));
    }
    print!("{}", table(&rows));
    Ok(rows.iter().all(|(_, tally, _)| tally.differences.is_empty() && tally.programs > 0))
}

/// One row per campaign, and the sum.
fn table(rows: &[(&str, Tally, Duration)]) -> String {
    let mut out =
        format!("{:<16}{:>10}{:>14}{:>10}\n", "campaign", "programs", "differences", "seconds");
    let mut row = |name: &str, programs: u64, differences: usize, time: Duration| {
        let seconds = time.as_secs_f64();
        let _ = writeln!(out, "{name:<16}{programs:>10}{differences:>14}{seconds:>10.0}");
    };
    for (name, tally, time) in rows {
        row(name, tally.programs, tally.differences.len(), *time);
    }
    if rows.len() > 1 {
        let programs = rows.iter().map(|(_, tally, _)| tally.programs).sum();
        let differences = rows.iter().map(|(_, tally, _)| tally.differences.len()).sum();
        row("all", programs, differences, rows.iter().map(|(_, _, time)| *time).sum());
    }
    out
}

/// A time as people write it: `90s`, `30m`, `2h`, or a number of seconds.
pub fn time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, "s"),
    };
    let seconds = match unit {
        "h" => 3600,
        "m" => 60,
        _ => 1,
    };
    Some(Duration::from_secs(number.parse::<u64>().ok()?.checked_mul(seconds)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thirds(seeds: Range<u64>) -> io::Result<Tally> {
        let seeds = seeds.start.min(50)..seeds.end.min(50);
        Ok(Tally::of_each(seeds, |seed| match seed % 3 {
            0 => Err(format!("seed {seed}: a multiple of three")),
            rest => Ok(format!("rest {rest}")),
        }))
    }

    #[test]
    fn a_campaign_runs_to_its_end_in_batches() {
        let campaign =
            Campaign { name: "thirds", compares: "", seeds: 1_000, batch: 7, run: thirds };
        let tally = run(&campaign, 0..1_000, None).unwrap();
        assert_eq!((tally.programs, tally.differences.len()), (50, 17));
        assert_eq!(tally.counts["rest 1"] + tally.counts["rest 2"], 33);
        let none = run(&campaign, 0..1_000, Some(Instant::now())).unwrap();
        assert_eq!(none, Tally::default());
        let row = table(&[("thirds", tally, Duration::from_secs(2))]);
        assert!(row.contains("thirds") && row.contains("17"), "{row}");
    }

    #[test]
    fn names_are_unique_and_times_are_read() {
        let mut names: Vec<&str> = CAMPAIGNS.iter().map(|one| one.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(count, names.len());
        assert!(named("flow").is_some() && named("all").is_none());
        assert_eq!(time("30m"), Some(Duration::from_secs(1_800)));
        assert_eq!(time("90"), time("90s"));
        assert_eq!((time("soon"), time("m")), (None, None));
    }
}
