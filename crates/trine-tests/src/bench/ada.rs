//! Ada: how a dispatcher of events grows with the kinds of events, in its two forms (paper 004, section 4.2).

use std::io;
use std::path::Path;

use super::command;
use crate::ada_models::{CHIRON_SPEC, chiron, chiron_decomposed};

/// So long an answer may take.
const LIMIT: &str = "120";

/// Prints states and seconds for growing numbers of kinds of events, by explore and by ilp.
pub fn ada() -> io::Result<()> {
    let trine = command::build()?;
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    println!("one dispatcher for all kinds of events, by explore");
    grow(&trine, folder, chiron, "explore", &[2, 3, 5, 10, 20, 36, 70])?;
    println!("by ilp");
    grow(&trine, folder, chiron, "ilp", &[2, 3, 5, 10])?;
    println!("a task for each kind, by explore");
    grow(&trine, folder, chiron_decomposed, "explore", &[2, 3, 4])?;
    println!("by ilp");
    grow(&trine, folder, chiron_decomposed, "ilp", &[2, 3, 5, 10, 20, 40, 70])
}

const PROPERTIES: [&str; 3] =
    ["deadlock", "notifies_of_another_event", "unregisters_only_if_registered"];

fn grow(
    trine: &Path,
    folder: &Path,
    model: fn(usize) -> String,
    engine: &str,
    sizes: &[usize],
) -> io::Result<()> {
    let spec = folder.join("chiron.trine");
    std::fs::write(&spec, CHIRON_SPEC)?;
    println!("{:>6} {:<34}{:>14}{:>12}{:>10}{:>10}", "kinds", "", "", "states", "seconds", "MB");
    for &size in sizes {
        let file = folder.join("main.adb");
        std::fs::write(&file, model(size))?;
        let mut late = false;
        // Whether no task rests is a question of another size for flows.
        for property in &PROPERTIES[usize::from(engine == "ilp")..] {
            let arguments = [
                "--spec",
                &*spec.to_string_lossy(),
                "--property",
                property,
                "--engine",
                engine,
                "--time-limit",
                LIMIT,
                "--memory-limit",
                "3G",
            ];
            let run = command::check(trine, &file, &arguments.map(str::to_string))?;
            let result = run.result(property);
            let verdict = result.and_then(|one| one["verdict"].as_str()).unwrap_or("nothing");
            let stats = |name: &str| result.and_then(|one| one["stats"][name].as_u64());
            let states = stats("states").or_else(|| stats("nodes")).unwrap_or(0);
            let checked = result.and_then(|one| one["checked"].as_str()).unwrap_or("");
            let megabytes = run.peak as f64 / 1e6;
            println!(
                "{size:>6} {property:<34}{verdict:>14}{states:>12}{:>10.2}{megabytes:>10.1}  {checked}",
                run.seconds
            );
            late |= verdict == "inconclusive";
        }
        if late {
            break;
        }
    }
    println!();
    Ok(())
}
