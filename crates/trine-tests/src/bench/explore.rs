//! Time, states and memory of the explore engine against SPIN's verifier, model by model.

use std::io;

use super::command;
use crate::bench_models::{BenchModel, models, translated};
use crate::spin::{Mode, SpinModel, Verdict, children_seconds};

/// At most so much of what SPIN needs in all, and of its bytes for each state.
const TIME: f64 = 0.5;
const TRANSLATED_TIME: f64 = 0.6;
const STATES: f64 = 1.0;
const BYTES: f64 = 0.125;

/// Measures the named models, or all. Prints a row for each, with the ratios Trine / SPIN.
pub fn explore(wanted: &[String]) -> io::Result<()> {
    let trine = command::build()?;
    println!("{}", load());
    println!(
        "{:<11} {:>7} {:>7} {:>7} {:>7} {:>5} {:>5}  {:>9} {:>9} {:>9} {:>9}  {:>6} {:>6} {:>5}  {:>5} {:>5}  verdict",
        "model",
        "SPIN s",
        "pan s",
        "Trine s",
        "wall s",
        "all",
        "pan",
        "SPIN st.",
        "Trine st.",
        "SPIN tr.",
        "Trine tr.",
        "SPIN B",
        "Trine B",
        "ratio",
        "S MB",
        "T MB"
    );
    let mut missed = Vec::new();
    for model in models()?.into_iter().chain(translated()?) {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == model.name) {
            continue;
        }
        let row = measure(&model, &trine)?;
        row.print(model.name);
        row.same_states(&model)?;
        missed.extend(row.missed(&model).into_iter().map(|what| format!("{}: {what}", model.name)));
    }
    println!(
        "\ns is processor time: SPIN s of spin -a, gcc -O2 and pan together, pan s of pan alone, Trine s of the whole \
         command; wall s is Trine's on the clock; all and pan are Trine s over these two. st. states, tr. transitions, B bytes of the \
         visited store for each state, MB the most memory held.\n{}",
        load()
    );
    match missed.is_empty() {
        true => println!("every mark is met"),
        false => println!("marks that are missed:\n  {}", missed.join("\n  ")),
    }
    Ok(())
}

/// What else runs on the machine.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!("load of the machine, which has {cores} cores: {}", text.trim())
}

/// What one tool needed.
struct Figures {
    processor: f64,
    states: f64,
    transitions: f64,
    bytes: f64,
    resident: f64,
}

struct Row {
    spin: Figures,
    /// Of its time, the verifier's.
    pan: f64,
    trine: Figures,
    wall: f64,
    verdicts: (String, String),
}

fn measure(model: &BenchModel, trine: &std::path::Path) -> io::Result<Row> {
    let mut spin =
        SpinModel::from_text(&model.text, &model.settings()).map_err(io::Error::other)?;
    let before = children_seconds();
    let theirs = spin.check(&model.mode).map_err(io::Error::other)?;
    let processor = children_seconds() - before;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join(format!("{}.pml", model.name));
    std::fs::write(&file, &model.text)?;
    let (property, arguments) = arguments(model);
    let ours = command::check(trine, &file, &arguments)?;
    let missing = || io::Error::other(format!("no verdict for {property}"));
    let result = ours.result(&property).ok_or_else(missing)?;
    let figure = |name: &str| result["stats"][name].as_f64().unwrap_or(f64::NAN);
    let megabytes = 1024.0 * 1024.0;
    let stored = theirs.report.stored.unwrap_or(f64::NAN);
    let results = ours.report["results"].as_array().into_iter().flatten();
    let all: Vec<&str> = results.filter_map(|result| result["verdict"].as_str()).collect();
    let worst = ["violated", "inconclusive"].into_iter().find(|verdict| all.contains(verdict));
    Ok(Row {
        spin: Figures {
            processor,
            states: stored,
            transitions: theirs.report.transitions.unwrap_or(f64::NAN),
            bytes: theirs.report.state_mb.unwrap_or(f64::NAN) * megabytes / stored,
            resident: theirs.report.total_mb.unwrap_or(f64::NAN),
        },
        pan: theirs.report.processor_seconds,
        trine: Figures {
            processor: ours.processor_seconds,
            states: figure("states"),
            transitions: figure("transitions"),
            bytes: figure("bytes") / figure("states"),
            resident: ours.peak as f64 / megabytes,
        },
        wall: ours.seconds,
        verdicts: (
            if theirs.report.verdict == Verdict::Ok { "holds" } else { "violated" }.to_string(),
            worst.unwrap_or("holds").to_string(),
        ),
    })
}

/// The property whose figures count, and the arguments that make Trine's search like SPIN's.
fn arguments(model: &BenchModel) -> (String, Vec<String>) {
    let mut arguments: Vec<String> =
        model.defines.iter().map(|define| format!("-D{define}")).collect();
    if let Mode::Claim(name) = &model.mode {
        arguments.extend(["--property".to_string(), name.clone()]);
        return (name.clone(), arguments);
    }
    match model.mode {
        Mode::NoReduce => arguments.push("--no-reduction".to_string()),
        Mode::Raw => arguments.push("--raw".to_string()),
        _ => {}
    }
    // SPIN's safety run decides these in one search, and so does ours.
    arguments.extend(["--property", "assertion,deadlock,uncaught-error"].map(str::to_string));
    ("deadlock".to_string(), arguments)
}

impl Row {
    fn print(&self, name: &str) {
        let (spin, trine) = (&self.spin, &self.trine);
        let (theirs, ours) = &self.verdicts;
        let verdict =
            if theirs == ours { ours.clone() } else { format!("DIFFERENT: {theirs} / {ours}") };
        println!(
            "{name:<11} {:>7.2} {:>7.2} {:>7.2} {:>7.2} {:>5.2} {:>5.2}  {:>9} {:>9} {:>9} {:>9}  {:>6.1} {:>6.1} {:>5.2}  {:>5.0} {:>5.0}  {verdict}",
            spin.processor,
            self.pan,
            trine.processor,
            self.wall,
            trine.processor / spin.processor,
            trine.processor / self.pan,
            spin.states,
            trine.states,
            spin.transitions,
            trine.transitions,
            spin.bytes,
            trine.bytes,
            trine.bytes / spin.bytes,
            spin.resident,
            trine.resident,
        );
    }

    /// Without reduction both tools visit the same states; else one of them is wrong, and no figure counts.
    fn same_states(&self, model: &BenchModel) -> io::Result<()> {
        let (theirs, ours) = (self.spin.states, self.trine.states);
        if matches!(model.mode, Mode::Raw) && (theirs != ours || theirs != model.stored as f64) {
            let message = format!("{}: {theirs} states in SPIN, {ours} in Trine", model.name);
            return Err(io::Error::other(message));
        }
        Ok(())
    }

    fn missed(&self, model: &BenchModel) -> Vec<String> {
        let mut missed = Vec::new();
        let raw = matches!(model.mode, Mode::Raw);
        let mut mark = |what: &str, ratio: f64, allowed: f64| {
            // A figure that is missing counts as missed.
            if ratio.is_nan() || ratio > allowed {
                missed.push(format!("{what} {ratio:.2}, allowed {allowed}"));
            }
        };
        let time = if raw { TRANSLATED_TIME } else { TIME };
        mark("time", self.trine.processor / self.spin.processor, time);
        mark("states", self.trine.states / self.spin.states, STATES);
        mark("bytes", self.trine.bytes / self.spin.bytes, BYTES);
        if self.verdicts.0 != self.verdicts.1 {
            missed.push("verdict".to_string());
        }
        missed
    }
}
