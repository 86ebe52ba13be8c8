//! Flow: how proofs grow with the number of processes, beside the states that explore would need.

use std::io;
use std::path::Path;

use super::command::{self, Run};
use crate::ada_models;
use crate::flow_models::{
    JAVA_SPEC, PRODUCERS_CONSUMERS_SPEC, PROPERTIES, SYSTEM_SPEC, java, producers_consumers, system,
};

/// Marks to meet: the exponents of the growth of time and memory.
const TIME_MARK: f64 = 1.3;
const MEMORY_MARK: f64 = 1.2;

/// Prints how the proofs of flow grow, for systems, Java and Ada, and fails if one took longer than its mark.
pub fn flow() -> io::Result<()> {
    let trine = command::build()?;
    let folder = tempfile::tempdir()?;
    let mut late = Vec::new();
    let sizes = [50, 100, 200, 400, 800, 1600, 3200];
    growth(&trine, folder.path(), "p.system", &sizes, system, SYSTEM_SPEC, &mut late)?;
    growth(&trine, folder.path(), "Main.java", &sizes, java, JAVA_SPEC, &mut late)?;
    growth(
        &trine,
        folder.path(),
        "main.adb",
        &sizes[..6],
        ada_models::philosophers,
        ada_models::PHILOSOPHERS_SPEC,
        &mut late,
    )?;
    explored(&trine, folder.path())?;
    let spec = PRODUCERS_CONSUMERS_SPEC;
    endless(&trine, folder.path(), "p.system", producers_consumers, spec)?;
    let spec = ada_models::PRODUCERS_CONSUMERS_SPEC;
    endless(&trine, folder.path(), "main.adb", ada_models::producers_consumers, spec)?;
    super::paper::constraints(&trine, folder.path())?;
    match late.is_empty() {
        true => println!("every mark is met"),
        false => println!("beyond the mark: {}", late.join(", ")),
    }
    Ok(())
}

/// Proves both properties of the philosophers for each size, and fits the growth.
fn growth(
    trine: &Path,
    folder: &Path,
    file: &str,
    sizes: &[usize],
    model: fn(usize) -> String,
    events: &str,
    late: &mut Vec<String>,
) -> io::Result<()> {
    let spec = folder.join("p.trine");
    std::fs::write(&spec, format!("{events}{PROPERTIES}"))?;
    for property in ["no_fork_raised_twice", "no_eat_at_same_time"] {
        println!("{property}, {file}");
        println!("{:>10}{:>14}{:>10}{:>10}{:>12}", "processes", "", "tuples", "seconds", "MB");
        let mut points: Vec<(f64, f64, f64)> = Vec::new();
        for &size in sizes {
            let path = folder.join(file);
            std::fs::write(&path, model(size))?;
            let run = check(trine, &path, &spec, property, "flow", "120")?;
            let (verdict, tuples, _) = told(&run, property);
            let megabytes = run.peak as f64 / 1e6;
            println!("{size:>10}{verdict:>14}{tuples:>10}{:>10.3}{megabytes:>12.1}", run.seconds);
            points.push((size as f64, run.seconds, megabytes));
        }
        let time = exponent(points.iter().map(|(size, seconds, _)| (*size, *seconds)));
        let memory = exponent(points.iter().map(|(size, _, megabytes)| (*size, *megabytes)));
        println!("time grows as n^{time:.2}, memory as n^{memory:.2}\n");
        if time > TIME_MARK || memory > MEMORY_MARK {
            late.push(format!("{property} of {file} (n^{time:.2}, n^{memory:.2})"));
        }
    }
    Ok(())
}

/// The states of the same philosophers, until the limit.
fn explored(trine: &Path, folder: &Path) -> io::Result<()> {
    let spec = folder.join("p.trine");
    std::fs::write(&spec, format!("{SYSTEM_SPEC}{PROPERTIES}"))?;
    println!("the same by explore, for at most 20 seconds");
    println!("{:>10}{:>14}{:>12}{:>10}", "processes", "", "states", "seconds");
    for size in 2.. {
        let path = folder.join("p.system");
        std::fs::write(&path, system(size))?;
        let run = check(trine, &path, &spec, "no_fork_raised_twice", "explore", "20")?;
        let (verdict, _, states) = told(&run, "no_fork_raised_twice");
        println!("{size:>10}{verdict:>14}{states:>12}{:>10.2}", run.seconds);
        if verdict == "inconclusive" || size > 12 {
            break;
        }
    }
    println!();
    Ok(())
}

/// Properties of infinite executions of producers and consumers.
fn endless(
    trine: &Path,
    folder: &Path,
    file: &str,
    model: fn(usize) -> String,
    events: &str,
) -> io::Result<()> {
    let spec = folder.join("p.trine");
    std::fs::write(&spec, events)?;
    println!("producers and consumers, for ever, {file}");
    println!("{:>10}{:>22}{:>14}{:>10}", "of each", "", "", "seconds");
    for size in [2, 4, 6, 8] {
        let path = folder.join(file);
        std::fs::write(&path, model(size))?;
        for property in ["consumer_is_served", "activity_for_ever"] {
            let run = check(trine, &path, &spec, property, "flow", "60")?;
            let (verdict, ..) = told(&run, property);
            println!("{size:>10}{property:>22}{verdict:>14}{:>10.3}", run.seconds);
        }
    }
    println!();
    Ok(())
}

fn check(
    trine: &Path,
    file: &Path,
    spec: &Path,
    property: &str,
    engine: &str,
    limit: &str,
) -> io::Result<Run> {
    let spec = spec.to_string_lossy();
    let arguments =
        ["--spec", &*spec, "--property", property, "--engine", engine, "--time-limit", limit];
    command::check(trine, file, &arguments.map(str::to_string))
}

fn told(run: &Run, property: &str) -> (String, u64, u64) {
    let Some(result) = run.result(property) else { return ("no result".to_string(), 0, 0) };
    let verdict = result["verdict"].as_str().unwrap_or("nothing").to_string();
    let figure = |name: &str| result["stats"][name].as_u64().unwrap_or(0);
    (verdict, figure("tuples"), figure("states"))
}

/// The exponent of the power law that fits best.
fn exponent(points: impl Iterator<Item = (f64, f64)>) -> f64 {
    let logs: Vec<(f64, f64)> = points.map(|(x, y)| (x.ln(), y.max(1e-6).ln())).collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let over: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let under: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
    over / under
}
