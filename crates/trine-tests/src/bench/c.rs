//! C: the thirty classical deadlocks, five families with three, five and seven threads, deadlocking and repaired.

use std::io;

use super::command;
use crate::c::families::Family;

/// What the best published tool for deadlocks in C needs on thirty such instances, on average: seconds and megabytes.
const PEER: (f64, f64) = (3.7, 49.0);

/// Prints verdicts, states, seconds and megabytes of each instance, beside the published averages.
pub fn c() -> io::Result<()> {
    let trine = command::build()?;
    let folder = tempfile::tempdir()?;
    println!(
        "{:<22}{:>8}{:>10}{:>14}{:>10}{:>9}{:>8}",
        "family", "threads", "", "deadlock", "states", "seconds", "MB"
    );
    let (mut seconds, mut megabytes, mut count, mut wrong) = (0.0, 0.0, 0.0, Vec::new());
    for family in Family::ALL {
        for threads in [3, 5, 7] {
            for repaired in [false, true] {
                let file = folder.path().join("program.c");
                std::fs::write(&file, family.program(threads, repaired))?;
                let limit = ["--time-limit", "300"].map(ToString::to_string);
                let run = command::check(&trine, &file, &limit)?;
                let result = run.result("deadlock");
                let verdict =
                    result.and_then(|result| result["verdict"].as_str()).unwrap_or("nothing");
                let states = result.and_then(|result| result["stats"]["states"].as_u64());
                let memory = run.peak as f64 / 1e6;
                let what = if repaired { "repaired" } else { "" };
                println!(
                    "{:<22}{threads:>8}{what:>10}{verdict:>14}{:>10}{:>9.2}{memory:>8.1}",
                    family.name(),
                    states.unwrap_or(0),
                    run.seconds
                );
                if verdict != if repaired { "holds" } else { "violated" } {
                    wrong.push(format!("{} {threads} {what}: {verdict}", family.name()));
                }
                seconds += run.seconds;
                megabytes += memory;
                count += 1.0;
            }
        }
    }
    println!(
        "mean of {count}: {:.2} s and {:.1} MB; published for such instances: {} s and {} MB",
        seconds / count,
        megabytes / count,
        PEER.0,
        PEER.1
    );
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(io::Error::other(format!("not decided as known: {}", wrong.join(", ")))),
    }
}
