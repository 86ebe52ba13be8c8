//! Time, states and memory of the explore engine against SPIN's verifier, model by model.

use std::io;

use super::command;
use crate::bench_models::{BenchModel, models};
use crate::spin::{Mode, SpinModel, Verdict};

/// What the first release promises: at most so many times what SPIN needs.
const TIME: f64 = 3.0;
const STATES: f64 = 1.1;
const BYTES: f64 = 1.0;
/// Where SPIN needs less than this in all, compiling included, Trine needs no more than SPIN.
const SHORT: f64 = 2.0;

/// Measures the named models, or all. Prints a row for each, with the ratios Trine / SPIN.
pub fn explore(wanted: &[String]) -> io::Result<()> {
    let trine = command::build()?;
    println!(
        "{:<12} {:>9} {:>9} {:>6} {:>8}  {:>10} {:>10} {:>6}  {:>7} {:>7} {:>6}  verdict",
        "model",
        "SPIN s",
        "Trine s",
        "ratio",
        "search",
        "SPIN st.",
        "Trine st.",
        "ratio",
        "SPIN B",
        "Trine B",
        "ratio"
    );
    let mut missed = Vec::new();
    for model in models()? {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == model.name) {
            continue;
        }
        let row = measure(&model, &trine)?;
        row.print(model.name);
        missed.extend(row.missed().into_iter().map(|what| format!("{}: {what}", model.name)));
    }
    println!(
        "\nSPIN s is spin -a, gcc -O2 and pan together, Trine s the whole command and search the part of \
         it before proofs are searched again; B is bytes of the visited store per state."
    );
    if missed.is_empty() {
        println!(
            "every mark is met: time {TIME} (1 under {SHORT} s), states {STATES}, bytes {BYTES}"
        );
    } else {
        println!("marks that are missed:");
        for line in missed {
            println!("  {line}");
        }
    }
    Ok(())
}

struct Row {
    spin_seconds: f64,
    trine_seconds: f64,
    /// Of these, the search itself: the rest is reading the model and searching small proofs again.
    search_seconds: f64,
    spin_states: f64,
    trine_states: f64,
    spin_bytes: f64,
    trine_bytes: f64,
    verdicts: (String, String),
}

fn measure(model: &BenchModel, trine: &std::path::Path) -> io::Result<Row> {
    let mut spin =
        SpinModel::from_text(&model.text, &model.settings()).map_err(io::Error::other)?;
    let theirs = spin.check(&model.mode).map_err(io::Error::other)?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join(format!("{}.pml", model.name));
    std::fs::write(&file, &model.text)?;
    let mut arguments: Vec<String> =
        model.defines.iter().map(|define| format!("-D{define}")).collect();
    let property = match &model.mode {
        Mode::Claim(name) => {
            arguments.extend(["--property".to_string(), name.clone()]);
            name.clone()
        }
        mode => {
            if matches!(mode, Mode::NoReduce) {
                arguments.push("--no-reduction".to_string());
            }
            // SPIN's safety run decides these in one search, and so does ours.
            let names = "assertion,deadlock,uncaught-error".to_string();
            arguments.extend(["--property".to_string(), names]);
            "deadlock".to_string()
        }
    };
    let ours = command::check(trine, &file, &arguments)?;
    let missing = || io::Error::other(format!("no verdict for {property}"));
    let result = ours.result(&property).ok_or_else(missing)?;
    let figure = |name: &str| result["stats"][name].as_f64().unwrap_or(f64::NAN);
    let states = figure("states");
    let stored = theirs.report.stored.unwrap_or(f64::NAN);
    let all: Vec<&str> = ours.report["results"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|result| result["verdict"].as_str())
        .collect();
    let worst = ["violated", "inconclusive"].into_iter().find(|verdict| all.contains(verdict));
    Ok(Row {
        spin_seconds: theirs.spin_seconds + theirs.gcc_seconds + theirs.report.wall_seconds,
        trine_seconds: ours.seconds,
        search_seconds: figure("seconds"),
        spin_states: stored,
        trine_states: states,
        spin_bytes: theirs.report.state_mb.unwrap_or(f64::NAN) * 1024.0 * 1024.0 / stored,
        trine_bytes: figure("bytes") / states,
        verdicts: (
            if theirs.report.verdict == Verdict::Ok { "holds" } else { "violated" }.to_string(),
            worst.unwrap_or("holds").to_string(),
        ),
    })
}

impl Row {
    fn print(&self, name: &str) {
        let (theirs, ours) = &self.verdicts;
        let verdict =
            if theirs == ours { ours.clone() } else { format!("DIFFERENT: {theirs} / {ours}") };
        println!(
            "{:<12} {:>9.2} {:>9.2} {:>6.2} {:>8.2}  {:>10} {:>10} {:>6.2}  {:>7.1} {:>7.1} {:>6.2}  {}",
            name,
            self.spin_seconds,
            self.trine_seconds,
            self.trine_seconds / self.spin_seconds,
            self.search_seconds,
            self.spin_states,
            self.trine_states,
            self.trine_states / self.spin_states,
            self.spin_bytes,
            self.trine_bytes,
            self.trine_bytes / self.spin_bytes,
            verdict
        );
    }

    fn missed(&self) -> Vec<String> {
        let mut missed = Vec::new();
        let allowed = if self.spin_seconds < SHORT { 1.0 } else { TIME };
        let mut mark = |what: &str, ratio: f64, allowed: f64| {
            // A figure that is missing counts as missed.
            if ratio.is_nan() || ratio > allowed {
                missed.push(format!("{what} {ratio:.2}, allowed {allowed}"));
            }
        };
        mark("time", self.trine_seconds / self.spin_seconds, allowed);
        mark("states", self.trine_states / self.spin_states, STATES);
        mark("bytes", self.trine_bytes / self.spin_bytes, BYTES);
        if self.verdicts.0 != self.verdicts.1 {
            missed.push("verdict".to_string());
        }
        missed
    }
}
